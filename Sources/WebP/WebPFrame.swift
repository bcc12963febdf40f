internal import CWebP

/// A frame of an animated WebP. Frames are independent: each replaces the content of its box, and may be cleared
/// afterwards.
///
/// libwebp encodes the image; the RIFF chunk around it is written here.
///
/// - Source: RFC 9649, WebP Image Format, §2.7.1.1 (`ANMF`).
public struct WebPFrame: Sendable {
    /// Bytes of the `ANMF` chunk.
    public let bytes: [UInt8]

    /// Encoding quality.
    public enum Quality: Sendable, Equatable {
        case lossless
        /// Lossy quality, 1...100, higher is better. Alpha has a higher quality than color, because edges dominate the
        /// look of small particles.
        case lossy(Int)
    }

    /// Compression effort.
    public enum Effort: Sendable, CaseIterable {
        case fast, balanced, small
    }

    /// - Parameters:
    ///   - pixels: Pixels of the box, `width × height`, straight RGBA, R in the lowest byte.
    ///   - x: Left edge of the box in pixels; even.
    ///   - y: Top edge of the box in pixels; even.
    ///   - milliseconds: Duration of the frame, 0...16,777,215.
    ///   - isCleared: Whether the box becomes transparent afterwards.
    ///   - isStopped: Polled now and then; `true` ends the call with ``WebPError/stopped``.
    /// - Throws: ``WebPError``.
    public init(
        pixels: [UInt32],
        width: Int,
        height: Int,
        x: Int,
        y: Int,
        milliseconds: Int,
        isCleared: Bool,
        quality: Quality,
        effort: Effort,
        unless isStopped: () -> Bool = { false }
    ) throws(WebPError) {
        guard (1...16_383).contains(width), (1...16_383).contains(height) else {
            throw .size(width: width, height: height)
        }
        guard pixels.count == width * height else {
            throw .wrongPixelCount(found: pixels.count, expected: width * height)
        }
        let image = try Self.image(pixels, width, height, quality, effort, unless: isStopped)
        var data: [UInt8] = []
        data.reserveCapacity(image.count + 32)
        data.append(three: x / 2)
        data.append(three: y / 2)
        data.append(three: width - 1)
        data.append(three: height - 1)
        data.append(three: max(0, min(milliseconds, 0xFF_FFFF)))
        // Flags: not blended, and cleared afterwards if requested.
        data.append(0b10 | (isCleared ? 1 : 0))
        data += image
        bytes = RIFF.chunk("ANMF", data)
    }

    /// Stop condition for libwebp's callback, which has only a pointer.
    private struct Question {
        let isStopped: () -> Bool
    }

    /// Returns the chunks of the image itself: `ALPH` and `VP8 `, or `VP8L`.
    private static func image(
        _ pixels: [UInt32],
        _ width: Int,
        _ height: Int,
        _ quality: Quality,
        _ effort: Effort,
        unless isStopped: () -> Bool
    ) throws(WebPError) -> ArraySlice<UInt8> {
        var configuration = WebPConfig()
        var picture = WebPPicture()
        guard WebPConfigInit(&configuration) != 0, WebPPictureInit(&picture) != 0 else { throw .encoder(code: 0) }
        configuration.set(quality, effort)
        (picture.width, picture.height) = (Int32(width), Int32(height))
        picture.use_argb = quality == .lossless ? 1 : 0
        var writer = WebPMemoryWriter()
        WebPMemoryWriterInit(&writer)
        defer {
            WebPMemoryWriterClear(&writer)
            WebPPictureFree(&picture)
        }
        let isImported = pixels.withUnsafeBytes { bytes in
            WebPPictureImportRGBA(
                &picture,
                bytes.bindMemory(to: UInt8.self).baseAddress,
                Int32(width * 4)
            ) != 0
        }
        picture.writer = WebPMemoryWrite
        picture.progress_hook = { _, picture in
            guard let question = picture?.pointee.user_data?.assumingMemoryBound(to: Question.self) else { return 1 }
            return question.pointee.isStopped() ? 0 : 1
        }
        let isEncoded =
            isImported
            && withoutActuallyEscaping(isStopped) { isStopped in
                var question = Question(isStopped: isStopped)
                return withUnsafeMutablePointer(to: &question) { question in
                    withUnsafeMutablePointer(to: &writer) { writer in
                        picture.custom_ptr = UnsafeMutableRawPointer(writer)
                        picture.user_data = UnsafeMutableRawPointer(question)
                        return WebPEncode(&configuration, &picture) != 0
                    }
                }
            }
        if picture.error_code == VP8_ENC_ERROR_USER_ABORT { throw .stopped }
        guard isEncoded, let memory = writer.mem else { throw .encoder(code: picture.error_code.rawValue) }
        let file = [UInt8](UnsafeBufferPointer(start: memory, count: writer.size))
        // The encoder writes a whole file: "RIFF", its length, "WEBP", and `VP8X` if there is alpha.
        var chunks = file.dropFirst(12)
        if chunks.starts(with: Array("VP8X".utf8)) { chunks = chunks.dropFirst(18) }
        guard !chunks.isEmpty else { throw .encoder(code: 0) }
        return chunks
    }
}

extension WebPConfig {
    fileprivate mutating func set(_ quality: WebPFrame.Quality, _ effort: WebPFrame.Effort) {
        switch quality {
        case .lossless:
            // Levels are 0...9; transparent pixels need no color.
            WebPConfigLosslessPreset(&self, effort == .fast ? 1 : effort == .balanced ? 3 : 6)
        case .lossy(let quality):
            self.quality = Float(quality)
            alpha_quality = Int32(min(100, quality + 15))
            method = effort == .fast ? 0 : effort == .balanced ? 2 : 4
        }
    }
}
