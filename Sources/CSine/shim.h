#pragma once

// Glibc's and musl's, which <math.h> only shows to those who define _GNU_SOURCE.
extern void sincos(double angle, double *sine, double *cosine);
