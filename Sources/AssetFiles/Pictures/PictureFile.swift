internal import EffectModel

/// An image's bytes in one of the supported formats.
struct PictureFile {
    enum Format: String, CaseIterable {
        case png = "image/png"
        case jpeg = "image/jpeg"

        /// Format name, "PNG" or "JPEG".
        var name: String { self == .png ? "PNG" : "JPEG" }

        /// Detects the format by the first bytes, since names and declared types may be wrong; returns `nil` for other
        /// formats.
        init?(signatureOf bytes: [UInt8]) {
            if bytes.starts(with: PNGFile.signature) {
                self = .png
            } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
                self = .jpeg
            } else {
                return nil
            }
        }
    }

    /// Maximum width and height in pixels, more than any image for particles has.
    static let maximumSide = 16_384

    let bytes: [UInt8]
    let format: Format

    /// Creates a file from its bytes, of which only the signature is checked.
    init(_ bytes: [UInt8]) throws(AssetFault) {
        guard let format = Format(signatureOf: bytes) else {
            throw .unusable(found: "bytes that are neither PNG nor JPEG", allowed: "a PNG or JPEG image")
        }
        self.bytes = bytes
        self.format = format
    }

    /// Decodes the image.
    ///
    /// - Parameter maximumPixels: Limit checked against the header, before memory of the image's size is allocated.
    func decoded(maximumPixels: Int) throws(AssetFault) -> Picture {
        switch format {
        case .png: try PNGFile(bytes).decoded(maximumPixels: maximumPixels)
        case .jpeg: try JPEGFile(bytes).decoded(maximumPixels: maximumPixels)
        }
    }

    /// Checks the width and height in a header.
    static func check(width: Int, height: Int, maximumPixels: Int) throws(AssetFault) {
        guard width > 0, height > 0 else {
            throw .unusable(found: "an image of \(width) × \(height) pixels", allowed: "at least 1 × 1")
        }
        guard width <= maximumSide, height <= maximumSide else {
            throw .tooLarge(
                found: "an image of \(width) × \(height) pixels",
                allowed: "at most \(maximumSide) pixels per side"
            )
        }
        // The product of two sides within the limit can't overflow.
        guard width * height <= maximumPixels else {
            throw .tooLarge(
                found: "an image of \(width) × \(height) pixels",
                allowed: "at most \(max(0, maximumPixels)) pixels, the rest of the limit for all images of a spec"
            )
        }
    }
}
