#if HANABI_WIDTH > 16

/// Folds a block of sixteen bytes into the next one. Its lower and upper halves are multiplied by the remainders of two
/// powers of x.
HANABI_INLINE __m128i folded(__m128i block, __m128i powers, __m128i next) {
    __m128i low = _mm_clmulepi64_si128(block, powers, 0x00), high = _mm_clmulepi64_si128(block, powers, 0x11);
    return _mm_xor_si128(_mm_xor_si128(low, high), next);
}

/// Folds four blocks at a time, so that none waits for the one before.
///
/// Source: V. Gopal et al., "Fast CRC Computation for Generic Polynomials Using PCLMULQDQ Instruction" (Intel, 2009).
static void fold(uint32_t sum, const uint8_t *bytes, size_t count, uint8_t *rest) {
    const __m128i *blocks = (const __m128i *)bytes;
    // Remainders of x to the powers 4·128 ± 32 and 128 ± 32, bits reversed.
    const __m128i by_four = _mm_set_epi64x(0x1c6e41596, 0x154442bd4), by_one = _mm_set_epi64x(0x0ccaa009e, 0x1751997d0);
    __m128i a = _mm_xor_si128(_mm_loadu_si128(blocks), _mm_cvtsi32_si128((int)sum)), b = _mm_loadu_si128(blocks + 1);
    __m128i c = _mm_loadu_si128(blocks + 2), d = _mm_loadu_si128(blocks + 3);
    size_t index = 4, end = count / 16;
    for (; index + 4 <= end; index += 4) {
        a = folded(a, by_four, _mm_loadu_si128(blocks + index));
        b = folded(b, by_four, _mm_loadu_si128(blocks + index + 1));
        c = folded(c, by_four, _mm_loadu_si128(blocks + index + 2));
        d = folded(d, by_four, _mm_loadu_si128(blocks + index + 3));
    }
    a = folded(folded(folded(a, by_one, b), by_one, c), by_one, d);
    for (; index < end; index++) a = folded(a, by_one, _mm_loadu_si128(blocks + index));
    _mm_storeu_si128((__m128i *)rest, a);
}

#define HANABI_FOLD fold

#else

#define HANABI_FOLD 0

#endif
