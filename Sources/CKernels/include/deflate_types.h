#pragma once

#include <stdint.h>

// Arguments of the kernels that write DEFLATE symbols.

/// State of a bit writer, lowest bit first: `bits` holds `count` bits, fewer than eight, that belong at `end`; all bits
/// above are 0.
typedef struct {
    uint8_t *_Nonnull end;
    uint64_t bits;
    uint64_t count;
} hanabi_bit_writer;

/// Codes of the 256 literals, of at most 14 bits each; a literal whose code has length 0 must not occur.
typedef struct {
    /// Code in the low 27 bits, length above.
    uint32_t packed[256];
    /// Lengths, and low and high bytes of the codes.
    uint8_t lengths[256];
    uint8_t low[256];
    uint8_t high[256];
} hanabi_literal_codes;

/// Codes of matches and literals. Match codes are indexed by length, one table per distance: code in the low 58 bits,
/// at most 42 of them used, length above; empty for a length of 0.
typedef struct {
    /// Literal codes by value: code in the low 27 bits, at most 14 of them used, length above.
    const uint32_t *_Nonnull literals;
    /// Codes of matches with the previous byte, the previous pixel, and the pixel above.
    const uint64_t *_Nonnull byte_matches;
    const uint64_t *_Nonnull left_matches;
    const uint64_t *_Nonnull up_matches;
    /// Code of the longest of `byte_matches`, repeated as often as 42 bits allow, the number of repetitions, and the
    /// bits of one.
    uint64_t run_pattern;
    uint64_t run_count;
    uint64_t run_bits;
} hanabi_row_codes;

enum {
    /// DEFLATE's maximum match length.
    HANABI_LONGEST_MATCH = 258,
    /// Estimated bits of a pixel in `deflate_row`: as literals, as a match with the previous pixel, and as a match with
    /// the pixel above.
    HANABI_LITERAL_PIXEL_COST = 30,
    HANABI_LEFT_MATCH_COST = 8,
    HANABI_UP_MATCH_COST = 19,
};
