import EffectCoding
public import EffectCost
public import EffectModel
public import EffectRendering
public import StrictJSON

/// A parsed request for an effect, from HTTP, from a line of a batch or from the command line.
public struct EffectRequest: Sendable {
    /// The checked effect, in no output format yet.
    public let spec: EffectSpec
    /// The document that the URL stands for; `nil` for a POSTed spec.
    package let document: JSONValue?
    /// The output form that the request names.
    public let form: OutputForm
    /// Moments of a still image; `nil` for other forms.
    package let moments: SnapshotRequest?
    package let options: ResponseOptions
    /// Whether the spec is a preset changed by parameters.
    package let isPreset: Bool
    /// Whether the byte budget is that of a `target`, which concerns no data.
    package internal(set) var hasBudgetOfTarget = false
    /// The preset's own palette, which stills and lossless quality leave out; `nil` where a parameter sets one, and for a spec.
    package internal(set) var ownPalette: Output.Palette?
    /// Form with the fewest bytes that looks the same on a page; `nil` for a spec of the client's own.
    package let lightest: OutputFormat?
    package let name: SheetNames
    /// Digest of the spec's files and texts.
    package let assets: [UInt8]
    /// Bytes held while the request is queued.
    package let held: Int

    /// The media type of the frames; `nil` if neither the path nor the spec names one.
    ///
    /// - Throws: ``PresetRequest/Failure`` if both name one and they differ.
    package func type(_ asked: OutputFormat?) throws(PresetRequest.Failure) -> OutputFormat? {
        let own = spec.output.format.map(OutputFormat.init)
        if isPreset, let own, let asked, own.format != asked.format {
            let found = "\(own.format.rawValue), while the path's ending names another format"
            throw .faults([ParameterFault(.conflict, "output.format", found: found, allowed: "one of the two")])
        }
        return asked ?? own
    }

    /// Format of the vector that the path or the spec names; `nil` for another form, or if neither names one.
    package var vectorForm: OutputFormat? {
        let format: OutputFormat? =
            switch form {
            case .frames(let asked): asked ?? spec.output.format.map(OutputFormat.init)
            case .snapshot(_, let format): format
            case .sheet: nil
            }
        return format.flatMap { $0.isVector ? $0 : nil }
    }

    /// The document that the URL stands for, with the output format of the path's ending: POSTing the document gives the
    /// same frames. `nil` for a POSTed spec.
    package var explained: JSONValue? {
        guard let document, case .frames(let asked?) = form else { return document }
        let own = spec.output.format ?? .apng
        guard own != asked.format else { return document }
        let output = document["output"] ?? .object([])
        return document.setting("output", to: output.setting("format", to: .string(asked.format.rawValue)))
    }

    /// The plan for rendering the request, not priced yet.
    ///
    /// - Parameters:
    ///   - format: Format of frames, if the request leaves it open.
    ///   - isStill: Whether an animation is replaced by its best frame.
    /// - Throws: ``PresetRequest/Failure`` for a preset's parameters and for moments, or `SpecError`.
    public func plan(as format: OutputFormat, isStill: Bool = false, limits: RenderLimits) throws -> RenderPlan {
        guard case .frames(let asked) = form else { return try plan(ofImage: form, limits: limits) }
        return try reportingParameters {
            let format = try type(asked) ?? format
            guard isStill, !format.isData else { return try plan(ofFrames: spec, as: format) }
            var still = spec
            if ownPalette != nil { still.output.palette = .off }
            return format.isRaster
                ? RenderPlan(bestFrameOf: still, as: format) : RenderPlan(.best, of: still, as: format)
        }
    }

    /// The plan for rendering a still, a strip or a part of a sheet, whatever form the request names.
    ///
    /// - Throws: ``PresetRequest/Failure`` for a preset's parameters and for moments, or `SpecError`.
    package func plan(ofImage image: OutputForm, limits: RenderLimits) throws -> RenderPlan {
        try reportingParameters {
            var spec = spec
            if image != form {
                // What is said of the frames of an animation.
                if case .snapshot = image, ownPalette != nil { spec.output.palette = .off }
                if case .sheet = image {
                    spec.output.palette = palette(isLossless: false)
                    if hasBudgetOfTarget { spec.output.maxBytes = nil }
                }
            }
            switch image {
            case .frames(let asked): return try plan(ofFrames: spec, as: asked ?? .png)
            case .snapshot(let kind, let format):
                let moments = try moments ?? SnapshotRequest(kind, [])
                return RenderPlan(try moments.resolved(for: spec, limits: limits), of: spec, as: format)
            case .sheet(let part): return try RenderPlan(part, of: spec, named: name, limits: limits)
            }
        }
    }

