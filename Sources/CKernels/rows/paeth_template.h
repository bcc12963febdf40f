// Paeth filter of PNG (PNG Specification, Third Edition, §9.4): the difference of each byte from its prediction.
//
// The prediction is whichever of the bytes on the left, above and at the upper left corner is nearest to left + up -
// corner, in this order where two are equally near. Filtering, unlike its inverse, has no chain: all bytes are known,
// so a vector of bytes is computed at once, with the left neighbors loaded from four bytes before.
//
// The estimate needs nine bits, and the vectors have eight per lane. But only the three distances matter:
//
// - to left, it is |up - corner|;
// - to up, it is |left - corner|;
// - to the corner, it is |(up - corner) + (left - corner)|. If both terms have the same sign, that is their sum: no
//   less than either, and the corner is never chosen. If the signs differ, it is the difference of the two distances,
//   which fits into eight bits.
//
// Distances are the larger minus the smaller byte. Where the signs are the same, the distance to the corner is set to
// 255, so that it never wins. Comparisons give masks, and masks select.
//
// Each byte depends on four bytes of the input alone, and all arithmetic is exact modulo 256: the registers' width
// decides only how many are computed at once, and how many bytes behind the end are written.

typedef uint8_t paeth_bytes __attribute__((vector_size(HANABI_WIDTH), aligned(1)));

static void paeth_filter(uint8_t *residuals, const uint8_t *row, const uint8_t *above, size_t count) {
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
        *(paeth_bytes *)(residuals + at) = own - ((left & is_left) | (vertical & ~is_left));
    }
}
