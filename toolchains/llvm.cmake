# toolchains/llvm.cmake -- clang 14 or newer with its OpenMP runtime.
#
# Several versions often stand side by side, and the newest is not always the one that can offload
# (Debian 12 has 14 without OpenMP, 22 without a device runtime, and 19 with everything). So each is
# asked, newest first, and the first that lacks nothing is taken.

include(${CMAKE_CURRENT_LIST_DIR}/common.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/cuda.cmake)

set(TRIPTYCH_LLVM_ROOT "" CACHE PATH "LLVM, such as /usr/lib/llvm-19; empty: the newest that has everything")
set(TRIPTYCH_ROCM_ROOT "" CACHE PATH "ROCm, for its device libraries; empty: the usual places")

# target_archs(<variable> <clang version>): the GPU architectures to compile for; none for a CPU.
function(target_archs variable version)
    set(archs)
    if(TRIPTYCH_TARGET STREQUAL nvptx)
        # CUDA 13 has dropped sm_70, and LLVM before 21 takes no CUDA 13; before 16 it knows no sm_90, and
        # before 15 a program has images for one architecture.
        set(default sm_80 sm_90)
        if(version VERSION_LESS 15)
            set(default sm_80)
        elseif(version VERSION_LESS 16)
            set(default sm_70 sm_80)
        elseif(version VERSION_LESS 21)
            list(PREPEND default sm_70)
        endif()
        nvidia_archs(found)
        gpu_archs(archs "${found}" "${default}")
    elseif(TRIPTYCH_TARGET STREQUAL amdgpu)
        ask(found amdgpu-arch)
        string(REPLACE "\n" ";" found "${found}")
        gpu_archs(archs "${found}" "gfx90a;gfx1030")
    endif()
    set(${variable} ${archs} PARENT_SCOPE)
endfunction()

# clang_file(<variable> <clang> <file>): the file in the library folder of that clang's own tree, else where clang finds it, or "".
# A tree in a place of its own comes first, since clang itself takes the system's file of that name, if there is one, which may be
# another version's.
function(clang_file variable clang file)
    ask(resources ${clang} -print-resource-dir)
    set(path ${resources}/../../${file})
    cmake_path(NORMAL_PATH path)
    if(NOT EXISTS ${path})
        ask(path ${clang} -print-file-name=${file})
        cmake_path(NORMAL_PATH path)
    endif()
    if(NOT IS_ABSOLUTE "${path}" OR NOT EXISTS ${path})
        set(path)
    endif()
    set(${variable} "${path}" PARENT_SCOPE)
endfunction()

# device_runtime(<variable> <clang> <arch> <folder>): the file that clang links regions for that GPU with, or "".  It is one for
# each architecture beside libomptarget up to LLVM 19 (which LLVM 14 calls new); later one for all, in a folder
# that clang knows.
function(device_runtime variable clang arch folder)
    set(triple_nvptx nvptx64-nvidia-cuda)
    set(triple_amdgpu amdgcn-amd-amdhsa)
    set(runtime)
    foreach(name IN ITEMS libompdevice.a libomptarget-${TRIPTYCH_TARGET}.bc)
        ask(path ${clang} --target=${triple_${TRIPTYCH_TARGET}} -print-file-name=${name})
        file(GLOB found ${path} ${folder}/${name})
        list(APPEND runtime ${found})
    endforeach()
    file(GLOB found ${folder}/libomptarget-${TRIPTYCH_TARGET}-${arch}.bc ${folder}/libomptarget-new-${TRIPTYCH_TARGET}-${arch}.bc)
    list(APPEND runtime ${found})
    string(REGEX REPLACE ";.*" "" runtime "${runtime}")
    set(${variable} "${runtime}" PARENT_SCOPE)
endfunction()

