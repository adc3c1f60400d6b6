/*
** Judged rounds as columns in one piece of bytes, and what is read off them.
**
** A history that is asked again and again spends its time on decoding rows.  Here each
** column lies by itself, eight bytes a number, and a question is a loop over some of
** them.
**
** All words are little-endian: a mark, the number of rounds, and then columns of one word
** a round: run, round, five scores, recent sources, critical contradictions.  Runs and
** rounds are integers; the others are doubles, NaN where missing.  Rounds lie by (run,
** round), those of one run together.
*/
#ifndef ASSAY_CORE_RESEARCH_PACKED_ROUNDS_H
#define ASSAY_CORE_RESEARCH_PACKED_ROUNDS_H

#include <stddef.h>

#include "core/research/gate.h"

enum { PACKED_RUN, PACKED_ROUND, PACKED_SCORES };
#define PACKED_COUNTS (PACKED_SCORES + DIMENSION_COUNT)
#define PACKED_COLUMNS (PACKED_COUNTS + 2)

/* One of them, as it is packed. */
struct packed_round {
  int64_t run;
  int64_t round;
  struct gate_evidence evidence; /* its regression is not kept */
};

/* Rounds to read: the bytes are borrowed. */
struct packed_rounds {
  const unsigned char *words; /* the first column */
  size_t count;
};

/* What the rounds of a run come to. */
struct packed_run {
  int64_t run;
  size_t rounds;
  size_t passing;
  int64_t best_round; /* the greatest (gate_passed, ci, -round): core/research/rounds.h */
  bool gate_passed;   /* and these are of the best round */
  double ci;
};

/* By (run, round), then by the rest, so that the bytes don't depend on the order in which
** rounds come: for sort_items(). */
int packed_rounds_compare(const void *a, const void *b);

size_t packed_rounds_size(size_t count);

/* Packs `count` sorted rounds into packed_rounds_size(count) bytes. */
void packed_rounds_write(const struct packed_round *rounds, size_t count,
                         unsigned char *bytes);

/* False where the bytes are not what packed_rounds_write() makes by mark and size. */
bool packed_rounds_open(const unsigned char *bytes, size_t length,
                        struct packed_rounds *rounds);

/* How many runs there are: O(rounds). */
size_t packed_rounds_runs(const struct packed_rounds *rounds);

/* Judges the rounds of the run that begins at `first`, and returns where the next one
** does.  `first` is less than the number of rounds. */
size_t packed_rounds_judge(const struct packed_rounds *rounds, size_t first,
                           const struct gate_rule *rule, const struct weights *weights,
                           struct packed_run *run);

/* The most recent sources of any round of such a run that meets the rule's other
** conditions, -1 where none does: the run passes with every floor up to there.  The
** rule's own floor of sources is 0.  Returns where the next run begins. */
size_t packed_rounds_most(const struct packed_rounds *rounds, size_t first,
                          const struct gate_rule *rule, double *most);

#endif
