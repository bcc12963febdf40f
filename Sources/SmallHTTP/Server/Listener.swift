import Dispatch
import Glibc
import Logging

/// Accepts connections and distributes them among the loops.
///
/// `@unchecked Sendable`: the mutable properties are accessed on ``queue`` only, where the source's handler runs and
/// where ``start()`` and ``close(then:)`` enqueue their work.
final class Listener: @unchecked Sendable {
    /// System calls of a listener; tests may replace them.
    struct System: Sendable {
        var listening = Socket.listening
        var accept = Socket.accepted
        /// Opens a spare descriptor.
        var spare: @Sendable () -> FileDescriptor? = {
            let number = open("/dev/null", O_RDONLY | O_CLOEXEC)
            return number >= 0 ? FileDescriptor(number) : nil
        }
    }

    let address: SocketAddress
    let loops: [EventLoop]
    private let queue = DispatchQueue(label: "SmallHTTP.accept")
    private let context: ServerContext
    private let system: System
    private let limits: ConnectionRegister.Limits
    private var refusals: Refusals
    private var descriptor: FileDescriptor?
    private var source: (any DispatchSourceRead)?
    private var isPaused = false
    private var nextLoop = 0
    fileprivate static let maximumLingeringRefusals = 64
    private var lingeringRefusals = 0
    private var lastWarning = DispatchTime(uptimeNanoseconds: 0)
    /// Descriptor closed when descriptors run out, so that one more connection can be accepted and refused. A
    /// connection left in the backlog would make the source fire forever.
    private var spare: FileDescriptor?

    init(context: ServerContext, system: System = System()) throws(SocketError) {
        let configuration = context.configuration
        let descriptor = try Self.listening(configuration, system)
        self.descriptor = descriptor
        self.context = context
        self.system = system
        address = try Socket.localAddress(of: descriptor)
        var loops: [EventLoop] = []
        for number in context.gauges.indices { loops.append(try EventLoop(number: number, context: context)) }
        self.loops = loops
        spare = system.spare()
        limits = ConnectionRegister.Limits(configuration, descriptors: FileDescriptor.limit, context.logger)
        refusals = Refusals(context)
    }

    /// Opens the listening socket. If every address is wanted and the system has no IPv6, listens on every IPv4
    /// address.
    private static func listening(
        _ configuration: HTTPServerConfiguration,
        _ system: System
    ) throws(SocketError) -> FileDescriptor {
        let wanted = try SocketAddress(resolving: configuration.host, port: configuration.port)
        do {
            return try system.listening(wanted, configuration.backlog)
        } catch {
            guard configuration.host == "::", let code = error.code,
                [EAFNOSUPPORT, EADDRNOTAVAIL, EPROTONOSUPPORT].contains(code)
            else { throw error }
            let every = try SocketAddress(resolving: "0.0.0.0", port: configuration.port)
            return try system.listening(every, configuration.backlog)
        }
    }

    func start() {
        queue.async { [self] in
            guard let descriptor else { return }
            let source = DispatchSource.makeReadSource(fileDescriptor: descriptor.number, queue: queue)
            source.setEventHandler { [weak self] in self?.acceptAll() }
            source.setCancelHandler { withExtendedLifetime(descriptor) {} }
            source.resume()
            self.source = source
        }
    }

    /// Stops listening; `action` runs after every accepted connection has been passed to its loop.
    func close(then action: @escaping @Sendable () -> Void) {
        queue.async { [self] in
            source?.cancel()
            if isPaused { source?.resume() }
            isPaused = false
            source = nil
            descriptor = nil
            action()
        }
    }

    private func acceptAll() {
        while let descriptor {
            do {
                let (connection, address) = try system.accept(descriptor)
                take(connection, from: address)
            } catch .systemCall("accept", EAGAIN) {
                return
            } catch {
                guard let code = error.code else { return }
                context.observer.acceptFailed(errno: code)
                switch code {
                case EMFILE, ENFILE:
                    guard shedOne(descriptor) else { return pause() }
                case ENOBUFS, ENOMEM:
                    return pause()
                case EBADF, EINVAL:
                    return
                default:
                    // Error of that one connection, which is gone: `accept(2)` says to treat network errors this way.
                    context.logger.debug("accept failed", metadata: ["error": "\(error)"])
                }
            }
        }
    }

