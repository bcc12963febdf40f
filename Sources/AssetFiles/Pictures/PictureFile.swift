internal import EffectModel

/// The bytes of a picture in one of the formats that are read here.
struct PictureFile {
    enum Format: String, CaseIterable {
        case png = "image/png"
        case jpeg = "image/jpeg"

        /// "PNG" or "JPEG".
        var name: String { self == .png ? "PNG" : "JPEG" }

        /// What the first bytes say; names and declared types may say anything.
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

    /// More pixels along a side than any picture for particles has.
    static let maximumSide = 16_384

    let bytes: [UInt8]
    let format: Format

    /// Checks the signature only.
    init(_ bytes: [UInt8]) throws(AssetFault) {
        guard let format = Format(signatureOf: bytes) else {
            throw .unusable(found: "bytes that are neither PNG nor JPEG", allowed: "a PNG or JPEG picture")
        }
        self.bytes = bytes
        self.format = format
    }

    /// Decodes the picture.
    ///
    /// - Parameter maximumPixels: Checked from the header, before anything of the picture's size is allocated.
    func decoded(maximumPixels: Int) throws(AssetFault) -> Picture {
        switch format {
        case .png: try PNGFile(bytes).decoded(maximumPixels: maximumPixels)
        case .jpeg: try JPEGFile(bytes).decoded(maximumPixels: maximumPixels)
        }
    }

    /// Checks width and height as a header has them.
    static func check(width: Int, height: Int, maximumPixels: Int) throws(AssetFault) {
        guard width > 0, height > 0 else {
            throw .unusable(found: "a picture of \(width) × \(height) pixels", allowed: "at least 1 × 1")
        }
        guard width <= maximumSide, height <= maximumSide else {
            throw .tooLarge(
                found: "a picture of \(width) × \(height) pixels",
                allowed: "at most \(maximumSide) along a side"
            )
        }
        // The product of two sides that passed can't overflow.
        guard width * height <= maximumPixels else {
            throw .tooLarge(
                found: "a picture of \(width) × \(height) pixels",
                allowed: "\(max(0, maximumPixels)) pixels, which is what is left for the pictures of one spec"
            )
        }
    }
}
