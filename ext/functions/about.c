/*
** Says what is loaded: assay's version, build and functions.
**
**   assay_version()    assay_debug()    assay_functions
*/
#include <yaml.h>

#include "assay.h"
#include "bind/memory_table.h"
#include "functions/modules.h"

#if defined(__clang__)
#define COMPILER "clang " __clang_version__
#elif defined(__GNUC__)
#define COMPILER "gcc " __VERSION__
#else
#define COMPILER "unknown compiler"
#endif

/* The compiler's flags; the Makefile defines this macro. */
#ifndef ASSAY_BUILD_FLAGS
#define ASSAY_BUILD_FLAGS "unknown"
#endif

static void about_version(sqlite3_context *context, int argc, sqlite3_value **argv) {
  sqlite3_result_text(context, ASSAY_VERSION, -1, SQLITE_STATIC);
}

static void about_debug(sqlite3_context *context, int argc, sqlite3_value **argv) {
  char *text = sqlite3_mprintf(
      "assay " ASSAY_VERSION "\nsqlite compiled against " SQLITE_VERSION
      ", running %s\nlibyaml %s\ncompiler " COMPILER "\nflags " ASSAY_BUILD_FLAGS,
      sqlite3_libversion(), yaml_get_version_string());
  if (text == NULL) {
    sqlite3_result_error_nomem(context);
    return;
  }
  sqlite3_result_text(context, text, -1, sqlite3_free);
}

/* Returns the module of the function in row `*row` of assay_functions; this row must
** exist.  Sets `*row` to the function's index in the module. */
static const struct sql_module *about_module_of(const struct connection *connection,
                                                sqlite3_int64 *row) {
  const struct sql_module *const *module = connection->modules;
  for (; (size_t)*row >= (*module)->function_count; module++) {
    *row -= (sqlite3_int64)(*module)->function_count;
  }
  return *module;
}

static sqlite3_int64 about_functions_count(const struct table_scan *scan) {
  const struct connection *connection = table_scan_connection(scan);
  sqlite3_int64 count = 0;
  for (const struct sql_module *const *m = connection->modules; *m != NULL; m++) {
    count += (sqlite3_int64)(*m)->function_count;
  }
  return count;
}

static const char *about_kind_name(enum function_kind kind) {
  static const char *const names[] = {"scalar", "aggregate", "table"};
  return names[kind];
}

static void about_functions_column(sqlite3_context *context,
                                   const struct table_scan *scan, int column) {
  const struct connection *connection = table_scan_connection(scan);
  sqlite3_int64 row = scan->row;
  const struct sql_module *module = about_module_of(connection, &row);
  const struct sql_function *f = &module->functions[row];
  const char *const texts[] = {f->name,   f->signature,  about_kind_name(f->calls.kind),
                               NULL,      f->help,       f->example,
                               f->answer, module->title, module->task};
  if (texts[column] != NULL) {
    sqlite3_result_text(context, texts[column], -1, SQLITE_STATIC);
  } else if (column == 3) {
    sqlite3_result_int(context, (f->flags & DIRECT_ONLY) == 0);
  }
}

static const struct memory_table functions_table = {
    .schema = "CREATE TABLE assay_functions(name TEXT, signature TEXT, kind TEXT, "
              "deterministic INT, help TEXT, example TEXT, answer TEXT, module TEXT, "
              "task TEXT)",
    .count = about_functions_count,
    .column = about_functions_column,
};

/* assay_version is registered last, so a connection that has it has all functions.  A
** second copy of assay finds the first copy by this function (other_copy.h). */
static const struct sql_function functions[] = {
    {"assay_functions", 0, PURE, MEMORY_TABLE(functions_table), "table assay_functions",
     "This reference as rows: name, signature, kind, deterministic, help, example, "
     "answer, module, task",
     "SELECT kind FROM assay_functions WHERE name = 'gate_pass' LIMIT 1", "scalar"},
    {"assay_debug", 0, PURE, SCALAR(about_debug), "assay_debug()",
     "Versions of SQLite (compiled against, running) and libyaml, compiler and flags",
     "assay_debug() LIKE 'assay " ASSAY_VERSION "%'", "1"},
    {"assay_version", 0, PURE, SCALAR(about_version), "assay_version()",
     "The version of this extension", "assay_version()", ASSAY_VERSION},
};

const struct sql_module about_module = {"about", "About", "what is there", functions,
                                        COUNT_OF(functions)};
