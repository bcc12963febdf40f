#pragma once

#include <stddef.h>
#include <stdint.h>

// Inner loops, each compiled for several kinds of processors. Results are identical on all of them, to the bit.

/// State of a bit writer, lowest bit first: `bits` holds `count` bits, fewer than eight, that belong at `end`; all bits
/// above are 0.
typedef struct {
    uint8_t *_Nonnull end;
    uint64_t bits;
    uint64_t count;
} hanabi_bits;

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
    const uint64_t *_Nonnull bytes;
    const uint64_t *_Nonnull lefts;
    const uint64_t *_Nonnull ups;
    /// Code of the longest match of `bytes`, repeated as often as 42 bits allow, the number of repetitions, and the
    /// bits of one.
    uint64_t longest;
    uint64_t most;
    uint64_t size;
} hanabi_flat_codes;

/// Range `low..<high`; `high` is 0 if the range is empty.
typedef struct {
    int32_t low;
    int32_t high;
} hanabi_span;

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
    /// The `mark` of the last ink that `polygon` drew on each pixel; null where marks are not kept.
    uint32_t *_Nullable marks;
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
    uint32_t mark;
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

/// A round or elliptical soft spot. The squared distance from its center is a·x² + 2·b·x·y + c·y², 1 at its rim.
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
} hanabi_glow;

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
} hanabi_picture;

/// Borders of a box on the surface, in 1/256 pixel.
typedef struct {
    int64_t left;
    int64_t right;
    int64_t top;
    int64_t bottom;
} hanabi_borders;

/// A row of pixels and two bits for each, lowest bit first: `present` if not transparent, `soft` if translucent.
typedef struct {
    uint32_t *_Nonnull pixels;
    uint64_t *_Nonnull present;
    uint64_t *_Nonnull soft;
} hanabi_row;

/// A row of an image, premultiplied or straight.
typedef struct {
    const uint32_t *_Nonnull pixels;
    /// Base row; pixels equal to it count as transparent.
    const uint32_t *_Nullable base;
    /// Marks of the pixels, as in `hanabi_surface`.
    const uint32_t *_Nullable marks;
    /// Frame number in the highest byte, all others 0: marks with another number are ignored.
    uint32_t frame;
    /// Pixels to the next row, if there is one.
    size_t stride;
} hanabi_source;

/// Result of adding pixels to a row.
typedef struct {
    /// Nonzero if any pixel is in `soft`.
    uint64_t soft;
    /// Range of words of `present` and `soft` that may have changed.
    size_t first_word;
    size_t end_word;
} hanabi_taken;

enum {
    /// Number of pixels drawn at a time, on all processors.
    HANABI_LANES = 16,
    /// Maximum width and height of a box for `polygon`, in pixels.
    HANABI_POLYGON_WIDTH = 48,
    HANABI_POLYGON_ROWS = 48,
    /// Maximum number of corners of an outline for `polygon`.
    HANABI_POLYGON_CORNERS = 128,
    /// DEFLATE's maximum match length.
    HANABI_LONGEST_MATCH = 258,
    /// Estimated bits of a pixel in `flat`: as literals, as a match with the previous pixel, and as a match with the
    /// pixel above.
    HANABI_FLAT_PIXEL = 30,
    HANABI_FLAT_LEFT = 8,
    HANABI_FLAT_UP = 19,
};

