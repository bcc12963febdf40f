// Bytes as literals: looks up the Huffman code of each byte, and joins the codes bit after bit.
//
// The plain variant puts four codes of at most 14 bits each between two flushes. It is limited by its chain: where a
// code goes depends on the lengths of all codes before it.
//
// With AVX-512 and its VBMI, 64 bytes are coded at once, and only the last step is a chain:
//
// 1. Lookup. A table of 256 bytes is four registers. `vpermi2b` looks up 64 bytes in two registers by seven bits of the
//    index, and the eighth selects one of two results. Three tables give the length, and the low and the high byte of
//    each code.
// 2. Joining. Neighboring codes are joined in pairs, twice: the second is shifted by the length of the first, and
//    lengths are added. Then each 64-bit lane holds four codes, at most 56 bits. If no sum of two such lanes exceeds
//    56, they are joined once more, to eight codes.
// 3. Placing. A prefix sum over the lengths (three shifted additions) gives the bit position of each lane, thus its
//    byte offset and its shift. Eight unaligned stores follow. Each carries only the bits of the byte that it shares
//    with the lane before.
//
// Words of eight zero bytes are not literals but matches with the byte before: they are counted, up to the longest
// match, and put as one literal and one match. The variants may therefore consume different numbers of bytes before
// they return at a zero word, and callers go on from there with the same symbols: the bits written are the same in the
// end.
//
#if HANABI_WIDTH == 64

/// A table of 256 bytes.
typedef struct {
    __m512i parts[4];
} literal_table;

HANABI_INLINE literal_table literal_table_at(const uint8_t *bytes) {
    literal_table table;
    for (size_t part = 0; part < 4; part++) table.parts[part] = _mm512_loadu_si512(bytes + 64 * part);
    return table;
}

/// Looks up those of 64 bytes that are wanted; the others become 0.
HANABI_INLINE __m512i looked_up(__m512i bytes, literal_table table, __mmask64 wanted) {
    __m512i low = _mm512_maskz_permutex2var_epi8(wanted, table.parts[0], bytes, table.parts[1]);
    __m512i high = _mm512_permutex2var_epi8(table.parts[2], bytes, table.parts[3]);
    return _mm512_mask_mov_epi8(low, wanted & _mm512_movepi8_mask(bytes), high);
}

/// Codes of four neighbors joined in 64 bits, and their total lengths.
typedef struct {
    __m512i bits;
    __m512i lengths;
} literal_fours;

HANABI_INLINE literal_fours literal_fours_of(__m512i codes, __m512i lengths) {
    __m512i low16 = _mm512_set1_epi32(0xFFFF), low32 = _mm512_set1_epi64(0xFFFFFFFF);
    __m512i first = _mm512_and_si512(lengths, low16);
    __m512i twos = _mm512_or_si512(
        _mm512_and_si512(codes, low16), _mm512_sllv_epi32(_mm512_srli_epi32(codes, 16), first));
    __m512i two_lengths = _mm512_add_epi32(first, _mm512_srli_epi32(lengths, 16));
    first = _mm512_and_si512(two_lengths, low32);
    literal_fours fours;
    fours.bits = _mm512_or_si512(
        _mm512_and_si512(twos, low32), _mm512_sllv_epi64(_mm512_srli_epi64(twos, 32), first));
    fours.lengths = _mm512_add_epi64(first, _mm512_srli_epi64(two_lengths, 32));
    return fours;
}

/// Puts eight words of at most 56 bits each. A vector sum finds where each word begins; only the remainder of a byte is
/// carried from one to the next.
HANABI_INLINE void put_words(hanabi_bit_writer *writer, __m512i words, __m512i lengths) {
    __m512i none = _mm512_setzero_si512();
    __m512i ends = _mm512_add_epi64(lengths, _mm512_alignr_epi64(lengths, none, 7));
    ends = _mm512_add_epi64(ends, _mm512_alignr_epi64(ends, none, 6));
    ends = _mm512_add_epi64(ends, _mm512_alignr_epi64(ends, none, 4));
    __m512i starts = _mm512_add_epi64(_mm512_sub_epi64(ends, lengths), _mm512_set1_epi64((long long)writer->count));
    __m512i shifts = _mm512_and_si512(starts, _mm512_set1_epi64(7));
    __m512i places = _mm512_srli_epi64(starts, 3);
    // Number of bits in whole bytes of each word.
    __m512i taken = _mm512_andnot_si512(_mm512_set1_epi64(7), _mm512_add_epi64(shifts, lengths));
    uint64_t value[8] __attribute__((aligned(64))), place[8] __attribute__((aligned(64)));
    uint64_t shift[8] __attribute__((aligned(64)));
    _mm512_store_si512(value, _mm512_sllv_epi64(words, shifts));
    _mm512_store_si512(place, places);
    _mm512_store_si512(shift, taken);
    // Read from memory: extracting lanes from the vectors one by one takes longer.
    __asm__("" : "+m"(value), "+m"(place), "+m"(shift));
    uint64_t rest = writer->bits;
    for (size_t word = 0; word < 8; word++) {
        rest |= value[word];
        memcpy(writer->end + place[word], &rest, 8);
        rest >>= shift[word];
    }
    __m128i last = _mm512_castsi512_si128(_mm512_alignr_epi64(ends, ends, 7));
    uint64_t total = writer->count + (uint64_t)_mm_cvtsi128_si64(last);
    writer->end += total >> 3;
    writer->count = total & 7;
    writer->bits = rest;
}

/// Puts eight literals in two parts, of at most 56 bits each.
HANABI_INLINE void put_eight(hanabi_bit_writer *writer, const uint64_t *words, const uint64_t *lengths) {
    put_bits(writer, words[0], lengths[0]);
    flush_bits(writer);
    put_bits(writer, words[8], lengths[8]);
    flush_bits(writer);
}

