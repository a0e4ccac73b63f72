#!/bin/bash
# explore.sh BUILD -- explore by hand: scripts without a display, and the window itself on a display of Xvfb.
#
# The window's part needs Xvfb, xdotool and python3; where one is not there it is left out, with a word.
set -uo pipefail

server=
. "$(dirname "$0")/shared/by_hand.sh"
trap '[[ -z $server ]] || kill "$server"; rm -rf "$work"' EXIT
unset DISPLAY WAYLAND_DISPLAY

# ends STATUS PATTERN WORD...: explore ends so, with one line of this kind, and has written nothing.
ends() {
    expect "$1" "$2" explore "${@:3}"
    [[ ! -s .out ]] || complain "explore ${*:3}: has written something"
}

# script LINE...: the file `script` of these lines.
script() { printf '%s\n' "$@" >script; }

# play WORD...: explore plays the file.
play() {
    good explore --script script "$@" || tr '\n' ';' <script
}

# --- What is wrong: nothing is done, although the line before could be ------------------------------------------

small=(--path simd --set "width=64,height=36,iterations=100")
ends 2 "--script /dev/zero: cannot be read: File too large" --script /dev/zero
script "save a.png" "variant v0"
ends 2 "script:2: variant v0: " --script script "${small[@]}"
script "save a.png" "view -0.75 0 1e-14"
ends 2 "script:2: double ends here" --script script "${small[@]}"
script "save a.png" "save no/b.png"
ends 2 "script:2: no/b.png: cannot be created" --script script "${small[@]}"
script "save a.png" "save b.jpg"
ends 2 "script:2: save b.jpg: has to end in .png" --script script "${small[@]}"

# --- A card: of a GPU's kernel alone -----------------------------------------------------------------------------

script "card" "key k"
play "${small[@]}"
[[ $(<.out) == $'no kernel of a GPU: simd runs on the CPU\nno kernel of a GPU: simd runs on the CPU' ]] ||
    complain "explore: card: $(<.out)"

# --- A script -----------------------------------------------------------------------------------------------------

script "time 3" "difference off" "precision double" "time 1" "julia -0.8 0.156" "time 1"
play "${small[@]}"
numbers='[0-9.e+]+ frames/s \([0-9.]+ [mµn]?s\), [0-9.]+ [GMk]? ?iterations/s'
grep -Exq "mandelbrot, float, simd tuned, 100 iterations; 64 x 36 on cpu; $numbers; float and double differ in [0-9]+ pixels \([0-9.]+ %\)" .out &&
    grep -Exq "mandelbrot, double, simd tuned, 100 iterations; 64 x 36 on cpu; $numbers" .out &&
    grep -Exq "julia, double, simd tuned, 400 iterations; 64 x 36 on cpu; $numbers" .out && (($(wc -l <.out) == 3)) ||
    complain "time prints $(<.out)"

# description FILE.png: its text.
description() {
    local at length
    at=$(grep -abo tEXt "$1" | sed -n '1s/:.*//p')
    length=$(od -An -j$((at - 4)) -N4 -tu4 --endian=big "$1")
    tail -c +$((at + 5)) "$1" | head -c "$length" | tr '\0' '\n' | tail -n 1
}

# A saved picture holds the command by which render makes the same file, byte for byte.
for palette in lagoon ember coursework; do
    script "palette $palette" "zoom 6 20 12" "drag 1 2 9 3" "save a.png"
    play "${small[@]}"
    command=$(description a.png)
    read -ra words <<<"$command"
    "${words[@]}" --path simd -o b.png >.out 2>.err || complain "$command: status $?"
    cmp a.png b.png || complain "$palette: render makes another picture of it"
done

