#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif
internal import EffectModel

/// The style sheet of an animated SVG, and the classes and custom properties of its pieces.
///
/// Every piece has a clock `--t` that runs from 0 to 1 while the piece is visible and stands at 1 at all other times.
/// A class says once, with `calc()`, how position, rotation, scale, alpha and color follow from the clock, and each
/// piece brings the coefficients as custom properties. So the motion is computed by the viewer at any frame rate, from
/// the same closed form as ours. What has no formula moves in straight lines, on a clock of its own (`--X` …).
/// A formula of many coefficients stands in the piece with its numbers, and courses of looks over lives that several
/// pieces have are classes of their own.
struct SVGStyle {
    /// Playback time of a round in seconds.
    let seconds: Double
    /// Share of the round that the effect takes; the rest of it holds the last moment.
    let active: Double
    /// Value of `animation-iteration-count`.
    let iterations: String
    /// Courses over lives that have rules of their own.
    let courses: SVGCourses
    /// Indices of classes by the text of their rules.
    private var classes: [String: Int] = [:]
    /// Texts of rules, in the order of their classes.
    private var rules: [String] = []
    /// Elements whose style attributes are written at the end.
    private var elements: [SVGSharing.Element] = []
    /// Bytes of these attributes, about.
    private(set) var bytesOfElements = 0
    /// Registered custom properties in use.
    var registered: Set<String> = []

    init(seconds: Double, active: Double, iterations: String, courses: SVGCourses) {
        (self.seconds, self.active, self.iterations, self.courses) = (seconds, active, iterations, courses)
    }

    /// Whether the last moment stays on: between two rounds, or after the last.
    var isHeld: Bool { active < 1 || iterations != "infinite" }

    /// Parts that elements of a class have in common. All elements have to be known.
    var sharing: SVGSharing { SVGSharing(elements, rules: rules.count) }

    /// Text of the style sheet. `<` and `&` do not occur but escaped.
    func text(_ sharing: SVGSharing, bestMoment: Double) -> String {
        var text = ""
        for name in registered.sorted() {
            text += "@property --\(name){syntax:\"&lt;number>\";inherits:false;initial-value:\(name == "t" ? 1 : 0)}"
            text += "@keyframes \(name){from{--\(name):0}to{--\(name):1}}"
        }
        for (index, rule) in rules.enumerated() {
            text += ".\(Formulas.name(index)){\(sharing.body(ofRule: index, rule))}"
        }
        guard !registered.isEmpty else { return text }
        let delay =
            "animation-play-state:paused!important;animation-delay:-\(SVGNumber.text(bestMoment, digits: 3))s!important"
        return text + "@media(prefers-reduced-motion:reduce){*{\(delay)}}"
    }

    /// Class and style attributes of an element, each with a leading space; empty if nothing is to be said.
    struct Attributes {
        var className = ""
        /// Declarations of an element without a class of its own.
        var style = ""
        /// Index of an element whose declarations are written at the end; `nil` for none.
        var element: Int?

        /// Adds further classes.
        mutating func add(_ names: [String]) {
            className = (className.isEmpty ? names : [className] + names).joined(separator: " ")
        }

        var text: String {
            (className.isEmpty ? "" : " class=\"\(className)\"")
                + (element.map(SVGSharing.mark) ?? (style.isEmpty ? "" : " style=\"\(style)\""))
        }
    }

    // MARK: Pieces

