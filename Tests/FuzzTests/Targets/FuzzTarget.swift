/// An entry point for untrusted bytes: driven by a fuzzer, and by the tests with its corpus.
///
/// Bytes must never trap. Every target checks its other invariants itself.
enum FuzzTarget: String, CaseIterable, Sendable {
    /// Requests as received from a socket.
    case http
    /// Request targets: routes, presets, parameters.
    case query
    /// Specs as POSTed.
    case spec
    /// Signatures of URLs, keys, tokens, and header fields.
    case signature
    /// SVG path data.
    case svg
    /// PNG files.
    case png
    /// JPEG files.
    case jpeg
    /// Documents of other programs.
    case `import`
    /// Specs in a URL path.
    case packed
    /// Images for the encoder of lossless WebP.
    case lossless

    /// Runs the target with `bytes`.
    func run(_ bytes: [UInt8]) throws(BrokenPromise) {
        switch self {
        case .http: try HTTPTarget.run(bytes)
        case .query: try QueryTarget.run(bytes)
        case .spec: try SpecTarget.run(bytes)
        case .signature: try SignatureTarget.run(bytes)
        case .svg: try SVGTarget.run(bytes)
        case .png: try PictureTarget.run(png: bytes)
        case .jpeg: try PictureTarget.run(jpeg: bytes)
        case .import: try ImportTarget.run(bytes)
        case .packed: try PackedTarget.run(bytes)
        case .lossless: try LosslessTarget.run(bytes)
        }
    }
}

/// A violated invariant.
struct BrokenPromise: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Throws if an invariant does not hold.
func promise(_ holds: Bool, _ text: @autoclosure () -> String) throws(BrokenPromise) {
    if !holds { throw BrokenPromise(text()) }
}
