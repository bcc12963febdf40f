import Synchronization

/// A bounded number of places, each free again when its holder lets go of it.
final class Places: Sendable {
    private let free: Mutex<Int>

    init(_ count: Int) { free = Mutex(count) }

    /// A place; `nil` if all are taken.
    func take() -> Place? {
        let isFree = free.withLock { free in
            guard free > 0 else { return false }
            free -= 1
            return true
        }
        return isFree ? Place(of: self) : nil
    }

    /// One place, taken for as long as this lives.
    final class Place: Sendable {
        private let places: Places

        fileprivate init(of places: Places) { self.places = places }

        deinit { places.free.withLock { $0 += 1 } }
    }
}
