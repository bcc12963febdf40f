#pragma once

#include <stddef.h>
#include <stdint.h>

// Arguments of the kernels that turn rows of an image into rows of a PNG.

/// Range `low..<high` of columns; `high` is 0 if the range is empty.
typedef struct {
    int32_t low;
    int32_t high;
} hanabi_span;

/// A row of pixels and two bits for each, lowest bit first: `present` if not transparent, `unknown` if translucent and
/// of unknown straight color.
typedef struct {
    uint32_t *_Nonnull pixels;
    uint64_t *_Nonnull present;
    uint64_t *_Nonnull unknown;
} hanabi_row;

/// A row of an image, premultiplied or straight.
typedef struct {
    const uint32_t *_Nonnull pixels;
    /// Base row; pixels equal to it count as transparent.
    const uint32_t *_Nullable base;
    /// Colors that the pixels were drawn with, as in `hanabi_surface`.
    const uint32_t *_Nullable straight_colors;
    /// Frame number in the highest byte, all others 0: straight colors with another number are ignored.
    uint32_t frame;
    /// Pixels to the next row, if there is one.
    size_t stride;
} hanabi_source;

/// Result of appending blocks of pixels to a row.
typedef struct {
    /// Nonzero if any pixel is in `unknown`.
    uint64_t unknown;
    /// Range of words of `present` and `unknown` that may have changed.
    size_t first_word;
    size_t end_word;
} hanabi_appended;

// Arguments of the kernels that transform the colors of a WebP.

/// Sums of products of residuals as signed bytes.
typedef struct {
    int64_t green_green;
    int64_t green_red;
    int64_t green_blue;
    int64_t red_red;
    int64_t red_blue;
} hanabi_color_sums;

/// What a channel makes expected of another, in 1/32.
typedef struct {
    int8_t green_to_red;
    int8_t green_to_blue;
    int8_t red_to_blue;
} hanabi_color_factors;
