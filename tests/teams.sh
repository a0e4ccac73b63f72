#!/bin/bash
# teams.sh BUILD -- on the CPU's own device a team has one thread, unless it is told otherwise; what a
# GPU does with whole teams is then never run. So matmul once more, with the threads that its rungs ask for.
set -u
build=$1
if [ "$TRIPTYCH_PRESET" != llvm-host ]; then
    echo "for llvm-host: elsewhere a device has its own idea of threads, or there is none"
    exit 77
fi
export KMP_DEVICE_THREAD_LIMIT=1024 KMP_TEAMS_THREAD_LIMIT=1024 OMP_NUM_THREADS=256
for settings in n=1 n=7 m=129,n=132,k=20 m=129,n=101,k=37 m=3,n=260,k=8 m=257,n=4,k=9; do
    said=$("$build/compare" matmul --set $settings --path offload --variant all --audit brief) || exit 1
    echo "$said"
    ! grep -v '^offload tensor-cores ' <<<"$said" | grep -q 'not run' || exit 1 # which only a GPU has
done
