# packaging/spack/package.py gives CMake the right options, and its tests read the verdict.
import glob
import importlib.util
import sys
from types import SimpleNamespace as Some

root, triptych, liar = sys.argv[1:]
loaded = importlib.util.spec_from_file_location("recipe", root + "/packaging/spack/package.py")
recipe = importlib.util.module_from_spec(loaded)
loaded.loader.exec_module(recipe)


class Spec(dict):
    def __init__(self, offload, mpi=False, **values):
        super().__init__(cuda=Some(prefix="/opt/cuda"))
        self.offload, self.mpi = offload, mpi
        self.variants = {name: Some(value=value) for name, value in values.items()}
        flags = Some(optimization_flags=lambda compiler: "-march=znver3 -mtune=znver3")
        self.architecture = Some(target=flags)

    def satisfies(self, what):
        assert what in ("+offload", "+mpi")
        return self.offload if what == "+offload" else self.mpi


def args(**spec):
    package = recipe.Triptych()
    package.spec, package.compiler = Spec(**spec), None
    return [arg for arg in package.cmake_args() if "TESTS" not in arg and "PRESET" not in arg]


none = ("none",)
isa = "-DTRIPTYCH_ISA=znver3"
assert args(offload=False, mpi=True) == [isa, "-DTRIPTYCH_MPI=ON"]
isa = [isa, "-DTRIPTYCH_MPI=OFF"]
assert args(offload=False) == isa
assert args(offload=True, cuda_arch=none, amdgpu_target=none) == [*isa, "-DTRIPTYCH_TARGET=host"]
assert args(offload=True, cuda_arch=("80", "90"), amdgpu_target=none) == [
    *isa, "-DTRIPTYCH_TARGET=nvptx", "-DTRIPTYCH_GPU_ARCHS=sm_80,sm_90", "-DTRIPTYCH_CUDA_ROOT=/opt/cuda"]
assert args(offload=True, cuda_arch=none, amdgpu_target=("gfx90a",)) == [
    *isa, "-DTRIPTYCH_TARGET=amdgpu", "-DTRIPTYCH_GPU_ARCHS=gfx90a"]
sources = [open(file).read() for file in [root + "/CMakeLists.txt", *glob.glob(root + "/toolchains/*.cmake")]]
for option in ("TRIPTYCH_TESTS", "TRIPTYCH_PRESET", "TRIPTYCH_ISA", "TRIPTYCH_TARGET", "TRIPTYCH_GPU_ARCHS",
               "TRIPTYCH_CUDA_ROOT", "TRIPTYCH_MPI"):
    assert any(f"({option} " in text for text in sources), f"CMake has no {option}"

package = recipe.Triptych()
package.prefix = Some(bin=Some(triptych=triptych))
package.spec = Spec(offload=False)
package.test_cpu()
try:
    package.test_offload()
    sys.exit("test_offload() was not skipped")
except recipe.SkipTest:
    pass
package.prefix.bin.triptych = liar
try:
    package.test_cpu()
    sys.exit("a wrong verdict passed")
except AssertionError:
    print("spack: the recipe's options and tests are right")
