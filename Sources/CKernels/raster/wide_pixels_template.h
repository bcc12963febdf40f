// Premultiplied pixels of four channels of 16 bits: for canvases on which many faint lights add up.
//
// A pixel is R G B A from the lowest bits up; 65535 is 1. A sum of many faint contributions, each rounded to 1/65535,
// stays within a small fraction of 1/255 of the exact value, where 8 bits would round many of them to nothing.
//
// Sixteen pixels are two vectors of 32 channels. A number per pixel (coverage, alpha) is repeated for its four channels
// by a shuffle. A product of two channels is c·d/65535, from the two halves of the 32-bit product: h·65536 + l is
// h·65535 + (h + l), so the quotient is h, plus 1 where h + l is at least half of 65535. One saturating addition and a
// shift find that.
//
// `round_wide_row` converts to 8 bits at the end, each pixel once. Alpha is rounded to nearest. Colors are
// unpremultiplied with floats, rounded, and premultiplied again by the rounded alpha: a light of one color then stays
// of one color, however its alpha is rounded, and compresses better. The straight colors are stored beside the canvas,
// for `row_append`.
//
// Integer operations are exact. The floats take one division per pixel, and one multiplication and one addition per
// channel, each rounded by IEEE 754 on every processor, and lanes don't depend on each other.

/// Eight pixels.
typedef uint16_t wide_channels __attribute__((ext_vector_type(32), aligned(8)));
typedef uint32_t wide_products __attribute__((ext_vector_type(32)));
/// A number for each of sixteen pixels.
typedef uint16_t wide_numbers __attribute__((ext_vector_type(16)));

/// Sixteen pixels.
typedef struct {
    wide_channels low;
    wide_channels high;
} wide_pixels;

/// Returns ⌊a·b/65536⌋.
HANABI_INLINE wide_channels wide_upper_product(wide_channels a, wide_channels b) {
#if HANABI_WIDTH >= 64
    return (wide_channels)_mm512_mulhi_epu16((__m512i)a, (__m512i)b);
#else
    return (wide_channels)upper_product((blend_channels)a, (blend_channels)b);
#endif
}

/// Returns a·b/65535, rounded to nearest; at most one too small where both factors exceed one half.
///
/// The product h·65536 + l is h·65535 + (h + l): see `PixelBlock.Ink`. While h is below 32768, rounding adds at most 1
/// to h.
HANABI_INLINE wide_channels wide_scaled(wide_channels a, wide_channels b) {
    wide_channels high = wide_upper_product(a, b), low = a * b;
    return high + (__builtin_elementwise_add_sat(low, high) >> 15);
}

/// Repeats each number four times: once for each channel of a pixel.
HANABI_INLINE wide_pixels wide_spread(wide_numbers n) {
    return (wide_pixels){
        __builtin_shufflevector(n, n, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3,
                                4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7),
        __builtin_shufflevector(n, n, 8, 8, 8, 8, 9, 9, 9, 9, 10, 10, 10, 10, 11, 11, 11, 11,
                                12, 12, 12, 12, 13, 13, 13, 13, 14, 14, 14, 14, 15, 15, 15, 15)};
}

/// Copies the alpha of each pixel to all its channels.
HANABI_INLINE wide_channels wide_alphas(wide_channels v) {
    return __builtin_shufflevector(v, v, 3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15,
                                   19, 19, 19, 19, 23, 23, 23, 23, 27, 27, 27, 27, 31, 31, 31, 31);
}

/// Repeats an ink's channels for eight pixels.
HANABI_INLINE wide_channels wide_ink(hanabi_ink ink) {
    typedef uint64_t words __attribute__((ext_vector_type(8)));
    uint64_t red_green = (ink.red_blue & 0xFFFF) | ink.green_alpha << 16;
    uint64_t blue_alpha = ink.red_blue >> 16 | (ink.green_alpha & 0xFFFF0000);
    return (wide_channels)(words)((red_green & 0xFFFFFFFF) | blue_alpha << 32);
}

/// Pixels of an ink under coverages in 0...255.
HANABI_INLINE wide_pixels wide_covered(wide_channels ink, blend_pixels coverage) {
    wide_pixels share = wide_spread(__builtin_convertvector(coverage * 257, wide_numbers));
    return (wide_pixels){wide_scaled(ink, share.low), wide_scaled(ink, share.high)};
}

/// Converts pixels from 8 bits per channel, red and blue apart from green and alpha, to 16 bits.
HANABI_INLINE wide_pixels wide_from_narrow(blend_channels red_blue, blend_channels green_alpha) {
    // Interleaves pairs of 16-bit channels, pixel by pixel.
    wide_channels low = __builtin_shufflevector(
        red_blue, green_alpha, 0, 32, 1, 33, 2, 34, 3, 35, 4, 36, 5, 37, 6, 38, 7, 39,
        8, 40, 9, 41, 10, 42, 11, 43, 12, 44, 13, 45, 14, 46, 15, 47);
    wide_channels high = __builtin_shufflevector(
        red_blue, green_alpha, 16, 48, 17, 49, 18, 50, 19, 51, 20, 52, 21, 53, 22, 54, 23, 55,
        24, 56, 25, 57, 26, 58, 27, 59, 28, 60, 29, 61, 30, 62, 31, 63);
    return (wide_pixels){low * 257, high * 257};
}

