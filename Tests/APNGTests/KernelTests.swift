import CKernels
import CZlib
import Foundation
import Memory
import TestSupport
import Testing

@testable import APNG
@testable import Deflate

/// Compares the inner loops with plain reference code, for every instruction set that this processor supports.
struct KernelTests {
    /// Tests run on the kernels listed here, so a lesser processor tests fewer of them.
    @Test func `the dispatcher picks the most capable kernels of this processor`() throws {
        #expect(Kernels.all.map(\.name) == Array(["any", "avx2", "avx512"].prefix(Kernels.all.count)))
        #expect(try #require(Kernels.all.last).loops == hanabi_best_kernels())
        let flags = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
        let known = Set(flags.split(whereSeparator: { " \n\t".contains($0) }))
        // Linux's names of the required features; each level includes the one before.
        var needed: Set<Substring> = ["avx2", "bmi1", "bmi2", "popcnt", "pclmulqdq", "fma", "f16c"]
        #expect(Kernels.all.contains { $0.name == "avx2" } == known.isSuperset(of: needed))
        needed.formUnion(["avx512f", "avx512bw", "avx512dq", "avx512vl", "avx512vbmi"])
        #expect(Kernels.all.contains { $0.name == "avx512" } == known.isSuperset(of: needed))
    }

    /// Random RGBA pixels with 32 transparent pixels before and after them.
    private func row(_ dice: inout Dice, _ count: Int) -> [UInt32] {
        let none = Array(repeating: UInt32(0), count: 32)
        return none + (0..<count).map { _ in UInt32(truncatingIfNeeded: dice.next()) } + none
    }

    @Test(arguments: Kernels.all, UInt64(0)..<60)
    func `Paeth prediction follows the PNG specification`(_ kernels: Kernels, _ seed: UInt64) {
        var dice = Dice(seed)
        let count = dice.whole(1...70)
        var (own, above) = (row(&dice, count), row(&dice, count))
        // Equal and nearly equal neighbors are frequent.
        for index in own.indices where dice.whole(0...2) == 0 {
            own[index] = index > 0 ? own[index - 1] : 0
            above[index] = own[index] ^ UInt32(dice.whole(0...1))
        }
        func bytes(_ row: [UInt32]) -> [UInt8] { row.withUnsafeBytes(Array.init) }
        let (row, up) = (bytes(own), bytes(above))
        var rest = [UInt8](repeating: 0, count: row.count)
        let start = 32 * 4
        rest.withUnsafeMutableBufferPointer { rest in
            row.withUnsafeBufferPointer { row in
                up.withUnsafeBufferPointer { up in
                    guard let rest = rest.baseAddress, let row = row.baseAddress, let up = up.baseAddress else {
                        return
                    }
                    kernels.loops.pointee.paeth_filter(rest + start, row + start, up + start, count * 4)
                }
            }
        }
        for at in start..<start + count * 4 {
            let (a, b, c) = (Int(row[at - 4]), Int(up[at]), Int(up[at - 4]))
            let estimate = a + b - c
            let (toA, toB, toC) = (abs(estimate - a), abs(estimate - b), abs(estimate - c))
            let guess = toA <= toB && toA <= toC ? a : toB <= toC ? b : c
            #expect(rest[at] == row[at] &- UInt8(guess))
        }
    }

    @Test(arguments: Kernels.all)
    func `chunk checksums match zlib`(_ kernels: Kernels) {
        var dice = Dice(7)
        let bytes = (0..<3000).map { _ in UInt8(truncatingIfNeeded: dice.next()) }
        for count in Array(0...700) + [1024, 2999, 3000] {
            // A chunk starts at any address.
            let start = dice.whole(0...bytes.count - count)
            let part = Array(bytes[start..<start + count])
            let sum = CRC32.sum(of: bytes.span.extracting(start..<start + count), RowKernels(kernels.loops))
            #expect(UInt(sum) == crc32(0, part, UInt32(count)))
        }
        // Includes lengths too short for folding, to test the kernel from its own limit on.
        for count in stride(from: 64, through: 288, by: 16) {
            guard let fold = kernels.loops.pointee.crc32_fold else { break }
            let start = dice.whole(0...31)
            var rest = [UInt8](repeating: 0, count: 16)
            bytes.withUnsafeBufferPointer { fold(~0, $0.baseAddress.unsafelyUnwrapped + start, count, &rest) }
            #expect(crc32(0xFFFF_FFFF, rest, 16) == crc32(0, Array(bytes[start..<start + count]), UInt32(count)))
        }
    }

