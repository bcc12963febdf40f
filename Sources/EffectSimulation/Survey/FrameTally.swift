internal import EffectCost
internal import EffectModel

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Counts the work of frames without drawing them.
struct FrameTally {
    private let canvas: SIMD2<Double>
    private let canvasPixels: Double
    private let shapes: [Shape]
    private let thinning: Thinning
    /// Whether all particles are simulated, so that no item represents others.
    private let isWhole: Bool
    /// Background color, of a gradient the mean: red, green, blue, alpha; `nil` for no background.
    private let backgroundColor: SIMD4<Double>?
    /// Whether the background is a gradient.
    private let hasGradient: Bool
    private var hard: Coverage
    private var soft: Coverage
    private var pictured: Coverage
    /// Shapes that are filled with a gradient, which are among ``pictured``, too: they have ends of rows.
    private var filled: Coverage
    private var steady: Coverage
    private var lasting: Coverage
    private var moving: Coverage
    /// Ends of rows of hard shapes, by part.
    private var edges: Coverage
    /// Ends of rows of hard shapes whose light is added, by part.
    private var lightEdges: Coverage
    /// Ends of rows of masks, by part.
    private var maskEdges: Coverage
    private var grain = (sum: 0.0, weight: 0.0)
    /// Noise of a shape filled with a gradient, as ``Picture/grain`` has it.
    private static let grainOfGradient = 0.1
    /// Weighted sums of the steepness and opacity of soft light.
    private var slope = (sum: 0.0, weight: 0.0, opacity: 0.0)
    /// Pixels that all items so far cover, counted as often as they are covered.
    private var covered = 0.0
    /// Whether shapes of the frame have more than one color.
    private var isColorful = false
    /// Whether any group of the frame is blended by addition.
    private var isAdded = false
    /// Bounding box of a group's items, in which the items that they represent are placed too.
    private var room: Box
    /// Region through which a group is visible.
    private var window: Box
    /// Opacity of all groups around an item.
    private var opacity = 1.0
    /// Items of the first frame, by layer.
    private var first: [Int: Set<Standing>] = [:]
    /// Regions through which layers are visible in the first frame.
    private var firstWindows: [Int: Box] = [:]
    /// Scenes of the layers in the frame that was counted last, and in this one.
    private var (before, now): ([Int: Scene], [Int: Scene]) = ([:], [:])
    /// Frames since the one that was counted last.
    private var gap = 1.0
    /// Whether a mask around an item is another one than in the frame that was counted last.
    private var isCutAnew = false
    private var hasFirst = false
    /// Bounding box of the first frame.
    private var firstBox = (low: SIMD2<Double>(), high: SIMD2<Double>())

    /// Outlines of the last list of which things were counted.
    private var lastOutlines: [OutlineOwner: Outline] = [:]
    /// Owners of outlines that never change, which are counted when they first appear.
    private var steadyOwners: Set<OutlineOwner> = []
    /// Points of the outlines that never change, each counted once.
    private(set) var steadyPoints = 0.0

    /// The item, or the mask of a layer, that has an outline of its own.
    private struct OutlineOwner: Hashable {
        let layer: Int
        let item: Int?
    }

    /// Items of a layer, its mask, and the region through which they are visible.
    private struct Scene {
        var items: Set<Standing> = []
        var mask: DrawList.Mask?
        var window = Box(low: .zero, high: .zero)
    }

    /// Properties that are equal if two items of two frames look alike.
    private struct Standing: Hashable {
        let id: Int
        let sprite: Int
        let position: SIMD2<Double>
        let scale: SIMD2<Double>
        let rotation: Double
        /// Color in steps of 8 bits, as opaque as it is seen.
        let color: SIMD4<Double>
        /// Length of the item's own outline, and the share of its box that the outline covers; zero for a sprite.
        let run: SIMD2<Double>

        /// - Parameter opacity: Opacity of all groups around the item.
        init(_ item: DrawList.Item, _ shape: Shape, opacity: Double) {
            var color = item.color
            color.w *= opacity
            self.color = (255 * color).rounded(.toNearestOrAwayFromZero)
            (id, sprite, position) = (item.id, item.sprite, item.position)
            (scale, rotation) = (item.scale, item.rotation)
            run = item.outline == nil ? .zero : SIMD2(shape.travel, shape.fill)
        }
    }

    /// - Parameter hasPixels: Whether pixels are counted; the shapes of sprites matter to nothing else.
    init(_ simulation: Simulation, _ thinning: Thinning, hasPixels: Bool = true) {
        let spec = simulation.spec
        canvas = SIMD2(Double(spec.canvas.pixelWidth), Double(spec.canvas.pixelHeight))
        canvasPixels = canvas.x * canvas.y
        var shapes: [Shape] = []
        for (index, sprite) in simulation.sprites.enumerated() where hasPixels {
            // Parts of one asset are adjacent.
            let isNext = index > 0 && simulation.sprites[index - 1].name == sprite.name && sprite.part != .whole
            shapes.append(Shape(sprite, like: isNext ? shapes[index - 1] : nil))
        }
        self.shapes = shapes
        self.thinning = thinning
        isWhole = thinning.isWhole
        hard = Coverage(canvas)
        soft = Coverage(canvas)
        pictured = Coverage(canvas)
        filled = Coverage(canvas)
        steady = Coverage(canvas)
        lasting = Coverage(canvas)
        moving = Coverage(canvas)
        edges = Coverage(canvas)
        lightEdges = Coverage(canvas)
        maskEdges = Coverage(canvas)
        room = (SIMD2(0, 0), canvas)
        window = room
        hasGradient = if case .gradient = spec.canvas.background { true } else { false }
        backgroundColor =
            switch spec.canvas.background {
            case .transparent: nil
            case .color(let color): color.components
            case .gradient(let gradient):
                gradient.colors.reduce(SIMD4(repeating: 0)) { $0 + $1.components }
                    / Double(max(1, gradient.colors.count))
            }
    }

