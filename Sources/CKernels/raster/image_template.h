// Axis-aligned images, scaled with linear interpolation, or as the mean of several positions where they are made
// smaller.
//
// All rows read the same columns, at the same fractions between two pixels. So a table of columns is made once, for up
// to 256 of them: the pixel before each position, the fraction behind it, and the covered width of the column. Each row
// then finds its two lines and their fraction, and runs along the table.
//
// Sixteen pixels at a time: a pair of neighbors is one load of 64 bits per lane, from both lines. Shuffles separate
// left from right pixels. The four weights are integers that sum to 256, so a weighted mean of bytes fits into 16 bits,
// two channels per multiplication: red and blue, green and alpha.
//
// Where the image is made smaller, 2 × 2 or 4 × 4 such means are summed and divided by shifting. Positions beyond the
// outer edges are mirrored then, otherwise clamped.
//
// Borders are drawn by covered area: width × height of the overlap of a pixel with the box, in 1/65536. The product of
// ink, image and coverage is rounded twice, as the plain Swift code does, and then blended.
//
// All positions are fixed-point integers, and all products are exact: the bits don't depend on the registers' width.
// They are those of `LinearReader` and `AreaReader` in Swift, which a test compares.

/// Number of columns at a time, so that their table stays in the cache.
enum { image_columns = 256 };

/// Maximum number of positions read for a pixel in a row.
enum { image_places = 4 };

/// Table of columns, padded to whole vectors.
typedef struct {
    /// The pixel before each position to read.
    uint32_t index[image_places][image_columns] __attribute__((aligned(64)));
    /// Distance of the position behind that pixel in 1/256, in both halves.
    uint32_t right[image_places][image_columns] __attribute__((aligned(64)));
    /// Covered width of each column in 1/256.
    int32_t width[image_columns] __attribute__((aligned(64)));
    size_t count;
} image_column_table;

/// Overlap of a pixel with the range between two borders, in 1/256.
HANABI_INLINE int32_t image_overlap(int64_t low, int64_t high, size_t pixel) {
    int64_t start = (int64_t)pixel * 256, end = start + 256;
    start = start < low ? low : start;
    end = end < high ? end : high;
    return end > start ? (int32_t)(end - start) : 0;
}

/// Position number `place` of those to read for a pixel with its center at `middle`.
HANABI_INLINE int64_t image_place(int64_t middle, int64_t half, int32_t place, int32_t places) {
    return (int64_t)((uint64_t)middle + (uint64_t)half * (uint64_t)(int64_t)(2 * place - places + 1));
}

/// Returns the pixel before a position, which is clamped to the range, and its distance from that pixel in 1/256. The
/// last pixel is expressed as 256 from the one before it, so that a right neighbor always exists.
///
/// @param is_mirrored Whether a position beyond the range's outer edges is mirrored at them first.
HANABI_INLINE int32_t image_split(int64_t place, int32_t first, int32_t last, bool is_mirrored, int32_t *rest) {
    // Eight fraction bits. Positions beyond 32 bits wrap around, as in the Swift code.
    int32_t near = (int32_t)((uint64_t)place >> 24);
    if (is_mirrored) {
        int32_t low = first * 256 - 128, high = last * 256 + 128;
        near = near < low ? (int32_t)(2 * (uint32_t)low - (uint32_t)near) : near;
        near = near > high ? (int32_t)(2 * (uint32_t)high - (uint32_t)near) : near;
    }
    near = near < first * 256 ? first * 256 : near;
    near = near > last * 256 ? last * 256 : near;
    int32_t corner = near >> 8, highest = last > 0 ? last - 1 : 0;
    corner = corner > highest ? highest : corner;
    *rest = near - corner * 256;
    return corner;
}

HANABI_INLINE void image_fill_table(
    image_column_table *table, const hanabi_image *image, const hanabi_borders *borders, size_t left, size_t count) {
    size_t room = (count + HANABI_LANES - 1) / HANABI_LANES * HANABI_LANES;
    for (size_t column = 0; column < room; column++) {
        // Columns behind the last one have no coverage, whatever they read.
        size_t x = left + (column < count ? column : count - 1);
        int64_t middle = (int64_t)((uint64_t)image->x + (uint64_t)image->step_x * x);
        for (int32_t place = 0; place < image->places; place++) {
            int32_t rest, corner = image_split(
                image_place(middle, image->half_x, place, image->places), image->first_x, image->last_x,
                image->places > 1, &rest);
            table->index[place][column] = (uint32_t)corner;
            table->right[place][column] = (uint32_t)rest * 0x10001;
        }
        table->width[column] = column < count ? image_overlap(borders->left, borders->right, x) : 0;
    }
    table->count = room;
}

