vcl 4.1;

# Varnish in front of the replicas: a cache in memory, one of the replicas for each URL, watched by /readyz, a second try where one
# fails. Those who ask for what is being made wait for it, and see it grow. Works with Varnish 7.1 and later.
#
# On the command line (compose.yaml): http_req_hdr_len and http_resp_hdr_len of 16k, since the service takes targets of 8,192 bytes and
# redirects to such. A limit of what is not kept (-s Transient=malloc,…), which -s malloc,… does not limit. And from 7.3 on
# transit_buffer: of what is not kept, so much is read before the client has read it. The rest waits in the replica, which knows how
# much that may be (--max-unsent-bytes), and who is too slow. vsl_mask keeps URLs and the headers of answers out of the log, because
# signatures are in them: a signed URL that is spelled otherwise is redirected by Location. The log has URLs without signatures:
# varnishncsa -F '%h %m %{VCL_Log:path}x %s %b %{Varnish:handling}x'

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

# Addresses, as compose.yaml has them, and not names: Varnish does not start as long as one of the names means nothing.
backend hanabi_1 {
    .host = "10.87.0.11";
    .port = "8080";
    .probe = ready;
    .connect_timeout = 1s;
    # Longer than --render-timeout, 10 s for the first frame and for any few frames after it.
    .first_byte_timeout = 12s;
    .between_bytes_timeout = 12s;
}

backend hanabi_2 {
    .host = "10.87.0.12";
    .port = "8080";
    .probe = ready;
    .connect_timeout = 1s;
    .first_byte_timeout = 12s;
    .between_bytes_timeout = 12s;
}

backend hanabi_3 {
    .host = "10.87.0.13";
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
    # However it is spelled (/%6detrics, /metrics?).
    if (req.url ~ "(?i)^/(m|%6d)(e|%65)(t|%74)(r|%72)(i|%69)(c|%63)(s|%73)(\?|$)") {
        return (synth(404));
    }
    # Signatures are secrets: whoever has one may ask for the picture. "-" is in their place, however their name is spelled.
    std.log("path:" + regsuball(req.url, "([?&](s|%73)(i|%69)(g|%67)=)[^&]*", "\1-"));
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
    # Several parts at once: Varnish knows one only, and would refuse them. All of it is an answer, too.
    if (req.http.Range ~ ",") {
        unset req.http.Range;
    }
    if (req.method != "GET" && req.method != "HEAD") {
        # Kept until it is answered, so that another replica can be asked. A little more than the service takes (--max-body-bytes), which says
        # how much may be.
        if (req.method == "POST" && !std.cache_req_body(320KB)) {
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
    # One other is asked, and not all: what brings a replica down may be the request, and when all are busy, each that is asked in vain
    # is more to do for them.
    if (beresp.status == 502 || beresp.status == 503 || beresp.status == 504) {
        if (bereq.retries < 1) {
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
    # Varnish's default is 10 s of it: a signed URL's answer has none beyond its end.
    if (beresp.http.Cache-Control !~ "stale-while-revalidate") {
        set beresp.grace = 0s;
    }
    # Beyond its grace (stale-while-revalidate), what is kept may still be renewed by a 304, which costs no render.
    set beresp.keep = 7d;
}

# No replica answered.
sub vcl_backend_error {
    if (bereq.retries < 1) {
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
