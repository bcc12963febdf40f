public import EffectModel

extension EffectRenderer {
    /// Renders a line of a batch: the bytes that the service answers the same with, handed to `sink` as they come. A sheet's data
    /// alone are others: they name the picture that a line of the same name makes, and no URL.
    ///
    /// - Parameters:
    ///   - library: Where specs find pictures and letters.
    ///   - maximumSpecBytes: That a spec in a path may unpack to.
    /// - Throws: What ``BatchProblem/init(_:name:)`` can put into words, or what `sink` throws.
    public func render(
        _ line: BatchLine,
        library: any AssetLibrary,
        maximumSpecBytes: Int,
        watch: RenderWatch = RenderWatch(),
        into sink: ([UInt8]) throws -> Void
    ) throws {
        let orders = OrderReader(limits: limits, library: library, maximumSpecBytes: maximumSpecBytes)
        let order: Order
        switch line.source {
        case .preset(let preset, let form, let target):
            order = try orders.preset(preset, form, target.parameters, name: SheetName(stem: preset, in: line))
        case .packed(let packed, let form, let target):
            let name = SheetName(stem: "effect", in: line)
            order = try orders.packed(packed, form, target.parameters, name: name)
        case .spec(let document, let form, let moments, let bytes):
            let parameters = moments.map { [PresetRequest.Parameter(SnapshotRequest.parameter, $0)] } ?? []
            order = try orders.posted(form, parameters, bytes: bytes) { document }
        }
        for (name, isAsked) in [("explain", order.wishes.explains), ("dry", order.wishes.isDry)] where isAsked {
            let fault = ParameterFault(.notOffered, name, found: "1", allowed: "0: a batch makes files of effects")
            throw PresetRequest.Failure.faults([fault])
        }
        let product = try Product(order, as: .png, isStill: order.wishes.isStill == true, limits: limits)
        try make(product, watch: watch, into: sink)
    }
}

extension SheetName {
    /// Of a sheet that becomes files of a batch: its parts are those that lines of one name make.
    fileprivate init(stem: String, in line: BatchLine) {
        self.init(stem: stem, picture: "\(line.name).\(Form.sheet(.picture).fileExtension ?? "")")
    }
}
