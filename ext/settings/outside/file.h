/*
** Reading a settings file: a regular file of at most 1 MiB, whole and unchanged.  A
** sealed build has none of this.
*/
#ifndef ASSAY_SETTINGS_OUTSIDE_FILE_H
#define ASSAY_SETTINGS_OUTSIDE_FILE_H

#include "settings/arena.h"
#include "settings/loading/load.h"

/* Reads the file at `path` into the arena.  False with `*problem` set to what is wrong,
** without the path, to be freed with sqlite3_free(); NULL there means out of memory.
**
** Nothing but a regular file is read: a directory, a device and a pipe are refused
** without waiting for anybody to write to them.  A file whose size or times of change
** differ after reading is refused: half of one version and half of another may well be
** valid YAML.  A rewrite of the same size within one tick of the file system's clock
** cannot be seen. */
bool file_read(struct arena *arena, const char *path, char **text, size_t *length,
               char **problem);

/* settings_load() with the text of a file; one that cannot be read is a problem without a
** line. */
struct loaded_settings *settings_load_file(const struct loaded_settings *old,
                                           const char *path, char **problem);

#endif