# clang_defect(<clang> <version> <arch>...) sets, in the caller, `defect` to what clang lacks to
# compile for TRIPTYCH_TARGET, or to "", and `llvm_lib` to the folder of its offload runtime.
function(clang_defect clang version)
    string(REGEX MATCH "^[0-9]+" major ${version})
    ask(resources ${clang} -print-resource-dir)
    clang_file(libomp ${clang} libomp.so)
    clang_file(libomptarget ${clang} libomptarget.so)
    cmake_path(GET libomptarget PARENT_PATH llvm_lib)
    ask(wrapper ${clang} -print-prog-name=clang-linker-wrapper)
    ask(lld ${clang} -print-prog-name=ld.lld)
    file(GLOB sanitizers ${resources}/lib/*/libclang_rt.*san*.a)
    set(offload_package libomp-${major}-dev)
    if(major GREATER 19)
        set(offload_package liboffload-${major}-dev)
    endif()
    set(defect)
    if(major LESS 14)
        set(defect "older than 14")
    elseif(NOT libomp OR NOT EXISTS ${resources}/include/omp.h)
        set(defect "no OpenMP runtime (package libomp-${major}-dev)")
    elseif(CMAKE_C_FLAGS MATCHES "-fsanitize" AND NOT sanitizers)
        set(defect "no sanitizer runtime (package libclang-rt-${major}-dev)")
    elseif(TRIPTYCH_TARGET STREQUAL none)
    elseif(NOT libomptarget)
        set(defect "no offload runtime, libomptarget.so (package ${offload_package})")
    elseif(NOT IS_ABSOLUTE "${wrapper}")
        set(defect "no clang-linker-wrapper (package clang-tools-${major})")
    elseif(TRIPTYCH_TARGET STREQUAL amdgpu AND NOT IS_ABSOLUTE "${lld}")
        set(defect "no ld.lld (package lld-${major})")
    endif()
    foreach(arch IN LISTS ARGN)
        device_runtime(runtime ${clang} ${arch} "${llvm_lib}")
        if(NOT runtime AND NOT defect AND major LESS 20)
            set(defect "no device runtime for ${arch} (libomptarget-${TRIPTYCH_TARGET}-${arch}.bc, package libomp-${major}-dev)")
        elseif(NOT runtime AND NOT defect)
            set(defect "no device runtime for ${arch} (libompdevice.a, which Debian has in liboffload-21-dev, and not for 22 and 23)")
        endif()
    endforeach()
    # clang calls it where device code is linked file by file, see link_device_code().
    ask(objcopy ${clang} -print-prog-name=llvm-objcopy)
    if(ARGN AND major GREATER_EQUAL 19 AND NOT IS_ABSOLUTE "${objcopy}" AND NOT defect)
        set(defect "no llvm-objcopy (package llvm-${major})")
    endif()
    return(PROPAGATE defect llvm_lib)
endfunction()

# --- clang ---------------------------------------------------------------------------------------

if(CMAKE_C_COMPILER)
    set(clangs ${CMAKE_C_COMPILER})
elseif(TRIPTYCH_LLVM_ROOT)
    set(clangs ${TRIPTYCH_LLVM_ROOT}/bin/clang)
else()
    on_path(clangs clang)
    file(GLOB installed /usr/lib/llvm-*/bin/clang /usr/local/llvm*/bin/clang /opt/llvm*/bin/clang)
    list(APPEND clangs ${installed})
endif()
by_version(clangs -dumpversion ${clangs})
set(rejected)
set(without_cuda)
set(defect "no clang ${TRIPTYCH_LLVM_ROOT}")
foreach(candidate IN LISTS clangs)
    string(REGEX REPLACE "\\|.*" "" clang_version ${candidate})
    string(REGEX REPLACE ".*\\|" "" clang ${candidate})
    target_archs(archs ${clang_version})
    clang_defect(${clang} ${clang_version} ${archs})
    if(NOT defect AND TRIPTYCH_TARGET STREQUAL nvptx)
        find_cuda(${clang_version} ${archs})
        if(NOT cuda_root)
            set(defect "no CUDA toolkit that it can use")
            list(APPEND without_cuda "clang ${clang_version} in ${clang}" ${cuda_rejected})
        endif()
    endif()
    if(NOT defect)
        break()
    endif()
    list(APPEND rejected "clang ${clang_version} in ${clang}: ${defect}")
