#!/usr/bin/env python3
"""Validates the files shipped in Docker/ with their consumers' checkers: manifests, compose file, dashboard, metric names and versions.
Also checks values that several files must agree on: addresses, sizes and processors.

    Tests/ScaleOut/shipped.py .build/release/hanabi

Needs kubernetes-validate and PyYAML (PyPI). Uses kubectl for kustomize, docker-compose, promtool and Prometheus if installed, and reports
skipped checks. (Do not install Prometheus for this: Debian's package brings a font that changes rendered text.) scale.py checks the files
of nginx, HAProxy and Varnish by starting them.
"""
import glob
import http.server
import ipaddress
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
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
    """Every manifest conforms to Kubernetes' schemas, alone and combined by kustomize."""
    def validate(text, source):
        count = 0
        for document in yaml.safe_load_all(text):
            # Schemas of operators are in the cluster only, and kustomize reads its own files.
            if document and document["apiVersion"].split("/")[0] not in ("keda.sh", "monitoring.coreos.com", "kustomize.config.k8s.io"):
                count += 1
                try:
                    kubernetes_validate.validate(document, KUBERNETES, strict=True)
                except kubernetes_validate.ValidationError as error:
                    expect(False, f"{source}: {document['kind']}: {error}")
        return count

    # references.yaml is for kustomize only.
    paths = [path for path in glob.glob(f"{DOCKER}/kubernetes/*.yaml") if not path.endswith("/references.yaml")]
    count = sum(validate(read(path), path) for path in paths)
    print(f"  {count} manifests, Kubernetes {KUBERNETES}")
    kubectl = shutil.which("kubectl")
    if not kubectl:
        return print("  kubectl is not here: kustomize is left out")
    with tempfile.TemporaryDirectory() as folder:
        base = os.path.relpath(os.path.realpath(f"{DOCKER}/kubernetes"), os.path.realpath(folder))
        for name, components in (("cpu", []), ("keda", [f"{base}/keda"]), ("monitoring", [f"{base}/monitoring"])):
            with open(f"{folder}/kustomization.yaml", "w") as file:
                json.dump({"resources": [base], "components": components}, file)
            made = subprocess.run([kubectl, "kustomize", folder], capture_output=True, text=True)
            expect(made.returncode == 0, f"kustomize, {name}: {made.stderr}")
            kinds = re.findall(r"^kind: (\w+)", made.stdout, re.M)
            expect(("HorizontalPodAutoscaler" in kinds) == (name != "keda"), f"kustomize, {name}: {kinds}")
            expect(("ScaledObject" in kinds) == (name == "keda"), f"kustomize, {name}: {kinds}")
            if name == "monitoring":
                monitored(list(yaml.safe_load_all(made.stdout)))
            print(f"  kustomize, {name}: {validate(made.stdout, 'kustomize')} of {len(kinds)} objects by Kubernetes' own schemas")
        with open(f"{folder}/kustomization.yaml", "w") as file:
            json.dump({"resources": [base], "components": [f"{base}/keda", f"{base}/monitoring"], "namespace": "other", "namePrefix": "a-", "nameSuffix": "-z"}, file)
        made = subprocess.run([kubectl, "kustomize", folder], capture_output=True, text=True)
        expect(made.returncode == 0, f"kustomize, overlay: {made.stderr}")
        renamed(list(yaml.safe_load_all(made.stdout)))


def monitored(objects):
    """The Prometheus Operator's monitors name existing ports that it may reach."""
    def of(kind):
        return [each for each in objects if each and each["kind"] == kind]

    front = next(each["spec"]["template"] for each in of("Deployment") if each["metadata"]["name"] == "hanabi-front")
    ports = {port["name"] for container in front["spec"]["containers"] for port in container["ports"]}
    wanted = {each["port"] for each in of("PodMonitor")[0]["spec"]["podMetricsEndpoints"]}
    admitted = {port["port"] for policy in of("NetworkPolicy") if policy["metadata"]["name"] == "hanabi-front"
                for rule in policy["spec"]["ingress"] if "from" in rule for port in rule["ports"]}
    expect(wanted <= ports and wanted <= admitted, f"monitoring: {wanted} of {ports}, where {admitted} are let in")
    monitor = of("ServiceMonitor")[0]["spec"]
    chosen = [each["metadata"]["name"] for each in of("Service") for port in each["spec"]["ports"]
              if monitor["selector"]["matchLabels"].items() <= each["metadata"]["labels"].items()
              and port["name"] in {end["port"] for end in monitor["endpoints"]}]
    expect(chosen == ["hanabi-replicas"], f"monitoring: the ServiceMonitor scrapes {chosen}")


