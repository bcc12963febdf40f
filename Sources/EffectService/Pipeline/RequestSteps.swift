/// Everything that happens to a request, in order. Each step is a file of its name in `Steps/`.
extension EffectHandler {
    /// Steps of every request, on the connection's queue. The last one continues on a thread that parses.
    static let requestSteps: [RequestStep] = [
        .serveKnownTarget,
        .answerOptions,
        .authorize,
        .redirect,
        .serveFromRequestIndex,
        .refuseParameters,
        .answerResource,
        .parseEffect,
    ]

    /// Steps of a parsed request for an effect, on a thread that parses. The last one queues a render.
    static let effectSteps: [EffectStep] = [
        .estimate,
        .matchEntityTag,
        .serveFromCache,
        .checkCost,
        .answerHead,
        .joinRenderInFlight,
        .render,
    ]

    /// Runs the steps of a request until one has answered, or has passed the request on.
    func run(_ request: PendingRequest) {
        var request = request
        for step in Self.requestSteps {
            do {
                if try step.run(self, &request) == .done { return }
            } catch {
                // Only requests with a route get this far.
                guard let route = request.record.routing.route else { return }
                return request.writer(for: route).fail(error)
            }
        }
    }

    /// Runs the steps of a parsed request for an effect.
    ///
    /// - Throws: The error to answer with.
    func run(_ effect: PendingEffect) throws {
        var effect = effect
        for step in Self.effectSteps where try step.run(self, &effect) == .done { return }
    }
}

/// The continuation after a step.
enum StepOutcome {
    /// The next step follows.
    case next
    /// The request has been answered, or passed on to a queue.
    case done
}

/// A step of every request.
struct RequestStep: Sendable {
    let run: @Sendable (EffectHandler, inout PendingRequest) throws -> StepOutcome
}

/// A step of a parsed request for an effect.
struct EffectStep: Sendable {
    let run: @Sendable (EffectHandler, inout PendingEffect) throws -> StepOutcome
}
