internal import CKernels

extension DeflateBlock {
    /// Returns a sink that writes with the block's codes. Each emitted symbol must have a code.
    ///
    /// - Parameter writer: Must have room for ``maximumSize(of:gap:)``.
    @inline(__always)
    func sink(
        _ writer: BitWriter,
        _ kernels: UnsafePointer<hanabi_kernels> = hanabi_best_kernels()
    ) -> CodeSink {
        CodeSink(self, writer, kernels)
    }

    /// Upper bound on the encoded size of `count` bytes preceded by `gap` zeros, in bytes.
    static func maximumSize(of count: Int, gap: Int) -> Int {
        // The longest literal code has 14 bits; a match covers at least three bytes with at most 42 bits.
        count &* 2 &+ gap / 32 &+ 64
    }

    func writeEnd(to writer: inout BitWriter) {
        writer.put(codes[DeflateSymbols.endOfBlock])
        writer.flush()
    }

    /// Sink that writes symbols immediately.
    struct CodeSink: SymbolSink {
        private(set) var writer: BitWriter
        private let codes: UnsafePointer<PackedCode>
        private let matchCodes: UnsafePointer<PackedCode>
        private let usualCodes: UnsafePointer<LongCode>
        private let literalCodes: UnsafePointer<hanabi_literal_codes>
        private let flatCodes: UnsafePointer<hanabi_row_codes>
        private let kernels: UnsafePointer<hanabi_kernels>

        fileprivate init(
            _ block: DeflateBlock,
            _ writer: BitWriter,
            _ kernels: UnsafePointer<hanabi_kernels>
        ) {
            self.writer = writer
            self.kernels = kernels
            codes = UnsafePointer(block.codes)
            matchCodes = UnsafePointer(block.matchCodes)
            usualCodes = UnsafePointer(block.usualCodes)
            literalCodes = UnsafePointer(block.literalCodes)
            flatCodes = UnsafePointer(block.flatCodes)
        }

        @inline(__always)
        mutating func literal(_ value: UInt8) {
            writer.put(codes[Int(value)])
            writer.flush()
        }

        @inline(__always)
        mutating func pixel(_ pixel: UInt32) {
            for shift: UInt32 in [0, 8, 16, 24] {
                writer.put(codes[Int(truncatingIfNeeded: pixel &>> shift & 0xFF)])
            }
            writer.flush()
        }

        @inline(__always)
        mutating func words(_ bytes: UnsafeRawPointer, count: Int) -> Int {
            let repeats = usualCodes + Int(Distance.Usual.byte.rawValue) &* DeflateBlock.usualRoom
            return writer.put(bytes, count: count, literalCodes, repeats: repeats, kernels)
        }

        @inline(__always)
        mutating func match(_ distance: Distance, length: Int) {
            putMatch(distance, length)
            writer.flush()
        }

        @inline(__always)
        mutating func colour(_ distance: Distance, alpha: UInt8) {
            putMatch(distance, 3)
            writer.put(codes[Int(alpha)])
            writer.flush()
        }

        /// Encodes a row like ``FlatCoder``, with matches to the left and upper neighbors only.
        ///
        /// - Parameters:
        ///   - above: Row above, or an empty one.
        ///   - pending: Zeros not emitted yet; on return, the zeros behind the last span.
        @inline(__always)
        mutating func flat(_ row: StraightRow, above: StraightRow, width: Int, pending: inout Int) {
            let spans = UnsafeMutableRawPointer(row.spans).assumingMemoryBound(to: hanabi_span.self)
            let before = pending
            pending = writer.with {
                kernels.pointee.deflate_row(&$0, flatCodes, row.pixels, above.pixels, spans, row.spanCount, width, before)
            }
        }

        @inline(__always)
        mutating func zeros(_ count: Int) {
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
        @inline(__always)
        private mutating func putMatch(_ distance: Distance, _ length: Int) {
            if length <= DeflateSymbols.longestMatch, distance.usual > 0 {
                return writer.put(usualCodes[distance.usual &* DeflateBlock.usualRoom &+ length])
            }
            putLong(distance, length)
        }

        @inline(never)
        private mutating func putLong(_ distance: Distance, _ length: Int) {
            let code = DeflateBlock.code(of: distance, in: codes)
            var rest = length
            if length > DeflateSymbols.longestMatch {
                (writer, rest) = DeflateBlock.writeLong(length, code, matchCodes, to: writer)
                if rest == 0 { return }
            }
            writer.put(matchCodes[rest])
            writer.put(code)
        }
    }
}
