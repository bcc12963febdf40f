internal import SmallHTTP
import Synchronization

/// Renders under way, by what they will be: who asks for the same waits for it, and nothing is made twice.
final class Flights: Sendable {
    private enum Flight {
        /// Made as a whole.
        case whole([Answer])
        /// Sent as it is made.
        case shared(SharedAnimation)
    }

    private let flights = Mutex<[EntityTag: Flight]>([:])

    /// Joins the render of `tag`, or begins it.
    ///
    /// - Returns: Whether it was begun: then ``end(_:)`` or ``share(_:as:)`` has to follow.
    func begin(_ tag: EntityTag, _ answer: Answer, type: String) -> Bool {
        let reader = flights.withLock { flights -> (isFirst: Bool, source: (any BodySource)?) in
            switch flights[tag] {
            case .whole(let answers):
                flights[tag] = .whole(answers + [answer])
                return (false, nil)
            case .shared(let animation):
                if let reader = animation.reader(for: answer.record) { return (false, reader) }
                // It has gone too far to be joined: this one is made anew.
                fallthrough
            case nil:
                flights[tag] = .whole([answer])
                return (true, nil)
            }
        }
        if let source = reader.source { answer.stream(source, type: type, cache: ServiceFields.cacheable) }
        return reader.isFirst
    }

    /// Whether nobody waits for it any more.
    func isAbandoned(_ tag: EntityTag) -> Bool {
        flights.withLock { flights in
            guard case .whole(let answers) = flights[tag] else { return false }
            return answers.allSatisfy(\.exchange.isCancelled)
        }
    }

    /// Takes it away.
    ///
    /// - Returns: Those who wait for it.
    func end(_ tag: EntityTag) -> [Answer] {
        flights.withLock { flights in
            guard case .whole(let answers) = flights.removeValue(forKey: tag) else { return [] }
            return answers
        }
    }

    /// Lets it be sent while it is made, to those who wait and to who comes later.
    func share(_ tag: EntityTag, as animation: SharedAnimation, type: String) {
        let readers = flights.withLock { flights -> [(Answer, any BodySource)] in
            guard case .whole(let answers) = flights[tag] else { return [] }
            flights[tag] = .shared(animation)
            return answers.compactMap { answer in animation.reader(for: answer.record).map { (answer, $0) } }
        }
        for (answer, source) in readers { answer.stream(source, type: type, cache: ServiceFields.cacheable) }
    }

    /// Nobody can join it any more.
    func close(_ tag: EntityTag, _ animation: SharedAnimation) {
        flights.withLock { flights in
            if case .shared(let own) = flights[tag], own === animation { flights[tag] = nil }
        }
    }
}
