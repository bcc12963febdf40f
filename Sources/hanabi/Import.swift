import ArgumentParser
import EffectModel
import Foundation
import SpriteKitImport

struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Turn a SpriteKit emitter file (.sks) into a spec.",
        discussion: """
            Writes the spec as JSON, and says on standard error what of the file is not in it, or is there in another \
            way. Textures are pictures in a game's bundle; what --pictures does not have becomes a soft spot of its size.

            Try:
              hanabi import fire.sks -o fire.json
              hanabi import --pictures art --texture spark=glow.png fire.sks -o fire.json
              hanabi render --spec fire.json -o fire.png
            """
    )

    @Argument(help: ArgumentHelp("An emitter file; - reads standard input.", valueName: "file"))
    var file: String

    @Option(name: .shortAndLong, help: ArgumentHelp("Where to write; - is standard output.", valueName: "file"))
    var output: String

    @Option(help: "Width of the canvas, in points. The emitter stands in the middle.")
    var width = SpriteKitImporter.Options().width
    @Option(help: "Height of the canvas, in points.")
    var height = SpriteKitImporter.Options().height
    @Option(
        help: """
            Seconds that the animation lasts. Without it: until the last particle is gone, and for an emitter without an \
            end a loop of \(Int(SpriteKitImporter.endlessDurations[0])): less if that is too much, more if hardly any are born.
            """
    )
    var duration: Double?
    @Option(help: "Frames per second.")
    var fps = SpriteKitImporter.Options().fps
    @Option(help: ArgumentHelp("Ground of the canvas; without it, transparent.", valueName: "colour"))
    var background: String?
    @Option(
        help: ArgumentHelp(
            "For the texture of that name, with its ending or without, another picture; may be given several times.",
            valueName: "name=picture"
        )
    )
    var texture: [String] = []

    @OptionGroup(title: "Pictures")
    var assets: AssetOptions
    @OptionGroup(title: "Limits")
    var limits: LimitOptions

    func validate() throws {
        // The spec's reader checks them too; what is no number, or none to divide by, must not get that far.
        for (name, value) in [("--width", width), ("--height", height), ("--fps", fps), ("--duration", duration ?? 1)]
        where !(value > 0 && value <= 1_000_000) {
            throw ValidationError("\(name) is \(value); allowed is what is more than 0")
        }
        for pair in texture where !pair.contains("=") {
            throw ValidationError("--texture is '\(pair)'; allowed: a texture's name, =, and a picture")
        }
    }

    func run() throws {
        var options = SpriteKitImporter.Options()
        (options.width, options.height, options.duration, options.fps) = (width, height, duration, fps)
        options.background = background
        options.limits = limits.limits
        options.library = try assets.library()
        for pair in texture {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            options.pictures[String(parts[0])] = String(parts[1])
        }
        let bytes = try InputFile.read(file, maximum: SpriteKitImporter.maximumBytes)
        let result: SpriteKitImporter.Result
        do throws(SpriteKitImportError) {
            result = try SpriteKitImporter(options).effect(from: bytes)
        } catch {
            var message = "Can't import \(file). \(error)"
            if case .refused(let faults) = error, faults.faults.contains(where: { $0.kind == .tooMuch }) {
                message += "\nThe flags for limits (hanabi help import) raise them; hanabi render then needs the same."
            }
            throw Failure(message)
        }
        let target = try OutputFile(output)
        do throws(Failure) {
            try target.write(JSONWriter.prettyBytes(of: result.document))
            try target.finish()
        } catch {
            target.discard()
            throw error
        }
        report(result.remarks)
    }

    private func report(_ remarks: [ImportRemark]) {
        guard !remarks.isEmpty else { return }
        let lines = ["Not as in SpriteKit:"] + remarks.map { "  \($0)" }
        FileHandle.standardError.write(Data((lines.joined(separator: "\n") + "\n").utf8))
    }
}
