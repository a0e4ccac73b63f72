# toolchains/gcc.cmake -- GCC 12 or newer; for GPUs with its nvptx offload compiler.

include(${CMAKE_CURRENT_LIST_DIR}/common.cmake)

# newest_known(<variable> <gcc> <arch>...): the newest architecture that gcc's offload compiler knows and
# that all of these can run; where all are older, the oldest it knows.
function(newest_known variable gcc)
    ask(lto1 ${gcc} -print-prog-name=accel/nvptx-none/lto1)
    ask(help ${lto1} -march=sm_53 --help=target)
    string(REGEX MATCH "target architectures[^\n]*\n[^\n]*" known "${help}")
    string(REGEX MATCHALL "sm_[0-9]+" known "${known}")
    if(NOT known)
        set(known sm_53 sm_70 sm_75 sm_80) # which all know from 12 on
    endif()
    list(SORT ARGN COMPARE NATURAL)
    list(SORT known COMPARE NATURAL)
    list(GET known 0 newest)
    string(REGEX MATCH "[0-9]+" oldest "${ARGN}")
    foreach(arch IN LISTS known)
        string(REGEX MATCH "[0-9]+" number ${arch})
        if(number LESS_EQUAL oldest)
            set(newest ${arch})
        endif()
    endforeach()
    set(${variable} ${newest} PARENT_SCOPE)
endfunction()

if(CMAKE_C_COMPILER)
    set(gccs ${CMAKE_C_COMPILER})
else()
    on_path(gccs gcc)
endif()
by_version(gccs -dumpfullversion ${gccs})

set(rejected)
set(defect "no gcc")
foreach(candidate IN LISTS gccs)
    string(REGEX REPLACE "\\|.*" "" gcc_version ${candidate})
    string(REGEX REPLACE ".*\\|" "" gcc ${candidate})
    string(REGEX MATCH "^[0-9]+" major ${gcc_version})
    ask(mkoffload ${gcc} -print-prog-name=accel/nvptx-none/mkoffload)
    set(defect)
    if(major LESS 12)
        set(defect "older than 12")
    elseif(TRIPTYCH_TARGET STREQUAL nvptx AND NOT EXISTS "${mkoffload}")
        set(defect "no offload compiler (package gcc-${major}-offload-nvptx)")
    endif()
    if(NOT defect)
        break()
    endif()
    list(APPEND rejected "gcc ${gcc_version} in ${gcc}: ${defect}")
endforeach()
if(defect)
    if(NOT rejected)
        set(rejected "${defect}")
        set(major 12)
    endif()
    list(JOIN rejected "${next}" rejected)
    if(TRIPTYCH_TARGET STREQUAL nvptx)
        problem("${rejected}" "none of this is a GCC 12 or newer that compiles for NVIDIA GPUs"
            "apt-get install gcc-${major} gcc-${major}-offload-nvptx")
    endif()
    problem("${rejected}" "none of this is a GCC 12 or newer" "apt-get install gcc-12")
endif()
set(CMAKE_C_COMPILER ${gcc} CACHE FILEPATH "C compiler")
set(TRIPTYCH_COMPILER_NAME gcc)
set(TRIPTYCH_PACKAGES gcc)
# Of the host only.
set(TRIPTYCH_REMARKS "-fopt-info-vec-loop-optimized-missed -Wno-error -foffload=disable")
# GCC does not count the clauses of "target enter data" as a use; clang does, and keeps watch.
list(APPEND TRIPTYCH_WARNINGS -Wno-unused-variable)
# GCC 16 wants `begin declare target`, which GCC 12 does not know.
list(APPEND TRIPTYCH_WARNINGS -Wno-deprecated-openmp)

if(TRIPTYCH_TARGET STREQUAL nvptx)
    # GCC writes PTX, which the driver compiles for its GPU: one architecture, no newer than the
    # oldest GPU. The default, sm_35, is refused by the ptxas of CUDA 12.
    nvidia_archs(native)
    gpu_archs(archs "${native}" sm_80)
    newest_known(isa ${gcc} ${archs})
    set(TRIPTYCH_OPENMP -fopenmp -foffload=nvptx-none -foffload-options=nvptx-none=-misa=${isa}
        -foffload-options=-lm)
    # Offload tables hold absolute addresses: the linker objects to them in a PIE, and, until it is told that
    # they may be relocated, in a shared library.
    set(shared $<STREQUAL:$<TARGET_PROPERTY:TYPE>,SHARED_LIBRARY>)
    set(TRIPTYCH_OPENMP_LINK ${TRIPTYCH_OPENMP} $<${shared}:-Wl,-z,notext> $<$<NOT:${shared}>:-no-pie>)
    set(TRIPTYCH_OFFLOAD_TARGET "nvptx ${isa}")
else()
    set(TRIPTYCH_OPENMP -fopenmp -foffload=disable)
    set(TRIPTYCH_OPENMP_LINK ${TRIPTYCH_OPENMP})
endif()
