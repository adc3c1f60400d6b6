/*
** Exact sums (base/exact_sum.h) in an aggregate: a sum gets more memory when needed.
*/
#ifndef ASSAY_BIND_EXACT_MEMORY_H
#define ASSAY_BIND_EXACT_MEMORY_H

#include "base/exact_sum.h"
#include "bind/connection.h"

/* Widens a sum: gives it memory for numbers of any size.  Returns false when out of
** memory. */
static inline bool exact_memory_widen(struct exact_sum *sum) {
  int64_t *digits = sqlite3_malloc64(EXACT_DIGITS * sizeof *digits);
  if (digits != NULL) exact_sum_widen(sum, digits);
  return digits != NULL;
}

/* Adds a number.  If the number does not fit, widens the sum first.  When out of memory,
** returns false and leaves the sum unchanged. */
static inline bool exact_memory_add(struct exact_sum *sum, struct exact_number number) {
  if (exact_sum_add(sum, number)) return true;
  if (!exact_memory_widen(sum)) return false;
  return exact_sum_add(sum, number);
}

/* Adds the product of two numbers, as exact_memory_add() adds a number. */
static inline bool exact_memory_add_product(struct exact_sum *sum, struct exact_number a,
                                            struct exact_number b) {
  if (exact_sum_add_product(sum, a, b)) return true;
  if (!exact_memory_widen(sum)) return false;
  return exact_sum_add_product(sum, a, b);
}

static inline void exact_memory_free(struct exact_sum *sum) {
  sqlite3_free(exact_sum_memory(sum));
}

#endif
