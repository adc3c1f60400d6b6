/* Files and the environment of Windows: see system.h.
**
** Names are passed in UTF-16, as Windows stores them: functions that take names as bytes
** use the system's code page.  Variables are read from Windows, not by getenv(): each C
** runtime has its own copy of the environment, which lacks other runtimes' changes. */
#include "settings/outside/system.h"

#ifdef _WIN32

#include <errno.h>
#include <string.h>
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

enum { TICKS_A_SECOND = 10000000 };

/* Error numbers of Windows, and the errno for each.  Error messages are made from errno,
** because messages of Windows would be in the user's language. */
static const struct {
  DWORD error;
  int number;
} system_errors[] = {
    {ERROR_FILE_NOT_FOUND, ENOENT},
    {ERROR_PATH_NOT_FOUND, ENOENT},
    {ERROR_INVALID_NAME, ENOENT},
    {ERROR_INVALID_DRIVE, ENOENT},
    {ERROR_BAD_PATHNAME, ENOENT},
    {ERROR_BAD_NETPATH, ENOENT},
    {ERROR_BAD_NET_NAME, ENOENT},
    {ERROR_ACCESS_DENIED, EACCES},
    {ERROR_SHARING_VIOLATION, EACCES},
    {ERROR_LOCK_VIOLATION, EACCES},
    {ERROR_PIPE_BUSY, EBUSY},
    {ERROR_TOO_MANY_OPEN_FILES, EMFILE},
    {ERROR_NOT_ENOUGH_MEMORY, ENOMEM},
    {ERROR_OUTOFMEMORY, ENOMEM},
    {ERROR_FILENAME_EXCED_RANGE, ENAMETOOLONG},
    {ERROR_NO_UNICODE_TRANSLATION, EILSEQ},
};

/* Sets errno and returns false, so that callers can return the result. */
static bool system_fail(DWORD error) {
  errno = EIO;
  for (size_t i = 0; i < sizeof system_errors / sizeof system_errors[0]; i++) {
    if (system_errors[i].error == error) errno = system_errors[i].number;
  }
  return false;
}

/* Converts a text to UTF-16.  On failure sets errno and returns NULL. */
static wchar_t *system_wide(struct arena *arena, const char *text) {
  int count = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, NULL, 0);
  wchar_t *wide = NULL;
  if (count == 0) {
    system_fail(GetLastError());
  } else if ((wide = arena_take(arena, (size_t)count * sizeof *wide)) == NULL) {
    errno = ENOMEM;
  } else {
    MultiByteToWideChar(CP_UTF8, 0, text, -1, wide, count);
  }
  return wide;
}

/* With FILE_FLAG_BACKUP_SEMANTICS a directory can be opened, so the error is `not a
** regular file`.  Other programs may write, rename and delete the open file, as
** on POSIX. */
bool system_open(struct arena *arena, const char *path, intptr_t *file) {
  const wchar_t *name = system_wide(arena, path);
  if (name == NULL) return false;
  HANDLE handle = CreateFileW(name, GENERIC_READ,
                              FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                              NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
  *file = (intptr_t)handle;
  return handle != INVALID_HANDLE_VALUE || system_fail(GetLastError());
}

static struct timespec system_time(int64_t ticks) {
  return (struct timespec){.tv_sec = ticks / TICKS_A_SECOND,
                           .tv_nsec = (long)(ticks % TICKS_A_SECOND) * 100};
}

/* A regular file has the type disk; consoles, pipes and serial lines have other types.
** Some file systems do not record the time of a status change: then it is 0. */
bool system_status(intptr_t file, struct system_status *status) {
  HANDLE handle = (HANDLE)file;
  FILE_BASIC_INFO times;
  FILE_STANDARD_INFO standard;
  *status = (struct system_status){.regular = false};
  if (GetFileType(handle) != FILE_TYPE_DISK) return true;
  if (!GetFileInformationByHandleEx(handle, FileBasicInfo, &times, sizeof times) ||
      !GetFileInformationByHandleEx(handle, FileStandardInfo, &standard,
                                    sizeof standard)) {
    return system_fail(GetLastError());
  }
  status->regular = !standard.Directory;
  status->size = standard.EndOfFile.QuadPart;
  status->written = system_time(times.LastWriteTime.QuadPart);
  status->changed = system_time(times.ChangeTime.QuadPart);
  return true;
}

int64_t system_read(intptr_t file, char *bytes, size_t capacity) {
  DWORD got = 0;
  DWORD wanted = capacity < MAXLONG ? (DWORD)capacity : MAXLONG;
  if (ReadFile((HANDLE)file, bytes, wanted, &got, NULL)) return got;
  system_fail(GetLastError());
  return -1;
}

void system_close(intptr_t file) {
  CloseHandle((HANDLE)file);
}

void system_words(char *words, size_t size) {
  words[0] = 0;
  strerror_s(words, size, errno);
}

/* Converts UTF-16 to UTF-8.  An unpaired surrogate becomes U+FFFD. */
static const char *system_narrow(struct arena *arena, const wchar_t *wide) {
  int size = WideCharToMultiByte(CP_UTF8, 0, wide, -1, NULL, 0, NULL, NULL);
  char *text = arena_take(arena, (size_t)size);
  if (text != NULL) WideCharToMultiByte(CP_UTF8, 0, wide, -1, text, size, NULL, NULL);
  return text;
}

/* If the variable grows between the calls for its size and for its value, the value is
** read again. */
const char *system_variable(struct arena *arena, const char *name) {
  const wchar_t *wide_name = system_wide(arena, name);
  wchar_t *wide = NULL;
  DWORD size = 0, length;
  if (wide_name == NULL) return NULL;
  SetLastError(ERROR_SUCCESS);
  while ((length = GetEnvironmentVariableW(wide_name, wide, size)) > size) {
    size = length;
    wide = arena_take(arena, size * sizeof *wide);
    if (wide == NULL) return NULL;
  }
  bool set = wide != NULL && (length > 0 || GetLastError() != ERROR_ENVVAR_NOT_FOUND);
  return set ? system_narrow(arena, wide) : NULL;
}

#endif