    /// Attributes of a piece.
    ///
    /// - Parameters:
    ///   - reach: Largest distance of the sprite's points from its center, in sprite units.
    ///   - property: CSS property of the paint; `nil` leaves the color out.
    ///   - blend: Value of `mix-blend-mode`; `nil` for source over.
    mutating func attributes(of piece: Piece, reach: Double, paint property: String?, blend: String?) -> Attributes {
        var writer = Formulas(window: piece.window, active: active, seconds: seconds, isHeld: isHeld)
        var looks: [String] = []
        writer.write([piece.x, piece.y]) { writer in
            let (x, y) = (writer.term(piece.x, digits: 1), writer.term(piece.y, digits: 1))
            if x != "0" || y != "0" { writer.declare("translate", "\(writer.length(x)) \(writer.length(y))") }
        }
        let fine = SVGNumber.digits(for: 0.05 / max(reach, 0.5))
        // The scale is never 0: a browser that sees nothing but pieces without a size at the start lets their animations rest. Chromium
        // showed nothing of the first loop.
        let hide = writer.window.isWhole && !piece.window.wraps ? nil : "clamp(1e-5,(1 - var(--t))*9999,1)"
        if hide != nil { writer.usesClock = true }
        func shown(_ scale: String) -> String {
            guard let hide else { return scale }
            return scale == "1" ? hide : "\(scale)*\(hide)"
        }
        var turn: (depth: String, angle: String)?
        switch piece.orientation {
        case .flat(let rotation, let scale):
            writer.write([rotation]) { writer in
                let turned = writer.term(rotation, digits: reach > 12 ? 3 : 2)
                if turned != "0" { writer.declare("rotate", "calc(1rad*\(turned))") }
            }
            if let life = piece.life, let course = life.scale, courses.shareShape(of: course) {
                let own = "\(writer.variable(SVGNumber.text(course.factor, digits: fine + 1)))"
                let across = "\(own)*\(course.term(of: writer.share(of: life)))"
                if scale.x == scale.y {
                    writer.declare("scale", "calc(\(shown(across)))")
                } else {
                    writer.write([scale.y]) { writer in
                        let along = writer.term(scale.y, digits: fine)
                        writer.declare("scale", "calc(\(shown(across))) calc(\(shown(along)))")
                    }
                }
            } else {
                writer.write(scale.x == scale.y ? [scale.x] : [scale.x, scale.y]) { writer in
                    let across = writer.term(scale.x, digits: fine)
                    if scale.x != scale.y {
                        let along = writer.term(scale.y, digits: fine)
                        writer.declare("scale", "calc(\(shown(across))) calc(\(shown(along)))")
                    } else if shown(across) != "1" {
                        writer.declare("scale", "calc(\(shown(across)))")
                    }
                }
            }
        case .space(let axis, let angle, let scale):
            let parts = (0..<3).map { writer.variable(SVGNumber.text(axis[$0], digits: 4)) }
            let turned = writer.term(angle, digits: 3)
            turn = (parts[2], turned)
            writer.declare("rotate", "\(parts.joined(separator: " ")) calc(1rad*\(turned))")
            writer.declare("scale", "calc(\(shown(writer.term(scale, digits: fine))))")
        case .matrix(let right, let down):
            if hide != nil { writer.declare("scale", "calc(\(shown("1")))") }
            let parts = [right.x, right.y, down.x, down.y].map { "calc(\(writer.term($0, digits: fine)))" }
            writer.declare("transform", "matrix(\(parts.joined(separator: ",")),0,0)")
        }
        if let life = piece.life, let alpha = life.alpha, courses.share(alpha) {
            looks.append("opacity:calc(\(alpha.term(of: writer.share(of: life), times: alpha.factor)))")
        } else if let life = piece.life, let alpha = life.alpha, courses.shareShape(of: alpha) {
            let factor = writer.variable(SVGNumber.text(alpha.factor, digits: 3))
            writer.declare("opacity", "calc(\(factor)*\(alpha.term(of: writer.share(of: life))))")
        } else {
            writer.write([piece.alpha]) { writer in
                let alpha = writer.term(piece.alpha, digits: 3, isAlpha: true)
                if alpha != "1" { writer.declare("opacity", "calc(\(alpha))") }
            }
        }
        if let property {
            looks += declare(piece.paint, of: piece.life, as: property, turn: turn, writer: &writer)
        }
        if let blend { writer.declare("mix-blend-mode", blend) }
        var attributes = attributes(of: writer)
        attributes.add(looks.map { className($0) })
        if property != nil, turn != nil, case .sides(let front, let back) = piece.paint {
            attributes.className += " " + palette(front: front, back: back)
        }
        return attributes
    }

    /// Attributes of a gradient in a piece's color.
    mutating func attributes(ofShade piece: Piece, property: String) -> Attributes {
        var writer = Formulas(window: piece.window, active: active, seconds: seconds, isHeld: isHeld)
        let looks = declare(piece.paint, of: piece.life, as: property, turn: nil, writer: &writer)
        var attributes = attributes(of: writer)
        attributes.add(looks.map { className($0) })
        return attributes
    }

