typedef uint8_t paeth_bytes __attribute__((vector_size(HANABI_WIDTH), aligned(1)));

/// Computes Paeth residuals, one vector at a time. The estimate left + up - corner differs from left by |up - corner|,
/// and from up by |left - corner|. It differs from the corner by no more than both of these, namely by their
/// difference, only if the corner is between left and up.
static void paeth(uint8_t *rest, const uint8_t *row, const uint8_t *above, size_t count) {
    for (size_t at = 0; at < count; at += HANABI_WIDTH) {
        paeth_bytes own = *(const paeth_bytes *)(row + at), left = *(const paeth_bytes *)(row + at - 4);
        paeth_bytes up = *(const paeth_bytes *)(above + at), corner = *(const paeth_bytes *)(above + at - 4);
        paeth_bytes falls = (paeth_bytes)(up < corner), leans = (paeth_bytes)(left < corner);
        paeth_bytes to_left = __builtin_elementwise_max(up, corner) - __builtin_elementwise_min(up, corner);
        paeth_bytes to_up = __builtin_elementwise_max(left, corner) - __builtin_elementwise_min(left, corner);
        paeth_bytes difference = __builtin_elementwise_max(to_left, to_up) - __builtin_elementwise_min(to_left, to_up);
        // Elsewhere the corner is the farthest of the three.
        paeth_bytes to_corner = difference | ~(falls ^ leans);
        paeth_bytes is_up = (paeth_bytes)(to_up <= to_corner);
        paeth_bytes is_left = (paeth_bytes)((to_left <= to_up) & (to_left <= to_corner));
        paeth_bytes vertical = (up & is_up) | (corner & ~is_up);
        *(paeth_bytes *)(rest + at) = own - ((left & is_left) | (vertical & ~is_left));
    }
}
