/*
** How often each round would be best, in SQL: an aggregate and a window function.
**
**   round_acceptability(round, gate_passed, coverage, source_quality, agreement,
**                       verification, recency [, samples [, seed]])
**   round_acceptability(round, evidence [, samples [, seed]])
**   rubric_acceptability(rubric, round, evidence [, samples [, seed]])
**
** The answer is JSON {"<round>": share, ...}.  A share (first-rank acceptability) says
** how often the round would be best if the weights of the confidence index were drawn at
** random.  A share of 1 says that the choice does not depend on the weights.
**
** (1) A sample is one set of random weights, as the table weight_samples(samples, seed)
**     draws them: all weights >= 0 that sum to 1 are equally likely.  A sample has five
**     weights or, for a rubric (your own dimensions), one weight for each score.  The
**     defaults, also for NULL, are 10000 samples and the seed 42.  Groups with equal
**     `rubric`, `samples` and `seed` get the same weights.
** (2) In each sample the winner is chosen as by best_round.  If any round has passed the
**     gate, only passed rounds compete.  The greatest index wins; if equal, the earliest
**     round.  A missing score counts as 0.  A row whose round is NULL is skipped.
** (3) The answer has every round of the group, in ascending order; a round that never
**     wins has share 0.  The shares sum to 1, except for rounding.
** (4) The key is the round as text.  A number is written in its shortest form, a whole
**     number as an integer: 3.0 becomes the key 3; 0.3 and 0.1 + 0.2 have different keys.
**     A BLOB is written as its literal, x'00ff'.  Rows with the same key are listed as
**     one round, at the place of the first row, with the sum of their shares.
** (5) `rubric`, `samples` and `seed` must be the same in every row of a group.
**
** Source: SMAA-2, Lahdelma and Salminen (2001), applied to ADR-009 section 4.3.
*/
#include "core/research/acceptability.h"

#include <string.h>

#include "base/bytes.h"
#include "base/number.h"
#include "bind/interrupt.h"
#include "bind/json.h"
#include "functions/modules.h"
#include "functions/research/helpers/round_frame.h"
#include "functions/research/helpers/sample_matrix.h"

/* How many scores are compared between two checks for an interrupt.  Each comparison
** takes a nanosecond. */
#define CHUNK_WORK ((size_t)1 << 20)

/* The time to write a round as text, in nanoseconds. */
#define KEY_WORK ((uint64_t)200)

struct sampling {
  sqlite3_int64 samples;
  sqlite3_int64 seed;
};

/* A row of the frame, and the key of its round in the answer. */
struct candidate {
  const struct framed_round *row;
  const struct framed_round *place; /* the first row with this key, for sorting */
  const char *text;                 /* the key; NULL if `number` holds it */
  size_t key_length;
  char *owned_text;
  char number[NUMBER_TEXT_SIZE];
};

/* Returns a candidate's key.  `text` never points to `number`, because sorting moves
** `number` with its candidate. */
static const char *acceptability_key_of(const struct candidate *candidate) {
  return candidate->text != NULL ? candidate->text : candidate->number;
}

struct candidates {
  struct candidate *items;
  size_t count;
};

/* The rounds that compete.  Round i has `width` scores and wins[i] wins; candidate[i] is
** the index of its candidate. */
struct contest {
  double *scores;
  size_t width;
  uint64_t *wins;
  size_t *candidate;
  size_t count;
};

static bool acceptability_samples_argument(sqlite3_context *context, sqlite3_value *value,
                                           sqlite3_int64 *samples) {
  *samples = SAMPLES_DEFAULT;
  if (sqlite3_value_type(value) == SQLITE_NULL) return true;
  if (argument_integer(value, samples) && *samples >= 1 && *samples <= SAMPLES_MAX) {
    return true;
  }
  argument_error(context, value, "samples must be a whole number in 1..%d", SAMPLES_MAX);
  return false;
}

