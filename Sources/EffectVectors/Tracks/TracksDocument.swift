package import EffectModel

/// An effect as JSON for a player that computes each moment: shapes, and for each piece its motion as coefficients.
///
/// `openapi.yaml` has the schema (`Tracks`). Times are seconds of playback, lengths are pixels of the canvas at the effect's
/// own scale.
package struct TracksDocument: Sendable {
    /// Text of the document.
    package let text: String

    /// Version of the format: a reader of another one refuses the document.
    package static let version = 1

    /// Bounds and precision of a document.
    package struct Options {
        /// Maximum number of pieces and trails.
        let elements: Int
        /// Maximum number of bytes.
        let bytes: Int
        /// Largest distance in pixels by which fitted motions may miss.
        package let tolerance: Double
        /// Whether pieces are counted, and no outlines written.
        let isCounted: Bool

        /// Options of the given values.
        package init(
            elements: Int,
            bytes: Int,
            tolerance: Double = VectorScene.tolerance,
            isCounted: Bool = false
        ) {
            (self.elements, self.bytes, self.tolerance) = (elements, bytes, tolerance)
            self.isCounted = isCounted
        }
    }

    /// - Parameters:
    ///   - scene: The effect's pieces.
    ///   - spec: The effect; background, size and playback are taken from it.
    ///   - sprites: Sprites that the pieces refer to.
    ///   - moment: Share of the loop, 0...1, that a still shows; `nil` moves.
    ///   - isStopped: Cancellation check, called at each piece.
    ///   - image: URL of an image by index of its sprite.
    package init(
        _ scene: VectorScene,
        of spec: EffectSpec,
        sprites: [Sprite],
        still moment: Double? = nil,
        _ options: Options,
        unless isStopped: @escaping () -> Bool,
        image: @escaping (Int) -> String?
    ) throws(VectorError) {
        let timing = spec.timing
        let duration = Double(timing.frameCount) / timing.fps
        var writer = TracksWriter(
            shapes: TracksShapes(sprites, isCounted: options.isCounted, image: image),
            duration: duration,
            options: options,
            unless: isStopped
        )
        let layers = try writer.layers(scene.children)
        let loop =
            switch timing.loop {
            case .forever: "\"forever\""
            case .seamless: "\"seamless\""
            case .times(let count): "\(count)"
            }
        let seconds = [duration, timing.hold, (moment ?? scene.best) * duration].map {
            TracksNumber.text($0, digits: 5)
        }
        var text = "{\"version\":\(Self.version),\"canvas\":\(Self.canvas(spec.canvas))"
        text += ",\"duration\":\(seconds[0]),\"hold\":\(seconds[1]),\"loop\":\(loop),\"still\":\(seconds[2])"
        if moment != nil { text += ",\"paused\":true" }
        if !writer.shapes.images.isEmpty { text += ",\"images\":[\(writer.shapes.images.joined(separator: ","))]" }
        text += ",\"shapes\":[\(writer.shapes.texts.joined(separator: ",\n"))]"
        text += ",\"layers\":[\(layers)]}\n"
        guard text.utf8.count <= options.bytes else { throw .tooLarge(limit: options.bytes) }
        self.text = text
    }

    private static func canvas(_ canvas: Canvas) -> String {
        let background = canvas.background.tracksText
        let sides = [canvas.imageWidth, canvas.imageHeight, canvas.imageScale].map { TracksNumber.text($0, digits: 6) }
        return "{\"width\":\(sides[0]),\"height\":\(sides[1]),\"scale\":\(sides[2]),\"background\":\(background)}"
    }
}

/// Writes nodes as layers, and their pieces.
private struct TracksWriter {
    var shapes: TracksShapes
    /// Playback time of a round in seconds.
    let duration: Double
    private let options: TracksDocument.Options
    private let isStopped: () -> Bool
    private var elements = 0
    private var bytes = 0
    private let numbers: TracksNumber

    init(
        shapes: TracksShapes,
        duration: Double,
        options: TracksDocument.Options,
        unless isStopped: @escaping () -> Bool
    ) {
        (self.shapes, self.duration, self.options, self.isStopped) = (shapes, duration, options, isStopped)
        numbers = TracksNumber(looseness: options.tolerance / VectorScene.tolerance)
    }

    /// Counts something that is drawn, of so many bytes.
    private mutating func count(_ text: String) throws(VectorError) {
        if isStopped() { throw .stopped }
        elements += 1
        bytes += text.utf8.count
        guard elements <= options.elements else { throw .tooManyPieces(found: elements, limit: options.elements) }
        guard bytes + shapes.bytes <= options.bytes else { throw .tooLarge(limit: options.bytes) }
    }

    // MARK: Layers

