/*
** A test of the test harness: tap.h must report each failure.
**
** Each case runs in its own process.  Its whole output and its exit status must be the
** expected ones.  This program prints its results without tap.h, because a harness that
** passes every test would also pass its own test.
*/
#define _POSIX_C_SOURCE 200809L
#include "../tap.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void all_pass(void) {
  tap_plan(2);
  tap_ok(1, "a %s", "check");
  tap_is_int(-7, -7, "integers");
}

static void plan_comes_last(void) {
  tap_ok(2, "any nonzero is true");
}

static void ok_fails(void) {
  tap_ok(0, "no");
  tap_ok(1, "yes");
}

static void int_fails(void) {
  tap_is_int(1, 2, "one is two");
}

static void text(void) {
  tap_is_text("a", "a", "same");
  tap_is_text(NULL, NULL, "both missing");
  tap_is_text("a", "b", "different");
  tap_is_text(NULL, "", "missing is not empty");
  tap_is_text("", NULL, "empty is not missing");
}

static void real(void) {
  tap_is_real(0.1 + 0.2, 0.3, 1e-15, "near");
  tap_is_real((double)INFINITY, (double)INFINITY, 1, "infinities");
  tap_is_real((double)NAN, -(double)NAN, 0, "NaN");
  tap_is_real((double)NAN, (double)NAN, 1, "NaN at a tolerance");
}

static void real_fails(void) {
  tap_is_real(0.1 + 0.2, 0.3, 0, "not the same bits");
  tap_is_real(0.0, -0.0, 0, "the sign of zero");
  tap_is_real(1.5, 1, 0.25, "too far");
  tap_is_real((double)NAN, 1, 9, "NaN is no number");
  tap_is_real(1, (double)INFINITY, 9, "infinity is far");
}

static void skips(void) {
  tap_plan(2);
  tap_skip(2, "no %s here", "network");
}

static void hostile_text(void) {
  tap_ok(1, "#1 \\ # TODO\nok 2 - forged");
  tap_is_text("a\nok 2", "a", "lines");
  tap_note("one\ntwo");
}

static void plan_unmet(void) {
  tap_plan(2);
  tap_ok(1, "one of two");
}

static void plan_exceeded(void) {
  tap_plan(1);
  tap_ok(1, "one");
  tap_ok(1, "two");
}

static void nothing(void) {
}

static void bails(void) {
  tap_ok(1, "before");
  tap_bail("no %s", "disk");
}

static void late_plan(void) {
  tap_ok(1, "before");
  tap_plan(1);
}

static const struct {
  const char *name;
  void (*body)(void);
  int status;
  const char *output;
} cases[] = {
    {"checks that pass", all_pass, 0, "1..2\nok 1 - a check\nok 2 - integers\n"},
    {"a plan at the end", plan_comes_last, 0, "ok 1 - any nonzero is true\n1..1\n"},
    {"tap_ok fails", ok_fails, 1,
     "not ok 1 - no\nok 2 - yes\n1..2\n# failed 1 of 2 tests\n"},
    {"tap_is_int fails", int_fails, 1,
     "not ok 1 - one is two\n#    got: 1\n#   want: 2\n1..1\n# failed 1 of 1 tests\n"},
    {"tap_is_text", text, 1,
     "ok 1 - same\n"
     "ok 2 - both missing\n"
     "not ok 3 - different\n#    got: \"a\"\n#   want: \"b\"\n"
     "not ok 4 - missing is not empty\n#    got: NULL\n#   want: \"\"\n"
     "not ok 5 - empty is not missing\n#    got: \"\"\n#   want: NULL\n"
     "1..5\n# failed 3 of 5 tests\n"},
    {"tap_is_real passes", real, 0,
     "ok 1 - near\nok 2 - infinities\nok 3 - NaN\nok 4 - NaN at a tolerance\n1..4\n"},
    {"tap_is_real fails", real_fails, 1,
     "not ok 1 - not the same bits\n"
     "#    got: 0.30000000000000004\n#   want: 0.29999999999999999\n"
     "not ok 2 - the sign of zero\n#    got: 0\n#   want: -0\n"
     "not ok 3 - too far\n#    got: 1.5\n#   want: 1\n#    +/-: 0.25\n"
     "not ok 4 - NaN is no number\n#    got: nan\n#   want: 1\n#    +/-: 9\n"
     "not ok 5 - infinity is far\n#    got: 1\n#   want: inf\n#    +/-: 9\n"
     "1..5\n# failed 5 of 5 tests\n"},
    {"tap_skip", skips, 0,
     "1..2\nok 1 # SKIP no network here\nok 2 # SKIP no network here\n"},
    {"text that looks like TAP", hostile_text, 1,
     "ok 1 - \\#1 \\\\ \\# TODO\n#   ok 2 - forged\n"
     "not ok 2 - lines\n#    got: \"a\n#   ok 2\"\n#   want: \"a\"\n"
     "# one\n# two\n1..2\n# failed 1 of 2 tests\n"},
    {"fewer tests than planned", plan_unmet, 1,
     "1..2\nok 1 - one of two\n# planned 2 tests but ran 1\n"},
    {"more tests than planned", plan_exceeded, 1,
     "1..1\nok 1 - one\nok 2 - two\n# planned 1 tests but ran 2\n"},
    {"no tests", nothing, 1, "# no tests ran\n"},
    {"tap_bail", bails, 255, "ok 1 - before\nBail out! no disk\n"},
    {"a plan in the middle", late_plan, 255,
     "ok 1 - before\nBail out! tap_plan: must come first, once\n"},
};

/* Runs a case in a child process.  Returns the child's exit status, or -1 if it did not
** exit.  Copies the first size - 1 bytes of the child's output into the buffer. */
static int run_case(void (*body)(void), char *output, size_t size) {
  int ends[2];
  if (pipe(ends) != 0) return -1;
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    close(ends[0]);
    close(ends[1]);
    body();
    exit(tap_done());
  }
  close(ends[1]);
  size_t length = 0;
  ssize_t count = 0;
  while (length + 1 < size &&
         (count = read(ends[0], output + length, size - 1 - length)) > 0) {
    length += (size_t)count;
  }
  output[length] = 0;
  close(ends[0]);
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void show(const char *label, int status, const char *output) {
  printf("# %s: exit status %d\n# | ", label, status);
  for (; *output != 0; output++) {
    putchar(*output);
    if (*output == '\n' && output[1] != 0) fputs("# | ", stdout);
  }
}

int main(void) {
  int count = COUNT_OF(cases);
  int failed = 0;
  printf("1..%d\n", count);
  for (int i = 0; i < count; i++) {
    char output[2048];
    int status = run_case(cases[i].body, output, sizeof output);
    int pass = status == cases[i].status && strcmp(output, cases[i].output) == 0;
    printf("%s %d - %s\n", pass ? "ok" : "not ok", i + 1, cases[i].name);
    if (pass) continue;
    failed++;
    show(" got", status, output);
    show("want", cases[i].status, cases[i].output);
  }
  return failed > 0;
}
