// Kernel of `FlatCoder` for rows of flat areas, where most pixels equal their left or upper neighbor. The symbol of
// each pixel is unpredictable, so it is selected by arithmetic; branches are for rare cases.

/// Comparisons of up to 64 pixels, one bit per pixel.
typedef struct {
    /// Pixels equal to the left neighbor, and to the upper one.
    uint64_t left;
    uint64_t up;
    /// Pixels with the color of a neighbor that is not transparent.
    uint64_t left_colour;
    uint64_t up_colour;
} flat_likes;

/// Compares pixels with their neighbors. Up to 15 pixels behind the last one are read.
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

/// Number of set bits from the lowest one on.
HANABI_INLINE size_t flat_run(uint64_t bits) { return ~bits == 0 ? 64 : (size_t)__builtin_ctzll(~bits); }

/// Number of equal leading pixels, at most `limit`.
static size_t flat_equal(const uint32_t *a, const uint32_t *b, size_t limit) {
    size_t count = 0;
    while (count < limit && a[count] == b[count]) count++;
    return count;
}

HANABI_INLINE void flat_put(hanabi_bits *bits, uint64_t code) { put(bits, code & ((1ull << 58) - 1), code >> 58); }

/// Number of maximum-length matches at the start of a match. The remainder is empty, one match, or a match of three
/// bytes and another.
HANABI_INLINE size_t flat_longest(size_t length) {
    size_t full = length / HANABI_LONGEST_MATCH, rest = length - full * HANABI_LONGEST_MATCH;
    return rest == 1 || rest == 2 ? full - 1 : full;
}

/// Emits the remainder of a long match, which may exceed DEFLATE's maximum length by two.
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

/// Emits at least one zero: the first as a literal, the others as its repetition.
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

/// Length of a match that reaches the last compared pixel, or of a long match above; 1 where a run of one color is
/// cheaper.
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
