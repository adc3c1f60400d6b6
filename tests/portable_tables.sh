#!/bin/sh
# The constants of base/portable_math.c are what their computation prints.

. tests/shell/tap.sh

"${PYTHON:-/usr/bin/python3}" tests/portable/tables.py >"$directory/tables" 2>&1
is "$(diff ext/base/portable_tables.h "$directory/tables")" '' \
  'portable_tables.h is what tests/portable/tables.py prints'

finish
