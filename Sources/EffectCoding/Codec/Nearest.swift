import EffectModel

/// Suggests corrections for misspelled names.
public enum Nearest {
    /// The candidate with the smallest edit distance, if it is small enough for a typo. Ties are resolved
    /// alphabetically.
    ///
    /// - Complexity: O(candidates × name²); names over 64 bytes are not compared.
    public static func name(to name: String, among candidates: some Sequence<String>) -> String? {
        let wanted = Array(name.lowercased().utf8)
        guard (2...64).contains(wanted.count) else { return nil }
        let allowance = max(1, wanted.count / 3)
        return candidates.sorted()
            .map { ($0, edits(wanted, Array($0.lowercased().utf8))) }
            .filter { $0.1 <= allowance }
            .min { $0.1 < $1.1 }?
            .0
    }

    /// Damerau–Levenshtein distance: a transposition of neighbors counts as one edit.
    private static func edits(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var before = Array(repeating: 0, count: b.count + 1)
        var row = Array(0...b.count)
        for (i, left) in a.enumerated() {
            var next = [i + 1]
            for (j, right) in b.enumerated() {
                var cost = min(row[j] + (left == right ? 0 : 1), next[j] + 1, row[j + 1] + 1)
                if i > 0, j > 0, left == b[j - 1], a[i - 1] == right { cost = min(cost, before[j - 1] + 1) }
                next.append(cost)
            }
            (before, row) = (row, next)
        }
        return row[b.count]
    }
}
