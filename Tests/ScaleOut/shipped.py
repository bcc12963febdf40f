#!/usr/bin/env python3
"""What Docker/ ships, before the checkers of those who read it: manifests, compose file, dashboard, names of metrics, versions. And whether
what stands in several files agrees: addresses, sizes, processors.

    Tests/ScaleOut/shipped.py .build/release/hanabi

Needs kubernetes-validate and PyYAML (PyPI); takes kubectl for what kustomize makes of the manifests, docker-compose, promtool and
Prometheus where they are, and says what is left out. (Nobody installs Prometheus for it: Debian's brings a font, with which letters are others.)
What nginx, HAProxy and Varnish think of their files, scale.py sees when it starts them.
"""
import glob
import ipaddress
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


def addresses():
    """The fronts name the replicas by the addresses that they have, and replicas believe the fronts and nobody else."""
    services, network = composed()["services"], composed()["networks"]["hanabi"]["ipam"]["config"][0]
    fixed = {name: service["networks"]["hanabi"]["ipv4_address"] for name, service in services.items() if "hanabi" in service["networks"]
             and isinstance(service["networks"], dict)}
    replicas = {f"{fixed[name]}" for name in fixed if name.startswith("hanabi-")}
    named = {
        "nginx/upstreams.conf": re.findall(r"server (\S+):8080", read(f"{DOCKER}/nginx/upstreams.conf")),
        "haproxy/haproxy.cfg": re.findall(r"server hanabi-\S+ (\S+):8080", read(f"{DOCKER}/haproxy/haproxy.cfg")),
        "varnish/default.vcl": re.findall(r'host = "(\S+)"', read(f"{DOCKER}/varnish/default.vcl")),
    }
    for path, found in named.items():
        # A name that means nothing keeps all three from starting.
        expect(set(found) == replicas, f"{path}: {sorted(set(found))} in place of {sorted(replicas)}")
    # nginx has a list without each of them.
    lists = re.findall(r"upstream hanabi_but_(\d) \{(.*?)\}", read(f"{DOCKER}/nginx/upstreams.conf"), re.S)
    mapped = dict(re.findall(r'"(\S+):8080" hanabi_but_(\d);', read(f"{DOCKER}/nginx/upstreams.conf")))
    expect(set(mapped) == replicas, f"upstreams.conf: what is asked in place of {sorted(replicas - set(mapped))}?")
    for number, text in lists:
        without = {address for address, other in mapped.items() if other == number}
        expect(set(re.findall(r"server (\S+):8080", text)) == replicas - without, f"upstreams.conf: hanabi_but_{number}")
    trusted = services["hanabi-1"]["environment"]["HANABI_TRUSTED_PROXIES"].split(",")
    expect(set(trusted) == {fixed[name] for name in ("nginx", "varnish", "haproxy")}, f"compose.yaml: HANABI_TRUSTED_PROXIES is {trusted}")
    # Others get their addresses when they start, and that may be before those with fixed ones do.
    others = ipaddress.ip_network(network.get("ip_range", network["subnet"]))
    for name, address in fixed.items():
        expect(ipaddress.ip_address(address) not in others, f"compose.yaml: {address} of {name} may be another one's, in {others}")
    print(f"  {len(replicas)} replicas where {len(named)} files say they are")


def size(text):
    """Bytes: as nginx, Docker and Kubernetes write them."""
    number, unit = re.fullmatch(r"(\d+) ?([kKmMgG]?)i?", str(text)).groups()
    return int(number) * {"": 1, "k": 2**10, "m": 2**20, "g": 2**30}[unit.lower()]


