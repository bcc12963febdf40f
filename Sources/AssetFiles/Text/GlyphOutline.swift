internal import CPango
internal import EffectModel

/// A pen that HarfBuzz draws glyphs with, and the outline that comes of it.
final class GlyphPen {
    private(set) var segments: [Outline.Segment] = []
    private let scale: Double
    private var origin = SIMD2<Double>(0, 0)
    private var place = SIMD2<Double>(0, 0)

    /// Functions that HarfBuzz calls.
    private let calls: OpaquePointer?

    /// A pen whose lines are `scale` times as long as the glyphs' pixels.
    init(scale: Double) {
        self.scale = scale
        calls = hb_draw_funcs_create()
        hb_draw_funcs_set_move_to_func(calls, { _, pen, _, x, y, _ in GlyphPen.at(pen).move(x, y) }, nil, nil)
        hb_draw_funcs_set_line_to_func(calls, { _, pen, _, x, y, _ in GlyphPen.at(pen).line(x, y) }, nil, nil)
        hb_draw_funcs_set_quadratic_to_func(
            calls,
            { _, pen, _, x1, y1, x, y, _ in GlyphPen.at(pen).curve(through: (x1, y1), to: (x, y)) },
            nil,
            nil
        )
        hb_draw_funcs_set_cubic_to_func(
            calls,
            { _, pen, _, x1, y1, x2, y2, x, y, _ in GlyphPen.at(pen).curve(through: (x1, y1), (x2, y2), to: (x, y)) },
            nil,
            nil
        )
        hb_draw_funcs_set_close_path_func(calls, { _, pen, _, _ in GlyphPen.at(pen).close() }, nil, nil)
    }

    deinit { hb_draw_funcs_destroy(calls) }

    /// Draws a glyph, y downward.
    func draw(_ glyph: PlacedGlyph) {
        origin = glyph.origin
        hb_font_get_glyph_shape(glyph.font, glyph.number, calls, Unmanaged.passUnretained(self).toOpaque())
    }

    /// The outline, the center of its bounding box at (0, 0); `nil` if it encloses no area.
    var centeredOutline: Outline? {
        let outline = Outline(segments)
        guard let box = outline.bounds, (box.high - box.low).min() > 0 else { return nil }
        return outline.moved(by: (box.low + box.high) / -2)
    }

    private static func at(_ pen: UnsafeMutableRawPointer?) -> GlyphPen {
        guard let pen else { preconditionFailure("HarfBuzz hands on what it was given") }
        return Unmanaged<GlyphPen>.fromOpaque(pen).takeUnretainedValue()
    }

    /// HarfBuzz's units are Pango's, y upward.
    private func point(_ x: Float, _ y: Float) -> SIMD2<Double> {
        (origin + SIMD2(Double(x), -Double(y)) / Double(PANGO_SCALE)) * scale
    }

    private func move(_ x: Float, _ y: Float) {
        place = point(x, y)
        segments.append(.move(place))
    }

    private func line(_ x: Float, _ y: Float) {
        place = point(x, y)
        segments.append(.line(place))
    }

    private func curve(through control: (Float, Float), to end: (Float, Float)) {
        let curve = Quadratic(place, b: point(control.0, control.1), c: point(end.0, end.1))
        for part in curve.splitAtExtremes() { segments.append(.quadratic(part.b, part.c)) }
        place = curve.c
    }

    private func curve(through first: (Float, Float), _ second: (Float, Float), to end: (Float, Float)) {
        let curve = Cubic(
            place,
            b: point(first.0, first.1),
            c: point(second.0, second.1),
            d: point(end.0, end.1)
        )
        for part in curve.splitAtExtremes() { segments.append(.cubic(part.b, part.c, part.d)) }
        place = curve.d
    }

    private func close() { segments.append(.close) }
}

extension Outline {
    fileprivate func moved(by offset: SIMD2<Double>) -> Outline {
        Outline(
            segments.map { segment in
                switch segment {
                case .move(let end): .move(end + offset)
                case .line(let end): .line(end + offset)
                case .quadratic(let a, let end): .quadratic(a + offset, end + offset)
                case .cubic(let a, let b, let end): .cubic(a + offset, b + offset, end + offset)
                case .close: .close
                }
            },
            fillRule: fillRule
        )
    }
}
