// Objects under locks, and threads that call what a script says. THREADS, CALLS, SCRIPT and BEFORE come from outside.
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#define METHOD(body) do { pthread_mutex_lock(&lock); body; pthread_mutex_unlock(&lock); } while (0)

struct counter { int value; };
void counter_inc(struct counter *c) { METHOD(c->value++); }
int counter_get(struct counter *c) { int r; METHOD(r = c->value); return r; }
int counter_fetch_add(struct counter *c, int n) { int r; METHOD(r = c->value; c->value += n); return r; }

struct reg { int value; };
int register_read(struct reg *g) { int r; METHOD(r = g->value); return r; }
void register_write(struct reg *g, int v) { METHOD(g->value = v); }
int register_exchange(struct reg *g, int v) { int r; METHOD(r = g->value; g->value = v); return r; }

struct node { int value; struct node *next; };
struct set { struct node *first; };
static struct node **find(struct set *s, int v) {
    struct node **at = &s->first;
    while (*at && (*at)->value != v) at = &(*at)->next;
    return at;
}
static int insert(struct set *s, int v) {
    if (*find(s, v)) return 0;
    struct node *node = malloc(sizeof *node);
    node->value = v;
    node->next = s->first;
    s->first = node;
    return 1;
}
static int take_out(struct set *s, int v) {
    struct node **at = find(s, v);
    if (!*at) return 0;
    *at = (*at)->next;
    return 1;
}
int set_add(struct set *s, int v) { int r; METHOD(r = insert(s, v)); return r; }
int set_remove(struct set *s, int v) { int r; METHOD(r = take_out(s, v)); return r; }
int set_contains(struct set *s, int v) { int r; METHOD(r = *find(s, v) != NULL); return r; }

struct map { int value[4]; };
int map_put(struct map *m, int k, int v) { int r; METHOD(r = m->value[k]; m->value[k] = v); return r; }
int map_get(struct map *m, int k) { int r; METHOD(r = m->value[k]); return r; }
int map_remove(struct map *m, int k) { int r; METHOD(r = m->value[k]; m->value[k] = 0); return r; }

struct sequence { int first, next, item[160]; };
void queue_enqueue(struct sequence *q, int v) { METHOD(q->item[q->next++] = v); }
int queue_dequeue(struct sequence *q) {
    int r = 0;
    METHOD(if (q->first < q->next) r = q->item[q->first++]);
    return r;
}
int queue_size(struct sequence *q) { int r; METHOD(r = q->next - q->first); return r; }
void stack_push(struct sequence *s, int v) { METHOD(s->item[s->next++] = v); }
int stack_pop(struct sequence *s) {
    int r = 0;
    METHOD(if (s->next) r = s->item[--s->next]);
    return r;
}
int stack_size(struct sequence *s) { int r; METHOD(r = s->next); return r; }

struct forest { int parent[4]; };
static int root(struct forest *f, int x) {
    while (f->parent[x] != x) {
        if (f->parent[f->parent[x]] != f->parent[x]) f->parent[x] = f->parent[f->parent[x]];
        x = f->parent[x];
    }
    return x;
}
int uf_find(struct forest *f, int x) { int r; METHOD(r = root(f, x)); return r; }
int uf_same(struct forest *f, int a, int b) { int r; METHOD(r = root(f, a) == root(f, b)); return r; }
void uf_union(struct forest *f, int a, int b) {
    METHOD(int winner = root(f, a); int loser = root(f, b); f->parent[loser] = winner);
}

static struct counter a_counter;
static struct reg a_register;
static struct set a_set;
static struct map a_map;
static struct sequence a_queue, a_stack;
static struct forest a_forest;

struct forest *new_forest(void) {
    for (int i = 0; i < 4; i++) a_forest.parent[i] = i;
    return &a_forest;
}

struct call { int object, method, x, y; };
static const struct call script[THREADS][CALLS] = SCRIPT;
static const struct call before[CALLS] = BEFORE;
int outcome[THREADS * CALLS + 20];

static int perform(const struct call *c) {
    switch (3 * c->object + c->method) {
    case 0: counter_inc(&a_counter); return 0;
    case 1: return counter_get(&a_counter);
    case 2: return counter_fetch_add(&a_counter, c->x);
    case 3: return register_read(&a_register);
    case 4: register_write(&a_register, c->x); return 0;
    case 5: return register_exchange(&a_register, c->x);
    case 6: return set_add(&a_set, c->x);
    case 7: return set_remove(&a_set, c->x);
    case 8: return set_contains(&a_set, c->x);
    case 9: return map_put(&a_map, c->x, c->y);
    case 10: return map_get(&a_map, c->x);
    case 11: return map_remove(&a_map, c->x);
    case 12: queue_enqueue(&a_queue, c->x); return 0;
    case 13: return queue_dequeue(&a_queue);
    case 14: return queue_size(&a_queue);
    case 15: stack_push(&a_stack, c->x); return 0;
    case 16: return stack_pop(&a_stack);
    case 17: return stack_size(&a_stack);
    case 18: uf_union(&a_forest, c->x, c->y); return 0;
    case 19: return uf_find(&a_forest, c->x);
    default: return uf_same(&a_forest, c->x, c->y);
    }
}
#ifdef SAME
static void *client(void *arg) {
    for (int i = 0; i < CALLS; i++) perform(&script[0][i]);
    return arg;
}
#else
static void *client(void *arg) {
    intptr_t t = (intptr_t)arg;
    for (int i = 0; i < CALLS; i++) outcome[t * CALLS + i] = perform(&script[t][i]);
    return NULL;
}
#endif
int main(void) {
    new_forest();
    for (int i = 0; i < CALLS; i++) perform(&before[i]);
    pthread_t t[THREADS];
    for (int i = 0; i < THREADS; i++) {
#ifdef SAME
        pthread_create(&t[i], NULL, client, NULL);
#else
        pthread_create(&t[i], NULL, client, (void *)(intptr_t)i);
#endif
    }
    for (int i = 0; i < THREADS; i++) pthread_join(t[i], NULL);
    int *out = outcome + THREADS * CALLS;
    *out++ = counter_get(&a_counter);
    *out++ = register_read(&a_register);
    for (int i = 1; i < 3; i++) *out++ = set_contains(&a_set, i);
    for (int i = 1; i < 3; i++) *out++ = map_get(&a_map, i);
    for (int i = 0; i < 4; i++) *out++ = queue_dequeue(&a_queue);
    for (int i = 0; i < 4; i++) *out++ = stack_pop(&a_stack);
    for (int i = 0; i < 4; i++) *out++ = uf_find(&a_forest, i);
    return 0;
}
