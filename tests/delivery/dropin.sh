#!/bin/bash
# dropin.sh -- a new hotspot is a new folder in src/hotspots, and nothing else.
#
# Copies the tree, drops in a second mandelbrot under another name, builds, and looks for it in
# bench's list; then takes it out again, and rebuilds.
set -euo pipefail

[[ $TRIPTYCH_PRESET != [at]san ]] || exit 77 # what is tested here is the build, not the code

tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
cp -R "$TRIPTYCH_SOURCE_DIR"/{CMakeLists.txt,toolchains,src,include,bench,lessons,packaging} "$tree"
cd "$tree"

# What is there beside it does not matter: two are enough.
find src/hotspots -mindepth 1 -maxdepth 1 ! -name common ! -name vecadd ! -name mandelbrot -exec rm -r {} +
mkdir src/hotspots/dropin
# Without the rungs, which are in another file.
sed 's/mandelbrot/dropin/g' src/hotspots/mandelbrot/mandelbrot.c >src/hotspots/dropin/dropin.c
cmake -B build -G Ninja -DCMAKE_BUILD_TYPE=Debug -DTRIPTYCH_TESTS=OFF \
    -DTRIPTYCH_PEERS_CUDA=OFF >log 2>&1 && cmake --build build --target bench >>log ||
    { cat log; exit 1; }
build/bench --list | grep dropin || { echo "bench --list does not know the new hotspot"; exit 1; }

rm -r src/hotspots/dropin
cmake --build build --target bench >log 2>&1 || { cat log; exit 1; }
! build/bench --list | grep dropin || { echo "bench --list still knows it"; exit 1; }
build/bench --list | grep mandelbrot
