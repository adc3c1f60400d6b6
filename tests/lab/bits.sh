#!/bin/sh
# Checks that the answers of the lab's engine have the bits recorded in tests/bits.

. tests/shell/tap.sh
# shellcheck disable=SC2086 # a program and its argument
is "$(sh tests/bits/compare $EMULATOR "$BITS")" '' 'the same bits as everywhere'
finish