static bool acceptability_seed_argument(sqlite3_context *context, sqlite3_value *value,
                                        sqlite3_int64 *seed) {
  *seed = SEED_DEFAULT;
  if (sqlite3_value_type(value) == SQLITE_NULL || argument_integer(value, seed)) {
    return true;
  }
  argument_error(context, value, "seed must be a whole number of 64 bits");
  return false;
}

static int acceptability_key_of_blob(struct candidate *candidate,
                                     const struct value *blob,
                                     struct interrupt *interrupt) {
  sqlite3_str *text = sqlite3_str_new(NULL);
  bool written = json_append_literal(text, blob, interrupt);
  candidate->key_length = (size_t)sqlite3_str_length(text);
  candidate->text = candidate->owned_text = sqlite3_str_finish(text);
  if (!written) return SQLITE_INTERRUPT;
  return candidate->text != NULL ? SQLITE_OK : SQLITE_NOMEM;
}

/* Writes a number as a key.  Different numbers get different keys. */
static void acceptability_key_of_number(struct candidate *candidate,
                                        const struct value *number) {
  int64_t integer = number->is.integer;
  if (number->type == VALUE_REAL && !value_real_is_integer(number->is.real, &integer)) {
    candidate->key_length = json_format_real(number->is.real, candidate->number);
  } else {
    sqlite3_snprintf(NUMBER_TEXT_SIZE, candidate->number, "%lld", integer);
    candidate->key_length = strlen(candidate->number);
  }
}

static int acceptability_candidate_key(struct candidate *candidate,
                                       struct interrupt *interrupt) {
  const struct value *round = &candidate->row->round;
  if (round->type == VALUE_BLOB)
    return acceptability_key_of_blob(candidate, round, interrupt);
  if (round->type == VALUE_TEXT) {
    candidate->text = (const char *)round->is.bytes;
    candidate->key_length = round->length;
  } else {
    acceptability_key_of_number(candidate, round);
  }
  return SQLITE_OK;
}

static void acceptability_candidates_free(struct candidates *candidates) {
  for (size_t i = 0; i < candidates->count; i++)
    sqlite3_free(candidates->items[i].owned_text);
  sqlite3_free(candidates->items);
}

/* Makes a candidate of each row of a frame.  The caller frees the candidates, also after
** an error. */
static int acceptability_candidates_list(const struct round_frame *frame,
                                         struct candidates *candidates,
                                         struct interrupt *interrupt) {
  size_t rows = frame->rows.count;
  *candidates =
      (struct candidates){sqlite3_malloc64((rows + 1) * sizeof *candidates->items), 0};
  if (candidates->items == NULL) return SQLITE_NOMEM;
  for (size_t i = 0; i < rows; i++) {
    const struct framed_round *row = round_frame_at(frame, i);
    struct candidate *candidate = &candidates->items[candidates->count++];
    candidate->row = candidate->place = row;
    candidate->text = candidate->owned_text = NULL;
    int rc = acceptability_candidate_key(candidate, interrupt);
    if (rc != SQLITE_OK) return rc;
    if (interrupt_pending(interrupt, KEY_WORK)) return SQLITE_INTERRUPT;
  }
  return SQLITE_OK;
}

static bool acceptability_same_key(const struct candidate *a, const struct candidate *b) {
  return bytes_same(acceptability_key_of(a), a->key_length, acceptability_key_of(b),
                    b->key_length);
}

static int acceptability_compare_keys(const void *left, const void *right) {
  const struct candidate *a = left, *b = right;
  int order = bytes_compare(acceptability_key_of(a), a->key_length,
                            acceptability_key_of(b), b->key_length);
  return order != 0 ? order : round_frame_compare(a->row, b->row);
}

static int acceptability_compare_places(const void *left, const void *right) {
  const struct candidate *a = left, *b = right;
  int order = round_frame_compare(a->place, b->place);
  return order != 0 ? order : round_frame_compare(a->row, b->row);
}

