#!/bin/sh
# Checks that this build's functions give, bit for bit, the answers whose digests are in
# tests/bits/digests.txt.

. tests/shell/tap.sh
bits=${BUILD:-build}/tests/bits/bits

is "$("$bits" -unlisted)" '' \
  'every function is compared or excused (else: a line in tests/bits/functions.c)'
is "$(sh tests/bits/compare "$bits" 2>&1)" '' \
  "the answers' bits are those of digests.txt (else: make check-bits RECORD='NAME...')"

finish
