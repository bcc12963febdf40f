/// Sets up to 64 bits from position `x` on, without a branch: they may span two words.
HANABI_INLINE void row_set(uint64_t *words, uint64_t bits, size_t x) {
    words[x >> 6] |= bits << (x & 63);
    words[(x >> 6) + 1] |= (bits >> 1) >> (63 - (x & 63));
}

/// Kinds of sixteen pixels, one bit per pixel.
typedef struct {
    uint64_t present;
    uint64_t soft;
} row_kinds;

HANABI_INLINE row_kinds row_add(hanabi_row row, hanabi_source source, size_t x) {
    blend_pixels own = *(const blend_pixels *)(source.pixels + x);
    // Content usually continues in the row below, which is far away in memory on a large canvas.
    __builtin_prefetch((const void *)((uintptr_t)(source.pixels + x) + 4 * source.stride));
    if (source.base) own &= ~(blend_pixels)(own == *(const blend_pixels *)(source.base + x));
    blend_pixels alpha = own & 0xFF000000;
    blend_pixels here = (blend_pixels)(alpha != 0);
    // Transparent pixels have no color.
    own &= here;
    uint64_t bits = vector_bits(here), soft = bits & ~vector_bits((blend_pixels)(alpha == 0xFF000000));
    if (source.marks && soft) {
        blend_pixels mark = *(const blend_pixels *)(source.marks + x);
        __builtin_prefetch((const void *)((uintptr_t)(source.marks + x) + 4 * source.stride));
        blend_channels factor = (blend_channels)(alpha >> 24 | alpha >> 8);
        // In the alpha channel, 255 becomes alpha itself.
        blend_pixels red_blue = (blend_pixels)divided_by_255((blend_channels)(mark & 0x00FF00FF) * factor);
        blend_pixels green_alpha = (blend_pixels)divided_by_255((blend_channels)((mark >> 8 & 0xFF) | 0x00FF0000) * factor);
        blend_pixels known = here & (blend_pixels)((red_blue | green_alpha << 8) == own);
        known &= (blend_pixels)((mark ^ source.frame) < 0x1000000);
        own = known ? (mark & 0x00FFFFFF) | alpha : own;
        soft &= ~vector_bits(known);
    }
    *(blend_pixels *)(row.pixels + x) = own;
    return (row_kinds){bits, soft};
}

static uint64_t add(hanabi_row row, hanabi_source source, size_t low, size_t high) {
    uint64_t any_soft = 0;
    if (high < 16) {
        for (size_t x = low; x < high; x++) {
            uint32_t pixel = source.base && source.base[x] == source.pixels[x] ? 0 : source.pixels[x];
            uint32_t alpha = pixel >> 24;
            row.pixels[x] = alpha == 0 ? 0 : pixel;
            row_set(row.present, alpha != 0, x);
            row_set(row.soft, alpha != 0 && alpha != 255, x);
            any_soft |= alpha != 0 && alpha != 255;
        }
        return any_soft;
    }
    for (size_t x = low; x < high;) {
        // Words are written once per 64 pixels: reading a word that was just written is slow.
        size_t start = x;
        row_kinds all = {0, 0};
        for (; x < high && x < start + 64; x += 16) {
            // The last vector overlaps earlier pixels, which stay unchanged.
            size_t missing = x + 16 <= high ? 0 : x + 16 - high;
            row_kinds kinds = row_add(row, source, x - missing);
            all.present |= kinds.present >> missing << (x - start);
            all.soft |= kinds.soft >> missing << (x - start);
        }
        row_set(row.present, all.present, start);
        if (all.soft != 0) row_set(row.soft, all.soft, start);
        any_soft |= all.soft;
    }
    return any_soft;
}

static hanabi_taken take(
    hanabi_row row,
    hanabi_source source,
    const uint64_t *blocks,
    size_t words,
    size_t left,
    size_t width
) {
    uint64_t any_soft = 0;
    ptrdiff_t first = PTRDIFF_MAX, last = 0, most = (ptrdiff_t)width - 16;
    for (size_t word = 0; word < words; word++) {
        // Block by block: the length of a run of blocks is unpredictable.
        for (uint64_t bits = blocks[word]; bits != 0; bits &= bits - 1) {
            ptrdiff_t x = (ptrdiff_t)(word * 64 + (size_t)__builtin_ctzll(bits)) * 16 - (ptrdiff_t)left;
            if (x <= -16 || x >= (ptrdiff_t)width) continue;
            // A block across a border is moved inside: adding pixels twice has no effect.
            x = x < 0 ? 0 : x > most ? most : x;
            row_kinds kinds = row_add(row, source, (size_t)x);
            row_set(row.present, kinds.present, (size_t)x);
            row_set(row.soft, kinds.soft, (size_t)x);
            any_soft |= kinds.soft;
            first = x < first ? x : first;
            last = x;
        }
    }
    if (first == PTRDIFF_MAX) return (hanabi_taken){0, 0, 0};
    return (hanabi_taken){any_soft, (size_t)first >> 6, ((size_t)last >> 6) + 2};
}

static void clear(hanabi_row row, const hanabi_span *spans, size_t count, size_t first, size_t end) {
    for (size_t index = 0; index < count; index++) {
        for (int32_t x = spans[index].low; x < spans[index].high; x += 16) *(blend_pixels *)(row.pixels + x) = 0;
    }
    // By hand: a call would take longer for so few words.
#pragma clang loop vectorize(disable) unroll(disable)
    for (size_t word = first; word < end; word++) {
        *(volatile uint64_t *)(row.present + word) = 0;
        *(volatile uint64_t *)(row.soft + word) = 0;
    }
}

static size_t runs(const uint64_t *words, size_t first, size_t end, int32_t *places) {
    size_t count = 0;
    uint64_t carry = 0;
    for (size_t index = first; index < end; index++) {
        uint64_t word = words[index], edges = word ^ (word << 1 | carry);
        carry = word >> 63;
        // Four at a time, even if there are fewer: usually that is all, and no branch depends on their number.
        while (edges != 0) {
            size_t found = 0;
            for (size_t step = 0; step < 4; step++) {
                places[count + step] = (int32_t)(index * 64) + (edges == 0 ? 64 : __builtin_ctzll(edges));
                found += edges != 0;
                edges &= edges - 1;
            }
            count += found;
        }
    }
    return count / 2;
}
