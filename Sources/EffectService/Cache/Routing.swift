/// The destination of a request by its head: a cached answer, or a route.
struct Routing: Sendable {
    /// The parsed target; `nil` if invalid or not needed.
    private(set) var target: RequestTarget?
    /// The resource; `nil` if there is none.
    private(set) var route: Route?
    /// The cached answer, if found by the target alone.
    private(set) var known: ResponseCache.Known?

    /// - Parameter path: Path and query of the request; `nil` for none.
    init(_ path: String?) {
        target = path.flatMap(RequestTarget.init)
        route = target.flatMap { Route($0.segments) }
    }

    init(known: ResponseCache.Known) { self.known = known }
}
