import ArgumentParser
import EffectService

/// Limits of queues and threads, and the callers that share them.
struct QueueOptions: ParsableArguments {
    @Option(
        help:
            "Threads that render, and so renders in flight. The default is the number of processors that the machine, or the control group, allows."
    )
    var renderThreads = Processors.count
    @Option(help: "Renders that may wait for a thread; the one too many gets 503.")
    var maxWaiting = EffectServer.Configuration().maximumWaiting
    @Option(help: "Predicted work that may wait, in the units of --max-work; more gets 503.")
    var maxWaitingWork = EffectServer.Configuration().maximumWaitingWork
    @Option(help: "Bytes of decoded pictures that waiting renders may hold.")
    var maxWaitingBytes = EffectServer.Configuration().maximumWaitingBytes
    @Option(help: "Renders that may be set aside, between two frames, for those of callers who have had less.")
    var maxSetAside = EffectServer.Configuration().maximumSetAside
    @Option(help: "How much less of the processors rendering gets than everything else, 0 to 19, as `nice` has it.")
    var renderNiceness = EffectServer.Configuration().renderNiceness
    @Option(help: "Threads that read requests, and answer what needs no rendering.")
    var readingThreads = EffectServer.Configuration().readingThreads
    @Option(help: "Requests that may wait for that.")
    var maxReading = EffectServer.Configuration().maximumReading
    @Option(help: "Bytes of requests that may wait for that.")
    var maxReadingBytes = EffectServer.Configuration().maximumReadingBytes
    @Option(
        help:
            "Frame dumps being sent at once, and animations being sent as they are made; one more gets 503, or waits until it is whole."
    )
    var maxStreams = EffectServer.Configuration().maximumStreams
    @Option(help: "Seconds that a picture may take, waiting included; longer gets 503.")
    var renderTimeout = EffectServer.Configuration().renderTimeout.seconds
    @Option(
        help: ArgumentHelp(
            "Addresses or blocks of proxies (10.0.0.0/8,::1) whose X-Forwarded-For or Forwarded names the caller. Callers share the threads in fair turns.",
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
