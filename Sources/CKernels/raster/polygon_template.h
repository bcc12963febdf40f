// Polygons of a few pixels, at most 48 × 48: pieces of confetti, whose rows fit into one to three vectors of sixteen
// pixels.
//
// Coverage is area, by the nonzero winding rule. Each edge adds, to every pixel of its rows, the area of the pixel that
// lies right of it, with the sign of its direction. The absolute value of the sum over all edges, at most 1, is the
// coverage. A scanline rasterizer would store the differences between neighboring pixels and sum them up along the row.
// Here a row is so short that an edge adds its area to all pixels of the row at once: no prefix sum is needed.
//
// Edges are first cut into parts of one row each, eight rows of one edge at a time. The parts of all edges are
// collected in arrays, and added afterwards. The number of edges, and of rows per edge, is unpredictable: waiting for
// each one to end took longer than the work itself.
//
// For a part, the vectors hold the right sides of sixteen pixels. Clamping them to the part's ends gives how far the
// edge has come at each; the slope gives the height it has descended by then; the difference to the pixel before is the
// height within the pixel, of which the distance of its midpoint from the left side is not covered. The cost is a dozen
// operations for sixteen pixels.
//
// Corners are in 1/256 pixel, and crossings of edges with rows and columns are rounded down to 1/256, as in the Swift
// code for large shapes. All floats are multiples of small powers of two within their 24 bits, so sums are exact in any
// order, and a fused multiply-add gives the same as a product and a sum; where a quotient is rounded down,
// `polygon_add` shows that rounding errors don't reach the next integer. So all widths, and Swift, give the same bytes.

typedef float polygon_floats __attribute__((ext_vector_type(16), aligned(4)));
typedef int32_t polygon_ints __attribute__((ext_vector_type(16), aligned(4)));

/// Eight rows, or edges.
typedef float polygon_rows __attribute__((ext_vector_type(8), aligned(4)));
typedef double polygon_exact __attribute__((ext_vector_type(8), aligned(8)));
typedef int32_t polygon_places __attribute__((ext_vector_type(8), aligned(4)));

// MARK: Parts

/// Value added to pixels per 1/256 pixel of height: a covered pixel has 2²⁴, so that its byte is easy to extract.
#define POLYGON_SCALE 65536.0f

/// Number of parts collected before they are added; a few more may be written behind them.
#define POLYGON_PARTS 128

/// Parts of edges, each within one row. The horizontal unit is 2 pixels.
typedef struct {
    size_t count;
    float start[POLYGON_PARTS + 8];
    float end[POLYGON_PARTS + 8];
    /// End of the descent by `slope`. A vertical part is given a small width, and its whole height is in its first
    /// pixel.
    float reach[POLYGON_PARTS + 8];
    /// Descent in 1/256 pixel per horizontal unit.
    float slope[POLYGON_PARTS + 8];
    /// `POLYGON_SCALE`, negative for upward edges.
    float scale[POLYGON_PARTS + 8];
    int32_t row[POLYGON_PARTS + 8];
} polygon_parts;

/// Right sides of the first pixels.
static const polygon_floats polygon_right = {0.5f, 1.0f, 1.5f, 2.0f, 2.5f, 3.0f, 3.5f, 4.0f,
                                             4.5f, 5.0f, 5.5f, 6.0f, 6.5f, 7.0f, 7.5f, 8.0f};

/// Returns ⌊x⌋ for x ≥ 0.
HANABI_INLINE polygon_floats polygon_whole(polygon_floats x) {
#if HANABI_WIDTH > 16 || defined(__aarch64__)
    return __builtin_elementwise_floor(x);
#else
    // Conversion to integers, where there is no instruction for it.
    return __builtin_convertvector(__builtin_convertvector(x, polygon_ints), polygon_floats);
#endif
}

/// Returns a·b + c, where one rounding gives the same result as two.
HANABI_INLINE polygon_floats polygon_sum(polygon_floats a, polygon_floats b, polygon_floats c) {
#if HANABI_WIDTH >= 64
    return __builtin_elementwise_fma(a, b, c);
#else
    return a * b + c;
#endif
}

