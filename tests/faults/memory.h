/*
** Allocations that fail on demand: SQLite's, and libyaml's where the program is linked
** with a copy of it whose malloc is ours.
*/
#ifndef ASSAY_TESTS_FAULTS_MEMORY_H
#define ASSAY_TESTS_FAULTS_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

/* Puts the failing allocator under SQLite.  Before anything else of SQLite is called. */
void memory_install(void);

/* From here on the `nth` allocation fails (from 1), alone or with all that follow. */
void memory_fail(long nth, bool from_there_on);

/* Ends that; true if an allocation has failed. */
bool memory_recover(void);

/* From here on each allocation is noted by the calls that lead to it. */
void memory_watch(void);

/* Ends that.  A number for each allocation since then, the same for the same calls, where
** the system can tell them; valid until the next watch. */
const uint64_t *memory_paths(long *count);

/* How many allocations are left until one fails. */
long memory_left(void);

/* Bytes that libyaml holds at this moment. */
long memory_yaml_used(void);

#endif
