@testable import APNG
import Deflate
import Memory
import TestSupport
import Testing

/// Indexed files, which our reader, libpng, ffmpeg and Pillow decode to the same colors.
struct IndexedTests {
    private static let sizes = [(1, 1), (1, 300), (300, 1), (7, 5), (65, 33), (1025, 3), (33_000, 2)]

    /// Premultiplied pieces in `colors` colors: runs, gaps and edges.
    private static func pieces(_ count: Int, colors: Int, seed: UInt64) -> [UInt32] {
        let choice = EncodingTests.noise(colors * 2, seed: seed, density: 100).filter { $0 >> 24 > 0 }.prefix(colors)
        let noise = EncodingTests.noise(count, seed: seed + 7, density: 100)
        var (pixel, rest) = (UInt32(0), 0)
        return noise.map { random in
            if rest == 0 {
                rest = Int(random >> 24) % 23 + 1
                let number = Int(random >> 4 & 0xFFFF) % (choice.count + 1)
                pixel = number < choice.count ? choice[choice.startIndex + number] : 0
            }
            rest -= 1
            return pixel
        }
    }

    private static func count(_ pictures: [[UInt32]], width: Int, height: Int) -> ColorHistogram {
        pictures.reduce(into: ColorHistogram()) { count, pixels in
            count.add(
                ColorHistogram(
                    FrameEncoder.Picture(pixels: pixels, width: width, height: height, box: nil, blocks: nil)
                )
            )
        }
    }

    private static func file(
        _ pictures: [[UInt32]],
        width: Int,
        height: Int,
        effort: Effort = .balanced,
        _ palette: Palette
    ) throws -> [UInt8] {
        let encoder = FrameEncoder(effort: effort, palette: palette)
        let count = pictures.count
        var bytes = try APNGHeader(width: width, height: height, frameCount: count, plays: 0, palette: palette).bytes
        for (number, pixels) in pictures.enumerated() {
            let picture = EncodingTests.touched(pixels, width: width)
            bytes += try encoder.encode(picture, number: number, delay: Delay(framesPerSecond: 30))
        }
        return try bytes + APNGHeader.end()
    }

    /// Room for all bytes of an image was reserved at once: of 16 million, 80 MB.
    @Test(arguments: [Effort.fast, .balanced])
    func `an image of more than a million pixels is coded in pieces`(_ effort: Effort) throws {
        let (width, height) = (1500, 1500)
        // No gaps, so that all rows are one part.
        let pixels = Self.pieces(width * height, colors: 16, seed: 3).map { $0 == 0 ? 0xFF00_00FF : $0 }
        let palette = try #require(Palette(exactly: Self.count([pixels], width: width, height: height)))
        let bytes = try Self.file([pixels], width: width, height: height, effort: effort, palette)
        let file = try StillPNG(
            [FrameEncoder.Picture(pixels: pixels, width: width, height: height, box: nil, blocks: nil)],
            effort: effort,
            colors: .lossless
        ).bytes
        let still = try StillReader(file)
        let isSame = still.isIndexed && still.rgba == EncodingTests.straight(pixels)
        #expect(isSame)
        let isFrame = try APNGReader(bytes).composed() == [EncodingTests.straight(pixels)]
        #expect(isFrame)
    }

    @Test(arguments: [1, 3, 4, 15, 16, 200, 255], sizes)
    func `images of few colors round-trip exactly`(_ colors: Int, _ size: (Int, Int)) throws {
        let (width, height) = size
        let pieces = Self.pieces(width * height, colors: colors, seed: UInt64(colors))
        let one = [pieces, [UInt32](repeating: 0, count: width * height), pieces.reversed()]
        let palette = try #require(Palette(exactly: Self.count(one, width: width, height: height)))
        #expect(palette.colors[0] == 0 && palette.colors.count <= colors + 1)
        for effort in Effort.allCases {
            let bytes = try Self.file(one, width: width, height: height, effort: effort, palette)
            let reader = try APNGReader(bytes)
            #expect(reader.palette?.count == palette.colors.count && reader.depth == 8)
            #expect(reader.palette?.first == [0, 0, 0, 0])
            // Compared as `Bool`, so that a failure does not print the pixels.
            let isSame = reader.composed() == one.map(EncodingTests.straight)
            #expect(isSame, "\(effort)")
            let decoded = try #require(LibPNG.decode(bytes))
            let isFirst = decoded.rgba.canonical == EncodingTests.straight(one[0])
            #expect(isFirst, "\(effort)")
            // A palette alone allows as few bits per pixel as its size permits.
            let picture = FrameEncoder.Picture(
                pixels: pieces,
                width: width,
                height: height,
                box: nil,
                blocks: EncodingTests.blocks(of: pieces, width)
            )
            let still = try StillReader(StillPNG([picture], effort: effort, colors: .atMost(256)).bytes)
            let isStill = still.isIndexed && still.rgba == EncodingTests.straight(pieces)
            #expect(isStill, "\(effort)")
        }
    }

