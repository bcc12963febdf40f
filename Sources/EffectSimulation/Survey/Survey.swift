public import EffectCost
public import EffectModel

/// Estimated work of an effect's frames, from simulating some of its particles and counting the contents of draw lists,
/// without drawing a pixel.
///
/// Depends on the spec alone and takes bounded time: of many particles a fair sample is simulated, and of many frames
/// some are inspected. Bounds known from the spec's numbers (``RenderCost``) determine how many.
public struct Survey: Sendable {
    /// Counts of all frames together.
    public let total: Tally
    /// Counts of the frame that touches most of the canvas.
    public let fullest: Tally
    /// Counts of work that is done once: births, steps, and what a vector writes of each piece.
    public let once: Tally
    /// Number of distinct colors of items, counted up to ``mostColors``.
    public let colors: Int
    /// Number of frames that were inspected; with a shutter, of their moments.
    package let inspected: Int
    /// Counts of the frames that look the same as the one before, zeros if only some particles are known.
    public let repeated: Tally
    /// Whether some particles were simulated, none of which was seen.
    public let isEmptySample: Bool

    /// Upper bound of ``colors``.
    public static let mostColors = 8

    /// - Parameters:
    ///   - cost: Cost of `spec`.
    ///   - times: Instants to inspect; `nil` for the frames of the animation.
    ///   - hasPixels: Whether pixels are counted, too. Without them, particles with formulas are counted once.
    /// - Returns: `nil` if even a few particles would take too long to simulate.
    public init?(
        of spec: EffectSpec,
        _ cost: RenderCost,
        at times: [Double]? = nil,
        hasPixels: Bool = true
    ) {
        let budget = Self.budget(for: cost)
        let count = times?.count ?? spec.timing.frameCount
        guard cost.setup <= Self.mostSetup, cost.geometry <= Self.mostGeometry, cost.following < Self.mostFollowing
        else { return nil }
        // A single particle may exceed the budget; the bounds are known without simulating it.
        guard cost.crowds.allSatisfy({ $0.steps <= Self.mostStepsOfOne * max(1, $0.births) }) else { return nil }
        // Work of every frame, even an empty one.
        let each = cost.following + Self.workPerFrame * Double(spec.layers.count + 1)
        // At least 16, or fewer if each of them is laborious.
        let fewest = max(4, min(16, Self.mostFollowing / each))
        // With a shutter, an image is drawn for several moments, and may show in any of them what it doesn't in the first.
        let exposures = hasPixels && spec.timing.shutter > 0 ? Timing.exposures : 1
        let moments = count * exposures
        // Moments of equally long stretches: further ones change sums by less than the prices are exact.
        let most = min(moments, Self.mostMoments)
        var looked = min(most, Int(max(fewest, min(1e6, budget / each))))
        let share = Double(looked) / Double(max(1, cost.frames))
        guard
            let (simulation, thinning, crowds) = Self.simulation(spec, cost: cost, share: min(1, share), budget: budget)
        else {
            return nil
        }
        var tallies = FrameTally(simulation, thinning, hasPixels: hasPixels)
        let formulas = hasPixels ? [:] : simulation.formulaLives
        let kinds = hasPixels ? nil : PieceKinds(of: spec, cost, formulas: Set(formulas.keys))
        let chance = RandomStream(key: RandomStream.hash(spec.seed)).substream(named: "survey")
        var (total, fullest) = (Tally(), Tally())
        var colors: Set<SIMD4<Double>> = []
        var last: DrawList?
        var lastFrame: Int?
        var repeated = Tally()
        var pieces = PieceCount()
        var number = 0
        while number < looked {
            defer { number += 1 }
            // A random moment of each of equally many stretches: content in step with the stretches is found, too.
            let (start, end) = (number * moments / looked, (number + 1) * moments / looked)
            let moment = start + chance.whole(UInt64(number), below: max(1, end - start))
            let (frame, exposure) = (moment / exposures, moment % exposures)
            var list = times.map { simulation.drawList(at: $0[frame]) } ?? simulation.drawList(ofFrame: frame)
            if exposure > 0 {
                list = simulation.drawList(at: spec.timing.furtherTimes(of: list.time)[exposure - 1])
            }
            if number == 0 {
                // One birth can't be thinned, but may be seen thousands of times at once: a long life in a short loop.
                let items = list.leaves.reduce(0) { $0 + Double($1.items.count) }
                looked = min(looked, max(4, Int(min(1e6, 4 * budget / (each + items * Self.workPerItem)))))
            }
            if let kinds {
                total.add(tallies.things(in: list, kinds))
                pieces.add(list.groups, simulation.sprites)
                continue
            }
            let tally = tallies.tally(of: list, gap: Double(max(1, frame - (lastFrame ?? frame - 1))))
            lastFrame = frame
            total.add(tally)
            // What two frames at random times have in common, those in between have, too.
            if let last, times == nil, thinning.isWhole, list.looks(like: last) { repeated.add(tally) }
            last = list
            if tally[.touched] > fullest[.touched] || number == 0 { fullest = tally }
            Self.note(list, sprites: simulation.sprites, colors: &colors)
        }
        var all = Tally()
        all.add(total, times: Double(count) / Double(max(1, looked)))
        var once = Tally()
        once[.setupWork] = cost.setup
        once[.geometry] = cost.geometry
        once[.ground] = RenderCost.workOfGround(spec)
        once[.drawing] = cost.drawing
        Self.addPictures(of: simulation, to: &once)
        once[.assetPoints] = Self.pointsOfAssets(simulation) + tallies.steadyPoints
        Self.add(formulas, of: simulation, crowds, to: &once)
        all[.followingWork] = cost.following * Double(count)
        for crowd in crowds {
            once[.birthWork] += crowd.births * crowd.workPerBirth
            once[.stepWork] += crowd.steps * crowd.workPerStep
            once[.bodyWork] += crowd.bodyWork
            all[.placeWork] += crowd.places * crowd.workPerPlace
            all[.replayWork] += crowd.places * crowd.workPerReplay
        }
        if let kinds { Self.add(pieces, kinds, of: simulation, crowds, to: &once) }
        (self.total, self.fullest, self.once) = (all, fullest, once)
        self.colors = colors.count
        var allRepeated = Tally()
        allRepeated.add(repeated, times: Double(count) / Double(max(1, looked)))
        self.repeated = allRepeated
        isEmptySample = !thinning.isWhole && all[.items] == 0
        inspected = looked
    }

