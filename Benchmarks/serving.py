#!/usr/bin/env python3
"""Cached responses, compared with nginx serving the same bytes as files.

    Benchmarks/serving.py .build/release/hanabi [--rounds 5] [--seconds 4] [--beside NAME=COMMAND]

Each server has one core and wrk the other: 32 persistent connections in interleaved rounds; medians. Processor time is the kernel's count
for the server's processes. COMMAND is started with a port and a directory with a.png (about 1 kB) and b.png (about 100 kB), and must
serve both under these names. Needs wrk and nginx.
"""
import argparse
import http.client
import os
import re
import shlex
import signal
import socket
import statistics
import subprocess
import tempfile
import time

# A still image of about 1 kB and an animation of about 100 kB.
SMALL = "/v1/effects/spark.still.png?w=64&h=64"
LARGE = "/v1/effects/confetti.png?w=300&h=300&d=1&fps=20"

NGINX = """
worker_processes 1;
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/nginx.log;
events {{ worker_connections 1024; }}
http {{
    access_log {log};
    types {{ image/png png; }}
    sendfile on;
    tcp_nopush on;
    keepalive_requests 1000000;
    open_file_cache max=100 inactive=60s;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    server {{
        listen 127.0.0.1:{port};
        root {folder};
        add_header Cache-Control "public, max-age=3600";
    }}
}}
"""


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def get(port, path, fields=None):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", path, headers=fields or {})
    answer = connection.getresponse()
    return answer.status, answer.read(), answer.headers


class Server:
    """A server process on the first core."""

    def __init__(self, name, command, small, large, folder):
        self.name, self.small, self.large = name, small, large
        self.log = open(os.path.join(folder, name + ".log"), "wb")
        self.process = subprocess.Popen(["taskset", "-c", "0", *command], stderr=self.log, stdout=self.log)

    def wait(self, port):
        self.port = port
        for _ in range(200):
            try:
                get(port, self.small)
                return
            except OSError:
                time.sleep(0.05)
        raise SystemExit(f"{self.name} does not answer")

    def processor_seconds(self):
        """Returns the processor time of the process and its children."""
        ticks = 0
        for entry in os.listdir("/proc"):
            if not entry.isdigit():
                continue
            try:
                with open(f"/proc/{entry}/stat") as file:
                    fields = file.read().rsplit(")", 1)[1].split()
            except OSError:
                continue
            if int(entry) == self.process.pid or int(fields[1]) == self.process.pid:
                ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")


def unit(text):
    number, suffix = re.fullmatch(r"([\d.]+)(us|ms|s)", text).groups()
    return float(number) * {"us": 1e-3, "ms": 1, "s": 1e3}[suffix]


def load(server, path, seconds, fields):
    before = server.processor_seconds()
    output = subprocess.run(
        ["taskset", "-c", "1", "wrk", "-t1", "-c32", f"-d{seconds}s", "--latency",
         *(part for name, value in fields.items() for part in ("-H", f"{name}: {value}")),
         f"http://127.0.0.1:{server.port}{path}"],
        capture_output=True, text=True, check=True).stdout
    spent = server.processor_seconds() - before
    total = int(re.search(r"(\d+) requests in", output)[1])
    if failed := re.search(r"Non-2xx or 3xx responses: (\d+)|Socket errors: .*", output):
        raise SystemExit(f"{server.name} {path}: {failed[0]}")
    return (float(re.search(r"Requests/sec:\s+([\d.]+)", output)[1]), spent / total * 1e6,
            unit(re.search(r"\n +50%\s+(\S+)", output)[1]), unit(re.search(r"\n +99%\s+(\S+)", output)[1]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("hanabi")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=4)
    parser.add_argument("--beside", action="append", default=[], metavar="NAME=COMMAND")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        servers = []
        try:
            measure(options, folder, servers)
        finally:
            for server in servers:
                server.process.send_signal(signal.SIGTERM)
            for server in servers:
                server.process.wait()


def measure(options, folder, servers):
    def start(name, command, port, small="/a.png", large="/b.png"):
        servers.append(Server(name, command, small, large, folder))
        servers[-1].wait(port)

    # Realistic settings, without and with a log line per request.
    for name, level in [("hanabi, quiet", "warning"), ("hanabi, logging JSON", "info")]:
        port = free_port()
        start(name, [options.hanabi, "serve", "--port", str(port), "--log-level", level, "--log-format", "json"], port, SMALL, LARGE)
    for file, path in [("a.png", SMALL), ("b.png", LARGE)]:
        with open(os.path.join(folder, file), "wb") as output:
            output.write(get(servers[0].port, path)[1])
        os.chmod(output.name, 0o644)
        print(f"{file}: {os.path.getsize(output.name)} bytes")
    for name, log in [("nginx, quiet", "off"), ("nginx, logging", f"{folder}/access.log")]:
        port = free_port()
        configuration = os.path.join(folder, f"{port}.conf")
        with open(configuration, "w") as output:
            output.write(NGINX.format(folder=folder, port=port, log=log).replace("nginx.pid", f"{port}.pid"))
        start(name, ["nginx", "-e", f"{folder}/nginx.log", "-c", configuration], port)
    for text in options.beside:
        name, command = text.split("=", 1)
        port = free_port()
        start(name, [*shlex.split(command), str(port), folder], port)

    kinds = {
        "small": lambda server: (server.small, {}),
        "large": lambda server: (server.large, {}),
        "304": lambda server: (server.small, {"If-None-Match": get(server.port, server.small)[2]["ETag"]}),
    }
    figures = {}
    for _ in range(options.rounds):
        for kind, request in kinds.items():
            for server in servers:
                path, fields = request(server)
                if None in fields.values():
                    continue
                figures.setdefault((kind, server.name), []).append(load(server, path, options.seconds, fields))
    print("| answer | server | requests/s | µs of processor | p50 ms | p99 ms |\n| --- | --- | --: | --: | --: | --: |")
    for (kind, name), rows in figures.items():
        rate, spent, median, worst = (statistics.median(column) for column in zip(*rows))
        print(f"| {kind} | {name} | {rate:,.0f} | {spent:.1f} | {median:.2f} | {worst:.2f} |")


if __name__ == "__main__":
    main()
