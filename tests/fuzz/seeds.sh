#!/bin/sh
# Writes the seeds (first inputs) of a fuzz target into a folder. Each target gets its
# corpus. `yaml` also gets the shipped settings; `sql` and `frames` also get the name of
# each function.
#   seeds.sh TARGET FOLDER
set -eu
target=$1
folder=$2
rm -rf "$folder"
mkdir -p "$folder"
cp tests/fuzz/corpus/"$target"/* "$folder"
case $target in
yaml) cp config/*.yaml "$folder" ;;
sql | frames)
  "${BUILD:-build}/tests/fuzz/dictionary" functions |
    sed 's/^"//; s/\\x0a"$//' | sort -u |
    while read -r name; do echo "$name" >"$folder/$name"; done
  ;;
esac
