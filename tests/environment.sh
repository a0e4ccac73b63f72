#!/bin/bash
# environment.sh BUILD -- a variable that would end a program inside of OpenMP's runtime is named, in one line, with status 2;
# what the runtime takes is taken.
set -uo pipefail

build=$1
failures=0

complain() {
    echo "FAILED: $1"
    failures=$((failures + 1))
}

refused() { # VARIABLE=VALUE PROGRAM [ARGUMENT]...
    local said status
    said=$(env "$1" "${@:2}" 2>&1 >/dev/null </dev/null)
    status=$?
    ((status == 2)) || complain "$*: status $status"
    [[ $said == "${2##*/}: $1 in the environment: it has to be "* && $said != *$'\n'* ]] || complain "$*: $said"
}

taken() { # VARIABLE=VALUE
    local status
    env "$1" "$build/compare" vecadd --set n=1000 --path reference,simd --audit off >/dev/null 2>&1 </dev/null
    status=$?
    ((status == 0)) || complain "$1: status $status"
}

for program in bench compare doctor render; do
    refused OMP_NUM_THREADS= "$build/$program" --version
done
for setting in OMP_NUM_THREADS={word,0,-1,1025,'2,','2,x',99999999999999999999} {OMP,GOMP,KMP}_STACKSIZE={0,63,16K,65535B,17G,999999M,99999999999999999999} KMP_STACKOFFSET=17G \
    KMP_ALIGN_ALLOC={100,32K,1T,1M,99999999999999999999} KMP_HOT_TEAMS_MAX_LEVEL={1001,99999999999999999999} KMP_TASKING={1,01} KMP_{FORKJOIN,PLAIN,REDUCTION}_BARRIER={0,'0,1','5,0'} \
    KMP_{ADAPTIVE_LOCK_PROPS,FORKJOIN_BARRIER,PLAIN_BARRIER,REDUCTION_BARRIER,SPIN_BACKOFF_PARAMS}= \
    LIBOMPTARGET_{DEBUG,INFO}={,word,2147483648} OMP_TOOL_VERBOSE_INIT={word,-1}; do
    refused "$setting" "$build/compare" --version
done
limited() { # LIMIT WORDS PROGRAM; no words: it is enough
    local said status
    said=$(bash -c "ulimit $1; exec \"\$1\" --version" - "$3" 2>&1 >/dev/null </dev/null)
    status=$?
    ((status == (${#2} ? 2 : 0))) || complain "ulimit $1, $3: status $status"
    [[ $said == "${2:+${3##*/}: $2}" ]] || complain "ulimit $1, $3: $said"
}
for program in bench compare doctor render; do
    limited '-s 64' 'the stack (ulimit -s) has to be 512 KiB or more' "$build/$program"
    limited '-s 512' '' "$build/$program"
    [[ $TRIPTYCH_PRESET != tsan ]] || continue # ThreadSanitizer begins before the program, with a file
    limited '-f 0' 'files (ulimit -f) have to be allowed 1 KiB or more' "$build/$program"
    limited '-f 1' '' "$build/$program"
done
for setting in OMP_NUM_THREADS={1,2,' 2','2,1'} OMP_STACKSIZE={,64,8M,'16 M',4096,1g,word} KMP_ALIGN_ALLOC={,7,64,4k,16K,word} KMP_HOT_TEAMS_MAX_LEVEL={,2,word} KMP_TASKING={0,2} LIBOMPTARGET_INFO={0,-1} KMP_PLAIN_BARRIER=2,2 KMP_FORKJOIN_BARRIER={1,word,'2,2',99} OMP_TOOL_VERBOSE_INIT={,STDERR,disabled}; do
    taken "$setting"
done
# Threads that never sleep of themselves: once, the process that audits did not end.
for setting in OMP_WAIT_POLICY=active KMP_BLOCKTIME=infinite KMP_LIBRARY=turnaround; do
    timeout 120 env -u OMP_WAIT_POLICY "$setting" "$build/compare" vecadd --set n=1000 --variant plain --audit brief >/dev/null 2>&1 </dev/null ||
        complain "$setting: status $?"
done

((failures == 0)) || { echo "environment.sh: $failures failures"; exit 1; }
echo "environment.sh: passed"
