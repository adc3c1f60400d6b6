/*
** The environment's variables, for deployments that configure by them (ADR-002).
*/
#ifndef ASSAY_SETTINGS_ENVIRONMENT_H
#define ASSAY_SETTINGS_ENVIRONMENT_H

#include "settings/loader.h"

/* States what the KIRI_* variables say.  One that cannot be used is reported, with line
** and column 0. */
void environment_read(struct loader *loader);

#endif
