// Rows of a PNG from rows of a canvas: copies the pixels that have content, and records where they are.
//
// For each pixel copied, two bits are recorded: whether it is present (not transparent), and whether it is translucent
// with a straight color that is not known yet. Later steps work on runs of these bits, so that their cost follows the
// drawn pixels, not the width of the canvas.
//
// Sixteen pixels are compared at a time:
// - pixels equal to the base, a frame that stays below, become transparent;
// - transparent pixels lose their color;
// - a translucent pixel for which the canvas recorded a straight color, in this frame, gets that color if it
//   premultiplies to the same pixel. Premultiplication is that of the rasterizer: ⌊(c·a + 128)·257 / 65536⌋, two
//   channels per multiplication.
//
// Comparisons become bit masks. Sixteen bits are OR-ed into two words without a branch, because where they go is
// unpredictable. Ranges collect four vectors in a register before they touch memory: a load that follows a store of the
// same word waits for it.
//
// Blocks are taken one by one from the canvas' block map (one bit per sixteen pixels). One that crosses the border of
// the row is moved inside: it then covers pixels of its neighbor too, and appending pixels twice has no effect.
//
// `bit_runs` finds the edges of runs as the bits that differ from their predecessor, and writes their positions four at
// a time, more than there are if need be: the count, not a branch, says how many are valid.
//
// All is integer arithmetic on sixteen pixels, whatever the registers' width.

/// Sets up to 64 bits from position `x` on, without a branch: they may span two words.
HANABI_INLINE void set_bits(uint64_t *words, uint64_t bits, size_t x) {
    words[x >> 6] |= bits << (x & 63);
    words[(x >> 6) + 1] |= (bits >> 1) >> (63 - (x & 63));
}

/// Kinds of sixteen pixels, one bit per pixel.
typedef struct {
    uint64_t present;
    uint64_t unknown;
} row_kinds;

HANABI_INLINE row_kinds append_sixteen(hanabi_row row, hanabi_source source, size_t x) {
    blend_pixels own = *(const blend_pixels *)(source.pixels + x);
    // Content usually continues in the row below, which is far away in memory on a large canvas.
    __builtin_prefetch((const void *)((uintptr_t)(source.pixels + x) + 4 * source.stride));
    if (source.base) own &= ~(blend_pixels)(own == *(const blend_pixels *)(source.base + x));
    blend_pixels alpha = own & 0xFF000000;
    blend_pixels here = (blend_pixels)(alpha != 0);
    // Transparent pixels have no color.
    own &= here;
    uint64_t bits = lane_bits(here), unknown = bits & ~lane_bits((blend_pixels)(alpha == 0xFF000000));
    if (source.straight_colors && unknown) {
        blend_pixels known_color = *(const blend_pixels *)(source.straight_colors + x);
        __builtin_prefetch((const void *)((uintptr_t)(source.straight_colors + x) + 4 * source.stride));
        blend_channels factor = (blend_channels)(alpha >> 24 | alpha >> 8);
        // In the alpha channel, 255 becomes alpha itself.
        blend_pixels red_blue = (blend_pixels)divided_by_255((blend_channels)(known_color & 0x00FF00FF) * factor);
        blend_pixels green_alpha = (blend_pixels)divided_by_255((blend_channels)((known_color >> 8 & 0xFF) | 0x00FF0000) * factor);
        blend_pixels is_known = here & (blend_pixels)((red_blue | green_alpha << 8) == own);
        is_known &= (blend_pixels)((known_color ^ source.frame) < 0x1000000);
        own = is_known ? (known_color & 0x00FFFFFF) | alpha : own;
        unknown &= ~lane_bits(is_known);
    }
    *(blend_pixels *)(row.pixels + x) = own;
    return (row_kinds){bits, unknown};
}

