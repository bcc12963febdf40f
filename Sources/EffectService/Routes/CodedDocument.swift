internal import Brotli
internal import Compression

/// A document that is the same for all clients, as it is and compressed, each with an entity tag of its own.
struct CodedDocument: Sendable {
    /// The bytes of one coding.
    struct Representation: Sendable {
        let bytes: [UInt8]
        let tag: EntityTag

        init(_ bytes: [UInt8]) {
            self.bytes = bytes
            tag = EntityTag(of: bytes)
        }
    }

    let plain: Representation
    /// Compressed representations, the smallest first; none where compression saves nothing.
    let packed: [(coding: ContentCoding, representation: Representation)]

    /// Compresses the document.
    ///
    /// - Parameter isKept: Whether it will be sent more than once, and is worth up to 60 ms of Brotli. gzip takes 10 ms for
    ///   each 100 kB.
    init(_ bytes: [UInt8], isKept: Bool = true) {
        plain = Representation(bytes)
        let forms = [
            (ContentCoding.brotli, Brotli.packed(bytes, isBest: isKept)), (.gzip, try? GzipStream.packed(bytes)),
        ]
        packed = forms.compactMap { coding, packed in
            packed.flatMap { $0.count < bytes.count ? (coding, Representation($0)) : nil }
        }
    }

    /// The bytes for a client with the `Accept-Encoding` field, and their coding.
    func representation(for field: String?) -> (Representation, ContentCoding?) {
        let coding = ContentCoding.preferred(field, among: packed.map(\.coding))
        guard let found = packed.first(where: { $0.coding == coding }) else { return (plain, nil) }
        return (found.representation, coding)
    }
}
