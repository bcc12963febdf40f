#!/usr/bin/env python3
"""Effect of many idle connections and of many deliberately slow ones on other clients.

    Benchmarks/connections.py .build/release/hanabi [--idle 10000] [--slow 1000] [--seconds 30]

Measures memory and the time of a new request, also over a new connection, before, with and after `--idle` connections that have sent one
request and stay open; then with slowhttptest's slow heads, slow bodies and slow reading over `--slow` connections each, for `--seconds`.
Needs slowhttptest.
"""
import argparse
import http.client
import os
import resource
import socket
import subprocess
import tempfile
import threading
import time

PICTURE = "/v1/effects/confetti.png?w=300&h=300&d=1&fps=20"


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def resident(process):
    """Returns resident memory in bytes."""
    with open(f"/proc/{process.pid}/status") as file:
        for line in file:
            if line.startswith("VmRSS"):
                return int(line.split()[1]) * 1024


def threads(process):
    return len(os.listdir(f"/proc/{process.pid}/task"))


def ask(port, path="/v1/effects/spark.still.png?w=64&h=64", source="127.0.0.2"):
    """Returns milliseconds of a request over a new connection from a separate address."""
    start = time.perf_counter()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30, source_address=(source, 0))
    connection.request("GET", path)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    if answer.status != 200:
        raise SystemExit(f"{path}: {answer.status}")
    return (time.perf_counter() - start) * 1e3


class Probe(threading.Thread):
    """Sends 50 requests per second."""

    def __init__(self, port):
        super().__init__(daemon=True)
        self.port, self.times, self.is_over = port, [], False

    def run(self):
        while not self.is_over:
            self.times.append(ask(self.port))
            time.sleep(0.02)

    def end(self):
        self.is_over = True
        self.join()
        times = sorted(self.times)
        return f"p50 {times[len(times) // 2]:.2f} ms, p99 {times[int(len(times) * 0.99)]:.2f} ms, longest {times[-1]:.2f} ms of {len(times)}"


def probe(port, seconds):
    probe = Probe(port)
    probe.start()
    time.sleep(seconds)
    return probe.end()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("hanabi")
    parser.add_argument("--idle", type=int, default=10_000)
    parser.add_argument("--slow", type=int, default=1_000)
    parser.add_argument("--seconds", type=int, default=30)
    options = parser.parse_args()
    limit = options.idle + options.slow + 1000
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, max(limit, resource.getrlimit(resource.RLIMIT_NOFILE)[1])))
    port = free_port()
    most = str(options.idle + options.slow + 100)
    process = subprocess.Popen(
        [options.hanabi, "serve", "--port", str(port), "--log-level", "error", "--max-connections", most,
         "--max-connections-per-address", most, "--idle-timeout", "600"])
    try:
        while True:
            try:
                ask(port)
                break
            except OSError:
                time.sleep(0.05)
        ask(port, PICTURE)
        time.sleep(1)
        idle(options, port, process)
        slow(options, port, process)
    finally:
        process.terminate()
        process.wait()


def idle(options, port, process):
    before = resident(process)
    print(f"before: {before / 1e6:.1f} MB, {threads(process)} threads; {probe(port, 5)}")
    connections = []
    for _ in range(options.idle):
        connection = socket.create_connection(("127.0.0.1", port))
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
        connections.append(connection)
    for connection in connections:
        assert connection.recv(4096).startswith(b"HTTP/1.1 200")
    after = resident(process)
    print(f"{options.idle} idle: {(after - before) / 1e6:.1f} MB more, {threads(process)} threads; {probe(port, 5)}")
    for connection in connections:
        connection.close()
    time.sleep(1)
    print(f"closed: {(resident(process) - before) / 1e6:.1f} MB more")


def slow(options, port, process):
    print(f"nobody is slow: {probe(port, 5)}")
    url = f"http://127.0.0.1:{port}"
    kinds = {
        "heads": ["-H", "-i", "2", "-u", f"{url}/", "-x", "24"],
        "bodies": ["-B", "-i", "2", "-s", "8192", "-u", f"{url}/v1/render", "-x", "10", "-t", "POST", "-f", "application/json"],
        "readers": ["-X", "-n", "2", "-w", "512", "-y", "1024", "-z", "32", "-k", "3", "-u", url + PICTURE],
    }
    for kind, arguments in kinds.items():
        with tempfile.TemporaryDirectory() as folder:
            attack = subprocess.Popen(
                ["slowhttptest", "-c", str(options.slow), "-r", "500", "-l", str(options.seconds), "-p", "3", *arguments],
                stdout=open(os.path.join(folder, "log"), "w"), stderr=subprocess.STDOUT, cwd=folder)
            time.sleep(3)
            figures = probe(port, options.seconds - 6)
            most = threads(process)
            held = resident(process)
            attack.wait()
            print(f"{options.slow} slow {kind}: {figures}; {most} threads, {held / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
