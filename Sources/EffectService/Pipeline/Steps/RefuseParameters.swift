internal import EffectCatalog

extension RequestStep {
    /// Refuses parameters of a route that takes none.
    static let refuseParameters = Self { handler, request in
        guard let route = request.record.routing.route, !route.takesParameters,
            let parameter = request.target?.query.first
        else { return .next }
        throw PresetRequest.Failure.faults([ParameterFault(unexpected: parameter.name)])
    }
}
