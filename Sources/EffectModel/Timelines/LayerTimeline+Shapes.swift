extension LayerTimeline {
    /// The shape with its largest line width and miter limit, and with any color it ever has.
    package func largest(_ shape: ShapeLayer) -> ShapeLayer {
        var shape = shape
        func upper(_ name: String) -> Double? {
            layerSlots.first { $0.property.name == name }?.stack.extent.upper.x
        }
        shape.stroke.lineWidth = upper("lineWidth") ?? shape.stroke.lineWidth
        shape.stroke.miterLimit = upper("miterLimit") ?? shape.stroke.miterLimit
        if upper("strokeColor") != nil { shape.strokeColor = .white }
        if upper("fillColor") != nil { shape.fillColor = .white }
        return shape
    }

    /// The largest number of pixels per point of the layer.
    package func largestPixels(on canvas: Canvas) -> Double { largestScale * canvas.scale }

    /// Whether a shape's stroke is constant over time, apart from its color.
    package var hasSteadyStroke: Bool {
        let names = ["strokeStart", "strokeEnd", "lineWidth", "lineDashPhase", "miterLimit", "path"]
        return !layerSlots.contains { names.contains($0.property.name) }
    }
}
