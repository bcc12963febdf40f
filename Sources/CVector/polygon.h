// Shapes of a few pixels, whose whole rows fit into vectors: an edge adds its area to all pixels of a row at once, so that nothing has to be
// summed up along the row afterwards.

typedef float polygon_floats __attribute__((ext_vector_type(16), aligned(4)));
typedef int32_t polygon_ints __attribute__((ext_vector_type(16), aligned(4)));

/// Right sides of the first pixels, in 1/256 pixel.
static const polygon_floats polygon_right = {256,  512,  768,  1024, 1280, 1536, 1792, 2048,
                                             2304, 2560, 2816, 3072, 3328, 3584, 3840, 4096};

/// The part of an edge within one row, from `low` to `high`: adds to each pixel twice the area right of it, in 1/256² pixel.
///
/// All are whole numbers below 2²⁴, but for a quotient: of the height, ⌊(x - low)·height/run⌋ lies left of x. What is less than
/// a whole number is less by 1/run at least, that is 2.67·2⁻¹⁵; the quotient, below 256, is wrong by 2⁻¹⁵ at most, and
/// 2⁻¹⁷ more when something is added to it.
HANABI_INLINE void polygon_add(int32_t *cells, size_t vectors, int32_t low, int32_t high, int32_t height, float sign) {
    float start = (float)low, end = (float)high;
    // An edge that goes straight down leaves all of its height in its first pixel, as if it moved on a little.
    float reach = end > start ? end : start + 1;
    float slope = (float)height / (reach - start);
    polygon_floats last_far = start, last_done = 0;
    for (size_t vector = 0; vector < vectors; vector++) {
        polygon_floats right = polygon_right + (float)(vector * 256 * HANABI_LANES);
        polygon_floats far = right > start ? right : (polygon_floats)start;
        far = far < reach ? far : (polygon_floats)reach;
        polygon_ints whole = __builtin_convertvector((far - start) * slope + 0x1.5p-15f, polygon_ints);
        polygon_floats done = __builtin_convertvector(whole, polygon_floats);
        far = far < end ? far : (polygon_floats)end;
#define POLYGON_SHIFTED(before, vector) \
    __builtin_shufflevector(before, vector, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30)
        polygon_floats near = POLYGON_SHIFTED(last_far, far), part = done - POLYGON_SHIFTED(last_done, done);
#undef POLYGON_SHIFTED
        // How far the two ends within a pixel are from its left side, summed.
        polygon_floats edge = near + far - (right + right - 512.0f);
        polygon_floats change = (done * 512.0f - part * edge) * sign;
        polygon_ints *cell = (polygon_ints *)(cells + vector * HANABI_LANES);
        *cell += __builtin_convertvector(change, polygon_ints);
        last_far = far;
        last_done = done;
    }
}

/// a/b rounded down, for b > 0.
HANABI_INLINE int32_t polygon_divided(int32_t a, int32_t b) {
    int32_t quotient = a / b;
    return quotient - (a % b < 0);
}

/// An edge in 1/256 pixel, in the window's coordinates; `vectors` of cells for each row. Where it crosses into a row is ⌊(row - y)·dx/dy⌋, by a running quotient
/// and remainder, always downwards: neighbours that share an edge, each in its own direction, cross every row at the same place.
HANABI_INLINE void polygon_edge(int32_t *cells, size_t vectors, int32_t x0, int32_t y0, int32_t x1, int32_t y1) {
    if (y0 == y1) return;
    float sign = y0 < y1 ? 1 : -1;
    int32_t x = y0 < y1 ? x0 : x1, y = y0 < y1 ? y0 : y1;
    int32_t end_x = y0 < y1 ? x1 : x0, end = y0 < y1 ? y1 : y0;
    int32_t dx = end_x - x, dy = end - y, row = y >> 8, next = (row + 1) << 8;
    int32_t there = end_x, rest = 0, step = 0, step_rest = 0;
    if (next < end) {
        int32_t offset = (next - y) * dx, quotient = polygon_divided(offset, dy);
        rest = offset - quotient * dy;
        there = x + quotient;
        if (next + 256 < end) {
            step = polygon_divided(dx * 256, dy);
            step_rest = dx * 256 - step * dy;
        }
    }
    cells += (size_t)row * vectors * HANABI_LANES;
    for (;;) {
        int32_t low = x < there ? x : there, high = x < there ? there : x;
        polygon_add(cells, vectors, low, high, (next < end ? next : end) - y, sign);
        if (next >= end) return;
        x = there;
        y = next;
        next += 256;
        cells += vectors * HANABI_LANES;
        rest += step_rest;
        int32_t carry = rest >= dy;
        rest -= carry ? dy : 0;
        there = next < end ? x + step + carry : end_x;
    }
}

