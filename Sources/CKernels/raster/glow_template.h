// Blurred light: a canvas of wide pixels is averaged into cells, the cells are blurred, and their light is spread over the
// pixels again.
//
// A cell is a square of 1, 2, 4 or 8 pixels, with four channels of 16 bits as a pixel has. Averages, sums and weights
// are integers, so all is exact; sixteen-bit sums don't overflow, since their terms are divided first. Blurs are box
// blurs whose running sums are kept for a whole row of cells at a time, so that lanes don't depend on each other.

/// Returns the light of eight pixels: as much of each as its brightest channel is above a threshold, which is also the
/// light's alpha.
///
/// @param threshold Brightness from which on a pixel shines; with 0, all is light.
/// @param slope Binary logarithm of the factor by which what is above the threshold grows to the whole.
HANABI_INLINE wide_channels glow_light(wide_channels pixels, uint16_t threshold, unsigned slope) {
    wide_channels most = __builtin_elementwise_max(
        __builtin_elementwise_max(
            pixels,
            __builtin_shufflevector(pixels, pixels, 1, 2, 0, 3, 5, 6, 4, 7, 9, 10, 8, 11, 13, 14, 12, 15,
                                    17, 18, 16, 19, 21, 22, 20, 23, 25, 26, 24, 27, 29, 30, 28, 31)),
        __builtin_shufflevector(pixels, pixels, 2, 0, 1, 3, 6, 4, 5, 7, 10, 8, 9, 11, 14, 12, 13, 15,
                                18, 16, 17, 19, 22, 20, 21, 23, 26, 24, 25, 27, 30, 28, 29, 31));
    most = __builtin_shufflevector(most, most, 0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12,
                                   16, 16, 16, 16, 20, 20, 20, 20, 24, 24, 24, 24, 28, 28, 28, 28);
    // The alpha of light is its brightest channel.
    wide_channels light = __builtin_shufflevector(pixels, most, 0, 1, 2, 32, 4, 5, 6, 36, 8, 9, 10, 40, 12, 13, 14, 44,
                                                  16, 17, 18, 48, 20, 21, 22, 52, 24, 25, 26, 56, 28, 29, 30, 60);
    if (threshold == 0) return light;
    wide_channels above = __builtin_elementwise_sub_sat(most, (wide_channels)threshold);
    wide_channels largest = (wide_channels)(uint16_t)(65535u >> slope);
    wide_channels share = __builtin_elementwise_min(above, largest);
    share = above > largest ? (wide_channels)(uint16_t)65535 : share << (wide_channels)(uint16_t)slope;
    return wide_scaled(light, share);
}

static void glow_gather(
    const uint64_t *pixels,
    size_t count,
    uint16_t *sums,
    unsigned shift,
    bool is_light,
    uint16_t threshold,
    unsigned slope
) {
    for (size_t x = 0; x < count; x += 8) {
        size_t rest = count - x < 8 ? count - x : 8;
        wide_channels source = 0;
        memcpy(&source, pixels + x, rest * 8);
        if (is_light) source = glow_light(source, threshold, slope);
        // Sums have room for whole vectors.
        *(wide_channels *)(sums + 4 * x) += source >> (wide_channels)(uint16_t)shift;
    }
}

static void glow_cells(const uint16_t *sums, size_t cells, unsigned shift, uint32_t strength, uint64_t *result) {
    size_t step = (size_t)1 << shift;
    for (size_t cell = 0; cell < cells; cell++) {
        const uint16_t *place = sums + 4 * step * cell;
        uint64_t all = 0;
        for (unsigned channel = 0; channel < 4; channel++) {
            uint32_t sum = 0;
            for (size_t x = 0; x < step; x++) sum += place[4 * x + channel];
            uint64_t mean = ((uint64_t)(sum >> shift) * strength + 128) >> 8;
            all |= (mean < 65535 ? mean : 65535) << (16 * channel);
        }
        result[cell] = all;
    }
}

