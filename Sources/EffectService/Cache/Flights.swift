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

    /// One who waits for a render that another has begun.
    struct Passenger: Sendable {
        let answer: Answer
        /// Asks anew, for itself: the other may have lost its place.
        let askAnew: @Sendable () -> Void
    }

    private struct Course {
        let flight: Flight
        /// Where it is sent as it is made.
        var animation: SharedAnimation?
        /// The first is whose render it is.
        var passengers: [Passenger] = []
        /// How many of them have left.
        var left = 0
    }

    private let flights = Mutex<[EntityTag: Course]>([:])

    /// How many wait before anything is sent, those included who have begun a render.
    var passengers: Int { flights.withLock { $0.values.reduce(0) { $0 + $1.passengers.count } } }

    /// Joins the render of `tag`, or begins it.
    ///
    /// - Parameters:
    ///   - cache: Where renders leave what they have made before they end: one that has ended since the caller looked there.
    ///   - onAbandon: Called when everybody has left before anything was sent.
    ///   - askAnew: See ``Passenger``.
    /// - Returns: What was begun, if it was: then ``end(_:)`` or ``share(_:as:type:)`` has to follow.
    func begin(
        _ tag: EntityTag,
        _ answer: Answer,
        type: String,
        unlessIn cache: AnswerCache,
        onAbandon: @escaping @Sendable (Flight) -> Void,
        askAnew: @escaping @Sendable () -> Void
    ) -> Flight? {
        let passenger = Passenger(answer: answer, askAnew: askAnew)
        enum Boarding { case first(Flight), waiting(Flight), reader(any BodySource), made(AnswerCache.Entry) }
        let boarding = flights.withLock { flights -> Boarding in
            if let reader = flights[tag]?.animation?.reader(for: answer.record) { return .reader(reader) }
            // What has gone too far to be joined is made anew.
            if let flight = flights[tag]?.flight, flights[tag]?.animation == nil {
                flights[tag]?.passengers.append(passenger)
                return .waiting(flight)
            }
            if let entry = cache[tag] { return .made(entry) }
            let flight = Flight(tag, RenderPool.Ticket(answer.caller))
            flights[tag] = Course(flight: flight, passengers: [passenger])
            return .first(flight)
        }
        switch boarding {
        case .made(let entry):
            answer.send(entry)
            return nil
        case .reader(let source):
            answer.stream(source, type: type, cache: .effect)
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
            guard flights[flight.tag]?.flight === flight, flights[flight.tag]?.animation == nil else { return false }
            // Each leaves once.
            flights[flight.tag]?.left += 1
            guard let course = flights[flight.tag], course.left == course.passengers.count else { return false }
            flight.abandon()
            flights[flight.tag] = nil
            return true
        }
    }

    /// Takes it away.
    ///
    /// - Returns: Those who wait for it.
    func end(_ flight: Flight) -> [Passenger] {
        flights.withLock { flights in
            guard let course = flights[flight.tag], course.flight === flight, course.animation == nil else { return [] }
            flights[flight.tag] = nil
            return course.passengers
        }
    }

    /// Lets it be sent while it is made, to those who wait and to who comes later.
    func share(_ flight: Flight, as animation: SharedAnimation, type: String) {
        let readers = flights.withLock { flights -> [(Answer, any BodySource)] in
            guard let course = flights[flight.tag], course.flight === flight, course.animation == nil else { return [] }
            flights[flight.tag] = Course(flight: flight, animation: animation)
            return course.passengers.compactMap { passenger in
                animation.reader(for: passenger.answer.record).map { (passenger.answer, $0) }
            }
        }
        for (answer, source) in readers { answer.stream(source, type: type, cache: .effect) }
    }

    /// Nobody can join it any more.
    func close(_ flight: Flight, _ animation: SharedAnimation) {
        flights.withLock { flights in
            if flights[flight.tag]?.animation === animation { flights[flight.tag] = nil }
        }
    }
}
