/// Descriptions of the service's metrics, by metric name.
public enum MetricNames {
    /// Help texts by metric name.
    public static let help: [String: String] = [
        "hanabi_http_requests_total":
            "Requests, by route, method and status. 499: the client disconnected before the response. Errors shown as images count with the error's status.",
        "hanabi_http_request_duration_seconds": "Time from a request's first byte to its response's last byte.",
        "hanabi_http_response_bytes_total": "Bytes of responses sent to clients, heads included.",
        "hanabi_connections": "Open connections, by state.",
        "hanabi_connections_closed_total": "Closed connections, by reason.",
        "hanabi_accept_failures_total":
            "Connections that the system failed to accept, for lack of descriptors or memory.",
        "hanabi_rejected_total": "Refused requests and connections, by the limit exceeded.",
        "hanabi_parse_errors_total": "Messages that violated the protocol or one of its limits, by reason.",
        "hanabi_received_bytes_total": "Bytes received from clients.",
        "hanabi_sent_bytes_total": "Bytes sent to clients.",
        "hanabi_unsent_bytes": "Bytes buffered for slow readers.",
        "hanabi_queue_length": "Queued renders.",
        "hanabi_queue_wait_seconds": "Time that renders spent in the queue.",
        "hanabi_queue_work": "Predicted work of queued renders, in the units of --max-work.",
        "hanabi_queue_drain_seconds":
            "Estimated time until all running and queued renders are done, from measured speeds.",
        "hanabi_queue_callers": "Callers with running or queued renders.",
        "hanabi_reading_queue_length": "Requests queued for parsing.",
        "hanabi_renders_running": "Running renders.",
        "hanabi_streams": "Stream slots taken, by kind: dump, animation. Each kind has --max-streams slots.",
        "hanabi_cost_in_flight_pixels": "Pixels of all running renders, summed over frames.",
        "hanabi_cost_in_flight_work": "Predicted work of all running renders, in the units of --max-work.",
        "hanabi_renders_total": "Finished renders, by effect, format and outcome.",
        "hanabi_render_duration_seconds":
            "Elapsed time of renders, summed over threads, by stage. Other load on the machine increases the elapsed time.",
        "hanabi_render_cpu_seconds":
            "Processor time of renders, summed over threads, by stage; the stage `other` is all the rest.",
        "hanabi_render_frames_total": "Frames drawn.",
        "hanabi_cancelled_renders_total": "Renders cancelled because all their clients had disconnected.",
        "hanabi_cache_requests_total": "Requests for effects, by cache result.",
        "hanabi_cache_bytes": "Bytes of cached responses.",
        "hanabi_cache_entries": "Cached responses.",
        "hanabi_cache_evictions_total": "Responses evicted from the cache.",
        "hanabi_build_info": "Always 1. The label is the version.",
        "process_resident_memory_bytes": "Resident memory of this process, in bytes.",
        "process_cpu_seconds_total": "Processor time of this process, in seconds.",
        "process_open_fds": "Open file descriptors.",
        "process_max_fds": "Maximum number of open file descriptors.",
        "process_start_time_seconds": "Start time of this process, in seconds since 1970.",
    ]
}
