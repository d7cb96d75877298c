/*
 * memory.c: the allocation functions beyond free and malloc, which are instructions (malloc is not with --malloc-may-fail).
 *
 * Alignments are checked but not otherwise modelled: every heap object is aligned for any scalar type.
 */

/*
 * With --reuse-freed all allocation comes here: what was freed may be what the next caller gets who asks for that size, or not.
 * A block has its size in front of it and never ends, so a use after free is no error here: it hits what the next owner has, as
 * it does natively. The sections make allocations full fences: this is for sequential consistency.
 */
#define __SV_FREED 32
struct __sv_head { unsigned long size, unused; };
static void *__sv_freed[__SV_FREED];
static unsigned long __sv_freed_sizes[__SV_FREED];
static int __sv_n_freed;

static void *__sv_take_freed(unsigned long size) {
    void *found = 0;
    __selvedge_atomic_section_begin();
    for (int i = 0; i < __sv_n_freed; i++) {
        if (__sv_freed_sizes[i] == size && __selvedge_nondet_i1("freed memory comes back")) {
            found = __sv_freed[i];
            __sv_n_freed--;
            __sv_freed[i] = __sv_freed[__sv_n_freed];
            __sv_freed_sizes[i] = __sv_freed_sizes[__sv_n_freed];
            break;
        }
    }
    __selvedge_atomic_section_end();
    return found;
}
void *__sv_alloc_again(unsigned long size) {
    void *found = __sv_take_freed(size);
    if (found) return found;
    struct __sv_head *head = __selvedge_fresh_alloc(sizeof(struct __sv_head) + size);
    head->size = size;
    return head + 1;
}
unsigned long __sv_block_size(const void *block) { return ((const struct __sv_head *)block - 1)->size; }
void __sv_give_back(void *block) {
    if (!block) return;
    __selvedge_atomic_section_begin();
    if (__sv_n_freed == __SV_FREED) __selvedge_unsupported("more than 32 freed blocks with --reuse-freed");
    __sv_freed[__sv_n_freed] = block;
    __sv_freed_sizes[__sv_n_freed] = __sv_block_size(block);
    __sv_n_freed++;
    __selvedge_atomic_section_end();
}

/* With --malloc-may-fail whoever asks the library for memory may get none. */
static int __sv_no_memory(void) {
    if (__selvedge_memory_is_left()) return 0;
    __sv_errno = ENOMEM;
    return 1;
}
void *malloc(size_t size) { return __sv_no_memory() ? 0 : __selvedge_heap_alloc(size, 0); }

static int __sv_too_big(size_t count, size_t size) { return size != 0 && count > SIZE_MAX / 2 / size; }

void *calloc(size_t count, size_t size) {
    if (__sv_too_big(count, size)) {
        __sv_errno = ENOMEM;
        return 0;
    }
    return __sv_no_memory() ? 0 : __selvedge_heap_alloc(count * size, 1);
}

static void *__sv_realloc(void *old, size_t size) {
    if (!old) return __selvedge_heap_alloc(size, 0);
    if (size == 0) {
        __selvedge_heap_free(old);
        return 0;
    }
    size_t old_size = __selvedge_object_size(old);
    void *new = __selvedge_heap_alloc(size, 0);
    __builtin_memcpy(new, old, old_size < size ? old_size : size);
    __selvedge_heap_free(old);
    return new;
}
void *realloc(void *old, size_t size) { return __sv_no_memory() ? 0 : __sv_realloc(old, size); }
void *reallocarray(void *old, size_t count, size_t size) {
    if (__sv_too_big(count, size)) {
        __sv_errno = ENOMEM;
        return 0;
    }
    return __sv_no_memory() ? 0 : __sv_realloc(old, count * size);
}
void cfree(void *pointer) { __selvedge_heap_free(pointer); }
size_t malloc_usable_size(void *pointer) { return pointer ? __selvedge_object_size(pointer) : 0; }

static int __sv_power_of_two(size_t number) { return number != 0 && (number & (number - 1)) == 0; }

static void *__sv_aligned(size_t alignment, size_t size) {
    if (!__sv_power_of_two(alignment)) {
        __sv_errno = EINVAL;
        return 0;
    }
    return __sv_no_memory() ? 0 : __selvedge_heap_alloc(size, 0);
}
void *aligned_alloc(size_t alignment, size_t size) { return __sv_aligned(alignment, size); }
void *memalign(size_t alignment, size_t size) { return __sv_aligned(alignment, size); }
void *valloc(size_t size) { return __sv_no_memory() ? 0 : __selvedge_heap_alloc(size, 0); }
void *pvalloc(size_t size) {
    return __sv_no_memory() ? 0 : __selvedge_heap_alloc((size + 4095) & ~(size_t)4095, 0);
}
int posix_memalign(void **where, size_t alignment, size_t size) {
    if (!__sv_power_of_two(alignment) || alignment % sizeof(void *) != 0) return EINVAL;
    if (!__selvedge_memory_is_left()) return ENOMEM;
    *where = __selvedge_heap_alloc(size, 0);
    return 0;
}
