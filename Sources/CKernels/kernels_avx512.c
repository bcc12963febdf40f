// Kernels for processors with AVX-512 (x86-64-v4) and its VBMI.
#if defined(__x86_64__)
#include <immintrin.h>
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,bmi,bmi2,pclmul"))), apply_to = function)
#define HANABI_WIDTH 64
#define HANABI_KERNELS hanabi_kernels_avx512
#define HANABI_NAME "avx512"
#include "kernels_template.h"
#pragma clang attribute pop
#endif