/* Sorts the rows by round, so that rows with the same key are neighbours.  Returns false
** if interrupted. */
static bool acceptability_candidates_sort(struct candidates *candidates,
                                          struct interrupt *interrupt) {
  struct sort_watch watch = interrupt_watch(interrupt);
  struct candidate *items = candidates->items;
  if (!sort_items(items, candidates->count, sizeof *items, acceptability_compare_keys,
                  &watch)) {
    return false;
  }
  for (size_t i = 1; i < candidates->count; i++) {
    if (acceptability_same_key(&items[i - 1], &items[i]))
      items[i].place = items[i - 1].place;
  }
  return sort_items(items, candidates->count, sizeof *items, acceptability_compare_places,
                    &watch);
}

/* Chooses the rounds that compete.  The caller frees contest->scores: this block also
** holds `wins` and `candidate`. */
static bool acceptability_contest_open(const struct candidates *candidates, bool passed,
                                       struct contest *contest) {
  size_t count = candidates->count;
  size_t width = (size_t)candidates->items[0].row->scores.count;
  size_t scores_size = count * width * sizeof *contest->scores;
  size_t wins_size = count * sizeof *contest->wins;
  unsigned char *memory =
      sqlite3_malloc64(scores_size + wins_size + count * sizeof *contest->candidate);
  if (memory == NULL) return false;
  *contest = (struct contest){(void *)memory, width, (void *)(memory + scores_size),
                              (void *)(memory + scores_size + wins_size), 0};
  for (size_t i = 0; i < count; i++) {
    const struct framed_round *row = candidates->items[i].row;
    if (row->gate_passed != passed) continue;
    memcpy(contest->scores + contest->count * width, rubric_numbers_at(&row->scores),
           width * sizeof *contest->scores);
    contest->wins[contest->count] = 0;
    contest->candidate[contest->count++] = i;
  }
  return true;
}

/* Counts each round's wins over all samples.  Samples of five weights are drawn once and
** stored for the connection; samples of other sizes are drawn for each answer. */
static int acceptability_contest_run(struct connection *connection,
                                     const struct sampling *sampling,
                                     struct contest *contest,
                                     struct interrupt *interrupt) {
  const struct sample_matrix *matrix = NULL;
  size_t samples = (size_t)sampling->samples, work = contest->count * contest->width;
  struct generator generator = random_seeded((uint64_t)sampling->seed);
  if (contest->width == DIMENSION_COUNT) {
    int rc = sample_matrix_find(connection, samples, sampling->seed, interrupt, &matrix);
    if (rc != SQLITE_OK) return rc;
    work = contest->count;
  }
  size_t chunk =
      ACCEPTABILITY_BLOCK * (1 + CHUNK_WORK / ACCEPTABILITY_BLOCK / (work + 1));
  for (size_t i = 0; i < samples; i += chunk) {
    size_t count = samples - i < chunk ? samples - i : chunk;
    if (matrix != NULL)
      acceptability_count(&matrix->columns, i, count,
                          (const double(*)[DIMENSION_COUNT])contest->scores,
                          contest->count, contest->wins);
    else
      acceptability_draw(&generator, count, contest->scores, (int)contest->width,
                         contest->count, contest->wins);
    if (interrupt_pending(interrupt, count * work)) return SQLITE_INTERRUPT;
  }
  return SQLITE_OK;
}

static void acceptability_result_shares(sqlite3_context *context,
                                        const struct candidates *candidates,
                                        const struct contest *contest,
                                        sqlite3_int64 samples) {
  struct json json = json_open(context);
  size_t next = 0;
  for (size_t i = 0; i < candidates->count && !json.stopped;) {
    const struct candidate *candidate = &candidates->items[i];
    uint64_t wins = 0;
    for (; i < candidates->count &&
           acceptability_same_key(candidate, &candidates->items[i]);
         i++) {
      if (next < contest->count && contest->candidate[next] == i)
        wins += contest->wins[next++];
    }
    json_key_text(&json, acceptability_key_of(candidate), candidate->key_length);
    json_number(&json, (double)wins / (double)samples);
  }
  json_result(context, &json);
}

