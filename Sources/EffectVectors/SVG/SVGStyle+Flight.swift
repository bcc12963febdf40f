extension SVGStyle {
    /// Attributes of a trail as a group, and classes of its bands, from the head on.
    ///
    /// A band has a clock for each of its ends, which runs through the ages there: even while the particle flies and the whole
    /// trail is behind it, slower after the birth and after the death. Distances along the path follow from the ages. Everything
    /// of the particle's own is a property of the group, so the bands of all trails of a kind share their classes.
    mutating func attributes(
        of flight: Trail.Flight,
        in trail: Trail,
        blend: String?
    ) -> (group: Attributes, bands: [String]) {
        var whole = Formulas(window: trail.window, active: active, seconds: seconds, isHeld: isHeld)
        let looks = declare(trail.paint, of: trail.life, as: "stroke", turn: nil, writer: &whole)
        if let blend { whole.declare("mix-blend-mode", blend) }
        var own = Formulas(window: trail.window, active: active, seconds: seconds, isHeld: isHeld)
        own.inherited = whole.variables.count
        own.hasOwnClocks = true
        let birth = own.reference(SVGNumber.percent(flight.birth * active))
        // Ages are percents of the loop.
        let (life, duration) = (flight.life * active * 100, flight.duration * active * 100)
        let end = own.reference(SVGNumber.text(life, digits: 2))
        let clock = flight.isWhole(in: trail.window) ? Self.clock(of: birth, end, duration) : own.reference(own.clock)
        let distance = Self.distance(flight.distance, end: end, &own)
        let (width, alpha) = (own.term(flight.width, digits: 2), own.term(flight.alpha, digits: 3, isAlpha: true))
        let endWidth = own.term(flight.endWidth, digits: 2)
        let others = own.clocks.map { (name: $0.name, timing: own.reference($0.timing)) }
        let ends = (0...flight.bands).map { number in
            let share = Double(number) / Double(flight.bands)
            return Self.clock(ofEnd: share, birth: birth, end: end, duration, isShort: life < duration)
        }
        let seconds = SVGNumber.text(seconds, digits: 4)
        let bands = (0..<flight.bands).map { number in
            let clocks = [("t", clock), ("P", ends[number]), ("Q", ends[number + 1])] + others
            registered.formUnion(clocks.map(\.0))
            let runs = clocks.map { "\($0.0) \(seconds)s linear \(iterations)" }.joined(separator: ",")
            let timings = clocks.map(\.1).joined(separator: ",")
            let share = flight.middle(ofBand: number)
            let (near, far) = (SVGNumber.text(1 - share, digits: 3), SVGNumber.text(share, digits: 3))
            let breadth = endWidth == "0" ? "\(width)*\(near)" : "(\(width)*\(near) + \(endWidth)*\(far))"
            let opacity = SVGNumber.text(1 + (flight.endAlpha - 1) * share, digits: 3)
            var body = "animation:\(runs);animation-timing-function:\(timings)"
            if own.usesCenteredClock { body += ";--s:calc(2*var(--t) - 1)" }
            body += ";--y:\(distance("var(--P)"));--z:\(distance("var(--Q)"))"
            let dash = Self.dash(from: "var(--z)", length: "(var(--y) - var(--z))", width: breadth, isHead: number == 0)
            body += dash.map { ";\($0):\($1)" }.joined()
            body += ";stroke-width:max(0px,calc(1px*\(breadth)*clamp(0,(1 - var(--t))*9999,1)))"
            body += ";opacity:calc(\(alpha)*\(opacity))"
            return className(body)
        }
        var group = attributes(of: whole, own.variables)
        group.add(looks.map { className($0) })
        return (group, bands)
    }

    /// Term of the distance at an age, as a function of the name of its clock.
    private static func distance(_ channel: Channel, end: String, _ own: inout Formulas) -> (String) -> String {
        func horner(_ coefficients: [Double], digits: Int, _ share: @escaping (String) -> String) -> (String) -> String
        {
            let terms = coefficients.map { own.reference(SVGNumber.text($0, digits: digits)) }
            return { clock in
                terms.dropLast().reversed().reduce(terms[terms.count - 1]) { "(\($1) + \(share(clock))*\($0))" }
            }
        }
        switch channel {
        case .constant(let value): return horner([value], digits: 1) { $0 }
        case .polynomial(let coefficients): return horner(coefficients, digits: 1) { "\($0)/\(end)" }
        case .series(let coefficients): return horner(coefficients, digits: 2) { "(2*\($0)/\(end) - 1)" }
        case .decay(let start, let slope, let reach, let rate):
            let terms = [start, slope, reach].map { own.reference(SVGNumber.text($0, digits: 1)) }
            let pace = own.reference(SVGNumber.text(rate, digits: 3))
            return { clock in
                "(\(terms[0]) + \(terms[1])*\(clock)/\(end) + \(terms[2])*(1 - exp(-1*\(pace)*\(clock)/\(end))))"
            }
        case .lines, .cubics: preconditionFailure("flights have formulas")
        }
    }

    /// Timing function of the clock of a trail that shows from a birth until its end has come to the place of the death.
    private static func clock(of birth: String, _ end: String, _ duration: Double) -> String {
        let gone = "calc(\(birth) + \(end)*1% + \(SVGNumber.text(duration, digits: 2))%)"
        return "linear(1 0% \(birth),0 \(birth),1 \(gone),1)"
    }

    /// Timing function of the clock of a band's end.
    ///
    /// - Parameters:
    ///   - share: Share of the trail from its head to the end.
    ///   - birth: Term of the birth, a percentage of the loop.
    ///   - end: Term of the age at death, in percent of the loop.
    ///   - duration: Percent of the loop that the trail shows.
    ///   - isShort: Whether the particle dies before its trail is at its full length.
    private static func clock(
        ofEnd share: Double,
        birth: String,
        end: String,
        _ duration: Double,
        isShort: Bool
    ) -> String {
        func text(_ value: Double) -> String { SVGNumber.text(value, digits: 2) }
        let (grown, dead) = ("calc(\(birth) + \(text(duration))%)", "calc(\(birth) + \(end)*1%)")
        let (near, last) = (text(1 - share), "\(end) calc(\(birth) + \(end)*1% + \(text(duration))%)")
        if isShort {
            let held = "calc(\(end)*\(near))"
            return "linear(0 \(birth),\(held) \(dead),\(held) \(grown),\(last))"
        }
        let atDeath = "calc(\(end) - \(text(duration * share)))"
        return "linear(0 \(birth),\(text(duration * (1 - share))) \(grown),\(atDeath) \(dead),\(last))"
    }
}

extension Trail.Flight {
    /// Whether a window shows the trail from the birth until its end has come to the place of the death.
    fileprivate func isWhole(in window: Piece.Window) -> Bool {
        let slack = 1e-4
        return !window.wraps && birth > 0 && window.end < 1 && abs(window.start - birth) < slack
            && abs(window.end - birth - life - duration) < slack
    }
}
