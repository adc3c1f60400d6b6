/* The parameters that all rows of a group must agree on: see agreement.h. */
#include "bind/agreement.h"

#include <string.h>

#include "base/bytes.h"
#include "base/name.h"
#include "bind/argument.h"
#include "bind/value_copy.h"

/* The message about a row with a mistake, and the row's number among the rows with a
** mistake.  Storing a message removes earlier messages that are equal or greater in byte
** order: their rows leave the window frame before the new row.  The first stored message
** is therefore the least. */
struct mistake {
  size_t row;
  char *message; /* owned */
};

static struct parameter_run *agreement_statement_at(const struct agreement *agreement,
                                                    size_t index) {
  return deque_at(&agreement->statements, index, sizeof(struct parameter_run));
}

static struct mistake *agreement_mistake_at(const struct agreement *agreement,
                                            size_t index) {
  return deque_at(&agreement->mistakes, index, sizeof(struct mistake));
}

/* Compares two values of one parameter: both are arrays, or neither is.  Arrays with the
** same numbers nearly always have the same bytes, so bytes are compared first. */
static int agreement_compare_parameters(const struct value *a, const struct value *b) {
  if (a->type != VALUE_BLOB) return value_compare(a, b);
  if (bytes_same(a->is.bytes, a->length, b->is.bytes, b->length)) return 0;
  const double *left = (const void *)a->is.bytes, *right = (const void *)b->is.bytes;
  size_t shared = (a->length < b->length ? a->length : b->length) / sizeof *left;
  for (size_t i = 0; i < shared; i++)
    if (left[i] != right[i]) return left[i] < right[i] ? -1 : 1;
  return (a->length > b->length) - (a->length < b->length);
}

/* Returns true if `text` in lower case equals `name`, which has no letters A-Z. */
static bool agreement_same_name(const struct value *name, const struct value *text) {
  if (name->length != text->length) return false;
  for (size_t i = 0; i < name->length; i++)
    if (name->is.bytes[i] != name_lower((char)text->is.bytes[i])) return false;
  return true;
}

/* Most parameters are numbers, so numbers are compared first. */
static inline bool agreement_same_parameter(const struct value *stated,
                                            const struct value *parameter) {
  if (stated->type != parameter->type) return false;
  if (stated->type == VALUE_REAL) return stated->is.real == parameter->is.real;
  if (stated->type == VALUE_TEXT) return agreement_same_name(stated, parameter);
  return agreement_compare_parameters(stated, parameter) == 0;
}

static bool agreement_same_parameters(const struct parameter_run *statement,
                                      const struct value *parameters, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (!agreement_same_parameter(&statement->parameters[i], &parameters[i]))
      return false;
  return true;
}

static void agreement_statement_free(struct parameter_run *statement) {
  for (size_t i = 0; i < AGREEMENT_PARAMETERS; i++)
    value_free(&statement->parameters[i]);
}

/* Makes names lower case, and turns -0.0 into 0.0.  Otherwise an answer would depend on
** how the first row writes a name or a zero. */
static void agreement_parameter_normalise(struct value *parameter) {
  unsigned char *bytes = (unsigned char *)(uintptr_t)parameter->is.bytes;
  double *numbers = (void *)bytes;
  if (parameter->type == VALUE_TEXT) {
    for (size_t i = 0; i < parameter->length; i++)
      bytes[i] = name_lower((char)bytes[i]);
  } else if (parameter->type == VALUE_BLOB) {
    for (size_t i = 0; i < parameter->length / sizeof *numbers; i++)
      numbers[i] += 0.0;
  } else if (parameter->type == VALUE_REAL) {
    parameter->is.real += 0.0;
  }
}

/* Copies parameters into a zeroed struct.  When out of memory, returns false and leaves
** the struct without parameters. */
static bool agreement_statement_fill(struct parameter_run *statement,
                                     const struct value *parameters, size_t count) {
  for (size_t i = 0; i < count; i++) {
    statement->parameters[i] = parameters[i];
    if (!value_own(&statement->parameters[i])) {
      statement->parameters[i] = (struct value){.type = VALUE_NULL};
      agreement_statement_free(statement);
      return false;
    }
    agreement_parameter_normalise(&statement->parameters[i]);
  }
  return true;
}

/* Begins a parameter run (agreement.h) with one row.  False when out of memory. */
static bool agreement_statement_open(struct agreement *agreement,
                                     const struct value *parameters, size_t count) {
  struct parameter_run *latest = &agreement->statement;
  struct parameter_run next = {.rows = 1};
  agreement->owns_memory = true;
  if (!agreement_statement_fill(&next, parameters, count)) return false;
  if (latest->rows == 0) {
    agreement_statement_free(latest);
  } else if (!deque_append(&agreement->statements, latest, sizeof *latest)) {
    agreement_statement_free(&next);
    return false;
  }
  *latest = next;
  return true;
}

void agreement_lose(sqlite3_context *context, struct agreement *agreement) {
  agreement->lost = true;
  sqlite3_result_error_nomem(context);
}

bool agreement_state(sqlite3_context *context, struct agreement *agreement,
                     const struct value *parameters, size_t count) {
  if (agreement_same_parameters(&agreement->statement, parameters, count)) {
    agreement->statement.rows++;
    return true;
  }
  if (agreement_statement_open(agreement, parameters, count)) return true;
  agreement_lose(context, agreement);
  return false;
}