    @Test func `colors that look the same share an entry, and transparent colors share the transparent entry`() {
        let straight: [UInt32] = [0x0203_0201, 0x0220_2020, 0x0012_3456, 0xFF00_0001, 0xFF00_0002]
        let picture = FrameEncoder.Picture(
            pixels: straight,
            width: 5,
            height: 1,
            box: nil,
            blocks: nil,
            isStraight: true
        )
        #expect(Palette(exactly: ColorHistogram(picture))?.colors == [0, 0x0200_0000, 0xFF00_0001, 0xFF00_0002])
        #expect(Palette(exactly: ColorHistogram(picture), most: 4) != nil)
        #expect(Palette(exactly: ColorHistogram(picture), most: 3) == nil)
    }

    @Test(arguments: [(1, 1), (2, 1), (3, 2), (4, 2), (5, 4), (16, 4), (17, 8), (256, 8)])
    func `the bit depth is the smallest that fits the palette`(_ colors: Int, _ depth: Int) {
        #expect(Palette((1..<UInt32(colors)).map { $0 | 0xFF00_0000 } + [0]).depth == depth)
    }

    @Test func `the tRNS chunk ends at the last translucent entry`() throws {
        let palette = Palette([0xFF00_00FF, 0x80FF_0000, 0xFFFF_FFFF])
        #expect(palette.colors == [0, 0x80FF_0000, 0xFF00_00FF, 0xFFFF_FFFF])
        let bytes = try palette.chunks()
        // Length, type and CRC of both chunks, four colors, two alphas.
        #expect(bytes.count == 12 + 12 + 12 + 2 && Array(bytes[24 + 8..<24 + 10]) == [0, 0x80])
    }

    /// Ramps of five colors against transparency, like antialiased edges.
    private static let bodies: [UInt32] = [0x0033_66FF, 0x00FF_5C7A, 0x0029_C5FF, 0x0080_FF55, 0x00A0_50FF]
    private static let ramps: [UInt32] = bodies.flatMap { color in
        (UInt32(0)...255).flatMap { alpha in
            [UInt32](repeating: StraightAlpha.premultiplied(color, by: alpha), count: alpha == 255 ? 2000 : 3)
        }
    }

    @Test(arguments: [(256, 5), (64, 18), (16, 90), (2, 255)])
    func `many colors are reduced to the limit with bounded error`(_ most: Int, _ bound: Int) {
        let count = Self.count([Self.ramps], width: Self.ramps.count, height: 1)
        let palette = Palette(count, most: most)
        #expect(palette.colors.count <= most && palette.colors[0] == 0)
        let (lookup, shown) = (PaletteLookup(palette), palette.shown)
        var worst = 0
        for pixel in Self.ramps {
            let entry = lookup.mix(of: pixel).row(0).entry(at: 0)
            worst = max(worst, Self.error(pixel, shown[Int(entry)]))
            // No holes; solid bodies keep their exact color if the palette has 16 entries or more.
            #expect(pixel >> 24 < 128 || entry > 0)
            #expect(pixel >> 24 < 255 || most < 16 || shown[Int(entry)] == pixel)
        }
        #expect(worst <= bound)
    }

