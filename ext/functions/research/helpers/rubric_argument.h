/*
** A rubric by the name that a call gives it, and numbers that are remembered of it.
*/
#ifndef ASSAY_FUNCTIONS_RESEARCH_HELPERS_RUBRIC_ARGUMENT_H
#define ASSAY_FUNCTIONS_RESEARCH_HELPERS_RUBRIC_ARGUMENT_H

#include "core/research/rubric.h"
#include "bind/agreement.h"
#include "bind/argument.h"

/* The rubric of that name, `research` too.  NULL with the error set: an unknown name is a
** mistake, and of a rubric that a load has left out the error says where and why. */
const struct rubric *rubric_argument(sqlite3_context *context, sqlite3_value *value);

/* Reads a round's evidence for an aggregate, which reads no regression.  False when out
** of memory, with the error set. */
bool rubric_round_numbers(sqlite3_context *context, const struct rubric *rubric,
                          sqlite3_value *value, double numbers[RUBRIC_NUMBERS]);

/* What the rows of a group state first. */
static inline struct value rubric_parameter(const struct rubric *rubric) {
  return parameter_name(rubric->name, strlen(rubric->name));
}

/* The rubric that they agree on. */
const struct rubric *rubric_stated(sqlite3_context *context,
                                   const struct agreement *agreement);

/* Replaces borrowed numbers by a copy.  False when out of memory; nothing is to be freed
** then. */
bool rubric_numbers_own(struct rubric_numbers *numbers);
void rubric_numbers_free(struct rubric_numbers *numbers);

#endif
