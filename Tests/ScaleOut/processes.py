"""Programs started for a test and ended with it."""
import atexit
import os
import signal
import socket
import subprocess
import time

NOBODY = 65534
_running = []


class Process:
    """A program whose output goes to a file."""

    def __init__(self, command, log, environment=None, unprivileged=False, group=None):
        """`group` limits the processor time; see `Quota`."""
        self.log = log
        options = {}
        if unprivileged and os.geteuid() == 0:
            options = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
        with open(log, "ab") as output:
            self.process = subprocess.Popen(
                command, stdout=output, stderr=output, stdin=subprocess.DEVNULL, env={**os.environ, **(environment or {})},
                preexec_fn=group.join if group else None, **options)
        _running.append(self)

    @property
    def is_running(self):
        return self.process.poll() is None

    def send(self, number):
        self.process.send_signal(number)

    def end(self, number=signal.SIGTERM, timeout=30):
        """Ends the program, waits for it, and returns the exit status."""
        if self.is_running:
            self.send(number)
            # A stopped process handles no other signal.
            if number != signal.SIGKILL:
                self.send(signal.SIGCONT)
        try:
            status = self.process.wait(timeout)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = self.process.wait()
        if self in _running:
            _running.remove(self)
        return status

    def output(self):
        with open(self.log, errors="replace") as file:
            return file.read()


@atexit.register
def end_all():
    """Ends all processes, however the test ends."""
    for process in list(_running):
        process.end(timeout=5)


signal.signal(signal.SIGTERM, lambda *_: exit(143))


class Quota:
    """A control group with a share of one processor; `available` is whether the system allows it."""

    def __init__(self, name, share):
        self.folders = []
        period = 20_000
        for top, files in (
            ("/sys/fs/cgroup/cpu", {"cpu.cfs_period_us": f"{period}", "cpu.cfs_quota_us": f"{int(period * share)}"}),
            ("/sys/fs/cgroup", {"cpu.max": f"{int(period * share)} {period}"}),
        ):
            folder = f"{top}/hanabi-{os.getpid()}-{name}"
            try:
                os.mkdir(folder)
                self.folders.append(folder)
                for file, text in files.items():
                    with open(f"{folder}/{file}", "w") as handle:
                        handle.write(text)
                self.folder = folder
                atexit.register(self.remove)
                return
            except OSError:
                self.remove()
        self.folder = None

    @property
    def available(self):
        return self.folder is not None

    def join(self):
        """Moves the calling process into the group; for use in a child process before exec."""
        with open(f"{self.folder}/cgroup.procs", "w") as handle:
            handle.write(str(os.getpid()))

    def remove(self):
        for folder in self.folders:
            try:
                os.rmdir(folder)
            except OSError:
                pass
        self.folders = []


def free_port(addresses=("127.0.0.1",)):
    """Returns a port that is free at all addresses."""
    while True:
        with socket.socket() as first:
            first.bind((addresses[0], 0))
            port = first.getsockname()[1]
            try:
                for address in addresses[1:]:
                    with socket.socket() as other:
                        other.bind((address, port))
                return port
            except OSError:
                continue


def wait_until(condition, seconds, what):
    """Polls until the condition holds; exits with the message `what` on timeout."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise SystemExit(f"{what}: not after {seconds} s")
        time.sleep(0.02)
