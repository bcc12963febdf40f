#pragma once

#include <stddef.h>
#include <stdint.h>

// Innermost loops, each compiled for several kinds of processors. What they give is the same on all of them, to the bit.

/// Bits on their way into memory, the first one lowest: `bits` has `count` of them, fewer than eight, that lie behind `end`, and
/// none above.
typedef struct {
    uint8_t *_Nonnull end;
    uint64_t bits;
    uint64_t count;
} hanabi_bits;

/// The codes of 256 literals, of at most 14 bits each; those of length 0 must not come.
typedef struct {
    /// Bits of the code below, its length from bit 27 on.
    uint32_t packed[256];
    /// The same apart.
    uint8_t lengths[256];
    uint8_t low[256];
    uint8_t high[256];
} hanabi_literal_codes;

/// Codes of matches and literals. Those of matches are by length, for one distance each: their bits below, how many from bit 58 on; at most 42,
/// and none for a length of 0.
typedef struct {
    /// By value: bits of the code below, its length from bit 27 on, at most 14.
    const uint32_t *_Nonnull literals;
    /// What repeats the byte before, the pixel before, and the pixel above.
    const uint64_t *_Nonnull bytes;
    const uint64_t *_Nonnull lefts;
    const uint64_t *_Nonnull ups;
    /// As many of the longest of `bytes` as fit into 42 bits, how many that are, and the bits of one.
    uint64_t longest;
    uint64_t most;
    uint64_t size;
} hanabi_flat_codes;

/// `low..<high`; where nothing is, `high` is 0.
typedef struct {
    int32_t low;
    int32_t high;
} hanabi_span;

/// Pixels that are drawn on, premultiplied R G B A from the lowest byte up, and where that was.
typedef struct {
    /// Of 8 bits a channel; null where `wide` is drawn on.
    uint32_t *_Nullable pixels;
    /// Of 16 bits a channel; null where `pixels` is drawn on.
    uint64_t *_Nullable wide;
    /// Pixels of a row.
    size_t width;
    /// Of each row, the pixels that were drawn on.
    hanabi_span *_Nonnull spans;
    /// A bit for each sixteen pixels of a row that were.
    uint64_t *_Nonnull blocks;
    size_t words_per_row;
    /// Of each pixel, the `mark` of the last ink that `polygon` put upon it; null where marks are not kept.
    uint32_t *_Nullable marks;
} hanabi_surface;

/// A part of a surface.
typedef struct {
    size_t left;
    size_t top;
    size_t width;
    size_t rows;
} hanabi_box;

/// A premultiplied colour, 16 bits a channel: red and green below, blue and alpha above.
typedef struct {
    uint32_t red_blue;
    uint32_t green_alpha;
    /// The straight colour, R G B from the lowest byte up, and above it the number of the frame.
    uint32_t mark;
} hanabi_ink;

typedef enum : uint32_t {
    hanabi_blend_normal,
    hanabi_blend_add,
    hanabi_blend_screen,
    hanabi_blend_maximum,
} hanabi_blend;

/// Closed contours: x and y of their corners in 1/256 pixel, and of each contour the index behind its last corner.
typedef struct {
    const int64_t *_Nonnull corners;
    const int64_t *_Nonnull ends;
    size_t count;
} hanabi_outline;

/// A round or squeezed soft spot. The squared distance from its middle is a·x² + 2·b·x·y + c·y², 1 at its rim.
typedef struct {
    /// Its middle; middles of pixels are whole numbers.
    double x;
    double y;
    /// How far up and down it is seen.
    double height;
    double a;
    double b;
    /// What the squared distance grows by with the square of a line's distance from the middle, where it is least: c - b²/a.
    double rise;
    /// Its premultiplied colour, 0...255.
    float red;
    float green;
    float blue;
    float alpha;
    /// The same color for wide pixels.
    hanabi_ink ink;
} hanabi_glow;

/// Premultiplied pixels, at least two by two, to be read between them. Places are in 1/2³² pixel, 0 being the middle of the first one.
typedef struct {
    const uint32_t *_Nonnull pixels;
    /// From row to row.
    size_t stride;
    /// Of all rows.
    size_t count;
    /// The first and the last pixel that may be seen: where places lie before or behind, these are.
    int32_t first_x;
    int32_t last_x;
    int32_t first_y;
    int32_t last_y;
    /// Where the middle of the surface's first pixel lies, and how far each column or row leads on.
    int64_t x;
    int64_t step_x;
    int64_t y;
    int64_t step_y;
    /// Places that are read for a pixel, across and down: 1, 2 or 4. The mean of all is drawn.
    int32_t places;
    /// Half of the way from one of them to the next, which may go backwards.
    int64_t half_x;
    int64_t half_y;
} hanabi_picture;

