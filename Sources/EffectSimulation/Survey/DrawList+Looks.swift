package import EffectModel

extension DrawList {
    /// Whether two draw lists look the same, as far as can be told without drawing them.
    package func looks(like other: DrawList) -> Bool {
        bloom == other.bloom && groups.elementsEqual(other.groups) { $0.looks(like: $1) }
    }
}

extension DrawList.Group {
    fileprivate func looks(like other: DrawList.Group) -> Bool {
        guard items.elementsEqual(other.items, by: { $0.looks(like: $1) }),
            groups.elementsEqual(other.groups, by: { $0.looks(like: $1) })
        else { return false }
        var bare = (self, other)
        (bare.0.items, bare.1.items) = ([], [])
        (bare.0.groups, bare.1.groups) = ([], [])
        return bare.0 == bare.1
    }
}

extension DrawList.Item {
    /// Whether two items are equal apart from their ages.
    package func looks(like other: DrawList.Item) -> Bool {
        var own = self
        own.age = other.age
        return own == other
    }
}
