import ArgumentParser
import Dispatch
import EffectModel
import EffectService
import Glibc
import Synchronization
import SystemSupport

struct Batch: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Render many presets and specs, using all processors.",
        discussion: """
            Reads one line of JSON per image. {"name": "a1", "url": "/v1/effects/confetti.png?seed=7"} makes a1.png with the bytes \
            the service would send for the URL; {"name": "a2", "spec": {…}, "format": "webp"} makes a2.webp. The URL must have an \
            extension, which the file gets; its host is ignored, and nothing is downloaded. "format" is apng (the default, unless the \
            spec sets another; the file is a .png), webp, gif, avif, mp4, webm, mov, hevc.mov, svg, lottie.json, lottie, tgs, tracks.json, json, ndjson, still.png, still.svg, still.webp, still.avif or strip.png; "at" sets the moments of the last \
            two. Names consist of letters, digits, '.', '_' and '-', and begin with a letter, a digit or '_'. The JSON and CSS of a sprite \
            sheet refer to the image of the line with the same name. Videos (mp4, webm, mov, hevc.mov) need the program ffmpeg in PATH.

            Each file appears under its name only when complete, and later runs skip it. After an interruption or failure, the same \
            command without --force continues the batch. Changed lines are not detected: remove their files, or use --force once. A \
            line that cannot be rendered is reported as a line of JSON, and the batch goes on.

            Exit codes: 0 if every line has its file, 2 if some lines failed, 1 if the batch had to stop (for example because the disk \
            is full), 64 for invalid arguments, 130 or 143 after SIGINT or SIGTERM. The first signal lets images in progress finish; a \
            second one cancels them.

            Try:
              hanabi batch specs.ndjson --out pictures
              generate | hanabi batch - --out pictures --errors errors.ndjson
              hanabi batch specs.ndjson --out pictures --shard 0/4     # on four machines: 0/4, 1/4, 2/4, 3/4
            """
    )

    @Argument(help: ArgumentHelp("File with one line of JSON per image; - reads standard input.", valueName: "file"))
    var input: String

    @Option(help: ArgumentHelp("Output folder, created if missing.", valueName: "directory"))
    var out: String

    @Option(
        help: ArgumentHelp(
            "Render one part of the batch, counted from 0: 2/8 is the third of eight parts. A line's part follows from its file name.",
            valueName: "i/n"
        )
    )
    var shard = Shard.whole

    @Option(
        help: ArgumentHelp(
            "File for error reports instead of standard error; - is standard output. Must be neither the input nor one of the images.",
            valueName: "file"
        )
    )
    var errors: String?

    @Flag(help: "Render all lines, and replace existing files.")
    var force = false

    @Flag(help: "Print errors only, without progress and summary.")
    var quiet = false

    @Flag(
        inversion: .prefixedNo,
        help:
            "Sync each file to disk before it gets its final name, so that files are complete even after a machine failure."
    )
    var sync = true

    @Option(
        help:
            "Number of images rendered at once. The default is the number of processors that the machine or the control group allows."
    )
    var threads = Processors.count

    @Option(help: "Maximum bytes of a line, and of an unpacked spec in a URL.")
    var maxLineBytes = EffectSpec.maximumFileBytes

    @OptionGroup(title: "Images and fonts")
    var assets: AssetOptions
    @OptionGroup(title: "Limits of one render")
    var limits: LimitOptions

    /// Exit code if some lines have no file.
    private static let someFailed = ExitCode(2)
    /// Seconds between progress lines if standard error is no terminal.
    private static let reportInterval = 10.0

    func validate() throws {
        guard (1...256).contains(threads) else { throw ValidationError("--threads is \(threads); allowed 1...256") }
        guard (1...1 << 30).contains(maxLineBytes) else {
            throw ValidationError("--max-line-bytes is \(maxLineBytes); allowed 1...\(1 << 30)")
        }
    }

    func run() throws {
        AllocatorBounds.apply()
        // A closed pipe must not end the process.
        signal(SIGPIPE, SIG_IGN)
        var plan = BatchRun.Plan()
        (plan.threads, plan.makesAgain, plan.maximumLineBytes) = (threads, force, maxLineBytes)
        (plan.limits, plan.library) = (limits.limits, try assets.library())
        let lines = try BatchInput(input, maximumLineBytes: maxLineBytes, shard)
        let identity = lines.identity
        let folder = try BatchFolder(out, shard, syncs: sync)
        defer { folder.finish() }
        let status = StatusLine()
        let log = try FaultLog(errors, status, beside: folder, lines: identity)
        let batch = BatchRun(plan, into: folder) { problem, line throws(Failure) in
            try log.report(problem, line: line)
        }
        let interruption = Interruption(of: batch)
        defer { interruption.end() }
        batch.start(lines)
        let ending = Result { () throws(BatchRun.Stop) in try watch(batch, status) }
        status.clear()
        // After an interruption, errors are of no interest.
        if case .success = ending { try folder.syncNames() } else { try? folder.syncNames() }
        let figures = batch.figures
        if !quiet { status.print(figures.summary(shard)) }
        switch ending {
        case .success:
            if figures.failed > 0 { throw Self.someFailed }
        case .failure(.failure(let failure)): throw failure
        case .failure(.signal(let number)):
            if !quiet { status.print("interrupted; the same command continues the batch") }
            throw ExitCode(128 + number)
        }
    }

    /// Shows progress until the batch ends.
    private func watch(_ batch: BatchRun, _ status: StatusLine) throws(BatchRun.Stop) {
        var last = ContinuousClock.now
        while try !batch.wait(status.isTerminal ? 0.1 : 0.5) {
            if quiet { continue }
            if status.isTerminal {
                status.show(batch.figures.progress)
            } else if (ContinuousClock.now - last).seconds >= Self.reportInterval {
                status.print(batch.figures.progress)
                last = .now
            }
        }
    }
}

/// Handles signals that end a batch. The first one lets images in progress finish, the second one cancels them, and the
/// third one has its default effect.
private final class Interruption {
    private var sources: [any DispatchSourceSignal] = []

    init(of batch: BatchRun) {
        let count = Mutex(0)
        for number in [SIGINT, SIGTERM] {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                batch.stop(.signal(number))
                let isFirst = count.withLock { count in
                    count += 1
                    return count == 1
                }
                if isFirst { return }
                batch.cancel()
                signal(number, SIG_DFL)
            }
            source.resume()
            sources.append(source)
        }
    }

    func end() { for source in sources { source.cancel() } }
}
