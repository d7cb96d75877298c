/*
 * stdio_text.c: lines, blocks and formatted output.
 *
 * Formatting is an instruction. Text for standard error goes through the same instruction as standard output's when it
 * is formatted, and to descriptor 2 when it is not.
 */

static int __sv_putc(int c, FILE *stream) {
    char byte = (char)c;
    if (stream->descriptor == 1) __selvedge_print_putchar(c);
    else __sv_put(stream, &byte, 1);
    return (unsigned char)c;
}
int fputc(int c, FILE *stream) { return __sv_putc(c, stream); }
int putc(int c, FILE *stream) { return __sv_putc(c, stream); }
int _IO_putc(int c, FILE *stream) { return __sv_putc(c, stream); }
int fputc_unlocked(int c, FILE *stream) { return __sv_putc(c, stream); }
int putc_unlocked(int c, FILE *stream) { return __sv_putc(c, stream); }
int putchar_unlocked(int c) { return __selvedge_print_putchar(c); }

static int __sv_fputs(const char *string, FILE *stream) {
    if (stream->descriptor == 1) __selvedge_print_fputs(string);
    else __sv_put(stream, string, __sv_strlen(string));
    return 1;
}
int fputs(const char *string, FILE *stream) { return __sv_fputs(string, stream); }
int fputs_unlocked(const char *string, FILE *stream) { return __sv_fputs(string, stream); }

static size_t __sv_fwrite(const void *block, size_t size, size_t count, FILE *stream) {
    if (size == 0 || count == 0) return 0;
    __sv_put(stream, block, size * count);
    return count;
}
size_t fwrite(const void *block, size_t size, size_t count, FILE *stream) {
    return __sv_fwrite(block, size, count, stream);
}
size_t fwrite_unlocked(const void *block, size_t size, size_t count, FILE *stream) {
    return __sv_fwrite(block, size, count, stream);
}

static size_t __sv_fread(void *block, size_t size, size_t count, FILE *stream) {
    size_t total = size * count, done = 0;
    if (total == 0) return 0;
    __selvedge_mutex_lock(&stream->lock);
    for (; done < total; done++) {
        int c = __sv_get(stream);
        if (c == EOF) break;
        ((unsigned char *)block)[done] = (unsigned char)c;
    }
    __selvedge_mutex_unlock(&stream->lock);
    return done / size;
}
size_t fread(void *block, size_t size, size_t count, FILE *stream) { return __sv_fread(block, size, count, stream); }
size_t fread_unlocked(void *block, size_t size, size_t count, FILE *stream) {
    return __sv_fread(block, size, count, stream);
}

static char *__sv_fgets(char *buffer, int size, FILE *stream) {
    if (size <= 0) return 0;
    int length = 0, c = 0;
    __selvedge_mutex_lock(&stream->lock);
    while (length < size - 1 && c != '\n' && (c = __sv_get(stream)) != EOF) buffer[length++] = (char)c;
    __selvedge_mutex_unlock(&stream->lock);
    if (c == EOF && length == 0) return 0;
    buffer[length] = 0;
    return buffer;
}
char *fgets(char *buffer, int size, FILE *stream) { return __sv_fgets(buffer, size, stream); }
char *fgets_unlocked(char *buffer, int size, FILE *stream) { return __sv_fgets(buffer, size, stream); }
char *__fgets_chk(char *buffer, size_t room, int size, FILE *stream) {
    __sv_fits((size_t)size, room);
    return __sv_fgets(buffer, size, stream);
}
static long __sv_getdelim(char **line, size_t *capacity, int last, FILE *stream) {
    size_t length = 0;
    int c = EOF;
    __selvedge_mutex_lock(&stream->lock);
    do {
        c = __sv_get(stream);
        if (c == EOF) break;
        if (!*line || length + 2 > *capacity) {
            *capacity = *line && *capacity >= 60 ? *capacity * 2 : 120;
            *line = __sv_realloc(*line, *capacity);
        }
        (*line)[length++] = (char)c;
    } while (c != last);
    __selvedge_mutex_unlock(&stream->lock);
    if (length == 0) return -1;
    (*line)[length] = 0;
    return (long)length;
}
long getdelim(char **line, size_t *capacity, int last, FILE *stream) {
    return __sv_getdelim(line, capacity, last, stream);
}
long getline(char **line, size_t *capacity, FILE *stream) { return __sv_getdelim(line, capacity, '\n', stream); }

