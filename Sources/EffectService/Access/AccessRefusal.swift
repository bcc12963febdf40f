internal import EffectCatalog
internal import EffectModel
internal import HTTPTypes

/// The reason a request is refused although the resource may exist.
enum AccessRefusal: Error {
    /// The URL has no signature.
    case signatureRequired
    /// The signature is not valid for the URL.
    case signatureInvalid
    /// The signature was valid until the given time, in seconds since 1970.
    case signatureExpired(at: Int64)
    /// The bearer token is missing, or not a known one.
    case tokenRequired(isWrong: Bool)
    /// The service does not offer the resource to anyone. The text is the problem's detail.
    case notOffered(String)
    /// Some parameters are not offered to anyone.
    case parameters([ParameterFault])
}
