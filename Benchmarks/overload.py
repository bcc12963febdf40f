#!/usr/bin/env python3
"""Effect of an overloading client on other clients.

    Benchmarks/overload.py .build/release/hanabi [--seconds 30] [--times 4] [--hammer]

One address requests distinct images at `--times` the service's capacity, or with `--hammer` as fast as its connections allow. Meanwhile
single clients send one request after another: from the same address for a cached image, for an image they already have (304), for
nonsense, and for new images, which are mostly refused; and from another address for new images. Needs wrk.
"""
import argparse
import http.client
import os
import re
import socket
import subprocess
import tempfile
import threading
import time

PICTURE = "/v1/effects/confetti.png?w=300&h=300&d=2&fps=20"
LUA = """
local count = %d
request = function()
    count = count + 1
    return wrk.format("GET", "%s&seed=" .. count)
end
%s
"""


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def wrk(port, seconds, connections, start, delay):
    """Returns requests per second, and the numbers of all requests and of failures."""
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as script:
        pause = f"delay = function() return math.random(0, {2 * delay}) end" if delay else ""
        script.write(LUA % (start, PICTURE, pause))
        script.flush()
        output = subprocess.run(
            ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--timeout", "60s", "-s", script.name, f"http://127.0.0.1:{port}"],
            capture_output=True, text=True, check=True).stdout
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", output)[1])
    total = int(re.search(r"(\d+) requests in", output)[1])
    failed = re.search(r"Non-2xx or 3xx responses: (\d+)", output)
    return rate, total, int(failed[1]) if failed else 0


class Probe(threading.Thread):
    """Sends requests in a loop and records each response time by status."""

    def __init__(self, name, port, path, fields=None, source="127.0.0.1", pause=0.02):
        super().__init__(daemon=True)
        self.what, self.port, self.path, self.fields, self.source, self.pause = name, port, path, fields or {}, source, pause
        self.times, self.waits, self.is_over = {}, [], False

    def run(self):
        connection, count = None, 0
        while not self.is_over:
            count += 1
            start = time.perf_counter()
            try:
                connection = connection or http.client.HTTPConnection(
                    "127.0.0.1", self.port, timeout=60, source_address=(self.source, 0))
                connection.request("GET", self.path(count) if callable(self.path) else self.path, headers=self.fields)
                answer = connection.getresponse()
                answer.read()
                status = answer.status
                # A render that timed out has no Retry-After.
                if status == 503 and answer.getheader("Retry-After"):
                    self.waits.append(int(answer.getheader("Retry-After")))
            except OSError as error:
                connection, status = None, type(error).__name__
            self.times.setdefault(status, []).append(time.perf_counter() - start)
            time.sleep(self.pause)

    def report(self):
        for status, times in sorted(self.times.items(), key=str):
            times.sort()
            at = lambda share: 1000 * times[min(len(times) - 1, int(share * len(times)))]
            print(f"{self.what:34} {status:>8} {len(times):7} {at(.5):9.2f} {at(.99):9.2f} {1000 * times[-1]:9.2f}")
        if self.waits:
            print(f"{'':34} Retry-After {min(self.waits)} to {max(self.waits)}")


def memory(pid, name):
    with open(f"/proc/{pid}/status") as status:
        return int(re.search(name + r":\s+(\d+)", status.read())[1]) / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--times", type=float, default=4)
    parser.add_argument("--connections", type=int, default=200)
    parser.add_argument("--hammer", action="store_true")
    options, rest = parser.parse_known_args()
    port = free_port()
    service = subprocess.Popen([options.program, "serve", "--port", str(port), "--log-level", "error", *rest])
    try:
        kept = PICTURE + "&seed=kept"
        for _ in range(100):
            try:
                client = http.client.HTTPConnection("127.0.0.1", port)
                client.request("GET", kept)
                answer = client.getresponse()
                break
            except OSError:
                time.sleep(0.1)
        answer.read()
        capacity, _, _ = wrk(port, 5, 2 * (os.cpu_count() or 1), 10_000_000, 0)
        print(f"it renders {capacity:.1f} pictures a second; resident {memory(service.pid, 'VmRSS'):.0f} MB")
        probes = [
            Probe("kept", port, kept),
            Probe("kept, in other words", port, PICTURE.replace("d=2", "d=2000ms") + "&seed=kept"),
            Probe("known to the client", port, PICTURE + "&seed=other", {"If-None-Match": "*"}),
            Probe("wrong", port, PICTURE + "&W=5"),
            Probe("/healthz", port, "/healthz"),
            Probe("new, same address", port, lambda count: f"{PICTURE}&seed=s{count}"),
            Probe("new, another address", port, lambda count: f"{PICTURE}&seed=o{count}", source="127.0.0.2"),
        ]
        for probe in probes:
            probe.start()
        delay = 0 if options.hammer else max(1, round(1000 * options.connections / (options.times * capacity)))
        rate, total, failed = wrk(port, options.seconds, options.connections, 20_000_000, delay)
        for probe in probes:
            probe.is_over = True
        for probe in probes:
            probe.join()
        print(f"asked {rate:.0f} a second: {total} requests, {total - failed} pictures, {failed} refused")
        print(f"{'milliseconds':34} {'status':>8} {'answers':>7} {'median':>9} {'99%':>9} {'longest':>9}")
        for probe in probes:
            probe.report()
        print(f"resident {memory(service.pid, 'VmRSS'):.0f} MB, at most {memory(service.pid, 'VmHWM'):.0f} MB")
    finally:
        service.terminate()
        service.wait()


main()
