#!/bin/sh
# Lays out the seeds of a fuzz target in a folder: its corpus, and what is made from the
# code itself, so that it is never out of date: a seed for each function, the shipped
# settings.
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
