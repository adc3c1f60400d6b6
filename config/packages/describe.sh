#!/bin/sh
# describe.sh EXTENSION PACKAGE: what was made, its size and hash, and the oldest glibc
# that has all symbols of the extension in it.
set -eu
floor=$(readelf --wide --dyn-syms "$1" | grep -o 'GLIBC_[0-9.]*' | sort -uV | tail -1)
printf '%s\n  %s bytes, sha256 %s, %s\n' "$2" "$(wc -c <"$2")" \
  "$(sha256sum <"$2" | cut -d' ' -f1)" \
  "$([ -n "$floor" ] && echo "glibc ${floor#GLIBC_} or newer" || echo 'no glibc')"
