/*
 * cxx_streams.c: output to std::cout, std::cerr and std::clog, and numbers from std::cin.
 *
 * The objects have libstdc++'s layout as far as its inline functions look: a vtable with the offset of the ios_base part,
 * and in that part precision, width, flags and state; basic_ios adds the fill character. Base, width, fill, left
 * alignment and boolalpha are honoured. Streams of other kinds (files, strings) are unsupported.
 */

struct __sv_ios {
    void *vtable;
    long precision, width;
    unsigned int flags, exceptions, state;
    char rest[216 - 36];
    void *tie;
    char fill, fill_known;
    void *buffer[4];
};
struct __sv_stream {
    const long *vtable;
    struct __sv_ios ios;
};
struct __sv_in_stream {
    const long *vtable;
    long count;
    struct __sv_ios ios;
};
_Static_assert(sizeof(struct __sv_stream) == 272, "the size of std::ostream");
_Static_assert(sizeof(struct __sv_in_stream) == 280, "the size of std::istream");

enum { __SV_BOOLALPHA = 1, __SV_FIXED = 4, __SV_HEX = 8, __SV_LEFT = 0x20, __SV_OCT = 0x40, __SV_SCIENTIFIC = 0x100,
       __SV_SHOWBASE = 0x200, __SV_UPPERCASE = 0x4000, __SV_BAD = 1, __SV_EOF_BIT = 2, __SV_FAIL = 4 };

/* The offset of the ios_base part stands three words before what a vtable pointer points to. */
static const long __sv_stream_vtable[6] = {8, 0, 0, 0, 0, 0};
static const long __sv_in_stream_vtable[6] = {16, 0, 0, 0, 0, 0};
#define IOS {0, 6, 0, 0x1002, 0, 0, {0}, 0, ' ', 1, {0}}
#define STREAM {__sv_stream_vtable + 3, IOS}
struct __sv_stream __sv_cout __asm__("_ZSt4cout") = STREAM;
struct __sv_stream __sv_cerr __asm__("_ZSt4cerr") = STREAM;
struct __sv_stream __sv_clog __asm__("_ZSt4clog") = STREAM;
struct __sv_in_stream __sv_cin __asm__("_ZSt3cin") = {__sv_in_stream_vtable + 3, 0, IOS};
CXX(void, __sv_ios_init, "_ZNSt8ios_base4InitC1Ev", void *init) {}
CXX(void, __sv_ios_end, "_ZNSt8ios_base4InitD1Ev", void *init) {}

typedef struct __sv_stream Stream;

static void __sv_stream_write(Stream *stream, const char *text, size_t length) {
    if (stream != &__sv_cout && stream != &__sv_cerr && stream != &__sv_clog)
        __selvedge_unsupported("a C++ stream other than cout, cerr and clog");
    if (length > 0) __selvedge_print_write(stream == &__sv_cout ? 1 : 2, text, length);
}

/* With the width and the fill character; the width is for one item only. */
static Stream *__sv_stream_item(Stream *stream, const char *text, size_t length) {
    long padding = stream->ios.width - (long)length;
    stream->ios.width = 0;
    if (stream->ios.flags & __SV_LEFT) __sv_stream_write(stream, text, length);
    for (; padding > 0; padding--) __sv_stream_write(stream, &stream->ios.fill, 1);
    if (!(stream->ios.flags & __SV_LEFT)) __sv_stream_write(stream, text, length);
    return stream;
}

static Stream *__sv_stream_number(Stream *stream, unsigned long magnitude, _Bool negative) {
    char text[32];
    int at = 32;
    unsigned int flags = stream->ios.flags, base = flags & __SV_HEX ? 16 : flags & __SV_OCT ? 8 : 10;
    const char *digits = flags & __SV_UPPERCASE ? "0123456789ABCDEF" : "0123456789abcdef";
    unsigned long left = magnitude;
    do {
        text[--at] = digits[left % base];
        left /= base;
    } while (left > 0);
    if ((flags & __SV_SHOWBASE) && magnitude != 0 && base == 16) text[--at] = flags & __SV_UPPERCASE ? 'X' : 'x';
    if ((flags & __SV_SHOWBASE) && magnitude != 0 && base != 10) text[--at] = '0';
    if (negative) text[--at] = '-';
    return __sv_stream_item(stream, text + at, (size_t)(32 - at));
}
/* In hexadecimal and octal a negative number shows its bits. */
static Stream *__sv_stream_signed(Stream *stream, long value, unsigned long bits) {
    if (value < 0 && !(stream->ios.flags & (__SV_HEX | __SV_OCT)))
        return __sv_stream_number(stream, 0 - (unsigned long)value, 1);
    return __sv_stream_number(stream, bits, 0);
}