/// Adds the area right of each part to the pixels, and empties the list.
///
/// All values are multiples of 1/512 up to 2⁸, times the scale, and thus exact, as are their sums for the allowed
/// number of corners. A quotient is the exception: ⌊(x - start)·height/run⌋ of the height is left of x. A value below
/// an integer is below it by at least 1/run, which is 2.67·2⁻¹⁵; rounding of slope, product and sum changes it by at
/// most 2⁻¹⁵, and 1.5·2⁻¹⁵ is added.
HANABI_INLINE void polygon_add(float *cells, size_t vectors, polygon_parts *parts) {
    for (size_t index = 0; index < parts->count; index++) {
        float start = parts->start[index], end = parts->end[index], reach = parts->reach[index];
        float slope = parts->slope[index], scale = parts->scale[index];
        float *row = cells + (size_t)parts->row[index] * vectors * HANABI_LANES;
        polygon_floats last_far = start, last_done = 0;
        for (size_t vector = 0; vector < vectors; vector++) {
            polygon_floats right = polygon_right + (float)(vector * HANABI_LANES) / 2;
            polygon_floats far = right > start ? right : (polygon_floats)start;
            far = far < reach ? far : (polygon_floats)reach;
            polygon_floats done = polygon_whole(polygon_sum(far - start, slope, 0x1.5p-15f));
            far = far < end ? far : (polygon_floats)end;
#define POLYGON_SHIFTED(before, vector) \
    __builtin_shufflevector(before, vector, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30)
            polygon_floats near = POLYGON_SHIFTED(last_far, far), part = done - POLYGON_SHIFTED(last_done, done);
#undef POLYGON_SHIFTED
            // Distances of the two ends from the pixel's left side, summed: the distance of their midpoint in pixels.
            polygon_floats middle = near + far - (right + right - 1.0f);
            polygon_floats *cell = (polygon_floats *)(row + vector * HANABI_LANES);
            *cell = polygon_sum(polygon_sum(-part, middle, done), scale, *cell);
            last_far = far;
            last_done = done;
        }
    }
    parts->count = 0;
}

// MARK: Edges

/// Edges are processed eight at a time, so some behind the last one are written and read.
#define POLYGON_EDGES (HANABI_POLYGON_CORNERS + 8)

/// Edges of a contour, in window coordinates and 1/256 pixel, always downward: neighbors that share an edge, in
/// opposite directions, cross every row at the same position.
typedef struct {
    double x[POLYGON_EDGES];
    double slope[POLYGON_EDGES];
    double height[POLYGON_EDGES];
    /// Distance from the edge's upper end to the bottom of its first row.
    double first[POLYGON_EDGES];
    /// `x` in units of 2 pixels.
    float start[POLYGON_EDGES];
    /// Scale as in `polygon_parts`.
    float scale[POLYGON_EDGES];
    int32_t row[POLYGON_EDGES];
    /// Number of rows; 0 for a horizontal edge.
    int32_t rows[POLYGON_EDGES];
} polygon_edges;

HANABI_INLINE void polygon_prepare(polygon_edges *edges, const int64_t *corners, size_t count, hanabi_box box) {
    int64_t left = (int64_t)box.left * 256, top = (int64_t)box.top * 256;
    int32_t x[POLYGON_EDGES + 1], y[POLYGON_EDGES + 1];
    x[0] = (int32_t)(corners[2 * count - 2] - left);
    y[0] = (int32_t)(corners[2 * count - 1] - top);
    for (size_t index = 0; index < count; index++) {
        x[index + 1] = (int32_t)(corners[2 * index] - left);
        y[index + 1] = (int32_t)(corners[2 * index + 1] - top);
    }
    *(polygon_places *)(x + count + 1) = *(polygon_places *)(y + count + 1) = (polygon_places)0;
    for (size_t index = 0; index < count; index += 8) {
#define POLYGON_EIGHT(type, array) (*(type *)((array) + index))
        polygon_places x0 = POLYGON_EIGHT(polygon_places, x), x1 = POLYGON_EIGHT(polygon_places, x + 1);
        polygon_places y0 = POLYGON_EIGHT(polygon_places, y), y1 = POLYGON_EIGHT(polygon_places, y + 1);
        polygon_places is_down = y0 < y1, from = is_down ? x0 : x1, upper = is_down ? y0 : y1, lower = is_down ? y1 : y0;
        polygon_places row = upper >> 8, rows = ((lower + 255) >> 8) - row, height = lower - upper;
        polygon_exact run = __builtin_convertvector((is_down ? x1 : x0) - from, polygon_exact);
        polygon_exact exact = __builtin_convertvector(height, polygon_exact);
        POLYGON_EIGHT(polygon_exact, edges->x) = __builtin_convertvector(from, polygon_exact);
        POLYGON_EIGHT(polygon_exact, edges->slope) = run / (exact > 1 ? exact : (polygon_exact)1.0);
        POLYGON_EIGHT(polygon_exact, edges->height) = exact;
        POLYGON_EIGHT(polygon_exact, edges->first) = __builtin_convertvector(256 - (upper & 255), polygon_exact);
        POLYGON_EIGHT(polygon_rows, edges->start) = __builtin_convertvector(from, polygon_rows) * 0x1p-9f;
        POLYGON_EIGHT(polygon_rows, edges->scale) = is_down ? (polygon_rows)POLYGON_SCALE : (polygon_rows)-POLYGON_SCALE;
        POLYGON_EIGHT(polygon_places, edges->row) = row;
        POLYGON_EIGHT(polygon_places, edges->rows) = height == 0 ? 0 : rows;
#undef POLYGON_EIGHT
    }
}

