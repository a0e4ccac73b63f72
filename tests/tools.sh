#!/bin/bash
# tools.sh -- bench, compare and render by hand: what they print, what they refuse, what they leave.
#
# Everything wrong with a command line is status 2 and one line on stderr that names the option and
# what it takes; what fails on the way is status 1 and one line. Neither writes or overwrites a file.
set -uo pipefail

[[ ${TRIPTYCH_PRESET-} != tsan ]] || exit 77 # triptych-tests has the threads, and a start takes a second

. "$(dirname "$0")/shared/by_hand.sh"

# said PATTERN: the last command's output holds it.
said() {
    checks=$((checks + 1))
    grep -Eq -- "$1" .out || complain "no \"$1\" in the output"
}

small=(mandelbrot --set 'resolution=4,iterations=20')
report=(listings --set 'resolution=4,iterations=20')
mkdir folder
for file in precious.txt precious.png precious.json; do
    echo "do not overwrite" >$file
done

# The paths that can run here.
good bench --list
mapfile -t paths < <(awk '$1 == "path" && !/cannot run/ && $2 != "origin" { print $2 }' .out)
echo "paths: ${paths[*]}"
offload=no
[[ " ${paths[*]} " != *" offload "* ]] || offload=yes

# (What --help says: help.sh.)
for tool in bench compare render; do
    good $tool --version
    said '^triptych [0-9]+\.[0-9]+'
done

# --- Bad values ------------------------------------------------------------------------------------

# One of each kind, as a process, of one program after the other. What else is refused, by each of them, and in
# which words: test_refusals.c.

integer='has to be an integer from 1 to'
tools=(bench compare render)
while IFS='|' read -r pattern words; do
    [[ -n $pattern ]] || continue
    eval "arguments=($words)"
    tool=${tools[checks % 3]}
    output=precious.png
    [[ $tool != bench ]] || output=precious.txt
    bad "$pattern" "$tool" mandelbrot -o $output "${arguments[@]}"
done <<'TABLE'
--set width=0: has to be an integer from 1 to 1073741824|--set width=0
needs .* GB.* free|--set resolution=1048576
--set: has to be name=value|--set ""
--path smid: did you mean simd\?|--path smid
--threads=0: has to be an integer from 1 to 1024|--threads 0
--variant tuend: did you mean tuned\?|--variant tuend
hotspot mandelbrod: did you mean mandelbrot\?|mandelbrod
unknown option --colour|--colour
-o: needs a value|-o
missing/x.png: cannot be created: No such file or directory|-o missing/x.png
folder: cannot be created: .*directory|-o folder
TABLE

# Options of one program: one of each, and what lies in files.
bad "study scalling: did you mean scaling" study scalling --page new.html
bad "--tolerance=-1: has to be a number of percent from 0 to 1000" versus --tolerance=-1 a b
bad "--svg a.png: has to end in .svg" verdict a --svg a.png
bad "--set: doctor looks" doctor --set resolution=4
bad "--verbose: lists no features" doctor --verbose --features
run doctor --verbose
said '^  n/a .*: concerns nvc.s builds'
bad "--threads: draw reads rows" draw roofline --rows precious.json -o x.svg --threads 1
bad "--palette embr: did you mean ember\?" render mandelbrot --palette embr -o x.png
OMP_THREAD_LIMIT=2 bad "--threads=3: has to be from 1 to 2, which OMP_THREAD_LIMIT allows" bench --threads 3
bad "--path origin: blur has none" compare --path origin -o x.txt

bad "--sweep: 1010025 combinations; has to be 1000 at most" bench mandelbrot \
    --sweep resolution="$(seq -s, 1005)" iterations="$(seq -s, 1005)"
bad "--json .*missing/x.json.*cannot be (written|created)" bench "${small[@]}" --json missing/x.json
bad "--json .*folder.*cannot be (written|created)" bench "${small[@]}" --json folder
bad "--set width=0: $integer" bench --set width=0 --json precious.json
bad "--resume missing.json: cannot be read: No such file" bench --resume missing.json
bad "--resume precious.json:1: is no row of JSON" bench --resume precious.json
bad "--json: --resume FILE appends to FILE" bench --resume precious.json --json new.json
bad "precious.json:1: is no row of JSON" versus precious.json precious.json
bad "missing.json: cannot be read: No such file" versus missing.json precious.json
bad "--sweep resolution=0: $integer" study all --sweep resolution=0 --page new.html --json new.json
bad "--page missing/x.html: cannot be created" study fma --page missing/x.html --json new.json
bad "--figures missing/x: cannot be created" study fma --figures missing/x --json new.json
bad "--figures precious.txt: has to be a folder" study fma --figures precious.txt --json new.json
bad "--rows precious.json:1: is no row of JSON" study fma --rows precious.json --page new.html
bad "--rows missing.json: cannot be read: No such file" study all --rows missing.json
bad "missing/x.png: cannot be created" compare "${small[@]}" --picture missing/x.png
bad "x.jpg: has to end in .png or .ppm" compare "${small[@]}" --picture x.jpg
bad "--picture: needs both precisions" compare "${small[@]}" --precision float --picture x.png

# --- Variants ----------------------------------------------------------------------------------------

# Those that are asked for, in the hotspot's order, each a row of its own that says which.
rungs=("${small[@]}" --path 'reference,simd' --precision float --reps 1 --no-ceilings --audit off)
for words in "--variant tuned,plain" "--sweep variant=plain,tuned"; do
    read -ra words <<<"$words"
    rm -f variants.json
    good bench "${rungs[@]}" "${words[@]}" --json variants.json
    [[ $(awk '$NF == "none" { printf "%s/%s ", $1, $2 }' .out) == "reference/float simd/plain simd/tuned " ]] ||
        complain "bench ${words[*]}: not reference, plain and tuned"
    for variant in null '"plain"' '"tuned"'; do
        (($(grep -c "\"variant\":$variant," variants.json) == 1)) ||
            complain "bench ${words[*]} --json: not one row of variant $variant"
    done
done
good bench "${rungs[@]}" --variant all
said '^simd batches +float '
good bench "${rungs[@]}" --variant tuned --resume variants.json # has both
(($(grep -c ' none (before)$' .out) == 2 && $(grep -c . variants.json) == 3)) ||
    complain "bench --variant --resume: not the two rows that are there"

# (That times of two variants do not stand beside each other, and what is missing: test_versus.c.)
good versus variants.json variants.json --variant tuned --path simd --cannot-tell=pass
said '^mandelbrot simd tuned float +A '
! grep -q plain .out || complain "versus --variant tuned: plain is there"

# The study of variants has the idea of each.
good study ladder mandelbrot --set 'resolution=4,iterations=20' --path simd --precision float --reps 1
said '^bench mandelbrot --set resolution=4,iterations=20 --path simd --precision float --reps 1 --sweep variant=all$'
said '^ *mandelbrot +simd +plain .* a test after every step$'
said '^ *mandelbrot +simd +batches .* 32 steps, then one test'
said '^ *mandelbrot +simd +tuned '
good study ladder mandelbrot --variant plain,tuned --set 'resolution=4,iterations=20' --path simd \
    --precision float --reps 1 --page ladder.html
