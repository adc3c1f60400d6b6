#!/bin/sh
# Tests the hook that git calls before a commit, in a repository that the test makes. The
# hook refuses a line that is too wide, and C code that clang-format would format
# differently. The hook reads the staged text, not the files in the folder.

. tests/shell/tap.sh
if ! command -v git >/dev/null 2>&1; then
  skip 'the hook' 'no git'
  finish
  exit
fi
unset GIT_DIR GIT_INDEX_FILE GIT_WORK_TREE # set when a commit runs the tests
mkdir -p "$directory/clone/tests"
cp -R tests/hooks "$directory/clone/tests"
cp .clang-format "$directory/clone"
cd "$directory/clone" || exit 255
git init -q .
git config core.hooksPath tests/hooks
git config user.name somebody
git config user.email somebody@example.org

# commits: commits all files; prints the exit status and each place (FILE:LINE:) that the
# hook names.
commits() {
  git add -A
  git commit -q -m 'a change' >"$directory/said" 2>&1
  echo "$? $(grep -o '^[a-z./]*:[0-9]*:' "$directory/said" | sort -u | tr '\n' ' ')"
}

is "$(commits)" '0 ' 'lines within 90 columns are committed'
printf '%090d\n%091d\n' 0 0 >wide.sql
is "$(commits)" '1 wide.sql:2: ' 'a line of 91 is refused'
printf '%090d\n' 0 >wide.sql
printf '%091d\n' 0 >wide.md
is "$(commits)" '0 ' 'a line of 90 is committed, and a wide line of Markdown'
printf '%091d\n' 0 >wide.sql
git add -A
printf '%090d\n' 0 >wide.sql
git commit -q -m 'a change' >/dev/null 2>&1
is $? 1 'the staged text counts, not the file in the folder'
git rm -qf wide.sql
if command -v clang-format >/dev/null 2>&1; then
  printf 'int f(void) {\n    return 0;\n}\n' >laid.c
  is "$(commits)" '1 ./laid.c:1: ' 'C is laid out by clang-format'
  clang-format -i laid.c
  is "$(commits)" '0 ' 'after clang-format the C file is committed'
else
  skip 'C is laid out by clang-format' 'no clang-format'
fi
finish
