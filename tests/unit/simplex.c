/*
** Tests random weights (core/research/simplex.h) and the portable functions with which
** they are drawn.
**
** The contract is "same seed, same rows, on every machine", so the test compares the
** draws to the last bit.  The uniform draws below come from a second implementation in
** Python, in which every step is exact.  The Dirichlet draws below also agree to 13
** digits with an implementation that uses Python's module `math`.
*/
#include "core/research/simplex.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/portable_math.h"
#include "tap.h"

#define N 100000

static void logarithm(void) {
  tap_is_real(portable_log(1), 0, 0, "ln 1 is 0");
  tap_is_real(portable_log(2), 0.69314718055994530942, 0, "ln 2");
  tap_is_real(portable_log(10), 2.30258509299404568402, 0, "ln 10");
  tap_is_real(portable_log(0x1p-53), -36.736800569677101, 1e-14, "ln 2^-53");
  tap_is_real(portable_log(DBL_TRUE_MIN), -744.44007192138122, 1e-12,
              "the least double has a logarithm");
  tap_is_real(portable_log(DBL_MAX), 709.78271289338397, 1e-12, "so has the greatest");
  struct generator generator = random_seeded(1);
  double worst = 0;
  for (int i = 0; i < N; i++) {
    double x =
        ldexp(1 - random_unit(&generator), (int)(random_bits(&generator) % 200) - 100);
    double error = fabs(portable_log(x) - log(x)) / fmax(fabs(log(x)), 1e-3);
    worst = error > worst ? error : worst;
  }
  tap_ok(worst < 4 * DBL_EPSILON, "within 4 epsilon of the C library: %g", worst);
}

static void exponential(void) {
  tap_is_real(portable_exp(0), 1, 0, "e^0 is 1");
  tap_is_real(portable_exp(-1), 0.36787944117144232160, 0, "1/e");
  tap_is_real(portable_exp(-745), 5e-324, 0, "down to the least double");
  tap_is_real(portable_exp(-1e300), 0, 0, "and then 0");
  struct generator generator = random_seeded(2);
  double worst = 0;
  for (int i = 0; i < N; i++) {
    double x = -700 * random_unit(&generator) * random_unit(&generator);
    double error = fabs(portable_exp(x) / exp(x) - 1);
    worst = error > worst ? error : worst;
  }
  tap_ok(worst < 4 * DBL_EPSILON, "within 4 epsilon of the C library: %g", worst);
}

/* If the series had one term more or less, these logarithms and powers of e would not be
** the nearest doubles. */
static void nearest(void) {
  tap_is_real(portable_log(0.70710678118654752440), -0.34657359027997259, 0,
              "ln sqrt(1/2), where its range begins");
  tap_is_real(portable_log(1.40297575), 0.33859551658035547, 0, "ln 1.40297575");
  tap_is_real(portable_exp(-0.3344481), 0.71573299040616767, 0, "e^-0.3344481");
  tap_is_real(portable_exp(-0.34635649), 0.70726031093178598, 0, "e^-0.34635649");
}

static uint64_t add_bits(uint64_t digest, double number) {
  uint64_t bits;
  memcpy(&bits, &number, sizeof bits);
  return (digest ^ bits) * 0x100000001b3u;
}

/* Compares hashes of results with those of a second implementation in Python. */
static void every_bit(void) {
  struct generator generator = random_seeded(8);
  uint64_t logarithms = 0xcbf29ce484222325u, exponentials = logarithms;
  for (int i = 0; i < 1000; i++) {
    double unit = 1 - random_unit(&generator);
    int exponent = (int)(random_bits(&generator) % 200) - 100;
    logarithms = add_bits(logarithms, portable_log(ldexp(unit, exponent)));
  }
  for (int i = 0; i < 1000; i++) {
    double x = -746 * random_unit(&generator);
    exponentials = add_bits(exponentials, portable_exp(x * random_unit(&generator)));
  }
  tap_ok(logarithms == 0xc359c1c101b6060bu, "1000 logarithms, bit for bit");
  tap_ok(exponentials == 0xb49d4aaf30a7983fu, "1000 exponentials, bit for bit");
}

static void is_draw(const double *got, const double *want, const char *name) {
  for (int d = 0; d < DIMENSION_COUNT; d++) {
    tap_is_real(got[d], want[d], 0, "%s, weight %d", name, d);
  }
}

