// The two sums of Adler-32 (RFC 1950 §8.2), before their reduction modulo 65521.
//
// The first is the sum of all bytes. The second is the sum of all its intermediate values: each byte counts as often as
// there are bytes from it to the end. So over a block of n bytes, the second sum grows by n times the first sum before
// the block, plus the bytes weighted by n, n - 1, …, 1.
//
// A vector holds bytes as 16-bit lanes of two: the even ones are masked, the odd ones shifted. They are added lane by
// lane over up to 256 bytes, before any multiplication. The weight of a byte is its weight within its vector, plus the
// width of a vector for each vector behind it. The latter is a sum of running sums: one addition per vector. Only the
// former needs products, once per 256 bytes. The sum of a lane times its weight is at most 255 · 256: no lane
// overflows.
//
// `adler32_row_sums` does the same for a row of a PNG of which only some spans are not zero. Sums per lane are kept
// over all spans, most of which are one or two vectors, and reduced before they could overflow: horizontal additions
// are the slow part. Zeros between spans add nothing to either sum by themselves; they are accounted for by weights
// that count the bytes to the row's end.
//
// All is integer arithmetic without overflow, or with overflow that cancels modulo 2³², so any width gives the same
// sums.

typedef uint16_t adler32_lanes __attribute__((vector_size(HANABI_WIDTH), aligned(1)));
typedef uint32_t adler32_pairs __attribute__((vector_size(HANABI_WIDTH)));
typedef uint64_t adler32_words __attribute__((vector_size(2 * HANABI_WIDTH)));

HANABI_INLINE adler32_pairs adler32_pair_sums(adler32_lanes lanes) {
    adler32_pairs wide = (adler32_pairs)lanes;
    return (wide & 0xFFFF) + (wide >> 16);
}

/// Weights of the first byte of each pair of a vector; those of the second byte are one less.
static const uint16_t adler32_weights[] = {
#if HANABI_WIDTH >= 64
    64, 62, 60, 58, 56, 54, 52, 50, 48, 46, 44, 42, 40, 38, 36, 34,
#endif
#if HANABI_WIDTH >= 32
    32, 30, 28, 26, 24, 22, 20, 18,
#endif
    16, 14, 12, 10, 8, 6, 4, 2,
};

/// Mask table: a vector loaded at offset n keeps the last n bytes.
static const uint8_t adler32_last_bytes[2 * HANABI_WIDTH] = {
#define ADLER32_ALL 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255
#define ADLER32_NONE 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
    ADLER32_NONE,
#if HANABI_WIDTH >= 32
    ADLER32_NONE,
#endif
#if HANABI_WIDTH >= 64
    ADLER32_NONE, ADLER32_NONE,
#endif
    ADLER32_ALL,
#if HANABI_WIDTH >= 32
    ADLER32_ALL,
#endif
#if HANABI_WIDTH >= 64
    ADLER32_ALL, ADLER32_ALL,
#endif
#undef ADLER32_ALL
#undef ADLER32_NONE
};

