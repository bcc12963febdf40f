public import ArgumentParser
import EffectCoding
public import EffectImport
import EffectModel
import EffectRendering
import FoundationEssentials
import Glibc
import StrictJSON

extension ImportFormat: ExpressibleByArgument {
    /// Names of the formats, the default first.
    public static var allValueStrings: [String] {
        ([.spriteKit] + allCases.filter { $0 != .spriteKit }).map(\.rawValue)
    }
}

struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Convert a particle effect of another program to a spec.",
        discussion: """
            Reads SpriteKit's emitter files (.sks) or, with --from, documents of canvas-confetti, PixiJS' particle-emitter, \
            Vortex, cocos2d, SceneKit, tsParticles and Core Animation's markup. Writes the spec as JSON, and lists on standard error \
            everything that the spec lacks or approximates. Textures are image files of a game's bundle; a texture that --pictures \
            does not provide becomes a soft spot of the same size.

            Try:
              hanabi import fire.sks -o fire.json
              hanabi import --from vortex rain.json -o rain-spec.json
              hanabi import --pictures art --texture spark=glow.png fire.sks -o fire.json
              hanabi render --spec fire.json -o fire.png
            """
    )

    @Option(help: ArgumentHelp("Program that wrote the file.", valueName: "format"))
    var from = ImportFormat.spriteKit

    @Argument(help: ArgumentHelp("Emitter file; - reads standard input.", valueName: "file"))
    var file: String

    @Option(name: .shortAndLong, help: ArgumentHelp("Output file; - is standard output.", valueName: "file"))
    var output: String

    @Option(
        help: """
            Width of the canvas in points. Default: the width in the file, or \(Int(ImportFormat.spriteKit.defaultCanvas.width)) for sks \
            and cocos-plist, and 400 for other formats.
            """
    )
    var width: Double?
    @Option(
        help: """
            Height of the canvas in points. Default: the height in the file, or \(Int(ImportFormat.spriteKit.defaultCanvas.height)) for \
            sks and cocos-plist, and 400 for other formats.
            """
    )
    var height: Double?
    @Option(
        help: """
            Duration of the animation in seconds. Default: until the last particle is gone; for an endless emitter a loop of \
            \(Int(ImportOptions.endlessDurations[0])) seconds, shorter if that is too much work, longer if few particles are born.
            """
    )
    var duration: Double?
    @Option(help: "Frames per second of the animation.")
    var fps = ImportOptions().fps
    @Option(help: ArgumentHelp("Background of the canvas. Default: transparent.", valueName: "color"))
    var background: String?
    @Option(
        help: ArgumentHelp(
            """
            Image to use for a texture of an sks file, named with or without its extension. May be given several times.
            """,
            valueName: "name=image"
        )
    )
    var texture: [String] = []

    @OptionGroup(title: "Images and fonts")
    var assets: AssetOptions
    @OptionGroup(title: "Limits")
    var limits: LimitOptions

    func validate() throws {
        // Rejects values that are not numbers or could not be divided by. The spec's reader checks the limits.
        for (name, value) in [
            ("--width", width ?? 1), ("--height", height ?? 1), ("--fps", fps), ("--duration", duration ?? 1),
        ]
        where !(value > 0 && value <= 1_000_000) {
            throw ValidationError("\(name) is \(value); allowed: numbers above 0, up to 1000000")
        }
        for pair in texture where !pair.contains("=") {
            throw ValidationError("--texture is \"\(pair)\"; allowed: texture=image")
        }
    }

    func run() throws {
        guard texture.isEmpty || from == .spriteKit else {
            throw ValidationError("--texture applies to sks files only; other formats name their images.")
        }
        var options = ImportOptions()
        (options.width, options.height, options.duration, options.fps) = (width, height, duration, fps)
        options.background = background
        options.limits = limits.limits
        options.library = try assets.library()
        for pair in texture {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            options.pictures[String(parts[0])] = String(parts[1])
        }
        let bytes = try InputFile.read(file, maximum: EffectImporter.maximumBytes)
        let result: ImportResult
        do throws(ImportError) {
            result = try EffectImporter(from, options).effect(from: bytes)
        } catch {
            throw failure(error)
        }
        do throws(SpecError) {
            _ = try result.spec.prepared(for: result.spec.output.format ?? .apng, limits: options.limits)
        } catch {
            throw failure(.refused(error))
        }
        try write(result.document)
        if from == .spriteKit {
            report("Left out or approximated from SpriteKit:", result.notes)
        } else {
            report("Left out from \(from.title):", result.ignored)
            report("Approximated from \(from.title):", result.approximated)
        }
    }

    private func failure(_ error: ImportError) -> Failure {
        var message = "Can't import \(file). \(description(error))"
        if case .refused(let faults) = error, faults.faults.contains(where: { $0.kind == .tooMuch }) {
            message +=
                "\nThe limit options (see hanabi help import) raise the limits; hanabi render then needs the same options."
        }
        return Failure(message)
    }

    private func description(_ error: ImportError) -> String {
        guard from == .spriteKit else { return error.description }
        // A file without --from is assumed to be SpriteKit's.
        let isOther = error == .notAPropertyList(.spriteKit, .notAPropertyList)
        let hint = isOther ? " Give the format of an effect of another program with --from." : ""
        return error.descriptionWithoutFormat + hint
    }

    private func write(_ document: JSONValue) throws {
        let target = try OutputFile(output)
        do throws(Failure) {
            try target.write(JSONWriter.prettyBytes(of: document))
            try target.finish()
        } catch {
            target.discard()
            throw error
        }
    }

    private func report(_ title: String, _ notes: [ImportNote]) {
        guard !notes.isEmpty else { return }
        let lines = [title] + notes.map { "  \($0)" }
        _ = writeAll(Array((lines.joined(separator: "\n") + "\n").utf8), to: STDERR_FILENO)
    }
}
