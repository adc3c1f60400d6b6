/* Random weights: see simplex.h. */
#include "core/research/simplex.h"

#include <math.h>

#include "base/portable_math.h"

void simplex_draw(struct generator *generator, double *weight, int count) {
  for (int i = 0; i < count - 1; i++) {
    double drawn = random_unit(generator);
    int place = i;
    for (; place > 0 && weight[place - 1] > drawn; place--)
      weight[place] = weight[place - 1];
    weight[place] = drawn;
  }
  weight[count - 1] = 1;
  for (int i = count - 1; i > 0; i--)
    weight[i] -= weight[i - 1];
}

/* Returns a uniform number u, 0 < u <= 1; so log(u) exists. */
static double simplex_positive_unit(struct generator *generator) {
  return 1 - random_unit(generator);
}

/* Returns a standard normal number by Marsaglia's polar method.  The method yields two
** numbers.  The second number is dropped: if it were stored, the next draw would not
** depend on the generator's state alone. */
static double simplex_draw_normal(struct generator *generator) {
  double x, y, square;
  do {
    x = 2 * random_unit(generator) - 1;
    y = 2 * random_unit(generator) - 1;
    square = x * x + y * y;
  } while (square >= 1 || square == 0);
  return x * sqrt(-2 * portable_log(square) / square);
}

/* Returns the logarithm of a gamma number of shape >= 1 (Marsaglia and Tsang 2000). */
static double simplex_draw_log_gamma_from_1(struct generator *generator, double shape) {
  double d = shape - 1.0 / 3;
  double c = 1 / sqrt(9 * d);
  for (;;) {
    double x = simplex_draw_normal(generator);
    double root = 1 + c * x;
    if (root <= 0) continue;
    double log_v = 3 * portable_log(root);
    double v = root * root * root;
    double log_u = portable_log(simplex_positive_unit(generator));
    if (log_u < 0.5 * x * x + d - d * v + d * log_v) return portable_log(d) + log_v;
  }
}

/* Returns the logarithm of a gamma number of shape a.  Let u be uniform in 0..1.  If a <
** 1, a gamma number of shape a + 1, times u^(1/a), has shape a.  That number can be far
** below the least double, but its logarithm is a double. */
static double simplex_draw_log_gamma(struct generator *generator, double shape) {
  if (shape >= 1) return simplex_draw_log_gamma_from_1(generator, shape);
  double log_gamma = simplex_draw_log_gamma_from_1(generator, shape + 1);
  return log_gamma + portable_log(simplex_positive_unit(generator)) / shape;
}

/* Gamma numbers divided by their sum are a Dirichlet draw.  All gamma numbers are first
** divided by the greatest, so not all can become 0. */
void simplex_draw_around(struct generator *generator, const struct weights *around,
                         double concentration, double weight[DIMENSION_COUNT]) {
  double greatest = -INFINITY;
  for (int i = 0; i < DIMENSION_COUNT; i++) {
    double shape = concentration * (around->weight[i] / around->sum);
    weight[i] = shape > 0 ? simplex_draw_log_gamma(generator, shape) : -INFINITY;
    if (weight[i] > greatest) greatest = weight[i];
  }
  double sum = 0;
  for (int i = 0; i < DIMENSION_COUNT; i++) {
    weight[i] = portable_exp(weight[i] - greatest);
    sum += weight[i];
  }
  for (int i = 0; i < DIMENSION_COUNT; i++)
    weight[i] /= sum;
}
