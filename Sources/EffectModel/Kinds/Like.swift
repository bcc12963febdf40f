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
    var cellChanges: [JSONValue.Member] = []

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

        private static let factors = Codec.list(of: .number(in: 0...100), count: 1...32)

        static let properties: [Property<Button>] = [
            .field("contents", \.contents, Contents.codec),
            .optional("selected", \.selected, Contents.codec),
            .optional("size", \.size, StillSprite.sizeCodec),
            .field("color", \.color, Color.codec),
            .field("selectedColor", \.selectedColor, Color.codec),
            .field("bounce", \.bounce, factors),
            .field("bounceDuration", \.bounceDuration, .number(in: 0.01...1000, unit: .seconds)),
            .optional("deselectTime", \.deselectTime, .number(in: 0...100_000, unit: .seconds)),
            .field("deselect", \.deselect, factors),
            .field("deselectDuration", \.deselectDuration, .number(in: 0.01...1000, unit: .seconds)),
        ]

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
        var largest: Double { 2 * max(1, (bounce + deselect).max() ?? 1) }

        /// Creates a value with the defaults.
        public init() {}
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

        static let properties: [Property<Counter>] = [
            .field("every", \.every, .number(in: 0.01...1000, unit: .seconds)),
            .field("offset", \.offset, .pair(in: Layer.Transform.places)),
            .field("words", \.words, .list(of: Word.codec, count: 0...3)),
            .optional("digits", \.optionalDigits, .list(of: Contents.assetCodec, count: 10...10)),
            .field("fontSize", \.fontSize, .number(in: 1...512)),
            .field("color", \.color, Color.codec),
            .field("appearDuration", \.appearDuration, .number(in: 0...1000, unit: .seconds)),
            .field("scale", \.scale, .number(in: 0...100)),
            .after { object, counter in
                func asset(_ text: String, _ size: Double, at place: String) -> Asset? {
                    let json: JSONValue = ["text": .string(text), "fontSize": .number(size)]
                    return Asset.codec.read(json, place, object.context)
                }
                // Stop at the first fault: if one digit cannot be drawn, neither can the others.
                for digit in 0...9 where counter.digitContents.isEmpty {
                    let text = "\(digit)"
                    let made = object.context.atOnePlace(object.pointer) {
                        asset(text, counter.fontSize, at: object.pointer)
                    }
                    guard let made else { return }
                    counter.digits.append(made)
                }
                for (index, word) in counter.words.enumerated() {
                    let place = object.pointer(to: "words") + "/\(index)"
                    let size = max(1, counter.fontSize / 1.5)
                    switch word {
                    case .picture(let asset): counter.levels.append(asset)
                    case .text(let text):
                        guard let made = object.context.atOnePlace(place, { asset(text, size, at: place) }) else {
                            return
                        }
                        counter.levels.append(made)
                    }
                }
            },
        ]

        /// Value of ``digitContents``; `nil` if empty.
        private var optionalDigits: [Contents]? {
            get { digitContents.isEmpty ? nil : digitContents }
            set { digitContents = newValue ?? [] }
        }

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

        /// Creates a value with the defaults.
        public init() {}
    }

    /// Creates a value with the defaults.
    public init() {}
}

extension Like.Counter {
    /// A word of the counter.
    public enum Word: Sendable, Equatable {
        /// Text in the counter's font and color.
        case text(String)
        /// Asset, drawn without tint.
        case picture(Asset)

        static let codec: Codec<Word> = {
            let text = Codec<String>.text(maximum: 64)
            let allowed = "\(text.allowed), or an asset"
            let schema = JSONSchema.any(of: [text.schema, Asset.codec.schema]).described(allowed)
            return Codec(allowed: allowed, schema: schema) { value, pointer, context in
                if case .object = value { return Asset.codec.read(value, pointer, context).map { .picture($0) } }
                return text.read(value, pointer, context).map { .text($0) }
            } write: { word in
                switch word {
                case .text(let words): text.write(words)
                case .picture(let asset): Asset.codec.write(asset)
                }
            }
        }()

        /// Whether the word is an asset.
        public var isPicture: Bool { if case .picture = self { true } else { false } }
    }
}

