internal import CCrash
import EffectRendering
import EffectService
import Glibc

/// The report of a crash before it ends the process.
enum CrashReport {
    /// Installs the crash handler. Must be called once, at the start.
    static func install() {
        // Leaked on purpose: the handler needs the text until the process ends.
        crash_report(strdup("hanabi \(hanabiVersion)"))
    }
}
