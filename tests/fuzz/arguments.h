/*
** What the arguments of our functions take, by their names in the signatures.
**
** Rule R1 tells data from mistakes in the call: a datum may be anything, a choice must be
** one of those that its rule allows.  A name that is not listed here is a datum that is
** mostly a number, so a function that is added later is fuzzed without a line of its own.
*/
#ifndef ASSAY_TESTS_FUZZ_ARGUMENTS_H
#define ASSAY_TESTS_FUZZ_ARGUMENTS_H

#include "calls.h"

enum { MOST_ARGUMENTS = 16, MOST_USUAL = 6 };

enum argument_role {
  ARGUMENT_DATUM,
  ARGUMENT_SHARED, /* a datum that is mostly the same in all rows of a group */
  ARGUMENT_CHOICE, /* anything but a usual value may be a mistake in the call */
  ARGUMENT_COST    /* a choice that says how long the call takes: kept small */
};

struct argument {
  const char *name;
  enum argument_role role;
  const char *usual[MOST_USUAL]; /* SQL expressions; all of them are right */
};

/* What the argument of that index takes. */
const struct argument *argument_of(const struct call *call, int index);

/* Ends the run where a listed name is in no signature any more. */
void arguments_check(const struct calls *calls);

#endif
