# The roofline.  Set before, by roofline_script.c: the corners X0, X1, Y0, Y1, all log10; LAST, the
# rightmost point or ridge; SX and SY, pixels of a decade; of POINTS points POINT_X, POINT_Y, POINT_LABEL, where
# that stands, MARK and COLOUR; of roofs RIDGE, BYTES (both log10 of a second's), ROOF_LABEL, its height,
# DASH and ROOF_COLOUR; of slopes too close to be told apart, the highest's SLOPE, and SLOPE_LABEL.

LEGEND = 'Filled marks, solid roofs: double; open, dashed: float. Instructions are those of one lane, an ' . \
    'fma is one. Percentages are of what binds the path, which may be neither.'

# FRAME
min(a, b) = a < b ? a : b
max(a, b) = a > b ? a : b
LEADER = 34 # pixels from a point to its label;
BESIDE = 7  # of these, to where the line to it begins

# ---- Axes: tics end with the data, further right there are only labels ----

set logscale xy
set xrange [10 ** X0:10 ** X1]
set yrange [10 ** Y0:10 ** Y1]
set xtics 1e-9,10,10 ** min(ceil(LAST), X1)
set format x '%g'
set format y '%.0s %c'
set grid lc rgb '#e4e4e4' lt 1 lw 0.5
set xlabel 'floating-point instructions per byte of memory traffic'
set ylabel 'floating-point instructions per second' offset 0.5

# ---- Labels of points, in columns, and of roofs, beside the plot ----

do for [i = 1:POINTS] {
    set arrow from first 10 ** (POINT_X[i] + BESIDE / SX),10 ** POINT_Y[i] \
        to first 10 ** (LABEL_X[i] - 2 / SX),10 ** LABEL_Y[i] nohead lc rgb int(COLOUR[i]) lw 0.6
    set label POINT_LABEL[i] at 10 ** LABEL_X[i],10 ** LABEL_Y[i] left front
}
plot_width = (X1 - X0) * SX
do for [i = 1:|RIDGE|] {
    set arrow from first 10 ** X1,10 ** RIDGE[i] \
        to graph 1 + (LEADER - 10) / plot_width, first 10 ** ROOF_LABEL_Y[i] \
        nohead lc rgb int(ROOF_COLOUR[i]) lw 0.6
    set label ROOF_LABEL[i] at graph 1 + (LEADER - 6) / plot_width, first 10 ** ROOF_LABEL_Y[i] left
}

# ---- Labels of slopes: along them and above, and so far along that they clear the axis ----

diagonal = sqrt(SX ** 2 + SY ** 2)
above = 0.75 * FONT / diagonal
along = (0.5 * FONT + 1.25 * FONT * SY / diagonal) / SX
do for [i = 1:|SLOPE|] {
    x = max(X0, Y0 - SLOPE[i]) + along
    set label SLOPE_LABEL[i] at 10 ** (x - above * SY / SX),10 ** (x + SLOPE[i] + above * SX / SY) \
        left front rotate by atan2(SY, SX) * 180 / pi
}

# ---- Roofs, and points, on white paper under their labels for roofs not to strike them through ----

# gnuplot's own boxes around labels are filters in SVG, which not every program shows.
array CORNER[3] = [1, 2, 3]
corner_x(i, k) = k == 1 ? X0 : k == 2 ? RIDGE[i] - BYTES[i] : X1
corner_y(i, k) = k == 1 ? X0 + BYTES[i] : RIDGE[i]
half_line = LINE / 2. / SY
paper_x(i) = LABEL_X[i] - 2 / SX
paper_end(i) = LABEL_X[i] + (width(POINT_LABEL[i]) + 2) / SX

plot for [i = 1:|RIDGE|] CORNER using (10 ** corner_x(i, $1)):(10 ** corner_y(i, $1)) \
        with lines lc rgb int(ROOF_COLOUR[i]) lw 1.6 dt int(DASH[i]) title ROOF_LABEL[i], \
    POINT_X using (10 ** LABEL_X[$1]):(10 ** LABEL_Y[$1]):(10 ** paper_x($1)):(10 ** paper_end($1)): \
        (10 ** (LABEL_Y[$1] - half_line)):(10 ** (LABEL_Y[$1] + half_line)) \
        with boxxyerror fillstyle solid noborder lc rgb 'white' title '', \
    POINT_X using (10 ** $2):(10 ** POINT_Y[$1]):(MARK[$1]):(COLOUR[$1]) \
        with points pt variable lc rgb variable ps 1.1 lw 1.4 title 'measured'
