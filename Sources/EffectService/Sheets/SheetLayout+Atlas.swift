public import EffectModel

extension SheetLayout {
    /// The sheet as data: what TexturePacker calls JSON (Hash), with the names of the frames in their order as an animation, and
    /// how long each one stays.
    ///
    /// - Parameters:
    ///   - name: What the names of frames begin with.
    ///   - image: The picture's URL.
    /// - Source: TexturePacker's exporter; PixiJS' `SpritesheetData` (`animations`), Aseprite's export (`duration`).
    public func atlas(named name: String, image: String) -> JSONValue {
        let digits = String(max(0, frameCount - 1)).count
        let names = (0..<frameCount).map { frame in
            let number = String(frame)
            return "\(name)-\(String(repeating: "0", count: digits - number.count))\(number).png"
        }
        let size: JSONValue = ["w": .number(Double(frameWidth)), "h": .number(Double(frameHeight))]
        func box(_ x: Int, _ y: Int) -> JSONValue {
            [
                "x": .number(Double(x)), "y": .number(Double(y)), "w": .number(Double(frameWidth)),
                "h": .number(Double(frameHeight)),
            ]
        }
        let frames = names.enumerated().map { frame, name in
            let place = place(of: frame)
            return JSONValue.Member(
                name,
                [
                    "frame": box(place.x, place.y), "rotated": false, "trimmed": false, "spriteSourceSize": box(0, 0),
                    "sourceSize": size, "duration": .number(Double(milliseconds(of: frame))),
                ]
            )
        }
        return [
            "frames": .object(frames),
            "animations": .object([.init(name, .array(names.map { .string($0) }))]),
            "meta": [
                "app": "hanabi", "version": .string(hanabiVersion), "image": .string(image), "format": "RGBA8888",
                "size": [
                    "w": .number(Double(columns * frameWidth)), "h": .number(Double(rows * frameHeight)),
                ],
                // Text, as there.
                "scale": .string(NumberText.plain(spec.canvas.scale)),
            ],
        ]
    }
}
