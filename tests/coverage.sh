#!/bin/sh
# Tests the coverage report. It must fail if the C code has a branch that no test takes. A
# comment on the branch's line or just above can excuse the branch. An excuse without a
# reason must also fail.
. tests/shell/tap.sh

python=${PYTHON:-/usr/bin/python3}
report=$root/tests/coverage/report.py
if ! command -v gcov >/dev/null || ! gcc --version >/dev/null 2>&1; then
  skip 'the coverage report' 'no gcc with gcov'
  finish
  exit
fi
cd "$directory" || exit 255
mkdir -p ext build/static

# main() calls half() only with 1, so one branch is never taken. `try` puts its first
# excuse on the line before the branch, and its second at the end of the branch's line.
try() {
  cat >ext/half.c <<END
int half(int n);
int half(int n) {
  $1
  if (n > 1) return n / 2; $2
  return n;
}
int main(void) { return half(1) - 1; }
END
  rm -f build/static/*
  gcc --coverage -O0 -o build/static/half ext/half.c && build/static/half ||
    echo 'it cannot be compiled and run'
  "$python" "$report" build | sed 1,2d
}

is "$(try '' '')" '1 of 2 branches taken, 0 excused: 50.00 %
ext/half.c:4: never taken: 1 of 2: if (n > 1) return n / 2;' \
  'a branch that is never taken'
is "$(try '' '/* unreachable: there is one */')" \
  '1 of 2 branches taken, 1 excused: 100.00 %' 'an excuse at the end of the line'
is "$(try '/* untested: nobody
  ** has two */' '')" \
  '1 of 2 branches taken, 1 excused: 100.00 %' 'an excuse on the two lines before'
is "$(try '' '/* untested: */')" '1 of 2 branches taken, 0 excused: 50.00 %
ext/half.c:4: an excuse without a reason
ext/half.c:4: never taken: 1 of 2: if (n > 1) return n / 2; /* untested: */' \
  'an excuse without a reason'
is "$(try '' '/* unreachable, 2 branches: there is one */' | sed -n 2p)" \
  'ext/half.c:4: excuses 2 where 1 of 2 are never taken' \
  'an excuse for more branches than are missed'
is "$(try 'int m = n; /* unreachable: it is none */
  n = m;' '/* untested: nobody has two */')" '1 of 2 branches taken, 1 excused: 100.00 %
ext/half.c:3: excuses 1 where 0 of 0 are never taken' \
  'an excuse on a line without a branch'
is "$(try 'for (int i = 0; i < 2; i++) continue; /* untested: it is */' \
  '/* untested: nobody has two */')" '3 of 4 branches taken, 1 excused: 100.00 %
ext/half.c:3: excuses 1 where 0 of 2 are never taken' 'an excuse that is not needed'
try '' '' >/dev/null
is "$("$python" "$report" build >/dev/null; echo $?)" 1 'the exit status of a failure'
try '' '/* untested: nobody has two */' >/dev/null
is "$("$python" "$report" build >/dev/null; echo $?)" 0 'the exit status of a success'
finish