    /// Declares a color.
    ///
    /// - Parameter turn: Third component of the axis, and angle, of a rotation in space.
    /// - Returns: Declarations that are classes of their own.
    func declare(
        _ paint: Piece.Paint,
        of life: Piece.Life?,
        as property: String,
        turn: (depth: String, angle: String)?,
        writer: inout Formulas
    ) -> [String] {
        func channels(_ terms: [String]) -> String { "rgb(\(terms.map { "calc(255*\($0))" }.joined(separator: " ")))" }
        switch paint {
        case .fixed: break
        case .changing(let red, let green, let blue):
            if let life, courses.share(life.color) {
                let clock = writer.share(of: life)
                return ["\(property):\(channels(life.color.map { $0.term(of: clock, times: $0.factor) }))"]
            }
            writer.write([red, green, blue]) { writer in
                writer.declare(property, channels([red, green, blue].map { writer.term($0, digits: 3) }))
            }
        case .sides:
            // The third component of the turned normal is above 0 where the front shows.
            guard let turn else { return [] }
            let level = "\(turn.depth)*\(turn.depth)"
            let facing = "clamp(0,(\(level) + (1 - \(level))*cos(1rad*\(turn.angle)))*9999,1)"
            let terms = (0..<3).map { "(var(--\(Self.backNames[$0])) + var(--\(Self.frontNames[$0]))*\(facing))" }
            writer.declare(property, channels(terms))
        }
        return []
    }

    /// Names of the components of a back's color, and of the front's difference from it: no clocks have them.
    private static let backNames = ["A", "B", "C"]
    private static let frontNames = ["D", "E", "F"]

    /// Name of the class of a plane's colors, which many planes share.
    private mutating func palette(front: SIMD3<Double>, back: SIMD3<Double>) -> String {
        let body = (0..<3).map { index in
            let from = SVGNumber.text(back[index], digits: 3)
            let difference = SVGNumber.text(front[index] - back[index], digits: 3)
            return "--\(Self.backNames[index]):\(from);--\(Self.frontNames[index]):\(difference)"
        }
        return className(body.joined(separator: ";"))
    }

    // MARK: Trails

    /// Attributes of a band of a trail.
    ///
    /// - Parameter isHead: Whether the band is the first one, whose end is round.
    mutating func attributes(of band: Trail.Band, in trail: Trail, isHead: Bool, blend: String?) -> Attributes {
        var writer = Formulas(window: trail.window, active: active, seconds: seconds, isHeld: isHeld)
        writer.hasOwnClocks = true
        let (start, length) = (writer.term(band.start, digits: 1), writer.term(band.length, digits: 1))
        var width = writer.term(band.width, digits: 2)
        for (name, value) in Self.dash(from: start, length: length, width: width, isHead: isHead) {
            writer.declare(name, value)
        }
        if !writer.window.isWhole {
            writer.usesClock = true
            width += "*clamp(0,(1 - var(--t))*9999,1)"
        }
        writer.declare("stroke-width", "max(0px,calc(1px*\(width)))")
        let alpha = writer.term(band.alpha, digits: 3, isAlpha: true)
        if alpha != "1" { writer.declare("opacity", "calc(\(alpha))") }
        let looks = declare(trail.paint, of: trail.life, as: "stroke", turn: nil, writer: &writer)
        if let blend { writer.declare("mix-blend-mode", blend) }
        var attributes = attributes(of: writer)
        attributes.add(looks.map { className($0) })
        return attributes
    }

    /// Declarations of a dash along a path. That of a trail's head has round ends, the inner one of which lies within it.
    static func dash(from start: String, length: String, width: String, isHead: Bool) -> [(String, String)] {
        guard isHead else {
            return [
                ("stroke-dasharray", "max(0px,calc(1px*\(length))) 9999px"),
                ("stroke-dashoffset", "calc(-1px*\(start))"),
            ]
        }
        return [
            ("stroke-linecap", "round"), ("stroke-dasharray", "max(0px,calc(1px*(\(length) - \(width)/2))) 9999px"),
            ("stroke-dashoffset", "calc(-1px*(\(start) + \(width)/2))"),
        ]
    }

    // MARK: Layers

