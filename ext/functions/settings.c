/*
** Settings in SQL.  The first function that reads the settings freezes them: they can no
** longer change on this connection.
**
**   assay_load_yaml(text [, 'strict'])   table assay_settings
**   assay_settings_hash([prefix])        table assay_warnings
**   assay_settings_yaml()                assay_require(hash [, prefix])
**   assay_setting(key)
**
** The rules below also hold for the functions in outside.c, which load settings from
** files and from environment variables.
**
**   1. A load merges one YAML document over the current settings and returns the number
**      of settings that changed.  If the document has an error, nothing changes.
**   2. After the settings are frozen, a load that would change a setting is an error; a
**      load that changes none succeeds.  So a function that reads settings always gives
**      the same answer, and can be DETERMINISTIC.
**   3. assay_settings_hash() and assay_require() freeze the settings, too.  Otherwise the
**      settings could change after a query has read the hash (the digest of the
**      settings).  Then rows stored later would have the wrong hash, and a CHECK or a
**      generated column that calls assay could give another answer.
**   4. Reading the tables assay_settings and assay_warnings freezes nothing, so you can
**      look at the settings before the first use.
**   5. A value or key that cannot be used is ignored and reported, in assay_warnings and
**      through sqlite3_log().  With 'strict' the load ends with an error instead, and
**      nothing changes.
**   6. assay_settings_yaml() returns a document that states every setting.  It freezes
**      the settings, so that this document fits the hash that sql/contract.sql stores.
**   7. A database file's views and triggers can't use the two tables,
**      assay_settings_yaml() or the functions that load settings (rule R4, REFERENCE.md).
**      These tables and functions show, also in errors, paths, keys and values from files
**      that the author of a view may not be allowed to read.
**   8. A hash such as 3:9a0a... begins with a number, the epoch.  A new epoch means that
**      built-in values or answers have changed.  An error of assay_require() says whether
**      the settings, the epoch, or both differ.  The call assay_require('3:') checks only
**      the epoch and reads no settings, so a view that calls it freezes nothing.
**   9. assay_setting() returns the value of one key.  A database file can hide the table
**      assay_settings by a table of this name, but it can't hide this function.  A view
**      may call the function.  The call freezes the settings, because a view's rows can
**      depend on the setting.
*/
#include "functions/settings.h"

#include <string.h>

#include "base/name.h"
#include "settings/document/document.h"
#include "settings/keys/key_type.h"
#include "settings/keys/lookup.h"
#include "settings/keys/prefix.h"
#include "settings/keys/listing.h"
#include "settings/yaml.h"
#include "bind/argument.h"
#include "bind/json.h"
#include "bind/memory_table.h"
#include "functions/modules.h"
#include "bind/value_copy.h"

/* A strict load's error lists at most this many reports (ignored values and keys). */
#define ERROR_REPORTS 10

static void settings_append_warning(sqlite3_str *text,
                                    const struct settings_warning *warning) {
  sqlite3_str_appendf(text, "%s:", warning->file);
  if (warning->line > 0) {
    sqlite3_str_appendf(text, "%d:%d:", warning->line, warning->column);
  }
  sqlite3_str_appendf(text, " %s", warning->message);
}

/* Ends a strict load with an error that has one report on each line. */
static void settings_refuse_reports(sqlite3_context *context,
                                    const struct loaded_settings *loaded) {
  sqlite3_str *text = sqlite3_str_new(sqlite3_context_db_handle(context));
  size_t count = loaded->warning_count - loaded->first_new_warning;
  for (size_t i = 0; i < count && i < ERROR_REPORTS; i++) {
    if (i > 0) sqlite3_str_appendchar(text, 1, '\n');
    settings_append_warning(text, &loaded->warnings[loaded->first_new_warning + i]);
  }
  if (count > ERROR_REPORTS) {
    sqlite3_str_appendf(text, "\nand %d more", (int)(count - ERROR_REPORTS));
  }
  argument_result_message(context, sqlite3_str_finish(text));
}