    /// Counts of a frame. The first counted frame and the one before are the references for ``Tally/Count/steady``.
    ///
    /// - Parameter gap: Frames since the last call; 1 or more.
    mutating func tally(of list: DrawList, gap: Double) -> Tally {
        var tally = Tally()
        self.gap = gap
        (before, now) = (now, [:])
        tally[.frames] = 1
        hard.clear()
        soft.clear()
        pictured.clear()
        filled.clear()
        steady.clear()
        lasting.clear()
        moving.clear()
        edges.clear()
        lightEdges.clear()
        maskEdges.clear()
        grain = (0, 0)
        slope = (0, 0, 0)
        covered = 0
        isColorful = Self.isColorful(list)
        isAdded = list.leaves.contains { $0.blend == .add }
        var box = add(list.groups, within: (SIMD2(0, 0), canvas), &tally)
        if let bloom = list.bloom { addLight(deviation: bloom.deviation, bounds: &box, tally: &tally) }
        if !hasFirst { firstBox = (box.low, box.high) }
        hasFirst = true
        sum(&tally)
        tally[.box] = Self.area(box.low, box.high)
        tally[.span] = max(
            tally[.box],
            Self.area(pointwiseMin(box.low, firstBox.low), pointwiseMax(box.high, firstBox.high))
        )
        tally[.canvas] = canvasPixels
        if backgroundColor != nil { tally[.background] = canvasPixels }
        // Parts of the grid are coarser than the things in them.
        for count in [Tally.Count.touched, .hard, .tangled, .soft, .steep, .mixed, .pictured, .grainy] {
            tally[count] = min(tally[count], tally[.box])
        }
        // Whatever is translucent over a gradient differs from pixel to pixel.
        if hasGradient {
            tally[.shaded] = min(tally[.box] - tally[.grainy], tally[.touched] / 2)
            tally[.grainy] += tally[.shaded]
        }
        tally[.softRows] = min(tally[.softRows], tally[.soft])
        tally[.moving] = max(0, tally[.box] - tally[.steady])
        tally[.scattered] = (tally[.edges] * (tally[.smallShapes] + tally[.largeShapes])).squareRoot()
        tally[.spread] = (tally[.pictured] * tally[.box]).squareRoot()
        tally[.broken] = ((tally[.edges] + tally[.softRows]) * tally[.box]).squareRoot()
        return tally
    }

    private static func area(_ low: SIMD2<Double>, _ high: SIMD2<Double>) -> Double {
        let size = pointwiseMax(high - low, SIMD2(0, 0))
        return size.x * size.y
    }

    /// Counts of the things in a frame, without the pixels that they touch.
    ///
    /// - Parameter kinds: Layers by how their pieces are written.
    mutating func things(in list: DrawList, _ kinds: PieceKinds) -> Tally {
        var tally = Tally()
        tally[.frames] = 1
        var outlines: [OutlineOwner: Outline] = [:]
        var (owners, points) = (steadyOwners, steadyPoints)
        // An outline that stays as it is, such as a text's, is written once.
        func count(_ outline: Outline, of owner: OutlineOwner, weight: Double = 1) {
            guard !kinds.steady.contains(owner.layer) else {
                if owners.insert(owner).inserted { points += Double(outline.pointCount) }
                return
            }
            outlines[owner] = outline
            guard lastOutlines[owner] != outline else { return }
            let segments = Double(outline.segments.count) * weight
            tally[.outlineSegments] += segments
            if kinds.morphing.contains(owner.layer) { tally[.morphSegments] += segments }
        }
        func add(_ groups: [DrawList.Group]) {
            for group in groups {
                add(group.groups)
                if let outline = group.mask?.outline {
                    tally[.items] += 1
                    count(outline, of: OutlineOwner(layer: group.layer, item: nil))
                }
                let isIrregular = kinds.irregular.contains(group.layer)
                let isBent = kinds.bent.contains(group.layer)
                for item in group.items where !kinds.formulas.contains(group.layer) {
                    let weight = thinning.weight(ofCell: item.cell, layer: group.layer)
                    tally[.items] += weight
                    if isIrregular { tally[.irregular] += weight }
                    if isBent { tally[.bent] += weight }
                    if !isIrregular, kinds.isPlane(cell: item.cell, layer: group.layer) { tally[.planeItems] += weight }
                    if let number = item.outline, group.outlines.indices.contains(number) {
                        let owner = OutlineOwner(layer: group.layer, item: item.id)
                        count(group.outlines[number], of: owner, weight: weight)
                    }
                    if item.color.w > 1 / 65_535, group.ribbons.indices.contains(item.ribbon) {
                        let points = Double(group.ribbons[item.ribbon].points.count) * weight
                        tally[.ribbons] += weight
                        tally[.ribbonPoints] += points
                        if isIrregular { tally[.irregularPoints] += points }
                    }
                }
            }
        }
        add(list.groups)
        (lastOutlines, steadyOwners, steadyPoints) = (outlines, owners, points)
        return tally
    }

