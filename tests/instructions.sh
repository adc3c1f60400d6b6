#!/bin/sh
# Counts the instructions that each function takes per row. The test measures no time, so
# a busy machine does not change the figures.
#
# valgrind's callgrind counts the instructions of each job of the benchmark over a small
# table, including SQLite's own work. The file tests/bench/instructions.txt has the
# recorded count of each job, and of its no-op: a function that takes the same arguments
# and does nothing. A job fails if it takes over 10 % more than recorded. Under another
# version of SQLite, SQLite's own work takes more or fewer instructions. The no-op's count
# shows the difference, and the test adds it to the job's limit.
#
#   tests/instructions.sh                   the test
#   tests/instructions.sh --record NAME...  records the present counts of the named jobs,
#                                           or of `all`, and changes no other line

ceilings=$(dirname "$0")/bench/instructions.txt
build=${BUILD:-build}
extension=${ASSAY_EXTENSION:-$build/assay.so}
counter=${ASSAY_INSTRUCTIONS:-$build/tests/bench/instructions}

skip() {
  echo "1..0 # SKIP $1"
  exit 0
}

command -v valgrind >/dev/null 2>&1 || skip 'valgrind is not installed'
case " $CFLAGS " in
*-fsanitize* | *--coverage* | *-O0* | *-O1*) skip "built with $CFLAGS" ;;
esac

work=$(mktemp -d) || exit 255
trap 'rm -rf "$work"' EXIT
trap 'exit 255' HUP INT TERM

# Copies the programs without debugging information, because some versions of valgrind
# fail on the debugging information of some compilers.
strip -g -o "$work/counter" "$counter" && strip -g -o "$work/assay" "$extension" ||
  skip 'no strip to take the debugging information out'

# The program counter runs each query in measured_query(). When this function returns,
# callgrind writes a profile; it numbers the profiles from 1.
if ! valgrind --tool=callgrind --toggle-collect=measured_query \
  --dump-after=measured_query --callgrind-out-file="$work/profile" \
  "$work/counter" "$work/assay" >"$work/jobs" 2>"$work/log"; then
  sed 's/^/# /' "$work/log"
  echo "Bail out! $counter failed under valgrind"
  exit 255
fi
grep -v '^#' "$work/jobs" >"$work/names"

# Prints lines "INSTRUCTIONS NAME". A job's no-op comes on the line before the job.
number=0
while read -r rows name; do
  number=$((number + 1))
  total=$(sed -n 's/^summary: //p' "$work/profile.$number")
  echo "$(((total + rows / 2) / rows)) $name"
done <"$work/names" >"$work/counted"

if [ "$1" = --record ]; then
  shift
  printf '%s\n' "$@" >"$work/named"
  awk '
    function name_of(line) { return substr(line, length($1) + 2) }
    function job_of(name) { sub(/^no-op: /, "", name); return name }
    FILENAME == ARGV[1] { named[$0] = 1; next }
    FILENAME == ARGV[2] { if (/^#/) print; else former[name_of($0)] = $0; next }
    {
      name = name_of($0)
      job = job_of(name)
      counted[job] = 1
      if (job in named || "all" in named) print
      else if (name in former) print former[name]
    }
    END {
      for (job in named) {
        if (job in counted || job == "all") continue
        print "no job is called " job > "/dev/stderr"
        failed = 1
      }
      exit failed
    }
  ' "$work/named" "$ceilings" "$work/counted" >"$work/recorded" &&
    cp "$work/recorded" "$ceilings"
  exit
fi

grep '^#' "$work/jobs"
awk -v unmeasured="$(sed -n 's/^# no job: //p' "$work/jobs" | tr '\n' ' ')" '
  /^#/ { next }
  { count = $1; name = substr($0, length($1) + 2) }
  FNR == NR { ceiling[name] = count; next }
  name ~ /^no-op: / { no_op = count - ceiling[name]; next }
  {
    tests++
    limit = int(1.1 * ceiling[name] + no_op)
    passed = (name in ceiling) && count <= limit
    failed += !passed
    printf "%sok %d - %s: %d instructions a row, at most %d\n",
           passed ? "" : "not ", tests, name, count, limit
    if (!(name in ceiling)) print "#   instructions.txt holds no ceiling for it"
  }
  END {
    tests++
    failed += unmeasured != ""
    printf "%sok %d - every scalar function is measured\n",
           unmeasured ? "not " : "", tests
    print "1.." tests
    exit failed > 0
  }
' "$ceilings" "$work/counted"
