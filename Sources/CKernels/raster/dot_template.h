// Soft dots: round or elliptical lights whose alpha falls smoothly from the center to the rim.
//
// The alpha at a pixel's center is 1 minus a smoothstep of its distance, from 0.10 to 0.95 of the radius. The squared
// distance is a quadratic form, a·x² + 2·b·x·y + c·y². On a row it is a·(x - m)² + r, with m and r constant: the square
// is completed once per row, in doubles, so that no large numbers are subtracted from each other. From the same form
// follow the first and the last visible column of the row.
//
// Sixteen pixels are computed at a time, with positions relative to an integer near the center, which floats hold
// exactly enough. The distance needs a square root, which would be one call per lane. So it is estimated from the bits
// of the float: halving the exponent gives the reciprocal root roughly, and one weighted Newton step leaves a relative
// error of 0.00066, a sixth of a step of 255.
//
// Colors are rounded to bytes by adding 2²³: a float of that size has no fraction bits, so the addition rounds to
// nearest, and the byte stands in the lowest bits. Three of the four constants are shifted out when the channels are
// joined, and one XOR removes the fourth.
//
// Every lane is computed by the same additions and multiplications, each rounded once: fused multiply-adds are off, and
// hardware estimates of roots, which differ between processors, are not used. So all widths give the same bits.
//
// Source: Jan Kadlec, "Řrřlog::Improving the fast inverse square root" (2010), for the three constants.

typedef float dot_floats __attribute__((ext_vector_type(16)));

/// Squared distance from which on a spot is invisible.
static const double dot_seen = 0.95 * 0.95;

/// Finds the integers from `low` to `high` within `0..<count`; none if either is NaN.
HANABI_INLINE void dot_indices(double low, double high, size_t count, size_t *first, size_t *end) {
    *first = *end = 0;
    if (!(high >= 0 && low <= (double)count && low <= high)) return;
    // Both bounds are between 0 and `count` here.
    size_t cut = low > 0 ? (size_t)low : 0, last = high < (double)count ? (size_t)high + 1 : count;
    *first = (double)cut < low ? cut + 1 : cut;
    *end = last < count ? last : count;
}

/// Alphas at positions on a line, 0...1: 1 minus a smoothstep of the distance, from 0.10 to 0.95.
///
/// A square root would be one call per lane, so it is computed from the bits: halving the exponent gives an estimate,
/// and one weighted Newton step leaves a relative error of at most 0.00066, a sixth of a step of 255.
///
/// Source: Jan Kadlec, "Řrřlog::Improving the fast inverse square root" (2010), for the three constants.
HANABI_INLINE dot_floats dot_alphas(dot_floats places, float middle, float least, float bend) {
    dot_floats way = places - middle;
    dot_floats square = way * way * bend + least;
    dot_floats guess = (dot_floats)(0x5F1FFFF9 - ((blend_pixels)square >> 1));
    dot_floats inverse = guess * (2.38924456f - square * guess * guess);
    dot_floats radius = square * inverse;  // times 1/0.703952253
    dot_floats t = radius * (0.703952253f / 0.85f) - 0.10f / 0.85f;
    // This order of comparisons puts NaN beyond the rim.
    dot_floats bounded = t < 1.0f ? t : (dot_floats)1.0f;
    bounded = bounded > 0.0f ? bounded : (dot_floats)0.0f;
    return 1.0f - bounded * bounded * (3.0f - 2.0f * bounded);
}

/// Pixels of the spot's color by their alphas: each channel is rounded once, to nearest. No channel exceeds alpha,
/// because every step is monotonic.
HANABI_INLINE blend_pixels dot_pixels(const hanabi_dot *dot, dot_floats alphas) {
    // Floats above 2²³ have no fraction bits, and the added constant affects only the highest byte: three of the four
    // are shifted out.
    blend_pixels red = (blend_pixels)(dot->red * alphas + 0x1p23f), green = (blend_pixels)(dot->green * alphas + 0x1p23f);
    blend_pixels blue = (blend_pixels)(dot->blue * alphas + 0x1p23f), alpha = (blend_pixels)(dot->alpha * alphas + 0x1p23f);
    return (red ^ 0x4B000000) | green << 8 | blue << 16 | alpha << 24;
}

