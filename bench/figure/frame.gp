# The frame of a figure: its canvas, title and caption.
#
# The figure has set TITLE, SETTINGS and LEGEND (the caption, together with the machine), and the size of the
# plot in pixels: HEIGHT and the margins LEFT, RIGHT, TOP, BOTTOM.  Below the plot are KEYS texts that explain marks,
# KEY, to the right of INDENT pixels for these, then the caption.  mark_y(k) is the height of the mark of key k.

# ---- All texts, wrapped at spaces; a list without spaces is wrapped after a comma ----

fits(indent) = int((WIDTH - 2 * FONT - indent) / width(' '))

# The length of a line if it can end at character i; 0: it cannot.
cut(text, i) = text[i:i] eq ' ' || i == strlen(text) + 1 ? i - 1 : text[i:i] eq ',' ? i : 0

# Text 0 is the title; then come the keys, and the parts of the caption.
indent_of(text) = text > 0 && text <= KEYS ? INDENT : 0
text_at(text) = text == 0 ? TITLE : text <= KEYS ? KEY[text] : text == KEYS + 1 ? SETTINGS : \
    text == KEYS + 2 ? LEGEND : MACHINE

array TEXT_LINE[1000]
array LINE_INDENT[1000]
array KEY_LINE[KEYS + 1]
title_lines = 0
lines = 0
do for [text = 0:KEYS + 3] {
    rest = text_at(text)
    if (text > 0 && text <= KEYS) { KEY_LINE[text] = lines - title_lines + 1 }
    while (strlen(rest) > 0 && lines < |TEXT_LINE|) {
        most = fits(indent_of(text))
        length = 0
        do for [i = most + 1:2:-1] { if (!length) { length = cut(rest, i) } }
        do for [i = most + 2:strlen(rest) + 1] { if (!length) { length = cut(rest, i) } }
        lines = lines + 1
        TEXT_LINE[lines] = rest[1:length]
        LINE_INDENT[lines] = indent_of(text)
        rest = rest[length + 1:*]
        if (rest[1:1] eq ' ') { rest = rest[2:*] }
    }
    if (text == 0) { title_lines = lines }
}

# ---- The canvas ----

# A title of several lines moves everything else down.
shift = max(title_lines - 1, 0) * LINE
gap = KEYS > 0 ? LINE / 2 : 0 # between the keys and the caption
H = HEIGHT + shift + gap + (lines - title_lines + 1) * LINE
# A PNG has three pixels for each pixel here; cairo's font sizes are in points, 4/3 of a pixel.
terminal(kind, scale, font) = \
    sprintf("set terminal %s background rgb 'white' noenhanced size %d,%d font 'sans-serif,%g' linewidth %d", \
        kind, WIDTH * scale, H * scale, font, scale)
eval FORMAT eq 'svg' ? terminal('svg', 1, FONT) : terminal('pngcairo pointscale 3', 3, 3 * 0.75 * FONT)
below(y) = 1 - 1. * (y + shift) / H
beside(x) = 1. * x / WIDTH
line_y(line) = line <= title_lines ? line * LINE - shift : HEIGHT + (line - title_lines - 0.5) * LINE + \
    (LINE_INDENT[line] > 0 ? 0 : gap)
# Of the line beside a key.  Arrows that differ only in their dashes become one path of gnuplot's SVG.
sample_width(dash) = 1.6 + 0.01 * dash
mark_y(k) = HEIGHT + (KEY_LINE[k] - 0.5) * LINE

set lmargin at screen beside(LEFT)
set rmargin at screen beside(WIDTH - RIGHT)
set tmargin at screen below(TOP)
set bmargin at screen below(HEIGHT - BOTTOM)
set border 3
set tics nomirror
set key off noautotitle
do for [i = 1:lines] {
    set label TEXT_LINE[i] at screen beside(FONT + LINE_INDENT[i]),below(line_y(i)) left
}