def renamed(objects):
    """An overlay's namespace, prefix and suffix are applied to every reference between objects."""
    def named(kind):
        return {each["metadata"]["name"]: each for each in objects if each and each["kind"] == kind}

    host = names_replicas(named("Deployment")["a-hanabi-front-z"], "other")
    expect(host == "a-hanabi-replicas-z.other.svc.cluster.local:8080" and "a-hanabi-replicas-z" in named("Service"),
           f"kustomize, overlay: HAProxy asks for {host}")
    scaled = named("ScaledObject")["a-hanabi-z"]["spec"]
    found = scaled["scaleTargetRef"]["name"], scaled["advanced"]["horizontalPodAutoscalerConfig"]["name"]
    expect(found == ("a-hanabi-z", "a-hanabi-z") and "a-hanabi-z" in named("Deployment"), f"kustomize, overlay: KEDA scales {found}")
    places = {each["metadata"].get("namespace", "other") for each in objects if each}
    expect(places == {"other"} and set(named("Namespace")) == {"other"}, f"kustomize, overlay: objects in {places}")
    print("  kustomize, an overlay: its namespace and names are where objects name each other")


def names_replicas(deployment, namespace):
    """Returns the name that HAProxy resolves in a pod of this namespace."""
    haproxy = next(each for each in deployment["spec"]["template"]["spec"]["containers"] if each["name"] == "haproxy")
    known = {}
    for each in haproxy["env"]:
        is_namespace = each.get("valueFrom", {}).get("fieldRef", {}).get("fieldPath") == "metadata.namespace"
        value = namespace if is_namespace else each.get("value", "")
        known[each["name"]] = re.sub(r"\$\((\w+)\)", lambda match: known.get(match[1], match[0]), value)
    return known.get("HANABI_REPLICAS")


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
    """The files mounted by the compose file exist."""
    for name, service in yaml.safe_load(read(f"{DOCKER}/compose.yaml"))["services"].items():
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            if source.startswith("."):
                expect(os.path.isfile(os.path.join(DOCKER, source)), f"compose.yaml: {name} mounts {source}, which is not there")


def addresses():
    """The fronts use the replicas' actual addresses, and replicas trust exactly the fronts."""
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
        # An unknown name keeps all three from starting.
        expect(set(found) == replicas, f"{path}: {sorted(set(found))} in place of {sorted(replicas)}")
    # nginx has a list of the other replicas for each one.
    lists = re.findall(r"upstream hanabi_but_(\d) \{(.*?)\}", read(f"{DOCKER}/nginx/upstreams.conf"), re.S)
    mapped = dict(re.findall(r'"(\S+):8080" hanabi_but_(\d);', read(f"{DOCKER}/nginx/upstreams.conf")))
    expect(set(mapped) == replicas, f"upstreams.conf: what is asked in place of {sorted(replicas - set(mapped))}?")
    for number, text in lists:
        without = {address for address, other in mapped.items() if other == number}
        expect(set(re.findall(r"server (\S+):8080", text)) == replicas - without, f"upstreams.conf: hanabi_but_{number}")
    trusted = services["hanabi-1"]["environment"]["HANABI_TRUSTED_PROXIES"].split(",")
    expect(set(trusted) == {fixed[name] for name in ("nginx", "varnish", "haproxy")}, f"compose.yaml: HANABI_TRUSTED_PROXIES is {trusted}")
    # Dynamic addresses are assigned at start, possibly before containers with fixed ones start.
    others = ipaddress.ip_network(network.get("ip_range", network["subnet"]))
    for name, address in fixed.items():
        expect(ipaddress.ip_address(address) not in others, f"compose.yaml: {address} of {name} may be another one's, in {others}")
    print(f"  {len(replicas)} replicas where {len(named)} files say they are")


def size(text):
    """Returns bytes from the notations of nginx, Docker and Kubernetes."""
    number, unit = re.fullmatch(r"(\d+) ?([kKmMgG]?)i?", str(text)).groups()
    return int(number) * {"": 1, "k": 2**10, "m": 2**20, "g": 2**30}[unit.lower()]


