package import StrictJSON

/// A "like" button: emoji burst from it while it is pressed, the button bounces, and a counter counts.
///
/// - Source: the CAEmitterLayer "like" button of the seed article (GXUpvoteButton).
public struct Like: Sendable, Equatable {
    /// Center of the button in points; emoji start here.
    public var origin = SIMD2<Double>(0, 0)
    /// Seconds from touch to release; a tap takes 0.1 seconds.
    public var press = 0.1
    /// Number of presses; 1...8.
    public var presses = 1
    /// Seconds from a release to the next touch.
    public var pause = 0.5
    /// Whether each press also repeats the bursts of earlier presses, as the article's button does on a second long
    /// press: 9 cells, then 18, then 27.
    public var quirk = false
    /// Number of contents drawn for each press, each a separate cell; 1...16.
    public var cells = 9
    /// Emoji to draw from by the seed. If there are no more emoji than cells, all are used in turn.
    public var emoji = Self.everyday
    /// Contents to draw from instead of ``emoji``; empty for none.
    public var contents: [Contents] = []
    /// Blend mode of the emoji.
    public var renderMode = Emitter.RenderMode.additive
    /// Emitter whose cells show the drawn contents.
    public var emitter = Emitter()
    /// Button; `nil` for none.
    public var button: Button?
    /// Counter; `nil` for none.
    public var counter: Counter?
    /// Cell properties of the document that override the defaults.
    package var cellChanges: [JSONValue.Member] = []

    /// Creates a value with the defaults.
    public init() {}

    /// The button of a like.
    public struct Button: Sendable, Equatable {
        /// Contents while not selected.
        public var contents = Contents.named("heart")
        /// Contents while selected; `nil` uses ``contents``.
        public var selected: Contents?
        /// Width and height in points; `nil` uses the asset's size.
        public var size: SIMD2<Double>?
        /// Color that multiplies the contents while not selected.
        public var color = Color(SIMD4(0.62, 0.65, 0.7, 1))
        /// Color that multiplies the contents while selected.
        public var selectedColor = Color(SIMD4(0.96, 0.23, 0.3, 1))
        /// Scale factors over ``bounceDuration`` after a touch, along a spline.
        public var bounce = [1.5, 0.8, 1, 1.2, 1]
        /// Duration of the bounce in seconds.
        public var bounceDuration = 0.5
        /// Layer time in seconds at which the button is deselected; `nil` is never.
        public var deselectTime: Double?
        /// Scale factors over ``deselectDuration`` after the button is deselected.
        public var deselect = [0.8, 1]
        /// Duration of the deselection in seconds.
        public var deselectDuration = 0.4

        /// Creates a value with the defaults.
        public init() {}

        /// Whether the button is selected at layer time `time`, in seconds.
        public func isSelected(at time: Double) -> Bool { time >= 0 && time < deselectTime ?? .infinity }

        /// The scale factor at layer time `time`, in seconds.
        ///
        /// - Parameter touch: Time of the last touch.
        public func scale(at time: Double, touch: Double = 0) -> Double {
            if let deselectTime, time >= deselectTime {
                return Self.value(deselect, at: (time - deselectTime) / deselectDuration)
            }
            return Self.value(bounce, at: (time - touch) / bounceDuration)
        }

        private static func value(_ factors: [Double], at progress: Double) -> Double {
            guard (0..<1).contains(progress) else { return 1 }
            var keyframes = Keyframes()
            keyframes.values = factors.map { SIMD4($0, 0, 0, 0) }
            keyframes.keyTimes = factors.indices.map { Double($0) / Double(max(1, factors.count - 1)) }
            keyframes.calculationMode = .cubic
            return KeyframeCurve(keyframes).value(at: progress).x
        }

        /// Upper bound of the splines through the scale factors.
        package var largest: Double { 2 * max(1, (bounce + deselect).max() ?? 1) }
    }

    /// The counter of a like.
    public struct Counter: Sendable, Equatable {
        /// Seconds per count.
        public var every = 0.15
        /// Offset of the center from ``Like/origin``, in points.
        public var offset = SIMD2<Double>(0, -70)
        /// Words by count: up to 3, up to 6, above.
        public var words = ["鼓励", "加油", "太棒了"].map { Word.text($0) }
        /// Images of the digits 0 to 9, drawn without tint; empty to use the font.
        public var digitContents: [Contents] = []
        /// Em size of the digits in points; words use two thirds.
        public var fontSize = 36.0
        /// Color of digits and words in the counter's font.
        public var color = Color(SIMD4(0.98, 0.36, 0.15, 1))
        /// Seconds in which the counter grows from ``scale`` to full size.
        public var appearDuration = 0.4
        /// Initial scale factor.
        public var scale = 0.8
        /// Digits 0 to 9 in the counter's font.
        public var digits: [Asset] = []
        /// Assets of ``words``.
        public var levels: [Asset] = []

        /// Creates a value with the defaults.
        public init() {}

        /// The count shown `time` seconds after a touch, until the release; `nil` hides the counter: before the first
        /// tick, and from 1000 on.
        ///
        /// - Parameter earlier: Number of ticks in earlier presses.
        public func count(at time: Double, after earlier: Double = 0) -> Int? {
            let ticks = earlier + ticks(in: time)
            return ticks >= 1 && ticks < 999 ? Int(ticks) + 1 : nil
        }

        /// Number of ticks in `time` seconds of a press.
        public func ticks(in time: Double) -> Double { (time / every + 1e-9).rounded(.down) }

        /// Index of the word for a count; `nil` if there are no words.
        public func level(of count: Int) -> Int? {
            levels.isEmpty ? nil : min(levels.count - 1, count <= 3 ? 0 : count <= 6 ? 1 : 2)
        }
    }
}

extension Like.Counter {
    /// A word of the counter.
    public enum Word: Sendable, Equatable {
        /// Text in the counter's font and color.
        case text(String)
        /// Asset, drawn without tint.
        case picture(Asset)

        /// Whether the word is an asset.
        public var isPicture: Bool { if case .picture = self { true } else { false } }
    }
}

extension Like {
    /// Seconds from one touch to the next.
    public var round: Double { press + pause }

    /// Index of the last touch at layer time `time`, in seconds.
    public func lastPress(at time: Double) -> Int {
        min(presses - 1, max(0, Int((time / round + 1e-9).rounded(.down))))
    }

    /// 77 emoji from the article.
    package static let everyday: [String] = [
        "😀", "😃", "😄", "😁", "😆", "😅", "🤣", "😂", "🙂", "🙃", "😉", "😊", "😇", "🥰", "😍", "🤩", "😘", "😗", "😚", "😙", "😋",
        "😛", "😜", "🤪", "😝", "🤑", "🤗", "🤭", "🤫", "🤔", "🤐", "🤨", "😐", "😑", "😶", "😏", "😒", "🙄", "😬", "😌", "😔", "😪",
        "🤤", "😴", "😷", "🤓", "😎", "🥳", "😕", "😮", "😯", "😲", "😳", "🥺", "😢", "😭", "😱", "😤", "😡", "🤬", "😈", "💩", "👻",
        "👽", "🤖", "😺", "😸", "😹", "😻", "🙈", "🙉", "🙊", "❤️", "👍", "👏", "🙌", "🎉",
    ]
}
