/// Duration of a render, and what follows its last frame.
struct TimingPlan: Sendable, Equatable {
    /// Repetition of a render, by its name in a spec.
    enum Loop: String, Sendable {
        /// The render ends.
        case once
        /// The render begins anew.
        case forever
        /// The last frame leads to the first one.
        case seamless
    }

    /// Duration in seconds.
    let duration: Double
    /// Repetition; `nil` is the spec's default.
    let loop: Loop?

    /// Returns a duration in whole frames, the last one empty.
    static func wholeFrames(_ seconds: Double, _ options: ImportOptions) -> Double {
        max((seconds * options.fps - 1e-6).rounded(.up) / options.fps, 0.1)
    }

    /// Returns the timings to try, the best one first.
    static func all(for playback: SpecDraft.Playback, _ options: ImportOptions, _ notes: ImportNotes) -> [TimingPlan] {
        let most = options.maximumDuration
        switch playback {
        case .once(let seconds):
            let whole = wholeFrames(seconds, options)
            if options.duration == nil, whole > most {
                let reason = "the last particle dies after the \(most.asWritten) s shown"
                notes.approximate("(document)", "\(seconds.asWritten) s", reason)
            }
            return [TimingPlan(duration: options.duration ?? min(whole, most), loop: .once)]
        case .repeated(let seconds):
            return [TimingPlan(duration: options.duration ?? min(max(seconds, 0.1), most), loop: .forever)]
        case .endless(let rate, let step):
            if let given = options.duration { return [TimingPlan(duration: given, loop: .seamless)] }
            return ImportOptions.endlessDurations.map { seconds in
                var seconds = seconds
                if let step, step > 0 {
                    seconds = max(1, (seconds / step).rounded()) * step
                } else if rate > 0, rate * seconds < 100 {
                    seconds = max(1, (rate * seconds).rounded()) / rate
                }
                let frames = max((seconds * options.fps).rounded(), 1)
                return TimingPlan(duration: min(frames / options.fps, most), loop: .seamless)
            }
        }
    }
}
