"""The reverse proxies of Docker/ as shipped, with other addresses and folders."""
import os
import re
import shlex
import shutil
import subprocess

from client import Client
from names import NameServer
from processes import Process, free_port, wait_until

DOCKER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Docker")
DEPLOYING = os.path.join(DOCKER, "..", "Documentation", "deploying.md")


def shipped(path, changes):
    """Returns a file's text with other addresses, each of which must occur in the file."""
    with open(os.path.join(DOCKER, path)) as file:
        text = file.read()
    for old in changes:
        if old not in text:
            raise SystemExit(f"Docker/{path} has no {old!r}: the test has to follow")
    # Replaced in one pass, so that replacements are not replaced again.
    places = "|".join(map(re.escape, changes)) or "$^"
    return re.sub(places, lambda match: changes[match[0]], text)


def place(replica):
    """Returns the replica's address in compose.yaml."""
    return f"10.87.0.{10 + replica.number}"


def addresses(fleet):
    """Maps the replicas' addresses in compose.yaml to their addresses in the test."""
    return {f"{place(replica)}:8080": "%s:%d" % replica.address for replica in fleet}


def with_system_programs():
    return {**os.environ, "PATH": os.environ["PATH"] + ":/usr/sbin"}


class Front:
    """`program` is Debian's package; `keeps` is whether the front has a cache."""

    name = program = None
    keeps = True

    def __init__(self, fleet, folder):
        self.fleet, self.folder = fleet, os.path.join(folder, self.name)
        os.makedirs(self.folder)
        os.chmod(self.folder, 0o777)
        self.address = ("127.0.0.1", free_port())
        self.processes = []
        self.start()
        wait_until(self.is_ready, 15, f"{self.name} does not start (its log is in {self.folder})")

    @classmethod
    def is_installed(cls):
        return all(shutil.which(program, path=os.environ["PATH"] + ":/usr/sbin") for program in cls.program)

    def is_ready(self):
        return Client(self.address, timeout=2).get("/healthz").is_ok

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write(text)
        return path

    def run(self, command, environment=None):
        path = os.environ["PATH"] + ":/usr/sbin"
        log = os.path.join(self.folder, f"{command[0]}.log")
        self.processes.append(Process(command, log, {"PATH": path, **(environment or {})}, unprivileged=True))

    def stop(self):
        for process in self.processes:
            process.end()

    def log(self):
        """Returns the log output of all its programs."""
        texts = []
        for name in os.listdir(self.folder):
            if name.endswith(".log"):
                with open(os.path.join(self.folder, name), errors="replace") as file:
                    texts.append(file.read())
        return "\n".join(texts)

    def wait_for_log(self, is_there):
        wait_until(lambda: is_there(self.log()), 5, f"{self.name} has not written of its requests")


def start_nginx(front, upstreams, caching="nginx/cache.conf"):
    """Starts nginx with the shipped files, except for the replicas' addresses."""
    cache = os.path.join(front.folder, "cache")
    os.makedirs(cache)
    os.chmod(cache, 0o777)
    front.write("conf/upstreams.conf", upstreams)
    front.write("conf/locations.conf", shipped("nginx/locations.conf", {}))
    front.write("conf/limits.conf", shipped("nginx/limits.conf", {}))
    front.write("conf/cache.conf", shipped(caching, {"/var/cache/hanabi": cache}))
    configuration = front.write("conf/nginx.conf", shipped("nginx/nginx.conf", {
        "/tmp/": f"{front.folder}/",
        "/dev/stdout": f"{front.folder}/access.log",
        "listen 8080;": f"listen 127.0.0.1:{front.address[1]};",
        "listen 8081;": f"listen 127.0.0.1:{free_port()};",
    }))
    front.run(["nginx", "-p", front.folder, "-c", configuration, "-g", "daemon off; worker_processes auto;"])


def start_haproxy(front, port, changes, environment=None):
    configuration = front.write("haproxy.cfg", shipped("haproxy/haproxy.cfg", {
        "bind :8091": f"bind 127.0.0.1:{free_port()}",
        **changes,
    }))
    front.run(["haproxy", "-db", "-f", configuration], {"HANABI_LISTEN": f"127.0.0.1:{port}", **(environment or {})})


def forget_file(front, path):
    """Has nginx forget one URL, by the commands of Documentation/deploying.md."""
    with open(DEPLOYING) as file:
        commands = re.search(r"^key=.*?^rm .*?$", file.read(), re.M | re.S)[0]
    for old, new in (("/v1/effects/confetti.png?w=400&h=300", path), ("/var/cache/hanabi", os.path.join(front.folder, "cache"))):
        if old not in commands:
            raise SystemExit(f"Documentation/deploying.md has no {old!r}: the test has to follow")
        commands = commands.replace(old, new)
    subprocess.run(["bash", "-ec", commands], check=True)


