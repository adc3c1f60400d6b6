# Makes packages and reads their contents. The tests of packages read this file with `.`
# after tap.sh.

unset MAKEFLAGS MFLAGS MAKELEVEL # set by the make that runs the tests
version=$(sed -n 's/^#define ASSAY_VERSION "\(.*\)"/\1/p' ext/assay.h)
build=$(cd "$(dirname "$extension")" && pwd)
# Keeps BUILD as the user wrote it. If make got the absolute path, it would build
# everything again.
build_name=${BUILD:-build}
machine=$(uname -m)

# make_package TARGET: prints make's output; ends the test if the package can't be made.
make_package() {
  make -s CC="${CC:-cc}" BUILD="$build_name" "$1" >"$directory/made" 2>&1 || {
    sed 's/^/# /' "$directory/made"
    echo "Bail out! make $1 failed"
    exit 255
  }
}

# needs COMMAND PACKAGE: skips the whole test if a command is missing.
needs() {
  command -v "$1" >/dev/null 2>&1 && return
  echo "1..0 # SKIP no $1 here (Debian: $2)"
  exit 0
}

# hashes FOLDER: prints the hash of each package file in the build folder FOLDER.
hashes() {
  (cd "$1" && find dist wheel npm deb -type f -exec sha256sum {} + 2>/dev/null |
    sort -k 2)
}

# build_beside FOLDER: copies the build, so that this test can make packages while other
# tests make packages, too.
build_beside() {
  make -s BUILD="$1" help >/dev/null # an empty build
  for part in shared packages sources lab "${extension##*/}"; do
    [ ! -e "$build/$part" ] || cp -Rp "$build/$part" "$1"
  done
}

# made_elsewhere BUILD TARGET...: makes the packages as another user would, in another
# folder, with another umask, time zone and language.
made_elsewhere() (
  output=$1
  shift
  umask 077
  mkdir "$directory/elsewhere"
  cp -R ext sql config tests Makefile README.md LICENSE "$directory/elsewhere"
  cd "$directory/elsewhere" || exit 255
  chmod -R u+w . # a copy of a checkout that may be read-only
  find . -type f -exec touch {} +
  make -s BUILD="$output" help >/dev/null
  for fetched in sources lab; do
    [ ! -e "$build/$fetched" ] || cp -Rp "$build/$fetched" "$output"
  done
  TZ=Asia/Tokyo LC_ALL=C.UTF-8 make -s -j2 CC="${CC:-cc}" BUILD="$output" "$@" >/dev/null
)

# is_self_contained FILE: checks that a user without this repository can load the
# extension.
is_self_contained() {
  is "$(readelf -d "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | sort | tr '\n' ' ')" \
    'libc.so.6 libm.so.6 ' 'the extension needs only the C library'
  is "$(ldd "$1" | awk '{ print $1 }' | grep -vE '^(linux-vdso|.*/ld-linux)' | sort |
    tr '\n' ' ')" 'libc.so.6 libm.so.6 ' 'ldd lists only the C library'
  is "$(nm -D --defined-only "$1" | awk '{ print $3 }')" sqlite3_assay_init \
    'the extension exports only its entry point'
  is "$(nm "$1" 2>&1 | grep -c 'no symbols')" 1 'the extension is stripped'
  is "$(readelf -d "$1" | grep -c NODELETE)" 1 'the extension stays mapped'
  oldest=$(printf '%s\nGLIBC_2.17\n' "$(readelf -W --dyn-syms "$1" |
    grep -o 'GLIBC_[0-9.]*')" | sort -uV | tail -1)
  is "$oldest" GLIBC_2.17 'glibc 2.17 has every symbol that it wants'
}

# dead_links FOLDER: prints the links of the folder's Markdown that lead nowhere. Links to
# the tests and the lab are left out, because no package contains them.
dead_links() {
  (cd "$1" && find . -name '*.md' | while read -r document; do
    grep -o '](\([^)#:]*\)[#)]' "$document" | sed 's/^](//; s/[#)]$//' | grep . |
      grep -vE '^(\.\./)+tests/|^(\.\./)*lab/' | while read -r link; do
      [ -e "$(dirname "$document")/$link" ] || echo "$document: $link"
    done
  done)
}

# counted NAME STATUS FILE: numbers and prints the checks that a script wrote to FILE.
# Adds a check that STATUS is 0, which means that the script reached its end.
counted() {
  while read -r line; do
    case $line in
    'ok - '*) count=$((count + 1)) && echo "ok $count - $1: ${line#ok - }" ;;
    'not ok - '*)
      count=$((count + 1)) failed=$((failed + 1))
      echo "not ok $count - $1: ${line#not ok - }"
      ;;
    *) echo "# $line" ;;
    esac
  done <"$3"
  is "$2" 0 "$1: it came to its end"
}
