#!/bin/sh
# libyaml.sh FOLDER: builds libyaml.a with CC and AR for a platform without a package of
# libyaml, and copies libyaml's header and licence.  Debian's source is fetched once into
# the folder SOURCES, and apt verifies its signature.
set -eu
folder=$1
SOURCES=${SOURCES:-$folder}

# Uses its own copy of apt's lists, because the system's lists may lack sources.
fetch() { # FOLDER
  mkdir -p "$1/lists/partial" "$1/cache" "$1/parts"
  for list in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
    [ -f "$list" ] && sed -n 's/^deb /deb-src /p' "$list"
  done >"$1/sources.list"
  for list in /etc/apt/sources.list.d/*.sources; do
    [ -f "$list" ] && sed 's/^Types:.*/Types: deb-src/' "$list" \
      >"$1/parts/$(basename "$list")"
  done
  cd "$1"
  set -- -qq -o Dir::Etc::sourcelist="$PWD/sources.list" -o APT::Sandbox::User=root \
    -o Dir::Etc::sourceparts="$PWD/parts" -o Dir::State::lists="$PWD/lists" \
    -o Dir::Cache="$PWD/cache"
  apt-get "$@" update && apt-get "$@" source --download-only libyaml
  mkdir libyaml
  tar xzf libyaml_*.orig.tar.gz -C libyaml --strip-components=1
  ls -d libyaml_*.orig.tar.gz | sed 's/^libyaml_//; s/\.orig.*//' >libyaml/version
}

if [ ! -d "$SOURCES/libyaml" ]; then
  mkdir -p "$SOURCES"
  work=$(mktemp -d "$SOURCES/fetching.XXXXXX")
  (fetch "$work") >"$SOURCES/libyaml.log" 2>&1 || {
    echo "assay: no source of libyaml: $(tail -n 1 "$SOURCES/libyaml.log")" >&2
    rm -rf "$work"
    exit 1
  }
  mv -T "$work/libyaml" "$SOURCES/libyaml" 2>/dev/null || [ -d "$SOURCES/libyaml" ]
  rm -rf "$work"
fi

# The compiler writes the paths of source files into the library.  So the script copies
# the sources and compiles them by short names: no path of this machine gets in.
mkdir -p "$folder/objects"
source=$(cd "$SOURCES/libyaml" && pwd)
cp "$source/src"/* "$source/include/yaml.h" "$folder/objects"
cp "$source/include/yaml.h" "$source/License" "$folder"
cd "$folder/objects"
version=$(cat "$source/version")
patch=${version##*.}
minor=${version%.*}
# shellcheck disable=SC2086 # words on purpose
$CC ${YAML_CFLAGS:--O2 -fPIC} -w -I. -DYAML_DECLARE_STATIC \
  -DYAML_VERSION_MAJOR="${version%%.*}" -DYAML_VERSION_MINOR="${minor#*.}" \
  -DYAML_VERSION_PATCH="$patch" -DYAML_VERSION_STRING="\"$version\"" -c ./*.c
"${AR:-ar}" rcsD ../libyaml.a ./*.o
cd ..
rm -rf objects
