"""`tilewise site` on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.built_page import small_page
from tests.support.terminal import is_error_line, run_main
from tilewise.cli.site import LIST
from tilewise.server.http import site_files


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> dict[str, bytes]:
    """The built page, which a test may change."""
    page = small_page()
    make = site_files.packed_site
    monkeypatch.setattr(site_files, "packed_site", lambda: make(page))
    return page


def _content(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_site_writes_every_file_and_says_how_to_try_it(
    page: dict[str, bytes], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "some" / "my site"
    code, out, err = run_main(capsys, "site", str(folder))
    assert (code, err) == (0, "")
    assert _content(folder).keys() - {LIST} == site_files.packed_site().keys()
    assert f"python3 -m http.server --directory '{folder}' 8014" in out


def test_the_same_site_again_changes_nothing(
    page: dict[str, bytes], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "site"
    first = run_main(capsys, "site", str(folder))
    before, times = _content(folder), {path: path.stat().st_mtime_ns for path in (folder / "assets").iterdir()}
    assert run_main(capsys, "site", str(folder)) == first
    assert _content(folder) == before
    assert {path: path.stat().st_mtime_ns for path in times} == times


def test_an_update_removes_the_files_of_the_earlier_version_and_no_others(
    page: dict[str, bytes], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "site"
    run_main(capsys, "site", str(folder))
    (folder / "CNAME").write_text("example.org", encoding="utf-8")
    page["assets/index-2.js"] = page.pop("assets/index-1.js")
    assert run_main(capsys, "site", str(folder))[0] == 0
    assert not (folder / "assets/index-1.js").exists()
    assert (folder / "assets/index-2.js").exists()
    assert (folder / "CNAME").read_text(encoding="utf-8") == "example.org"
    assert _content(folder).keys() - {LIST, "CNAME"} == site_files.packed_site().keys()


def test_a_folder_with_other_content_is_left_alone(
    page: dict[str, bytes], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "photos"
    folder.mkdir()
    (folder / "cat.jpg").write_bytes(b"cat")
    code, out, err = run_main(capsys, "site", str(folder))
    assert (code, out) == (2, "")
    assert is_error_line(err)
    assert "has other content" in err
    assert _content(folder) == {"cat.jpg": b"cat"}


def test_an_empty_repository_is_an_empty_folder(
    page: dict[str, bytes], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "pages/.git").mkdir(parents=True)
    assert run_main(capsys, "site", str(tmp_path / "pages"))[0] == 0


def test_a_file_that_someone_else_put_there_is_not_overwritten(
    page: dict[str, bytes], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "site"
    run_main(capsys, "site", str(folder))
    (folder / "assets/mine.js").write_bytes(b"mine")
    page["assets/mine.js"] = b"theirs"
    before = _content(folder)
    code, _, err = run_main(capsys, "site", str(folder))
    assert (code, "has a file assets/mine.js of its own" in err) == (2, True)
    assert _content(folder) == before


def test_a_file_is_no_folder(page: dict[str, bytes], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_bytes(b"")
    code, _, err = run_main(capsys, "site", str(tmp_path / "file"))
    assert (code, "is a file. Choose a new folder." in err) == (2, True)


@pytest.mark.parametrize("text", ["{", "1", '["../secret"]', '["/etc/hosts"]'])
def test_a_damaged_list_removes_nothing(
    page: dict[str, bytes], tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    folder = tmp_path / "site"
    folder.mkdir()
    (tmp_path / "secret").write_bytes(b"secret")
    (folder / LIST).write_text(text, encoding="utf-8")
    code, _, err = run_main(capsys, "site", str(folder))
    assert (code, "is damaged" in err) == (2, True)
    assert _content(folder).keys() == {LIST}
    assert (tmp_path / "secret").exists()


def test_an_interrupted_update_is_completed_by_the_next(
    page: dict[str, bytes], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "site"
    run_main(capsys, "site", str(folder))
    page["assets/index-2.js"] = page.pop("assets/index-1.js")
    write = Path.write_bytes

    def fail_at_the_document(path: Path, content: bytes) -> int:
        if path.name == "index.html":
            raise OSError(28, "No space left on device", str(path))
        return write(path, content)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", fail_at_the_document)
        code, _, err = run_main(capsys, "site", str(folder))
    assert (code, "No space left on device" in err) == (2, True)
    assert run_main(capsys, "site", str(folder))[0] == 0
    assert _content(folder).keys() - {LIST} == site_files.packed_site().keys()
    assert json.loads((folder / LIST).read_text(encoding="utf-8")) == sorted(site_files.packed_site())
