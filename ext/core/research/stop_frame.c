/* The rounds of a frame for the stop policy: see stop_frame.h. */
#include "core/research/stop_frame.h"

#include "base/random.h"

static struct stop_node *stop_frame_node_at(const struct stop_frame *frame,
                                            stop_node_number number) {
  return &frame->nodes[number - 1];
}

/* The order of rounds; of those that nobody can tell apart that of their nodes. */
static bool stop_frame_precedes(const struct stop_frame *frame, stop_node_number a,
                                stop_node_number b) {
  int order = stop_order(&stop_frame_node_at(frame, a)->round,
                         &stop_frame_node_at(frame, b)->round);
  return order != 0 ? order < 0 : a < b;
}

/* Takes in the rounds under another node: those before the ones that the node has, or
** those behind them. */
static void stop_frame_take_before(const struct stop_frame *frame,
                                   struct stop_node *node) {
  const struct stop_node *before = stop_frame_node_at(frame, node->before);
  node->span = stop_span_join(&before->span, &node->span);
  const struct stop_round *best = &stop_frame_node_at(frame, node->best)->round;
  if (stop_better(best, &stop_frame_node_at(frame, before->best)->round) <= 0)
    node->best = before->best; /* of equal ones the first */
}

static void stop_frame_take_behind(const struct stop_frame *frame,
                                   struct stop_node *node) {
  const struct stop_node *behind = stop_frame_node_at(frame, node->behind);
  node->span = stop_span_join(&node->span, &behind->span);
  node->last = behind->last;
  const struct stop_round *best = &stop_frame_node_at(frame, behind->best)->round;
  if (stop_better(best, &stop_frame_node_at(frame, node->best)->round) > 0)
    node->best = behind->best;
}

/* Works out what a node says of the rounds under it, from its own and from both sides. */
static void stop_frame_summarise(const struct stop_frame *frame,
                                 stop_node_number number) {
  struct stop_node *node = stop_frame_node_at(frame, number);
  node->span = stop_span_of(&node->round);
  node->last = node->best = number;
  if (node->before != STOP_NO_NODE) stop_frame_take_before(frame, node);
  if (node->behind != STOP_NO_NODE) stop_frame_take_behind(frame, node);
}

static uint32_t stop_frame_rounds_under(const struct stop_frame *frame,
                                        stop_node_number root) {
  return root == STOP_NO_NODE ? 0 : stop_frame_node_at(frame, root)->span.rounds;
}

/* 0..n-1 */
static uint64_t stop_frame_draw_below(struct stop_frame *frame, uint64_t n) {
  return (random_splitmix64(&frame->chance) >> 32) * n >> 32;
}

/* Divides a tree into the rounds before and behind that of a node outside it. */
static void stop_frame_split(struct stop_frame *frame, stop_node_number root,
                             stop_node_number at, stop_node_number *before,
                             stop_node_number *behind) {
  if (root == STOP_NO_NODE) {
    *before = *behind = STOP_NO_NODE;
    return;
  }
  struct stop_node *node = stop_frame_node_at(frame, root);
  if (stop_frame_precedes(frame, root, at)) {
    stop_frame_split(frame, node->behind, at, &node->behind, behind);
    *before = root;
  } else {
    stop_frame_split(frame, node->before, at, before, &node->before);
    *behind = root;
  }
  stop_frame_summarise(frame, root);
}

/* Joins two trees, of which one comes before the other.  Either gives the root as often
** as it has rounds. */
static stop_node_number stop_frame_join(struct stop_frame *frame, stop_node_number before,
                                        stop_node_number behind) {
  if (before == STOP_NO_NODE) return behind;
  if (behind == STOP_NO_NODE) return before;
  uint32_t rounds = stop_frame_rounds_under(frame, before);
  stop_node_number root = before;
  if (stop_frame_draw_below(frame, (uint64_t)rounds +
                                       stop_frame_rounds_under(frame, behind)) < rounds) {
    struct stop_node *node = stop_frame_node_at(frame, before);
    node->behind = stop_frame_join(frame, node->behind, behind);
  } else {
    struct stop_node *node = stop_frame_node_at(frame, behind);
    node->before = stop_frame_join(frame, before, node->before);
    root = behind;
  }
  stop_frame_summarise(frame, root);
  return root;
}

/* Puts a node into a tree; returns the root. */
static stop_node_number stop_frame_insert(struct stop_frame *frame, stop_node_number root,
                                          stop_node_number number) {
  if (stop_frame_draw_below(frame, (uint64_t)stop_frame_rounds_under(frame, root) + 1) ==
      0) {
    struct stop_node *node = stop_frame_node_at(frame, number);
    stop_frame_split(frame, root, number, &node->before, &node->behind);
    stop_frame_summarise(frame, number);
    return number;
  }
  struct stop_node *node = stop_frame_node_at(frame, root);
  if (stop_frame_precedes(frame, number, root)) {
    node->before = stop_frame_insert(frame, node->before, number);
  } else {
    node->behind = stop_frame_insert(frame, node->behind, number);
  }
  stop_frame_summarise(frame, root);
  return root;
}

