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
for setting in OMP_NUM_THREADS={word,0,-1,1025,'2,','2,x',99999999999999999999} {OMP,GOMP,KMP}_STACKSIZE={17G,999999M,99999999999999999999} KMP_STACKOFFSET=17G \
    KMP_{ADAPTIVE_LOCK_PROPS,FORKJOIN_BARRIER,PLAIN_BARRIER,REDUCTION_BARRIER,SPIN_BACKOFF_PARAMS}= \
    LIBOMPTARGET_{DEBUG,INFO}={,word,2147483648} OMP_TOOL_VERBOSE_INIT={word,-1}; do
    refused "$setting" "$build/compare" --version
done
for setting in OMP_NUM_THREADS={1,2,' 2','2,1'} OMP_STACKSIZE={,8M,'16 M',4096,1g,word} LIBOMPTARGET_INFO={0,-1} KMP_PLAIN_BARRIER=2,2 OMP_TOOL_VERBOSE_INIT={,STDERR,disabled}; do
    taken "$setting"
done

((failures == 0)) || { echo "environment.sh: $failures failures"; exit 1; }
echo "environment.sh: passed"
