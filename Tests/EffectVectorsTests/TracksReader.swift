import Foundation
import StrictJSON

/// Tracks as a player reads them: what is drawn at a moment, computed from the document alone.
struct TracksReader {
    /// A piece or a trail at a moment.
    struct Item {
        let layer: Int
        /// Number of the shape; −1 for a trail.
        let shape: Int
        var place = SIMD2<Double>(0, 0)
        /// Steps right and down in the shape, by columns.
        var matrix = SIMD4<Double>(0, 0, 0, 0)
        var color = SIMD4<Double>(1, 1, 1, 1)
        /// Points, width at both ends and alpha at the end of a trail.
        var points: [SIMD2<Double>] = []
        var width = SIMD2<Double>(0, 0)
        var endAlpha = 1.0
        /// Seconds since the piece began, and until it ends.
        var age = 0.0
        var rest = 0.0
    }

    /// A layer at a moment.
    struct Layer {
        let value: JSONValue
        let opacity: Double
        let depth: Int
    }

    let root: JSONValue
    let duration: Double

    init(_ text: String) throws {
        var limits = JSONParser.Limits()
        limits.nodes = 10_000_000
        root = try JSONParser.parse(Array(text.utf8), limits: limits)
        duration = root["duration"]?.double ?? 0
    }

    var shapes: [JSONValue] { root["shapes"]?.elements ?? [] }

    /// Value of a channel at a share of its time.
    static func value(_ channel: JSONValue?, at t: Double) -> Double {
        guard let channel else { return .nan }
        func power(_ all: [Double], _ x: Double) -> Double { all.reversed().reduce(0) { $0 * x + $1 } }
        if let number = channel.double { return number }
        if let decay = channel["decay"]?.numbers {
            return decay[0] + decay[1] * t - decay[2] * expm1(-decay[3] * t)
        }
        if let series = channel["series"]?.numbers { return power(series, 2 * t - 1) }
        if let lines = channel["lines"]?.numbers {
            let points = stride(from: 0, to: lines.count, by: 2).map { SIMD2(lines[$0], lines[$0 + 1]) }
            guard let next = points.firstIndex(where: { $0.x > t }) else { return points[points.count - 1].y }
            guard next > 0 else { return points[0].y }
            let (from, to) = (points[next - 1], points[next])
            return from.y + (to.y - from.y) * (t - from.x) / (to.x - from.x)
        }
        return power(channel.numbers, t)
    }

    /// Share, age and rest of a window at a moment; `nil` outside.
    private func clock(_ start: Double, _ end: Double, _ now: Double) -> (share: Double, age: Double, rest: Double)? {
        let width = end > start ? end - start : end - start + duration
        let age = end > start || now >= start ? now - start : now - start + duration
        guard age >= 0, age < width else { return nil }
        return (age / width, age, width - age)
    }

    private static func rgb(_ text: String) -> SIMD3<Double> {
        let digits = text.dropFirst().compactMap { Double($0.hexDigitValue ?? 0) }
        return digits.count == 3
            ? SIMD3(digits[0], digits[1], digits[2]) / 15
            : SIMD3(digits[0] * 16 + digits[1], digits[2] * 16 + digits[3], digits[4] * 16 + digits[5]) / 255
    }

    private static func color(_ paint: JSONValue?, _ t: Double, isFront: Bool) -> SIMD3<Double> {
        guard let paint else { return SIMD3(1, 1, 1) }
        if let text = paint.text { return rgb(text) }
        if let text = paint[isFront ? "front" : "back"]?.text { return rgb(text) }
        let parts = paint.elements.map { max(0, min(1, value($0, at: t))) }
        return SIMD3(parts[0], parts[1], parts[2])
    }