    /// Adds groups, clipped to the region around them.
    ///
    /// - Returns: Bounding box of everything drawn.
    private mutating func add(_ groups: [DrawList.Group], within outer: Box, _ tally: inout Tally) -> Box {
        var box = (low: canvas, high: SIMD2<Double>(0, 0))
        tally[.groups] += Double(groups.count)
        for group in groups {
            var bounds = (low: canvas, high: SIMD2<Double>(0, 0))
            let (coveredBefore, around, wasCutAnew) = (covered, opacity, isCutAnew)
            opacity *= group.opacity
            defer { (opacity, isCutAnew) = (around, wasCutAnew) }
            var inner = outer
            if let mask = group.mask {
                now[group.layer, default: Scene()].mask = mask
                if before[group.layer]?.mask != mask { isCutAnew = true }
            }
            if let mask = group.mask, !mask.isInverted {
                inner = intersection(outer, seen(mask).map { ($0.low, $0.high) } ?? (canvas, SIMD2(0, 0)))
            }
            if group.groups.isEmpty {
                window = inner
                let area = isWhole ? window : area(of: group)
                room = intersection(area, window)
                now[group.layer, default: Scene()].window = window
                for item in group.items { add(item, of: group, tally: &tally, bounds: &bounds) }
                if !isWhole, bounds.low.x < bounds.high.x {
                    bounds = (pointwiseMin(bounds.low, area.low), pointwiseMax(bounds.high, area.high))
                }
            } else {
                bounds = add(group.groups, within: inner, &tally)
            }
            window = outer
            if let mask = group.mask { limit(&bounds, to: mask, &tally) }
            guard bounds.low.x < bounds.high.x, bounds.low.y < bounds.high.y else { continue }
            if group.isWhole {
                let size = bounds.high - bounds.low
                // Where nothing is drawn, nothing is mixed.
                let share = min(1, (covered - coveredBefore) / (size.x * size.y))
                tally[.wholePixels] += size.x * size.y * (Self.mixOfNothing + (1 - Self.mixOfNothing) * share)
            }
            if let shadow = group.shadow { add(shadow, bounds: &bounds, tally: &tally) }
            if group.blur > 0 {
                let isCut = group.alphaThreshold != nil
                addLight(deviation: group.blur, isCut: isCut, bounds: &bounds, tally: &tally)
                if !isCut { addSlopes(deviation: group.blur, bounds, tally: &tally) }
            }
            if let bloom = group.bloom { addLight(deviation: bloom.deviation, bounds: &bounds, tally: &tally) }
            box = (pointwiseMin(box.low, bounds.low), pointwiseMax(box.high, bounds.high))
        }
        return box
    }

    /// Adds the shadow of everything within `bounds`, and extends the box by it.
    private mutating func add(_ shadow: DrawList.Shadow, bounds: inout Box, tally: inout Tally) {
        let reach = shadow.feather / 2 + 2
        let low = pointwiseMax(bounds.low + shadow.offset - reach, SIMD2(0, 0))
        let high = pointwiseMin(bounds.high + shadow.offset + reach, canvas)
        let side = canvas + shadow.feather
        tally[.turnedReads] += side.x * side.y * Self.readsOfFeather
        guard low.x < high.x, low.y < high.y else { return }
        let size = high - low
        tally[.wholePixels] += size.x * size.y
        // Within half of the feather of an edge, the shadow changes from pixel to pixel.
        let inside = pointwiseMax(size - 2 * shadow.feather, SIMD2(0, 0))
        soft.add(size.x * size.y - inside.x * inside.y, from: low, to: high)
        covered += size.x * size.y
        bounds = (pointwiseMin(bounds.low, low), pointwiseMax(bounds.high, high))
    }

    /// Adds the blurred light of everything within `bounds`, and extends the box by it.
    private mutating func addLight(
        deviation: Double,
        isCut: Bool = false,
        bounds: inout Box,
        tally: inout Tally
    ) {
        guard bounds.low.x < bounds.high.x, bounds.low.y < bounds.high.y else { return }
        let reach = 3 * deviation + 2
        let low = pointwiseMax(bounds.low - reach, SIMD2(0, 0))
        let high = pointwiseMin(bounds.high + reach, canvas)
        let size = high - low
        // Small radii have small cells, and more of them.
        let cells =
            isCut
            ? deviation < 4 ? 1 : deviation < 16 ? 4 : 16.0
            : deviation < 2 ? 1 : deviation < 4 ? 4 : deviation < 8 ? 16 : 64.0
        tally[.wholePixels] += size.x * size.y * (Self.wholesOfLight + Self.wholesOfCell / cells)
        soft.add(size.x * size.y * (isCut ? Self.shareOfCut : Self.shareOfLight), from: low, to: high)
        covered += size.x * size.y * Self.shareOfLight
        // Slopes of many colors, which lossy encoders don't find flat.
        if !isCut { tally[.mixed] += size.x * size.y / 2 }
        bounds = (low, high)
    }

    /// Adds the slopes of something blurred, of which nothing but slopes is left.
    private mutating func addSlopes(deviation: Double, _ bounds: Box, tally: inout Tally) {
        let size = pointwiseMax(bounds.high - bounds.low, SIMD2(0, 0))
        let shown = size.x * size.y * Self.shareOfLight
        // From the middle to the rim, alpha falls from about a half of the maximum to 0.
        slope.sum += min(1, 128 * opacity / (3 * deviation)) * shown
        slope.weight += shown
        slope.opacity += opacity / 4 * shown
        tally[.softRows] += size.y * Self.shareOfLight
    }

    /// Time to mix a pixel of a mostly translucent image that is enlarged, beyond those of others, relative to one of another blend mode.
    private static let blendsOfSoft = 1.2

    /// Share of the box of blurred light in which it shows: the outer third is mostly too dark.
    private static let shareOfLight = 0.7
    /// Share of the box in which colors change where blurred light is cut at an alpha.
    private static let shareOfCut = 0.3