/// Wide pixels of the spot's color, by their alphas.
HANABI_INLINE wide_pixels dot_wide_pixels(wide_channels ink, dot_floats alphas) {
    // Floats above 2²³ have no fraction bits.
    blend_pixels share = (blend_pixels)(alphas * 65535.0f + 0x1p23f) & 0xFFFF;
    wide_pixels spread = wide_spread(__builtin_convertvector(share, wide_numbers));
    return (wide_pixels){wide_scaled(ink, spread.low), wide_scaled(ink, spread.high)};
}

HANABI_INLINE size_t fill_dot_rows(
    const hanabi_surface *surface,
    size_t height,
    const hanabi_dot *dot,
    hanabi_blend blend,
    bool is_wide
) {
    wide_channels ink = wide_ink(dot->ink);
    const dot_floats lanes = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    size_t rows = 0, top, bottom;
    dot_indices(dot->y - dot->height, dot->y + dot->height, height, &top, &bottom);
    for (size_t row = top; row < bottom; row++) {
        // The form a·x² + 2·b·x·y + c·y² with the square completed, so that no large numbers are subtracted from each
        // other.
        double dy = (double)row - dot->y;
        double middle = dot->x - dot->b * dy / dot->a, least = dy * dy * dot->rise;
        double root = (dot_seen - least) / dot->a;
        if (!(root > 0)) continue;
        double reach = __builtin_sqrt(root);
        size_t first, end;
        dot_indices(middle - reach, middle + reach, surface->width, &first, &end);
        if (first >= end) continue;
        rows++;
        record_drawn(surface, row, first, end);
        // An integer near the center, and the offset from there, which a float can hold precisely.
        double limit = 4194304.0, near = middle > -limit ? (middle < limit ? middle : limit) : -limit;
        int64_t anchor = (int64_t)near;
        float rest = (float)(middle - (double)anchor), start = (float)(int32_t)((int64_t)first - anchor);
        size_t index = row * surface->width + first, total = height * surface->width;
        dot_floats places = lanes + start;
        for (size_t count = end - first;; count -= 16, index += 16, places += 16.0f) {
            dot_floats alphas = dot_alphas(places, rest, (float)least, (float)dot->a);
            // Pixels behind the line's end stay unchanged.
            if (count < 16) alphas = lanes < (float)count ? alphas : (dot_floats)0.0f;
            if (is_wide) {
                wide_pixels source = dot_wide_pixels(ink, alphas);
                if (index + 16 <= total) {
                    wide_put(surface->wide + index, source, blend);
                } else {
                    // The canvas ends here.
                    uint64_t last[16] = {0};
                    memcpy(last, surface->wide + index, count * 8);
                    wide_put(last, source, blend);
                    memcpy(surface->wide + index, last, count * 8);
                }
                if (count <= 16) break;
                continue;
            }
            blend_pixels source = dot_pixels(dot, alphas);
            blend_channels red_blue = (blend_channels)source & 255, green_alpha = (blend_channels)source >> 8;
            if (index + 16 <= total) {
                blend_pixels *pixels = (blend_pixels *)(surface->pixels + index);
                *pixels = blended(red_blue, green_alpha, *pixels, blend);
            } else {
                // The canvas ends here.
                uint32_t last[16] = {0};
                memcpy(last, surface->pixels + index, count * 4);
                blend_pixels *pixels = (blend_pixels *)last;
                *pixels = blended(red_blue, green_alpha, *pixels, blend);
                memcpy(surface->pixels + index, last, count * 4);
            }
            if (count <= 16) break;
        }
    }
    return rows;
}

static size_t fill_dot(const hanabi_surface *surface, size_t height, const hanabi_dot *dot, hanabi_blend blend) {
#define FILL_DOT(blend) \
    (surface->wide ? fill_dot_rows(surface, height, dot, blend, true) : fill_dot_rows(surface, height, dot, blend, false))
    switch (blend) {
    case hanabi_blend_normal: return FILL_DOT(hanabi_blend_normal);
    case hanabi_blend_add: return FILL_DOT(hanabi_blend_add);
    case hanabi_blend_screen: return FILL_DOT(hanabi_blend_screen);
    case hanabi_blend_maximum: return FILL_DOT(hanabi_blend_maximum);
    }
#undef FILL_DOT
    return 0;
}
