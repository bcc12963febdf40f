internal import APNG

/// A few lines of text on a panel of their own, legible on light and dark pages. Drawn with nothing but a table of
/// glyphs, since error images have to work when everything else has failed. The panel is as high as the text; the image
/// below the panel is transparent, and costs nothing.
///
/// Drawn on a connection's queue for any client, so the panel is limited to ``largestPanel`` pixels, however large the
/// image is.
struct ErrorPicture {
    /// Upper bound of the panel's pixels.
    static let largestPanel = 1 << 17

    private let width: Int
    private let height: Int
    /// Upper bound of the panel's rows.
    private let room: Int
    private let scale: Int
    private let lines: [(text: [UInt8], color: UInt8)]

    // R, G, B, A from the lowest byte up.
    private static let palette = Palette([0xFFF4_F4FF, 0xFF2A_2AC4, 0xFF1E_1EA8, 0xFF20_1820])
    private static let panel = entry(0xFFF4_F4FF)
    private static let frame = entry(0xFF2A_2AC4)
    private static let titleColor = entry(0xFF1E_1EA8)
    private static let detailColor = entry(0xFF20_1820)

    private static func entry(_ color: UInt32) -> UInt8 { UInt8(palette.colors.firstIndex(of: color) ?? 0) }

    private static let largestScale = 4

    /// - Parameters:
    ///   - width: Width of the image in pixels, at least 1.
    ///   - height: Height of the image in pixels, at least 1.
    init(_ title: String, _ detail: String, width: Int, height: Int) {
        (self.width, self.height) = (max(1, width), max(1, height))
        room = max(1, min(self.height, Self.largestPanel / self.width))
        let (title, detail) = (Self.ascii(title), Self.ascii(detail))
        var scale = Self.largestScale
        var lines: [(text: [UInt8], color: UInt8)] = []
        // The largest scale that fits.
        while true {
            let columns = max(1, (self.width - 2 * Self.margin(scale) + scale) / (ErrorGlyphs.advance * scale))
            let rows = max(1, (room - 2 * Self.margin(scale)) / (ErrorGlyphs.lineHeight * scale))
            let head = Self.wrapped(title, columns, atMost: rows + 1).map { (text: $0, color: Self.titleColor) }
            let body = Self.wrapped(detail, columns, atMost: rows + 1).map { (text: $0, color: Self.detailColor) }
            lines = head + body
            // Broken words are hard to read.
            let isWhole = (title + [Self.space] + detail).split(separator: Self.space).prefix(64)
                .allSatisfy { $0.count <= columns }
            if lines.count <= rows && (isWhole || scale == 1) { break }
            if scale == 1 {
                lines = Array(lines.prefix(rows))
                if let last = lines.last {
                    lines[lines.count - 1].text = Array(last.text.prefix(max(0, columns - 3))) + Array("...".utf8)
                }
                break
            }
            scale -= 1
        }
        (self.scale, self.lines) = (scale, lines)
    }

    /// The PNG file.
    var bytes: [UInt8] {
        get throws {
            let text = (lines.count * ErrorGlyphs.lineHeight) * scale
            let bottom = max(1, min(room, text + 2 * Self.margin(scale)))
            var pixels = [UInt8](repeating: Self.panel, count: width * bottom)
            for x in 0..<width {
                pixels[x] = Self.frame
                pixels[(bottom - 1) * width + x] = Self.frame
            }
            for y in 0..<bottom {
                pixels[y * width] = Self.frame
                pixels[y * width + width - 1] = Self.frame
            }
            for (row, line) in lines.enumerated() {
                for (column, byte) in line.text.enumerated() {
                    draw(byte, column: column, row: row, line.color, into: &pixels)
                }
            }
            return try StillPNG(entries: pixels, of: Self.palette, width: width, height: height).bytes
        }
    }

    private func draw(_ byte: UInt8, column: Int, row: Int, _ color: UInt8, into pixels: inout [UInt8]) {
        let glyph = ErrorGlyphs.rows(of: byte)
        let left = Self.margin(scale) + column * ErrorGlyphs.advance * scale
        let bottom = pixels.count / width
        let top = Self.margin(scale) + row * ErrorGlyphs.lineHeight * scale
        var bit: UInt64 = 1 << (ErrorGlyphs.width * ErrorGlyphs.height)
        for down in 0..<ErrorGlyphs.height {
            for across in 0..<ErrorGlyphs.width {
                bit >>= 1
                guard glyph & bit != 0 else { continue }
                // The image may be smaller than one letter.
                let (x, y) = (left + across * scale, top + down * scale)
                guard x + scale <= width, y + scale <= bottom else { continue }
                for start in stride(from: y * width + x, to: (y + scale) * width + x, by: width) {
                    for index in start..<start + scale { pixels[index] = color }
                }
            }
        }
    }

    private static func margin(_ scale: Int) -> Int { 3 + 3 * scale }

    private static let space = UInt8(ascii: " ")

    /// The text's bytes, with white space as spaces and a question mark for every character without a glyph.
    private static func ascii(_ text: String) -> [UInt8] {
        text.unicodeScalars.prefix(2048).map { scalar in
            switch scalar.value {
            case 0x20...0x7E: UInt8(scalar.value)
            case 0x09, 0x0A, 0x0D: space
            default: UInt8(ascii: "?")
            }
        }
    }

    /// Wraps text into lines of at most `columns` characters, at spaces where possible.
    private static func wrapped(_ text: [UInt8], _ columns: Int, atMost most: Int) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        var line: [UInt8] = []
        for word in text.split(separator: space) {
            if lines.count >= most { break }
            if !line.isEmpty, line.count + 1 + word.count > columns {
                lines.append(line)
                line = []
            }
            if !line.isEmpty { line.append(space) }
            line += word
            while line.count > columns, lines.count < most {
                lines.append(Array(line.prefix(columns)))
                line = Array(line.dropFirst(columns))
            }
        }
        if !line.isEmpty { lines.append(line) }
        return lines
    }
}
