internal import EffectModel

extension DrawList {
    /// Whether the two show the same, as far as that can be told without drawing them.
    func looks(like other: DrawList) -> Bool {
        groups.elementsEqual(other.groups) { own, other in
            guard own.items.elementsEqual(other.items, by: { $0.looks(like: $1) }) else { return false }
            var bare = (own, other)
            (bare.0.items, bare.1.items) = ([], [])
            return bare.0 == bare.1
        }
    }
}

extension DrawList.Item {
    /// All but its age.
    func looks(like other: DrawList.Item) -> Bool {
        var own = self
        own.age = other.age
        return own == other
    }
}
