# A chart: a study's sheet as curves, bars or a heat map, in panels.
#
# chart.sql has set: KIND (curves, bars or heat); for each of LINES lines of the table, panel by panel, X, AT_TEXT (its
# label on the x axis) and IN, the number of its panel; for each of PANELS its title PANEL; for each curve NAME, PATH and
# MEASURED (whether it has values); VALUE and VALUE_TEXT of each curve in each line; CHART, HOTSPOT, COMMAND, X_LABEL,
# QUANTITY, UNIT; the ranges X_LOW, X_HIGH, LEAST and MOST; and the switches, 0 or 1.

# ---- Sizes, in pixels ----

LEFT = 92
RIGHT = 16
GAP = 22
SYMBOL = 22
SLANT = 35 # of names that have no room, degrees

curves = |NAME|
heat = KIND eq 'heat'
bars = KIND eq 'bars'
panels = PANELS
measured(line, c) = VALUE[int(line - 1) * curves + c]
text_of(line, c) = VALUE_TEXT[int(line - 1) * curves + c]
is_there(v) = v == v # NaN is not itself

TITLE = CHART . (HOTSPOT eq '' ? '' : ': ' . HOTSPOT)
Y_LABEL = QUANTITY . (UNIT eq '' || UNIT eq 's' || UNIT eq '%' ? '' : ', ' . UNIT)

# ---- Curves of one colour differ in marker and line style: the first is filled and solid ----

array DASH[curves]
do for [c = 1:curves] {
    DASH[c] = 1
    do for [other = 1:c - 1] { DASH[c] = DASH[c] + (colour_of(other) == colour_of(c)) }
}
mark(c) = DASH[c] % 4 == 1 ? filled(c) : DASH[c] % 4 == 2 ? filled(c) - 1 : DASH[c] % 4 == 3 ? 2 : 1

# ---- Axes of all panels ----

longest = 0
do for [i = 1:LINES] { longest = max(longest, width(AT_TEXT[i])) }

# Bars and plain curves begin at zero.
y0 = IDEAL ? min(LEAST, X_LOW) : LEAST
y1 = IDEAL ? max(MOST, X_HIGH) : MOST
log_by(low, high, part) = high > low ? (high / low) ** part : 2
by = LOG_X ? log_by(X_LOW, X_HIGH, 0.06) : X_HIGH > X_LOW ? 0.06 * (X_HIGH - X_LOW) : X_HIGH / 2
x0 = CATEGORIES ? 0.5 : LOG_X ? X_LOW / by : X_LOW - by
x1 = CATEGORIES ? MOST_IN_PANEL + 0.5 : LOG_X ? X_HIGH * by : X_HIGH + by
by = LOG_Y ? log_by(y0, y1, 0.08) : 0.12 * max(abs(y0), abs(y1))
y0 = heat ? 0.5 : LOG_Y ? y0 / by : y0 < 0 ? y0 - by : 0
y1 = heat ? curves + 0.5 : LOG_Y ? y1 * by : y1 > 0 ? y1 + by : by

# ---- Panels, one below the other; the names of bars are rotated if they have no room ----

panel_width = WIDTH - LEFT - RIGHT
slanted = bars && longest > panel_width / (x1 - x0)
panel_height = panels > 1 ? 165 : heat ? curves * 3 * LINE : 270
slanted_height = slanted ? int(longest * sin(SLANT * pi / 180)) : 0

# ---- The key, on as many lines as it needs; a heat map has none ----

name_of(c) = NAME[c] . (MEASURED[c] > 0 ? '' : ' (not measured)')
entry(c) = SYMBOL + int(width(name_of(c))) + GAP
array KEY_X[curves]
array KEY_Y[curves]
key_x = FONT
key_y = 2 * LINE + LINE / 2
do for [c = 1:heat ? 0 : curves] {
    if (key_x > FONT && key_x + entry(c) > WIDTH) { key_x = FONT; key_y = key_y + LINE }
    KEY_X[c] = key_x
    KEY_Y[c] = key_y
    key_x = key_x + entry(c)
}

