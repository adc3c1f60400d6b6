/*
** SQL functions for scores, counts and dates in the forms that users' tables have.
**
**   score_of(value [, best [, worst]])
**   why_missing(value, kind)
**
** score_of is the score 0..1 of a value on a scale.  `best` and `worst` are the ends of
** the scale; their defaults are 1 and 0.  A number is read by rule R2 of REFERENCE.md.
** Rules S1 to S4 of core/own/score.h add the TEXT forms `85%`, `4/5`, `0,85`, `7 of 10`
** and `4 out of 5`.  The answer is NULL if the value can't be read or is outside the
** scale.  A scale whose ends are equal, or not finite numbers, is an error.
**
** why_missing is NULL if other functions can use the value as a score, count, age, flag
** or date (`kind`).  Otherwise it is the first reason, from `all` and the kind's line:
**
**   all      `null`, `a blob`
**   score    `not a number`, `infinite`, `below 0`, `above 1`
**   count    `not a number`, `infinite`, `below 0`, `not whole`
**   age      `not a number`, `infinite`
**   flag     `not a number`, `infinite`, `not 0 or 1`
**   date     `ambiguous date`, `not a date`
**
** An unknown kind, or NULL as the kind, is an error, because the answer NULL would say
** that the value can be used.
*/
#include "core/own/score.h"

#include "bind/argument.h"
#include "functions/modules.h"
#include "functions/research/helpers/date_argument.h"

/* Reads a number with its decimals as written.  Returns false for anything but a finite
** number. */
static bool score_read_decimal(sqlite3_value *value, struct decimal *decimal) {
  double number = argument_number(value);
  if (is_missing(number)) return false;
  switch (sqlite3_value_type(value)) {
  case SQLITE_INTEGER:
    *decimal = decimal_from_integer(sqlite3_value_int64(value));
    return true;
  case SQLITE_FLOAT:
    *decimal = decimal_from_real(number);
    return true;
  default: /* cannot fail: argument_number() has read this text */
    *decimal = decimal_from_text((const char *)sqlite3_value_text(value),
                                 (size_t)sqlite3_value_bytes(value));
    return true;
  }
}

/* Reads an end of the scale.  For a mistake, sets the error and returns false. */
static bool score_read_end(sqlite3_context *context, sqlite3_value *value,
                           const char *argument, struct decimal *end) {
  if (score_read_decimal(value, end)) return true;
  argument_error(context, value, "%s must be a finite number", argument);
  return false;
}

/* Reads the scale in each call: storing a constant scale would be slower. */
static bool score_read_scale(sqlite3_context *context, int argc, sqlite3_value **argv,
                             struct score_scale *scale) {
  scale->best = decimal_from_integer(1);
  scale->worst = decimal_from_integer(0);
  if (argc > 1 && !score_read_end(context, argv[1], "best", &scale->best)) return false;
  if (argc > 2 && !score_read_end(context, argv[2], "worst", &scale->worst)) return false;
  if (!decimal_equal(&scale->best, &scale->worst)) return true;
  argument_error(context, argv[1],
                 argc > 2 ? "best and worst must differ"
                          : "best must differ from worst, which is 0");
  return false;
}

/* Without a scale, a number is read as other functions read a score: as its nearest
** double.  So a TEXT with a number just above 1 has the score 1 if this double is 1. */
static void score_of(sqlite3_context *context, int argc, sqlite3_value **argv) {
  struct score_scale scale;
  struct decimal number;
  struct text text;
  double score = MISSING;
  if (!score_read_scale(context, argc, argv, &scale)) return;
  if (score_read_decimal(argv[0], &number)) {
    score = argc > 1 ? score_on_scale(&number, &scale) : argument_score(argv[0]) + 0.0;
  } else if (argument_text(context, argv[0], &text)) {
    score = score_from_text(text.bytes, text.length, &scale);
  }
  if (!is_missing(score)) sqlite3_result_double(context, score);
}

