/*
** Lists of floors or limits that a call states, for the sweeps: a JSON array of numbers,
** or a single number.
**
** A number in the array may be a string that is one (rule R2).  Each row of a group
** states its lists anew, nearly always by the same text; so the last text that was read
** is kept with its numbers, and not read again.
*/
#ifndef ASSAY_FUNCTIONS_RESEARCH_LIST_ARGUMENT_H
#define ASSAY_FUNCTIONS_RESEARCH_LIST_ARGUMENT_H

#include "bind/agreement.h"
#include "bind/argument.h"

/* The most policies that the lists of one call may make together: memory and answers grow
** with them. */
#define LIST_POLICIES 250000

/* What the numbers are. */
enum list_kind {
  LIST_SCORES, /* 0..1 */
  LIST_COUNTS, /* whole numbers >= 0 */
  LIST_LIMITS  /* whole numbers >= 1 */
};

/* Zeroed, it is a list that has not been read. */
struct number_list {
  double *numbers; /* in the order given */
  size_t count;
  char *text; /* what they were read from; NULL for a single number */
  size_t length;
};

/* Reads a list with at least one number, and no more than LIST_POLICIES.  False with the
** mistake set, or the error when out of memory. */
bool list_argument(sqlite3_context *context, sqlite3_value *value, const char *argument,
                   enum list_kind kind, struct number_list *list);

/* Frees what a list owns. */
void list_clear(struct number_list *list);

/* As a parameter on which the rows of a group agree; borrowed until the list is read
** anew. */
static inline struct value list_parameter(const struct number_list *list) {
  return parameter_numbers(list->numbers, list->count);
}

/* The numbers of such a parameter. */
struct listed {
  const double *numbers;
  size_t count;
};

static inline struct listed list_stated(const struct value *parameter) {
  return (struct listed){(const void *)parameter->is.bytes,
                         parameter->length / sizeof(double)};
}

/* Copies them, in ascending order, into memory for as many. */
void list_sort(const struct listed *listed, double *ascending);

#endif
