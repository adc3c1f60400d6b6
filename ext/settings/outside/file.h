/*
** Reads a settings file, which must be a regular file of at most 1 MiB.
*/
#ifndef ASSAY_SETTINGS_OUTSIDE_FILE_H
#define ASSAY_SETTINGS_OUTSIDE_FILE_H

#include "settings/arena.h"
#include "settings/loading/load.h"

/* Reads the file at `path` into the arena.  On failure returns false and sets `*problem`
** to the reason, without the path.  The caller frees the reason with sqlite3_free(); when
** out of memory, the reason is NULL.
**
** Directories, devices and pipes are refused at once, even a pipe without a writer.  A
** file whose size or times change while it is read is refused, because half of the old
** and half of the new file can together be valid YAML.  A rewrite of the same size within
** one tick of the file system's clock is not noticed. */
bool file_read(struct arena *arena, const char *path, char **text, size_t *length,
               char **problem);

/* Does what settings_load() does, with the text of a file.  If the file cannot be read,
** `*problem` has no line and column. */
struct loaded_settings *settings_load_file(const struct loaded_settings *old,
                                           const char *path, char **problem);

#endif