/* Writes a load's new reports to SQLite's log, if there is one.  If memory runs out, the
** log lacks a report that assay_warnings has. */
static void settings_log_warnings(const struct loaded_settings *loaded) {
  for (size_t i = loaded->first_new_warning; i < loaded->warning_count; i++) {
    sqlite3_str *text = sqlite3_str_new(NULL);
    settings_append_warning(text, &loaded->warnings[i]);
    char *message = sqlite3_str_finish(text);
    if (message != NULL) sqlite3_log(SQLITE_WARNING, "assay: %s", message);
    sqlite3_free(message);
  }
}

static void settings_adopt(sqlite3_context *context, struct loaded_settings *loaded,
                           bool strict) {
  const struct binding *binding = binding_of(context);
  struct connection *connection = binding->connection;
  sqlite3_int64 changed = (sqlite3_int64)loaded->changed;
  if (strict && loaded->warning_count > loaded->first_new_warning) {
    settings_refuse_reports(context, loaded);
    settings_free(loaded);
    return;
  }
  if (changed > 0 && connection->settings_in_use) {
    argument_result_message(context,
                            sqlite3_mprintf("%s: settings are in use on this connection; "
                                            "open a new one",
                                            binding->function->name));
    settings_free(loaded);
    return;
  }
  settings_log_warnings(loaded);
  connection_adopt(connection, loaded);
  sqlite3_result_int64(context, changed);
}

void settings_finish_load(sqlite3_context *context, struct loaded_settings *loaded,
                          char *problem, bool strict) {
  if (loaded == NULL) {
    argument_result_message(context, problem);
  } else {
    settings_adopt(context, loaded, strict);
  }
}

bool settings_load_arguments(sqlite3_context *context, int argc, sqlite3_value **argv,
                             const char *name, struct text *text, bool *strict) {
  static const char *const modes[] = {"strict"};
  *strict = argc > 1;
  if (*strict && argument_name(context, argv[1], "mode", modes, 1, 0) < 0) return false;
  if (!argument_optional_text(context, argv[0], text)) return false;
  if (text->bytes == NULL) argument_error(context, argv[0], "%s must be a TEXT", name);
  return text->bytes != NULL;
}

static void settings_load_yaml(sqlite3_context *context, int argc, sqlite3_value **argv) {
  struct text yaml;
  bool strict;
  if (!settings_load_arguments(context, argc, argv, "text", &yaml, &strict)) return;
  char *problem;
  struct loaded_settings *loaded = settings_load(
      binding_of(context)->connection->loaded, "yaml", yaml.bytes, yaml.length, &problem);
  settings_finish_load(context, loaded, problem, strict);
}

/* Returns the digest of the current settings, and freezes the settings.  Returns NULL and
** sets the error when out of memory. */
static const char *settings_digest_of(sqlite3_context *context) {
  const struct settings *settings = settings_of(context);
  struct connection *connection = binding_of(context)->connection;
  if (connection->digest[0] == 0 && !listing_digest(settings, "", connection->digest)) {
    sqlite3_result_error_nomem(context);
    return NULL;
  }
  return connection->digest;
}

static void settings_hash(sqlite3_context *context, int argc, sqlite3_value **argv) {
  const char *digest = settings_digest_of(context);
  if (digest != NULL) sqlite3_result_text(context, digest, -1, SQLITE_TRANSIENT);
}

/* Sets `digest` to the digest of the settings whose paths begin with the prefix `value`,
** which is argument `index` of the call.  A prefix that covers no setting is an error,
** because the digest of a misspelt prefix would never change.
**
** Computing the digest reads all settings, so the statement remembers the digest of a
** constant prefix.  On failure, sets the error and returns false. */
static bool settings_prefix_digest(sqlite3_context *context, sqlite3_value *value,
                                   int index, char digest[LISTING_DIGEST_SIZE]) {
  const struct settings *settings = settings_of(context);
  const char *kept = auxdata_find(context, index);
  struct text prefix;
  if (kept != NULL) {
    memcpy(digest, kept, LISTING_DIGEST_SIZE);
    return true;
  }
  if (!argument_optional_text(context, value, &prefix)) return false;
  if (prefix.bytes == NULL || strlen(prefix.bytes) != prefix.length ||
      !prefix_is_known(prefix.bytes)) {
    argument_error(context, value, "prefix must begin the path of a setting");
    return false;
  }
  if (!listing_digest(settings, prefix.bytes, digest)) {
    sqlite3_result_error_nomem(context);
    return false;
  }
  char *copy = auxdata_pays(context) ? sqlite3_mprintf("%s", digest) : NULL;
  if (copy != NULL) sqlite3_set_auxdata(context, index, copy, sqlite3_free);
  return true;
}