def room():
    """What may be kept fits into where it is kept, with a tenth to spare: what is being written is not counted."""
    posts = size(re.search(r"limit_conn posts (\d+);", read(f"{DOCKER}/nginx/nginx.conf"))[1]) \
        * size(re.search(r"client_max_body_size (\w+);", read(f"{DOCKER}/nginx/nginx.conf"))[1])
    services, front = composed()["services"], manifest("front.yaml", "Deployment")["spec"]["template"]["spec"]
    mounted = {place.split(":")[0]: re.search(r"size=(\w+)", place) for place in services["nginx"]["tmpfs"]}
    volumes = {volume["name"]: volume.get("emptyDir", {}).get("sizeLimit") for volume in front["volumes"]}
    for where, folder, volume, bodies in (
        ("compose.yaml", "nginx", mounted["/var/cache/hanabi"], mounted["/tmp"]),
        ("front.yaml", "kubernetes", volumes["cache"], volumes["temporary"]),
    ):
        volume, bodies = (size(each[1]) if isinstance(each, re.Match) else size(each or 0) for each in (volume, bodies))
        kept = size(re.search(r"max_size=(\w+)", read(f"{DOCKER}/{folder}/cache.conf"))[1])
        free = size(re.search(r"min_free=(\w+)", read(f"{DOCKER}/{folder}/cache.conf"))[1])
        expect(kept + free <= 0.9 * volume, f"{where}: nginx keeps {kept} bytes and {free} free, in {volume}")
        expect(posts < bodies, f"{where}: {posts} bytes of bodies in a /tmp of {bodies}")
    whole = sum(size(limit) for limit in volumes.values() if limit)
    disk = size(front["containers"][0]["resources"]["limits"]["ephemeral-storage"])
    expect(whole < disk, f"front.yaml: volumes of {whole} bytes, and {disk} for them and the log")
    for name in ("nginx", "varnish", "haproxy"):
        memory = size(services[name].get("mem_limit", 0))
        inside = sum(size(found[1]) for place in services[name].get("tmpfs", []) for found in [re.search(r"size=(\w+)", place)] if found)
        inside += sum(size(text) for text in re.findall(r"malloc,(\w+)", " ".join(services[name].get("command", []))))
        expect(memory > 1.2 * inside, f"compose.yaml: {name} has {memory} bytes of memory, and puts {inside} into it")
        expect(all("size=" in place for place in services[name].get("tmpfs", [])), f"compose.yaml: {name} has a tmpfs without a limit")
    expect("Transient=malloc," in " ".join(services["varnish"]["command"]), "compose.yaml: Varnish's Transient has no limit")
    print("  caches, bodies and memory fit into their places")


def cluster():
    """What the schemas don't know of."""
    front = manifest("front.yaml", "Deployment")["spec"]["template"]["spec"]
    nginx, haproxy = front["containers"]
    workers = re.search(r"worker_processes (\w+);", nginx["command"][-1])
    expect(workers and workers[1] == nginx["resources"]["limits"]["cpu"], "front.yaml: nginx has other processes than processors")
    expect("worker_processes" not in re.sub("#.*", "", read(f"{DOCKER}/nginx/nginx.conf")), "nginx.conf: it is twice, then")
    environment = {each["name"]: each["value"] for each in haproxy["env"]}
    expect(environment.get("HANABI_THREADS") == haproxy["resources"]["limits"]["cpu"], "front.yaml: HAProxy has other threads than processors")
    listens = environment.get("HANABI_LISTEN")
    expect(listens and f"server {listens};" in read(f"{DOCKER}/kubernetes/upstreams.conf") and listens.startswith("127."),
           f"front.yaml: HAProxy listens at {listens}")
    names = [rule for document in yaml.safe_load_all(read(f"{DOCKER}/kubernetes/network.yaml")) for rule in document["spec"]["egress"]
             if {port["port"] for port in rule["ports"]} == {53}]
    # A node's own cache of names is no pod.
    expect(names and all("to" not in rule for rule in names), "network.yaml: only pods may be asked for names")
    job, policy = (manifest("batch-job.yaml", kind) for kind in ("Job", "NetworkPolicy"))
    labels = job["spec"]["template"]["metadata"]["labels"]
    expect(policy and policy["spec"]["podSelector"]["matchLabels"].items() <= labels.items(), "batch-job.yaml: no policy for its pods")
    expect(job["metadata"].get("namespace") == manifest("namespace.yaml", "Namespace")["metadata"]["name"], "batch-job.yaml: in no namespace")

    scaled, plain = yaml.safe_load(read(f"{DOCKER}/kubernetes/keda/scaledobject.yaml")), manifest("autoscaler.yaml", "HorizontalPodAutoscaler")
    advanced = scaled["spec"].get("advanced", {}).get("horizontalPodAutoscalerConfig", {})
    expect(advanced.get("behavior") == plain["spec"]["behavior"], "scaledobject.yaml: it scales otherwise than autoscaler.yaml")
    takes_over = scaled["metadata"].get("annotations", {}).get("scaledobject.keda.sh/transfer-hpa-ownership") == "true"
    expect(takes_over and advanced.get("name") == plain["metadata"]["name"], "scaledobject.yaml: autoscaler.yaml's stays beside it")
    for where, query in queries():
        # How Prometheus calls the job is not ours to say; the dashboard asks.
        expect('job="hanabi"' not in query, f"{where}: {query}")
    print("  processors, names, the batch, KEDA")


