/*
 * stdio_files.c: streams, the files behind them, and single characters in and out.
 *
 * Standard output and error are print instructions. A file that the program has written holds what was written; any
 * other readable file, and standard input, holds any bytes at all and ends anywhere. Opening a file for
 * writing succeeds; a file that the program did not write may be missing.
 * Streams lock themselves like glibc's, with a recursive mutex, except for output to the standard streams.
 */

#define EOF (-1)

struct __sv_document {
    struct __sv_document *next;
    char *name, *bytes;
    size_t size, capacity;
};

typedef struct __sv_file {
    pthread_mutex_t lock;
    int descriptor;                 /* 0, 1, 2, or 3 for every other file */
    int pushed_back;                /* a character, or EOF */
    int at_end, failed, append;
    struct __sv_document *document; /* null: arbitrary contents */
    size_t position;
} FILE;

static FILE __sv_standard[3] = {
    {PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP, 0, EOF, 0, 0, 0, 0, 0},
    {PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP, 1, EOF, 0, 0, 0, 0, 0},
    {PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP, 2, EOF, 0, 0, 0, 0, 0},
};
FILE *stdin = &__sv_standard[0];
FILE *stdout = &__sv_standard[1];
FILE *stderr = &__sv_standard[2];

static struct __sv_document *__sv_documents;
static pthread_mutex_t __sv_documents_lock = PTHREAD_MUTEX_INITIALIZER;

void flockfile(FILE *stream) { __selvedge_mutex_lock(&stream->lock); }
int ftrylockfile(FILE *stream) { return __selvedge_mutex_trylock(&stream->lock); }
void funlockfile(FILE *stream) { __selvedge_mutex_unlock(&stream->lock); }

static struct __sv_document *__sv_find_document(const char *name) {
    struct __sv_document *document = __sv_documents;
    while (document && __sv_strncmp(document->name, name, SIZE_MAX) != 0) document = document->next;
    return document;
}

static struct __sv_document *__sv_new_document(const char *name) {
    struct __sv_document *document = __selvedge_heap_alloc(sizeof(struct __sv_document), 1);
    document->name = __sv_duplicate(name, __sv_strlen(name));
    document->next = __sv_documents;
    __sv_documents = document;
    return document;
}

static FILE *__sv_new_stream(struct __sv_document *document, int append) {
    FILE *stream = __selvedge_heap_alloc(sizeof(FILE), 1);
    __selvedge_mutex_init(&stream->lock, 1);
    stream->descriptor = 3;
    stream->pushed_back = EOF;
    stream->document = document;
    stream->append = append;
    return stream;
}

static FILE *__sv_fopen(const char *name, const char *mode) {
    __sv_strlen(name); /* looked at, also where there are no files to compare it with */
    __selvedge_mutex_lock(&__sv_documents_lock);
    struct __sv_document *document = __sv_find_document(name);
    _Bool missing = 0;
    if (mode[0] == 'w') {
        if (!document) document = __sv_new_document(name);
        document->size = 0;
    } else if (!document) {
        missing = __selvedge_nondet_i1("file is missing");
        if (missing && mode[0] == 'a') document = __sv_new_document(name);
    }
    __selvedge_mutex_unlock(&__sv_documents_lock);
    if (missing && mode[0] == 'r') {
        __sv_errno = ENOENT;
        return 0;
    }
    return __sv_new_stream(document, mode[0] == 'a');
}
FILE *fopen(const char *name, const char *mode) { return __sv_fopen(name, mode); }
FILE *fopen64(const char *name, const char *mode) { return __sv_fopen(name, mode); }
FILE *tmpfile(void) { return __sv_fopen("", "w"); }
FILE *freopen(const char *name, const char *mode, FILE *stream) { __selvedge_unsupported("freopen"); }
FILE *fdopen(int descriptor, const char *mode) {
    if (descriptor >= 0 && descriptor <= 2) return &__sv_standard[descriptor];
    return __sv_new_stream(0, 0);
}
FILE *popen(const char *command, const char *mode) { __selvedge_unsupported("popen"); }
int fclose(FILE *stream) {
    if (stream->descriptor > 2) __selvedge_heap_free(stream);
    return 0;
}
static int __sv_remove(const char *name) {
    __sv_strlen(name);
    __selvedge_mutex_lock(&__sv_documents_lock);
    struct __sv_document **link = &__sv_documents;
    while (*link && __sv_strncmp((*link)->name, name, SIZE_MAX) != 0) link = &(*link)->next;
    _Bool found = *link != 0;
    if (found) *link = (*link)->next; /* open streams keep its contents, as they would */
    __selvedge_mutex_unlock(&__sv_documents_lock);
    return found || !__selvedge_nondet_i1("file is missing") ? 0 : __sv_result(ENOENT);
}
int remove(const char *name) { return __sv_remove(name); }
int unlink(const char *name) { return __sv_remove(name); }
int rename(const char *from, const char *to) { __selvedge_unsupported("rename"); }