/// Blends eight pixels with the eight below.
HANABI_INLINE wide_channels wide_blended(wide_channels source, wide_channels below, hanabi_blend blend) {
    if (blend == hanabi_blend_add) return __builtin_elementwise_add_sat(source, below);
    if (blend == hanabi_blend_maximum) return __builtin_elementwise_max(source, below);
    if (blend == hanabi_blend_screen) return __builtin_elementwise_add_sat(source, below - wide_scaled(below, source));
    // The share that alpha takes away: under a faint source, the product is small, and its rounding exact.
    return __builtin_elementwise_add_sat(source, below - wide_scaled(below, wide_alphas(source)));
}

/// Blends sixteen pixels with those in memory.
HANABI_INLINE void wide_put(uint64_t *place, wide_pixels source, hanabi_blend blend) {
    wide_channels *low = (wide_channels *)place, *high = (wide_channels *)(place + 8);
    *low = wide_blended(source.low, *low, blend);
    *high = wide_blended(source.high, *high, blend);
}

typedef float wide_units __attribute__((ext_vector_type(16)));
typedef int32_t wide_whole_units __attribute__((ext_vector_type(16)));

/// A single channel of sixteen pixels.
#define WIDE_CHANNEL(low, high, channel) \
    __builtin_shufflevector(low, high, channel, channel + 4, channel + 8, channel + 12, channel + 16, channel + 20, channel + 24, \
                            channel + 28, channel + 32, channel + 36, channel + 40, channel + 44, channel + 48, channel + 52, \
                            channel + 56, channel + 60)

/// Straight colors of sixteen pixels, each channel rounded to nearest, R G B from the lowest byte up; 0 where alpha is
/// 0.
HANABI_INLINE blend_pixels wide_straight(wide_channels low, wide_channels high) {
    wide_units alpha = __builtin_convertvector(__builtin_convertvector(WIDE_CHANNEL(low, high, 3), wide_whole_units), wide_units);
    // Only rounding can raise a channel above alpha.
    wide_units unit = 255.0f / (alpha > 1.0f ? alpha : (wide_units)1.0f);
    blend_pixels result = 0;
#define WIDE_STRAIGHT(channel, shift) \
    { \
        wide_units value = __builtin_convertvector( \
            __builtin_convertvector(WIDE_CHANNEL(low, high, channel), wide_whole_units), wide_units) * unit + 0.5f; \
        value = value < 255.0f ? value : (wide_units)255.0f; \
        result |= (blend_pixels)__builtin_convertvector(value, wide_whole_units) << shift; \
    }
    WIDE_STRAIGHT(0, 0)
    WIDE_STRAIGHT(1, 8)
    WIDE_STRAIGHT(2, 16)
#undef WIDE_STRAIGHT
    return alpha > 0.0f ? result : 0;
}

/// Rounds sixteen pixels to 8 bits per channel: alpha to nearest, then the straight colors premultiplied by it. A color
/// that is constant everywhere stays constant, however alpha is rounded.
///
/// @param straight Receives the straight colors.
HANABI_INLINE blend_pixels wide_rounded(wide_channels low, wide_channels high, blend_pixels *straight) {
    *straight = wide_straight(low, high);
    blend_pixels alpha = __builtin_convertvector(WIDE_CHANNEL(low, high, 3), blend_pixels);
    // v/257, rounded to nearest, is ⌊(v - ⌊v/256⌋ + 128)/256⌋.
    alpha = (alpha - (alpha >> 8) + 128) >> 8;
    blend_channels factor = (blend_channels)(alpha | alpha << 16);
    blend_pixels red_blue = (blend_pixels)divided_by_255((blend_channels)(*straight & 0x00FF00FF) * factor);
    // In the alpha channel, 255 becomes alpha itself.
    blend_pixels green_alpha = (blend_pixels)divided_by_255((blend_channels)((*straight >> 8 & 0xFF) | 0x00FF0000) * factor);
    return red_blue | green_alpha << 8;
}

static void round_wide_row(
    const uint64_t *wide,
    uint32_t *pixels,
    uint32_t *straight_colors,
    uint32_t frame,
    const uint64_t *blocks,
    size_t words,
    size_t width
) {
    for (size_t word = 0; word < words; word++) {
        for (uint64_t bits = blocks[word]; bits != 0; bits &= bits - 1) {
            size_t x = (word * 64 + (size_t)__builtin_ctzll(bits)) * 16;
            blend_pixels straight;
            if (x + 16 <= width) {
                const wide_channels *place = (const wide_channels *)(wide + x);
                *(blend_pixels *)(pixels + x) = wide_rounded(place[0], place[1], &straight);
                if (straight_colors) *(blend_pixels *)(straight_colors + x) = straight | frame;
                continue;
            }
            // The row ends here.
            uint64_t last[16] = {0};
            memcpy(last, wide + x, (width - x) * 8);
            const wide_channels *place = (const wide_channels *)last;
            blend_pixels rounded = wide_rounded(place[0], place[1], &straight);
            memcpy(pixels + x, &rounded, (width - x) * 4);
            straight |= frame;
            if (straight_colors) memcpy(straight_colors + x, &straight, (width - x) * 4);
        }
    }
}