/// Loads sixteen pixels and their right neighbors.
HANABI_INLINE void image_pairs(const uint32_t *line, const uint32_t *index, blend_pixels *left, blend_pixels *right) {
    typedef uint64_t words __attribute__((ext_vector_type(8)));
    words first, second;
    for (size_t lane = 0; lane < 8; lane++) {
        uint64_t word;
        memcpy(&word, line + index[lane], 8);
        first[lane] = word;
        memcpy(&word, line + index[8 + lane], 8);
        second[lane] = word;
    }
    blend_pixels a = (blend_pixels)first, b = (blend_pixels)second;
    *left = __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
    *right = __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
}

/// Weighted means of four pixels each, as in `LinearReader`.
HANABI_INLINE void image_means(
    const hanabi_image *image,
    const uint32_t *index,
    const uint32_t *rights,
    size_t line,
    int32_t bottom,
    blend_channels *red_blue,
    blend_channels *green_alpha
) {
    blend_pixels a, b, c, d;
    const uint32_t *above = image->pixels + line * image->stride, *below = above + image->stride;
    image_pairs(above, index, &a, &b);
    image_pairs(below, index, &c, &d);
    blend_channels right = (blend_channels)*(const blend_pixels *)rights;
    blend_channels down = (blend_channels)(uint16_t)bottom;
    // Rounded, and no larger than either weight. Only 256 · 256 wraps around, and then both have this bit.
    blend_channels both = ((right * down + 128) >> 8) | (right & down & 256);
    blend_channels right_alone = right - both, down_alone = down - both, neither = 256 - (right + down_alone);
#define IMAGE_MEAN(part) \
    ((part(a) * neither + part(b) * right_alone + part(c) * down_alone + part(d) * both + 128) >> 8)
#define IMAGE_RED_BLUE(pixels) ((blend_channels)(pixels) & 255)
#define IMAGE_GREEN_ALPHA(pixels) ((blend_channels)(pixels) >> 8)
    *red_blue = IMAGE_MEAN(IMAGE_RED_BLUE);
    *green_alpha = IMAGE_MEAN(IMAGE_GREEN_ALPHA);
#undef IMAGE_GREEN_ALPHA
#undef IMAGE_RED_BLUE
#undef IMAGE_MEAN
}

/// Lines of an image that are read for a row.
typedef struct {
    size_t line[image_places];
    /// Distance of the positions below the lines, in 1/256.
    int32_t bottom[image_places];
} image_lines;

HANABI_INLINE image_lines image_find_lines(const hanabi_image *image, size_t y) {
    image_lines lines;
    int64_t middle = (int64_t)((uint64_t)image->y + (uint64_t)image->step_y * y);
    for (int32_t place = 0; place < image->places; place++) {
        lines.line[place] = (size_t)image_split(
            image_place(middle, image->half_y, place, image->places), image->first_y, image->last_y,
            image->places > 1, &lines.bottom[place]);
    }
    return lines;
}

/// Means over all positions read for each pixel, as in `AreaReader`.
HANABI_INLINE void image_areas(
    const hanabi_image *image,
    const image_column_table *table,
    size_t column,
    const image_lines *lines,
    blend_channels *red_blue,
    blend_channels *green_alpha
) {
    int32_t places = image->places;
    if (places == 1) {
        image_means(image, table->index[0] + column, table->right[0] + column, lines->line[0], lines->bottom[0], red_blue, green_alpha);
        return;
    }
    // At most sixteen bytes are summed, which 16 bits can hold.
    blend_channels sum_red_blue = 0, sum_green_alpha = 0;
    for (int32_t below = 0; below < places; below++) {
        for (int32_t place = 0; place < places; place++) {
            image_means(
                image, table->index[place] + column, table->right[place] + column, lines->line[below], lines->bottom[below],
                red_blue, green_alpha);
            sum_red_blue += *red_blue;
            sum_green_alpha += *green_alpha;
        }
    }
    int32_t shift = places == 2 ? 2 : 4;
    *red_blue = (sum_red_blue + (uint16_t)(1 << (shift - 1))) >> (uint16_t)shift;
    *green_alpha = (sum_green_alpha + (uint16_t)(1 << (shift - 1))) >> (uint16_t)shift;
}

