# toolchains/cuda.cmake -- a CUDA toolkit that clang can use.
#
# clang needs ptxas, nvlink and libdevice, and reads the version from cuda.h. CUDA 13 writes device
# images in a form that LLVM before 21 cannot read: such a build succeeds, and every launch fails. With the ptxas of
# CUDA 11.8, matmul's kernel for tensor cores, compiled by clang 21, ended with "misaligned address" where there were more
# teams than multiprocessors, and with that of 12.4 it was right, from the same PTX.
# So a toolkit counts only if it is complete, fits the compiler and knows the architectures.

cmake_policy(VERSION 3.25) # in a project of one's own, too
include(${CMAKE_CURRENT_LIST_DIR}/ask.cmake)

set(TRIPTYCH_CUDA_ROOT "" CACHE PATH "CUDA toolkit; empty: the first that fits, see toolchains/cuda.cmake")

# Toolkits of this machine, the most deliberate choice first.
function(cuda_candidates variable)
    set(roots ${TRIPTYCH_CUDA_ROOT})
    if(NOT roots)
        file(GLOB installed /usr/local/cuda-* /opt/nvidia/hpc_sdk/Linux_*/*/cuda/[0-9]*)
        list(SORT installed COMPARE NATURAL ORDER DESCENDING)
        find_program(ptxas ptxas NO_CACHE)
        string(REGEX REPLACE "/bin/ptxas$" "" beside_ptxas "${ptxas}")
        foreach(root IN ITEMS $ENV{CUDA_PATH} $ENV{CUDA_HOME} ${installed} /usr/local/cuda /opt/cuda
                ${beside_ptxas} ${CMAKE_SOURCE_DIR}/build/cuda)
            if(EXISTS ${root}/bin/ptxas)
                file(REAL_PATH ${root} root)
                list(APPEND roots ${root})
            endif()
        endforeach()
        list(REMOVE_DUPLICATES roots)
    endif()
    set(${variable} ${roots} PARENT_SCOPE)
endfunction()

# find_cuda(<llvm version> <arch>...) sets, in the caller,
#   cuda_root, cuda_version   the first toolkit that fits, or ""
#   cuda_rejected             the toolkits before it, each with the reason
function(find_cuda llvm_version)
    set(cuda_root)
    set(cuda_version)
    set(cuda_rejected)
    cuda_candidates(roots)
    foreach(root IN LISTS roots)
        ask(banner ${root}/bin/ptxas --version)
        ask(help ${root}/bin/ptxas --help)
        string(REGEX MATCH "release ([0-9.]+)" banner "${banner}")
        set(version ${CMAKE_MATCH_1})
        set(defect)
        foreach(file IN ITEMS bin/ptxas bin/nvlink nvvm/libdevice/libdevice.10.bc include/cuda.h)
            if(NOT EXISTS ${root}/${file})
                set(defect "without ${file}")
            endif()
        endforeach()
        foreach(arch IN LISTS ARGN)
            if(NOT help MATCHES "'${arch}'")
                set(defect "does not know ${arch}")
            endif()
        endforeach()
        if(llvm_version VERSION_LESS 16 AND NOT EXISTS ${root}/lib AND NOT EXISTS ${root}/lib64)
            set(defect "without lib or lib64, where LLVM before 16 looks")
        endif()
        if(NOT version)
            set(defect "its ptxas does not run")
        elseif(llvm_version VERSION_LESS 21 AND version VERSION_GREATER_EQUAL 13)
            set(defect "LLVM before 21 cannot read what it writes")
        elseif(llvm_version VERSION_GREATER_EQUAL 20 AND version VERSION_LESS 12)
            set(defect "too old for LLVM 20 and later: its ptxas miscompiled a kernel of clang 21")
        endif()
        if(NOT defect)
            set(cuda_root ${root})
            set(cuda_version ${version})
            break()
        endif()
        list(APPEND cuda_rejected "CUDA ${version} in ${root}: ${defect}")
    endforeach()
    return(PROPAGATE cuda_root cuda_version cuda_rejected)
endfunction()
