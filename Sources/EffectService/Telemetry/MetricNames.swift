/// Descriptions of the service's metrics, by metric name.
public enum MetricNames {
    /// Help texts, one sentence each.
    public static let help: [String: String] = [
        "hanabi_http_requests_total":
            "Requests, by route, method and status (499: the client left before its answer; of an error that is shown as a picture, the error's).",
        "hanabi_http_request_duration_seconds": "From a request's first byte to the last byte of its answer.",
        "hanabi_http_response_bytes_total": "Bytes of answers that went to clients, heads included.",
        "hanabi_connections": "Connections now, by what they do.",
        "hanabi_connections_closed_total": "Connections that ended, by why.",
        "hanabi_accept_failures_total": "Connections that the system did not give us: descriptors or memory ran out.",
        "hanabi_rejected_total": "Requests and connections that were turned away, by which limit.",
        "hanabi_parse_errors_total": "Messages that broke the protocol or a limit of it, by how.",
        "hanabi_received_bytes_total": "Bytes that came from clients.",
        "hanabi_sent_bytes_total": "Bytes that went to clients.",
        "hanabi_unsent_bytes": "Bytes that wait for slow readers.",
        "hanabi_queue_length": "Renders that wait for a thread.",
        "hanabi_queue_wait_seconds": "How long renders waited for a thread.",
        "hanabi_queue_work": "Predicted work of what waits, in the units of --max-work.",
        "hanabi_queue_drain_seconds": "How long it would take to render all that runs and waits, as measured.",
        "hanabi_queue_callers": "Callers who have something that runs or waits.",
        "hanabi_reading_queue_length": "Requests that wait to be read.",
        "hanabi_renders_running": "Renders that have a thread.",
        "hanabi_streams": "Places for streams that are taken, by kind: dump, animation. Each kind has --max-streams.",
        "hanabi_cost_in_flight_pixels": "Pixels of all renders that run, over all their frames.",
        "hanabi_cost_in_flight_work": "Predicted work of the same, in the units of --max-work.",
        "hanabi_renders_total": "Renders that ended, by effect, format and outcome.",
        "hanabi_render_duration_seconds":
            "Elapsed time of renders, summed over threads, by stage; it grows with whatever else the machine does.",
        "hanabi_render_cpu_seconds":
            "Processor time of renders, summed over threads, by stage; other is what belongs to none.",
        "hanabi_render_frames_total": "Frames drawn.",
        "hanabi_cancelled_renders_total": "Renders that nobody waited for any more.",
        "hanabi_cache_requests_total": "Requests for effects, by how the cache was of use.",
        "hanabi_cache_bytes": "Bytes of answers that are kept.",
        "hanabi_cache_entries": "Answers that are kept.",
        "hanabi_cache_evictions_total": "Answers that had to make room.",
        "hanabi_build_info": "1; the version is a label.",
        "process_resident_memory_bytes": "Memory of this process.",
        "process_cpu_seconds_total": "Processor time of this process.",
        "process_open_fds": "Descriptors that are open.",
        "process_max_fds": "Descriptors that may be.",
        "process_start_time_seconds": "When this process began, in seconds since 1970.",
    ]
}
