import ArgumentParser
import EffectModel
import ForeignImport
import FoundationEssentials
import Glibc
import SpriteKitImport

/// The program that wrote the file.
enum ImportFormat: ExpressibleByArgument, CaseIterable {
    case spriteKit
    case foreign(ForeignFormat)

    static let allCases = [spriteKit] + ForeignFormat.allCases.filter { $0 != .spriteKit }.map { foreign($0) }

    init?(argument: String) {
        if argument == "sks" {
            self = .spriteKit
        } else if let format = ForeignFormat(rawValue: argument) {
            self = .foreign(format)
        } else {
            return nil
        }
    }

    var defaultValueDescription: String {
        switch self {
        case .spriteKit: "sks"
        case .foreign(let format): format.rawValue
        }
    }

    static var allValueStrings: [String] { allCases.map(\.defaultValueDescription) }
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
            Width of the canvas in points. Default: the width in the file, or \(Int(SpriteKitImporter.Options().width)) for sks \
            and cocos-plist, and 400 for other formats.
            """
    )
    var width: Double?
    @Option(
        help: """
            Height of the canvas in points. Default: the height in the file, or \(Int(SpriteKitImporter.Options().height)) for \
            sks and cocos-plist, and 400 for other formats.
            """
    )
    var height: Double?
    @Option(
        help: """
            Duration of the animation in seconds. Default: until the last particle is gone; for an endless emitter a loop of \
            \(Int(SpriteKitImporter.endlessDurations[0])) seconds, shorter if that is too much work, longer if few particles are born.
            """
    )
    var duration: Double?
    @Option(help: "Frames per second of the animation.")
    var fps = SpriteKitImporter.Options().fps
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
        switch from {
        case .spriteKit: try runSpriteKit()
        case .foreign(let format): try run(format)
        }
    }

    private func run(_ format: ForeignFormat) throws {
        guard texture.isEmpty else {
            throw ValidationError("--texture applies to sks files only; other formats name their images.")
        }
        var options = ForeignImporter.Options()
        (options.width, options.height, options.duration, options.fps) = (width, height, duration, fps)
        options.background = background
        options.limits = limits.limits
        options.library = try assets.library()
        let bytes = try InputFile.read(file, maximum: ForeignImporter.maximumBytes)
        let result: ForeignImporter.Result
        do throws(ForeignImportError) {
            result = try ForeignImporter(format, options).effect(from: bytes)
        } catch {
            let isTooMuch = if case .refused(let faults) = error { faults.saysTooMuch } else { false }
            throw failure("\(error)", isTooMuch: isTooMuch)
        }
        try write(result.document)
        report("Left out from \(format.title):", result.ignored.map(\.description))
        report("Approximated from \(format.title):", result.approximated.map(\.description))
    }

    private func runSpriteKit() throws {
        var options = SpriteKitImporter.Options()
        (options.width, options.height) = (width ?? options.width, height ?? options.height)
        (options.duration, options.fps) = (duration, fps)
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
            let isTooMuch = if case .refused(let faults) = error { faults.saysTooMuch } else { false }
            // Without --from the file was taken for SpriteKit's.
            let hint = error == .notAPropertyList ? " Give the format of an effect of another program with --from." : ""
            throw failure("\(error)\(hint)", isTooMuch: isTooMuch)
        }
        try write(result.document)
        report("Left out or approximated from SpriteKit:", result.remarks.map(\.description))
    }

    private func failure(_ reason: String, isTooMuch: Bool) -> Failure {
        var message = "Can't import \(file). \(reason)"
        if isTooMuch {
            message +=
                "\nThe limit options (see hanabi help import) raise the limits; hanabi render then needs the same options."
        }
        return Failure(message)
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

    private func report(_ title: String, _ remarks: [String]) {
        guard !remarks.isEmpty else { return }
        let lines = [title] + remarks.map { "  \($0)" }
        _ = writeAll(Array((lines.joined(separator: "\n") + "\n").utf8), to: STDERR_FILENO)
    }
}

extension SpecError {
    fileprivate var saysTooMuch: Bool { faults.contains { $0.kind == .tooMuch } }
}
