internal import EffectModel
internal import Glibc

extension SheetLayout {
    /// A style sheet with one class, that shows the frames one after another: `<div class="hanabi-confetti"></div>`.
    ///
    /// - Parameters:
    ///   - name: The class's, behind `hanabi-`.
    ///   - image: The picture's URL.
    /// - Source: CSS Easing Functions Level 1 §2.3 (`steps()`), CSS Animations Level 1.
    public func style(named name: String, image: String) -> String {
        // Sizes are points, whatever the pixels: a sheet of two pixels per point is sharp on screens that have them.
        let across = Double(frameWidth) / spec.canvas.scale
        let down = Double(frameHeight) / spec.canvas.scale
        let timing = spec.timing
        let plays = timing.plays == 0 ? "infinite" : String(timing.plays)
        let name = Self.identifier(name)
        return """
            .hanabi-\(name) {
              width: \(Self.text(across))px;
              height: \(Self.text(down))px;
              background: url("\(Self.escaped(image))") no-repeat 0 0 / \
            \(Self.text(across * Double(columns)))px \(Self.text(down * Double(rows)))px;
              animation: hanabi-\(name) \(Self.text(seconds))s \(plays) forwards;
            }
            @keyframes hanabi-\(name) {
            \(keyframes(across, down).joined(separator: "\n"))
            }
            @media (prefers-reduced-motion: reduce) {
              .hanabi-\(name) { animation-play-state: paused; animation-delay: \(Self.text(-seconds / 2))s; }
            }

            """
    }

    /// Of one play.
    private var seconds: Double { Double(frameCount) / spec.timing.fps + spec.timing.hold }

    /// Row by row: from its first to its last place in so many steps, and then to the next one at once.
    private func keyframes(_ across: Double, _ down: Double) -> [String] {
        var lines: [String] = []
        func add(_ time: Double, _ frame: Int, _ easing: String) {
            let percent = Self.text(min(100, time / seconds * 100))
            let place =
                "\(Self.text(-across * Double(frame % columns)))px \(Self.text(-down * Double(frame / columns)))px"
            lines.append("  \(percent)% { background-position: \(place); animation-timing-function: \(easing); }")
        }
        // The last frame may stay longer.
        let steady = spec.timing.hold > 0 ? frameCount - 1 : frameCount
        var first = 0
        while first < steady {
            let end = min(steady, (first / columns + 1) * columns)
            let (from, to) = (Double(first) / spec.timing.fps, Double(end) / spec.timing.fps)
            if end - first > 1 {
                add(from, first, "steps(\(end - first), jump-none)")
                // Just before the next row begins.
                add(to - seconds * 1e-5, end - 1, "step-end")
            } else {
                add(from, first, "step-end")
            }
            first = end
        }
        if steady < frameCount { add(Double(steady) / spec.timing.fps, steady, "step-end") }
        add(seconds, frameCount - 1, "step-end")
        return lines
    }

    private static func text(_ number: Double) -> String {
        // What rounds to nothing has no sign.
        NumberText.plain(((number * 1e4).rounded() / 1e4) + 0)
    }

    /// What may stand in a class's name without an escape.
    private static func identifier(_ text: String) -> String {
        let plain = text.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
        return plain.isEmpty ? "effect" : plain
    }

    /// Within double quotes.
    ///
    /// - Source: CSS Syntax Level 3 §4.3.5.
    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"", "\\", "\n", "\r", "\u{C}": "\\" + String(scalar.value, radix: 16) + " "
            default: String(scalar)
            }
        }.joined()
    }
}
