#!/usr/bin/env python3
"""Searches for effects that take longer than predicted, from outside: by the service's `dry=1` and its processor time.

    underpriced.py PROGRAM [--minutes 10] [--seed 1] [--slowness 1] [--only FORM,…] [--presets] [--keep FOLDER]

Effects are the scenes of Benchmarks/Scenes, which have every kind of layer, paths that cross themselves, and long texts; the worst so far are
changed at random and tried again. Each is asked for in a form, first with `dry=1`. The time is that of the whole request, parsing and pricing
included, on one render thread and without a cache. With `--presets` all presets are measured in all forms instead.

Prints predicted : true by form, and the worst effects. `--slowness` is how much slower the machine is than the one that prices are
for (`hanabi-benchmarks prices speed` divided by 0.67 ms). Needs nothing but Python.
"""
import argparse
import copy
import glob
import http.client
import json
import math
import os
import random
import socket
import subprocess
import sys
import time

FORMS = [
    ({"format": "apng"}, 3), ({"format": "apng", "palette": "off"}, 3), ({"format": "apng", "effort": "small"}, 1), ({"format": "gif"}, 2),
    ({"format": "webp"}, 2), ({"format": "webp", "quality": "lossless"}, 2), ({"format": "webp", "quality": "lossless", "effort": "small"}, 1),
    ({"format": "avif"}, 2), ({"format": "avif", "effort": "fast"}, 1), ({"format": "svg"}, 3), ({"format": "lottie.json"}, 2),
    ({"format": "lottie"}, 1), ({"format": "tgs"}, 2), ({"format": "tracks.json"}, 2), ({"format": "json"}, 2),
    ({"format": "apng", "maxBytes": 20000}, 1), ({"format": "webp", "maxBytes": 20000}, 1), ({"format": "svg", "maxBytes": 20000}, 2),
    ({"format": "tracks.json", "maxBytes": 20000}, 1),
]
# Shorter requests drown in what every request takes; longer ones leave time for few others.
SHORTEST, LONGEST = 15.0, 1500.0


def name(output):
    return " ".join(str(value) for value in output.values())


