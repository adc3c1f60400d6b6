# TAP for tests in the shell, to be read with `.` from the repository's root.  It makes
# $directory, which is gone when the test ends, and the absolute names $root, $extension,
# and $library.  $root is a link to the checkout: commands of the shell sqlite3, such as
# .load, take no name with a blank or a quote, and a checkout may lie under such a name.

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

# is GOT WANT NAME: two texts are the same.
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

# skip NAME REASON: a test that cannot run here.
skip() {
  count=$((count + 1))
  echo "ok $count - $1 # SKIP $2"
}

# The plan, and the exit status.
finish() {
  echo "1..$count"
  [ "$count" -gt 0 ] && [ "$failed" -eq 0 ]
}