grep -q '>study ladder mandelbrot --set ' ladder.html || complain "study --page: its command lacks the hotspot"
said '^ *mandelbrot +simd +tuned .*pixels inside packed into vectors$'
! grep -q batches .out || complain "study ladder --variant: has one that was not asked for"
if [[ $offload == yes ]]; then
    good study devices vecadd --variant tuned --set n=100 --path offload --precision float --reps 1 --sweep devices=1
    said '^offload ran on '
    said '^bench vecadd .* --path offload '
    said '^vecadd +tuned +1 +[0-9]'
    good compare vecadd --variant plain --set n=100 --path offload --devices 1
    said '^path offload on 1 device$'
    bad "path offload only, which is not asked for" compare vecadd --path simd --devices 1
    bad "path offload only, which is not asked for" bench vecadd --sweep path=simd --devices 1
    bad "is not for studies" study devices vecadd --devices 1
fi

# --- What would be lost, or left behind ------------------------------------------------------------

# A file that is written is no other option's, by whatever name.
one=("${small[@]}" --path simd --precision float --variant tuned --reps 1 --no-ceilings --audit off)
few=(guard --set iterations=20 --sweep resolution=4 --reps 2 --no-ceilings)
good bench "${one[@]}" --json mine.json
cp mine.json old.json
ln mine.json hard.json
ln -s mine.json soft.json
for file in mine.json ./mine.json ../"${work##*/}"/mine.json hard.json soft.json; do
    bad "-o $file: is the file of --json mine.json" bench "${one[@]}" --json mine.json -o "$file"
    bad "-o $file: is the file of --resume mine.json" bench "${one[@]}" --resume mine.json -o "$file"
    bad "-o $file: is the file of versus mine.json" versus old.json mine.json -o "$file"
done
bad "-o new.json: is the file of --json ./new.json" bench "${one[@]}" --json ./new.json -o new.json
bad "--figures folder: a figure may take the place of --json folder/guard-1.png" study "${few[@]}" \
    --figures folder --json folder/guard-1.png
rm hard.json soft.json

# Only what a run of ours has left is cut off, and that last.
printf 'precious notes' >notes.txt
bad "--resume notes.txt:1: is no row of JSON, nor half" bench "${one[@]}" --resume notes.txt
bad "--json notes.txt: ends in half a line" bench "${one[@]}" --json notes.txt
head -c -30 mine.json >half.json
bad "-o missing/x: cannot be created" bench "${one[@]}" --resume half.json -o missing/x
bad "--json half.json: ends in half a line; .* --resume" bench "${one[@]}" --json half.json
bad "--json half.json: ends in half a line; .* --resume" study "${few[@]}" --json half.json
head -c -1 mine.json >endless.json
bad "--resume endless.json:1: is a row that lacks the end" bench "${one[@]}" --resume endless.json
echo no row >other.json
bad "--json other.json:1: is no row" study "${few[@]}" --json other.json --page new.html
bad "--resume other.json:1: is no row" study "${few[@]}" --resume other.json

# Nothing is begun that has to be broken off.
bad "-o missing/x: cannot be created" bench "${one[@]}" --json new.json -o missing/x
bad "--json missing/x: cannot be written" study fma --figures new --json missing/x
bad "--rows missing: cannot be read" study fma --figures new --rows missing --page new.html
OMP_TARGET_OFFLOAD=DISABLED fails "path offload: " bench "${small[@]}" --path offload --json new.json

good bench mandelbrot "${one[@]}"
(($(grep -c '^simd' .out) == 1)) || complain "bench: measures a hotspot twice that is named twice"

# --- An image as input -----------------------------------------------------------------------------

photo=(--set width=31,height=17,channels=4,depth=16,passes=0 -o photo.png)
good render blur "${photo[@]}"
head -c 300 photo.png >cut.png
: >empty.png
for tool in bench compare render; do
    output=precious.txt
    [[ $tool != render ]] || output=precious.png
    bad "--input missing.png: cannot be read: No such file" $tool blur --input missing.png -o $output
    bad "--input folder: cannot be read: .*directory" $tool blur --input folder -o $output
    bad "--input empty.png: is empty" $tool blur --input empty.png -o $output
    bad "--input precious.txt: is not a PNG file" $tool blur --input precious.txt -o $output
    bad "--input cut.png: is damaged: it ends too soon" $tool blur --input cut.png -o $output
    bad "--input photo.png: mandelbrot takes no image" $tool mandelbrot --input photo.png -o $output
    for setting in width=31 height=17 channels=4 depth=16; do
        bad "--set ${setting%=*}: --input FILE decides that" $tool blur --input photo.png \
            --set passes=1 --set $setting -o $output
    done
    bad "--input: needs a value" $tool blur --input
    bad "-o photo.png: is the file of --input" $tool blur --input photo.png -o photo.png
done
bad "x.ppm: a PPM holds RGB of 8 bits, and this is of 4 channels and 16" render blur \
    --input photo.png -o x.ppm
good render blur --input photo.png --set passes=0 -o again.png
good render blur --input again.png --set passes=0 -o once_more.png
checks=$((checks + 1))
cmp -s again.png <(sed s/again.png/photo.png/ once_more.png) || cmp -s <(tail -c 200 again.png) \
    <(tail -c 200 once_more.png) || complain "render --input: another image without passes"
good compare blur --input photo.png --set passes=7 --audit off
said '^2108 points$'
for variant in plain tuned; do
    said "^simd $variant +0 \(0 %\) +0 \(0 %\) +0 \("
done
good compare laplace --set n=20,steps=3 --path simd --audit off
said '^401 points: 400 of potential, 1 of taken$'

# What can be drawn is listed, and drawn without settings it shows something; the user's settings come after those.
good render --help
said '^Hotspots: blur, julia, laplace, mandelbrot'
! grep -q 'moldyn\|vecadd' .out || complain "render --help lists what has no picture"
good render julia -o j.ppm --set size=40
good render julia -o same.ppm --set size=40,cre=-0.8,cim=0.156,iterations=400
good render julia -o circles.ppm --set size=40,cre=0,cim=0
cmp -s <(tail -c 4800 j.ppm) <(tail -c 4800 same.ppm) || complain "render julia: its usual settings"
cmp -s <(tail -c 4800 j.ppm) <(tail -c 4800 circles.ppm) && complain "render julia: the user's settings are lost"

good bench blur --input photo.png --set passes=7 --path simd --precision float --variant tuned --reps 2 --no-ceilings --json photo.json
grep -q '"input":"photo.png"' photo.json || complain "bench --json: does not name the input"
said 'width=31,height=17,channels=4,depth=16'
bad "--sweep width: --input FILE decides that" bench blur --input photo.png --path simd --sweep width=2,800 --json new.json
# A pipe can be read once: what starts bench again for the sake of its threads does so before.
good bench blur --input <(cat photo.png) --path simd --precision float --variant tuned --reps 1 --no-ceilings --set passes=1
# A run that computes nothing is a row that can be read again.
good bench blur laplace --set passes=0,steps=0,width=9,height=9 --path simd --precision double --reps 2 --no-ceilings --json nothing.json
good versus nothing.json nothing.json --cannot-tell=pass

