# The roofline.  roofline.sql has set TITLE; SETTINGS, which all points have in common; and for POINTS points from
# the lowest to the highest, ROOFS roofs and SLOPES slopes: the position in instructions and bytes a second, the
# label, whether it is of floats, and the number of its path.

LEGEND = 'Filled marks, solid roofs: double; open, dashed: float. Instructions are floating-point ones of one ' . \
    'lane, an fma is one. Percentages are of what binds the path, which may be neither.'
LEADER = 24 # pixels from a point to its number;
BESIDE = 7  # of these, to where the line to it begins

# ---- Points have numbers, from the highest on, and roofs too, which the keys below the plot explain ----

number_of(i) = sprintf('%d', POINTS + 1 - i)
roof_number(i) = sprintf('R%d', ROOFS + 1 - i)
KEYS = POINTS + ROOFS
array KEY[max(KEYS, 1)]
do for [i = 1:POINTS] { KEY[POINTS + 1 - i] = number_of(i) . ': ' . POINT_LABEL[i] }
do for [i = 1:ROOFS] { KEY[KEYS + 1 - i] = roof_number(i) . ': ' . ROOF_LABEL[i] }
INDENT = 2 * FONT

# ---- The canvas: high enough for all numbers in one column ----

point_width = width(sprintf('%d', POINTS))
LEFT = 88
RIGHT = LEADER + int(width(sprintf('R%d', ROOFS)))
TOP = 2 * LINE
BOTTOM = 7 * LINE / 2
HEIGHT = int(max(400, TOP + BOTTOM + (max(POINTS, ROOFS) + 1) * LINE))
plot_width = 1. * WIDTH - LEFT - RIGHT
plot_height = 1. * HEIGHT - TOP - BOTTOM

# ---- The corners of the plot, as log10 like all positions: a decade of the slopes, half a decade below and above,
# and the width of the labels to the right of LAST, the rightmost point or ridge ----

X0 = Y0 = 1e9
LAST = Y1 = -1e9
do for [i = 1:POINTS] {
    POINT_X[i] = log10(POINT_X[i])
    POINT_Y[i] = log10(POINT_Y[i])
    X0 = min(X0, POINT_X[i] - 0.5)
    Y0 = min(Y0, POINT_Y[i] - 0.5)
    Y1 = max(Y1, POINT_Y[i] + 0.5)
    LAST = max(LAST, POINT_X[i])
}
do for [i = 1:ROOFS] {
    ROOF_TOP[i] = log10(ROOF_TOP[i])
    ROOF_BYTES[i] = log10(ROOF_BYTES[i])
    ridge = ROOF_TOP[i] - ROOF_BYTES[i]
    X0 = min(X0, ridge - 1)
    Y0 = min(Y0, ROOF_TOP[i] - 0.5)
    Y1 = max(Y1, ROOF_TOP[i] + 0.5)
    LAST = max(LAST, ridge)
}
SX = (plot_width - point_width - LEADER - 4) / (LAST - X0) # pixels of a decade
SY = plot_height / (Y1 - Y0)
X1 = X0 + plot_width / SX

# ---- Columns of numbers, each between its points and those of the next column; the last is for roofs ----

array LABEL_X[max(POINTS, 1)]
array LABEL_Y[POINTS + ROOFS]
array COLUMN[POINTS + ROOFS]
needed = (point_width + LEADER + 4) / SX
columns = 0
do for [k = 1:POINTS] {
    i = int(POINT_FROM_RIGHT[k])
    if (k == 1 || POINT_X[i] + needed < before) {
        columns = columns + 1
        column_x = POINT_X[i] + LEADER / SX
    }
    before = POINT_X[i]
    COLUMN[i] = columns
    LABEL_X[i] = column_x
}
if (!POINTS) { # there are no empty arrays: a point, which is nowhere
    POINT_X[1] = NaN
    POINT_Y[1] = NaN
    LABEL_X[1] = NaN
    POINT_LABEL[1] = ''
    POINT_PATH[1] = 1
    POINT_FLOAT[1] = 0
}
columns = columns + 1
do for [i = 1:ROOFS] { COLUMN[POINTS + i] = columns }
wished(i) = i <= POINTS ? POINT_Y[i] : ROOF_TOP[i - POINTS]

# ---- Heights of labels: at least a line apart, and as close as possible to the points that they name ----

# After k gaps are subtracted from label k, "a gap apart" means "in ascending order".  The closest ascending
# sequence is found by pooling neighbours that are out of order (isotonic regression).
array MEMBER[POINTS + ROOFS]
array POOL_Y[POINTS + ROOFS]
array POOL_SIZE[POINTS + ROOFS]
do for [c = 1:columns] {
    members = 0
    do for [i = 1:POINTS + ROOFS] { if (COLUMN[i] == c) { members = members + 1; MEMBER[members] = i } }
    gap = min(LINE / SY, (Y1 - Y0 - LINE / SY) / max(members - 1, 1))
    pools = 0
    do for [k = 1:members] {
        pools = pools + 1
        POOL_Y[pools] = wished(MEMBER[k]) - gap * (k - 1)
        POOL_SIZE[pools] = 1
        while (pools > 1 && POOL_Y[pools - 1] > POOL_Y[pools]) {
            count = POOL_SIZE[pools - 1] + POOL_SIZE[pools]
            total = POOL_Y[pools - 1] * POOL_SIZE[pools - 1] + POOL_Y[pools] * POOL_SIZE[pools]
            pools = pools - 1
            POOL_Y[pools] = total / count
            POOL_SIZE[pools] = count
        }
    }
    low = Y0 + LINE / 2. / SY
    high = Y1 - LINE / 2. / SY - gap * (members - 1)
    k = 0
    do for [p = 1:pools] {
        do for [member = 1:POOL_SIZE[p]] {
            LABEL_Y[MEMBER[k + 1]] = min(max(POOL_Y[p], low), max(low, high)) + gap * k
            k = k + 1
        }
    }
}