/// Converts pixels of an image to wide ones, multiplied by the ink, if any, and by coverages in 0...255.
HANABI_INLINE wide_pixels image_wide(
    blend_channels red_blue, blend_channels green_alpha, const hanabi_ink *ink, blend_pixels coverage) {
    wide_pixels source = wide_from_narrow(red_blue, green_alpha), share;
    if (ink) {
        wide_channels tint = wide_ink(*ink);
        source.low = wide_scaled(tint, source.low);
        source.high = wide_scaled(tint, source.high);
    }
    share = wide_spread(__builtin_convertvector(coverage * 257, wide_numbers));
    return (wide_pixels){wide_scaled(source.low, share.low), wide_scaled(source.high, share.high)};
}

/// Draws some columns of all rows.
///
/// @return Number of rows drawn on.
HANABI_INLINE size_t draw_image_columns(
    const hanabi_surface *surface,
    const hanabi_image *image,
    const hanabi_borders *borders,
    const image_column_table *table,
    hanabi_box box,
    const hanabi_ink *ink,
    hanabi_blend blend,
    bool is_wide
) {
    size_t drawn = 0;
    for (size_t y = box.top; y < box.top + box.rows; y++) {
        int32_t height = image_overlap(borders->top, borders->bottom, y);
        if (height == 0) continue;
        image_lines lines = image_find_lines(image, y);
        size_t start = y * surface->width + box.left;
        size_t low = box.width, high = 0;
        for (size_t column = 0; column < table->count; column += HANABI_LANES) {
            blend_channels red_blue, green_alpha;
            image_areas(image, table, column, &lines, &red_blue, &green_alpha);
            blend_pixels size = *(const blend_pixels *)(table->width + column) * (uint32_t)(2 * height);
            blend_pixels coverage = ((size << 8) - size + 0x10000) >> 17;
            if (is_wide) {
                if (__builtin_reduce_or(coverage) == 0 || __builtin_reduce_or((blend_pixels)(red_blue | green_alpha)) == 0) continue;
                wide_put(surface->wide + start + column, image_wide(red_blue, green_alpha, ink, coverage), blend);
                low = column < low ? column : low;
                high = column + HANABI_LANES;
                continue;
            }
            if (ink) {
                red_blue = scaled((blend_channels)(blend_pixels)ink->red_blue, red_blue);
                green_alpha = scaled((blend_channels)(blend_pixels)ink->green_alpha, green_alpha);
            }
            blend_channels factor = (blend_channels)(coverage | coverage << 16);
            red_blue = divided_by_255(red_blue * factor);
            green_alpha = divided_by_255(green_alpha * factor);
            if (__builtin_reduce_or((blend_pixels)(red_blue | green_alpha)) == 0) continue;
            blend_pixels *place = (blend_pixels *)(surface->pixels + start + column);
            *place = blended(red_blue, green_alpha, *place, blend);
            low = column < low ? column : low;
            high = column + HANABI_LANES;
        }
        if (high == 0) continue;
        drawn++;
        record_drawn(surface, y, box.left + low, box.left + (high < box.width ? high : box.width));
    }
    return drawn;
}

static size_t draw_image(
    const hanabi_surface *surface,
    const hanabi_image *image,
    const hanabi_borders *borders,
    hanabi_box box,
    const hanabi_ink *ink,
    hanabi_blend blend
) {
    image_column_table table;
    size_t drawn = 0, end = box.left + box.width;
    for (; box.left < end; box.left += image_columns) {
        box.width = end - box.left < image_columns ? end - box.left : image_columns;
        image_fill_table(&table, image, borders, box.left, box.width);
#define DRAW_IMAGE_COLUMNS(blend) \
    (surface->wide ? draw_image_columns(surface, image, borders, &table, box, ink, blend, true) \
                   : draw_image_columns(surface, image, borders, &table, box, ink, blend, false))
        switch (blend) {
        case hanabi_blend_normal: drawn += DRAW_IMAGE_COLUMNS(hanabi_blend_normal); break;
        case hanabi_blend_add: drawn += DRAW_IMAGE_COLUMNS(hanabi_blend_add); break;
        case hanabi_blend_screen: drawn += DRAW_IMAGE_COLUMNS(hanabi_blend_screen); break;
        case hanabi_blend_maximum: drawn += DRAW_IMAGE_COLUMNS(hanabi_blend_maximum); break;
        }
#undef DRAW_IMAGE_COLUMNS
    }
    return drawn;
}
