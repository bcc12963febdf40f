import ArgumentParser
import EffectService

/// Limits of queues and threads, and the callers that share them.
struct QueueOptions: ParsableArguments {
    @Option(
        help:
            "Number of threads that render, and so of renders in flight. The default is the number of processors that the machine or the control group allows."
    )
    var renderThreads = Processors.count
    @Option(help: "Maximum number of queued renders; more get 503.")
    var maxWaiting = EffectServer.Configuration().maximumWaiting
    @Option(help: "Maximum predicted work of queued renders, in the units of --max-work; more gets 503.")
    var maxWaitingWork = EffectServer.Configuration().maximumWaitingWork
    @Option(help: "Maximum bytes of decoded images held by queued renders; more get 503.")
    var maxWaitingBytes = EffectServer.Configuration().maximumWaitingBytes
    @Option(
        help:
            "Maximum number of renders paused between two frames in favor of callers who have had less processor time."
    )
    var maxSetAside = EffectServer.Configuration().maximumSetAside
    @Option(help: "Niceness of the render threads, 0 to 19; with higher values rendering yields to everything else.")
    var renderNiceness = EffectServer.Configuration().renderNiceness
    @Option(help: "Number of threads that parse requests, and answer those that need no rendering.")
    var readingThreads = EffectServer.Configuration().readingThreads
    @Option(help: "Maximum number of requests queued for a reading thread; more get 503.")
    var maxReading = EffectServer.Configuration().maximumReading
    @Option(help: "Maximum bytes of requests queued for a reading thread; more get 503.")
    var maxReadingBytes = EffectServer.Configuration().maximumReadingBytes
    @Option(
        help:
            "Maximum number of frame dumps being sent, and of animations streamed while being made. A further dump gets 503; a further animation is sent when complete."
    )
    var maxStreams = EffectServer.Configuration().maximumStreams
    @Option(help: "Maximum seconds of a render including the time in the queue; longer ones get 503.")
    var renderTimeout = EffectServer.Configuration().renderTimeout.seconds
    @Option(
        help: ArgumentHelp(
            "Addresses or blocks of proxies (10.0.0.0/8,::1) whose X-Forwarded-For or Forwarded names the caller. Callers share the threads fairly.",
            valueName: "block,…"
        )
    )
    var trustedProxies = AddressBlocks()

    func validate() throws {
        let counts = [
            ("--render-threads", renderThreads, 1...256), ("--max-waiting", maxWaiting, 0...100_000),
            ("--max-waiting-work", maxWaitingWork, 0...1 << 62), ("--max-waiting-bytes", maxWaitingBytes, 0...1 << 40),
            ("--max-set-aside", maxSetAside, 0...1000), ("--render-niceness", renderNiceness, 0...19),
            ("--reading-threads", readingThreads, 1...256), ("--max-reading", maxReading, 0...100_000),
            ("--max-reading-bytes", maxReadingBytes, 0...1 << 40), ("--max-streams", maxStreams, 1...100_000),
        ]
        for (name, value, allowed) in counts where !allowed.contains(value) {
            throw ValidationError("\(name) is \(value); allowed \(allowed)")
        }
        guard (0.001...86_400).contains(renderTimeout) else {
            throw ValidationError("--render-timeout is \(renderTimeout); allowed 0.001...86400")
        }
    }

    func apply(to configuration: inout EffectServer.Configuration) {
        configuration.renderThreads = renderThreads
        configuration.maximumWaiting = maxWaiting
        configuration.maximumWaitingWork = maxWaitingWork
        configuration.maximumWaitingBytes = maxWaitingBytes
        configuration.maximumSetAside = maxSetAside
        configuration.renderNiceness = renderNiceness
        configuration.readingThreads = readingThreads
        configuration.maximumReading = maxReading
        configuration.maximumReadingBytes = maxReadingBytes
        configuration.maximumStreams = maxStreams
        configuration.renderTimeout = .seconds(renderTimeout)
        configuration.trustedProxies = trustedProxies.blocks
    }
}

/// A list of address blocks: `10.0.0.0/8,::1`, or `none`.
struct AddressBlocks: ExpressibleByArgument, Equatable, CustomStringConvertible {
    var blocks: [AddressBlock] = []
    private var text = "none"

    init() {}

    init?(argument: String) {
        guard argument != "none" else { return }
        for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
            guard let block = try? AddressBlock(String(part)) else { return nil }
            blocks.append(block)
        }
        text = argument
    }

    var description: String { text }
}
