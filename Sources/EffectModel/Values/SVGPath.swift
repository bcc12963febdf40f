#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// An outline as SVG path data: the full grammar, including arcs.
///
/// - Source: SVG 2, §9.3 "Path data" and its implementation notes on arcs (B.2).
public struct SVGPath: Sendable, Equatable {
    /// Path data as given.
    public let text: String
    /// Outline in path coordinates.
    public let outline: Outline

    /// Maximum length of path data in bytes.
    public static let maximumBytes = 32_768
    /// Maximum number of segments in a path.
    public static let maximumSegments = 2_000
    /// Maximum magnitude of a coordinate.
    public static let maximumCoordinate = 100_000.0

    /// Parses path data.
    ///
    /// - Throws: ``PathError`` with the byte offset of the first error. SVG renders up to an error; Hanabi refuses the
    ///   path instead of drawing a part of it.
    public init(_ text: String) throws(PathError) {
        guard text.utf8.count <= Self.maximumBytes else {
            let found = "more than \(Self.maximumBytes) bytes"
            throw PathError(reason: found, byte: 0, limit: "at most \(Self.maximumBytes) bytes")
        }
        self.text = text
        outline = try Self.outline(of: text, arcTurn: .pi / 2)
    }

    /// Outline with arcs split into eighths of a turn, which are closer to ellipses, for uses that do not depend on the
    /// number of segments. Equals ``outline`` if the split would exceed the maximum number of segments.
    package var fineOutline: Outline {
        guard text.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "a") }) else { return outline }
        var fine = (try? Self.outline(of: text, arcTurn: .pi / 4)) ?? outline
        fine.isRound = true
        return fine
    }

    private static func outline(of text: String, arcTurn: Double) throws(PathError) -> Outline {
        var parser = PathParser(Array(text.utf8), arcTurn: arcTurn)
        try parser.run()
        return Outline(parser.segments)
    }
}

/// A path's syntax error with its position, or a limit that it exceeds.
public struct PathError: Error, Sendable, Equatable {
    /// Phrase that names the problem.
    public let reason: String
    /// Byte offset in the text.
    public let byte: Int
    /// The limit that a path without an error exceeds, as a phrase; `nil` for a syntax error.
    public let limit: String?
}

private struct PathParser {
    let bytes: [UInt8]
    var position = 0
    var segments: [Outline.Segment] = []
    var pen = SIMD2<Double>(0, 0)
    var start = SIMD2<Double>(0, 0)
    /// Last control point for `S` and `T`, valid only right after a curve of the same degree.
    var cubicControl: SIMD2<Double>?
    var quadraticControl: SIMD2<Double>?
    /// Whether the next drawing command starts a new contour at the old start, after `Z`.
    var needsMove = false

    /// Maximum angle of an arc that one cubic covers, in radians.
    let arcTurn: Double

    init(_ bytes: [UInt8], arcTurn: Double) {
        self.bytes = bytes
        self.arcTurn = arcTurn
    }

    func fault(_ reason: String, limit: String? = nil) -> PathError {
        PathError(reason: reason, byte: position, limit: limit)
    }

    var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    mutating func skipSpace() {
        while let byte = current, byte == 0x20 || (0x09...0x0D).contains(byte) { position += 1 }
    }

    mutating func skipComma() {
        skipSpace()
        if current == UInt8(ascii: ",") {
            position += 1
            skipSpace()
        }
    }

    mutating func run() throws(PathError) {
        skipSpace()
        guard current != nil else { throw fault("an empty path") }
        guard current == UInt8(ascii: "M") || current == UInt8(ascii: "m") else {
            throw fault("the path does not start with M or m")
        }
        while let command = current {
            position += 1
            try run(command)
            skipSpace()
        }
    }

