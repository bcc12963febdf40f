import Dispatch
import Foundation
import HTTPTypes
import Logging

/// Accepts connections and deals them out to the loops.
///
/// `@unchecked Sendable`: the mutable properties are touched on ``queue`` only, where the source's handler runs and
/// where ``start()`` and ``close(then:)`` hop.
final class Listener: @unchecked Sendable {
    let address: SocketAddress
    let loops: [EventLoop]
    private let queue = DispatchQueue(label: "SmallHTTP.accept")
    private let context: ServerContext
    private let refusal: (head: [UInt8], body: [UInt8])
    private var descriptor: FileDescriptor?
    private var source: (any DispatchSourceRead)?
    private var isPaused = false
    private var nextLoop = 0
    private var lingeringRefusals = 0
    private var lastWarning = DispatchTime(uptimeNanoseconds: 0)
    /// Given up when descriptors run out, so that one more connection can be accepted and sent away. Left in the
    /// backlog it would make the source fire for ever.
    private var spare: FileDescriptor?

    init(context: ServerContext) throws(SocketError) {
        let configuration = context.configuration
        let wanted = try SocketAddress(resolving: configuration.host, port: configuration.port)
        let descriptor = try Socket.listening(at: wanted, backlog: configuration.backlog)
        self.descriptor = descriptor
        self.context = context
        address = try Socket.localAddress(of: descriptor)
        loops = (0..<max(1, configuration.eventLoops)).map { EventLoop(number: $0, context: context) }
        spare = Self.makeSpare()

        // Made once: when there are too many connections is no time to make each of them an answer of its own.
        let failure = HTTPFailure.tooManyConnections(allowed: configuration.maximumConnections)
        let response = context.handler.response(to: failure)
        let isFinal = (200...599).contains(response.head.status.code)
        let plan = ResponsePlan(
            isFinal ? response : OutgoingResponse(head: HTTPResponse(status: failure.status)),
            ResponsePlan.Context(serverName: context.serverName)
        )
        refusal = (plan.head, plan.bytes)
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

    /// Stops listening; `action` runs when every connection accepted before is with its loop.
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
                let (connection, address) = try Socket.accepted(from: descriptor)
                take(connection, from: address)
            } catch .systemCall("accept", EAGAIN) {
                return
            } catch .systemCall("accept", let code) where code == EMFILE || code == ENFILE {
                guard shedOne(descriptor) else {
                    pause()
                    return
                }
            } catch .systemCall("accept", let code) where code == ENOBUFS || code == ENOMEM {
                pause()
                return
            } catch {
                // Of that one connection, which is gone again: `accept(2)` says to treat network errors so.
                context.logger.debug("accept failed", metadata: ["error": "\(error)"])
                if case .systemCall("accept", EBADF) = error { return }
                if case .systemCall("accept", EINVAL) = error { return }
            }
        }
    }

    private func take(_ connection: FileDescriptor, from address: SocketAddress) {
        let configuration = context.configuration
        let count = context.connections.count
        let isReserved = count >= configuration.maximumConnections
        if isReserved, count - configuration.maximumConnections >= configuration.reservedConnections {
            refuse(connection)
            return
        }
        context.connections.enter()
        nextLoop = (nextLoop + 1) % loops.count
        loops[nextLoop].adopt(connection, from: address.host, isReserved: isReserved)
    }

    /// Sends the 503 and ends; lingers for the first few, so that they see it.
    private func refuse(_ connection: FileDescriptor) {
        _ = Socket.send(refusal.head, from: 0, then: refusal.body, to: connection)
        Socket.endWriting(connection)
        guard lingeringRefusals < 64 else { return }
        lingeringRefusals += 1
        queue.asyncAfter(deadline: .now() + .milliseconds(200)) { [self] in
            lingeringRefusals -= 1
            // What the client sent is taken, so that closing is no reset.
            var dropped = [UInt8](repeating: 0, count: 16 * 1024)
            _ = Socket.receive(connection, into: &dropped, atMost: dropped.count)
        }
    }

    /// Accepts one connection by way of the spare descriptor and sends it away.
    ///
    /// - Returns: Whether there is a spare again. If not, others took it, and only time can help.
    private func shedOne(_ descriptor: FileDescriptor) -> Bool {
        guard spare != nil else {
            spare = Self.makeSpare()
            return spare != nil
        }
        // One a second: a flood of connections is not to become a flood of lines.
        if DispatchTime.now() > lastWarning + .seconds(1) {
            lastWarning = .now()
            context.logger.warning("out of descriptors; connections are refused")
        }
        spare = nil
        if let (connection, _) = try? Socket.accepted(from: descriptor) {
            _ = Socket.send(refusal.head, from: 0, then: refusal.body, to: connection)
        }
        spare = Self.makeSpare()
        return spare != nil
    }

    private func pause() {
        guard let source, !isPaused else { return }
        isPaused = true
        source.suspend()
        queue.asyncAfter(deadline: .now() + .milliseconds(100)) { [self] in
            guard isPaused else { return }
            isPaused = false
            self.source?.resume()
        }
    }

    private static func makeSpare() -> FileDescriptor? {
        let number = open("/dev/null", O_RDONLY | O_CLOEXEC)
        return number >= 0 ? FileDescriptor(number) : nil
    }
}

extension ResponsePlan {
    /// The body, where it is bytes; an overload is answered with nothing longer.
    fileprivate var bytes: [UInt8] {
        if case .bytes(let bytes) = body { bytes } else { [] }
    }
}
