/*
** Numbers as text and back, in the same way in every locale of the host program.
**
** C's printf and strtod use the locale's decimal separator; SQL and JSON allow only the
** point.
*/
#ifndef ASSAY_BASE_NUMBER_H
#define ASSAY_BASE_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Enough bytes for any double and any 64-bit integer, with the terminating 0. */
#define NUMBER_TEXT_SIZE 40

/* True for an ASCII digit, in every locale. */
static inline bool number_is_digit(char c) {
  return c >= '0' && c <= '9';
}

/* Writes the shortest decimal that is converted back to the same double (rule R6): 0.1,
** not 0.10000000000000001; 2, not 2.0; 1e+22.  Returns its length.  `value` is finite. */
size_t number_format(double value, char text[NUMBER_TEXT_SIZE]);

/* Finds the shortest decimal of a finite `value` >= 0.  Returns a whole number of
** at most 17 digits; the decimal is this number times 10^`*exponent`. */
uint64_t number_shortest(double value, long *exponent);

/* Returns the number in an exponent such as `e-12`.  If the number is far beyond the
** exponents of doubles, only its first digits are read.  Returns 0 for an empty text or
** white space. */
long number_exponent(const char *text, size_t length);

/* Reads a decimal number at the start of `text`: JSON's form, and also a leading plus,
** `.5` and `5.`.  Returns the number of bytes read, 0 if no number starts there.  A
** number too great for a double becomes an infinity; the caller decides whether to accept
** it. */
size_t number_parse(const char *text, size_t length, double *value);

enum number_form {
  NUMBER_NONE,    /* not exactly one number */
  NUMBER_INTEGER, /* digits, perhaps after a sign */
  NUMBER_REAL     /* a decimal with a point or an exponent */
};

/* Returns the form of a text that is one number, with only ASCII white space around it.
** SQLite reads exactly these texts as numbers. */
enum number_form number_form(const char *text, size_t length);

/* Returns the double nearest to the number in a text whose form is not NUMBER_NONE, or an
** infinity.  SQLite's own conversion is not used: for long decimals its last bits differ
** by version and by processor. */
double number_value(const char *text, size_t length);

/* Reads a text whose form is NUMBER_INTEGER.  False, with `*integer` unchanged, if the
** number does not fit into 64 bits. */
bool number_integer(const char *text, size_t length, int64_t *integer);

#endif
