#!/bin/bash
# tests/delivery/toolchains.sh -- what configuring says on machines that lack something.
#
# The project's build files are copied to a made-up machine: its PATH, its /usr/lib, /usr/local and
# /opt are folders below a temporary one, and its compilers are stubs. Each case configures a
# preset there, and must get exactly one message, with the words given. One, nvc, goes all the
# way: it is the stand-in of tests/nvc, and its command lines are written down.
set -euo pipefail

case ${TRIPTYCH_PRESET-} in
    asan | tsan) exit 77 ;; # what is tested here is the build, not the code
esac

source=$(cd "$(dirname "$0")/../.." && pwd)
stubs=$source/tests/toolchains
real_cc=$(command -v "${CC:-cc}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
machine=$work/machine # the made-up machine
tree=$work/tree       # the project on it
record=$work/record   # what nvc was called with

mkdir -p "$tree"
cp -R "$source"/{CMakeLists.txt,CMakePresets.json,toolchains,include,packaging} "$tree"
sed -i "s,/usr/lib/,$machine/usr/lib/,g; s,/usr/local,$machine/usr/local,g; s,/opt/,$machine/opt/,g" \
    "$tree"/toolchains/*.cmake
# It is the flags that matter, and a folder has the same for all: two sources of each are there, and quickly compiled.
# In bench there are all, since CMakeLists.txt makes a program of each.
(cd "$source" && find src bench lessons -name '*.c' | sort) |
    awk '{ f = $0; sub("/[^/]*$", "", f) } f == "bench" || ++n[f] <= 2' | while read -r file; do
    mkdir -p "$tree/${file%/*}"
    { sed -n '1 { /^\/\*.*\*\/$/p }' "$source/$file"; echo 'typedef int nothing;'; } >"$tree/$file"
done
for file in bench/store/schema.sql bench/doctor/features/probe.h; do # which configuring reads
    cp "$source/$file" "$tree/$file"
done
mkdir -p "$tree"/docs/waiting
echo 'int main(void) { return 0; }' | tee "$tree"/bench/main/*.c \
    "$tree"/src/describe/main/describe.c "$tree"/docs/waiting/plain.c >/dev/null
echo 'int main(void) { return 0; }' >>"$tree"/lessons/learn.c
unset CC CUDA_PATH CUDA_HOME NVHPC NVHPC_ROOT ROCM_PATH

cases=0
failures=0

# --- Building blocks -----------------------------------------------------------------------------

# An empty machine: what building takes, but no compiler and no NVIDIA or AMD tool.
new_machine() {
    rm -rf "$machine"
    mkdir -p "$machine"/{bin,usr/lib}
    for tool in cmake ninja pkg-config as ld ar ranlib objdump; do
        ln -s "$(command -v $tool)" "$machine/bin"
    done
}

# stub NAME PATH: an instance of the stub tests/toolchains/NAME.in.
stub() {
    mkdir -p "$(dirname "$2")"
    sed "s,@VERSION@,${version-},; s,@ARCHS@,${archs-},; s,@CC@,$real_cc,; s,@RECORD@,$record,;
        s,@CLANG@,$(command -v clang-19),; s,@PYTHON@,$(python3 -c 'import sys; print(sys.executable)'),;
        s,@NVC@,$source/tests/nvc/nvc," \
        "$stubs/$1.in" >"$2"
    chmod +x "$2"
}

# clang VERSION [FILE]...: a clang in its own folder, with these files of its packages.
clang() {
    local version=$1 root=$machine/usr/lib/llvm-${1%%.*}
    stub clang "$root/bin/clang"
    for file in "${@:2}"; do
        mkdir -p "$(dirname "$root/$file")"
        touch "$root/$file"
    done
}
openmp=(lib/libomp.so lib/libomptarget.so lib/resources/include/omp.h)
wrapper=bin/clang-linker-wrapper
nvptx=(lib/libomptarget-nvptx-sm_{70,80,90}.bc)
amdgpu=(lib/libomptarget-amdgpu-gfx{90a,1030}.bc bin/ld.lld)

# gcc VERSION: a gcc without offload compilers.
gcc() {
    local version=$1
    stub gcc "$machine/bin/gcc-${1%%.*}"
}

# offload ARCH...: what such a gcc needs to compile for these GPUs.
offload() {
    local archs="$*"
    stub lto1 "$machine/accel/nvptx-none/lto1"
    touch "$machine/accel/nvptx-none/mkoffload"
}

# gpus CAPABILITY...: NVIDIA GPUs, as the driver's tool reports them.
gpus() {
    printf '#!/bin/sh\nprintf "%%s\\n" %s\n' "$*" >"$machine/bin/nvidia-smi"
    chmod +x "$machine/bin/nvidia-smi"
}

# cuda VERSION ARCH...: a toolkit in /usr/local whose ptxas knows these architectures.
cuda() {
    local version=$1 archs="${*:2}" root=$machine/usr/local/cuda-$1
    archs=\'${archs// /\' \'}\'
    stub ptxas "$root/bin/ptxas"
    mkdir -p "$root"/{include,nvvm/libdevice}
    touch "$root"/{bin/nvlink,nvvm/libdevice/libdevice.10.bc,include/cuda.h}
}

configure() {
    rm -rf "$work/build"
    PATH=$machine/bin cmake -S "$tree" -B "$work/build" --preset "$@" \
        >"$work/out" 2>"$work/err"
}

verdict() {
    cases=$((cases + 1))
    if [[ -z $2 ]]; then
        echo "ok    $1"
    else
        failures=$((failures + 1))
        printf 'FAIL  %s: %s\n' "$1" "$2"
        sed 's/^/      | /' "$work/out" "$work/err"
    fi
}

# refused TITLE PRESET [OPTION]... -- WORD...: configuring fails with one message holding the words.
refused() {
    local title=$1 wrong='' options=()
    shift
    while [[ $1 != -- ]]; do options+=("$1"); shift; done
    shift
    configure "${options[@]}" && wrong="was accepted"
    [[ $(grep -c '^CMake Error' "$work/err") == 1 && $(head -c 11 "$work/err") == "CMake Error" ]] ||
        wrong="not exactly one error"
    grep -qi 'warning' "$work/err" && wrong="a warning, too"
    # Nothing on stdout but the preset and the progress that CMake always prints.
    grep -v -e '^$' -e '^Preset CMake variables:' -e '^  [A-Z_]*\(:[A-Z]*\)\?="' \
        -e '^-- ' -e '^See also' "$work/out" | grep . >/dev/null && wrong="more than the message"
    for word in Found: Wrong: "Do:" "$@"; do
        grep -qF -e "$word" "$work/err" || wrong="no word of \"$word\""
    done
    verdict "$title" "$wrong"
}

# accepted TITLE PRESET [OPTION]... -- WORD...: configuring succeeds; the words are in its result.
accepted() {
    local title=$1 wrong='' options=()
    shift
    while [[ $1 != -- ]]; do options+=("$1"); shift; done
    shift
    configure "${options[@]}" -DTRIPTYCH_TESTS=OFF || wrong="was refused"
    for word in "$@"; do
        grep -qF -e "$word" "$work"/build/{build.ninja,CMakeFiles/rules.ninja,generated/build_info.h} ||
            wrong="no word of \"$word\""
    done
    verdict "$title" "$wrong"
}

# nvcc STATUS: a compiler in the newest toolkit that ends so.
nvcc() {
    printf '#!/bin/sh\nexit %s\n' "$1" >"$machine/usr/local/cuda-13.0/bin/nvcc"
    chmod +x "$machine/usr/local/cuda-13.0/bin/nvcc"
}

# --- The cases -----------------------------------------------------------------------------------

new_machine
refused "no clang" llvm-cpu -- "no clang" clang-19 libomp-19-dev
gcc 12.2.0
rm "$machine/bin/ninja"
refused "no ninja" gcc-cpu -- "no ninja" ninja-build

new_machine
refused "no gcc" gcc-cpu -- "no gcc" "install gcc"
refused "no cross compiler" gcc-aarch64 -- "no aarch64-linux-gnu-gcc" qemu-user-static arm64
refused "no nvc, with a GPU preset" nvhpc-gpu -- "no nvc" NVHPC_ROOT "HPC SDK" llvm-gpu
refused "no nvc, with the CPU preset" nvhpc-cpu -- "no nvc" NVHPC_ROOT "HPC SDK"
clang 13.0.1 "${openmp[@]}"
gcc 11.4.0
refused "clang too old" llvm-cpu -- "clang 13.0.1" "older than 14" clang-19
refused "gcc too old" gcc-cpu -- "gcc 11.4.0" "older than 12"
clang 19.1.7
refused "clang without OpenMP" llvm-cpu -- "clang 19.1.7" "no OpenMP runtime" libomp-19-dev
gcc 12.2.0
refused "gcc without nvptx" gcc-gpu -- "gcc 12.2.0" gcc-12-offload-nvptx
refused "an unknown LLVM" llvm-cpu -DTRIPTYCH_LLVM_ROOT="$work/nowhere" -- "no clang" "$work/nowhere"

clang 19.1.7 "${openmp[@]}"
refused "no sanitizer runtime" asan -- libclang-rt-19-dev
for preset in llvm-host llvm-gpu llvm-amdgpu; do
    refused "no clang-tools, $preset" $preset -- clang-linker-wrapper clang-tools-19
done
clang 19.1.7 $wrapper
refused "no device runtime" llvm-gpu -- "no device runtime for sm_70" libomptarget-nvptx-sm_70.bc
clang 23.1.4 "${openmp[@]}" $wrapper
refused "a newer LLVM without a device runtime" llvm-gpu "-DTRIPTYCH_LLVM_ROOT=$machine/usr/lib/llvm-23" -- libompdevice.a liboffload-21-dev
rm "$machine/usr/lib/llvm-23/lib/libomptarget.so"
refused "a newer LLVM without offload" llvm-gpu "-DTRIPTYCH_LLVM_ROOT=$machine/usr/lib/llvm-23" -- libomptarget.so liboffload-23-dev
rm -r "$machine/usr/lib/llvm-23"
refused "no device runtime for a GPU to come" llvm-gpu -DTRIPTYCH_GPU_ARCHS=sm_100 -- sm_100
refused "no ld.lld" llvm-amdgpu -- ld.lld lld-19
clang 19.1.7 "${amdgpu[@]}"
refused "no llvm-objcopy" llvm-amdgpu -- llvm-objcopy "package llvm-19"
clang 19.1.7 bin/llvm-objcopy
refused "no ROCm" llvm-amdgpu -- "ROCm device libraries" rocm-device-libs TRIPTYCH_ROCM_ROOT

clang 19.1.7 "${nvptx[@]}"
refused "no CUDA" llvm-gpu -- "no CUDA toolkit" toolchains/fetch-cuda TRIPTYCH_CUDA_ROOT
cuda 13.0 sm_75 sm_80 sm_90
refused "CUDA 13 with LLVM 19" llvm-gpu -DTRIPTYCH_GPU_ARCHS=sm_80 -- "clang 19.1.7" \
    "CUDA 13.0 in $machine/usr/local/cuda-13.0" "LLVM before 21" toolchains/fetch-cuda
cuda 12.0 sm_70 sm_80 sm_90
rm "$machine/usr/local/cuda-12.0/bin/nvlink"
refused "CUDA without nvlink" llvm-gpu -- "CUDA 12.0" "without bin/nvlink" "CUDA 13.0"
cuda 11.0 sm_70 sm_80
refused "CUDA too old for the GPU" llvm-gpu -- "does not know sm_90"

cuda 11.8 sm_70 sm_80 sm_90
clang 22.1.8 "${openmp[@]}" $wrapper
accepted "the first that fits" llvm-gpu -- "$machine/usr/lib/llvm-19/bin/clang" \
    --cuda-path="$machine/usr/local/cuda-11.8" --offload-arch=sm_70 --offload-arch=sm_90 \
    -foffload-lto "-rpath,$machine/usr/lib/llvm-19/lib" -ffp-contract=off
clang 22.1.8 lib/nvptx64-nvidia-cuda/libompdevice.a bin/llvm-objcopy
clang 14.0.6 "${openmp[@]}" $wrapper lib/libomptarget-new-nvptx-sm_80.bc bin/llvm-objcopy
clang14=-DTRIPTYCH_LLVM_ROOT=$machine/usr/lib/llvm-14
refused "LLVM 14 with a toolkit without lib" llvm-gpu "$clang14" -- "without lib or lib64"
mkdir "$machine/usr/local/cuda-11.8/lib64"
accepted "LLVM 14: one architecture, in its words" llvm-gpu "$clang14" -- \
    -fopenmp-targets=nvptx64-nvidia-cuda "-Xopenmp-target=nvptx64-nvidia-cuda -march=sm_80"
refused "LLVM 14 for a GPU to come" llvm-gpu "$clang14" -DTRIPTYCH_GPU_ARCHS=sm_90 -- \
    "no device runtime for sm_90"
accepted "LLVM 22 with CUDA 13" llvm-gpu -- "$machine/usr/lib/llvm-22/bin/clang" \
    --cuda-path="$machine/usr/local/cuda-13.0" --offload-arch=sm_80
# Its offload runtime in the system's folder, its device runtime where only clang knows: as Debian's packages have it.
clang 21.1.8 lib/libomp.so lib/resources/include/omp.h $wrapper lib/nvptx64-nvidia-cuda/libompdevice.a bin/llvm-objcopy
mkdir -p "$machine/usr/lib/x86_64-linux-gnu"
touch "$machine/usr/lib/x86_64-linux-gnu/libomptarget.so"
accepted "LLVM 21 as Debian has it" llvm-gpu "-DTRIPTYCH_LLVM_ROOT=$machine/usr/lib/llvm-21" -DTRIPTYCH_GPU_ARCHS=sm_80 -- \
    "$machine/usr/lib/llvm-21/bin/clang" "-rpath,$machine/usr/lib/x86_64-linux-gnu" "link-device" "-lompdevice"
refused "LLVM 21 with CUDA 11.8" llvm-gpu "-DTRIPTYCH_LLVM_ROOT=$machine/usr/lib/llvm-21" -DTRIPTYCH_GPU_ARCHS=sm_80 \
    "-DTRIPTYCH_CUDA_ROOT=$machine/usr/local/cuda-11.8" -- "CUDA 11.8" "too old for LLVM 20"
accepted "an older LLVM where the toolkit is older" llvm-gpu -DTRIPTYCH_GPU_ARCHS=sm_80 \
    "-DTRIPTYCH_CUDA_ROOT=$machine/usr/local/cuda-11.8" -- "$machine/usr/lib/llvm-19/bin/clang"
accepted "a chosen LLVM" llvm-cpu -DTRIPTYCH_LLVM_ROOT="$machine/usr/lib/llvm-19" -- \
    "$machine/usr/lib/llvm-19/bin/clang"
accepted "no nvcc" llvm-cpu -- 'TRIPTYCH_CUDA_PEERS 0'
nvcc 1
accepted "an nvcc that does not work" llvm-cpu -- "bin/nvcc does not work"
nvcc 0
accepted "an nvcc beside the toolkit of clang" llvm-gpu \
    -DTRIPTYCH_CUDA_ROOT="$machine/usr/local/cuda-11.8" -- libtriptych-cuda.so \
    cuda-13.0/bin/nvcc code=sm_80 code=sm_90 code=compute_90 'TRIPTYCH_CUDA_PEERS 1'
accepted "no CUDA peers wanted" llvm-cpu -DTRIPTYCH_PEERS_CUDA=OFF -- "TRIPTYCH_PEERS_CUDA is OFF"
rm "$machine/usr/local/cuda-13.0/bin/nvcc"

PKG_CONFIG_LIBDIR=$work/nowhere \
    refused "no libraries" llvm-cpu -- libpng-dev libjansson-dev libhwloc-dev libsqlite3-dev libcriterion-dev

refused "an unknown instruction set" llvm-cpu -DTRIPTYCH_ISA=bogus -- TRIPTYCH_ISA=bogus native

# --- gcc -----------------------------------------------------------------------------------------

new_machine
gcc 12.2.0
offload sm_30 sm_35 sm_53 sm_70 sm_75 sm_80
accepted "gcc for no GPU in particular" gcc-gpu -- -misa=sm_80
accepted "gcc for what is named" gcc-gpu "-DTRIPTYCH_GPU_ARCHS=sm_90;sm_75" -- -misa=sm_75
gpus 10.0
accepted "gcc for a GPU that is newer" gcc-gpu -- -misa=sm_80
gpus 10.0 7.0
accepted "gcc for the older of two GPUs" gcc-gpu -- -misa=sm_70
gpus 6.1
accepted "gcc for a GPU between two that it knows" gcc-gpu -- -misa=sm_53
gcc 15.1.0
offload sm_30 sm_52 sm_80 sm_89 sm_100
gpus 12.0
accepted "a newer gcc for a newer GPU" gcc-gpu -- -misa=sm_100
gpus 9.0
accepted "a newer gcc for an older GPU" gcc-gpu -- -misa=sm_89
rm "$machine/bin/nvidia-smi"

# --- nvc -----------------------------------------------------------------------------------------

# lines TITLE WORD COUNT FLAG...: the recorded command lines with the word, of which there are at
# least so many, all hold the flags, and no -mp after -mp=....
lines() {
    local title=$1 word=$2 count=$3 wrong=''
    grep -e "$word" "$record" >"$work/out" || true
    (($(wc -l <"$work/out") >= count)) || wrong="fewer than $count"
    for flag in "${@:4}"; do
        ! grep -qvF -e " $flag " "$work/out" || wrong="one without $flag"
    done
    ! grep -q -e ' -mp ' "$work/out" || wrong="one with a bare -mp"
    verdict "$title" "$wrong"
}

exact=(-Kieee -Mnofma -Mnoflushz -Mnodaz -tp=native -O3)
stub nvc "$machine/opt/nvidia/hpc_sdk/Linux_x86_64/25.1/compilers/bin/nvc"
for preset in nvhpc-gpu nvhpc-cpu; do
    flags=(-mp=gpu -gpu=cc80,cc90,nofma -Minfo=mp)
    [[ $preset == nvhpc-gpu ]] || flags=(-mp=multicore)
    : >"$record"
    accepted "nvc is found, $preset" $preset -- "$machine/opt/nvidia/hpc_sdk/Linux_x86_64/25.1"
    : >"$record"
    PATH=$machine/bin cmake --build "$work/build" >"$work/err" 2>&1 || verdict "nvc builds, $preset" no
    lines "nvc compiles, $preset" ' -c .*/src/hotspots/' 2 "${exact[@]}" "${flags[@]}"
    sed -i '/ -c .*\/src\/\(mpi\|describe\)\//d' "$record" # these have no OpenMP, and no arithmetic
    lines "nvc compiles the rest, $preset" ' -c .*/\(src\|bench/measure\)/' 8 "${exact[@]}" "${flags[@]}"
    lines "nvc links, $preset" ' -o bench ' 1 "${exact[@]}" "${flags[@]}"
done

: >"$record"
accepted "a GPU that is newer than nvc" nvhpc-gpu -DTRIPTYCH_GPU_ARCHS=sm_200 -- -gpu=ccnative,nofma "nvptx sm_200"
accepted "warnings are no errors to nvc" nvhpc-gpu -DTRIPTYCH_WERROR=ON -- -Kieee
! grep -q -e '-Werror\|all-warnings' "$work/build/build.ninja" || verdict "no -Werror for nvc" no
for isa in px x86-64 nehalem; do
    refused "no AVX2 for nvc, $isa" nvhpc-cpu -DTRIPTYCH_ISA=$isa -- "TRIPTYCH_ISA=$isa" AVX2 x86-64-v3
done

# --- icx -----------------------------------------------------------------------------------------

rm -rf "$machine/opt"
refused "no icx" intel-gpu -- "no icx" ONEAPI_ROOT setvars.sh llvm-host
stub icx "$machine/opt/intel/oneapi/compiler/2025.1/bin/icx"
refused "icx for another's GPU" intel-gpu -DTRIPTYCH_TARGET=nvptx -- TRIPTYCH_TARGET=nvptx spir64
: >"$record"
accepted "icx is found" intel-gpu -- "$machine/opt/intel/oneapi/compiler/2025.1/bin/icx" "spir64"
: >"$record"
PATH=$machine/bin cmake --build "$work/build" --target bench >"$work/err" 2>&1 || verdict "icx builds" no
exact=(-fp-model=precise -ffp-contract=off -O3 -fiopenmp -fopenmp-targets=spir64)
lines "icx compiles" ' -c .*/src/hotspots/' 2 "${exact[@]}"
lines "icx links" ' -o bench ' 1 "${exact[@]}"

echo "toolchains: $cases cases, $failures failed"
((failures == 0))
