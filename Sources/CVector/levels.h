#pragma once

#include "include/Kernels.h"

extern const hanabi_kernels hanabi_kernels_any;
#if defined(__x86_64__)
extern const hanabi_kernels hanabi_kernels_avx2;
extern const hanabi_kernels hanabi_kernels_avx512;
#endif
