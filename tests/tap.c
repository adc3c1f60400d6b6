/* Implements tap.h. */
#include "tap.h"

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
  int planned; /* 0 until there is a plan */
  int run;
  int failed;
} tally;

/* Prints the rest of a line in a form that `prove` cannot read as TAP.  `special` holds
** the characters to escape.  After each newline, `margin` is printed and makes the next
** line a comment. */
static void print_text(const char *special, const char *margin, const char *format,
                       va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, format, again);
  va_end(again);
  char *text = length < 0 ? NULL : malloc((size_t)length + 1);
  if (text == NULL) abort();
  vsnprintf(text, (size_t)length + 1, format, arguments);
  for (const char *at = text; *at != 0; at++) {
    if (strchr(special, *at) != NULL) putchar('\\');
    putchar(*at);
    if (*at == '\n') fputs(margin, stdout);
  }
  putchar('\n');
  fflush(stdout);
  free(text);
}

static int report(int pass, const char *format, va_list name) {
  tally.run++;
  if (!pass) tally.failed++;
  printf("%s %d - ", pass ? "ok" : "not ok", tally.run);
  print_text("#\\", "#   ", format, name); /* '#' would start a directive */
  return pass;
}

static int same_real(double got, double want, double tolerance) {
  if (isnan(got) || isnan(want)) return isnan(got) && isnan(want);
  if (tolerance > 0) return got == want || fabs(got - want) <= tolerance;
  return memcmp(&got, &want, sizeof got) == 0;
}

static int same_text(const char *got, const char *want) {
  if (got == NULL || want == NULL) return got == want;
  return strcmp(got, want) == 0;
}

static void show_text(const char *label, const char *text) {
  const char *quote = text == NULL ? "" : "\"";
  tap_diag("%s: %s%s%s", label, quote, text == NULL ? "NULL" : text, quote);
}

void tap_plan(int n) {
  if (n < 1) tap_bail("tap_plan: n must be positive, got %d", n);
  if (tally.planned > 0 || tally.run > 0) tap_bail("tap_plan: must come first, once");
  tally.planned = n;
  printf("1..%d\n", n);
  fflush(stdout);
}

int tap_ok(int pass, const char *format, ...) {
  va_list name;
  va_start(name, format);
  report(pass != 0, format, name);
  va_end(name);
  return pass != 0;
}

int tap_is_int(long long got, long long want, const char *format, ...) {
  va_list name;
  va_start(name, format);
  int pass = report(got == want, format, name);
  va_end(name);
  if (!pass) tap_diag(" got: %lld\nwant: %lld", got, want);
  return pass;
}

int tap_is_text(const char *got, const char *want, const char *format, ...) {
  va_list name;
  va_start(name, format);
  int pass = report(same_text(got, want), format, name);
  va_end(name);
  if (pass) return pass;
  show_text(" got", got);
  show_text("want", want);
  return pass;
}

int tap_is_real(double got, double want, double tolerance, const char *format, ...) {
  va_list name;
  va_start(name, format);
  int pass = report(same_real(got, want, tolerance), format, name);
  va_end(name);
  if (pass) return pass;
  tap_diag(" got: %.17g\nwant: %.17g", got, want);
  if (tolerance > 0) tap_diag(" +/-: %.17g", tolerance);
  return pass;
}

void tap_skip(int n, const char *format, ...) {
  for (int i = 0; i < n; i++) {
    va_list reason;
    va_start(reason, format);
    printf("ok %d # SKIP ", ++tally.run);
    print_text("", "# ", format, reason);
    va_end(reason);
  }
}

int tap_has_long_double(int n) {
  if (LDBL_MANT_DIG >= 64) return 1;
  tap_skip(n, "long double is no wider than double");
  return 0;
}

void tap_note(const char *format, ...) {
  va_list text;
  va_start(text, format);
  fputs("# ", stdout);
  print_text("", "# ", format, text);
  va_end(text);
}

void tap_diag(const char *format, ...) {
  va_list text;
  va_start(text, format);
  fputs("#   ", stdout);
  print_text("", "#   ", format, text);
  va_end(text);
}

void tap_bail(const char *format, ...) {
  va_list reason;
  va_start(reason, format);
  fputs("Bail out! ", stdout);
  print_text("", "# ", format, reason);
  va_end(reason);
  exit(255);
}

int tap_done(void) {
  if (tally.planned == 0 && tally.run > 0) {
    tally.planned = tally.run;
    printf("1..%d\n", tally.run);
    fflush(stdout);
  }
  if (tally.run == 0) tap_note("no tests ran");
  if (tally.run != tally.planned) {
    tap_note("planned %d tests but ran %d", tally.planned, tally.run);
  }
  if (tally.failed > 0) tap_note("failed %d of %d tests", tally.failed, tally.run);
  return tally.run == 0 || tally.run != tally.planned || tally.failed > 0;
}