/* Sets the result of the call and returns SQLITE_OK, or returns an error code. */
static int acceptability_judge(sqlite3_context *context, const struct sampling *sampling,
                               struct candidates *candidates, bool passed,
                               struct interrupt *interrupt) {
  struct contest contest;
  if (!acceptability_candidates_sort(candidates, interrupt)) return SQLITE_INTERRUPT;
  if (!acceptability_contest_open(candidates, passed, &contest)) return SQLITE_NOMEM;
  int rc = acceptability_contest_run(binding_of(context)->connection, sampling, &contest,
                                     interrupt);
  if (rc == SQLITE_OK)
    acceptability_result_shares(context, candidates, &contest, sampling->samples);
  sqlite3_free(contest.scores);
  return rc;
}

/* Reads `samples` and `seed`.  The SQL call has `count` of them: none, `samples`, or
** both. */
static bool acceptability_sampling_arguments(sqlite3_context *context,
                                             sqlite3_value **argv, int count,
                                             struct sampling *sampling) {
  *sampling = (struct sampling){SAMPLES_DEFAULT, SEED_DEFAULT};
  if (count > 0 && !acceptability_samples_argument(context, argv[0], &sampling->samples))
    return false;
  return count < 2 || acceptability_seed_argument(context, argv[1], &sampling->seed);
}

static bool acceptability_enter(sqlite3_context *context, void *group, int argc,
                                sqlite3_value **argv) {
  struct round_frame *frame = group;
  struct sampling sampling;
  int at = round_frame_arguments(argc);
  if (round_frame_skips(argv) ||
      !acceptability_sampling_arguments(context, argv + at, argc - at, &sampling))
    return false;
  struct value stated[] = {parameter_integer(sampling.samples),
                           parameter_integer(sampling.seed)};
  return round_frame_enter(context, frame, argc, argv) &&
         agreement_state(context, &frame->agreement, stated, 2);
}

static bool acceptability_enter_rubric(sqlite3_context *context, void *group, int argc,
                                       sqlite3_value **argv) {
  struct round_frame *frame = group;
  struct sampling sampling;
  if (round_frame_skips(argv + 1)) return false;
  const struct rubric *rubric = rubric_argument(context, argv[0]);
  if (rubric == NULL ||
      !acceptability_sampling_arguments(context, argv + 3, argc - 3, &sampling))
    return false;
  struct value stated[] = {parameter_integer(sampling.samples),
                           parameter_integer(sampling.seed), rubric_parameter(rubric)};
  return round_frame_enter_rubric(context, frame, rubric, argv) &&
         agreement_state(context, &frame->agreement, stated, 3);
}

static void acceptability_shares(sqlite3_context *context, void *group) {
  const struct round_frame *frame = group;
  struct candidates candidates;
  const struct value *stated = agreement_stated(&frame->agreement);
  struct sampling sampling = {stated[0].is.integer, stated[1].is.integer};
  struct interrupt interrupt = interrupt_open(sqlite3_context_db_handle(context));
  int rc = acceptability_candidates_list(frame, &candidates, &interrupt);
  if (rc == SQLITE_OK) {
    rc = acceptability_judge(context, &sampling, &candidates,
                             round_frame_any_passed(frame), &interrupt);
  }
  if (rc != SQLITE_OK) interrupt_result_code(context, rc);
  acceptability_candidates_free(&candidates);
  interrupt_close(&interrupt);
}

#define SHARES(enters, ...)                                                              \
  AGGREGATE(struct round_frame, enters, round_frame_leave, acceptability_shares,         \
            round_frame_clear, "samples", "seed", __VA_ARGS__)
#define BY_CALL SHARES(acceptability_enter, NULL)
#define BY_RUBRIC SHARES(acceptability_enter_rubric, "rubric")

