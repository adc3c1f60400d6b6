#!/bin/sh
# share.sh FOLDER: copies the files that every package has beside the extension: sql/
# without sql/lab, config/, ext/REFERENCE.md and ext/CHANGES.md.  The files keep their
# paths, so their links work.
set -eu
folder=$1
find sql config/README.md config/*.yaml ext/REFERENCE.md ext/CHANGES.md -type f \
  ! -name '.*' ! -name '*.pyc' ! -path 'sql/lab/*' | LC_ALL=C sort |
  while read -r file; do
    install -d -m 755 "$folder/$(dirname "$file")"
    mode=644
    [ ! -x "$file" ] || mode=755
    install -m "$mode" "$file" "$folder/$file"
  done