    /// Returns the straight color nearest to `wanted` among those that premultiply to `pixel`.
    private func nearest(_ pixel: UInt32, _ wanted: UInt32) -> UInt32 {
        let alpha = pixel >> 24
        return [0, 8, 16].reduce(alpha << 24) { result, shift in
            let fitting = (UInt32(0)...255).filter {
                StraightAlpha.premultiplied($0, by: alpha) & 0xFF == pixel >> shift & 0xFF
            }
            return result | min(max(wanted >> shift & 0xFF, fitting[0]), fitting[fitting.count - 1]) << shift
        }
    }

    @Test(arguments: Kernels.all, UInt64(0)..<40)
    func `unpremultiplied soft pixels approach the pixels above and to the left`(_ kernels: Kernels, _ seed: UInt64) {
        var dice = Dice(seed)
        let count = dice.whole(1...60)
        var (own, above) = (row(&dice, count), row(&dice, count))
        for index in own.indices.dropFirst(32).dropLast(32) {
            let alpha = dice.whole(0...2) == 0 ? 255 : UInt32(dice.whole(1...254))
            own[index] = StraightAlpha.premultiplied(own[index], by: alpha)
            above[index] = dice.whole(0...3) == 0 ? 0 : above[index] | 0xFF00_0000
        }
        own[31] = dice.whole(0...1) == 0 ? 0 : 0xFF12_3456
        func straight(_ kernels: Kernels) -> [UInt32] {
            var result = own
            result.withUnsafeMutableBufferPointer { pixels in
                above.withUnsafeBufferPointer { above in
                    guard let pixels = pixels.baseAddress, let above = above.baseAddress else { return }
                    kernels.loops.pointee.unpremultiply_run(pixels + 32, above + 32, nil, 0, count)
                }
            }
            return result
        }
        let result = straight(kernels)
        // Blocks of sixteen: a pixel with nothing above follows the result of the last pixel that has something above,
        // or the pixel before the block.
        var plain = own
        for start in stride(from: 32, to: 32 + count, by: 16) {
            let end = min(start + 16, 32 + count)
            // Fully opaque blocks stay unchanged.
            if own[start..<end].allSatisfy({ $0 >> 24 == 255 }) { continue }
            var before = plain[start - 1]
            if before == 0 { before = StraightAlpha.pixel(own[min(start + 4, end) - 1]) }
            for x in start..<end {
                plain[x] = nearest(own[x], above[x] != 0 ? above[x] : before)
                if above[x] != 0 { before = plain[x] }
            }
        }
        #expect(result == plain)
        for index in own.indices {
            let isInside = (32..<32 + count).contains(index)
            let alpha = own[index] >> 24
            let back = isInside ? StraightAlpha.premultiplied(result[index], by: alpha) : result[index]
            #expect(back == own[index])
            // No other color that looks the same is nearer.
            guard isInside, above[index] != 0, alpha < 255 else { continue }
            for shift: UInt32 in [0, 8, 16] {
                func channel(_ pixel: UInt32) -> Int { Int(pixel >> shift & 0xFF) }
                let distance = abs(channel(result[index]) - channel(above[index]))
                let step = channel(above[index]) > channel(result[index]) ? 1 : -1
                let nearer = channel(result[index]) + step
                guard distance > 0, 0...255 ~= nearer else { continue }
                let other = StraightAlpha.premultiplied(UInt32(nearer) << shift, by: alpha)
                #expect(channel(other) != channel(own[index]))
            }
        }
    }

