/*
** The shared steps of the SQL functions that load settings: see settings.c.
*/
#ifndef ASSAY_FUNCTIONS_SETTINGS_H
#define ASSAY_FUNCTIONS_SETTINGS_H

#include "bind/argument.h"

/* Reads the arguments of a load: a TEXT, which error messages call `name`, and optionally
** 'strict'.  On failure, sets the error and returns false. */
bool settings_load_arguments(sqlite3_context *context, int argc, sqlite3_value **argv,
                             const char *name, struct text *text, bool *strict);

/* Makes a load's settings the current settings.  Sets the result to the number of changed
** settings, or sets the error.  If the load failed, `loaded` is NULL and the error is
** `problem`.  Takes ownership of `loaded` and `problem`. */
void settings_finish_load(sqlite3_context *context, struct loaded_settings *loaded,
                          char *problem, bool strict);

#endif
