# The cascade: the efficiencies of each compiler and variant, the highest first.  judge.sql sets, for CURVES curves, their
# labels and the numbers of their colours and dashes; for POINTS points, where they are and on which curve;
# CASES, the number of problems times machines; TITLE and LEGEND.

SETTINGS = 'Efficiency: the time of the fastest on the same machine over its own. A curve ends where the rest ' . \
    'does not run, or was not run.'

LEFT = 88
RIGHT = FONT
TOP = 2 * LINE
BOTTOM = 7 * LINE / 2
HEIGHT = 360
INDENT = 3 * FONT
KEYS = CURVES
array KEY[max(KEYS, 1)]
do for [c = 1:CURVES] { KEY[c] = CURVE_LABEL[c] }

# FRAME

set xrange [0.5:CASES + 0.5]
set yrange [0:1.02]
set xtics max(1, floor(CASES / 8))
set ytics 0.2
set grid lc rgb '#e4e4e4' lt 1 lw 0.5
set xlabel 'problems, in the order of each curve'
set ylabel 'efficiency' offset 0.5

tint(c) = COLOURS[1 + (int(CURVE_COLOUR[c]) - 1) % |COLOURS|]
do for [c = 1:CURVES] {
    set arrow from screen beside(FONT),below(mark_y(c)) to screen beside(FONT + INDENT - 6),below(mark_y(c)) nohead \
        lc rgb tint(c) lw sample_width(CURVE_DASH[c]) dt int(CURVE_DASH[c])
}

of_curve(point, c) = POINT_CURVE[point] == c ? POINT_Y[point] : NaN
plot for [c = 1:CURVES] POINT_X using (POINT_X[$1]):(of_curve($1, c)) with linespoints \
    lc rgb tint(c) lw 1.6 dt int(CURVE_DASH[c]) pt 7 ps 0.6