static void pinned(void) {
  double weight[DIMENSION_COUNT];
  struct generator generator = random_seeded(42);
  simplex_draw(&generator, weight, DIMENSION_COUNT);
  is_draw(weight,
          (double[]){0x1.5780b2e0c2ec0p-4, 0x1.2e3339618389ep-2, 0x1.3449e6af334d8p-2,
                     0x1.f50ad0a64e764p-3, 0x1.34752b8fc4ca0p-4},
          "uniform, seed 42, first draw");
  simplex_draw(&generator, weight, DIMENSION_COUNT);
  is_draw(weight,
          (double[]){0x1.7042a90ab4cbbp-1, 0x1.9d8a1574e26f0p-5, 0x1.48c8212ea6cb0p-4,
                     0x1.2265a9dfb832cp-3, 0x1.0c91c00e89d40p-7},
          "second draw");
  struct weights proposed = {{0.25, 0.2, 0.2, 0.2, 0.15}, 1.0};
  generator = random_seeded(42);
  simplex_draw_around(&generator, &proposed, 50, weight);
  is_draw(weight,
          (double[]){0.18248798908146829, 0.23966649342876942, 0.27956357287644007,
                     0.14556141584266738, 0.15272052877065484},
          "Dirichlet around the proposed weights");
  generator = random_seeded(42);
  simplex_draw_around(&generator, &proposed, 0.5, weight);
  is_draw(weight,
          (double[]){1.6748293907009961e-09, 0.0010442468661497001, 0.22296500909966777,
                     3.1738938908604742e-08, 0.77599071062041425},
          "Dirichlet with shapes below 1");
}

/* Compares hashes of many draws around given weights with those from Python. */
static void every_draw(void) {
  const struct {
    struct weights around;
    double concentration;
    uint64_t digest;
  } cases[] = {{{{0.25, 0.2, 0.2, 0.2, 0.15}, 1}, 50, 0xf147361e4bb632e2u},
               {{{0.25, 0.2, 0.2, 0.2, 0.15}, 1}, 0.5, 0xa986a14bfd8fb4b4u},
               {{{1, 1, 1, 1, 1}, 5}, 5, 0x2afbc3acc8093783u},
               {{{0, 3, 0, 1, 0}, 4}, 2, 0xc976786375f943b9u}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct generator generator = random_seeded(42);
    uint64_t digest = 0xcbf29ce484222325u;
    for (int draw = 0; draw < 2000; draw++) {
      double weight[DIMENSION_COUNT];
      simplex_draw_around(&generator, &cases[i].around, cases[i].concentration, weight);
      for (int d = 0; d < DIMENSION_COUNT; d++)
        digest = add_bits(digest, weight[d]);
    }
    tap_ok(digest == cases[i].digest, "2000 draws, concentration %g, bit for bit",
           cases[i].concentration);
  }
}

struct moments {
  double mean[DIMENSION_COUNT];
  double variance[DIMENSION_COUNT];
  double least;
  double worst_sum; /* the greatest distance of a sum from 1 */
};

static void add(struct moments *moments, const double *weight) {
  double sum = 0;
  for (int d = 0; d < DIMENSION_COUNT; d++) {
    moments->mean[d] += weight[d] / N;
    moments->variance[d] += weight[d] * weight[d] / N;
    moments->least = fmin(moments->least, weight[d]);
    sum += weight[d];
  }
  moments->worst_sum = fmax(moments->worst_sum, fabs(sum - 1));
}

static struct moments draw_many(const struct weights *around, double concentration) {
  struct moments moments = {.least = 1};
  struct generator generator = random_seeded(3);
  for (int i = 0; i < N; i++) {
    double weight[DIMENSION_COUNT];
    if (around == NULL) {
      simplex_draw(&generator, weight, DIMENSION_COUNT);
    } else {
      simplex_draw_around(&generator, around, concentration, weight);
    }
    add(&moments, weight);
  }
  for (int d = 0; d < DIMENSION_COUNT; d++)
    moments.variance[d] -= moments.mean[d] * moments.mean[d];
  return moments;
}

/* Let m be the mean of a weight, and c the concentration of the draws.  The weight's
** variance is m (1 - m) / (c + 1).  Over N draws, the standard error of the mean is
** sqrt(variance / N).  The standard error of the variance is below sqrt(20 / N) *
** variance. */
static void has_moments(const struct moments *moments, const double *mean,
                        double concentration, const char *name) {
  for (int d = 0; d < DIMENSION_COUNT; d++) {
    double variance = mean[d] * (1 - mean[d]) / (concentration + 1);
    tap_is_real(moments->mean[d], mean[d], 5 * sqrt(variance / N), "%s: mean %d", name,
                d);
    tap_is_real(moments->variance[d], variance, 5 * variance * sqrt(20.0 / N),
                "%s: variance %d", name, d);
  }
}

