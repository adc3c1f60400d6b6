/* What a statement remembers about its arguments: see auxdata.h. */
#include "bind/auxdata.h"

static void auxdata_release(void *held) {
  struct auxdata_group *group = held;
  if (--group->holders == 0) sqlite3_free(group);
}

/* SQLite searches auxiliary data from the latest to the oldest, and auxdata_numbers()
** asks for the data of the argument with index `first`.  So these data are set last, and
** SQLite finds them at once. */
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
