/// Object that a handler keeps with a request, from its head to its ``RequestSummary``. The server never inspects it.
public typealias RequestAttachment = any AnyObject & Sendable