static void settings_hash_under(sqlite3_context *context, int argc,
                                sqlite3_value **argv) {
  char digest[LISTING_DIGEST_SIZE];
  if (settings_prefix_digest(context, argv[0], 0, digest)) {
    sqlite3_result_text(context, digest, -1, SQLITE_TRANSIENT);
  }
}

/* Returns how many digits the epoch of a hash has (the digits before the colon), or 0. */
static size_t settings_epoch_digits(const struct text *hash) {
  size_t digits = 0;
  while (digits < hash->length && hash->bytes[digits] >= '0' &&
         hash->bytes[digits] <= '9')
    digits++;
  return digits < hash->length && hash->bytes[digits] == ':' ? digits : 0;
}

/* Ends an error: how to load the settings that sql/contract.sql stored for a hash. */
#define HOW_TO_LOAD                                                                      \
  "; a new connection loads those by SELECT assay_load_yaml(settings) FROM contract "    \
  "WHERE hash = it"

/* Returns the end of an error: whether a hash and the current digest differ in the
** settings, the epoch or both.  Returns "" if the text is not a hash. */
static const char *settings_difference(const struct text *hash, const char *digest,
                                       bool is_all) {
  size_t digits = settings_epoch_digits(hash);
  if (digits == 0)
    return hash->length != 2 * DIGEST_SIZE
               ? ""
               : ": without N: it is of epoch 2 or earlier, and answers changed since: "
                 "ext/CHANGES.md";
  bool same =
      name_matches(strchr(digest, ':'), hash->bytes + digits, hash->length - digits);
  if (name_matches(SETTINGS_EPOCH, hash->bytes, digits))
    return is_all ? ": other settings" HOW_TO_LOAD : ": other settings";
  return same ? ": the same settings, but answers changed between the epochs: "
                "ext/CHANGES.md"
              : ": other settings, and answers changed between the epochs: "
                "ext/CHANGES.md";
}

/* Sets the result 1 if the hash equals the digest.  If the hash differs or is NULL, sets
** an error. */
static void settings_hold(sqlite3_context *context, sqlite3_value *value,
                          const char *digest, const char *whose, bool is_all) {
  struct text hash;
  if (!argument_optional_text(context, value, &hash)) return;
  bool is_text = hash.bytes != NULL;
  if (!is_text || !name_matches(digest, hash.bytes, hash.length)) {
    argument_error(context, value, "hash must be that of the %s in force, %s%s", whose,
                   digest, is_text ? settings_difference(&hash, digest, is_all) : "");
    return;
  }
  sqlite3_result_int(context, 1);
}

static unsigned long settings_epoch(const char *digits) {
  unsigned long epoch = 0;
  for (; *digits >= '0' && *digits <= '9'; digits++)
    epoch = 10 * epoch + (unsigned long)(*digits - '0');
  return epoch;
}

/* Checks a hash such as `3:`, which has only the epoch.  If the epoch is current, sets
** the result 1; otherwise sets an error that says what to do. */
static void settings_hold_epoch(sqlite3_context *context, const char *asked) {
  unsigned long epoch = settings_epoch(asked), own = settings_epoch(SETTINGS_EPOCH);
  const char *cure = "sqlite3 FILE -cmd '.load assay' < sql/upgrade.sql";
  if (epoch > own) cure = "load an assay of that epoch";
  if (epoch == own) {
    sqlite3_result_int(context, 1);
  } else {
    argument_result_message(
        context, sqlite3_mprintf("%s: views are of epoch %lu, this assay of %lu: %s",
                                 binding_of(context)->function->name, epoch, own, cure));
  }
}

