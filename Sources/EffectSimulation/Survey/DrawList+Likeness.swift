internal import EffectModel

extension DrawList {
    /// Whether an image of this list is the same as one of another. Ages have no look.
    func looksLike(_ other: DrawList) -> Bool {
        bloom == other.bloom && Self.lookAlike(groups, other.groups)
    }

    private static func lookAlike(_ ours: [Group], _ theirs: [Group]) -> Bool {
        ours.count == theirs.count
            && zip(ours, theirs).allSatisfy { ours, theirs in
                ours.items.count == theirs.items.count && zip(ours.items, theirs.items).allSatisfy(lookAlike)
                    && lookAlike(ours.groups, theirs.groups) && bare(ours) == bare(theirs)
            }
    }

    private static func lookAlike(_ ours: Item, _ theirs: Item) -> Bool {
        var aged = ours
        aged.age = theirs.age
        return aged == theirs
    }

    /// Returns what a group has beside its contents.
    private static func bare(_ group: Group) -> Group {
        var group = group
        (group.items, group.groups) = ([], [])
        return group
    }
}
