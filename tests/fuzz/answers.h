/*
** What our functions may answer, and the answers as something to compare.
*/
#ifndef ASSAY_TESTS_FUZZ_ANSWERS_H
#define ASSAY_TESTS_FUZZ_ANSWERS_H

#include <stddef.h>

#include "calls.h"

/* Answers, each with its type, and the error where there is one. */
struct answers {
  char *text; /* grows; the bytes of any value may be in it */
  size_t length;
  size_t capacity;
};

void answers_clear(struct answers *answers);
bool answers_equal(const struct answers *a, const struct answers *b);
void answers_print(const char *title, const struct answers *answers);

/* Appends type, subtype and bytes of a value, in a form that is equal for equal values
** only. */
void answers_add(struct answers *answers, sqlite3_value *value);

/* Ends the run where the function may not give that value: out of its range, not one of
** its words, text that is not UTF-8 though its arguments were, JSON that is none.
** `is_unicode` says whether the arguments were all UTF-8. */
void answer_check(const struct call *call, sqlite3_value *value, bool is_unicode);

/* Ends the run where the connection's last error is not one of the function's own, or
** where it has no reason: `is_data` says that every argument was one that it must
** take. */
void error_check(sqlite3 *db, const struct call *call, bool is_data);

void answers_append(struct answers *answers, const struct answers *more);

/* Appends the connection's last error. */
void answers_add_error(struct answers *answers, sqlite3 *db);

/* Ends the run where a listed function is not in the table any more. */
void answers_check(const struct calls *calls);

/* True for UTF-8 without overlong forms and surrogates. */
bool is_utf8(const unsigned char *bytes, size_t length);

#endif
