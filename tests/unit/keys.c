/*
** Tests the key table.  Every setting has one row, which documents its key.  The files in
** config/ describe each key in the words of the table.  They state the defaults, so
** loading them changes no setting.
*/
#include "settings/keys/keys.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "settings/keys/key_type.h"
#include "settings/outside/file.h"
#include "settings/keys/listing.h"
#include "settings/keys/suggest.h"
#include "tap.h"

static void rows(void) {
  int documented = 0, unique = 0;
  int count = (int)settings_key_count;
  for (size_t i = 0; i < settings_key_count; i++) {
    const struct key *key = &settings_keys[i];
    documented += key->help != NULL && key->source != NULL && key->help[0] != 0;
    unique += key_find(key->path) == key;
    if (key->follows != NULL && key_find(key->follows) == NULL) {
      tap_ok(false, "%s follows a key that exists", key->path);
    }
  }
  tap_is_int(documented, count, "all of %d keys have a meaning and a source", count);
  tap_is_int(unique, count, "no path occurs twice");
  tap_ok(key_find("evaluation") == NULL, "the beginning of a path is no key");
}

/* If a path matches two keys, the later one in the key table applies. */
static void wildcards(void) {
  static const char *const paths[] = {"evaluation.deep_research.recency_windows.default",
                                      "tier2_scorers.*.strategy_weights.default"};
  static const char *const also[] = {"evaluation.deep_research.recency_windows.*",
                                     "tier2_scorers.*.strategy_weights.*"};
  for (int i = 0; i < 2; i++) {
    tap_ok(key_find(also[i]) != NULL && key_find(also[i]) < key_find(paths[i]),
           "%s comes before %s", also[i], paths[i]);
  }
}

/* The built-in numbers lie in the ranges that a settings document must keep to. */
static void defaults(void) {
  int kept = 0, numbers = 0;
  for (size_t i = 0; i < listing_count(&settings_defaults); i++) {
    struct setting setting = listing_at(&settings_defaults, i);
    const struct key *key = setting.key;
    const void *value = listing_value(&settings_defaults, &setting);
    if (key->type != KEY_COUNT && key->type != KEY_NUMBER) continue;
    double number = key->type == KEY_COUNT ? *(const int *)value : *(const double *)value;
    numbers++;
    kept += number >= key->low && number <= key->high;
  }
  tap_is_int(kept, numbers, "all of %d built-in numbers are in range", numbers);
}

static char *read_file(const char *path) {
  FILE *file = fopen(path, "rb");
  if (file == NULL) tap_bail("%s", path);
  char *text = calloc(1, 1 << 17);
  if (text == NULL || fread(text, 1, (1 << 17) - 1, file) == 0) tap_bail("%s", path);
  fclose(file);
  return text;
}

static char *comments_of(const char *text) {
  char *comments = calloc(1, strlen(text) + 2), *to = comments;
  if (comments == NULL) tap_bail("out of memory");
  for (const char *line = text; *line != 0;) {
    size_t length = strcspn(line, "\n");
    size_t indent = strspn(line, " ");
    if (line[indent] == '#' && line[indent + 1] == ' ') {
      memcpy(to, line + indent + 2, length - indent - 2);
      to += length - indent - 2;
      *to++ = ' ';
    }
    line += length + (line[length] == '\n');
  }
  return comments;
}

/* Returns the text by which config/ must describe a key, for example `Half-life of the
** domain. Value: a whole number of days > 0. Source: ...` */
static char *sentence_of(const struct key *key) {
  sqlite3_str *text = sqlite3_str_new(NULL);
  sqlite3_str_appendf(text, "%s. Value: ", key->help);
  key_type_append_rule(text, key, &settings_defaults);
  sqlite3_str_appendf(text, ". Source: %s.", key->source);
  return sqlite3_str_finish(text);
}