# ---- The canvas ----

gaps = 0
do for [i = 1:LINES * curves] { if (!is_there(VALUE[i])) { gaps = 1 } }
SETTINGS = ''
KEYS = 0
LEGEND = COMMAND . '.' . (IDEAL ? ' Dotted: a speed-up as large as the number of threads.' : '') \
    . (heat ? ' The lighter, the faster.' : '') . (gaps ? ' Gaps: not measured.' : '')

each_row = panel_height + (panels > 1 ? 3 * LINE + slanted_height : 0)
top(p) = key_y + (heat ? 0 : LINE) + (panels > 1 ? LINE : 0) + (p - 1) * each_row
TOP = top(1)
BOTTOM = 7 * LINE / 2 + slanted_height
HEIGHT = top(panels) + panel_height + BOTTOM

# FRAME

# ---- The key ----

# Bars of one colour differ in lightness.
whitened(part, white) = int(part + white * (255 - part) + 0.5)
tint(rgb, white) = whitened(rgb / 65536, white) * 65536 + whitened(rgb / 256 % 256, white) * 256 + \
    whitened(rgb % 256, white)
colour(c) = !bars || DASH[c] == 1 ? colour_of(c) : tint(colour_of(c), DASH[c] == 2 ? 0.55 : 0.78)
do for [c = 1:heat ? 0 : curves] {
    set label name_of(c) at screen beside(KEY_X[c] + SYMBOL),below(KEY_Y[c]) left \
        tc rgb (MEASURED[c] > 0 ? 0 : 0x666666)
    set label '' at screen beside(KEY_X[c] + SYMBOL / 2),below(KEY_Y[c]) \
        point pt (bars ? 5 : mark(c)) ps 1.1 lw 1.4 lc rgb colour(c)
}

# ---- Tics: gnuplot takes a tic's label as a format ----

literal(s) = strstrt(s, '%') ? s[1:strstrt(s, '%')] . '%' . literal(s[strstrt(s, '%') + 1:*]) : s

# "1.5 ms", "20 %", "16"
PREFIXES = 'num kMGTPE'
thousands(v) = v > 0 ? int(min(max(floor(log10(1.0005 * v) / 3), -3), 6)) : 0
prefix(v) = thousands(v) == 0 ? '' : PREFIXES[thousands(v) + 4:thousands(v) + 4]
scaled(v) = v / 1000. ** thousands(v)
y_text(v) = UNIT eq '' ? sprintf('%.4g', v) : UNIT eq '%' ? sprintf('%.4g %%', v) : \
    sprintf('%.4g %s%s', scaled(v), prefix(v), UNIT eq 's' ? 's' : '')

# On a log axis: 1, 2, 5 of each decade; only decades if there are many; powers of two for a few plain numbers.
plain = UNIT eq '' && y1 < 64 * y0
base = plain ? 2. : 10.
steps = !LOG_Y || heat || plain || y1 > 10 ** 2.2 * y0 ? '1' : '1 2 5'

# On a linear axis: about five tics, at multiples of a round number.
rough = (y1 - y0) / 5.
decade = 10. ** floor(log10(rough))
step = decade * (rough < 1.5 * decade ? 1 : rough < 3.5 * decade ? 2 : rough < 7.5 * decade ? 5 : 10)
first_tic = heat ? 1 : LOG_Y ? int(floor(log(y0) / log(base))) : int(ceil(y0 / step))
last_tic = heat ? curves : LOG_Y ? int(ceil(log(y1) / log(base))) : int(floor(y1 / step))

# ---- Markers, bars and cells ----

# Bars are side by side around the centre of their group, cells one above the other.
bar = 0.84 / curves
box_x(i, c) = heat ? X[i] : X[i] - 0.42 + bar * (c - 0.5)
box_half = heat ? 0.48 : 0.46 * bar
box_low(i, c) = heat ? c - 0.47 : min(measured(i, c), 0)
box_high(i, c) = heat ? c + 0.47 : max(measured(i, c), 0)

