/// The reason the service should receive no traffic.
enum Unready: Error {
    case draining
    /// The queue has been full for the given duration. `drain` is the predicted time until it is empty.
    case full(Duration, drain: Duration)
}
