"""Requests every effect of the catalog: a valid animated file within the documented size, and the same bytes from the spec
that its URL stands for. Usage: presets.py http://127.0.0.1:PORT"""

import hashlib
import io
import json
import subprocess
import sys
import urllib.request

from PIL import Image

base = sys.argv[1]
most = 400_000
# Effects at the size of their original articles, and a show of six seconds.
large = {"confetti", "hanabi", "shatter", "story"}
# Scenes of soft light and fireworks, which are for SVG, WebP and AVIF.
soft = {"aurora", "birthday", "bokeh", "chrysanthemum", "drizzle", "galaxy", "halloween", "new-year", "peony", "snowfall", "strobe"}


def fetch(path, body=None):
    request = urllib.request.Request(base + path, data=body, headers={"Content-Type": "application/json"} if body else {})
    with urllib.request.urlopen(request, timeout=60) as response:
        return response.read()


effects = json.loads(fetch("/v1/effects"))["effects"]
assert len(effects) >= 51, f"{len(effects)} effects"
faults = []
for effect in effects:
    name = effect["name"]
    picture = fetch(effect["url"])
    if len(picture) > (600_000 if name in soft else most) and name not in large:
        faults.append(f"{name}: {len(picture)} bytes")
    with Image.open(io.BytesIO(picture)) as image:
        if image.size != (round(effect["width"]), round(effect["height"])):
            faults.append(f"{name}: {image.size}")
        frames = set()
        for frame in range(image.n_frames):
            image.seek(frame)
            frames.add(hashlib.sha256(image.convert("RGBA").tobytes()).digest())
        if len(frames) < 4:
            faults.append(f"{name}: {len(frames)} frames that differ")
    checked = subprocess.run(["pngcheck", "-q"], input=picture, capture_output=True)
    if checked.returncode:
        faults.append(f"{name}: pngcheck: {checked.stdout.decode()}")
    spec = fetch(f"/v1/effects/{name}?explain=1")
    if fetch("/v1/render", spec) != picture:
        faults.append(f"{name}: what explain gives has other bytes")
for fault in faults:
    print(fault, file=sys.stderr)
print(f"{len(effects)} effects")
sys.exit(1 if faults else 0)