endforeach()
list(JOIN archs " " arch_names)
if(defect AND without_cuda)
    list(JOIN without_cuda "${next}" without_cuda)
    problem("${without_cuda}" "no CUDA toolkit that this clang can use for ${arch_names}"
        "run toolchains/fetch-cuda (the distribution's CUDA, 11.8 in Debian 12 and 12.4 in 13, into build/cuda),\
${next}or name a toolkit with -DTRIPTYCH_CUDA_ROOT=DIR")
endif()
if(defect)
    list(JOIN rejected "${next}" rejected)
    if(NOT rejected)
        set(rejected "${defect}")
    endif()
    set(purpose_none "OpenMP")
    set(purpose_host "OpenMP offload")
    set(purpose_nvptx "OpenMP offload to NVIDIA GPUs (${arch_names})")
    set(purpose_amdgpu "OpenMP offload to AMD GPUs (${arch_names})")
    problem("${rejected}" "none of this is a clang 14 or newer with ${purpose_${TRIPTYCH_TARGET}}"
        "apt-get install clang-19 clang-tools-19 libomp-19-dev libclang-rt-19-dev lld-19,\
${next}or name an LLVM with -DTRIPTYCH_LLVM_ROOT=DIR")
endif()
set(CMAKE_C_COMPILER ${clang} CACHE FILEPATH "C compiler")
set(TRIPTYCH_COMPILER_NAME clang)
string(REGEX MATCH "^[0-9]+" major ${clang_version})
set(TRIPTYCH_PACKAGES "clang-${major} clang-tools-${major} libomp-${major}-dev llvm-${major}")
set(TRIPTYCH_REMARKS "'-Rpass=loop-vectorize|loop-unroll' -Rpass-missed=loop-vectorize \
-Rpass-analysis=loop-vectorize -fno-caret-diagnostics -fno-diagnostics-show-option -Wno-error")
# `simd` in a target region is for GCC, which makes lanes of it (src/hotspots/vecadd/climb.c); that clang makes nothing
# of it there is no warning's worth. tests/vectorised.sh sees to the loops of a CPU.
list(APPEND TRIPTYCH_WARNINGS -Wno-pass-failed)
clang_file(TRIPTYCH_LIBARCHER ${clang} libarcher.so) # teaches ThreadSanitizer about OpenMP

# link_device_code(): how a file's device code becomes an image for a GPU.  Linking it with the OpenMP
# runtime folds most of that away: kernels a third as long.  It is done for each file by itself, right
# after it is compiled, since no kernel needs another file's: the optimiser's time grows with the square of
# what it sees at once, and the three programs share the images.  clang links objects so from 19 on;
# in 18, and where the device runtime is not an archive, each program's device code is linked as a whole.
# For that clang 16 wants more than 15 GB of memory: up to 17 each file is compiled without the others.
macro(link_device_code)
    if(clang_version VERSION_GREATER_EQUAL 18)
        list(APPEND TRIPTYCH_OPENMP -foffload-lto)
    endif()
    clang_file(archive ${clang} libomptarget.devicertl.a)
    if(clang_version VERSION_GREATER_EQUAL 20)
        set(archive -lompdevice) # clang adds it by itself
    endif()
    if(archive AND clang_version VERSION_GREATER_EQUAL 19)
        set(CMAKE_C_COMPILE_OBJECT
            "<CMAKE_C_COMPILER> <DEFINES> <INCLUDES> <FLAGS> -o <OBJECT> -c <SOURCE>"
            "${CMAKE_CURRENT_LIST_DIR}/link-device <OBJECT> ${archive} <CMAKE_C_COMPILER> <FLAGS>")
        # Linked with the flags of offload, the images would be taken for device code that is not.
        set(TRIPTYCH_OPENMP_LINK -fopenmp)
        clang_file(TRIPTYCH_OPENMP_LIBRARY ${clang} libomptarget.so)
    endif()
endmacro()

# --- Its flags -----------------------------------------------------------------------------------

# On a processor with AVX10, clang 19's native asks for the half of it that has no vectors of 512
# bits, beside AVX-512, which has them, and warns of that at every file. AVX10.1 adds nothing to AVX-512.
ask(macros ${clang} ${TRIPTYCH_ISA_FLAGS} -Werror -dM -E -x c /dev/null)
if(TRIPTYCH_ISA STREQUAL native AND NOT macros)
    list(APPEND TRIPTYCH_ISA_FLAGS -mno-avx10.1-256)
endif()

# Without vectors, since an access has at most 16 bytes; and what only one iteration uses stays there: clang would load it before the
# loop, in each thread.  A sanitizer has calls of its own.
if(NOT "${CMAKE_C_FLAGS} $ENV{CFLAGS}" MATCHES "-fsanitize")
    set(TRIPTYCH_RACES -O1 -gline-tables-only -fsanitize=thread "SHELL:-mllvm -tsan-instrument-func-entry-exit=0"
        "SHELL:-mllvm -force-vector-width=1" -fno-slp-vectorize "SHELL:-mllvm -disable-licm-promotion" -Wno-pass-failed)
endif()