/// Where a box begins and ends on the surface, in 1/256 pixel.
typedef struct {
    int64_t left;
    int64_t right;
    int64_t top;
    int64_t bottom;
} hanabi_borders;

/// A row of pixels, and a bit for each of them, from the lowest one up: which are not transparent, and which are translucent.
typedef struct {
    uint32_t *_Nonnull pixels;
    uint64_t *_Nonnull present;
    uint64_t *_Nonnull soft;
} hanabi_row;

/// A row of a picture, premultiplied or not.
typedef struct {
    const uint32_t *_Nonnull pixels;
    /// What is the same here counts as transparent.
    const uint32_t *_Nullable base;
    /// As those of a surface.
    const uint32_t *_Nullable marks;
    /// In the highest byte of the marks that count, and in no other.
    uint32_t frame;
    /// Pixels to the next row, if there is one.
    size_t stride;
} hanabi_source;

/// What was taken into a row.
typedef struct {
    /// Not 0 if any pixel is one of `soft`.
    uint64_t soft;
    /// The words of `present` and `soft` that may have been changed.
    size_t first_word;
    size_t end_word;
} hanabi_taken;

enum {
    /// Pixels that are drawn at a time, on all processors.
    HANABI_LANES = 16,
    /// The widest and the highest box for `polygon`.
    HANABI_POLYGON_WIDTH = 48,
    HANABI_POLYGON_ROWS = 48,
    /// The most corners of an outline for it.
    HANABI_POLYGON_CORNERS = 128,
    /// DEFLATE's longest match.
    HANABI_LONGEST_MATCH = 258,
    /// About the bits that `flat` takes for a pixel as it is, for a match with the pixel before, and for one with the pixel above.
    HANABI_FLAT_PIXEL = 30,
    HANABI_FLAT_LEFT = 8,
    HANABI_FLAT_UP = 19,
};