# Keys are steps; quitting ends a script; what is saved by key takes the next free name.
script "key f" "key c" "zoom 2 30 30" "key +" "save a.png"
play "${small[@]}"
script "precision double" "palette ember" "zoom 2 30 30" "iterations 200" "key s" "key s" "key q" "save c.png"
play "${small[@]}"
cmp a.png explore-1.png && cmp a.png explore-2.png && [[ ! -e c.png ]] || complain "keys are not what they stand for"
rm -f ./*.png

# --- Without SDL, and without a display ------------------------------------------------------------------------------

checks=$((checks + 1))
for file in explore libtriptych-programs.so libtriptych.so; do
    ! readelf -d "$build/$file" | grep 'NEEDED.*SDL' || complain "$file depends on SDL"
done
if ! grep -q 'TRIPTYCH_WINDOW 1' "$build/generated/build_info.h"; then
    ends 1 "built without SDL2, so there is no window: apt-get install libsdl2-dev libsdl2-gfx-dev, and build again" "${small[@]}"
    echo "this build has no window"
    finish
fi
ends 1 "no display: neither DISPLAY nor WAYLAND_DISPLAY is set; --script FILE takes none" "${small[@]}"
mkdir broken
: >broken/libSDL2-2.0.so.0
LD_LIBRARY_PATH=$work/broken ends 1 "a window takes SDL2 \(.*\): apt-get install libsdl2-2.0-0 libsdl2-gfx-1.0-0" "${small[@]}"
SDL_VIDEODRIVER=x11 ends 1 "no window: .*; --script FILE takes no display" "${small[@]}"
[[ ${TRIPTYCH_PRESET-} != [at]san ]] || { echo "no display, no window with sanitizers: X's and D-Bus's libraries leak"; finish; }
XDG_RUNTIME_DIR=$work DISPLAY=:4077 ends 1 "no display: what DISPLAY or WAYLAND_DISPLAY names cannot be reached; --script" "${small[@]}"

# --- The window ------------------------------------------------------------------------------------------------------

for tool in Xvfb xdotool python3; do
    command -v $tool >/dev/null || { echo "$tool is not there: no window is opened"; finish; }
done

# What the screen shows at X Y, against a PNG whose rows have no filter: as explore saves them.
cat >same.py <<'END'
import struct, sys, zlib
x0, y0 = int(sys.argv[2]), int(sys.argv[3])
png, at, data = open(sys.argv[1], "rb").read(), 8, b""
while at < len(png):
    n, kind = struct.unpack(">I4s", png[at : at + 8])
    chunk = png[at + 8 : at + 8 + n]
    if kind == b"IHDR":
        width, height = struct.unpack(">II", chunk[:8])
    data += chunk if kind == b"IDAT" else b""
    at += n + 12
rows = zlib.decompress(data)
screen = open("Xvfb_screen0", "rb").read()
header = struct.unpack(">25I", screen[:100])
begin, line = header[0] + header[19] * 12, header[12]
for y in range(height):
    row = rows[y * (3 * width + 1) :][: 3 * width + 1]
    assert row[0] == 0, "a filter"
    at = begin + (y0 + y) * line + 4 * x0
    shown = screen[at : at + 4 * width]
    if bytes(b for i in range(0, 4 * width, 4) for b in (shown[i + 2], shown[i + 1], shown[i])) != row[1:]:
        sys.exit(1)
END

mkfifo ready
Xvfb -displayfd 3 -screen 0 800x600x24 -fbdir "$work" 3>ready >.xvfb 2>&1 &
server=$!
read -r -t 60 display <ready || { complain "Xvfb does not start: $(<.xvfb)"; finish; }
export DISPLAY=:$display SDL_VIDEODRIVER=x11 SDL_RENDER_DRIVER=software

# until SECONDS COMMAND...: waits for it to be true.
until_true() {
    local end=$((SECONDS + $1))
    until "${@:2}"; do
        ((SECONDS < end)) || return 1
        sleep 0.1
    done
}

explore "${small[@]}" --set width=300,height=200 >.out 2>.err </dev/null &
program=$!
window=$(timeout 60 xdotool search --sync --onlyvisible --name '^explore$') ||
    { complain "no window opens"; kill $program; finish; }
eval "$(xdotool getwindowgeometry --shell "$window" | grep -E '^[XY]=')"

# The same by hand and by a script: the mouse, its wheel, keys.
press() { for key; do xdotool key "$key"; sleep 0.2; done; }
checks=$((checks + 1))
xdotool mousemove $((X + 90)) $((Y + 70)) click 4 click 4
sleep 0.5
xdotool mousedown 1 mousemove $((X + 120)) $((Y + 40)) mouseup 1
sleep 0.5
press f d plus h h s
until_true 30 test -s explore-1.png || complain "the key s saves nothing"
script "zoom 1.25 90 70" "zoom 1.25 90 70" "drag 90 70 120 40" "precision double" "difference paint" "iterations 200" "save a.png"
[[ -s explore-1.png ]] && until_true 30 python3 same.py explore-1.png "$X" "$Y" ||
    complain "the window shows something else than what it saves"
press q
until_true 30 bash -c "! kill -0 $program 2>/dev/null" || { complain "the key q does not end it"; kill -9 $program; }
wait $program || complain "a window that was closed: status $?"
set_aside
[[ ! -s .out && ! -s .err ]] || complain "a window that was closed: is not silent"
play "${small[@]}" --set width=300,height=200
cmp a.png explore-1.png || complain "the mouse and the keys do something else than the script's steps"
finish
