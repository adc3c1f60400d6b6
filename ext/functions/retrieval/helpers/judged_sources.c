/* The sources of a window frame, with their scores: see judged_sources.h. */
#include "functions/retrieval/helpers/judged_sources.h"

#include "base/number.h"
#include "bind/interrupt.h"
#include "bind/value_copy.h"

static struct judged *judged_at(const struct judged_sources *frame, size_t index) {
  return deque_at(&frame->sources, index, sizeof(struct judged));
}

bool judged_sources_enter(struct judged_sources *frame, const struct judged *judged,
                          const struct relevance_mode *mode) {
  struct judged owned = *judged;
  if (!value_own(&owned.source)) return false;
  if (!deque_append(&frame->sources, &owned, sizeof owned)) {
    value_free(&owned.source);
    return false;
  }
  frame->kept += owned.kept;
  frame->mode = mode;
  return true;
}

static void judged_sources_drop_first(struct judged_sources *frame) {
  struct judged *first = judged_at(frame, 0);
  frame->kept -= first->kept;
  value_free(&first->source);
  deque_drop_first(&frame->sources);
}

void judged_sources_leave(sqlite3_context *context, void *group, sqlite3_value **argv) {
  judged_sources_drop_first(group);
}

void judged_sources_clear(void *group) {
  struct judged_sources *frame = group;
  while (frame->sources.count > 0)
    judged_sources_drop_first(frame);
  deque_clear(&frame->sources);
}

enum relevance_decision judged_sources_decision(const struct judged_sources *frame) {
  return relevance_decide((double)frame->kept, frame->mode->min_full,
                          frame->mode->min_short);
}

/* Orders judged sources by descending score, then by source. */
static int judged_sources_compare_judged(const void *left, const void *right) {
  const struct judged *a = left, *b = right;
  if (a->score != b->score) return a->score > b->score ? -1 : 1;
  return value_compare_stored(&a->source, &b->source);
}

static void judged_sources_write_sources(struct json *json, const char *key,
                                         const struct judged *sources, size_t count,
                                         bool kept) {
  json_key(json, key);
  json_begin_array(json);
  for (size_t i = 0; i < count && !json->stopped; i++) {
    if (sources[i].kept == kept) json_value(json, &sources[i].source);
  }
  json_end_array(json);
}

/* Returns a sentence that gives the reason for the decision.  The caller frees it. */
static char *judged_sources_rationale_of(const struct judged_sources *frame,
                                         enum relevance_decision decision) {
  static const char *const outcomes[DECISION_COUNT] = {
      [DECISION_INSUFFICIENT_DATA] = "below threshold for short report",
      [DECISION_SHORT_REPORT] = "meeting threshold for short report",
      [DECISION_FULL_REPORT] = "meeting threshold for full report",
  };
  char cutoff[NUMBER_TEXT_SIZE];
  number_format(frame->mode->cutoff, cutoff);
  return sqlite3_mprintf("%lld of %lld sources scored >= %s, %s in %s mode", frame->kept,
                         (sqlite3_int64)frame->sources.count, cutoff, outcomes[decision],
                         frame->mode->name);
}

static void judged_sources_write_report(sqlite3_context *context,
                                        const struct judged_sources *frame,
                                        enum relevance_decision decision,
                                        const char *rationale,
                                        const struct judged *sources) {
  size_t count = frame->sources.count;
  struct json json = json_open(context);
  json_key_name(&json, "decision", relevance_decision_names[decision]);
  json_key_name(&json, "rationale", rationale);
  json_key_name(&json, "mode", frame->mode->name);
  json_key_number(&json, "cutoff", frame->mode->cutoff);
  json_key_number(&json, "scored", (double)count);
  json_key_number(&json, "survived", (double)frame->kept);
  judged_sources_write_sources(&json, "kept", sources, count, true);
  judged_sources_write_sources(&json, "dropped", sources, count, false);
  json_result(context, &json);
}

void judged_sources_report(sqlite3_context *context, void *group) {
  const struct judged_sources *frame = group;
  size_t count = frame->sources.count;
  enum relevance_decision decision = judged_sources_decision(frame);
  char *rationale = judged_sources_rationale_of(frame, decision);
  struct judged *sources = sqlite3_malloc64(count * sizeof *sources);
  if (rationale == NULL || sources == NULL) {
    sqlite3_result_error_nomem(context);
  } else {
    for (size_t i = 0; i < count; i++)
      sources[i] = *judged_at(frame, i); /* the frame still owns the bytes */
    if (interrupt_sort(context, sources, count, sizeof *sources,
                       judged_sources_compare_judged))
      judged_sources_write_report(context, frame, decision, rationale, sources);
  }
  sqlite3_free(sources);
  sqlite3_free(rationale);
}