/// Cuts an edge into rows. It enters a row at ⌊x + (row - y)·dx/dy⌋.
HANABI_INLINE void polygon_cut(
    const polygon_edges *edges,
    size_t index,
    float *cells,
    size_t vectors,
    polygon_parts *parts
) {
    double height = edges->height[index], slope = edges->slope[index];
    // For rounding down: a value below an integer is below it by at least 1/dy, which is more than 2⁻¹⁴.
    double x = edges->x[index] + 0x1p-16;
    int32_t row = edges->row[index], rows = edges->rows[index];
    polygon_exact bottom = (polygon_exact){0, 256, 512, 768, 1024, 1280, 1536, 1792} + edges->first[index];
    polygon_rows last_to = edges->start[index], last_bottom = 0;
    for (;;) {
        polygon_exact until = bottom < height ? bottom : (polygon_exact)height;
        polygon_places crossing = __builtin_convertvector(until * slope + x, polygon_places);
        polygon_rows to = __builtin_convertvector(crossing, polygon_rows) * 0x1p-9f;
        polygon_rows done = __builtin_convertvector(until, polygon_rows);
#define POLYGON_SHIFTED(before, vector) __builtin_shufflevector(before, vector, 7, 8, 9, 10, 11, 12, 13, 14)
        polygon_rows from = POLYGON_SHIFTED(last_to, to), part = done - POLYGON_SHIFTED(last_bottom, done);
#undef POLYGON_SHIFTED
        polygon_rows start = from < to ? from : to, end = from < to ? to : from, least = start + 0x1p-9f;
        polygon_rows reach = least < end ? end : least;
        size_t count = parts->count;
        *(polygon_rows *)(parts->start + count) = start;
        *(polygon_rows *)(parts->end + count) = end;
        *(polygon_rows *)(parts->reach + count) = reach;
        *(polygon_rows *)(parts->slope + count) = part / (reach - start);
        *(polygon_rows *)(parts->scale + count) = edges->scale[index];
        *(polygon_places *)(parts->row + count) = (polygon_places){0, 1, 2, 3, 4, 5, 6, 7} + row;
        parts->count = count + (size_t)(rows < 8 ? rows : 8);
        if (parts->count >= POLYGON_PARTS) polygon_add(cells, vectors, parts);
        if (rows <= 8) return;
        rows -= 8;
        row += 8;
        bottom += 2048;
        last_to = to;
        last_bottom = done;
    }
}

// MARK: Pixels

/// Sets the tagged_color of each pixel with coverage.
HANABI_INLINE void polygon_keep_color(uint32_t *straight_colors, blend_pixels coverage, uint32_t tagged_color) {
    blend_pixels *place = (blend_pixels *)straight_colors;
    *place = coverage != 0 ? (blend_pixels)tagged_color : *place;
}

