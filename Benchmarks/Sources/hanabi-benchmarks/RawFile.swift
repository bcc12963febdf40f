import APNG
import Foundation

/// Encodes concatenated raw frames of straight RGBA and prints the size and time.
enum RawFile {
    private static let usage = """
        hanabi-benchmarks encode RAW WIDTH HEIGHT FRAMES FPS OUT [fast|balanced|small] [runs] [colors]
        """

    static func encode(_ arguments: [String]) throws {
        guard arguments.count >= 6, let width = Int(arguments[1]), let height = Int(arguments[2]),
            let count = Int(arguments[3]), let fps = Double(arguments[4]), width > 0, height > 0, count > 0,
            let effort = Effort(rawValue: arguments.dropFirst(6).first ?? "balanced")
        else {
            FileHandle.standardError.write(Data((usage + "\n").utf8))
            exit(64)
        }
        let data = try Data(contentsOf: URL(fileURLWithPath: arguments[0]), options: .alwaysMapped)
        guard data.count >= width * height * 4 * count else {
            FileHandle.standardError.write(Data("the file is too short\n".utf8))
            exit(65)
        }
        let runs = arguments.dropFirst(7).first.flatMap { Int($0) } ?? 1
        let colors = arguments.dropFirst(8).first.flatMap { Int($0) }
        // Chunk by chunk, as the service streams them.
        var parts: [[UInt8]] = []
        var times: [(choose: Double, scan: Double, encode: Double)] = []
        for _ in 0..<max(1, runs) {
            var (palette, choosing): (Palette?, Double) = (nil, 0)
            if let colors { (palette, choosing) = chosen(data, colors, width, height, count) }
            let encoder = FrameEncoder(effort: effort, palette: palette)
            let joiner = RepeatedFrames(isIndexed: palette != nil)
            let delay = try Delay(framesPerSecond: fps)
            var time = (choose: choosing, scan: 0.0, encode: 0.0)
            parts = [try APNGHeader(width: width, height: height, frameCount: count, plays: 0, palette: palette).bytes]
            for number in 0..<count {
                let start = processorTime()
                let picture = picture(data, number, width, height)
                let middle = processorTime()
                let frame = try encoder.encode(picture, number: number, delay: delay)
                parts.append(try joiner.take(frame))
                time.scan += middle - start
                time.encode += processorTime() - middle
            }
            parts.append(try joiner.end())
            parts.append(try APNGHeader.end())
            times.append(time)
        }
        let file = parts.reduce(into: Data()) { $0.append(contentsOf: $1) }
        try file.write(to: URL(fileURLWithPath: arguments[5]))
        let medians = [median(times.map(\.choose)), median(times.map(\.scan)), median(times.map(\.encode))]
        let text = medians.map { String(format: "%.1f", $0) }
        print(
            """
            \(effort.rawValue): \(file.count) bytes; choosing colors \(text[0]) ms, finding what is touched \(text[1]) ms, \
            encoding it \(text[2]) ms
            """
        )
    }

    /// Returns a palette chosen from sixteen frames, as for an animation, and the milliseconds the choice took.
    private static func chosen(_ data: Data, _ most: Int, _ width: Int, _ height: Int, _ count: Int) -> (
        Palette, Double
    ) {
        let samples = min(16, count)
        let pictures = (0..<samples).map { picture(data, $0 * (count - 1) / max(1, samples - 1), width, height) }
        let start = processorTime()
        let palette = Palette(pictures.reduce(into: ColorHistogram()) { $0.add(ColorHistogram($1)) }, most: most)
        return (palette, processorTime() - start)
    }

    /// Returns a frame with its bounding box and touched blocks, which a rasterizer would already know.
    private static func picture(_ data: Data, _ number: Int, _ width: Int, _ height: Int) -> FrameEncoder.Picture {
        let size = width * height
        let words = (width + 64 * FrameEncoder.Picture.blockWidth - 1) / (64 * FrameEncoder.Picture.blockWidth)
        var blocks = [UInt64](repeating: 0, count: words * height)
        var (left, right, top, bottom) = (width, 0, height, 0)
        let pixels = data.withUnsafeBytes { raw in
            Array(raw.bindMemory(to: UInt32.self)[number * size..<(number + 1) * size])
        }
        pixels.withUnsafeBufferPointer { pixels in
            for y in 0..<height {
                for low in stride(from: 0, to: width, by: FrameEncoder.Picture.blockWidth) {
                    let high = min(width, low + FrameEncoder.Picture.blockWidth)
                    var any: UInt32 = 0
                    for x in low..<high { any |= pixels[y * width + x] }
                    guard any >> 24 != 0 else { continue }
                    blocks[y * words + low / 1024] |= 1 << UInt64(low / 16 % 64)
                    (left, right) = (min(left, low), max(right, high))
                    (top, bottom) = (min(top, y), y + 1)
                }
            }
        }
        return FrameEncoder.Picture(
            pixels: pixels,
            width: width,
            height: height,
            box: left < right ? (left..<right, top..<bottom) : nil,
            blocks: blocks,
            isStraight: true
        )
    }
}