    /// The plan for rendering all frames of a variant of the effect in a format, whatever form the request names.
    ///
    /// - Throws: ``PresetRequest/Failure`` for a preset's parameters, or `SpecError`.
    package func plan(ofFrames spec: EffectSpec, as format: OutputFormat) throws -> RenderPlan {
        var spec = spec
        if format.isData, hasBudgetOfTarget { spec.output.maxBytes = nil }
        return try reportingParameters {
            if format.isData, spec.output.maxBytes != nil { throw Self.budgetOfDump }
            return RenderPlan(frames: spec, as: format)
        }
    }

    /// Palette of the frames, whether or not the form that the request names leaves the preset's own out.
    package func palette(isLossless: Bool) -> Output.Palette {
        guard let ownPalette else { return spec.output.palette }
        if isLossless { return .off }
        return spec.output.palette == .off ? ownPalette : spec.output.palette
    }

    /// The predicted price of a plan of this request.
    ///
    /// - Throws: ``PresetRequest/Failure`` or `SpecError` with every limit that is exceeded.
    public func price(of plan: RenderPlan, limits: RenderLimits) throws -> RenderPrice {
        try reportingParameters {
            let price = RenderPrice(of: plan.spec, plan.job)
            if case .still(.times(let times), _) = plan.output {
                let faults = SnapshotRequest.faults(of: price, count: times.count, over: limits)
                if !faults.isEmpty { throw PresetRequest.Failure.faults(faults) }
            }
            try price.check(limits)
            return price
        }
    }

    /// Refuses options that ask for something else than a file of the effect.
    ///
    /// - Throws: ``PresetRequest/Failure``.
    public func checkMakesFile() throws(PresetRequest.Failure) {
        for (name, isAsked) in [("explain", options.explains), ("dry", options.isDry)] where isAsked {
            let fault = ParameterFault(
                .notOffered,
                name,
                found: "1",
                allowed: "0, since a batch and the command line make files only"
            )
            throw .faults([fault])
        }
    }

    /// The refusal of a byte budget for a frame dump, of which nothing can be left out.
    private static let budgetOfDump = SpecError([
        SpecFault(
            .conflict,
            at: "/output/maxBytes",
            found: "a byte budget (`max`) for a frame dump",
            allowed: "no byte budget, or another form: images, videos, SVG, Lottie and tracks keep one"
        )
    ])

    /// Reports errors in a preset's spec as errors of the parameters, since the URL is at fault.
    private func reportingParameters<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as SpecError where isPreset {
            throw PresetRequest.Failure.faults(error.faults.map { ParameterFault($0, of: [:]) })
        }
    }
}

/// Parses requests for effects, from HTTP and from lines of a batch alike.
public struct EffectRequestParser: Sendable {
    package let limits: RenderLimits
    package let library: any AssetLibrary
    /// Upper bound of an unpacked spec in a path, in bytes.
    package let maximumSpecBytes: Int
    /// Names of parameters that the caller handles itself, for suggestions.
    package let others: [String]
    /// Videos that are made, which some targets prefer.
    package let videos: VideoOffer

    /// - Parameters:
    ///   - maximumSpecBytes: Upper bound of an unpacked spec in a path, in bytes.
    ///   - others: Names of parameters that the caller handles itself, for suggestions.
    ///   - videos: Videos that are made, which some targets prefer.
    public init(
        limits: RenderLimits,
        library: any AssetLibrary,
        maximumSpecBytes: Int = EffectSpec.maximumFileBytes,
        others: [String] = [],
        videos: VideoOffer = .none
    ) {
        (self.limits, self.library) = (limits, library)
        (self.maximumSpecBytes, self.others, self.videos) = (maximumSpecBytes, others, videos)
    }

    /// Limits for parsing. If the path leaves the format open, the frames may become data, and pixels are checked once
    /// the format is known.
    private func limits(of form: OutputForm) -> RenderLimits {
        switch form {
        case .frames(let type): type?.isRaster == true ? limits : limits.ofData
        case .snapshot(_, .svg): limits.ofData
        case .snapshot, .sheet: limits
        }
    }

    /// Parses a request for a preset with parameters.
    ///
    /// - Throws: ``PresetRequest/Failure`` with everything that is wrong, or ``ResponseOptions/WrongVersion``.
    public func preset(
        _ preset: String,
        form: OutputForm,
        parameters: [PresetRequest.Parameter],
        name: SheetNames
    ) throws -> EffectRequest {
        try changed(.preset(preset), form: form, parameters: parameters, name: name)
    }

