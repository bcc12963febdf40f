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
        public var kind = Kind.length
        /// Items that the attachment applies to.
        public var item = Items.all
        /// Offset of the attachment point from the item's center, in points.
        public var offsetFromCenter = SIMD2<Double>(0, 0)
        /// Second item; `nil` attaches to ``anchorPoint``.
        public var attachedTo: Partner?
        /// Anchor point; `nil` is the item's initial center, or halfway between the initial centers of two items.
        public var anchorPoint: SIMD2<Double>?
        /// Length in points; `nil` is the initial distance.
        public var length: Double?
        /// Frequency of a spring in hertz; 0 is rigid.
        public var frequency = 0.0
        /// Damping ratio of a spring; 1 is critically damped.
        public var damping = 0.0
        /// Friction against rotation or sliding.
        public var frictionTorque = 0.0
        /// Range of rotation in radians, or of sliding in points; `nil` is unlimited.
        public var attachmentRange: SIMD2<Double>?
        /// Direction of sliding in radians; 0 points to the right.
        public var axis = 0.0

        /// Creates a value with the defaults.
        public init() {}
    }
}
