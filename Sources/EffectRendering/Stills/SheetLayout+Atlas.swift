import EffectModel
public import StrictJSON

extension SheetLayout {
    /// The sheet's frame table in TexturePacker's JSON (Hash) format, with all frames in order as one animation, and
    /// the duration of each frame.
    ///
    /// - Parameters:
    ///   - name: Prefix of the frame names.
    ///   - image: URL of the sheet's image.
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
                // A string, as in TexturePacker's own files.
                "scale": .string(NumberText.plain(spec.canvas.imageScale)),
            ],
        ]
    }
}
