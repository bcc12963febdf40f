// Axis-aligned images: all rows read the same columns, at the same fractions between two pixels.

/// Number of columns at a time, so that their table stays in the cache.
enum { picture_columns = 256 };

/// Maximum number of positions read for a pixel in a row.
enum { picture_places = 4 };

/// Table of columns, padded to whole vectors.
typedef struct {
    /// The pixel before each position to read.
    uint32_t index[picture_places][picture_columns] __attribute__((aligned(64)));
    /// Distance of the position behind that pixel in 1/256, in both halves.
    uint32_t right[picture_places][picture_columns] __attribute__((aligned(64)));
    /// Covered width of each column in 1/256.
    int32_t width[picture_columns] __attribute__((aligned(64)));
    size_t count;
} picture_column_table;

/// Overlap of a pixel with the range between two borders, in 1/256.
HANABI_INLINE int32_t picture_overlap(int64_t low, int64_t high, size_t pixel) {
    int64_t start = (int64_t)pixel * 256, end = start + 256;
    start = start < low ? low : start;
    end = end < high ? end : high;
    return end > start ? (int32_t)(end - start) : 0;
}

/// Position number `place` of those to read for a pixel with its center at `middle`.
HANABI_INLINE int64_t picture_place(int64_t middle, int64_t half, int32_t place, int32_t places) {
    return (int64_t)((uint64_t)middle + (uint64_t)half * (uint64_t)(int64_t)(2 * place - places + 1));
}

