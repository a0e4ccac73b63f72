#!/bin/bash
# tests/ranks.sh BUILD -- processes that MPI starts: the bits of one, whatever their number; one line, and the end of all, where
# one of them fails.
set -uo pipefail

build=$1
failed=0
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_mpi_yield_when_idle=1
export OMPI_MCA_btl_vader_single_copy_mechanism=none
[[ -f $build/libtriptych-mpi.so ]] && command -v mpirun >/dev/null ||
    { echo "no MPI: this build has no module, or there is no mpirun"; exit 77; }

# shellcheck disable=SC2317 # expect calls it
# ranks N COMMAND...: its output is in $dir/out, its lines of errors in $dir/err.
ranks() {
    timeout 60 mpirun --map-by :OVERSUBSCRIBE -n "$1" "$build/$2" "${@:3}" >"$dir/out" 2>"$dir/err"
}

# expect WHAT COMMAND...
expect() {
    "${@:2}" >/dev/null || { echo "FAILED: $1"; cat "$dir/out" "$dir/err"; failed=1; }
}


# In the preset asan leaks are looked for. What Open MPI and its thread (of libevent) keep until the end is theirs; since it has
# unloaded its modules by then, only whole stacks say so.
printf 'leak:%s\n' libmpi.so libopen-pal.so libopen-rte.so libevent_core >"$dir/leaks"
export LSAN_OPTIONS=suppressions=$dir/leaks:print_suppressions=0 ASAN_OPTIONS=fast_unwind_on_malloc=0

own_lines() { grep -c "^$1: " "$dir/err"; }
# shellcheck disable=SC2317
fails_with() { local want=$1; shift; ranks "$@"; (($? == want)); }

# ---- The bits: odd sizes, more steps than a halo is deep, rows distributed cyclically
sizes=n=1009,m=23,k=11,width=41,height=151,steps=70,passes=70,resolution=20,iterations=60,size=33
for n in 1 2 3 4; do
    expect "the bits of one rank, on $n" ranks "$n" compare vecadd,dot,mandelbrot,julia,matmul,laplace,blur \
        --variant plain,tuned --audit brief --set $sizes
    expect "a verdict from $n" grep -q '^VERDICT: ok' "$dir/out"
    expect "of tuned, in all but dot" [ "$(grep -c '^simd tuned  *0 (' "$dir/out")" -ge 6 ] # which has one block here
    ((n == 1)) || expect "that says how many" grep -q "^$n ranks on 1 node" "$dir/out"
    expect "sums of blocks of $n" ranks "$n" compare dot --variant tuned --set n=200003
    expect "the same sum as of one" grep -q '^simd tuned  *0 (' "$dir/out"
    # laplace stops in its first round of steps, in a later one, after the last step
    for tolerance in 0.02 0.0005 0.0000001; do
        expect "the same last step, on $n, with tolerance=$tolerance" ranks "$n" compare laplace --variant plain,tuned \
            --set "n=61,steps=400,tolerance=$tolerance"
    done
done
if grep -q 'host plugin' "$build"/generated/build_info.h; then # which has four devices
    for n in 1 2 3 4; do
        expect "particles that cross slabs, on $n" ranks "$n" compare moldyn --path offload --variant tuned \
            --set particles=701,density=0.1,cutoff=1.5,steps=40,temperature=4,dt=0.01
        expect "were compared" grep -q '^offload tuned  *0 (' "$dir/out"
        expect "slabs of few layers, on $n" ranks "$n" compare moldyn --path offload --variant tuned \
            --set particles=1001,cutoff=2.5,steps=20,temperature=4
    done
fi
for n in 2 3 4; do
    expect "particles on CPUs, on $n" ranks "$n" compare moldyn --path simd,avx2 --variant tuned \
        --set particles=701,density=0.1,cutoff=1.5,steps=12,temperature=4,dt=0.01
    expect "were compared" grep -q '^simd tuned  *0 (' "$dir/out"
done

# ---- Rows
expect 'rows' ranks 3 bench laplace --path simd --variant plain --precision double --set n=64,steps=70 --reps 1 \
    --no-ceilings --json "$dir/rows"
expect 'a row of one rank and one of three' [ "$(grep -c '"ranks":[13],.*"nodes":1' "$dir/rows")" = 2 ]
expect 'T1 of the same run' [ "$(grep -c '"t1_s":[0-9.e-]*,"efficiency":[0-9.e-]*,"halo_s"' "$dir/rows")" = 2 ]
cp "$dir/rows" "$dir/all_rows"
expect 'a row without a launcher' env OMP_NUM_THREADS=2 "$build/bench" laplace --path simd --variant plain --precision double --set n=64,steps=70 \
    --reps 1 --no-ceilings --json "$dir/all_rows"
