#!/bin/sh
# Writes the seeds of a fuzz target into a folder: its corpus, a seed for each function,
# and the shipped settings. The last two kinds come from the code itself, so they are
# never out of date.
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
