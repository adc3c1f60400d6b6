/*
** Allocations that fail on demand: SQLite's, and libyaml's where the program is linked
** with a copy of it whose malloc is ours.
*/
#ifndef ASSAY_TESTS_FAULTS_MEMORY_H
#define ASSAY_TESTS_FAULTS_MEMORY_H

#include <stdbool.h>

/* Puts the failing allocator under SQLite.  Before anything else of SQLite is called. */
void memory_install(void);

/* From here on the `nth` allocation fails (from 1), alone or with all that follow. */
void memory_fail(long nth, bool from_there_on);

/* Ends that; true if an allocation has failed. */
bool memory_recover(void);

/* How many allocations are left until one fails. */
long memory_left(void);

/* Bytes that libyaml holds at this moment. */
long memory_yaml_used(void);

#endif
