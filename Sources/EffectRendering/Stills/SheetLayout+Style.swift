internal import EffectModel

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

extension SheetLayout {
    /// A style sheet with one class that plays the frames: `<div class="hanabi-confetti"></div>`.
    ///
    /// - Parameters:
    ///   - name: Suffix of the class name, after `hanabi-`.
    ///   - image: URL of the sheet's image.
    /// - Source: CSS Easing Functions Level 1 §2.3 (`steps()`), CSS Animations Level 1.
    public func style(named name: String, image: String) -> String {
        // Sizes are in points regardless of the scale: a sheet with two pixels per point is sharp on high-density
        // screens.
        let across = Double(frameWidth) / spec.canvas.imageScale
        let down = Double(frameHeight) / spec.canvas.imageScale
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

    /// Duration of one play in seconds, hold included.
    private var seconds: Double { Double(frameCount) / spec.timing.fps + spec.timing.hold }

    /// Keyframes row by row: steps from the first to the last column, then a jump to the next row.
    private func keyframes(_ across: Double, _ down: Double) -> [String] {
        var lines: [String] = []
        func add(_ time: Double, frame: Int, easing: String) {
            let percent = Self.text(min(100, time / seconds * 100))
            let place =
                "\(Self.text(-across * Double(frame % columns)))px \(Self.text(-down * Double(frame / columns)))px"
            lines.append("  \(percent)% { background-position: \(place); animation-timing-function: \(easing); }")
        }
        // With a hold, the last frame gets a keyframe of its own.
        let steady = spec.timing.hold > 0 ? frameCount - 1 : frameCount
        var first = 0
        while first < steady {
            let end = min(steady, (first / columns + 1) * columns)
            let (from, to) = (Double(first) / spec.timing.fps, Double(end) / spec.timing.fps)
            if end - first > 1 {
                add(from, frame: first, easing: "steps(\(end - first), jump-none)")
                // Just before the next row begins.
                add(to - seconds * 1e-5, frame: end - 1, easing: "step-end")
            } else {
                add(from, frame: first, easing: "step-end")
            }
            first = end
        }
        if steady < frameCount { add(Double(steady) / spec.timing.fps, frame: steady, easing: "step-end") }
        add(seconds, frame: frameCount - 1, easing: "step-end")
        return lines
    }

    private static func text(_ number: Double) -> String {
        // Adding 0 turns -0 into 0.
        NumberText.plain(((number * 1e4).rounded() / 1e4) + 0)
    }

    /// The characters of `text` that need no escape in a class name; `effect` if there are none.
    private static func identifier(_ text: String) -> String {
        let plain = text.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
        return plain.isEmpty ? "effect" : plain
    }

    /// Escapes text for a double-quoted CSS string.
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
