#!/bin/sh
# archive.sh FOLDER FILE [MEMBER...]: packs a folder, or members of it, into a .tar.gz or
# a .zip.  The archive depends only on the files' names, contents and (in a .tar.gz)
# executable bits, not on their order, owner or age.
set -eu
case $2 in *.zip) exec "$PYTHON" "$(dirname "$0")/archive.py" "$@" ;; esac
folder=$1
file=$2
shift 2
if [ $# -eq 0 ]; then
  set -- "$(basename "$folder")"
  folder=$(dirname "$folder")
fi
tar --create --format=ustar --sort=name --owner=0 --group=0 --numeric-owner \
  --mode='u=rwX,go=rX' --mtime="@$SOURCE_DATE_EPOCH" --directory="$folder" "$@" |
  gzip -9n >"$file"
