import ArgumentParser
import EffectService

/// Limits of queues and threads, and the callers that share them.
struct QueueOptions: SettingGroup {
    @Option(
        help:
            "Number of threads that render, and so of renders in flight. The default is the number of processors that the machine or the control group allows."
    )
    var renderThreads = ServiceSetting(\.renderThreads, in: 1...256, default: Processors.count)
    @Option(help: "Maximum number of queued renders; more get 503.")
    var maxWaiting = ServiceSetting(\.maximumWaiting, in: 0...100_000)
    @Option(help: "Maximum predicted work of queued renders, in the units of --max-work; more gets 503.")
    var maxWaitingWork = ServiceSetting(\.maximumWaitingWork, in: 0...1 << 62)
    @Option(help: "Maximum bytes of decoded images held by queued renders; more get 503.")
    var maxWaitingBytes = ServiceSetting(\.maximumWaitingBytes, in: 0...1 << 40)
    @Option(help: "Number of threads that parse requests, and answer those that need no rendering.")
    var readingThreads = ServiceSetting(\.readingThreads, in: 1...256)
    @Option(help: "Maximum number of requests queued for a reading thread; more get 503.")
    var maxReading = ServiceSetting(\.maximumReading, in: 0...100_000)
    @Option(help: "Maximum bytes of requests queued for a reading thread; more get 503.")
    var maxReadingBytes = ServiceSetting(\.maximumReadingBytes, in: 0...1 << 40)
    @Option(
        help:
            "Maximum number of frame dumps being sent, and of animations streamed while being made. A further dump gets 503; a further animation is sent when complete."
    )
    var maxStreams = ServiceSetting(\.maximumStreams, in: 1...100_000)
    @Option(help: "Maximum seconds of a render including the time in the queue; longer ones get 503.")
    var renderTimeout = ServiceSetting(seconds: \.renderTimeout, in: 0.001...86_400)
    @Option(
        help: ArgumentHelp(
            "Addresses or blocks of proxies (10.0.0.0/8,::1) whose X-Forwarded-For or Forwarded names the caller. Callers share the threads fairly.",
            valueName: "block,…"
        )
    )
    var trustedProxies = AddressBlocks()
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