static uint64_t row_append(hanabi_row row, hanabi_source source, size_t low, size_t high) {
    uint64_t any_unknown = 0;
    if (high < 16) {
        for (size_t x = low; x < high; x++) {
            uint32_t pixel = source.base && source.base[x] == source.pixels[x] ? 0 : source.pixels[x];
            uint32_t alpha = pixel >> 24;
            row.pixels[x] = alpha == 0 ? 0 : pixel;
            set_bits(row.present, alpha != 0, x);
            set_bits(row.unknown, alpha != 0 && alpha != 255, x);
            any_unknown |= alpha != 0 && alpha != 255;
        }
        return any_unknown;
    }
    for (size_t x = low; x < high;) {
        // Words are written once per 64 pixels: reading a word that was just written is slow.
        size_t start = x;
        row_kinds all = {0, 0};
        for (; x < high && x < start + 64; x += 16) {
            // The last vector overlaps earlier pixels, which stay unchanged.
            size_t missing = x + 16 <= high ? 0 : x + 16 - high;
            row_kinds kinds = append_sixteen(row, source, x - missing);
            all.present |= kinds.present >> missing << (x - start);
            all.unknown |= kinds.unknown >> missing << (x - start);
        }
        set_bits(row.present, all.present, start);
        if (all.unknown != 0) set_bits(row.unknown, all.unknown, start);
        any_unknown |= all.unknown;
    }
    return any_unknown;
}

static hanabi_appended row_append_blocks(
    hanabi_row row,
    hanabi_source source,
    const uint64_t *blocks,
    size_t words,
    size_t left,
    size_t width
) {
    uint64_t any_unknown = 0;
    ptrdiff_t first = PTRDIFF_MAX, last = 0, most = (ptrdiff_t)width - 16;
    for (size_t word = 0; word < words; word++) {
        // Block by block: the length of a run of blocks is unpredictable.
        for (uint64_t bits = blocks[word]; bits != 0; bits &= bits - 1) {
            ptrdiff_t x = (ptrdiff_t)(word * 64 + (size_t)__builtin_ctzll(bits)) * 16 - (ptrdiff_t)left;
            if (x <= -16 || x >= (ptrdiff_t)width) continue;
            // A block across a border is moved inside: adding pixels twice has no effect.
            x = x < 0 ? 0 : x > most ? most : x;
            row_kinds kinds = append_sixteen(row, source, (size_t)x);
            set_bits(row.present, kinds.present, (size_t)x);
            set_bits(row.unknown, kinds.unknown, (size_t)x);
            any_unknown |= kinds.unknown;
            first = x < first ? x : first;
            last = x;
        }
    }
    if (first == PTRDIFF_MAX) return (hanabi_appended){0, 0, 0};
    return (hanabi_appended){any_unknown, (size_t)first >> 6, ((size_t)last >> 6) + 2};
}

static void row_clear(hanabi_row row, const hanabi_span *spans, size_t count, size_t first, size_t end) {
    for (size_t index = 0; index < count; index++) {
        for (int32_t x = spans[index].low; x < spans[index].high; x += 16) *(blend_pixels *)(row.pixels + x) = 0;
    }
    // By hand: a call would take longer for so few words.
#pragma clang loop vectorize(disable) unroll(disable)
    for (size_t word = first; word < end; word++) {
        *(volatile uint64_t *)(row.present + word) = 0;
        *(volatile uint64_t *)(row.unknown + word) = 0;
    }
}

static size_t bit_runs(const uint64_t *words, size_t first, size_t end, int32_t *run_edges) {
    size_t count = 0;
    uint64_t carry = 0;
    for (size_t index = first; index < end; index++) {
        uint64_t word = words[index], edges = word ^ (word << 1 | carry);
        carry = word >> 63;
        // Four at a time, even if there are fewer: usually that is all, and no branch depends on their number.
        while (edges != 0) {
            size_t found = 0;
            for (size_t step = 0; step < 4; step++) {
                run_edges[count + step] = (int32_t)(index * 64) + (edges == 0 ? 64 : __builtin_ctzll(edges));
                found += edges != 0;
                edges &= edges - 1;
            }
            count += found;
        }
    }
    return count / 2;
}
