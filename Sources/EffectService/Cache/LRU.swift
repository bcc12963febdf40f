/// A cache of named values with sizes, which evicts the least recently used.
///
/// When the cache is full, a new name must be inserted twice before it evicts another. A flood of names that are never
/// requested again therefore evicts nothing.
///
/// - Source: the doorkeeper of TinyLFU (Einziger, Friedman, Manes 2017).
struct LRU<Value> {
    private struct Node {
        var name: String
        var value: Value
        var size: Int
        /// Indices of the neighbors in order of use; -1 for none.
        var older: Int
        var newer: Int
    }

    private var nodes: [Node?] = []
    private var free: [Int] = []
    private var places: [String: Int] = [:]
    private var oldest = -1
    private var newest = -1
    /// Hashes of names refused recently.
    private var doorkeeper: Set<Int> = []

    /// Upper bound of the sum of all sizes.
    let capacity: Int
    private(set) var size = 0
    /// Number of values evicted so far.
    private(set) var evictions = 0

    private static var doorkeeperSize: Int { 16_384 }

    init(capacity: Int) { self.capacity = max(0, capacity) }

    var count: Int { places.count }

    /// Returns the value, and marks it as most recently used.
    ///
    /// - Complexity: O(1).
    mutating func value(_ name: String) -> Value? {
        guard let place = places[name], let node = nodes[place] else { return nil }
        unlink(place)
        link(place)
        return node.value
    }

    /// - Returns: Whether the value was stored.
    /// - Complexity: O(1), plus O(1) for each evicted value.
    @discardableResult
    mutating func insert(_ value: Value, size newSize: Int, for name: String) -> Bool {
        guard newSize <= capacity else { return false }
        if let place = places[name] { remove(place) }
        if size + newSize > capacity {
            guard doorkeeper.remove(name.hashValue) != nil else {
                if doorkeeper.count >= Self.doorkeeperSize { doorkeeper.removeAll(keepingCapacity: true) }
                doorkeeper.insert(name.hashValue)
                return false
            }
            while size + newSize > capacity, oldest >= 0 {
                remove(oldest)
                evictions += 1
            }
        }
        let place = free.popLast() ?? nodes.count
        if place == nodes.count { nodes.append(nil) }
        nodes[place] = Node(name: name, value: value, size: newSize, older: -1, newer: -1)
        places[name] = place
        size += newSize
        link(place)
        return true
    }

    private mutating func remove(_ place: Int) {
        guard let node = nodes[place] else { return }
        unlink(place)
        nodes[place] = nil
        free.append(place)
        places[node.name] = nil
        size -= node.size
    }

    private mutating func unlink(_ place: Int) {
        guard let node = nodes[place] else { return }
        if node.older >= 0 { nodes[node.older]?.newer = node.newer } else { oldest = node.newer }
        if node.newer >= 0 { nodes[node.newer]?.older = node.older } else { newest = node.older }
    }

    private mutating func link(_ place: Int) {
        nodes[place]?.older = newest
        nodes[place]?.newer = -1
        if newest >= 0 { nodes[newest]?.newer = place } else { oldest = place }
        newest = place
    }
}
