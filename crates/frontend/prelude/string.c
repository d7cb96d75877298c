/*
 * string.c: strings and blocks of bytes, byte by byte as C defines them (the "C" locale).
 *
 * Blocks that may hold pointers are copied by llvm.memmove and llvm.memset, which move whole words.
 */

/* Lower and upper case, also used by the character classes. */
static int __sv_lower(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }
static int __sv_upper(int c) { return c >= 'a' && c <= 'z' ? c - 32 : c; }

size_t strlen(const char *string) { return __sv_strlen(string); }

static size_t __sv_strnlen(const char *string, size_t limit) {
    size_t length = 0;
    while (length < limit && string[length] != 0) length++;
    return length;
}
size_t strnlen(const char *string, size_t limit) { return __sv_strnlen(string, limit); }

/* Copies up to and with the terminating zero; returns the address of the zero. */
static char *__sv_stpcpy(char *to, const char *from) {
    size_t i = 0;
    while ((to[i] = from[i]) != 0) i++;
    return to + i;
}
char *strcpy(char *to, const char *from) {
    __sv_stpcpy(to, from);
    return to;
}
char *stpcpy(char *to, const char *from) { return __sv_stpcpy(to, from); }

static char *__sv_strncpy(char *to, const char *from, size_t limit) {
    size_t i = 0;
    for (; i < limit && from[i] != 0; i++) to[i] = from[i];
    for (size_t rest = i; rest < limit; rest++) to[rest] = 0;
    return to + i;
}
char *strncpy(char *to, const char *from, size_t limit) {
    __sv_strncpy(to, from, limit);
    return to;
}
char *stpncpy(char *to, const char *from, size_t limit) { return __sv_strncpy(to, from, limit); }

static char *__sv_strcat(char *to, const char *from) {
    __sv_stpcpy(to + __sv_strlen(to), from);
    return to;
}
char *strcat(char *to, const char *from) { return __sv_strcat(to, from); }

static char *__sv_strncat(char *to, const char *from, size_t limit) {
    char *end = to + __sv_strlen(to);
    size_t i = 0;
    for (; i < limit && from[i] != 0; i++) end[i] = from[i];
    end[i] = 0;
    return to;
}
char *strncat(char *to, const char *from, size_t limit) { return __sv_strncat(to, from, limit); }

static size_t __sv_strlcpy(char *to, const char *from, size_t size) {
    size_t i = 0;
    for (; i + 1 < size && from[i] != 0; i++) to[i] = from[i];
    if (size > 0) to[i] = 0;
    return i + __sv_strlen(from + i);
}
size_t strlcpy(char *to, const char *from, size_t size) { return __sv_strlcpy(to, from, size); }
size_t strlcat(char *to, const char *from, size_t size) {
    size_t used = __sv_strnlen(to, size);
    return used + __sv_strlcpy(to + used, from, size - used);
}

static int __sv_strncmp(const char *a, const char *b, size_t limit) {
    for (size_t i = 0; i < limit; i++) {
        unsigned char left = (unsigned char)a[i], right = (unsigned char)b[i];
        if (left != right) return left < right ? -1 : 1;
        if (left == 0) return 0;
    }
    return 0;
}
int strcmp(const char *a, const char *b) { return __sv_strncmp(a, b, SIZE_MAX); }
int strncmp(const char *a, const char *b, size_t limit) { return __sv_strncmp(a, b, limit); }
int strcoll(const char *a, const char *b) { return __sv_strncmp(a, b, SIZE_MAX); }

static int __sv_strncasecmp(const char *a, const char *b, size_t limit) {
    for (size_t i = 0; i < limit; i++) {
        int left = __sv_lower((unsigned char)a[i]), right = __sv_lower((unsigned char)b[i]);
        if (left != right) return left - right;
        if (left == 0) return 0;
    }
    return 0;
}
int strcasecmp(const char *a, const char *b) { return __sv_strncasecmp(a, b, SIZE_MAX); }
int strncasecmp(const char *a, const char *b, size_t limit) { return __sv_strncasecmp(a, b, limit); }