    /// Attributes of a layer with an opacity of its own, over the whole loop.
    ///
    /// - Parameter shadow: Course of a shadow that changes.
    mutating func attributes(
        opacity: Channel,
        shadow: ShadowCourse?,
        declarations: [(String, String)]
    ) -> Attributes {
        var writer = Formulas(window: Piece.Window(start: 0, end: 1), active: active, seconds: seconds, isHeld: isHeld)
        let alpha = writer.term(opacity, digits: 3)
        if alpha != "1" { writer.declare("opacity", "calc(\(alpha))") }
        if let shadow {
            let place = [shadow.x, shadow.y].map { "calc(1px*\(writer.term($0, digits: 2)))" }
            let blur = Self.deviation(ofFeather: writer.term(shadow.feather, digits: 2))
            let color = shadow.color.map { writer.term($0, digits: 3) }
            let levels = color.prefix(3).map { "calc(255*\($0))" } + ["/", "calc(\(color[3]))"]
            let filter = "drop-shadow(\((place + [blur]).joined(separator: " ")) rgb(\(levels.joined(separator: " "))))"
            writer.declare("filter", filter)
        }
        for (name, value) in declarations { writer.declare(name, value) }
        return attributes(of: writer)
    }

    /// Attributes of a mask's contents with a soft edge that changes over the loop.
    mutating func attributes(feather: Channel) -> Attributes {
        var writer = Formulas(window: Piece.Window(start: 0, end: 1), active: active, seconds: seconds, isHeld: isHeld)
        let term = writer.term(feather, digits: 2)
        writer.declare("filter", "blur(\(Self.deviation(ofFeather: term)))")
        return attributes(of: writer)
    }

    /// Length of a blur for the term of a feather: three boxes, whose standard deviation is a sixth of it.
    private static func deviation(ofFeather term: String) -> String { "max(0px,calc(1px*\(term)/6))" }

    /// Class and properties of what a writer has gathered.
    ///
    /// - Parameter inherited: Values of further custom properties, for the elements within.
    mutating func attributes(of writer: Formulas, _ inherited: [String] = []) -> Attributes {
        var body = writer.declarations.map { "\($0):\($1)" }.joined(separator: ";")
        if writer.usesCenteredClock { body = "--s:calc(2*var(--t) - 1);" + body }
        let own = writer.own.map { "\($0):\($1)" }
        let names = (writer.usesClock ? ["t"] : []) + writer.clocks.map { $0.name }
        var (window, timing): ((start: String, end: String)?, String?) = (nil, nil)
        if !names.isEmpty {
            registered.formUnion(names)
            let duration = SVGNumber.text(seconds, digits: 4)
            let runs = names.map { "\($0) \(duration)s linear \(iterations)" }
            body = "animation:\(runs.joined(separator: ","))" + (body.isEmpty ? "" : ";" + body)
            let timings = writer.clocks.map { $0.timing }
            if writer.usesClock, timings.isEmpty, let plain = writer.plainWindow {
                // The class has the clock, and the piece the window alone.
                body += ";animation-timing-function:linear(1 0% var(--y),0 var(--y),1 var(--z),1)"
                window = plain
            } else {
                let all = (writer.usesClock ? [writer.clock] : []) + timings
                if all != ["linear"] { timing = all.joined(separator: ",") }
            }
        }
        guard !body.isEmpty else {
            let values = (writer.variables + inherited).enumerated().map { "--\(Formulas.name($0)):\($1)" }
            return Attributes(style: (own + values).joined(separator: ";"))
        }
        let element = SVGSharing.Element(
            rule: rule(body),
            own: own,
            values: writer.variables,
            inherited: inherited,
            window: window,
            timing: timing
        )
        elements.append(element)
        bytesOfElements += element.bytes
        return Attributes(className: Formulas.name(element.rule), element: elements.count - 1)
    }

    /// Name of the class of a rule.
    mutating func className(_ body: String) -> String { Formulas.name(rule(body)) }

    /// Index of the class of a rule.
    private mutating func rule(_ body: String) -> Int {
        if let known = classes[body] { return known }
        classes[body] = rules.count
        rules.append(body)
        return rules.count - 1
    }
}

extension Channel {
    /// Number of values of a term, without those of clocks.
    fileprivate var values: Int {
        switch self {
        case .constant: 1
        case .polynomial(let coefficients), .series(let coefficients): coefficients.count
        case .decay: 4
        case .lines(let points): points.count <= 6 ? 2 * points.count - 2 : 2
        case .cubics: 2
        }
    }
}

