# A Spack recipe: put it into a repository of your own (spack repo create), as packages/triptych/package.py.
#
#   spack install triptych                                          CPU only
#   spack install triptych +offload cuda_arch=90 %clang             NVIDIA GPUs
#   spack install triptych +offload amdgpu_target=gfx90a %clang     AMD GPUs
#   spack install triptych +offload %clang                          LLVM's host plugin: no GPU needed
#
# The flags of offload are derived from that; there is none to be given by hand.  `spack test run triptych`
# reads the verdict, not the exit status alone.
import os
import re

from spack.package import *


class Triptych(CMakePackage):
    """Compute hotspots, each told three ways from one C source: OpenMP offload, OpenMP SIMD, AVX2+FMA
    intrinsics.  Compares them bit for bit, and times them against what the machine can do."""

    # A clone on a disk will do: export TRIPTYCH_GIT=file:///home/me/triptych
    git = os.environ.get("TRIPTYCH_GIT", "")
    homepage = git
    license("MIT")

    version("main", branch="main")

    gpus = ("60", "70", "75", "80", "86", "89", "90")
    amd = ("gfx906", "gfx908", "gfx90a", "gfx942", "gfx1030", "gfx1100")
    variant("offload", default=False, description="Build target regions for a device")
    variant("mpi", default=False, description="Ranks that mpirun starts")
    variant("cuda_arch", values=any_combination_of(*gpus), description="NVIDIA GPUs", when="+offload")
    variant("amdgpu_target", values=any_combination_of(*amd), description="AMD GPUs", when="+offload")
    conflicts("cuda_arch=none amdgpu_target=none %gcc", when="+offload", msg="GCC has no host plugin")

    depends_on("c", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("ninja", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("libpng")
    depends_on("jansson")
    depends_on("hwloc")
    depends_on("sqlite")
    depends_on("mpi", when="+mpi")
    for arch in gpus:
        depends_on("cuda", when=f"+offload cuda_arch={arch}")
    for target in amd:
        conflicts("%gcc", when=f"+offload amdgpu_target={target}", msg="AMD GPUs take clang")
        for arch in gpus:
            conflicts(f"amdgpu_target={target}", when=f"+offload cuda_arch={arch}",
                      msg="a build is for GPUs of one maker")
    conflicts("%clang@:17", msg="Triptych takes clang 18 or newer")
    conflicts("%gcc@:11", msg="Triptych takes GCC 12 or newer")

    generator("ninja")

    def chosen(self, variant):
        """The values of a variant that is there, without "none"."""
        if not self.spec.satisfies("+offload"):
            return []
        return [value for value in self.spec.variants[variant].value if value != "none"]

    def instruction_set(self):
        """What Spack compiles everything for, as -march has it."""
        flags = self.spec.architecture.target.optimization_flags(self.compiler)
        found = re.search(r"-march=(\S+)", str(flags))
        return found.group(1) if found else "native"

    def cmake_args(self):
        nvidia, amd = self.chosen("cuda_arch"), self.chosen("amdgpu_target")
        args = [self.define("TRIPTYCH_TESTS", False), self.define("TRIPTYCH_PRESET", "spack"),
                self.define("TRIPTYCH_ISA", self.instruction_set()),
                self.define("TRIPTYCH_MPI", "ON" if self.spec.satisfies("+mpi") else "OFF")]
        if nvidia:
            args.append(self.define("TRIPTYCH_TARGET", "nvptx"))
            args.append(self.define("TRIPTYCH_GPU_ARCHS", ",".join("sm_" + arch for arch in nvidia)))
            args.append(self.define("TRIPTYCH_CUDA_ROOT", self.spec["cuda"].prefix))
        elif amd:
            args.append(self.define("TRIPTYCH_TARGET", "amdgpu"))
            args.append(self.define("TRIPTYCH_GPU_ARCHS", ",".join(amd)))
        elif self.spec.satisfies("+offload"):
            args.append(self.define("TRIPTYCH_TARGET", "host"))
        return args

    def check_verdict(self, *arguments):
        output = Executable(self.prefix.bin.triptych)(*arguments, output=str.split, error=str.split)
        assert output.splitlines()[-1] == "VERDICT: ok", output

    def test_cpu(self):
        """the CPU's paths agree with the reference"""
        self.check_verdict("compare", "vecadd,dot", "--path", "simd,avx2", "--set", "n=3001")

    def test_offload(self):
        """offload runs on a device, and agrees"""
        if not self.spec.satisfies("+offload"):
            raise SkipTest("built without offload")
        self.check_verdict("bench", "vecadd", "--path", "offload", "--require-offload", "--set", "n=100003")
