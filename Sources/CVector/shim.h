#pragma once

// What Swift's vectors can't say in one instruction, for any processor: vector extensions of Clang, no intrinsics.

typedef unsigned short hanabi_u16x8 __attribute__((vector_size(16)));
typedef unsigned int hanabi_u32x8 __attribute__((vector_size(32)));

/// The upper halves of the products: ⌊a·b/65536⌋.
static inline __attribute__((always_inline)) hanabi_u16x8 hanabi_upper_product(hanabi_u16x8 a, hanabi_u16x8 b) {
    hanabi_u32x8 product = __builtin_convertvector(a, hanabi_u32x8) * __builtin_convertvector(b, hanabi_u32x8);
    return __builtin_convertvector(product >> 16, hanabi_u16x8);
}

typedef unsigned char hanabi_u8x16 __attribute__((vector_size(16)));
typedef float hanabi_f32x16 __attribute__((vector_size(64)));

/// Four premultiplied pixels in straight alpha: of the values that premultiply to each channel, the one nearest to what is
/// wanted. What alpha becomes means nothing; a channel above its alpha becomes 255, and
/// all under an alpha of 0 becomes 0.
///
/// v becomes p under alpha a where (p - 1/2) * 255 / a < v < (p + 1/2) * 255 / a. Neither bound is ever a whole number, nor
/// nearer to one than 1/510, which is far more than rounding moves it.
///
/// @param unit By alpha: 255 / a, of 0 nothing.
static inline __attribute__((always_inline)) hanabi_u8x16
hanabi_nearest_straight(hanabi_u8x16 pixels, hanabi_u8x16 wanted, const float *unit) {
    float a = unit[pixels[3]], b = unit[pixels[7]], c = unit[pixels[11]], d = unit[pixels[15]];
    hanabi_f32x16 width = {a, a, a, a, b, b, b, b, c, c, c, c, d, d, d, d};
    hanabi_f32x16 upper = (__builtin_convertvector(pixels, hanabi_f32x16) + 0.5f) * width;
    hanabi_f32x16 lower = upper - (width - 1.0f);
    hanabi_f32x16 value = __builtin_elementwise_max(__builtin_convertvector(wanted, hanabi_f32x16), lower);
    value = __builtin_elementwise_min(__builtin_elementwise_min(value, upper), (hanabi_f32x16){} + 255.0f);
    return __builtin_convertvector(value, hanabi_u8x16);
}
