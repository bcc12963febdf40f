internal import EffectModel

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Sparks on curves: fireworks and fountains.
struct SparkSimulation: LayerSimulation {
    /// A spark with all values drawn for it.
    private struct Spark {
        /// Birth in seconds of the layer's time.
        let birth: Double
        /// Start position in points.
        let origin: SIMD2<Double>
        /// Trajectory relative to the start, in points.
        let trajectory: SparkTrajectory
        let figure: Int
        let color: SIMD4<Double>
        /// Depth relative to the layer's z: −1, 0 or 1.
        let depth: Double
        let scales: [Double]
        let opacities: [Double]
    }

    private let stage: LayerContext
    private let animator: SparkAnimator
    private let duration: Double
    private var sparks: [Spark] = []
    private var figures: [PlacedSprite] = []
    private let firstID: Int
    let depths: [Double]

    var count: Int { sparks.count }

    private init(_ stage: LayerContext, animator: SparkAnimator, duration: Double, firstID: Int, isDeep: Bool) {
        self.stage = stage
        self.animator = animator
        self.duration = duration
        self.firstID = firstID
        depths = isDeep ? [-1, 1] : [0]
    }

    /// Random slots of a spark's stream. They make effects reproducible: never renumber.
    private enum Slot {
        static let trajectory: UInt64 = 0
        static let changeX: UInt64 = 1
        static let changeY: UInt64 = 2
        static let depth: UInt64 = 3
        static let lift: UInt64 = 4
        static let drift: UInt64 = 5
        static let rise: UInt64 = 6
        static let scale: UInt64 = 16  // and one more for each value
        static let opacity: UInt64 = 64
    }

    // MARK: Fireworks

    init(
        _ firework: Firework,
        stage: LayerContext,
        of spec: EffectSpec,
        crowd: CrowdSetting,
        firstID: Int,
        sprites: inout SpriteTable
    ) {
        let keptShare = crowd.thinning.stride(ofCell: 0, layer: stage.index)
        self.init(
            stage,
            animator: firework.animator,
            duration: firework.duration,
            firstID: firstID,
            isDeep: firework.canChangeZIndex
        )
        addFigures(firework.contents, size: firework.sparkSize, spec: spec, sprites: &sprites)
        let stream = RandomStream(key: RandomStream.hash(spec.seed)).substream(named: stage.timeline.layer.name)
        let (corner, size) = (SIMD2(firework.around.x, firework.around.y), SIMD2(firework.around.z, firework.around.w))
        for burst in 0..<firework.count {
            let random = stream.substream(UInt64(burst))
            func change(_ slot: UInt64) -> Double {
                let most = firework.maxVectorChange
                return Double(random.whole(slot, below: most)) - Double(most) / 2
            }
            let which = random.whole(0, below: 4)
            let place = corner + size * SIMD2(Double(which % 2), Double(which / 2)) + SIMD2(change(1), change(2))
            let quarters = random.substream(named: "quarters").shuffled((0..<firework.sparks).map { $0 % 4 })
            for (index, quarter) in quarters.enumerated() {
                let number = burst * firework.sparks + index
                let count = firework.count * firework.sparks
                guard Thinning.keeps(number, of: count, oneOf: keptShare, stream) else { continue }
                add(
                    quarter,
                    index: index,
                    at: place,
                    of: firework,
                    random: random.substream(named: "sparks").substream(UInt64(index))
                )
            }
        }
    }

    /// - Parameter quarter: 0 to 3: upper right, lower right, lower left, upper left.
    private mutating func add(
        _ quarter: Int,
        index: Int,
        at place: SIMD2<Double>,
        of firework: Firework,
        random: RandomStream
    ) {
        let (isTop, side) = (quarter == 0 || quarter == 3, quarter < 2 ? 1.0 : -1.0)
        let x = Double(random.whole(Slot.changeX, below: firework.maxChange))
        let y = Double(random.whole(Slot.changeY, below: firework.maxChange))
        let up = firework.diagonalChange ? x : y
        let choices = isTop ? firework.top : firework.bottom
        let curve = choices[random.whole(Slot.trajectory, below: choices.count)]
        add(
            birth: 0,
            origin: place + SIMD2(side * x, isTop ? -up : y),
            curve.scaled(by: SIMD2(side * firework.scale, firework.scale)),
            index: index,
            colors: firework.colors,
            random: random
        )
    }

    // MARK: Fountains

