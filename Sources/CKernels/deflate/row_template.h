// Rows of flat areas as DEFLATE symbols: for unfiltered rows in which most pixels equal their left or upper neighbor.
//
// A row is a list of spans; what is between them is zero and costs one match. Within a span, each step takes the first
// of these that applies: a match with the pixel on the left as far as it goes, a match with the row above as far as it
// goes (or by one pixel, where a run of one color begins that costs less), the color of one of the two neighbors (a
// match of three bytes) with a literal alpha, or four literals.
//
// The vectors compare 64 pixels with both neighbors before any of them is coded: four bit masks say which are equal,
// and which have the same color. A run's length is then the number of trailing ones of a shifted mask, one instruction.
// Coding itself is scalar. Which symbol comes next is unpredictable, and a mispredicted branch takes longer than the
// work of all alternatives together. So all of them are computed, and conditional moves select one: a code word of up
// to 42 bits from a table by length, or three joined literals, then a literal alpha or nothing. Branches remain for
// what is rare: runs that leave the 64 compared pixels, and matches longer than DEFLATE's 258 bytes.
//
// Comparisons and table lookups are exact, and the order of the steps does not depend on the registers' width, so all
// variants write the same bits. They are those of `FlatRowCoder` in Swift without a search, which a test compares.

/// Comparisons of up to 64 pixels, one bit per pixel.
typedef struct {
    /// Pixels equal to the left neighbor, and to the upper one.
    uint64_t left;
    uint64_t up;
    /// Pixels with the color of a neighbor that is not transparent.
    uint64_t left_color;
    uint64_t up_color;
} neighbor_matches;

/// Compares pixels with their neighbors. Up to 15 pixels behind the last one are read.
HANABI_INLINE neighbor_matches compare_with_neighbors(const uint32_t *row, const uint32_t *above, size_t count) {
    neighbor_matches matches = {0, 0, 0, 0};
    for (size_t x = 0; x < count; x += 16) {
        blend_pixels own = *(const blend_pixels *)(row + x), before = *(const blend_pixels *)(row + x - 1);
        blend_pixels up = *(const blend_pixels *)(above + x);
        matches.left |= lane_bits((blend_pixels)(own == before)) << x;
        matches.up |= lane_bits((blend_pixels)(own == up)) << x;
        blend_pixels is_left = (blend_pixels)(((own ^ before) & 0xFFFFFF) == 0) & (blend_pixels)(before != 0);
        blend_pixels is_up = (blend_pixels)(((own ^ up) & 0xFFFFFF) == 0) & (blend_pixels)(up != 0);
        matches.left_color |= lane_bits(is_left) << x;
        matches.up_color |= lane_bits(is_up) << x;
    }
    uint64_t all = ~0ull >> (64 - count);
    return (neighbor_matches){matches.left & all, matches.up & all, matches.left_color & all, matches.up_color & all};
}

/// Number of set bits from the lowest one on.
HANABI_INLINE size_t trailing_ones(uint64_t bits) { return ~bits == 0 ? 64 : (size_t)__builtin_ctzll(~bits); }

/// Number of equal leading pixels, at most `limit`.
static size_t equal_pixels(const uint32_t *a, const uint32_t *b, size_t limit) {
    size_t count = 0;
    while (count < limit && a[count] == b[count]) count++;
    return count;
}

HANABI_INLINE void put_code(hanabi_bit_writer *writer, uint64_t code) { put_bits(writer, code & ((1ull << 58) - 1), code >> 58); }

/// Number of maximum-length matches at the start of a match. The remainder is empty, one match, or a match of three
/// bytes and another.
HANABI_INLINE size_t full_matches(size_t length) {
    size_t full = length / HANABI_LONGEST_MATCH, rest = length - full * HANABI_LONGEST_MATCH;
    return rest == 1 || rest == 2 ? full - 1 : full;
}

/// Emits the remainder of a long match, which may exceed DEFLATE's maximum length by two.
HANABI_INLINE void put_last_match(hanabi_bit_writer *writer, const uint64_t *codes, size_t rest) {
    if (rest > HANABI_LONGEST_MATCH) {
        put_code(writer, codes[3]);
        flush_bits(writer);
        rest -= 3;
    }
    put_code(writer, codes[rest]);
    flush_bits(writer);
}

static hanabi_bit_writer put_long_match(hanabi_bit_writer writer, const uint64_t *codes, size_t length) {
    size_t full = full_matches(length);
    for (size_t index = 0; index < full; index++) {
        put_code(&writer, codes[HANABI_LONGEST_MATCH]);
        flush_bits(&writer);
    }
    put_last_match(&writer, codes, length - full * HANABI_LONGEST_MATCH);
    return writer;
}

