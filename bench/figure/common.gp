# Shared by all figures.  Input: FORMAT, svg or png; MACHINE; and PATH, the paths that get colours.

set encoding utf8
FONT = 14 # lengths are in pixels of 1/96 inch: 10.5 pt in print
LINE = 18
WIDTH = 400 # of every figure: on a telephone, where a page has about 350 pixels, letters are still 12 pixels high
width(text) = 0.57 * FONT * strlen(text) # about: an average letter of the sans serifs there are
min(a, b) = a < b ? a : b
max(a, b) = a > b ? a : b

# ---- The look of a path: a colour, and two markers, filled and open ----

# The palette of M. Okabe and K. Ito, safe for colour blindness, without its yellow, which is too faint on
# white.  Paths without a fixed colour take the last ones, in their order.
known = 'reference simd avx2 offload cuda origin scalar'
array COLOURS[10] = [0x000000, 0x0072B2, 0xD55E00, 0x009E73, 0xCC79A7, 0x777777, 0x56B4E9, \
    0xE69F00, 0x56B4E9, 0xCC79A7]
array FILLED[10] = [7, 5, 9, 11, 13, 15, 7, 15, 13, 5] # an open one is the number before

array STYLE[|PATH|]
others = 0
do for [i = 1:|PATH|] {
    STYLE[i] = 0
    do for [k = 1:words(known)] { if (PATH[i] eq word(known, k)) { STYLE[i] = k } }
    if (!STYLE[i]) { STYLE[i] = words(known) + 1 + others % 3; others = others + 1 }
}
colour_of(path) = COLOURS[STYLE[path]]
filled(path) = FILLED[STYLE[path]]