/* Takes a node out of a tree that has it; returns the root. */
static stop_node_number stop_frame_erase(struct stop_frame *frame, stop_node_number root,
                                         stop_node_number number) {
  struct stop_node *node = stop_frame_node_at(frame, root);
  if (root == number) return stop_frame_join(frame, node->before, node->behind);
  if (stop_frame_precedes(frame, number, root)) {
    node->before = stop_frame_erase(frame, node->before, number);
  } else {
    node->behind = stop_frame_erase(frame, node->behind, number);
  }
  stop_frame_summarise(frame, root);
  return root;
}

/* Many rows at once become a list by `behind`, which is sorted and made a tree: a sort
** under a watch, which is asked now and then. */
struct sorting {
  const struct stop_frame *frame;
  struct sort_watch *watch;
  size_t steps;
};

/* Merges two sorted lists; what comes of it is of no use where the watch stops it. */
static stop_node_number stop_frame_merge(struct sorting *sorting, stop_node_number a,
                                         stop_node_number b) {
  stop_node_number merged = STOP_NO_NODE, *end = &merged;
  while (a != STOP_NO_NODE && b != STOP_NO_NODE) {
    stop_node_number *first = stop_frame_precedes(sorting->frame, a, b) ? &a : &b;
    *end = *first;
    end = &stop_frame_node_at(sorting->frame, *first)->behind;
    *first = *end;
    if (++sorting->steps % SORT_STEPS == 0 && sort_watch_stops(sorting->watch)) break;
  }
  *end = a != STOP_NO_NODE ? a : b;
  return merged;
}

/* Takes rounds off a list as long as they ascend; returns them as a list. */
static stop_node_number stop_frame_take_run(struct stop_frame *frame,
                                            stop_node_number *list) {
  stop_node_number run = *list, last = run;
  stop_node_number next = stop_frame_node_at(frame, last)->behind;
  while (next != STOP_NO_NODE && stop_frame_precedes(frame, last, next)) {
    last = next;
    next = stop_frame_node_at(frame, last)->behind;
  }
  stop_frame_node_at(frame, last)->behind = STOP_NO_NODE;
  *list = next;
  return run;
}

/* Lists of 1, 2, 4, ... runs each: as many as all nodes that there may be can take. */
#define MERGE_LEVELS 33

/* Lists all rows in the order of their rounds: runs that ascend are merged by two, so
** rows in round order cost O(rows).  False where the watch stopped it. */
static bool stop_frame_list_rows(struct stop_frame *frame, struct sort_watch *watch,
                                 stop_node_number *sorted) {
  struct sorting sorting = {frame, watch, 0};
  stop_node_number levels[MERGE_LEVELS] = {STOP_NO_NODE}, rows = frame->oldest;
  for (stop_node_number n = rows; n != STOP_NO_NODE;
       n = stop_frame_node_at(frame, n)->next)
    stop_frame_node_at(frame, n)->behind = stop_frame_node_at(frame, n)->next;
  while (rows != STOP_NO_NODE) {
    stop_node_number run = stop_frame_take_run(frame, &rows);
    int level = 0;
    for (; levels[level] != STOP_NO_NODE; level++) {
      run = stop_frame_merge(&sorting, levels[level], run);
      levels[level] = STOP_NO_NODE;
    }
    levels[level] = run;
  }
  *sorted = STOP_NO_NODE;
  for (int level = 0; level < MERGE_LEVELS; level++)
    *sorted = stop_frame_merge(&sorting, levels[level], *sorted);
  return watch == NULL || !watch->stopped;
}

/* Makes a tree of the first `count` rounds of a sorted list, which loses them. */
static stop_node_number stop_frame_build(struct stop_frame *frame, stop_node_number *list,
                                         uint32_t count) {
  if (count == 0) return STOP_NO_NODE;
  stop_node_number before = stop_frame_build(frame, list, count / 2), root = *list;
  struct stop_node *node = stop_frame_node_at(frame, root);
  *list = node->behind;
  node->before = before;
  node->behind = stop_frame_build(frame, list, count - count / 2 - 1);
  stop_frame_summarise(frame, root);
  return root;
}

/* Goes back to the state before the first round. */
static void stop_frame_restart(struct stop_frame *frame) {
  frame->state = (struct stop_state){0};
  frame->last = STOP_NO_NODE;
  frame->unseen = frame->oldest;
  frame->stale = false;
}

void stop_frame_forget(struct stop_frame *frame) {
  frame->root = STOP_NO_NODE;
  frame->waiting = frame->oldest;
  frame->waiting_rows = frame->rows;
}

