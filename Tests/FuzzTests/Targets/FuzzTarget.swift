/// A road from a stranger's bytes into the service: what a fuzzer drives, and what the tests send its corpus through.
///
/// No bytes may make one trap. What else a road promises, it checks itself.
enum FuzzTarget: String, CaseIterable, Sendable {
    /// Requests as they come from a socket.
    case http
    /// Targets: routes, presets, parameters.
    case query
    /// Specs as they are POSTed.
    case spec
    /// What stands in a URL beside its effect: signatures; and fields of a head.
    case signature
    /// SVG path data.
    case svg
    /// PNG files.
    case png
    /// JPEG files.
    case jpeg
    /// Other programs' documents.
    case `import`
    /// Specs in a path.
    case packed

    /// Sends bytes down the road.
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
        }
    }
}

/// Something that holds for all bytes did not hold for these.
struct BrokenPromise: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Checks what a road promises.
func promise(_ holds: Bool, _ text: @autoclosure () -> String) throws(BrokenPromise) {
    if !holds { throw BrokenPromise(text()) }
}
