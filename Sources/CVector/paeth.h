typedef uint8_t paeth_bytes __attribute__((vector_size(HANABI_WIDTH), aligned(1)));

/// As many bytes at a time as there are in a vector. Of the distances between the estimate left + up - corner and the three, those of the
/// first two are |up - corner| and |left - corner|. Only where the corner lies between the others is that of the
/// corner, the difference of those two, no larger than both.
static void paeth(uint8_t *rest, const uint8_t *row, const uint8_t *above, size_t count) {
    for (size_t at = 0; at < count; at += HANABI_WIDTH) {
        paeth_bytes own = *(const paeth_bytes *)(row + at), left = *(const paeth_bytes *)(row + at - 4);
        paeth_bytes up = *(const paeth_bytes *)(above + at), corner = *(const paeth_bytes *)(above + at - 4);
        paeth_bytes falls = (paeth_bytes)(up < corner), leans = (paeth_bytes)(left < corner);
        paeth_bytes to_left = __builtin_elementwise_max(up, corner) - __builtin_elementwise_min(up, corner);
        paeth_bytes to_up = __builtin_elementwise_max(left, corner) - __builtin_elementwise_min(left, corner);
        paeth_bytes difference = __builtin_elementwise_max(to_left, to_up) - __builtin_elementwise_min(to_left, to_up);
        // Where it lies beside them, it is the farthest.
        paeth_bytes to_corner = difference | ~(falls ^ leans);
        paeth_bytes is_up = (paeth_bytes)(to_up <= to_corner);
        paeth_bytes is_left = (paeth_bytes)((to_left <= to_up) & (to_left <= to_corner));
        paeth_bytes vertical = (up & is_up) | (corner & ~is_up);
        *(paeth_bytes *)(rest + at) = own - ((left & is_left) | (vertical & ~is_left));
    }
}
