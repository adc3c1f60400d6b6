#!/bin/sh
# Runs every fuzz target from its corpus: a fixed number of runs with a fixed seed, or
# FUZZ_SECONDS where that is set.  A finding stays in the build folder, to be run again:
#   build/fuzz/tests/fuzz/TARGET FILE
set -u
build=${BUILD:-build}
work=$build/fuzz
seconds=${FUZZ_SECONDS:-}
mkdir -p "$work"

# clang may be there without the library that -fsanitize=fuzzer links.
echo 'int LLVMFuzzerTestOneInput(const char *d, long n); int LLVMFuzzerTestOneInput(const
char *d, long n) { return n > 0 && d[0] == 0; }' >"$work/probe.c"
if ! clang -fsanitize=fuzzer -o "$work/probe" "$work/probe.c" 2>/dev/null; then
  echo "1..0 # SKIP no clang with libFuzzer (Debian: clang libclang-rt-14-dev)"
  exit 0
fi
if ! MAKEFLAGS='' make -s fuzz-programs BUILD="$build" >"$work/build.log" 2>&1; then
  sed 's/^/# /' "$work/build.log"
  echo "Bail out! the fuzz targets do not build"
  exit 255
fi

count=0
failed=0
for corpus in tests/fuzz/corpus/*; do
  target=${corpus##*/}
  found=$work/corpus/$target
  mkdir -p "$found"
  # libFuzzer writes to the first folder that it is given: never to the corpus.
  seeds=$work/seeds/$target
  rm -rf "$seeds"
  mkdir -p "$seeds"
  cp "$corpus"/* "$seeds"
  if [ "$target" = yaml ]; then cp config/*.yaml "$seeds"; fi
  set -- -seed=1 -max_len=1024 -artifact_prefix="$work/$target-" -print_final_stats=1
  if [ -n "$seconds" ]; then
    set -- "$@" -max_total_time="$seconds" "$found" "$seeds"
  else
    case $target in frames | yaml) runs=2000 ;; *) runs=20000 ;; esac
    set -- "$@" -runs="$runs" "$seeds"
  fi
  count=$((count + 1))
  if "$work/tests/fuzz/$target" "$@" >"$work/$target.log" 2>&1; then
    executed=$(sed -n 's/^stat::number_of_executed_units: *//p' "$work/$target.log")
    echo "ok $count - $target: $executed runs"
  else
    failed=1
    tail -n 60 "$work/$target.log" | sed 's/^/# /'
    echo "not ok $count - $target"
  fi
done
echo "1..$count"
exit "$failed"
