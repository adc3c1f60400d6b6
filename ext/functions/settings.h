/*
** What every load of settings begins and ends with in SQL: see settings.c.
*/
#ifndef ASSAY_FUNCTIONS_SETTINGS_H
#define ASSAY_FUNCTIONS_SETTINGS_H

#include "bind/argument.h"

/* Reads the arguments of a load: a TEXT that `name` names, and 'strict' or nothing.
** False with the error set. */
bool settings_load_arguments(sqlite3_context *context, int argc, sqlite3_value **argv,
                             const char *name, struct text *text, bool *strict);

/* Puts a load into force and gives the number of changed settings, or the error.  If the
** load is NULL that is `problem`.  It takes over both. */
void settings_finish_load(sqlite3_context *context, struct loaded_settings *loaded,
                          char *problem, bool strict);

#endif
