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
# goes to all of them. It has no AVX2 for a single function, so it has to be in the choice.
set(TRIPTYCH_ISA_FLAGS)
set(nothing ${CMAKE_BINARY_DIR}/nothing.c) # nvc reads no source from a device
file(WRITE ${nothing} "")
ask(macros ${CMAKE_C_COMPILER} -tp=${TRIPTYCH_ISA} -dM -E ${nothing})
if(TRIPTYCH_ISA MATCHES "^(px|x86-64(-v2)?)$" OR (macros MATCHES "__x86_64__" AND NOT macros MATCHES "__AVX2__"))
    problem("TRIPTYCH_ISA=${TRIPTYCH_ISA}" "nvc's intrinsics of AVX2 are there only where -tp has AVX2"
        "set it to native or x86-64-v3; on a processor without AVX2 use clang or gcc")
endif()
list(APPEND TRIPTYCH_ARITHMETIC -tp=${TRIPTYCH_ISA})

# nvc_gpus(<variable> <arch>...): cc80,cc90 for sm_80 and sm_90; ccnative if this nvc does not know one of
# them, as with a GPU that is newer than nvc. (It compiles for the newest that it knows, then.)
function(nvc_gpus variable)
    list(TRANSFORM ARGN REPLACE "^sm_" "cc" OUTPUT_VARIABLE ccs)
    list(JOIN ccs "," ccs)
    execute_process(COMMAND ${CMAKE_C_COMPILER} -mp=gpu -gpu=${ccs} -E ${nothing}
        RESULT_VARIABLE status OUTPUT_QUIET ERROR_QUIET)
    if(NOT status STREQUAL 0)
        set(ccs ccnative)
    endif()
    set(${variable} ${ccs} PARENT_SCOPE)
endfunction()

if(TRIPTYCH_TARGET STREQUAL nvptx)
    nvidia_archs(native)
    gpu_archs(archs "${native}" "sm_80;sm_90")
    nvc_gpus(ccs ${archs})
    list(JOIN archs " " arch_names)
    set(TRIPTYCH_OFFLOAD_TARGET "nvptx ${arch_names}")
    # -Minfo=mp reports each kernel and how it was mapped. A second -mp would undo -mp=gpu.
    set(TRIPTYCH_OPENMP -mp=gpu -gpu=${ccs},nofma -Minfo=mp)
else()
    set(TRIPTYCH_OPENMP -mp=multicore)
endif()
set(TRIPTYCH_OPENMP_LINK ${TRIPTYCH_OPENMP})
