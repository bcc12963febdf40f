internal import CAOM
internal import Memory

/// A stream of AV1 frames, one for each picture, encoded by libaom on the caller's thread.
///
/// - Source: AV1 Bitstream & Decoding Process Specification; `aom/aomcx.h`.
final class AV1Stream {
    /// Contents of a stream's planes.
    enum Contents {
        /// Luma, and color at half the width and height.
        case color
        /// Luma alone, beside gray at half the width and height: libaom 3.6 may crash on a stream without color.
        case alpha
    }

    /// Compression effort.
    struct Settings {
        /// Quantizer, 0 (finest) to 63.
        var quantizer: Int
        /// Speed of libaom, 0 (slowest) to 10.
        var speed: Int
    }

    private var codec = aom_codec_ctx_t()
    private let image: UnsafeMutablePointer<aom_image_t>
    let contents: Contents
    let width: Int
    let height: Int
    private var count = 0

    /// - Throws: ``AVIFError/encoder(code:)``.
    init(_ contents: Contents, width: Int, height: Int, settings: Settings) throws(AVIFError) {
        (self.contents, self.width, self.height) = (contents, width, height)
        guard let image = aom_img_alloc(nil, AOM_IMG_FMT_I420, UInt32(width), UInt32(height), 32) else {
            throw .encoder(code: AOM_CODEC_MEM_ERROR.rawValue)
        }
        self.image = image
        image.pointee.range = AOM_CR_FULL_RANGE
        if contents == .alpha { Self.fillColor(of: image, with: 128) }

        // The mode for calls: of files, the other mode is a multiple as slow, and larger without frames ahead.
        let usage = UInt32(AOM_USAGE_REALTIME)
        let interface = aom_codec_av1_cx()
        var configuration = aom_codec_enc_cfg_t()
        try Self.check(aom_codec_enc_config_default(interface, &configuration, usage))
        configuration.g_w = UInt32(width)
        configuration.g_h = UInt32(height)
        configuration.g_threads = 1
        configuration.g_timebase = aom_rational(num: 1, den: 1000)
        // A frame comes out for each that goes in.
        configuration.g_lag_in_frames = 0
        configuration.rc_end_usage = AOM_Q
        configuration.rc_min_quantizer = 0
        configuration.rc_max_quantizer = 63
        configuration.kf_mode = AOM_KF_DISABLED
        try Self.check(aom_codec_enc_init_ver(&codec, interface, &configuration, 0, hanabi_aom_abi))
        try set(AOME_SET_CPUUSED, settings.speed)
        try set(AOME_SET_CQ_LEVEL, settings.quantizer)
        if contents == .color {
            try set(AV1E_SET_COLOR_PRIMARIES, Int(AOM_CICP_CP_BT_709.rawValue))
            try set(AV1E_SET_TRANSFER_CHARACTERISTICS, Int(AOM_CICP_TC_SRGB.rawValue))
            try set(AV1E_SET_MATRIX_COEFFICIENTS, Int(AOM_CICP_MC_BT_601.rawValue))
        }
        try set(AV1E_SET_COLOR_RANGE, Int(AOM_CR_FULL_RANGE.rawValue))
    }

    private func set(_ control: aome_enc_control_id, _ value: Int) throws(AVIFError) {
        try Self.check(hanabi_aom_set(&codec, Int32(control.rawValue), Int32(value)))
    }

    deinit {
        aom_codec_destroy(&codec)
        aom_img_free(image)
    }

