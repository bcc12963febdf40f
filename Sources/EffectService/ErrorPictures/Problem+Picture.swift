internal import HTTPTypes
internal import SmallHTTP

extension Problem {
    /// The response to `head`: a problem document, or an image of it. Never stored.
    ///
    /// - Parameter standing: The service's default form, for requests that name none.
    func response(to head: HTTPRequest, _ standing: ErrorForm, _ record: RequestRecord) -> OutgoingResponse {
        let wish = ErrorWish(head, standing)
        let title = "\(status.code) \(status.reasonPhrase)"
        guard wish.form != .problem,
            let picture = try? ErrorPicture(title, detail, width: wish.width, height: wish.height).bytes
        else { return response(to: record) }
        note(in: record)
        // Metrics and log count the problem's own status.
        if wish.form == .image { record.note { $0.problemStatus = status.code } }
        var answer = HTTPResponse(
            status: wish.form == .image ? .ok : status,
            headerFields: fields
        )
        answer.headerFields[.requestID] = record.id
        answer.headerFields[.contentType] = "image/png"
        answer.headerFields[.cacheControl] = "no-store"
        answer.headerFields[.hanabiError] = "\(kind.rawValue) \(status.code)"
        return OutgoingResponse(
            head: answer,
            prepared: ServiceFields.onAnswers,
            body: .bytes(picture),
            attachment: record
        )
    }
}
