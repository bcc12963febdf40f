internal import EffectCost
internal import EffectModel

/// Layers by how a vector writes their pieces.
struct PieceKinds {
    private let spec: EffectSpec
    /// Cells of all layers, stored since an emitter collects its cells anew whenever they are read.
    private let cells: [[EmitterCell]]
    /// Layers whose particles have formulas, which are no things of a frame.
    let formulas: Set<Int>
    /// Layers whose items are irregular (``Tally/Count/irregular``).
    let irregular: Set<Int>
    /// Layers whose irregular items bend sharply (``Tally/Count/bent``).
    let bent: Set<Int>
    /// Layers whose outlines never change.
    let steady: Set<Int>
    /// Layers whose outlines become others (``Tally/Count/morphSegments``).
    let morphing: Set<Int>

    init(of spec: EffectSpec, _ cost: RenderCost, formulas: Set<Int>) {
        self.spec = spec
        self.formulas = formulas
        let layers = spec.layers
        cells = layers.map { $0.content.emitter?.allCells ?? [] }
        // Layers of one group share its timeline.
        let moving = Set(layers.indices.filter { LayerTimeline(layers[$0]).changesMoreThanOpacity })
        let moved = Set(layers.indices.filter { !moving.isDisjoint(with: [$0] + spec.groups(aroundLayer: $0)) })
        let stepped = cost.crowds.filter { $0.steps > 0 || $0.bodyWork > 0 }.map(\.layer)
        irregular = Set(stepped + layers.indices.filter { layers[$0].isIrregular(isMoved: moved.contains($0)) })
        bent = irregular.filter { layers[$0].bendsSharply(isMoved: moved.contains($0)) }
        steady = Set(layers.indices.filter { layers[$0].hasSteadyShape })
        morphing = Set(layers.indices.filter { layers[$0].morphs })
    }

    /// The cell with an index in ``Emitter/allCells``; `nil` for layers that have none.
    func cell(_ cell: Int, layer: Int) -> EmitterCell? {
        cells.indices.contains(layer) && cells[layer].indices.contains(cell) ? cells[layer][cell] : nil
    }

    /// Whether the particles of a cell turn in space.
    func isPlane(cell: Int, layer: Int) -> Bool {
        cells.indices.contains(layer) && cells[layer].indices.contains(cell)
            && cells[layer][cell].particleType == .plane
    }

    /// Mean number of images of a sheet that a particle shows one after another, each of which is a piece of its own.
    func images(ofEach crowd: Crowd) -> Double {
        guard crowd.births > 0, let frames = cell(crowd.cell, layer: crowd.layer)?.frames, frames.count > 1 else {
            return 1
        }
        let copies = Double(spec.copies(ofLayer: crowd.layer))
        // Frames of the animation in which a particle is seen, and seconds of the layer's time.
        let seen = crowd.places / (crowd.births * copies * crowd.pointsOfPlace)
        let timing = spec.scene(ofLayer: crowd.layer).timing
        let seconds = seen / (timing.fps * timing.speed) * spec.layers[crowd.layer].timing.speed
        let changes = min(seen, seconds * max(0, frames.perSecond))
        return switch frames.mode {
        case .single, .random: 1
        case .sequential, .autoReverse: 1 + changes
        case .clamp: 1 + min(changes, Double(frames.count - 1))
        }
    }
}

extension Layer {
    /// Whether pieces flicker, are stretched by their speed, tumble, or are moved by animations.
    ///
    /// - Parameter isMoved: Whether animations move the layer or one around it.
    fileprivate func isIrregular(isMoved: Bool) -> Bool {
        if case .shatter(let shatter) = content { return shatter.mode == .dynamics }
        guard let emitter = content.emitter else { return false }
        return isMoved || emitter.stretchesOrFlickers
    }

    /// Whether pieces of an irregular layer bend from keyframe to keyframe. Pieces of a shattered image do: they are bodies.
    ///
    /// - Parameter isMoved: Whether animations move the layer or one around it.
    fileprivate func bendsSharply(isMoved: Bool) -> Bool {
        guard let emitter = content.emitter else { return true }
        return isMoved || emitter.dynamics != nil || emitter.stretchesOrFlickers
    }

    /// Whether the layer is a shape, and no animation changes its outline or its mask's.
    fileprivate var hasSteadyShape: Bool {
        shape != nil && mask?.paths.isEmpty != false && LayerTimeline(self).hasSteadyStroke
    }

    /// Whether outlines become others, or lines wider.
    fileprivate var morphs: Bool {
        if mask?.paths.isEmpty == false { return true }
        return switch content {
        case .shape(let shape): !shape.paths.isEmpty || animates("lineWidth")
        case .reveal, .transition: true
        default: false
        }
    }
}

extension Emitter {
    /// Whether particles are stretched by their speed, or flicker.
    fileprivate var stretchesOrFlickers: Bool {
        allCells.contains { cell in
            cell.stretchFactor != 0 || behaviors(of: cell).contains { $0.enabled && $0.kind == .flicker }
        }
    }
}
