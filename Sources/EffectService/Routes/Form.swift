/// What is made of an effect, as a path says.
enum Form: Sendable, Equatable {
    /// All of its frames, moving or as data; without a type, `Accept` decides.
    case frames(MediaType?)
    /// A PNG that does not move.
    case snapshot(SnapshotRequest.Kind)

    /// By the ending of a path.
    init?(fileExtension: some StringProtocol) {
        switch fileExtension {
        case "still.png": self = .snapshot(.still)
        case "strip.png": self = .snapshot(.strip)
        default:
            guard let type = MediaType(fileExtension: fileExtension) else { return nil }
            self = .frames(type)
        }
    }
}