    /// Time to pass over an empty pixel of a layer that is composited as a whole, relative to mixing one.
    private static let mixOfNothing = 0.2

    /// Pixels of layers composited as a whole that take as long as a pixel whose light is spread, and as one cell that is
    /// blurred.
    private static let wholesOfLight = 1.0
    private static let wholesOfCell = 9.0

    /// Adds up touched pixels over all parts.
    private func sum(_ tally: inout Tally) {
        var free = [Double](repeating: 1, count: Coverage.count)
        let pixels = hard.pixelsOfPart
        // Shares and depths of all that has ends of rows.
        var hardShare = [Double](repeating: 0, count: Coverage.count)
        var hardDepth = hardShare
        hard.forEachPart { part, share, depth in
            free[part] *= 1 - share
            hardShare[part] = share
            hardDepth[part] = depth
            tally[.hard] += share * pixels
            // Pixels covered at least twice: for a share s with depth d, at most d − s.
            tally[.tangled] += min(share, max(0, depth - share)) * pixels
        }
        filled.forEachPart { part, share, depth in
            hardShare[part] = 1 - (1 - hardShare[part]) * (1 - share)
            hardDepth[part] += depth
        }
        let steepness = slope.weight > 0 ? slope.sum / slope.weight : 0
        let opacity = slope.weight > 0 ? slope.opacity / slope.weight : 0
        soft.forEachPart { part, share, depth in
            free[part] *= 1 - share
            tally[.soft] += share * pixels
            // Overlapping slopes are as steep as the square root of their number, until light of a single color
            // saturates.
            let piled = depth / max(share, 1e-9)
            let left = isColorful && !isAdded ? 1 : max(0.05, exp(1 - max(1, piled * opacity)))
            tally[.steep] += share * pixels * left * min(1, steepness * piled.squareRoot())
            if isColorful { tally[.mixed] += min(share, max(0, depth - share)) * pixels }
        }
        // Between two images, a mask's ends are as good as any other pixels.
        let drawn = free.map { 1 - $0 }
        pictured.forEachPart { part, share, _ in
            free[part] *= 1 - share
            tally[.pictured] += share * pixels
        }
        for share in free where share < 1 { tally[.touched] += (1 - share) * pixels }
        edges.forEachPart { part, _, depth in
            // Where shapes overlap, an end is visible if no shape covers it: in a single color neither above nor below.
            let piled = hardDepth[part]
            let seen = isColorful ? hardShare[part] / max(piled, 1e-9) : exp(-piled)
            tally[.edges] += Self.edges(depth * pixels * min(1, seen), in: hardShare[part] * pixels)
        }
        maskEdges.forEachPart { part, _, depth in
            tally[.edges] += Self.edges(depth * pixels, in: drawn[part] * pixels)
        }
        // Light that is added up shows all ends.
        lightEdges.forEachPart { part, _, depth in
            tally[.edges] += 2 * Self.edges(depth * pixels, in: hardShare[part] * pixels)
        }
        // Moving things above a still one change its pixels.
        var still = [Double](repeating: 1, count: Coverage.count)
        moving.forEachPart { part, share, _ in still[part] = 1 - share }
        steady.forEachPart { part, share, _ in tally[.steady] += share * still[part] * pixels }
        lasting.forEachPart { part, share, _ in tally[.lasting] += share * still[part] * pixels }
        if grain.weight > 0 { tally[.grainy] = tally[.pictured] * grain.sum / grain.weight }
    }

    /// Ends of rows that count, of those in so many hard pixels: beyond one in ten pixels they cost no more than noise, and where
    /// there are several in a few pixels, as in outlines that cross themselves, all of these pixels differ.
    private static func edges(_ ends: Double, in pixels: Double) -> Double {
        min(ends, pixels / 10) + max(0, min(ends, 2.5 * pixels) - pixels / 4) / 8
    }

    private typealias Box = (low: SIMD2<Double>, high: SIMD2<Double>)

    /// Bounding box on the canvas of a group's items, and of the items that they represent.
    private func area(of group: DrawList.Group) -> Box {
        var area = (low: canvas, high: SIMD2<Double>(0, 0))
        var (kept, all) = (0.0, 0.0)
        for item in group.items {
            guard let (shape, place) = shape(of: item, in: group) else { continue }
            let size = shape.size * SIMD2(abs(item.scale.x), abs(item.scale.y))
            guard let seen = box(of: size, at: place, rotation: item.rotation, skew: item.skew) else { continue }
            area = (pointwiseMin(area.low, seen.low), pointwiseMax(area.high, seen.high))
            kept += 1
            all += thinning.weight(ofCell: item.cell, layer: group.layer)
        }
        for ribbon in group.ribbons {
            for point in ribbon.points {
                area = (pointwiseMin(area.low, point), pointwiseMax(area.high, point))
            }
        }
        guard kept > 0 else { return (canvas, SIMD2(0, 0)) }
        // The range of n uniform positions is (n − 1) / (n + 1) of their width. A single position gives no estimate:
        // its things are assumed side by side.
        let growth = kept > 1 ? (kept + 1) / (kept - 1) * (all - 1) / (all + 1) : all.squareRoot()
        let margin = (area.high - area.low) * ((max(1, min(3, growth)) - 1) / 2)
        return (pointwiseMax(area.low - margin, SIMD2(0, 0)), pointwiseMin(area.high + margin, canvas))
    }