static void settings_require(sqlite3_context *context, int argc, sqlite3_value **argv) {
  struct text asked;
  if (!argument_optional_text(context, argv[0], &asked)) return;
  size_t digits = settings_epoch_digits(&asked);
  if (digits > 0 && asked.length == digits + 1) {
    settings_hold_epoch(context, asked.bytes);
    return;
  }
  const char *digest = settings_digest_of(context);
  if (digest != NULL) settings_hold(context, argv[0], digest, "settings", true);
}

static void settings_require_under(sqlite3_context *context, int argc,
                                   sqlite3_value **argv) {
  char digest[LISTING_DIGEST_SIZE];
  if (settings_prefix_digest(context, argv[1], 1, digest)) {
    settings_hold(context, argv[0], digest, "settings under that prefix", false);
  }
}

/* Sets the result to a copy of `text`, because a load in the same statement can free
** `text`. */
static void settings_result_text(sqlite3_context *context, const char *text) {
  sqlite3_result_text(context, text, -1, SQLITE_TRANSIENT);
}

/* Sets the result to `text`, which is never empty: NULL bytes mean out of memory. */
static void settings_result_finished(sqlite3_context *context, sqlite3_str *text) {
  char *bytes = sqlite3_str_finish(text);
  if (bytes == NULL) {
    sqlite3_result_error_nomem(context);
    return;
  }
  sqlite3_result_text(context, bytes, -1, sqlite3_free);
}

/* Sets the result to a document of all settings.  If the document is too large for a
** load, sets an error. */
static void settings_yaml(sqlite3_context *context, int argc, sqlite3_value **argv) {
  size_t nodes;
  sqlite3_str *text = sqlite3_str_new(NULL);
  bool written = yaml_append_settings(text, settings_of(context), &nodes);
  size_t length = (size_t)sqlite3_str_length(text);
  if (!written) {
    sqlite3_result_error_nomem(context);
  } else if (length > DOCUMENT_LIMIT) {
    /* `nodes` needs no check: a document with too many YAML nodes is also too long. */
    argument_result_message(
        context, sqlite3_mprintf("%s: settings must fit into a document of 1 MiB and %d "
                                 "nodes, got %lld bytes and %lld nodes",
                                 binding_of(context)->function->name, DOCUMENT_NODE_LIMIT,
                                 (sqlite3_int64)length, (sqlite3_int64)nodes));
  } else {
    settings_result_finished(context, text);
    return;
  }
  sqlite3_free(sqlite3_str_finish(text));
}

static void settings_result(sqlite3_context *context, const struct settings *settings,
                            const struct setting *setting) {
  struct value value;
  if (listing_read(settings, setting, &value)) {
    result_value(context, &value);
    return;
  }
  sqlite3_str *text = sqlite3_str_new(sqlite3_context_db_handle(context));
  listing_append_value(settings, setting, text);
  settings_result_finished(context, text);
}

/* Sets the error for an unknown key.  The result NULL would hide a misspelt key. */
static void settings_key_error(sqlite3_context *context, sqlite3_value *value,
                               struct arena *arena, const char *key) {
  const struct settings *settings = settings_of(context);
  const char *nearest = key == NULL ? NULL : lookup_nearest(arena, settings, key);
  if (arena->failed) {
    sqlite3_result_error_nomem(context);
  } else if (nearest == NULL) {
    argument_error(context, value, "key must be the path of a setting");
  } else {
    argument_error(context, value, "key must be the path of a setting, such as %s",
                   nearest);
  }
}

static void settings_setting(sqlite3_context *context, int argc, sqlite3_value **argv) {
  const struct settings *settings = settings_of(context);
  struct arena arena = {NULL, false};
  struct text key;
  struct setting setting;
  if (!argument_optional_text(context, argv[0], &key)) return;
  bool is_path = key.bytes != NULL && strlen(key.bytes) == key.length;
  if (is_path && lookup_setting(&arena, settings, key.bytes, &setting)) {
    struct value value;
    settings_result(context, settings, &setting);
    if (!listing_read(settings, &setting, &value))
      sqlite3_result_subtype(context, JSON_SUBTYPE); /* a list */
  } else {
    settings_key_error(context, argv[0], &arena, is_path ? key.bytes : NULL);
  }
  arena_free(&arena);
}

