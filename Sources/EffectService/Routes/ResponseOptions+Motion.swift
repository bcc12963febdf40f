internal import EffectCatalog
internal import HTTPTypes

extension ResponseOptions {
    /// Whether to render a still: as the URL says, or else as the client prefers.
    ///
    /// - Source: Media Queries Level 5 §12.1, User Preference Media Features Client Hints Headers.
    func isStill(_ head: HTTPRequest) -> Bool {
        isStill ?? (head.headerFields[.prefersReducedMotion]?.contains("reduce") == true)
    }
}
