/* A rubric by its name: see rubric_argument.h. */
#include "functions/research/helpers/rubric_argument.h"

#include <string.h>

#include "settings/loading/load.h"
#include "settings/keys/listing.h"
#include "functions/research/helpers/evidence.h"
#include "functions/research/helpers/gate_rule.h"

/* Ends the call with an error that lists all rubrics (at most 64), such as `rubric must
** be one of research, a, b`. */
static void rubric_refuse(sqlite3_context *context, sqlite3_value *value,
                          const struct settings *settings) {
  sqlite3_str *names = sqlite3_str_new(NULL);
  sqlite3_str_appendall(names, RUBRIC_RESEARCH);
  for (size_t i = 0; i < settings->rubrics.rubric_count; i++)
    sqlite3_str_appendf(names, ", %s", settings->rubrics.rubrics[i].name);
  char *list = sqlite3_str_finish(names);
  if (list != NULL)
    argument_error(context, value, "rubric must be one of %s", list);
  else
    sqlite3_result_error_nomem(context);
  sqlite3_free(list);
}

/* `path` is the rubric's key.  Returns true if `key`, from a warning, is `path`, or
** begins with `path` and a dot, as the keys of the rubric's settings do. */
static bool rubric_is_of_report(const char *path, const char *key) {
  size_t length = strlen(path);
  return strlen(key) >= length && name_matches(path, key, length) &&
         (key[length] == 0 || key[length] == '.');
}

/* Returns the warning that says why a load of settings left the rubric out, or NULL.  It
** is the first warning about a setting in the rubric.  If there is none, it is the last
** warning about the rubric itself; an earlier one may say only that it is left out. */
static const struct settings_warning *
rubric_report_of(const struct loaded_settings *loaded, const char *path) {
  const struct settings_warning *found = NULL;
  for (size_t i = 0; loaded != NULL && i < loaded->warning_count; i++) {
    const struct settings_warning *warning = &loaded->warnings[i];
    if (!rubric_is_of_report(path, warning->key)) continue;
    if (warning->key[strlen(path)] != 0) return warning;
    found = warning;
  }
  return found;
}

/* Appends the file, line and message of a warning.  If the message says that a key is
** unknown, shortens the key to its last name, because the file and the line already say
** where the key is. */
static void rubric_append_report(sqlite3_str *text,
                                 const struct settings_warning *warning) {
  static const char unknown[] = " is not a setting";
  const char *rest = warning->message + strlen(warning->key);
  const char *last = strrchr(warning->key, '.') + 1;
  sqlite3_str_appendf(text, "%s:%d: ", warning->file, warning->line);
  /* unreachable: the message of a key's first warning always begins with the key */
  if (strncmp(warning->message, warning->key, strlen(warning->key)) == 0 &&
      strncmp(rest, unknown, strlen(unknown)) == 0) {
    sqlite3_str_appendf(text, "unknown key '%s'%s", last, rest + strlen(unknown));
  } else {
    sqlite3_str_appendall(text, warning->message);
  }
}

/* If a load has left the rubric out, ends the call with the reason and returns true.
** When out of memory, sets the error and returns true. */
static bool rubric_refuse_left_out(sqlite3_context *context, sqlite3_value *value) {
  struct text name;
  if (!argument_text(context, value, &name)) return false;
  sqlite3_str *text = sqlite3_str_new(NULL);
  sqlite3_str_appendall(text, "evaluation.rubrics.");
  listing_append_segment(text, name.bytes, name.length);
  char *path = sqlite3_str_finish(text);
  if (path == NULL) {
    sqlite3_result_error_nomem(context);
    return true;
  }
  const struct settings_warning *warning =
      rubric_report_of(binding_of(context)->connection->loaded, path);
  sqlite3_free(path);
  if (warning == NULL) return false;
  text = sqlite3_str_new(NULL);
  sqlite3_str_appendf(text, "%s: rubric '%.*s' was left out: ",
                      binding_of(context)->function->name, (int)name.length, name.bytes);
  rubric_append_report(text, warning);
  argument_result_message(context, sqlite3_str_finish(text));
  return true;
}

static const struct rubric *rubric_by_name(sqlite3_context *context, const char *name,
                                           size_t length) {
  if (name_matches(RUBRIC_RESEARCH, name, length)) return &gate_in_force(context)->rubric;
  return rubric_find(settings_of(context), name, length);
}

const struct rubric *rubric_argument(sqlite3_context *context, sqlite3_value *value) {
  const struct rubric *rubric = NULL;
  struct text name;
  if (!argument_optional_text(context, value, &name)) return NULL;
  if (name.bytes != NULL) rubric = rubric_by_name(context, name.bytes, name.length);
  if (rubric == NULL && !rubric_refuse_left_out(context, value))
    rubric_refuse(context, value, settings_of(context));
  return rubric;
}

bool rubric_round_numbers(sqlite3_context *context, const struct rubric *rubric,
                          sqlite3_value *value, double numbers[RUBRIC_NUMBERS]) {
  if (!evidence_numbers(context, rubric, value, numbers)) return false;
  numbers[rubric_number_count(&rubric->rule) - 1] = 0;
  return true;
}

const struct rubric *rubric_stated(sqlite3_context *context,
                                   const struct agreement *agreement) {
  const struct value *name = agreement_stated(agreement);
  return rubric_by_name(context, (const char *)name->is.bytes, name->length);
}

bool rubric_numbers_own(struct rubric_numbers *numbers) {
  if (numbers->count <= RUBRIC_FEW) return true;
  size_t size = (size_t)numbers->count * sizeof(double);
  double *copy = sqlite3_malloc64(size);
  if (copy == NULL) return false;
  memcpy(copy, numbers->is.many, size);
  numbers->is.many = copy;
  return true;
}

void rubric_numbers_free(struct rubric_numbers *numbers) {
  if (numbers->count > RUBRIC_FEW) sqlite3_free((void *)(uintptr_t)numbers->is.many);
}