    /// The largest channel difference over a black and a white background.
    private static func error(_ a: UInt32, _ b: UInt32) -> Int {
        let alpha = Int(a >> 24) - Int(b >> 24)
        return [0, 8, 16].reduce(0) { worst, shift in
            let difference = Int(a >> shift & 0xFF) - Int(b >> shift & 0xFF)
            return max(worst, abs(difference), abs(difference - alpha))
        }
    }

    @Test(arguments: UInt64(0)..<20)
    func `the lookup finds a nearest color`(_ seed: UInt64) {
        let colors = EncodingTests.noise(Int(seed) * 13 + 1, seed: seed, density: 100).filter { $0 != 0 }
        let points = ([0] + colors).map(ColorPoint.init(premultiplied:))
        let nearest = NearestColor(points)
        for color in EncodingTests.noise(500, seed: seed + 99, density: 100) {
            let point = ColorPoint(premultiplied: color)
            func distance(_ index: Int) -> Float {
                let offset = points[index].place - point.place
                return (offset * offset * SIMD4(1, 1, 1, 3)).sum()
            }
            let opaque = points.indices.filter { points[$0].place.w == 255 }
            let all = points.indices.filter { $0 > 0 || color >> 24 < 128 || points.count == 1 }
            let allowed = color >> 24 == 255 && !opaque.isEmpty ? opaque : all
            #expect(distance(nearest.find(point)) == allowed.map(distance).min())
        }
    }

    @Test func `too many distinct colors are merged deterministically`() {
        let noise = EncodingTests.noise(60_000, seed: 3, density: 100)
        let counts = (0..<2).map { _ in Self.count([noise, Array(noise.reversed())], width: 300, height: 200) }
        #expect(counts[0].exceeds(ColorHistogram.room))
        #expect(counts[0].buckets.count <= ColorHistogram.room)
        #expect(counts[0].buckets.reduce(0) { $0 + $1.count } == 2 * noise.count { $0 != 0 })
        #expect(Palette(counts[0]) == Palette(counts[1]))
        #expect(Palette(counts[0]).colors.count > 200)
    }

    @Test(arguments: [16, 64, 256]) func `a sky behind many sparks has even steps`(_ most: Int) {
        let (width, height) = (256, 240)
        func sky(_ y: Int) -> UInt32 {
            0xFF00_0000 | UInt32(28 + y / 5) << 16 | UInt32(8 + y / 9) << 8 | UInt32(7 + y / 6)
        }
        let sparks = EncodingTests.noise(width * height, seed: 5, density: 30)
        let pixels = (0..<width * height).map { index in
            // Sparks in the left half leave the sky its runs in the right one.
            index % width < width / 2 && sparks[index] != 0 ? sparks[index] | 0xFF00_0000 : sky(index / width)
        }
        let palette = Palette(Self.count([pixels], width: width, height: height), most: most)
        #expect(palette.colors.count <= most)
        let shown = (0..<height).map { y in
            palette.colors.filter { $0 >> 24 == 255 }.min { a, b in
                Self.distance(a, sky(y)) < Self.distance(b, sky(y))
            }
        }
        var (longest, run) = (0, 0)
        for y in shown.indices {
            run = y > 0 && shown[y] == shown[y - 1] ? run + 1 : 1
            longest = max(longest, run)
        }
        #expect(longest <= 2 * height / min(32, most / 4), "\(longest) rows")
    }

    /// A sky of 50 grays in the right half, and sparks of all colors in the left one.
    private static func skyBesideSparks(width: Int, height: Int, steps: Int = 1) -> [UInt32] {
        let sparks = EncodingTests.noise(width * height, seed: 5, density: 30)
        return (0..<width * height).map { index in
            if index % width < width / 2, sparks[index] != 0 { return sparks[index] | 0xFF00_0000 }
            return 0xFF00_0000 | UInt32(20 + index / width / 4 * steps) * 0x01_0101
        }
    }

