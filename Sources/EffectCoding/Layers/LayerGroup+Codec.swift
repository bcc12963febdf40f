import EffectModel
import StrictJSON

extension LayerGroup.Shadow {
    static let properties: [Property<Self>] = [
        .field("shadowColor", \.color, Color.codec),
        .field("shadowOpacity", \.opacity, .number(in: 0...1)),
        .field("shadowRadius", \.radius, .number(in: 0...largestRadius)),
        .field("shadowOffset", \.offset, .pair(in: offsets)),
    ]
}

extension LayerGroup.Instances.Step {
    static let properties: [Property<Self>] = [
        .field("translation", \.translation, .pair(in: Layer.Transform.places)),
        .field("scale", \.scale, .factors(in: factors)),
        .field("rotation", \.rotation, .number(in: -1000...1000, unit: .radians)),
    ]
}

extension LayerGroup.Instances {
    static let properties: [Property<Self>] = [
        .field("instanceCount", \.count, .whole(in: 1...LayerGroup.maximumCopies)),
        .field("instanceDelay", \.delay, .number(in: 0...1000, unit: .seconds)),
        .field("instanceTransform", \.transform, .object("InstanceTransform", Step(), Step.properties)),
        .field("instanceColor", \.color, Color.codec),
        .field("instanceRedOffset", \.colorOffset.x, .number(in: -1...1)),
        .field("instanceGreenOffset", \.colorOffset.y, .number(in: -1...1)),
        .field("instanceBlueOffset", \.colorOffset.z, .number(in: -1...1)),
        .field("instanceAlphaOffset", \.colorOffset.w, .number(in: -1...1)),
    ]
}

extension LayerGroup {
    /// Maximum nesting depth of groups.
    static let maximumDepth = 4

    static let properties: [Property<LayerGroup>] =
        own + Property.part(\.shadow, Shadow.properties) + Property.part(\.instances, Instances.properties)

    private static let own: [Property<LayerGroup>] = [
        .optional("size", \.size, .pair(in: sides)),
        .optional("backgroundColor", \.backgroundColor, Color.codec),
        .field("cornerRadius", \.cornerRadius, .number(in: widths)),
        .field("borderWidth", \.borderWidth, .number(in: widths)),
        .field("borderColor", \.borderColor, Color.codec),
        .field("scroll", \.scroll, .pair(in: Layer.Transform.places)),
        .optional("tile", \.tile, .pair(in: 1...100_000)),
    ]
}
