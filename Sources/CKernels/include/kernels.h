#pragma once

#include "deflate_types.h"
#include "raster_types.h"
#include "row_types.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Inner loops, each compiled for several kinds of processors. Results are identical on all of them, to the bit. How each
// of them works stands at the top of its template.

/// Kernels for one kind of processor.
typedef struct {
    const char *_Nonnull name;

    // MARK: Drawing (raster/)

    /// Fills an outline by the nonzero winding rule, each pixel by its covered area.
    ///
    /// All corners must be within the box, borders included, and the box within the surface. Memory must extend to
    /// whole vectors of sixteen pixels in the box's last row, too: pixels beside the box are written back unchanged.
    ///
    /// @return Number of rows drawn on.
    size_t (*_Nonnull fill_polygon)(
        const hanabi_surface *_Nonnull surface,
        hanabi_outline outline,
        hanabi_box box,
        hanabi_ink ink,
        hanabi_blend blend
    );

    /// Draws the part of a soft dot within the surface, each pixel by the alpha at its center. The dot must be at least
    /// a few pixels large.
    ///
    /// Up to 15 pixels behind each line, which may belong to the next row, are written back unchanged.
    ///
    /// @param height Rows of the surface.
    /// @return Number of rows drawn on.
    size_t (*_Nonnull fill_dot)(
        const hanabi_surface *_Nonnull surface,
        size_t height,
        const hanabi_dot *_Nonnull dot,
        hanabi_blend blend
    );

    /// Draws an axis-aligned image, its borders by the covered area.
    ///
    /// The box must be within the surface. Memory must extend to whole vectors of sixteen pixels in the box's last row,
    /// too: pixels beside the box are written back unchanged.
    ///
    /// @param ink Color that multiplies the pixels; null leaves them unchanged.
    /// @return Number of rows drawn on, each counted once for every 256 columns.
    size_t (*_Nonnull draw_image)(
        const hanabi_surface *_Nonnull surface,
        const hanabi_image *_Nonnull image,
        const hanabi_borders *_Nonnull borders,
        hanabi_box box,
        const hanabi_ink *_Nullable ink,
        hanabi_blend blend
    );

    /// Rounds wide pixels of a row to 8 bits per channel, each once, in those blocks of sixteen whose bit is set.
    ///
    /// @param straight_colors Receives the straight colors, R G B from the lowest byte up, combined with `frame`; null if
    ///   not wanted.
    /// @param frame Frame number in the highest byte.
    /// @param words Number of words, of 64 blocks each.
    /// @param width Width of the row in pixels.
    void (*_Nonnull round_wide_row)(
        const uint64_t *_Nonnull wide,
        uint32_t *_Nonnull pixels,
        uint32_t *_Nullable straight_colors,
        uint32_t frame,
        const uint64_t *_Nonnull blocks,
        size_t words,
        size_t width
    );

    /// Adds each channel of a row of wide pixels, divided by 2^shift, to sums; with `is_light`, only the light of bright
    /// pixels. Writes whole vectors of eight pixels.
    ///
    /// @param sums Four for each pixel.
    /// @param threshold Brightness from which on a pixel shines; with 0, all does.
    /// @param slope Binary logarithm of the factor by which the share of light grows above the threshold, 0...15.
    void (*_Nonnull glow_gather)(
        const uint64_t *_Nonnull pixels,
        size_t count,
        uint16_t *_Nonnull sums,
        unsigned shift,
        bool is_light,
        uint16_t threshold,
        unsigned slope
    );

    /// Computes cells of 2^shift columns from sums of as many rows.
    ///
    /// @param strength Factor of the means, in 1/256.
    void (*_Nonnull glow_cells)(
        const uint16_t *_Nonnull sums,
        size_t cells,
        unsigned shift,
        uint32_t strength,
        uint64_t *_Nonnull result
    );

    /// Blurs a row of 16-bit numbers across rows, each on its own: adds what enters the box to the sums, writes the means,
    /// and takes away what leaves the box.
    ///
    /// @param before Row before the box.
    /// @param after Row behind the box.
    void (*_Nonnull glow_box_row)(
        uint32_t *_Nonnull sums,
        const uint16_t *_Nonnull entering,
        const uint16_t *_Nonnull leaving,
        const uint16_t *_Nonnull before,
        const uint16_t *_Nonnull after,
        uint16_t *_Nonnull means,
        size_t count,
        hanabi_box_blur box
    );

    /// Mixes two rows of 16-bit numbers.
    ///
    /// @param share Share of the row below, in 1/65,536.
    void (*_Nonnull glow_mix)(
        const uint16_t *_Nonnull above,
        const uint16_t *_Nonnull below,
        uint16_t share,
        uint16_t *_Nonnull result,
        size_t count
    );

    /// Adds light to wide pixels `low..<high`, which is interpolated between the centers of cells.
    ///
    /// @param cells The cell before that of pixel 0, and all others; eight behind the last one are read.
    /// @param shift Binary logarithm of the pixels of a cell.
    void (*_Nonnull glow_spread)(
        const uint64_t *_Nonnull cells,
        uint64_t *_Nonnull pixels,
        ptrdiff_t low,
        ptrdiff_t high,
        unsigned shift
    );

    // MARK: Rows (rows/)

    /// Adds pixels `low..<high`. Transparent pixels lose their color, and pixels equal to the base become transparent.
    /// A translucent pixel that equals its straight color premultiplied by its alpha gets that color and is not in
    /// `unknown`. Up to sixteen pixels before `high` are written too, in the range or not, but not recorded outside of
    /// it: they must be transparent, equal to the base, or already added in a range that ended behind the sixteenth
    /// pixel. Words of `present` and `unknown` change up to the one behind the last pixel's.
    ///
    /// @return Nonzero if any pixel of the range is in `unknown`.
    uint64_t (*_Nonnull row_append)(hanabi_row row, hanabi_source source, size_t low, size_t high);

    /// Adds blocks of sixteen pixels to a transparent row of at least sixteen pixels. A set bit means that a block may
    /// have content; in all other blocks, pixels are transparent or equal to the base.
    ///
    /// @param words Number of words, of 64 blocks each.
    /// @param left Number of pixels of the blocks before the row. `source` must hold all pixels of the row, but not
    ///   whole blocks.
    hanabi_appended (*_Nonnull row_append_blocks)(
        hanabi_row row,
        hanabi_source source,
        const uint64_t *_Nonnull blocks,
        size_t words,
        size_t left,
        size_t width
    );

    /// Makes a row transparent again: its spans, up to 15 pixels behind each, and words `first..<end`.
    void (*_Nonnull row_clear)(hanabi_row row, const hanabi_span *_Nonnull spans, size_t count, size_t first, size_t end);

    /// Writes the starts and ends of runs of set bits alternately. No bits may be set behind the words, and `edges` needs
    /// room for four more numbers.
    ///
    /// @return Number of runs.
    size_t (*_Nonnull bit_runs)(const uint64_t *_Nonnull words, size_t first, size_t end, int32_t *_Nonnull edges);

    /// Unpremultiplies a run of pixels, none of which is transparent. Among the colors with the same premultiplied
    /// value, each pixel gets the nearest to a reference: the color above. Where nothing is above, the reference is the
    /// color that the pixel was drawn with. Where that is unknown too, it is the nearest pixel on the left, within the
    /// same sixteen, that has something above, otherwise the pixel before the sixteen, or at the start of a run its
    /// fourth pixel.
    ///
    /// Reads one pixel before the run, straight or 0. Up to 15 pixels behind the run are read, in both rows and the
    /// straight colors, and written back unchanged.
    ///
    /// @param straight_colors Colors that the same pixels were drawn with, as in `hanabi_source`; null if unknown.
    /// @param frame Frame number in the highest byte of the straight colors that count.
    void (*_Nonnull unpremultiply_run)(
        uint32_t *_Nonnull pixels,
        const uint32_t *_Nonnull above,
        const uint32_t *_Nullable straight_colors,
        uint32_t frame,
        size_t count
    );

    /// Computes the Paeth residuals of `count` bytes of RGBA. Up to 63 bytes behind them are also read and written, and
    /// four bytes before them are read.
    void (*_Nonnull paeth_filter)(
        uint8_t *_Nonnull residuals,
        const uint8_t *_Nonnull row,
        const uint8_t *_Nonnull above,
        size_t count
    );

    /// Computes the residuals of `rows` of `count` pixels with one of VP8L's predictors: 1, 2, 7, 11, 12 or 13; any other
    /// number predicts 0. Reads one pixel before each row and the one above it, and up to 15 behind them; as many
    /// residuals are written back unchanged.
    ///
    /// @param above The row above the first.
    /// @param stride Pixels from one row to the next, for `above` only where there are several.
    /// @param residuals Null if not wanted.
    /// @return Estimated bits of the residuals.
    uint64_t (*_Nonnull predict_pixels)(
        uint32_t *_Nullable residuals,
        const uint32_t *_Nonnull pixels,
        const uint32_t *_Nonnull above,
        size_t stride,
        size_t count,
        size_t rows,
        unsigned mode
    );

    /// Sums products of the channels of `rows` of `count` residuals, at most 65,536 together, except of edges, where one is
    /// large. Reads up to 15 pixels behind each row.
    hanabi_color_sums (*_Nonnull sum_colors)(
        const uint32_t *_Nonnull pixels,
        size_t stride,
        size_t count,
        size_t rows
    );

    /// Subtracts from red and blue of `rows` of `count` residuals what green and red make expected. Up to 15 pixels
    /// behind each row are written back unchanged.
    ///
    /// @param writes Whether to write anything.
    /// @return Estimated bits of red and blue.
    uint64_t (*_Nonnull subtract_colors)(
        uint32_t *_Nonnull pixels,
        size_t stride,
        size_t count,
        size_t rows,
        hanabi_color_factors factors,
        bool writes
    );

    // MARK: DEFLATE (deflate/)

    /// Writes bytes: words of eight as literals, zero words as a literal and its repetitions, and the bytes behind the
    /// last word as literals. May stop before any zero word.
    ///
    /// Writes at most two bytes per byte, and eight more.
    ///
    /// @param repeats Codes for repetitions of the previous byte, indexed by their number, 3...258: code in the low 58
    ///   bits, at most 42 of them used, length above.
    /// @return Number of bytes consumed.
    size_t (*_Nonnull deflate_literals)(
        hanabi_bit_writer *_Nonnull writer,
        const hanabi_literal_codes *_Nonnull codes,
        const uint64_t *_Nonnull repeats,
        const uint8_t *_Nonnull bytes,
        size_t count
    );

    /// Writes a row, filter type 0 first, as matches with the previous pixel and the pixel above, pixels of the color
    /// of one of them, literals, and repetitions of zeros. Outside of `spans` the row is 0; up to 16 pixels beside both
    /// rows are read.
    ///
    /// Writes at most two bytes per byte of the row, one per 32 bytes of `pending`, and 64 more.
    ///
    /// @param above The row above, or one of zeros.
    /// @param pending Number of zeros not emitted yet.
    /// @return Number of zeros behind the last span.
    size_t (*_Nonnull deflate_row)(
        hanabi_bit_writer *_Nonnull writer,
        const hanabi_row_codes *_Nonnull codes,
        const uint32_t *_Nonnull row,
        const uint32_t *_Nonnull above,
        const hanabi_span *_Nonnull spans,
        size_t count,
        size_t width,
        size_t pending
    );

    // MARK: Checksums (checksum/)

    /// Sums bytes, and bytes weighted by their distance from the end, the last by 1. `count` is at most 2²⁷.
    void (*_Nonnull adler32_sums)(
        const uint8_t *_Nonnull bytes,
        size_t count,
        uint64_t *_Nonnull total,
        uint64_t *_Nonnull weighted
    );

    /// Computes `adler32_sums` over all bytes of a row of `length` bytes from its spans of pixels, left to right. Up to 15
    /// pixels behind a span are also read, and must be 0 where no span is.
    void (*_Nonnull adler32_row_sums)(
        const uint32_t *_Nonnull pixels,
        const hanabi_span *_Nonnull spans,
        size_t count,
        size_t length,
        uint64_t *_Nonnull total,
        uint64_t *_Nonnull weighted
    );

    /// Folds bytes into sixteen with the same remainder in CRC-32; null on processors without carry-less
    /// multiplication.
    ///
    /// @param crc CRC register before the first byte, not inverted.
    /// @param count Number of bytes: a multiple of sixteen, at least 64.
    /// @param remainder Receives sixteen bytes, whose CRC must start from a register of 0.
    void (*_Nullable crc32_fold)(uint32_t crc, const uint8_t *_Nonnull bytes, size_t count, uint8_t *_Nonnull remainder);
} hanabi_kernels;

/// Returns the kernels in use: the most capable ones for the current processor, unless others were selected.
const hanabi_kernels *_Nonnull hanabi_best_kernels(void);

/// Returns one of the kernels that the processor can run, by index, simplest first; null behind the last.
const hanabi_kernels *_Nullable hanabi_kernels_at(int index);

/// Selects the kernels with a name among those that the processor can run. To be called before anything is drawn and
/// before there are threads.
///
/// @return 1, or 0 if the processor has no such kernels.
int hanabi_use_kernels(const char *_Nonnull name);
