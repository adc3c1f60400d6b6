/* Checks the answers of the extension's functions: see answers.h. */
#include "answers.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "source.h"

/* The subtype of JSON in every version of SQLite (rule R6). */
enum { JSON_SUBTYPE = 'J' };

/* --- answers to compare ------------------------------------------------------------- */

static void add_bytes(struct answers *answers, const void *bytes, size_t length) {
  if (answers->length + length > answers->capacity) {
    answers->capacity = 2 * (answers->length + length) + 256;
    answers->text = realloc(answers->text, answers->capacity);
    if (answers->text == NULL) abort();
  }
  if (length > 0) memcpy(answers->text + answers->length, bytes, length);
  answers->length += length;
}

void answers_append(struct answers *answers, const struct answers *more) {
  add_bytes(answers, more->text, more->length);
}

void answers_clear(struct answers *answers) {
  answers->length = 0;
}

bool answers_equal(const struct answers *a, const struct answers *b) {
  return a->length == b->length &&
         (a->length == 0 || memcmp(a->text, b->text, a->length) == 0);
}

void answers_print(const char *title, const struct answers *answers) {
  fprintf(stderr, "%s:", title);
  for (size_t i = 0; i < answers->length; i++) {
    unsigned char c = (unsigned char)answers->text[i];
    fprintf(stderr, c >= 0x20 && c < 0x7f ? "%c" : "\\%02x", c);
  }
  fputc('\n', stderr);
}

void answers_add(struct answers *answers, sqlite3_value *value) {
  int type = sqlite3_value_type(value);
  unsigned subtype = sqlite3_value_subtype(value);
  char head[64];
  double real = sqlite3_value_double(value);
  int length = 0;
  switch (type) {
  case SQLITE_INTEGER:
    length = snprintf(head, sizeof head, "|i%lld", sqlite3_value_int64(value));
    break;
  case SQLITE_FLOAT:
    length = snprintf(head, sizeof head, "|r%a", real);
    break;
  case SQLITE_NULL:
    length = snprintf(head, sizeof head, "|null");
    break;
  default:
    length =
        snprintf(head, sizeof head, "|%c%u:", type == SQLITE_TEXT ? 't' : 'b', subtype);
    break;
  }
  add_bytes(answers, head, (size_t)length);
  if (type == SQLITE_TEXT) {
    const void *bytes = sqlite3_value_text(value);
    add_bytes(answers, bytes, (size_t)sqlite3_value_bytes(value));
  } else if (type == SQLITE_BLOB) {
    const void *bytes = sqlite3_value_blob(value);
    add_bytes(answers, bytes, (size_t)sqlite3_value_bytes(value));
  }
}

void answers_add_error(struct answers *answers, sqlite3 *db) {
  const char *message = sqlite3_errmsg(db);
  add_bytes(answers, "|error:", 7);
  add_bytes(answers, message, strlen(message));
}

/* --- what is allowed ---------------------------------------------------------------- */

