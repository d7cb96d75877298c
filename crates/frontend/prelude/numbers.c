/*
 * numbers.c: text to numbers.
 *
 * Integers are exact, with glibc's end pointers and ERANGE. Doubles are exact whenever the decimal has at most 2^53 as its
 * digits and a power of ten up to 22 (any usual constant); beyond, the last bits may differ from glibc's.
 */

static int __sv_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'z') return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
    return 99;
}

struct __sv_integer {
    unsigned long magnitude;
    const char *end; /* the start when there is no number */
    _Bool negative, overflow;
};

static struct __sv_integer __sv_integer(const char *start, int base) {
    struct __sv_integer result = {0, start, 0, 0};
    const char *at = start;
    while (__sv_is_space((unsigned char)*at)) at++;
    if (*at == '-' || *at == '+') result.negative = *at++ == '-';
    if ((base == 0 || base == 16) && at[0] == '0' && (at[1] | 32) == 'x' && __sv_digit(at[2]) < 16) {
        at += 2;
        base = 16;
    } else if (base == 0) {
        base = *at == '0' ? 8 : 10;
    }
    for (; __sv_digit(*at) < base; at++) {
        unsigned long digit = (unsigned long)__sv_digit(*at);
        if (result.magnitude > (ULONG_MAX - digit) / (unsigned long)base) result.overflow = 1;
        else result.magnitude = result.magnitude * (unsigned long)base + digit;
        result.end = at + 1;
    }
    return result;
}

static long __sv_strtol(const char *start, char **end, int base) {
    struct __sv_integer read = __sv_integer(start, base);
    unsigned long limit = read.negative ? (unsigned long)LONG_MAX + 1 : (unsigned long)LONG_MAX;
    if (end) *end = (char *)read.end;
    if (read.overflow || read.magnitude > limit) {
        __sv_errno = ERANGE;
        return read.negative ? LONG_MIN : LONG_MAX;
    }
    return (long)(read.negative ? 0 - read.magnitude : read.magnitude);
}
static unsigned long __sv_strtoul(const char *start, char **end, int base) {
    struct __sv_integer read = __sv_integer(start, base);
    if (end) *end = (char *)read.end;
    if (read.overflow) {
        __sv_errno = ERANGE;
        return ULONG_MAX;
    }
    return read.negative ? 0 - read.magnitude : read.magnitude;
}
long strtol(const char *start, char **end, int base) { return __sv_strtol(start, end, base); }
long strtoll(const char *start, char **end, int base) { return __sv_strtol(start, end, base); }
long strtoimax(const char *start, char **end, int base) { return __sv_strtol(start, end, base); }
long __isoc23_strtol(const char *start, char **end, int base) { return __sv_strtol(start, end, base); }
long __isoc23_strtoll(const char *start, char **end, int base) { return __sv_strtol(start, end, base); }
long __isoc23_strtoimax(const char *start, char **end, int base) { return __sv_strtol(start, end, base); }
unsigned long strtoul(const char *start, char **end, int base) { return __sv_strtoul(start, end, base); }
unsigned long strtoull(const char *start, char **end, int base) { return __sv_strtoul(start, end, base); }
unsigned long strtoumax(const char *start, char **end, int base) { return __sv_strtoul(start, end, base); }
unsigned long __isoc23_strtoul(const char *start, char **end, int base) { return __sv_strtoul(start, end, base); }
unsigned long __isoc23_strtoull(const char *start, char **end, int base) { return __sv_strtoul(start, end, base); }
unsigned long __isoc23_strtoumax(const char *start, char **end, int base) { return __sv_strtoul(start, end, base); }
int atoi(const char *string) { return (int)__sv_strtol(string, 0, 10); }
long atol(const char *string) { return __sv_strtol(string, 0, 10); }
long atoll(const char *string) { return __sv_strtol(string, 0, 10); }

/* mantissa * base^exponent by repeated squaring. */
static double __sv_scale(double mantissa, double base, int exponent) {
    double factor = 1;
    int power = exponent < 0 ? -exponent : exponent;
    if (mantissa == 0) return mantissa;
    /* Beyond the range of one factor: scale in two steps, so that neither overflows on its own. */
    if (power > 300 && base == 10) {
        double part = __sv_scale(mantissa, base, exponent < 0 ? -300 : 300);
        if (power > 700) power = 700;
        return __sv_scale(part, base, exponent < 0 ? 300 - power : power - 300);
    }
    for (; power > 0; power >>= 1, base *= base)
        if (power & 1) factor *= base;
    return exponent < 0 ? mantissa / factor : mantissa * factor;
}

static int __sv_exponent(const char **at, char mark) {
    const char *after = *at + 1;
    int negative = 0, value = 0;
    if ((**at | 32) != mark) return 0;
    if (*after == '-' || *after == '+') negative = *after++ == '-';
    if (*after < '0' || *after > '9') return 0;
    for (; *after >= '0' && *after <= '9'; after++)
        if (value < 10000) value = value * 10 + (*after - '0');
    *at = after;
    return negative ? -value : value;
}

static double __sv_word_or_digits(const char **at) {
    const char *from = *at;
    if (__sv_starts_with(from, "inf", 1)) {
        *at += __sv_starts_with(from, "infinity", 1) ? 8 : 3;
        return __builtin_inf();
    }
    if (__sv_starts_with(from, "nan", 1)) {
        *at += 3;
        return __builtin_nan("");
    }
    int base = 10, exponent = 0, any = 0, after_point = 0;
    if (from[0] == '0' && (from[1] | 32) == 'x' && __sv_digit(from[2] == '.' ? from[3] : from[2]) < 16) {
        base = 16;
        from += 2;
    }
    unsigned long mantissa = 0;
    for (;; from++) {
        if (*from == '.' && !after_point) {
            after_point = 1;
            continue;
        }
        int digit = __sv_digit(*from);
        if (digit >= base) break;
        any = 1;
        if (mantissa < ULONG_MAX / 32) {
            mantissa = mantissa * (unsigned long)base + (unsigned long)digit;
            exponent -= after_point;
        } else {
            exponent += !after_point;
        }
    }
    if (!any) return 0;
    *at = from;
    if (base == 16) return __sv_scale((double)mantissa, 2, 4 * exponent + __sv_exponent(at, 'p'));
    exponent += __sv_exponent(at, 'e');
    return __sv_scale((double)mantissa, 10, exponent);
}

static double __sv_strtod(const char *start, char **end) {
    const char *at = start;
    int negative = 0;
    while (__sv_is_space((unsigned char)*at)) at++;
    if (*at == '-' || *at == '+') negative = *at++ == '-';
    const char *digits = at;
    double value = __sv_word_or_digits(&at);
    if (end) *end = (char *)(at == digits ? start : at);
    return negative ? -value : value;
}
double strtod(const char *start, char **end) { return __sv_strtod(start, end); }
float strtof(const char *start, char **end) { return (float)__sv_strtod(start, end); }
double atof(const char *string) { return __sv_strtod(string, 0); }
