// Rows of pieces of one colour, where a pixel is mostly that on its left or that above it: `FlatCoder`, written at once. What is said of each
// pixel can't be foreseen, so it is found by arithmetic, and no branch depends on it but for what is rare.

/// Of up to 64 pixels, a bit for each.
typedef struct {
    /// Which are the pixel before, and which the one above.
    uint64_t left;
    uint64_t up;
    /// Which are of the colour of one of them that is not transparent.
    uint64_t left_colour;
    uint64_t up_colour;
} flat_likes;

/// Up to 15 pixels behind the last one are read.
HANABI_INLINE flat_likes flat_likes_of(const uint32_t *row, const uint32_t *above, size_t count) {
    flat_likes likes = {0, 0, 0, 0};
    for (size_t x = 0; x < count; x += 16) {
        blend_pixels own = *(const blend_pixels *)(row + x), before = *(const blend_pixels *)(row + x - 1);
        blend_pixels up = *(const blend_pixels *)(above + x);
        likes.left |= vector_bits((blend_pixels)(own == before)) << x;
        likes.up |= vector_bits((blend_pixels)(own == up)) << x;
        blend_pixels isLeft = (blend_pixels)(((own ^ before) & 0xFFFFFF) == 0) & (blend_pixels)(before != 0);
        blend_pixels isUp = (blend_pixels)(((own ^ up) & 0xFFFFFF) == 0) & (blend_pixels)(up != 0);
        likes.left_colour |= vector_bits(isLeft) << x;
        likes.up_colour |= vector_bits(isUp) << x;
    }
    uint64_t all = ~0ull >> (64 - count);
    return (flat_likes){likes.left & all, likes.up & all, likes.left_colour & all, likes.up_colour & all};
}

/// How many bits are set from the lowest one on.
HANABI_INLINE size_t flat_run(uint64_t bits) { return ~bits == 0 ? 64 : (size_t)__builtin_ctzll(~bits); }

/// How many pixels from the first on are the same.
static size_t flat_equal(const uint32_t *a, const uint32_t *b, size_t limit) {
    size_t count = 0;
    while (count < limit && a[count] == b[count]) count++;
    return count;
}

HANABI_INLINE void flat_put(hanabi_bits *bits, uint64_t code) { put(bits, code & ((1ull << 58) - 1), code >> 58); }

/// How many of the longest matches a match starts with, so that what is left is none, or one, or a short one and another.
HANABI_INLINE size_t flat_longest(size_t length) {
    size_t full = length / HANABI_LONGEST_MATCH, rest = length - full * HANABI_LONGEST_MATCH;
    return rest == 1 || rest == 2 ? full - 1 : full;
}

/// A match that may be longer than DEFLATE can say at once.
HANABI_INLINE void flat_rest(hanabi_bits *bits, const uint64_t *codes, size_t rest) {
    if (rest > HANABI_LONGEST_MATCH) {
        flat_put(bits, codes[3]);
        flush(bits);
        rest -= 3;
    }
    flat_put(bits, codes[rest]);
    flush(bits);
}

static hanabi_bits flat_long(hanabi_bits bits, const uint64_t *codes, size_t length) {
    size_t full = flat_longest(length);
    for (size_t index = 0; index < full; index++) {
        flat_put(&bits, codes[HANABI_LONGEST_MATCH]);
        flush(&bits);
    }
    flat_rest(&bits, codes, length - full * HANABI_LONGEST_MATCH);
    return bits;
}

/// The first one as a literal, the rest repeat it; at least one.
HANABI_INLINE void flat_zeros(hanabi_bits *bits, const hanabi_flat_codes *codes, size_t count) {
    uint64_t literal = codes->literals[0] & 0x7FFFFFF, size = codes->literals[0] >> 27;
    put(bits, literal, size);
    if (count <= 3) {
        for (size_t index = 1; index < count; index++) put(bits, literal, size);
        flush(bits);
        return;
    }
    size_t full = flat_longest(count - 1), rest = count - 1 - full * HANABI_LONGEST_MATCH;
    while (full > codes->most) {
        put(bits, codes->longest, codes->most * codes->size);
        flush(bits);
        full -= codes->most;
    }
    uint64_t all = full * codes->size;
    put(bits, codes->longest & ~(~0ull << all), all);
    flush(bits);
    flat_rest(bits, codes->bytes, rest);
}

/// A run that ends with the last pixel that was looked at, or so long a one of those above that it may be better said as one colour.
static size_t flat_count(const uint32_t *row, const uint32_t *above, size_t limit, int is_left) {
    if (is_left) return flat_equal(row, row - 1, limit);
    size_t count = flat_equal(row, above, limit);
    if (count <= 16 || row[1] != row[0]) return count;
    size_t run = flat_equal(row + 1, row, limit - 1) + 1;
    size_t cost = HANABI_FLAT_UP * (1 + (count >> 6));
    return cost * run > (HANABI_FLAT_PIXEL + HANABI_FLAT_LEFT * (1 + (run >> 7))) * count ? 1 : count;
}

static size_t flat(
    hanabi_bits *written,
    const hanabi_flat_codes *codes,
    const uint32_t *row,
    const uint32_t *above,
    const hanabi_span *spans,
    size_t count,
    size_t width,
    size_t pending
) {
    const uint32_t *literals = codes->literals;
    const uint64_t *lefts = codes->lefts, *ups = codes->ups;
    hanabi_bits bits = *written;
    size_t x = 0;
    pending += 1;
    for (size_t index = 0; index < count; index++) {
        size_t low = (size_t)spans[index].low, high = (size_t)spans[index].high;
        flat_zeros(&bits, codes, pending + (low - x) * 4);
        pending = 0;
        x = low;
        while (x < high) {
            size_t seen = high - x < 64 ? high - x : 64;
            flat_likes likes = flat_likes_of(row + x, above + x, seen);
            size_t at = 0;
            while (at < seen) {
                uint64_t left = likes.left >> at, up = likes.up >> at;
                uint64_t is_left = left & 1, is_match = (left | up) & 1;
                size_t run = flat_run(is_left ? left : up), taken = is_match ? run : 1;
                if (__builtin_expect((is_match && at + run == 64) || (!is_left && run > 16), 0)) {
                    taken = flat_count(row + x + at, above + x + at, high - x - at, (int)is_left);
                    if (taken * 4 > HANABI_LONGEST_MATCH) {
                        bits = flat_long(bits, is_left ? lefts : ups, taken * 4);
                        at += taken;
                        continue;
                    }
                }
                uint64_t left_colour = likes.left_colour >> at & 1, up_colour = likes.up_colour >> at & 1;
                const uint64_t *table = is_left | (left_colour & ~is_match) ? lefts : ups;
                uint32_t pixel = row[x + at];
                uint64_t red = literals[pixel & 255], green = literals[pixel >> 8 & 255];
                uint64_t blue = literals[pixel >> 16 & 255], alpha = literals[pixel >> 24];
                uint64_t two_size = (red >> 27) + (green >> 27), three_size = two_size + (blue >> 27);
                uint64_t three = (red & 0x7FFFFFF) | (green & 0x7FFFFFF) << (red >> 27) | (blue & 0x7FFFFFF) << two_size;
                uint64_t said = table[is_match ? taken * 4 : 3];
                said = is_match | left_colour | up_colour ? said : three | three_size << 58;
                alpha = is_match ? 0 : alpha;
                flat_put(&bits, said);
                put(&bits, alpha & 0x7FFFFFF, alpha >> 27);
                flush(&bits);
                at += taken;
            }
            x += at;
        }
    }
    *written = bits;
    return pending + (width - x) * 4;
}