    /// Adds the pieces of a vector that are written once.
    private static func add(
        _ pieces: PieceCount,
        _ kinds: PieceKinds,
        of simulation: Simulation,
        _ crowds: [Crowd],
        to tally: inout Tally
    ) {
        let spec = simulation.spec
        let unseen = meanSegments(of: simulation.sprites)
        for crowd in crowds {
            let births = crowd.births * Double(spec.copies(ofLayer: crowd.layer))
            let strands = births * kinds.images(ofEach: crowd)
            if !kinds.formulas.contains(crowd.layer) {
                tally[.strands] += strands
                if kinds.isPlane(cell: crowd.cell, layer: crowd.layer) { tally[.planes] += strands }
            }
            let cell = kinds.cell(crowd.cell, layer: crowd.layer)
            let seen = pieces.mean(ofCell: crowd.cell, layer: crowd.layer)
            var mean = seen ?? PieceCount.Mean()
            if births > 0, let cell, seen == nil {
                // Particles that live between the moments are as dear as their kind may be.
                if cell.trail != nil { (mean.trails, mean.bands) = (1, Double(TrailBands.most)) }
                if cell.showsContents { mean.segments = unseen }
            }
            tally[.outlineSegments] += births * mean.segments
            tally[.trails] += births * mean.trails
            tally[.bands] += births * mean.bands
            if let cell, mean.sheetSegments > 0 {
                let hasOwnColors = cell.colorRange.lowHalf != .zero || cell.colorRange.z != 0
                let looks = min(strands, hasOwnColors ? births : Double(cell.frames.count))
                tally[.sheetSegments] += looks * mean.sheetSegments
            }
        }
        tally[.outlineSegments] += pieces.segments(outside: Set(crowds.map(\.layer)))
    }

    /// Mean number of segments of the outlines of sprites; 0 if there are none.
    private static func meanSegments(of sprites: [Sprite]) -> Double {
        let counts = sprites.compactMap { sprite -> Double? in
            guard case .outline(let outline) = sprite.contents, sprite.part == .whole else { return nil }
            return Double(outline.segments.count)
        }
        return counts.isEmpty ? 0 : counts.reduce(0, +) / Double(counts.count)
    }

