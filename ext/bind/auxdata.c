/* Auxiliary data of arguments: see auxdata.h. */
#include "bind/auxdata.h"

static void auxdata_release(void *held) {
  struct auxdata_group *group = held;
  if (--group->holders == 0) sqlite3_free(group);
}

/* auxdata_numbers() asks for the auxiliary data of argument `first`.  SQLite searches
** from the latest to the oldest data.  So the data of argument `first` are set last, and
** found at once. */
void auxdata_keep_numbers(sqlite3_context *context, int first, int count,
                          const double *numbers) {
  if (!auxdata_pays(context)) return;
  size_t size = sizeof(double) * (size_t)count;
  struct auxdata_group *group = sqlite3_malloc64(sizeof *group + size);
  if (group == NULL) return;
  group->holders = count;
  group->count = count;
  for (int i = 0; i < count; i++)
    group->numbers[i] = numbers[i];
  for (int i = count - 1; i >= 0; i--)
    sqlite3_set_auxdata(context, first + i, group, auxdata_release);
}