    @Test func `a sky of few entries is dithered`() {
        let (width, height) = (256, 200)
        let pixels = Self.skyBesideSparks(width: width, height: height)
        let palette = Palette(Self.count([pixels], width: width, height: height), most: 32)
        let (lookup, shown) = (PaletteLookup(palette), palette.shown)
        func entries(_ y: Int) -> [Int] {
            let row = lookup.mix(of: pixels[y * width + width - 1]).row(y)
            return [row.even, row.odd].map { Int(shown[Int($0)] & 0xFF) }
        }
        var mixed = 0
        // Entries are means of several colors: the first and the last ones lie outside of them.
        for y in stride(from: 16, to: height - 16, by: 4) {
            let four = entries(y) + entries(y + 1)
            let mean = Double(four.reduce(0, +)) / 4
            #expect(abs(mean - Double(20 + y / 4)) <= 1.5, "row \(y): \(mean)")
            #expect(entries(y) == entries(y + 2))
            if let low = four.min(), let high = four.max(), low < high {
                mixed += 1
                #expect(high - low <= 12)
            }
        }
        #expect(mixed >= 16, "\(mixed) of 42 colors")
    }

    /// Entries too close to show bands, and entries so far apart that a pattern would be seen.
    @Test(arguments: [(128, 1), (16, 4)]) func `a sky is not dithered`(_ most: Int, _ steps: Int) {
        let (width, height) = (256, 200)
        let pixels = Self.skyBesideSparks(width: width, height: height, steps: steps)
        let palette = Palette(Self.count([pixels], width: width, height: height), most: most)
        let lookup = PaletteLookup(palette)
        for y in 0..<height {
            let row = lookup.mix(of: pixels[y * width + width - 1]).row(y)
            #expect(row.even == row.odd)
        }
    }

    /// A frame's part of a sky, whatever its box, shows what the whole image shows there.
    @Test(arguments: [(1, 0), (0, 1), (3, 5)]) func `a dither stays where it is`(_ left: Int, _ top: Int) {
        let (width, height) = (256, 160)
        let pixels = Self.skyBesideSparks(width: width, height: height)
        let palette = Palette(Self.count([pixels], width: width, height: height), most: 32)
        func entries(x: Range<Int>, y: Range<Int>) -> [[UInt8]] {
            let picture = FrameEncoder.Picture(pixels: pixels, width: width, height: height, box: (x, y), blocks: nil)
            var part = FrameEncoder.Part(whole: picture)
            part.box = (x, y)
            let frame = IndexedFrame(palette, depth: 8)
            picture.withSource(part) { frame.load($0) }
            return (0..<y.count).map { row in
                (0..<x.count).map { frame.rows.bytes[row * frame.stride + 1 + $0] }
            }
        }
        func colors(x: Range<Int>, y: Range<Int>) -> [[UInt32]] {
            let frame = StraightFrame(palette)
            frame.load(
                FrameEncoder.Picture(pixels: pixels, width: width, height: height, box: nil, blocks: nil),
                x: x,
                y: y
            )
            return (0..<y.count).map { row in (0..<x.count).map { frame.pixels[row * x.count + $0] } }
        }
        let whole = entries(x: 0..<width, y: 0..<height)
        let sky = whole.flatMap { row in zip(row[(width / 2)...], row[(width / 2 + 1)...]).map { $0 != $1 } }
        #expect(sky.contains(true), "no dither")
        for (y, row) in entries(x: left..<width, y: top..<height).enumerated() {
            #expect(row == Array(whole[top + y][left...]))
        }
        // A lossless WebP has the same pixels.
        let straight = palette.colors.map { $0 & 0xFF00_FF00 | ($0 & 0xFF) << 16 | $0 >> 16 & 0xFF }
        for (y, row) in colors(x: left..<width, y: top..<height).enumerated() {
            #expect(row == whole[top + y][left...].map { straight[Int($0)] })
        }
    }

    private static func distance(_ a: UInt32, _ b: UInt32) -> Int {
        [0, 8, 16].reduce(0) { sum, shift in
            let step = Int(a >> shift & 0xFF) - Int(b >> shift & 0xFF)
            return sum + step * step
        }
    }