    init(
        _ fountain: Fountain,
        stage: LayerContext,
        of spec: EffectSpec,
        crowd: CrowdSetting,
        firstID: Int,
        sprites: inout SpriteTable
    ) {
        let keptShare = crowd.thinning.stride(ofCell: 0, layer: stage.index)
        self.init(
            stage,
            animator: fountain.animator,
            duration: fountain.duration,
            firstID: firstID,
            isDeep: fountain.canChangeZIndex
        )
        addFigures(fountain.contents, size: fountain.sparkSize, spec: spec, sprites: &sprites)
        let stream = RandomStream(key: RandomStream.hash(spec.seed)).substream(named: stage.timeline.layer.name)
        let around = fountain.around
        let origin = SIMD2(around.x + around.z / 2, around.y - fountain.offsetY)
        for index in 0..<fountain.sparks where Thinning.keeps(index, of: fountain.sparks, oneOf: keptShare, stream) {
            let random = stream.substream(UInt64(index))
            let curve: SparkTrajectory
            if fountain.trajectories.isEmpty {
                let lift = fountain.lift.value(random.unit(Slot.lift))
                let top = lift + fountain.rise.value(random.unit(Slot.rise))
                curve = SparkTrajectory([SIMD2(0, -lift), SIMD2(fountain.drift.value(random.unit(Slot.drift)), -top)])
            } else {
                curve = fountain.trajectories[random.whole(Slot.trajectory, below: fountain.trajectories.count)]
            }
            add(
                birth: Double(index + 1) * fountain.delay,
                origin: origin,
                curve.scaled(by: SIMD2(fountain.scale, fountain.scale)),
                index: index,
                colors: fountain.colors,
                random: random
            )
        }
    }

    // MARK: Both

    private mutating func addFigures(
        _ contents: [Contents],
        size: SIMD2<Double>,
        spec: EffectSpec,
        sprites: inout SpriteTable
    ) {
        figures = contents.enumerated().compactMap { index, contents in
            spec.asset(of: contents, owner: "spark\(index)").map { PlacedSprite($0, size: size, sprites: &sprites) }
        }
    }

    private mutating func add(
        birth: Double,
        origin: SIMD2<Double>,
        _ trajectory: SparkTrajectory,
        index: Int,
        colors: [Color],
        random: RandomStream
    ) {
        guard !figures.isEmpty else { return }
        func drawn(_ values: [RandomNumber], _ slot: UInt64) -> [Double] {
            var drawn: [Double] = []
            for (number, value) in values.enumerated() {
                drawn.append(value.value(random.unit(slot + UInt64(number)), last: drawn.last ?? 0))
            }
            return drawn
        }
        sparks.append(
            Spark(
                birth: birth,
                origin: origin,
                trajectory: trajectory,
                figure: index % figures.count,
                color: colors[index % colors.count].components,
                depth: depths.count > 1 ? (random.unit(Slot.depth) < 0.5 ? -1 : 1) : 0,
                scales: drawn(animator.scale.values, Slot.scale),
                opacities: drawn(animator.opacity.values, Slot.opacity)
            )
        )
    }

    func groups(at scene: SceneMoment) -> [DrawList.Group?] {
        guard let moment = stage.moment(at: scene) else { return depths.map { _ in nil } }
        let view = stage.view(at: moment, preservesDepth: false)
        var items = depths.map { _ in [DrawList.Item]() }
        for index in seen(at: moment.now) {
            let spark = sparks[index]
            let group = depths.firstIndex(of: spark.depth) ?? 0
            stage.forEachAge(bornAt: spark.birth, life: duration, now: moment.now) { age, round in
                let id = firstID + index + round * scene.stride
                if let item = item(of: spark, id: id, age: age, in: view) { items[group].append(item) }
            }
        }
        return items.map { stage.group($0, at: moment) }
    }

    /// Range of sparks that may be in flight. Births ascend, so without repeating rounds the range is contiguous.
    private func seen(at now: Double) -> Range<Int> {
        guard stage.period == nil else { return sparks.indices }
        func first(_ isLater: (Double) -> Bool) -> Int {
            var (low, high) = (0, sparks.count)
            while low < high {
                let middle = (low + high) / 2
                if isLater(now - sparks[middle].birth) { high = middle } else { low = middle + 1 }
            }
            return low
        }
        let end = first { $0 < -1e-9 }
        return min(end, first { $0 < duration })..<end
    }

    private func item(of spark: Spark, id: Int, age: Double, in view: View) -> DrawList.Item? {
        let share = age / duration
        // An invisible spark needs no position.
        let opacity = animator.opacity.value(of: spark.opacities, at: share)
        guard opacity > 0 else { return nil }
        let scale = animator.scale.value(of: spark.scales, at: share)
        guard scale > 0 else { return nil }
        let way = animator.timingFunction.progress(at: share)
        guard let (pixel, _) = view.pixels(SIMD3(spark.origin + spark.trajectory.place(at: way), 0)) else { return nil }
        var turn = 0.0
        if animator.rotationMode == .auto {
            let heading = spark.trajectory.heading(at: way)
            turn = atan2(heading.y, heading.x)
        }
        let own = Linear(scaled: scale, thenTurned: turn)
        return figures[spark.figure].tinted(spark.color).item(
            id: id,
            cell: 0,
            age: age,
            at: pixel,
            view.linear.map { $0.after(own) } ?? own,
            opacity: opacity,
            on: stage.canvas
        )
    }
}

extension RandomStream {
    /// Draw `slot` as a whole number in 0..<`count`; 0 if the range is empty.
    func whole(_ slot: UInt64, below count: Int) -> Int { min(max(0, count - 1), Int(unit(slot) * Double(count))) }

    /// Elements in random order, each drawn from the remaining ones.
    func shuffled<Element>(_ elements: [Element]) -> [Element] {
        var left = elements
        return elements.indices.map { left.remove(at: whole(UInt64($0), below: left.count)) }
    }
}
