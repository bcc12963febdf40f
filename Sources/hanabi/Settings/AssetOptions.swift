import ArgumentParser
import AssetFiles

/// Where pictures and letters come from: the same for the service and for files.
struct AssetOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Directory whose PNG and JPEG files specs may name; read once, at the start.",
            valueName: "directory"
        )
    )
    var pictures: String?

    /// The library, fonts included.
    func library() throws(Failure) -> LocalAssets {
        guard let pictures else { return LocalAssets() }
        do throws(PictureDirectory.Failure) {
            return LocalAssets(pictures: try PictureDirectory(path: pictures))
        } catch {
            throw Failure("--pictures: \(error)")
        }
    }
}