    /// Shape of an item, and its center: an outline may be to one side of the item's position.
    private func shape(of item: DrawList.Item, in group: DrawList.Group) -> (shape: Shape, middle: SIMD2<Double>)? {
        let shape: Shape
        if shapes.indices.contains(item.sprite) {
            shape = shapes[item.sprite]
            if shape.middle == .zero { return (shape, item.position) }
        } else {
            guard let number = item.outline, group.outlines.indices.contains(number),
                let box = group.outlines[number].bounds
            else { return nil }
            shape = Shape(group.outlines[number], box, scale: max(abs(item.scale.x), abs(item.scale.y)))
        }
        var middle = shape.middle * item.scale
        middle.x += item.skew * middle.y
        return (shape, item.position + Linear(scaled: SIMD2(1, 1), thenTurned: item.rotation).applied(to: middle))
    }

    /// Number of 8-bit steps by which an item's color changes what is below.
    private func steps(of color: SIMD4<Double>, _ blend: DrawList.Blend) -> Double {
        guard let backgroundColor, backgroundColor.w > 0.5 else { return 255 * color.w }
        // Over things of other colors, the background color is one of many.
        if isColorful, blend != .add, blend != .screen { return 255 * color.w }
        let inks = SIMD3(color.x, color.y, color.z)
        let below = SIMD3(backgroundColor.x, backgroundColor.y, backgroundColor.z)
        let changes = blend == .add || blend == .screen ? pointwiseMin(inks, 1 - below) : inks - below
        return 255 * color.w * max(changes.max(), -changes.min())
    }

    private static func isColorful(_ list: DrawList) -> Bool {
        var first: SIMD4<Double>?
        for group in list.leaves {
            for item in group.items.prefix(64) {
                // A translucent item shows its edges over anything.
                guard let color = first, item.color.w > 0.99 else {
                    if item.color.w <= 0.99 { return true }
                    first = item.color
                    continue
                }
                if color != item.color { return true }
            }
        }
        return false
    }

    /// Size in pixels and center of a mask: an animated outline may be to one side of the mask's position.
    private func extent(of mask: DrawList.Mask) -> (size: SIMD2<Double>, middle: SIMD2<Double>) {
        let scale = SIMD2(abs(mask.scale.x), abs(mask.scale.y))
        let box = mask.outline?.bounds
        let size = box.map { $0.high - $0.low } ?? shapes[mask.sprite].size
        let middle = box.map { ($0.low + $0.high) / 2 } ?? shapes[mask.sprite].middle
        let way = Linear(scaled: mask.scale, thenTurned: mask.rotation).applied(to: middle)
        return (size * scale + mask.feather, mask.position + way)
    }

    /// Visible box of a mask; `nil` if it is off the canvas.
    private func seen(_ mask: DrawList.Mask) -> Seen? {
        guard shapes.indices.contains(mask.sprite) else { return nil }
        let (size, middle) = extent(of: mask)
        return box(of: size, at: middle, rotation: mask.rotation, skew: 0)
    }

    private func intersection(_ one: Box, _ other: Box) -> Box {
        (pointwiseMax(one.low, other.low), pointwiseMin(one.high, other.high))
    }

    private mutating func limit(_ bounds: inout Box, to mask: DrawList.Mask, _ tally: inout Tally) {
        guard shapes.indices.contains(mask.sprite) else { return }
        if let outline = mask.outline {
            // Dumps and vectors have it as a thing of its own.
            tally[.items] += 1
            tally[.outlineSegments] += Double(outline.segments.count)
        }
        if mask.feather > 0 {
            // Box blurs run over the whole canvas and a margin, whatever is drawn.
            let side = canvas + mask.feather
            tally[.turnedReads] += side.x * side.y * Self.readsOfFeather
        }
        guard let seen = seen(mask) else {
            if !mask.isInverted { bounds = (canvas, SIMD2(0, 0)) }
            return
        }
        let (size, shape) = (extent(of: mask).size, shapes[mask.sprite])
        count(shape, size: size, seen: seen, isUpright: mask.rotation == 0, weight: 1, tally: &tally)
        // What is cut has the ends of the mask.
        if shape.kind == .outline, mask.feather == 0 {
            let own = mask.outline.flatMap { outline in
                outline.bounds.map { OutlineScan(ofSimple: outline, in: $0.high - $0.low) }
            }
            let ends = ends(of: own ?? shape.scan, size: size, rotation: mask.rotation, skew: 0, seen)
            add(ends, 1, from: seen.low, to: seen.high, to: \.maskEdges)
        }
        if !mask.isInverted {
            bounds = (pointwiseMax(bounds.low, seen.low), pointwiseMin(bounds.high, seen.high))
        }
    }

    /// Visible ends of rows of a shape. A skew only tells that it is no upright box.
    private func ends(of scan: OutlineScan, size: SIMD2<Double>, rotation: Double, skew: Double, _ seen: Seen) -> Double
    {
        let least = 2 * (seen.high.y - seen.low.y)
        // All rows of an upright box are the same.
        if scan.isBox, rotation == 0, skew == 0 { return Self.endsOfUprightBox * least }
        let all = scan.ends * SIMD2(size.y * abs(cos(rotation)), size.x * abs(sin(rotation)))
        return max(least, all.sum() * min(1, seen.share * scan.crowding(in: seen.share)))
    }

    /// Ends of rows of an upright box, whose rows are all the same, relative to those of other shapes.
    private static let endsOfUprightBox = 0.2

    /// Reads of a rotated image that take as long as blurring one pixel of a mask.
    private static let readsOfFeather = 5.0

    /// Visible box of something on the canvas, and its share of the whole box.
    private struct Seen {
        let low: SIMD2<Double>
        let high: SIMD2<Double>
        let share: Double
        /// Whether the whole box is on the canvas.
        var isWhole: Bool { share == 1 }
    }

