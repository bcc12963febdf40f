#pragma once

#include "include/kernels.h"

// The kernels of each instruction set, by name. `cpu_features.c` chooses among them.

extern const hanabi_kernels hanabi_kernels_any;
#if defined(__x86_64__)
extern const hanabi_kernels hanabi_kernels_avx2;
extern const hanabi_kernels hanabi_kernels_avx512;
#endif
