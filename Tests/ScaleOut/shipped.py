#!/usr/bin/env python3
"""What Docker/ ships, before the checkers of those who read it: manifests, compose file, dashboard, names of metrics, versions.

    Tests/ScaleOut/shipped.py .build/release/hanabi

Needs kubernetes-validate and PyYAML (PyPI); takes kubectl for what kustomize makes of the manifests, docker-compose, promtool and
Prometheus where they are, and says what is left out. (Nobody installs Prometheus for it: Debian's brings a font, with which letters are others.)
What nginx, HAProxy and Varnish think of their files, scale.py sees when it starts them.
"""
import glob
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request

sys.dont_write_bytecode = True

import kubernetes_validate  # noqa: E402
import yaml  # noqa: E402

from client import Client, get_all  # noqa: E402
from fronts import DOCKER  # noqa: E402
from processes import Process, end_all, free_port, wait_until  # noqa: E402

TOP = os.path.join(DOCKER, "..")
KUBERNETES = "1.37"
failures = []


def expect(is_so, text):
    if not is_so:
        failures.append(text)
        print(f"  WRONG: {text}")


def manifests():
    """Every manifest, alone and as kustomize puts them together, by the schemas of Kubernetes."""
    def validate(text, source):
        count = 0
        for document in yaml.safe_load_all(text):
            # What KEDA adds has a schema in the cluster only; kustomize's own files, it reads itself.
            if document and document["apiVersion"].split("/")[0] not in ("keda.sh", "kustomize.config.k8s.io"):
                count += 1
                try:
                    kubernetes_validate.validate(document, KUBERNETES, strict=True)
                except kubernetes_validate.ValidationError as error:
                    expect(False, f"{source}: {document['kind']}: {error}")
        return count

    count = sum(validate(read(path), path) for path in glob.glob(f"{DOCKER}/kubernetes/*.yaml"))
    print(f"  {count} manifests, Kubernetes {KUBERNETES}")
    kubectl = shutil.which("kubectl")
    if not kubectl:
        return print("  kubectl is not here: kustomize is left out")
    with tempfile.TemporaryDirectory() as folder:
        base = os.path.relpath(os.path.realpath(f"{DOCKER}/kubernetes"), os.path.realpath(folder))
        for name, components in (("cpu", []), ("keda", [f"{base}/keda"])):
            with open(f"{folder}/kustomization.yaml", "w") as file:
                json.dump({"resources": [base], "components": components}, file)
            made = subprocess.run([kubectl, "kustomize", folder], capture_output=True, text=True)
            expect(made.returncode == 0, f"kustomize, {name}: {made.stderr}")
            kinds = re.findall(r"^kind: (\w+)", made.stdout, re.M)
            expect(("HorizontalPodAutoscaler" in kinds) == (not components), f"kustomize, {name}: {kinds}")
            expect(("ScaledObject" in kinds) == bool(components), f"kustomize, {name}: {kinds}")
            print(f"  kustomize, {name}: {validate(made.stdout, 'kustomize')} of {len(kinds)} objects by Kubernetes' own schemas")


def compose():
    for command in (["docker", "compose"], ["docker-compose"]):
        if shutil.which(command[0]) and subprocess.run([*command, "version"], capture_output=True).returncode == 0:
            break
    else:
        return print("  no docker-compose here: the compose file is read as YAML only")
    for profiles in ([], ["varnish", "haproxy", "monitoring"]):
        flags = [flag for profile in profiles for flag in ("--profile", profile)]
        checked = subprocess.run([*command, "-f", f"{DOCKER}/compose.yaml", *flags, "config", "-q"], capture_output=True, text=True)
        expect(checked.returncode == 0, f"{' '.join(command)} config: {checked.stderr}")
    print(f"  compose.yaml by {' '.join(command)}")


def mounts():
    """What the compose file mounts is there."""
    for name, service in yaml.safe_load(read(f"{DOCKER}/compose.yaml"))["services"].items():
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            if source.startswith("."):
                expect(os.path.isfile(os.path.join(DOCKER, source)), f"compose.yaml: {name} mounts {source}, which is not there")


def queries():
    """`(where, query)` of the dashboard and of KEDA."""
    for panel in json.loads(read(f"{DOCKER}/grafana/hanabi.json"))["panels"]:
        for target in panel["targets"]:
            yield f"hanabi.json, {panel['title']}", target["expr"].replace("$__rate_interval", "1m").replace("$job", ".*")
    for trigger in yaml.safe_load(read(f"{DOCKER}/kubernetes/keda/scaledobject.yaml"))["spec"]["triggers"]:
        if trigger["type"] == "prometheus":
            yield "scaledobject.yaml", trigger["metadata"]["query"]