/// Declarations of one element as formulas over custom properties, which other elements of the class share.
struct Formulas {
    let window: Piece.Window
    let active: Double
    /// Seconds of the loop.
    let seconds: Double
    /// Whether the last moment stays on.
    let isHeld: Bool
    /// Number of custom properties that the element inherits.
    var inherited = 0
    /// Whether lines have clocks of their own, however few they are, so that fewer elements differ in their class.
    var hasOwnClocks = false
    /// Values of the custom properties `--a`, `--b` ….
    private(set) var variables: [String] = []
    private(set) var declarations: [(String, String)] = []
    /// Declarations of the element's own, with their values.
    private(set) var own: [(String, String)] = []
    /// Whether declarations are the element's own.
    private var isOwn = false
    /// Whether ``share(of:)`` is declared.
    private var hasShare = false
    /// Clocks besides the element's own: registered property and timing function.
    private(set) var clocks: [(name: String, timing: String)] = []
    var usesClock = false
    /// Whether formulas use `--s`, which runs from −1 to 1.
    private(set) var usesCenteredClock = false

    /// Seconds of a loop of which half a tenth of a percent is 2 ms.
    private static let shortLoop = 4.0

    /// Share of the loop that percentages don't tell from nothing.
    private static let instant = 5e-5
    /// Longest time in seconds of a piece that the end of the loop shows at its birth.
    private static let newborn = 0.008

    init(window: Piece.Window, active: Double, seconds: Double, isHeld: Bool = false) {
        var window = window
        if !window.wraps {
            if abs(window.start) < Self.instant { window.start = 0 }
            if abs(window.end - 1) < Self.instant { window.end = 1 }
        }
        (self.window, self.active, self.seconds, self.isHeld) = (window, active, seconds, isHeld)
    }

    /// Name of class or custom property `index`: a, b, …, z, aa, …, without s and t, the clocks, y and z, the
    /// window.
    static func name(_ index: Int) -> String {
        let letter = String(letters[index % letters.count])
        return index < letters.count ? letter : name(index / letters.count - 1) + letter
    }

    private static let letters = Array("abcdefghijklmnopqruvwx")

    mutating func declare(_ property: String, _ value: String) {
        if isOwn { own.append((property, value)) } else { declarations.append((property, value)) }
    }

    /// Number of values from which a declaration is the element's own: their names would take more bytes than a formula, which
    /// hardly two elements share.
    private static let mostValues = 8

    /// Writes a declaration whose term has some channels, as one of the class or of the element.
    mutating func write(_ channels: [Channel], _ body: (inout Formulas) -> Void) {
        isOwn = channels.reduce(0) { $0 + $1.values } > Self.mostValues
        body(&self)
        isOwn = false
    }

    /// Term of the share of a life, which is the piece's clock if its window shows the whole life.
    mutating func share(of life: Piece.Life) -> String {
        usesClock = true
        if life.isWhole { return "var(--t)" }
        if !hasShare {
            let (start, slope) = (
                reference(SVGNumber.text(life.start, digits: 4)),
                reference(SVGNumber.text(life.end - life.start, digits: 4))
            )
            // Nothing changes after the death.
            declare("--U", "min(1,\(start) + var(--t)*\(slope))")
            hasShare = true
        }
        return "var(--U)"
    }

    /// Reference to a new custom property with a value; a plain 0 or 1 stands for itself.
    mutating func variable(_ value: String) -> String { value == "0" || value == "1" ? value : reference(value) }

    func length(_ term: String) -> String { term == "0" ? "0" : "calc(1px*\(term))" }

