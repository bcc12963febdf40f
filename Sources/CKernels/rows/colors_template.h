// VP8L's color transform (RFC 9649 §4.2) of residuals: what green makes expected of red, and what green and red make
// expected of blue, is subtracted. Light of one color then has residuals in green alone.
//
// The factors of a tile are found by least squares, from five sums of products. Edges are left out, since a few large
// residuals would decide. All arithmetic is of integers, in which order doesn't matter: the registers' width decides
// only how many pixels are computed at once.

typedef int32_t color_words __attribute__((vector_size(HANABI_WIDTH), aligned(1)));

enum { colors_at_once = HANABI_WIDTH / 4, least_edge = 48 };

static const int32_t color_mask[32] = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};

// The pixels of a vector that belong to a row, of which `count` are left.
HANABI_INLINE color_words color_inside(size_t count) {
    return *(const color_words *)(color_mask + 16 - (count < colors_at_once ? count : colors_at_once));
}

HANABI_INLINE color_words color_green(color_words pixels) { return (pixels << 16) >> 24; }
HANABI_INLINE color_words color_red(color_words pixels) { return (pixels << 8) >> 24; }
HANABI_INLINE color_words color_blue(color_words pixels) { return (pixels << 24) >> 24; }

HANABI_INLINE int64_t color_total(color_words sums) {
    int64_t total = 0;
    for (size_t lane = 0; lane < colors_at_once; lane++) total += sums[lane];
    return total;
}

static hanabi_color_sums sum_colors(const uint32_t *pixels, size_t stride, size_t count, size_t rows) {
    color_words green_green = {0}, green_red = {0}, green_blue = {0}, red_red = {0}, red_blue = {0};
    for (size_t line = 0; line < rows; line++, pixels += stride) {
        for (size_t at = 0; at < count; at += colors_at_once) {
            color_words own = *(const color_words *)(pixels + at) & color_inside(count - at);
            color_words green = color_green(own), red = color_red(own), blue = color_blue(own);
            color_words smooth = (green < least_edge) & (green > -least_edge) & (red < least_edge) & (red > -least_edge)
                & (blue < least_edge) & (blue > -least_edge);
            green &= smooth, red &= smooth, blue &= smooth;
            green_green += green * green, green_red += green * red, green_blue += green * blue;
            red_red += red * red, red_blue += red * blue;
        }
    }
    return (hanabi_color_sums){
        color_total(green_green), color_total(green_red), color_total(green_blue), color_total(red_red),
        color_total(red_blue),
    };
}

static uint64_t subtract_colors(
    uint32_t *pixels,
    size_t stride,
    size_t count,
    size_t rows,
    hanabi_color_factors factors,
    bool writes
) {
    predict_words sums = {0};
    for (size_t line = 0; line < rows; line++, pixels += stride) {
        for (size_t at = 0; at < count; at += colors_at_once) {
            color_words own = *(const color_words *)(pixels + at), inside = color_inside(count - at);
            color_words green = color_green(own), red = color_red(own), blue = color_blue(own);
            blue -= ((factors.green_to_blue * green) >> 5) + ((factors.red_to_blue * red) >> 5);
            red -= (factors.green_to_red * green) >> 5;
            color_words both = (red & 0xFF) << 16 | (blue & 0xFF);
            sums += predict_sums(predict_bits((predict_bytes)(both & inside)));
            if (writes) *(color_words *)(pixels + at) = (own & ~(inside & 0x00FF00FF)) | (both & inside);
        }
    }
    uint64_t sum = 0;
    for (size_t lane = 0; lane < HANABI_WIDTH / 4; lane++) sum += sums[lane];
    return sum;
}
