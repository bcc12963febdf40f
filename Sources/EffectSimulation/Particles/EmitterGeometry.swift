internal import EffectModel

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A particle's birth position, and its direction at zero longitude and latitude.
struct Birthplace {
    /// Position in points.
    var position: SIMD3<Double>
    /// Natural direction in radians: angle in the canvas' plane, and elevation toward the viewer.
    var azimuth: Double
    var elevation = 0.0

    init(_ position: SIMD3<Double>, azimuth: Double, elevation: Double = 0) {
        self.position = position
        self.azimuth = azimuth
        self.elevation = elevation
    }

    /// Creates a birthplace that faces `direction`, which need not be a unit vector.
    init(_ position: SIMD3<Double>, along direction: SIMD3<Double>) {
        self.position = position
        azimuth = atan2(direction.y, direction.x)
        elevation = atan2(direction.z, (direction.x * direction.x + direction.y * direction.y).squareRoot())
    }
}

extension Emitter {
    /// Birthplace on the shape for three uniform draws.
    ///
    /// The mode selects the dimension of the elements that emit: points are corners, outlines are edges (by length),
    /// surfaces are faces (by area), volumes are the interior. A round shape has no corners: its rim or skin is used
    /// instead.
    ///
    /// - Parameter drawn: Geometry of the shapes "path" and "text".
    /// - Source: CAEmitterLayer's emitterShape and emitterMode; the natural directions follow published examples.
    func birthplace(_ draws: SIMD3<Double>, _ drawn: PathGeometry? = nil) -> Birthplace {
        var place = shapedBirthplace(draws, drawn)
        place.position += SIMD3(emitterPosition.x, emitterPosition.y, emitterZPosition)
        switch naturalDirection {
        case .shape: break
        case .angle(let angle): (place.azimuth, place.elevation) = (angle, 0)
        case .outward:
            let offset = place.position - SIMD3(emitterPosition.x, emitterPosition.y, emitterZPosition)
            place = Birthplace(place.position, along: offset)
        }
        place.azimuth += emissionTurn
        return place
    }

    /// Birthplace with the shape's center at the origin.
    private func shapedBirthplace(_ u: SIMD3<Double>, _ drawn: PathGeometry?) -> Birthplace {
        let size = SIMD3(emitterSize.x, emitterSize.y, emitterDepth)
        switch emitterShape {
        case .point:
            return Birthplace(SIMD3(0, 0, 0), azimuth: 0)
        case .line:
            // "points" are the two ends; every other mode is the whole segment.
            let along = emitterMode == .points ? (u.x < 0.5 ? -0.5 : 0.5) : u.x - 0.5
            // The segment's left-hand normal: up on screen.
            return Birthplace(SIMD3(along * size.x, 0, 0), azimuth: -.pi / 2)
        case .rectangle:
            let inside = SIMD3((u.x - 0.5) * size.x, (u.y - 0.5) * size.y, 0)
            switch emitterMode {
            case .points: return Birthplace(SIMD3(corner(u.x, size.x), corner(u.y, size.y), 0), azimuth: 0)
            case .outline: return Self.edge(of: size, u.x)
            case .surface, .volume: return Birthplace(inside, azimuth: 0)
            }
        case .rectangles: return rectanglePlace(u)
        case .cuboid:
            switch emitterMode {
            case .points:
                return Birthplace(SIMD3(corner(u.x, size.x), corner(u.y, size.y), corner(u.z, size.z)), azimuth: 0)
            case .outline: return Self.cuboidEdge(of: size, u)
            case .surface: return Self.cuboidFace(of: size, u)
            case .volume: return Birthplace((u - 0.5) * size, azimuth: 0)
            }
        case .circle:
            let angle = 2 * Double.pi * u.x
            let rim = emitterMode == .points || emitterMode == .outline
            // √ makes the disc uniform: the area within r grows as r².
            let distance = radius * (rim ? 1 : u.y.squareRoot())
            return Birthplace(SIMD3(cos(angle) * distance, sin(angle) * distance, 0), azimuth: angle)
        case .sphere:
            // Archimedes: a sphere's height is uniform over its skin.
            let height = 2 * u.y - 1
            let level = max(0, 1 - height * height).squareRoot()
            let angle = 2 * Double.pi * u.x
            let distance = radius * (emitterMode == .volume ? cbrt(u.z) : 1)
            let direction = SIMD3(cos(angle) * level, sin(angle) * level, height)
            return Birthplace(direction * distance, azimuth: angle, elevation: asin(height))
        case .path, .text:
            return drawn?.birthplace(emitterMode, u) ?? Birthplace(SIMD3(0, 0, 0), azimuth: 0)
        }
    }

    /// Birthplace on one of the rectangles, each weighted by corners, length or area.
    private func rectanglePlace(_ u: SIMD3<Double>) -> Birthplace {
        func share(_ rectangle: Rectangle) -> Double {
            switch emitterMode {
            case .points: 1
            case .outline: rectangle.size.sum()
            case .surface, .volume: rectangle.size.x * rectangle.size.y
            }
        }
        let total = rectangles.reduce(0) { $0 + share($1) }
        // Rectangles without extent share births evenly.
        let even = total > 0 ? 0.0 : 1
        var rest = u.x * (total > 0 ? total : Double(rectangles.count))
        var number = 0
        while number < rectangles.count - 1, rest >= share(rectangles[number]) + even {
            rest -= share(rectangles[number]) + even
            number += 1
        }
        let (rectangle, size) = (rectangles[number], SIMD3(rectangles[number].size, 0))
        let own = share(rectangle) + even
        // The remainder of the draw is uniform within the rectangle.
        let draw = own > 0 ? min(rest / own, 1 - 0x1p-53) : 0
        var place: Birthplace
        switch emitterMode {
        case .points: place = Birthplace(SIMD3(corner(draw, size.x), corner(u.y, size.y), 0), azimuth: 0)
        case .outline: place = Self.edge(of: size, draw)
        case .surface, .volume:
            place = Birthplace(SIMD3((draw - 0.5) * size.x, (u.y - 0.5) * size.y, 0), azimuth: 0)
        }
        place.position += SIMD3(rectangle.origin + rectangle.size / 2, 0)
        return place
    }