    /// Term of a channel: a number, a reference, or a sum in parentheses.
    ///
    /// - Parameters:
    ///   - digits: Decimals of its coefficients.
    ///   - isAlpha: Whether lines may be early or late by the thousandth part of a short loop.
    mutating func term(_ channel: Channel, digits: Int, isAlpha: Bool = false) -> String {
        switch channel {
        case .constant(let value): return variable(SVGNumber.text(value, digits: digits))
        case .polynomial(let coefficients):
            // High powers have large coefficients that cancel each other.
            let digits = coefficients.count > 3 ? digits + 1 : digits
            let texts = coefficients.map { SVGNumber.text($0, digits: digits) }
            usesClock = true
            let references = texts.enumerated().map { index, text in index == 0 ? variable(text) : reference(text) }
            var term = references[references.count - 1]
            for reference in references.dropLast().reversed() {
                term = reference == "0" ? "var(--t)*\(term)" : "(\(reference) + var(--t)*\(term))"
            }
            return term
        case .series(let coefficients):
            (usesClock, usesCenteredClock) = (true, true)
            let references = coefficients.map { reference(SVGNumber.text($0, digits: digits + 1)) }
            return references.dropLast().reversed().reduce(references[references.count - 1]) { term, reference in
                "(\(reference) + var(--s)*\(term))"
            }
        case .decay(let start, let slope, let reach, let rate):
            usesClock = true
            let parts = [start, slope, reach].map { SVGNumber.text($0, digits: digits) }
            let (from, along) = (reference(parts[0]), reference(parts[1]))
            let (most, speed) = (reference(parts[2]), reference(SVGNumber.text(rate, digits: 3)))
            return "(\(from) + var(--t)*\(along) + \(most)*(1 - exp(-1*var(--t)*\(speed))))"
        case .cubics:
            // Fitted for other forms; lines between points of them do as well.
            let points = (0...64).map { SIMD2(Double($0) / 64, channel.value(at: Double($0) / 64)) }
            return term(.lines(points), digits: digits)
        case .lines(let points):
            if !hasOwnClocks, let bent = bent(points, digits: digits) { return bent }
            let (low, high) = (points.map { $0.y }.min() ?? 0, points.map { $0.y }.max() ?? 0)
            let places = isAlpha && seconds <= Self.shortLoop ? 1 : 2
            let timing = timing(points, from: low, range: high - low, digits: digits, places: places)
            // Components of a color often change alike.
            let known = clocks.first { $0.timing == timing }
            let name = known?.name ?? Self.clockNames[clocks.count]
            if known == nil { clocks.append((name, timing)) }
            let (from, range) = (
                variable(SVGNumber.text(low, digits: digits)), reference(SVGNumber.text(high - low, digits: digits))
            )
            return from == "0" ? "\(range)*var(--\(name))" : "(\(from) + \(range)*var(--\(name)))"
        }
    }

    /// Maximum number of straight lines of a channel that are said by the element's own clock, which pieces of a kind often share.
    private static let mostBends = 5

    /// Term of few straight lines, without a clock of its own: the least or the greatest of lines whose slopes all fall or all
    /// rise; else the first line, and what each corner adds.
    private mutating func bent(_ points: [SIMD2<Double>], digits: Int) -> String? {
        guard points.count > 2, points.count <= Self.mostBends + 1, points[0].x <= 1e-3,
            points[points.count - 1].x >= 0.999
        else { return nil }
        let lines = zip(points, points.dropFirst()).map { from, to -> (start: Double, slope: Double) in
            let slope = (to.y - from.y) / max(to.x - from.x, 1e-9)
            return (from.y - slope * from.x, slope)
        }
        // What is steeper changes within a small part of the time, and its slope would need many digits.
        let range = points.reduce(0) { max($0, abs($1.y)) }
        guard lines.allSatisfy({ abs($0.slope) <= Self.steepest * range }) else { return nil }
        usesClock = true
        let pairs = zip(lines, lines.dropFirst())
        let falls = pairs.allSatisfy { $0.slope > $1.slope }
        guard falls || pairs.allSatisfy({ $0.slope < $1.slope }) else { return hinged(points, lines, digits: digits) }
        let terms = lines.map { line in
            let slope = SVGNumber.text(line.slope, digits: digits)
            // Zeros do not stand for themselves: each would need a class of its own.
            let start = reference(SVGNumber.text(line.start, digits: digits))
            return slope == "0" ? start : "\(start) + var(--t)*\(reference(slope))"
        }
        return "\(falls ? "min" : "max")(\(terms.joined(separator: ",")))"
    }

    /// Sum of the first line and of changes of the slope from each corner on.
    private mutating func hinged(
        _ points: [SIMD2<Double>],
        _ lines: [(start: Double, slope: Double)],
        digits: Int
    ) -> String {
        // Rounding of each slope adds to that of the others.
        let digits = max(digits, min(3, digits + 1))
        var parts = [reference(SVGNumber.text(lines[0].start, digits: digits))]
        parts.append("var(--t)*\(reference(SVGNumber.text(lines[0].slope, digits: digits)))")
        let slopes = lines.map { SVGNumber.text($0.slope, digits: digits) }.map { Double($0) ?? 0 }
        for index in lines.indices.dropFirst() {
            let change = slopes[index] - slopes[index - 1]
            // A corner that is early or late counts as often as the slope changes.
            let fine = max(4, digits + Int(log10(max(1, abs(change) / 3)).rounded(.up)))
            let corner = reference(SVGNumber.text(points[index].x, digits: min(fine, 7)))
            parts.append("\(reference(SVGNumber.text(change, digits: digits)))*max(0,var(--t) - \(corner))")
        }
        return "(\(parts.joined(separator: " + ")))"
    }

