// Arithmetic on premultiplied pixels of 8 bits per channel: scaling by coverage, division by 255, and the blend modes.
//
// Sixteen pixels are one vector of 64 bytes. For products, channels are widened to 16 bits: red and blue in one vector,
// green and alpha in another, by a mask and by a shift. So one multiplication serves two channels of a pixel, and
// joining them again is a shift and an OR.
//
// Division by 255 is exact, rounded to nearest, without a division: for a product v of two bytes, ⌊(v + 128)·257 /
// 65536⌋. The upper half of a 16-bit product is one instruction on x86 (`pmulhuw`). Clang doesn't find it where it
// knows that a factor is a byte, hence the intrinsics; elsewhere products are computed with 32 bits. Both are exact,
// thus equal.
//
// Channels of an ink have 16 bits, so that an ink under a coverage is rounded once: c·f/65535 is a byte, from the sum
// of the two halves of the product.
//
// Blend modes, with s the source and d the pixel below, all premultiplied:
// - normal: s + d·(1 - α), with 1 - α as the complement of the alpha byte;
// - add: s + d, saturating;
// - screen: s + d - s·d;
// - maximum: the larger of both, channel by channel.
//
// The blend mode is a constant where these functions are inlined, so no branch is left in the loops.

/// Sixteen pixels, R G B A from the lowest byte up.
typedef uint32_t blend_pixels __attribute__((ext_vector_type(16), aligned(4)));
typedef uint8_t blend_bytes __attribute__((ext_vector_type(64)));
/// Two channels of each pixel, 16 bits per channel: one multiplication serves both.
typedef uint16_t blend_channels __attribute__((ext_vector_type(32)));
typedef uint32_t blend_products __attribute__((ext_vector_type(32)));

typedef _Bool blend_flags __attribute__((ext_vector_type(16)));

/// Returns one bit per lane, set where all bits of the lane are set.
HANABI_INLINE uint64_t lane_bits(blend_pixels lanes) {
    blend_flags flags = __builtin_convertvector(lanes, blend_flags);
    uint16_t bits;
    memcpy(&bits, &flags, 2);
    return bits;
}

/// Returns ⌊a·b/65536⌋.
HANABI_INLINE blend_channels upper_product(blend_channels a, blend_channels b) {
    // A single instruction, which Clang does not generate where it knows that one of the factors is a byte.
#if HANABI_WIDTH >= 64
    return (blend_channels)_mm512_mulhi_epu16((__m512i)a, (__m512i)b);
#elif HANABI_WIDTH >= 32
    typedef struct {
        __m256i halves[2];
    } pair;
    pair left, right;
    memcpy(&left, &a, sizeof left);
    memcpy(&right, &b, sizeof right);
    for (int half = 0; half < 2; half++) left.halves[half] = _mm256_mulhi_epu16(left.halves[half], right.halves[half]);
    memcpy(&a, &left, sizeof a);
    return a;
#endif
    blend_products product = __builtin_convertvector(a, blend_products) * __builtin_convertvector(b, blend_products);
    return __builtin_convertvector(product >> 16, blend_channels);
}

/// Returns channel × factor / 65535, rounded to nearest, for factors in 0...255: see `PixelBlock.Ink`.
HANABI_INLINE blend_channels scaled(blend_channels channel, blend_channels factor) {
    blend_channels high = upper_product(channel, factor), low = channel * factor;
    return high + (__builtin_elementwise_add_sat(low, high) >> 15);
}

/// Returns v/255, rounded to nearest, for products of two bytes: see `PixelBlock`.
HANABI_INLINE blend_channels divided_by_255(blend_channels v) { return upper_product(v + 128, (blend_channels)257); }

/// Blends a source, red and blue apart from green and alpha in 16 bits each, with the pixels below.
HANABI_INLINE blend_pixels
blended(blend_channels red_blue, blend_channels green_alpha, blend_pixels below, hanabi_blend blend) {
    blend_pixels source = (blend_pixels)(red_blue | green_alpha << 8);
    if (blend == hanabi_blend_add) {
        return (blend_pixels)__builtin_elementwise_add_sat((blend_bytes)source, (blend_bytes)below);
    }
    if (blend == hanabi_blend_maximum) {
        return (blend_pixels)__builtin_elementwise_max((blend_bytes)source, (blend_bytes)below);
    }
    blend_channels old_red_blue = (blend_channels)below & 255, old_green_alpha = (blend_channels)below >> 8;
    if (blend == hanabi_blend_screen) {
        red_blue += old_red_blue - divided_by_255(red_blue * old_red_blue);
        green_alpha += old_green_alpha - divided_by_255(green_alpha * old_green_alpha);
    } else {
        // 255 - alpha, which is alpha with all bits flipped, in both halves.
        blend_pixels alpha = (blend_pixels)green_alpha;
        blend_channels factor = (blend_channels)((alpha >> 16 | (alpha & 0xFFFF0000)) ^ 0x00FF00FF);
        red_blue += divided_by_255(old_red_blue * factor);
        green_alpha += divided_by_255(old_green_alpha * factor);
    }
    return (blend_pixels)(red_blue | green_alpha << 8);
}
