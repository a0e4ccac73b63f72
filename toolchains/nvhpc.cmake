# toolchains/nvhpc.cmake -- nvc of the NVIDIA HPC SDK.

include(${CMAKE_CURRENT_LIST_DIR}/common.cmake)

# NVIDIA's environment module sets NVHPC_ROOT to .../Linux_x86_64/<version>; others set NVHPC, to
# the folder above that or to that one; an installation without a module lies in /opt/nvidia.
file(GLOB releases $ENV{NVHPC}/Linux_*/[0-9]* /opt/nvidia/hpc_sdk/Linux_*/[0-9]*)
list(SORT releases COMPARE NATURAL ORDER DESCENDING)
find_program(CMAKE_C_COMPILER nvc HINTS $ENV{NVHPC_ROOT} $ENV{NVHPC} ${releases}
    PATH_SUFFIXES compilers/bin)
if(NOT CMAKE_C_COMPILER)
    problem("no nvc in PATH, $NVHPC_ROOT, $NVHPC and /opt/nvidia/hpc_sdk"
        "${TRIPTYCH_PRESET} needs the NVIDIA HPC SDK"
        "install it (https://developer.nvidia.com/hpc-sdk), or point NVHPC_ROOT at it.\
${next}Without it: cmake --preset llvm-gpu or gcc-gpu (NVIDIA GPU), llvm-host (no GPU)")
endif()
set(TRIPTYCH_COMPILER_NAME nvc)
set(TRIPTYCH_PACKAGES nvhpc)
set(TRIPTYCH_REMARKS "-Minfo=vect,loop -Mneginfo=vect,loop")

# nvc contracts, flushes denormals and relaxes division unless told not to.
set(TRIPTYCH_ARITHMETIC -Kieee -Mnofma -Mnoflushz -Mnodaz)
set(TRIPTYCH_WARNINGS)

# nvc compiles for the processor of the building machine by default, in every file: so the choice
# goes to all of them.
set(TRIPTYCH_ISA_FLAGS)
set(tp ${TRIPTYCH_ISA})
if(tp STREQUAL x86-64)
    set(tp px)
endif()
list(APPEND TRIPTYCH_ARITHMETIC -tp=${tp})

if(TRIPTYCH_TARGET STREQUAL nvptx)
    nvidia_archs(native)
    gpu_archs(archs "${native}" "sm_80;sm_90")
    list(JOIN archs " " arch_names)
    set(TRIPTYCH_OFFLOAD_TARGET "nvptx ${arch_names}")
    list(TRANSFORM archs REPLACE "^sm_" "cc")
    list(JOIN archs "," ccs)
    # -Minfo=mp reports each kernel and how it was mapped. A second -mp would undo -mp=gpu.
    set(TRIPTYCH_OPENMP -mp=gpu -gpu=${ccs},nofma -Minfo=mp)
else()
    set(TRIPTYCH_OPENMP -mp=multicore)
endif()
set(TRIPTYCH_OPENMP_LINK ${TRIPTYCH_OPENMP})
