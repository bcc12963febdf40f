// Unpremultiplies runs of translucent pixels: of the straight colors that premultiply to a pixel, takes the nearest to
// a color that is near already.
//
// Premultiplication with 8 bits loses information: under a small alpha, many straight colors give the same pixel. All
// of them look the same, so the one is taken that makes the file smallest: the nearest to the color of the pixel above.
// Then prediction from the row above leaves small residuals.
//
// A channel p under alpha a comes from any v with (p - 1/2)·255/a < v < (p + 1/2)·255/a. The wanted value is clamped to
// the upper bound, and to 1 above the lower one, and truncated to an integer. Channels are floats, sixteen at a time
// (four pixels). One division per pixel gives 255/a; each channel then takes a multiplication, two comparisons, and
// conversions.
//
// Where nothing is above, the wanted color is the one the pixel was drawn with, if known. Otherwise it is that of the
// nearest pixel on the left: that is a chain, so pixels with something above are computed first, then the gaps are
// filled from left to right with their results, and all are computed again. Such vectors are at the upper edges of
// lights.
//
// Results depend on which pixels share a vector, so a vector has sixteen pixels on all processors, and wider or
// narrower registers are left to the compiler. Divisions and multiplications are rounded by IEEE 754, without
// contraction. Neither bound is an integer, nor nearer to one than 1/510: rounding never moves a value across an
// integer.

/// Number of pixels at a time, on all processors: some results depend on other pixels of the same vector.
#define RUN_COUNT 16

typedef uint32_t run_pixels __attribute__((ext_vector_type(RUN_COUNT), aligned(4)));
typedef float run_units __attribute__((ext_vector_type(RUN_COUNT)));
typedef uint32_t run_four __attribute__((ext_vector_type(4)));
typedef float run_four_units __attribute__((ext_vector_type(4)));
typedef uint8_t run_bytes __attribute__((ext_vector_type(16)));
typedef float run_channels __attribute__((ext_vector_type(16)));
typedef int32_t run_whole_channels __attribute__((ext_vector_type(16)));

typedef uint32_t run_eight __attribute__((ext_vector_type(8)));

/// Unpremultiplies four pixels: of the values that premultiply to each channel, takes the one nearest to `wanted`. The
/// result's alpha is meaningless; a channel above its alpha becomes 255.
///
/// v becomes p under alpha a where (p - 1/2) * 255 / a < v < (p + 1/2) * 255 / a. Neither bound is an integer, nor
/// nearer to one than 1/510, far more than rounding changes it; for alpha 255, both are p + 1/2.
///
/// @param units 255 / a.
HANABI_INLINE run_four run_nearest(run_four pixels, run_four wanted, run_four_units units) {
    run_channels width = __builtin_shufflevector(units, units, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3);
    run_channels upper = (__builtin_convertvector((run_bytes)pixels, run_channels) + 0.5f) * width;
    run_channels lower = upper - (width - 1.0f);
    run_channels value = __builtin_convertvector((run_bytes)wanted, run_channels);
    value = value > lower ? value : lower;
    upper = upper < 255.0f ? upper : 255.0f;
    value = value < upper ? value : upper;
    return (run_four)__builtin_convertvector(__builtin_convertvector(value, run_whole_channels), run_bytes);
}

/// Unpremultiplies a pixel that is not transparent, each channel rounded to nearest.
HANABI_INLINE uint32_t run_straight(uint32_t pixel) {
    uint32_t alpha = pixel >> 24, result = alpha << 24;
    for (uint32_t shift = 0; shift < 24; shift += 8) {
        uint32_t value = (510 * (pixel >> shift & 0xFF) + alpha) / (2 * alpha);
        result |= (value < 255 ? value : 255) << shift;
    }
    return result;
}

/// Four of sixteen lanes, from `first` on.
#define RUN_FOUR(numbers, first) \
    __builtin_shufflevector(numbers, numbers, first, first + 1, first + 2, first + 3)

/// Unpremultiplies sixteen pixels toward known colors. The result is assembled in registers: a processor stalls on a
/// load that combines several stores.
HANABI_INLINE run_pixels run_all_nearest(run_pixels own, run_pixels wanted, run_units units) {
    run_four a = run_nearest(RUN_FOUR(own, 0), RUN_FOUR(wanted, 0), RUN_FOUR(units, 0));
    run_four b = run_nearest(RUN_FOUR(own, 4), RUN_FOUR(wanted, 4), RUN_FOUR(units, 4));
    run_four c = run_nearest(RUN_FOUR(own, 8), RUN_FOUR(wanted, 8), RUN_FOUR(units, 8));
    run_four d = run_nearest(RUN_FOUR(own, 12), RUN_FOUR(wanted, 12), RUN_FOUR(units, 12));
    run_eight low = __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7);
    run_eight high = __builtin_shufflevector(c, d, 0, 1, 2, 3, 4, 5, 6, 7);
    return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}

/// Fills wanted colors where nothing is above: with the result of the nearest pixel on the left that has something
/// above, or with `before`.
static __attribute__((noinline)) void
run_fill(uint32_t *wanted, const uint32_t *straight, uint32_t before) {
    for (size_t lane = 0; lane < RUN_COUNT; lane++) {
        if (wanted[lane] != 0) {
            before = straight[lane];
        } else {
            wanted[lane] = before;
        }
    }
}

static void unpremultiply_run(uint32_t *pixels, const uint32_t *above, const uint32_t *straight_colors, uint32_t frame, size_t count) {
    run_pixels index;
    for (uint32_t lane = 0; lane < RUN_COUNT; lane++) index[lane] = lane;
    for (size_t x = 0; x < count; x += RUN_COUNT) {
        size_t left = count - x < RUN_COUNT ? count - x : RUN_COUNT;
        run_pixels own = *(const run_pixels *)(pixels + x), wanted = *(const run_pixels *)(above + x);
        run_pixels inside = (run_pixels)(index < (uint32_t)left);
        run_pixels alphas = own >> 24;
        if (__builtin_reduce_or((run_pixels)(alphas < 255) & inside) == 0) continue;
        // Transparent pixels may follow the run; they stay unchanged.
        alphas = alphas > 1 ? alphas : 1;
        if (straight_colors) {
            // A light begins where nothing is above: with the color it was drawn with.
            run_pixels tagged_color = *(const run_pixels *)(straight_colors + x);
            run_pixels fresh = (run_pixels)(wanted == 0) & (run_pixels)((tagged_color ^ frame) < 0x1000000) & inside;
            wanted |= tagged_color & 0xFFFFFF & fresh;
            wanted |= fresh & 0xFF000000;
        }
        run_units units = 255.0f / __builtin_convertvector(alphas, run_units);
        run_pixels straight = run_all_nearest(own, wanted, units);
        if (__builtin_reduce_or((run_pixels)(wanted == 0) & inside) != 0) {
            // Lights begin faintly, and faint pixels hardly reveal their color.
            uint32_t before = pixels[(ptrdiff_t)x - 1];
            if (before == 0) before = run_straight(pixels[x + (left < 4 ? left : 4) - 1]);
            run_fill((uint32_t *)&wanted, (const uint32_t *)&straight, before);
            straight = run_all_nearest(own, wanted, units);
        }
        run_pixels changed = inside & 0xFFFFFF;
        *(run_pixels *)(pixels + x) = (straight & changed) | (own & ~changed);
    }
}
