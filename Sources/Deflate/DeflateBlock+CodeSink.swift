public import CKernels
public import Memory

extension DeflateBlock {
    /// Returns a sink that writes with the block's codes. Each emitted symbol must have a code.
    ///
    /// - Parameter writer: Must have room for ``maximumSize(of:gap:)``.
    @inlinable @inline(__always)
    public func sink(_ writer: BitWriter, _ kernels: DeflateKernels = DeflateKernels()) -> CodeSink {
        CodeSink(self, to: writer, with: kernels)
    }

    /// Upper bound on the encoded size of `count` bytes preceded by `gap` zeros, in bytes.
    @inlinable
    public static func maximumSize(of count: Int, gap: Int) -> Int {
        // The longest literal code has 14 bits; a match covers at least three bytes with at most 42 bits.
        count &* 2 &+ gap / 32 &+ 64
    }

    /// Writes the end-of-block code.
    public func writeEnd(to writer: inout BitWriter) {
        writer.put(codes[DeflateSymbols.endOfBlock])
        writer.flush()
    }

    /// A row of pixels of four bytes, which are 0 outside of the spans.
    public struct PixelRow: BitwiseCopyable {
        /// Pixels of the row; up to 16 beside the spans are read.
        @usableFromInline let pixels: MemoryView<UInt32>
        /// The row above, or one of zeros.
        @usableFromInline let above: MemoryView<UInt32>
        /// Spans of pixels, left to right.
        @usableFromInline let spans: MemoryView<hanabi_span>
        @usableFromInline let spanCount: Int
        @usableFromInline let width: Int

        /// A row of `width` pixels.
        @inlinable @inline(__always)
        public init(
            pixels: MemoryView<UInt32>,
            above: MemoryView<UInt32>,
            spans: MemoryView<hanabi_span>,
            spanCount: Int,
            width: Int
        ) {
            (self.pixels, self.above) = (pixels, above)
            (self.spans, self.spanCount, self.width) = (spans, spanCount, width)
        }
    }

    /// Sink that writes symbols immediately.
    public struct CodeSink: SymbolSink {
        /// Destination of the bits.
        public var writer: BitWriter
        @usableFromInline let codes: MemoryView<PackedCode>
        @usableFromInline let matchCodes: MemoryView<PackedCode>
        @usableFromInline let commonCodes: MemoryView<LongCode>
        @usableFromInline let literalCodes: MemoryView<hanabi_literal_codes>
        @usableFromInline let rowCodes: MemoryView<hanabi_row_codes>
        @usableFromInline let kernels: DeflateKernels

        @inlinable
        init(_ block: DeflateBlock, to writer: BitWriter, with kernels: DeflateKernels) {
            self.writer = writer
            self.kernels = kernels
            codes = block.codes.view.readOnly
            matchCodes = block.matchCodes.view.readOnly
            commonCodes = block.commonCodes.view.readOnly
            literalCodes = block.literalCodes.view.readOnly
            rowCodes = block.rowCodes.view.readOnly
        }

        /// Emits a literal byte.
        @inlinable @inline(__always)
        public mutating func literal(_ value: UInt8) {
            writer.put(codes[Int(value)])
            writer.flush()
        }

        /// Emits the four bytes of a pixel as literals.
        @inlinable @inline(__always)
        public mutating func pixel(_ pixel: UInt32) {
            for shift: UInt32 in [0, 8, 16, 24] {
                writer.put(codes[Int(truncatingIfNeeded: pixel &>> shift & 0xFF)])
            }
            writer.flush()
        }

        /// Emits literals in groups of eight bytes, and returns the number of bytes emitted.
        @inlinable @inline(__always)
        public mutating func words(_ bytes: MemoryView<UInt8>, count: Int) -> Int {
            let repeats = commonCodes.suffix(from: Int(CommonOffset.byte.rawValue) &* DeflateBlock.commonStride)
            return kernels.write(bytes, count: count, codes: literalCodes, repeats: repeats, to: &writer)
        }

        /// Emits a match.
        @inlinable @inline(__always)
        public mutating func match(_ offset: MatchOffset, length: Int) {
            putMatch(offset, length)
            writer.flush()
        }

        /// Emits a match of a color followed by its alpha as a literal.
        @inlinable @inline(__always)
        public mutating func color(_ offset: MatchOffset, alpha: UInt8) {
            putMatch(offset, 3)
            writer.put(codes[Int(alpha)])
            writer.flush()
        }

        /// Writes a zero byte and a row of pixels, with matches to the left and upper neighbors only.
        ///
        /// - Parameter pending: Zeros not emitted yet; on return, the zeros behind the last span.
        @inlinable @inline(__always)
        public mutating func row(_ row: PixelRow, pending: inout Int) {
            pending = kernels.write(row, codes: rowCodes, pending: pending, to: &writer)
        }

        /// Emits a run of zeros.
        @inlinable @inline(__always)
        public mutating func zeros(_ count: Int) {
            if count == 0 { return }
            writer.put(codes[0])
            if count > 3 {
                if count > DeflateSymbols.longestMatch { writer.flush() }
                putMatch(.byte, count &- 1)
            } else {
                writer.put(codes[0].ifNegative(1 &- count))
                writer.put(codes[0].ifNegative(2 &- count))
            }
            writer.flush()
        }

        /// Puts at most 42 bits, or more after a flush.
        @inlinable @inline(__always)
        mutating func putMatch(_ offset: MatchOffset, _ length: Int) {
            if length <= DeflateSymbols.longestMatch, offset.common > 0 {
                return writer.put(commonCodes[offset.common &* DeflateBlock.commonStride &+ length])
            }
            putLong(offset, length)
        }

        @usableFromInline @inline(never)
        mutating func putLong(_ offset: MatchOffset, _ length: Int) {
            let code = DeflateBlock.code(of: offset, in: codes)
            var rest = length
            if length > DeflateSymbols.longestMatch {
                (writer, rest) = DeflateBlock.writeLong(length, code, lengths: matchCodes, to: writer)
                if rest == 0 { return }
            }
            writer.put(matchCodes[rest])
            writer.put(code)
        }
    }
}
