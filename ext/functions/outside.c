/*
** Settings from outside the database: from a file or from the environment.
**
**   assay_load(path [, 'strict'])        assay_load_env()
**
** settings.c has the rules for loading settings.  A sealed build (assay.c) leaves out
** this file and settings/outside/.  Otherwise anybody who may send SQL could learn from
** the error of a load whether a path exists, and could read the keys and values of a YAML
** file.  Nothing else in assay reads a file or the environment.
*/
#include <string.h>

#include "settings/outside/environment.h"
#include "settings/outside/file.h"
#include "bind/argument.h"
#include "functions/modules.h"
#include "functions/settings.h"

static void outside_load(sqlite3_context *context, int argc, sqlite3_value **argv) {
  struct text path;
  bool strict;
  if (!settings_load_arguments(context, argc, argv, "path", &path, &strict)) return;
  if (strlen(path.bytes) != path.length) {
    argument_error(context, argv[0], "path must not have a zero in it");
    return;
  }
  if (path.length == 0) {
    argument_error(context, argv[0], "path must name a file");
    return;
  }
  char *problem;
  struct loaded_settings *loaded =
      settings_load_file(binding_of(context)->connection->loaded, path.bytes, &problem);
  settings_finish_load(context, loaded, problem, strict);
}

static void outside_load_env(sqlite3_context *context, int argc, sqlite3_value **argv) {
  char *problem;
  struct loaded_settings *loaded =
      settings_load_environment(binding_of(context)->connection->loaded, &problem);
  settings_finish_load(context, loaded, problem, false);
}

static const struct sql_function functions[] = {
    {"assay_load", 1, DIRECT_ONLY, SCALAR(outside_load), "assay_load(path)",
     "Merges a YAML file over the settings; gives the number of changed settings",
     "assay_load('config/evaluation.yaml')", "0"},
    {"assay_load", 2, DIRECT_ONLY, SCALAR(outside_load), "assay_load(path, 'strict')",
     "The same, and anything that would be reported is an error",
     "assay_load('config/scoring.yaml', 'strict')", "0"},
    {"assay_load_env", 0, DIRECT_ONLY, SCALAR(outside_load_env), "assay_load_env()",
     "Applies the KIRI_* variables of the process; gives the number of changed settings",
     "assay_load_env()", "0"},
};

/* REFERENCE.md lists these functions under the title of settings.c. */
const struct sql_module outside_module = {
    "outside", "Settings", "which numbers are in force", functions, COUNT_OF(functions)};
