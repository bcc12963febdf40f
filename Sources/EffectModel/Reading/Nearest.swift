/// Finds what somebody probably meant.
public enum Nearest {
    /// The candidate that is fewest edits away, if it is near enough to be a slip; ties go to the alphabet.
    ///
    /// - Complexity: O(candidates × name²); names over 64 bytes are not compared.
    public static func name(to name: String, among candidates: some Sequence<String>) -> String? {
        let wanted = Array(name.lowercased().utf8)
        guard (1...64).contains(wanted.count) else { return nil }
        let allowance = max(1, wanted.count / 3)
        return candidates.sorted()
            .map { ($0, edits(wanted, Array($0.lowercased().utf8))) }
            .filter { $0.1 <= allowance }
            .min { $0.1 < $1.1 }?
            .0
    }

    /// Levenshtein's distance.
    private static func edits(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var row = Array(0...b.count)
        for (i, left) in a.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, right) in b.enumerated() {
                let replaced = diagonal + (left == right ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(replaced, row[j] + 1, row[j + 1] + 1)
            }
        }
        return row[b.count]
    }
}
