internal import EffectModel
internal import EffectSimulation

/// Draw lists at evenly spaced times, sorted into strands: one for each thing over each stretch of time that it is
/// visible.
struct SceneSampler {
    /// Something drawn at consecutive sample times with one sprite or outline.
    final class Strand {
        let id: Int
        let sprite: Int
        let outline: Outline?
        /// Number of the first sample.
        let first: Int
        /// Items by sample; all in one round of a loop.
        var items: [DrawList.Item] = []
        /// Trails by sample, if the strand is the trail of its items; else empty.
        var ribbons: [DrawList.Ribbon] = []
        /// Whether the same thing was there with another look just before the strand, and just after it.
        var follows = false
        var isFollowed = false
        /// Items at times between samples, and before and after them, where a fade is shorter than the steps.
        var finer: [(time: Double, item: DrawList.Item)] = []
        /// The strand drawn next; `nil` for the last.
        var next: Strand?

        init(_ item: DrawList.Item, _ outline: Outline?, first: Int) {
            (id, sprite, self.outline, self.first) = (item.id, item.sprite, outline, first)
        }

        /// Whether the strand may go on in the next round of a loop.
        var isJoinable: Bool { outline == nil && ribbons.isEmpty }

        /// Number of the last sample.
        var last: Int { first + items.count - 1 }
    }

    /// Nodes in drawing order.
    class Root {
        var children: [Node] = []
    }

    /// A group of a draw list over time. Groups that are composited differently are different nodes.
    final class Node: Root {
        let key: Key
        let group: DrawList.Group
        /// Opacity by sample number.
        var opacities: [(sample: Int, value: Double)] = []
        /// The strand drawn first.
        var head: Strand?
        /// Strands of the latest sample with their keys, in drawing order.
        var row: [(key: Int, strand: Strand)] = []
        /// Latest strands by key.
        var known: [Int: Strand] = [:]
        /// Strands of the mask, in order of time.
        var masks: [Strand] = []
        /// Soft edges of the mask, and shadows, by sample number.
        var feathers: [(sample: Int, value: Double)] = []
        var shadows: [(sample: Int, value: DrawList.Shadow)] = []

        init(_ key: Key, _ group: DrawList.Group) { (self.key, self.group) = (key, group) }

        var strands: [Strand] {
            var strands: [Strand] = []
            var strand = head
            while let next = strand {
                strands.append(next)
                strand = next.next
            }
            return strands
        }
    }

    /// Identity of a node among its siblings.
    struct Key: Hashable {
        let layer: Int
        let part: Int
        /// Number among the siblings that are otherwise alike, such as copies.
        var occurrence = 0
        let blend: DrawList.Blend
        let composite: DrawList.Blend?
        let hasMask: Bool
        let isInverted: Bool
        let hasShadow: Bool

        init(_ group: DrawList.Group) {
            layer = group.layer
            part = group.part
            blend = group.blend
            composite = group.composite
            hasMask = group.mask != nil
            isInverted = group.mask?.isInverted ?? false
            hasShadow = group.shadow != nil
        }
    }

    /// Number of samples in the loop.
    let count: Int
    /// Length of the loop, in seconds of the effect.
    let period: Double
    private let sprites: [Sprite]
    /// Whether only the loop's start was looked at.
    let isPartial: Bool
    /// The canvas, whose children are the layers.
    let root = Root()
    /// Number of strands.
    private(set) var size = 0
    /// Number of samples of all strands. Outlines and trails count as the samples that would take as much memory.
    private var weight = 0
    /// Visible alpha × area by sample, for the choice of the best moment.
    private(set) var ink: [Double]
    /// Pieces of layers in closed form, by index of the layer, in drawing order. They have no samples.
    let formulas: [Int: [FormulaStrand]]

    /// Seconds of the effect at a sample. Samples lie in the middles of equal parts of the loop: a birth at the start
    /// or an end with the loop is never on one.
    func time(ofSample number: Int) -> Double { (Double(number) + 0.5) * period / Double(count) }

    /// Bounds of memory.
    struct Limits {
        /// Maximum number of strands.
        let strands: Int
        /// Maximum number of samples of all strands.
        let samples: Int
        /// Whether to look closely at fades that are shorter than the steps.
        var refines = false
        /// Share of the samples that are taken, from the start.
        var share = 1.0
    }

