#!/bin/sh
# describe.sh EXTENSION PACKAGE: prints the package's name, size and hash, and the system
# that its extension needs.  On Linux this is the oldest glibc that has all symbols that
# it needs.
set -eu
floor=
case $PLATFORM in
linux-*-musl) floor='musl' ;;
linux-*)
  floor=$(readelf --wide --dyn-syms "$1" | grep -o 'GLIBC_[0-9.]*' | sort -uV | tail -1)
  floor="glibc ${floor#GLIBC_} or newer"
  ;;
windows-*) floor='Windows' ;;
macos-*) floor='macOS' ;;
esac
printf '%s\n  %s bytes, sha256 %s, %s\n' "$2" "$(wc -c <"$2")" \
  "$(sha256sum <"$2" | cut -d' ' -f1)" "$floor"
