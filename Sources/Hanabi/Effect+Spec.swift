internal import EffectCatalog
import EffectCoding
import EffectCost
public import EffectModel
internal import EffectRendering
import StrictJSON

extension Effect {
    /// The checked spec that the effect describes.
    ///
    /// - Parameter renderer: Source of limits, images and fonts.
    /// - Throws: ``EffectError`` with every fault.
    public func spec(on renderer: Renderer = .shared) throws -> EffectSpec {
        try EffectError.translating { try request(as: .apng, renderer.environment).spec }
    }

    /// The checked spec as JSON, with every field and all defaults; ``init(json:)-(String)`` reads it.
    ///
    /// - Throws: ``EffectError`` with every fault.
    public func json(on renderer: Renderer = .shared) throws -> String {
        String(decoding: JSONWriter.prettyBytes(of: try spec(on: renderer).json), as: UTF8.self)
    }

    /// The predicted cost of a render, without drawing.
    ///
    /// - Throws: ``EffectError`` with every fault, and with every limit that is exceeded.
    public func cost(as format: EffectFormat, on renderer: Renderer = .shared) throws -> EffectCost {
        try EffectError.translating {
            let (plan, price) = try priced(as: format, renderer.environment)
            let canvas = plan.spec.canvas
            return EffectCost(
                frameCount: plan.spec.timing.frameCount,
                width: canvas.pixelWidth,
                height: canvas.pixelHeight,
                liveParticles: price.cost.liveParticles,
                processorTime: .nanoseconds(Int64(min(max(0, price.workOfRender), 1e18)))
            )
        }
    }

    /// The plan of a render, checked against the limits.
    func plan(as format: EffectFormat, _ environment: RenderEnvironment) throws -> RenderPlan {
        try priced(as: format, environment).plan
    }

    private func priced(
        as format: EffectFormat,
        _ environment: RenderEnvironment
    ) throws -> (plan: RenderPlan, price: RenderPrice) {
        let request = try request(as: format, environment)
        try request.checkMakesFile()
        let isStill = request.options.isStill == true
        let plan = try environment.renderer.settled(
            request.plan(as: .png, isStill: isStill, limits: environment.limits)
        )
        return (plan, try request.price(of: plan, limits: environment.limits))
    }

    private func request(as format: EffectFormat, _ environment: RenderEnvironment) throws -> EffectRequest {
        let library: any AssetLibrary =
            pictures.isEmpty
            ? environment.library
            : try EffectPictures(pictures.mapValues { [UInt8]($0) }, before: environment.library)
        let parser = EffectRequestParser(limits: environment.limits, library: library)
        let (form, name) = (format.form, format.sheetNames)
        let moments = format.moments.map { [$0] } ?? []
        switch source {
        case .preset(let preset):
            return try parser.preset(preset, form: form, parameters: parameters + moments, name: name)
        case .document(let document) where parameters.isEmpty:
            return try parser.posted(form, moments, bytes: 0, name: name) { document }
        case .document(let document):
            return try parser.edited(document, form: form, parameters: parameters + moments, name: name)
        }
    }
}

/// Predicted cost of a render.
public struct EffectCost: Sendable, Equatable {
    /// Number of frames in the animation.
    public let frameCount: Int
    /// Width of a frame in pixels.
    public let width: Int
    /// Height of a frame in pixels.
    public let height: Int
    /// Upper bound of the particles alive at one time.
    public let liveParticles: Double
    /// Predicted processor time on one core. Rarely exceeded, and mostly 1 to 4 times the truth.
    public let processorTime: Duration
}