class Nginx(Front):
    name, program = "nginx", ["nginx"]

    def forget(self, path, tag):
        forget_file(self, path)

    def start(self):
        start_nginx(self, shipped("nginx/upstreams.conf", addresses(self.fleet)))


class HAProxy(Front):
    name, program, keeps = "haproxy", ["haproxy"], False

    def start(self):
        start_haproxy(self, self.address[1], addresses(self.fleet))


class Varnish(Front):
    name, program = "varnish", ["varnishd"]

    def start(self):
        configuration = self.write("default.vcl", shipped("varnish/default.vcl", {
            **{f'"{place(replica)}"': f'"{replica.address[0]}"' for replica in self.fleet},
            '.port = "8080"': f'.port = "{self.fleet[0].address[1]}"',
        }))
        self.run(["varnishd", "-F", "-n", os.path.join(self.folder, "work"), "-f", configuration, "-a", "%s:%d" % self.address,
                  *self.flags()])

    def forget(self, path, tag):
        with open(DEPLOYING) as file:
            command = re.search(r"`varnishadm (ban '.*?')`", file.read())[1].replace("\\|", "|").replace("hanabi-effect-confetti", tag)
        subprocess.run(["varnishadm", "-n", os.path.join(self.folder, "work"), *shlex.split(command)], check=True, capture_output=True,
                       env=with_system_programs())

    def log(self):
        """Returns the log that Varnish keeps in shared memory."""
        shown = subprocess.run(["varnishlog", "-d", "-g", "raw", "-n", os.path.join(self.folder, "work")], capture_output=True, text=True,
                               errors="replace", env=with_system_programs())
        return super().log() + shown.stdout

    def flags(self):
        """Returns storage and parameters of compose.yaml, without parameters unknown to an old Varnish."""
        known = subprocess.run(["varnishd", "-x", "parameter"], capture_output=True, text=True, env=with_system_programs()).stdout
        pairs = re.findall(r'"(-[sp])", "([^"]+)"', shipped("compose.yaml", {}))
        return [text for flag, value in pairs if flag == "-s" or f"\n{value.split('=')[0]}\n" in known for text in (flag, value)]


class Cluster(Front):
    """The setup of Docker/kubernetes: nginx with HAProxy in one pod, which resolves the replicas by name."""

    name, program = "kubernetes", ["nginx", "haproxy"]

    def forget(self, path, tag):
        forget_file(self, path)

    def start(self):
        self.names = NameServer(replica.address[0] for replica in self.fleet)
        port = free_port()
        start_haproxy(
            self, port, {"parse-resolv-conf": f"nameserver test 127.0.0.1:{self.names.port}"},
            {"HANABI_REPLICAS": f"replicas.test:{self.fleet[0].address[1]}", "HANABI_THREADS": "1"})
        # The test's client stands for the ingress controller.
        start_nginx(self, shipped("kubernetes/upstreams.conf", {"127.0.0.1:8090": f"127.0.0.1:{port}", "10.0.0.0/8": "127.0.0.0/8"}),
                    "kubernetes/cache.conf")


FRONTS = [Nginx, HAProxy, Varnish, Cluster]


def check_tls(folder):
    """Checks the TLS example by nginx's own checker with a generated certificate."""
    os.makedirs(os.path.join(folder, "conf", "servers"))
    os.makedirs(os.path.join(folder, "conf", "tls"))
    os.makedirs(os.path.join(folder, "cache"))
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=hanabi.test", "-days", "1",
         "-keyout", f"{folder}/conf/tls/tls.key", "-out", f"{folder}/conf/tls/tls.crt"], check=True, capture_output=True)
    files = {
        "nginx.conf": {"/tmp/": f"{folder}/"},
        "cache.conf": {"/var/cache/hanabi": f"{folder}/cache"},
        "upstreams.conf": {},
        "locations.conf": {},
        "limits.conf": {},
    }
    for name, changes in files.items():
        with open(f"{folder}/conf/{name}", "w") as file:
            file.write(shipped(f"nginx/{name}", changes))
    shutil.copy(os.path.join(DOCKER, "nginx", "tls.conf"), f"{folder}/conf/servers/tls.conf")
    return subprocess.run(
        ["nginx", "-t", "-q", "-p", folder, "-c", f"{folder}/conf/nginx.conf"], capture_output=True, text=True,
        env=with_system_programs())
