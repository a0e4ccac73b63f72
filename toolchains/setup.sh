# shellcheck shell=bash
# toolchains/setup.sh -- what bench/run and tests/run share; they source it.
#
# One idea: try to configure, and when that fails, remedy what can be remedied and try again. So a
# machine that has what it takes is never touched, however it came by it.
#
# The caller sets `me` to its name and `usage` to its help, and calls parse_arguments, then build.
# shellcheck disable=SC2154 # they are assigned there

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

say() { echo "$me: $*" >&2; }

fail() {
    say "$*"
    exit 1
}

# --- Arguments -----------------------------------------------------------------------------------

# Takes --preset and -D options out of the arguments; leaves the others in `rest`.
parse_arguments() {
    preset=$(best_preset)
    defines=()
    rest=()
    while (($#)); do
        case $1 in
            --help) echo "$usage"; exit 0 ;;
            --preset) shift; preset=${1-} ;;
            --preset=*) preset=${1#*=} ;;
            -D?*) defines+=("$1") ;;
            --) rest+=("${@:2}"); break ;;
            *) rest+=("$1") ;;
        esac
        shift || true
    done
    check_preset
}

check_preset() {
    [[ $preset =~ ^[a-z] ]] && grep -q "\"name\": \"$preset\"" "$root/CMakePresets.json" || {
        say "--preset '$preset': there is no such preset; cmake --list-presets shows those there are"
        exit 2
    }
}

# Offload in every case: to the NVIDIA GPU if there is one, else to the CPU as if it were one.
best_preset() {
    if ! nvidia-smi -L >/dev/null 2>&1; then
        echo llvm-host
    elif command -v nvc >/dev/null && ! command -v clang clang-19 apt-get >/dev/null; then
        echo nvhpc-gpu
    else
        echo llvm-gpu
    fi
}

# --- Packages ------------------------------------------------------------------------------------

# What the preset needs, by `compiler_version` if the caller says one.  From LLVM 20 on, what offload takes is a package of its
# own; from 22 on, clang packs images by a program of LLVM's.
packages() {
    local number=${compiler_version:-19} gcc_package=gcc${compiler_version:+-$compiler_version}
    local clang=("clang-$number" "clang-tools-$number" "libomp-$number-dev" "libclang-rt-$number-dev") # the last for sanitizers
    ((number < 20)) || clang+=("liboffload-$number-dev" "llvm-$number")
    local words=(libpng-dev libjansson-dev libhwloc-dev libsqlite3-dev)
    case $preset in
        llvm-amdgpu) words+=("${clang[@]}" "llvm-$number" "lld-$number" rocm-device-libs) ;;
        llvm-gpu | package | coverage) words+=("${clang[@]}" "llvm-$number") ;;
        llvm-*) words+=("${clang[@]}") ;;
        asan | tsan | fuzz) words+=("clang-$number" "libomp-$number-dev" "libclang-rt-$number-dev" "llvm-$number") ;;
        gcc-cpu) words+=("$gcc_package" libc6-dev) ;;
        gcc-gpu) words+=("$gcc_package" libc6-dev "$gcc_package-offload-nvptx") ;;
        gcc-aarch64) words=("${words[@]/%/:arm64}" gcc-aarch64-linux-gnu libc6-dev:arm64 libgomp1:arm64 qemu-user-static) ;;
    esac
    [[ $preset == gcc-aarch64 ]] || words+=(libcriterion-dev)
    [[ $preset != gcc-aarch64 && $(uname -m) != aarch64 ]] || words+=(libsimde-dev)
    printf '%s\n' cmake ninja-build pkg-config patch "${words[@]}"
}

# Those of the packages that are not installed.
missing_packages() {
    local package
    for package; do
        [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) == installed ]] ||
            echo "$package"
    done
}

# Installs these packages; this is the only thing that is ever done as root.
install_packages() {
    local as_root=()
    local command="apt-get update && apt-get install -y --no-install-recommends $*"
    [[ $command != *:arm64* ]] || command="dpkg --add-architecture arm64 && $command"
    if ((EUID != 0)); then
        command -v sudo >/dev/null || {
            say "packages are missing, and installing them takes root. As root, run"
            fail "    $command"
        }
        as_root=(sudo)
    fi
    say "installing $*"
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive sh -c "$command" >>"$log" 2>&1 </dev/null || {
        tail -n 20 "$log" >&2
        fail "the packages could not be installed; the whole log is in $log"
    }
}

# --- Build ---------------------------------------------------------------------------------------

# What CMake complains of ends up in `complaint`.
configure() {
    command -v cmake >>"$log" || { complaint="cmake is missing"; return 1; }
    complaint=$(cmake -S "$root" --preset "$preset" "${defines[@]}" "$@" 2>&1 >>"$log")
}

# Configures again after whatever can be done about a failure has been done.
remedy() {
    local missing=()
    if command -v apt-get >/dev/null; then
        # shellcheck disable=SC2046 # each name is a word
        mapfile -t missing < <(missing_packages $(packages))
        ((${#missing[@]} == 0)) || install_packages "${missing[@]}"
    fi
    configure --fresh && return
    # CMake's own message says when CUDA is what is wanting.
    [[ $complaint == *toolchains/fetch-cuda* ]] && "$root/toolchains/fetch-cuda" >&2 &&
        configure --fresh
}

# A bare chroot lacks what the libraries look for at every start, and do without: hwloc's complaint
# can be silenced, that of LLVM's OpenMP runtime only be explained.
greet_chroot() {
    [[ -d /sys/devices ]] || export HWLOC_HIDE_ERRORS=2
    [[ ! -d /dev/shm || -w /dev/shm ]] || {
        say "/dev/shm is not writable here, of which \"OMP: Warning #179\" will tell; as root, run"
        say "    mount -t tmpfs -o mode=1777 tmpfs /dev/shm"
    }
}

# Writes what it reads into the log, and on a terminal how many steps are done: "[12/503]".
watch_steps() {
    local line
    while IFS= read -r line; do
        printf '%s\n' "$line" >>"$log"
        [[ ! -t 2 || ! $line =~ ^\[[0-9]+/[0-9]+\] ]] || printf '\r%s: %s ' "$me" "${BASH_REMATCH[0]}" >&2
    done
    [[ ! -t 2 ]] || printf '\r\033[K' >&2
}

compile() {
    cmake --build "$root/build/$preset" ${targets:+--target "${targets[@]}"} 2>&1 | watch_steps
}

# Configures and builds the preset, all of it or the `targets`; quiet, unless it goes wrong.
targets=()
build() {
    greet_chroot
    mkdir -p "$root/build"
    log=$root/build/$preset.log
    : >"$log"
    [[ -f $root/build/$preset/build.ninja ]] || say "building the preset $preset"
    configure || remedy || {
        printf '%s\n' "$complaint" >&2
        fail "the preset $preset cannot be configured; the whole log is in $log"
    }
    compile || {
        tail -n 40 "$log" >&2
        fail "the preset $preset does not build; the whole log is in $log"
    }
}
