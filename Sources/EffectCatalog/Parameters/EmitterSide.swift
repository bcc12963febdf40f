internal import EffectModel
import StrictJSON

/// Position of emitters at an edge, in the center or in the corners, and the inward direction from there.
enum EmitterSide: String, CaseIterable {
    case top, bottom, left, right, center, corners

    /// Moves every emitter to this position. Unless `angle` is given, particles are emitted inward.
    func apply(to document: inout PresetEditor, for name: String) throws(ParameterFault) {
        if self == .corners { return try applyCorners(to: &document, for: name) }
        for emitter in document.emitters {
            let (position, size, shape) = geometry
            try document.write(position, at: emitter + ["emitterPosition"], for: name)
            try document.write(size, at: emitter + ["emitterSize"], for: name)
            try document.writeShape(shape, of: emitter, for: name)
            guard let direction, !document.given.contains("angle") else { continue }
            try document.write(0, at: emitter + ["naturalDirection"], for: name)
            guard case .array(let cells) = document[emitter + ["emitterCells"]] else { continue }
            for index in cells.indices {
                let place = emitter + ["emitterCells", String(index), "emissionLongitude"]
                try document.write(.string("\(direction)deg"), at: place, for: name)
            }
        }
    }

    private var geometry: (position: JSONValue, size: JSONValue, shape: String) {
        switch self {
        case .top: (["50%", 0], ["100%", 0], "rectangle")
        case .bottom: (["50%", "100%"], ["100%", 0], "rectangle")
        case .left: ([0, "50%"], [0, "100%"], "rectangle")
        case .right: (["100%", "50%"], [0, "100%"], "rectangle")
        case .center, .corners: (["50%", "50%"], [0, 0], "point")
        }
    }

    /// Inward direction in degrees, clockwise from the right.
    private var direction: Int? {
        switch self {
        case .top: 90
        case .bottom: -90
        case .left: 0
        case .right: 180
        case .center, .corners: nil
        }
    }

    /// Replaces each emitter by two in the lower corners, each with half of the particles, aimed inward and up
    /// at 60°.
    private func applyCorners(to document: inout PresetEditor, for name: String) throws(ParameterFault) {
        let aims = !document.given.contains("angle")
        try document.doubleEmitters(for: name) { layer, isCopy in
            var layer = layer
            _ = layer.set([isCopy ? "100%" : 0, "100%"], at: ["emitterPosition"])
            _ = layer.set("point", at: ["emitterShape"])
            for part in ["emitterRects", "emitterPath", "emitterText"] { layer.remove(at: [part]) }
            if isCopy, let own = layer["name"]?.text { _ = layer.set(.string(own + "-right"), at: ["name"]) }
            guard case .array(let cells) = layer["emitterCells"] else { return layer }
            if aims { _ = layer.set(0, at: ["naturalDirection"]) }
            let new = cells.map { cell in
                var cell = cell
                if aims { _ = cell.set(isCopy ? "-120deg" : "-60deg", at: ["emissionLongitude"]) }
                if let rate = cell["birthRate"]?.double { _ = cell.set(.number(rate / 2), at: ["birthRate"]) }
                if let count = cell.value(at: ["burst", "count"])?.double {
                    let half = isCopy ? (count / 2).rounded(.down) : (count / 2).rounded(.up)
                    _ = half > 0 ? cell.set(.number(half), at: ["burst", "count"]) : cell.set(false, at: ["enabled"])
                }
                return cell
            }
            _ = layer.set(.array(new), at: ["emitterCells"])
            return layer
        }
    }
}