set(TRIPTYCH_OPENMP -fopenmp)
set(TRIPTYCH_OPENMP_LINK)

if(TRIPTYCH_TARGET STREQUAL host)
    # All objects need one and the same -march for the device, even those that the host builds
    # without: images that differ in it are kept apart, and then none of them is complete.
    ask(triple ${clang} -dumpmachine)
    list(APPEND TRIPTYCH_OPENMP -fopenmp-targets=${triple})
    foreach(flag IN LISTS TRIPTYCH_ISA_FLAGS)
        list(APPEND TRIPTYCH_OPENMP "SHELL:-Xopenmp-target=${triple} ${flag}")
    endforeach()
    string(REGEX REPLACE "-.*" " host plugin" TRIPTYCH_OFFLOAD_TARGET ${triple})
elseif(TRIPTYCH_TARGET STREQUAL nvptx)
    list(APPEND TRIPTYCH_OPENMP --cuda-path=${cuda_root} -Wno-unknown-cuda-version)
    if(clang_version VERSION_LESS 15) # one architecture, which is named so
        list(GET archs 0 arch_names)
        list(APPEND TRIPTYCH_OPENMP -fopenmp-targets=nvptx64-nvidia-cuda
            "SHELL:-Xopenmp-target=nvptx64-nvidia-cuda -march=${arch_names}")
    else()
        list(TRANSFORM archs PREPEND --offload-arch=)
        list(APPEND TRIPTYCH_OPENMP ${archs})
    endif()
    link_device_code()
    set(TRIPTYCH_CUDA ${cuda_version})
    set(TRIPTYCH_OFFLOAD_TARGET "nvptx ${arch_names}")
elseif(TRIPTYCH_TARGET STREQUAL amdgpu)
    file(GLOB device_libs LIST_DIRECTORIES true ${TRIPTYCH_ROCM_ROOT}/amdgcn/bitcode
        $ENV{ROCM_PATH}/amdgcn/bitcode /opt/rocm*/amdgcn/bitcode /usr/lib/*/amdgcn/bitcode)
    list(APPEND device_libs none)
    list(GET device_libs 0 device_libs)
    foreach(arch IN LISTS archs)
        string(REPLACE gfx "" number ${arch})
        if(NOT EXISTS ${device_libs}/oclc_isa_version_${number}.bc)
            problem("clang ${clang_version} in ${clang}; ROCm device libraries: ${device_libs}"
                "clang needs them (amdgcn/bitcode/*.bc) for ${arch}"
                "apt-get install rocm-device-libs, or name a ROCm with -DTRIPTYCH_ROCM_ROOT=DIR")
        endif()
    endforeach()
    list(TRANSFORM archs PREPEND --offload-arch=)
    # What clang includes for AMD before a file begins has settled by then what the headers declare.
    list(APPEND TRIPTYCH_OPENMP ${archs} --rocm-device-lib-path=${device_libs} -D_GNU_SOURCE=)
    link_device_code()
    set(TRIPTYCH_OFFLOAD_TARGET "amdgpu ${arch_names}")
endif()
if(NOT TRIPTYCH_OPENMP_LINK)
    set(TRIPTYCH_OPENMP_LINK ${TRIPTYCH_OPENMP})
endif()
if(NOT TRIPTYCH_TARGET STREQUAL none)
    string(APPEND TRIPTYCH_REMARKS " --offload-host-only")
    if(clang_version VERSION_GREATER_EQUAL 16)
        set(TRIPTYCH_NO_REGION --offload-host-only -Qunused-arguments) # of the options for the device
    endif()
    # Of shared libraries, see src/device/images.c.
    set(TRIPTYCH_IMAGES_WAIT -Wl,--wrap=__tgt_register_lib,--wrap=__tgt_unregister_lib)
    # See src/audit/pointers.c and heap_calls.c.
    list(APPEND TRIPTYCH_WATCHED -Wl,--wrap=__tgt_target_kernel,--wrap=omp_target_alloc,--wrap=omp_target_free,--wrap=omp_target_memcpy)
    # Debian's clang leaves no trace of where libomptarget lies, and looks in the system's folders first.
    list(APPEND TRIPTYCH_OPENMP_LINK -L${llvm_lib} -Wl,-rpath,${llvm_lib})
    # Else GNU ld looks through all that libomptarget needs, which is LLVM: four fifths of the time of a link.
    list(APPEND TRIPTYCH_OPENMP_LINK -Wl,--allow-shlib-undefined)
endif()