static void distributions(void) {
  const double fifth[] = {0.2, 0.2, 0.2, 0.2, 0.2};
  struct moments moments = draw_many(NULL, 0);
  has_moments(&moments, fifth, 5, "uniform is Dirichlet(1, 1, 1, 1, 1)");
  tap_is_real(moments.worst_sum, 0, 0, "uniform weights sum to 1 exactly");
  tap_ok(moments.least >= 0, "no weight is below 0");

  struct weights proposed = {{0.25, 0.2, 0.2, 0.2, 0.15}, 1.0};
  moments = draw_many(&proposed, 50);
  has_moments(&moments, proposed.weight, 50, "around the proposed weights");
  tap_ok(moments.worst_sum < 4 * DBL_EPSILON, "they sum to 1, except for rounding");
  moments = draw_many(&proposed, 0.5);
  has_moments(&moments, proposed.weight, 0.5, "shapes below 1");

  struct weights scaled = {{500, 400, 400, 400, 300}, 2000};
  moments = draw_many(&scaled, 50);
  has_moments(&moments, proposed.weight, 50, "a common factor changes nothing");
}

static void extremes(void) {
  double weight[DIMENSION_COUNT];
  struct generator generator = random_seeded(4);
  struct weights two = {{0, 3, 0, 1, 0}, 4};
  simplex_draw_around(&generator, &two, 10, weight);
  tap_ok(weight[0] == 0 && weight[2] == 0 && weight[4] == 0, "a weight of 0 stays 0");
  struct weights one = {{0, 0, 7, 0, 0}, 7};
  simplex_draw_around(&generator, &one, 10, weight);
  tap_is_real(weight[2], 1, 0, "a single weight is all of it");
  struct weights equal = {{1, 1, 1, 1, 1}, 5};
  int good = 1;
  for (int i = 0; i < N; i++) {
    double sum = 0;
    simplex_draw_around(&generator, &equal, SIMPLEX_MIN_CONCENTRATION, weight);
    for (int d = 0; d < DIMENSION_COUNT; d++)
      sum += weight[d];
    good = good && fabs(sum - 1) < 1e-15;
  }
  tap_ok(good, "at the least concentration every draw still sums to 1");
  simplex_draw_around(&generator, &equal, SIMPLEX_MAX_CONCENTRATION, weight);
  tap_is_real(weight[0], 0.2, 1e-4, "at the greatest it is the mean");
}

/* A draw from `generator` must reject its first `count` numbers, and use the next
** ones. */
static void passes_over(struct generator generator, const double *units, int count,
                        const char *name) {
  struct generator behind = generator;
  double weight[DIMENSION_COUNT], want[DIMENSION_COUNT];
  struct weights equal = {{1, 1, 1, 1, 1}, 5};
  for (int i = 0; i < count; i++)
    tap_is_real(random_unit(&behind), units[i], 1e-14, "number %d of this state", i);
  simplex_draw_around(&generator, &equal, 50, weight);
  simplex_draw_around(&behind, &equal, 50, want);
  is_draw(weight, want, name);
}

/* The states below were found by running the generator backwards.  The polar method
** (Marsaglia and Bray 1964) makes a normal number from a point inside a disc.  It rejects
** the centre, where it would divide 0 by 0.  Marsaglia and Tsang (2000) make a gamma
** number from a normal number x and a uniform number u.  If x = 0, the gamma number is
** accepted only if u < 1.  In the last case below, u is 1. */
static void rejected(void) {
  const uint64_t half = (uint64_t)0xcd << 56; /* a state with this second word draws .5 */
  passes_over((struct generator){{1, half, 1, 7}}, (double[]){0.5, 0.5}, 2,
              "the centre of the disc");
  passes_over((struct generator){{1, 0, 1 ^ half, 7}}, (double[]){0, 0.5}, 2,
              "the point (-1, 0) of its edge");
  passes_over((struct generator){{1, half, 2, 1}}, (double[]){0.5, 0.5, 0}, 3,
              "a gamma number at the bound");
}

int main(void) {
  logarithm();
  exponential();
  nearest();
  every_bit();
  pinned();
  every_draw();
  distributions();
  extremes();
  rejected();
  return tap_done();
}
