/**
 * The runtime of the engine: Pyodide (MPL 2.0), Python's standard library (PSF licence) and msgspec (BSD), compressed.
 *
 *     npm run engine     write ../src/tilewise/server/http/runtime/ from the packages (set PYTHON=.../python)
 *
 * The files are committed, because an installation needs no Node, and change only with the versions: the package itself is
 * packed by the server. The library is the part that the engine imports. It is compiled, which saves two seconds at every
 * start, but without line numbers and docstrings, which are most of its size; modules that are rarely imported are sources.
 */

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadPyodide, version } from "pyodide";

const require = createRequire(import.meta.url);
const ROOT = join(import.meta.dirname, "..");
const FOLDER = join(ROOT, "src/tilewise/server/http/runtime");
const PYTHON = process.env.PYTHON ?? join(ROOT, ".venv/bin/python");

const MSGSPEC = "0.22.0";
const ZOPFLI = "0.4.3";
const PLATFORM = { "--python-version": "314", "--implementation": "cp", "--abi": "cp314", "--platform": "pyemscripten_2026_0_wasm32" };

/** Modules of the standard library that nothing imports at the start: Python itself does later, or the engine may. */
const LATER = `
__future__ abc ast asyncio base64 bisect calendar collections contextlib contextvars copy copyreg dataclasses datetime decimal difflib
encodings.ascii encodings.idna encodings.latin_1 encodings.utf_8 enum fractions functools hashlib heapq hmac inspect io
itertools json linecache locale logging math numbers operator pathlib pickle platform pprint queue random re
secrets statistics string struct tempfile textwrap time traceback types typing unicodedata urllib.parse uuid warnings weakref zlib
_strptime
`.split(/\s+/).filter(Boolean);

const pip = (...words) => execFileSync(PYTHON, ["-m", "pip", "--quiet", "--disable-pip-version-check", ...words], { stdio: ["ignore", "inherit", "inherit"] });

function downloadMsgspec(folder) {
  pip("download", "--no-deps", "--only-binary=:all:", "--dest", folder, ...Object.entries(PLATFORM).flat(), `msgspec==${MSGSPEC}`);
  return new Uint8Array(readFileSync(join(folder, readdirSync(folder).find((name) => name.endsWith(".whl")))));
}

/** Compress as gzip can at best; it takes half a minute and saves 160 kB. */
function compress(folder, content) {
  const code = "import sys, zopfli.gzip; sys.stdout.buffer.write(zopfli.gzip.compress(sys.stdin.buffer.read(), numiterations=3))";
  return execFileSync(PYTHON, ["-c", code], { input: content, env: { ...process.env, PYTHONPATH: folder }, maxBuffer: 1 << 26 });
}

function packPackage() {
  const code = "import sys; from tilewise.server.http.engine_files import package_archive; sys.stdout.buffer.write(package_archive())";
  return new Uint8Array(execFileSync(PYTHON, ["-c", code], { env: { ...process.env, PYTHONPATH: join(ROOT, "src") }, maxBuffer: 1 << 26 }));
}

const PACK = `
import ast, importlib._bootstrap_external as pyc, io, sys, types, zipfile

LIBRARY = "/lib/python314.zip"
# An entry of a line table for eight instructions "without a line".
NO_LINES = 0xFF

def strip(source):
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)) and ast.get_docstring(node, False) is not None:
            node.body = node.body[1:] or [ast.Pass()]
    return ast.unparse(tree).encode()

def without_lines(code):
    consts = tuple(without_lines(const) if isinstance(const, types.CodeType) else const for const in code.co_consts)
    return code.replace(co_linetable=bytes([NO_LINES]) * -(-len(code.co_code) // 16), co_consts=consts)

def compiled(name, source):
    code = compile(source, name, "exec", dont_inherit=True, optimize=2)
    return bytes(pyc._code_to_timestamp_pyc(without_lines(code), 0, 0))

def archive(files):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as written:
        for name, content in sorted(files.items()):
            written.writestr(zipfile.ZipInfo(name), content)
    return buffer.getvalue()

def pack_library(first, later):
    source = zipfile.ZipFile(LIBRARY)
    files = {name + "c": compiled(name, source.read(name)) for name in first}
    return archive(files | {name: strip(source.read(name)) for name in set(later) - set(first)})

def package_names():
    names = zipfile.ZipFile("/package.zip").namelist()
    return [name.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for name in names]

def wheel_files():
    wheel = zipfile.ZipFile("/msgspec.whl")
    return {name: wheel.read(name) for name in wheel.namelist() if not name.endswith((".pyi", ".h", "RECORD", "/"))}

def pack_wheel():
    return archive(wheel_files())
`;

/** Return the files of the standard library that a fresh Python loads for the engine, and for the modules of LATER. */
async function loadedFiles(modules, names) {
  const python = await loadPyodide();
  python.FS.writeFile("/package.zip", packPackage());
  for (const [name, content] of Object.entries(modules)) {
    python.FS.mkdirTree(`/modules/${name.slice(0, name.lastIndexOf("/"))}`);
    python.FS.writeFile(`/modules/${name}`, content);
  }
  python.runPython(`
import importlib, sys

sys.path[:0] = ["/package.zip", "/modules"]

def load(names):
    for name in names:
        importlib.import_module(name)
    files = [getattr(module, "__file__", None) or "" for module in list(sys.modules.values())]
    return [file.removeprefix("/lib/python314.zip/") for file in files if file.startswith("/lib/python314.zip/")]
`);
  const load = python.globals.get("load");
  return { first: load(names).toJs(), later: load(LATER).toJs() };
}

const temporary = mkdtempSync(join(tmpdir(), "tilewise-"));
process.on("exit", () => rmSync(temporary, { recursive: true }));
pip("install", "--target", join(temporary, "zopfli"), `zopfli==${ZOPFLI}`);

const python = await loadPyodide();
python.FS.writeFile("/msgspec.whl", downloadMsgspec(temporary));
python.FS.writeFile("/package.zip", packPackage());
python.runPython(PACK);
const call = (name, ...words) => python.globals.get(name)(...words.map((word) => python.toPy(word))).toJs();
const { first, later } = await loadedFiles(call("wheel_files"), call("package_names"));

const files = {
  "library.zip.gz": call("pack_library", first, later),
  "msgspec.zip.gz": call("pack_wheel"),
  "pyodide.asm.mjs.gz": readFileSync(require.resolve("pyodide/pyodide.asm.mjs")),
  "pyodide.asm.wasm.gz": readFileSync(require.resolve("pyodide/pyodide.asm.wasm")),
};
for (const [name, content] of Object.entries(files)) {
  const small = compress(join(temporary, "zopfli"), content);
  writeFileSync(join(FOLDER, name), small);
  console.log(name, content.length, small.length);
}
const built = JSON.parse(python.runPython("import json; json.dumps(sorted(sys.builtin_module_names))"));
const versions = { pyodide: version, python: python.runPython("sys.version.split()[0]"), msgspec: MSGSPEC, built_in_modules: built };
writeFileSync(join(FOLDER, "versions.json"), `${JSON.stringify(versions, null, 2)}\n`);
