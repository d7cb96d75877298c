/*
 * stdio_scan.c: the scanf family.
 *
 * Strings, and files that the program wrote, are scanned exactly. On arbitrary input a number is any value of its type,
 * and any conversion may be the last one.
 */

struct __sv_scan {
    const char *string; /* or null: from the stream */
    FILE *stream;
    int taken;
};

static int __sv_scan_next(struct __sv_scan *scan) {
    int c;
    if (scan->string) c = *scan->string != 0 ? (unsigned char)*scan->string++ : EOF;
    else c = __sv_get(scan->stream);
    if (c != EOF) scan->taken++;
    return c;
}
static void __sv_scan_back(struct __sv_scan *scan, int c) {
    if (c == EOF) return;
    scan->taken--;
    if (scan->string) scan->string--;
    else scan->stream->pushed_back = c;
}
static int __sv_scan_skip_space(struct __sv_scan *scan) {
    int c;
    do c = __sv_scan_next(scan);
    while (c != EOF && __sv_is_space(c));
    __sv_scan_back(scan, c);
    return c;
}
static _Bool __sv_scan_arbitrary(const struct __sv_scan *scan) { return !scan->string && !scan->stream->document; }

/* Stores an integer of `size` bytes. */
static void __sv_scan_store(void *to, int size, unsigned long value) {
    switch (size) {
    case 1: *(unsigned char *)to = (unsigned char)value; break;
    case 2: *(unsigned short *)to = (unsigned short)value; break;
    case 4: *(unsigned int *)to = (unsigned int)value; break;
    default: *(unsigned long *)to = value;
    }
}

/* Whether `c` can continue the number whose text so far is `text[0..length]`. */
static int __sv_scan_continues(const char *text, int length, int c, int base, int real) {
    char last = length > 0 ? text[length - 1] : 0;
    if (c == '+' || c == '-') return length == 0 || (real && (last | 32) == 'e');
    if (c == EOF) return 0;
    const char *digits = text + (text[0] == '+' || text[0] == '-');
    if ((c | 32) == 'x') return last == '0' && digits[1] == 0 && (base == 0 || base == 16);
    if (real && c == '.') return !__sv_find(text, ".", 0) && !__sv_find(text, "e", 1);
    if (real && (c | 32) == 'e') return (last == '.' ? length > 1 : last >= '0') && !__sv_find(text, "e", 1);
    if (base == 0) {
        base = digits[0] != '0' ? 10 : (digits[1] | 32) == 'x' ? 16 : 8;
    }
    return __sv_digit((char)c) < base;
}

/* The longest text that may be a number, at most 63 characters of it. Returns its length. */
static int __sv_scan_number(struct __sv_scan *scan, char *text, int width, int base, int real) {
    int length = 0, c;
    __sv_scan_skip_space(scan);
    if (width == 0 || width > 63) width = 63;
    text[0] = 0;
    while (length < width) {
        c = __sv_scan_next(scan);
        if (!__sv_scan_continues(text, length, c, base, real)) {
            __sv_scan_back(scan, c);
            break;
        }
        text[length++] = (char)c;
        text[length] = 0;
    }
    return length;
}

/* One numeric conversion: 1 stored (or skipped), 0 no number there, -1 end of input. */
static int __sv_scan_numeric(struct __sv_scan *scan, void *to, int width, int size, int base, int real,
                             int is_signed) {
    char text[64], *end;
    if (__sv_scan_arbitrary(scan)) {
        if (__selvedge_nondet_i1("end of input")) return -1;
        if (__selvedge_nondet_i1("input is no number")) return 0;
        if (to && real && size == 4) *(float *)to = __selvedge_nondet_f32("input");
        else if (to && real) *(double *)to = __selvedge_nondet_f64("input");
        else if (to && size == 4) *(unsigned int *)to = __selvedge_nondet_i32("input");
        else if (to) __sv_scan_store(to, size, __selvedge_nondet_i64("input"));
        return 1;
    }
    if (__sv_scan_skip_space(scan) == EOF) return -1;
    if (__sv_scan_number(scan, text, width, base, real) == 0) return 0;
    if (real) {
        double value = __sv_strtod(text, &end);
        if (end == text) return 0;
        if (to && size == 4) *(float *)to = (float)value;
        else if (to) *(double *)to = value;
        return 1;
    }
    unsigned long value = is_signed ? (unsigned long)__sv_strtol(text, &end, base) : __sv_strtoul(text, &end, base);
    if (end == text) return 0;
    if (to) __sv_scan_store(to, size, value);
    return 1;
}

/* Membership of `c` in the set between `[` and `]`; `set` starts after `[` and any `^`. */
static int __sv_scan_in_set(const char *set, const char *end, int c) {
    for (const char *at = set; at < end; at++) {
        if (at + 2 < end && at[1] == '-') {
            if (c >= (unsigned char)at[0] && c <= (unsigned char)at[2]) return 1;
            at += 2;
        } else if ((unsigned char)*at == c) {
            return 1;
        }
    }
    return 0;
}

/* %s, %c and %[: characters up to the width. `set` is null for %s and for %c, which takes any character. */
static int __sv_scan_text(struct __sv_scan *scan, char *to, int width, char kind, const char *set, const char *set_end,
                          int negated) {
    int length = 0, c = 0;
    if (kind == 's' && __sv_scan_skip_space(scan) == EOF) return -1;
    if (width == 0) width = kind == 'c' ? 1 : INT_MAX;
    while (length < width) {
        c = __sv_scan_next(scan);
        int wanted = kind == 'c' || (kind == 's' ? !__sv_is_space(c) : __sv_scan_in_set(set, set_end, c) != negated);
        if (c == EOF || !wanted) {
            __sv_scan_back(scan, c);
            break;
        }
        if (to) to[length] = (char)c;
        length++;
    }
    if (length == 0) return c == EOF ? -1 : 0;
    if (to && kind != 'c') to[length] = 0;
    return 1;
}

