"""Measured hit ratios and throughput, compared with Docker/sizing.py."""
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

from client import Load, get_all
from fronts import DOCKER
from processes import Quota
from replicas import Fleet

sys.path.insert(0, DOCKER)
import sizing  # noqa: E402

PICTURE = "/v1/effects/confetti.png?w=300&h=300&d=2&fps=20"
TILE = "/v1/effects/confetti.png?w=80&h=80&d=0.5&fps=16"


def throughput(report, program, front_class, folder, seconds, share=0.3):
    """Measures new images per second with 1, 2 and 3 replicas, each limited to a share of a processor if the system allows, so that three
    replicas, nginx and the client fit on a machine with two processors."""
    groups = [Quota(f"replica-{number}", share) for number in (1, 2, 3)]
    limited = all(group.available for group in groups)
    report.title(f"New pictures a second (300 × 300, 40 frames) through {front_class.name}, "
                 + (f"replicas with {share:g} of a processor" if limited else "replicas with all the processors (no control groups here)"))
    fleet = Fleet(program, 3, os.path.join(folder, "throughput"), ["--render-threads", "1", "--cache-bytes", "0", "--log-level", "info"],
                  groups if limited else None)
    front = front_class(fleet, os.path.join(folder, "throughput"))
    rates = {}
    # Counts down, so that no replica needs to be started.
    for count in (3, 2, 1):
        for replica in fleet[count:] if count < 3 else []:
            if replica.process.is_running:
                replica.kill()
        living = fleet[:count]
        load = Load(front.address, lambda number: f"{PICTURE}&seed=throughput-{count}-{number}", threads=4 * count)
        time.sleep(1.5)
        before = [(replica.metrics(), time.monotonic()) for replica in living]
        time.sleep(seconds)
        after = [(replica.metrics(), time.monotonic()) for replica in living]
        answers = load.stop()
        bad = [answer.outcome for answer in answers if not answer.is_ok]
        report.expect(not bad, "throughput", front.name, f"{count} replicas: {bad[:5]}")
        name = 'hanabi_renders_total{effect="confetti",format="apng",outcome="ok"}'
        renders = sum((b[name] - a[name]) / (tb - ta) for (a, ta), (b, tb) in zip(before, after))
        busy = sum((b["process_cpu_seconds_total"] - a["process_cpu_seconds_total"]) / (tb - ta)
                   for (a, ta), (b, tb) in zip(before, after))
        memory = max(b["process_resident_memory_bytes"] for b, _ in after) / 1e6
        rates[count] = renders
        report.say("throughput", front.name, f"{count} replicas: {renders:.1f} a second, {1000 * busy / renders:.1f} ms of a processor each, "
                   f"{memory:.0f} MB at the most")
        report.figures[f"throughput, {count} replicas"] = {
            "a second": round(renders, 2), "processor ms": round(1000 * busy / renders, 2), "MB": round(memory)}
    if limited:
        report.expect(rates[2] > 1.6 * rates[1] and rates[3] > 2.2 * rates[1], "throughput", front.name,
                      f"it does not grow with the replicas: {rates}")
    front.stop()
    fleet.stop()


class Mix:
    """A deterministic sequence of URLs with Zipf popularity."""

    def __init__(self, name, count, skew, seed=1):
        self.name, self.count, self.skew = name, count, skew
        self.random = random.Random(seed)
        self.weights = [rank ** -skew for rank in range(1, count + 1)]

    def paths(self, requests):
        return [f"{TILE}&seed={self.name}-{rank}" for rank in self.random.choices(range(self.count), self.weights, k=requests)]

    def distinct(self, requests):
        """Returns the expected number of distinct URLs among that many requests."""
        total = sum(self.weights)
        return sum(1 - (1 - weight / total) ** requests for weight in self.weights)


