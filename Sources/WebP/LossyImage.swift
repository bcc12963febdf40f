internal import CWebP

/// A lossy image, made by libwebp.
public struct LossyImage: Sendable {
    /// Chunks of the image: `ALPH` and `VP8 `.
    let chunks: ArraySlice<UInt8>
    private let width: Int
    private let height: Int

    /// Compression effort.
    public enum Effort: Sendable, CaseIterable {
        case fast, balanced, small
    }

    /// - Parameters:
    ///   - pixels: Pixels, `width × height`, straight RGBA, R in the lowest byte.
    ///   - width: Width in pixels, 1...16,383.
    ///   - height: Height in pixels, 1...16,383.
    ///   - quality: Quality, 1...100, higher is better. Alpha has a higher quality than color, because edges dominate
    ///     the look of small particles.
    ///   - isStopped: Polled now and then; `true` ends the call with ``WebPError/stopped``.
    /// - Throws: ``WebPError``.
    public init(
        pixels: [UInt32],
        width: Int,
        height: Int,
        quality: Int,
        effort: Effort,
        unless isStopped: () -> Bool = { false }
    ) throws(WebPError) {
        guard (1...16_383).contains(width), (1...16_383).contains(height) else {
            throw .size(width: width, height: height)
        }
        guard pixels.count == width * height else {
            throw .wrongPixelCount(found: pixels.count, expected: width * height)
        }
        (self.width, self.height) = (width, height)
        chunks = try Self.chunks(
            pixels,
            width: width,
            height: height,
            quality: quality,
            effort: effort,
            unless: isStopped
        )
    }

    /// Returns the image as a frame.
    ///
    /// - Parameters:
    ///   - x: Left edge in pixels; even.
    ///   - y: Top edge in pixels; even.
    ///   - milliseconds: Duration, 0...16,777,215.
    ///   - isCleared: Whether the frame's box becomes transparent afterwards.
    public func frame(x: Int, y: Int, milliseconds: Int, isCleared: Bool) -> WebPFrame {
        let place = WebPFrame.Place(
            x: x,
            y: y,
            width: width,
            height: height,
            milliseconds: milliseconds,
            isCleared: isCleared
        )
        return WebPFrame(chunks: chunks, at: place)
    }

    /// Stop condition for libwebp's callback, which has only a pointer.
    private struct Question {
        let isStopped: () -> Bool
    }

    /// Returns the chunks of the image itself.
    private static func chunks(
        _ pixels: [UInt32],
        width: Int,
        height: Int,
        quality: Int,
        effort: Effort,
        unless isStopped: () -> Bool
    ) throws(WebPError) -> ArraySlice<UInt8> {
        var configuration = WebPConfig()
        var picture = WebPPicture()
        guard WebPConfigInit(&configuration) != 0, WebPPictureInit(&picture) != 0 else { throw .encoder(code: 0) }
        configuration.set(quality, effort)
        (picture.width, picture.height) = (Int32(width), Int32(height))
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
    fileprivate mutating func set(_ quality: Int, _ effort: LossyImage.Effort) {
        self.quality = Float(quality)
        alpha_quality = Int32(min(100, quality + 15))
        method = effort == .fast ? 0 : effort == .balanced ? 2 : 4
    }
}