    /// - Parameters:
    ///   - rate: Samples per second of the effect.
    ///   - isStopped: Cancellation check, called at each sample.
    init(
        _ simulation: Simulation,
        rate: Double,
        _ limits: Limits,
        unless isStopped: () -> Bool
    ) throws(VectorError) {
        period = simulation.spec.timing.period
        sprites = simulation.sprites
        isPartial = limits.share < 1
        count = max(2, Int((period * rate).rounded()))
        ink = Array(repeating: 0, count: count)
        formulas = try Self.formulas(simulation, rest: period / Double(count) / 2, limits, unless: isStopped)
        size = formulas.values.reduce(0) { $0 + $1.count }
        let layers = Set(formulas.keys)
        for number in 0..<max(1, Int(Double(count) * limits.share)) {
            if isStopped() { throw .stopped }
            let list = simulation.drawList(at: time(ofSample: number), withoutItemsOf: layers)
            try add(list.groups, to: root, number: number, simulation: simulation)
            if size > limits.strands { throw .tooManyPieces(found: size, limit: limits.strands) }
            if weight > limits.samples { throw .tooManySamples }
        }
        addInkOfFormulas()
        if limits.refines { try refine(simulation, unless: isStopped) }
        if simulation.spec.timing.loop == .seamless { join(root.children, stride: simulation.roundStride) }
    }

    // MARK: Formulas

    /// Pieces of all layers whose particles have formulas.
    private static func formulas(
        _ simulation: Simulation,
        rest: Double,
        _ limits: Limits,
        unless isStopped: () -> Bool
    ) throws(VectorError) -> [Int: [FormulaStrand]] {
        let spec = simulation.spec
        let canvas = SIMD2(Double(spec.canvas.pixelWidth), Double(spec.canvas.pixelHeight))
        var (formulas, size): ([Int: [FormulaStrand]], Int) = ([:], 0)
        for (layer, lives) in simulation.formulaLives.sorted(by: { $0.key < $1.key }) {
            var strands: [FormulaStrand] = []
            strands.reserveCapacity(min(lives.count, limits.strands))
            for (number, life) in lives.enumerated() {
                if number % 1024 == 1023, isStopped() { throw .stopped }
                let sprite = simulation.sprites[life.sprite]
                guard let strand = FormulaStrand(life, sprite, on: canvas, period: spec.timing.period, rest: rest)
                else {
                    continue
                }
                strands.append(strand)
                size += 1
                if size > limits.strands { throw .tooManyPieces(found: size, limit: limits.strands) }
            }
            formulas[layer] = strands
        }
        return formulas
    }

    /// Samples that share the ink of one moment.
    private static let inkStep = 4

    private mutating func addInkOfFormulas() {
        for node in root.children {
            guard let strands = formulas[node.key.layer] else { continue }
            for place in stride(from: 0, to: node.opacities.count, by: Self.inkStep) {
                let time = time(ofSample: node.opacities[place].sample)
                let sum = strands.reduce(0) { sum, strand in
                    let age = time - strand.life.birth
                    return sum + strand.ink(atAge: age) + (strand.life.wraps ? strand.ink(atAge: age + period) : 0)
                }
                for (sample, opacity) in node.opacities[place..<min(place + Self.inkStep, node.opacities.count)] {
                    ink[sample] += sum * opacity
                }
            }
        }
    }

    // MARK: Short fades

