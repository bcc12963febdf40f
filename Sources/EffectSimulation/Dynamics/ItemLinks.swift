internal import CBox2D
internal import EffectModel

/// Attachments between single items that one attachment of a spec expands to.
struct ItemLinks {
    private(set) var made: [hanabi_attachment] = []
    private let attachment: Dynamics.Attachment
    private let items: [RigidWorld.Item]

    init(_ attachment: Dynamics.Attachment, _ items: [RigidWorld.Item]) {
        self.attachment = attachment
        self.items = items
        guard !items.isEmpty else { return }
        switch attachment.attachedTo {
        case .neighbors: addNeighbors()
        case .nearest(let point):
            let other = nearest(to: point)
            for item in held where item != other { add(item, other) }
        case nil:
            for item in held { add(item, nil) }
        }
    }

    private var held: [Int] {
        switch attachment.item {
        case .all: Array(items.indices)
        case .nearest(let point): [nearest(to: point)]
        }
    }

    private func nearest(to point: SIMD2<Double>) -> Int {
        func distance(_ item: RigidWorld.Item) -> Double {
            let way = item.place - point
            return (way * way).sum()
        }
        var best = 0
        for index in items.indices where distance(items[index]) < distance(items[best]) { best = index }
        return best
    }

    /// Attaches neighbors in a grid: items whose sides touch.
    private mutating func addNeighbors() {
        var places: [SIMD2<Double>: Int] = [:]
        func rounded(_ place: SIMD2<Double>) -> SIMD2<Double> { (place * 16).rounded(.toNearestOrEven) }
        for (index, item) in items.enumerated() { places[rounded(item.place - item.size / 2)] = index }
        for (index, item) in items.enumerated() {
            let corner = item.place - item.size / 2
            for step in [SIMD2(item.size.x, 0), SIMD2(0, item.size.y)] {
                if let other = places[rounded(corner + step)], other != index { add(index, other) }
            }
        }
    }

    private mutating func add(_ item: Int, _ other: Int?) {
        let own = items[item].place + attachment.offsetFromCenter
        let place: SIMD2<Double>
        if let other {
            place = attachment.anchorPoint ?? items[other].place
        } else {
            place = attachment.anchorPoint ?? own
        }
        var link = hanabi_attachment()
        (link.item, link.other) = (Int32(item), other.map { Int32($0) } ?? -1)
        (link.x, link.y) = (own.x, own.y)
        (link.other_x, link.other_y) = (place.x, place.y)
        let way = own - place
        let length = attachment.length ?? (way * way).sum().squareRoot()
        link.length = length
        (link.frequency, link.damping) = (attachment.frequency, attachment.damping)
        link.friction = attachment.frictionTorque
        if let range = attachment.attachmentRange {
            (link.has_range, link.lowest, link.highest) = (true, range.x, range.y)
        }
        var (cosine, sine) = (1.0, 0.0)
        hanabi_turn(attachment.axis, &cosine, &sine)
        (link.axis_x, link.axis_y) = (cosine, sine)
        switch attachment.kind {
        case .length:
            // A rod or a spring of zero length has no direction.
            let isShort = length < 0.5
            link.kind = hanabi_attachment_length
            if isShort, attachment.frequency == 0 { link.kind = hanabi_attachment_pin }
            if isShort, attachment.frequency > 0, other == nil { link.kind = hanabi_attachment_spring }
            link.has_range = false
            link.friction = 0
        case .limit: link.kind = hanabi_attachment_limit
        case .pin, .sliding, .fixed:
            switch attachment.kind {
            case .pin: link.kind = hanabi_attachment_pin
            case .sliding: link.kind = hanabi_attachment_sliding
            default: link.kind = hanabi_attachment_fixed
            }
            // A point common to both: the anchor, or the midpoint between two items.
            let common = attachment.anchorPoint ?? (other == nil ? own : (own + place) / 2)
            (link.x, link.y) = (common.x, common.y)
        }
        made.append(link)
    }
}
