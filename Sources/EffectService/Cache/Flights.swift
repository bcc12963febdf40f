internal import SmallHTTP
import Synchronization

/// Renders in flight by entity tag. A request for the same bytes joins the render (coalescing), so that nothing is
/// rendered twice.
final class Flights: Sendable {
    /// A render in flight.
    final class Flight: Sendable {
        let tag: EntityTag
        /// Ticket of the render's job. The caller that began the render is charged for it, even after leaving while
        /// others wait.
        let ticket: RenderPool.Ticket
        private let abandoned = Atomic(false)

        fileprivate init(_ tag: EntityTag, _ ticket: RenderPool.Ticket) { (self.tag, self.ticket) = (tag, ticket) }

        /// Whether every waiting request has left. An abandoned render cannot be joined.
        var isAbandoned: Bool { abandoned.load(ordering: .relaxed) }

        fileprivate func abandon() { abandoned.store(true, ordering: .relaxed) }
    }

    /// A request that waits for a render.
    struct Passenger: Sendable {
        let answer: Answer
        /// Restarts the request in its own name, since the render may have failed for reasons of the caller that began
        /// it.
        let askAnew: @Sendable () -> Void
    }

    private struct Course {
        let flight: Flight
        /// The animation, once the render is streamed as it is made.
        var animation: SharedAnimation?
        /// Waiting requests. The first one began the render.
        var passengers: [Passenger] = []
        /// Number of waiting requests that have left.
        var left = 0
    }

    private let flights = Mutex<[EntityTag: Course]>([:])

    /// Number of requests that wait before anything is sent, including those that began a render.
    var passengers: Int { flights.withLock { $0.values.reduce(0) { $0 + $1.passengers.count } } }

    /// Joins the render of `tag`, or begins it.
    ///
    /// - Parameters:
    ///   - cache: Checked again under the lock, since a render stores its answer before it ends.
    ///   - onAbandon: Called when every waiting request has left before anything was sent.
    ///   - askAnew: See ``Passenger``.
    /// - Returns: The render if this request began it: ``end(_:)`` or ``share(_:as:type:)`` has to follow. Otherwise
    ///   `nil`.
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
            // An animation past the point of joining is rendered anew.
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

    /// Counts a waiting request that has left.
    ///
    /// - Returns: Whether it was the last one.
    private func leave(_ flight: Flight) -> Bool {
        flights.withLock { flights in
            guard flights[flight.tag]?.flight === flight, flights[flight.tag]?.animation == nil else { return false }
            // Cancellation is reported once per request.
            flights[flight.tag]?.left += 1
            guard let course = flights[flight.tag], course.left == course.passengers.count else { return false }
            flight.abandon()
            flights[flight.tag] = nil
            return true
        }
    }

    /// Removes a finished or failed render.
    ///
    /// - Returns: The requests that wait for it.
    func end(_ flight: Flight) -> [Passenger] {
        flights.withLock { flights in
            guard let course = flights[flight.tag], course.flight === flight, course.animation == nil else { return [] }
            flights[flight.tag] = nil
            return course.passengers
        }
    }

    /// Streams the animation while it is made, to the waiting requests and to later ones.
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

    /// Removes an animation that can no longer be joined.
    func close(_ flight: Flight, _ animation: SharedAnimation) {
        flights.withLock { flights in
            if flights[flight.tag]?.animation === animation { flights[flight.tag] = nil }
        }
    }
}