/* Sets the result to the origin of a setting's value: `default`, `env`, or a text such as
** `my.yaml:3`.  A value taken from another setting has the origin of that setting. */
static void settings_result_origin(sqlite3_context *context,
                                   const struct loaded_settings *loaded,
                                   const struct key *key, const char *path) {
  const struct settings_origin *origin = settings_origin(loaded, path);
  if (origin == NULL && key->follows != NULL) {
    origin = settings_origin(loaded, key->follows);
  }
  if (origin == NULL) {
    settings_result_text(context, "default");
  } else if (origin->line == 0) {
    settings_result_text(context, origin->file);
  } else {
    sqlite3_str *text = sqlite3_str_new(sqlite3_context_db_handle(context));
    sqlite3_str_appendf(text, "%s:%d", origin->file, origin->line);
    settings_result_finished(context, text);
  }
}

/* The columns of assay_settings; COLUMN_RULE and the columns after it are hidden. */
enum {
  COLUMN_KEY,
  COLUMN_VALUE,
  COLUMN_DEFAULT,
  COLUMN_ORIGIN,
  COLUMN_RULE,
  COLUMN_HELP,
  COLUMN_SOURCE
};

static sqlite3_int64 settings_rows(const struct table_scan *scan) {
  return (sqlite3_int64)listing_count(table_scan_settings(scan));
}

static void settings_result_rule(sqlite3_context *context,
                                 const struct connection *connection,
                                 const struct key *key) {
  sqlite3_str *text = sqlite3_str_new(sqlite3_context_db_handle(context));
  key_type_append_rule(text, key, connection->settings);
  settings_result_finished(context, text);
}

/* Sets the result to the value of column `key` or `origin`; both need the path. */
static void settings_result_path(sqlite3_context *context,
                                 const struct connection *connection,
                                 const struct setting *setting, int column) {
  sqlite3_str *text = sqlite3_str_new(sqlite3_context_db_handle(context));
  listing_append_path(connection->settings, setting, text);
  char *path = sqlite3_str_finish(text);
  if (path == NULL) {
    sqlite3_result_error_nomem(context);
  } else if (column == COLUMN_KEY) {
    settings_result_text(context, path);
  } else {
    settings_result_origin(context, connection->loaded, setting->key, path);
  }
  sqlite3_free(path);
}

/* Sets the result to the built-in value; NULL if the setting is not built in. */
static void settings_result_default(sqlite3_context *context,
                                    const struct settings *settings,
                                    const struct setting *setting) {
  struct setting built_in;
  if (!listing_built_in(settings, setting, &built_in)) return;
  settings_result(context, &settings_defaults, &built_in);
}

static void settings_column(sqlite3_context *context, const struct table_scan *scan,
                            int column) {
  const struct connection *connection = table_scan_connection(scan);
  const struct settings *settings = connection->settings;
  struct setting setting = listing_at(settings, (size_t)scan->row);
  switch (column) {
  case COLUMN_VALUE:
    settings_result(context, settings, &setting);
    break;
  case COLUMN_DEFAULT:
    settings_result_default(context, settings, &setting);
    break;
  case COLUMN_RULE:
    settings_result_rule(context, connection, setting.key);
    break;
  case COLUMN_HELP:
    settings_result_text(context, setting.key->help);
    break;
  case COLUMN_SOURCE:
    settings_result_text(context, setting.key->source);
    break;
  default: /* key and origin */
    settings_result_path(context, connection, &setting, column);
    break;
  }
}

static const struct memory_table settings_table = {
    .schema = "CREATE TABLE assay_settings(key TEXT, value, default_value, origin TEXT, "
              "rule TEXT HIDDEN, help TEXT HIDDEN, source TEXT HIDDEN)",
    .count = settings_rows,
    .column = settings_column,
};

