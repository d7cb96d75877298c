/*
 * cxx_runtime.c: what compiled C++ calls behind the user's back: new and delete, guards of static locals, exceptions,
 * and the throw helpers of libstdc++ (Itanium ABI, libstdc++ 9 and later).
 *
 * Exceptions are unsupported where they are thrown. Unhandled misuse (std::terminate, a pure virtual call) is a
 * failed assertion, because in C++ it is never a way to end a correct program.
 */

#define CXX(result, name, symbol, ...)      \
    result name(__VA_ARGS__) __asm__(symbol); \
    result name(__VA_ARGS__)

CXX(void *, __sv_new, "_Znwm", size_t size) { return __selvedge_heap_new(size); }
CXX(void *, __sv_new_array, "_Znam", size_t size) { return __selvedge_heap_new_array(size); }
CXX(void *, __sv_new_nothrow, "_ZnwmRKSt9nothrow_t", size_t size, void *tag) {
    return __sv_no_memory() ? 0 : __selvedge_heap_new(size);
}
CXX(void *, __sv_new_array_nothrow, "_ZnamRKSt9nothrow_t", size_t size, void *tag) {
    return __sv_no_memory() ? 0 : __selvedge_heap_new_array(size);
}
CXX(void *, __sv_new_aligned, "_ZnwmSt11align_val_t", size_t size, size_t align) {
    return __selvedge_heap_alloc(size, 0);
}
CXX(void *, __sv_new_array_aligned, "_ZnamSt11align_val_t", size_t size, size_t align) {
    return __selvedge_heap_alloc(size, 0);
}
CXX(void, __sv_delete, "_ZdlPv", void *p) { __selvedge_heap_delete(p); }
CXX(void, __sv_delete_array, "_ZdaPv", void *p) { __selvedge_heap_delete_array(p); }
CXX(void, __sv_delete_sized, "_ZdlPvm", void *p, size_t size) { __selvedge_heap_delete(p); }
CXX(void, __sv_delete_array_sized, "_ZdaPvm", void *p, size_t size) { __selvedge_heap_delete_array(p); }
CXX(void, __sv_delete_nothrow, "_ZdlPvRKSt9nothrow_t", void *p, void *tag) { __selvedge_heap_delete(p); }
CXX(void, __sv_delete_array_nothrow, "_ZdaPvRKSt9nothrow_t", void *p, void *tag) { __selvedge_heap_delete_array(p); }
CXX(void, __sv_delete_aligned, "_ZdlPvSt11align_val_t", void *p, size_t align) { __selvedge_heap_free(p); }
CXX(void, __sv_delete_array_aligned, "_ZdaPvSt11align_val_t", void *p, size_t align) { __selvedge_heap_free(p); }
CXX(void, __sv_delete_sized_aligned, "_ZdlPvmSt11align_val_t", void *p, size_t size, size_t align) {
    __selvedge_heap_free(p);
}
CXX(void, __sv_delete_array_sized_aligned, "_ZdaPvmSt11align_val_t", void *p, size_t size, size_t align) {
    __selvedge_heap_free(p);
}
/* The tag object std::nothrow. */
char __sv_nothrow __asm__("_ZSt7nothrow") = 0;

/* A static local: the compiler checks the first byte with an acquire load, then calls these. */
int __cxa_guard_acquire(unsigned char *guard) { return __selvedge_once_begin(guard); }
void __cxa_guard_release(unsigned char *guard) {
    __atomic_store_n(guard, 1, __ATOMIC_RELEASE);
    __selvedge_once_end(guard);
}
void __cxa_guard_abort(unsigned char *guard) { __selvedge_unsupported("exception in the initialiser of a static local"); }

_Noreturn void __cxa_pure_virtual(void) { __selvedge_assert_fail("pure virtual method called"); }
_Noreturn void __cxa_deleted_virtual(void) { __selvedge_assert_fail("deleted virtual method called"); }
CXX(_Noreturn void, __sv_terminate, "_ZSt9terminatev", void) { __selvedge_assert_fail("std::terminate called"); }
CXX(_Noreturn void, __sv_glibcxx_assert_fail, "_ZSt21__glibcxx_assert_failPKciS0_S0_", const char *file, int line,
    const char *function, const char *condition) {
    __selvedge_precondition_fail();
}
CXX(_Bool, __sv_uncaught, "_ZSt18uncaught_exceptionv", void) { return 0; }
CXX(int, __sv_uncaught_count, "_ZSt19uncaught_exceptionsv", void) { return 0; }

