"""Compiles the solver's kernel where there is a C compiler; everything else is in pyproject.toml."""

from Cython.Build import cythonize
from setuptools import Extension, setup

KERNELS = ("tilewise.solver.kernel", "tilewise.solver.special_kernel")

setup(
    ext_modules=cythonize(
        [
            # Without a compiler the installation goes on, and the same source runs interpreted.
            Extension(name, [f"src/{name.replace('.', '/')}.py"], optional=True)
            for name in KERNELS
        ],
        build_dir="build",
    )
)
