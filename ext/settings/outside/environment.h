/*
** Settings from environment variables, for deployments that use them (ADR-002).
*/
#ifndef ASSAY_SETTINGS_OUTSIDE_ENVIRONMENT_H
#define ASSAY_SETTINGS_OUTSIDE_ENVIRONMENT_H

#include "settings/loading/load.h"

/* Does what settings_load() does, with the values of the KIRI_* variables.  A value that
** cannot be used is reported, with line and column 0. */
struct loaded_settings *settings_load_environment(const struct loaded_settings *old,
                                                  char **problem);

#endif