static sqlite3_int64 settings_warnings_rows(const struct table_scan *scan) {
  const struct loaded_settings *loaded = table_scan_connection(scan)->loaded;
  return loaded != NULL ? (sqlite3_int64)loaded->warning_count : 0;
}

static void settings_warnings_column(sqlite3_context *context,
                                     const struct table_scan *scan, int column) {
  if (scan->row >= settings_warnings_rows(scan))
    return; /* a load in the same statement removed the row */
  const struct settings_warning *warning =
      &table_scan_connection(scan)->loaded->warnings[scan->row];
  const char *const texts[] = {warning->file, NULL, NULL, warning->key, warning->message};
  if (texts[column] != NULL) {
    settings_result_text(context, texts[column]);
  } else if (warning->line > 0) {
    sqlite3_result_int(context, column == 1 ? warning->line : warning->column);
  }
}

static const struct memory_table warnings_table = {
    .schema =
        "CREATE TABLE assay_warnings(file TEXT, line INT, \"column\" INT, key TEXT, "
        "message TEXT)",
    .count = settings_warnings_rows,
    .column = settings_warnings_column,
};

static const struct sql_function functions[] = {
    {"assay_load_yaml", 1, DIRECT_ONLY, SCALAR(settings_load_yaml),
     "assay_load_yaml(text)",
     "Merges a YAML or JSON text over the settings; gives the number of changed settings",
     "assay_load_yaml('{\"evaluation\": {\"deep_research\": {\"patience\": 1}}}')", "0"},
    {"assay_load_yaml", 2, DIRECT_ONLY, SCALAR(settings_load_yaml),
     "assay_load_yaml(text, 'strict')",
     "The same, and anything that would be reported is an error",
     "assay_load_yaml('', 'strict')", "0"},
    {"assay_settings_hash", 0, PURE, SCALAR(settings_hash), "assay_settings_hash()",
     "Epoch and digest of the settings in force, to be stored beside results; freezes "
     "them",
     "length(assay_settings_hash())", "66"},
    {"assay_settings_hash", 1, PURE, SCALAR(settings_hash_under),
     "assay_settings_hash(prefix)", "Digest of the settings under a prefix of their keys",
     "assay_settings_hash('evaluation.path_penalty') = "
     "assay_settings_hash('evaluation.relevance')",
     "0"},
    {"assay_settings_yaml", 0, DIRECT_ONLY, SCALAR(settings_yaml),
     "assay_settings_yaml()",
     "The settings in force as a document for assay_load_yaml; freezes them",
     "assay_settings_yaml() LIKE '%proposed%'", "1"},
    {"assay_require", 1, PURE, SCALAR(settings_require), "assay_require(hash)",
     "1 if the settings in force have that digest, else an error; '3:' asks for the "
     "epoch",
     "assay_require(assay_settings_hash())", "1"},
    {"assay_require", 2, PURE, SCALAR(settings_require_under),
     "assay_require(hash, prefix)",
     "1 if the settings under a prefix of their keys have that digest, else an error",
     "assay_require(assay_settings_hash('evaluation.path_penalty'), "
     "'evaluation.path_penalty')",
     "1"},
    {"assay_setting", 1, PURE | JSON_RESULT, SCALAR(settings_setting),
     "assay_setting(key)",
     "The value in force of one setting, a list as JSON; freezes them",
     "assay_setting('evaluation.deep_research.patience')", "1"},
    {"assay_settings", 0, DIRECT_ONLY, MEMORY_TABLE(settings_table),
     "table assay_settings",
     "The settings in force: key, value, default_value, origin; hidden: rule, help, "
     "source",
     "SELECT value FROM assay_settings "
     "WHERE key = 'evaluation.deep_research.recency_windows.ai_ml'",
     "90"},
    {"assay_warnings", 0, DIRECT_ONLY, MEMORY_TABLE(warnings_table),
     "table assay_warnings", "What loading ignored: file, line, column, key, message",
     "SELECT count(*) FROM assay_warnings", "0"},
};

const struct sql_module settings_module = {
    "settings", "Settings", "which numbers are in force", functions, COUNT_OF(functions)};
