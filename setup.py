"""Compiles the kernels of solver and simulator where a C compiler exists; everything else is in pyproject.toml."""

from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

SOURCES = Path("src")
KERNEL_MODULES = sorted(path.with_suffix("") for path in SOURCES.glob("tilewise/*/*.pxd"))
"""The modules with declarations of C types."""


class BuildAllOrNone(build_ext):
    """Without a compiler the installation succeeds, and the same source runs interpreted; but never only in part."""

    def run(self) -> None:
        """Compile the extensions, and remove all of them if one of them failed."""
        super().run()
        built = [Path(self.get_ext_fullpath(extension.name)) for extension in self.extensions]
        if not all(path.exists() for path in built):
            for path in built:
                path.unlink(missing_ok=True)


extensions = cythonize(
    [
        Extension(".".join(module.relative_to(SOURCES).parts), [str(module.with_suffix(".py"))])
        for module in KERNEL_MODULES
    ],
    build_dir="build",
)
for extension in extensions:
    extension.optional = True

setup(ext_modules=extensions, cmdclass={"build_ext": BuildAllOrNone})