# --- Failures on the way ---------------------------------------------------------------------------

if [[ -w /dev/full ]]; then
    fails "No space left" render "${small[@]}" -o /dev/full
    fails "No space left" compare "${small[@]}" --path simd -o /dev/full
    fails "--json.*No space left" bench "${one[@]}" --json /dev/full
    for arguments in "bench --list" "bench --help" "compare --path simd ${small[*]}" \
        "compare --version" "render --help" "bench --rows variants.json --format csv"; do
        checks=$((checks + 1))
        read -ra words <<<"$arguments"
        "${words[@]}" >/dev/full 2>.err
        status=$?
        set_aside
        : >.out
        { ((status == 1)) && grep -q "^${words[0]}: .*No space left" .err && (($(wc -l <.err) == 1)); } ||
            complain "$arguments >/dev/full: status $status"
    done
fi

# Closed streams: what is printed does not end in a file that got the number of one.
good bench "${one[@]}" --json streams.json
for stream in 1 2; do
    checks=$((checks + 1))
    bash -c "exec $stream>&-; exec bench \"\$@\"" bash "${one[@]}" --progress --json streams.json >.out 2>.err
    status=$?
    : >.out
    ((status == (stream == 1))) || complain "bench with descriptor $stream closed: status $status"
    [[ $(grep -c '^{.*}$' streams.json) == $(wc -l <streams.json) ]] ||
        complain "bench with descriptor $stream closed: writes into its rows"
done
(($(wc -l <streams.json) == 3)) || complain "bench with closed descriptors: rows"

# A database has a row once, takes two runs at once, and is read by whatever reads rows.
good bench "${one[@]}" --db rows.db
good bench "${one[@]}" --db rows.db
bench "${one[@]}" --db two.db >.one 2>.err & # at once
good study "${few[@]}" --db two.db
wait $! || complain "bench --db: one of two runs fails: $(cat .err)"
good bench "${one[@]}" --resume two.db
grep -q 'before' .out || complain "bench --resume: a database holds nothing"
run versus rows.db two.db # of one repetition, slower or not
said "^mandelbrot simd tuned float +A "
bad "--db streams.json: is no database" bench "${one[@]}" --db streams.json
bad "--db /dev/full: is no database" bench "${one[@]}" --db /dev/full
cp rows.db damaged.db
head -c 3000 /dev/zero | tr '\0' '\377' | dd of=damaged.db bs=1 seek=$(($(stat -c %s damaged.db) - 4096)) conv=notrunc 2>.err
bad "--db damaged.db: is a damaged database" bench "${one[@]}" --db damaged.db
bad "--rows damaged.db: is a damaged database" bench --rows damaged.db --format csv
bad "--json rows.db: is a database" bench "${one[@]}" --json rows.db
bad "--db: --resume FILE appends to FILE" bench "${one[@]}" --db new.db --resume rows.db
bad "--import precious.json:1: is no row of JSON" bench --import rows.db,precious.json --db new.db
bad "--db rows.db: is the file of --import rows.db" bench --import two.db,rows.db --db rows.db
bad "--db missing/new.db: cannot be created" bench --import rows.db --db missing/new.db
good bench --import two.db,streams.json --db all.db
run versus two.db all.db
said "^mandelbrot simd tuned float +A "
bad "--db: --json writes rows, too" bench "${one[@]}" --db new.db --json new.json

# A limit on the size of files is as good as a full disk, and is not called one.
run bash -c 'ulimit -f 1; exec bench "$@"' bash "${small[@]}" --path simd --precision float --variant tuned --reps 1000 --json huge.json
{ ((status == 1)) && grep -q '^bench: --json.*File too large' .err && [[ ! -e huge.json ]]; } ||
    complain "bench --json with a limit on the size of files"

# A case that comes again is set against its reference again.
good bench mandelbrot --sweep threads=1,2 resolution=4,5 --path reference,simd --precision float \
    --variant tuned --set iterations=20 --reps 1
(($(grep -Ec ' x +cpu, ' .out) == 6)) || complain "bench --sweep threads,resolution: not every row is compared with the reference"

# A path that cannot run is an error when it is asked for by name, or demanded.
good bench "${report[@]}" --path origin --reps 1 --no-ceilings # in the precision that has it
good bench "${one[@]/float/double}" --peers=norm-guard
(($(grep -c '^vs norm-guard' .out) == 1)) || complain "bench --peers=norm-guard: not one row"
for arguments in "bench --path offload" "bench --require-offload" "compare --path offload" \
    "render --path offload -o x.png"; do
    read -ra words <<<"$arguments"
    OMP_TARGET_OFFLOAD=DISABLED fails "path offload: " "${words[@]}" "${small[@]}"
done
# LLVM's host plugin is a device, but not a GPU.
if [[ $TRIPTYCH_PRESET == llvm-host ]]; then
    fails "the device is the host-plugin, not a GPU; .[^ ]*triptych doctor. looks for the cause" \
        bench "${small[@]}" --require-offload=gpu
fi
if [[ $offload == no ]]; then
    fails "path offload: .*preset $TRIPTYCH_PRESET" bench "${small[@]}" --path offload
fi

# A signal in the middle of it leaves no half a file.
checks=$((checks + 1))
before=$(find . -type f | sort)
timeout -s TERM 1 render --set resolution=2000,iterations=1000000000,xmin=-0.1,xmax=0.1 -o x.png \
    >.out 2>.err
[[ $(find . -type f | sort) == "$before" ]] || complain "render, terminated: has left a file"

# --- bench -----------------------------------------------------------------------------------------

good bench --list
said '^hotspot mandelbrot '
said '^hotspot listings .*; only where it is named$'
said '^path +reference '
said '^cpu +[0-9]+ cores?'

good bench "${small[@]}" --reps 2 --json rows.json
labels=()
for path in "${paths[@]}"; do # plain and tuned, unless others are asked for; the reference has neither
    if [[ $path == reference ]]; then labels+=(reference); else labels+=("$path plain" "$path tuned"); fi
done
for label in "${labels[@]}"; do
    said "^$label +float .*none$"
    said "^$label +double .*none$"
