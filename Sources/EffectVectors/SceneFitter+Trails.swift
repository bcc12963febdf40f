internal import EffectModel
internal import EffectSimulation

extension SceneFitter {
    /// Number of bands of a trail: steps of width become visible above some 0.7 pixels.
    private static func bands(of ribbons: [DrawList.Ribbon]) -> Int {
        let widest = ribbons.reduce(0) { max($0, $1.width.x) }
        return TrailBands.count(ofWidth: widest)
    }

    /// Largest distance in pixels between the path and its points.
    private static let pathTolerance = 0.15

    /// The trail of a strand; `nil` for one that never moves.
    func trail(_ strand: SceneSampler.Strand, layer: Int) throws(VectorError) -> Trail? {
        let curved = curves == .formulas ? curvedPath(of: strand, layer: layer) : nil
        let (path, heads) = curved.map { ($0.path.points, $0.heads) } ?? path(of: strand.ribbons)
        guard path.count > 1 else { return nil }
        let span = span(
            of: strand,
            duration(of: strand, layer: layer) == nil ? nil : simulation.facts(ofItem: strand.id),
            outliving: duration(of: strand, layer: layer) ?? 0
        )
        let width = span.end - span.start
        let shares = strand.items.indices.map { (sampler.time(ofSample: strand.first + $0) - span.start) / width }
        let rate = rate(of: strand, shares, simulation.facts(ofItem: strand.id))
        let fit = ChannelFit(shares: shares, rate: rate, curves: curves)
        let shift = shift(over: width)
        let life = life(ofTrail: strand, shares, simulation.facts(ofItem: strand.id))
        // Distances along the path by sample, from the head to the tail.
        let count = Self.bands(of: strand.ribbons)
        if curves == .formulas,
            let curved, let flight = flight(of: strand, curved, fit, span, bands: count, layer: layer)
        {
            return Trail(
                points: path,
                outline: curved.path.outline,
                window: Piece.Window(start: span.start / sampler.period, end: span.end / sampler.period),
                bands: [],
                paint: paint(of: strand.ribbons.map { $0.color }, fit),
                flight: flight,
                life: life
            )
        }
        let cuts = zip(strand.ribbons, heads).map { ribbon, head in Self.cuts(of: ribbon, head: head, bands: count) }
        let bands = (0..<count).map { number in
            let middle = (Double(number) + 0.5) / Double(count)
            return Trail.Band(
                start: fit.channel(of: cuts.map { $0[number + 1] }, within: tolerance * 2),
                length: fit.channel(of: cuts.map { $0[number] - $0[number + 1] }, within: tolerance * 2),
                width: fit.channel(
                    of: strand.ribbons.map { $0.width.x + ($0.width.y - $0.width.x) * middle },
                    within: tolerance / 2
                ),
                alpha: fit.channel(
                    of: strand.ribbons.map { $0.color.w * (1 + ($0.endAlpha - 1) * middle) },
                    within: levels.x * 2,
                    shiftedBy: shift
                )
            )
        }
        return Trail(
            points: path,
            outline: curved?.path.outline,
            window: Piece.Window(start: span.start / sampler.period, end: span.end / sampler.period),
            bands: curves == .tracks ? [] : bands,
            paint: paint(of: strand.ribbons.map { $0.color }, fit),
            course: curves == .tracks ? try course(of: strand, fit, layer: layer) : nil,
            life: life
        )
    }

    // MARK: Flights

    /// Largest distance in pixels by which the border of two bands may be off: they differ by less than a pixel of width.
    private static let flightTolerance = 1.0

    /// The flight of a strand from which all its bands follow; `nil` if they do not.
    ///
    /// - Parameters:
    ///   - way: The path, and distances of the head along it by sample.
    ///   - fit: Fit over the strand's window.
    ///   - span: Start and end of the window in seconds of the loop.
    private func flight(
        of strand: SceneSampler.Strand,
        _ way: CurvedPath,
        _ fit: ChannelFit,
        _ span: (start: Double, end: Double),
        bands: Int,
        layer: Int
    ) -> Trail.Flight? {
        let (items, ribbons) = (strand.items, strand.ribbons)
        guard let duration = duration(of: strand, layer: layer), let facts = simulation.facts(ofItem: strand.id),
            items.count > 3, let endAlpha = ribbons.first?.endAlpha, ribbons.allSatisfy({ $0.endAlpha == endAlpha })
        else { return nil }
        let times = items.indices.map { sampler.time(ofSample: strand.first + $0) }
        let pace = (items[items.count - 1].age - items[0].age) / (times[items.count - 1] - times[0])
        guard pace > 1e-9 else { return nil }
        let heads = way.heads
        let ages = items.map { min(1, $0.age / facts.end) }
        let flying = ages.firstIndex { $0 >= 1 }.map { $0 + 1 } ?? ages.count
        guard flying > 3 else { return nil }
        let drag = facts.drag * facts.end
        let distance = ChannelFit(
            shares: way.tails.map { $0.age / facts.end } + ages[..<flying],
            rate: drag > 0.01 ? drag : nil,
            curves: curves
        ).channel(of: way.tails.map { $0.distance } + heads[..<flying], within: Self.flightTolerance / 2)
        switch distance {
        case .polynomial, .decay: break
        case .series(let coefficients) where coefficients.count <= Self.longestFlight: break
        default: return nil
        }
        // Ends of all bands against those of the draw lists.
        for (index, ribbon) in ribbons.enumerated() {
            let cuts = Self.cuts(of: ribbon, head: heads[index], bands: bands)
            let (head, tail) = (ages[index], max(0, items[index].age - duration) / facts.end)
            for (number, cut) in cuts.enumerated() {
                let age = head + (tail - head) * Double(number) / Double(bands)
                guard abs(distance.value(at: age) - cut) <= Self.flightTolerance else { return nil }
            }
        }
        return Trail.Flight(
            distance: distance,
            birth: (times[0] - items[0].age / pace) / sampler.period,
            life: facts.end / pace / sampler.period,
            duration: duration / pace / sampler.period,
            bands: bands,
            width: fit.channel(of: ribbons.map { $0.width.x }, within: tolerance / 2),
            endWidth: fit.channel(of: ribbons.map { $0.width.y }, within: tolerance / 2),
            alpha: fit.channel(
                of: ribbons.map { $0.color.w },
                within: levels.x * 2,
                shiftedBy: shift(over: span.end - span.start)
            ),
            endAlpha: endAlpha
        )
    }

