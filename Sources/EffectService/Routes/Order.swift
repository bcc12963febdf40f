internal import EffectModel

/// A parsed request for an effect, from HTTP or from a line of a batch.
struct Order: Sendable {
    let spec: EffectSpec
    /// The document that the URL stands for; `nil` for a POSTed spec.
    let document: JSONValue?
    let form: Form
    /// Moments of a still image; `nil` for other forms.
    let moments: SnapshotRequest?
    let wishes: Wishes
    /// Whether the spec is a preset changed by parameters.
    let isPreset: Bool
    let name: SheetName
    /// Digest of the spec's files and texts.
    let assets: [UInt8]
    /// Bytes held while the request is queued.
    let held: Int

    /// The media type of the frames; `nil` if neither the path nor the spec names one.
    ///
    /// - Throws: ``PresetRequest/Failure`` if both name one and they differ.
    func type(_ asked: MediaType?) throws(PresetRequest.Failure) -> MediaType? {
        let own = spec.output.format.map(MediaType.init)
        if isPreset, let own, let asked, own.format != asked.format {
            let found = "\(own.format.rawValue), where the path's ending is another"
            throw .faults([ParameterFault(.conflict, "output.format", found: found, allowed: "one of the two")])
        }
        return asked ?? own
    }
}

/// Parses requests for effects, from HTTP and from lines of a batch alike.
struct OrderReader: Sendable {
    let limits: RenderLimits
    let library: any AssetLibrary
    /// Upper bound of an unpacked spec in a path, in bytes.
    let maximumSpecBytes: Int

    /// Limits for parsing. If the path leaves the format open, the frames may become data, and pixels are checked once
    /// the format is known.
    private func limits(of form: Form) -> RenderLimits {
        switch form {
        case .frames(let type): type?.isData ?? true ? limits.ofData : limits
        case .snapshot, .sheet: limits
        }
    }

    /// Parses a request for a preset with parameters.
    ///
    /// - Throws: ``PresetRequest/Failure`` with everything that is wrong, or ``Wishes/WrongVersion``.
    func preset(
        _ preset: String,
        _ form: Form,
        _ parameters: [PresetRequest.Parameter],
        name: SheetName
    ) throws -> Order {
        let names = Wishes.names(for: form)
        let (wishes, rest) = try Wishes.taken(from: parameters, among: names)
        try wishes.checkVersion()
        let recorder = AssetRecorder(library)
        let request = try PresetRequest.request(
            preset: preset,
            rest,
            kind: form.snapshot,
            besides: names + [ErrorForm.parameter],
            limits: limits(of: form),
            library: recorder
        )
        return Order(
            spec: request.spec,
            document: request.document,
            form: form,
            moments: request.moments,
            wishes: wishes,
            isPreset: true,
            name: name,
            assets: recorder.digest,
            held: recorder.heldBytes
        )
    }

    /// Parses a request with a spec in the path: the equivalent of a POST for clients that can only GET, such as an
    /// `<img>` tag.
    ///
    /// - Throws: ``PresetRequest/Failure``, ``Wishes/WrongVersion``, ``PackedSpec/Failure``, or `SpecError`.
    func packed(
        _ packed: PackedSpec,
        _ form: Form,
        _ parameters: [PresetRequest.Parameter],
        name: SheetName
    ) throws -> Order {
        let names = Wishes.names(for: form)
        let (wishes, rest) = try Wishes.taken(from: parameters, among: names)
        try wishes.checkVersion()
        let moments = try moments(form, rest, besides: names + [ErrorForm.parameter])
        let document = try packed.document(atMost: maximumSpecBytes)
        let recorder = AssetRecorder(library)
        let spec = try EffectSpec(json: document, limits: limits(of: form), library: recorder)
        return Order(
            spec: spec,
            document: document,
            form: form,
            moments: moments,
            wishes: wishes,
            isPreset: false,
            name: name,
            assets: recorder.digest,
            held: recorder.heldBytes
        )
    }

    /// Parses a request with a POSTed spec.
    ///
    /// - Parameters:
    ///   - bytes: Size of the document.
    ///   - document: Called after the parameters have been validated.
    /// - Throws: ``PresetRequest/Failure``, `SpecError`, or the error of `document`.
    func posted(
        _ form: Form,
        _ parameters: [PresetRequest.Parameter],
        bytes: Int,
        document: () throws -> JSONValue
    ) throws -> Order {
        let (wishes, rest) = try Wishes.taken(from: parameters, among: ["dry"])
        let moments = try moments(form, rest, besides: ["dry"])
        let recorder = AssetRecorder(library)
        let spec = try EffectSpec(json: document(), limits: limits(of: form), library: recorder)
        return Order(
            spec: spec,
            document: nil,
            form: form,
            moments: moments,
            wishes: wishes,
            isPreset: false,
            name: SheetName(stem: "sheet"),
            assets: recorder.digest,
            held: recorder.heldBytes + bytes
        )
    }

    /// The moments named by the parameters of a request with a complete spec.
    private func moments(
        _ form: Form,
        _ parameters: [PresetRequest.Parameter],
        besides others: [String]
    ) throws(PresetRequest.Failure) -> SnapshotRequest? {
        if let kind = form.snapshot { return try SnapshotRequest(kind, parameters, besides: others) }
        let faults = parameters.prefix(SpecError.maximumFaults).map {
            ParameterFault(unknownBesideSpec: $0.name, only: others.joined(separator: ", "))
        }
        if !faults.isEmpty { throw .faults(faults) }
        return nil
    }
}
