internal import Compression

/// A document that is the same for all clients, as it is and in gzip format, each with an entity tag of its own.
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
    /// `nil` if compression saves nothing.
    let packed: Representation?

    /// Compresses the document, which takes about 10 ms for each 100 kB: documents are kept.
    init(_ bytes: [UInt8]) {
        plain = Representation(bytes)
        let packed = (try? GzipStream.packed(bytes)) ?? bytes
        self.packed = packed.count < bytes.count ? Representation(packed) : nil
    }

    /// The bytes for a client with the `Accept-Encoding` field, and their coding.
    func representation(for field: String?) -> (Representation, ContentCoding?) {
        guard let packed, let coding = ContentCoding.preferred(field) else { return (plain, nil) }
        return (packed, coding)
    }
}