/// Returns the pixel before a position, which is clamped to the range, and its distance from that pixel in 1/256. The
/// last pixel is expressed as 256 from the one before it, so that a right neighbor always exists.
///
/// @param is_mirrored Whether a position beyond the range's outer edges is mirrored at them first.
HANABI_INLINE int32_t picture_split(int64_t place, int32_t first, int32_t last, bool is_mirrored, int32_t *rest) {
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

HANABI_INLINE void picture_fill_table(
    picture_column_table *table, const hanabi_picture *picture, const hanabi_borders *borders, size_t left, size_t count) {
    size_t room = (count + HANABI_LANES - 1) / HANABI_LANES * HANABI_LANES;
    for (size_t column = 0; column < room; column++) {
        // Columns behind the last one have no coverage, whatever they read.
        size_t x = left + (column < count ? column : count - 1);
        int64_t middle = (int64_t)((uint64_t)picture->x + (uint64_t)picture->step_x * x);
        for (int32_t place = 0; place < picture->places; place++) {
            int32_t rest, corner = picture_split(
                picture_place(middle, picture->half_x, place, picture->places), picture->first_x, picture->last_x,
                picture->places > 1, &rest);
            table->index[place][column] = (uint32_t)corner;
            table->right[place][column] = (uint32_t)rest * 0x10001;
        }
        table->width[column] = column < count ? picture_overlap(borders->left, borders->right, x) : 0;
    }
    table->count = room;
}

/// Loads sixteen pixels and their right neighbors.
HANABI_INLINE void picture_pairs(const uint32_t *line, const uint32_t *index, blend_pixels *left, blend_pixels *right) {
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
HANABI_INLINE void picture_means(
    const hanabi_picture *picture,
    const uint32_t *index,
    const uint32_t *rights,
    size_t line,
    int32_t bottom,
    blend_channels *red_blue,
    blend_channels *green_alpha
) {
    blend_pixels a, b, c, d;
    const uint32_t *above = picture->pixels + line * picture->stride, *below = above + picture->stride;
    picture_pairs(above, index, &a, &b);
    picture_pairs(below, index, &c, &d);
    blend_channels right = (blend_channels)*(const blend_pixels *)rights;
    blend_channels down = (blend_channels)(uint16_t)bottom;
    // Rounded, and no larger than either weight. Only 256 · 256 wraps around, and then both have this bit.
    blend_channels both = ((right * down + 128) >> 8) | (right & down & 256);
    blend_channels right_alone = right - both, down_alone = down - both, neither = 256 - (right + down_alone);
#define PICTURE_MEAN(part) \
    ((part(a) * neither + part(b) * right_alone + part(c) * down_alone + part(d) * both + 128) >> 8)
#define PICTURE_RED_BLUE(pixels) ((blend_channels)(pixels) & 255)
#define PICTURE_GREEN_ALPHA(pixels) ((blend_channels)(pixels) >> 8)
    *red_blue = PICTURE_MEAN(PICTURE_RED_BLUE);
    *green_alpha = PICTURE_MEAN(PICTURE_GREEN_ALPHA);
#undef PICTURE_GREEN_ALPHA
#undef PICTURE_RED_BLUE
#undef PICTURE_MEAN
}

/// Lines of an image that are read for a row.
typedef struct {
    size_t line[picture_places];
    /// Distance of the positions below the lines, in 1/256.
    int32_t bottom[picture_places];
} picture_lines;

HANABI_INLINE picture_lines picture_find_lines(const hanabi_picture *picture, size_t y) {
    picture_lines lines;
    int64_t middle = (int64_t)((uint64_t)picture->y + (uint64_t)picture->step_y * y);
    for (int32_t place = 0; place < picture->places; place++) {
        lines.line[place] = (size_t)picture_split(
            picture_place(middle, picture->half_y, place, picture->places), picture->first_y, picture->last_y,
            picture->places > 1, &lines.bottom[place]);
    }
    return lines;
}

/// Means over all positions read for each pixel, as in `AreaReader`.
HANABI_INLINE void picture_areas(
    const hanabi_picture *picture,
    const picture_column_table *table,
    size_t column,
    const picture_lines *lines,
    blend_channels *red_blue,
    blend_channels *green_alpha
) {
    int32_t places = picture->places;
    if (places == 1) {
        picture_means(picture, table->index[0] + column, table->right[0] + column, lines->line[0], lines->bottom[0], red_blue, green_alpha);
        return;
    }
    // At most sixteen bytes are summed, which 16 bits can hold.
    blend_channels sum_red_blue = 0, sum_green_alpha = 0;
    for (int32_t below = 0; below < places; below++) {
        for (int32_t place = 0; place < places; place++) {
            picture_means(
                picture, table->index[place] + column, table->right[place] + column, lines->line[below], lines->bottom[below],
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
HANABI_INLINE wide_pixels picture_wide(
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
HANABI_INLINE size_t picture_strip(
    const hanabi_surface *surface,
    const hanabi_picture *picture,
    const hanabi_borders *borders,
    const picture_column_table *table,
    hanabi_box box,
    const hanabi_ink *ink,
    hanabi_blend blend,
    bool is_wide
) {
    size_t drawn = 0;
    for (size_t y = box.top; y < box.top + box.rows; y++) {
        int32_t height = picture_overlap(borders->top, borders->bottom, y);
        if (height == 0) continue;
        picture_lines lines = picture_find_lines(picture, y);
        size_t start = y * surface->width + box.left;
        size_t low = box.width, high = 0;
        for (size_t column = 0; column < table->count; column += HANABI_LANES) {
            blend_channels red_blue, green_alpha;
            picture_areas(picture, table, column, &lines, &red_blue, &green_alpha);
            blend_pixels size = *(const blend_pixels *)(table->width + column) * (uint32_t)(2 * height);
            blend_pixels coverage = ((size << 8) - size + 0x10000) >> 17;
            if (is_wide) {
                if (__builtin_reduce_or(coverage) == 0 || __builtin_reduce_or((blend_pixels)(red_blue | green_alpha)) == 0) continue;
                wide_put(surface->wide + start + column, picture_wide(red_blue, green_alpha, ink, coverage), blend);
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
        hanabi_touch(surface, y, box.left + low, box.left + (high < box.width ? high : box.width));
    }
    return drawn;
}

static size_t picture(
    const hanabi_surface *surface,
    const hanabi_picture *picture,
    const hanabi_borders *borders,
    hanabi_box box,
    const hanabi_ink *ink,
    hanabi_blend blend
) {
    picture_column_table table;
    size_t drawn = 0, end = box.left + box.width;
    for (; box.left < end; box.left += picture_columns) {
        box.width = end - box.left < picture_columns ? end - box.left : picture_columns;
        picture_fill_table(&table, picture, borders, box.left, box.width);
#define PICTURE_STRIP(blend) \
    (surface->wide ? picture_strip(surface, picture, borders, &table, box, ink, blend, true) \
                   : picture_strip(surface, picture, borders, &table, box, ink, blend, false))
        switch (blend) {
        case hanabi_blend_normal: drawn += PICTURE_STRIP(hanabi_blend_normal); break;
        case hanabi_blend_add: drawn += PICTURE_STRIP(hanabi_blend_add); break;
        case hanabi_blend_screen: drawn += PICTURE_STRIP(hanabi_blend_screen); break;
        case hanabi_blend_maximum: drawn += PICTURE_STRIP(hanabi_blend_maximum); break;
        }
#undef PICTURE_STRIP
    }
    return drawn;
}
