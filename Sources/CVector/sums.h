typedef uint16_t sums_lanes __attribute__((vector_size(HANABI_WIDTH), aligned(1)));
typedef uint32_t sums_pairs __attribute__((vector_size(HANABI_WIDTH)));
typedef uint64_t sums_words __attribute__((vector_size(2 * HANABI_WIDTH)));

HANABI_INLINE sums_pairs sums_of_pairs(sums_lanes lanes) {
    sums_pairs wide = (sums_pairs)lanes;
    return (wide & 0xFFFF) + (wide >> 16);
}

/// Weights of the first byte of each pair of a vector; those of the second byte are one less.
static const uint16_t sums_weights[] = {
#if HANABI_WIDTH >= 64
    64, 62, 60, 58, 56, 54, 52, 50, 48, 46, 44, 42, 40, 38, 36, 34,
#endif
#if HANABI_WIDTH >= 32
    32, 30, 28, 26, 24, 22, 20, 18,
#endif
    16, 14, 12, 10, 8, 6, 4, 2,
};

/// Mask table: a vector loaded at offset n keeps the last n bytes.
static const uint8_t sums_last[2 * HANABI_WIDTH] = {
#define SUMS_ALL 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255
#define SUMS_NONE 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
    SUMS_NONE,
#if HANABI_WIDTH >= 32
    SUMS_NONE,
#endif
#if HANABI_WIDTH >= 64
    SUMS_NONE, SUMS_NONE,
#endif
    SUMS_ALL,
#if HANABI_WIDTH >= 32
    SUMS_ALL,
#endif
#if HANABI_WIDTH >= 64
    SUMS_ALL, SUMS_ALL,
#endif
#undef SUMS_ALL
#undef SUMS_NONE
};

/// Processes 256 bytes at a time, so that no lane overflows. Bytes at the same position of their vectors are summed
/// first: each vector only adds its width to their weight.
static void sums(const uint8_t *bytes, size_t count, uint64_t *total, uint64_t *weighed) {
    sums_lanes even_weights = *(const sums_lanes *)sums_weights, odd_weights = even_weights - 1;
    uint64_t sum = 0, sum_of_sums = 0;
    size_t at = 0;
    while (at + HANABI_WIDTH <= count) {
        size_t vectors = (count - at) / HANABI_WIDTH;
        if (vectors > 256 / HANABI_WIDTH) vectors = 256 / HANABI_WIDTH;
        sums_lanes even = {}, odd = {}, before = {};
        for (size_t index = 0; index < vectors; index++) {
            before += even + odd;
            sums_lanes vector = *(const sums_lanes *)(bytes + at + index * HANABI_WIDTH);
            even += vector & 0xFF;
            odd += vector >> 8;
        }
        sum_of_sums += sum * (vectors * HANABI_WIDTH);
        sum_of_sums += __builtin_reduce_add(
            sums_of_pairs(even * even_weights) + sums_of_pairs(odd * odd_weights) + sums_of_pairs(before) * HANABI_WIDTH
        );
        sum += __builtin_reduce_add(sums_of_pairs(even + odd));
        at += vectors * HANABI_WIDTH;
    }
    if (at < count && at > 0) {
        // The last bytes, together with earlier ones that are masked out.
        size_t rest = count - at;
        sums_lanes vector = *(const sums_lanes *)(bytes + count - HANABI_WIDTH);
        vector &= *(const sums_lanes *)(sums_last + rest);
        sums_lanes even = vector & 0xFF, odd = vector >> 8;
        sum_of_sums += sum * rest;
        sum_of_sums += __builtin_reduce_add(sums_of_pairs(even * even_weights) + sums_of_pairs(odd * odd_weights));
        sum += __builtin_reduce_add(sums_of_pairs(even + odd));
        at = count;
    }
    for (; at < count; at++) {
        sum += bytes[at];
        sum_of_sums += sum;
    }
    *total = sum;
    *weighed = sum_of_sums;
}

/// Maximum row length in bytes; weighted sums of longer rows would overflow.
#define SUMS_LONGEST (1 << 20)

/// Keeps sums per lane, and reduces them only before they would overflow, as most spans are a vector or two.
static void row_sums(
    const uint32_t *pixels,
    const hanabi_span *spans,
    size_t count,
    size_t length,
    uint64_t *total,
    uint64_t *weighed
) {
    sums_lanes even_weights = *(const sums_lanes *)sums_weights, odd_weights = even_weights - 1;
    const uint8_t *bytes = (const uint8_t *)pixels;
    uint64_t sum = 0, sum_of_sums = 0;
    if (length > SUMS_LONGEST) {
        for (size_t index = 0; index < count; index++) {
            size_t low = (size_t)spans[index].low * 4, end = (size_t)spans[index].high * 4;
            uint64_t own, own_weighed;
            sums(bytes + low, end - low, &own, &own_weighed);
            sum += own;
            sum_of_sums += own_weighed + own * (length - end);
        }
        *total = sum;
        *weighed = sum_of_sums;
        return;
    }
    // A lane sums four bytes, each weighted by the number of bytes behind it in the row.
    size_t most = UINT32_MAX / 1020 / (length + 2 * HANABI_WIDTH), left = most, at = 0;
    sums_pairs sums = {}, products = {};
    for (size_t index = 0; index < count; index++) {
        size_t low = (size_t)spans[index].low * 4, end = (size_t)spans[index].high * 4;
        for (at = at < low ? low : at; at < end; at += HANABI_WIDTH) {
            sums_lanes vector = *(const sums_lanes *)(bytes + at), even = vector & 0xFF, odd = vector >> 8;
            sums_pairs all = sums_of_pairs(even + odd);
            sums += all;
            products += sums_of_pairs(even * even_weights) + sums_of_pairs(odd * odd_weights);
            // Adds the bytes behind the vector to its weights. A vector may extend beyond the row's end, with zeros
            // only: the number of bytes behind it is negative then, and wraps around twice.
            products += all * (uint32_t)(length - at - HANABI_WIDTH);
            if (--left > 0) continue;
            sum += __builtin_reduce_add(__builtin_convertvector(sums, sums_words));
            sum_of_sums += __builtin_reduce_add(__builtin_convertvector(products, sums_words));
            sums = products = (sums_pairs){};
            left = most;
        }
    }
    sum += __builtin_reduce_add(__builtin_convertvector(sums, sums_words));
    sum_of_sums += __builtin_reduce_add(__builtin_convertvector(products, sums_words));
    *total = sum;
    *weighed = sum_of_sums;
}
