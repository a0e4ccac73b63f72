# The cascade: the efficiencies of each compiler and variant, the highest first.  judge.sql sets, for CURVES curves, their
# labels and the numbers of their colours and dashes; for POINTS points, where they are and on which curve;
# CASES, the number of problems times machines; TITLE and LEGEND.

SETTINGS = 'Efficiency: the time of the fastest on the same machine over its own. A curve ends where the rest ' . \
    'does not run, or was not run.'

label_width = 0
do for [c = 1:CURVES] { label_width = max(label_width, width(CURVE_LABEL[c])) }
LEFT = 13 * FONT / 2
RIGHT = int(label_width) + 6 * FONT
TOP = 2 * LINE
BOTTOM = 7 * LINE / 2
WIDTH = int(LEFT + RIGHT + max(360, min(900, 24 * CASES)))
HEIGHT = int(max(380, TOP + BOTTOM + (CURVES + 1) * LINE))

# FRAME

set xrange [0.5:CASES + 0.5]
set yrange [0:1.02]
set xtics max(1, floor(CASES / 12))
set ytics 0.2
set grid lc rgb '#e4e4e4' lt 1 lw 0.5
set xlabel 'problems on machines, each curve in its own order'
set ylabel 'efficiency' offset 0.5

tint(c) = COLOURS[1 + (int(CURVE_COLOUR[c]) - 1) % |COLOURS|]
level(c) = 1 - (c - 0.5) * LINE / (1. * HEIGHT - TOP - BOTTOM)
do for [c = 1:CURVES] {
    set arrow from graph 1.01, graph level(c) to graph 1.01, graph level(c) nohead
    set arrow from screen beside(WIDTH - RIGHT + FONT), graph level(c) \
        to screen beside(WIDTH - RIGHT + 4 * FONT), graph level(c) nohead lc rgb tint(c) lw 1.6 \
        dt int(CURVE_DASH[c])
    set label CURVE_LABEL[c] at screen beside(WIDTH - RIGHT + 9 * FONT / 2), graph level(c) left
}

of_curve(point, c) = POINT_CURVE[point] == c ? POINT_Y[point] : NaN
plot for [c = 1:CURVES] POINT_X using (POINT_X[$1]):(of_curve($1, c)) with linespoints \
    lc rgb tint(c) lw 1.6 dt int(CURVE_DASH[c]) pt 7 ps 0.6
