#pragma once

#include "kernels.h"

// Operations that Swift's vectors cannot express in one instruction, for any processor: vector extensions of Clang, no
// intrinsics.

typedef unsigned short hanabi_u16x8 __attribute__((vector_size(16)));
typedef unsigned int hanabi_u32x8 __attribute__((vector_size(32)));

/// Returns the upper halves of the products: ⌊a·b/65536⌋.
static inline __attribute__((always_inline)) hanabi_u16x8 hanabi_upper_product(hanabi_u16x8 a, hanabi_u16x8 b) {
    hanabi_u32x8 product = __builtin_convertvector(a, hanabi_u32x8) * __builtin_convertvector(b, hanabi_u32x8);
    return __builtin_convertvector(product >> 16, hanabi_u16x8);
}
