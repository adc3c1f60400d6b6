/*
** The environment's variables, for deployments that configure by them (ADR-002).  A
** sealed build has none of this.
*/
#ifndef ASSAY_SETTINGS_OUTSIDE_ENVIRONMENT_H
#define ASSAY_SETTINGS_OUTSIDE_ENVIRONMENT_H

#include "settings/loading/load.h"

/* settings_load() with what the KIRI_* variables say.  One that cannot be used is
** reported, with line and column 0. */
struct loaded_settings *settings_load_environment(const struct loaded_settings *old,
                                                  char **problem);

#endif
