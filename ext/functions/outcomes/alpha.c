/*
** Agreement of judges in SQL: aggregates and window functions.
**
**   krippendorff_alpha(unit, value [, level])
**   alpha_confidence(unit, value [, level [, cluster]])
**
** krippendorff_alpha is Krippendorff's alpha of judgements.  Each row has one judgement:
** the value that a judge gave to a thing (the unit).  Alpha is 1 if, for every unit, all
** its judges gave the same value.  Alpha is 0 if judges agree only as often as by chance.
** A judge need not judge every unit.  No argument names the judges.
**
** 1. A row is skipped if the unit is NULL or the value is missing.  Any other SQL value
**    can be a unit.
** 2. `level` is 'nominal', 'ordinal', 'interval' (the default, also for NULL) or 'ratio'.
**    The level must be the same in every row of a group.  An unknown level is an error.
** 3. A value is a finite number.  At level ratio a negative number counts as missing.  At
**    level nominal a value may also be any TEXT, even the empty text.  Texts are compared
**    by their spelling, as in SQLite: '01' is not '1', and '1' is not 1.
** 4. Only units with two judgements or more count.  The answer is NULL if there is no
**    such unit, or if all values of all these units are equal.
** 5. alpha_confidence is JSON: the number of units that count, the number of their
**    values, and alpha with its standard error and 95 % interval.  `cluster` is any
**    value; rows with equal values, also NULLs, are one cluster.  If the call has no
**    `cluster`, each unit is a cluster.  Without rows the answer is NULL.  The standard
**    error is from a jackknife: each cluster is left out once, and the others give a new
**    alpha (more than 200 clusters are first merged into 200 groups).  `se`, `low` and
**    `high` are null in three cases: there is only one cluster; a new alpha is NULL; all
**    new alphas are equal.
**
** The judgements in a window frame are sorted by unit and value (sorted.h).  With n
** judgements an answer takes O(n log n).  At level ratio, d distinct values add
** O(d * d).  alpha_confidence takes at most 201 times as long as krippendorff_alpha.
** Formulas, sources, rounding errors: core/outcomes/alpha.h,
** alpha_confidence.h.
*/
#include "core/outcomes/alpha.h"

#include <string.h>

#include "bind/aggregate.h"
#include "bind/argument.h"
#include "bind/interrupt.h"
#include "bind/json.h"
#include "bind/sorted.h"
#include "bind/value_copy.h"
#include "core/outcomes/alpha_confidence.h"
#include "functions/modules.h"

struct alpha_group {
  struct agreement agreement;
  struct sorted judgements; /* each judgement owns its unit and value */
  int argument_count;
};

static void alpha_free(void *item) {
  struct judgement *judgement = item;
  value_free(&judgement->unit);
  value_free(&judgement->value);
}

static bool alpha_own(void *item) {
  struct judgement *judgement = item;
  if (!value_own(&judgement->unit)) return false;
  if (value_own(&judgement->value)) return true;
  value_free(&judgement->unit);
  return false;
}

static const struct sorted_kind judgements_kind = {sizeof(struct judgement),
                                                   alpha_compare, alpha_own, alpha_free};

/* Reads a value.  At level nominal a TEXT stays a text, even if the text is a number.
** False for a missing value.  When out of memory, sets the error and returns false. */
static bool alpha_read_value(sqlite3_context *context, sqlite3_value *value,
                             enum alpha_level level, struct value *plain) {
  if (level == ALPHA_NOMINAL && sqlite3_value_type(value) == SQLITE_TEXT)
    return argument_value(context, value, plain);
  return argument_exact_number(value, plain) &&
         (level != ALPHA_RATIO ||
          (plain->type == VALUE_INTEGER ? plain->is.integer >= 0 : plain->is.real >= 0));
}

/* Reads a row (unit, value [, level]).  The judgement borrows its unit and value from the
** row.  Returns false if the row is skipped or has a mistake, and when out of memory. */
static bool alpha_read_row(sqlite3_context *context, int argc, sqlite3_value **argv,
                           struct judgement *judgement, int *level) {
  *level = ALPHA_INTERVAL;
  int type = sqlite3_value_type(argv[1]);
  if (sqlite3_value_type(argv[0]) == SQLITE_NULL || type == SQLITE_NULL ||
      type == SQLITE_BLOB)
    return false;
  if (argc > 2)
    *level = argument_name(context, argv[2], "level", alpha_level_names,
                           ALPHA_LEVEL_COUNT, ALPHA_INTERVAL);
  return *level >= 0 &&
         alpha_read_value(context, argv[1], (enum alpha_level) * level,
                          &judgement->value) &&
         argument_value(context, argv[0], &judgement->unit);
}