    /// Parses a spec that parameters change as they change a preset's.
    ///
    /// - Throws: ``PresetRequest/Failure`` with everything that is wrong, or ``ResponseOptions/WrongVersion``.
    package func edited(
        _ document: JSONValue,
        form: OutputForm,
        parameters: [PresetRequest.Parameter],
        name: SheetNames
    ) throws -> EffectRequest {
        try changed(.spec(document), form: form, parameters: parameters, name: name)
    }

    private func changed(
        _ base: PresetRequest.Base,
        form: OutputForm,
        parameters: [PresetRequest.Parameter],
        name: SheetNames
    ) throws -> EffectRequest {
        let names = ResponseOptions.names(for: form)
        let (options, rest) = try ResponseOptions.taken(from: parameters, among: names)
        try options.checkVersion()
        let recorder = AssetRecorder(library)
        let request = try PresetRequest.request(
            base,
            rest,
            kind: form.snapshot,
            form: form,
            besides: names + others,
            videos: videos,
            limits: limits(of: form),
            library: recorder
        )
        return EffectRequest(
            spec: request.spec,
            document: request.document,
            form: form,
            moments: request.moments,
            options: options,
            isPreset: true,
            hasBudgetOfTarget: rest.contains { $0.name == "target" }
                && !rest.contains { ["max", "output.maxBytes"].contains($0.name) },
            ownPalette: rest.contains { ["palette", "colors.palette", "output.palette"].contains($0.name) }
                ? nil : base.palette,
            lightest: base.lightest,
            name: name,
            assets: recorder.digest,
            held: recorder.heldBytes
        )
    }

    /// Parses a request with a spec in the path: the equivalent of a POST for clients that can only GET, such as an
    /// `<img>` tag.
    ///
    /// - Throws: ``PresetRequest/Failure``, ``ResponseOptions/WrongVersion``, ``SpecInURL/Failure``, or `SpecError`.
    package func packed(
        _ packed: SpecInURL,
        form: OutputForm,
        parameters: [PresetRequest.Parameter],
        name: SheetNames
    ) throws -> EffectRequest {
        let names = ResponseOptions.names(for: form)
        let (options, rest) = try ResponseOptions.taken(from: parameters, among: names)
        try options.checkVersion()
        let moments = try moments(form, rest, besides: names + others)
        let document = try packed.document(atMost: maximumSpecBytes)
        return try request(
            for: document,
            explained: document,
            form: form,
            moments: moments,
            options: options,
            name: name
        )
    }

    /// Parses a request with a POSTed spec.
    ///
    /// - Parameters:
    ///   - bytes: Size of the document.
    ///   - document: Called after the parameters have been validated.
    /// - Throws: ``PresetRequest/Failure``, `SpecError`, or the error of `document`.
    public func posted(
        _ form: OutputForm,
        _ parameters: [PresetRequest.Parameter],
        bytes: Int,
        name: SheetNames = SheetNames(stem: "sheet"),
        document: () throws -> JSONValue
    ) throws -> EffectRequest {
        let names = ResponseOptions.namesBesideSpec(for: form)
        let (options, rest) = try ResponseOptions.taken(from: parameters, among: names)
        let moments = try moments(form, rest, besides: names)
        let spec = try document()
        return try request(for: spec, form: form, moments: moments, options: options, name: name, bytes: bytes)
    }

    /// A request for a complete spec.
    ///
    /// - Parameters:
    ///   - explained: The document that the URL stands for; `nil` for a POSTed spec.
    ///   - bytes: Bytes of the document that are held while the request is queued.
    private func request(
        for document: JSONValue,
        explained: JSONValue? = nil,
        form: OutputForm,
        moments: SnapshotRequest?,
        options: ResponseOptions,
        name: SheetNames,
        bytes: Int = 0
    ) throws -> EffectRequest {
        let recorder = AssetRecorder(library)
        return EffectRequest(
            spec: try EffectSpec(json: document, limits: limits(of: form), library: recorder),
            document: explained,
            form: form,
            moments: moments,
            options: options,
            isPreset: false,
            lightest: nil,
            name: name,
            assets: recorder.digest,
            held: recorder.heldBytes + bytes
        )
    }

    /// The moments named by the parameters of a request with a complete spec.
    private func moments(
        _ form: OutputForm,
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

extension JSONValue {
    /// The object with one member replaced or appended.
    fileprivate func setting(_ name: String, to value: JSONValue) -> JSONValue {
        var members: [Member] = if case .object(let members) = self { members } else { [] }
        members.removeAll { $0.name == name }
        return .object(members + [Member(name, value)])
    }
}