/* Exceptions. */
#define THROWN __selvedge_unsupported("C++ exception thrown")
void *__cxa_allocate_exception(size_t size) { THROWN; }
void __cxa_free_exception(void *exception) { THROWN; }
void __cxa_throw(void *exception, void *type, void (*destructor)(void *)) { THROWN; }
void __cxa_rethrow(void) { THROWN; }
void *__cxa_begin_catch(void *exception) { THROWN; }
void *__cxa_get_exception_ptr(void *exception) { THROWN; }
void __cxa_end_catch(void) { THROWN; }
void __cxa_call_unexpected(void *exception) { THROWN; }
void __cxa_bad_cast(void) { THROWN; }
void __cxa_bad_typeid(void) { THROWN; }
void __cxa_throw_bad_array_new_length(void) { THROWN; }
void _Unwind_Resume(void *exception) { THROWN; }
CXX(void, __sv_rethrow, "_ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE", void *exception) { THROWN; }
CXX(void, __sv_throw_system_error, "_ZSt20__throw_system_errori", int code) { THROWN; }
CXX(void, __sv_throw_bad_alloc, "_ZSt17__throw_bad_allocv", void) { THROWN; }
CXX(void, __sv_throw_bad_array, "_ZSt28__throw_bad_array_new_lengthv", void) { THROWN; }
CXX(void, __sv_throw_bad_cast, "_ZSt16__throw_bad_castv", void) { THROWN; }
CXX(void, __sv_throw_bad_typeid, "_ZSt18__throw_bad_typeidv", void) { THROWN; }
CXX(void, __sv_throw_bad_function, "_ZSt25__throw_bad_function_callv", void) { THROWN; }
CXX(void, __sv_throw_bad_exception, "_ZSt21__throw_bad_exceptionv", void) { THROWN; }
CXX(void, __sv_throw_logic, "_ZSt19__throw_logic_errorPKc", const char *what) { THROWN; }
CXX(void, __sv_throw_domain, "_ZSt20__throw_domain_errorPKc", const char *what) { THROWN; }
CXX(void, __sv_throw_invalid, "_ZSt24__throw_invalid_argumentPKc", const char *what) { THROWN; }
CXX(void, __sv_throw_length, "_ZSt20__throw_length_errorPKc", const char *what) { THROWN; }
CXX(void, __sv_throw_out_of_range, "_ZSt20__throw_out_of_rangePKc", const char *what) { THROWN; }
CXX(void, __sv_throw_out_of_range_fmt, "_ZSt24__throw_out_of_range_fmtPKcz", const char *format, ...) { THROWN; }
CXX(void, __sv_throw_runtime, "_ZSt21__throw_runtime_errorPKc", const char *what) { THROWN; }
CXX(void, __sv_throw_range, "_ZSt19__throw_range_errorPKc", const char *what) { THROWN; }
CXX(void, __sv_throw_overflow, "_ZSt22__throw_overflow_errorPKc", const char *what) { THROWN; }
CXX(void, __sv_throw_underflow, "_ZSt23__throw_underflow_errorPKc", const char *what) { THROWN; }
CXX(void, __sv_throw_future, "_ZSt20__throw_future_errori", int code) { THROWN; }

/* What every module refers to, and nobody looks into: the address is all that matters. */
void *__dso_handle = 0;
int __gxx_personality_v0(void) { THROWN; }
#define OPAQUE(symbol, name) void *name[4] __asm__(symbol) = {0};
OPAQUE("_ZTVN10__cxxabiv120__function_type_infoE", __sv_function_type_info)
OPAQUE("_ZTVN10__cxxabiv119__pointer_type_infoE", __sv_pointer_type_info)
OPAQUE("_ZTVN10__cxxabiv116__enum_type_infoE", __sv_enum_type_info)
OPAQUE("_ZTIi", __sv_type_int)
OPAQUE("_ZTIPKc", __sv_type_string)
OPAQUE("_ZTISt9exception", __sv_type_exception)
OPAQUE("_ZTISt12system_error", __sv_type_system_error)
OPAQUE("_ZTISt12future_error", __sv_type_future_error)
OPAQUE("_ZTVSt12future_error", __sv_vtable_future_error)
OPAQUE("_ZTIN10__cxxabiv115__forced_unwindE", __sv_type_forced_unwind)

