"""Hostile client behavior that a front must withstand or must not pass on. Each check covers a past failure."""
import base64
import concurrent.futures
import http.client
import json
import os
import re
import resource
import select
import socket
import subprocess
import time

from client import Client, get_all
from processes import wait_until
from replicas import Fleet
from stub import Stubs, echo

TILE = "/v1/effects/confetti.png?w=40&h=40&d=0.2"
# 16 MB of JSON, cached by no front, because Accept selects its form.
DUMP = "/v1/effects/confetti?fps=60&d=10"
# An address outside every list of trusted proxies.
STRANGER = "127.0.0.99"


def long_targets(report, fleet, fronts, size=8180):
    """Targets of the maximum length, redirects to them, and the requests after them.

    Regression: a head larger than nginx's buffer counted as a failure of each replica in turn, so that none was available for ten seconds.
    """
    report.title(f"Targets of {size:,} bytes")
    for front in fronts:
        client = Client(front.address)
        moved = client.get(f"{TILE}&seed=random&text=".ljust(size, "a"))
        report.expect(moved.outcome == 302 and len(moved.fields.get("location", "")) > size - 100, "long targets", front.name,
                      f"seed=random: {moved.outcome}")
        after = [client.get(f"{TILE}&seed=after-{front.name}-{number}").outcome for number in range(8)]
        report.expect(after == [200] * 8, "long targets", front.name, f"afterwards: {after}")
        spec = json.dumps({"canvas": {"width": 40, "height": 40}, "timing": {"duration": 0.2}, "seed": f"long-{front.name}", "layers": [
            {"emitterCells": [{"contents": "circle", "birthRate": 20, "lifetime": 1, "velocity": 40}]}]})
        # Base64 encodes three bytes in four letters.
        path = "/v1/s/%s.png" % base64.urlsafe_b64encode(spec.ljust(size * 3 // 4 // 3 * 3 - 9).encode()).decode()
        first, second = client.get(path), client.get(path)
        report.expect(first.is_ok and second.is_ok and first.digest == second.digest, "long targets", front.name,
                      f"{first.outcome}, {second.outcome}")
        is_kept = "front;desc=HIT" in second.fields.get("server-timing", "")
        report.expect(is_kept == front.keeps, "long targets", front.name, "not kept" if front.keeps else "kept")
    report.say("long targets", "all", "redirected, answered, and kept where something is kept; no replica is out afterwards")


def file_sizes(front, part):
    """Yields sizes of open files of a front's processes; nginx's temporary files are already unlinked."""
    for process in front.processes:
        number = process.process.pid
        with open(f"/proc/{number}/task/{number}/children") as file:
            children = file.read().split()
        for own in [number, *children]:
            for name in os.listdir(f"/proc/{own}/fd"):
                place = f"/proc/{own}/fd/{name}"
                if part in os.readlink(place):
                    yield os.stat(place).st_size


def slow_readers(report, fleet, fronts, count=8, most=8_000_000):
    """Clients that request large dumps and barely read must not make a front buffer them."""
    report.title(f"{count} who ask for 16 MB each, and do not read")
    # The other fronts write no files.
    fronts = [front for front in fronts if any("nginx" in process.log for process in front.processes)]
    readers = {front.name: [] for front in fronts}
    for front in fronts:
        for number in range(count):
            reader = socket.socket()
            reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            reader.connect(front.address)
            reader.sendall(f"GET {DUMP}&seed=slow-{front.name}-{number} HTTP/1.1\r\nHost: test\r\nAccept: application/json\r\n\r\n".encode())
            readers[front.name].append(reader)
    for front in fronts:
        for reader in readers[front.name]:
            reader.settimeout(10)
            begins = reader.recv(12)
            report.expect(begins == b"HTTP/1.1 200", "slow readers", front.name, f"an answer begins with {begins}")
    # Part of the answers has arrived, and the fronts have started buffering.
    time.sleep(1)
    for front in fronts:
        held = sum(file_sizes(front, "/proxy/"))
        report.say("slow readers", front.name, f"{held / 1e6:.1f} MB in files for them")
        report.expect(held < most, "slow readers", front.name, f"{held / 1e6:.0f} MB in files for {count} of them")
    for reader in sum(readers.values(), []):
        reader.close()


def headers(report, folder, classes):
    """Headers that fronts send to replicas, number of tries, and reactions to answers, checked with stubs."""
    report.title("What replicas are told, and how often")
    place = os.path.join(folder, "stubs")
    stubs = Stubs(echo)
    fronts = [front(stubs, place) for front in classes]
    callers(report, fronts)
    stale(report, fronts)
    falls(report, stubs, fronts)
    slow_posters(report, fronts)
    many_posts(report, fronts)
    for front in fronts:
        front.stop()
    stubs.stop()


def callers(report, fronts):
    """The caller's address is the one that the front sees, whatever the client claims."""
    made_up, named = "198.51.100.7", "203.0.113.9"
    for front in fronts:
        # nginx sends a single address, so that replicas cannot be misled by an address of a trusted proxy. The others append it.
        cases = [(source, made_up, source, front.name == "nginx") for source in (STRANGER, "127.0.0.1")]
        if front.name == "kubernetes":
            # The test stands for the ingress controller and appends its client's address, which may be a proxy's address.
            cases = [(STRANGER, f"{made_up}, {source}", source, True) for source in (named, "127.0.0.1")]
        elif front.name == "haproxy":
            # 127.0.0.1 is nginx in the same pod.
            cases = cases[:1]
        for number, (source, says, expected, is_alone) in enumerate(cases):
            told = json.loads(Client(front.address, source=source).get(
                f"{TILE}&dry=1&seed=caller-{number}", {"X-Forwarded-For": says, "Forwarded": f"for={made_up}"}).body)["forwarded"]
            report.expect((told if is_alone else told.split(", ")[-1]) == expected, "who asks", front.name,
                          f"{source} who says {says!r}: the replica is told {told!r}")
    report.say("who asks", "all", "who the front sees, whatever he says")


def stale(report, fronts):
    """An expired response is served within stale-while-revalidate and refreshed meanwhile."""
    keeping = [front for front in fronts if front.keeps]
    paths = {front.name: f"{TILE}&keep&seed={front.name}" for front in keeping}
    first = [get_all(front.address, [paths[front.name]], threads=1)[0].digest for front in keeping]
    time.sleep(2.1)
    second = [get_all(front.address, [paths[front.name]], threads=1)[0].digest for front in keeping]
    time.sleep(0.3)
    for front, one, other in zip(keeping, first, second):
        third = Client(front.address).get(paths[front.name]).digest
        report.expect(one == other, "grown old", front.name, "waited for")
        report.expect(third != one, "grown old", front.name, "not renewed")
    report.say("grown old", "all", "answered as it is, and renewed meanwhile")


def falls(report, stubs, fronts):
    """A request that crashes a replica is not retried on all of them."""
    for front in fronts:
        path = f"/v1/render?fall={front.name}"
        client = http.client.HTTPConnection(*front.address, timeout=30)
        client.request("POST", path, body=b"{}", headers={"Content-Type": "application/json"})
        status = client.getresponse().status
        client.close()
        asked = sum(("POST", path) in stub.requests for stub in stubs)
        report.say("brings it down", front.name, f"a POST is tried on {asked}, then {status}")
        report.expect(asked == 2 and status in (502, 503), "brings it down", front.name, f"tried on {asked}, {status}")


def post(front, source, body=b"{}"):
    """Sends a POST from an address and returns status, fields in lower case, and body."""
    client = http.client.HTTPConnection(*front.address, timeout=30, source_address=(source, 0))
    try:
        client.request("POST", "/v1/render", body=body, headers={"Content-Type": "application/json"})
        answer = client.getresponse()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
    finally:
        client.close()


def slow_posters(report, fronts, count=1040):
    """One client starts many POSTs and ends none. Others can still POST."""
    # Slightly more than nginx's limit for all clients.
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, count + 500)), hard))
    head = b"POST /v1/render HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
    for front in fronts:
        slow = [socket.create_connection(front.address, 10, (STRANGER, 0)) for _ in range(count)]
        for each in slow:
            each.sendall(head)
        # A connection that is not refused gets no answer.
        readable, refused = select.poll(), []
        for each in slow:
            readable.register(each, select.POLLIN)
        places = {each.fileno(): each for each in slow}
        while ready := readable.poll(500):
            for number, _ in ready:
                readable.unregister(number)
                refused.append(places[number].recv(4096))
        status, _, _ = post(front, "127.0.0.98")
        report.say("slow POSTs", front.name, f"{count - len(refused)} of {count} from one address wait; another address's is answered {status}")
        report.expect(status == 200, "slow POSTs", front.name, f"another address's is answered {status}")
        wrong = [answer for answer in refused if not answer.startswith(b"HTTP/1.1 429") or b"application/problem+json" not in answer]
        report.expect(not wrong, "slow POSTs", front.name, f"{len(wrong)} of {len(refused)} are refused otherwise: {wrong[:1]}")
        for each in slow:
            each.close()


