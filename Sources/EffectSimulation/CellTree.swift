internal import EffectModel

/// A layer's cells as a tree, by their index in ``Emitter/allCells``: worked out once, since births are many.
struct CellTree {
    /// Places that a cell takes, with all below it.
    private(set) var sizes: [Int] = []
    /// Whether a cell can give birth at all: its parents too, its clock runs, and something makes it.
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
