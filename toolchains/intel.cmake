# toolchains/intel.cmake -- icx of Intel's oneAPI, for CPUs and, through SPIR-V, for Intel's GPUs.

include(${CMAKE_CURRENT_LIST_DIR}/common.cmake)

# oneAPI's setvars.sh puts icx into PATH and sets ONEAPI_ROOT; without it, it lies in /opt/intel/oneapi.
file(GLOB releases $ENV{ONEAPI_ROOT}/compiler/* /opt/intel/oneapi/compiler/*)
list(SORT releases COMPARE NATURAL ORDER DESCENDING)
find_program(CMAKE_C_COMPILER icx HINTS $ENV{CMPLR_ROOT} ${releases} PATH_SUFFIXES bin)
if(NOT CMAKE_C_COMPILER)
    problem("no icx in PATH, $CMPLR_ROOT, $ONEAPI_ROOT and /opt/intel/oneapi"
        "${TRIPTYCH_PRESET} needs Intel's oneAPI compiler"
        "install it (https://www.intel.com/oneapi), and source its setvars.sh.\
${next}Without it: cmake --preset llvm-host (no GPU)")
endif()
set(TRIPTYCH_COMPILER_NAME icx)
set(TRIPTYCH_REMARKS "-Rpass=loop-vectorize -Rpass-missed=loop-vectorize -Wno-error")

# icx has fast arithmetic unless told not to. Its warnings are clang's.
list(APPEND TRIPTYCH_ARITHMETIC -fp-model=precise)
list(APPEND TRIPTYCH_WARNINGS -Wno-pass-failed)

set(TRIPTYCH_OPENMP -fiopenmp)
if(TRIPTYCH_TARGET STREQUAL spir64)
    # One image for all of Intel's GPUs, which the driver compiles. Those without fp64 (Arc) run float only.
    list(APPEND TRIPTYCH_OPENMP -fopenmp-targets=spir64)
    set(TRIPTYCH_OFFLOAD_TARGET spir64)
elseif(NOT TRIPTYCH_TARGET STREQUAL none)
    problem("icx in ${CMAKE_C_COMPILER}, TRIPTYCH_TARGET=${TRIPTYCH_TARGET}"
        "icx compiles for Intel's GPUs and for CPUs" "-DTRIPTYCH_TARGET=spir64, or none")
endif()
set(TRIPTYCH_OPENMP_LINK ${TRIPTYCH_OPENMP})
