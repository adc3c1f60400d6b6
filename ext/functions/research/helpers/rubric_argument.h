/*
** Finds a rubric by its name in a call, and reads the numbers that the rubric judges.
*/
#ifndef ASSAY_FUNCTIONS_RESEARCH_HELPERS_RUBRIC_ARGUMENT_H
#define ASSAY_FUNCTIONS_RESEARCH_HELPERS_RUBRIC_ARGUMENT_H

#include "core/research/rubric.h"
#include "bind/agreement.h"
#include "bind/argument.h"

/* Returns the rubric that the value names; `research` is the built-in rubric.  For an
** unknown name, sets the error and returns NULL.  If a mistake kept the rubric out of the
** settings, the error says where and why. */
const struct rubric *rubric_argument(sqlite3_context *context, sqlite3_value *value);

/* Reads the numbers of a round for an aggregate.  Sets the regression to 0, because
** aggregates do not read it.  Returns false and sets the error when out of memory. */
bool rubric_round_numbers(sqlite3_context *context, const struct rubric *rubric,
                          sqlite3_value *value, double numbers[RUBRIC_NUMBERS]);

/* Returns the rubric's name as a parameter, a value that all rows of a group share. */
static inline struct value rubric_parameter(const struct rubric *rubric) {
  return parameter_name(rubric->name, strlen(rubric->name));
}

/* Returns the rubric whose name all rows of a group share. */
const struct rubric *rubric_stated(sqlite3_context *context,
                                   const struct agreement *agreement);

/* Replaces borrowed numbers by a copy that `numbers` owns.  When out of memory, returns
** false, and there is nothing to free. */
bool rubric_numbers_own(struct rubric_numbers *numbers);
void rubric_numbers_free(struct rubric_numbers *numbers);

#endif
