// Kernels for processors with AVX2 and BMI2 (x86-64-v3), and PCLMULQDQ.
#if defined(__x86_64__)
#include <immintrin.h>
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,pclmul"))), apply_to = function)
#define HANABI_WIDTH 32
#define HANABI_KERNELS hanabi_kernels_avx2
#define HANABI_NAME "avx2"
#include "kernels_template.h"
#pragma clang attribute pop
#endif
