import EffectModel
import StrictJSON

extension Dynamics.Attachment {
    static let codec = Codec<Self>.kinds("Attachment", usual: .length, \.kind) { kind, _ in
        var attachment = Self()
        attachment.kind = kind
        return attachment
    } _: { kind in
        properties(of: kind)
    }

    private static let place = -100_000.0...100_000.0

    private static func properties(of kind: Kind) -> [Property<Self>] {
        let spring: [Property<Self>] = [
            .field("frequency", \.frequency, .number(in: 0...60)),
            .field("damping", \.damping, .number(in: 0...100)),
        ]
        let friction = Property<Self>.field("frictionTorque", \.frictionTorque, .number(in: 0...1_000_000))
        let length = Property<Self>.optional("length", \.length, .number(in: 0...100_000, unit: .length))
        switch kind {
        case .length: return common + [length] + spring + [.after(checkDamping)]
        case .limit: return common + [length]
        case .pin: return common + [range(in: -1000...1000), friction, .after(checkPoint)]
        case .sliding:
            return common + [
                range(in: place), friction, .field("axis", \.axis, .number(in: -1000...1000, unit: .radians)),
                .after(checkPoint),
            ]
        case .fixed: return common + spring + [.after(checkDamping), .after(checkPoint)]
        }
    }

    /// Refuses damping without a spring.
    private static let checkDamping: @Sendable (ObjectReader, inout Self) -> Void = { object, attachment in
        guard attachment.damping != 0, attachment.frequency == 0 else { return }
        let found = "damping without a spring"
        object.context.fault(.conflict, at: object.pointer(to: "damping"), found: found, allowed: "it with a frequency")
    }

    /// Pins, sliding and fixed attachments have a single point, and it makes a difference only to what turns, has a
    /// limit or is a spring.
    ///
    /// - Source: UIKit's headers of UIAttachmentBehavior: these attachments are created with an anchor and no offset.
    private static let checkPoint: @Sendable (ObjectReader, inout Self) -> Void = { object, attachment in
        func conflict(_ name: String, found: String, allowed: String) {
            object.context.fault(.conflict, at: object.pointer(to: name), found: found, allowed: allowed)
        }
        let hasOffset = attachment.offsetFromCenter != .zero
        if hasOffset, attachment.anchorPoint != nil {
            return conflict("offsetFromCenter", found: "offsetFromCenter beside anchorPoint", allowed: "one of the two")
        }
        let name = hasOffset ? "offsetFromCenter" : "anchorPoint"
        guard hasOffset || attachment.anchorPoint != nil else { return }
        if attachment.kind == .sliding, attachment.attachmentRange == nil {
            conflict(name, found: "\(name) without attachmentRange", allowed: "it with an attachmentRange")
        }
        if attachment.kind == .fixed, attachment.frequency == 0 {
            conflict(name, found: "\(name) without a spring", allowed: "it with a frequency")
        }
    }

    private static let common: [Property<Self>] = [
        .field("item", \.item, Items.codec),
        .field("offsetFromCenter", \.offsetFromCenter, .pair(in: place, units: (.plain, .plain))),
        .optional("attachedTo", \.attachedTo, Partner.codec),
        .optional("anchorPoint", \.anchorPoint, .pair(in: place)),
        .after { object, attachment in
            func conflict(_ name: String, found: String, allowed: String) {
                object.context.fault(.conflict, at: object.pointer(to: name), found: found, allowed: allowed)
            }
            if attachment.attachedTo == .neighbors, attachment.item != .all {
                conflict("attachedTo", found: "neighbors of a single item", allowed: "neighbors with \"item\": \"all\"")
            }
            if attachment.anchorPoint != nil, attachment.attachedTo == .neighbors {
                conflict("anchorPoint", found: "both anchorPoint and neighbors", allowed: "one of the two")
            }
        },
    ]

    private static func range(in bounds: ClosedRange<Double>) -> Property<Self> {
        .optional("attachmentRange", \.attachmentRange, .ascendingPair(in: bounds))
    }
}

extension Codec where Value == SIMD2<Double> {
    /// Codec of `[lowest, highest]`.
    fileprivate static func ascendingPair(in bounds: ClosedRange<Double>) -> Codec {
        let pair = Codec.pair(in: bounds, units: (.plain, .plain))
        let allowed = "[lowest, highest], each a number in \(bounds.text)"
        return Codec(allowed: allowed, schema: pair.schema.described(allowed)) { value, pointer, context in
            guard case .array(let ends) = value, ends.count == 2 else {
                context.fault(.wrongType, at: pointer, found: value.excerpt, allowed: allowed)
                return nil
            }
            guard let read = pair.read(value, pointer, context) else { return nil }
            guard read.x <= read.y else {
                context.fault(.outOfRange, at: pointer, found: value.pairExcerpt, allowed: allowed)
                return nil
            }
            return read
        } write: { pair in
            [.number(pair.x), .number(pair.y)]
        }
    }
}

extension Dynamics.Attachment.Items {
    static let codec = Codec<Self>.word("all", .all) {
        .nearest($0)
    } point: { items in
        if case .nearest(let point) = items { point } else { nil }
    }
}

extension Dynamics.Attachment.Partner {
    static let codec = Codec<Self>.word("neighbors", .neighbors) {
        .nearest($0)
    } point: { partner in
        if case .nearest(let point) = partner { point } else { nil }
    }
}

extension Codec {
    /// Codec of a keyword or a point `[x, y]`.
    fileprivate static func word(
        _ word: String,
        _ value: Value,
        make: @escaping @Sendable (SIMD2<Double>) -> Value,
        point: @escaping @Sendable (Value) -> SIMD2<Double>?
    ) -> Codec where Value: Sendable {
        let pair = Codec<SIMD2<Double>>.pair(in: -100_000...100_000)
        let allowed = "\"\(word)\", or a point: \(pair.allowed)"
        let schema = JSONSchema.any(of: [.constant(.string(word)), pair.schema]).described(allowed)
        return Codec(allowed: allowed, schema: schema) { json, pointer, context in
            if json == .string(word) { return value }
            guard case .array = json else {
                context.fault(.wrongType, at: pointer, found: json.excerpt, allowed: allowed)
                return nil
            }
            return pair.read(json, pointer, context).map(make)
        } write: { value in
            point(value).map { [.number($0.x), .number($0.y)] } ?? .string(word)
        }
    }
}