/* The kinds of why_missing, in the order of `score_kinds`. */
enum { KIND_SCORE, KIND_COUNT, KIND_AGE, KIND_FLAG, KIND_DATE, KIND_COUNT_OF };

static const char *const score_kinds[KIND_COUNT_OF] = {"score", "count", "age", "flag",
                                                       "date"};

/* Returns the number as other functions read this kind of value; MISSING if they
** can't. */
static double score_usable_number(sqlite3_value *value, int kind) {
  switch (kind) {
  case KIND_SCORE:
    return argument_score(value);
  case KIND_COUNT:
    return argument_count(value);
  case KIND_FLAG:
    return argument_flag(value);
  default:
    return argument_number(value);
  }
}

/* Returns the reason why the value is not a number of this kind.  The value must be
** neither NULL nor a BLOB. */
static const char *score_why_no_number(sqlite3_value *value, int kind) {
  double number = argument_any_number(value);
  if (is_missing(number)) return "not a number";
  if (isinf(number)) return "infinite";
  if (kind == KIND_FLAG) return "not 0 or 1";
  if (number < 0) return "below 0";
  return kind == KIND_COUNT ? "not whole" : "above 1";
}

/* Sets `*reason` to the reason why the value is no date; to NULL if it is a date.
** Returns false and sets the error when out of memory. */
static bool score_why_no_date(sqlite3_context *context, sqlite3_value *value,
                              const char **reason) {
  static const char *const reasons[] = {[DATE_READ] = NULL,
                                        [DATE_AMBIGUOUS] = "ambiguous date",
                                        [DATE_NONE] = "not a date"};
  enum date_reading reading;
  struct date date;
  if (!date_argument(context, value, &reading, &date)) return false;
  *reason = reasons[reading];
  return true;
}

static void score_why_missing(sqlite3_context *context, int argc, sqlite3_value **argv) {
  const char *reason = NULL;
  int kind = argument_constant_name(context, argv, 1, "kind", score_kinds, KIND_COUNT_OF,
                                    KIND_COUNT_OF);
  if (kind == KIND_COUNT_OF)
    argument_name_error(context, argv[1], "kind", score_kinds, KIND_COUNT_OF,
                        sizeof *score_kinds);
  if (kind < 0 || kind == KIND_COUNT_OF) return;
  int type = sqlite3_value_type(argv[0]);
  if (type == SQLITE_NULL) {
    reason = "null";
  } else if (type == SQLITE_BLOB) {
    reason = "a blob";
  } else if (kind == KIND_DATE) {
    if (!score_why_no_date(context, argv[0], &reason)) return;
  } else if (is_missing(score_usable_number(argv[0], kind))) {
    reason = score_why_no_number(argv[0], kind);
  }
  if (reason != NULL) sqlite3_result_text(context, reason, -1, SQLITE_STATIC);
}

static const struct sql_function functions[] = {
    {"score_of", 1, PURE, SCALAR(score_of), "score_of(value)",
     "The score 0..1 of a number, or of TEXT such as '85%', '4/5', '7 of 10', '0,85'",
     "score_of('4 out of 5')", "0.8"},
    {"score_of", 2, PURE, SCALAR(score_of), "score_of(value, best)",
     "The same on a scale of 0 to best; a percentage or a fraction is its share anyhow",
     "score_of(85, 100)", "0.85"},
    {"score_of", 3, PURE, SCALAR(score_of), "score_of(value, best, worst)",
     "The same on a scale from worst to best, whichever is greater", "score_of(2, 1, 6)",
     "0.8"},
    {"why_missing", 2, PURE, SCALAR(score_why_missing), "why_missing(value, kind)",
     "NULL if usable as 'score', 'count', 'age', 'flag' or 'date', else why not",
     "why_missing(85, 'score')", "above 1"},
};

const struct sql_module score_module = {"score", "Scores of your own",
                                        "is my own data usable", functions,
                                        COUNT_OF(functions)};
