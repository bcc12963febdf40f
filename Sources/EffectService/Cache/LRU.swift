/// Values by name, with sizes: when there is no room, the ones not asked for the longest go.
///
/// Once it is full, a new name has to be asked for twice before it takes another's place: names that nobody asks for again, as a
/// flood of them is, push nothing out.
///
/// - Source: the doorkeeper of TinyLFU (Einziger, Friedman, Manes 2017).
struct LRU<Value> {
    private struct Node {
        var name: String
        var value: Value
        var size: Int
        /// Places of the one asked for before, and after.
        var older: Int
        var newer: Int
    }

    private var nodes: [Node?] = []
    private var free: [Int] = []
    private var places: [String: Int] = [:]
    private var oldest = -1
    private var newest = -1
    /// Names that were turned away lately.
    private var doorkeeper: Set<Int> = []

    /// The most that sizes may add up to.
    let capacity: Int
    private(set) var size = 0
    /// How many had to go.
    private(set) var evictions = 0

    private static var doorkeeperSize: Int { 16_384 }

    init(capacity: Int) { self.capacity = max(0, capacity) }

    var count: Int { places.count }

    /// - Complexity: O(1).
    mutating func value(_ name: String) -> Value? {
        guard let place = places[name], let node = nodes[place] else { return nil }
        unlink(place)
        link(place)
        return node.value
    }

    /// - Returns: Whether it is kept.
    /// - Complexity: O(1), and as much for each one that goes.
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
