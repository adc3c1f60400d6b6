#!/bin/sh
# build_folder.sh FOLDER [n]: prints `ours` if make has made FOLDER, or if FOLDER is empty
# or missing.  Then make may write to FOLDER and remove FOLDER.  Without n, an empty or
# missing FOLDER gets a file CACHEDIR.TAG, which says that make has made FOLDER.  Programs
# for backups leave out folders with this file (bford.info/cachedir).  The folder `build`
# of the checkout counts as made by make even without this file.
set -eu
unset CDPATH
folder=$1
here=$(pwd -P)
default=$(cd build 2>/dev/null && pwd -P) || default=$here/build

# is_ours FOLDER: succeeds if make made FOLDER or a folder around it.
is_ours() {
  case $here/ in "${1%/}"/*) return 1 ;; esac # FOLDER contains the sources
  inside=$1
  while [ -n "$inside" ]; do
    [ "$inside" != "$default" ] || return 0
    ! grep -qs 'made by assay' "$inside/CACHEDIR.TAG" || return 0
    inside=${inside%/*}
  done
  return 1
}

if place=$(cd "$folder" 2>/dev/null && pwd -P); then
  is_ours "$place" && echo ours && exit
  [ -z "$(ls -A "$place")" ] || exit 0
elif [ -e "$folder" ]; then
  exit 0
fi
echo ours
[ "${2:-}" != n ] || exit 0
mkdir -p "$folder"
printf '%s\n' 'Signature: 8a477f597d28d172789f06886806bc55' \
  '# A build folder, made by assay: make clean removes it.' >"$folder/CACHEDIR.TAG"
