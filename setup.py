"""Compiles the kernels of solver and simulator where a C compiler exists; everything else is in pyproject.toml.

Most of a module's C code is Cython's own runtime, so the kernels share one copy of it: the module `SHARED`. The C files
are kept in `build/`, where only those of changed modules are written and compiled again.
"""

import hashlib
import os
import sys
from pathlib import Path

from Cython import __version__ as cython_version
from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

SOURCES = Path("src")
KERNEL_MODULES = sorted(path.with_suffix("") for path in SOURCES.glob("tilewise/*/*.pxd"))
"""The modules with declarations of C types."""

SHARED = "tilewise.solver.cython_shared"

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "cdivision": True,
}

COMPILER_OPTIONS = [] if sys.platform == "win32" else ["-g0"]
"""Debug symbols would double the time."""

CORES = os.cpu_count() or 1

SETTINGS = hashlib.sha256(f"{cython_version}\n".encode() + Path(__file__).read_bytes()).hexdigest()[:12]
"""What the C files depend on, beside their sources."""

BUILD = Path("build") / SETTINGS


class BuildAllOrNone(build_ext):
    """Without a compiler the installation succeeds, and the same source runs interpreted; but never only in part."""

    def run(self) -> None:
        """Compile the extensions, and remove all of them if one of them failed."""
        if self.editable_mode:
            # pip gives it a new folder each time, in which everything would be compiled again.
            self.build_lib = str(BUILD / "lib")
        self.parallel = self.parallel or CORES
        super().run()
        built = [Path(self.get_ext_fullpath(extension.name)) for extension in self.extensions]
        if not all(path.exists() for path in built):
            for path in built:
                path.unlink(missing_ok=True)

    def build_extension(self, extension: Extension) -> None:
        """Compile an extension unless it is up to date, and say so: scripts/install shows that as progress."""
        path = Path(self.get_ext_fullpath(extension.name))
        before = path.stat().st_mtime_ns if path.exists() else None
        super().build_extension(extension)
        if path.exists() and path.stat().st_mtime_ns != before:
            print(f"Compiled {extension.name}", flush=True)


def extension(name: str, *sources: str) -> Extension:
    """Return an extension that may fail to compile."""
    return Extension(name, [*sources], extra_compile_args=COMPILER_OPTIONS, depends=["setup.py"], optional=True)


kernels = [extension(".".join(path.relative_to(SOURCES).parts), f"{path}.py") for path in KERNEL_MODULES]

setup(
    ext_modules=cythonize(
        [*kernels, extension(SHARED)],
        build_dir=str(BUILD),
        # Elsewhere new processes would run this file again.
        nthreads=CORES if sys.platform == "linux" else 0,
        compiler_directives=DIRECTIVES,
        shared_utility_qualified_name=SHARED,
    ),
    cmdclass={"build_ext": BuildAllOrNone},
)
