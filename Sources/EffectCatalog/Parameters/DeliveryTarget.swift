public import EffectRendering

/// A place that effects are made for, with the size and the format that it shows, and the limits that it has for files.
public struct DeliveryTarget: Sendable, Equatable {
    /// Name in a URL: `target=slack`.
    public let name: String
    /// Human-readable name.
    public let title: String
    /// Width of the canvas in points.
    public let width: Int
    /// Height of the canvas in points.
    public let height: Int
    /// Format of a URL without an ending; `nil` where browsers choose, by `Accept`.
    public let format: OutputFormat?
    /// Format where videos are made; `nil` for ``format``.
    public let videoFormat: OutputFormat?
    /// Byte budget of the file.
    public let maximumBytes: Int
    /// Upper bound of frames; `nil` for none.
    public let maximumFrames: Int?
    /// Upper bound of the playing time in seconds; `nil` for none.
    public let maximumSeconds: Double?

    /// Parts of a target that not every request takes.
    package struct Parts: Sendable {
        /// Whether the URL leaves the format open.
        var format = false
        /// Whether the file may have a byte budget.
        package var budget = true
        /// Whether the form may have a quality: a WebP, an AVIF or a video, or any that the URL leaves open.
        var quality = true
        /// Videos that are made.
        var videos = VideoOffer.none

        package init(
            format: Bool = false,
            budget: Bool = true,
            quality: Bool = true,
            videos: VideoOffer = .none
        ) {
            (self.format, self.budget, self.quality, self.videos) = (format, budget, quality, videos)
        }
    }

    /// Every target, in the order of lists.
    ///
    /// - Source: help pages of the services: Slack "Add custom emoji", Discord "Custom emojis" and "Animated stickers",
    ///   Telegram "Animated stickers". A README's images pass GitHub's proxy, which takes 5 MiB. The others are usual
    ///   sizes, with as many frames as the default limit on pixels allows.
    public static let all: [DeliveryTarget] = [
        make("email", "E-mail, 600 px", width: 600, height: 300, format: .gif, bytes: 200_000),
        make("slack", "Slack emoji", width: 128, height: 128, format: .gif, bytes: 128_000, frames: 50),
        make("discord", "Discord emoji", width: 128, height: 128, format: .gif, bytes: 256_000),
        make("discord-sticker", "Discord sticker", width: 320, height: 320, format: .apng, bytes: 512_000, seconds: 5),
        make("telegram", "Telegram sticker", width: 512, height: 512, format: .tgs, bytes: 65_536, seconds: 3),
        make("github", "GitHub README", width: 800, height: 300, format: .png, bytes: 5_242_880),
        make("hero", "Page header, 1600 × 600", width: 1600, height: 600, format: nil, bytes: 2_000_000, frames: 240),
        make(
            "story",
            "Story, 1080 × 1920",
            width: 1080,
            height: 1920,
            format: .png,
            video: .mp4,
            bytes: 5_000_000,
            frames: 120
        ),
    ]

    /// The target with a name; `nil` if there is none.
    public static func named(_ name: String) -> DeliveryTarget? { all.first { $0.name == name } }

    /// Format of a URL without an ending, by a service that makes these videos; `nil` where browsers choose, by `Accept`.
    public func format(among videos: VideoOffer) -> OutputFormat? {
        if let videoFormat, videos.has(videoFormat) { videoFormat } else { format }
    }

    /// The parameters that a target stands for, where a URL does not have them.
    package var parameters: [(name: String, value: String)] {
        [("w", "\(width)"), ("h", "\(height)"), ("max", "\(maximumBytes)")]
    }

    private static func make(
        _ name: String,
        _ title: String,
        width: Int,
        height: Int,
        format: OutputFormat?,
        video: OutputFormat? = nil,
        bytes: Int,
        frames: Int? = nil,
        seconds: Double? = nil
    ) -> DeliveryTarget {
        DeliveryTarget(
            name: name,
            title: title,
            width: width,
            height: height,
            format: format,
            videoFormat: video,
            maximumBytes: bytes,
            maximumFrames: frames,
            maximumSeconds: seconds
        )
    }
}