    /// Texts of the nodes among children.
    mutating func layers(_ children: [VectorNode.Child]) throws(VectorError) -> String {
        var texts: [String] = []
        for child in children {
            guard case .node(let node) = child, !node.children.isEmpty else { continue }
            texts.append(try layer(node))
        }
        return texts.joined(separator: ",\n")
    }

    private mutating func layer(_ node: VectorNode) throws(VectorError) -> String {
        var text = "{\"layer\":\(node.layer),\"blend\":\"\(node.blend.rawValue)\""
        if let composite = node.composite { text += ",\"composite\":\"\(composite.rawValue)\"" }
        if !node.opacity.isConstant(1) { text += ",\"opacity\":\(numbers.text(node.opacity, within: 0.002))" }
        if let run = node.run { text += ",\"run\":\(run)" }
        if let mask = node.mask { text += ",\"mask\":\(try self.mask(mask))" }
        if let shadow = node.shadow { text += ",\"shadow\":\(self.shadow(shadow, node.shadowCourse))" }
        var pieces: [String] = []
        for child in node.children {
            let piece: String
            switch child {
            case .piece(let own): piece = self.piece(own)
            case .trail(let own): piece = trail(own)
            case .node: continue
            }
            try count(piece)
            pieces.append(piece)
        }
        let own = "\"pieces\":[\(pieces.joined(separator: ",\n"))]"
        let nested = try layers(node.children)
        guard !nested.isEmpty else { return text + "," + own + "}" }
        // A layer has either pieces or layers.
        let first =
            pieces.isEmpty ? "" : "{\"layer\":\(node.layer),\"blend\":\"\(node.blend.rawValue)\",\(own)},\n"
        return text + ",\"layers\":[\(first)\(nested)]}"
    }

    private mutating func mask(_ mask: VectorMask) throws(VectorError) -> String {
        var pieces: [String] = []
        for own in mask.pieces {
            let piece = self.piece(own)
            try count(piece)
            pieces.append(piece)
        }
        var text = "{\"inverted\":\(mask.isInverted)"
        let feather = mask.featherCourse ?? .constant(mask.feather)
        if !feather.isConstant(0) { text += ",\"feather\":\(numbers.text(feather, within: 0.1))" }
        return text + ",\"pieces\":[\(pieces.joined(separator: ",\n"))]}"
    }

    private func shadow(_ shadow: DrawList.Shadow, _ course: ShadowCourse?) -> String {
        let course =
            course
            ?? ShadowCourse(
                x: .constant(shadow.offset.x),
                y: .constant(shadow.offset.y),
                feather: .constant(shadow.feather),
                color: (0..<4).map { .constant(shadow.color[$0]) }
            )
        let lengths = [course.x, course.y, course.feather].map { numbers.text($0, within: 0.1) }
        let color = course.color.map { numbers.text($0, within: 0.002) }.joined(separator: ",")
        return "{\"x\":\(lengths[0]),\"y\":\(lengths[1]),\"feather\":\(lengths[2]),\"color\":[\(color)]}"
    }

    // MARK: Pieces

    /// First and last moment of a window in seconds. The end of one that goes on from the loop's start is before its start.
    private func times(_ window: Piece.Window) -> String {
        let start = window.start * duration
        // An end at or before the start wraps around, so that of a short piece must not round down to it.
        let end = window.wraps ? (window.end - 1) * duration : max(window.end * duration, start + 2e-5)
        return [start, end].map { TracksNumber.text($0, digits: 5) }.joined(separator: ",")
    }

    /// A piece's shape, times, motion and look. Defaults at the end are left out.
    private mutating func piece(_ piece: Piece) -> String {
        let shape = shapes.index(of: piece)
        let reach = shapes.reach(of: piece)
        let fine = 0.1 / max(reach, 0.1)
        var parts = [
            "\(shape),\(times(piece.window))", numbers.text(piece.x, within: 0.1), numbers.text(piece.y, within: 0.1),
        ]
        switch piece.orientation {
        case .flat(let rotation, let scale):
            let largest = max(scale.x.magnitude, scale.y.magnitude)
            let across = numbers.text(scale.x, within: fine)
            parts.append(scale.x == scale.y ? across : "{\"x\":\(across),\"y\":\(numbers.text(scale.y, within: fine))}")
            parts.append(numbers.text(rotation, within: 0.1 / max(reach * largest, 5)))
        case .space(let axis, let angle, let scale):
            parts.append(numbers.text(scale, within: fine))
            let turn = numbers.text(angle, within: 0.1 / max(reach * scale.magnitude, 10))
            parts.append("{\"axis\":\(TracksNumber.list((0..<3).map { axis[$0] }, digits: 4)),\"angle\":\(turn)}")
        case .matrix(let right, let down):
            let columns = [right.x, right.y, down.x, down.y].map { numbers.text($0, within: fine) }
            parts += ["1", "{\"matrix\":[\(columns.joined(separator: ","))]}"]
        }
        parts += [color(piece.paint), numbers.text(piece.alpha, within: 0.002)]
        if parts[6] == "1" {
            parts.removeLast()
            for value in ["\"#fff\"", "0", "1"] where parts.last == value { parts.removeLast() }
        }
        return "[\(parts.joined(separator: ","))]"
    }