def many_posts(report, fronts, count=400):
    """One client POSTs as fast as possible and gets the service's 429. Others can still POST."""
    # Varnish has no request limits.
    for front in (front for front in fronts if front.name != "varnish"):
        with concurrent.futures.ThreadPoolExecutor(16) as workers:
            answers = list(workers.map(lambda _: post(front, "127.0.0.97"), range(count)))
        status, _, _ = post(front, "127.0.0.98")
        refused = [(fields, body) for found, fields, body in answers if found == 429]
        report.say("many POSTs", front.name, f"{len(refused)} of {count} from one address are refused; another address's is answered {status}")
        report.expect(status == 200 and refused, "many POSTs", front.name, f"{len(refused)} refused, another one's {status}")
        for fields, body in refused[:1]:
            is_told = fields.get("content-type") == "application/problem+json" and json.loads(body)["status"] == 429
            report.expect(is_told and fields.get("retry-after") == "1", "many POSTs", front.name, f"{fields}: {body}")


def spellings(report, fleet, fronts):
    """Alternative spellings of a path do not bypass the fronts' rules."""
    report.title("Paths that are spelled otherwise")
    for front in fronts:
        client = Client(front.address)
        # Replicas of this test have no separate metrics port and would answer all of these.
        for path in ("/metrics", "/metrics?", "/metrics?&", "/%6detrics", "/metric%73?", "http://test/metrics", "http://test/%6Detrics"):
            found = client.get(path).outcome
            report.expect(found == 404, "spellings", front.name, f"{path}: {found}")
        for start in ("/v1/effects/confetti", "/%761/effects/confetti", "/v1/effects/%63onfetti"):
            path = f"{start}?w=40&h=40&d=0.2&seed=form-{front.name}"
            forms = ["image/webp", "image/png", "application/json"]
            found = [client.get(path, {"Accept": form}).fields.get("content-type", "").split(";")[0] for form in forms]
            wanted = [Client(fleet[0].address).get(path, {"Accept": form}).fields["content-type"].split(";")[0] for form in forms]
            report.expect(found == wanted, "spellings", front.name, f"{path}: {found} in place of {wanted}")
        several = client.get(f"{TILE}&seed=ranges", {"Range": "bytes=0-1,4-5"})
        report.expect(several.outcome in (200, 206), "spellings", front.name, f"two ranges: {several.outcome}")
    report.say("spellings", "all", "/metrics is not there, Accept decides, several ranges are no mistake")


