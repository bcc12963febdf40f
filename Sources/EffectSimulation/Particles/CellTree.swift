internal import EffectModel

/// A layer's cells as a tree, indexed like ``Emitter/allCells``. Computed once, since births are many.
struct CellTree {
    /// Number of cells in each cell's subtree, the cell included.
    private(set) var sizes: [Int] = []
    /// Whether each cell can emit: it is enabled, its clock runs, it has a birth rate or a burst, and its parent can
    /// emit.
    private(set) var emits: [Bool] = []

    init(_ timeline: LayerTimeline) {
        let own = Set(timeline.cellsWithOwnRate)
        func add(_ cell: EmitterCell, _ canEmit: Bool) {
            let index = sizes.count
            sizes.append(1)
            let isFed = cell.birthRate > 0 || cell.burst != nil || own.contains(index)
            emits.append(canEmit && cell.enabled && cell.speed > 0 && isFed)
            let emitsItself = emits[index]
            for child in cell.emitterCells { add(child, emitsItself) }
            sizes[index] = sizes.count - index
        }
        for cell in timeline.emitter.emitterCells { add(cell, true) }
    }
}
