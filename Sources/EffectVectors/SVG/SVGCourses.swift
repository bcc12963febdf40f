/// Courses over lives that several pieces of a scene have, so that their formulas are worth rules of their own.
struct SVGCourses {
    /// Numbers of pieces by course, factor included, and by the lines alone.
    private var wholes: [Piece.Life.Course: Int] = [:]
    private var shapes: [[SIMD2<Double>]: Int] = [:]
    private var colors: [[Piece.Life.Course]: Int] = [:]

    /// Least number of pieces that share a rule: below, it is longer than what it saves.
    private static let fewest = 4

    /// Courses of nothing.
    init() {}

    init(of children: [VectorNode.Child]) { add(children) }

    private mutating func add(_ children: [VectorNode.Child]) {
        for child in children {
            switch child {
            case .piece(let piece): add(piece.life)
            case .trail(let trail): add(trail.life)
            case .node(let node): add(node.children)
            }
        }
    }

    private mutating func add(_ life: Piece.Life?) {
        guard let life else { return }
        if let alpha = life.alpha, !alpha.isConstant {
            wholes[alpha, default: 0] += 1
            shapes[alpha.points, default: 0] += 1
        }
        if let scale = life.scale, !scale.isConstant { shapes[scale.points, default: 0] += 1 }
        if !life.color.isEmpty { colors[life.color, default: 0] += 1 }
    }

    /// Whether several pieces have a course with its factor.
    func share(_ course: Piece.Life.Course) -> Bool { wholes[course, default: 0] >= Self.fewest }

    /// Whether several pieces have the lines of a course that changes.
    func shareShape(of course: Piece.Life.Course) -> Bool { shapes[course.points, default: 0] >= Self.fewest }

    /// Whether several pieces have all courses of a color, one of which changes.
    func share(_ color: [Piece.Life.Course]) -> Bool {
        colors[color, default: 0] >= Self.fewest && color.contains { !$0.isConstant }
    }
}

extension Piece.Life {
    /// Share of the loop's time by which a life may differ from a window that shows all of it.
    private static let wholeness = 3e-4

    /// Whether the window shows the life from birth to death.
    var isWhole: Bool { abs(start) < Self.wholeness && abs(end - 1) < Self.wholeness }
}

extension Piece.Life.Course {
    /// Term of the course over the share of a life, without a factor of the piece's own.
    ///
    /// - Parameters:
    ///   - clock: Term of the share.
    ///   - factor: Factor of all values.
    func term(of clock: String, times factor: Double = 1) -> String {
        func text(_ value: Double) -> String { SVGNumber.text(value, digits: 5) }
        let points = points.map { SIMD2($0.x, $0.y * factor) }
        if isConstant { return text(points[0].y) }
        let lines = zip(points, points.dropFirst()).map { from, to -> (start: Double, slope: Double) in
            let slope = (to.y - from.y) / (to.x - from.x)
            return (from.y - slope * from.x, slope)
        }
        func term(_ line: (start: Double, slope: Double)) -> String {
            let (start, slope) = (text(line.start), text(line.slope))
            if slope == "0" { return start }
            return start == "0" ? "\(clock)*\(slope)" : "\(start) + \(clock)*\(slope)"
        }
        if lines.count == 1 { return "(\(term(lines[0])))" }
        let pairs = zip(lines, lines.dropFirst())
        if pairs.allSatisfy({ $0.slope > $1.slope }) { return "min(\(lines.map(term).joined(separator: ",")))" }
        if pairs.allSatisfy({ $0.slope < $1.slope }) { return "max(\(lines.map(term).joined(separator: ",")))" }
        // The first line, and what each corner adds. Slopes are differences of rounded ones, so that errors do not add up.
        let slopes = lines.map { Double(text($0.slope)) ?? 0 }
        var parts = [term((lines[0].start, slopes[0]))]
        for index in lines.indices.dropFirst() {
            let change = text(slopes[index] - slopes[index - 1])
            if change == "0" { continue }
            let corner = SVGNumber.text(points[index].x, digits: 6)
            parts.append("\(change)*max(0,\(clock) - \(corner))")
        }
        return "(\(parts.joined(separator: " + ")))"
    }
}