    /// Checked against an exhaustive search of all straight values.
    @Test(arguments: Kernels.all, UInt32(1)...255)
    func `a straight channel is the nearest possible to the wanted one`(_ kernels: Kernels, _ alpha: UInt32) {
        var fitting = [[UInt32]](repeating: [], count: 256)
        for value in UInt32(0)...255 {
            fitting[Int(StraightAlpha.premultiplied(value, by: alpha) & 0xFF)].append(value)
        }
        for first in stride(from: UInt32(0), through: alpha, by: 16) {
            let channels = Array(first...min(alpha, first + 15))
            for wanted in [0, 1, 77, 127, 128, 200, 254, 255, (first * 255 + alpha / 2) / alpha] {
                for shift: UInt32 in [0, 8, 16] {
                    var pixels =
                        [0] + channels.map { $0 << shift | alpha << 24 } + Array(repeating: UInt32(0), count: 16)
                    let above = pixels.map { _ in wanted << shift | 0xFF00_0000 }
                    pixels.withUnsafeMutableBufferPointer { pixels in
                        above.withUnsafeBufferPointer { above in
                            guard let pixels = pixels.baseAddress, let above = above.baseAddress else { return }
                            kernels.loops.pointee.unpremultiply_run(pixels + 1, above + 1, nil, 0, channels.count)
                        }
                    }
                    let expected = channels.map { channel in
                        let all = fitting[Int(channel)]
                        return min(max(wanted, all[0]), all[all.count - 1]) << shift | alpha << 24
                    }
                    // Pixels around the run stay transparent.
                    guard pixels != [0] + expected + Array(repeating: 0, count: 16) else { continue }
                    Issue.record("\(first)... under \(alpha), wanted \(wanted): \(pixels), not \(expected)")
                    return
                }
            }
        }
        // Invalid input passes through unchanged: correct drawing never yields a channel above alpha.
        var beyond = [0, alpha << 24 | 0xFF] + Array(repeating: UInt32(0), count: 16)
        let above = beyond
        beyond.withUnsafeMutableBufferPointer { pixels in
            guard let pixels = pixels.baseAddress else { return }
            above.withUnsafeBufferPointer { above in
                kernels.loops.pointee.unpremultiply_run(pixels + 1, above.baseAddress.unsafelyUnwrapped + 1, nil, 0, 1)
            }
        }
        #expect(beyond[1] == alpha << 24 | 0xFF)
    }

    /// The row state after appending a source row.
    private struct TakenRow: Equatable {
        private(set) var pixels: [UInt32]
        private(set) var present = [UInt64](repeating: 0, count: 8)
        private(set) var soft = [UInt64](repeating: 0, count: 8)

        init(width: Int) { pixels = Array(repeating: 0, count: width) }

        mutating func with(_ body: (hanabi_row) -> Void) {
            pixels.withUnsafeMutableBufferPointer { pixels in
                present.withUnsafeMutableBufferPointer { present in
                    soft.withUnsafeMutableBufferPointer { soft in
                        guard let pixels = pixels.baseAddress, let present = present.baseAddress,
                            let soft = soft.baseAddress
                        else { return }
                        body(hanabi_row(pixels: pixels, present: present, unknown: soft))
                    }
                }
            }
        }
    }

    /// Lends a source row, from pixel `left` on.
    private func withSource(
        _ pixels: [UInt32],
        base: [UInt32]?,
        colors: [UInt32]?,
        frame: UInt32,
        from left: Int = 0,
        _ body: (hanabi_source) -> Void
    ) {
        pixels.withUnsafeBufferPointer { all in
            (base ?? []).withUnsafeBufferPointer { below in
                (colors ?? []).withUnsafeBufferPointer { inks in
                    let source = hanabi_source(
                        pixels: all.baseAddress.unsafelyUnwrapped + left,
                        base: base == nil ? nil : below.baseAddress.unsafelyUnwrapped + left,
                        straight_colors: colors == nil ? nil : inks.baseAddress.unsafelyUnwrapped + left,
                        frame: frame,
                        stride: pixels.count
                    )
                    body(source)
                }
            }
        }
    }