/* std::exception_ptr: always empty, since nothing is ever thrown. */
CXX(void, __sv_exception_addref, "_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv", void **pointer) {}
CXX(void, __sv_exception_release, "_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv", void **pointer) {}
CXX(void, __sv_exception_from, "_ZNSt15__exception_ptr13exception_ptrC1EPv", void **pointer, void *object) { THROWN; }
CXX(void, __sv_current_exception, "_ZSt17current_exceptionv", void **result) { *result = 0; }
void *__cxa_init_primary_exception(void *object, void *type, void (*destructor)(void *)) { THROWN; }

/* std::allocator<char> is an empty class whose members live in the library. */
CXX(void, __sv_allocator1, "_ZNSaIcEC1Ev", void *allocator) {}
CXX(void, __sv_allocator2, "_ZNSaIcEC2Ev", void *allocator) {}
CXX(void, __sv_allocator_copy1, "_ZNSaIcEC1ERKS_", void *allocator, const void *other) {}
CXX(void, __sv_allocator_copy2, "_ZNSaIcEC2ERKS_", void *allocator, const void *other) {}
CXX(void, __sv_allocator_destroy1, "_ZNSaIcED1Ev", void *allocator) {}
CXX(void, __sv_allocator_destroy2, "_ZNSaIcED2Ev", void *allocator) {}

/*
 * Types at run time. A type_info starts with one of these vtables (from its third word on) and its name; a class with
 * one public base at offset 0 adds the base, any other class with bases adds flags, a count and the bases.
 */
OPAQUE("_ZTVN10__cxxabiv117__class_type_infoE", __sv_class_type_info)
OPAQUE("_ZTVN10__cxxabiv120__si_class_type_infoE", __sv_si_class_type_info)
OPAQUE("_ZTVN10__cxxabiv121__vmi_class_type_infoE", __sv_vmi_class_type_info)
struct __sv_type {
    void **vtable;
    const char *name;
    const struct __sv_type *base;
};
struct __sv_many_bases {
    void **vtable;
    const char *name;
    unsigned int flags, count;
    struct { const struct __sv_type *type; long offset_flags; } bases[];
};

/* Looks for subobjects of type `wanted` in the object at `at`; counts them, and keeps the last one found. */
static int __sv_find_base(const struct __sv_type *type, char *at, const struct __sv_type *wanted, void **found) {
    if (type == wanted) {
        *found = at;
        return 1;
    }
    if (type->vtable == __sv_si_class_type_info + 2) return __sv_find_base(type->base, at, wanted, found);
    if (type->vtable != __sv_vmi_class_type_info + 2) return 0;
    const struct __sv_many_bases *many = (const struct __sv_many_bases *)type;
    int count = 0;
    for (unsigned int i = 0; i < many->count; i++) {
        long offset = many->bases[i].offset_flags >> 8;
        /* The offset of a virtual base stands in the object's vtable. */
        if (many->bases[i].offset_flags & 1) offset = *(long *)(*(char **)at + offset);
        count += __sv_find_base(many->bases[i].type, at + offset, wanted, found);
    }
    return count;
}
/* Private bases are taken for public ones. */
void *__dynamic_cast(void *object, const struct __sv_type *from, const struct __sv_type *to, long hint) {
    void **vtable = *(void ***)object, *found = 0;
    char *whole = (char *)object + (long)vtable[-2];
    int count = __sv_find_base(vtable[-1], whole, to, &found);
    if (count > 1) __selvedge_unsupported("dynamic_cast to a base that occurs twice");
    return found;
}
CXX(_Bool, __sv_type_equal, "_ZNKSt9type_infoeqERKS_", const struct __sv_type *a, const struct __sv_type *b) {
    return a == b;
}
CXX(_Bool, __sv_type_unequal, "_ZNKSt9type_infoneERKS_", const struct __sv_type *a, const struct __sv_type *b) {
    return a != b;
}

/* std::random_device gives anything. */
CXX(void, __sv_random_init,
    "_ZNSt13random_device7_M_initERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE", void *device,
    const void *name) {}
CXX(unsigned int, __sv_random_value, "_ZNSt13random_device9_M_getvalEv", void *device) {
    return __selvedge_nondet_i32("std::random_device");
}
CXX(void, __sv_random_end, "_ZNSt13random_device7_M_finiEv", void *device) {}