static char *__sv_strchrnul(const char *string, int wanted) {
    while (*string != 0 && *string != (char)wanted) string++;
    return (char *)string;
}
static char *__sv_strchr(const char *string, int wanted) {
    char *found = __sv_strchrnul(string, wanted);
    return *found == (char)wanted ? found : 0;
}
static char *__sv_strrchr(const char *string, int wanted) {
    char *found = 0;
    for (;; string++) {
        if (*string == (char)wanted) found = (char *)string;
        if (*string == 0) return found;
    }
}
char *strchr(const char *string, int wanted) { return __sv_strchr(string, wanted); }
char *index(const char *string, int wanted) { return __sv_strchr(string, wanted); }
char *strchrnul(const char *string, int wanted) { return __sv_strchrnul(string, wanted); }
char *strrchr(const char *string, int wanted) { return __sv_strrchr(string, wanted); }
char *rindex(const char *string, int wanted) { return __sv_strrchr(string, wanted); }

static int __sv_starts_with(const char *string, const char *prefix, int fold) {
    for (; *prefix != 0; string++, prefix++) {
        if (*string == 0) return 0;
        if (fold ? __sv_lower((unsigned char)*string) != __sv_lower((unsigned char)*prefix) : *string != *prefix)
            return 0;
    }
    return 1;
}
static char *__sv_find(const char *string, const char *wanted, int fold) {
    for (;; string++) {
        if (__sv_starts_with(string, wanted, fold)) return (char *)string;
        if (*string == 0) return 0;
    }
}
char *strstr(const char *string, const char *wanted) { return __sv_find(string, wanted, 0); }
char *strcasestr(const char *string, const char *wanted) { return __sv_find(string, wanted, 1); }

/* The length of the longest prefix whose characters all are, or all are not, in the set. */
static size_t __sv_span(const char *string, const char *set, int inside) {
    size_t length = 0;
    while (string[length] != 0 && (__sv_strchr(set, string[length]) != 0) == inside) length++;
    return length;
}
size_t strspn(const char *string, const char *set) { return __sv_span(string, set, 1); }
size_t strcspn(const char *string, const char *set) { return __sv_span(string, set, 0); }
char *strpbrk(const char *string, const char *set) {
    string += __sv_span(string, set, 0);
    return *string != 0 ? (char *)string : 0;
}

static char *__sv_strtok(char *string, const char *set, char **rest) {
    if (!string) string = *rest;
    string += __sv_span(string, set, 1);
    if (*string == 0) {
        *rest = string;
        return 0;
    }
    char *end = string + __sv_span(string, set, 0);
    if (*end != 0) *end++ = 0;
    *rest = end;
    return string;
}
char *strtok_r(char *string, const char *set, char **rest) { return __sv_strtok(string, set, rest); }
char *__strtok_r(char *string, const char *set, char **rest) { return __sv_strtok(string, set, rest); }
static char *__sv_strtok_rest;
char *strtok(char *string, const char *set) { return __sv_strtok(string, set, &__sv_strtok_rest); }
char *strsep(char **string, const char *set) {
    char *start = *string;
    if (!start) return 0;
    char *end = start + __sv_span(start, set, 0);
    *string = *end != 0 ? end + 1 : 0;
    *end = 0;
    return start;
}

static char *__sv_duplicate(const char *string, size_t length) {
    char *copy = __selvedge_heap_alloc(length + 1, 0);
    __builtin_memcpy(copy, string, length);
    copy[length] = 0;
    return copy;
}
static char *__sv_strndup(const char *string, size_t limit) {
    return __sv_no_memory() ? 0 : __sv_duplicate(string, __sv_strnlen(string, limit));
}
char *strdup(const char *string) { return __sv_strndup(string, SIZE_MAX); }
char *__strdup(const char *string) { return __sv_strndup(string, SIZE_MAX); }
char *strndup(const char *string, size_t limit) { return __sv_strndup(string, limit); }
char *__strndup(const char *string, size_t limit) { return __sv_strndup(string, limit); }

static void *__sv_memchr(const void *block, int wanted, size_t length) {
    const unsigned char *bytes = block;
    for (size_t i = 0; i < length; i++)
        if (bytes[i] == (unsigned char)wanted) return (void *)(bytes + i);
    return 0;
}
void *memchr(const void *block, int wanted, size_t length) { return __sv_memchr(block, wanted, length); }
void *rawmemchr(const void *block, int wanted) { return __sv_memchr(block, wanted, SIZE_MAX); }
void *memrchr(const void *block, int wanted, size_t length) {
    const unsigned char *bytes = block;
    while (length-- > 0)
        if (bytes[length] == (unsigned char)wanted) return (void *)(bytes + length);
    return 0;
}

