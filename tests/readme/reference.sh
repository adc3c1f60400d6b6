#!/bin/sh
# Prints a README with its reference section made anew from the function table of an
# extension: reference.sh EXTENSION README
set -eu
extension=$1
readme=$2
begin='<!-- reference: made by `make reference`, do not edit -->'
end='<!-- end of reference -->'
reference=$(sqlite3 :memory: -cmd ".load $extension" < "$(dirname "$0")/reference.sql")
before=$(sed "/^$begin\$/,\$d" "$readme")
after=$(sed "1,/^$end\$/d" "$readme")
printf '%s\n\n%s\n%s\n\n%s\n%s\n' "$before" "$begin" "$reference" "$end" "$after"