def nobody(report, fleet, fronts):
    """Without replicas, clients get a 503 in the service's problem format with Retry-After."""
    report.title("No replica at all")
    for front in fronts:
        answer = Client(front.address).get(f"{TILE}&seed=nobody-{front.name}")
        fields = answer.fields
        report.say("no replica", front.name, f"{answer.outcome}, Retry-After {fields.get('retry-after')}")
        report.expect(answer.outcome == 503 and fields.get("retry-after") == "1" and fields.get("cache-control") == "no-store",
                      "no replica", front.name, f"{answer.outcome}: {fields}")
        try:
            told = json.loads(answer.body)
        except ValueError:
            told = answer.body[:60]
        report.expect(fields.get("content-type") == "application/problem+json" and isinstance(told, dict) and told["status"] == 503,
                      "no replica", front.name, f"{fields.get('content-type')}: {told}")


def signed(report, program, folder, classes, seconds=2):
    """A signed URL is valid until its expiry, cached or not."""
    report.title("Signed URLs")
    key = "test:" + "5a" * 32
    place = os.path.join(folder, "signed")
    fleet = Fleet(program, 3, place, ["--signing-keys", key])
    fronts = [front(fleet, place) for front in classes]

    def sign(name, end):
        command = [program, "sign", "--key", key, "--expires", str(end), f"{TILE}&seed=signed-{name}"]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()

    for front in fronts:
        path = sign(f"long-{front.name}", 1000)
        kept = get_all(front.address, [path] * 2, threads=1)[1]
        # The next cache must know the response's age or revalidate.
        says = f"{kept.fields.get('cache-control')}, Age {kept.fields.get('age')}"
        report.expect(not front.keeps or kept.is_ok and ("age" in kept.fields or "no-cache" in says), "signed", front.name, f"kept: {says}")
    # Several URLs, so that each replica has some of them.
    many = [sign(f"gone-{number}", seconds) for number in range(6)]
    for front in fronts:
        get_all(front.address, many * 2, threads=1)
    paths = {front.name: sign(front.name, seconds) for front in fronts}
    before = [get_all(front.address, [paths[front.name]] * 2, threads=1) for front in fronts]
    time.sleep(seconds + 1)
    after = [get_all(front.address, [paths[front.name]] * 3, threads=1) for front in fronts]
    for front, good, ended in zip(fronts, before, after):
        report.expect([answer.outcome for answer in good] == [200] * 2, "signed", front.name, f"{[answer.outcome for answer in good]}")
        report.expect([answer.outcome for answer in ended] == [403] * 3, "signed", front.name,
                      f"after its end: {[answer.outcome for answer in ended]}")
    # The other replicas know the expiry after one is gone.
    fleet[1].kill()
    for front in fronts:
        left = [answer.outcome for answer in get_all(front.address, many, threads=1)]
        report.expect(left == [403] * len(many), "signed", front.name, f"after its end, one replica gone: {left}")
    secrets(report, fronts, sign("secret", 1000))
    traces(report, fleet, fronts)
    for front in fronts:
        front.stop()
    fleet.stop()
    report.say("signed", "all", "403 from their end on, kept or not; in nobody's log")


