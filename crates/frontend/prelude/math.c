/*
 * math.c: <math.h> for double and float.
 *
 * What LLVM has an operation for is that operation, with the host's rounding. Tangent, arcus, hyperbolic and root
 * functions are computed from those and may differ from glibc's in the last digits. errno is not set.
 * long double is not modelled.
 */

#define PI 3.14159265358979323846

/* name(x) and namef(x) from one expression in x. */
#define REAL1(name, expression)                       \
    static double __sv_##name(double x) { return expression; } \
    double name(double x) { return __sv_##name(x); }  \
    float name##f(float given) { return (float)__sv_##name((double)given); }
#define REAL2(name, expression)                                 \
    static double __sv_##name(double x, double y) { return expression; } \
    double name(double x, double y) { return __sv_##name(x, y); } \
    float name##f(float given, float other) { return (float)__sv_##name((double)given, (double)other); }

REAL1(fabs, __builtin_fabs(x))
REAL1(sqrt, __builtin_sqrt(x))
REAL1(floor, __builtin_floor(x))
REAL1(ceil, __builtin_ceil(x))
REAL1(trunc, __builtin_trunc(x))
REAL1(round, __builtin_round(x))
REAL1(sin, __builtin_sin(x))
REAL1(cos, __builtin_cos(x))
REAL1(exp, __builtin_exp(x))
REAL1(log, __builtin_log(x))
REAL2(pow, __builtin_pow(x, y))
REAL2(fmod, __builtin_fmod(x, y))
REAL2(fmin, __builtin_fmin(x, y))
REAL2(fmax, __builtin_fmax(x, y))
REAL2(copysign, __builtin_copysign(x, y))

/* To the nearest, ties to even: what rint does in the default rounding mode. */
static double __sv_to_even(double x) {
    double down = __builtin_floor(x), rest = x - down;
    if (rest < 0.5) return __builtin_copysign(down, x);
    if (rest > 0.5) return __builtin_copysign(down + 1, x);
    return __builtin_copysign(__builtin_fmod(down, 2) == 0 ? down : down + 1, x);
}
REAL1(rint, __sv_to_even(x))
REAL1(nearbyint, __sv_to_even(x))
long lrint(double x) { return (long)__sv_to_even(x); }
long llrint(double x) { return (long)__sv_to_even(x); }
long lrintf(float x) { return (long)__sv_to_even((double)x); }
long lround(double x) { return (long)__builtin_round(x); }
long llround(double x) { return (long)__builtin_round(x); }
long lroundf(float x) { return (long)__builtin_round((double)x); }

REAL1(tan, __builtin_sin(x) / __builtin_cos(x))
REAL1(exp2, __builtin_pow(2, x))
REAL1(log2, __builtin_log(x) / 0.693147180559945309417)
REAL1(log10, __builtin_log(x) / 2.30258509299404568402)
REAL1(expm1, x > -1e-5 && x < 1e-5 ? x + x * x / 2 : __builtin_exp(x) - 1)
REAL1(log1p, x > -1e-5 && x < 1e-5 ? x - x * x / 2 : __builtin_log(1 + x))
REAL1(sinh, (__builtin_exp(x) - __builtin_exp(-x)) / 2)
REAL1(cosh, (__builtin_exp(x) + __builtin_exp(-x)) / 2)
REAL1(tanh, x > 20 ? 1 : x < -20 ? -1 : 1 - 2 / (__builtin_exp(2 * x) + 1))
REAL1(cbrt, x == 0 ? x : __builtin_copysign(__builtin_pow(__builtin_fabs(x), 1.0 / 3), x))
REAL2(hypot, __builtin_sqrt(x * x + y * y))
REAL2(fdim, x > y ? x - y : x <= y ? 0 : x + y)
/* One rounding too many: exact only when x*y is. */
double fma(double x, double y, double z) { return x * y + z; }
float fmaf(float x, float y, float z) { return (float)((double)x * y + z); }

/* Halves the angle twice, then the series; |x| is below 1. */
static double __sv_atan_series(double x) {
    x = x / (1 + __builtin_sqrt(1 + x * x));
    x = x / (1 + __builtin_sqrt(1 + x * x));
    double square = x * x, term = x, sum = 0;
    for (int i = 1; i < 40; i += 2) {
        sum += term / i;
        term *= -square;
    }
    return 4 * sum;
}
static double __sv_arctan(double x) {
    if (x > 1) return PI / 2 - __sv_atan_series(1 / x);
    if (x < -1) return -PI / 2 - __sv_atan_series(1 / x);
    return __sv_atan_series(x);
}
static double __sv_arctan2(double y, double x) {
    if (x > 0) return __sv_arctan(y / x);
    if (x < 0) return __sv_arctan(y / x) + __builtin_copysign(PI, y);
    if (y != y || x != x) return x + y;
    return y == 0 ? y : __builtin_copysign(PI / 2, y);
}
REAL1(atan, __sv_arctan(x))
REAL2(atan2, __sv_arctan2(x, y))
REAL1(asin, __sv_arctan2(x, __builtin_sqrt((1 - x) * (1 + x))))
REAL1(acos, __sv_arctan2(__builtin_sqrt((1 - x) * (1 + x)), x))

static double __sv_times_power(double x, int exponent) {
    for (; exponent > 1000; exponent -= 1000) x *= 0x1p1000;
    for (; exponent < -1000; exponent += 1000) x *= 0x1p-1000;
    return __sv_scale(x, 2, exponent);
}
double ldexp(double x, int exponent) { return __sv_times_power(x, exponent); }
float ldexpf(float x, int exponent) { return (float)__sv_times_power((double)x, exponent); }
double scalbn(double x, int exponent) { return __sv_times_power(x, exponent); }

union __sv_bits { double real; unsigned long bits; };
union __sv_float_bits { float real; unsigned int bits; };
double frexp(double x, int *exponent) {
    union __sv_bits value = {x};
    *exponent = 0;
    if (x == 0 || (value.bits >> 52 & 2047) == 2047) return x;
    if ((value.bits >> 52 & 2047) == 0) {
        value.real = x * 0x1p64;
        *exponent = -64;
    }
    *exponent += (int)(value.bits >> 52 & 2047) - 1022;
    value.bits = (value.bits & ~(2047UL << 52)) | 1022UL << 52;
    return value.real;
}
double modf(double x, double *whole) {
    *whole = __builtin_trunc(x);
    return __builtin_copysign(x - *whole == x - *whole ? x - *whole : 0, x);
}

/* Classes, as functions: glibc's values of FP_NAN .. FP_NORMAL. */
static int __sv_class(unsigned long fraction, unsigned int exponent, unsigned int top) {
    if (exponent == top) return fraction ? 0 : 1;
    if (exponent == 0) return fraction ? 3 : 2;
    return 4;
}
int __fpclassify(double x) {
    union __sv_bits value = {x};
    return __sv_class(value.bits & 0xfffffffffffffUL, value.bits >> 52 & 2047, 2047);
}
int __fpclassifyf(float x) {
    union __sv_float_bits value = {x};
    return __sv_class(value.bits & 0x7fffff, value.bits >> 23 & 255, 255);
}
static int __sv_is_infinite(double x) { return x == __builtin_inf() ? 1 : x == -__builtin_inf() ? -1 : 0; }
int __isnan(double x) { return x != x; }
int __isnanf(float x) { return x != x; }
int isnan(double x) { return x != x; }
int isinf(double x) { return __sv_is_infinite(x); }
int __isinf(double x) { return __sv_is_infinite(x); }
int __isinff(float x) { return __sv_is_infinite((double)x); }
int finite(double x) { return x == x && !__sv_is_infinite(x); }
int __finite(double x) { return x == x && !__sv_is_infinite(x); }
int __finitef(float x) { return x == x && !__sv_is_infinite((double)x); }
int __signbit(double x) {
    union __sv_bits value = {x};
    return value.bits >> 63 ? 128 : 0;
}
int __signbitf(float x) {
    union __sv_float_bits value = {x};
    return value.bits >> 31 ? 8 : 0;
}
double nan(const char *tag) { return __builtin_nan(""); }
float nanf(const char *tag) { return (float)__builtin_nan(""); }
#undef PI
#undef REAL1
#undef REAL2
