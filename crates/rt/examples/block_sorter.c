/* Work like a parallel compressor's: threads take blocks from a queue under a lock, sort all rotations of a block, move to
 * front, and count lengths; results are put into a table under another lock and collected at the end.
 * usage: block_sorter [blocks [threads]] */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 60000, MOST_BLOCKS = 4096 };

struct result {
    unsigned length, check;
};

static pthread_mutex_t queue_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t result_lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned n_blocks = 24, next_block;
static struct result *results[MOST_BLOCKS];

static void fill(unsigned char *text, unsigned block) {
    unsigned state = block * 2654435761u + 1;
    for (unsigned at = 0; at < BLOCK; at++) {
        state = state * 1664525u + 1013904223u;
        /* Words repeat, as in text. */
        text[at] = at > 400 && state >> 28 < 13 ? text[at - 300 - (state >> 20 & 63)] : 'a' + (state >> 24) % 26;
    }
}

static int is_greater(const unsigned char *text, unsigned left, unsigned right) {
    for (unsigned step = 0; step < BLOCK; step++) {
        if (text[left] != text[right]) return text[left] > text[right];
        if (++left == BLOCK) left = 0;
        if (++right == BLOCK) right = 0;
    }
    return 0;
}

static void sort(const unsigned char *text, unsigned *order, unsigned count) {
    for (unsigned gap = count / 2; gap > 0; gap /= 2)
        for (unsigned at = gap; at < count; at++) {
            unsigned held = order[at], place = at;
            while (place >= gap && is_greater(text, order[place - gap], held)) {
                order[place] = order[place - gap];
                place -= gap;
            }
            order[place] = held;
        }
}

static void sort_rotations(const unsigned char *text, unsigned *order) {
    static __thread unsigned starts[65537];
    memset(starts, 0, sizeof starts);
    for (unsigned at = 0; at < BLOCK; at++) starts[(text[at] << 8 | text[(at + 1) % BLOCK]) + 1]++;
    for (unsigned key = 0; key < 65536; key++) starts[key + 1] += starts[key];
    for (unsigned at = 0; at < BLOCK; at++) order[starts[text[at] << 8 | text[(at + 1) % BLOCK]]++] = at;
    for (unsigned key = 0, from = 0; key < 65536; from = starts[key++])
        if (starts[key] - from > 1) sort(text, order + from, starts[key] - from);
}

static struct result *compress(unsigned block) {
    unsigned char *text = malloc(BLOCK), front[256];
    unsigned *order = malloc(BLOCK * sizeof *order);
    struct result *result = malloc(sizeof *result);
    *result = (struct result){0, 0};
    fill(text, block);
    sort_rotations(text, order);
    for (unsigned value = 0; value < 256; value++) front[value] = value;
    for (unsigned at = 0; at < BLOCK; at++) {
        unsigned char wanted = text[(order[at] + BLOCK - 1) % BLOCK], moved = front[0];
        unsigned place = 0;
        while (moved != wanted) {
            unsigned char next = front[++place];
            front[place] = moved;
            moved = next;
        }
        front[0] = wanted;
        for (result->length++; place > 1; place /= 2) result->length++;
        result->check = result->check * 31 + place + wanted;
    }
    free(text);
    free(order);
    return result;
}

static void *work(void *unused) {
    for (;;) {
        pthread_mutex_lock(&queue_lock);
        unsigned block = next_block < n_blocks ? next_block++ : n_blocks;
        pthread_mutex_unlock(&queue_lock);
        if (block == n_blocks) return unused;
        struct result *result = compress(block);
        pthread_mutex_lock(&result_lock);
        results[block] = result;
        pthread_mutex_unlock(&result_lock);
    }
}

int main(int count, char **arguments) {
    unsigned n_threads = count > 2 ? atoi(arguments[2]) : 2, total = 0, check = 0;
    if (count > 1) n_blocks = atoi(arguments[1]);
    if (n_threads < 1 || n_threads > 64 || n_blocks > MOST_BLOCKS) return 2;
    pthread_t threads[64];
    for (unsigned thread = 0; thread < n_threads; thread++) pthread_create(&threads[thread], 0, work, 0);
    for (unsigned thread = 0; thread < n_threads; thread++) pthread_join(threads[thread], 0);
    for (unsigned block = 0; block < n_blocks; block++) {
        total += results[block]->length;
        check = check * 31 + results[block]->check;
        free(results[block]);
    }
    printf("%u %08x\n", total, check);
    return 0;
}