    /// Adds the particles of layers that have formulas, each as often as it is drawn in the rounds of a loop.
    private static func add(
        _ formulas: [Int: [FormulaLife]],
        of simulation: Simulation,
        _ crowds: [Crowd],
        to tally: inout Tally
    ) {
        for (layer, index) in simulation.layers {
            guard let lives = formulas[index] else { continue }
            let kept = layer.lives.reduce(0) { $0 + $1.births }
            let all = crowds.reduce(0) { $0 + ($1.layer == index ? $1.births : 0) }
            let weight = kept > 0 ? max(1, all / kept) : 1
            tally[.formulas] += Double(lives.count) * weight
            tally[.dragged] += Double(lives.count { $0.drag > 0 }) * weight
            tally[.planes] += Double(lives.count { $0.axis != nil }) * weight
        }
    }

    /// Work that may be spent on a survey: a small share of the work to be estimated.
    private static func budget(for cost: RenderCost) -> Double {
        // Bodies impede each other: a few say little about many.
        let bodies = cost.crowds.reduce(0) { $0 + $1.bodyWork }
        return min(8e6, max(1e6, cost.work / 500)) + min(3e7, bodies / 25)
    }

    /// Work of a step far from a wall, relative to ``Crowd/workOfWalls``.
    private static let workOfFarWall = 0.1
    /// Maximum number of moments at which things are counted.
    package static let mostMoments = 32
    /// Maximum setup work of layers. Mostly they take a tenth of what their numbers allow, or less.
    private static let mostSetup = 5e8
    /// Maximum work to compute paths that emit. A survey finds their insides in few rows, which mostly takes a tenth of the time.
    private static let mostGeometry = 5e8
    /// Maximum steps of a single simulated particle: an hour of steps.
    private static let mostStepsOfOne = 432_000.0
    /// Maximum work to evaluate all copies of all layers in one frame.
    private static let mostFollowing = 2e7
    private static let workPerFrame = 2500.0
    /// Work to inspect an item in addition to simulating it: about half of the most that its numbers allow.
    private static let workPerItem = 150.0
    /// Work to inspect a point of a trail.
    private static let workPerPoint = 15.0

    /// Simulates as few particles as the budget asks for, and estimates the totals of all particles.
    private static func simulation(_ spec: EffectSpec, cost: RenderCost, share: Double, budget: Double)
        -> (Simulation, Thinning, [Crowd])?
    {
        // Bounds of all particles, for as many frames as are inspected.
        var bounds = cost.crowds.map { crowd in
            var crowd = crowd
            crowd.places *= share
            // Points of a trail count as positions, but take less work to inspect.
            crowd.workPerPlace = crowd.workPerPlace / 2 + workPerPoint + workPerItem / max(1, crowd.pointsOfPlace)
            return crowd
        }
        var last: (Simulation, Thinning, [Crowd])?
        for _ in 0..<(cost.setup + cost.geometry < 1e7 ? 4 : 2) {
            let thinning = Thinning(bounds, work: budget)
            let kept = thinning.work(of: bounds)
            guard kept <= 8 * budget + 1e6 else { return last }
            let steps = thinning.isWhole ? cost.steps : min(cost.steps, 16e6)
            let limit = Countdown(from: 1_000_000)
            let simulation = Simulation(spec, steps: steps, thinning, isSurvey: true) { limit.isOver() }
            guard !limit.hasEnded else { return last }
            let found = Self.crowds(cost.crowds, in: simulation, thinning)
            last = (simulation, thinning, found)
            if thinning.isWhole { break }
            // Bounds are often far too high. The counts found tell how many particles can be simulated.
            let next = zip(bounds, found).map { bound, found in
                var next = bound
                func most(_ bound: Double, _ found: Double) -> Double { min(bound, max(2 * found, bound / 64)) }
                next.births = most(bound.births, found.births)
                next.places = most(bound.places, found.places * share)
                next.steps = most(bound.steps, found.steps)
                next.bodyWork = most(bound.bodyWork, found.bodyWork)
                return next
            }
            let (before, after) = (bounds.reduce(0) { $0 + $1.work }, next.reduce(0) { $0 + $1.work })
            if after > before / 2 { break }
            bounds = next
        }
        return last
    }

