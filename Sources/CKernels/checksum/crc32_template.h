// CRC-32 (PNG Specification, Third Edition, §5.5): shortens a long input to sixteen bytes with the same remainder.
//
// A CRC is the remainder of the message, read as a polynomial over GF(2), modulo a polynomial of degree 32. Adding a
// multiple of that polynomial doesn't change it. So a block of 128 bits that stands n bits before another can be
// replaced by its product with (xⁿ mod P), added to the other block: the message is one block shorter, and its
// remainder the same. The two halves of a block need two multipliers, 64 bits apart.
//
// `pclmulqdq` multiplies polynomials of 64 bits. Its result takes several cycles, so four blocks are folded in turn,
// each into the one 512 bits on: none waits for the one before. At the end the four are folded into one, and remaining
// blocks one at a time. The last sixteen bytes, and up to fifteen behind them, go to zlib, which ends the division.
//
// The kernel exists where the processor has that instruction (with AVX2 and above); elsewhere the table holds null, and
// zlib does everything. Arithmetic in GF(2) has no carries and no rounding: any order of additions gives the same bits.
//
// Source: V. Gopal et al., "Fast CRC Computation for Generic Polynomials Using PCLMULQDQ Instruction", Intel, 2009.

#if HANABI_WIDTH > 16

/// Folds a block of sixteen bytes into the next one. Its lower and upper halves are multiplied by the remainders of two
/// powers of x.
HANABI_INLINE __m128i crc32_folded(__m128i block, __m128i powers, __m128i next) {
    __m128i low = _mm_clmulepi64_si128(block, powers, 0x00), high = _mm_clmulepi64_si128(block, powers, 0x11);
    return _mm_xor_si128(_mm_xor_si128(low, high), next);
}

/// Folds four blocks at a time, so that none waits for the one before.
static void crc32_fold(uint32_t crc, const uint8_t *bytes, size_t count, uint8_t *remainder) {
    const __m128i *blocks = (const __m128i *)bytes;
    // Remainders of x to the powers 4·128 ± 32 and 128 ± 32, bits reversed.
    const __m128i by_four = _mm_set_epi64x(0x1c6e41596, 0x154442bd4), by_one = _mm_set_epi64x(0x0ccaa009e, 0x1751997d0);
    __m128i a = _mm_xor_si128(_mm_loadu_si128(blocks), _mm_cvtsi32_si128((int)crc)), b = _mm_loadu_si128(blocks + 1);
    __m128i c = _mm_loadu_si128(blocks + 2), d = _mm_loadu_si128(blocks + 3);
    size_t index = 4, end = count / 16;
    for (; index + 4 <= end; index += 4) {
        a = crc32_folded(a, by_four, _mm_loadu_si128(blocks + index));
        b = crc32_folded(b, by_four, _mm_loadu_si128(blocks + index + 1));
        c = crc32_folded(c, by_four, _mm_loadu_si128(blocks + index + 2));
        d = crc32_folded(d, by_four, _mm_loadu_si128(blocks + index + 3));
    }
    a = crc32_folded(crc32_folded(crc32_folded(a, by_one, b), by_one, c), by_one, d);
    for (; index < end; index++) a = crc32_folded(a, by_one, _mm_loadu_si128(blocks + index));
    _mm_storeu_si128((__m128i *)remainder, a);
}

#define HANABI_CRC32_FOLD crc32_fold

#else

#define HANABI_CRC32_FOLD 0

#endif
