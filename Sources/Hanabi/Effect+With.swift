internal import EffectModel

extension Effect {
    /// Text from which all random numbers are made; whole numbers are accepted as well.
    public struct Seed: Sendable, Hashable, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
        let text: String

        /// Creates a seed from any text of at most 128 bytes.
        public init(_ text: String) { self.text = text }
        /// Creates a seed from a number.
        public init(_ number: some BinaryInteger) { text = "\(number)" }
        /// Creates a seed from a number.
        public init(integerLiteral value: Int) { text = "\(value)" }
        /// Creates a seed from any text of at most 128 bytes.
        public init(stringLiteral value: String) { text = value }
    }

    /// Number of times that an animation plays.
    public enum Loop: Sendable, Hashable {
        case forever
        /// Endless without a seam: particles that outlive the end continue at the start.
        case seamless
        /// Number of plays, 1...65,535.
        case times(Int)

        /// A single play.
        public static let once = Loop.times(1)
    }

    /// Effort for a small file. Every effort is lossless.
    public enum Effort: String, Sendable, CaseIterable {
        case fast, balanced, small
    }

    /// Changes common parameters; `nil` leaves one as it is. All of them can also be set by
    /// ``setting(_:to:)``, under the names in parentheses.
    ///
    /// - Parameters:
    ///   - seed: Seed of all random numbers (`seed`).
    ///   - width: Width of the canvas in points (`w`).
    ///   - height: Height of the canvas in points (`h`).
    ///   - scale: Pixels per point, 1...3 (`dpr`).
    ///   - background: Background color, such as `102040` or `gold`; `none` is transparent (`bg`).
    ///   - duration: Duration of the effect in seconds (`d`).
    ///   - fps: Frames per second (`fps`).
    ///   - loop: Number of plays (`loop`).
    ///   - colors: Colors of particles (`c`).
    ///   - text: Letters that particles show (`text`).
    ///   - palette: Number of colors in the file, 2...256; 0 is unlimited (`palette`).
    ///   - quality: Quality of a lossy WebP or an AVIF, 1...100 (`quality`).
    ///   - effort: Effort for a small file (`effort`).
    ///   - maxBytes: Byte budget of the file; quality is reduced until it fits (`max`).
    /// - Returns: The changed effect. A value out of range is reported by the render.
    public func with(
        seed: Seed? = nil,
        width: Double? = nil,
        height: Double? = nil,
        scale: Double? = nil,
        background: String? = nil,
        duration: Double? = nil,
        fps: Double? = nil,
        loop: Loop? = nil,
        colors: [String]? = nil,
        text: String? = nil,
        palette: Int? = nil,
        quality: Int? = nil,
        effort: Effort? = nil,
        maxBytes: Int? = nil
    ) -> Effect {
        let plays =
            switch loop {
            case .forever: "forever"
            case .seamless: "seamless"
            case .times(let count): "\(count)"
            case nil: String?.none
            }
        let values: [(String, String?)] = [
            ("seed", seed?.text), ("w", width.map(NumberText.plain)), ("h", height.map(NumberText.plain)),
            ("dpr", scale.map(NumberText.plain)), ("bg", background), ("d", duration.map(NumberText.plain)),
            ("fps", fps.map(NumberText.plain)), ("loop", plays), ("c", colors?.joined(separator: ",")), ("text", text),
            ("palette", palette.map { $0 == 0 ? "off" : "\($0)" }), ("quality", quality.map { "\($0)" }),
            ("effort", effort?.rawValue), ("max", maxBytes.map { "\($0)" }),
        ]
        return values.reduce(self) { effect, value in
            value.1.map { effect.setting(value.0, to: $0) } ?? effect
        }
    }
}
