internal import SmallHTTP
import Synchronization

/// Renders under way, by what they will be: who asks for the same waits for it, and nothing is made twice.
final class Flights: Sendable {
    /// One render under way.
    final class Flight: Sendable {
        let tag: EntityTag
        /// Of its job. Whoever begins it is charged for it, also when others wait for it and that one has left.
        let ticket: RenderPool.Ticket
        private let abandoned = Atomic(false)

        fileprivate init(_ tag: EntityTag, _ ticket: RenderPool.Ticket) { (self.tag, self.ticket) = (tag, ticket) }

        /// Whether everybody who waited for it has left. Nobody joins it then.
        var isAbandoned: Bool { abandoned.load(ordering: .relaxed) }

        fileprivate func abandon() { abandoned.store(true, ordering: .relaxed) }
    }

    private enum Course {
        /// Made as a whole.
        case whole([Answer])
        /// Sent as it is made.
        case shared(SharedAnimation)
    }

    private let flights = Mutex<[EntityTag: (flight: Flight, course: Course)]>([:])

    /// Joins the render of `tag`, or begins it.
    ///
    /// - Parameters:
    ///   - cache: Where renders leave what they have made before they end. One that ended since the caller looked there is seen here.
    ///   - onAbandon: Called when everybody has left before anything was sent.
    /// - Returns: What was begun, if it was: then ``end(_:)`` or ``share(_:as:type:)`` has to follow.
    func begin(
        _ tag: EntityTag,
        _ answer: Answer,
        type: String,
        unlessIn cache: AnswerCache,
        onAbandon: @escaping @Sendable (Flight) -> Void
    ) -> Flight? {
        enum Boarding { case first(Flight), waiting(Flight), reader(any BodySource), made(AnswerCache.Entry) }
        let boarding = flights.withLock { flights -> Boarding in
            switch flights[tag] {
            case (let flight, .whole(let answers))?:
                flights[tag] = (flight, .whole(answers + [answer]))
                return .waiting(flight)
            case (_, .shared(let animation))?:
                if let reader = animation.reader(for: answer.record) { return .reader(reader) }
                // It has gone too far to be joined: this one is made anew.
                fallthrough
            case nil:
                if let entry = cache[tag] { return .made(entry) }
                let flight = Flight(tag, RenderPool.Ticket(answer.caller))
                flights[tag] = (flight, .whole([answer]))
                return .first(flight)
            }
        }
        switch boarding {
        case .made(let entry):
            answer.send(entry)
            return nil
        case .reader(let source):
            answer.stream(source, type: type, cache: ServiceFields.cacheable)
            return nil
        case .first(let flight), .waiting(let flight):
            answer.exchange.onCancel { [weak self] in
                if self?.leave(flight) == true { onAbandon(flight) }
            }
            if case .first = boarding { return flight }
            return nil
        }
    }

    /// Somebody has left.
    ///
    /// - Returns: Whether it was the last one.
    private func leave(_ flight: Flight) -> Bool {
        flights.withLock { flights in
            guard case (let own, .whole(let answers))? = flights[flight.tag], own === flight,
                answers.allSatisfy(\.exchange.isCancelled)
            else { return false }
            flight.abandon()
            flights[flight.tag] = nil
            return true
        }
    }

    /// Takes it away.
    ///
    /// - Returns: Those who wait for it.
    func end(_ flight: Flight) -> [Answer] {
        flights.withLock { flights in
            guard case (let own, .whole(let answers))? = flights[flight.tag], own === flight else { return [] }
            flights[flight.tag] = nil
            return answers
        }
    }

    /// Lets it be sent while it is made, to those who wait and to who comes later.
    func share(_ flight: Flight, as animation: SharedAnimation, type: String) {
        let readers = flights.withLock { flights -> [(Answer, any BodySource)] in
            guard case (let own, .whole(let answers))? = flights[flight.tag], own === flight else { return [] }
            flights[flight.tag] = (flight, .shared(animation))
            return answers.compactMap { answer in animation.reader(for: answer.record).map { (answer, $0) } }
        }
        for (answer, source) in readers { answer.stream(source, type: type, cache: ServiceFields.cacheable) }
    }

    /// Nobody can join it any more.
    func close(_ flight: Flight, _ animation: SharedAnimation) {
        flights.withLock { flights in
            if case (_, .shared(let own))? = flights[flight.tag], own === animation { flights[flight.tag] = nil }
        }
    }
}
