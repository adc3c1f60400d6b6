#!/bin/sh
# Runs every fuzz target without libFuzzer, over its seeds and over a fixed number of
# changed copies of them.
set -u
build=${BUILD:-build}

count=0
failed=0
for corpus in tests/fuzz/corpus/*; do
  target=${corpus##*/}
  seeds=$build/replay/$target
  BUILD=$build sh tests/fuzz/seeds.sh "$target" "$seeds"
  count=$((count + 1))
  if "$build/tests/fuzz/$target-replay" "${RUNS:-500}" "$seeds"/* >"$seeds.log" 2>&1; then
    echo "ok $count - $target"
  else
    failed=1
    sed 's/^/# /' "$seeds.log"
    echo "not ok $count - $target"
  fi
done
echo "1..$count"
exit "$failed"