/* The size in bytes that h, hh, l, ll, z, j, t, q and L give to an integer; steps over them. */
static int __sv_scan_size(const char **format) {
    int size = 4;
    for (;; (*format)++) {
        switch (**format) {
        case 'h': size = size == 2 ? 1 : 2; break;
        case 'l': case 'z': case 'j': case 't': case 'q': size = 8; break;
        case 'L': __selvedge_unsupported("scanf of a long double");
        default: return size;
        }
    }
}

static int __sv_scan_conversion(struct __sv_scan *scan, const char **format, void *to, int width, int size) {
    const char *set = 0, *set_end = 0;
    int negated = 0;
    char kind = **format;
    switch (kind) {
    case 'd': return __sv_scan_numeric(scan, to, width, size, 10, 0, 1);
    case 'i': return __sv_scan_numeric(scan, to, width, size, 0, 0, 1);
    case 'u': return __sv_scan_numeric(scan, to, width, size, 10, 0, 0);
    case 'o': return __sv_scan_numeric(scan, to, width, size, 8, 0, 0);
    case 'x': case 'X': return __sv_scan_numeric(scan, to, width, size, 16, 0, 0);
    case 'p': return __sv_scan_numeric(scan, to, width, 8, 16, 0, 0);
    case 'e': case 'E': case 'f': case 'F': case 'g': case 'G': case 'a':
        return __sv_scan_numeric(scan, to, width, size, 10, 1, 1);
    case '[':
        negated = (*format)[1] == '^';
        set = *format + 1 + negated;
        set_end = set + (*set == ']');
        while (*set_end != 0 && *set_end != ']') set_end++;
        *format = set_end;
        return __sv_scan_text(scan, to, width, kind, set, set_end, negated);
    case 'c': case 's': return __sv_scan_text(scan, to, width, kind, set, set_end, negated);
    default: __selvedge_unsupported("scanf conversion");
    }
}

/* A literal character of the format, or white space that stands for any amount of it. */
static int __sv_scan_literal(struct __sv_scan *scan, char wanted) {
    if (__sv_is_space((unsigned char)wanted)) {
        if (!__sv_scan_arbitrary(scan)) __sv_scan_skip_space(scan);
        return 1;
    }
    int c = __sv_scan_next(scan);
    if (c == (unsigned char)wanted) return 1;
    __sv_scan_back(scan, c);
    return c == EOF ? -1 : 0;
}

static int __sv_scanf(struct __sv_scan *scan, const char *format, va_list arguments) {
    int stored = 0;
    for (; *format != 0; format++) {
        int outcome, skip = 0, width = 0;
        if (*format != '%' || format[1] == '%') {
            _Bool percent = *format == '%';
            format += percent;
            if (percent && !__sv_scan_arbitrary(scan)) __sv_scan_skip_space(scan);
            outcome = __sv_scan_literal(scan, *format);
        } else {
            format++;
            if (*format == '*') skip = 1, format++;
            for (; *format >= '0' && *format <= '9'; format++) width = width * 10 + (*format - '0');
            int size = __sv_scan_size(&format);
            void *to = skip ? 0 : va_arg(arguments, void *);
            if (*format == 'n') {
                if (__sv_scan_arbitrary(scan)) __selvedge_unsupported("%n in scanf of arbitrary input");
                if (to) __sv_scan_store(to, size, (unsigned long)scan->taken);
                continue;
            }
            outcome = __sv_scan_conversion(scan, &format, to, width, size);
            if (outcome == 1 && !skip) stored++;
        }
        if (outcome < 0) return stored > 0 ? stored : EOF;
        if (outcome == 0) break;
    }
    return stored;
}

static int __sv_vfscanf(FILE *stream, const char *format, va_list arguments) {
    struct __sv_scan scan = {0, stream, 0};
    __selvedge_mutex_lock(&stream->lock);
    int stored = __sv_scanf(&scan, format, arguments);
    __selvedge_mutex_unlock(&stream->lock);
    return stored;
}
static int __sv_vsscanf(const char *string, const char *format, va_list arguments) {
    struct __sv_scan scan = {string, 0, 0};
    return __sv_scanf(&scan, format, arguments);
}

#define SCAN_FAMILY(prefix)                                                                        \
    int prefix##scanf(const char *format, ...) { WITH_ARGUMENTS(__sv_vfscanf(stdin, format, arguments)) } \
    int prefix##fscanf(FILE *stream, const char *format, ...) {                                    \
        WITH_ARGUMENTS(__sv_vfscanf(stream, format, arguments))                                    \
    }                                                                                              \
    int prefix##sscanf(const char *string, const char *format, ...) {                              \
        WITH_ARGUMENTS(__sv_vsscanf(string, format, arguments))                                    \
    }                                                                                              \
    int prefix##vscanf(const char *format, va_list arguments) {                                    \
        return __sv_vfscanf(stdin, format, arguments);                                             \
    }                                                                                              \
    int prefix##vfscanf(FILE *stream, const char *format, va_list arguments) {                     \
        return __sv_vfscanf(stream, format, arguments);                                            \
    }                                                                                              \
    int prefix##vsscanf(const char *string, const char *format, va_list arguments) {               \
        return __sv_vsscanf(string, format, arguments);                                            \
    }
SCAN_FAMILY()
SCAN_FAMILY(__isoc99_)
SCAN_FAMILY(__isoc23_)
#undef SCAN_FAMILY
