/// Number of pixels at a time, on all processors: some results depend on other pixels of the same vector.
#define SOFT_COUNT 16

typedef uint32_t soft_pixels __attribute__((ext_vector_type(SOFT_COUNT), aligned(4)));
typedef float soft_units __attribute__((ext_vector_type(SOFT_COUNT)));
typedef uint32_t soft_four __attribute__((ext_vector_type(4)));
typedef float soft_four_units __attribute__((ext_vector_type(4)));
typedef uint8_t soft_bytes __attribute__((ext_vector_type(16)));
typedef float soft_channels __attribute__((ext_vector_type(16)));
typedef int32_t soft_whole_channels __attribute__((ext_vector_type(16)));

typedef uint32_t soft_eight __attribute__((ext_vector_type(8)));

/// Unpremultiplies four pixels: of the values that premultiply to each channel, takes the one nearest to `wanted`. The
/// result's alpha is meaningless; a channel above its alpha becomes 255.
///
/// v becomes p under alpha a where (p - 1/2) * 255 / a < v < (p + 1/2) * 255 / a. Neither bound is an integer, nor
/// nearer to one than 1/510, far more than rounding changes it; for alpha 255, both are p + 1/2.
///
/// @param units 255 / a.
HANABI_INLINE soft_four soft_nearest(soft_four pixels, soft_four wanted, soft_four_units units) {
    soft_channels width = __builtin_shufflevector(units, units, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3);
    soft_channels upper = (__builtin_convertvector((soft_bytes)pixels, soft_channels) + 0.5f) * width;
    soft_channels lower = upper - (width - 1.0f);
    soft_channels value = __builtin_convertvector((soft_bytes)wanted, soft_channels);
    value = value > lower ? value : lower;
    upper = upper < 255.0f ? upper : 255.0f;
    value = value < upper ? value : upper;
    return (soft_four)__builtin_convertvector(__builtin_convertvector(value, soft_whole_channels), soft_bytes);
}

/// Unpremultiplies a pixel that is not transparent, each channel rounded to nearest.
HANABI_INLINE uint32_t soft_straight(uint32_t pixel) {
    uint32_t alpha = pixel >> 24, result = alpha << 24;
    for (uint32_t shift = 0; shift < 24; shift += 8) {
        uint32_t value = (510 * (pixel >> shift & 0xFF) + alpha) / (2 * alpha);
        result |= (value < 255 ? value : 255) << shift;
    }
    return result;
}

/// Four of sixteen lanes, from `first` on.
#define SOFT_FOUR(numbers, first) \
    __builtin_shufflevector(numbers, numbers, first, first + 1, first + 2, first + 3)

/// Unpremultiplies sixteen pixels toward known colors. The result is assembled in registers: a processor stalls on a
/// load that combines several stores.
HANABI_INLINE soft_pixels soft_all_nearest(soft_pixels own, soft_pixels wanted, soft_units units) {
    soft_four a = soft_nearest(SOFT_FOUR(own, 0), SOFT_FOUR(wanted, 0), SOFT_FOUR(units, 0));
    soft_four b = soft_nearest(SOFT_FOUR(own, 4), SOFT_FOUR(wanted, 4), SOFT_FOUR(units, 4));
    soft_four c = soft_nearest(SOFT_FOUR(own, 8), SOFT_FOUR(wanted, 8), SOFT_FOUR(units, 8));
    soft_four d = soft_nearest(SOFT_FOUR(own, 12), SOFT_FOUR(wanted, 12), SOFT_FOUR(units, 12));
    soft_eight low = __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7);
    soft_eight high = __builtin_shufflevector(c, d, 0, 1, 2, 3, 4, 5, 6, 7);
    return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}

/// Fills wanted colors where nothing is above: with the result of the nearest pixel on the left that has something
/// above, or with `before`.
static __attribute__((noinline)) void
soft_fill(uint32_t *wanted, const uint32_t *straight, uint32_t before) {
    for (size_t lane = 0; lane < SOFT_COUNT; lane++) {
        if (wanted[lane] != 0) {
            before = straight[lane];
        } else {
            wanted[lane] = before;
        }
    }
}

static void soft(uint32_t *pixels, const uint32_t *above, const uint32_t *marks, uint32_t frame, size_t count) {
    soft_pixels index;
    for (uint32_t lane = 0; lane < SOFT_COUNT; lane++) index[lane] = lane;
    for (size_t x = 0; x < count; x += SOFT_COUNT) {
        size_t left = count - x < SOFT_COUNT ? count - x : SOFT_COUNT;
        soft_pixels own = *(const soft_pixels *)(pixels + x), wanted = *(const soft_pixels *)(above + x);
        soft_pixels inside = (soft_pixels)(index < (uint32_t)left);
        soft_pixels alphas = own >> 24;
        if (__builtin_reduce_or((soft_pixels)(alphas < 255) & inside) == 0) continue;
        // Transparent pixels may follow the run; they stay unchanged.
        alphas = alphas > 1 ? alphas : 1;
        if (marks) {
            // A light begins where nothing is above: with the color it was drawn with.
            soft_pixels mark = *(const soft_pixels *)(marks + x);
            soft_pixels fresh = (soft_pixels)(wanted == 0) & (soft_pixels)((mark ^ frame) < 0x1000000) & inside;
            wanted |= mark & 0xFFFFFF & fresh;
            wanted |= fresh & 0xFF000000;
        }
        soft_units units = 255.0f / __builtin_convertvector(alphas, soft_units);
        soft_pixels straight = soft_all_nearest(own, wanted, units);
        if (__builtin_reduce_or((soft_pixels)(wanted == 0) & inside) != 0) {
            // Lights begin faintly, and faint pixels hardly reveal their color.
            uint32_t before = pixels[(ptrdiff_t)x - 1];
            if (before == 0) before = soft_straight(pixels[x + (left < 4 ? left : 4) - 1]);
            soft_fill((uint32_t *)&wanted, (const uint32_t *)&straight, before);
            straight = soft_all_nearest(own, wanted, units);
        }
        soft_pixels changed = inside & 0xFFFFFF;
        *(soft_pixels *)(pixels + x) = (straight & changed) | (own & ~changed);
    }
}