    /// A shared encoder must not leak state of one image into the next.
    @Test(arguments: Effort.allCases)
    func `an encoder keeps no state between images`(_ effort: Effort) throws {
        for colors in [1, 12, 200] {
            let all = Self.pieces(3000, colors: colors, seed: 5)
            let palette = Palette(Self.count([all], width: 3000, height: 1))
            let encoder = FrameEncoder(effort: effort, palette: palette)
            for seed in 0..<12 {
                let (width, height) = ([40, 17, 90][seed % 3], 5 + seed)
                let pixels = Array(all[seed * 7..<seed * 7 + width * height])
                let box = (x: seed % 5..<width, y: seed % 3..<height)
                let picture = FrameEncoder.Picture(pixels: pixels, width: width, height: height, box: box, blocks: nil)
                func chunk(_ encoder: FrameEncoder) throws -> [UInt8] {
                    try encoder.encode(picture, number: 3, delay: Delay(framesPerSecond: 30))
                }
                let isSame = try chunk(encoder) == chunk(FrameEncoder(effort: effort, palette: palette))
                #expect(isSame)
            }
        }
    }

    @Test func `a still image is indexed if that is smaller and lossless`() throws {
        func still(_ pixels: [UInt32], _ width: Int, _ colors: StillPNG.Colors) throws -> StillReader {
            let reader = try StillReader(StillPNG([EncodingTests.whole(pixels, width: width)], colors: colors).bytes)
            if case .atMost = colors { return reader }
            let isSame = reader.rgba == EncodingTests.straight(pixels)
            #expect(isSame)
            return reader
        }
        let pieces = Self.pieces(6000, colors: 100, seed: 1)
        #expect(try still(pieces, 60, .lossless).isIndexed)
        #expect(try !still(pieces, 60, .plain).isIndexed)
        #expect(try !still([0xFF00_0001, 0xFF00_0002, 0xFF00_0003], 3, .lossless).isIndexed)
        #expect(try !still(EncodingTests.noise(6000, seed: 2, density: 90), 60, .lossless).isIndexed)
        #expect(try still(EncodingTests.noise(6000, seed: 2, density: 90), 60, .atMost(20)).isIndexed)
        #expect(try still([0, 0], 2, .atMost(2)).isIndexed)
    }

    private static let colors = [3, 14, 200]

    @Test(.enabled(if: ForeignDecoder.has("ffmpeg"), "ffmpeg is not installed"), arguments: colors)
    func `ffmpeg decodes every frame to the same pixels`(_ colors: Int) throws {
        let (pictures, bytes) = try animation(colors)
        let frames = try ForeignDecoder.ffmpegFrames(bytes, width: 61, height: 47)
        let isSame = frames == pictures.map(EncodingTests.straight)
        #expect(isSame)
    }

    @Test(
        .enabled(if: ForeignDecoder.pythonWithPillow != nil, "no Python with a sound Pillow is installed"),
        arguments: colors
    )
    func `Pillow decodes every frame to the same pixels`(_ colors: Int) throws {
        let (pictures, bytes) = try animation(colors)
        let python = try #require(ForeignDecoder.pythonWithPillow)
        let frames = try ForeignDecoder.pillowFrames(bytes, python: python, width: 61, height: 47)
        let isSame = frames == pictures.map(EncodingTests.straight)
        #expect(isSame)
    }

    @Test(.enabled(if: ForeignDecoder.has("pngcheck"), "pngcheck is not installed"), arguments: colors)
    func `pngcheck reports no error`(_ colors: Int) throws {
        let bytes = try animation(colors).bytes
        let result = try ForeignDecoder.withFile(bytes) { try ForeignDecoder.run(["pngcheck", "-v", $0]) }
        #expect(result.status == 0, "\(String(decoding: result.output, as: UTF8.self))")
    }

    private func animation(_ colors: Int) throws -> (pictures: [[UInt32]], bytes: [UInt8]) {
        let whole = Self.pieces(61 * 47, colors: colors, seed: 21)
        let part = whole.enumerated().map { 500..<1500 ~= $0.offset && $0.offset % 61 > 20 ? $0.element : 0 }
        let pictures = [whole, part, [UInt32](repeating: 0, count: 61 * 47), Array(whole.reversed())]
        let palette = try #require(Palette(exactly: Self.count(pictures, width: 61, height: 47)))
        return (pictures, try Self.file(pictures, width: 61, height: 47, palette))
    }
}
