#!/usr/bin/env python3
"""What stays in memory after a burst of renders?

    Benchmarks/memory.py .build/release/hanabi [--rounds 3]

A service without a cache renders one of each kind in each form, and rests: the base. Then come bursts of 400 renders that it has not made
before, 16 at a time, and ten seconds of rest after each.
"""
import argparse
import itertools
import queue
import socket
import subprocess
import sys
import threading
import time
import urllib.request

EFFECTS = ["confetti", "firework", "stars", "shatter", "like", "snowfall", "fire", "emoji-burst"]
FORMS = ["png", "webp", "gif", "json"]


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def megabytes(process, name):
    with open(f"/proc/{process.pid}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith(name + ":")) / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("hanabi")
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    port = free_port()
    service = subprocess.Popen(
        [arguments.hanabi, "serve", "--port", str(port), "--cache-bytes", "0"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def get(path):
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=120) as answer:
            answer.read()

    def tell(what):
        print(f"{what:<28}{megabytes(service, 'VmRSS'):6.1f} MB now{megabytes(service, 'VmHWM'):8.1f} at most", flush=True)

    try:
        for _ in range(100):
            try:
                get("/readyz")
                break
            except OSError:
                time.sleep(0.05)
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
