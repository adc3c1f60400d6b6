/* The judged sources of a frame: see panel.h. */
#include "functions/retrieval/panel.h"

#include "base/number.h"
#include "bind/interrupt.h"
#include "bind/value_copy.h"

static struct judged *judged_at(const struct panel *panel, size_t index) {
  return deque_at(&panel->sources, index, sizeof(struct judged));
}

bool panel_enter(struct panel *panel, const struct judged *judged,
                 const struct relevance_mode *mode) {
  struct judged owned = *judged;
  if (!value_own(&owned.source)) return false;
  if (!deque_append(&panel->sources, &owned, sizeof owned)) {
    value_free(&owned.source);
    return false;
  }
  panel->kept += owned.kept;
  panel->mode = mode;
  return true;
}

void panel_leave(struct panel *panel) {
  struct judged *first = judged_at(panel, 0);
  panel->kept -= first->kept;
  value_free(&first->source);
  deque_drop_first(&panel->sources);
}

void panel_clear(struct panel *panel) {
  while (panel->sources.count > 0)
    panel_leave(panel);
  deque_clear(&panel->sources);
}

enum relevance_decision panel_decision(const struct panel *panel) {
  return relevance_decide((double)panel->kept, panel->mode->min_full,
                          panel->mode->min_short);
}

/* By descending score, then by source. */
static int compare_judged(const void *left, const void *right) {
  const struct judged *a = left, *b = right;
  if (a->score != b->score) return a->score > b->score ? -1 : 1;
  return value_compare_stored(&a->source, &b->source);
}

/* The sources that are kept, or those that are dropped, as an array. */
static void write_sources(struct json *json, const char *key,
                          const struct judged *sources, size_t count, bool kept) {
  json_key(json, key);
  json_begin_array(json);
  for (size_t i = 0; i < count && !json->stopped; i++) {
    if (sources[i].kept == kept) json_value(json, &sources[i].source);
  }
  json_end_array(json);
}

/* Why the decision is what it is, in one sentence; NULL when out of memory.  The caller
** frees it. */
static char *rationale_of(const struct panel *panel, enum relevance_decision decision) {
  static const char *const outcomes[DECISION_COUNT] = {
      [DECISION_INSUFFICIENT_DATA] = "below threshold for short report",
      [DECISION_SHORT_REPORT] = "meeting threshold for short report",
      [DECISION_FULL_REPORT] = "meeting threshold for full report",
  };
  char cutoff[NUMBER_TEXT_SIZE];
  number_format(panel->mode->cutoff, cutoff);
  return sqlite3_mprintf("%lld of %lld sources scored >= %s, %s in %s mode", panel->kept,
                         (sqlite3_int64)panel->sources.count, cutoff, outcomes[decision],
                         panel->mode->name);
}

static void write_report(sqlite3_context *context, const struct panel *panel,
                         enum relevance_decision decision, const char *rationale,
                         const struct judged *sources) {
  size_t count = panel->sources.count;
  struct json json = json_open(context);
  json_begin_object(&json);
  json_key(&json, "decision");
  json_name(&json, relevance_decision_names[decision]);
  json_key(&json, "rationale");
  json_name(&json, rationale);
  json_key(&json, "mode");
  json_name(&json, panel->mode->name);
  json_key(&json, "cutoff");
  json_number(&json, panel->mode->cutoff);
  json_key(&json, "scored");
  json_integer(&json, (sqlite3_int64)count);
  json_key(&json, "survived");
  json_integer(&json, panel->kept);
  write_sources(&json, "kept", sources, count, true);
  write_sources(&json, "dropped", sources, count, false);
  json_end_object(&json);
  json_result(context, &json);
}

void panel_report(sqlite3_context *context, const struct panel *panel) {
  size_t count = panel->sources.count;
  enum relevance_decision decision = panel_decision(panel);
  char *rationale = rationale_of(panel, decision);
  struct judged *sources = sqlite3_malloc64(count * sizeof *sources);
  if (rationale == NULL || sources == NULL) {
    sqlite3_result_error_nomem(context);
  } else {
    for (size_t i = 0; i < count; i++)
      sources[i] = *judged_at(panel, i); /* the bytes stay the panel's */
    if (interrupt_sort(context, sources, count, sizeof *sources, compare_judged))
      write_report(context, panel, decision, rationale, sources);
  }
  sqlite3_free(sources);
  sqlite3_free(rationale);
}
