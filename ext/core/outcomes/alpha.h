/*
** Krippendorff's alpha: do judges agree, beyond what chance would make of their values?
**
** Each judgement gives a unit (what is judged) a value.  alpha = 1 - D_o / D_e with
**
**   D_o   the sum over units of delta^2 of all pairs of their values, divided by the
**         number of their values less one
**   D_e   the same with the values of all units as one
**
** so 1 is agreement, 0 what chance gives, less than 0 disagreement by design.  A unit
** with one value has no pair and does not count.  Values differ, by level, by
**
**   nominal    1
**   ordinal    the values between them and half of those level with either
**   interval   their difference
**   ratio      their difference divided by their sum
**
** Source: Krippendorff, "Computing Krippendorff's alpha-reliability" (2011).
**
** The differences of ordinal values are those of their mean ranks.  So ordinal and
** interval values need only sums of squares, and nominal values counts: O(n log n).
** Ratios are summed over all pairs of different values, so they take time by the square
** of these values.
*/
#ifndef ASSAY_CORE_OUTCOMES_ALPHA_H
#define ASSAY_CORE_OUTCOMES_ALPHA_H

#include "base/sort.h"
#include "base/value.h"

enum alpha_level {
  ALPHA_NOMINAL,
  ALPHA_ORDINAL,
  ALPHA_INTERVAL,
  ALPHA_RATIO,
  ALPHA_LEVEL_COUNT
};

extern const char *const alpha_level_names[ALPHA_LEVEL_COUNT];

/* A value is a finite number, >= 0 for ratios, or a text, for the nominal level only.
** Bytes belong to whoever filled them in. */
struct judgement {
  struct value unit;
  struct value value;
};

/* The order in which judgements are summed, as for qsort(): by unit, then by value. */
int alpha_compare(const void *left, const void *right);

/* Equal values of one unit, or of all. */
struct alpha_cell {
  const struct value *value;
  double number; /* by whose differences the level measures */
  double count;
  size_t at; /* which unit they belong to, or which cell they stand for */
};

/* alpha of n > 0 judgements in that order, with room for twice as many cells.  Missing
** if nothing can disagree: no unit has two values, or all values are equal; and where
** the watch stopped it.  1 - alpha is off by less than 1e-12 of itself, for ratios where
** no more than 9,000 values differ. */
double alpha_of(const struct judgement *judgements, size_t n, enum alpha_level level,
                struct alpha_cell *cells, struct sort_watch *watch);

#endif
