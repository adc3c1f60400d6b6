/*
** The calls whose answers are compared bit by bit: see functions.c.
*/
#ifndef ASSAY_TESTS_BITS_FUNCTIONS_H
#define ASSAY_TESTS_BITS_FUNCTIONS_H

enum call_form { FORM_SCALAR, FORM_AGGREGATE, FORM_TABLE };

/* A function and the kinds of its arguments, separated by blanks.  For each kind, such as
** "score", a function in values.c draws the values.  If `=` precedes the kind, the
** argument has the same value in all rows of a group. */
struct compared {
  const char *name;
  const char *arguments;
  enum call_form form;
  int draws; /* how many calls (of a scalar function), groups (of an aggregate) or scans
             ** (of a table) are drawn */
};

/* A function whose answers are not compared, and the reason. */
struct excused {
  const char *name;
  const char *reason;
};

extern const struct compared compared_functions[];
extern const int compared_function_count;
extern const struct excused excused_functions[];
extern const int excused_function_count;

#endif