def room():
    """Caches fit their volumes with a tenth to spare for files being written."""
    posts = size(re.search(r"limit_conn posts (\d+);", read(f"{DOCKER}/nginx/limits.conf"))[1]) \
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
    """Cluster requirements beyond the schemas."""
    front = manifest("front.yaml", "Deployment")["spec"]["template"]["spec"]
    nginx, haproxy = front["containers"]
    workers = re.search(r"worker_processes (\w+);", nginx["command"][-1])
    expect(workers and workers[1] == nginx["resources"]["limits"]["cpu"], "front.yaml: nginx has other processes than processors")
    expect("worker_processes" not in re.sub("#.*", "", read(f"{DOCKER}/nginx/nginx.conf")), "nginx.conf: it is twice, then")
    environment = {each["name"]: each.get("value") for each in haproxy["env"]}
    host = names_replicas(manifest("front.yaml", "Deployment"), "anywhere")
    expect(host == "hanabi-replicas.anywhere.svc.cluster.local:8080", f"front.yaml: in the namespace anywhere, HAProxy asks for {host}")
    expect(environment.get("HANABI_THREADS") == haproxy["resources"]["limits"]["cpu"], "front.yaml: HAProxy has other threads than processors")
    listens = environment.get("HANABI_LISTEN")
    expect(listens and f"server {listens};" in read(f"{DOCKER}/kubernetes/upstreams.conf") and listens.startswith("127."),
           f"front.yaml: HAProxy listens at {listens}")
    names = [rule for document in yaml.safe_load_all(read(f"{DOCKER}/kubernetes/network.yaml")) for rule in document["spec"]["egress"]
             if {port["port"] for port in rule["ports"]} == {53}]
    # A node-local DNS cache is not a pod.
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
        # The job's name is chosen by Prometheus' configuration, so the dashboard asks for it.
        expect('job="hanabi"' not in query, f"{where}: {query}")
    print("  processors, names, the batch, KEDA")


def reachability():
    """Every client of a Service's pods is admitted by the network policies and reaches an existing port."""
    def documents(kind):
        for path in sorted(glob.glob(f"{DOCKER}/kubernetes/*.yaml")):
            yield from (each for each in yaml.safe_load_all(read(path)) if each and each.get("kind") == kind)

    def selects(labels, pod):
        return labels.items() <= pod["metadata"]["labels"].items()

    def number(pod, port):
        """Returns the number of a port given by name or number."""
        found = {each["name"]: each["containerPort"] for container in pod["spec"]["containers"] for each in container.get("ports", [])}
        return found.get(port, port if port in found.values() else None)

    def admits(direction, pod, peer, port):
        """Whether the policies of `pod` admit `peer` as the other end; `None` is any peer. `port` is a port of the called pod."""
        policies = [each["spec"] for each in documents("NetworkPolicy") if selects(each["spec"]["podSelector"]["matchLabels"], pod)]
        policies = [each for each in policies if direction.capitalize() in each["policyTypes"]]
        called, field = (pod, "from") if direction == "ingress" else (peer, "to")
        for rule in (rule for policy in policies for rule in policy.get(direction) or []):
            ports = [number(called, each["port"]) for each in rule.get("ports", [])]
            peers = rule.get(field)
            is_peer = peers is None or peer is not None and any(
                selects(each["podSelector"]["matchLabels"], peer) for each in peers if set(each) == {"podSelector"})
            if is_peer and (not ports or port in ports):
                return True
        return not policies

    pods = {each["metadata"]["name"]: each["spec"]["template"] for each in documents("Deployment")}
    services = list(documents("Service"))
    for service in services:
        name, spec = service["metadata"]["name"], service["spec"]
        behind = [pod for pod in pods.values() if selects(spec["selector"], pod)]
        expect(behind, f"Service {name}: no pod has the labels {spec['selector']}")
        for pod in behind:
            for each in spec["ports"]:
                port = number(pod, each["targetPort"])
                expect(port, f"Service {name}: its pods have no port {each['targetPort']}")
                # A headless Service is for the front and for Prometheus; other Services are for any pod in the cluster.
                if spec.get("clusterIP") != "None":
                    expect(admits("ingress", pod, None, port), f"Service {name}: network policies keep clients from its port {each['name']}")
                elif each["name"] == "http":
                    front = pods["hanabi-front"]
                    expect(admits("ingress", pod, front, port) and admits("egress", front, pod, port),
                           f"Service {name}: network policies keep the front from its port {each['name']}")
    expect(not admits("ingress", pods["hanabi"], None, 8080), "network.yaml: replicas believe whoever reaches them, and anybody does")
    print(f"  {len(services)} services, reached by whom they are for")