static bool alpha_keep(sqlite3_context *context, struct alpha_group *alpha,
                       const struct sorted_kind *kind, const void *item, int level) {
  const char *name = alpha_level_names[level];
  struct value parameter = parameter_name(name, strlen(name));
  return aggregate_kept(context, alpha, sorted_add(&alpha->judgements, kind, item)) &&
         agreement_state(context, &alpha->agreement, &parameter, 1);
}

static bool alpha_enter(sqlite3_context *context, void *group, int argc,
                        sqlite3_value **argv) {
  struct alpha_group *alpha = group;
  struct judgement judgement;
  int level;
  alpha->argument_count = argc;
  return alpha_read_row(context, argc, argv, &judgement, &level) &&
         alpha_keep(context, alpha, &judgements_kind, &judgement, level);
}

static void alpha_leave(sqlite3_context *context, void *group, sqlite3_value **argv) {
  struct alpha_group *alpha = group;
  struct judgement judgement;
  int level;
  if (alpha_read_row(context, alpha->argument_count, argv, &judgement, &level))
    sorted_drop(context, &alpha->judgements, &judgements_kind, &judgement);
}

static void alpha_result(sqlite3_context *context, const struct judgement *judgements,
                         size_t n, enum alpha_level level) {
  struct alpha_cell *cells = call_memory(context, 2 * n * sizeof *cells);
  if (cells == NULL) return;
  struct interrupt interrupt = interrupt_open(sqlite3_context_db_handle(context));
  struct sort_watch watch = interrupt_watch(&interrupt);
  double alpha = alpha_of(judgements, n, level, cells, &watch);
  sqlite3_free(cells);
  if (interrupt_end(context, &interrupt, watch.stopped) && !is_missing(alpha))
    sqlite3_result_double(context, alpha);
}

/* Returns the level of the group. */
static enum alpha_level alpha_stated_level(const struct agreement *agreement) {
  const struct value *stated = agreement_stated(agreement);
  return (enum alpha_level)name_find(alpha_level_names, ALPHA_LEVEL_COUNT,
                                     (const char *)stated->is.bytes, stated->length);
}

static void alpha_answer(sqlite3_context *context, void *group) {
  struct alpha_group *alpha = group;
  const struct judgement *sorted =
      sorted_items(context, &alpha->judgements, &judgements_kind);
  if (sorted == NULL) return;
  alpha_result(context, sorted, alpha->judgements.items.count,
               alpha_stated_level(&alpha->agreement));
}

static void alpha_clear(void *group) {
  sorted_clear(&((struct alpha_group *)group)->judgements, &judgements_kind);
}

static bool alpha_confidence_own(void *item) {
  struct clustered_judgement *each = item;
  if (!alpha_own(&each->judgement)) return false;
  if (value_own(&each->cluster)) return true;
  alpha_free(&each->judgement);
  return false;
}

static void alpha_confidence_free(void *item) {
  struct clustered_judgement *each = item;
  alpha_free(&each->judgement);
  value_free(&each->cluster);
}

static const struct sorted_kind clustered_kind = {
    sizeof(struct clustered_judgement), alpha_confidence_compare, alpha_confidence_own,
    alpha_confidence_free};

/* Reads a row (unit, value [, level [, cluster]]), as alpha_read_row() does. */
static bool alpha_confidence_read(sqlite3_context *context, int argc,
                                  sqlite3_value **argv, struct clustered_judgement *each,
                                  int *level) {
  each->cluster = (struct value){.type = VALUE_NULL};
  return alpha_read_row(context, argc, argv, &each->judgement, level) &&
         (argc < 4 || argument_value(context, argv[3], &each->cluster));
}

static bool alpha_confidence_enter(sqlite3_context *context, void *group, int argc,
                                   sqlite3_value **argv) {
  struct alpha_group *alpha = group;
  struct clustered_judgement each;
  int level;
  alpha->argument_count = argc;
  return alpha_confidence_read(context, argc, argv, &each, &level) &&
         alpha_keep(context, alpha, &clustered_kind, &each, level);
}

static void alpha_confidence_leave(sqlite3_context *context, void *group,
                                   sqlite3_value **argv) {
  struct alpha_group *alpha = group;
  struct clustered_judgement each;
  int level;
  if (alpha_confidence_read(context, alpha->argument_count, argv, &each, &level))
    sorted_drop(context, &alpha->judgements, &clustered_kind, &each);
}

static void alpha_confidence_result(sqlite3_context *context,
                                    const struct alpha_bars *bars) {
  struct json json = json_open(context);
  json_key_number(&json, "units", (double)bars->units);
  json_key_number(&json, "values", (double)bars->values);
  json_key_number(&json, "alpha", bars->alpha);
  json_key_number(&json, "se", bars->se);
  json_key_number(&json, "low", bars->low);
  json_key_number(&json, "high", bars->high);
  json_result(context, &json);
}

