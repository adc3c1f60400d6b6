/*
** The report on a round under a rubric: JSON that says what fails and why.
*/
#ifndef ASSAY_FUNCTIONS_RESEARCH_HELPERS_RUBRIC_REPORT_H
#define ASSAY_FUNCTIONS_RESEARCH_HELPERS_RUBRIC_REPORT_H

#include "core/research/rubric.h"
#include "bind/argument.h"
#include "bind/json.h"

/* Writes `reason`, which says in words what fails. */
void rubric_write_reason(struct json *json, const struct rubric *rubric,
                         const struct rubric_failures *failures);

/* Sets the result of the call to the report.  `text` is the object from which the numbers
** were read; it is empty if the call has no object. */
void rubric_result_report(sqlite3_context *context, const struct rubric *rubric,
                          const double *numbers, const struct text *text);

#endif
