/* Tests sums that keep the rounding error of each addition, and add it to the result. */
#include "../tap.h"

#include "base/sum.h"

static double total_of(const double *terms, int count) {
  struct sum sum = {0, 0};
  for (int i = 0; i < count; i++)
    sum_add(&sum, terms[i]);
  return sum_total(&sum);
}

int main(void) {
  const double vanishing[] = {1, 1e100, 1, -1e100};
  tap_is_real(total_of(vanishing, 4), 2, 0, "small terms beside a large one");
  const double growing[] = {1e-20, 1, -1};
  tap_is_real(total_of(growing, 3), 1e-20, 0, "a small sum beside a large term");
  struct sum tenths = {0, 0};
  for (int i = 0; i < 1000000; i++)
    sum_add(&tenths, 0.1);
  tap_is_real(sum_total(&tenths), 100000, 0, "a million tenths");
  tap_is_real(total_of(growing, 0), 0, 0, "nothing");
  return tap_done();
}
