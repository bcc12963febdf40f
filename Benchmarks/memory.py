#!/usr/bin/env python3
"""Memory that remains after bursts of renders and under a mix of requests.

    Benchmarks/memory.py .build/release/hanabi [--rounds 3]
    Benchmarks/memory.py .build/release/hanabi --mix 900 [--render-threads 4] [--seed 1]

Bursts: a service without a cache renders one effect of each kind in each form and idles: the baseline. Then follow bursts of 400 new
renders, 16 at a time, with ten seconds of idle time after each.

Mix: a service with default settings receives the random requests of mix.py, eight at a time, for the given number of seconds. Resident
memory is sampled once per second.
"""
import argparse
import collections
import http.client
import itertools
import os
import queue
import random
import socket
import statistics
import subprocess
import sys
import threading
import time
import urllib.request

import mix

EFFECTS = ["confetti", "firework", "stars", "shatter", "like", "snowfall", "fire", "emoji-burst"]
FORMS = ["png", "webp", "gif", "json"]


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def megabytes(process, name):
    with open(f"/proc/{process.pid}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith(name + ":")) / 1024


def start(*command):
    """Starts a service and returns it with its port once it answers."""
    port = free_port()
    service = subprocess.Popen([*command, "--port", str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for _ in range(100):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=10):
                return service, port
        except OSError:
            time.sleep(0.05)
    service.kill()
    sys.exit("the service does not answer")


def processor_seconds(process):
    with open(f"/proc/{process.pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def mixed(arguments):
    service, port = start(arguments.hanabi, "serve", "--render-threads", str(arguments.render_threads), "--cache-bytes", str(arguments.cache_bytes))
    try:
        print(f"at rest            {megabytes(service, 'VmRSS'):6.1f} MB")
        end, chance, lock = time.monotonic() + arguments.mix, random.Random(arguments.seed), threading.Lock()
        answers, refusals = collections.Counter(), collections.Counter()

        def ask():
            while time.monotonic() < end:
                with lock:
                    own = random.Random(chance.getrandbits(64))
                method, target, headers, body = mix.request(own)
                connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
                try:
                    connection.request(method, target, body and body.encode(), headers)
                    answer = connection.getresponse()
                    text = answer.read()
                finally:
                    connection.close()
                with lock:
                    answers[answer.status] += 1
                    if answer.status != 200:
                        refusals[f"{answer.status} {target.split('?')[0]} {text[:160]!r}"] += 1

        askers = [threading.Thread(target=ask) for _ in range(8)]
        for asker in askers:
            asker.start()
        sizes = []
        while time.monotonic() < end:
            time.sleep(1)
            sizes.append(megabytes(service, "VmRSS"))
        for asker in askers:
            asker.join()
        half = sizes[len(sizes) // 2:]
        print(f"second half        {statistics.median(half):6.1f} MB by median, {max(half):.1f} at most when read")
        print(f"ever               {megabytes(service, 'VmHWM'):6.1f} MB at most")
        seconds = processor_seconds(service)
        time.sleep(10)
        print(f"ten seconds later  {megabytes(service, 'VmRSS'):6.1f} MB")
        count = answers.total()
        print(f"{count} requests, {1000 * seconds / count:.1f} ms of processor each; answers by status: {dict(answers)}")
        if arguments.smaps:
            with open(f"/proc/{service.pid}/smaps") as file:
                print(file.read())
        for refusal, times in refusals.most_common(10):
            print(f"{times:5} {refusal}")
    finally:
        service.terminate()
        service.wait(timeout=60)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("hanabi")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--mix", type=float, metavar="SECONDS")
    parser.add_argument("--render-threads", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--smaps", action="store_true", help="print /proc/PID/smaps at the end")
    parser.add_argument("--cache-bytes", type=int, default=20 << 20)
    arguments = parser.parse_args()
    if arguments.mix:
        mixed(arguments)
    else:
        bursts(arguments)


def bursts(arguments):
    service, port = start(arguments.hanabi, "serve", "--cache-bytes", "0")

    def get(path):
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=120) as answer:
            answer.read()

    def tell(what):
        print(f"{what:<28}{megabytes(service, 'VmRSS'):6.1f} MB now{megabytes(service, 'VmHWM'):8.1f} at most", flush=True)

    try:
        kinds = list(itertools.product(FORMS, EFFECTS))
        for form, effect in kinds:
            get(f"/v1/effects/{effect}.{form}?d=1&fps=15")
        time.sleep(8)
        tell("one of each, at rest")
        seeds = itertools.count(1)
        for number in range(1, arguments.rounds + 1):
            work = queue.SimpleQueue()
            for form, effect in itertools.islice(itertools.cycle(kinds), 400):
                work.put(f"/v1/effects/{effect}.{form}?d=1&fps=15&seed={next(seeds)}")

            failures = []

            def ask():
                while True:
                    try:
                        get(work.get_nowait())
                    except queue.Empty:
                        return
                    except OSError as error:
                        failures.append(error)

            askers = [threading.Thread(target=ask) for _ in range(16)]
            for asker in askers:
                asker.start()
            for asker in askers:
                asker.join()
            if failures:
                sys.exit(f"{len(failures)} renders failed, the first with {failures[0]}")
            tell(f"after burst {number}")
            time.sleep(10)
            tell("  ten seconds later")
    finally:
        service.terminate()
        service.wait(timeout=60)


if __name__ == "__main__":
    main()