class Service:
    def __init__(self, program):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        arguments = ["serve", "--port", str(self.port), "--render-threads", "1", "--cache-bytes", "0", "--max-work", str(10**12)]
        self.process = subprocess.Popen([program, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(100):
            try:
                if self.ask("GET", "/healthz")[0] == 200:
                    return self.hurry()
            except OSError:
                time.sleep(0.1)
        sys.exit("the service did not start")

    def hurry(self):
        """Gives threads that render the priority of others, where that is allowed: on a busy machine they would wait for seconds."""
        for thread in os.listdir(f"/proc/{self.process.pid}/task"):
            try:
                os.setpriority(os.PRIO_PROCESS, int(thread), 0)
            except OSError:
                pass

    def ask(self, method, target, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        connection.request(method, target, body, {"Content-Type": "application/json"} if body else {})
        response = connection.getresponse()
        try:
            answer = response.status, response.read()
        except http.client.IncompleteRead:
            # A stream that would exceed the limit of bytes.
            answer = 0, b""
        connection.close()
        return answer

    def processor(self):
        """Milliseconds of processor time of all threads."""
        total = 0
        for path in glob.glob(f"/proc/{self.process.pid}/task/*/schedstat"):
            try:
                with open(path) as file:
                    total += int(file.read().split()[0])
            except OSError:
                pass
        return total / 1e6

    def measure(self, method, target, body=None):
        """Predicted and true milliseconds of a request; None if it is refused or too long."""
        joint = "&" if "?" in target else "?"
        status, answer = self.ask(method, target + joint + "dry=1", body)
        if status != 200:
            return None
        predicted = json.loads(answer)["milliseconds"]["found"]
        if predicted > 4 * LONGEST:
            return None
        truth = None
        for _ in range(3):
            before = self.processor()
            status, _ = self.ask(method, target, body)
            # Threads report when they next wait.
            time.sleep(0.002)
            taken = self.processor() - before
            if status != 200:
                return None
            truth = taken if truth is None else min(truth, taken)
            # Only what seems too cheap is measured again: another process may have been in the way.
            if predicted > 0.8 * truth or truth > LONGEST:
                break
        return predicted, truth


def star(corners, step, radius=1000):
    points = [(radius * math.cos(2 * math.pi * i * step / corners), radius * math.sin(2 * math.pi * i * step / corners)) for i in range(corners)]
    return "M" + " ".join(f"{x:.0f} {y:.0f}" for x, y in points) + "Z"


def path(choice):
    def number(most):
        return choice.randint(-most, most)

    kind, count, most = choice.randrange(4), int(10 ** choice.uniform(0.7, 3)), choice.choice([5, 30, 99])
    if kind == 0:
        corners = choice.choice([7, 15, 31, 61])
        return star(corners, corners // 2, choice.choice([20, 100, 1000]))
    if kind == 1:
        return "M0 0" + "".join(f"s{number(most)} {number(most)} {number(most)} {number(most)}" for _ in range(count)) + "Z"
    if kind == 2:
        return "M0 0" + "".join(f"V{100 if i % 2 == 0 else 0}h1" for i in range(count)) + "Z"
    return "M" + " ".join(f"{choice.random() * 100:.1f} {choice.random() * 100:.1f}" for _ in range(count + 2)) + "Z"


def contents(choice):
    if choice.random() < 0.5:
        box = {"viewBox": [-100, -100, 200, 200]} if choice.random() < 0.5 else {}
        rule = {"fillRule": "evenodd"} if choice.random() < 0.3 else {}
        return {"path": path(choice), "size": choice.choice([5, 20, 40, 100]), **box, **rule}
    first = choice.choice([0x41, 0x4E00, 0x3042])
    letters = "".join(chr(first + choice.randrange(26 if first < 256 else 80)) for _ in range(choice.randint(1, 80)))
    return {"text": letters, "fontSize": choice.choice([8, 20, 60])}


def places(value, found):
    """All numbers and contents of a document, as containers and keys."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        if isinstance(inner, (int, float)) and not isinstance(inner, bool) or key == "contents":
            found.append((value, key))
        places(inner, found)
    return found


def mutated(spec, seeds, choice):
    spec = copy.deepcopy(spec)
    for _ in range(choice.randint(1, 4)):
        layers = spec["layers"]
        kind = choice.random()
        if kind < 0.1 and len(layers) > 1:
            layers.pop(choice.randrange(len(layers)))
        elif kind < 0.2:
            layers.append(copy.deepcopy(choice.choice(layers)))
        elif kind < 0.3:
            layers.append(copy.deepcopy(choice.choice(choice.choice(seeds)["layers"])))
        elif found := places(spec, []):
            inner, key = choice.choice(found)
            old = inner[key]
            if key == "contents":
                inner[key] = contents(choice)
            elif not isinstance(old, dict):
                new = old * choice.choice([0.1, 0.5, 0.8, 1.25, 2, 4, 10, -1]) if old else choice.random() * 100
                inner[key] = round(new) if isinstance(old, int) else new
    return spec


def quantile(ratios, share):
    return ratios[min(len(ratios) - 1, int(share * len(ratios)))]


def table(found):
    print("| form | renders | median | 5 % | 95 % | least | most | within 1–4 |\n| --- | --: | --: | --: | --: | --: | --: | --: |")
    for form in sorted(found) + ["all"]:
        ratios = sorted(sum(found.values(), []) if form == "all" else found[form])
        if not ratios:
            continue
        within = sum(1 <= ratio <= 4 for ratio in ratios) / len(ratios)
        numbers = [quantile(ratios, share) for share in (0.5, 0.05, 0.95, 0, 1)]
        print(f"| {form} | {len(ratios)} | " + " | ".join(f"{number:.2f}" for number in numbers) + f" | {within:.0%} |")


def search(service, options):
    choice = random.Random(options.seed)
    seeds = []
    for file in sorted(glob.glob(os.path.join(os.path.dirname(os.path.abspath(__file__)), "Scenes", "*.json"))):
        with open(file) as text:
            seeds.append(json.load(text))
    forms = [form for form in FORMS if not options.only or name(form[0]) in options.only.split(",")]
    pools, found, worst, dearest, tried = {}, {}, [], [], 0
    end = time.time() + 60 * options.minutes
    while time.time() < end:
        output = choice.choices([form for form, _ in forms], [weight for _, weight in forms])[0]
        form = name(output)
        pool = pools.setdefault(form, [])
        base = choice.choice(pool)[1] if pool and choice.random() < 0.7 else choice.choice(seeds)
        spec = mutated(base, seeds, choice)
        spec["output"] = output
        tried += 1
        measured = service.measure("POST", "/v1/render", json.dumps(spec))
        if measured is None or measured[1] / options.slowness < SHORTEST:
            continue
        ratio = measured[0] / measured[1] * options.slowness
        found.setdefault(form, []).append(ratio)
        pool.append((ratio, spec))
        pool.sort(key=lambda entry: entry[0])
        del pool[12:]
        worst.append((ratio, form, measured, spec))
        worst.sort(key=lambda entry: entry[0])
        del worst[20:]
        dearest.append((ratio, form, measured, spec))
        dearest.sort(key=lambda entry: -entry[0])
        del dearest[5:]
    print(f"{tried} effects, {sum(map(len, found.values()))} of them measured")
    table(found)
    for number, (ratio, form, (predicted, truth), spec) in enumerate(worst + [entry for entry in dearest if entry not in worst]):
        print(f"{ratio:.2f} {form}: {predicted:.0f} of {truth:.0f} ms")
        if options.keep:
            with open(os.path.join(options.keep, f"{number}.json"), "w") as file:
                json.dump(spec, file)


def presets(service, options):
    endings = ["png", "png?palette=off", "png?effort=small", "webp", "webp?quality=lossless", "webp?quality=lossless&effort=small",
               "webp?quality=lossless&palette=auto", "gif", "avif", "svg", "lottie.json", "lottie", "tgs",
               "tracks.json", "json", "png?max=60000", "svg?max=20000", "still.png"]
    endings = [ending for ending in endings if not options.only or ending in options.only.split(",")]
    found, worst = {ending: [] for ending in endings}, []
    for effect in json.loads(service.ask("GET", "/v1/effects")[1])["effects"]:
        for ending in endings:
            measured = service.measure("GET", f"/v1/effects/{effect['name']}.{ending}")
            if measured and measured[1] / options.slowness > 3:
                ratio = measured[0] / measured[1] * options.slowness
                found[ending].append(ratio)
                worst.append((ratio, effect["name"], ending, measured))
    table(found)
    worst.sort()
    for ratio, effect, ending, (predicted, truth) in worst[:15] + worst[-15:]:
        print(f"{ratio:.2f} {effect}.{ending}: {predicted:.0f} of {truth:.0f} ms")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--slowness", type=float, default=1)
    parser.add_argument("--only", help="forms, as they are printed, with commas: svg,webp lossless small; with --presets: svg,webp?quality=lossless")
    parser.add_argument("--presets", action="store_true")
    parser.add_argument("--keep", help="folder for the effects with the lowest and highest prices")
    options = parser.parse_args()
    if options.keep:
        os.makedirs(options.keep, exist_ok=True)
    service = Service(options.program)
    try:
        (presets if options.presets else search)(service, options)
    finally:
        service.process.terminate()


if __name__ == "__main__":
    main()
