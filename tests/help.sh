#!/bin/bash
# help.sh BUILD -- what helps with a command line: --help on a screen, the manual, completion in bash and zsh.
set -uo pipefail

source=${TRIPTYCH_SOURCE_DIR:?}
. "$(dirname "$0")/shared/by_hand.sh"

# --- A screen, and the manual --------------------------------------------------------------------------------------

for program in bench compare render explore study versus verdict draw doctor; do
    "$program" --help >help 2>&1 || complain "$program --help: status $?"
    (($(wc -l <help) <= 40 && $(wc -L <help) <= 80)) || complain "$program --help: no screen"
    grep -q "^Usage: $program " help && grep -q -e "--help=all" help || complain "$program --help: $(cat help)"
    (($(grep -c 'Exit status: ' help) == 1)) || complain "$program --help: statuses: $(cat help)"
    "$program" --help=man >"triptych-$program.1" || complain "$program --help=man: status $?"
    # Every option of the whole list is in the manual.
    "$program" --help=all | grep -oE '^ +(-o, )?--[a-z-]+' | grep -oE -e '--[a-z-]+' | sort -u >options
    (($(wc -l <options) >= 5)) || complain "$program --help=all: no options"
    while read -r option; do
        grep -qF -e "${option//-/\\-}" "triptych-$program.1" || complain "triptych-$program.1: no $option"
    done <options
    if command -v groff >/dev/null; then
        groff -man -ww -z "triptych-$program.1" 2>said
        [[ ! -s said ]] || complain "triptych-$program.1: $(head -n 1 said)"
    fi
done
# Options that a program would refuse are not shown, nor hotspots that it does not take.
for refused in "versus --set" "verdict --threads" "draw --devices" "doctor --path" "explore --output" "explore --devices" \
    "explore --halo" "explore --input" "explore vecadd" "versus Hotspot" "draw Hotspot"; do
    for form in all words; do
        ! "${refused% *}" "--help=$form" | grep -e "${refused#* }" >/dev/null || complain "${refused% *} --help=$form: shows ${refused#* }"
    done
done
grep -qx 'Hotspots: julia, mandelbrot' <(explore --help) && explore --help=man | grep '^Hotspot julia' >/dev/null ||
    complain "explore --help: does not show its two hotspots"
(($(bench --help | grep -c '^  -') == 10)) || complain "bench --help: not ten options"
bench --help=all >help
for said in 'iterations  *steps' 'from 1 to 1000000000' 'fused, plain, listing4' '--set.*NAME=VALUE' '--variant=LIST'; do
    grep -q -e "$said" help || complain "bench --help=all: no $said"
done
for words in "--help mandelbrot" "mandelbrot --help" "--help=mandelbrot"; do
    read -ra words <<<"$words"
    bench "${words[@]}" >help
    grep -q '^Hotspot mandelbrot: ' help && grep -q '^  --variant tuned ' help && ! grep -q 'Hotspot julia' help ||
        complain "bench ${words[*]}: not mandelbrot alone"
done
bench --help=mandelbrod >help 2>said
(($? == 2)) && [[ ! -s help && $(<said) == "bench: --help mandelbrod: did you mean mandelbrot?"* ]] ||
    complain "bench --help=mandelbrod: $(cat help said)"

# --- Help names a command that works where the user is -------------------------------------------------------------

# names COMMAND WORD...: how it was started.
names() {
    "$@" --help >help 2>&1 && grep -q "^Usage: $1 " help && grep -q "^  $1 --help=all" help || complain "$1 --help: $(cat help)"
}
mkdir started
ln -s "$build" started/here
names bench
names started/here/bench
names started/here/study
triptych compare --help | grep '^Usage: compare ' >/dev/null || complain "triptych in the build folder does not find its programs"

# --- Completion ------------------------------------------------------------------------------------------------------

. "$source/toolchains/completion/triptych.bash"

# offers WORDS: what bash would offer for the last word. What readline splits is split here.
offers() {
    local line=$1
    read -ra COMP_WORDS <<<"${line//=/ = }"
    [[ $line != *[\ =] ]] || COMP_WORDS+=("")
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    COMPREPLY=()
    local function=_triptych
    [[ $line != *run* ]] || function=_triptych_run
    "$function" "${COMP_WORDS[0]}" 2>/dev/null
    printf '%s ' "${COMPREPLY[@]}"
}

# expect WORDS|WANTED
asked=(
    'bench man|mandelbrot '
    'bench vecadd,ju|vecadd,julia '
    'triptych ver|versus verdict '
    'triptych bench mat|matmul '
    'bench matmul --set |n= m= k= '
    'bench --set reso|resolution= '
    'bench vecadd --variant pl|plain plain-simd '
    'bench --path=si|simd '
    'bench --path simd,a|simd,avx2 '
    'bench --precision |double float '
    'bench --js|--json '
    'render --pal|--palette '
    'explore --scr|--script '
    'explore |julia mandelbrot '
    'bench --help lap|laplace '
)
for line in "${asked[@]}"; do
    wanted=$(tr ' ' '\n' <<<"${line#*|}" | sort | xargs)
    got=$(offers "${line%|*}" | tr ' ' '\n' | sort | xargs)
    [[ $got == "$wanted" ]] || complain "bash, ${line%|*}: offers $got, not $wanted"
done
touch rows.jsonl
[[ $(offers 'bench --json row') == "rows.jsonl " ]] || complain "bash: no files for --json"
(cd "$source" && [[ $(offers 'bench/run --preset llvm-h') == "llvm-host " ]]) || complain "bash: no presets"

# What zsh makes of a line once the tab key is pressed, on a terminal of its own.
cat >press_tab.py <<'END'
import os, pty, select, sys, time

def read(seconds):
    said, end = b"", time.time() + seconds
    while time.time() < end:
        if select.select([terminal], [], [], 0.1)[0]:
            said += os.read(terminal, 65536)
    return said.decode(errors="replace")

child, terminal = pty.fork()
if child == 0:
    os.execvp("zsh", ["zsh", "-f", "-i"])
os.write(terminal, f"fpath+=({sys.argv[1]}); autoload -U compinit; compinit -u -D; print REA''DY\n".encode())
ready, end = "", time.time() + 30
while "READY" not in ready and time.time() < end:
    ready += read(0.5)
for pair in sys.argv[2:]:
    line, wanted = pair.split("|")
    os.write(terminal, line.encode() + b"\t")
    said, end = "", time.time() + 20
    while wanted not in said and time.time() < end:
        said += read(0.5)
    if wanted not in said:
        print(f"zsh, {line}: {said!r}, not {wanted}")
    os.write(terminal, b"\x03")
    read(0.5)
END
if command -v zsh >/dev/null && command -v python3 >/dev/null; then
    TERM=xterm python3 press_tab.py "$source/toolchains/completion" 'bench man|bench mandelbrot' \
        'bench matmul --variant regi|--variant register-blocks' 'bench --path=si|--path=simd' \
        'bench vecadd,ju|vecadd,julia' 'bench vecadd --set n|--set n=' >said 2>&1
    [[ ! -s said ]] || complain "$(cat said)"
else
    echo "zsh or python3 is not there: zsh's completion is not tried"
fi

finish
