/* Judged rounds as columns: see packed_rounds.h. */
#include "core/research/packed_rounds.h"

#include <string.h>

#include "base/bytes.h"
#include "base/missing.h"
#include "core/index.h"

/* "assaycl1" as a word: the last byte is the version of the layout. */
#define PACKED_MARK UINT64_C(0x316c637961737361)
#define PACKED_HEAD ((size_t)2) /* words before the columns */
#define WORD ((size_t)8)

size_t packed_rounds_size(size_t count) {
  return WORD * (PACKED_HEAD + PACKED_COLUMNS * count);
}

static void packed_rounds_put(unsigned char *at, uint64_t word) {
  for (size_t i = 0; i < WORD; i++)
    at[i] = (unsigned char)(word >> 8 * i);
}

/* A NaN has many forms, a missing number one. */
static uint64_t packed_rounds_bits(double number) {
  uint64_t word = UINT64_C(0x7ff8000000000000);
  if (is_missing(number)) return word;
  memcpy(&word, &number, sizeof word);
  return word;
}

/* The words of a round, in the order of the columns. */
static void packed_rounds_words(const struct packed_round *round,
                                uint64_t words[PACKED_COLUMNS]) {
  const struct gate_evidence *evidence = &round->evidence;
  words[PACKED_RUN] = (uint64_t)round->run;
  words[PACKED_ROUND] = (uint64_t)round->round;
  for (int d = 0; d < DIMENSION_COUNT; d++)
    words[PACKED_SCORES + d] = packed_rounds_bits(evidence->dimensions.score[d]);
  words[PACKED_COUNTS] = packed_rounds_bits(evidence->recent_sources);
  words[PACKED_COUNTS + 1] = packed_rounds_bits(evidence->critical_contradictions);
}

static int packed_rounds_compare_integers(int64_t a, int64_t b) {
  return (a > b) - (a < b);
}

/* Rounds of one number are told apart by their words, which is as good an order as any:
** what is made of them doesn't depend on it. */
int packed_rounds_compare(const void *a, const void *b) {
  const struct packed_round *left = a, *right = b;
  uint64_t one[PACKED_COLUMNS], other[PACKED_COLUMNS];
  int order = packed_rounds_compare_integers(left->run, right->run);
  if (order == 0) order = packed_rounds_compare_integers(left->round, right->round);
  if (order != 0) return order;
  packed_rounds_words(left, one);
  packed_rounds_words(right, other);
  for (int c = PACKED_SCORES; c < PACKED_COLUMNS && order == 0; c++)
    order = (one[c] > other[c]) - (one[c] < other[c]);
  return order;
}

void packed_rounds_write(const struct packed_round *rounds, size_t count,
                         unsigned char *bytes) {
  packed_rounds_put(bytes, PACKED_MARK);
  packed_rounds_put(bytes + WORD, count);
  for (size_t i = 0; i < count; i++) {
    uint64_t words[PACKED_COLUMNS];
    packed_rounds_words(&rounds[i], words);
    for (size_t c = 0; c < PACKED_COLUMNS; c++)
      packed_rounds_put(bytes + WORD * (PACKED_HEAD + c * count + i), words[c]);
  }
}

bool packed_rounds_open(const unsigned char *bytes, size_t length,
                        struct packed_rounds *rounds) {
  if (length < WORD * PACKED_HEAD || bytes_load_eight(bytes) != PACKED_MARK) return false;
  size_t count = (length / WORD - PACKED_HEAD) / PACKED_COLUMNS;
  *rounds = (struct packed_rounds){bytes + WORD * PACKED_HEAD, count};
  return bytes_load_eight(bytes + WORD) == count && packed_rounds_size(count) == length;
}

static inline uint64_t packed_rounds_word(const struct packed_rounds *rounds,
                                          size_t column, size_t row) {
  return bytes_load_eight(rounds->words + WORD * (column * rounds->count + row));
}

static inline double packed_rounds_number(const struct packed_rounds *rounds,
                                          size_t column, size_t row) {
  uint64_t word = packed_rounds_word(rounds, column, row);
  double number;
  memcpy(&number, &word, sizeof number);
  return number;
}

/* True where the row is there and of the same run as the one before it. */
static inline bool packed_rounds_goes_on(const struct packed_rounds *rounds, size_t row) {
  return row < rounds->count && packed_rounds_word(rounds, PACKED_RUN, row) ==
                                    packed_rounds_word(rounds, PACKED_RUN, row - 1);
}

size_t packed_rounds_runs(const struct packed_rounds *rounds) {
  size_t runs = rounds->count > 0;
  for (size_t row = 1; row < rounds->count; row++)
    runs += !packed_rounds_goes_on(rounds, row);
  return runs;
}

static inline struct gate_evidence
packed_rounds_evidence(const struct packed_rounds *rounds, size_t row) {
  struct gate_evidence evidence = {.regression = 0};
  for (size_t d = 0; d < DIMENSION_COUNT; d++)
    evidence.dimensions.score[d] = packed_rounds_number(rounds, PACKED_SCORES + d, row);
  evidence.recent_sources = packed_rounds_number(rounds, PACKED_COUNTS, row);
  evidence.critical_contradictions = packed_rounds_number(rounds, PACKED_COUNTS + 1, row);
  return evidence;
}

/* A round takes the place of the best one so far; rounds come in their order, so one that
** ties with an earlier one is not it.  The indices of two rows of one round may differ by
** less than a step: the lesser one stands for both, as best_round() has it of results. */
static inline void packed_rounds_contend(struct packed_run *run, int64_t round,
                                         bool passed, double ci) {
  int order = 2 * (passed - run->gate_passed) + index_compare(ci, run->ci);
  bool same = order == 0 && round == run->best_round && ci < run->ci;
  if (run->rounds == 0 || order > 0 || same) {
    run->best_round = round;
    run->gate_passed = passed;
    run->ci = ci;
  }
  run->rounds++;
  run->passing += passed;
}

size_t packed_rounds_judge(const struct packed_rounds *rounds, size_t first,
                           const struct gate_rule *rule, const struct weights *weights,
                           struct packed_run *run) {
  size_t row = first;
  *run =
      (struct packed_run){.run = (int64_t)packed_rounds_word(rounds, PACKED_RUN, first)};
  do {
    struct gate_evidence evidence = packed_rounds_evidence(rounds, row);
    struct gate_verdict verdict = gate_evaluate(&evidence, rule);
    packed_rounds_contend(run, (int64_t)packed_rounds_word(rounds, PACKED_ROUND, row),
                          gate_passed(&verdict),
                          confidence_arithmetic(&evidence.dimensions, weights));
    row++;
  } while (packed_rounds_goes_on(rounds, row));
  return row;
}

size_t packed_rounds_most(const struct packed_rounds *rounds, size_t first,
                          const struct gate_rule *rule, double *most) {
  size_t row = first;
  *most = -1;
  do {
    /* Of a round with no more sources the rest need not be read. */
    if (packed_rounds_number(rounds, PACKED_COUNTS, row) > *most) {
      struct gate_evidence evidence = packed_rounds_evidence(rounds, row);
      struct gate_verdict verdict = gate_evaluate(&evidence, rule);
      if (gate_passed(&verdict)) *most = evidence.recent_sources;
    }
    row++;
  } while (packed_rounds_goes_on(rounds, row));
  return row;
}
