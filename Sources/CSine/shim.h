#pragma once

// Glibc and musl have the function, but <math.h> declares it only if _GNU_SOURCE is defined.
extern void sincos(double angle, double *sine, double *cosine);