/// Leaves a mark where anything is covered.
HANABI_INLINE void polygon_mark(uint32_t *marks, blend_pixels coverage, uint32_t mark) {
#if defined(__AVX512F__)
    // Nothing waits for what is there.
    __m512i covered = (__m512i)coverage;
    _mm512_mask_storeu_epi32(marks, _mm512_test_epi32_mask(covered, covered), _mm512_set1_epi32((int)mark));
#else
    blend_pixels *place = (blend_pixels *)marks;
    *place = coverage != 0 ? (blend_pixels)mark : *place;
#endif
}

HANABI_INLINE size_t polygon_paint(
    const hanabi_surface *surface,
    const int32_t *cells,
    size_t vectors,
    hanabi_box box,
    hanabi_ink ink,
    hanabi_blend blend
) {
    blend_channels red_blue = (blend_channels)(blend_pixels)ink.red_blue;
    blend_channels green_alpha = (blend_channels)(blend_pixels)ink.green_alpha;
    size_t rows = 0;
    for (size_t row = 0; row < box.rows; row++) {
        blend_pixels covered[HANABI_POLYGON_WIDTH / HANABI_LANES];
        uint64_t bits = 0;
        for (size_t vector = 0; vector < vectors; vector++) {
            polygon_ints area = ((const polygon_ints *)cells)[row * vectors + vector];
            polygon_ints size = __builtin_elementwise_abs(area);
            size = size < 0x20000 ? size : 0x20000;
            covered[vector] = (blend_pixels)((size << 8) - size + 0x10000) >> 17;
            bits |= vector_bits((blend_pixels)(covered[vector] != 0)) << (vector * HANABI_LANES);
        }
        if (bits == 0) continue;
        rows++;
        size_t start = (box.top + row) * surface->width + box.left;
        uint32_t *pixels = surface->pixels + start;
        for (size_t vector = 0; vector < vectors; vector++) {
            blend_pixels coverage = covered[vector];
            blend_channels factor = (blend_channels)(coverage | coverage << 16);
            if (surface->marks) polygon_mark(surface->marks + start + vector * HANABI_LANES, coverage, ink.mark);
            blend_pixels *place = (blend_pixels *)(pixels + vector * HANABI_LANES);
            *place = blended(
                scaled(red_blue, factor), scaled(green_alpha, factor), *place, blend);
        }
        size_t low = (size_t)__builtin_ctzll(bits), high = 64 - (size_t)__builtin_clzll(bits);
        hanabi_touch(surface, box.top + row, box.left + low, box.left + high);
    }
    return rows;
}

HANABI_INLINE size_t polygon_draw(
    const hanabi_surface *surface,
    hanabi_outline outline,
    size_t vectors,
    hanabi_box box,
    hanabi_ink ink,
    hanabi_blend blend
) {
    int32_t cells[HANABI_POLYGON_ROWS * HANABI_POLYGON_WIDTH] __attribute__((aligned(64)));
    memset(cells, 0, box.rows * vectors * HANABI_LANES * sizeof(int32_t));
    for (size_t row = 0; row < box.rows; row++) {
        // On a large canvas, they are far away; until the edges are done, they are here.
        size_t place = (box.top + row) * surface->width + box.left;
        __builtin_prefetch(surface->pixels + place, 1);
        if (surface->marks) __builtin_prefetch(surface->marks + place, 1);
    }
    int64_t left = (int64_t)box.left * 256, top = (int64_t)box.top * 256;
    size_t start = 0;
    for (size_t contour = 0; contour < outline.count; contour++) {
        size_t end = (size_t)outline.ends[contour];
        if (start == end) continue;
        int32_t x = (int32_t)(outline.corners[2 * end - 2] - left), y = (int32_t)(outline.corners[2 * end - 1] - top);
        for (; start < end; start++) {
            int32_t next_x = (int32_t)(outline.corners[2 * start] - left);
            int32_t next_y = (int32_t)(outline.corners[2 * start + 1] - top);
            polygon_edge(cells, vectors, x, y, next_x, next_y);
            x = next_x;
            y = next_y;
        }
    }
    switch (blend) {
    case hanabi_blend_normal: return polygon_paint(surface, cells, vectors, box, ink, hanabi_blend_normal);
    case hanabi_blend_add: return polygon_paint(surface, cells, vectors, box, ink, hanabi_blend_add);
    case hanabi_blend_screen: return polygon_paint(surface, cells, vectors, box, ink, hanabi_blend_screen);
    case hanabi_blend_maximum: return polygon_paint(surface, cells, vectors, box, ink, hanabi_blend_maximum);
    }
    return 0;
}

static size_t polygon(
    const hanabi_surface *surface,
    hanabi_outline outline,
    hanabi_box box,
    hanabi_ink ink,
    hanabi_blend blend
) {
    if (box.width > HANABI_POLYGON_WIDTH || box.rows > HANABI_POLYGON_ROWS) return 0;
    if (box.width <= HANABI_LANES) return polygon_draw(surface, outline, 1, box, ink, blend);
    if (box.width <= 2 * HANABI_LANES) return polygon_draw(surface, outline, 2, box, ink, blend);
    return polygon_draw(surface, outline, 3, box, ink, blend);
}