    private func box(of size: SIMD2<Double>, at place: SIMD2<Double>, rotation: Double, skew: Double) -> Seen? {
        var half = SIMD2(size.x + abs(skew) * size.y, size.y) / 2
        if rotation != 0 {
            let (c, s) = (abs(cos(rotation)), abs(sin(rotation)))
            half = SIMD2(c * half.x + s * half.y, s * half.x + c * half.y)
        }
        half += 0.5
        let (low, high) = (place - half, place + half)
        let (left, right) = (pointwiseMax(low, SIMD2(0, 0)), pointwiseMin(high, canvas))
        guard left.x < right.x, left.y < right.y else { return nil }
        let (shown, all) = (right - left, high - low)
        let share =
            low.x >= 0 && low.y >= 0 && high.x <= canvas.x && high.y <= canvas.y
            ? 1 : min(1, shown.x / all.x) * min(1, shown.y / all.y)
        return Seen(low: left, high: right, share: share)
    }

    private mutating func add(
        _ item: DrawList.Item,
        of group: DrawList.Group,
        tally: inout Tally,
        bounds: inout Box
    ) {
        let weight = thinning.weight(ofCell: item.cell, layer: group.layer)
        tally[.items] += weight
        if let number = item.outline, group.outlines.indices.contains(number) {
            tally[.outlineSegments] += Double(group.outlines[number].segments.count) * weight
        }
        // An alpha below one step of the canvas is not drawn.
        guard item.color.w > 1 / 65_535 else { return }
        if group.ribbons.indices.contains(item.ribbon) {
            add(group.ribbons[item.ribbon], weight: weight, tally: &tally, bounds: &bounds)
        }
        guard let (shape, place) = shape(of: item, in: group) else { return }
        let size = shape.size * SIMD2(abs(item.scale.x), abs(item.scale.y))
        guard let seen = box(of: size, at: place, rotation: item.rotation, skew: item.skew) else { return }
        bounds = (pointwiseMin(bounds.low, seen.low), pointwiseMax(bounds.high, seen.high))
        let isUpright = item.rotation == 0 && item.skew == 0
        count(shape, size: size, seen: seen, isUpright: isUpright, weight: weight, tally: &tally)
        let area = pixels(of: size, seen) * min(1, shape.fill * shape.scan.crowding(in: seen.share))
        covered += area * weight
        var shown = area
        if group.blend == .screen || group.blend == .maximum { tally[.blendedPixels] += area * weight }
        // Fainter than half a step of the output, an item is visible only where several overlap.
        let steps = shape.kind == .picture ? 255 * item.color.w : steps(of: item.color, group.blend)
        shown *= min(1, 2 * steps)
        switch shape.kind {
        case .dot:
            add(shown, weight, from: seen.low, to: seen.high, to: \.soft)
            tally[.softRows] += (seen.high.y - seen.low.y) * min(1, 2 * steps) * weight
            // From center to rim, alpha falls from its maximum to 0.
            slope.sum += min(1, steps / max(1, min(size.x, size.y) / 2)) * shown * weight
            slope.weight += shown * weight
            // The mean alpha is a third of the maximum.
            slope.opacity += item.color.w / 3 * shown * weight
        case .picture:
            add(shown, weight, from: seen.low, to: seen.high, to: \.pictured)
            if let picture = shape.picture {
                let scale = max(size.x / Double(picture.width), size.y / Double(picture.height))
                grain.sum += picture.grain(at: scale) * shown * weight
                grain.weight += shown * weight
            }
        case .outline:
            if shape.hasGradient {
                add(shown, weight, from: seen.low, to: seen.high, to: \.pictured)
                add(shown, weight, from: seen.low, to: seen.high, to: \.filled)
                grain.sum += Self.grainOfGradient * shown * weight
                grain.weight += shown * weight
            } else {
                add(shown, weight, from: seen.low, to: seen.high, to: \.hard)
            }
            let ends = ends(of: shape.scan, size: size, rotation: item.rotation, skew: item.skew, seen)
            add(ends, weight, from: seen.low, to: seen.high, to: group.blend == .add ? \.lightEdges : \.edges)
        }
        let standing = Standing(item, shape, opacity: opacity)
        let isKept = weight == 1 && group.items.count <= 64
        if isKept { now[group.layer, default: Scene()].items.insert(standing) }
        let before = before[group.layer]
        if !hasFirst {
            if isKept {
                first[group.layer, default: []].insert(standing)
                firstWindows[group.layer] = window
            }
        } else if weight == 1,
            first[group.layer]?.contains(standing) == true || before?.items.contains(standing) == true
        {
            let least = shape.kind == .picture ? Self.leastOfNew : Self.leastOfNewOutline
            let shownAnew = before.map { shareOfNew(in: window, since: $0.window, least: least) } ?? 0
            add(shown * (1 - shownAnew), weight, from: seen.low, to: seen.high, to: \.steady)
            if first[group.layer]?.contains(standing) == true, let old = firstWindows[group.layer] {
                let share = min(1 - shownAnew, share(of: window, within: old))
                add(shown * share, weight, from: seen.low, to: seen.high, to: \.lasting)
            }
            add(shown * shownAnew, weight, from: seen.low, to: seen.high, to: \.moving)
        } else {
            add(shown, weight, from: seen.low, to: seen.high, to: \.moving)
        }
    }

    /// Least share of a region that counts as new where its mask moves.
    private static let leastOfNew = 0.12
    /// Least share for outlines, whose edges are searched for all over the mask.
    private static let leastOfNewOutline = 0.4

    /// Share of a region that was not visible a frame ago, such as behind a mask that grows.
    private func shareOfNew(in window: Box, since old: Box, least: Double) -> Double {
        isCutAnew ? max(least, (1 - share(of: window, within: old)) / gap) : 0
    }

