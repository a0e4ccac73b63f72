# toolchains/common.cmake -- what the toolchain files share.
#
# A toolchain file runs before project(). It finds a compiler that can do what TRIPTYCH_TARGET
# asks for, and sets
#   CMAKE_C_COMPILER          the compiler
#   TRIPTYCH_COMPILER_NAME    its name in result rows
#   TRIPTYCH_REMARKS          flags by which it says what it does to loops, of the host only; -Werror off
#   TRIPTYCH_ARITHMETIC       flags that make every path agree bit for bit
#   TRIPTYCH_WARNINGS         its warnings
#   TRIPTYCH_OPENMP           OpenMP and offload flags, for compiling
#   TRIPTYCH_NO_REGION        undoes those for offload, in what has no target region; may be empty
#   TRIPTYCH_RACES            flags by which code tells what it accesses, see src/audit/races.h; empty: it cannot
#   TRIPTYCH_OPENMP_LINK      those for linking
#   TRIPTYCH_OPENMP_LIBRARY   a library that these do not name
#   TRIPTYCH_ISA_FLAGS        TRIPTYCH_ISA in its words
#   TRIPTYCH_OFFLOAD_TARGET   what target regions are compiled for
#   TRIPTYCH_CUDA             the CUDA version it builds with, if it needs one
#   TRIPTYCH_FOREIGN          where it is for another machine: what Debian's packages of libraries have behind their names
#   TRIPTYCH_PACKAGES         Debian's packages of the compiler, with blanks between them
# or, where something is missing, says so with problem().

include(${CMAKE_CURRENT_LIST_DIR}/ask.cmake)

set(TRIPTYCH_GPU_ARCHS native CACHE STRING
    "GPU architectures, such as sm_80,sm_90; native: this machine's, or the common ones if it has none")

# clang and gcc spell these alike. No contraction: a fused multiply-add is written fma(), so that
# compilers cannot differ about where one is. errno and floating-point traps are not observed
# here, and honouring them would keep loops from vectorising.
set(TRIPTYCH_ARITHMETIC -ffp-contract=off -fno-math-errno -fno-trapping-math)
# A table says what is not zero, and a path has all arguments that the others have.
set(TRIPTYCH_WARNINGS -Wall -Wextra -Wno-missing-field-initializers -Wno-unused-parameter -Wpedantic -Wshadow -Wstrict-prototypes
    -Wmissing-prototypes -Wold-style-definition -Wpointer-arith -Wwrite-strings -Wundef -Wformat=2)
set(TRIPTYCH_ISA_FLAGS -march=${TRIPTYCH_ISA})
# Of programs whose paths are audited, see src/audit/heap_calls.c.
set(TRIPTYCH_WATCHED -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=reallocarray,--wrap=aligned_alloc,--wrap=posix_memalign,--wrap=free,--wrap=munmap,--wrap=strdup,--wrap=strndup)
set(TRIPTYCH_RACES)
set(TRIPTYCH_OFFLOAD_TARGET none)
set(TRIPTYCH_PACKAGES)

# problem(<found> <wrong> <do>): leave the toolchain file. CMakeLists.txt prints the three from its
# top level, where CMake adds no call stack to them. Further lines of one begin with ${next}.
macro(problem found wrong do)
    set(TRIPTYCH_PROBLEM "  Found:  ${found}\n  Wrong:  ${wrong}\n  Do:     ${do}")
    return()
endmacro()
set(next "\n          ")

# on_path(<variable> <name>): every <name> and <name>-NN in the folders of PATH.
function(on_path variable name)
    string(REPLACE ":" ";" folders "$ENV{PATH}")
    set(paths)
    foreach(folder IN LISTS folders)
        file(GLOB found ${folder}/${name} ${folder}/${name}-[0-9]*)
        list(APPEND paths ${found})
    endforeach()
    set(${variable} ${paths} PARENT_SCOPE)
endfunction()

# by_version(<variable> <option> <compiler>...): those that answer the option with a version, each
# once, as "version|path", newest first.
function(by_version variable option)
    set(compilers)
    foreach(path IN LISTS ARGN)
        file(REAL_PATH ${path} path)
        ask(version ${path} ${option})
        if(version MATCHES "^[0-9.]+$")
            list(APPEND compilers "${version}|${path}")
        endif()
    endforeach()
    list(REMOVE_DUPLICATES compilers)
    list(SORT compilers COMPARE NATURAL ORDER DESCENDING)
    set(${variable} ${compilers} PARENT_SCOPE)
endfunction()

# gpu_archs(<variable> <native> <default>): TRIPTYCH_GPU_ARCHS as a list. What "native" means is
# the list <native>, found out by the caller, or <default> where that is empty.
function(gpu_archs variable native default)
    if(NOT TRIPTYCH_GPU_ARCHS STREQUAL "native")
        string(REGEX MATCHALL "[a-z0-9_]+" native "${TRIPTYCH_GPU_ARCHS}")
    elseif(NOT native)
        set(native ${default})
    endif()
    list(REMOVE_DUPLICATES native)
    set(${variable} ${native} PARENT_SCOPE)
endfunction()

# nvidia_archs(<variable>): sm_NN for each kind of NVIDIA GPU in this machine, perhaps none.
function(nvidia_archs variable)
    ask(capabilities nvidia-smi --query-gpu=compute_cap --format=csv,noheader)
    string(REGEX MATCHALL "[0-9]+\\.[0-9]" archs "${capabilities}")
    list(TRANSFORM archs REPLACE "(.*)\\.(.)" "sm_\\1\\2")
    set(${variable} ${archs} PARENT_SCOPE)
endfunction()
