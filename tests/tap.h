/*
** Functions for unit tests in C.  They print TAP (the Test Anything Protocol), which the
** program `prove` reads.
**
**   tap_plan(2);
**   tap_is_int(1 + 1, 2, "one and one are %d", 2);
**   tap_is_real(0.1 + 0.2, 0.3, 1e-15, "so are tenths, nearly");
**   return tap_done();
**
** Every check takes its name as a printf format, prints one test line, and returns
** whether it passed.  So a test can return after a failed check if it would crash next.
** All output goes to stdout, which keeps checks and comments in order.  Each line is
** flushed, so the last line before a crash is visible.
*/
#ifndef ASSAY_TESTS_TAP_H
#define ASSAY_TESTS_TAP_H

#include "base/count_of.h"

#if defined(__GNUC__)
#define TAP_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define TAP_PRINTF(text, first)
#endif

/* Announces n > 0 tests.  Call it once before the first check, or never. */
void tap_plan(int n);

int tap_ok(int pass, const char *format, ...) TAP_PRINTF(2, 3);
int tap_is_int(long long got, long long want, const char *format, ...) TAP_PRINTF(3, 4);

/* Passes if the texts are equal.  Either may be NULL, which equals only NULL. */
int tap_is_text(const char *got, const char *want, const char *format, ...)
    TAP_PRINTF(3, 4);

/* Passes if got and want are at most `tolerance` apart.  With tolerance 0 they must have
** the same bits, so 0.0 differs from -0.0.  At any tolerance, a NaN equals every NaN and
** no number.  An infinity equals itself. */
int tap_is_real(double got, double want, double tolerance, const char *format, ...)
    TAP_PRINTF(4, 5);

/* Counts n tests as passed, and prints the reason why they cannot run here. */
void tap_skip(int n, const char *format, ...) TAP_PRINTF(2, 3);

/* Returns 1 if long double is wider than double.  If not, as on a 32-bit ARM, returns 0
** and skips n tests, whose expected values need long double. */
int tap_has_long_double(int n);

/* tap_note prints a comment that belongs to no test.  tap_diag prints an indented comment
** about the test before it. */
void tap_note(const char *format, ...) TAP_PRINTF(1, 2);
void tap_diag(const char *format, ...) TAP_PRINTF(1, 2);

/* Stops the whole test run, including the tests in other files: exits with status 255. */
_Noreturn void tap_bail(const char *format, ...) TAP_PRINTF(1, 2);

/* Prints the plan if none was given.  Returns the exit status: 0 if the planned number of
** tests ran, at least one, and none failed, else 1. */
int tap_done(void);

#endif