CXX(Stream *, __sv_out_short, "_ZNSolsEs", Stream *stream, short value) {
    return __sv_stream_signed(stream, value, (unsigned short)value);
}
CXX(Stream *, __sv_out_int, "_ZNSolsEi", Stream *stream, int value) {
    return __sv_stream_signed(stream, value, (unsigned int)value);
}
CXX(Stream *, __sv_out_long, "_ZNSolsEl", Stream *stream, long value) {
    return __sv_stream_signed(stream, value, (unsigned long)value);
}
CXX(Stream *, __sv_out_long_long, "_ZNSolsEx", Stream *stream, long value) {
    return __sv_stream_signed(stream, value, (unsigned long)value);
}
CXX(Stream *, __sv_out_ushort, "_ZNSolsEt", Stream *stream, unsigned short value) {
    return __sv_stream_number(stream, value, 0);
}
CXX(Stream *, __sv_out_uint, "_ZNSolsEj", Stream *stream, unsigned int value) {
    return __sv_stream_number(stream, value, 0);
}
CXX(Stream *, __sv_out_ulong, "_ZNSolsEm", Stream *stream, unsigned long value) {
    return __sv_stream_number(stream, value, 0);
}
CXX(Stream *, __sv_out_ulong_long, "_ZNSolsEy", Stream *stream, unsigned long value) {
    return __sv_stream_number(stream, value, 0);
}
CXX(Stream *, __sv_out_bool, "_ZNSolsEb", Stream *stream, _Bool value) {
    if (!(stream->ios.flags & __SV_BOOLALPHA)) return __sv_stream_number(stream, value, 0);
    return value ? __sv_stream_item(stream, "true", 4) : __sv_stream_item(stream, "false", 5);
}
CXX(Stream *, __sv_out_pointer, "_ZNSolsEPKv", Stream *stream, const void *value) {
    char text[32];
    int length = __selvedge_print_snprintf(text, 32, "%p", value);
    return __sv_stream_item(stream, value ? text : "0", value ? (size_t)length : 1);
}
static Stream *__sv_stream_real(Stream *stream, double value) {
    char text[400];
    unsigned int form = stream->ios.flags & (__SV_FIXED | __SV_SCIENTIFIC);
    const char *format = form == __SV_FIXED ? "%.*f" : form == __SV_SCIENTIFIC ? "%.*e" : "%.*g";
    int length = __selvedge_print_snprintf(text, 400, format, (int)stream->ios.precision, value);
    return __sv_stream_item(stream, text, length < 400 ? (size_t)length : 399);
}
CXX(Stream *, __sv_out_double, "_ZNSolsEd", Stream *stream, double value) { return __sv_stream_real(stream, value); }
CXX(Stream *, __sv_out_float, "_ZNSolsEf", Stream *stream, float value) { return __sv_stream_real(stream, value); }

CXX(Stream *, __sv_out_string, "_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc", Stream *stream,
    const char *text) {
    if (text) return __sv_stream_item(stream, text, __sv_strlen(text));
    stream->ios.state |= __SV_BAD;
    return stream;
}
CXX(Stream *, __sv_out_char, "_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_c", Stream *stream, char c) {
    return __sv_stream_item(stream, &c, 1);
}
/* A std::string starts with its pointer and its length. */
struct __sv_string { const char *data; size_t length; };
CXX(Stream *, __sv_out_std_string,
    "_ZStlsIcSt11char_traitsIcESaIcEERSt13basic_ostreamIT_T0_ES7_RKNSt7__cxx1112basic_stringIS4_S5_T1_EE",
    Stream *stream, const struct __sv_string *string) {
    return __sv_stream_item(stream, string->data, string->length);
}
CXX(Stream *, __sv_out_insert, "_ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_PKS3_l",
    Stream *stream, const char *text, long length) {
    return __sv_stream_item(stream, text, (size_t)length);
}
CXX(Stream *, __sv_out_put, "_ZNSo3putEc", Stream *stream, char c) {
    __sv_stream_write(stream, &c, 1);
    return stream;
}
CXX(Stream *, __sv_out_block, "_ZNSo5writeEPKcl", Stream *stream, const char *text, long length) {
    __sv_stream_write(stream, text, (size_t)length);
    return stream;
}