done
rows=$(wc -l <rows.json)
((rows == 2 * ${#labels[@]})) || complain "bench --json: $rows rows for ${#labels[@]} paths and variants"

good bench "${small[@]}" --path simd --precision double --variant tuned --threads 2 --reps 3 --json rows.json -o t.txt
[[ ! -s .out ]] || complain "bench -o: something on stdout"
grep -q "^simd tuned  *double" t.txt || complain "bench -o: no table in the file"
(($(wc -l <rows.json) == rows + 1)) || complain "bench --json: has not appended one row"

good bench "${one[@]}" --json plain.json
grep -q '"ceiling_fma_per_s":null,.*"ceiling_share":null\|"ceiling_share":null.*"ceiling_fma_per_s":null' plain.json ||
    complain "bench --no-ceilings: the row has one"
grep -q '"ceiling_share":0[.]' rows.json || complain "bench: no row has a share of its ceiling"

# What other programs read: the same of what is measured now and of rows that there are.
last() { [[ $(tail -n 1 .out) == "$1" ]] || complain "the last line is not \"$1\""; }
good bench "${one[@]}" --format json --json forms.json -o forms.txt
cmp -s <(grep '^{' forms.txt) forms.json || complain "bench --format json: other rows than --json"
good bench --rows forms.json --format csv
said '^mandelbrot\.simd\.tuned\.float,mandelbrot,simd,tuned,float,'
good bench --rows forms.json --format gha
said '^\{"name":"mandelbrot.simd.tuned.float","unit":"ms","value":[0-9.e-]+,'
good bench "${one[@]}" --format gbench
said '^\{"name":"mandelbrot.simd.tuned.float_median",.*"real_time":[0-9.e-]+,'
! grep -q 'VERDICT\|of ceiling' .out || complain "bench --format gbench: text in it"
for words in "bench ${one[*]} --fom" "bench --rows forms.json --fom"; do
    read -ra words <<<"$words"
    good "${words[@]}"
    said '^FOM mandelbrot\.simd\.tuned\.float: [0-9]+\.[0-9]{6} ms$'
    last "VERDICT: ok"
done
sed 's/"agrees":true/"agrees":false/' forms.json >wrong.json
run bench --rows wrong.json
((status == 1)) || complain "bench --rows: status $status for a row that differs"
last "VERDICT: wrong: mandelbrot.simd.tuned.float"
good compare "${small[@]}" --path simd
last "VERDICT: ok"
OMP_TARGET_OFFLOAD=DISABLED fails "path offload: " bench "${small[@]}" --path offload
last "VERDICT: failed"
OMP_TARGET_OFFLOAD=DISABLED fails "path offload: " compare "${small[@]}" --path offload -o precious.txt
last "VERDICT: failed"
OMP_TARGET_OFFLOAD=DISABLED fails "path offload: " bench "${small[@]}" --path offload --format json -o precious.txt
[[ ! -s .out ]] || complain "bench --format json: something on stdout after a failure"
if [[ $offload == yes ]]; then
    for words in "bench --reps 1 --no-ceilings" compare; do
        # shellcheck disable=SC2086 # words
        OMP_TARGET_OFFLOAD=DISABLED good $words "${small[@]}" --precision float --audit off
        last "VERDICT: incomplete: offload could not run"
    done
fi
bad "-o forms.json: is the file of --rows forms.json" bench --rows forms.json --format csv -o forms.json

# A bare bench: a row for each hotspot on one screen, and how to see more. What is for later has all rows.
tiny=passes=2,width=16,height=12,n=64,steps=1,resolution=4,iterations=20,size=16,particles=100
good bench --set $tiny --reps 1
(($(wc -l <.out) <= 40 && $(wc -L <.out) <= 100)) || complain "bench: more than a screen"
said '^hotspot  reference +simd +avx2 +plain +tuned +x CPU of ceiling +ran on +differ$'
(($(grep -Ec '^(blur|dot|julia|laplace|mandelbrot|matmul|moldyn|vecadd) +[0-9.]+ .s ' .out) == 8)) ||
    complain "bench: not a row for each hotspot"
said '^  bench [a-z]+  '
good bench --set $tiny --reps 1 --no-ceilings --audit off --json bare.json
(($(wc -l <.out) <= 40 && $(wc -L <.out) <= 100)) || complain "bench --json: more than a screen"
said '^mandelbrot double +[0-9.]+ .s '
for label in '"path":"reference"' '"variant":"plain"' '"variant":"tuned"'; do
    for precision in float double; do
        (($(grep "$label" bare.json | grep '"hotspot":"vecadd"' | grep -c "\"precision\":\"$precision\"") > 0)) ||
            complain "bench --json: no $label of vecadd in $precision"
    done
done
(($(grep -c '"path":"simd","variant":"plain"' bare.json) + $(grep -c '"variant":"plain".*"path":"simd"' bare.json) > 0)) ||
    complain "bench --json: no plain simd"
good bench --all --set $tiny --reps 1 --no-ceilings --audit off --path simd --precision float
(($(grep -c '^simd tuned *float' .out) == 8)) || complain "bench --all: not a table for each hotspot"

# A sweep: every combination in one table, in the order given, each a case with a row of its own.
good bench listings --precision float --path simd --reps 2 --no-ceilings --sweep resolution=4,2 iterations=20,30 \
    --sweep interior=skip --peers=parallel-for --json sweep.json
said "^xmin=.*,arithmetic=fused,interior=skip$"
said "^path +precision +resolution,iterations,interior +time"
(($(grep -c '^path' .out) == 1)) || complain "bench --sweep: not one table"
swept=$(awk '$1 == "simd" && $NF == "none" { printf "%s ", $4 }' .out)
[[ $swept == "4,20,skip 4,30,skip 2,20,skip 2,30,skip " ]] || complain "bench --sweep: $swept"
said "^  simd plain float 4,30,skip = .* x parallel-for"
(($(grep -c . sweep.json) == 8)) || complain "bench --sweep: not a row for each combination"
grep -q '"params":{"resolution":2,"iterations":30,.*"path":"simd"\|"path":"simd".*"params":{"resolution":2,"iterations":30,' \
    sweep.json || complain "bench --sweep: no row of resolution=2,iterations=30"
good bench mandelbrot,julia --precision float --path simd --variant tuned --reps 2 --no-ceilings --set size=3 --sweep resolution=2,3
(($(grep -c '^simd' .out) == 3)) || complain "bench --sweep: a parameter that julia does not have"

# Threads, schedule, path and precision are axes as well.  A run that differs from another in nothing
# that concerns it is not repeated; what this machine cannot do is a row that says so, in JSON too.
good bench "${small[@]}" --variant tuned --reps 2 --no-ceilings --peers=parallel-for --json axes.json --sweep path=reference,simd \
    precision=float threads=1,1024 schedule=static,guided
said "^path +precision +threads,schedule +time"
said "^simd tuned +float +1,static .*cpu, 1 thread .*none$"
said "^vs parallel-for +float +1,guided .*cpu, 1 thread .*none$"
said "^simd tuned +float +1024,static +not on this machine: 1024 threads, [0-9]+ cores$"
(($(grep -c '^reference' .out) == 1)) || complain "bench --sweep: the reference is repeated"
(($(grep -c '"threads":1,"schedule":"guided"' axes.json) == 2)) || complain "bench --sweep: schedules"
(($(grep -c '"absent":"not on this machine: 1024 threads' axes.json) == 4)) ||
    complain "bench --sweep: what cannot be done is not in JSON"
good bench vecadd --set n=100 --reps 2 --no-ceilings --sweep path=simd schedule=static
said "^simd plain +double +static +the schedule of its loops is its own: schedule=static$"
good bench "${small[@]}" --precision float --variant tuned --reps 2 --no-ceilings --sweep path=simd,offload teams=7 --json axes.json
said "^offload tuned +float +7 +(.*gpu +none|not on this machine: teams of a GPU, no GPU|not run: path offload: .*)$"
good bench --list # reads nothing of what a sweep has left

# Going on with a run that came to no end: a row is lost, another is cut in half.  What is there is not
# measured again, and what is measured is appended.
checks=$((checks + 1))
sweep=(mandelbrot --set resolution=4 --reps 3 --precision double --variant tuned --sweep path=reference,simd threads=1,1024 iterations=20,30)
good bench "${sweep[@]}" --json whole.json
rows=$(grep -c . whole.json)
head -n 1 whole.json >part.json
sed -n 2p whole.json | head -c 400 >>part.json
good bench "${sweep[@]}" --resume part.json
(($(grep -c ' none (before)$' .out) == 1)) || complain "bench --resume: not one row from before"
(($(grep -c ' none$' .out) == rows - 3)) || complain "bench --resume: not all that was missing"
(($(grep -c . part.json) == rows)) || complain "bench --resume: not $rows rows"
cmp -s <(head -n 1 part.json) <(head -n 1 whole.json) || complain "bench --resume: a row has changed"
good bench "${sweep[@]}" --resume part.json --format json -o again.json
for key in audit audit_runs findings region_threads; do # of rows from before, too
    (($(grep -o "\"$key\":" again.json | wc -l) == $(grep -c "\"$key\":" whole.json))) || complain "bench --resume: rows without $key"
done
good bench --verbose "${sweep[@]}" --resume part.json
(($(grep -c ' none (before)$' .out) == rows - 2)) || complain "bench --resume: measured again"
said "^  ceiling simd double .*fma/s, .*, of [0-9.]+ .?B in cache [0-9.]+ .?B/s \(as measured before\)$" # copied or read, no row says
(($(grep -c . part.json) == rows)) || complain "bench --resume: a row twice"
good bench "${sweep[@]}" --resume part.json --reps 2 --no-ceilings
(($(grep -c ' none$' .out) == rows - 2)) || complain "bench --resume --reps: other repetitions count"
sed -i 's/"build":"./"build":"~/' part.json
good bench "${sweep[@]}" --resume part.json
! grep -q before .out || complain "bench --resume: rows of another build count"

# Interrupted in the middle of a row: those before it are whole, and the status says what happened.
for signal in INT:130 TERM:143; do
    checks=$((checks + 1))
    rm -f cut.json
    # A shell's child in the background ignores SIGINT; env lets it end that way.
    env --default-signal=INT bench mandelbrot --reps 1 --precision float --variant tuned --set resolution=60 \
        --sweep path=simd iterations=20,1000000000 --json cut.json -o cut.txt >.out 2>.err &
    for ((i = 0; i < 600; i++)); do [[ ! -s cut.json ]] || break; sleep 0.1; done
    sleep 0.3
    kill -s "${signal%:*}" $!
    wait $!
    status=$?
    ((status == ${signal#*:})) || complain "bench, SIG${signal%:*}: status $status"
    grep -q "^bench: interrupted; what is finished is in cut.json" .err ||
        complain "bench, SIG${signal%:*}: does not say where the rows are"
    (($(grep -c '"iterations":20,.*}$' cut.json) == 1 && $(wc -l <cut.json) == 1)) ||
        complain "bench, SIG${signal%:*}: a finished row is lost"
    [[ ! -e cut.txt ]] && (($(find . -name 'cut.txt*' | wc -l) == 0)) ||
        complain "bench, SIG${signal%:*}: has left half a file"
done

# Two builds in turns: their rows are of the same rounds, and a signal ends them all, also the one that is stopped.
rounds_of() { grep -o '"rounds":[0-9]*' "turns/$1.jsonl"; }
turns=(versus --in-turns "$build/bench" "$build/bench" --runs 2)
run "${turns[@]}" --keep turns -o turns.txt -- vecadd --path simd --set n=1000 --reps 6 --audit brief --no-ceilings
((status == 0 || status == 1 || status == 3)) || complain "versus --in-turns: status $status"
(($(grep -c '^vecadd simd ' turns.txt) == 4)) || complain "versus --in-turns: no table"
for run in 1 2; do
    cmp -s <(rounds_of A$run) <(rounds_of B$run) || complain "versus --in-turns: other rounds"
done
! cmp -s <(rounds_of A1) <(rounds_of A2) || complain "versus --in-turns: both runs had the same rounds"
bad "--json=x: --in-turns says where rows go, and --keep FOLDER keeps them" "${turns[@]}" -- --json=x
bad "--lockstep=1,2: --in-turns says where rows go" "${turns[@]}" -- --lockstep=1,2
bad "turns/A1.jsonl,turns/A1.jsonl: has turns/A1.jsonl twice: a run counts once" versus turns/A1.jsonl,turns/A1.jsonl turns/B1.jsonl
bad "--keep=: has to be the name of a folder" "${turns[@]}" --keep=
bad "--keep: goes with --in-turns" versus --keep turns turns/A1.jsonl turns/B1.jsonl
bad "--runs=99: has to be an integer from 1 to 16" "${turns[@]}" --runs=99
bad "--lockstep: is for processes that versus starts itself" bench --lockstep=1
checks=$((checks + 1))
mkdir turns/tmp
TMPDIR=$PWD/turns/tmp env --default-signal=INT "${turns[@]}" -- mandelbrot --reps 1000 --audit off --set resolution=60,iterations=1000000 >.out 2>.err &
parent=$!
for ((i = 0; i < 600; i++)); do (($(pgrep -c -P $parent) < 2)) || break; sleep 0.1; done
sleep 0.5
mapfile -t both < <(pgrep -P $parent)
kill -INT $parent
wait $parent
status=$?
((status == 130 && ${#both[@]} == 2)) || complain "versus --in-turns, SIGINT: status $status, ${#both[@]} programs"
for process in "${both[@]}"; do
    ! grep -q '^State:.[^ZX]' "/proc/$process/status" 2>/dev/null || complain "versus --in-turns, SIGINT: has left a program"
done
(($(find turns/tmp -mindepth 1 | wc -l) == 0)) || complain "versus --in-turns, SIGINT: has left rows"

# A file of rows is one run's at a time: another would cut off what it has not read.
bench mandelbrot --reps 1 --precision float --variant tuned --set resolution=60 \
    --sweep path=simd iterations=20,1000000000 --json held.json >/dev/null 2>&1 &
for ((i = 0; i < 600; i++)); do [[ ! -s held.json ]] || break; sleep 0.1; done
bad "--json held.json: another run is appending" bench "${one[@]}" --json held.json
bad "--resume held.json: another run is appending" bench "${one[@]}" --resume held.json
bad "--resume held.json: another run is appending" study "${few[@]}" --resume held.json
kill $!
wait $!
good bench "${one[@]}" --resume held.json

# A process of its own ends with bench.
checks=$((checks + 1))
if [[ " ${paths[*]} " == *" avx2 "* ]]; then
    study breakdown --sweep resolution=40 path=avx2 --reps 1 --set iterations=1000000000 >/dev/null 2>&1 &
    for ((i = 0; i < 600; i++)); do child=$(pgrep -P $!) && break; sleep 0.1; done
    kill $!
    wait $!
    for ((i = 0; i < 50; i++)); do grep -q '^State:.[^ZX]' "/proc/$child/status" 2>/dev/null || break; sleep 0.1; done
    if ((i == 50)); then
        complain "bench, killed: has left its own process"
        kill -KILL "$child"
    fi
fi

# Side by side: with itself nothing is slower; where a row was made so, the status is 1.
good versus whole.json whole.json --cannot-tell=pass
said '^A  whole.json: .*preset'
said 'mandelbrot simd tuned double iterations=20 +A '
said ' 1.00 x +- +cannot tell: it takes 6 samples$'
good versus whole.json whole.json --cannot-tell=pass --path reference -o side.txt
sed '/"path":"simd".*"kernel_s"/s/"different":0/"different":77/' whole.json >wrong.json
run versus whole.json wrong.json
((status == 1)) || complain "versus: status $status for a row that differs"
said 'B .* DIFFERS in 77 of [0-9]+ points$'
good versus wrong.json whole.json --cannot-tell=pass

# Studies: the sweep's rows, and the study's own table.  The counts of `difference` are the report's.
good study list
said '^scaling +time, speed-up and efficiency .*table'
good study scaling --sweep resolution=6 threads=1,1024 --set iterations=9 --reps 2 --no-ceilings --json study.json
said '^bench listings --set arithmetic=listing4 --set iterations=9 --peers=parallel-for --reps 2 --no-ceilings --sweep resolution=6'
said '^ +6 +1 .* 1.00 x +100 % .* 1.00 x +100 %'
said '^ +6 +1024 +\(1\) +\(1\) +\(1\)'
said '^\(1\) not on this machine: 1024 threads'
rows=$(grep -c . study.json)
good study scaling --sweep resolution=6 threads=1,1024 --set iterations=9 --reps 2 --no-ceilings --resume study.json
(($(grep -c . study.json) == rows)) || complain "study --resume: measured again"
good study difference --sweep resolution=500 path=simd --json counts.json
said '^ *listing4 +500 +- +7559 +- +- +1500000 +0.504 % +7559$'
said '^ *listing7 +500 +- +7531 +- +- +1500000 +0.502 % +7531$'
(($(grep -c '"kind":"difference".*"precision":"both".*"points":1500000,"different":75' counts.json) == 2)) ||
    complain "study difference: no rows of it"

# The command that gives a study again sets nothing that it sweeps: it can be run.
good study vectorisation --sweep resolution=6 arithmetic=fused threads=1 --set iterations=9 --reps 2 --no-ceilings
said '^bench listings --set iterations=9 --peers=parallel-for --reps 2 --no-ceilings --sweep resolution=6 arithmetic=fused '
good study scaling,fma --sweep resolution=6 threads=1 --set arithmetic=plain,iterations=9 --reps 2 --no-ceilings
said '^bench listings --set arithmetic=listing4 --set arithmetic=plain,iterations=9 '
said '^bench listings --set iterations=9 .*--sweep .*arithmetic=plain,listing4 '

# Its rows go on, and count, like others; what reads times skips them.  A wrong count is status 1.
tiny=(--set iterations=20 --sweep resolution=6 path=reference,simd,offload threads=1,1024)
good study difference "${tiny[@]}" --json counts.json
rows=$(grep -c . counts.json)
good study difference "${tiny[@]}" --resume counts.json
(($(grep -c . counts.json) == rows)) || complain "study difference --resume: counted again"
said '^ *listing4 +6 +1 +[0-9]+ +[0-9]+ +- '
! grep -Eq ' 6 .* (7559|7531)$' .out || complain "study difference: the report has not counted this"
(($(grep -c '"path":"simd".*"absent":"not on this machine: 1024 threads' counts.json) == 2)) ||
    complain "study difference: 1024 threads"
bad "counts.json: has no row of those requested" versus counts.json counts.json
bad "--rows counts.json: has no row of those requested" draw roofline --rows counts.json -o x.svg
sed -i 's/"different":7559/"different":7560/' counts.json
run study difference --sweep resolution=500 path=simd --resume counts.json
((status == 1)) && [[ ! -s .err ]] || complain "study difference: status $status for a wrong count"
said '^ *listing4 +500 +- +7560! .* 7559$'

# A peer as slow as the origin is measured when it is named; it may differ, as that does.
good study guard --sweep resolution=4 --reps 2 --no-ceilings --set iterations=20
said '^ +4 +[0-9.]+ .?s +[0-9.]+ .?s +-?[0-9.]+ % *$'
good bench "${small[@]}" --peers --path simd --precision double --reps 1 --no-ceilings
! grep -q norm-guard .out || complain "bench --peers: norm-guard is not named"

# Its rows run on one thread, whatever is asked for.
good study guard --sweep resolution=4 threads=2 --set iterations=20 --reps 1 --no-ceilings --json guard.json
said '^ +4 +[0-9.]+ .?s +[0-9.]+ .?s '

# A study that was named and is not in the rows is no gap in the page.
good study guard,breakdown --set iterations=20 --rows guard.json --page guard.html
said '^breakdown: nothing of it is in the rows$'
grep -q '>nothing of it is in the rows<' guard.html || complain "study --rows: a page without breakdown"

# Peers are among the paths of its table, and of the command that gives it again.
good study roofline vecadd --peers --path simd --precision double --set n=1000 --reps 1
said '^bench vecadd .*--peers=.*parallel-for'

# What rows of a study's own kind have no part in is refused, and rows in no file are no option's fault.
for option in --json --db; do
    run bash -c 'ulimit -f 1; exec "$@"' bash study guard --sweep resolution=4,5,6 --set iterations=10 \
        --reps 300 $option huge.rows
    { ((status == 1)) && grep -q "^[a-z]*: $option .*File too large" .err; } ||
        complain "study guard $option with a limit on the size of files: $(cat .err)"
    rm -f huge.rows
done

# A whole program, part by part, and what has no device is marked.
good study breakdown --sweep resolution=4 --reps 2 --no-ceilings --set iterations=20 --json parts.json
said '^resolution +offload: program +cold start .* avx2: program '
grep -q '"kind":"breakdown","hotspot":"listings","path":"avx2".*"reps":2,"program_s":{.*"map_in_s":null' parts.json ||
    complain "study breakdown: no row of avx2's program"
if [[ $offload == yes ]]; then
    grep -q '"path":"offload".*"program_s":{.*"device_allocate_s":{.*"map_out_s":{' parts.json ||
        complain "study breakdown: no row of offload's program"
else
    said '^ +4 +\(1\) +\(1\)'
fi

# Sizes are doubled until a run takes half a second, or offload is faster.
good study break-even matmul --variant plain --precision float --reps 1 --json even.jsonl
if [[ $offload == yes ]]; then
    said '^ *matmul +plain +float +n +([0-9.]+|-) .* 16 +[0-9]+ +(avx2|simd)$'
    grep -q '"kind":"break-even","hotspot":"matmul".*"size":"n".*"trials":\[{"size":16.0,"cpu_s":[0-9.e-]*,"cpu_cold_s"' \
        even.jsonl || complain "study break-even: no row of its trials"
    good study break-even matmul --variant plain --precision float --path simd --reps 1 --json even.jsonl
    said '^ *matmul +plain +float +n +([0-9.]+|-) .* 16 +[0-9]+ +simd$'
    said '^offload ran on '
fi
bad "--path reference: study break-even compares offload with simd or avx2" study break-even matmul --path reference
bad "--set n: study break-even tries sizes of n itself" study break-even matmul --set m=3,n=100
bad "--sweep n: study break-even tries sizes of n itself" study break-even matmul --sweep n=100,200

good study breakdown --sweep resolution=4 path=avx2 --reps 3 --set iterations=20 --resume parts.json
(($(grep -c '"reps":3' parts.json) > 0)) || complain "study breakdown --resume: other repetitions will do"

# A study of all hotspots is of those that are named.
good study roofline vecadd --path simd --precision float --set n=1000 --reps 2
said '^ *hotspot +path +precision +rate +instructions/byte +ceiling +of ceiling +bound by$'
said '^ *vecadd +simd +float .* 0.0833 .* % +cache$'

# The compiler's remarks are rows as well; without its command they say so.
good study remarks vecadd --json remarks.json
said '^ *vecadd +simd +[0-9]+ +add_strips_simd +([0-9]+ (x [0-9]+|bytes)|yes|no|unrolled|-) '
rows=$(grep -c . remarks.json)
((rows == 6)) || complain "study remarks: $rows rows"
good study remarks vecadd --resume remarks.json
(($(grep -c . remarks.json) == rows)) || complain "study remarks --resume: collected again"

# The image in tiles: only offload has them, and it has the reference's answer.
good study distribution --sweep width:height=37 --set iterations=20 --reps 2 --no-ceilings
if [[ $offload == yes ]]; then
    said '^ *tiles .* 396 M/s|^ *tiles +.*s +.*/s +[0-9.]+ x *$'
else
    said '^ *tiles +\(1\)'
fi

# An axis that shares a parameter with one of the study's takes its place.
good study sizes --sweep width=16 --set iterations=9 --reps 1 --no-ceilings
said '^ +16 '
! grep -Eq '^ +(512|16384) ' .out || complain "study sizes --sweep width=16: has the study's sizes, too"

# Teams up to as many as there may be.
good bench "${small[@]}" --variant tuned --reps 1 --no-ceilings --sweep path=offload precision=float teams=1,65535,65536,1048576
said "^offload tuned +float +1048576 +(.*gpu +none|not on this machine: teams of a GPU, no GPU|not run: path offload: .*)$"

# With pictures of where they are.
good study difference --sweep resolution=500 path=simd --page difference.html --figures pictures
(($(grep -o 'src="data:image/png;base64,iVBORw0KGgo' difference.html | wc -l) == 2)) ||
    complain "study --page: not two pictures"
grep -q 'arithmetic listing7, resolution 500, path simd' difference.html ||
    complain "study --page: the pictures are not of what was measured"
[[ $(head -c 4 pictures/difference-2.png | tail -c 3) == PNG ]] || complain "bench --figures: no picture"

good study difference --set iterations=20 --sweep resolution=4,6 arithmetic=plain path=simd --page small.html
(($(grep -c '<figcaption>Where .*, arithmetic plain, resolution 6, path simd<' small.html) == 1)) ||
    complain "study --page: not one picture of arithmetic plain"

# Their figures and page; where there is no gnuplot, a note in their place.
shown=(--sweep resolution=6 threads=1,2 --set iterations=9)
tiny=("${shown[@]}" --reps 2 --no-ceilings)
good study scaling,fma "${tiny[@]}" --figures pictures --page page.html --json two.json
said '^scaling: time'
said '^fma: what'
said '^page page.html$'
[[ $(tail -n 1 page.html) == "</html>" && $(grep -c '<article' page.html) == 2 ]] ||
    complain "study --page: is not whole"
if command -v gnuplot >/dev/null; then
    said '^figure pictures/scaling-2.svg$'
    for file in scaling-1 scaling-2 fma; do
        grep -q "^</svg>" pictures/$file.svg && [[ $(head -c 4 pictures/$file.png | tail -c 3) == PNG ]] ||
            complain "bench --figures: $file is not whole"
    done
    (($(grep -c '<svg ' page.html) == 3)) || complain "study --page: not three charts"
    mkdir -p .bin && ln -sf "$(command -v study)" .bin/
    good env PATH="$work/.bin" study scaling,fma "${shown[@]}" --rows two.json --figures none --page bare.html
    said "^no figure none/fma.svg: gnuplot is not installed"
    (($(grep -c "no picture. gnuplot is not installed" bare.html) == 3)) || complain "study --page: no note of pictures"
fi
good study scaling,fma --rows two.json --set iterations=9
said '^ +6 +1 .* 1.00 x +100 % .* 1.00 x +100 %'
said '^bench listings --set arithmetic=listing4 .*--sweep resolution=6 threads=1,2 path=avx2 precision=double$'
good study scaling,fma --rows two.json --set iterations=9 --figures read --page read.html
grep -q '<code>study scaling,fma --set iterations=9 --rows two.json --figures read --page read.html<' read.html ||
    complain "study --page: does not say by which command it was printed"
grep -q '<code>study scaling --set iterations=9 --sweep resolution=6 threads=1,2<' read.html ||
    complain "study --page: the command of scaling is not of the rows that are shown"
bad "--rows two.json: none is of the study" study julia-versions --rows two.json
bad "--rows two.json: none is of the study" study scaling --rows two.json

# Nobody has said with which settings: those that a hotspot's rows have, if it is one for all.
good study ladder --rows "${TRIPTYCH_SOURCE_DIR:?}/docs/measured/h200-ladder.jsonl"
said '^with blur .*; dot n=268435456; .*; vecadd n=134217728$'
said '^ *vecadd +offload +tuned '
said '^ *moldyn +offload +tuned '
good study ladder matmul,dot --rows "$TRIPTYCH_SOURCE_DIR/docs/measured/h200-ladder.jsonl" --slides slides
[[ $(ls slides) == $'dot.html\nmatmul.html' ]] || complain "study --slides: has written $(ls slides)"
(($(grep -c '<section' slides/dot.html) == $(grep -c '^dot ' .out))) || complain "study --slides: no slide for each line"
for line in '<h1>dot, offload: tuned' '<dt>registers</dt><dd>40' '<span class="new">+ ' '<span class="gone">- .*reduction'; do
    grep -q -- "$line" slides/dot.html || complain "study --slides: has no '$line'"
done
bad "slides: belongs to study ladder alone" study ladder,card --slides slides
bad "slides .*: has to be a folder to write to" study ladder --rows "$TRIPTYCH_SOURCE_DIR/docs/measured/h200-ladder.jsonl" --slides slides/dot.html
bad "none is of the study" study ladder --set n=1000 --rows "$TRIPTYCH_SOURCE_DIR/docs/measured/h200-ladder.jsonl"
good bench vecadd --path simd --precision double --sweep n=100,200 --reps 1 --no-ceilings --json sizes.json
bad "none is of the study" study ladder --rows sizes.json

# Rows of another study, of another build and of another machine: only those of another study stay out.
sed 's/"build":"./"build":"~/; s/"cpu":"[^"]*"/"cpu":"Other"/' two.json >elsewhere.json
good study scaling --rows elsewhere.json --set iterations=9
said '^Other, '
bad "elsewhere.json:1: was measured on another machine" study scaling --rows two.json,elsewhere.json --set iterations=9

# What one study has measured, the next does not measure again; nor does a run that is resumed.
good study scaling,vectorisation "${tiny[@]}" --json twice.json
(($(grep -c . twice.json) == 4)) || complain "study: $(grep -c . twice.json) rows, not 4"

# An option that means nothing to one of several studies is for the others; of one alone it is refused.
good study scaling,energy --audit off --set resolution=6,iterations=9 --sweep threads=1,2 --time 0.1
bad "--time: study energy does not measure until" study energy --time 1

# Killed in the middle of a row of one study of several: what is finished stays, and the rest is done.
checks=$((checks + 1))
slow=(scaling,fma --sweep resolution=6 threads=1,2 --reps 2 --page killed.html --figures killed)
{ timeout -s KILL 3 study "${slow[@]}" --set iterations=1000000000 --json killed.json; } >.out 2>.err
[[ ! -e killed.html ]] || complain "study --page: half a page after a kill"
! compgen -G '.triptych-*' >/dev/null || complain "study --page: has left a file after a kill"
good study scaling "${tiny[@]}" --json killed.json
head -c -40 killed.json >half.json
rows=$(grep -c . killed.json)
good study scaling,fma "${tiny[@]}" --resume half.json --page resumed.html
[[ $(head -n $((rows - 1)) half.json) == "$(head -n $((rows - 1)) killed.json)" ]] ||
    complain "study --resume: a row has changed"
cut -c -400 half.json | sort | uniq -d | grep . >/dev/null && complain "study --resume: a row twice"
[[ -s resumed.html ]] || complain "study --resume: no page"

# An axis that the table has no place for gets a line of each value.
good study precision --sweep resolution=6 threads=1,2 path=avx2 --set iterations=9 --reps 1 --no-ceilings
said '^resolution +threads +avx2, double +float '
(($(grep -Ec '^ +6 +[12] +[0-9.]+ .?s ' .out) == 2)) || complain "study precision: not two lines of threads"

# The image that a study works on is part of its command, and of which rows are its own.
image=(blur --sweep passes=1,2 path=avx2)
cp photo.png "a photo.png"
good study "${image[@]}" --input "a photo.png" --reps 1 --no-ceilings --json image.json
said "^bench blur --input 'a photo.png' --reps 1 --no-ceilings --sweep passes=1,2 path=avx2"
good study "${image[@]}" --input "a photo.png" --rows image.json
bad "--rows image.json: none is of the study" study "${image[@]}" --rows image.json
bad "--input photo.png: study fma is of listings, which takes no image" study fma --input photo.png --json new.json


# One bad study does not lose the others: the table of matmul has nothing of simd.
run study scaling,matmul "${tiny[@]}" --sweep n=8 --path simd --page some.html
((status == 1)) || complain "study: status $status where one of two fails"
grep -q '^study: study matmul: --path simd: the table of matmul shows path avx2, offload' .err ||
    complain "study: does not say which has failed"
said '^scaling: '
grep -q 'class="missing">.*the table of matmul shows' some.html || complain "study --page: does not say what has failed"

# Progress where it is asked for, and not where it is not.
run bench mandelbrot --set resolution=4 --variant tuned --reps 1 --progress --sweep path=simd precision=float iterations=5,6,7
((status == 0)) && grep -Eq "^mandelbrot simd tuned float \(3 of 3, about [0-9]+ s left\)$" .err ||
    complain "bench --progress: does not say how far it is"

# Peers: rows of their own, ratios, and what cannot run here says why.
good bench "${small[@]}" --path simd --variant tuned --peers --reps 2 --json rows.json
for precision in float double; do
    said "^vs parallel-for +$precision .*cpu, .*none$"
    said "^vs cuda +$precision +(.*gpu +none|not run: (not built|no CUDA device): .+)$"
    said "^vs cuda-listing7 +$precision +not run: it knows iterations=1000 only$"
    said "^  simd tuned $precision = .* x parallel-for"
done
(($(grep -c '"path":"simd","variant":null,"peer":"parallel-for"' rows.json) == 2)) || complain "bench --json: no peers"
good bench --list
said '^peer +every one +parallel-for +the reference.s loop'
if grep -q '^peer +mandelbrot +cuda .*cannot run' .out; then
    fails "peer cuda: (not built|no CUDA device): " bench "${small[@]}" --peers=cuda
fi

# --- compare ---------------------------------------------------------------------------------------

# The report's table 5; table 12, every other path's counts and those of a resolution of 1000: test_reference.c.
fast=simd
[[ " ${paths[*]} " != *" avx2 "* ]] || fast=avx2
good compare listings --set arithmetic=listing4,resolution=500 --path "$fast" --audit off
said "^1500000 points"
said "^$fast plain +0 \(0 %\) +0 \(0 %\) +7559 \("
bad "--picture: needs a path that listings has in both" compare "${report[@]}" --path origin --picture d.png
good compare "${report[@]}" --path origin # which is in double only
said '^origin +- +0 \(0 %\)'
good compare "${small[@]}" --picture d.png -o compare.txt
[[ $(head -c 4 d.png | tail -c 3) == PNG ]] || complain "compare --picture: no PNG"
for label in "${labels[@]}"; do
    grep -Eq "^$label +0 \(0 %\) +0 \(0 %\)" compare.txt || complain "compare: $label is not there"
done
grep -Eq '^simd batches +0 ' compare.txt || complain "compare: not every variant is there"
good compare "${small[@]}" --variant tuned,plain --path simd
[[ $(awk '$1 == "simd" { printf "%s ", $2 }' .out) == "plain tuned " ]] ||
    complain "compare --variant: not the two that are named"

# --- render ----------------------------------------------------------------------------------------

# The coursework report's image, from every path.
coursework=d7693d71ac5fd87f930a3d5af15b2f05afe13cdca0cfabc08c59c1582ec1bfdd
for path in "${paths[@]}"; do
    good render listings --coursework 512 512 --path "$path" -o image.ppm
    checks=$((checks + 1))
    [[ $(sha256sum <image.ppm) == "$coursework"* ]] || complain "render --path $path: another image"
done
good render "${small[@]}" -o precious.png
[[ $(head -c 4 precious.png | tail -c 3) == PNG ]] || complain "render -o: no PNG"
run render "${small[@]}" -o /dev/stdout
((status == 0)) && [[ $(head -c 2 .out) == P6 ]] || complain "render -o /dev/stdout: no PPM"
mkdir -p named && cd named && good render "${small[@]}" && cd .. &&
    [[ $(head -c 4 named/mandelbrot.png | tail -c 3) == PNG ]] || complain "render: no mandelbrot.png"

finish