def forgets(report, fronts):
    """Caches forget what they are told to forget, as Documentation/deploying.md says, and nothing else."""
    report.title("What is forgotten")

    def is_kept(front, path):
        return "front;desc=HIT" in Client(front.address).get(path).fields.get("server-timing", "")

    for front in (front for front in fronts if front.keeps):
        path, other = f"{TILE}&seed=forget-{front.name}", f"/v1/effects/stars.png?w=40&h=40&d=0.2&seed={front.name}"
        for each in (path, other):
            Client(front.address).get(each)
        before = is_kept(front, path), is_kept(front, other)
        front.forget(path, "hanabi-effect-confetti")
        after = is_kept(front, path), is_kept(front, other)
        report.expect(before == (True, True) and after == (False, True), "forgotten", front.name, f"kept before: {before}; after: {after}")
        report.expect(is_kept(front, path), "forgotten", front.name, "not kept again")
    report.say("forgotten", "all", "one URL by nginx, one preset by Varnish")


def traces(report, fleet, fronts):
    """A trace id connects the front's log to the replica's."""
    for number, front in enumerate(fronts):
        trace = f"0af7651916cd43dd8448eb211c8031{number:02x}"
        Client(front.address).get(f"{TILE}&seed=traced", {"traceparent": f"00-{trace}-b7ad6b7169203331-01"})

        def is_in_replica():
            return any(line.get("trace_id") == trace for replica in fleet for line in replica.requests())

        wait_until(is_in_replica, 5, f"{front.name}: no replica has logged the trace")
        # Varnish writes no log of its own.
        if front.name != "varnish":
            front.wait_for_log(lambda text: f'"trace_id":"{trace}"' in text)


def secrets(report, fronts, path):
    """Signatures never appear in logs in any spelling."""
    signature = re.search(r"sig=([^&]+)", path)[1]
    # A front may omit everything after a signature, so the marker precedes it.
    mark = "seed=signed-secret"
    if mark not in path.split("sig=")[0]:
        raise SystemExit(f"{path} has its signature before {mark}: the test has to follow")
    spellings = [path, path.replace("sig=", "%73i%67="), f"{path}&sig=twice", path.replace(mark, f"{mark}&sig={signature}"), f"{path}&w=50"]
    for front in fronts:
        get_all(front.address, spellings, threads=1)
        front.wait_for_log(lambda text: text.count(mark) >= len(spellings))
        text = front.log()
        report.expect(signature not in text, "signed", front.name, "a signature is in its log")
        for line in text.splitlines():
            if mark in line and line.startswith("{"):
                try:
                    json.loads(line)
                except ValueError:
                    report.expect(False, "signed", front.name, f"no JSON in its log: {line}")
