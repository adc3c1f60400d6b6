#!/bin/sh
# Checks that the lab's engine gives, bit for bit, the answers whose digests are in
# tests/bits.

. tests/shell/tap.sh
# shellcheck disable=SC2086 # a program and its argument
is "$(sh tests/bits/compare $EMULATOR "$BITS")" '' 'the same bits as everywhere'
finish
