#!/bin/sh
# Tests both archives of `make dist`: one that users unpack, and one that sqlpkg installs,
# which has no folders.

. tests/shell/tap.sh
. tests/shell/package.sh
needs readelf binutils
make_package dist
archives=$build/dist
name=assay-$version-linux-$machine

cd "$directory" || exit 255
tar xzf "$archives/$name.tar.gz"
is "$(ls -d assay*)" "$name" 'the archive has one folder, of its own name'
cd "$name" || exit 255
is_self_contained assay.so
is "$(echo 'SELECT assay_version(), tier_of(0.75);' |
  sqlite3 -batch :memory: -cmd '.load ./assay')" "$version|High" \
  'the line of README.md loads the extension'
is "$(grep -c "^sqlite3 research.db -cmd '.load ./assay'" README.md)" 1 \
  'README.md has that line'
is "$(head -1 README.md)" "# assay $version for linux-$machine" \
  'README.md names the version and the platform'
is "$(echo "SELECT assay_load('config/evaluation.yaml');" |
  sqlite3 -batch :memory: -cmd '.load ./assay' 2>&1)" 0 'libyaml is inside'
is "$(grep -c '^Copyright .* Kirill Simonov' LICENSE.libyaml)" 1 \
  'the archive has the notice of libyaml'
is "$(sqlite3 -batch demo.db -cmd '.load ./assay' <sql/demo/load.sql 2>&1 &&
  echo 'SELECT count(*) FROM run_decisions WHERE action IS NOT NULL;' |
  sqlite3 -batch demo.db -cmd '.load ./assay')" 34 \
  'the demo runs from the folder of the archive'
rm demo.db
is "$(dead_links .)" '' 'every link leads somewhere'
for file in LICENSE sql/views.sql config/evaluation.yaml ext/REFERENCE.md; do
  cmp -s "$file" "$root/$file" || echo "$file"
done >"$directory/other"
cmp -s include/assay.h "$root/ext/assay.h" || echo include/assay.h >>"$directory/other"
is "$(cat "$directory/other")" '' 'the other files equal those of the repository'
# The folders' permissions must not depend on the umask of the user who runs `make dist`.
is "$(find . ! -perm -a=r -o -type d ! -perm -a=x)" '' 'everybody can read the files'

is "$(cd "$root" && ASSAY_EXTENSION=$directory/$name/assay.so \
  prove -Q -e tests/run tests/sql/*.sql 2>&1 | sed -n 's/^Result: //p')" PASS \
  'all SQL tests pass with the packaged extension'

# --- sqlpkg -----------------------------------------------------------------------------

cd "$archives" || exit 255
is "$(sha256sum -c checksums.txt 2>&1 | grep -v ': OK$')" '' \
  'checksums.txt has the checksums'
field() { # JSON-PATH
  echo "SELECT json_extract(readfile('sqlpkg.json'), '$1');" | sqlite3 -batch :memory:
}
is "$(field '$.version')" "$version" 'sqlpkg.json is of this version'
case $machine in x86_64) go=amd64 ;; aarch64) go=arm64 ;; *) go=$machine ;; esac
asset=$(field "\$.assets.files.\"linux-$go\"")
is "$asset" "$name-sqlpkg.tar.gz" 'sqlpkg.json names the archive of this platform'
is "$(tar tzf "$asset" | tr '\n' ' ')" 'LICENSE LICENSE.libyaml assay.so ' \
  'that archive has no folders, because sqlpkg makes none'
is "$(tar xzOf "$asset" assay.so | cmp - "$directory/$name/assay.so" && echo same)" same \
  'that archive has the same extension'

finish
