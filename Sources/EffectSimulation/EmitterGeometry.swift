internal import EffectModel
import Foundation

extension Emitter {
    /// Direction of a particle with no longitude, as an angle in the canvas' plane: what "0" means for this shape.
    var naturalAzimuth: Double {
        switch emitterShape {
        case .point: 0
        case .line: -.pi / 2  // The segment's left-hand normal: up on screen.
        }
    }

    /// A point of the shape for a uniform draw.
    func birthplace(_ unit: Double) -> SIMD2<Double> {
        switch emitterShape {
        case .point:
            return emitterPosition
        case .line:
            // "points" are the two ends; every other mode is the whole segment.
            let along = emitterMode == .points ? (unit < 0.5 ? -0.5 : 0.5) : unit - 0.5
            return SIMD2(emitterPosition.x + along * emitterSize.x, emitterPosition.y)
        }
    }
}

extension EmitterCell {
    /// A unit vector within the emission cone, for two uniform draws.
    ///
    /// The axis has the natural azimuth plus the longitude, raised towards the viewer by the latitude. Around it lie
    /// directions of at most half the range, uniform over the solid cone: `emissionRange` is a full opening angle.
    func direction(natural: Double, azimuth: Double, polar: Double) -> SIMD3<Double> {
        let half = min(abs(emissionRange) / 2, .pi)
        var heading = natural + emissionLongitude
        if emissionSpace == .planar { heading += half * (2 * azimuth - 1) }
        let (sine, cosine) = (sin(heading), cos(heading))
        let (rise, level) = (sin(emissionLatitude), cos(emissionLatitude))
        let axis = SIMD3(cosine * level, sine * level, rise)
        guard emissionSpace == .cone, half > 0 else { return axis }
        let cosPolar = 1 - polar * (1 - cos(half))
        let sinPolar = max(0, 1 - cosPolar * cosPolar).squareRoot()
        let turn = 2 * Double.pi * azimuth
        let across = SIMD3(-sine, cosine, 0)
        let up = SIMD3(-cosine * rise, -sine * rise, level)
        return axis * cosPolar + (across * cos(turn) + up * sin(turn)) * sinPolar
    }
}
