internal import EffectModel

/// A "like": emoji burst, button and counter.
struct LikeSimulation: LayerSimulation {
    private let stage: LayerContext
    private let like: Like
    private let burst: EmitterSimulation
    /// Button figures: not selected, then selected.
    private let buttons: [PlacedSprite]
    private let digits: [PlacedSprite]
    private let words: [PlacedSprite]
    private let firstID: Int
    /// Number of the burst's cells, whose indices come before those of the button and the counter.
    private let cells: Int

    /// Number of ids: the burst, and five for the button, at most three digits and a word.
    var count: Int { burst.count + 5 }
    var lives: [Lives] { burst.lives }
    /// Depths of the button, the emoji and the counter.
    var depths: [Double] { [0, 0, 0] }

    init(
        _ like: Like,
        stage: LayerContext,
        of spec: EffectSpec,
        crowd: CrowdSetting,
        firstID: Int,
        sprites: inout SpriteTable
    ) {
        self.stage = stage
        self.like = like
        self.firstID = firstID
        cells = like.emitter.allCells.count
        burst = EmitterSimulation(
            like.emitter,
            stage: stage,
            of: spec,
            crowd: crowd,
            firstID: firstID,
            sprites: &sprites
        )
        buttons =
            like.button.map { button in
                let states = [
                    (button.contents, button.color), (button.selected ?? button.contents, button.selectedColor),
                ]
                return states.compactMap { contents, color in
                    spec.asset(of: contents, owner: "button").map {
                        PlacedSprite($0, size: button.size, color: color, sprites: &sprites)
                    }
                }
            } ?? []
        let color = like.counter?.color ?? .white
        if let pictures = like.counter?.digitContents, !pictures.isEmpty {
            digits = pictures.compactMap { contents in
                spec.asset(of: contents, owner: "digit").map { PlacedSprite($0, sprites: &sprites) }
            }
        } else {
            digits = (like.counter?.digits ?? []).map { PlacedSprite(("digit", $0), color: color, sprites: &sprites) }
        }
        let levels = like.counter.map { Array(zip($0.levels, $0.words)) } ?? []
        words = levels.map { PlacedSprite(("word", $0), color: $1.isPicture ? .white : color, sprites: &sprites) }
    }

    func groups(at scene: SceneMoment) -> [DrawList.Group?] {
        let burst = burst.groups(at: scene)[0]
        guard let moment = stage.moment(at: scene, restarts: true) else { return [nil, burst, nil] }
        return [
            stage.group(button(at: moment), at: moment), burst, stage.group(counter(at: moment), at: moment),
        ]
    }

    private func button(at moment: LayerContext.Moment) -> [DrawList.Item] {
        guard let button = like.button, buttons.count == 2 else { return [] }
        let figure = buttons[button.isSelected(at: moment.now) ? 1 : 0]
        let touch = Double(like.lastPress(at: moment.now)) * like.round
        return item(
            figure,
            number: 0,
            part: "button",
            at: like.origin,
            scale: button.scale(at: moment.now, touch: touch),
            moment: moment
        ).map { [$0] }
            ?? []
    }

    /// Items of the digits and the word, side by side around the counter's center.
    private func counter(at moment: LayerContext.Moment) -> [DrawList.Item] {
        let press = like.lastPress(at: moment.now)
        let now = moment.now - Double(press) * like.round
        // The count continues from the previous press.
        guard let counter = like.counter, digits.count == 10, now >= 0, now < like.press,
            let count = counter.count(at: now, after: Double(press) * counter.ticks(in: like.press))
        else { return [] }
        var row = String(count).utf8.map { (figure: digits[Int($0) - 48], gap: counter.fontSize * 0.12) }
        row[0].gap = 0
        if let level = counter.level(of: count), level < words.count {
            row.append((words[level], counter.fontSize * 0.3))
        }
        let width = row.reduce(0) { $0 + $1.gap + $1.figure.size.x }
        let grown = counter.appearDuration > 0 ? min(1, now / counter.appearDuration) : 1
        let scale = counter.scale + (1 - counter.scale) * grown
        var left = -width / 2
        return row.enumerated().compactMap { index, entry in
            let (figure, gap) = entry
            left += gap
            defer { left += figure.size.x }
            let place = like.origin + counter.offset + SIMD2(left + figure.size.x / 2, 0) * scale
            return item(figure, number: 1 + index, part: "counter", at: place, scale: scale, moment: moment)
        }
    }

    private func item(
        _ figure: PlacedSprite,
        number: Int,
        part: String,
        at place: SIMD2<Double>,
        scale: Double,
        moment: LayerContext.Moment
    ) -> DrawList.Item? {
        let view = stage.view(at: moment, preservesDepth: false)
        guard let (pixel, _) = view.pixels(SIMD3(place, 0)) else { return nil }
        let own = Linear(scaled: scale)
        return figure.item(
            id: firstID + burst.count + number,
            cell: cells + (part == "button" ? 0 : 1),
            age: moment.now,
            at: pixel,
            view.linear.map { $0.after(own) } ?? own,
            on: stage.canvas
        )
    }
}
