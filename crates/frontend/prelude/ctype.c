/*
 * ctype.c: character classes of the "C" locale, as functions and as the tables that glibc's macros index.
 */

/* The bits of glibc's table, little endian. */
enum {
    __SV_BLANK = 0x0001, __SV_CNTRL = 0x0002, __SV_PUNCT = 0x0004, __SV_ALNUM = 0x0008, __SV_UPPER = 0x0100,
    __SV_LOWER = 0x0200, __SV_ALPHA = 0x0400, __SV_DIGIT = 0x0800, __SV_XDIGIT = 0x1000, __SV_SPACE = 0x2000,
    __SV_PRINT = 0x4000, __SV_GRAPH = 0x8000,
};

#define IN(c, first, last) ((c) >= (first) && (c) <= (last))
#define IS_UPPER(c) IN(c, 'A', 'Z')
#define IS_LOWER(c) IN(c, 'a', 'z')
#define IS_DIGIT(c) IN(c, '0', '9')
#define IS_ALNUM(c) (IS_UPPER(c) || IS_LOWER(c) || IS_DIGIT(c))
#define CLASSES(c)                                                                                     \
    ((IS_UPPER(c) ? __SV_UPPER | __SV_ALPHA : 0) | (IS_LOWER(c) ? __SV_LOWER | __SV_ALPHA : 0) |       \
     (IS_DIGIT(c) ? __SV_DIGIT : 0) | (IS_ALNUM(c) ? __SV_ALNUM : 0) |                                 \
     (IS_DIGIT(c) || IN(c, 'a', 'f') || IN(c, 'A', 'F') ? __SV_XDIGIT : 0) |                           \
     ((c) == ' ' || IN(c, 9, 13) ? __SV_SPACE : 0) | ((c) == ' ' || (c) == 9 ? __SV_BLANK : 0) |       \
     (IN(c, 32, 126) ? __SV_PRINT : 0) | (IN(c, 33, 126) ? __SV_GRAPH : 0) |                           \
     (IN(c, 33, 126) && !IS_ALNUM(c) ? __SV_PUNCT : 0) | (IN(c, 0, 31) || (c) == 127 ? __SV_CNTRL : 0))
#define TO_LOWER(c) (IS_UPPER(c) ? (c) + 32 : (c))
#define TO_UPPER(c) (IS_LOWER(c) ? (c) - 32 : (c))

#define ROW(f, c) f(c), f(c + 1), f(c + 2), f(c + 3), f(c + 4), f(c + 5), f(c + 6), f(c + 7)
#define ROWS(f, c) ROW(f, c), ROW(f, c + 8), ROW(f, c + 16), ROW(f, c + 24)
#define ASCII(f) ROWS(f, 0), ROWS(f, 32), ROWS(f, 64), ROWS(f, 96)
#define REST(f, c) ROWS(f, c), ROWS(f, c + 32), ROWS(f, c + 64), ROWS(f, c + 96)

/* Indexed from -128 (a negative char) to 255. Negative indices map to themselves as unsigned char. */
static const unsigned short __sv_classes[384] = {[128] = ASCII(CLASSES)};
#define AS_CHAR(c) ((c) == 127 ? -1 : (c) + 128) /* EOF stays EOF */
static const int __sv_lowers[384] = {REST(AS_CHAR, 0), ASCII(TO_LOWER), REST(TO_LOWER, 128)};
static const int __sv_uppers[384] = {REST(AS_CHAR, 0), ASCII(TO_UPPER), REST(TO_UPPER, 128)};
static const unsigned short *__sv_classes_at_zero = __sv_classes + 128;
static const int *__sv_lowers_at_zero = __sv_lowers + 128;
static const int *__sv_uppers_at_zero = __sv_uppers + 128;

const unsigned short **__ctype_b_loc(void) { return &__sv_classes_at_zero; }
const int **__ctype_tolower_loc(void) { return &__sv_lowers_at_zero; }
const int **__ctype_toupper_loc(void) { return &__sv_uppers_at_zero; }
size_t __ctype_get_mb_cur_max(void) { return 1; }

static int __sv_is_space(int c) { return c == ' ' || IN(c, 9, 13); }

/* The results are glibc's: the bit of the class, not just 1. */
#define CLASS(name, bit, test) \
    int name(int c) { return (test) ? bit : 0; }
CLASS(isalnum, __SV_ALNUM, IS_ALNUM(c))
CLASS(isalpha, __SV_ALPHA, IS_UPPER(c) || IS_LOWER(c))
CLASS(isblank, __SV_BLANK, c == ' ' || c == '\t')
CLASS(iscntrl, __SV_CNTRL, IN(c, 0, 31) || c == 127)
CLASS(isdigit, __SV_DIGIT, IS_DIGIT(c))
CLASS(isgraph, __SV_GRAPH, IN(c, 33, 126))
CLASS(islower, __SV_LOWER, IS_LOWER(c))
CLASS(isprint, __SV_PRINT, IN(c, 32, 126))
CLASS(ispunct, __SV_PUNCT, IN(c, 33, 126) && !IS_ALNUM(c))
CLASS(isspace, __SV_SPACE, __sv_is_space(c))
CLASS(isupper, __SV_UPPER, IS_UPPER(c))
CLASS(isxdigit, __SV_XDIGIT, IS_DIGIT(c) || IN(c, 'a', 'f') || IN(c, 'A', 'F'))
CLASS(isascii, 1, IN(c, 0, 127))
#undef CLASS
int toascii(int c) { return c & 127; }
int tolower(int c) { return __sv_lower(c); }
int toupper(int c) { return __sv_upper(c); }
