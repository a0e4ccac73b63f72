# The frame of a figure: its canvas, title and caption.
#
# Set before, by frame.c: TERMINAL, SCALE and FONT_SIZE, of the format; FONT, LINE, LETTER, width(); and
# MACHINE.  By the figure: TITLE, SETTINGS and LEGEND, which with the machine are the caption; and of the
# plot, in pixels, WIDTH, HEIGHT and the margins LEFT, RIGHT, TOP, BOTTOM.  The caption comes below it.

# ---- The caption in lines of whole words; a list without spaces is broken after a comma ----

fits = int((WIDTH - 2 * FONT) / LETTER)

# How much of a text is a line that ends at character i; 0: none does.
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
eval sprintf("set terminal %s noenhanced size %d,%d font 'sans-serif,%g' linewidth %d", \
    TERMINAL, WIDTH * SCALE, H * SCALE, FONT_SIZE, SCALE)
below(y) = 1 - 1. * y / H
beside(x) = 1. * x / WIDTH

set lmargin at screen beside(LEFT)
set rmargin at screen beside(WIDTH - RIGHT)
set tmargin at screen below(TOP)
set bmargin at screen below(HEIGHT - BOTTOM)
set border 3
set tics nomirror
set key off
set label TITLE at screen beside(FONT),below(LINE) left
do for [i = 1:lines] {
    set label LINES_BELOW[i] at screen beside(FONT),below(HEIGHT + (i - 0.5) * LINE) left
}