    /// Share of a region that is within another one.
    private func share(of window: Box, within other: Box) -> Double {
        let (all, both) = (Self.area(window.low, window.high), intersection(window, other))
        return all > 0 ? min(1, Self.area(both.low, both.high) / all) : 1
    }

    /// Adds something that covers `pixels` of a box. The things that it represents are spread around it.
    private mutating func add(
        _ pixels: Double,
        _ weight: Double,
        from low: SIMD2<Double>,
        to high: SIMD2<Double>,
        to coverage: WritableKeyPath<FrameTally, Coverage>
    ) {
        let (left, right) = (pointwiseMax(low, window.low), pointwiseMin(high, window.high))
        guard left.x < right.x, left.y < right.y else { return }
        let (shown, all) = (right - left, high - low)
        let pixels = pixels * (shown.x / all.x) * (shown.y / all.y)
        guard weight > 1 else { return self[keyPath: coverage].add(pixels, from: left, to: right) }
        let margin = shown * ((weight.squareRoot() - 1) / 2)
        self[keyPath: coverage].add(
            pixels * weight,
            from: pointwiseMax(left - margin, pointwiseMin(left, room.low)),
            to: pointwiseMin(right + margin, pointwiseMax(right, room.high))
        )
    }

    /// Counts the work to draw something.
    private func count(
        _ shape: Shape,
        size: SIMD2<Double>,
        seen: Seen,
        isUpright: Bool,
        weight: Double,
        tally: inout Tally
    ) {
        let shown = seen.high - seen.low
        let pixels = pixels(of: size, seen)
        switch shape.kind {
        case .dot:
            tally[.dots] += weight
            tally[.dotPixels] += pixels * weight
            if min(size.x, size.y) < 4 { tally[.smallDots] += weight }
        case .picture:
            tally[.pictures] += weight
            tally[isUpright ? .uprightPixels : .turnedPixels] += pixels * weight
            tally[isUpright ? .uprightReads : .turnedReads] +=
                pixels * shape.reads(at: size, isUpright: isUpright) * weight
            // Few pixels of such an image are opaque or empty, which take less.
            if shape.picture?.isSoft == true, shape.density(at: size) < 0.25 {
                tally[.blendedPixels] += Self.blendsOfSoft * pixels * weight
            }
        case .outline:
            let scale = shape.size.x > 0 && shape.size.y > 0 ? max(size.x / shape.size.x, size.y / shape.size.y) : 0
            let lines = shape.lines(at: scale)
            if shape.isCut { tally[.cutLines] += lines * weight }
            if let time = shape.gradientTime {
                // A pixel of a radial gradient takes as long as a read of a rotated image.
                tally[.turnedPixels] += pixels * shape.fill * weight
                tally[.turnedReads] += pixels * shape.fill * time * weight
            }
            if seen.isWhole, shown.x <= 48, shown.y <= 48, lines <= Self.mostLinesOfSmall, !shape.isEvenOdd,
                !shape.hasGradient
            {
                tally[.smallShapes] += weight
                tally[.smallShapePixels] += shown.x * shown.y * weight
                tally[.smallShapeLines] += lines * weight
                tally[.smallShapeEdges] += shape.travel * scale * weight
            } else {
                tally[.largeShapes] += weight
                tally[.largeShapePixels] += pixels * shape.fill * weight
                // Lines that cross, as those of stars, are densest in the middle.
                let part = min(1, pixels / max(1, (size.x + 1) * (size.y + 1))).squareRoot()
                let density = 1 + (1 - part) * (max(1, min(Self.densest, shape.scan.most / shape.crossings)) - 1)
                tally[.largeShapeEdges] +=
                    min(shape.travel * scale * part, shape.crossings * (shown.x + shown.y)) * density * weight
                tally[.largeShapeLines] += lines * ((shown.x * shown.y / 65_536).rounded(.down) + 1) * weight
            }
        }
    }

    /// Pixels of the visible part of a box of a size, turned or not. The box that bounds a turned one is empty at its corners, and
    /// full in its middle, which is what a canvas shows of something larger.
    private func pixels(of size: SIMD2<Double>, _ seen: Seen) -> Double {
        let all = (size.x + 1) * (size.y + 1)
        guard !seen.isWhole else { return all }
        let shown = seen.high - seen.low
        let across = (shown * shown).sum().squareRoot()
        let most = min(size.x + 1, across) * min(size.y + 1, across)
        let mean = all * seen.share
        return min(most, mean * seen.share + min(shown.x * shown.y, all) * (1 - seen.share))
    }

    /// Most ends in a row, relative to the mean, that are counted.
    private static let densest = 3.0

    /// Lines beyond which an outline is drawn as a large one, however small it is.
    private static let mostLinesOfSmall = 128.0

