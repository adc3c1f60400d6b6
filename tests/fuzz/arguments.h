/*
** Lists, for each argument's name in the signatures, the kinds of values that it takes.
**
** By rule R1 an argument is data or a choice.  Data can be any value, and a choice must
** be one of the values that its rule allows.  An argument whose name is not in the list
** of arguments.c counts as data; its values are mostly numbers.
*/
#ifndef ASSAY_TESTS_FUZZ_ARGUMENTS_H
#define ASSAY_TESTS_FUZZ_ARGUMENTS_H

#include "calls.h"

enum { MOST_ARGUMENTS = 16, MOST_USUAL = 6 };

enum argument_role {
  ARGUMENT_DATUM,
  ARGUMENT_SHARED, /* data that is mostly equal in all rows of a group */
  ARGUMENT_CHOICE, /* a choice: an unusual value can be a mistake in the call */
  ARGUMENT_COST    /* a choice that decides the call's time, so it is small */
};

struct argument {
  const char *name;
  enum argument_role role;
  const char *usual[MOST_USUAL]; /* SQL expressions, all of them allowed values */
};

const struct argument *argument_of(const struct call *call, int index);

/* Ends the run if a name in the list of arguments.c is in no signature. */
void arguments_check(const struct calls *calls);

#endif
