/*
** What reading settings asks of the operating system: files, and variables of the
** environment.  system_posix.c and system_windows.c answer it; the rules of what is read
** are in file.c and environment.c.
**
** A call that fails leaves what is wrong in errno, on Windows too.
*/
#ifndef ASSAY_SETTINGS_OUTSIDE_SYSTEM_H
#define ASSAY_SETTINGS_OUTSIDE_SYSTEM_H

#include <stdint.h>
#include <time.h>

#include "settings/arena.h"

/* Two statuses of one file differ if it was written in between, except for a rewrite of
** the same size within one tick of the file system's clock. */
struct system_status {
  bool regular; /* no directory, device or pipe */
  int64_t size;
  struct timespec written;
  struct timespec changed; /* the status; `written` can be set back */
};

/* Opens a file for reading, by a name in UTF-8, without waiting for anybody, be it for a
** pipe that nobody writes to.  The arena is for what is needed on the way. */
bool system_open(struct arena *arena, const char *path, intptr_t *file);
bool system_status(intptr_t file, struct system_status *status);
/* How many bytes, at most `capacity`: 0 at the end of the file, -1 for a failure. */
int64_t system_read(intptr_t file, char *bytes, size_t capacity);
void system_close(intptr_t file);

/* The words that the system has for errno. */
void system_words(char *words, size_t size);

/* The value of a variable of the environment, borrowed until the host sets one or the
** arena ends.  NULL if it is not set; out of memory the arena has failed. */
const char *system_variable(struct arena *arena, const char *name);

#endif