/* The allowed answers of a function: numbers from `least` to `most`, or one of the words
** in `words`.  A function that is not listed may give any answer. */
static const struct rule {
  const char *function;
  double least;
  double most;
  const char *words; /* ".a.b." for a and b; NULL: the answer is a number */
} rules[] = {
    {"recency_decay", 0, 1, NULL},
    {"recency_window", 1, 1e9, NULL},
    {"is_recent", 0, 1, NULL},
    {"freshness_window", 1, 730, NULL},
    {"freshness_class", 0, 0,
     ".market_data.current_events.technology.academic.foundational."},
    {"tier_of", 0, 0, ".Elite.High.Medium.Low."},
    {"tier_rank", 0, 3, NULL},
    {"tier_meets", 0, 1, NULL},
    {"high_floor", 0, 90, NULL}, /* the floor of recency_days is in days */
    {"ci_score", 0, 1, NULL},
    {"gate_pass", 0, 1, NULL},
    {"gate_pass_legacy", 0, 1, NULL},
    {"stop_action", 0, 0, ".pass.continue.halt_contradiction.patience_stop.max_rounds."},
    {"kendall_tau", -1, 1, NULL},
    {"pass_at_k", 0, 1, NULL},
    {"pass_hat_k", 0, 1, NULL},
    {"krippendorff_alpha", -1e9, 1, NULL},
    {"pairs_needed", 2, DBL_MAX, NULL},
    {"binomial_upper", 0, 1, NULL},
    {"binomial_lower", 0, 1, NULL},
    {"graduated_penalty", -1e308, 0, NULL},
    {"query_word_count", 0, 1e9, NULL},
    {"query_avg_word_length", 0, 1e9, NULL},
    {"precision_at_k", 0, 1, NULL},
    {"recall_at_k", 0, 1, NULL},
    {"average_precision", 0, 1, NULL},
    {"reciprocal_rank", 0, 1, NULL},
    {"ndcg_at_k", 0, 1, NULL},
    {"relevance_of", 1, 5, NULL},
    {"relevance_keep", 0, 1, NULL},
    {"relevance_decision", 0, 0, ".full_report.short_report.insufficient_data."},
    {"relevance_gate", 0, 0, ".full_report.short_report.insufficient_data."},
    {"coverage_gap_score", 0.5, 1.8, NULL},
    {"ambiguity_score", 0.9, 1.5, NULL},
    {"depth_breadth_balance_score", 0.7, 1.5, NULL},
    {"engagement_score", 0.8, 1.2, NULL},
    {"strategy_diversity_score", 0.6, 1, NULL},
    {"novelty_score", 0.7, 1.2, NULL},
    {"peripheral_readiness_score", 1, 1.5, NULL},
    {"contrast_opportunity_score", 1, 1.5, NULL},
    {"cluster_saturation_score", 1, 1.5, NULL},
    {"ambiguity_of", 0, 1, NULL},
    {"interview_phase", 0, 0, ".exploratory.focused.closing."},
    {"knowledge_ceiling_veto", 0, 1, NULL},
    {"element_exhausted_veto", 0, 1, NULL},
    {"recent_redundancy_veto", 0, 1, NULL},
    {"text_similarity", 0, 1, NULL},
    {"strategy_weight", 0, 1e308, NULL},
    {"phase_multiplier", 0, 1e308, NULL},
    {"strategy_score", 0, INFINITY, NULL},
    {"modularity", -0.5, 1, NULL},
    {"assay_require", 1, 1, NULL},
    {"assay_load", 0, 0, NULL},
    {"assay_load_yaml", 0, 0, NULL},
    {"assay_load_env", 0, 0, NULL},
};
enum { RULES = sizeof rules / sizeof *rules };

static const struct rule *rule_of(const struct call *call) {
  for (int i = 0; i < RULES; i++)
    if (strcmp(rules[i].function, call->name) == 0) return &rules[i];
  return NULL;
}

static bool is_word(const char *words, const char *text) {
  char wanted[64];
  snprintf(wanted, sizeof wanted, ".%s.", text);
  return strstr(words, wanted) != NULL;
}

static bool is_allowed(const struct rule *rule, sqlite3_value *value) {
  int type = sqlite3_value_type(value);
  if (type == SQLITE_NULL) return true;
  if (rule->words != NULL) {
    return type == SQLITE_TEXT &&
           is_word(rule->words, (const char *)sqlite3_value_text(value));
  }
  double number = sqlite3_value_double(value);
  return (type == SQLITE_INTEGER || type == SQLITE_FLOAT) && number >= rule->least &&
         number <= rule->most;
}

/* Returns the number of bytes of the character at `at`, or 0 if it is malformed. */
static size_t character_length(const unsigned char *at, size_t left) {
  if (at[0] < 0x80) return 1;
  size_t length = at[0] >= 0xf0 ? 4 : at[0] >= 0xe0 ? 3 : 2;
  if (at[0] < 0xc2 || at[0] > 0xf4 || length > left) return 0;
  for (size_t i = 1; i < length; i++)
    if ((at[i] & 0xc0) != 0x80) return 0;
  bool is_overlong = (at[0] == 0xe0 && at[1] < 0xa0) || (at[0] == 0xf0 && at[1] < 0x90);
  bool is_surrogate = at[0] == 0xed && at[1] >= 0xa0;
  bool is_beyond = at[0] == 0xf4 && at[1] >= 0x90;
  return is_overlong || is_surrogate || is_beyond ? 0 : length;
}