# FRAME

# ---- Axes: tics end with the data; further to the right there are only labels ----

set logscale xy
set xrange [10 ** X0:10 ** X1]
set yrange [10 ** Y0:10 ** Y1]
set xtics 1e-9,10,10 ** min(ceil(LAST), X1)
set format x '%g'
set format y '%.0s %c'
set grid lc rgb '#e4e4e4' lt 1 lw 0.5
set xlabel 'instructions per byte of memory traffic'
set ylabel 'instructions per second' offset 0.5

# ---- Numbers of points, and of roofs, beside the plot ----

do for [i = 1:POINTS] {
    set arrow from first 10 ** (POINT_X[i] + BESIDE / SX),10 ** POINT_Y[i] \
        to first 10 ** (LABEL_X[i] - 2 / SX),10 ** LABEL_Y[i] nohead lc rgb colour_of(POINT_PATH[i]) lw 0.6
    set label number_of(i) at 10 ** LABEL_X[i],10 ** LABEL_Y[i] left front
}
do for [i = 1:ROOFS] {
    y = 10 ** LABEL_Y[POINTS + i]
    set arrow from first 10 ** X1,10 ** ROOF_TOP[i] to graph 1 + (LEADER - 10) / plot_width, first y \
        nohead lc rgb colour_of(ROOF_PATH[i]) lw 0.6
    set label roof_number(i) at graph 1 + (LEADER - 6) / plot_width, first y left
}

# ---- Their marks in the keys ----

mark(i) = int(filled(POINT_PATH[i]) - POINT_FLOAT[i])
do for [i = 1:POINTS] {
    set label '' at screen beside(FONT + INDENT / 2 - 3),below(mark_y(POINTS + 1 - i)) \
        point pt mark(i) ps 1.1 lw 1.4 lc rgb colour_of(POINT_PATH[i])
}
do for [i = 1:ROOFS] {
    set arrow from screen beside(FONT),below(mark_y(KEYS + 1 - i)) \
        to screen beside(FONT + INDENT - 6),below(mark_y(KEYS + 1 - i)) nohead \
        lc rgb colour_of(ROOF_PATH[i]) lw sample_width(ROOF_FLOAT[i]) dt 1 + int(ROOF_FLOAT[i])
}

# ---- Labels of slopes: parallel to them and above, and clear of the axis.  Slopes without room for a label
# between them share one at the highest: "122-133 GB/s" ----

diagonal = sqrt(SX ** 2 + SY ** 2)
above = 0.75 * FONT / diagonal
along = (0.5 * FONT + 1.25 * FONT * SY / diagonal) / SX
low = 1
do for [i = 1:SLOPES] {
    SLOPE[i] = log10(SLOPE[i])
    if (i == SLOPES || (log10(SLOPE[i + 1]) - SLOPE[i]) * SX * SY / diagonal > LINE) {
        x = max(X0, Y0 - SLOPE[i]) + along
        set label (SLOPE_TEXT[low] eq SLOPE_TEXT[i] ? '' : word(SLOPE_TEXT[low], 1) . '–') . SLOPE_TEXT[i] \
            at 10 ** (x - above * SY / SX),10 ** (x + SLOPE[i] + above * SX / SY) \
            left front rotate by atan2(SY, SX) * 180 / pi
        low = i + 1
    }
}

# ---- Roofs and points; white boxes under the labels hide the roofs behind them ----

# gnuplot's own boxes around labels are SVG filters, which some programs do not draw.
array CORNER[3] = [1, 2, 3]
corner_x(i, k) = k == 1 ? X0 : k == 2 ? ROOF_TOP[i] - ROOF_BYTES[i] : X1
corner_y(i, k) = k == 1 ? X0 + ROOF_BYTES[i] : ROOF_TOP[i]
half_line = LINE / 2. / SY
paper_x(i) = LABEL_X[i] - 2 / SX
paper_end(i) = LABEL_X[i] + (width(number_of(i)) + 2) / SX

plot for [i = 1:ROOFS] CORNER using (10 ** corner_x(i, $1)):(10 ** corner_y(i, $1)) \
        with lines lc rgb colour_of(ROOF_PATH[i]) lw 1.6 dt 1 + int(ROOF_FLOAT[i]), \
    POINT_X using (10 ** LABEL_X[$1]):(10 ** LABEL_Y[$1]):(10 ** paper_x($1)): \
        (10 ** paper_end($1)):(10 ** (LABEL_Y[$1] - half_line)):(10 ** (LABEL_Y[$1] + half_line)) \
        with boxxyerror fillstyle solid noborder lc rgb 'white', \
    POINT_X using (10 ** $2):(10 ** POINT_Y[$1]):(mark($1)):(colour_of(POINT_PATH[$1])) \
        with points pt variable lc rgb variable ps 1.1 lw 1.4