    /// Takes finer samples where things that are no particles appear or vanish within two steps.
    private func refine(_ simulation: Simulation, unless isStopped: () -> Bool) throws(VectorError) {
        var found: [Int: [Strand]] = [:]
        func visit(_ nodes: [Node]) {
            for node in nodes {
                visit(node.children)
                for strand in node.strands where strand.ribbons.isEmpty && strand.outline == nil {
                    let alphas = strand.items.map { $0.color.w }
                    guard alphas.count > 2, simulation.facts(ofItem: strand.id) == nil else { continue }
                    if strand.first > 0, !strand.follows, abs(alphas[1] - alphas[0]) > 0.1 {
                        found[strand.first, default: []].append(strand)
                    }
                    if strand.last < count - 1, !strand.isFollowed,
                        abs(alphas[alphas.count - 1] - alphas[alphas.count - 2]) > 0.1
                    {
                        found[strand.last, default: []].append(strand)
                    }
                }
            }
        }
        visit(root.children)
        for number in found.keys.sorted().prefix(VectorScene.mostRefined) {
            for part in VectorScene.finerParts {
                let time = time(ofSample: number) + part * period / Double(count)
                guard time >= 0, time < period else { continue }
                if isStopped() { throw .stopped }
                let items = Dictionary(grouping: simulation.drawList(at: time).leaves.flatMap { $0.items }, by: \.id)
                for strand in found[number] ?? [] {
                    guard let item = items[strand.id]?.first(where: { $0.sprite == strand.sprite }) else { continue }
                    strand.finer.append((time, item))
                }
            }
        }
    }

    /// Times of a strand's items, and the items, finer ones included.
    func samples(of strand: Strand) -> (times: [Double], items: [DrawList.Item]) {
        let times = strand.items.indices.map { time(ofSample: strand.first + $0) }
        guard !strand.finer.isEmpty else { return (times, strand.items) }
        let all = (zip(times, strand.items).map { (time: $0, item: $1) } + strand.finer).sorted { $0.time < $1.time }
        return (all.map { $0.time }, all.map { $0.item })
    }

    // MARK: Strands

    private mutating func add(
        _ groups: [DrawList.Group],
        to parent: Root,
        number: Int,
        simulation: Simulation
    ) throws(VectorError) {
        var seen: [Key: Int] = [:]
        var place = 0
        for group in groups {
            var key = Key(group)
            let occurrence = seen[key, default: 0]
            seen[key] = occurrence + 1
            key.occurrence = occurrence
            let node: Node
            if let index = parent.children.firstIndex(where: { $0.key == key }) {
                node = parent.children[index]
                place = max(place, index + 1)
            } else {
                node = Node(key, group)
                parent.children.insert(node, at: place)
                place += 1
            }
            node.opacities.append((number, group.opacity))
            if let mask = group.mask { add(mask, to: node, number) }
            if let shadow = group.shadow { node.shadows.append((number, shadow)) }
            add(group, to: node, number: number, simulation: simulation)
            try add(group.groups, to: node, number: number, simulation: simulation)
        }
    }

    private mutating func add(_ group: DrawList.Group, to node: Node, number: Int, simulation: Simulation) {
        // Most things are drawn in the order of the sample before, so that the next strand is soon found.
        var row = Row(before: node.row)
        var before: Strand?
        for item in group.items {
            let outline = item.outline.map { group.outlines[$0] }
            // Fill and stroke of a shape have one id.
            let key = item.id &* 16 &+ min(14, item.cell)
            if item.ribbon >= 0 {
                let trail = key | 15
                let strand = strand(
                    trail,
                    of: item,
                    outline: nil,
                    isTrail: true,
                    after: before,
                    in: node,
                    row: &row,
                    number: number
                )
                strand.items.append(item)
                strand.ribbons.append(group.ribbons[item.ribbon])
                weight += 1 + group.ribbons[item.ribbon].points.count / Self.pointsOfSample
                before = strand
            }
            guard item.sprite >= 0 || outline != nil else { continue }
            weight += 1 + (outline?.segments.count ?? 0) / Self.segmentsOfSample
            let strand = strand(
                key,
                of: item,
                outline: outline,
                isTrail: false,
                after: before,
                in: node,
                row: &row,
                number: number
            )
            strand.items.append(item)
            before = strand
            if outline == nil {
                let extent = simulation.sprites[item.sprite].size * item.scale
                ink[number] += item.color.w * group.opacity * min(abs(extent.x * extent.y), 1e6)
            }
        }
        node.row = row.strands
    }

    /// Strands of two samples in drawing order: of the one before, and of the one that is read.
    private struct Row {
        let before: [(key: Int, strand: Strand)]
        private(set) var strands: [(key: Int, strand: Strand)] = []
        /// Place in the sample before, after the strand found last.
        private var place = 0

        /// Number of strands that may have ended since the sample before; more are looked up by their keys.
        private static let reach = 4