    /// Largest number of coefficients of a flight: viewers compute them twice for each band.
    private static let longestFlight = 7

    // MARK: Courses

    /// Largest distance in pixels between a ribbon's point and the place where the head has been.
    private static let carriedTolerance = 1.5

    /// Seconds of a particle's age that its trail shows; `nil` where the layer is no emitter.
    private func duration(of strand: SceneSampler.Strand, layer: Int) -> Double? {
        let cells = simulation.spec.layers[layer].content.emitter?.allCells ?? []
        let cell = strand.items[0].cell
        return cell < cells.count ? cells[cell].trail?.duration : nil
    }

    /// The trail by its times.
    private func course(
        of strand: SceneSampler.Strand,
        _ fit: ChannelFit,
        layer: Int
    ) throws(VectorError) -> Trail.Course {
        let (items, ribbons) = (strand.items, strand.ribbons)
        let facts = simulation.facts(ofItem: strand.id)
        let duration = duration(of: strand, layer: layer)
        let heads = items.map { min($0.age, facts?.end ?? .infinity) }
        let tails = items.map { max(0, $0.age - (duration ?? $0.age)) }
        // Ages and places of the path: the first ribbon from its tail on, then all later heads.
        var (ages, places): ([Double], [SIMD2<Double>]) = ([], [])
        func add(_ age: Double, _ place: SIMD2<Double>) {
            if let last = ages.last, age < last + 1e-4 { return }
            ages.append(age)
            places.append(place)
        }
        let first = ribbons[0].points
        for (index, point) in first.enumerated().reversed() {
            add(heads[0] + (tails[0] - heads[0]) * Double(index) / Double(first.count - 1), point)
        }
        for (head, ribbon) in zip(heads, ribbons).dropFirst() { add(head, ribbon.points[0]) }
        let (start, length) = (ages[0], max(1e-6, ages[ages.count - 1] - ages[0]))
        let drag = facts.map { $0.drag * length } ?? 0
        let path = ChannelFit(
            shares: ages.map { ($0 - start) / length },
            rate: drag > 0.01 ? drag : nil,
            curves: curves
        )
        let x = path.channel(of: places.map { $0.x }, within: tolerance)
        let y = path.channel(of: places.map { $0.y }, within: tolerance)
        let shares = (heads: heads.map { ($0 - start) / length }, tails: tails.map { ($0 - start) / length })
        // In a layer that moves, the whole trail moves along.
        for number in stride(from: 0, to: ribbons.count, by: max(1, ribbons.count / 8)) {
            let points = ribbons[number].points
            for index in [points.count / 2, points.count - 1] {
                let part = Double(index) / Double(points.count - 1)
                let share = shares.heads[number] + (shares.tails[number] - shares.heads[number]) * part
                let way = SIMD2(x.value(at: share), y.value(at: share)) - points[index]
                guard way.length <= Self.carriedTolerance + tolerance else {
                    throw .unsupported(.carriedTrails, layer: layer)
                }
            }
        }
        // A tenth of a pixel of the path, as a share of it.
        let reach = zip(places, places.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0).length }
        let slack = tolerance / max(reach, 1)
        return Trail.Course(
            x: x,
            y: y,
            head: fit.channel(of: shares.heads, within: slack),
            tail: fit.channel(of: shares.tails, within: slack),
            points: ribbons.map { $0.points.count }.max() ?? 2,
            width: fit.channel(of: ribbons.map { $0.width.x }, within: tolerance / 2),
            endWidth: fit.channel(of: ribbons.map { $0.width.y }, within: tolerance / 2),
            alpha: fit.channel(of: ribbons.map { $0.color.w }, within: levels.x),
            endAlpha: fit.channel(of: ribbons.map { $0.endAlpha }, within: levels.x * 2)
        )
    }

    // MARK: Paths

    /// The path of a particle that has left a trail.
    struct CurvedPath {
        let path: TrailPath
        /// Distances of the head along the path by sample.
        let heads: [Double]
        /// Ages in seconds, and distances, of the first trail's points but its head.
        let tails: [(age: Double, distance: Double)]
    }

    /// Path of all heads as curves, behind which the first trail lies; `nil` for the trail of no particle.
    private func curvedPath(of strand: SceneSampler.Strand, layer: Int) -> CurvedPath? {
        guard let duration = duration(of: strand, layer: layer), let facts = simulation.facts(ofItem: strand.id) else {
            return nil
        }
        let ribbons = strand.ribbons
        let ages = strand.items.map { min($0.age, facts.end) }
        let first = Array(ribbons[0].points.reversed())
        let tail = max(0, strand.items[0].age - duration)
        var times = first.indices.map { tail + (ages[0] - tail) * Double($0) / Double(first.count - 1) }
        guard ages[0] - tail > 1e-6 else { return nil }
        var places = first
        // Number of the place at each sample.
        var numbers = [places.count - 1]
        for (age, ribbon) in zip(ages, ribbons).dropFirst() {
            if age > times[times.count - 1] + 1e-6 {
                times.append(age)
                places.append(ribbon.points[0])
            }
            numbers.append(places.count - 1)
        }
        let path = TrailPath(through: places, at: times, within: tolerance)
        return CurvedPath(
            path: path,
            heads: numbers.map { path.distances[$0] },
            tails: first.indices.dropLast().map { (times[$0], path.distances[$0]) }
        )
    }

    /// Path of all heads, behind which the first trail lies, and the distance of each head from its start.
    private func path(of ribbons: [DrawList.Ribbon]) -> (points: [SIMD2<Double>], heads: [Double]) {
        var points = Array(ribbons[0].points.reversed())
        var length = zip(points, points.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0).length }
        var heads = [length]
        for ribbon in ribbons.dropFirst() {
            let step = (ribbon.points[0] - points[points.count - 1]).length
            length += step
            if step > 0 { points.append(ribbon.points[0]) }
            heads.append(length)
        }
        return Self.simplified(points, heads)
    }

    /// Distances of the bands' ends, from the head backwards.
    private static func cuts(of ribbon: DrawList.Ribbon, head: Double, bands: Int) -> [Double] {
        var lengths = [0.0]
        for (from, to) in zip(ribbon.points, ribbon.points.dropFirst()) {
            lengths.append(lengths[lengths.count - 1] + (to - from).length)
        }
        return (0...bands).map { number in
            let place = Double(number) / Double(bands) * Double(ribbon.points.count - 1)
            let index = min(Int(place), lengths.count - 2)
            let length = lengths[index] + (lengths[index + 1] - lengths[index]) * (place - Double(index))
            return max(0, head - length)
        }
    }

    /// Points without those that a straight line passes within the tolerance, and distances along the path as it then is.
    private static func simplified(
        _ points: [SIMD2<Double>],
        _ distances: [Double]
    ) -> (points: [SIMD2<Double>], heads: [Double]) {
        guard points.count > 2 else { return (points, distances) }
        var kept = [points[0]]
        // Distances along the old path and the new one at each kept point.
        var lengths = [SIMD2(0.0, 0.0)]
        var start = 0
        while start < points.count - 1 {
            var end = start + 1
            while end + 1 < points.count, isStraight(points[start...end + 1]) { end += 1 }
            let old = zip(points[start..<end], points[start + 1...end]).reduce(0) { $0 + ($1.1 - $1.0).length }
            lengths.append(lengths[lengths.count - 1] + SIMD2(old, (points[end] - points[start]).length))
            kept.append(points[end])
            start = end
        }
        var index = 1
        let heads = distances.map { distance in
            while index < lengths.count - 1, lengths[index].x < distance { index += 1 }
            let (from, to) = (lengths[index - 1], lengths[index])
            return to.x > from.x ? from.y + (to.y - from.y) * (distance - from.x) / (to.x - from.x) : to.y
        }
        return (kept, heads)
    }

    private static func isStraight(_ points: ArraySlice<SIMD2<Double>>) -> Bool {
        guard let first = points.first, let last = points.last else { return true }
        let line = last - first
        let length = line.length
        return points.allSatisfy { point in
            let step = point - first
            if length < 1e-9 { return step.length <= pathTolerance }
            let along = (step * line).sum() / length
            return abs(step.x * line.y - step.y * line.x) / length <= pathTolerance && along >= -pathTolerance
                && along <= length + pathTolerance
        }
    }
}

extension VectorScene {
    /// Whether the bands of a trail are fewer than its taper needs, so that its edges have steps.
    ///
    /// - Parameter width: Width in pixels at its head and at its tail.
    package static func hasSteps(in width: SIMD2<Double>) -> Bool {
        abs(width.x - width.y) / Double(TrailBands.most) > TrailBands.seenStep
    }
}
