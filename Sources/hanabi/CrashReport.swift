internal import CCrash
import EffectService
import Glibc

/// What a crash says before it ends the process.
enum CrashReport {
    /// To be called once, at the start.
    static func install() {
        // For as long as the process lives.
        crash_report(strdup("hanabi \(hanabiVersion)"))
    }
}
