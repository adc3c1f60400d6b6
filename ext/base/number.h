/*
** Numbers as text and back, the same in every locale of the host program.
**
** C's printf and strtod write and expect the locale's decimal separator; SQL and JSON
** know only the point.
*/
#ifndef ASSAY_BASE_NUMBER_H
#define ASSAY_BASE_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Enough for any double and any 64-bit integer, the terminating 0 included. */
#define NUMBER_TEXT_SIZE 40

/* ASCII only, whatever the locale. */
static inline bool number_is_digit(char c) {
  return c >= '0' && c <= '9';
}

/* Writes the shortest decimal that reads back to the same double (rule R6): 0.1, not
** 0.10000000000000001; 2, not 2.0; 1e+22.  Returns its length.  `value` is finite. */
size_t number_format(double value, char text[NUMBER_TEXT_SIZE]);

/* The same decimal of a finite `value` >= 0 as a whole number, of 17 digits at most, and
** the power of ten that it is to be multiplied by. */
uint64_t number_shortest(double value, long *exponent);

/* The number of an exponent `e-12`, held within what no double reaches; 0 of nothing or
** of white space. */
long number_exponent(const char *text, size_t length);

/* Reads a decimal number at the start of `text`: JSON's form, and also a leading plus,
** `.5` and `5.`.  Returns the number of bytes read, 0 if no number starts there.  A
** number beyond the doubles reads as an infinity: the caller decides what that means. */
size_t number_parse(const char *text, size_t length, double *value);

enum number_form {
  NUMBER_NONE,    /* no number, or more than one */
  NUMBER_INTEGER, /* digits, perhaps after a sign */
  NUMBER_REAL     /* a decimal with a point or an exponent */
};

/* What a text is that holds nothing else but one such number and ASCII white space around
** it: what SQLite takes for a number. */
enum number_form number_form(const char *text, size_t length);

/* The double nearest to the number of a text that has a form, or an infinity.  SQLite's
** own reading is off in the last bits of long decimals, in each version and on each
** processor by others. */
double number_value(const char *text, size_t length);

/* Reads a text whose form is NUMBER_INTEGER.  False, with `*integer` left alone, where it
** has no 64-bit integer. */
bool number_integer(const char *text, size_t length, int64_t *integer);

#endif
