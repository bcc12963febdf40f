import ArgumentParser
import AssetFiles
import Glibc

/// Sources of images and fonts, for the service and the command line.
struct AssetOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Directory of PNG and JPEG files that specs may name, read once at the start; none provides no files.",
            valueName: "directory"
        )
    )
    var pictures = OptionalPath()

    @Option(
        help: ArgumentHelp(
            "Directory of fonts, searched recursively, in place of the system's: the same fonts give the same letters on every machine. system stands for \(LocalAssets.systemFonts.joined(separator: " and ")).",
            valueName: "directory"
        )
    )
    var fonts = FontPlace()

    /// Loads images and fonts.
    func library() throws(Failure) -> LocalAssets {
        let directories = try fonts.directories()
        let directory: PictureDirectory?
        do throws(PictureDirectory.Failure) {
            directory = try pictures.path.map { path throws(PictureDirectory.Failure) in
                try PictureDirectory(path: path)
            }
        } catch {
            throw Failure("--pictures: \(error)")
        }
        let library = LocalAssets(pictures: directory, fontDirectories: directories)
        if fonts.path != nil, library.fontFamilies.isEmpty { throw fonts.refused("where no font was found") }
        return library
    }
}

/// A directory of fonts, or `system` for the machine's fonts. A directory of that name is written `./system`.
struct FontPlace: ExpressibleByArgument, Equatable, CustomStringConvertible {
    /// Path of the directory; `nil` for the system's fonts.
    let path: String?

    init() { path = nil }
    init?(argument: String) {
        guard !argument.isEmpty else { return nil }
        path = argument == "system" ? nil : argument
    }

    var description: String { path ?? "system" }

    /// Directories to search.
    func directories() throws(Failure) -> [String] {
        guard let path else { return LocalAssets.systemFonts }
        // Fontconfig prints a warning for relative paths.
        guard let absolute = realpath(path, nil) else { throw refused("which can't be found") }
        defer { free(absolute) }
        return [String(cString: absolute)]
    }

    func refused(_ reason: String) -> Failure {
        Failure(
            "--fonts is \"\(path ?? "")\", \(reason); allowed: a directory with TrueType or OpenType fonts, or system"
        )
    }
}
