/// Target of a key path: a property, by its index in the table of its owner's kind.
package enum AnimationTarget: Sendable, Equatable {
    case layer(property: Int)
    case emitter(property: Int)
    /// Cells that share a name, by their indices in ``Emitter/allCells``.
    case cells([Int], property: Int)
    /// Behaviors that share a name.
    case behaviors([BehaviorPlace], property: Int)

    /// Number of objects that the target covers.
    package var reach: Int {
        switch self {
        case .layer, .emitter: 1
        case .cells(let cells, _): cells.count
        case .behaviors(let places, _): places.count
        }
    }
}

/// Position of a behavior within an emitter.
package struct BehaviorPlace: Hashable, Sendable {
    /// Index of the cell in ``Emitter/allCells``; −1 for the emitter itself.
    package let cell: Int
    /// Index among the owner's behaviors.
    package let index: Int

    package init(cell: Int, index: Int) {
        (self.cell, self.index) = (cell, index)
    }
}
