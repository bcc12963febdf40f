import ArgumentParser
import AssetFiles

/// Where pictures and letters come from: the same for the service and for files.
struct AssetOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Directory whose PNG and JPEG files specs may name; read once, at the start. none: there are none.",
            valueName: "directory"
        )
    )
    var pictures = OptionalPath()

    /// The library, fonts included.
    func library() throws(Failure) -> LocalAssets {
        guard let pictures = pictures.path else { return LocalAssets() }
        do throws(PictureDirectory.Failure) {
            return LocalAssets(pictures: try PictureDirectory(path: pictures))
        } catch {
            throw Failure("--pictures: \(error)")
        }
    }
}

/// Where a file or a directory is, or `none`. One of that name is `./none`.
struct OptionalPath: ExpressibleByArgument, Equatable, CustomStringConvertible {
    /// `nil` for none.
    let path: String?

    init() { path = nil }
    init?(argument: String) { path = argument == "none" ? nil : argument }

    var description: String { path ?? "none" }
}