def sizing():
    """The sizing tool answers quickly or names the invalid argument."""
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

    # Questions for earlier copies are asked again for the next one.
    flags = ["--max-age", "10", "--pops", "10", "--pop-cache", "1e10", "--front-cache", "1e10"]
    tiers = asked(run(*flags).stdout)
    through = float(re.search(r"^CDN.*% +([\d,.]+) +([\d,.]+)", run(*flags).stdout, re.M)[2].replace(",", ""))
    expect(len(tiers) == 3 and tiers[1] > through + 1, f"sizing.py: {tiers} are asked, {through} come through the first")
    alike, hashed = (run("--fronts", "2", *more).stdout for more in ([], ["--fronts-hashed"]))
    expect("2 alike" in alike and "2 of them" in hashed, "sizing.py: two fronts keep the same, unless something hashes before them")
    page = read(f"{TOP}/Documentation/sizing.md")
    # The autoscalers' targets match the load that the sizes assume.
    busy = float(re.search(r'"--busy".*default=([\d.]+)', open(f"{DOCKER}/sizing.py").read()).group(1))
    for path, pattern in (("autoscaler.yaml", r"averageUtilization: (\d+)"), ("keda/scaledobject.yaml", r"type: cpu\n(?:.*\n){1,4}? +value: \"(\d+)\"")):
        aim = re.search(pattern, open(f"{DOCKER}/kubernetes/{path}").read())
        expect(aim and float(aim.group(1)) == 100 * busy, f"{path} aims at {aim and aim.group(1)} %, sizing.py at {100 * busy:.0f}")
    command, printed = re.search(r"```text\nDocker/sizing.py (.*?)\n\n(.*?)```", page, re.S).groups()
    expect(printed.strip() in run(*command.replace("\\\n", " ").split()).stdout, "sizing.py: Documentation/sizing.md shows another answer")
    print("  sizing.py")


def bill_of_materials():
    """sbom.py lists the contents of an image once each and deterministically."""
    with tempfile.TemporaryDirectory() as root:
        def run():
            return subprocess.run([f"{DOCKER}/sbom.py", root], capture_output=True, text=True)

        found = run()
        expect(found.returncode == 1 and "allowed:" in found.stderr, f"sbom.py of an empty folder: {found.stderr}")
        os.makedirs(f"{root}/var/lib/dpkg/status.d")
        with open(f"{root}/var/lib/dpkg/status.d/libexample", "w") as file:
            file.write("Package: libexample\nStatus: install ok installed\nArchitecture: amd64\nSource: example (2)\nVersion: 1:2.0+b1\n")
        first, second = run(), run()
        expect(first.returncode == 0 and first.stdout == second.stdout, f"sbom.py: {first.stderr}")
        document = json.loads(first.stdout or "{}")
        names = [each["purl"] for each in document.get("components", [])]
        expect("pkg:deb/debian/libexample@1%3A2.0%2Bb1?arch=amd64" in names, f"sbom.py: {names}")
        products = set(re.findall(r'package: "(swift-[a-z-]+)"', read(f"{TOP}/Package.swift")))
        expect(products and all(any(f"/{name}@" in each for each in names) for name in products), f"sbom.py: {names} without one of {products}")
        expect(len(names) == len(set(names)) and set(document["dependencies"][0]["dependsOn"]) == set(names), "sbom.py: not each once")
        print(f"  sbom.py: {len(names)} components")


def rules():
    """Yields `(name, rule)` of Prometheus' recording and alerting rules."""
    for group in yaml.safe_load(read(f"{DOCKER}/prometheus/alerts.yml"))["groups"]:
        for rule in group["rules"]:
            yield rule.get("alert") or rule["record"], rule


