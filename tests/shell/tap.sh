# Functions for tests in the shell, which read this file with `.` from the repository's
# root. This file makes the folder $directory, deletes it when the test ends, and sets the
# absolute paths $root, $extension and $library. The checkout's own path may have a blank
# or a quote, which .load of the sqlite3 shell does not accept. So $root is a link to the
# checkout.

directory=$(mktemp -d) || exit 255
trap 'rm -rf "$directory"' EXIT
trap 'exit 255' HUP INT TERM
root=$directory/.checkout
ln -s "$PWD" "$root" || exit 255
extension=${ASSAY_EXTENSION:-build/assay.so}
library=${BUILD:-build}/libassay.a
case $extension in /*) ;; *) extension=$root/$extension ;; esac
case $library in /*) ;; *) library=$root/$library ;; esac

count=0
failed=0

# is GOT WANT NAME: checks that two texts are the same.
is() {
  count=$((count + 1))
  if [ "$1" = "$2" ]; then
    echo "ok $count - $3"
    return
  fi
  failed=$((failed + 1))
  echo "not ok $count - $3"
  printf '%s\n' "  got: $1" " want: $2" | sed 's/^/# /'
}

# skip NAME REASON: reports that a test can't run here.
skip() {
  count=$((count + 1))
  echo "ok $count - $1 # SKIP $2"
}

finish() {
  echo "1..$count"
  [ "$count" -gt 0 ] && [ "$failed" -eq 0 ]
}
