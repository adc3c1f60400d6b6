#!/bin/sh
# Runs every fuzz target under libFuzzer, from its corpus (inputs), with a fixed seed. The
# number of runs is fixed, unless FUZZ_SECONDS sets a time. FUZZ_TARGETS=name runs only
# that target. The build folder keeps an input on which a target fails. This runs it
# again:
#   build/fuzz/tests/fuzz/TARGET FILE
set -u
build=${BUILD:-build}
work=$build/fuzz
seconds=${FUZZ_SECONDS:-}
mkdir -p "$work"

# clang can be installed without the library that -fsanitize=fuzzer links.
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

for words in yaml functions; do
  "$build/tests/fuzz/dictionary" "$words" >"$work/$words.dict"
done

# limits TARGET: sets the greatest length of an input, in bytes, and a number of runs that
# takes half a second.
limits() {
  case $1 in
  frames) length=256 runs=300 ;;
  graph) length=64 runs=100 ;;
  replies) length=512 runs=500 ;;
  sql) length=128 runs=300 ;;
  weights) length=256 runs=10000 ;;
  yaml) length=9000 runs=150 ;;
  *) length=1024 runs=500 ;;
  esac
}

count=0
failed=0
for corpus in tests/fuzz/corpus/*; do
  target=${corpus##*/}
  case " ${FUZZ_TARGETS:-$target} " in *" $target "*) ;; *) continue ;; esac
  found=$work/corpus/$target
  mkdir -p "$found"
  # libFuzzer writes new inputs to the first folder on its command line. So the first
  # folder must not be the corpus itself.
  seeds=$work/seeds/$target
  BUILD=$build sh tests/fuzz/seeds.sh "$target" "$seeds"
  limits "$target"
  set -- -seed=1 -max_len="$length" -timeout=60 \
    -artifact_prefix="$work/$target-" -print_final_stats=1
  case $target in
  yaml) set -- "$@" -dict="$work/yaml.dict" ;;
  sql | frames) set -- "$@" -dict="$work/functions.dict" ;;
  esac
  if [ -n "$seconds" ]; then
    set -- "$@" -max_total_time="$seconds" "$found" "$seeds"
  else
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