    /// Encodes the next picture.
    ///
    /// - Parameter fill: Writes one plane: its number from 0, its first row, and the bytes between rows. It holds what was
    ///   written for the picture before.
    /// - Returns: One temporal unit of AV1, without temporal delimiters.
    /// - Throws: ``AVIFError/encoder(code:)``.
    func encode(_ fill: (_ plane: Int, _ rows: MutableMemoryView<UInt8>, _ stride: Int) -> Void) throws(AVIFError)
        -> [UInt8]
    {
        let planeCount = contents == .alpha ? 1 : 3
        withUnsafeBytes(of: image.pointee.planes) { list in
            let rows = list.bindMemory(to: UnsafeMutablePointer<UInt8>?.self)
            withUnsafeBytes(of: image.pointee.stride) { strides in
                let strides = strides.bindMemory(to: Int32.self)
                for plane in 0..<planeCount {
                    guard let rows = rows[plane] else { continue }
                    let (stride, count) = (Int(strides[plane]), plane == 0 ? height : (height + 1) / 2)
                    fill(plane, MutableMemoryView(at: rows, count: stride * count), stride)
                }
            }
        }
        try Self.check(aom_codec_encode(&codec, image, aom_codec_pts_t(count), 1, 0))
        count += 1
        var bytes: [UInt8] = []
        var iterator: aom_codec_iter_t?
        while let packet = aom_codec_get_cx_data(&codec, &iterator) {
            guard packet.pointee.kind == AOM_CODEC_CX_FRAME_PKT, let start = packet.pointee.data.frame.buf else {
                continue
            }
            bytes += UnsafeRawBufferPointer(start: start, count: packet.pointee.data.frame.sz)
        }
        guard !bytes.isEmpty else { throw .encoder(code: AOM_CODEC_ERROR.rawValue) }
        return OBU.withoutDelimiters(bytes)
    }

    private static func check(_ code: aom_codec_err_t) throws(AVIFError) {
        guard code == AOM_CODEC_OK else { throw .encoder(code: code.rawValue) }
    }

    private static func fillColor(of image: UnsafeMutablePointer<aom_image_t>, with value: UInt8) {
        let rows = Int((image.pointee.d_h + 1) / 2)
        withUnsafeBytes(of: image.pointee.planes) { list in
            let starts = list.bindMemory(to: UnsafeMutablePointer<UInt8>?.self)
            withUnsafeBytes(of: image.pointee.stride) { strides in
                let strides = strides.bindMemory(to: Int32.self)
                for plane in [1, 2] {
                    guard let start = starts[plane] else { continue }
                    start.update(repeating: value, count: Int(strides[plane]) * rows)
                }
            }
        }
    }
}

/// Open bitstream units, the parts of an AV1 stream.
///
/// - Source: AV1 specification §5.3 (header), §4.10.5 (`leb128`); AV1 in ISOBMFF §2.4 (a sample has no temporal delimiter).
enum OBU {
    private static let sequenceHeader: UInt8 = 1
    private static let temporalDelimiter: UInt8 = 2

    /// Calls `body` with the type and the range of each unit.
    private static func forEach(in bytes: [UInt8], _ body: (UInt8, Range<Int>) -> Void) {
        var place = 0
        while place < bytes.count {
            let head = bytes[place]
            var end = place + (head & 4 != 0 ? 2 : 1)
            var size = 0
            var shift = 0
            while end < bytes.count {
                let byte = bytes[end]
                end += 1
                size |= Int(byte & 0x7F) << shift
                shift += 7
                if byte & 0x80 == 0 || shift > 28 { break }
            }
            end = min(bytes.count, end + size)
            body(head >> 3 & 0xF, place..<end)
            place = end
        }
    }

    static func withoutDelimiters(_ bytes: [UInt8]) -> [UInt8] {
        var kept: [UInt8] = []
        kept.reserveCapacity(bytes.count)
        forEach(in: bytes) { type, range in
            if type != temporalDelimiter { kept += bytes[range] }
        }
        return kept
    }

    /// The sequence header of a stream's first frame; `nil` if there is none.
    static func sequenceHeader(of bytes: [UInt8]) -> [UInt8]? {
        var found: [UInt8]?
        forEach(in: bytes) { type, range in
            if type == sequenceHeader, found == nil { found = Array(bytes[range]) }
        }
        return found
    }
}
