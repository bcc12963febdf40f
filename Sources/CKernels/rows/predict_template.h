// Residuals of VP8L's predictors (RFC 9649 §4.1): the difference of each byte from what its neighbors make expected.
//
// Like Paeth's filter, this has no chain: all neighbors are known pixels. Modes are those of the format: 1 left, 2 above,
// 7 the mean of both, 11 whichever of left and above is nearer to left + above - corner over all channels, 12 left +
// above - corner, clamped, and 13 the mean plus half of what it exceeds the corner by, clamped.
//
// Each pixel depends on four pixels of the input alone, and all arithmetic is exact: the registers' width decides only
// how many are computed at once, and how many bytes behind the end are read and written back. The sum is one of integers,
// in which order doesn't matter.
//
// What a residual costs is estimated by its size: 0 takes nothing, 1 takes two bits, and each doubling one more, up to
// eight. Sums of sizes would be quicker, but a few edges would outweigh all that is smooth.

typedef uint8_t predict_bytes __attribute__((vector_size(HANABI_WIDTH), aligned(1)));
typedef uint16_t predict_shorts __attribute__((vector_size(HANABI_WIDTH), aligned(1)));
typedef uint32_t predict_words __attribute__((vector_size(HANABI_WIDTH), aligned(1)));

HANABI_INLINE predict_bytes predict_distance(predict_bytes a, predict_bytes b) {
    return __builtin_elementwise_max(a, b) - __builtin_elementwise_min(a, b);
}

// Sums of the four bytes of each pixel.
HANABI_INLINE predict_words predict_sums(predict_bytes bytes) {
    predict_shorts pairs = ((predict_shorts)bytes & 0xFF) + ((predict_shorts)bytes >> 8);
    return ((predict_words)pairs & 0xFFFF) + ((predict_words)pairs >> 16);
}

// a + b - c, clamped.
HANABI_INLINE predict_bytes predict_clamped(predict_bytes a, predict_bytes b, predict_bytes c) {
    // One of the two differences is 0.
    predict_bytes rise = __builtin_elementwise_sub_sat(b, c), fall = __builtin_elementwise_sub_sat(c, b);
    return __builtin_elementwise_sub_sat(__builtin_elementwise_add_sat(a, rise), fall);
}

HANABI_INLINE predict_bytes predict_mean(predict_bytes a, predict_bytes b) {
    return (a & b) + (((a ^ b) >> 1) & 0x7F);
}

HANABI_INLINE predict_bytes predict_half(predict_bytes a, predict_bytes b) {
    predict_bytes rise = (__builtin_elementwise_sub_sat(a, b) >> 1) & 0x7F;
    predict_bytes fall = (__builtin_elementwise_sub_sat(b, a) >> 1) & 0x7F;
    return __builtin_elementwise_sub_sat(__builtin_elementwise_add_sat(a, rise), fall);
}

// Estimated bits of each byte of residuals.
HANABI_INLINE predict_bytes predict_bits(predict_bytes residual) {
    predict_bytes size = __builtin_elementwise_min(residual, (predict_bytes)(0 - residual));
    predict_bytes negative = (predict_bytes)(size > 0);
    negative += (predict_bytes)(size > 0) + (predict_bytes)(size > 1) + (predict_bytes)(size > 3);
    negative += (predict_bytes)(size > 7) + (predict_bytes)(size > 15);
    negative += (predict_bytes)(size > 31) + (predict_bytes)(size > 63);
    return 0 - negative;
}

#define HANABI_PREDICT(EXPECTED)                                                                                       \
    for (size_t line = 0; line < rows; line++, row += step, over += step, out = out ? out + step : 0) {                \
        for (size_t at = 0; at < size; at += HANABI_WIDTH) {                                                           \
            predict_bytes own = *(const predict_bytes *)(row + at), left = *(const predict_bytes *)(row + at - 4);     \
            predict_bytes up = *(const predict_bytes *)(over + at), corner = *(const predict_bytes *)(over + at - 4);  \
            (void)left, (void)up, (void)corner;                                                                        \
            predict_bytes residual = own - (EXPECTED);                                                                 \
            predict_bytes bits = predict_bits(residual);                                                               \
            if (size - at < HANABI_WIDTH) {                                                                            \
                predict_bytes inside = *(const predict_bytes *)(predict_mask + 64 - (size - at));                      \
                bits &= inside;                                                                                        \
                if (out) residual = (residual & inside) | (*(const predict_bytes *)(out + at) & ~inside);              \
            }                                                                                                          \
            if (out) *(predict_bytes *)(out + at) = residual;                                                          \
            sums += predict_sums(bits);                                                                                \
        }                                                                                                              \
    }

static const uint8_t predict_mask[128] = {
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
};

static uint64_t predict_pixels(
    uint32_t *residuals,
    const uint32_t *pixels,
    const uint32_t *above,
    size_t stride,
    size_t count,
    size_t rows,
    unsigned mode
) {
    const uint8_t *row = (const uint8_t *)pixels, *over = (const uint8_t *)above;
    uint8_t *out = (uint8_t *)residuals;
    size_t size = count * 4, step = stride * 4;
    predict_words sums = {0};
    switch (mode) {
    case 1: HANABI_PREDICT(left); break;
    case 2: HANABI_PREDICT(up); break;
    case 7: HANABI_PREDICT(predict_mean(left, up)); break;
    case 11: {
        HANABI_PREDICT(({
            predict_words to_left = predict_sums(predict_distance(up, corner));
            predict_words to_up = predict_sums(predict_distance(left, corner));
            predict_bytes is_left = (predict_bytes)(to_left < to_up);
            (left & is_left) | (up & ~is_left);
        }));
        break;
    }
    case 12: HANABI_PREDICT(predict_clamped(left, up, corner)); break;
    case 13: HANABI_PREDICT(predict_half(predict_mean(left, up), corner)); break;
    default: HANABI_PREDICT((predict_bytes){0}); break;
    }
    uint64_t sum = 0;
    for (size_t lane = 0; lane < HANABI_WIDTH / 4; lane++) sum += sums[lane];
    return sum;
}