        init(before: [(key: Int, strand: Strand)]) {
            self.before = before
            strands.reserveCapacity(before.count + 8)
        }

        /// The strand of the sample before with a key; `nil` if it is not among the next ones.
        mutating func next(_ key: Int) -> Strand? {
            for index in place..<min(place + Self.reach, before.count) where before[index].key == key {
                place = index + 1
                return before[index].strand
            }
            return nil
        }

        mutating func append(_ key: Int, _ strand: Strand) { strands.append((key, strand)) }
    }

    /// Segments of an outline, and points of a trail, that take as much memory as a sample.
    private static let segmentsOfSample = 3
    private static let pointsOfSample = 10

    /// The strand that an item continues, or a new one.
    private mutating func strand(
        _ key: Int,
        of item: DrawList.Item,
        outline: Outline?,
        isTrail: Bool,
        after before: Strand?,
        in node: Node,
        row: inout Row,
        number: Int
    ) -> Strand {
        let known = row.next(key) ?? node.known[key]
        if let known, known.last == number - 1,
            isTrail || known.outline == outline && (outline != nil || known.sprite == item.sprite)
        {
            row.append(key, known)
            return known
        }
        let strand = Strand(item, outline, first: number)
        node.known[key] = strand
        row.append(key, strand)
        size += 1
        if !isTrail, let known, known.last == number - 1 {
            known.isFollowed = true
            strand.follows = true
        }
        if let before {
            strand.next = before.next
            before.next = strand
        } else {
            strand.next = node.head
            node.head = strand
        }
        return strand
    }

    private mutating func add(_ mask: DrawList.Mask, to node: Node, _ number: Int) {
        node.feathers.append((number, mask.feather))
        let item = DrawList.Item(
            id: 0,
            cell: 0,
            sprite: mask.sprite,
            age: 0,
            position: mask.position,
            z: 0,
            scale: mask.scale,
            skew: mask.skew,
            rotation: mask.rotation,
            color: SIMD4(1, 1, 1, mask.alpha)
        )
        if let last = node.masks.last, last.last == number - 1, last.sprite == mask.sprite, last.outline == mask.outline
        {
            last.items.append(item)
        } else {
            let strand = Strand(item, mask.outline, first: number)
            strand.items = [item]
            node.masks.append(strand)
            size += 1
            weight += (mask.outline?.segments.count ?? 0) / Self.segmentsOfSample
        }
    }

    /// Whether strands look the same in any order: one color over itself is that color.
    private func isOneColor(_ strands: [Strand]) -> Bool {
        guard let first = strands.first?.items.first?.color else { return true }
        let color = SIMD3(first.x, first.y, first.z)
        return strands.allSatisfy { strand in
            strand.items.allSatisfy {
                // A ribbon has no sprite.
                SIMD3($0.color.x, $0.color.y, $0.color.z) == color && ($0.sprite < 0 || sprites[$0.sprite].hasOneColor)
            }
        }
    }

    /// Joins strands that end with the loop to those that continue them from its start.
    private func join(_ nodes: [Node], stride: Int) {
        for node in nodes {
            join(node.children, stride: stride)
            guard stride > 0 else { continue }
            let strands = node.strands
            var starts: [Int: Strand] = [:]
            for strand in strands where strand.first == 0 && strand.isJoinable { starts[strand.id] = strand }
            var gone: Set<ObjectIdentifier> = []
            // Of different things, the later one is above the earlier one, and a piece has one place in the order.
            guard node.key.blend != .normal || isOneColor(strands) else { continue }
            for strand in strands where strand.last == count - 1 && strand.first > 0 && strand.isJoinable {
                guard let rest = starts[strand.id + stride], rest.sprite == strand.sprite, rest.last < strand.first,
                    let from = strand.items.last, let to = rest.items.first, to.age >= from.age
                else { continue }
                strand.items += rest.items
                gone.insert(ObjectIdentifier(rest))
            }
            guard !gone.isEmpty else { continue }
            var last: Strand?
            node.head = nil
            for strand in strands where !gone.contains(ObjectIdentifier(strand)) {
                strand.next = nil
                if let last { last.next = strand } else { node.head = strand }
                last = strand
            }
        }
    }
}