HANABI_INLINE void
put_zeros(hanabi_bit_writer *writer, const hanabi_literal_codes *codes, const uint64_t *repeats, size_t count) {
    uint64_t repeat = repeats[count - 1];
    put_bits(writer, codes->packed[0] & 0x7FFFFFF, codes->packed[0] >> 27);
    put_bits(writer, repeat & ((1ull << 58) - 1), repeat >> 58);
    flush_bits(writer);
}

/// Writes 64 literals at a time.
static size_t deflate_literals(
    hanabi_bit_writer *writer,
    const hanabi_literal_codes *codes,
    const uint64_t *repeats,
    const uint8_t *bytes,
    size_t count
) {
    literal_table lengths = literal_table_at(codes->lengths);
    literal_table low = literal_table_at(codes->low), high = literal_table_at(codes->high);
    hanabi_bit_writer local = *writer;
    // Number of zeros before `at` not emitted yet.
    size_t at = 0, pending = 0;
    while (at < count) {
        size_t taken = count - at < 64 ? count - at : 64;
        __mmask64 wanted = ~0ull >> (64 - taken);
        __m512i values = _mm512_maskz_loadu_epi8(wanted, bytes + at);
        // Bit mask of whole words that are 0.
        uint32_t zeros = _mm512_testn_epi64_mask(values, values) & ((1u << taken / 8) - 1);
        if (zeros == 0xFF && pending + 64 <= 256) {
            pending += 64;
            at += 64;
            continue;
        }
        __m512i length = looked_up(values, lengths, wanted);
        __m512i low_bits = looked_up(values, low, wanted), high_bits = looked_up(values, high, wanted);
        // The first eight of each sixteen bytes, and the last eight.
        __m512i none = _mm512_setzero_si512();
        literal_fours one = literal_fours_of(
            _mm512_unpacklo_epi8(low_bits, high_bits), _mm512_unpacklo_epi8(length, none));
        literal_fours other = literal_fours_of(
            _mm512_unpackhi_epi8(low_bits, high_bits), _mm512_unpackhi_epi8(length, none));
        // Alternately, the first four and the last four of eight.
        __m512i first_length = _mm512_unpacklo_epi64(one.lengths, other.lengths);
        __m512i last_length = _mm512_unpackhi_epi64(one.lengths, other.lengths);
        __m512i first = _mm512_unpacklo_epi64(one.bits, other.bits), last = _mm512_unpackhi_epi64(one.bits, other.bits);
        __m512i both_length = _mm512_add_epi64(first_length, last_length);
        if (zeros != 0) {
            uint64_t words[16] __attribute__((aligned(64))), word_lengths[16] __attribute__((aligned(64)));
            _mm512_store_si512(words, first);
            _mm512_store_si512(words + 8, last);
            _mm512_store_si512(word_lengths, first_length);
            _mm512_store_si512(word_lengths + 8, last_length);
            for (size_t word = 0; word < (taken + 7) / 8; word++) {
                if ((zeros >> word & 1) != 0) {
                    if (pending + 8 > 256) {
                        *writer = local;
                        return at + word * 8 - pending;
                    }
                    pending += 8;
                    continue;
                }
                if (pending > 0) put_zeros(&local, codes, repeats, pending);
                pending = 0;
                put_eight(&local, words + word, word_lengths + word);
            }
            at += taken;
            continue;
        }
        if (pending > 0) put_zeros(&local, codes, repeats, pending);
        pending = 0;
        if (_mm512_cmpgt_epu64_mask(both_length, _mm512_set1_epi64(56)) == 0) {
            put_words(&local, _mm512_or_si512(first, _mm512_sllv_epi64(last, first_length)), both_length);
        } else {
            __m512i low_half = _mm512_set_epi64(11, 3, 10, 2, 9, 1, 8, 0);
            __m512i high_half = _mm512_set_epi64(15, 7, 14, 6, 13, 5, 12, 4);
            put_words(
                &local, _mm512_permutex2var_epi64(first, low_half, last),
                _mm512_permutex2var_epi64(first_length, low_half, last_length));
            put_words(
                &local, _mm512_permutex2var_epi64(first, high_half, last),
                _mm512_permutex2var_epi64(first_length, high_half, last_length));
        }
        at += taken;
    }
    if (pending > 0) put_zeros(&local, codes, repeats, pending);
    *writer = local;
    return at;
}

#else

HANABI_INLINE void put_literal(hanabi_bit_writer *writer, const hanabi_literal_codes *codes, uint8_t value) {
    uint32_t code = codes->packed[value];
    put_bits(writer, code & 0x7FFFFFF, code >> 27);
}

/// Writes four literals between two flushes.
static size_t deflate_literals(
    hanabi_bit_writer *writer,
    const hanabi_literal_codes *codes,
    const uint64_t *repeats,
    const uint8_t *bytes,
    size_t count
) {
    (void)repeats;
    hanabi_bit_writer local = *writer;
    size_t at = 0;
    while (at + 8 <= count) {
        uint64_t word;
        memcpy(&word, bytes + at, 8);
        if (word == 0) break;
        for (size_t half = 0; half < 8; half += 4) {
            for (size_t index = half; index < half + 4; index++) put_literal(&local, codes, bytes[at + index]);
            flush_bits(&local);
        }
        at += 8;
    }
    if (at + 8 > count) {
        for (; at < count; at++) {
            put_literal(&local, codes, bytes[at]);
            flush_bits(&local);
        }
    }
    *writer = local;
    return at;
}

#endif
