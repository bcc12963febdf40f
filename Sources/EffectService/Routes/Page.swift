/// The gallery's files. They travel inside the binary.
enum Page: String, Sendable, CaseIterable {
    case gallery = ""
    case style = "gallery.css"
    case script = "gallery.js"
    case player = "player.js"
    case playerGL = "player-gl.js"
    case icon = "gallery-icon.svg"

    var bytes: [UInt8] {
        switch self {
        case .gallery: PackageResources.gallery_html
        case .style: PackageResources.gallery_css
        case .script: PackageResources.gallery_js
        case .player: PackageResources.player_js
        case .playerGL: PackageResources.player_gl_js
        case .icon: PackageResources.gallery_icon_svg
        }
    }

    /// As in `Content-Type`.
    var type: String {
        switch self {
        case .gallery: "text/html; charset=utf-8"
        case .style: "text/css; charset=utf-8"
        case .script, .player, .playerGL: "text/javascript; charset=utf-8"
        case .icon: "image/svg+xml"
        }
    }
}
