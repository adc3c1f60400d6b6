/*
** Krippendorff's alpha: do judges agree more than chance would make them agree?
**
** Each judgement gives a value to a unit, the thing that is judged.  Let delta be the
** difference of two values, as defined below.  Then alpha = 1 - D_o / D_e with
**
**   D_o   a sum over units; the term of a unit is the sum of delta^2 over all pairs of
**         its values, divided by the number of its values minus one
**   D_e   what D_o would be if all values belonged to one unit
**
** Alpha is 1 for full agreement, 0 for as much agreement as by chance, and below 0 for
** systematic disagreement.  A unit with one value has no pair and does not count.  The
** difference of two values depends on the level of measurement:
**
**   nominal    1 if the values differ
**   ordinal    how many of all values lie between the two, plus half of how many
**              equal one of the two
**   interval   their difference
**   ratio      their difference divided by their sum
**
** Source: Krippendorff, "Computing Krippendorff's alpha-reliability" (2011).
**
** The difference of two ordinal values equals the difference of their mean ranks.  So
** ordinal values, like interval values, need only sums of squares for D_o and D_e;
** nominal values need only counts.  These three levels take O(n log n) time.  Ratios are
** summed over all pairs of different values, so the ratio level takes quadratic time.
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

/* A value is a finite number, >= 0 for ratios.  At the nominal level it may also be a
** text.  Texts are in memory of the caller. */
struct judgement {
  struct value unit;
  struct value value;
};

/* Compares judgements for qsort(): by unit, then by value. */
int alpha_compare(const void *left, const void *right);

/* A group of equal values, either of one unit or of all units. */
struct alpha_cell {
  const struct value *value;
  double number; /* the number that delta is computed from */
  double count;
  size_t at; /* cell of one unit: index of the unit's first judgement;
             ** cell of all units: index of a unit's cell with this value */
};

/* Returns alpha of n > 0 judgements in the order of alpha_compare().  `cells` has room
** for 2 n cells.  Alpha is missing if no unit has two values, if all values of such units
** are equal, or if `watch` stopped the computation.  The relative error of 1 - alpha is
** below 1e-12 (for ratios: with up to 9,000 different values). */
double alpha_of(const struct judgement *judgements, size_t n, enum alpha_level level,
                struct alpha_cell *cells, struct sort_watch *watch);

#endif
