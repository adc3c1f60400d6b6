/*
** The engine of the lab: SQLite with assay in it, as a module of WebAssembly.
**
** The module has no files.  A database is a memdb (SQLite's database in memory) with a
** name.  Several connections can open one memdb, each with its own settings.  If SQLite
** tries to open a file, it gets an error.  assay.mjs calls SQLite's own functions, and:
**
**   engine_start     is called once, before the first database
**   engine_fill      gives an empty database the contents of a file
**   engine_watch     lets the host decide, after every few steps, whether to stop
**
** The host must provide the functions `host_NAME` below.
*/
#include <string.h>

#include <sqlite3.h>

#include "assay.h"

#define HOST(name) __attribute__((import_module("assay"), import_name(name)))

/* Fills `bytes` with random bytes. */
HOST("random") void host_random(void *bytes, int length);
/* Returns the milliseconds since 1970, UTC. */
HOST("now") double host_now(void);
/* Returns true if the statement on the connection with this number must end. */
HOST("progress") int host_progress(int number);

/* --- a system without files -------------------------------------------------------- */

static int system_open(sqlite3_vfs *vfs, sqlite3_filename name, sqlite3_file *file,
                       int flags, int *flags_out) {
  (void)vfs, (void)name, (void)flags, (void)flags_out;
  file->pMethods = NULL;
  return SQLITE_CANTOPEN;
}

static int system_delete(sqlite3_vfs *vfs, const char *name, int sync) {
  (void)vfs, (void)name, (void)sync;
  return SQLITE_IOERR_DELETE_NOENT;
}

static int system_access(sqlite3_vfs *vfs, const char *name, int flags, int *found) {
  (void)vfs, (void)name, (void)flags;
  *found = 0;
  return SQLITE_OK;
}

static int system_full_pathname(sqlite3_vfs *vfs, const char *name, int size,
                                char *path) {
  (void)vfs;
  if (strlen(name) >= (size_t)size) return SQLITE_CANTOPEN;
  strcpy(path, name);
  return SQLITE_OK;
}

static int system_randomness(sqlite3_vfs *vfs, int length, char *bytes) {
  (void)vfs;
  host_random(bytes, length);
  return length;
}

/* Returns at once: during a sleep nothing else could run. */
static int system_sleep(sqlite3_vfs *vfs, int microseconds) {
  (void)vfs;
  return microseconds;
}

#define UNIX_EPOCH 210866760000000 /* milliseconds since the first Julian day */

static int system_current_time_int64(sqlite3_vfs *vfs, sqlite3_int64 *now) {
  (void)vfs;
  *now = UNIX_EPOCH + (sqlite3_int64)host_now();
  return SQLITE_OK;
}

static int system_current_time(sqlite3_vfs *vfs, double *now) {
  (void)vfs;
  *now = (UNIX_EPOCH + host_now()) / 86400000.0;
  return SQLITE_OK;
}

static int system_last_error(sqlite3_vfs *vfs, int size, char *text) {
  (void)vfs, (void)size, (void)text;
  return 0;
}

int sqlite3_os_init(void) {
  static sqlite3_vfs system = {
      .iVersion = 2,
      .szOsFile = sizeof(sqlite3_file),
      .mxPathname = 512,
      .zName = "none",
      .xOpen = system_open,
      .xDelete = system_delete,
      .xAccess = system_access,
      .xFullPathname = system_full_pathname,
      .xRandomness = system_randomness,
      .xSleep = system_sleep,
      .xCurrentTime = system_current_time,
      .xGetLastError = system_last_error,
      .xCurrentTimeInt64 = system_current_time_int64,
  };
  return sqlite3_vfs_register(&system, 1);
}

int sqlite3_os_end(void) {
  return SQLITE_OK;
}

/* --- what assay.mjs calls ----------------------------------------------------------- */

/* Makes SQLite load assay into every connection that is opened later. */
int engine_start(void) {
  int rc = sqlite3_initialize();
  if (rc != SQLITE_OK) return rc;
  return sqlite3_auto_extension((void (*)(void))sqlite3_assay_init);
}

/* Writes a piece of a database file of `size` bytes into the new memdb of the connection.
** A memdb that must grow takes twice the bytes that it needs, up to its limit.  So the
** limit is `size`, and the call with offset 0 grows the memdb at once: it first writes
** the last byte of the file. */
int engine_fill(sqlite3 *db, sqlite3_int64 size, const void *piece, int length,
                sqlite3_int64 offset) {
  sqlite3_file *file = NULL;
  sqlite3_int64 limit = size, before = -1;
  int rc = sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (rc != SQLITE_OK) return rc;
  sqlite3_file_control(db, "main", SQLITE_FCNTL_SIZE_LIMIT, &before);
  sqlite3_file_control(db, "main", SQLITE_FCNTL_SIZE_LIMIT, &limit);
  if (offset == 0) rc = file->pMethods->xWrite(file, "", 1, size - 1);
  if (rc == SQLITE_OK) rc = file->pMethods->xWrite(file, piece, length, offset);
  sqlite3_file_control(db, "main", SQLITE_FCNTL_SIZE_LIMIT, &before);
  return rc;
}

static int engine_progress(void *number) {
  return host_progress((int)(size_t)number);
}

/* Asks the host after every `steps` steps of SQLite's virtual machine; 0 means never. */
void engine_watch(sqlite3 *db, int number, int steps) {
  sqlite3_progress_handler(db, steps, steps > 0 ? engine_progress : NULL,
                           (void *)(size_t)number);
}