extension Like {
    static let properties: [Property<Like>] = [
        .after { $1.origin = $0.context.canvas * SIMD2(0.5, 0.75) },
        .field("origin", \.origin, .pair(in: Layer.Transform.places)),
        .field("press", \.press, .number(in: 0.01...1000, unit: .seconds)),
        .field("cells", \.cells, .whole(in: 1...16)),
        .field("presses", \.presses, .whole(in: 1...8)),
        .field("pause", \.pause, .number(in: 0.01...1000, unit: .seconds)),
        .field("quirk", \.quirk, .flag),
        .field("emoji", \.emoji, .list(of: emojiCodec, count: 1...256)),
        .optional("contents", \.optionalContents, .list(of: Contents.assetCodec, count: 1...256)),
        .field("renderMode", \.renderMode, Emitter.RenderMode.codec),
        .optional("button", \.button, .object("Like.button", Button(), Button.properties)),
        .optional("counter", \.counter, .object("Like.counter", Counter(), Counter.properties)),
        Property([SchemaMember("cell", cellSchema.orNull)]) { object, like in
            if let value = object.take("cell"), value != .null {
                // Sorted, so that equivalent specs are equal.
                guard case .object(let members) = value.sorted else {
                    let place = object.pointer(to: "cell")
                    object.context.fault(.wrongType, at: place, found: value.excerpt, allowed: "properties of a cell")
                    return
                }
                like.cellChanges = members
            }
            like.makeEmitter(object)
        } write: { like in
            [.init("cell", .object(like.cellChanges))]
        },
    ]

    /// Every emoji is checked, drawn or not: validity of a spec must not depend on its seed.
    private static let emojiCodec: Codec<String> = {
        let text = Codec<String>.text(maximum: 64)
        return Codec(allowed: text.allowed, schema: text.schema) { value, pointer, context in
            text.read(value, pointer, context).flatMap { context.checkEmoji($0, at: pointer) ? $0 : nil }
        } write: {
            text.write($0)
        }
    }()

    /// Schema of a cell with all members optional.
    private static var cellSchema: JSONSchema {
        .definition("Like.cell") {
            .object("EmitterCell", SchemaPart(SchemaPart(EmitterCell.properties).members), defaults: cellDefaults)
        }
    }

    /// Default cell properties, from the article.
    private static let cellDefaults: [JSONValue.Member] = [
        .init("birthRate", 7), .init("lifetime", 2), .init("lifetimeRange", 2), .init("scale", 0.35),
        .init("alphaRange", 1), .init("alphaSpeed", -1), .init("yAcceleration", 450), .init("velocity", 450),
        .init("velocityRange", 30), .init("emissionLongitude", "270deg"), .init("emissionRange", "90deg"),
        .init("spin", "360deg"), .init("spinRange", "360deg"),
    ]

    /// Size of an emoji in points at scale 1.
    private static let emojiSize = 100.0

    /// Value of ``contents``; `nil` if empty.
    private var optionalContents: [Contents]? {
        get { contents.isEmpty ? nil : contents }
        set { contents = newValue ?? [] }
    }

    /// Seconds from one touch to the next.
    public var round: Double { press + pause }

    /// Index of the last touch at layer time `time`, in seconds.
    public func lastPress(at time: Double) -> Int {
        min(presses - 1, max(0, Int((time / round + 1e-9).rounded(.down))))
    }

