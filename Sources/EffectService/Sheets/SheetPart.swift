/// Of a sprite sheet.
public enum SheetPart: Sendable, Equatable {
    /// The picture.
    case picture
    /// Where in it the frames are, as data.
    case atlas
    /// A style that shows one after another.
    case style

    /// As in `Content-Type`.
    var mediaTypeName: String {
        switch self {
        case .picture: "image/png"
        case .atlas: "application/json"
        case .style: "text/css; charset=utf-8"
        }
    }
}