expect 'is of the same build' [ "$(grep -o '"build":"[^"]*"' "$dir/all_rows" | sort -u | wc -l)" = 1 ]
expect 'what ranks have in common is not said by each' [ "$(grep -c '^VERDICT' "$dir/out")" = 1 ]
expect 'a study of as many as there are' ranks 3 study ranks dot --variant plain --precision float --set n=1000 --reps 1 --no-ceilings
expect 'with a row of three' grep -qE '^dot +simd +plain +3 ' "$dir/out"
expect 'too little' ranks 4 bench laplace --path simd --variant plain --set n=3 --reps 1 --no-ceilings
expect 'says so' grep -q 'too little to divide: height=3 is enough for 3 of 4 ranks' "$dir/out"

# ---- What is wrong is said once
expect '--halo bad is a wrong request' fails_with 2 3 bench vecadd --halo bad
expect 'said once' [ "$(own_lines bench)" = 1 ]
expect '--halo direct is more than this MPI can' fails_with 2 2 bench vecadd --halo direct
expect 'says so' grep -q 'this MPI does not say that it takes a device' "$dir/err"
expect '--halo staged' ranks 2 bench laplace --halo staged --path simd --variant plain --set n=16 --reps 1 --no-ceilings
expect 'is printed' grep -q '^2 ranks on 1 node, halos of devices staged' "$dir/out"
expect 'a program for one process' fails_with 2 3 versus
expect 'says so once' [ "$(own_lines versus)" = 1 ]
cat >"$dir/late" <<EOF1 # rank 0 begins when the others have ended
#!/bin/bash
[ "\$OMPI_COMM_WORLD_RANK" != 0 ] || sleep 1
exec "$build/versus"
EOF1
chmod +x "$dir/late"
timeout 60 mpirun --map-by :OVERSUBSCRIBE -n 2 "$dir/late" >"$dir/out" 2>"$dir/err"
expect 'a program for one process, whose rank 0 is late' [ $? = 2 ]
expect 'says so once, too' [ "$(own_lines versus)" = 1 ]
timeout 60 mpirun --map-by :OVERSUBSCRIBE -n 2 env OMPI_COMM_WORLD_SIZE=3 "$build/bench" vecadd >"$dir/out" 2>"$dir/err"
expect "another MPI's launcher" [ $? = 2 ]
expect 'is named once' [ "$(own_lines bench)" = 1 ]
expect 'help' ranks 2 bench --help
expect 'once' [ "$(grep -c '^Usage' "$dir/out")" = 1 ]

# ---- A rank that dies ends all of them; finished rows stay

# The process of a rank that mpirun has started, and those of all.
rank_process() {
    local id
    for id in $(all_processes); do
        [[ $(tr '\0' '\n' <"/proc/$id/environ" | grep ^OMPI_COMM_WORLD_RANK=) == *="$1" ]] && echo "$id"
    done
}
all_processes() { pgrep -P "$(pgrep -P $job)"; }

# Processes of ranks end a moment after mpirun, which does not wait for those that it has killed.
# shellcheck disable=SC2317
end_by() { # SECONDS (of this script's) PROCESS...
    local id
    for id in "${@:2}"; do
        until [[ $(ps -o stat= -p "$id") == @(|Z*) ]]; do # Z: it has ended, and nobody has asked how
            ((SECONDS <= $1)) || return 1
            sleep 0.1
        done
    done
}

for dead in 2 0; do
    rm -f "$dir/killed"
    timeout 60 mpirun --map-by :OVERSUBSCRIBE -n 3 "$build/bench" laplace --path simd --variant plain --precision double \
        --set n=64 --sweep ranks=3 steps=70,100000000 --reps 1 --no-ceilings --json "$dir/killed" >"$dir/out" 2>"$dir/err" &
    job=$!
    for ((i = 0; i < 300; i++)); do
        grep -qs '"ranks":3' "$dir/killed" && break
        sleep 0.1
    done
    mapfile -t processes < <(all_processes)
    expect "rank $dead is one of three" [ ${#processes[@]} = 3 ]
    sleep 0.5
    begun=$SECONDS
    kill -9 "$(rank_process $dead)"
    wait $job
    expect "rank $dead dies: a status other than 0" [ $? != 0 ]
    expect "rank $dead dies: all end within ten seconds" [ $((SECONDS - begun)) -le 10 ]
    expect "rank $dead dies: none is left" end_by $((begun + 10)) "${processes[@]}"
    expect "rank $dead is named" grep -q "rank $dead .*signal 9" "$dir/err"
    expect "rank $dead dies: the row that was done stays" grep -q '"ranks":3' "$dir/killed"
done

# ---- No memory in one of them
cat >"$dir/bench" <<EOF2
#!/bin/bash
[ "\$OMPI_COMM_WORLD_RANK" = 1 ] && ulimit -v \$((\$TRI_TEST_LIMIT))
exec "$build/bench" "\$@"
EOF2
chmod +x "$dir/bench"
if ! grep -q fsanitize "$build/CMakeCache.txt"; then # whose shadow memory is more than any limit
    TRI_TEST_LIMIT=700000 timeout 60 mpirun --map-by :OVERSUBSCRIBE -n 2 "$dir/bench" vecadd --path simd --variant plain \
        --precision double --set n=60000000 --sweep ranks=2 --reps 1 --no-ceilings >"$dir/out" 2>"$dir/err"
    expect 'no memory is a failure' [ $? = 1 ]
    expect 'that names the rank' grep -q '^bench: rank 1 on .*out of memory' "$dir/err"
fi

exit $failed