static int __sv_memcmp(const void *a, const void *b, size_t length) {
    const unsigned char *left = a, *right = b;
    for (size_t i = 0; i < length; i++)
        if (left[i] != right[i]) return left[i] < right[i] ? -1 : 1;
    return 0;
}
int memcmp(const void *a, const void *b, size_t length) { return __sv_memcmp(a, b, length); }
int bcmp(const void *a, const void *b, size_t length) { return __sv_memcmp(a, b, length); }
void *memmem(const void *block, size_t length, const void *wanted, size_t wanted_length) {
    const char *bytes = block;
    for (size_t i = 0; i + wanted_length <= length; i++)
        if (__sv_memcmp(bytes + i, wanted, wanted_length) == 0) return (void *)(bytes + i);
    return 0;
}
void *memccpy(void *to, const void *from, int last, size_t length) {
    const char *found = __sv_memchr(from, last, length);
    if (found) length = (size_t)(found - (const char *)from) + 1;
    __builtin_memcpy(to, from, length);
    return found ? (char *)to + length : 0;
}
void *mempcpy(void *to, const void *from, size_t length) {
    __builtin_memcpy(to, from, length);
    return (char *)to + length;
}
void bcopy(const void *from, void *to, size_t length) { __builtin_memmove(to, from, length); }
void bzero(void *block, size_t length) { __builtin_memset(block, 0, length); }
void explicit_bzero(void *block, size_t length) { __builtin_memset(block, 0, length); }

/* Fortified forms: the last argument is the size of the destination, or -1 when clang could not tell it. */
static void __sv_fits(size_t needed, size_t size) {
    if (needed > size) __selvedge_assert_fail("buffer overflow detected");
}
void *__memcpy_chk(void *to, const void *from, size_t length, size_t size) {
    __sv_fits(length, size);
    return __builtin_memcpy(to, from, length);
}
void *__memmove_chk(void *to, const void *from, size_t length, size_t size) {
    __sv_fits(length, size);
    return __builtin_memmove(to, from, length);
}
void *__memset_chk(void *to, int byte, size_t length, size_t size) {
    __sv_fits(length, size);
    return __builtin_memset(to, byte, length);
}
char *__strcpy_chk(char *to, const char *from, size_t size) {
    __sv_fits(__sv_strlen(from) + 1, size);
    __sv_stpcpy(to, from);
    return to;
}
char *__stpcpy_chk(char *to, const char *from, size_t size) {
    __sv_fits(__sv_strlen(from) + 1, size);
    return __sv_stpcpy(to, from);
}
char *__strncpy_chk(char *to, const char *from, size_t limit, size_t size) {
    __sv_fits(limit, size);
    __sv_strncpy(to, from, limit);
    return to;
}
char *__strcat_chk(char *to, const char *from, size_t size) {
    __sv_fits(__sv_strlen(to) + __sv_strlen(from) + 1, size);
    return __sv_strcat(to, from);
}
char *__strncat_chk(char *to, const char *from, size_t limit, size_t size) {
    __sv_fits(__sv_strlen(to) + __sv_strnlen(from, limit) + 1, size);
    return __sv_strncat(to, from, limit);
}

/* Messages for the error numbers that the prelude itself produces; glibc's words. */
static const char *__sv_error_text(int number) {
    switch (number) {
    case 0: return "Success";
    case EPERM: return "Operation not permitted";
    case ENOENT: return "No such file or directory";
    case ESRCH: return "No such process";
    case EINTR: return "Interrupted system call";
    case EIO: return "Input/output error";
    case EBADF: return "Bad file descriptor";
    case EAGAIN: return "Resource temporarily unavailable";
    case ENOMEM: return "Cannot allocate memory";
    case EACCES: return "Permission denied";
    case EBUSY: return "Device or resource busy";
    case EEXIST: return "File exists";
    case EINVAL: return "Invalid argument";
    case ERANGE: return "Numerical result out of range";
    case EDEADLK: return "Resource deadlock avoided";
    case ETIMEDOUT: return "Connection timed out";
    default: return "Unknown error";
    }
}
char *strerror(int number) { return (char *)__sv_error_text(number); }
char *strerror_r(int number, char *buffer, size_t size) { return (char *)__sv_error_text(number); }
int __xpg_strerror_r(int number, char *buffer, size_t size) {
    return __sv_strlcpy(buffer, __sv_error_text(number), size) >= size ? ERANGE : 0;
}