    /// Estimated totals of all particles, extrapolated from the simulated ones.
    private static func crowds(_ bounds: [Crowd], in simulation: Simulation, _ thinning: Thinning) -> [Crowd] {
        let spec = simulation.spec
        var lives: [Int: [Lives]] = [:]
        for (layer, index) in simulation.layers { lives[index] = layer.lives }
        return bounds.map { bound in
            guard let own = lives[bound.layer], own.indices.contains(bound.cell) else { return bound }
            let weight = thinning.weight(ofCell: bound.cell, layer: bound.layer)
            // Costly bodies may be thinned to none, which says nothing about the others.
            if bound.bodyWork > 0, own[bound.cell].births == 0 { return bound }
            var crowd = bound
            crowd.births = own[bound.cell].births * weight
            let speed = spec.layers[bound.layer].timing.speed
            let timing = spec.scene(ofLayer: bound.layer).timing
            let points = bound.births > 0 ? bound.pointsOfPlace : 1
            let frames = own[bound.cell].seconds / max(1e-9, speed) * timing.fps * timing.speed
            let copies = Double(spec.copies(ofLayer: bound.layer))
            crowd.places = min(bound.places, frames * weight * points * copies)
            crowd.steps = min(bound.steps, own[bound.cell].ages * weight * bound.stepsPerSecond)
            let near = own[bound.cell].ages > 0 ? own[bound.cell].nearWalls / own[bound.cell].ages : 1
            let work = workOfFarWall + (RenderCost.restOnWall - workOfFarWall) * min(1, near)
            crowd.workPerStep += crowd.workOfWalls * (work - 1)
            if !bound.isExtreme, let bodies = own[bound.cell].bodyWork { crowd.bodyWork = bodies }
            return crowd
        }
    }

    /// Adds the pixels of all images that a document has in it, each counted once: images of a sheet have the same name. Of
    /// images in `data:` URIs, a frame dump has the text, which takes as long for a byte as others for a pixel.
    private static func addPictures(of simulation: Simulation, to tally: inout Tally) {
        let isData = simulation.spec.output.format?.isData == true
        var names: Set<String> = []
        for sprite in simulation.sprites {
            guard case .picture(let picture) = sprite.contents, names.insert(sprite.name).inserted else { continue }
            if isData, case .picture(_, .image(let source)) = sprite.asset.content, source.hasPrefix("data:") {
                tally[.pictured] += Double(source.utf8.count)
                continue
            }
            let pixels = Double(picture.width * picture.height)
            tally[.pictured] += pixels
            tally[.grainy] += pixels * picture.grain(at: 1)
        }
    }

    /// Points of the outlines of all assets, each counted once: its parts share it.
    private static func pointsOfAssets(_ simulation: Simulation) -> Double {
        var known: [String: [Asset]] = [:]
        return simulation.sprites.reduce(0) { sum, sprite in
            guard case .outline(let outline) = sprite.contents,
                known[sprite.name]?.contains(sprite.asset) != true
            else { return sum }
            known[sprite.name, default: []].append(sprite.asset)
            return sum + Double(outline.pointCount)
        }
    }

    private static func note(_ list: DrawList, sprites: [Sprite], colors: inout Set<SIMD4<Double>>) {
        guard colors.count < mostColors else { return }
        for group in list.leaves {
            for item in group.items.prefix(64) {
                var color = item.color
                // Images have colors of their own.
                let isPicture =
                    if sprites.indices.contains(item.sprite), case .picture = sprites[item.sprite].contents {
                        true
                    } else { false }
                color.w = isPicture ? Double(item.sprite) : -1
                colors.insert(color)
                if colors.count >= mostColors { return }
            }
        }
    }
}

/// Limit of the number of births.
private final class Countdown: @unchecked Sendable {
    // @unchecked: used only by the thread that simulates.
    private var left: Int

    init(from count: Int) { left = count }

    func isOver() -> Bool {
        left -= 1
        return left < 0
    }

    var hasEnded: Bool { left < 0 }
}

extension EmitterCell {
    /// Whether particles show anything.
    fileprivate var showsContents: Bool { contents != nil || ownAsset != nil || !choices.isEmpty }
}

extension Outline {
    /// Number of points, control points included.
    var pointCount: Int {
        segments.reduce(0) { count, segment in
            switch segment {
            case .move, .line: count + 1
            case .quadratic: count + 2
            case .cubic: count + 3
            case .close: count
            }
        }
    }
}