static int __sv_vfprintf(FILE *stream, const char *format, va_list arguments) {
    if (stream->descriptor == 1 || stream->descriptor == 2) return __selvedge_print_vprintf(format, arguments);
    va_list again;
    va_copy(again, arguments);
    int length = __selvedge_print_vsnprintf(0, 0, format, again);
    va_end(again);
    if (length < 0 || !stream->document) return length;
    char *text = __selvedge_heap_alloc((size_t)length + 1, 0);
    __selvedge_print_vsnprintf(text, (size_t)length + 1, format, arguments);
    __sv_put(stream, text, (size_t)length);
    __selvedge_heap_free(text);
    return length;
}
static int __sv_vdprintf(int descriptor, const char *format, va_list arguments) {
    if (descriptor == 1 || descriptor == 2) return __selvedge_print_vprintf(format, arguments);
    return __selvedge_print_vsnprintf(0, 0, format, arguments);
}
static int __sv_vasprintf(char **where, const char *format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    int length = __selvedge_print_vsnprintf(0, 0, format, again);
    va_end(again);
    if (length < 0) return length;
    if (__sv_no_memory()) return -1;
    *where = __selvedge_heap_alloc((size_t)length + 1, 0);
    return __selvedge_print_vsnprintf(*where, (size_t)length + 1, format, arguments);
}
int vprintf(const char *format, va_list arguments) { return __selvedge_print_vprintf(format, arguments); }
int vfprintf(FILE *stream, const char *format, va_list arguments) { return __sv_vfprintf(stream, format, arguments); }
int vdprintf(int descriptor, const char *format, va_list arguments) {
    return __sv_vdprintf(descriptor, format, arguments);
}
int vsnprintf(char *buffer, size_t size, const char *format, va_list arguments) {
    return __selvedge_print_vsnprintf(buffer, size, format, arguments);
}
int vsprintf(char *buffer, const char *format, va_list arguments) {
    return __selvedge_print_vsnprintf(buffer, INT_MAX, format, arguments);
}
int vasprintf(char **where, const char *format, va_list arguments) { return __sv_vasprintf(where, format, arguments); }

/* Each function with `...` is the one with a va_list. */
#define WITH_ARGUMENTS(call)         \
    va_list arguments;               \
    va_start(arguments, format);     \
    int result = call;               \
    va_end(arguments);               \
    return result;
int fprintf(FILE *stream, const char *format, ...) { WITH_ARGUMENTS(__sv_vfprintf(stream, format, arguments)) }
int dprintf(int descriptor, const char *format, ...) { WITH_ARGUMENTS(__sv_vdprintf(descriptor, format, arguments)) }
int asprintf(char **where, const char *format, ...) { WITH_ARGUMENTS(__sv_vasprintf(where, format, arguments)) }
int sprintf(char *buffer, const char *format, ...) {
    WITH_ARGUMENTS(__selvedge_print_vsnprintf(buffer, INT_MAX, format, arguments))
}
int snprintf(char *buffer, size_t size, const char *format, ...) {
    WITH_ARGUMENTS(__selvedge_print_vsnprintf(buffer, size, format, arguments))
}

/* Fortified forms. */
static int __sv_checked(char *buffer, size_t size, const char *format, va_list arguments) {
    int length = __selvedge_print_vsnprintf(buffer, size < INT_MAX ? size : INT_MAX, format, arguments);
    if (length >= 0) __sv_fits((size_t)length + 1, size);
    return length;
}
int __printf_chk(int flag, const char *format, ...) {
    WITH_ARGUMENTS(__selvedge_print_vprintf(format, arguments))
}
int __vprintf_chk(int flag, const char *format, va_list arguments) {
    return __selvedge_print_vprintf(format, arguments);
}
int __fprintf_chk(FILE *stream, int flag, const char *format, ...) {
    WITH_ARGUMENTS(__sv_vfprintf(stream, format, arguments))
}
int __vfprintf_chk(FILE *stream, int flag, const char *format, va_list arguments) {
    return __sv_vfprintf(stream, format, arguments);
}
int __dprintf_chk(int descriptor, int flag, const char *format, ...) {
    WITH_ARGUMENTS(__sv_vdprintf(descriptor, format, arguments))
}
int __asprintf_chk(char **where, int flag, const char *format, ...) {
    WITH_ARGUMENTS(__sv_vasprintf(where, format, arguments))
}
int __sprintf_chk(char *buffer, int flag, size_t size, const char *format, ...) {
    WITH_ARGUMENTS(__sv_checked(buffer, size, format, arguments))
}
int __vsprintf_chk(char *buffer, int flag, size_t size, const char *format, va_list arguments) {
    return __sv_checked(buffer, size, format, arguments);
}
static int __sv_bounded(char *buffer, size_t limit, size_t size, const char *format, va_list arguments) {
    __sv_fits(limit, size);
    return __selvedge_print_vsnprintf(buffer, limit, format, arguments);
}
int __snprintf_chk(char *buffer, size_t limit, int flag, size_t size, const char *format, ...) {
    WITH_ARGUMENTS(__sv_bounded(buffer, limit, size, format, arguments))
}
int __vsnprintf_chk(char *buffer, size_t limit, int flag, size_t size, const char *format, va_list arguments) {
    return __sv_bounded(buffer, limit, size, format, arguments);
}

static void __sv_complain(const char *prefix, int number) {
    if (prefix && *prefix != 0) {
        __sv_fputs(prefix, stderr);
        __sv_fputs(": ", stderr);
    }
    __sv_fputs(__sv_error_text(number), stderr);
    __sv_fputs("\n", stderr);
}
void perror(const char *prefix) { __sv_complain(prefix, __sv_errno); }
_Noreturn void err(int code, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    if (format) __sv_vfprintf(stderr, format, arguments);
    __sv_complain("", __sv_errno);
    __selvedge_exit(code);
}
_Noreturn void errx(int code, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    if (format) __sv_vfprintf(stderr, format, arguments);
    __sv_fputs("\n", stderr);
    __selvedge_exit(code);
}
void warn(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    if (format) __sv_vfprintf(stderr, format, arguments);
    __sv_complain("", __sv_errno);
}
void warnx(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    if (format) __sv_vfprintf(stderr, format, arguments);
    __sv_fputs("\n", stderr);
}