static const struct sql_function functions[] = {
    {"round_acceptability", 7, JSON_RESULT, BY_CALL,
     "round_acceptability(" ROUND_FRAME_SIGNATURE ")",
     "JSON: how often each round wins over 10000 weightings drawn at random",
     "SELECT round_acceptability(column1, column2, 0.9, 0.9, 0.9, 0.9, column3) "
     "FROM (VALUES (1, 1, 0.8), (2, 1, 0.9), (3, 0, 1.0))",
     "{\"1\":0,\"2\":1,\"3\":0}"},
    {"round_acceptability", 8, JSON_RESULT, BY_CALL,
     "round_acceptability(" ROUND_FRAME_SIGNATURE ", samples)",
     "The same with a number of weightings of your own, at most 10000000",
     "SELECT round_acceptability(column1, 1, column2, 0.5, 0.5, 0.5, column3, 1000) "
     "FROM (VALUES (1, 0.8, 0.4), (2, 0.4, 0.8))",
     "{\"1\":0.467,\"2\":0.533}"},
    {"round_acceptability", 9, JSON_RESULT, BY_CALL,
     "round_acceptability(" ROUND_FRAME_SIGNATURE ", samples, seed)",
     "The same with a seed; one seed always gives the same draws",
     "SELECT round_acceptability(column1, 1, column2, 0.5, 0.5, 0.5, column3, 1000, 7) "
     "FROM (VALUES (1, 0.8, 0.4), (2, 0.4, 0.8))",
     "{\"1\":0.509,\"2\":0.491}"},
    {"round_acceptability", 2, JSON_RESULT, BY_CALL,
     "round_acceptability(" ROUND_FRAME_OBJECT_SIGNATURE ")",
     "The same from one JSON object per round with these names; the gate is judged "
     "from it",
     "SELECT round_acceptability(column1, '{\"coverage\":' || column2 || '}') "
     "FROM (VALUES (1, 0.8), (2, 0.9))",
     "{\"1\":0,\"2\":1}"},
    {"round_acceptability", 3, JSON_RESULT, BY_CALL,
     "round_acceptability(" ROUND_FRAME_OBJECT_SIGNATURE ", samples)",
     "The same with a number of weightings of your own, at most 10000000",
     "SELECT round_acceptability(column1, "
     "'{\"coverage\":' || column2 || ',\"recency\":' || column3 || '}', 1000) "
     "FROM (VALUES (1, 0.8, 0.4), (2, 0.4, 0.8))",
     "{\"1\":0.467,\"2\":0.533}"},
    {"round_acceptability", 4, JSON_RESULT, BY_CALL,
     "round_acceptability(" ROUND_FRAME_OBJECT_SIGNATURE ", samples, seed)",
     "The same with a seed; one seed always gives the same draws",
     "SELECT round_acceptability(column1, "
     "'{\"coverage\":' || column2 || ',\"recency\":' || column3 || '}', 1000, 7) "
     "FROM (VALUES (1, 0.8, 0.4), (2, 0.4, 0.8))",
     "{\"1\":0.509,\"2\":0.491}"},
    {"rubric_acceptability", 3, JSON_RESULT, BY_RUBRIC,
     "rubric_acceptability(rubric, " ROUND_FRAME_OBJECT_SIGNATURE ")",
     "round_acceptability by a rubric of your own, over weightings of its scores",
     "rubric_acceptability('research', 1, '{\"coverage\":0.9}')", "{\"1\":1}"},
    {"rubric_acceptability", 4, JSON_RESULT, BY_RUBRIC,
     "rubric_acceptability(rubric, " ROUND_FRAME_OBJECT_SIGNATURE ", samples)",
     "The same with a number of weightings of your own, at most 10000000",
     "rubric_acceptability('research', 1, '{\"coverage\":0.9}', 1000)", "{\"1\":1}"},
    {"rubric_acceptability", 5, JSON_RESULT, BY_RUBRIC,
     "rubric_acceptability(rubric, " ROUND_FRAME_OBJECT_SIGNATURE ", samples, seed)",
     "The same with a seed; one seed always gives the same draws",
     "SELECT rubric_acceptability('research', column1, "
     "'{\"coverage\":' || column2 || ',\"recency\":' || column3 || '}', 1000, 7) "
     "FROM (VALUES (1, 0.8, 0.4), (2, 0.4, 0.8))",
     "{\"1\":0.509,\"2\":0.491}"},
};

const struct sql_module acceptability_module = {"acceptability", "Acceptability",
                                                "what depends on the weights", functions,
                                                COUNT_OF(functions)};
