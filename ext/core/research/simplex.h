/*
** Random weights: points on the simplex, which are numbers >= 0 with sum 1.
**
** One seed always gives the same weights, bit for bit, on every machine.  So every step
** is either arithmetic on integers, or defined to the last bit by IEEE 754 (see random.h
** and portable_math.h).
*/
#ifndef ASSAY_CORE_RESEARCH_SIMPLEX_H
#define ASSAY_CORE_RESEARCH_SIMPLEX_H

#include "core/research/dimensions.h"
#include "base/random.h"

/* The limits of the concentration in simplex_draw_around().  The greater the
** concentration, the nearer the weights are to `around`.  Below the least concentration,
** weights are 0 or 1 in all their digits; above the greatest, they equal `around` in the
** first five digits. */
#define SIMPLEX_MIN_CONCENTRATION 0.001
#define SIMPLEX_MAX_CONCENTRATION 1e9

/* Draws `count` weights uniformly from the simplex: count - 1 sorted uniform numbers
** divide 0..1 into `count` gaps, the weights (Devroye 1986, section V.2).  The weights
** are multiples of 2^-53, so their sum is exactly 1. */
void simplex_draw(struct generator *generator, double *weight, int count);

/* Draws weights from the Dirichlet distribution with the parameters
** concentration * around / sum(around).  The mean is `around`, and a weight of mean m has
** the variance m (1 - m) / (concentration + 1).  A weight of 0 stays 0.  The sum is 1
** except for rounding.  `concentration` lies within the limits above. */
void simplex_draw_around(struct generator *generator, const struct weights *around,
                         double concentration, double weight[DIMENSION_COUNT]);

#endif
