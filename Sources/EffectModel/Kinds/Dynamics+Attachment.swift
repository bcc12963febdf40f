extension Dynamics {
    /// An attachment of an item to an anchor point, or of two items: UIAttachmentBehavior.
    public struct Attachment: Sendable, Equatable {
        /// Kinds of attachments.
        public enum Kind: String, Sendable, CaseIterable {
            /// Fixed distance: a rod, or a spring if it has a frequency.
            case length
            /// Maximum distance, as with a rope.
            case limit
            /// Rotation about a point.
            case pin
            /// Translation along a line, without rotation.
            case sliding
            /// Rigid connection: both items move as one body.
            case fixed
        }

        /// Items that the attachment applies to.
        public enum Items: Sendable, Equatable {
            /// Each item separately.
            case all
            /// The item nearest to a point.
            case nearest(SIMD2<Double>)
        }

        /// Second item of an attachment.
        public enum Partner: Sendable, Equatable {
            /// Neighbors to the right and below.
            case neighbors
            /// The item nearest to a point.
            case nearest(SIMD2<Double>)
        }

        /// Kind of attachment.
        public internal(set) var kind = Kind.length
        /// Items that the attachment applies to.
        public internal(set) var item = Items.all
        /// Offset of the attachment point from the item's center, in points.
        public internal(set) var offsetFromCenter = SIMD2<Double>(0, 0)
        /// Second item; `nil` attaches to ``anchorPoint``.
        public internal(set) var attachedTo: Partner?
        /// Anchor point; `nil` is the item's initial center, or halfway between the initial centers of two items.
        public internal(set) var anchorPoint: SIMD2<Double>?
        /// Length in points; `nil` is the initial distance.
        public internal(set) var length: Double?
        /// Frequency of a spring in hertz; 0 is rigid.
        public internal(set) var frequency = 0.0
        /// Damping ratio of a spring; 1 is critically damped.
        public internal(set) var damping = 0.0
        /// Friction against rotation or sliding.
        public internal(set) var frictionTorque = 0.0
        /// Range of rotation in radians, or of sliding in points; `nil` is unlimited.
        public internal(set) var attachmentRange: SIMD2<Double>?
        /// Direction of sliding in radians; 0 points to the right.
        public internal(set) var axis = 0.0
    }
}

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
        func conflict(_ name: String, _ found: String, _ allowed: String) {
            object.context.fault(.conflict, at: object.pointer(to: name), found: found, allowed: allowed)
        }
        let hasOffset = attachment.offsetFromCenter != .zero
        if hasOffset, attachment.anchorPoint != nil {
            return conflict("offsetFromCenter", "offsetFromCenter beside anchorPoint", "one of the two")
        }
        let name = hasOffset ? "offsetFromCenter" : "anchorPoint"
        guard hasOffset || attachment.anchorPoint != nil else { return }
        if attachment.kind == .sliding, attachment.attachmentRange == nil {
            conflict(name, "\(name) without attachmentRange", "it with an attachmentRange")
        }
        if attachment.kind == .fixed, attachment.frequency == 0 {
            conflict(name, "\(name) without a spring", "it with a frequency")
        }
    }

    private static let common: [Property<Self>] = [
        .field("item", \.item, Items.codec),
        .field("offsetFromCenter", \.offsetFromCenter, .pair(in: place, units: (.plain, .plain))),
        .optional("attachedTo", \.attachedTo, Partner.codec),
        .optional("anchorPoint", \.anchorPoint, .pair(in: place)),
        .after { object, attachment in
            func conflict(_ name: String, _ found: String, _ allowed: String) {
                object.context.fault(.conflict, at: object.pointer(to: name), found: found, allowed: allowed)
            }
            if attachment.attachedTo == .neighbors, attachment.item != .all {
                conflict("attachedTo", "neighbors of one item", "it with \"item\": \"all\"")
            }
            if attachment.anchorPoint != nil, attachment.attachedTo == .neighbors {
                conflict("anchorPoint", "anchorPoint beside neighbors", "one of the two")
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
        _ make: @escaping @Sendable (SIMD2<Double>) -> Value,
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
