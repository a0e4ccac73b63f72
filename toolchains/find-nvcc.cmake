# toolchains/find-nvcc.cmake -- an nvcc that works here, for Triptych's own peers and for those of projects that use it.

cmake_policy(VERSION 3.25) # in a project of one's own, too: return(PROPAGATE)
include(${CMAKE_CURRENT_LIST_DIR}/cuda.cmake)

# Position-independent and without the C++ library: C programs link what comes of it.
set(nvcc_flags -O3 -std=c++14 -Xcompiler=-fPIC,-fno-exceptions,-fno-threadsafe-statics)

# nvcc_archs(<variable> <root>): flags for machine code as far as this toolkit knows the GPUs, and
# PTX for those to come.
function(nvcc_archs variable root)
    ask(help ${root}/bin/ptxas --help)
    set(flags)
    foreach(arch IN ITEMS 70 80 90)
        if(help MATCHES "'sm_${arch}'")
            list(APPEND flags -gencode=arch=compute_${arch},code=sm_${arch})
            set(newest ${arch})
        endif()
    endforeach()
    set(${variable} ${flags} -gencode=arch=compute_${newest},code=compute_${newest} PARENT_SCOPE)
endfunction()

# nvcc_works(<variable> <command>...): whether that compiles and links, with the host's compiler.
function(nvcc_works variable)
    set(probe ${CMAKE_BINARY_DIR}/CMakeFiles/nvcc)
    if(NOT TRIPTYCH_NVCC STREQUAL "${ARGN}")
        file(WRITE ${probe}.cu "__global__ void kernel() {}\nvoid launch() { kernel<<<1, 1>>>(); }\n")
        execute_process(COMMAND ${ARGN} -shared -o ${probe}.so ${probe}.cu
            OUTPUT_QUIET ERROR_QUIET RESULT_VARIABLE status)
        if(status STREQUAL 0)
            set(TRIPTYCH_NVCC "${ARGN}" CACHE INTERNAL "The nvcc that works, with its flags")
        endif()
    endif()
    string(COMPARE EQUAL "${TRIPTYCH_NVCC}" "${ARGN}" works)
    set(${variable} ${works} PARENT_SCOPE)
endfunction()

# find_nvcc() sets, in the caller,
#   nvcc         the command with its flags, or ""
#   nvcc_defect  why there is none, or ""
function(find_nvcc)
    # What was named for clang comes first, but clang needs less of a toolkit.
    set(named ${TRIPTYCH_CUDA_ROOT})
    set(TRIPTYCH_CUDA_ROOT "")
    cuda_candidates(roots)
    set(nvcc_defect "no nvcc")
    foreach(root IN LISTS named roots)
        if(NOT EXISTS ${root}/bin/nvcc)
            continue()
        endif()
        nvcc_archs(archs ${root})
        set(nvcc ${root}/bin/nvcc ${nvcc_flags} ${archs})
        nvcc_works(works ${nvcc})
        if(works)
            set(nvcc_defect)
            break()
        endif()
        set(nvcc)
        set(nvcc_defect "${root}/bin/nvcc does not work with this machine's g++")
    endforeach()
    return(PROPAGATE nvcc nvcc_defect)
endfunction()
