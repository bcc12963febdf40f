#include "CBox2D.h"

#include <math.h>

// Glibc has several sine functions and selects one by processor features. They differ in the last bit, which a heap of
// bodies amplifies without limit. The program therefore has its own, which the linker finds before Glibc's: sums and
// products of doubles, never contracted into a single rounding, and a final rounding to a float.
#pragma STDC FP_CONTRACT OFF

// π/2 in two parts: the first has 34 bits, so that its product with a number of 19 bits is exact.
static const double half_pi_high = 0x1.921fb544p0;
static const double half_pi_low = 0x1.0b4611a626331p-34;
static const double turns_high = 0x1p17;

/// Taylor series: the remainder is below 1e-15 for an eighth of a turn, and a float is rounded at 1e-8.
static double sine_of_small(double x) {
    double z = x * x;
    double sum = z * (1.0 / 210);
    sum = z * (1.0 / 156) * (1 - sum);
    sum = z * (1.0 / 110) * (1 - sum);
    sum = z * (1.0 / 72) * (1 - sum);
    sum = z * (1.0 / 42) * (1 - sum);
    sum = z * (1.0 / 20) * (1 - sum);
    sum = z * (1.0 / 6) * (1 - sum);
    return x - x * sum;
}

static double cosine_of_small(double x) {
    double z = x * x;
    double sum = z * (1.0 / 240);
    sum = z * (1.0 / 182) * (1 - sum);
    sum = z * (1.0 / 132) * (1 - sum);
    sum = z * (1.0 / 90) * (1 - sum);
    sum = z * (1.0 / 56) * (1 - sum);
    sum = z * (1.0 / 30) * (1 - sum);
    sum = z * (1.0 / 12) * (1 - sum);
    sum = z * (1.0 / 2) * (1 - sum);
    return 1 - sum;
}

void hanabi_turn(double angle, double *cosine, double *sine) {
    double quarters = rint(angle * 0.63661977236758134);
    if (!(fabs(quarters) < turns_high)) {
        // No rotation here is that large; other callers get the C library's result.
        *cosine = cos(angle);
        *sine = sin(angle);
        return;
    }
    double rest = angle - quarters * half_pi_high;
    rest = rest - quarters * half_pi_low;
    double s = sine_of_small(rest), c = cosine_of_small(rest);
    switch ((int)quarters & 3) {
    case 0: *cosine = c, *sine = s; break;
    case 1: *cosine = -s, *sine = c; break;
    case 2: *cosine = -c, *sine = -s; break;
    default: *cosine = s, *sine = -c; break;
    }
}

double hanabi_exponential(double x) {
    if (x != x) return x;
    if (x > 709) return INFINITY;
    if (x < -745) return 0;
    double halvings = rint(x * 1.4426950408889634);
    // ln 2 in two parts, so that the first product is exact.
    double rest = x - halvings * 0x1.62e42feep-1;
    rest = rest - halvings * 0x1.a39ef35793c76p-33;
    double sum = 1;
    for (int n = 17; n >= 1; n--) sum = 1 + sum * (rest / n);
    return ldexp(sum, (int)halvings);
}

double hanabi_power(double x, double y) {
    if (!(x > 0)) return 0;
    int exponent;
    double part = frexp(x, &exponent);
    if (part < 0.70710678118654752) {
        part *= 2;
        exponent -= 1;
    }
    // ln m = 2·artanh((m − 1)/(m + 1)).
    double ratio = (part - 1) / (part + 1);
    double square = ratio * ratio;
    double sum = 0;
    for (int n = 25; n >= 1; n -= 2) sum = sum * square + 1.0 / n;
    double logarithm = exponent * 0.69314718055994531 + 2 * ratio * sum;
    return hanabi_exponential(y * logarithm);
}

// Replacements of the functions that Box2D calls.

float sinf(float x) {
    double cosine, sine;
    hanabi_turn(x, &cosine, &sine);
    // Keeps −0.
    return x == 0 ? x : (float)sine;
}

float cosf(float x) {
    double cosine, sine;
    hanabi_turn(x, &cosine, &sine);
    return (float)cosine;
}

void sincosf(float x, float *sine, float *cosine) {
    double c, s;
    hanabi_turn(x, &c, &s);
    *sine = x == 0 ? x : (float)s;
    *cosine = (float)c;
}