def hit_ratio(report, program, folder, haproxy, kept, count=1500, requests=6000):
    """Measures the hit ratio of a Zipf mix in the replicas' caches, with and without hashing, and of a front that caches everything.

    Each cache has room for about a tenth of the URLs.
    """
    report.title(f"Hit ratio, {requests} requests for {count} URLs, skew 0.9, after as many to warm up")
    measure_bytes = Fleet(program, 1, os.path.join(folder, "bytes"))
    sizes = [answer.size for answer in get_all(measure_bytes[0].address, Mix("size", 60, 0).paths(60))]
    measure_bytes.stop()
    # The cache adds this overhead per entry.
    size = sum(sizes) / len(sizes) + 256
    places = count // 10
    # An eighth of the capacity is for request keys.
    settings = ["--cache-bytes", str(int(places * size * 8 / 7)), "--log-level", "info"]

    for replicas in (1, 2, 3):
        for hashed in (True, False) if replicas == 3 else (True,):
            place = os.path.join(folder, f"hits-{replicas}-{hashed}")
            fleet = Fleet(program, 3, place, settings)
            for spare in fleet[replicas:]:
                spare.kill()
            living = fleet[:replicas]
            mix = Mix("zipf", count, 0.9)
            front = haproxy(fleet, place) if hashed else None
            # HAProxy notices missing replicas within a second.
            time.sleep(2)

            def ask(number):
                paths = mix.paths(number)
                if front:
                    return get_all(front.address, paths, threads=8)
                split = [paths[start::replicas] for start in range(replicas)]
                return [answer for replica, some in zip(living, split) for answer in get_all(replica.address, some, threads=8)]

            ask(requests)
            before = [replica.metrics() for replica in living]
            answers = ask(requests)
            after = [replica.metrics() for replica in living]
            if front:
                front.stop()
            fleet.stop()
            bad = [answer.outcome for answer in answers if not answer.is_ok]
            report.expect(not bad, "hit ratio", "haproxy", f"{bad[:5]}")

            def grown(result):
                name = f'hanabi_cache_requests_total{{result="{result}"}}'
                return sum(b[name] - a[name] for a, b in zip(before, after))

            measured = 1 - grown("miss") / sum(grown(result) for result in ("hit", "miss", "coalesced", "not_modified"))
            stream = sizing.Stream.zipf(1000, count, 0.9)
            model = sizing.Cache(stream, places * (replicas if hashed else 1), copies=1 if hashed else replicas)
            predicted = 1 - model.misses.rate / model.asked
            how = "hashed" if hashed else "in turns"
            report.say("hit ratio", how, f"{replicas} memories of {places} answers: {100 * measured:.1f} %, the model says {100 * predicted:.1f} %")
            report.figures[f"hit ratio, {replicas} {how}"] = [round(measured, 4), round(predicted, 4)]
            report.expect(abs(measured - predicted) < 0.06, "hit ratio", how, f"measured {measured:.3f}, predicted {predicted:.3f}")

    for front_class in kept:
        place = os.path.join(folder, f"kept-{front_class.name}")
        fleet = Fleet(program, 3, place, settings)
        front = front_class(fleet, place)
        mix = Mix("kept", count, 0.9)
        get_all(front.address, mix.paths(requests), threads=8)
        renders = fleet.total(r'hanabi_cache_requests_total\{result="miss"\}')
        predicted = mix.distinct(requests)
        report.say("hit ratio", front.name, f"from empty, with room for all: {renders:.0f} renders of {requests} requests "
                   f"({100 - 100 * renders / requests:.1f} % hits), the model says {predicted:.0f}")
        report.figures[f"renders from empty, {front.name}"] = [renders, round(predicted)]
        report.expect(abs(renders - predicted) < 0.1 * predicted, "hit ratio", front.name, f"{renders} renders, predicted {predicted:.0f}")
        front.stop()
        fleet.stop()


def kept_answers(report, fleet, fronts, seconds):
    """Measures requests per second for cached responses with wrk."""
    if not shutil.which("wrk"):
        return report.say("kept answers", "", "wrk is not installed")
    report.title("Kept answers a second (32 connections, wrk on the same machine)")
    path = f"{TILE}&seed=kept"
    for name, address in [("replica", fleet[0].address), *((front.name, front.address) for front in fronts)]:
        size = [answer.size for answer in get_all(address, [path] * 3, threads=1)][0]
        with tempfile.TemporaryDirectory() as empty:
            output = subprocess.run(
                ["wrk", "-t1", "-c32", f"-d{seconds}s", "http://%s:%d" % address + path], capture_output=True, text=True, cwd=empty,
                check=True).stdout
        rate = float(re.search(r"Requests/sec:\s+([\d.]+)", output)[1])
        report.say("kept answers", name, f"{rate:,.0f} a second of {size:,} bytes, {rate * size / 1e6:,.0f} MB/s")
        report.figures[f"kept answers, {name}"] = round(rate)