HANABI_INLINE size_t polygon_paint(
    const hanabi_surface *surface,
    const float *cells,
    size_t vectors,
    hanabi_box box,
    hanabi_ink ink,
    hanabi_blend blend,
    bool is_wide
) {
    wide_channels wide = wide_ink(ink);
    blend_channels red_blue = (blend_channels)(blend_pixels)ink.red_blue;
    blend_channels green_alpha = (blend_channels)(blend_pixels)ink.green_alpha;
    size_t rows = 0;
    for (size_t row = 0; row < box.rows; row++) {
        blend_pixels covered[HANABI_POLYGON_WIDTH / HANABI_LANES];
        uint64_t bits = 0;
        for (size_t vector = 0; vector < vectors; vector++) {
            polygon_floats area = __builtin_elementwise_abs(((const polygon_floats *)cells)[row * vectors + vector]);
            area = area < 0x1000000 ? area : 0x1000000;
            blend_pixels size = (blend_pixels)__builtin_convertvector(area, polygon_ints);
            // Coverage in 1/255, rounded to nearest, in the highest byte.
            covered[vector] = (size << 8) - size + 0x800000;
            bits |= lane_bits((blend_pixels)(covered[vector] >= 0x1000000)) << (vector * HANABI_LANES);
        }
        if (bits == 0) continue;
        rows++;
        size_t start = (box.top + row) * surface->width + box.left;
        for (size_t vector = 0; vector < vectors; vector++) {
            blend_pixels coverage = covered[vector] >> 24;
            if (is_wide) {
                wide_put(surface->wide + start + vector * HANABI_LANES, wide_covered(wide, coverage), blend);
                continue;
            }
            blend_channels factor = (blend_channels)(coverage | coverage << 16);
            if (surface->straight_colors) polygon_keep_color(surface->straight_colors + start + vector * HANABI_LANES, coverage, ink.tagged_color);
            blend_pixels *place = (blend_pixels *)(surface->pixels + start + vector * HANABI_LANES);
            *place = blended(
                scaled(red_blue, factor), scaled(green_alpha, factor), *place, blend);
        }
        size_t low = (size_t)__builtin_ctzll(bits), high = 64 - (size_t)__builtin_clzll(bits);
        record_drawn(surface, box.top + row, box.left + low, box.left + high);
    }
    return rows;
}

HANABI_INLINE size_t fill_polygon_vectors(
    const hanabi_surface *surface,
    hanabi_outline outline,
    size_t vectors,
    hanabi_box box,
    hanabi_ink ink,
    hanabi_blend blend
) {
    float cells[HANABI_POLYGON_ROWS * HANABI_POLYGON_WIDTH] __attribute__((aligned(64)));
    memset(cells, 0, box.rows * vectors * HANABI_LANES * sizeof(float));
    for (size_t row = 0; row < box.rows; row++) {
        // On a large canvas, the pixels are not cached; they will be when the edges are done.
        size_t place = (box.top + row) * surface->width + box.left;
        if (surface->wide) __builtin_prefetch(surface->wide + place, 1); else __builtin_prefetch(surface->pixels + place, 1);
        if (surface->straight_colors) __builtin_prefetch(surface->straight_colors + place, 1);
    }
    polygon_edges edges;
    polygon_parts parts;
    parts.count = 0;
    size_t start = 0;
    for (size_t contour = 0; contour < outline.count; contour++) {
        size_t count = (size_t)outline.ends[contour] - start;
        if (count == 0) continue;
        polygon_prepare(&edges, outline.corners + 2 * start, count, box);
        for (size_t index = 0; index < count; index++) polygon_cut(&edges, index, cells, vectors, &parts);
        start += count;
    }
    polygon_add(cells, vectors, &parts);
#define POLYGON_PAINT(blend) \
    (surface->wide ? polygon_paint(surface, cells, vectors, box, ink, blend, true) \
                   : polygon_paint(surface, cells, vectors, box, ink, blend, false))
    switch (blend) {
    case hanabi_blend_normal: return POLYGON_PAINT(hanabi_blend_normal);
    case hanabi_blend_add: return POLYGON_PAINT(hanabi_blend_add);
    case hanabi_blend_screen: return POLYGON_PAINT(hanabi_blend_screen);
    case hanabi_blend_maximum: return POLYGON_PAINT(hanabi_blend_maximum);
    }
#undef POLYGON_PAINT
    return 0;
}

static size_t fill_polygon(
    const hanabi_surface *surface,
    hanabi_outline outline,
    hanabi_box box,
    hanabi_ink ink,
    hanabi_blend blend
) {
    if (box.width > HANABI_POLYGON_WIDTH || box.rows > HANABI_POLYGON_ROWS || outline.count == 0) return 0;
    if (outline.ends[outline.count - 1] > HANABI_POLYGON_CORNERS) return 0;
    if (box.width <= HANABI_LANES) return fill_polygon_vectors(surface, outline, 1, box, ink, blend);
    if (box.width <= 2 * HANABI_LANES) return fill_polygon_vectors(surface, outline, 2, box, ink, blend);
    return fill_polygon_vectors(surface, outline, 3, box, ink, blend);
}