    /// The item of a piece; `nil` while it is not there.
    func item(_ piece: JSONValue, layer: Int, at now: Double) -> Item? {
        if let time = piece["time"]?.numbers { return trail(piece, time, layer: layer, at: now) }
        let parts = piece.elements
        func part(_ index: Int, _ other: JSONValue) -> JSONValue { index < parts.count ? parts[index] : other }
        guard let shape = parts[0].double, let start = parts[1].double, let end = parts[2].double,
            let (t, age, rest) = clock(start, end, now)
        else { return nil }
        var item = Item(layer: layer, shape: Int(shape))
        (item.age, item.rest) = (age, rest)
        item.place = SIMD2(Self.value(parts[3], at: t), Self.value(parts[4], at: t))
        let (scale, turn) = (part(5, 1), part(6, 0))
        var isFront = true
        if let matrix = turn["matrix"]?.elements {
            let numbers = matrix.map { Self.value($0, at: t) }
            item.matrix = SIMD4(numbers[0], numbers[1], numbers[2], numbers[3])
        } else if let axis = turn["axis"]?.numbers {
            let (angle, size) = (Self.value(turn["angle"], at: t), Self.value(scale, at: t))
            let (cosine, sine, rest) = (cos(angle), sin(angle), 1 - cos(angle))
            let across = axis[0] * axis[1] * rest
            item.matrix = SIMD4(
                cosine + axis[0] * axis[0] * rest,
                axis[2] * sine + across,
                across - axis[2] * sine,
                cosine + axis[1] * axis[1] * rest
            )
            item.matrix *= size
            isFront = axis[2] * axis[2] + (1 - axis[2] * axis[2]) * cosine > 0
        } else {
            let (x, y) = (
                Self.value(scale["x"] ?? scale, at: t), Self.value(scale["y"] ?? scale, at: t)
            )
            let (cosine, sine) = (cos(Self.value(turn, at: t)), sin(Self.value(turn, at: t)))
            item.matrix = SIMD4(cosine * x, sine * x, -sine * y, cosine * y)
        }
        let alpha = max(0, min(1, Self.value(part(8, 1), at: t)))
        item.color = SIMD4(Self.color(part(7, "#fff"), t, isFront: isFront), alpha)
        return item
    }

    private func trail(_ trail: JSONValue, _ time: [Double], layer: Int, at now: Double) -> Item? {
        guard let (t, age, rest) = clock(time[0], time[1], now) else { return nil }
        var item = Item(layer: layer, shape: -1)
        (item.age, item.rest) = (age, rest)
        let count = Int(trail["points"]?.double ?? 2)
        let ends = ["head", "tail"].map { max(0, min(1, Self.value(trail[$0], at: t))) }
        item.points = (0..<count).map { number in
            let place = ends[0] + (ends[1] - ends[0]) * Double(number) / Double(count - 1)
            return SIMD2(Self.value(trail["x"], at: place), Self.value(trail["y"], at: place))
        }
        let (width, alpha) = (trail["width"]?.elements ?? [], trail["alpha"]?.elements ?? [])
        item.width = SIMD2(Self.value(width[0], at: t), Self.value(width[1], at: t))
        item.color = SIMD4(
            Self.color(trail["color"], t, isFront: true),
            max(0, min(1, Self.value(alpha[0], at: t)))
        )
        item.endAlpha = Self.value(alpha[1], at: t)
        return item
    }

    /// Everything drawn at a moment in seconds of playback, in drawing order.
    func items(at now: Double) -> [Item] { layers(at: now).flatMap { items(of: $0.value, at: now) } }

    /// Pieces of a layer at a moment.
    func items(of layer: JSONValue, at now: Double) -> [Item] {
        (layer["pieces"]?.elements ?? []).compactMap { item($0, layer: Int(layer["layer"]?.double ?? -1), at: now) }
    }

    /// Layers in drawing order, with the layers that they have after them.
    func layers(at now: Double = 0) -> [Layer] {
        func all(_ value: JSONValue?, _ depth: Int) -> [Layer] {
            (value?.elements ?? []).flatMap { layer -> [Layer] in
                let opacity = Self.value(layer["opacity"] ?? 1, at: now / duration)
                return [Layer(value: layer, opacity: opacity, depth: depth)] + all(layer["layers"], depth + 1)
            }
        }
        return all(root["layers"], 0)
    }
}
