internal import EffectModel

/// Markers of a JPEG file, read before the decoder sees the file.
///
/// - Source: ITU-T T.81, annex B; Exif 2.32 §4.5 and TIFF 6.0 for the orientation; Adobe technical note 5116 for APP14.
struct JPEGHeader {
    private(set) var width = 0
    private(set) var height = 0
    /// EXIF orientation, 1...8; 1 is upright.
    private(set) var orientation = 1
    /// Whether inks are stored inverted, as declared by Adobe's marker.
    private(set) var isInverted = false

    /// Maximum number of scans. Each may visit the whole image again for a few bytes of file; encoders write about ten.
    static let maximumScans = 64

    init(_ bytes: [UInt8]) throws(AssetFault) {
        func short(_ index: Int) -> Int { Int(bytes[index]) << 8 | Int(bytes[index + 1]) }
        var index = 2
        var frames = 0
        var scans = 0
        while true {
            guard let marker = Self.marker(in: bytes, &index) else { throw JPEGFile.damaged("the file is truncated") }
            if marker == 0xD9 { break }
            if marker == 0x01 || 0xD0...0xD7 ~= marker { continue }
            guard index + 2 <= bytes.count, short(index) >= 2, index + short(index) <= bytes.count else {
                throw JPEGFile.damaged("the file is truncated")
            }
            let segment = bytes[index + 2..<index + short(index)]
            index = segment.endIndex
            switch marker {
            case 0xC0...0xCF where marker != 0xC4 && marker != 0xC8 && marker != 0xCC:
                frames += 1
                guard frames == 1, segment.count >= 5 else { throw JPEGFile.damaged("the number of frames is not 1") }
                height = short(segment.startIndex + 1)
                width = short(segment.startIndex + 3)
            case 0xE1 where segment.starts(with: Array("Exif\0\0".utf8)):
                orientation = Self.orientation(inTIFF: segment.dropFirst(6)) ?? orientation
            case 0xEE where segment.starts(with: Array("Adobe".utf8)):
                isInverted = true
            case 0xDA:
                scans += 1
                guard scans <= Self.maximumScans else {
                    throw .tooLarge(
                        found: "a JPEG of more than \(Self.maximumScans) scans",
                        allowed: "at most \(Self.maximumScans) scans"
                    )
                }
            default: continue
            }
        }
        guard frames == 1 else { throw JPEGFile.damaged("the number of frames is not 1") }
    }

    /// Next marker outside of entropy-coded data, in which 0xFF is followed by 0 or a restart number.
    private static func marker(in bytes: [UInt8], _ index: inout Int) -> UInt8? {
        while index + 1 < bytes.count {
            guard bytes[index] == 0xFF else {
                index += 1
                continue
            }
            let next = bytes[index + 1]
            // 0xFF before 0xFF is a fill byte.
            index += next == 0xFF ? 1 : 2
            if next != 0xFF, next != 0, !(0xD0...0xD7 ~= next) { return next }
        }
        return nil
    }

    /// Orientation from tag 0x0112 of the first directory; `nil` if it is missing or invalid.
    private static func orientation(inTIFF tiff: ArraySlice<UInt8>) -> Int? {
        let start = tiff.startIndex
        let isLittle = tiff.starts(with: [0x49, 0x49, 42, 0])
        guard isLittle || tiff.starts(with: [0x4D, 0x4D, 0, 42]) else { return nil }
        func number(_ offset: Int, _ count: Int) -> Int? {
            guard offset >= 0, offset <= tiff.count - count else { return nil }
            let bytes = tiff[start + offset..<start + offset + count]
            return (isLittle ? bytes.reversed() : Array(bytes)).reduce(0) { $0 << 8 | Int($1) }
        }
        guard let directory = number(4, 4), let count = number(directory, 2) else { return nil }
        for entry in 0..<count {
            let place = directory + 2 + entry * 12
            guard let tag = number(place, 2) else { return nil }
            guard tag == 0x0112 else { continue }
            guard number(place + 2, 2) == 3, let value = number(place + 8, 2), 1...8 ~= value else { return nil }
            return value
        }
        return nil
    }
}
