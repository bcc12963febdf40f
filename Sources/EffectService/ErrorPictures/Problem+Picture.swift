internal import HTTPTypes
internal import SmallHTTP

extension Problem {
    /// The answer to `head`: a problem as JSON, or a picture of it. Neither is ever stored.
    ///
    /// - Parameter standing: The service's form, where the request names none.
    func response(to head: HTTPRequest, _ standing: ErrorForm) -> OutgoingResponse {
        let wish = ErrorWish(head, standing)
        let title = "\(status.code) \(status.reasonPhrase)"
        guard wish.form != .problem,
            let picture = try? ErrorPicture(title, detail, width: wish.width, height: wish.height).bytes
        else { return response }
        var answer = HTTPResponse(
            status: wish.form == .image ? .ok : status,
            headerFields: ServiceFields.everywhere + fields
        )
        answer.headerFields[.contentType] = "image/png"
        answer.headerFields[.cacheControl] = "no-store"
        answer.headerFields[.hanabiError] = "\(kind.rawValue) \(status.code)"
        answer.headerFields[.accessControlExposeHeaders] = "Hanabi-Error"
        return OutgoingResponse(head: answer, body: .bytes(picture))
    }
}
