import ArgumentParser
import Dispatch
import EffectModel
import EffectService
import Glibc
import Synchronization

struct Batch: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Render many presets and specs, on all cores.",
        discussion: """
            Reads a line of JSON for each picture: {"name": "a1", "url": "/v1/effects/confetti.png?seed=7"} makes a1.png of what the \
            service answers the URL with, {"name": "a2", "spec": {…}, "format": "webp"} makes a2.webp. A URL has an ending, which the \
            file gets; the host of one is not looked at, and nothing is fetched. A format is apng (the default, unless the spec says \
            another; a .png), webp, gif, json, ndjson, still.png or strip.png; "at" says the moments of the last two. Names have letters, \
            digits, '.', '_' and '-', and begin with a letter, a digit or '_'. The JSON and CSS of a sprite sheet name the picture of the line with \
            the same name.

            A file appears when it is whole, and then it is skipped by every later run: after an end of any kind, the same command \
            goes on, unless it says --force. What has changed in a line is not noticed: remove the file, or say --force once. A line that can't be rendered is \
            reported as a line of JSON, and the others go on.

            The exit code is 0 when every line has its file, 2 when some have none, 1 when the batch could not go on (no room on the \
            disk, for one), 64 for wrong arguments, 130 or 143 after SIGINT or SIGTERM, which let the pictures be finished that are begun; a second signal \
            does not.

            Try:
              hanabi batch specs.ndjson --out pictures
              generate | hanabi batch - --out pictures --errors errors.ndjson
              hanabi batch specs.ndjson --out pictures --shard 0/4     # on four machines: 0/4, 1/4, 2/4, 3/4
            """
    )

    @Argument(help: ArgumentHelp("Lines of JSON; - is standard input.", valueName: "file"))
    var input: String

    @Option(help: ArgumentHelp("The folder of the pictures. It is made if it is not there.", valueName: "directory"))
    var out: String

    @Option(
        help: ArgumentHelp(
            "Render one of so many parts, counted from 0: 2/8 is the third of eight. Which one a line is in follows from its name.",
            valueName: "i/n"
        )
    )
    var shard = Shard.whole

    @Option(
        help: ArgumentHelp(
            "Where faults are reported, instead of standard error; - is standard output. Neither the lines nor one of the pictures.",
            valueName: "file"
        )
    )
    var errors: String?

    @Flag(help: "Render what is there already, too, and replace it.")
    var force = false

    @Flag(help: "Say nothing but faults.")
    var quiet = false

    @Flag(
        inversion: .prefixedNo,
        help:
            "Have each picture on the disk before it gets its name, so that it is whole even after the machine failed."
    )
    var sync = true

    @Option(
        help:
            "Pictures that are rendered at once. The default is the number of processors that the machine, or the control group, allows."
    )
    var threads = Processors.count

    @Option(help: "Bytes of a line, and of a spec that a URL holds.")
    var maxLineBytes = EffectSpec.maximumFileBytes

    @OptionGroup(title: "Pictures")
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
        if !quiet { status.say(figures.summary(shard)) }
        switch ending {
        case .success:
            if figures.failed > 0 { throw Self.someFailed }
        case .failure(.failure(let failure)): throw failure
        case .failure(.signal(let number)):
            if !quiet { status.say("interrupted; the same command goes on from there") }
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
                status.say(batch.figures.progress)
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
