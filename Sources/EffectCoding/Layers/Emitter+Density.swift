import EffectModel
import StrictJSON

extension Emitter {
    /// Parts of an emitter's density that are kept where its scene is laid out for another size than it was made for.
    enum Density: String, CaseIterable, Sendable {
        /// No part: rates, counts and lifetimes are as written.
        case fixed
        /// Births per point of the shape.
        case births
        /// Lifetimes per point of the way across the shape.
        case lifetimes
        /// Births and lifetimes: particles per area.
        case area

        var keepsBirths: Bool { self == .births || self == .area }
        var keepsLifetimes: Bool { self == .lifetimes || self == .area }
    }

    /// Largest factor of births and lifetimes; its inverse is the smallest.
    static let largestGrowth = 16.0

    /// Resolves `density` as percentages are resolved: the cells have the numbers for this scene.
    static let density: Property<Emitter> = {
        let codec = Codec<Density>.choice()
        return Property([SchemaMember("density", codec.schema)]) { object, emitter in
            guard let value = object.take("density") else { return }
            let context = object.context
            guard let density = codec.read(value, object.pointer(to: "density"), context), context.faults.isEmpty,
                context.scene != context.canvas, let own = emitter.sizeOnOwnScene(object)
            else { return }
            if density.keepsBirths {
                emitter.multiplyBirths(by: within(emitter.growthOfShape(from: own)))
            }
            if density.keepsLifetimes {
                emitter.multiplyLifetimes(by: within(emitter.growthOfWay(own, by: context.canvas / context.scene)))
            }
        } write: { _ in
            []
        }
    }()

    private static func within(_ factor: Double) -> Double { min(largestGrowth, max(1 / largestGrowth, factor)) }

    /// Width and height that the shape has on the scene's own size; `nil` for a value that is refused.
    private func sizeOnOwnScene(_ object: ObjectReader) -> SIMD2<Double>? {
        guard let value = object.take("emitterSize") else { return emitterSize }
        let context = object.context
        let canvas = context.canvas
        context.canvas = context.scene
        defer { context.canvas = canvas }
        return Self.sizeCodec.read(value, object.pointer(to: "emitterSize"), context)
    }

    /// Factor of the shape's length or area.
    private func growthOfShape(from own: SIMD2<Double>) -> Double {
        let growth = SIMD2(own.x > 0 ? emitterSize.x / own.x : 1, own.y > 0 ? emitterSize.y / own.y : 1)
        return switch emitterShape {
        case .line: growth.x
        case .rectangle, .cuboid: growth.x * growth.y
        case .circle, .sphere: emitterMode == .outline ? growth.x : growth.x * growth.x
        case .point, .path, .text, .rectangles: 1
        }
    }

    /// Factor of the scene's extent in the directions in which the shape has none.
    private func growthOfWay(_ own: SIMD2<Double>, by growth: SIMD2<Double>) -> Double {
        switch emitterShape {
        case .line: growth.y
        case .rectangle, .cuboid:
            switch (own.x > 0, own.y > 0) {
            case (true, true): 1
            case (true, false): growth.y
            case (false, true): growth.x
            case (false, false): growth.max()
            }
        case .circle, .sphere: 1
        case .point, .path, .text, .rectangles: growth.max()
        }
    }

    private mutating func multiplyBirths(by factor: Double) {
        for index in emitterCells.indices {
            emitterCells[index].birthRate = min(EmitterCell.largestRate, emitterCells[index].birthRate * factor)
            guard let count = emitterCells[index].burst?.count else { continue }
            let grown = (Double(count) * factor).rounded()
            emitterCells[index].burst?.count = Int(min(Double(Burst.largestCount), max(1, grown)))
        }
    }

    private mutating func multiplyLifetimes(by factor: Double) {
        for index in emitterCells.indices {
            emitterCells[index].lifetime = min(EmitterCell.longestLife, emitterCells[index].lifetime * factor)
            emitterCells[index].lifetimeRange *= factor
        }
    }
}