    mutating func run(_ letter: UInt8) throws(PathError) {
        let relative = letter >= UInt8(ascii: "a")
        let command = letter & 0xDF
        guard "MLHVCSQTAZ".utf8.contains(command) else {
            position -= 1
            throw fault("an unknown command; allowed: M L H V C S Q T A Z")
        }
        if command == UInt8(ascii: "Z") {
            if !needsMove { segments.append(.close) }
            pen = start
            needsMove = true
            (cubicControl, quadraticControl) = (nil, nil)
            return
        }
        var first = true
        repeat {
            if first { skipSpace() } else { skipComma() }
            // Further coordinate pairs after a move are lines (§9.3.3).
            try draw(command == UInt8(ascii: "M") && !first ? UInt8(ascii: "L") : command, relative)
            first = false
            guard segments.count <= SVGPath.maximumSegments else {
                throw fault(
                    "more than \(SVGPath.maximumSegments) segments",
                    limit: "at most \(SVGPath.maximumSegments) segments, where an arc has several"
                )
            }
        } while hasMoreNumbers()
    }

    func hasMoreNumbers() -> Bool {
        var ahead = self
        ahead.skipComma()
        guard let byte = ahead.current else { return false }
        return (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
            || byte == UInt8(ascii: ".")
    }

    mutating func draw(_ command: UInt8, _ relative: Bool) throws(PathError) {
        let origin = relative ? pen : SIMD2(0, 0)
        if command != UInt8(ascii: "M"), needsMove {
            segments.append(.move(start))
            needsMove = false
        }
        var cubic: SIMD2<Double>?
        var quadratic: SIMD2<Double>?
        switch command {
        case UInt8(ascii: "M"):
            pen = try point(origin)
            start = pen
            needsMove = false
            segments.append(.move(pen))
        case UInt8(ascii: "L"):
            pen = try point(origin)
            segments.append(.line(pen))
        case UInt8(ascii: "H"):
            pen.x = try checked(origin.x + number())
            segments.append(.line(pen))
        case UInt8(ascii: "V"):
            pen.y = try checked(origin.y + number())
            segments.append(.line(pen))
        case UInt8(ascii: "C"), UInt8(ascii: "S"):
            let a: SIMD2<Double>
            if command == UInt8(ascii: "C") {
                a = try point(origin)
                skipComma()
            } else {
                a = try checked(cubicControl.map { 2 * pen - $0 } ?? pen)
            }
            let b = try point(origin)
            skipComma()
            let end = try point(origin)
            segments.append(.cubic(a, b, end))
            (cubic, pen) = (b, end)
        case UInt8(ascii: "Q"), UInt8(ascii: "T"):
            let control: SIMD2<Double>
            if command == UInt8(ascii: "Q") {
                control = try point(origin)
                skipComma()
            } else {
                control = try checked(quadraticControl.map { 2 * pen - $0 } ?? pen)
            }
            let end = try point(origin)
            segments.append(.quadratic(control, end))
            (quadratic, pen) = (control, end)
        default:
            try arc(origin)
        }
        (cubicControl, quadraticControl) = (cubic, quadratic)
    }

    mutating func point(_ origin: SIMD2<Double>) throws(PathError) -> SIMD2<Double> {
        let x = try checked(origin.x + number())
        skipComma()
        let y = try checked(origin.y + number())
        return SIMD2(x, y)
    }

    func checked(_ coordinate: Double) throws(PathError) -> Double {
        guard abs(coordinate) <= SVGPath.maximumCoordinate else {
            throw fault("a coordinate beyond ±\(Int(SVGPath.maximumCoordinate))")
        }
        return coordinate
    }

    /// Checks that a computed point is finite and within bounds.
    func checked(_ point: SIMD2<Double>) throws(PathError) -> SIMD2<Double> {
        SIMD2(try checked(point.x), try checked(point.y))
    }

    mutating func number() throws(PathError) -> Double {
        let begin = position
        if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position += 1 }
        var digits = 0
        func isDigit(_ byte: UInt8?) -> Bool { byte.map { (0x30...0x39).contains($0) } ?? false }
        while isDigit(current) {
            position += 1
            digits += 1
        }
        if current == UInt8(ascii: ".") {
            position += 1
            while isDigit(current) {
                position += 1
                digits += 1
            }
        }
        guard digits > 0 else {
            position = begin
            throw fault("expected a number")
        }
        if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
            var end = position + 1
            if end < bytes.count, bytes[end] == UInt8(ascii: "+") || bytes[end] == UInt8(ascii: "-") { end += 1 }
            if end < bytes.count, isDigit(bytes[end]) {
                position = end
                while isDigit(current) { position += 1 }
            }
        }
        // The scan above passes only plain decimals to `Double.init`, which accepts more.
        guard let number = Double(String(decoding: bytes[begin..<position], as: UTF8.self)), number.isFinite else {
            position = begin
            throw fault("a number too large")
        }
        return number
    }

    /// Parses a flag, `0` or `1`, which needs no separator after it (§9.3.9).
    mutating func flag() throws(PathError) -> Bool {
        defer { position += 1 }
        switch current {
        case UInt8(ascii: "0"): return false
        case UInt8(ascii: "1"): return true
        default: throw fault("expected an arc flag, 0 or 1")
        }
    }

    /// Parses an elliptical arc and appends it as cubics.
    mutating func arc(_ origin: SIMD2<Double>) throws(PathError) {
        var radius = SIMD2(try abs(checked(number())), 0)
        skipComma()
        radius.y = try abs(checked(number()))
        skipComma()
        let tilt = try number().truncatingRemainder(dividingBy: 360) / 180 * .pi
        skipComma()
        let large = try flag()
        skipComma()
        let sweep = try flag()
        skipComma()
        let end = try point(origin)
        let from = pen
        pen = end
        if from == end { return }
        if radius.x == 0 || radius.y == 0 {
            segments.append(.line(end))
            return
        }
        // B.2.4: conversion from end points to center, in the ellipse's own frame.
        let (sine, cosine) = (sin(tilt), cos(tilt))
        func turned(_ p: SIMD2<Double>) -> SIMD2<Double> {
            SIMD2(cosine * p.x + sine * p.y, cosine * p.y - sine * p.x)
        }
        func turnedBack(_ p: SIMD2<Double>) -> SIMD2<Double> {
            SIMD2(cosine * p.x - sine * p.y, cosine * p.y + sine * p.x)
        }
        let half = turned((from - end) / 2)
        let stretch = (half / radius * (half / radius)).sum()
        if stretch > 1 { radius *= stretch.squareRoot() }
        let unit = half / radius
        let length = (unit * unit).sum()
        // If the ends are so close that rounding loses the center, only the chord remains.
        guard length > 1e-20 else {
            segments.append(.line(end))
            return
        }
        let root = max(0, 1 / length - 1).squareRoot() * (large == sweep ? -1 : 1)
        let center = root * SIMD2(unit.y, -unit.x)
        let begin = atan2(unit.y - center.y, unit.x - center.x)
        var turn = atan2(-unit.y - center.y, -unit.x - center.x) - begin
        if sweep, turn < 0 { turn += 2 * .pi }
        if !sweep, turn > 0 { turn -= 2 * .pi }
        let middle = (from + end) / 2
        func place(_ p: SIMD2<Double>) -> SIMD2<Double> { turnedBack((p + center) * radius) + middle }
        let pieces = max(1, Int((abs(turn) / arcTurn - 1e-9).rounded(.up)))
        let step = turn / Double(pieces)
        let k = 4.0 / 3 * tan(step / 4)
        for piece in 0..<pieces {
            let a = begin + step * Double(piece)
            let b = a + step
            let (p, q) = (SIMD2(cos(a), sin(a)), SIMD2(cos(b), sin(b)))
            segments.append(
                .cubic(
                    try checked(place(p + k * SIMD2(-p.y, p.x))),
                    try checked(place(q - k * SIMD2(-q.y, q.x))),
                    piece == pieces - 1 ? end : try checked(place(q))
                )
            )
        }
    }
}
