#!/usr/bin/env python3
"""Predicted and measured processor time of videos, that of ffmpeg included: presets by forms, from `hanabi render` and the `dry=1` of
a service. Usage: videos.py path/to/hanabi [preset…]; FORMS="mp4 webm" takes other forms than mp4, webm and mov."""
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
import urllib.request

PRESETS = ["confetti", "cannon", "snowfall", "fire", "smoke", "aurora", "firework", "hearts", "glitter-text", "shatter", "reveal", "galaxy"]


def processor_time():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def main():
    def spent(command):
        """Seconds of processor time of a program and all that it starts."""
        before = processor_time()
        subprocess.run(command, check=True, capture_output=True)
        return processor_time() - before

    hanabi, presets = sys.argv[1], sys.argv[2:] or PRESETS
    forms = os.environ.get("FORMS", "mp4 webm mov").split()
    with tempfile.TemporaryDirectory() as folder:
        log = open(f"{folder}/log", "w+")
        service = subprocess.Popen([hanabi, "serve", "--port", "0", "--video", "ffmpeg"], stderr=log)
        try:
            # A service has started, and has asked ffmpeg for its encoders, before it renders.
            asks = (["-version"], ["-encoders"], ["-h", "encoder=libx265"])
            start = sum(min(spent(["ffmpeg", "-hide_banner", *ask]) for _ in range(3)) for ask in asks)
            start += min(spent([hanabi, "render", "like", "--w", "8", "--h", "8", "--at", "0", "-o", f"{folder}/still.png"]) for _ in range(3))
            port = None
            while port is None:
                time.sleep(0.05)
                words = [word for word in open(log.name).read().split() if word.startswith("http://127.0.0.1:")]
                port = words[0].rsplit(":", 1)[1] if words else None
            print(f"{'preset':20} {'form':5} {'bytes':>10} {'measured ms':>12} {'predicted':>10} {'ratio':>6}")
            for preset in presets:
                for form in forms:
                    file = f"{folder}/out.{form}"
                    try:
                        with urllib.request.urlopen(f"http://127.0.0.1:{port}/v1/effects/{preset}.{form}?dry=1") as answer:
                            predicted = json.load(answer)["work"]["found"] / 1e6
                    except urllib.error.HTTPError as error:
                        print(f"{preset:20} {form:5} {error.code}")
                        continue
                    # The best of two: other programs only slow one down.
                    taken = []
                    for _ in range(2):
                        taken.append(1000 * (spent([hanabi, "render", preset, "-o", file]) - start))
                    print(f"{preset:20} {form:5} {os.path.getsize(file):10} {min(taken):12.0f} {predicted:10.0f} {predicted / min(taken):6.2f}", flush=True)
        finally:
            service.terminate()
            service.wait()


main()