/// Emits at least one zero: the first as a literal, the others as its repetition.
HANABI_INLINE void put_zero_run(hanabi_bit_writer *writer, const hanabi_row_codes *codes, size_t count) {
    uint64_t literal = codes->literals[0] & 0x7FFFFFF, size = codes->literals[0] >> 27;
    put_bits(writer, literal, size);
    if (count <= 3) {
        for (size_t index = 1; index < count; index++) put_bits(writer, literal, size);
        flush_bits(writer);
        return;
    }
    size_t full = full_matches(count - 1), rest = count - 1 - full * HANABI_LONGEST_MATCH;
    while (full > codes->run_count) {
        put_bits(writer, codes->run_pattern, codes->run_count * codes->run_bits);
        flush_bits(writer);
        full -= codes->run_count;
    }
    uint64_t all = full * codes->run_bits;
    put_bits(writer, codes->run_pattern & ~(~0ull << all), all);
    flush_bits(writer);
    put_last_match(writer, codes->byte_matches, rest);
}

/// Length of a match that reaches the last compared pixel, or of a long match above; 1 where a run of one color is
/// cheaper.
static size_t match_length(const uint32_t *row, const uint32_t *above, size_t limit, int is_left) {
    if (is_left) return equal_pixels(row, row - 1, limit);
    size_t count = equal_pixels(row, above, limit);
    if (count <= 16 || row[1] != row[0]) return count;
    size_t run = equal_pixels(row + 1, row, limit - 1) + 1;
    size_t cost = HANABI_UP_MATCH_COST * (1 + (count >> 6));
    return cost * run > (HANABI_LITERAL_PIXEL_COST + HANABI_LEFT_MATCH_COST * (1 + (run >> 7))) * count ? 1 : count;
}

static size_t deflate_row(
    hanabi_bit_writer *written,
    const hanabi_row_codes *codes,
    const uint32_t *row,
    const uint32_t *above,
    const hanabi_span *spans,
    size_t count,
    size_t width,
    size_t pending
) {
    const uint32_t *literals = codes->literals;
    const uint64_t *left_matches = codes->left_matches, *up_matches = codes->up_matches;
    hanabi_bit_writer writer = *written;
    size_t x = 0;
    pending += 1;
    for (size_t index = 0; index < count; index++) {
        size_t low = (size_t)spans[index].low, high = (size_t)spans[index].high;
        put_zero_run(&writer, codes, pending + (low - x) * 4);
        pending = 0;
        x = low;
        while (x < high) {
            size_t seen = high - x < 64 ? high - x : 64;
            neighbor_matches matches = compare_with_neighbors(row + x, above + x, seen);
            size_t at = 0;
            while (at < seen) {
                uint64_t left = matches.left >> at, up = matches.up >> at;
                uint64_t is_left = left & 1, is_match = (left | up) & 1;
                size_t run = trailing_ones(is_left ? left : up), taken = is_match ? run : 1;
                if (__builtin_expect((is_match && at + run == 64) || (!is_left && run > 16), 0)) {
                    taken = match_length(row + x + at, above + x + at, high - x - at, (int)is_left);
                    if (taken * 4 > HANABI_LONGEST_MATCH) {
                        writer = put_long_match(writer, is_left ? left_matches : up_matches, taken * 4);
                        at += taken;
                        continue;
                    }
                }
                uint64_t left_color = matches.left_color >> at & 1, up_color = matches.up_color >> at & 1;
                const uint64_t *table = is_left | (left_color & ~is_match) ? left_matches : up_matches;
                uint32_t pixel = row[x + at];
                uint64_t red = literals[pixel & 255], green = literals[pixel >> 8 & 255];
                uint64_t blue = literals[pixel >> 16 & 255], alpha = literals[pixel >> 24];
                uint64_t two_size = (red >> 27) + (green >> 27), three_size = two_size + (blue >> 27);
                uint64_t three = (red & 0x7FFFFFF) | (green & 0x7FFFFFF) << (red >> 27) | (blue & 0x7FFFFFF) << two_size;
                uint64_t symbols = table[is_match ? taken * 4 : 3];
                symbols = is_match | left_color | up_color ? symbols : three | three_size << 58;
                alpha = is_match ? 0 : alpha;
                put_code(&writer, symbols);
                put_bits(&writer, alpha & 0x7FFFFFF, alpha >> 27);
                flush_bits(&writer);
                at += taken;
            }
            x += at;
        }
    }
    *written = writer;
    return pending + (width - x) * 4;
}