/// Kernels for one kind of processor.
typedef struct {
    const char *_Nonnull name;

    /// Writes bytes: words of eight as literals, zero words as a literal and its repetitions, and the bytes behind the
    /// last word as literals. May stop before any zero word.
    ///
    /// Writes at most two bytes per byte, and eight more.
    ///
    /// @param repeats Codes for repetitions of the previous byte, indexed by their number, 3...258: code in the low 58
    ///   bits, at most 42 of them used, length above.
    /// @return Number of bytes consumed.
    size_t (*_Nonnull literals)(
        hanabi_bits *_Nonnull bits,
        const hanabi_literal_codes *_Nonnull codes,
        const uint64_t *_Nonnull repeats,
        const uint8_t *_Nonnull bytes,
        size_t count
    );

    /// Computes the Paeth residuals of `count` bytes of RGBA. Up to 63 bytes behind them are also read and written, and
    /// four bytes before them are read.
    void (*_Nonnull paeth)(
        uint8_t *_Nonnull rest,
        const uint8_t *_Nonnull row,
        const uint8_t *_Nonnull above,
        size_t count
    );

    /// Sums bytes, and bytes weighted by their distance from the end, the last by 1. `count` is at most 2²⁷.
    void (*_Nonnull sums)(
        const uint8_t *_Nonnull bytes,
        size_t count,
        uint64_t *_Nonnull total,
        uint64_t *_Nonnull weighed
    );

    /// Unpremultiplies a run of pixels, none of which is transparent. Among the colors with the same premultiplied
    /// value, each pixel gets the nearest to a reference: the color above. Where nothing is above, the reference is the
    /// color of the pixel's mark. Without a mark, it is the nearest pixel on the left, within the same sixteen, that
    /// has something above, otherwise the pixel before the sixteen, or at the start of a run its fourth pixel.
    ///
    /// Reads one pixel before the run, straight or 0. Up to 15 pixels behind the run are read, in both rows and the
    /// marks, and written back unchanged.
    ///
    /// @param marks Marks of the same pixels, as in `hanabi_source`; null if there are none.
    /// @param frame Frame number in the highest byte of the marks that count.
    void (*_Nonnull soft)(
        uint32_t *_Nonnull pixels,
        const uint32_t *_Nonnull above,
        const uint32_t *_Nullable marks,
        uint32_t frame,
        size_t count
    );

    /// Fills an outline by the nonzero winding rule, each pixel by its covered area.
    ///
    /// All corners must be within the box, borders included, and the box within the surface. Memory must extend to
    /// whole vectors of sixteen pixels in the box's last row, too: pixels beside the box are written back unchanged.
    ///
    /// @return Number of rows drawn on.
    size_t (*_Nonnull polygon)(
        const hanabi_surface *_Nonnull surface,
        hanabi_outline outline,
        hanabi_box box,
        hanabi_ink ink,
        hanabi_blend blend
    );

    /// Draws the part of a spot within the surface, each pixel by the alpha at its center. The spot must be at least a
    /// few pixels large.
    ///
    /// Up to 15 pixels behind each line, which may belong to the next row, are written back unchanged.
    ///
    /// @param height Rows of the surface.
    /// @return Number of rows drawn on.
    size_t (*_Nonnull glow)(
        const hanabi_surface *_Nonnull surface,
        size_t height,
        const hanabi_glow *_Nonnull glow,
        hanabi_blend blend
    );

    /// Draws an axis-aligned image, its borders by the covered area.
    ///
    /// The box must be within the surface. Memory must extend to whole vectors of sixteen pixels in the box's last row,
    /// too: pixels beside the box are written back unchanged.
    ///
    /// @param ink Color that multiplies the pixels; null leaves them unchanged.
    /// @return Number of rows drawn on, each counted once for every 256 columns.
    size_t (*_Nonnull picture)(
        const hanabi_surface *_Nonnull surface,
        const hanabi_picture *_Nonnull picture,
        const hanabi_borders *_Nonnull borders,
        hanabi_box box,
        const hanabi_ink *_Nullable ink,
        hanabi_blend blend
    );

    /// Rounds wide pixels of a row to 8 bits per channel, each once, in those blocks of sixteen whose bit is set.
    ///
    /// @param marks Receives the straight colors, R G B from the lowest byte up, combined with `frame`; null if not
    ///   wanted.
    /// @param frame Frame number in the highest byte.
    /// @param words Number of words, of 64 blocks each.
    /// @param width Width of the row in pixels.
    void (*_Nonnull narrow)(
        const uint64_t *_Nonnull wide,
        uint32_t *_Nonnull pixels,
        uint32_t *_Nullable marks,
        uint32_t frame,
        const uint64_t *_Nonnull blocks,
        size_t words,
        size_t width
    );

    /// Folds bytes into sixteen with the same remainder in CRC-32; null on processors without carry-less
    /// multiplication.
    ///
    /// @param sum CRC register before the first byte, not inverted.
    /// @param count Number of bytes: a multiple of sixteen, at least 64.
    /// @param rest Receives sixteen bytes, whose CRC must start from a register of 0.
    void (*_Nullable fold)(uint32_t sum, const uint8_t *_Nonnull bytes, size_t count, uint8_t *_Nonnull rest);

    /// Writes a row, filter type 0 first, as matches with the previous pixel and the pixel above, pixels of the color
    /// of one of them, literals, and repetitions of zeros. Outside of `spans` the row is 0; up to 16 pixels beside both
    /// rows are read.
    ///
    /// Writes at most two bytes per byte of the row, one per 32 bytes of `pending`, and 64 more.
    ///
    /// @param above The row above, or one of zeros.
    /// @param pending Number of zeros not emitted yet.
    /// @return Number of zeros behind the last span.
    size_t (*_Nonnull flat)(
        hanabi_bits *_Nonnull bits,
        const hanabi_flat_codes *_Nonnull codes,
        const uint32_t *_Nonnull row,
        const uint32_t *_Nonnull above,
        const hanabi_span *_Nonnull spans,
        size_t count,
        size_t width,
        size_t pending
    );

    /// Adds pixels `low..<high`. Transparent pixels lose their color, and pixels equal to the base become transparent.
    /// A translucent pixel that equals its mark's color premultiplied by its alpha gets that straight color and is not
    /// in `soft`. Up to sixteen pixels before `high` are written too, in the range or not, but not recorded outside of
    /// it: they must be transparent, equal to the base, or already added in a range that ended behind the sixteenth
    /// pixel. Words of `present` and `soft` change up to the one behind the last pixel's.
    ///
    /// @return Nonzero if any pixel of the range is in `soft`.
    uint64_t (*_Nonnull add)(hanabi_row row, hanabi_source source, size_t low, size_t high);

    /// Adds blocks of sixteen pixels to a transparent row of at least sixteen pixels. A set bit means that a block may
    /// have content; in all other blocks, pixels are transparent or equal to the base.
    ///
    /// @param words Number of words, of 64 blocks each.
    /// @param left Number of pixels of the blocks before the row. `source` must hold all pixels of the row, but not
    ///   whole blocks.
    hanabi_taken (*_Nonnull take)(
        hanabi_row row,
        hanabi_source source,
        const uint64_t *_Nonnull blocks,
        size_t words,
        size_t left,
        size_t width
    );

    /// Makes a row transparent again: its spans, up to 15 pixels behind each, and words `first..<end`.
    void (*_Nonnull clear)(hanabi_row row, const hanabi_span *_Nonnull spans, size_t count, size_t first, size_t end);

    /// Writes the starts and ends of runs of set bits alternately. No bits may be set behind the words, and `places`
    /// needs room for four more numbers.
    ///
    /// @return Number of runs.
    size_t (*_Nonnull runs)(const uint64_t *_Nonnull words, size_t first, size_t end, int32_t *_Nonnull places);

    /// Computes `sums` over all bytes of a row of `length` bytes from its spans of pixels, left to right. Up to 15
    /// pixels behind a span are also read, and must be 0 where no span is.
    void (*_Nonnull row_sums)(
        const uint32_t *_Nonnull pixels,
        const hanabi_span *_Nonnull spans,
        size_t count,
        size_t length,
        uint64_t *_Nonnull total,
        uint64_t *_Nonnull weighed
    );
} hanabi_kernels;

/// Returns the kernels for the current processor.
const hanabi_kernels *_Nonnull hanabi_best_kernels(void);

/// Returns one of the kernels that the processor can run, by index, simplest first; null behind the last.
const hanabi_kernels *_Nullable hanabi_kernels_at(int index);
