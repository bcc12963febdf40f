import EffectModel
import StrictJSON

extension SparkTrajectory {
    static let codec: Codec<SparkTrajectory> = {
        let point = Codec.pair(in: -1000...1000, units: (.plain, .plain))
        let list = Codec.list(of: point, count: 2...3)
        let allowed = "two or three points [x, y]: a curve from (0, 0)"
        return Codec(allowed: allowed, schema: list.schema.described(allowed)) { value, pointer, context in
            list.read(value, pointer, context).map(SparkTrajectory.init)
        } write: { trajectory in
            list.write(trajectory.points)
        }
    }()
}