/* One character in; the caller holds the stream's lock. */
static int __sv_get(FILE *stream) {
    int c = stream->pushed_back;
    if (c != EOF) {
        stream->pushed_back = EOF;
        return c;
    }
    if (stream->document) {
        if (stream->position < stream->document->size)
            return (unsigned char)stream->document->bytes[stream->position++];
        stream->at_end = 1;
        return EOF;
    }
    if (stream->at_end || __selvedge_nondet_i1("end of input")) {
        stream->at_end = 1;
        return EOF;
    }
    return __selvedge_nondet_i8("input byte");
}
static int __sv_getc(FILE *stream) {
    __selvedge_mutex_lock(&stream->lock);
    int c = __sv_get(stream);
    __selvedge_mutex_unlock(&stream->lock);
    return c;
}
int fgetc(FILE *stream) { return __sv_getc(stream); }
int getc(FILE *stream) { return __sv_getc(stream); }
int _IO_getc(FILE *stream) { return __sv_getc(stream); }
int getc_unlocked(FILE *stream) { return __sv_get(stream); }
int fgetc_unlocked(FILE *stream) { return __sv_get(stream); }
int getchar(void) { return __sv_getc(stdin); }
int getchar_unlocked(void) { return __sv_get(stdin); }
int ungetc(int c, FILE *stream) {
    if (c == EOF) return EOF;
    stream->pushed_back = (unsigned char)c;
    stream->at_end = 0;
    return (unsigned char)c;
}

/* Makes room for `length` bytes at the position of a stream with a document, and moves past them. */
static char *__sv_room(FILE *stream, size_t length) {
    struct __sv_document *document = stream->document;
    if (stream->append) stream->position = document->size;
    size_t end = stream->position + length;
    if (end > document->capacity) {
        document->capacity = end * 2;
        document->bytes = __sv_realloc(document->bytes, document->capacity);
    }
    while (document->size < stream->position) document->bytes[document->size++] = 0;
    if (end > document->size) document->size = end;
    char *room = document->bytes + stream->position;
    stream->position = end;
    return room;
}

static size_t __sv_put(FILE *stream, const void *bytes, size_t length) {
    if (stream->descriptor == 1 || stream->descriptor == 2) {
        if (length > 0) __selvedge_print_write(stream->descriptor, bytes, length);
    } else if (stream->document) {
        __selvedge_mutex_lock(&stream->lock);
        __builtin_memcpy(__sv_room(stream, length), bytes, length);
        __selvedge_mutex_unlock(&stream->lock);
    }
    return length;
}

/* Where the stream stands. Of arbitrary contents nothing is known but that it is not before the start. */
static long __sv_tell(FILE *stream) {
    if (stream->document) return (long)stream->position - (stream->pushed_back != EOF);
    return (long)(__selvedge_nondet_i64("position in file") >> 1);
}
static int __sv_seek(FILE *stream, long offset, int origin) {
    stream->at_end = 0;
    stream->pushed_back = EOF;
    if (!stream->document) return 0;
    long base = origin == 0 ? 0 : origin == 1 ? (long)stream->position : (long)stream->document->size;
    if (base + offset < 0) return __sv_result(EINVAL);
    stream->position = (size_t)(base + offset);
    return 0;
}
long ftell(FILE *stream) { return __sv_tell(stream); }
long ftello(FILE *stream) { return __sv_tell(stream); }
int fseek(FILE *stream, long offset, int origin) { return __sv_seek(stream, offset, origin); }
int fseeko(FILE *stream, long offset, int origin) { return __sv_seek(stream, offset, origin); }
void rewind(FILE *stream) {
    __sv_seek(stream, 0, 0);
    stream->failed = 0;
}
int feof(FILE *stream) { return stream->at_end; }
int feof_unlocked(FILE *stream) { return stream->at_end; }
int ferror(FILE *stream) { return stream->failed; }
int ferror_unlocked(FILE *stream) { return stream->failed; }
void clearerr(FILE *stream) { stream->at_end = stream->failed = 0; }
int fileno(FILE *stream) { return stream->descriptor; }
int isatty(int descriptor) { return 0; }
int fflush(FILE *stream) { return 0; }
int fflush_unlocked(FILE *stream) { return 0; }
int setvbuf(FILE *stream, char *buffer, int mode, size_t size) { return 0; }
void setbuf(FILE *stream, char *buffer) {}
void setlinebuf(FILE *stream) {}

/* Descriptors: what is read is arbitrary, what is written elsewhere than to 1 and 2 is gone. */
static int __sv_open(const char *name) {
    __sv_strlen(name);
    if (__selvedge_nondet_i1("open fails")) return __sv_result(ENOENT);
    return 3 + (int)(__selvedge_nondet_i32("descriptor") & 1023);
}
int open(const char *name, int flags, ...) { return __sv_open(name); }
int open64(const char *name, int flags, ...) { return __sv_open(name); }
int creat(const char *name, unsigned int mode) { return __sv_open(name); }
int close(int descriptor) { return descriptor < 0 ? __sv_result(EBADF) : 0; }
static long __sv_read(int descriptor, void *buffer, size_t length) {
    if (descriptor < 0) return __sv_result(EBADF);
    if (__selvedge_nondet_i1("read fails")) return __sv_result(EIO);
    unsigned long count = __selvedge_nondet_i64("bytes read");
    if (count > length) count = length;
    for (unsigned long i = 0; i < count; i++) ((unsigned char *)buffer)[i] = __selvedge_nondet_i8("input byte");
    return (long)count;
}
long read(int descriptor, void *buffer, size_t length) { return __sv_read(descriptor, buffer, length); }
long __read_chk(int descriptor, void *buffer, size_t length, size_t size) {
    __sv_fits(length, size);
    return __sv_read(descriptor, buffer, length);
}
long write(int descriptor, const void *buffer, size_t length) {
    if (descriptor == 1 || descriptor == 2) {
        __selvedge_print_write(descriptor, buffer, length);
        return (long)length;
    }
    if (descriptor < 0) return __sv_result(EBADF);
    return __selvedge_nondet_i1("write fails") ? __sv_result(EIO) : (long)length;
}
long lseek(int descriptor, long offset, int origin) { return (long)(__selvedge_nondet_i64("position in file") >> 1); }
int fsync(int descriptor) { return 0; }
