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

/* Puts a load into force and gives the number of settings that changed, or the error: of
** a load that is NULL the `problem`, which it takes over, as it does the load. */
void settings_finish_load(sqlite3_context *context, struct loaded_settings *loaded,
                          char *problem, bool strict);

#endif
