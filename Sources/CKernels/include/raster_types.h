#pragma once

#include "row_types.h"

#include <stddef.h>
#include <stdint.h>

// Arguments of the kernels that draw.

/// Pixels to draw on, premultiplied R G B A from the lowest byte up, and a record of the drawn areas.
typedef struct {
    /// Pixels of 8 bits per channel; null where `wide` is drawn on.
    uint32_t *_Nullable pixels;
    /// Pixels of 16 bits per channel; null where `pixels` is drawn on.
    uint64_t *_Nullable wide;
    /// Width of a row in pixels.
    size_t width;
    /// Range of drawn pixels of each row.
    hanabi_span *_Nonnull spans;
    /// Block map of the drawn pixels, one bit per sixteen pixels of a row.
    uint64_t *_Nonnull blocks;
    size_t words_per_row;
    /// The `tagged_color` of the last ink that `fill_polygon` drew on each pixel; null where none is kept.
    uint32_t *_Nullable straight_colors;
} hanabi_surface;

/// A rectangle of a surface, in pixels.
typedef struct {
    size_t left;
    size_t top;
    size_t width;
    size_t rows;
} hanabi_box;

/// A premultiplied color, 16 bits per channel: red and green in the low halves, blue and alpha in the high halves.
typedef struct {
    uint32_t red_blue;
    uint32_t green_alpha;
    /// Straight color, R G B from the lowest byte up, and the frame number above.
    uint32_t tagged_color;
} hanabi_ink;

typedef enum : uint32_t {
    hanabi_blend_normal,
    hanabi_blend_add,
    hanabi_blend_screen,
    hanabi_blend_maximum,
} hanabi_blend;

/// Closed contours: x and y of their corners in 1/256 pixel, and for each contour the index behind its last corner.
typedef struct {
    const int64_t *_Nonnull corners;
    const int64_t *_Nonnull ends;
    size_t count;
} hanabi_outline;

/// A round or elliptical soft dot. The squared distance from its center is a·x² + 2·b·x·y + c·y², 1 at its rim.
typedef struct {
    /// Center in pixels; centers of pixels are integers.
    double x;
    double y;
    /// Visible extent above and below the center, in pixels.
    double height;
    double a;
    double b;
    /// Coefficient c - b²/a: the minimum squared distance on a line is this times the squared distance of the line from
    /// the center.
    double rise;
    /// Premultiplied color, 0...255.
    float red;
    float green;
    float blue;
    float alpha;
    /// Premultiplied color for wide pixels.
    hanabi_ink ink;
} hanabi_dot;

/// Premultiplied pixels, at least two by two, to be interpolated. Positions are in 1/2³² pixel; 0 is the center of the
/// first one.
typedef struct {
    const uint32_t *_Nonnull pixels;
    /// Pixels from row to row.
    size_t stride;
    /// Number of pixels in all rows.
    size_t count;
    /// First and last visible pixel on each axis; positions outside of them read these.
    int32_t first_x;
    int32_t last_x;
    int32_t first_y;
    int32_t last_y;
    /// Position of the center of the surface's first pixel, and the step per column or row.
    int64_t x;
    int64_t step_x;
    int64_t y;
    int64_t step_y;
    /// Number of positions read for a pixel on each axis: 1, 2 or 4. Their mean is drawn.
    int32_t places;
    /// Half of the step from one of these positions to the next; may be negative.
    int64_t half_x;
    int64_t half_y;
} hanabi_image;

/// Borders of a box on the surface, in 1/256 pixel.
typedef struct {
    int64_t left;
    int64_t right;
    int64_t top;
    int64_t bottom;
} hanabi_borders;

/// A box blur of running sums of 16 bits: mean = ((sum · 256 + (value before + value behind) · part) >> shift) · factor >> 15.
typedef struct {
    /// Share of the values before and behind the box that are part of it, in 1/256.
    uint32_t part;
    /// Bits that make any such sum one of 16 bits.
    uint32_t shift;
    /// 2^(15 + shift) / (256 · values in the box + 2 · part), rounded.
    uint32_t factor;
} hanabi_box_blur;

enum {
    /// Number of pixels drawn at a time, on all processors.
    HANABI_LANES = 16,
    /// Maximum width and height of a box for `fill_polygon`, in pixels.
    HANABI_POLYGON_WIDTH = 48,
    HANABI_POLYGON_ROWS = 48,
    /// Maximum number of corners of an outline for `fill_polygon`.
    HANABI_POLYGON_CORNERS = 128,
};
