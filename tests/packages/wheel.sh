#!/bin/sh
# Tests the wheel: pip installs it into new virtual environments. Some have a Python that
# can load extensions, with or without numpy and pandas. One has a Python that can't load
# extensions.

. tests/shell/tap.sh
. tests/shell/package.sh
needs readelf binutils
python=${PYTHON:-/usr/bin/python3}
if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
  echo '1..0 # SKIP no venv in this Python (Debian: python3-venv)'
  exit 0
fi
HOMEPAGE=address-of-the-project
export HOMEPAGE
make_package wheel
wheel=$(echo "$build"/wheel/assay_sqlite-"$version"-*-manylinux*_"$machine".whl)

# The wheel's name states the oldest glibc that is enough. The extension must not need a
# symbol of a newer glibc.
floor=$("$python" -m zipfile -e "$wheel" "$directory/unpacked" &&
  readelf -W --dyn-syms "$directory/unpacked/assay_sqlite/assay.so" |
  grep -o 'GLIBC_[0-9.]*' | sort -uV | tail -1)
is "$(printf '%s\nGLIBC_2.17\n' "$floor" | sort -uV | tail -1 | tr . _)" \
  "$(echo "$wheel" | sed 's/.*-manylinux_\(.*\)_x86_64.whl/GLIBC_\1/')" \
  'the tag is that of the glibc it needs, from 2.17 on'
is "$(sed -n 's/^.*glibc \(.*\) or newer$/GLIBC_\1/p' "$directory/made")" "$floor" \
  'the build prints that version of glibc'
is_self_contained "$directory/unpacked/assay_sqlite/assay.so"
is "$(dead_links "$directory/unpacked/assay_sqlite")" '' 'every link leads somewhere'

if command -v mypy >/dev/null 2>&1; then
  is "$(cd "$directory/unpacked" && mypy --strict --cache-dir "$directory/mypy" \
    --python-executable "$python" assay_sqlite/*.py 2>&1 | sed 's/ in .*//')" \
    'Success: no issues found' 'mypy takes the types'
else
  skip 'mypy takes the types' 'no mypy (Debian: mypy)'
fi

environment() { # PYTHON NAME OPTION...
  interpreter=$1
  name=$2
  shift 2
  "$interpreter" -m venv "$@" "$directory/$name" >"$directory/$name.log" 2>&1 &&
    "$directory/$name/bin/pip" install --no-index --no-deps --disable-pip-version-check \
      "$wheel" >>"$directory/$name.log" 2>&1
}
in_environment() { # NAME TEST
  (cd "$directory" && "$directory/$1/bin/python" -W error "$root/$2" "$version") \
    >"$directory/output" 2>&1
  counted "$1" $? "$directory/output"
}

if environment "$python" bare; then
  in_environment bare tests/packages/wheel_bare.py
  is "$("$directory/bare/bin/assay" check "$build/demo.db" | head -n 1)" \
    'ok    contract  none: the built-in settings are in force' \
    'the wheel has the command assay'
  is "$("$directory/bare/bin/pip" show assay-sqlite | sed -n 's/^Summary: //p;
    s/^License: //p; s/^Home-page: //p')" \
    "$(sed -n 's/^Summary: //p' config/packages/wheel.py)
$HOMEPAGE
MIT" 'pip show prints the summary, the page and the licence'
  if [ -f "$build/lab.html" ]; then
    is "$("$directory/bare/bin/assay" lab "$build/demo.db" -o "$directory/page.html")" \
      "$directory/page.html" 'the wheel has the page of the lab'
  else
    skip 'it has the page' 'no build/lab.html: make lab'
  fi
  awk '/^```/ { inside = $0 == "```py"; next } inside' \
    config/packages/python/README.md >"$directory/readme.py"
  is "$(cd "$directory" && bare/bin/python readme.py)" \
    "$(printf 'False low dimensions: verification\npass')" \
    'the example of its README runs'
  "$directory/bare/bin/pip" uninstall -qy assay-sqlite >/dev/null 2>&1
  is "$(find "$directory/bare" -name '*assay*')" '' 'pip takes all of it away again'
else
  is "$(cat "$directory/bare.log")" '' 'pip installs it'
fi

if ! "$python" -c 'import numpy, pandas, jinja2' 2>/dev/null; then
  skip 'numpy and pandas' 'not here (Debian: python3-pandas python3-jinja2)'
elif environment "$python" science --system-site-packages; then
  cp "$build/demo.db" "$directory/demo.db"
  in_environment science tests/packages/wheel_science.py
else
  is "$(cat "$directory/science.log")" '' 'pip installs it beside pandas'
fi

# Searches for a Python that can't load extensions. Often the first python3 on the PATH
# can't, but $PYTHON can.
other=
for candidate in python3 python3.13 python3.12 python3.11 python3.10; do
  "$candidate" -c 'import sqlite3, venv, ensurepip
raise SystemExit(hasattr(sqlite3.Connection, "enable_load_extension"))' 2>/dev/null &&
    other=$candidate && break
done
if [ -z "$other" ]; then
  skip 'a Python that loads no extensions' 'there is none on the PATH'
elif environment "$other" without; then
  in_environment without tests/packages/wheel_without.py
else
  is "$(cat "$directory/without.log")" '' "pip of $other installs it"
fi

finish