static bool stop_frame_rebuild(struct stop_frame *frame, struct sort_watch *watch) {
  stop_node_number list;
  stop_frame_forget(frame);
  if (!stop_frame_list_rows(frame, watch, &list)) return false;
  frame->root = stop_frame_build(frame, &list, frame->rows);
  frame->waiting = STOP_NO_NODE;
  frame->waiting_rows = 0;
  return true;
}

/* Where so many rows are in the tree to one that waits, that one is inserted. */
#define FEW_WAIT 4

/* Puts the rows that wait into the tree. */
static bool stop_frame_settle(struct stop_frame *frame, struct sort_watch *watch) {
  if (frame->waiting_rows > frame->rows / FEW_WAIT)
    return stop_frame_rebuild(frame, watch);
  while (frame->waiting != STOP_NO_NODE) {
    stop_node_number number = frame->waiting;
    frame->waiting = stop_frame_node_at(frame, number)->next;
    frame->waiting_rows--;
    frame->root = stop_frame_insert(frame, frame->root, number);
  }
  return true;
}

void stop_frame_extend(struct stop_frame *frame, struct stop_node *nodes,
                       uint32_t capacity) {
  frame->nodes = nodes;
  frame->capacity = capacity;
}

void stop_frame_enter(struct stop_frame *frame, const struct stop_round *round) {
  stop_node_number number = frame->unused;
  if (number != STOP_NO_NODE) {
    frame->unused = stop_frame_node_at(frame, number)->next;
  } else {
    number = ++frame->used;
  }
  *stop_frame_node_at(frame, number) = (struct stop_node){.round = *round};
  if (frame->rows == 0) {
    frame->oldest = number;
  } else {
    stop_frame_node_at(frame, frame->latest)->next = number;
  }
  frame->latest = number;
  frame->rows++;
  frame->waiting_rows++;
  if (frame->waiting == STOP_NO_NODE) frame->waiting = number;
  if (frame->unseen == STOP_NO_NODE) frame->unseen = number;
}

struct value stop_frame_leave(struct stop_frame *frame) {
  stop_node_number number = frame->oldest;
  struct stop_node *node = stop_frame_node_at(frame, number);
  if (frame->unseen == number) {
    frame->unseen = node->next;
  } else if (!frame->stale && !stop_frame_precedes(frame, frame->last, number)) {
    frame->stale = true; /* the state looked at it */
  }
  if (frame->waiting == number) {
    frame->waiting = node->next;
    frame->waiting_rows--;
  } else {
    frame->root = stop_frame_erase(frame, frame->root, number);
  }
  frame->oldest = node->next;
  frame->rows--;
  node->next = frame->unused;
  frame->unused = number;
  return node->round.round;
}

static void stop_frame_look_at(struct stop_frame *frame, stop_node_number number) {
  stop_advance(&frame->state, &stop_frame_node_at(frame, number)->round, &frame->policy);
  frame->last = number;
}

/* Moves the state on by the rounds under a node, or up to the one that ends the run. */
static void stop_frame_walk(struct stop_frame *frame, stop_node_number root) {
  if (root == STOP_NO_NODE || frame->state.action != STOP_CONTINUE) return;
  const struct stop_node *node = stop_frame_node_at(frame, root);
  if (!stop_ends_within(&frame->state, &node->span, &frame->policy)) {
    stop_step_over(&frame->state, &node->span,
                   &stop_frame_node_at(frame, node->last)->round,
                   &stop_frame_node_at(frame, node->best)->round);
    frame->last = node->last;
    return;
  }
  stop_frame_walk(frame, node->before);
  if (frame->state.action == STOP_CONTINUE) stop_frame_look_at(frame, root);
  stop_frame_walk(frame, node->behind);
}

/* Takes rows into account that entered since the last answer, as long as they come behind
** what the state has looked at; behind the end of a run they change nothing. */
static void stop_frame_follow(struct stop_frame *frame) {
  while (frame->unseen != STOP_NO_NODE && !frame->stale) {
    stop_node_number number = frame->unseen;
    if (frame->last != STOP_NO_NODE && stop_frame_precedes(frame, number, frame->last)) {
      frame->stale = true;
    } else {
      if (frame->state.action == STOP_CONTINUE) stop_frame_look_at(frame, number);
      frame->unseen = stop_frame_node_at(frame, number)->next;
    }
  }
}

static bool stop_frame_same_policy(const struct stop_policy *a,
                                   const struct stop_policy *b) {
  return a->patience == b->patience && a->max_rounds == b->max_rounds;
}

const struct stop_state *stop_frame_state(struct stop_frame *frame,
                                          const struct stop_policy *policy,
                                          struct sort_watch *watch) {
  if (!stop_frame_same_policy(policy, &frame->policy)) {
    frame->policy = *policy;
    stop_frame_restart(frame);
  }
  stop_frame_follow(frame);
  if (frame->stale) {
    if (!stop_frame_settle(frame, watch)) return NULL;
    stop_frame_restart(frame);
    stop_frame_walk(frame, frame->root);
    frame->unseen = STOP_NO_NODE;
  }
  return &frame->state;
}