    private mutating func add(
        _ ribbon: DrawList.Ribbon,
        weight: Double,
        tally: inout Tally,
        bounds: inout Box
    ) {
        tally[.ribbons] += weight
        tally[.ribbonPoints] += Double(ribbon.points.count) * weight
        let count = ribbon.points.count - 1
        guard count > 0 else { return }
        let step = (ribbon.width.y - ribbon.width.x) / Double(count)
        var width = ribbon.width.x + step / 2 + 1
        for (from, to) in zip(ribbon.points, ribbon.points.dropFirst()) {
            defer { width += step }
            let (low, high) = (pointwiseMin(from, to) - width / 2, pointwiseMax(from, to) + width / 2)
            let (left, right) = (pointwiseMax(low, SIMD2(0, 0)), pointwiseMin(high, canvas))
            guard left.x < right.x, left.y < right.y else { continue }
            let way = to - from
            let share = (right.x - left.x) * (right.y - left.y) / max(1e-9, (high.x - low.x) * (high.y - low.y))
            // The visible length of a line is at most the width plus the height of its visible box.
            let length = min((way * way).sum().squareRoot(), (right - left).sum())
            let pixels = min(length * width, (right.x - left.x) * (right.y - left.y))
            tally[.ribbonLength] += length * weight
            tally[.ribbonPixels] += pixels * weight
            covered += pixels * weight
            let shown = max(pixels * min(1, share), 0)
            add(shown, weight, from: left, to: right, to: \.soft)
            tally[.softRows] += min(abs(way.y) + 0.5, right.y - left.y) * weight
            slope.sum += min(1, 2 / width) * shown * weight
            slope.weight += shown * weight
            slope.opacity += ribbon.color.w / 2 * shown * weight
            bounds = (pointwiseMin(bounds.low, left), pointwiseMax(bounds.high, right))
        }
    }
}

/// Properties of a sprite that do not depend on how it is drawn.
private struct Shape {
    enum Kind { case outline, dot, picture }

    let kind: Kind
    /// Width and height in sprite units. A path may be larger than its asset's box.
    let size: SIMD2<Double>
    /// Center of the box in sprite units, relative to the position.
    let middle: SIMD2<Double>
    /// Share of its box that the shape covers.
    let fill: Double
    /// Travel along the outline, in sprite units.
    let travel: Double
    /// Rows and columns through the outline, or through the part of it that is shown.
    var scan = OutlineScan.ofBox
    /// Lines of the flattened outline at 1/4, 1/2, 1, 2… pixels per sprite unit.
    let lines: [Double]
    /// Whether the shape is a part cut out of an outline.
    let isCut: Bool
    let isEvenOdd: Bool
    /// Time per pixel of the gradient that fills an outline, relative to a radial one; `nil` for none.
    var gradientTime: Double?
    var hasGradient: Bool { gradientTime != nil }
    let picture: Picture?
    /// Share of the image that the sprite shows.
    let part: Double
}

extension Shape {
    /// - Parameter other: Shape of another part of the same outline; `nil` for none.
    fileprivate init(_ sprite: Sprite, like other: Shape?) {
        let box: (low: SIMD2<Double>, high: SIMD2<Double>)? =
            if case .outline(let outline) = sprite.contents, sprite.part == .whole { outline.bounds } else { nil }
        size = box.map { $0.high - $0.low } ?? sprite.size
        middle = box.map { ($0.low + $0.high) / 2 } ?? .zero
        part = sprite.part.size.x * sprite.part.size.y
        switch sprite.contents {
        case .dot:
            (kind, fill, travel, lines, isCut, isEvenOdd, picture) = (.dot, .pi / 4, 0, [], false, false, nil)
        case .picture(let picture):
            (kind, fill, travel, lines, isCut, isEvenOdd) = (.picture, 1, 0, [], false, false)
            self.picture = picture
        case .outline(let outline):
            kind = .outline
            isCut = sprite.part != .whole
            isEvenOdd = outline.fillRule == .evenodd
            gradientTime = sprite.asset.fill?.timeOfFill
            picture = nil
            if let other, other.isCut {
                (fill, travel, lines, scan) = (1, other.travel, other.lines, other.scan)
                return
            }
            travel = outline.travel * (isCut ? sprite.part.size.max() : 1)
            lines = outline.lineCounts(at: (0..<10).map { Double(1 << $0) / 4 }).map(Double.init)
            let whole = OutlineScan(outline)
            scan = isCut ? whole.part(of: sprite.part.size) : whole
            fill = scan.share
        }
    }

    /// - Parameters:
    ///   - box: Its bounding box, in its own units.
    ///   - scale: Pixels per unit at which it is drawn.
    fileprivate init(_ outline: Outline, _ box: (low: SIMD2<Double>, high: SIMD2<Double>), scale: Double) {
        size = box.high - box.low
        middle = (box.low + box.high) / 2
        (kind, isCut, isEvenOdd, picture, part) = (.outline, false, outline.fillRule == .evenodd, nil, 1)
        travel = outline.travel
        lines = [Double(outline.lineCount(at: scale))]
        // It may be another in each frame.
        scan = OutlineScan(ofSimple: outline, in: size)
        fill = scan.share
    }

    /// Lines of the flattened outline at a scale in pixels per unit.
    fileprivate func lines(at scale: Double) -> Double {
        guard let last = lines.last else { return 0 }
        var index = 0
        var limit = 0.25
        while limit < scale, index < lines.count - 1 {
            limit *= 2
            index += 1
        }
        return index < lines.count ? lines[index] : last
    }

    /// Bilinear reads per pixel of an image that is drawn at `size` pixels, as in the rasterizer.
    ///
    /// - Parameter isUpright: Whether all rows are read at the same columns. One read takes half the time then.
    fileprivate func reads(at size: SIMD2<Double>, isUpright: Bool) -> Double {
        let density = density(at: size)
        if density <= 1 { return isUpright ? 0.5 : 1 }
        return density > 4 && size.x * size.y < 324 ? 16 : 4
    }

    /// Pixels of the image for each pixel of the canvas where it is drawn at `size` pixels.
    fileprivate func density(at size: SIMD2<Double>) -> Double {
        let pixels = picture.map { Double($0.width * $0.height) * part } ?? 0
        return size.x * size.y > 0 ? pixels / (size.x * size.y) : 0
    }

    /// Mean number of lines that cross a row, at least 2: the outline's travel per twice the box's longer side.
    fileprivate var crossings: Double { size.y > 0 ? max(2, travel / 2 / max(1e-9, size.max())) : 2 }
}
