vcl 4.1;

# Varnish in front of the replicas: a cache in memory, one of the replicas for each URL, watched by /readyz, a second try where one
# fails. Those who ask for what is being made wait for it, and see it grow. Works with Varnish 7.1 and later.

import directors;
import std;

probe ready {
    .url = "/readyz";
    .interval = 1s;
    .timeout = 1s;
    .window = 2;
    .threshold = 1;
    .initial = 1;
}

backend hanabi_1 {
    .host = "hanabi-1";
    .port = "8080";
    .probe = ready;
    .connect_timeout = 1s;
    # Longer than --render-timeout, 10 s for the first frame and for any few frames after it.
    .first_byte_timeout = 12s;
    .between_bytes_timeout = 12s;
}

backend hanabi_2 {
    .host = "hanabi-2";
    .port = "8080";
    .probe = ready;
    .connect_timeout = 1s;
    .first_byte_timeout = 12s;
    .between_bytes_timeout = 12s;
}

backend hanabi_3 {
    .host = "hanabi-3";
    .port = "8080";
    .probe = ready;
    .connect_timeout = 1s;
    .first_byte_timeout = 12s;
    .between_bytes_timeout = 12s;
}

sub vcl_init {
    new replicas = directors.shard();
    replicas.add_backend(hanabi_1);
    replicas.add_backend(hanabi_2);
    replicas.add_backend(hanabi_3);
    replicas.reconfigure();
}

sub vcl_recv {
    if (req.url == "/metrics") {
        return (synth(404));
    }
    unset req.http.Cookie;
    # What Vary may name, each in two values: as clients write it, it would fill the cache with copies.
    if (req.http.Accept-Encoding ~ "(?i)\bgzip\b" && req.http.Accept-Encoding !~ "(?i)gzip\s*;\s*q=0(\.0*)?\s*(,|$)") {
        set req.http.Accept-Encoding = "gzip";
    } else {
        unset req.http.Accept-Encoding;
    }
    if (req.http.Sec-CH-Prefers-Reduced-Motion ~ "reduce") {
        set req.http.Sec-CH-Prefers-Reduced-Motion = "reduce";
    } else {
        unset req.http.Sec-CH-Prefers-Reduced-Motion;
    }
    if (req.method != "GET" && req.method != "HEAD") {
        # Kept until it is answered, so that another replica can be asked.
        if (req.method == "POST" && !std.cache_req_body(1MB)) {
            return (synth(413));
        }
        return (pass);
    }
    # Accept decides on paths without an ending; the rest is no-store by its nature, and need not wait for its like.
    if (req.url ~ "^/v1/effects/[^./?]+(\?|$)" || req.url ~ "[?&](dry=1|seed=random)(&|$)" || req.url ~ "^/(healthz|readyz)") {
        return (pass);
    }
    return (hash);
}

# Nothing depends on the host.
sub vcl_hash {
    hash_data(req.url);
    return (lookup);
}

sub vcl_backend_fetch {
    # The whole URL decides; the second try goes to the next one on the ring.
    set bereq.backend = replicas.backend(by=URL, alt=bereq.retries, healthy=CHOSEN);
}

sub vcl_backend_response {
    if (beresp.status == 502 || beresp.status == 503 || beresp.status == 504) {
        if (bereq.retries < 2) {
            return (retry);
        }
        # What there is, is better.
        if (bereq.is_bgfetch) {
            return (abandon);
        }
    }
    if (beresp.status >= 400) {
        # Errors are not kept, and who asks in the next second need not wait for each other.
        set beresp.uncacheable = true;
        set beresp.ttl = 1s;
        return (deliver);
    }
    # Beyond its grace (stale-while-revalidate), what is kept may still be renewed by a 304, which costs no render.
    set beresp.keep = 7d;
}

# No replica answered.
sub vcl_backend_error {
    if (bereq.retries < 2) {
        return (retry);
    }
    if (bereq.is_bgfetch) {
        return (abandon);
    }
    set beresp.http.Content-Type = "application/problem+json";
    set beresp.http.Cache-Control = "no-store";
    set beresp.http.Retry-After = "1";
    synthetic("""{"type":"about:blank","title":"Service Unavailable","status":503,"detail":"no replica answered"}""");
    return (deliver);
}

sub vcl_synth {
    set resp.http.Content-Type = "application/problem+json";
    set resp.http.Cache-Control = "no-store";
    synthetic({"{"type":"about:blank","title":""} + resp.reason + {"","status":"} + resp.status + "}");
    return (deliver);
}

sub vcl_deliver {
    # Those of a kept answer are those of the request that it was made for.
    if (obj.hits > 0) {
        set resp.http.Server-Timing = "front;desc=HIT";
        unset resp.http.X-Request-Id;
    }
}