static void alpha_confidence_answer(sqlite3_context *context, void *group) {
  struct alpha_group *alpha = group;
  size_t n = alpha->judgements.items.count;
  const struct clustered_judgement *sorted =
      sorted_items(context, &alpha->judgements, &clustered_kind);
  if (sorted == NULL) return;
  struct alpha_room room = {
      .members = sqlite3_malloc64(n * sizeof *room.members),
      .judgements = sqlite3_malloc64(n * sizeof *room.judgements),
      .cells = sqlite3_malloc64(2 * n * sizeof *room.cells),
  };
  if (room.members == NULL || room.judgements == NULL || room.cells == NULL) {
    sqlite3_result_error_nomem(context);
  } else {
    struct interrupt interrupt = interrupt_open(sqlite3_context_db_handle(context));
    struct sort_watch watch = interrupt_watch(&interrupt);
    struct alpha_bars bars =
        alpha_confidence(sorted, n, alpha->argument_count > 3,
                         alpha_stated_level(&alpha->agreement), &room, &watch);
    if (interrupt_end(context, &interrupt, watch.stopped))
      alpha_confidence_result(context, &bars);
  }
  sqlite3_free(room.members);
  sqlite3_free(room.judgements);
  sqlite3_free(room.cells);
}

static void alpha_confidence_clear(void *group) {
  sorted_clear(&((struct alpha_group *)group)->judgements, &clustered_kind);
}

#define ALPHA                                                                            \
  AGGREGATE(struct alpha_group, alpha_enter, alpha_leave, alpha_answer, alpha_clear,     \
            "level")
#define ALPHA_CONFIDENCE                                                                 \
  AGGREGATE(struct alpha_group, alpha_confidence_enter, alpha_confidence_leave,          \
            alpha_confidence_answer, alpha_confidence_clear, "level")

static const struct sql_function functions[] = {
    {"krippendorff_alpha", 2, PURE, ALPHA, "krippendorff_alpha(unit, value)",
     "Agreement of judges beyond chance, 1 at most; NULL if nothing can disagree",
     "SELECT round(krippendorff_alpha(column1, column2), 4) "
     "FROM (VALUES (1, 0), (1, 0), (2, 1), (2, 1), (3, 0), (3, 1))",
     "0.4444"},
    {"krippendorff_alpha", 3, PURE, ALPHA, "krippendorff_alpha(unit, value, level)",
     "By level: nominal (TEXT as spelled), ordinal, interval, ratio (>= 0; time: "
     "different "
     "values squared)",
     "SELECT krippendorff_alpha(column1, column2, 'nominal') "
     "FROM (VALUES ('q1', 'yes'), ('q1', 'yes'), ('q2', 'no'), ('q2', 'no'))",
     "1.0"},
    {"alpha_confidence", 2, JSON_RESULT, ALPHA_CONFIDENCE,
     "alpha_confidence(unit, value)",
     "JSON: alpha and its 95 % interval, from leaving out each unit in turn",
     "SELECT alpha_confidence(column1, column2) "
     "FROM (VALUES (1, 0), (1, 0), (2, 1), (2, 1), (3, 0), (3, 1))",
     "{\"units\":3,\"values\":6,\"alpha\":0.4444444444444444,"
     "\"se\":0.6666666666666667,\"low\":-2.423990708721859,\"high\":1}"},
    {"alpha_confidence", 3, JSON_RESULT, ALPHA_CONFIDENCE,
     "alpha_confidence(unit, value, level)",
     "The same, by level as in krippendorff_alpha",
     "SELECT alpha_confidence(column1, column2, 'nominal') "
     "FROM (VALUES ('q1', 'yes'), ('q1', 'yes'), ('q2', 'no'), ('q2', 'no'))",
     "{\"units\":2,\"values\":4,\"alpha\":1,\"se\":null,\"low\":null,\"high\":null}"},
    {"alpha_confidence", 4, JSON_RESULT, ALPHA_CONFIDENCE,
     "alpha_confidence(unit, value, level, cluster)",
     "The same, leaving out each cluster in turn: units in a cluster resemble each other",
     "SELECT alpha_confidence(column1, column2, 'interval', column3) "
     "FROM (VALUES (1, 0, 'a'), (1, 0, 'a'), (2, 1, 'a'), (2, 1, 'a'), (3, 0, 'b'), "
     "(3, 1, 'b'), (4, 1, 'c'), (4, 1, 'c'))",
     "{\"units\":4,\"values\":8,\"alpha\":0.5333333333333333,"
     "\"se\":0.5785370130301225,\"low\":-1.9559105250418192,\"high\":1}"},
};

const struct sql_module alpha_module = {"alpha", "Agreement of judges", "do judges agree",
                                        functions, COUNT_OF(functions)};
