"""The public API: what `tilewise` exports, and the module maps of the packages.

A module map is part of a package's docstring. It lists every module and subpackage of the package, one per line: the
name at the start of the line, two or more spaces, and a description.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

import tilewise

ROOT = Path(tilewise.__file__).parent
PACKAGES = sorted(path.parent for path in ROOT.rglob("__init__.py") if "migrations" not in path.parent.parts)
LIBRARY = [package for package in PACKAGES if not {"browser", "cli", "server"} & set(package.relative_to(ROOT).parts)]
"""The packages that other programs may import from."""


def dotted(package: Path) -> str:
    return ".".join(("tilewise", *package.relative_to(ROOT).parts))


# Module maps


@pytest.mark.parametrize("package", PACKAGES, ids=dotted)
def test_the_module_map_of_a_package_lists_exactly_its_modules(package: Path) -> None:
    docstring = ast.get_docstring(ast.parse((package / "__init__.py").read_text("utf-8"))) or ""
    listed = re.findall(r"^ *([a-z][a-z0-9_]*) {2,}\S", docstring, flags=re.MULTILINE)
    files = {path.stem for path in package.glob("*.py")} | {path.parent.name for path in package.glob("*/__init__.py")}
    modules = sorted(name for name in files if not name.startswith("__"))
    assert sorted(listed) == modules


def defined_names(module: Path) -> set[str]:
    """Return the names of the functions and classes that a module defines."""
    definitions = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
    return {node.name for node in ast.parse(module.read_text("utf-8")).body if isinstance(node, definitions)}


def test_no_function_or_class_has_the_name_of_its_module() -> None:
    modules = [path for package in PACKAGES for path in package.glob("*.py")]
    assert [path for path in modules if path.stem in defined_names(path)] == []


@pytest.mark.parametrize("package", PACKAGES, ids=dotted)
def test_no_export_shadows_a_module(package: Path) -> None:
    modules = {path.stem for path in package.iterdir() if path.is_dir() or path.suffix == ".py"}
    assert modules & public_names(package) == set()


# Exports


def public_names(package: Path) -> set[str]:
    """Return the names that a package's `__init__` defines, or imports without using them itself."""
    tree = ast.parse((package / "__init__.py").read_text("utf-8"))
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    names = set()
    for node in tree.body:
        match node:
            case ast.ImportFrom():
                names |= {alias.asname or alias.name for alias in node.names} - used
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                names.add(name)
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                names.add(name)
    return {name for name in names if not name.startswith("_")}


def sort_key(name: str) -> tuple[int, str]:
    """Order constants before classes before functions, as ruff does."""
    return (0 if name.isupper() else 1 if name[0].isupper() else 2, name)


@pytest.mark.parametrize("package", LIBRARY, ids=dotted)
def test_all_is_sorted_and_complete(package: Path) -> None:
    module = importlib.import_module(dotted(package))
    assert module.__all__ == sorted(set(module.__all__), key=sort_key)
    assert public_names(package) <= set(module.__all__)
    assert all(hasattr(module, name) for name in module.__all__)


def types_in(annotation: Any) -> Iterator[type]:
    """Yield the classes of tilewise in an annotation."""
    if isinstance(annotation, type) and annotation.__module__.startswith("tilewise"):
        yield annotation
    for part in get_args(annotation):
        yield from types_in(part)


def annotations_of(exported: Any) -> Iterator[Any]:
    """Yield the annotations of a function, or those of the fields, properties and methods of a class."""
    if not inspect.isclass(exported):
        yield from get_type_hints(exported).values()
        return
    yield from get_type_hints(exported).values()
    for name, member in vars(exported).items():
        if not name.startswith("_"):
            function = member.fget if isinstance(member, property) else getattr(member, "__func__", member)
            if inspect.isfunction(function):
                yield from get_type_hints(function).values()


def test_every_type_that_the_api_takes_or_returns_is_exported() -> None:
    for name in tilewise.__all__:
        exported = getattr(tilewise, name)
        if inspect.isfunction(exported) or inspect.isclass(exported):
            types = {used.__name__ for annotation in annotations_of(exported) for used in types_in(annotation)}
            assert types <= set(tilewise.__all__), name


def test_the_errors_that_the_api_raises_are_exported() -> None:
    for name in ("TilewiseError", "Refused", "RulesError", "NotInBox", "NotationError", "PositionError", "RecordError"):
        assert issubclass(getattr(tilewise, name), tilewise.TilewiseError)
        assert name in tilewise.__all__


def test_the_version_is_that_of_the_installed_distribution() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+", tilewise.__version__)
