/* Windows: see recency.h. */
#include "core/research/recency.h"

const struct recency_window *recency_window_search(const struct settings *settings,
                                                   const char *domain, size_t length) {
  const struct deep_research_settings *s = &settings->deep_research;
  for (size_t i = 0; i < s->window_count; i++) {
    const struct recency_window *window = &s->windows[i];
    if (window->length == length && memcmp(window->domain, domain, length) == 0)
      return window;
  }
  return NULL;
}