    /// Radius of circle and sphere. Recordings show half the width; Apple's documentation says the width.
    private var radius: Double { circleRadius == .half ? emitterSize.x / 2 : emitterSize.x }

    private func corner(_ u: Double, _ side: Double) -> Double { u < 0.5 ? -side / 2 : side / 2 }

    /// Point on a rectangle's perimeter, uniform by length, facing outward.
    private static func edge(of size: SIMD3<Double>, _ u: Double) -> Birthplace {
        var along = u * 2 * (size.x + size.y)
        let half = size / 2
        if along < size.x { return Birthplace(SIMD3(along - half.x, -half.y, 0), azimuth: -.pi / 2) }
        along -= size.x
        if along < size.y { return Birthplace(SIMD3(half.x, along - half.y, 0), azimuth: 0) }
        along -= size.y
        if along < size.x { return Birthplace(SIMD3(half.x - along, half.y, 0), azimuth: .pi / 2) }
        along -= size.x
        return Birthplace(SIMD3(-half.x, half.y - min(along, size.y), 0), azimuth: .pi)
    }

    /// Point on a cuboid's twelve edges, uniform by length, facing between the two faces that meet there.
    private static func cuboidEdge(of size: SIMD3<Double>, _ u: SIMD3<Double>) -> Birthplace {
        let along = u.x * (size.x + size.y + size.z)
        let axis = along < size.x ? 0 : along < size.x + size.y ? 1 : 2
        let start = axis == 0 ? 0 : axis == 1 ? size.x : size.x + size.y
        var outward = SIMD3(u.y < 0.5 ? -1.0 : 1, u.z < 0.5 ? -1.0 : 1, 0)
        outward = axis == 0 ? SIMD3(0, outward.x, outward.y) : axis == 1 ? SIMD3(outward.x, 0, outward.y) : outward
        var position = outward * size / 2
        position[axis] = min(along - start, size[axis]) - size[axis] / 2
        return Birthplace(position, along: outward)
    }

    /// Point on a cuboid's six faces, uniform by area, facing straight out.
    private static func cuboidFace(of size: SIMD3<Double>, _ u: SIMD3<Double>) -> Birthplace {
        let areas = SIMD3(size.y * size.z, size.x * size.z, size.x * size.y)
        let pick = u.x * 2 * areas.sum()
        let axis = pick < 2 * areas.x ? 0 : pick < 2 * (areas.x + areas.y) ? 1 : 2
        let start = axis == 0 ? 0 : axis == 1 ? 2 * areas.x : 2 * (areas.x + areas.y)
        let side = pick - start < areas[axis] ? -1.0 : 1
        // The other two draws select a point within the face.
        let draws = axis == 2 ? SIMD3(u.y, u.z, 0) : SIMD3(u.y, u.y, u.z)
        var position = (draws - 0.5) * size
        position[axis] = side * size[axis] / 2
        var outward = SIMD3(0.0, 0, 0)
        outward[axis] = side
        return Birthplace(position, along: outward)
    }
}

extension EmitterCell {
    /// Unit vector within the emission cone, for two uniform draws.
    ///
    /// The axis has the natural azimuth plus the longitude, and the natural elevation toward the viewer plus the
    /// latitude. `emissionRange` is the full opening angle.
    func direction(from place: Birthplace, azimuth: Double, polar: Double) -> SIMD3<Double> {
        var heading = place.azimuth + emissionLongitude
        let elevation = place.elevation + emissionLatitude
        guard emissionSpace == .planar else {
            return Cone(azimuth: heading, elevation: elevation, range: emissionRange).direction(azimuth, polar)
        }
        heading += min(abs(emissionRange) / 2, .pi) * (2 * azimuth - 1)
        return SIMD3(azimuth: heading, elevation: elevation)
    }
}

/// A cone of directions around an axis.
struct Cone {
    /// Axis in radians: angle in the canvas' plane, and elevation above it.
    let azimuth: Double
    let elevation: Double
    /// Full opening angle, in radians.
    let range: Double

    /// Unit vector for two uniform draws, uniform over the solid cone.
    func direction(_ turn: Double, _ polar: Double) -> SIMD3<Double> {
        let (sine, cosine) = (sin(azimuth), cos(azimuth))
        let (rise, level) = (sin(elevation), cos(elevation))
        let axis = SIMD3(cosine * level, sine * level, rise)
        let half = min(abs(range) / 2, .pi)
        guard half > 0 else { return axis }
        let cosPolar = 1 - polar * (1 - cos(half))
        let sinPolar = max(0, 1 - cosPolar * cosPolar).squareRoot()
        let angle = 2 * Double.pi * turn
        let across = SIMD3(-sine, cosine, 0)
        let up = SIMD3(-cosine * rise, -sine * rise, level)
        return axis * cosPolar + (across * cos(angle) + up * sin(angle)) * sinPolar
    }
}
