/*
** Tests random numbers (base/random.h).  assay promises which numbers a seed gives.
**
** The test vectors are the output of programs by the generators' authors: splitmix64.c
** started at 1234567, and xoshiro256starstar.c with the state {1, 2, 3, 4}.
*/
#include "base/random.h"

#include "tap.h"

static void splitmix64(void) {
  const uint64_t want[] = {6457827717110365317u, 3203168211198807973u,
                           9817491932198370423u, 4593380528125082431u,
                           16408922859458223821u};
  uint64_t state = 1234567;
  for (int i = 0; i < 5; i++) {
    tap_ok(random_splitmix64(&state) == want[i], "SplitMix64, number %d", i + 1);
  }
}

static void xoshiro256(void) {
  const uint64_t want[] = {11520u,
                           0u,
                           1509978240u,
                           1215971899390074240u,
                           1216172134540287360u,
                           607988272756665600u,
                           16172922978634559625u,
                           8476171486693032832u,
                           10595114339597558777u,
                           2904607092377533576u};
  struct generator generator = {{1, 2, 3, 4}};
  for (int i = 0; i < 10; i++) {
    tap_ok(random_bits(&generator) == want[i], "xoshiro256**, number %d", i + 1);
  }
}

static void seeding(void) {
  uint64_t state = 42;
  struct generator generator = random_seeded(42);
  for (int i = 0; i < 4; i++) {
    tap_ok(generator.state[i] == random_splitmix64(&state),
           "a seed's state is the first output of SplitMix64, word %d", i);
  }
}

static void unit_interval(void) {
  struct generator generator = random_seeded(7);
  double least = 1, greatest = 0, sum = 0;
  const int n = 100000;
  for (int i = 0; i < n; i++) {
    double u = random_unit(&generator);
    least = u < least ? u : least;
    greatest = u > greatest ? u : greatest;
    sum += u;
  }
  tap_ok(least >= 0 && greatest < 1, "units lie in 0 <= u < 1");
  tap_is_real(sum / n, 0.5, 0.005, "their mean is one half");
}

int main(void) {
  splitmix64();
  xoshiro256();
  seeding();
  unit_interval();
  return tap_done();
}
