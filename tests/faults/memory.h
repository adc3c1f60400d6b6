/*
** Makes allocations of SQLite fail on demand.  Those of libyaml fail, too, if the program
** is linked with a copy of libyaml that calls fault_malloc(), not malloc().
*/
#ifndef ASSAY_TESTS_FAULTS_MEMORY_H
#define ASSAY_TESTS_FAULTS_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

/* Makes SQLite use an allocator that fails on demand.  Call it before all other SQLite
** functions. */
void memory_install(void);

/* Makes the `nth` allocation after this call fail, alone or with all later allocations; 1
** is the next allocation. */
void memory_fail(long nth, bool from_there_on);

/* Ends the failures.  Returns true if an allocation has failed. */
bool memory_recover(void);

/* From this call on, the chain of calls that leads to each allocation is recorded. */
void memory_watch(void);

/* Ends the recording.  Returns a number for each recorded allocation.  Allocations with
** the same chain of calls have the same number, if the system can trace calls.  The
** numbers are valid until the next memory_watch(). */
const uint64_t *memory_paths(long *count);

/* Returns the number of allocations until one fails. */
long memory_left(void);

long memory_yaml_used(void);

#endif
