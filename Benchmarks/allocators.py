#!/usr/bin/env python3
"""Memory and processor time of renders with other allocators and other numbers of glibc arenas.

    Benchmarks/allocators.py path/to/hanabi [--rounds 5] [--renders 150]

Each round starts a service for each variant in turn, renders a mix of images over several connections, and reads from /metrics and /proc:
processor time per render, peak memory, and memory at the end of the burst and after five seconds of idle time. Prints medians of the
rounds. Uses Debian's libjemalloc2 and libmimalloc2.0 if installed.
"""
import argparse
import glob
import http.client
import os
import re
import socket
import statistics
import subprocess
import threading
import time

KINDS = [
    "/v1/effects/confetti.png?w=400&h=400&d=2&fps=24", "/v1/effects/stars.webp?w=200&h=200&d=1&t0=20", "/v1/effects/firework.gif?d=1",
    "/v1/effects/vortex-fire.png?w=300&h=300&d=2", "/v1/effects/emoji-rain.png?w=300&h=300&d=1", "/v1/effects/rain.json?d=1",
    "/v1/effects/cannon.png?w=500&h=500&d=1&palette=auto",
]


def library(name):
    return next(iter(glob.glob(f"/usr/lib/*-linux-gnu/{name}")), None)


WAYS = {
    "glibc": {},
    "glibc, 1 arena": {"MALLOC_ARENA_MAX": "1"},
    "glibc, 2 arenas": {"MALLOC_ARENA_MAX": "2"},
    "jemalloc": {"LD_PRELOAD": library("libjemalloc.so.2")},
    "mimalloc": {"LD_PRELOAD": library("libmimalloc.so.2.0")},
}


def memory(pid, name):
    with open(f"/proc/{pid}/status") as status:
        return int(re.search(name + r":\s+(\d+)", status.read())[1]) / 1024


def burst(port, count, start, connections=8):
    """Requests `count` images, all different."""
    numbers, lock = iter(range(start, start + count)), threading.Lock()

    def run():
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        while True:
            with lock:
                number = next(numbers, None)
            if number is None:
                return
            connection.request("GET", f"{KINDS[number % len(KINDS)]}&seed={number}")
            answer = connection.getresponse()
            answer.read()
            if answer.status != 200:
                raise SystemExit(f"{KINDS[number % len(KINDS)]}: {answer.status}")

    workers = [threading.Thread(target=run) for _ in range(connections)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()


def measure(program, environment, renders):
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
    service = subprocess.Popen(
        [program, "serve", "--port", str(port), "--log-level", "error", "--cache-bytes", "0"], env={**os.environ, **environment})
    try:
        for _ in range(100):
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except OSError:
                time.sleep(0.05)
        burst(port, len(KINDS), 0)
        processor = time_of(service.pid)
        start = time.perf_counter()
        burst(port, renders, 1000)
        seconds = time.perf_counter() - start
        used, end = time_of(service.pid) - processor, memory(service.pid, "VmRSS")
        time.sleep(5)
        return 1000 * used / renders, renders / seconds, memory(service.pid, "VmHWM"), end, memory(service.pid, "VmRSS")
    finally:
        service.kill()
        service.wait()


def time_of(pid):
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--renders", type=int, default=150)
    options = parser.parse_args()
    ways = {name: environment for name, environment in WAYS.items() if None not in environment.values()}
    found = {name: [] for name in ways}
    for _ in range(options.rounds):
        for name, environment in ways.items():
            found[name].append(measure(options.program, environment, options.renders))
    print(f"{'':16} {'ms a render':>12} {'a second':>10} {'MB at most':>11} {'at the end':>11} {'5 s later':>10}")
    for name, rows in found.items():
        values = [statistics.median(column) for column in zip(*rows)]
        print(f"{name:16} {values[0]:12.1f} {values[1]:10.1f} {values[2]:11.0f} {values[3]:11.0f} {values[4]:10.0f}")


if __name__ == "__main__":
    main()
