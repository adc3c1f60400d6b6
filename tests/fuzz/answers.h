/*
** The answers that the extension's functions may give, and answers in a form that can be
** compared.
*/
#ifndef ASSAY_TESTS_FUZZ_ANSWERS_H
#define ASSAY_TESTS_FUZZ_ANSWERS_H

#include <stddef.h>

#include "calls.h"

/* A list of answers, each with its type, and the error if there was one. */
struct answers {
  char *text; /* grows; can contain any byte of a value */
  size_t length;
  size_t capacity;
};

void answers_clear(struct answers *answers);
bool answers_equal(const struct answers *a, const struct answers *b);
void answers_print(const char *title, const struct answers *answers);

/* Appends type, subtype and bytes of a value, in a form that is equal only for equal
** values. */
void answers_add(struct answers *answers, sqlite3_value *value);

/* Ends the run if the function must not give the value: a number outside the function's
** range, a text that is not one of its words (answers.c), or malformed JSON.  If
** `is_unicode`, all arguments were UTF-8, so a text that is not UTF-8 also ends the
** run. */
void answer_check(const struct call *call, sqlite3_value *value, bool is_unicode);

/* Ends the run if the connection's last error is not one of the function's own errors.
** `is_data` says that every argument was data or an allowed choice (arguments.h); then no
** error is allowed. */
void error_check(sqlite3 *db, const struct call *call, bool is_data);

void answers_append(struct answers *answers, const struct answers *more);

void answers_add_error(struct answers *answers, sqlite3 *db);

/* Ends the run if a function of the list in answers.c is not in the function table. */
void answers_check(const struct calls *calls);

/* Returns true if the bytes are UTF-8 without overlong forms and surrogates. */
bool is_utf8(const unsigned char *bytes, size_t length);

#endif