/// Loops for one kind of processors.
typedef struct {
    const char *_Nonnull name;

    /// Writes bytes: words of eight as literals, those that are 0 as a literal and its repetitions; what is left behind the last
    /// word as literals. It may stop before any word that is 0.
    ///
    /// At most two bytes for each and eight more are written.
    ///
    /// @param repeats By how often what was said last is repeated, 3...258: the code's bits below, how many from bit 58 on; at
    ///   most 42.
    /// @return How many bytes that were.
    size_t (*_Nonnull literals)(
        hanabi_bits *_Nonnull bits,
        const hanabi_literal_codes *_Nonnull codes,
        const uint64_t *_Nonnull repeats,
        const uint8_t *_Nonnull bytes,
        size_t count
    );

    /// What Paeth's prediction leaves of `count` bytes of RGBA. Up to 63 bytes behind them are read and written too, and four
    /// before them are read.
    void (*_Nonnull paeth)(
        uint8_t *_Nonnull rest,
        const uint8_t *_Nonnull row,
        const uint8_t *_Nonnull above,
        size_t count
    );

    /// The sum of bytes, and that of their products with how many there are from each to the end. At most 2²⁷.
    void (*_Nonnull sums)(
        const uint8_t *_Nonnull bytes,
        size_t count,
        uint64_t *_Nonnull total,
        uint64_t *_Nonnull weighed
    );

    /// Makes a run of premultiplied pixels straight, none of which is transparent. Of the colours that look the same, each gets
    /// the nearest to the one above. Where nothing is above, that is the one of its mark; where there is none, the nearest one on the
    /// left, among sixteen, with something above; or what is before the sixteen; or, where a run begins, its fourth.
    ///
    /// One pixel before the run, straight or 0, is read. At most 15 behind it are read, of both rows and of the marks, and written as
    /// they are.
    ///
    /// @param marks As those of a source, of the same pixels; null where there are none.
    /// @param frame In the highest byte of the marks that count.
    void (*_Nonnull soft)(
        uint32_t *_Nonnull pixels,
        const uint32_t *_Nonnull above,
        const uint32_t *_Nullable marks,
        uint32_t frame,
        size_t count
    );

    /// Fills an outline where its winding number is not 0, each pixel by the area that is covered.
    ///
    /// All corners must lie in the box, borders included, and the box on the surface; of its last row, too, as many pixels as in
    /// whole vectors of sixteen must be there: those beside the box are written as they are.
    ///
    /// @return How many rows were drawn on.
    size_t (*_Nonnull polygon)(
        const hanabi_surface *_Nonnull surface,
        hanabi_outline outline,
        hanabi_box box,
        hanabi_ink ink,
        hanabi_blend blend
    );

    /// Draws what lies on the surface of a spot that is a few pixels large at least: each pixel by the alpha of its middle.
    ///
    /// Up to 15 pixels behind each line, which may be the next row's, are written as they are.
    ///
    /// @param height Rows of the surface.
    /// @return How many rows were drawn on.
    size_t (*_Nonnull glow)(
        const hanabi_surface *_Nonnull surface,
        size_t height,
        const hanabi_glow *_Nonnull glow,
        hanabi_blend blend
    );

    /// Draws a picture whose sides lie along the surface's, its borders by the area that is covered.
    ///
    /// The box must lie on the surface; of its last row, too, as many pixels as in whole vectors of sixteen must be there: those
    /// beside the box are written as they are.
    ///
    /// @param ink What its pixels are multiplied by; null leaves them as they are.
    /// @return How many rows were drawn on, each counted once for every 256 columns.
    size_t (*_Nonnull picture)(
        const hanabi_surface *_Nonnull surface,
        const hanabi_picture *_Nonnull picture,
        const hanabi_borders *_Nonnull borders,
        hanabi_box box,
        const hanabi_ink *_Nullable ink,
        hanabi_blend blend
    );

    /// Rounds wide pixels of a row to 8 bits a channel, each once: those of the blocks of sixteen of which a bit is set.
    ///
    /// @param marks What gets their straight colors, R G B from the lowest byte up, and `frame` added; null for nothing.
    /// @param frame In the highest byte.
    /// @param words Of 64 blocks each.
    /// @param width Pixels of the row.
    void (*_Nonnull narrow)(
        const uint64_t *_Nonnull wide,
        uint32_t *_Nonnull pixels,
        uint32_t *_Nullable marks,
        uint32_t frame,
        const uint64_t *_Nonnull blocks,
        size_t words,
        size_t width
    );

    /// Folds bytes into sixteen that leave the same remainder when CRC-32 divides them; null where a processor can't.
    ///
    /// @param sum The register before the first byte, as it is, not inverted.
    /// @param count A multiple of sixteen, at least 64.
    /// @param rest Sixteen bytes, to be divided from a register of 0 on.
    void (*_Nullable fold)(uint32_t sum, const uint8_t *_Nonnull bytes, size_t count, uint8_t *_Nonnull rest);

    /// Writes a row, a filter type of 0 first, as matches with the pixel before and the pixel above, pixels of the colour of one of
    /// them, literals, and repetitions of zeros. Outside of `spans`, all of both rows is 0; up to 16 pixels beside the rows are read.
    ///
    /// At most two bytes for each, a byte for 32 of `pending` and 64 more are written.
    ///
    /// @param above The row above, or one that is 0.
    /// @param pending Zeros that have not been said yet.
    /// @return Those behind the last span.
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

    /// Takes pixels `low..<high` in; transparent ones lose their colour, if they have one, and so do those that are the base's. A
    /// translucent one that is what the colour of its mark becomes under its alpha gets that colour, straight, and is not one of
    /// `soft`. Up to sixteen before `high` are written too, whether or not they are in the range, but not noted: those must have been
    /// taken in before in a range that ended behind the sixteenth pixel, or be transparent, or those of the base. The words of
    /// `present` and `soft` are changed up to the one behind that of the last pixel.
    ///
    /// @return Not 0 if any of the range is one of `soft`.
    uint64_t (*_Nonnull add)(hanabi_row row, hanabi_source source, size_t low, size_t high);

    /// The same of blocks of sixteen pixels, for a row of sixteen pixels at least that is transparent: of each a bit says whether anything may
    /// be in it. In all others, pixels are transparent, or those of the base.
    ///
    /// @param words Of 64 blocks each.
    /// @param left Pixels of the blocks that lie before the row. Those of the row must all be there, in `source`; blocks need not.
    hanabi_taken (*_Nonnull take)(
        hanabi_row row,
        hanabi_source source,
        const uint64_t *_Nonnull blocks,
        size_t words,
        size_t left,
        size_t width
    );

    /// Makes a row transparent again: its spans, up to 15 pixels behind each included, and words `first..<end`.
    void (*_Nonnull clear)(hanabi_row row, const hanabi_span *_Nonnull spans, size_t count, size_t first, size_t end);

    /// Where runs of bits begin and end, in turns, in words behind which none are set. Room for four more is needed.
    ///
    /// @return How many runs they are.
    size_t (*_Nonnull runs)(const uint64_t *_Nonnull words, size_t first, size_t end, int32_t *_Nonnull places);

    /// As `sums`, of spans of pixels, for all bytes of a row: `length` is that of the row. Spans go from left to right. Up to 15
    /// pixels behind one are read too, and must be 0 where no span is.
    void (*_Nonnull row_sums)(
        const uint32_t *_Nonnull pixels,
        const hanabi_span *_Nonnull spans,
        size_t count,
        size_t length,
        uint64_t *_Nonnull total,
        uint64_t *_Nonnull weighed
    );
} hanabi_kernels;

/// The loops for the processor that this runs on.
const hanabi_kernels *_Nonnull hanabi_best_kernels(void);

/// All that this processor can run, from the plainest up; null behind the last.
const hanabi_kernels *_Nullable hanabi_kernels_at(int index);