    @Test(arguments: Kernels.all, UInt64(0)..<40)
    func `appending a row omits pixels equal to the base`(_ kernels: Kernels, _ seed: UInt64) {
        var dice = Dice(seed)
        let width = dice.whole(1...200)
        let frame: UInt32 = 0x0700_0000
        var (source, straight, colors) = ([UInt32](), [UInt32](), [UInt32]())
        for _ in 0..<width {
            let alpha: UInt32 = [0, 0, 1, 128, 254, 255, 255][dice.whole(0...6)]
            let color = UInt32(truncatingIfNeeded: dice.next()) & 0xFF_FFFF
            switch dice.whole(0...3) {
            case 0:
                source.append(color | alpha << 24)
                straight.append(color | alpha << 24)
                // A random mark rarely matches; 0 means that nothing was drawn.
                colors.append(dice.whole(0...1) == 0 ? UInt32(truncatingIfNeeded: dice.next()) & 0xFF_FFFF | frame : 0)
            case 1:
                source.append(StraightAlpha.premultiplied(color, by: alpha))
                straight.append(source.last ?? 0)
                colors.append(color | 0x0600_0000)
            default:
                source.append(StraightAlpha.premultiplied(color, by: alpha))
                straight.append(color | alpha << 24)
                colors.append(color | frame)
            }
        }
        let isMarked = dice.whole(0...2) > 0 && width >= 16
        let base: [UInt32]? = dice.whole(0...1) == 0 ? nil : source.map { dice.whole(0...1) == 0 ? $0 : 0xFF00_0001 }
        var row = TakenRow(width: width)
        let low = dice.whole(0...width - 1)
        let high = dice.whole(low + 1...width)
        let first = max(0, min(low, high - 16))
        var anyUnknown = false
        withSource(source, base: base, colors: isMarked ? colors : nil, frame: frame) { source in
            row.with { anyUnknown = kernels.loops.pointee.row_append($0, source, low, high) != 0 }
        }
        let (pixels, present, soft) = (row.pixels, row.present, row.soft)
        func isSet(_ words: [UInt64], _ x: Int) -> Bool { words[x / 64] >> UInt64(x % 64) & 1 == 1 }
        var expected: [Int32] = []
        for x in 0..<width {
            // Pixels before the range may be written but are not recorded as present.
            let isTaken = low..<high ~= x
            let isShown =
                (isTaken || first..<low ~= x && pixels[x] != 0) && source[x] >> 24 > 0 && base?[x] != source[x]
            let isHere = isTaken && isShown
            let alpha = source[x] >> 24
            // A mark that matches the pixel is valid for any origin.
            let isKnown =
                isMarked && high >= 16 && colors[x] & 0xFF00_0000 == frame
                && StraightAlpha.premultiplied(colors[x], by: alpha) == source[x]
            #expect(pixels[x] == (isShown ? isKnown ? colors[x] & 0xFF_FFFF | alpha << 24 : source[x] : 0))
            if isMarked, high >= 16, isHere { #expect(pixels[x] == straight[x] || isKnown) }
            #expect(isSet(present, x) == isHere)
            #expect(isSet(soft, x) == (isHere && alpha < 255 && !isKnown))
            if isHere != (x > 0 && isSet(present, x - 1)) { expected.append(Int32(x)) }
        }
        #expect(anyUnknown == soft.contains { $0 != 0 })
        if isSet(present, width - 1) { expected.append(Int32(width)) }
        var places = [Int32](repeating: 0, count: width + 6)
        let count = kernels.loops.pointee.bit_runs(present, 0, 5, &places)
        #expect(Array(places[..<(2 * count)]) == expected)
    }

    @Test(arguments: Kernels.all, UInt64(0)..<100)
    func `appending a row by blocks matches appending the whole row`(_ kernels: Kernels, _ seed: UInt64) {
        var dice = Dice(seed)
        let (left, width, right) = (dice.whole(0...100), dice.whole(16...300), dice.whole(0...40))
        // Pixels outside the marked blocks are transparent or equal to the base. Blocks of other rows are marked too.
        let count = left + width + right
        let blocks = (0...count / 16).map { _ in dice.whole(0...2) == 0 }
        let base = dice.whole(0...1) == 0 ? nil : (0..<count).map { _ in UInt32(truncatingIfNeeded: dice.next()) }
        var (source, colors) = ([UInt32](), [UInt32]())
        for x in 0..<count {
            let alpha: UInt32 = [0, 1, 128, 254, 255, 255][dice.whole(0...5)]
            let color = UInt32(truncatingIfNeeded: dice.next()) & 0xFF_FFFF
            colors.append(color | 0x0700_0000)
            let isShown = blocks[x / 16] && dice.whole(0...3) > 0
            source.append(isShown ? StraightAlpha.premultiplied(color, by: alpha) : base?[x] ?? 0)
        }
        var words = [UInt64](repeating: 0, count: blocks.count / 64 + 1)
        for (index, isTouched) in blocks.enumerated() where isTouched { words[index / 64] |= 1 << UInt64(index % 64) }
        let isMarked = dice.whole(0...2) > 0
        var (all, some) = (TakenRow(width: width), TakenRow(width: width))
        var taken = hanabi_appended()
        withSource(source, base: base, colors: isMarked ? colors : nil, frame: 0x0700_0000, from: left) { start in
            all.with { _ = kernels.loops.pointee.row_append($0, start, 0, width) }
            some.with { taken = kernels.loops.pointee.row_append_blocks($0, start, words, words.count, left, width) }
        }
        #expect(some == all)
        #expect((taken.unknown != 0) == some.soft.contains { $0 != 0 })
        for word in 0..<8 where some.present[word] != 0 {
            #expect(taken.first_word <= word && word < taken.end_word)
        }
        #expect(taken.end_word <= (width - 1) / 64 + 2)
    }

    /// Rows of pieces whose edges have the piece's own color or another, below rows of the same kind.
    private func pieces(_ dice: inout Dice, _ width: Int, above: [UInt32]) -> [UInt32] {
        var row: [UInt32] = []
        let colors: [UInt32] = [0x0012_3456, 0x00FF_0000, 0x0000_FF01]
        while row.count < width {
            let color = colors[dice.whole(0...2)]
            switch dice.whole(0...9) {
            case 0...2: row += Array(repeating: 0, count: dice.whole(1...dice.whole(1...900)))
            case 3...4: row += Array(repeating: color | 0xFF00_0000, count: dice.whole(1...dice.whole(1...300)))
            case 5...7: row.append(color | UInt32(dice.whole(1...255)) << 24)
            case 8: row.append(UInt32(truncatingIfNeeded: dice.next()) | 0x0100_0000)
            default:
                // Repeats pixels of the row above, part of them in one color.
                let start = min(row.count, above.count)
                row += above[start..<min(above.count, start + dice.whole(1...dice.whole(1...200)))]
            }
        }
        return Array(row[..<width])
    }

    @Test(arguments: Kernels.all, UInt64(0)..<150)
    func `batched rows of flat pieces match pixel-by-pixel encoding`(_ kernels: Kernels, _ seed: UInt64) {
        var dice = Dice(seed)
        let width = [dice.whole(1...20), dice.whole(1...400), dice.whole(1...9000)][dice.whole(0...2)]
        let ring = RowRing()
        ring.begin(width: width)
        let store = SequenceStore()
        store.begin(stride: ring.stride)
        var rows: [[UInt32]] = []
        for y in 0..<3 {
            rows.append(pieces(&dice, width, above: rows.last ?? []))
            withSource(rows[y], base: nil, colors: nil, frame: 0) { source in
                ring[y].clear()
                ring[y].append(source, 0..<width)
                ring[y].finish(.given)
            }
        }
        // Frequent symbols get short codes, so code lengths vary.
        store.append(room: 70_000) { sink in
            for _ in 0..<dice.whole(0...60_000) { sink.literal(UInt8(truncatingIfNeeded: dice.whole(0...3))) }
            for _ in 0..<dice.whole(0...40) { sink.match(store.offset(.row), length: dice.whole(3...258)) }
            sink.zeros(dice.whole(1...3000))
        }
        store.close()
        let block = DeflateBlock()
        block.count(store)
        block.makeCodes(forAllLike: store)
        func written(_ body: (inout DeflateBlock.CodeSink, inout Int) -> Void) -> ([UInt8], pending: Int) {
            let room = DeflateBlock.maximumSize(of: width * 4 + 1, gap: 100_000)
            let memory = OwnedMemory<UInt8>(repeating: 0, count: room)
            var writer = BitWriter(at: memory.view)
            writer.put(0b101, bits: seed % 8)
            var sink = block.sink(writer, DeflateKernels(kernels.loops))
            var pending = Int(seed) * 97 % 100_000
            body(&sink, &pending)
            writer = sink.writer
            writer.finish()
            return (Array(memory.array[..<(writer.count(from: memory.view))]), pending)
        }
        for y in 0..<3 {
            let plain = written { FlatRowCoder.encode(y, of: ring, lookup: nil, pending: &$1, to: &$0) }
            let fast = written { FlatRowCoder.write(y, of: ring, pending: &$1, to: &$0) }
            let isSame = plain == fast
            #expect(isSame, "\(plain.0.count) and \(fast.0.count) bytes, \(plain.pending) and \(fast.pending) left")
        }
    }
}
