#!/bin/sh
# Checks that tests/portable/tables.py still prints exactly the constants of
# base/portable_math.c.

. tests/shell/tap.sh

"${PYTHON:-/usr/bin/python3}" tests/portable/tables.py >"$directory/tables" 2>&1
is "$(diff ext/base/portable_tables.h "$directory/tables")" '' \
  'portable_tables.h is what tests/portable/tables.py prints'

finish
