/*
 * atomics_lib.c: libatomic, which clang calls for atomics that no machine instruction serves.
 *
 * Objects of any size are moved inside an atomic section: libatomic takes a lock, so each call is one step and
 * a full fence, whatever order it asks for. Sizes 1 to 8 are the builtins with the order given.
 * (clang reserves these names; hence the assembler labels.)
 */

void __sv_atomic_load(size_t size, void *from, void *to, int order) __asm__("__atomic_load");
void __sv_atomic_load(size_t size, void *from, void *to, int order) {
    __selvedge_atomic_section_begin();
    __builtin_memcpy(to, from, size);
    __selvedge_atomic_section_end();
}
void __sv_atomic_store(size_t size, void *to, void *from, int order) __asm__("__atomic_store");
void __sv_atomic_store(size_t size, void *to, void *from, int order) {
    __selvedge_atomic_section_begin();
    __builtin_memcpy(to, from, size);
    __selvedge_atomic_section_end();
}
void __sv_atomic_exchange(size_t size, void *object, void *value, void *old, int order) __asm__("__atomic_exchange");
void __sv_atomic_exchange(size_t size, void *object, void *value, void *old, int order) {
    __selvedge_atomic_section_begin();
    /* `value` and `old` may be the same object. */
    char *held = __selvedge_heap_alloc(size, 0);
    __builtin_memcpy(held, object, size);
    __builtin_memcpy(object, value, size);
    __builtin_memcpy(old, held, size);
    __selvedge_heap_free(held);
    __selvedge_atomic_section_end();
}
/* Word by word where the size allows, because the words may be pointers. */
static _Bool __sv_same(const void *a, const void *b, size_t size) {
    if (size % 8 != 0) return __sv_memcmp(a, b, size) == 0;
    for (size_t i = 0; i < size / 8; i++)
        if (((const unsigned long *)a)[i] != ((const unsigned long *)b)[i]) return 0;
    return 1;
}
_Bool __sv_atomic_compare_exchange(size_t size, void *object, void *expected, void *desired, int success, int failure)
    __asm__("__atomic_compare_exchange");
_Bool __sv_atomic_compare_exchange(size_t size, void *object, void *expected, void *desired, int success,
                                   int failure) {
    __selvedge_atomic_section_begin();
    _Bool equal = __sv_same(object, expected, size);
    if (equal) __builtin_memcpy(object, desired, size);
    else __builtin_memcpy(expected, object, size);
    __selvedge_atomic_section_end();
    return equal;
}
_Bool __sv_atomic_is_lock_free(size_t size, const void *object) __asm__("__atomic_is_lock_free");
_Bool __sv_atomic_is_lock_free(size_t size, const void *object) {
    return size == 1 || size == 2 || size == 4 || size == 8;
}

#define SIZED(n, type)                                                                                      \
    type __sv_atomic_load_##n(const void *object, int order) __asm__("__atomic_load_" #n);                  \
    type __sv_atomic_load_##n(const void *object, int order) {                                              \
        return __atomic_load_n((const type *)object, order);                                                \
    }                                                                                                       \
    void __sv_atomic_store_##n(void *object, type value, int order) __asm__("__atomic_store_" #n);          \
    void __sv_atomic_store_##n(void *object, type value, int order) {                                       \
        __atomic_store_n((type *)object, value, order);                                                     \
    }                                                                                                       \
    type __sv_atomic_exchange_##n(void *object, type value, int order) __asm__("__atomic_exchange_" #n);    \
    type __sv_atomic_exchange_##n(void *object, type value, int order) {                                    \
        return __atomic_exchange_n((type *)object, value, order);                                           \
    }                                                                                                       \
    _Bool __sv_atomic_compare_exchange_##n(void *object, void *expected, type desired, int success,         \
                                           int failure) __asm__("__atomic_compare_exchange_" #n);           \
    _Bool __sv_atomic_compare_exchange_##n(void *object, void *expected, type desired, int success,         \
                                           int failure) {                                                   \
        return __atomic_compare_exchange_n((type *)object, (type *)expected, desired, 0, success, failure); \
    }                                                                                                       \
    FETCH(n, type, add)                                                                                     \
    FETCH(n, type, sub)                                                                                     \
    FETCH(n, type, and)                                                                                     \
    FETCH(n, type, or)                                                                                      \
    FETCH(n, type, xor)
#define FETCH(n, type, operation)                                                     \
    type __sv_atomic_fetch_##operation##_##n(void *object, type value, int order)     \
        __asm__("__atomic_fetch_" #operation "_" #n);                                 \
    type __sv_atomic_fetch_##operation##_##n(void *object, type value, int order) {   \
        return __atomic_fetch_##operation((type *)object, value, order);              \
    }
SIZED(1, uint8_t)
SIZED(2, uint16_t)
SIZED(4, uint32_t)
SIZED(8, uint64_t)
#undef SIZED
#undef FETCH