static void comments(const char *const *texts) {
  int documented = 0, wanted = 0;
  for (size_t i = 0; i < settings_key_count; i++) {
    const struct key *key = &settings_keys[i];
    /* config/ can omit a key whose default is the value of another key. */
    if (key->follows != NULL) continue;
    char *sentence = sentence_of(key);
    bool found = strstr(texts[0], sentence) != NULL || strstr(texts[1], sentence) != NULL;
    if (!found) tap_diag("%s", sentence);
    wanted++;
    documented += found;
    sqlite3_free(sentence);
  }
  tap_is_int(documented, wanted, "the files describe %d keys as the table does", wanted);
}

/* Loads the two files of config/, one after the other, as assay_load(path, 'strict')
** does. */
static struct loaded_settings *load_files(const char *const *paths) {
  struct loaded_settings *loaded = NULL;
  for (int i = 0; i < 2; i++) {
    struct loaded_settings *old = loaded;
    char *problem;
    loaded = settings_load_file(old, paths[i], &problem);
    settings_free(old);
    if (loaded == NULL) tap_bail("%s", problem);
    tap_is_int((int)loaded->changed, 0, "%s changes nothing", paths[i]);
    tap_is_int((int)loaded->warning_count, 0, "... and is loaded without a report");
  }
  return loaded;
}

/* The files give a value for every setting.  The exception is a setting whose default is
** the value of another setting. */
static void complete(const struct loaded_settings *loaded) {
  int stated = 0, count = (int)listing_count(&settings_defaults);
  for (size_t i = 0; i < (size_t)count; i++) {
    struct setting setting = listing_at(&settings_defaults, i);
    sqlite3_str *text = sqlite3_str_new(NULL);
    listing_append_path(&settings_defaults, &setting, text);
    char *path = sqlite3_str_finish(text);
    bool found = setting.key->follows != NULL || settings_origin(loaded, path) != NULL;
    if (!found) tap_diag("%s", path);
    stated += found;
    sqlite3_free(path);
  }
  tap_is_int(stated, count, "the files set all of %d settings", count);
}

static void files(void) {
  static const char *const paths[2] = {"config/evaluation.yaml", "config/scoring.yaml"};
  char *texts[2], *said[2];
  for (int i = 0; i < 2; i++) {
    texts[i] = read_file(paths[i]);
    said[i] = comments_of(texts[i]);
  }
  comments((const char *const *)said);
  struct loaded_settings *loaded = load_files(paths);
  complete(loaded);
  char of_files[LISTING_DIGEST_SIZE], of_defaults[LISTING_DIGEST_SIZE];
  tap_ok(listing_digest(&loaded->settings, "", of_files) &&
             listing_digest(&settings_defaults, "", of_defaults) &&
             strcmp(of_files, of_defaults) == 0,
         "files and built-in settings have one digest");
  tap_ok(memcmp(&loaded->settings.deep_research.strategies[3].weights,
                &settings_defaults.deep_research.strategies[3].weights,
                sizeof(struct weights)) == 0,
         "computed centroids and printed ones are equal bit for bit, their sum, too");
  settings_free(loaded);
  for (int i = 0; i < 2; i++) {
    free(texts[i]);
    free(said[i]);
  }
}

static void suggests(const char *misspelt, const char *want) {
  static const char *const names[] = {"recency_windows", "relevance", "patience", "max",
                                      "min"};
  struct suggestion suggestion = {.misspelt = {misspelt, strlen(misspelt)}};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    suggest(&suggestion, names[i], strlen(names[i]));
  tap_is_text(suggestion.name.text, want, "%s is nearest to that", misspelt);
}

static void suggestions(void) {
  suggests("recency_window", "recency_windows");
  suggests("recnecy_windwos", "recency_windows");
  suggests("relevanz", "relevance");
  suggests("patience", "patience");
  suggests("mxa", "max");
  suggests("budget", NULL);
  suggests("", NULL);
}

int main(void) {
  rows();
  wildcards();
  defaults();
  files();
  suggestions();
  return tap_done();
}