    private func color(_ paint: Piece.Paint) -> String {
        switch paint {
        case .fixed(let color): return "\"\(SVGNumber.color(color))\""
        case .changing(let red, let green, let blue):
            return "[\([red, green, blue].map { numbers.text($0, within: 0.003) }.joined(separator: ","))]"
        case .sides(let front, let back):
            return "{\"front\":\"\(SVGNumber.color(front))\",\"back\":\"\(SVGNumber.color(back))\"}"
        }
    }

    private func trail(_ trail: Trail) -> String {
        guard let course = trail.course else { return "{}" }
        let lengths = [course.x, course.y].map { numbers.text($0, within: 0.1) }
        let reach = max(1, course.x.magnitude, course.y.magnitude)
        let shares = [course.head, course.tail].map { numbers.text($0, within: 0.1 / reach) }
        let widths = [course.width, course.endWidth].map { numbers.text($0, within: 0.05) }
        let alphas = [course.alpha, course.endAlpha].map { numbers.text($0, within: 0.004) }
        let path = "\"x\":\(lengths[0]),\"y\":\(lengths[1]),\"head\":\(shares[0]),\"tail\":\(shares[1])"
        let look = "\"width\":[\(widths.joined(separator: ","))],\"alpha\":[\(alphas.joined(separator: ","))]"
        return
            "{\"time\":[\(times(trail.window))],\"points\":\(course.points),\(path),\(look),\"color\":\(color(trail.paint))}"
    }
}

/// Numbers and channels as JSON, with as many decimals as their precision needs.
struct TracksNumber {
    /// Factor of all tolerances.
    let looseness: Double

    /// Text of a number rounded to `digits` decimals.
    static func text(_ value: Double, digits: Int) -> String { LottieProperty.number(value, digits: digits) }

    static func list(_ values: [Double], digits: Int) -> String { LottieProperty.list(values, digits: digits) }

    /// Text of a channel whose rounding misses by less than a fifth of a tolerance.
    func text(_ channel: Channel, within tolerance: Double) -> String {
        let slack = tolerance * looseness / 5
        func list(_ values: [Double]) -> String {
            Self.list(values, digits: SVGNumber.digits(for: slack / Double(values.count)))
        }
        switch channel {
        case .constant(let value): return Self.text(value, digits: SVGNumber.digits(for: slack))
        case .polynomial(let coefficients):
            let text = list(coefficients)
            // Rounded, it may stand still.
            return coefficients.count == 2 && text.hasSuffix(",0]") ? String(text.dropFirst().dropLast(3)) : text
        case .series(let coefficients): return "{\"series\":\(list(coefficients))}"
        case .decay(let start, let slope, let reach, let rate):
            let digits = SVGNumber.digits(for: slack / 4)
            let numbers = [start, slope, reach].map { Self.text($0, digits: digits) }.joined(separator: ",")
            let pace = Self.text(rate, digits: SVGNumber.digits(for: slack / 4 / max(abs(reach), 1)))
            return "{\"decay\":[\(numbers),\(pace)]}"
        case .lines(let points): return lines(points, slack: slack)
        case .cubics(let cubics):
            // Fitted for other forms; lines between points of them do as well.
            let (start, end) = (cubics[0].start, cubics[cubics.count - 1].end)
            let places = (0...64).map { start + (end - start) * Double($0) / 64 }
            return lines(places.map { SIMD2($0, channel.value(at: $0)) }, slack: slack)
        }
    }

    private func lines(_ points: [SIMD2<Double>], slack: Double) -> String {
        var steepest = 0.0
        for (from, to) in zip(points, points.dropFirst()) where to.x > from.x {
            steepest = max(steepest, abs((to.y - from.y) / (to.x - from.x)))
        }
        let digits = SVGNumber.digits(for: slack / 2)
        let fine = max(2, SVGNumber.digits(for: slack / 2 / max(steepest, 1e-9)))
        let text = points.map { Self.text($0.x, digits: fine) + "," + Self.text($0.y, digits: digits) }
        return "{\"lines\":[\(text.joined(separator: ","))]}"
    }
}

extension Channel {
    /// Largest value over the time, whatever its sign.
    fileprivate var magnitude: Double {
        if let constant { return abs(constant) }
        return (0...16).reduce(0) { max($0, abs(value(at: Double($1) / 16))) }
    }
}