def metrics(program):
    """Names in queries are names that a service has which has seen a bit of everything."""
    with tempfile.TemporaryDirectory() as folder:
        address, operations = ("127.0.0.1", free_port()), ("127.0.0.1", free_port())
        Process(
            [program, "serve", "--listen", "%s:%d" % address, "--metrics-listen", "%s:%d" % operations, "--allowed-parameters", "w,h,d,seed"],
            f"{folder}/log")
        wait_until(lambda: Client(address, timeout=1).get("/readyz").is_ok, 10, "the service does not start")

        def use(number):
            picture = "/v1/effects/confetti.png?w=50&h=50&d=0.3"
            get_all(address, [f"{picture}&seed={number}"] * 2 + [f"{picture}&fps=5", "/v1/effects/nothing.png"], threads=1)
            with socket.create_connection(address) as broken:
                broken.sendall(b"no request\r\n\r\n")
                broken.recv(100)

        use(0)
        with urllib.request.urlopen("http://%s:%d/metrics" % operations) as answer:
            names = set(re.findall(r"^([a-z][a-z_]*)", answer.read().decode(), re.M))
        count = 0
        for where, query in queries():
            for name in re.findall(r"\b(?:hanabi|process)_[a-z_]+", query):
                count += 1
                expect(name in names, f"{where}: the service has no {name}")
        print(f"  {count} names of metrics in queries, all of a running service's {len(names)}")
        prometheus(folder, operations, use)


def prometheus(folder, operations, use):
    """Prometheus reads its file, scrapes the service, and has an answer to each query."""
    path = os.environ["PATH"] + ":/usr/sbin"
    if not shutil.which("prometheus", path=path):
        return print("  Prometheus is not here: queries are not asked")
    with open(f"{folder}/prometheus.yml", "w") as file:
        file.write(re.sub(r"targets: \[.*\]", 'targets: ["%s:%d"]' % operations, read(f"{DOCKER}/prometheus/prometheus.yml"))
                   .replace("scrape_interval: 10s", "scrape_interval: 1s"))
    checked = subprocess.run(["promtool", "check", "config", f"{DOCKER}/prometheus/prometheus.yml"], capture_output=True, text=True)
    expect(checked.returncode == 0, f"promtool: {checked.stderr}")
    port = free_port()
    Process(["prometheus", f"--config.file={folder}/prometheus.yml", f"--storage.tsdb.path={folder}/data",
             f"--web.listen-address=127.0.0.1:{port}"], f"{folder}/prometheus.log")

    def ask(query):
        url = f"http://127.0.0.1:{port}/api/v1/query?" + urllib.parse.urlencode({"query": query})
        try:
            with urllib.request.urlopen(url, timeout=5) as answer:
                return json.load(answer)["data"]["result"]
        except (OSError, ValueError):
            return []

    wait_until(lambda: ask("hanabi_build_info"), 30, "Prometheus sees no service")
    # A rate is between two scrapes, and of what was there at the first.
    for number in range(1, 8):
        use(number)
        time.sleep(0.5)
    time.sleep(1.5)
    found = [(where, query, ask(query)) for where, query in queries()]
    for where, query, result in found:
        expect(result, f"{where}: no answer to {query}")
    print(f"  {len(found)} queries asked of Prometheus, each answered")


def versions():
    """One version, in all places that name it."""
    def find(path, pattern):
        match = re.search(pattern, read(os.path.join(TOP, path)), re.M)
        return match[1] if match else None

    found = {
        "Sources/EffectService/Version.swift": find("Sources/EffectService/Version.swift", r'hanabiVersion = "(.*)"'),
        "openapi.yaml": find("openapi.yaml", r"^  version: (\S+)"),
        "CHANGELOG.md": find("CHANGELOG.md", r"^## (\d\S*)"),
        "Docker/compose.yaml": find("Docker/compose.yaml", r"image: hanabi:(\S+)"),
        "Docker/kubernetes/kustomization.yaml": find("Docker/kubernetes/kustomization.yaml", r"newTag: (\S+)"),
    }
    expect(len(set(found.values())) == 1, f"versions differ: {found}")
    print(f"  version {found['openapi.yaml']} in {len(found)} files")


def read(path):
    with open(path) as file:
        return file.read()


if __name__ == "__main__":
    print("What is shipped")
    try:
        manifests()
        compose()
        mounts()
        metrics(os.path.abspath(sys.argv[1]))
        versions()
    finally:
        end_all()
    print("shipped.py: " + ("all well" if not failures else f"{len(failures)} things are wrong"))
    sys.exit(1 if failures else 0)
