internal import PackagedFiles

/// The gallery's files, embedded in the binary.
enum Page: String, Sendable, CaseIterable {
    case gallery = ""
    case style = "gallery.css"
    case script = "gallery.js"
    case player = "player.js"
    case playerGL = "player-gl.js"
    case playerTrail = "player-trail.js"
    case playerMask = "player-mask.js"
    case playerTracks = "player-tracks.js"
    case icon = "gallery-icon.svg"

    var bytes: [UInt8] { Page.files[self] ?? [] }

    /// The OpenAPI description.
    static let description = PackagedFile.bytes("openapi.yaml")

    private static let files: [Page: [UInt8]] = Dictionary(
        uniqueKeysWithValues: allCases.map { page in
            (page, PackagedFile.bytes("Pages/\(page == .gallery ? "gallery.html" : page.rawValue)"))
        }
    )

    /// Value of `Content-Type`.
    var type: String {
        switch self {
        case .gallery: "text/html; charset=utf-8"
        case .style: "text/css; charset=utf-8"
        case .script, .player, .playerGL, .playerTrail, .playerMask, .playerTracks: "text/javascript; charset=utf-8"
        case .icon: "image/svg+xml"
        }
    }
}