bool is_utf8(const unsigned char *bytes, size_t length) {
  for (size_t at = 0, step; at < length; at += step) {
    step = character_length(bytes + at, length - at);
    if (step == 0) return false;
  }
  return true;
}

/* Returns true if SQLite accepts the value as JSON.  The check runs on a second
** connection, because the function is still running on the first. */
static bool is_json(sqlite3_value *value) {
  static sqlite3_stmt *question;
  if (question == NULL) {
    sqlite3 *db = NULL;
    if (sqlite3_open(":memory:", &db) != SQLITE_OK) abort();
    sqlite3_prepare_v2(db, "SELECT json_valid(?1)", -1, &question, NULL);
  }
  sqlite3_bind_value(question, 1, value);
  bool valid = sqlite3_step(question) == SQLITE_ROW && sqlite3_column_int(question, 0);
  sqlite3_reset(question);
  return valid;
}

/* Returns true if the function returns one of its arguments.  Then the answer can be any
** text. */
static bool hands_back(const struct call *call) {
  return strncmp(call->name, "best_", 5) == 0 || strcmp(call->name, "stop_round") == 0;
}

void answer_check(const struct call *call, sqlite3_value *value, bool is_unicode) {
  const struct rule *rule = rule_of(call);
  if (rule != NULL && !is_allowed(rule, value)) {
    fuzz_fail(call->signature, (const char *)sqlite3_value_text(value));
  }
  if (sqlite3_value_type(value) != SQLITE_TEXT) return;
  const unsigned char *text = sqlite3_value_text(value);
  size_t length = (size_t)sqlite3_value_bytes(value);
  if (is_unicode && !is_utf8(text, length))
    fuzz_fail(call->signature, "half a character");
  if (hands_back(call) || rule != NULL) return;
  bool is_object = call->answer != NULL && call->answer[0] == '{';
  if (is_object && sqlite3_value_subtype(value) != JSON_SUBTYPE) {
    fuzz_fail(call->signature, "JSON without its subtype");
  }
  if (sqlite3_value_subtype(value) == JSON_SUBTYPE && !is_json(value)) {
    fuzz_fail(call->signature, (const char *)text);
  }
}

/* Returns true if the message is one of the function's own errors.  These begin with the
** function's name; errors of a load begin with the document's name. */
static bool is_own(const struct call *call, const char *message) {
  size_t length = strlen(call->name);
  if (strncmp(message, call->name, length) == 0 && message[length] == ':') return true;
  if (strcmp(call->name, "assay_load") == 0) return strchr(message, ':') != NULL;
  if (strcmp(call->name, "assay_load_yaml") == 0)
    return strncmp(message, "yaml:", 5) == 0;
  return false;
}

void error_check(sqlite3 *db, const struct call *call, bool is_data) {
  const char *message = sqlite3_errmsg(db);
  if (strcmp(message, "string or blob too big") == 0) return;
  if (!is_own(call, message)) fuzz_fail(call->signature, message);
  bool is_shared = strstr(message, " must be the same in every row") != NULL;
  /* arguments.c usually passes the hash of all settings.  If the second argument is a
  ** prefix, assay_require() wants the hash of the settings under the prefix. */
  bool is_other = strcmp(call->name, "assay_require") == 0 && call->arguments == 2;
  if (is_data && !is_shared && !is_other) fuzz_fail("data aborted a query", message);
}

void answers_check(const struct calls *calls) {
  for (int i = 0; i < RULES; i++) {
    bool found = false;
    for (int c = 0; c < calls->count && !found; c++)
      found = strcmp(calls->items[c].name, rules[i].function) == 0;
    if (!found) fuzz_fail("no such function any more", rules[i].function);
  }
}
