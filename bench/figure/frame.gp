# The frame of a figure: its canvas, title and caption.
#
# The figure has set TITLE, SETTINGS and LEGEND (the caption, together with the machine), and the size of the
# plot in pixels: WIDTH, HEIGHT and the margins LEFT, RIGHT, TOP, BOTTOM.  The caption is below the plot.

# ---- The caption, wrapped at spaces; a list without spaces is wrapped after a comma ----

fits = int((WIDTH - 2 * FONT) / width(' '))

# The length of a line if it can end at character i; 0: it cannot.
cut(text, i) = text[i:i] eq ' ' || i == strlen(text) + 1 ? i - 1 : text[i:i] eq ',' ? i : 0

array LINES_BELOW[200]
lines = 0
array CAPTION[3] = [SETTINGS, LEGEND, MACHINE]
do for [part = 1:|CAPTION|] {
    rest = CAPTION[part]
    while (strlen(rest) > 0 && lines < |LINES_BELOW|) {
        length = 0
        do for [i = fits + 1:2:-1] { if (!length) { length = cut(rest, i) } }
        do for [i = fits + 2:strlen(rest) + 1] { if (!length) { length = cut(rest, i) } }
        lines = lines + 1
        LINES_BELOW[lines] = rest[1:length]
        rest = rest[length + 1:*]
        if (rest[1:1] eq ' ') { rest = rest[2:*] }
    }
}

# ---- The canvas ----

H = HEIGHT + (lines + 1) * LINE
# A PNG has three pixels for each pixel here; cairo's font sizes are in points, 4/3 of a pixel.
terminal(kind, scale, font) = \
    sprintf("set terminal %s background rgb 'white' noenhanced size %d,%d font 'sans-serif,%g' linewidth %d", \
        kind, WIDTH * scale, H * scale, font, scale)
eval FORMAT eq 'svg' ? terminal('svg', 1, FONT) : terminal('pngcairo pointscale 3', 3, 3 * 0.75 * FONT)
below(y) = 1 - 1. * y / H
beside(x) = 1. * x / WIDTH

set lmargin at screen beside(LEFT)
set rmargin at screen beside(WIDTH - RIGHT)
set tmargin at screen below(TOP)
set bmargin at screen below(HEIGHT - BOTTOM)
set border 3
set tics nomirror
set key off noautotitle
set label TITLE at screen beside(FONT),below(LINE) left
do for [i = 1:lines] {
    set label LINES_BELOW[i] at screen beside(FONT),below(HEIGHT + (i - 0.5) * LINE) left
}