/* Manipulators. */
CXX(Stream *, __sv_out_flush, "_ZNSo5flushEv", Stream *stream) { return stream; }
CXX(Stream *, __sv_flush, "_ZSt5flushIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_", Stream *stream) {
    return stream;
}
CXX(Stream *, __sv_endl, "_ZSt4endlIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_", Stream *stream) {
    __sv_stream_write(stream, "\n", 1);
    return stream;
}
CXX(Stream *, __sv_out_manipulator, "_ZNSolsEPFRSoS_E", Stream *stream, Stream *(*manipulator)(Stream *)) {
    return manipulator(stream);
}
CXX(Stream *, __sv_out_ios_manipulator, "_ZNSolsEPFRSt8ios_baseS0_E", Stream *stream, void *(*manipulator)(void *)) {
    manipulator(&stream->ios);
    return stream;
}

/* State, as the ios_base part keeps it. */
CXX(_Bool, __sv_ios_good, "_ZNKSt9basic_iosIcSt11char_traitsIcEE4goodEv", struct __sv_ios *ios) {
    return ios->state == 0;
}
CXX(_Bool, __sv_ios_eof, "_ZNKSt9basic_iosIcSt11char_traitsIcEE3eofEv", struct __sv_ios *ios) {
    return (ios->state & __SV_EOF_BIT) != 0;
}
CXX(_Bool, __sv_ios_fail, "_ZNKSt9basic_iosIcSt11char_traitsIcEE4failEv", struct __sv_ios *ios) {
    return (ios->state & (__SV_BAD | __SV_FAIL)) != 0;
}
CXX(_Bool, __sv_ios_not, "_ZNKSt9basic_iosIcSt11char_traitsIcEEntEv", struct __sv_ios *ios) {
    return (ios->state & (__SV_BAD | __SV_FAIL)) != 0;
}
CXX(_Bool, __sv_ios_bool, "_ZNKSt9basic_iosIcSt11char_traitsIcEEcvbEv", struct __sv_ios *ios) {
    return (ios->state & (__SV_BAD | __SV_FAIL)) == 0;
}

/* Numbers from std::cin: any value, or the end of the input, or something else than a number. */
static _Bool __sv_in_fails(struct __sv_in_stream *stream) {
    if (stream != &__sv_cin) __selvedge_unsupported("a C++ input stream other than cin");
    if (stream->ios.state == 0 && !__selvedge_nondet_i1("no number on standard input")) return 0;
    stream->ios.state |= __SV_FAIL;
    if (__selvedge_nondet_i1("end of input")) stream->ios.state |= __SV_EOF_BIT;
    return 1;
}
/* What cannot be read is 0, except after an earlier failure. */
#define INPUT(letter, type, source)                                                                             \
    CXX(struct __sv_in_stream *, __sv_in_##letter, "_ZNSirsER" #letter, struct __sv_in_stream *stream, type *value) { \
        _Bool failed_before = stream->ios.state != 0;                                                           \
        if (!__sv_in_fails(stream)) *value = (type)source("input");                                             \
        else if (!failed_before) *value = 0;                                                                    \
        return stream;                                                                                          \
    }
INPUT(s, short, __selvedge_nondet_i16)
INPUT(t, unsigned short, __selvedge_nondet_i16)
INPUT(i, int, __selvedge_nondet_i32)
INPUT(j, unsigned int, __selvedge_nondet_i32)
INPUT(l, long, __selvedge_nondet_i64)
INPUT(m, unsigned long, __selvedge_nondet_i64)
INPUT(x, long, __selvedge_nondet_i64)
INPUT(y, unsigned long, __selvedge_nondet_i64)
INPUT(f, float, __selvedge_nondet_f32)
INPUT(d, double, __selvedge_nondet_f64)
#undef INPUT