/* The oldest row that counts leaves its parameter run.  If the aggregate has no
** parameters, no parameter run is stored, and nothing changes. */
static void agreement_statement_leave(struct agreement *agreement) {
  if (agreement->statements.count == 0) {
    if (agreement->statement.rows > 0) agreement->statement.rows--;
    return;
  }
  struct parameter_run *first = agreement_statement_at(agreement, 0);
  if (--first->rows > 0) return;
  agreement_statement_free(first);
  deque_drop_first(&agreement->statements);
}

/* Stores a row's message and takes ownership of it.  Returns false when out of memory. */
static bool agreement_mistake_enter(struct agreement *agreement, char *message) {
  struct deque *mistakes = &agreement->mistakes;
  agreement->owns_memory = true;
  while (mistakes->count > 0) {
    struct mistake *last = agreement_mistake_at(agreement, mistakes->count - 1);
    if (strcmp(last->message, message) < 0) break;
    sqlite3_free(last->message);
    deque_drop_last(mistakes);
  }
  struct mistake mistake = {agreement->mistaken++, message};
  if (deque_append(mistakes, &mistake, sizeof mistake)) return true;
  sqlite3_free(message);
  return false;
}

static void agreement_mistake_leave(struct agreement *agreement) {
  size_t row = agreement->mended++;
  if (agreement_mistake_at(agreement, 0)->row != row) return;
  sqlite3_free(agreement_mistake_at(agreement, 0)->message);
  deque_drop_first(&agreement->mistakes);
}

static bool agreement_run_enter(struct agreement *agreement, enum row_kind kind) {
  struct row_run *latest = &agreement->run;
  if (latest->kind != kind) {
    agreement->owns_memory = agreement->owns_memory || latest->rows > 0;
    if (latest->rows > 0 && !deque_append(&agreement->runs, latest, sizeof *latest))
      return false;
    *latest = (struct row_run){0, kind};
  }
  latest->rows++;
  return true;
}

bool agreement_enter_other(struct agreement *agreement, bool counts, char *mistake) {
  agreement->counting += counts;
  if (mistake == NULL)
    return agreement_run_enter(agreement, counts ? ROW_COUNTS : ROW_SKIPPED);
  return agreement_mistake_enter(agreement, mistake) &&
         agreement_run_enter(agreement, ROW_MISTAKEN);
}

/* Removes the oldest row and says whether it counted, was skipped or had a mistake. */
static enum row_kind agreement_run_leave(struct agreement *agreement) {
  if (agreement->runs.count == 0) {
    agreement->run.rows--;
    return agreement->run.kind;
  }
  struct row_run *first = deque_at(&agreement->runs, 0, sizeof *first);
  enum row_kind kind = first->kind;
  if (--first->rows == 0) deque_drop_first(&agreement->runs);
  return kind;
}

bool agreement_leave(struct agreement *agreement) {
  enum row_kind kind = agreement_run_leave(agreement);
  if (kind == ROW_MISTAKEN) agreement_mistake_leave(agreement);
  if (kind != ROW_COUNTS) return false;
  agreement_statement_leave(agreement);
  agreement->counting--;
  return true;
}

/* Returns true and sets the error if rows differ in a parameter.  The error names the
** parameter's least and greatest values, so it does not depend on the order of the
** rows. */
static bool agreement_parameter_varies(sqlite3_context *context,
                                       const struct agreement *agreement,
                                       const char *name, size_t parameter) {
  const struct value *least = &agreement->statement.parameters[parameter];
  const struct value *greatest = least;
  for (size_t i = 0; i < agreement->statements.count; i++) {
    const struct value *stated =
        &agreement_statement_at(agreement, i)->parameters[parameter];
    if (agreement_compare_parameters(stated, least) < 0) least = stated;
    if (agreement_compare_parameters(stated, greatest) > 0) greatest = stated;
  }
  if (agreement_compare_parameters(least, greatest) == 0) return false;
  argument_disagree_error(context, name, least, greatest);
  return true;
}

bool agreement_reached(sqlite3_context *context, const struct agreement *agreement,
                       const char *const *names) {
  if (agreement->lost) return false;
  if (agreement->mistakes.count > 0) {
    sqlite3_result_error(context, agreement_mistake_at(agreement, 0)->message, -1);
    return false;
  }
  if (agreement->statements.count > 0) { /* two successive parameter runs differ */
    /* unreachable: the loop's end (a parameter varies, so `break` runs before it) */
    for (size_t i = 0; i < AGREEMENT_PARAMETERS; i++)
      if (agreement_parameter_varies(context, agreement, names[i], i)) break;
    return false;
  }
  return agreement->counting > 0;
}

void agreement_free(struct agreement *agreement) {
  agreement_statement_free(&agreement->statement);
  for (size_t i = 0; i < agreement->statements.count; i++)
    agreement_statement_free(agreement_statement_at(agreement, i));
  for (size_t i = 0; i < agreement->mistakes.count; i++)
    sqlite3_free(agreement_mistake_at(agreement, i)->message);
  deque_clear(&agreement->runs);
  deque_clear(&agreement->statements);
  deque_clear(&agreement->mistakes);
}