# Darker for higher values: the colour map cividis (Nunez, Anderton, Renslow 2018), which looks the same with
# colour blindness.
set palette defined (0 '#ffea46', 1 '#cbba69', 2 '#958f78', 3 '#666970', 4 '#31446b', 5 '#00204d')
set cbrange [0:1]
shade(i, c) = MOST > LEAST ? log(measured(i, c) / LEAST) / log(MOST / LEAST) : 0
box_colour(i, c) = heat ? palette(shade(i, c)) : colour(c)

# The text of the cell in the table, if there is room.
room = 2 * box_half / (x1 - x0) * panel_width * (heat ? 1 : 1.15)
box_text(i, c) = width(text_of(i, c)) > room ? '' : text_of(i, c)
text_y(i, c) = heat ? c : measured(i, c) + (measured(i, c) > 0 ? 12 : -12) * (y1 - y0) / panel_height
text_colour(i, c) = heat && shade(i, c) > 0.52 ? 0xffffff : 0

# Where it is not NaN.
of(i, p, c) = IN[i] == p && is_there(measured(i, c)) ? 1 : NaN

# ---- Panels: the title of the x axis is below the last ----

set xrange [x0:x1]
set yrange [y0:y1]
if (LOG_X && !CATEGORIES) { set logscale x }
if (LOG_Y && !heat) { set logscale y }
if (heat) { unset border } else { set grid ytics lc rgb '#e4e4e4' lt 1 lw 0.5 }
set style fill solid noborder

set multiplot
do for [p = 1:panels] {
    if (p > 1) { unset label } # the title, the key and the caption are drawn with the first panel
    set tmargin at screen below(top(p))
    set bmargin at screen below(top(p) + panel_height)
    set label PANEL[p] at screen beside(LEFT),below(top(p) - LINE / 2) left
    set xlabel (p == panels ? X_LABEL : '') offset 0,0.4
    set ylabel Y_LABEL offset 0.5

    set xtics () scale (heat ? 0 : 0.5)
    if (slanted) { set xtics rotate by SLANT right }
    end = -1
    do for [i = 1:LINES] {
        if (IN[i] == p) {
            part = LOG_X && !CATEGORIES ? log(X[i] / x0) / log(x1 / x0) : (X[i] - x0) / (x1 - x0)
            at = part * panel_width
            half = width(AT_TEXT[i]) / 2
            has_room = slanted || end < 0 || at - half > end + 4
            set xtics add ((has_room ? literal(AT_TEXT[i]) : '') X[i])
            end = has_room ? at + half : end
        }
    }
    set ytics () scale (heat ? 0 : 0.5)
    do for [n = first_tic:last_tic] {
        do for [s in steps] {
            tic = heat ? n : LOG_Y ? s * base ** n : n * step
            set ytics add (literal(heat ? NAME[n] : y_text(tic)) tic)
        }
    }

    if (KIND eq 'curves') {
        plot (IDEAL ? x : NaN) with lines lc rgb '#777777' dt 3 lw 1.2, \
            for [c = 1:curves] X using (IN[$1] == p ? $2 : NaN):(measured($1, c)) \
                with linespoints lc rgb colour(c) dt DASH[c] pt mark(c) ps 0.9 lw 1.6
    } else {
        plot for [c = 1:curves] X using (box_x($1, c) * of($1, p, c)):(c): \
                (box_x($1, c) - box_half):(box_x($1, c) + box_half):(box_low($1, c)):(box_high($1, c)): \
                (box_colour($1, c)) with boxxyerror lc rgb variable, \
            for [c = 1:curves] X using (box_x($1, c) * of($1, p, c)):(text_y($1, c)): \
                (box_text($1, c)):(text_colour($1, c)) with labels tc rgb variable
    }
}
unset multiplot