def sizing():
    """It has an answer soon, or says what it can't take."""
    def run(*flags):
        try:
            return subprocess.run([f"{DOCKER}/sizing.py", *flags], capture_output=True, text=True, timeout=10)
        except subprocess.TimeoutExpired:
            expect(False, f"sizing.py {' '.join(flags)}: nothing after 10 s")

    for flags in (["--busy", "0"], ["--bytes", "0"], ["--cores", "0"], ["--rate", "nan"], ["--unique", "1.5"]):
        found = run(*flags)
        expect(not found or found.returncode == 2 and "error: argument" in found.stderr, f"sizing.py {' '.join(flags)}: {found and found.stderr}")
    found = run("--rate", "1e6", "--front-cache", "0")
    expect(found and found.returncode == 0, f"sizing.py: {found and found.stderr}")

    def asked(text):
        return [float(number.replace(",", "")) for number in re.findall(r"^(?:CDN|front|replicas').{20,}? +([\d,.]+) +[\d.]+%", text, re.M)]

    # What old copies are asked about, the next one is asked.
    flags = ["--max-age", "10", "--pops", "10", "--pop-cache", "1e10", "--front-cache", "1e10"]
    tiers = asked(run(*flags).stdout)
    through = float(re.search(r"^CDN.*% +([\d,.]+) +([\d,.]+)", run(*flags).stdout, re.M)[2].replace(",", ""))
    expect(len(tiers) == 3 and tiers[1] > through + 1, f"sizing.py: {tiers} are asked, {through} come through the first")
    alike, hashed = (run("--fronts", "2", *more).stdout for more in ([], ["--fronts-hashed"]))
    expect("2 alike" in alike and "2 of them" in hashed, "sizing.py: two fronts keep the same, unless something hashes before them")
    readme = read(f"{DOCKER}/README.md")
    command, printed = re.search(r"```text\nDocker/sizing.py (.*?)\n\n(.*?)```", readme, re.S).groups()
    expect(printed.strip() in run(*command.replace("\\\n", " ").split()).stdout, "sizing.py: README.md shows another answer")
    print("  sizing.py")


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


def composed():
    return yaml.safe_load(read(f"{DOCKER}/compose.yaml"))


def manifest(path, kind):
    return next((document for document in yaml.safe_load_all(read(f"{DOCKER}/kubernetes/{path}")) if document["kind"] == kind), None)


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
        "Docker/kubernetes/batch-job.yaml": find("Docker/kubernetes/batch-job.yaml", r"image: hanabi:(\S+)"),
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
        addresses()
        room()
        cluster()
        sizing()
        metrics(os.path.abspath(sys.argv[1]))
        versions()
    finally:
        end_all()
    print("shipped.py: " + ("all well" if not failures else f"{len(failures)} things are wrong"))
    sys.exit(1 if failures else 0)
