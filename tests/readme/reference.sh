#!/bin/sh
# Prints a document with a new reference section, made from an extension's table
# assay_functions: reference.sh EXTENSION DOCUMENT
set -eu
extension=$1
document=$2
begin='<!-- reference: made by `make reference`, do not edit -->'
end='<!-- end of reference -->'
reference=$(sqlite3 :memory: -cmd ".load $extension" < "$(dirname "$0")/reference.sql")
before=$(sed "/^$begin\$/,\$d" "$document")
after=$(sed "1,/^$end\$/d" "$document")
printf '%s\n\n%s\n%s\n\n%s\n' "$before" "$begin" "$reference" "$end"
[ -z "$after" ] || printf '%s\n' "$after"
