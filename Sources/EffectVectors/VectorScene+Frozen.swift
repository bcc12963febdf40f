#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension VectorScene {
    /// The scene at a moment: what is visible then, without motion.
    ///
    /// - Parameter moment: Share of the loop; clamped to 0..<1.
    package func frozen(at moment: Double) -> VectorScene {
        var scene = self
        scene.children = Self.frozen(children, at: max(0, min(0.9999, moment)))
        return scene
    }

    private static func frozen(_ children: [VectorNode.Child], at moment: Double) -> [VectorNode.Child] {
        children.compactMap { child in
            switch child {
            case .piece(let piece): piece.frozen(at: moment).map { .piece($0) }
            case .trail(let trail): trail.frozen(at: moment).map { .trail($0) }
            case .node(let node): frozen(node, at: moment).map { .node($0) }
            }
        }
    }

    private static func frozen(_ node: VectorNode, at moment: Double) -> VectorNode? {
        var still = node
        still.opacity = node.opacity.frozen(at: moment)
        still.children = frozen(node.children, at: moment)
        guard !still.children.isEmpty, still.opacity.constant.map({ $0 > Channel.unseen }) ?? true else { return nil }
        still.mask?.pieces = node.mask?.pieces.compactMap { $0.frozen(at: moment) } ?? []
        still.mask?.featherCourse = node.mask?.featherCourse?.frozen(at: moment)
        if let course = node.shadowCourse {
            still.shadowCourse = ShadowCourse(
                x: course.x.frozen(at: moment),
                y: course.y.frozen(at: moment),
                feather: course.feather.frozen(at: moment),
                color: course.color.map { $0.frozen(at: moment) }
            )
        }
        return still
    }
}

extension Channel {
    /// Largest alpha of what is not seen.
    fileprivate static let unseen = 0.000_5

    /// The value at a share, as a constant.
    fileprivate func frozen(at share: Double) -> Channel { .constant(value(at: share)) }
}

extension Piece.Window {
    /// The loop as a window.
    fileprivate static let whole = Self(start: 0, end: 1)

    /// Share of the window at a moment of the loop; `nil` if it is not visible then.
    fileprivate func share(at moment: Double) -> Double? {
        let places = wraps ? [moment, moment + 1] : [moment]
        return places.first { $0 >= start && $0 < end }.map { ($0 - start) / (end - start) }
    }
}

extension Piece {
    /// The piece as it is at a moment of the loop; `nil` if it is not visible then.
    fileprivate func frozen(at moment: Double) -> Piece? {
        guard let share = window.share(at: moment) else { return nil }
        func constant(_ channel: Channel) -> Channel { channel.frozen(at: share) }
        var still = self
        (still.window, still.life) = (.whole, nil)
        (still.x, still.y) = (constant(x), constant(y))
        still.alpha = .constant(max(0, min(1, alpha.value(at: share))))
        guard let alpha = still.alpha.constant, alpha > Channel.unseen else { return nil }
        switch orientation {
        case .flat(let rotation, let scale):
            still.orientation = .flat(rotation: constant(rotation), scale: (x: constant(scale.x), y: constant(scale.y)))
        case .space(let axis, let angle, let scale):
            still.orientation = .space(axis: axis, angle: constant(angle), scale: constant(scale))
        case .matrix(let right, let down):
            still.orientation = .matrix(
                right: (x: constant(right.x), y: constant(right.y)),
                down: (x: constant(down.x), y: constant(down.y))
            )
        }
        still.paint = paint.frozen(at: share, orientation)
        return still
    }
}

extension Piece.Paint {
    /// The color at a share of a piece's window.
    ///
    /// - Parameter orientation: The piece's, on which the side depends that is seen.
    fileprivate func frozen(at share: Double, _ orientation: Piece.Orientation?) -> Self {
        switch self {
        case .fixed: return self
        case .changing(let red, let green, let blue):
            return .fixed(SIMD3(red.value(at: share), green.value(at: share), blue.value(at: share)))
        case .sides(let front, let back):
            guard case .space(let axis, let angle, _) = orientation else { return .fixed(front) }
            // The third component of the turned normal is above 0 where the front shows.
            let level = axis.z * axis.z
            return .fixed(level + (1 - level) * cos(angle.value(at: share)) > 0 ? front : back)
        }
    }
}

extension Trail {
    /// The trail as it is at a moment of the loop; `nil` if it is not visible then.
    fileprivate func frozen(at moment: Double) -> Trail? {
        guard let share = window.share(at: moment) else { return nil }
        var still = self
        (still.window, still.flight, still.life) = (.whole, nil, nil)
        still.paint = paint.frozen(at: share, nil)
        if let flight {
            let age = window.start + share * (window.end - window.start) - flight.birth
            still.bands = (0..<flight.bands).map { flight.band($0, atAge: age, share: share) }
        } else {
            still.bands = bands.map { band in
                Band(
                    start: band.start.frozen(at: share),
                    length: band.length.frozen(at: share),
                    width: band.width.frozen(at: share),
                    alpha: band.alpha.frozen(at: share)
                )
            }
        }
        let isSeen = still.bands.contains { band in
            band.alpha.value(at: 0) > Channel.unseen && band.width.value(at: 0) > 0 && band.length.value(at: 0) > 0
        }
        return isSeen ? still : nil
    }
}

extension Trail.Flight {
    /// A band at an age of the particle in shares of the loop, without motion.
    ///
    /// - Parameter share: Share of the trail's window.
    fileprivate func band(_ number: Int, atAge age: Double, share: Double) -> Trail.Band {
        let (head, tail) = (min(age, life), max(0, age - duration))
        func place(_ end: Int) -> Double {
            let part = Double(end) / Double(bands)
            return distance.value(at: (head + (tail - head) * part) / life)
        }
        let (near, far) = (place(number), place(number + 1))
        let middle = middle(ofBand: number)
        return Trail.Band(
            start: .constant(far),
            length: .constant(near - far),
            width: .constant(width.value(at: share) * (1 - middle) + endWidth.value(at: share) * middle),
            alpha: .constant(alpha.value(at: share) * (1 + (endAlpha - 1) * middle))
        )
    }
}
