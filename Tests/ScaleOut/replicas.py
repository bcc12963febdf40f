"""Several instances of the service on separate loopback addresses and one port, like pods."""
import json
import os
import re
import signal
import urllib.request

from client import Client
from processes import Process, free_port, wait_until


class Replica:
    def __init__(self, program, number, port, folder, settings=(), group=None):
        self.program, self.number, self.settings, self.group = program, number, settings, group
        self.address = (f"127.0.0.{10 + number}", port)
        self.log = os.path.join(folder, f"replica-{number}.log")
        self.start()

    @property
    def name(self):
        return f"hanabi-{self.number}"

    def start(self):
        host, port = self.address
        self.process = Process(
            [self.program, "serve", "--listen", f"{host}:{port}", "--log-format", "json", "--trusted-proxies", "127.0.0.0/8",
             *self.settings],
            self.log, {"SWIFT_BACKTRACE": "enable=no"}, group=self.group)
        wait_until(self.is_ready, 10, f"{self.name} does not start (its log is {self.log})")

    def is_ready(self):
        return Client(self.address, timeout=1).get("/readyz").is_ok

    def kill(self):
        self.process.end(signal.SIGKILL)

    def freeze(self):
        self.process.send(signal.SIGSTOP)

    def thaw(self):
        self.process.send(signal.SIGCONT)

    def stop(self):
        """Stops the replica like an orchestrator and returns the exit status."""
        return self.process.end(signal.SIGTERM)

    def requests(self):
        """Returns the log lines of effect requests."""
        with open(self.log, errors="replace") as file:
            lines = [json.loads(line) for line in file if line.startswith("{") and line.endswith("}\n")]
        return [line for line in lines if line.get("route") == "effect"]

    def metrics(self):
        """Returns `{name with labels: value}`."""
        with urllib.request.urlopen("http://%s:%d/metrics" % self.address, timeout=5) as answer:
            text = answer.read().decode()
        return {name: float(value) for name, value in re.findall(r"^([a-z][^ ]*(?:\{.*\})?) (\S+)$", text, re.M)}


class Fleet:
    """A set of replicas."""

    def __init__(self, program, count, folder, settings=(), groups=None):
        port = free_port([f"127.0.0.{11 + number}" for number in range(count)])
        os.makedirs(folder, exist_ok=True)
        self.replicas = [
            Replica(program, number + 1, port, folder, settings, groups[number] if groups else None) for number in range(count)]

    def __iter__(self):
        return iter(self.replicas)

    def __getitem__(self, index):
        return self.replicas[index]

    def __len__(self):
        return len(self.replicas)

    def stop(self):
        for replica in self:
            replica.process.end(signal.SIGKILL)

    def who_answered(self, paths):
        """Returns `{path: name of the replica that last answered it}`, once all have logged."""
        wanted, found = set(paths), {}

        def all_there():
            found.clear()
            lines = [(line["time"], line["path"], replica.name) for replica in self for line in replica.requests()]
            found.update((path, name) for _, path, name in sorted(lines) if path in wanted)
            return len(found) == len(wanted)

        wait_until(all_there, 5, "some requests are in no replica's log")
        return dict(found)

    def renders(self, path):
        """Returns the number of renders of a path and its other outcomes."""
        ways = [line.get("cache") for replica in self for line in replica.requests() if line["path"] == path]
        return ways.count("miss"), {way: ways.count(way) for way in set(ways) if way != "miss"}

    def total(self, pattern):
        """Returns the sum of matching metrics over all replicas."""
        return sum(value for replica in self for name, value in replica.metrics().items() if re.fullmatch(pattern, name))