def alerts():
    """Alerts are the same for the operator and fire when they should."""
    own = yaml.safe_load(read(f"{DOCKER}/prometheus/alerts.yml"))["groups"]
    expect(yaml.safe_load(read(f"{DOCKER}/kubernetes/monitoring/rules.yaml"))["spec"]["groups"] == own,
           "monitoring/rules.yaml: other groups than alerts.yml")
    for name, rule in rules():
        if "alert" in rule:
            texts = rule["labels"].get("severity"), rule["annotations"].get("summary"), rule["annotations"].get("action")
            expect(texts[0] in ("page", "ticket") and all(texts), f"alerts.yml: {name} does not say what it is, or what to do")
    tried = set(re.findall(r"alertname: (\w+)", read(f"{DOCKER}/../Tests/ScaleOut/alerts.yml")))
    named = {name for name, rule in rules() if "alert" in rule}
    expect(tried == named, f"alerts.yml: {sorted(named ^ tried)} are not in both, the rules and their tests")
    if not shutil.which("promtool"):
        return print(f"  {len(named)} alerts; promtool is not here: they are not tried")
    made = subprocess.run(["promtool", "test", "rules", f"{TOP}/Tests/ScaleOut/alerts.yml"], capture_output=True, text=True)
    expect(made.returncode == 0, f"promtool: {made.stdout}{made.stderr}")
    print(f"  {len(named)} alerts, tried by promtool")


def queries():
    """Yields `(where, query)` of the dashboard, KEDA and the recording rules."""
    for name, rule in rules():
        if "record" in rule:
            yield f"alerts.yml, {name}", rule["expr"]
    for panel in json.loads(read(f"{DOCKER}/grafana/hanabi.json"))["panels"]:
        for target in panel["targets"]:
            yield f"hanabi.json, {panel['title']}", target["expr"].replace("$__rate_interval", "1m").replace("$job", ".*")
    for trigger in yaml.safe_load(read(f"{DOCKER}/kubernetes/keda/scaledobject.yaml"))["spec"]["triggers"]:
        if trigger["type"] == "prometheus":
            yield "scaledobject.yaml", trigger["metadata"]["query"]


def metrics(program):
    """Metric names in queries exist on a service that has seen a variety of requests."""
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
        for where, query in [*queries(), *((f"alerts.yml, {name}", rule["expr"]) for name, rule in rules() if "alert" in rule)]:
            for name in re.findall(r"\b(?:hanabi|process)_[a-z_]+", query):
                count += 1
                expect(name in names, f"{where}: the service has no {name}")
        print(f"  {count} names of metrics in queries, all of a running service's {len(names)}")
        prometheus(folder, operations, use)


def prometheus(folder, operations, use):
    """Prometheus loads its file, scrapes the service, and answers every query."""
    path = os.environ["PATH"] + ":/usr/sbin"
    if not shutil.which("prometheus", path=path):
        return print("  Prometheus is not here: queries are not asked")
    # Stands for nginx's exporter.
    class Page(http.server.BaseHTTPRequestHandler):
        asked = 0

        def do_GET(self):
            Page.asked += 1
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"# TYPE nginx_http_requests_total counter\nnginx_http_requests_total %d\nnginx_up 1\n" % (100 * Page.asked))

        def log_message(self, *_):
            pass

    exporter = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=exporter.serve_forever, daemon=True).start()
    shutil.copy(f"{DOCKER}/prometheus/alerts.yml", folder)
    with open(f"{folder}/prometheus.yml", "w") as file:
        text = read(f"{DOCKER}/prometheus/prometheus.yml").replace("nginx-exporter:9113", "127.0.0.1:%d" % exporter.server_port)
        file.write(re.sub(r"targets: \[.hanabi.*\]", 'targets: ["%s:%d"]' % operations, text)
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
    # A rate needs two scrapes, and a series that exists at the first.
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
    """All files that name the version agree."""
    def find(path, pattern):
        match = re.search(pattern, read(os.path.join(TOP, path)), re.M)
        return match[1] if match else None

    found = {
        "Sources/EffectRendering/Version.swift": find("Sources/EffectRendering/Version.swift", r'hanabiVersion = "(.*)"'),
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
        reachability()
        sizing()
        bill_of_materials()
        alerts()
        metrics(os.path.abspath(sys.argv[1]))
        versions()
    finally:
        end_all()
    print("shipped.py: " + ("all well" if not failures else f"{len(failures)} things are wrong"))
    sys.exit(1 if failures else 0)
