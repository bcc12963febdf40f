/// A resource of a sprite sheet.
public enum SheetPart: Sendable, Equatable {
    /// The image with all frames.
    case picture
    /// The JSON table of frame positions.
    case atlas
    /// The style sheet that plays the frames.
    case style

    /// Value of `Content-Type`.
    var mediaTypeName: String {
        switch self {
        case .picture: "image/png"
        case .atlas: "application/json"
        case .style: "text/css; charset=utf-8"
        }
    }
}