/// Processes 256 bytes at a time, so that no lane overflows. Bytes at the same position of their vectors are summed
/// first: each vector only adds its width to their weight.
static void adler32_sums(const uint8_t *bytes, size_t count, uint64_t *total, uint64_t *weighted) {
    adler32_lanes even_weights = *(const adler32_lanes *)adler32_weights, odd_weights = even_weights - 1;
    uint64_t sum = 0, sum_of_sums = 0;
    size_t at = 0;
    while (at + HANABI_WIDTH <= count) {
        size_t vectors = (count - at) / HANABI_WIDTH;
        if (vectors > 256 / HANABI_WIDTH) vectors = 256 / HANABI_WIDTH;
        adler32_lanes even = {}, odd = {}, before = {};
        for (size_t index = 0; index < vectors; index++) {
            before += even + odd;
            adler32_lanes vector = *(const adler32_lanes *)(bytes + at + index * HANABI_WIDTH);
            even += vector & 0xFF;
            odd += vector >> 8;
        }
        sum_of_sums += sum * (vectors * HANABI_WIDTH);
        sum_of_sums += __builtin_reduce_add(
            adler32_pair_sums(even * even_weights) + adler32_pair_sums(odd * odd_weights) + adler32_pair_sums(before) * HANABI_WIDTH
        );
        sum += __builtin_reduce_add(adler32_pair_sums(even + odd));
        at += vectors * HANABI_WIDTH;
    }
    if (at < count && at > 0) {
        // The last bytes, together with earlier ones that are masked out.
        size_t rest = count - at;
        adler32_lanes vector = *(const adler32_lanes *)(bytes + count - HANABI_WIDTH);
        vector &= *(const adler32_lanes *)(adler32_last_bytes + rest);
        adler32_lanes even = vector & 0xFF, odd = vector >> 8;
        sum_of_sums += sum * rest;
        sum_of_sums += __builtin_reduce_add(adler32_pair_sums(even * even_weights) + adler32_pair_sums(odd * odd_weights));
        sum += __builtin_reduce_add(adler32_pair_sums(even + odd));
        at = count;
    }
    for (; at < count; at++) {
        sum += bytes[at];
        sum_of_sums += sum;
    }
    *total = sum;
    *weighted = sum_of_sums;
}

/// Maximum row length in bytes; weighted sums of longer rows would overflow.
#define ADLER32_LONGEST (1 << 20)

/// Keeps sums per lane, and reduces them only before they would overflow, as most spans are a vector or two.
static void adler32_row_sums(
    const uint32_t *pixels,
    const hanabi_span *spans,
    size_t count,
    size_t length,
    uint64_t *total,
    uint64_t *weighted
) {
    adler32_lanes even_weights = *(const adler32_lanes *)adler32_weights, odd_weights = even_weights - 1;
    const uint8_t *bytes = (const uint8_t *)pixels;
    uint64_t sum = 0, sum_of_sums = 0;
    if (length > ADLER32_LONGEST) {
        for (size_t index = 0; index < count; index++) {
            size_t low = (size_t)spans[index].low * 4, end = (size_t)spans[index].high * 4;
            uint64_t own, own_weighed;
            adler32_sums(bytes + low, end - low, &own, &own_weighed);
            sum += own;
            sum_of_sums += own_weighed + own * (length - end);
        }
        *total = sum;
        *weighted = sum_of_sums;
        return;
    }
    // A lane sums four bytes, each weighted by the number of bytes behind it in the row.
    size_t most = UINT32_MAX / 1020 / (length + 2 * HANABI_WIDTH), left = most, at = 0;
    adler32_pairs sums = {}, products = {};
    for (size_t index = 0; index < count; index++) {
        size_t low = (size_t)spans[index].low * 4, end = (size_t)spans[index].high * 4;
        for (at = at < low ? low : at; at < end; at += HANABI_WIDTH) {
            adler32_lanes vector = *(const adler32_lanes *)(bytes + at), even = vector & 0xFF, odd = vector >> 8;
            adler32_pairs all = adler32_pair_sums(even + odd);
            sums += all;
            products += adler32_pair_sums(even * even_weights) + adler32_pair_sums(odd * odd_weights);
            // Adds the bytes behind the vector to its weights. A vector may extend beyond the row's end, with zeros
            // only: the number of bytes behind it is negative then, and wraps around twice.
            products += all * (uint32_t)(length - at - HANABI_WIDTH);
            if (--left > 0) continue;
            sum += __builtin_reduce_add(__builtin_convertvector(sums, adler32_words));
            sum_of_sums += __builtin_reduce_add(__builtin_convertvector(products, adler32_words));
            sums = products = (adler32_pairs){};
            left = most;
        }
    }
    sum += __builtin_reduce_add(__builtin_convertvector(sums, adler32_words));
    sum_of_sums += __builtin_reduce_add(__builtin_convertvector(products, adler32_words));
    *total = sum;
    *weighted = sum_of_sums;
}
