/*
** Reads files and environment variables by calls to the operating system.  system_posix.c
** and system_windows.c implement these functions; file.c and environment.c decide what is
** read.
**
** A function that fails sets errno, also on Windows.
*/
#ifndef ASSAY_SETTINGS_OUTSIDE_SYSTEM_H
#define ASSAY_SETTINGS_OUTSIDE_SYSTEM_H

#include <stdint.h>
#include <time.h>

#include "settings/arena.h"

/* If a file is written between two readings of its status, the statuses nearly always
** differ: see file.h. */
struct system_status {
  bool regular; /* not a directory, device or pipe */
  int64_t size;
  struct timespec written;
  struct timespec changed; /* the last status change: see file_same_version() */
};

/* Opens a file for reading, by a name in UTF-8.  Opening never waits, not even for a pipe
** that has no writer.  The arena is for temporary memory. */
bool system_open(struct arena *arena, const char *path, intptr_t *file);
bool system_status(intptr_t file, struct system_status *status);
/* Reads at most `capacity` bytes and returns their number: 0 at the end of the file, -1
** for a failure. */
int64_t system_read(intptr_t file, char *bytes, size_t capacity);
void system_close(intptr_t file);

/* Writes into `words` the system's message for errno. */
void system_words(char *words, size_t size);

/* Returns the value of an environment variable, valid until the host program sets a
** variable or the arena is freed.  Returns NULL if the variable is not set.  When out of
** memory, returns NULL and sets `arena->failed`. */
const char *system_variable(struct arena *arena, const char *name);

#endif
