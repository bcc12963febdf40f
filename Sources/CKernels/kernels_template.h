// All kernels, for one instruction set.
//
// Each `kernels_*.c` defines three macros and includes this file: HANABI_WIDTH (bytes of a vector register: 16, 32 or
// 64), HANABI_KERNELS (the table's name) and HANABI_NAME (the same as text). The templates below use Clang's vector
// types of a fixed number of elements, mostly sixteen pixels: the compiler splits each operation into as many
// instructions as the registers need. So the number of lanes, and with it the order of all operations, is the same for
// every instruction set, and only their speed differs. Where a template depends on HANABI_WIDTH, its first comment says
// why the result doesn't.
//
// Integer operations are exact. Floating-point operations follow IEEE 754, one rounding each: contraction into fused
// multiply-adds is off, and none of them is approximate (no reciprocal or square-root estimates). Sums whose order
// could matter are made of integers, or of floats that represent every intermediate value exactly.
//
// Tests compare all tables that a machine can run with each other, and with plain Swift.

#include "cpu_features.h"

#include <stdbool.h>
#include <string.h>

// Products and sums are rounded separately, on every processor.
#pragma STDC FP_CONTRACT OFF

// Vectors are passed only to inlined functions, so their calling convention does not matter.
#pragma clang diagnostic ignored "-Wpsabi"

#define HANABI_INLINE static inline __attribute__((always_inline))

// Parts that others use.
#include "raster/blend_template.h"
#include "raster/wide_pixels_template.h"
#include "raster/drawn_area_template.h"
#include "deflate/bit_writer_template.h"

#include "raster/dot_template.h"
#include "raster/glow_template.h"
#include "raster/image_template.h"
#include "raster/polygon_template.h"

#include "rows/paeth_template.h"
#include "rows/predict_template.h"
#include "rows/colors_template.h"
#include "rows/row_template.h"
#include "rows/unpremultiply_template.h"

#include "deflate/literals_template.h"
#include "deflate/row_template.h"

#include "checksum/adler32_template.h"
#include "checksum/crc32_template.h"

const hanabi_kernels HANABI_KERNELS = {
    .name = HANABI_NAME,
    .fill_polygon = fill_polygon,
    .fill_dot = fill_dot,
    .draw_image = draw_image,
    .round_wide_row = round_wide_row,
    .glow_gather = glow_gather,
    .glow_cells = glow_cells,
    .glow_box_row = glow_box_row,
    .glow_mix = glow_mix,
    .glow_spread = glow_spread,
    .row_append = row_append,
    .row_append_blocks = row_append_blocks,
    .row_clear = row_clear,
    .bit_runs = bit_runs,
    .unpremultiply_run = unpremultiply_run,
    .paeth_filter = paeth_filter,
    .predict_pixels = predict_pixels,
    .sum_colors = sum_colors,
    .subtract_colors = subtract_colors,
    .deflate_literals = deflate_literals,
    .deflate_row = deflate_row,
    .adler32_sums = adler32_sums,
    .adler32_row_sums = adler32_row_sums,
    .crc32_fold = HANABI_CRC32_FOLD,
};
