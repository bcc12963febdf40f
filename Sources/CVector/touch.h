/// Records columns `low..<high` of row `y` as drawn on.
HANABI_INLINE void hanabi_touch(const hanabi_surface *surface, size_t y, size_t low, size_t high) {
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
