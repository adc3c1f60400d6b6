#!/bin/sh
# Regenerates releases.csv: release dates of well-known npm packages.
#
#   sql/demo/fetch_releases.sh > sql/demo/releases.csv
#
# Needs npm, tar and awk, and the npm registry. Every package is pinned to one
# version, and a published version never changes, so the output never changes.
#
# The maintainers wrote the dates: they stand in the headings of the changelog that each
# package contains. `npm view NAME time --json` is not used: behind a caching mirror, that
# command can print the days on which the mirror stored the versions, and the output does
# not say so.
set -eu
export LC_ALL=C

# The changelogs of these packages date their releases. The package with the most frequent
# releases comes first. Some are pinned to the last version with a changelog.
PACKAGES='
openai@6.49.0
@anthropic-ai/sdk@1.11.0
nodemailer@10.6.0
axios@1.21.1
express@5.1.0
eslint@7.32.0
vite@2.7.0
knex@3.3.0
es-abstract@1.24.2
rxjs@7.8.2
mocha@8.4.0
yargs@17.7.3
commander@2.20.3
body-parser@1.20.3
'

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# changelog PACKAGE@VERSION: prints the changelog of the published package.
changelog() {
  rm -rf "$work"/*
  (cd "$work" && npm pack "$1" --silent >/dev/null 2>npm.log) || {
    cat "$work/npm.log" >&2
    echo "fetch_releases: npm pack $1 failed" >&2
    return 1
  }
  tar -xzf "$work"/*.tgz -C "$work"
  for file in CHANGELOG.md History.md HISTORY.md; do
    if [ -f "$work/package/$file" ]; then
      cat "$work/package/$file"
      return
    fi
  done
  echo "fetch_releases: $1 carries no changelog" >&2
  return 1
}

# releases PACKAGE < changelog: prints package,version,published for every
# heading that starts with a version and ends with a date. Examples:
#   4.21.2 / 2024-11-06
#   v7.32.0 - July 30, 2021
#   # 3.3.0 - 26 June, 2026
#   ## [7.8.2](https://...) (2025-02-22)
# Pre-releases (1.0.0-beta.1) are left out. Dates before 2011 are left out, too,
# because some changelogs have a placeholder date. If a version has two
# headings, the first one counts. Nothing else is dropped.
releases() {
  awk -v package="$1" '
    BEGIN {
      split("jan feb mar apr may jun jul aug sep oct nov dec", names, " ")
      for (i in names) month[names[i]] = i + 0
    }
    # iso(text): the date in the text as YYYY-MM-DD, or nothing.
    function iso(text,   words, n, i, y, m, d) {
      if (match(text, /[12][0-9][0-9][0-9]-[0-9][0-9]?-[0-9][0-9]?/)) {
        split(substr(text, RSTART, RLENGTH), words, "-")
        y = words[1]; m = words[2]; d = words[3]
      } else {
        gsub(/[^A-Za-z0-9]+/, " ", text)
        n = split(tolower(text), words, " ")
        for (i = 1; i <= n; i++) {
          if (substr(words[i], 1, 3) in month) m = month[substr(words[i], 1, 3)]
          else if (words[i] ~ /^[12][0-9][0-9][0-9]$/) y = words[i]
          else if (words[i] ~ /^[0-9][0-9]?(st|nd|rd|th)?$/) d = words[i] + 0
        }
      }
      if (y < 2011 || m < 1 || m > 12 || d < 1 || d > 31) return ""
      return sprintf("%04d-%02d-%02d", y, m, d)
    }
    /^(#+ *)?\[?v?[0-9]+\.[0-9]+\.[0-9]+/ {
      line = $0
      sub(/^(#+ *)?\[?v?/, "", line)
      match(line, /^[0-9]+\.[0-9]+\.[0-9]+/)
      version = substr(line, 1, RLENGTH)
      rest = substr(line, RLENGTH + 1)
      if (rest ~ /^[-.A-Za-z0-9]/ || version in seen) next
      gsub(/\([a-z]+:[^)]*\)/, "", rest)        # the target of a link
      published = iso(rest)
      if (published == "") next
      seen[version] = 1
      print package "," version "," published
    }'
}

echo package,version,published
for pinned in $PACKAGES; do
  changelog "$pinned" >"$work.md" || { rm -f "$work.md"; exit 1; }
  releases "${pinned%@*}" <"$work.md"
  rm -f "$work.md"
done
