// Record of what was drawn: for each row of a canvas, a range of columns, and a bit for every sixteen pixels.
//
// Every other kernel that draws calls this once per row. Encoders then read only blocks whose bit is set, and the cost
// of clearing the canvas follows what was drawn. Blocks of sixteen pixels are one vector of 8-bit pixels.
//
// A range of columns becomes a range of bits: two masks for its first and its last word, and words of ones between
// them. Most ranges lie within one word. There are no vectors here: the record is the same on all processors.

/// Records columns `low..<high` of row `y` as drawn on.
HANABI_INLINE void record_drawn(const hanabi_surface *surface, size_t y, size_t low, size_t high) {
    if (low >= high) return;
    hanabi_span *span = surface->spans + y;
    span->low = (int32_t)low < span->low ? (int32_t)low : span->low;
    span->high = (int32_t)high > span->high ? (int32_t)high : span->high;
    // Sixteen pixels per bit, 64 bits per word: sets the first and the last bit, and all between them.
    size_t first_bit = low >> 4, last_bit = (high - 1) >> 4;
    uint64_t *words = surface->blocks + y * surface->words_per_row;
    uint64_t start = ~0ull << (first_bit & 63), stop = ~0ull >> (63 - (last_bit & 63));
    size_t first = first_bit >> 6, last = last_bit >> 6;
    if (first == last) {
        words[first] |= start & stop;
        return;
    }
    words[first] |= start;
    for (size_t word = first + 1; word < last; word++) words[word] = ~0ull;
    words[last] |= stop;
}
