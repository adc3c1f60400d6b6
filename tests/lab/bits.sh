#!/bin/sh
# The answers of the lab's engine have the bits that are recorded.

. tests/shell/tap.sh
is "$(sh tests/bits/compare $EMULATOR "$BITS")" '' 'the same bits as everywhere'
finish