    private func take(_ connection: FileDescriptor, from address: SocketAddress) {
        switch context.connections.enter(from: address.client, limits) {
        case .served: adopt(connection, from: address, isReserved: false)
        case .reserved: adopt(connection, from: address, isReserved: true)
        case .refused(let refusal):
            if refusal == .full {
                nextLoop = (nextLoop + 1) % loops.count
                loops[nextLoop].makeRoomSoon()
            }
            refuse(connection, refusal)
        }
    }

    private func adopt(_ connection: FileDescriptor, from address: SocketAddress, isReserved: Bool) {
        nextLoop = (nextLoop + 1) % loops.count
        loops[nextLoop].adopt(connection, from: address, isReserved: isReserved)
    }

    /// Answers a connection and ends it; lingers for a limited number of them, so that their clients see the answer.
    private func refuse(_ connection: FileDescriptor, _ refusal: ConnectionRefusal) {
        send(refusal, to: connection)
        Socket.endWriting(connection)
        guard lingeringRefusals < Self.maximumLingeringRefusals else { return }
        lingeringRefusals += 1
        queue.asyncAfter(deadline: .now() + .milliseconds(200)) { [self] in
            lingeringRefusals -= 1
            // Received bytes are read, so that closing does not send a reset.
            var dropped = [UInt8](repeating: 0, count: 16 * 1024)
            _ = Socket.receive(connection, into: &dropped, atMost: dropped.count)
        }
    }

    /// Accepts one connection with the help of the spare descriptor, and refuses it.
    ///
    /// - Returns: Whether a spare descriptor is available again. If not, another thread took it, and only time can
    ///   help.
    private func shedOne(_ descriptor: FileDescriptor) -> Bool {
        guard spare != nil else {
            spare = system.spare()
            return spare != nil
        }
        // One line a second: a flood of connections must not become a flood of log lines.
        if DispatchTime.now() > lastWarning + .seconds(1) {
            lastWarning = .now()
            context.logger.warning("out of file descriptors; refusing connections")
        }
        spare = nil
        if let (connection, _) = try? system.accept(descriptor) { send(.outOfDescriptors, to: connection) }
        spare = system.spare()
        return spare != nil
    }

    private func send(_ refusal: ConnectionRefusal, to connection: FileDescriptor) {
        context.observer.connectionRefused(refusal)
        let answer = refusals.answer(to: refusal)
        var output = OutputQueue()
        output.append(answer.head)
        output.append(answer.body)
        _ = output.send(to: connection)
    }

    private func pause() {
        guard let source, !isPaused else { return }
        isPaused = true
        source.suspend()
        queue.asyncAfter(deadline: .now() + .nanoseconds(Int(clamping: context.timeouts.acceptPause))) { [self] in
            guard isPaused else { return }
            isPaused = false
            self.source?.resume()
        }
    }
}

extension ConnectionRegister.Limits {
    /// Limits of the configuration, reduced to the available descriptors.
    init(_ configuration: HTTPServerConfiguration, descriptors: Int, _ logger: Logger) {
        let wanted = max(1, configuration.maximumConnections)
        let reserved = max(0, configuration.reservedConnections)
        let others = max(0, configuration.spareDescriptors).saturatingSum(Listener.maximumLingeringRefusals)
        served = max(1, min(wanted, descriptors - min(descriptors, reserved.saturatingSum(others))))
        self.reserved = reserved
        perAddress = configuration.maximumConnectionsPerAddress.map { max(1, $0) }
        if served < wanted {
            logger.warning(
                "the limit on file descriptors allows fewer connections than configured",
                metadata: ["connections": "\(served)", "configured": "\(wanted)", "descriptors": "\(descriptors)"]
            )
        }
    }
}

extension Int {
    fileprivate func saturatingSum(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