static void glow_box_row(
    uint32_t *sums,
    const uint16_t *entering,
    const uint16_t *leaving,
    const uint16_t *before,
    const uint16_t *after,
    uint16_t *means,
    size_t count,
    hanabi_box_blur box
) {
    for (size_t index = 0; index < count; index++) {
        uint32_t sum = sums[index] + entering[index];
        uint32_t weighted = sum * 256 + ((uint32_t)before[index] + after[index]) * box.part;
        uint32_t mean = ((weighted >> box.shift) * box.factor + (1u << 14)) >> 15;
        means[index] = (uint16_t)(mean < 65535 ? mean : 65535);
        sums[index] = sum - leaving[index];
    }
}

static void glow_mix(const uint16_t *above, const uint16_t *below, uint16_t share, uint16_t *result, size_t count) {
    uint32_t rest = 65536u - share;
    for (size_t index = 0; index < count; index++) {
        result[index] = (uint16_t)(((uint32_t)above[index] * (rest >> 1) + (uint32_t)below[index] * (share >> 1)) >> 15);
    }
}

/// Returns the light of eight pixels that begin at the middle of a cell: between that of the cells before and behind
/// each.
///
/// @param cells The first cell.
/// @param shift Binary logarithm of a cell's side, a constant.
HANABI_INLINE wide_channels glow_between(const uint64_t *cells, unsigned shift) {
    typedef uint64_t words __attribute__((ext_vector_type(8)));
    typedef uint16_t shares __attribute__((ext_vector_type(32)));
    if (shift == 0) {
        wide_channels all;
        memcpy(&all, cells, 64);
        return all;
    }
    words before, behind;
    shares share;
    for (unsigned x = 0; x < 8; x++) {
        before[x] = cells[x >> shift];
        behind[x] = cells[(x >> shift) + 1];
        uint16_t own = (uint16_t)((2 * (x & ((1u << shift) - 1)) + 1) << (15 - shift));
        for (unsigned channel = 0; channel < 4; channel++) share[4 * x + channel] = own;
    }
    // The shares add up to 65536.
    return wide_upper_product((wide_channels)before, (wide_channels)(0 - share))
        + wide_upper_product((wide_channels)behind, (wide_channels)share);
}

HANABI_INLINE void glow_spread_by(
    const uint64_t *cells,
    uint64_t *pixels,
    ptrdiff_t low,
    ptrdiff_t high,
    unsigned shift
) {
    ptrdiff_t step = (ptrdiff_t)1 << shift, half = step / 2;
    // The first eight begin at the middle of the cell before `low`, or on it.
    ptrdiff_t first = (low + half) / step - 1;
    for (ptrdiff_t x = first * step + half; x < high; x += 8, first += 8 / step) {
        wide_channels light = glow_between(cells + first + 1, shift);
        if (x >= low && x + 8 <= high) {
            wide_channels *place = (wide_channels *)(pixels + x);
            *place = __builtin_elementwise_add_sat(*place, light);
            continue;
        }
        ptrdiff_t start = x < low ? low : x, end = x + 8 < high ? x + 8 : high;
        if (start >= end) continue;
        wide_channels part = 0;
        memcpy((uint64_t *)&part + (start - x), pixels + start, (size_t)(end - start) * 8);
        part = __builtin_elementwise_add_sat(part, light);
        memcpy(pixels + start, (uint64_t *)&part + (start - x), (size_t)(end - start) * 8);
    }
}

static void glow_spread(const uint64_t *cells, uint64_t *pixels, ptrdiff_t low, ptrdiff_t high, unsigned shift) {
    switch (shift) {
    case 0: return glow_spread_by(cells, pixels, low, high, 0);
    case 1: return glow_spread_by(cells, pixels, low, high, 1);
    case 2: return glow_spread_by(cells, pixels, low, high, 2);
    default: return glow_spread_by(cells, pixels, low, high, 3);
    }
}