    /// Largest slope of such lines, as a multiple of the largest value.
    private static let steepest = 50.0

    /// Reference to a new custom property, whatever its value; the value itself in a declaration of the element's own.
    mutating func reference(_ value: String) -> String {
        if isOwn { return value }
        variables.append(value)
        return "var(--\(Self.name(inherited + variables.count - 1)))"
    }

    /// Names of registered properties: as many as a piece has channels.
    private static let clockNames = ["X", "Y", "R", "W", "H", "O", "I", "J", "K", "L", "M", "N"]

    // MARK: Timing

    /// Start and end of a window in the midst of the loop, as percentages; `nil` for other windows.
    var plainWindow: (start: String, end: String)? {
        guard !window.wraps, window.start > 0, window.end < 1 else { return nil }
        return (SVGNumber.percent(window.start * active), SVGNumber.percent(window.end * active))
    }

    /// Whether the piece is born so shortly before the end of the loop that a burst of such pieces would be held as a heap.
    private var isStillborn: Bool { isHeld && (1 - window.start) * active * seconds < Self.newborn }

    /// Timing function of the element's clock.
    var clock: String {
        let (start, end) = (window.start, window.end)
        // At the end of the loop; exactly 1 is dead.
        let share = SVGNumber.text(min((1 - start) / (end - start), isHeld ? 0.9999 : 1), digits: 4)
        if window.wraps {
            let (dead, born) = (SVGNumber.percent((end - 1) * active), SVGNumber.percent(start * active))
            if isStillborn { return "linear(\(share),1 \(dead),1)" }
            let last = active < 1 ? "\(share) \(SVGNumber.percent(active)),\(share)" : share
            return "linear(\(share),1 \(dead) \(born),0 \(born),\(last))"
        }
        let (born, dead) = (SVGNumber.percent(start * active), SVGNumber.percent(min(end, 1) * active))
        if start <= 0, end == 1, active == 1 { return "linear" }
        var stops = start > 0 ? ["1 0% \(born)", "0 \(born)"] : ["0"]
        if end >= 1 {
            if isStillborn { return "linear(1,1)" }
            if active < 1 { stops.append("\(share) \(dead)") }
            stops.append(share)
        } else {
            stops += ["1 \(dead)", "1"]
        }
        return "linear(\(stops.joined(separator: ",")))"
    }

    /// Timing function that runs through points (share of the window, value).
    ///
    /// - Parameter places: Decimals of percentages.
    private func timing(
        _ points: [SIMD2<Double>],
        from low: Double,
        range: Double,
        digits: Int,
        places: Int
    ) -> String {
        let width = window.end - window.start
        let precision = SVGNumber.digits(for: 0.5 / (max(range, 1e-9) * [1, 10, 100, 1e3, 1e4, 1e5, 1e6][digits]))
        func value(_ y: Double) -> String {
            SVGNumber.text((y - low) / max(range, 1e-9), digits: min(5, max(2, precision)))
        }
        // Points in shares of the loop.
        var path = points.map { SIMD2(window.start + $0.x * width, $0.y) }
        if window.wraps {
            let seam = Channel.lines(path).value(at: 1)
            let before = path.filter { $0.x < 1 }
            let after = path.filter { $0.x >= 1 }.map { SIMD2($0.x - 1, $0.y) }
            path = [SIMD2(0, seam)] + after.filter { $0.x > 0 } + before + [SIMD2(1, seam)]
        } else if path[path.count - 1].x > 1 {
            let end = Channel.lines(path).value(at: 1)
            path = path.filter { $0.x < 1 } + [SIMD2(1, end)]
        }
        var stops = path.map {
            "\(value($0.y)) \(SVGNumber.text(max(0, min(1, $0.x)) * active * 100, digits: places))%"
        }
        if stops.count == 1 { stops.append(stops[0]) }
        // A browser would draw the last line on through the time for which the end is held.
        if active < 1, path[path.count - 1].x >= 1 { stops.append(value(path[path.count - 1].y)) }
        return "linear(\(stops.joined(separator: ",")))"
    }
}
