"""Compiles the solver's kernels where there is a C compiler; everything else is in pyproject.toml."""

from Cython.Build import cythonize
from setuptools import Extension, setup

KERNELS = ("tilewise.solver.plain_kernel", "tilewise.solver.special_kernel")

extensions = cythonize([Extension(name, [f"src/{name.replace('.', '/')}.py"]) for name in KERNELS], build_dir="build")
for extension in extensions:
    # Without a compiler the installation goes on, and the same source runs interpreted.
    extension.optional = True

setup(ext_modules=extensions)