    private mutating func makeEmitter(_ object: ObjectReader) {
        let context = object.context
        var emitter = Emitter()
        emitter.rangeConvention = context.rangeConvention
        emitter.emitterPosition = origin
        emitter.emitterSize = SIMD2(30, 30)
        emitter.renderMode = renderMode
        let place = object.pointer(to: "cell")
        let faults = context.faults.count
        func change(_ name: String) -> JSONValue? { cellChanges.first { $0.name == name }?.value }
        if change("contents") ?? .null != .null, object.has("emoji") {
            let place = ReadContext.pointer(place, "contents")
            context.fault(.conflict, at: place, found: "both contents and emoji", allowed: "one of the two")
        }
        if let on = change("on"), on != "update" {
            let place = ReadContext.pointer(place, "on")
            context.fault(
                .conflict,
                at: place,
                found: on.excerpt,
                allowed: "\"update\", since the cells of a like have no parent"
            )
        }
        // A written document has all members; those with default values are no conflict.
        let hasEmoji = object.has("emoji") && emoji != Self.everyday
        if !contents.isEmpty, hasEmoji || change("contents") ?? .null != .null {
            let other = hasEmoji ? "emoji" : "the cell's contents"
            context.fault(
                .conflict,
                at: object.pointer(to: "contents"),
                found: "both contents and \(other)",
                allowed: "one of the two"
            )
        }
        let count = cells * presses
        if count > 64 {
            let found = "\(presses) presses of \(cells) cells"
            context.fault(
                .outOfRange,
                at: object.pointer(to: "presses"),
                found: found,
                allowed: "at most 64 cells in all"
            )
        }
        let layer = object.take("name")
        if contents.isEmpty {
            emoji = drawn(emoji, count, context.seed, layer)
        } else {
            contents = drawn(contents, count, context.seed, layer)
        }
        for name in ["duration", "repeatCount", "idleDuration"] where cellChanges.contains(where: { $0.name == name }) {
            let pointer = ReadContext.pointer(place, name)
            context.fault(
                .conflict,
                at: pointer,
                found: "\(name) with press",
                allowed: "press alone, which ends the births"
            )
        }
        guard context.faults.count == faults else { return }
        var members = Self.cellDefaults.filter { old in !cellChanges.contains { $0.name == old.name } }
        members = Self.withoutRanges(members + cellChanges, cellChanges)
        for number in 0..<count {
            let shown: JSONValue =
                contents.isEmpty
                ? ["emoji": .string(emoji[number % emoji.count]), "size": .number(Self.emojiSize)]
                : Contents.assetCodec.write(contents[number % contents.count])
            let own: [JSONValue.Member] = [
                .init("name", .string("emoji\(number)")), .init("contents", shown),
            ]
            // Cells differ only in contents, so the first faulty cell is enough.
            guard var cell = EmitterCell.codec.read(.object(members + own), place, context),
                context.faults.count == faults
            else { break }
            // Births end with the press.
            (cell.duration, cell.repeatCount) = (press, 1)
            let first = number / cells
            if first > 0 { cell.beginTime += Double(first) * round }
            if quirk, first < presses - 1 {
                (cell.idleDuration, cell.repeatCount) = (pause, Double(presses - first))
            }
            emitter.emitterCells.append(cell)
        }
        self.emitter = emitter
    }

    /// Removes default ranges where a change sets `[lowest, highest]`, which includes the range.
    private static func withoutRanges(
        _ members: [JSONValue.Member],
        _ changes: [JSONValue.Member]
    ) -> [JSONValue.Member] {
        members.filter { member in
            guard member.name.hasSuffix("Range"), !changes.contains(where: { $0.name == member.name }) else {
                return true
            }
            return !changes.contains { change in
                guard case .array = change.value else { return false }
                return change.name + "Range" == member.name
            }
        }
    }

    /// Draws `count` choices by the seed; returns all of them if there are no more than `count`.
    private func drawn<Choice>(_ choices: [Choice], _ count: Int, _ seed: String, _ layer: JSONValue?) -> [Choice] {
        guard choices.count > count else { return choices }
        var stream = RandomStream(key: RandomStream.hash(seed)).substream(named: "like")
        if case .string(let name) = layer { stream = stream.substream(named: name) }
        return (0..<count).map {
            choices[min(choices.count - 1, Int(stream.unit(UInt64($0)) * Double(choices.count)))]
        }
    }

    /// 77 emoji from the article.
    static let everyday: [String] = [
        "😀", "😃", "😄", "😁", "😆", "😅", "🤣", "😂", "🙂", "🙃", "😉", "😊", "😇", "🥰", "😍", "🤩", "😘", "😗", "😚", "😙", "😋",
        "😛", "😜", "🤪", "😝", "🤑", "🤗", "🤭", "🤫", "🤔", "🤐", "🤨", "😐", "😑", "😶", "😏", "😒", "🙄", "😬", "😌", "😔", "😪",
        "🤤", "😴", "😷", "🤓", "😎", "🥳", "😕", "😮", "😯", "😲", "😳", "🥺", "😢", "😭", "😱", "😤", "😡", "🤬", "😈", "💩", "👻",
        "👽", "🤖", "😺", "😸", "😹", "😻", "🙈", "🙉", "🙊", "❤️", "👍", "👏", "🙌", "🎉",
    ]
}
