"""Generates batch lines of all kinds: presets by URL, specs in paths and inline, every format, small canvases. Lines after the
first three fifths, and the last four, take half a second or more, so that a test has time to kill the batch.
Usage: batch.py COUNT [--requests]; --requests prints the equivalent service requests: file, Accept, target, body."""

import base64
import json
import sys
import zlib

count = int(sys.argv[1])
slow = {count * fifth // 5 for fifth in (1, 2, 3)} | set(range(count - 4, count))
presets = ["confetti", "firework", "fountain", "stars", "fireflies", "rain", "cannon", "hearts", "snowfall", "sparkles"]
endings = ["png", "png", "png", "webp", "gif", "still.png", "json", "apng", "strip.png", "sheet.png"]
formats = ["apng", "webp", "gif", "still.png", "json"]


def spec(number):
    return {
        "canvas": {"width": 80 + number % 50, "height": 60 + number % 40, "background": "#102030"},
        "timing": {"duration": 0.6, "fps": 10},
        "seed": f"seed {number}",
        "layers": [{
            "emitterPosition": ["50%", "70%"],
            "emitterCells": [{
                "contents": ["circle", "star", "heart"][number % 3], "color": ["gold", "tomato", "skyblue"][number % 3],
                "birthRate": 40 + number % 30, "lifetime": 1, "velocity": [40, 120], "emissionRange": "1turn",
            }],
        }],
    }


def line(number):
    name = f"picture-{number:05}"
    if number in slow:
        return {"name": name, "url": f"/v1/effects/stars.png?w=500&h=400&t0=20&d=2&effort=small&seed={number}"}
    kind = number % 4
    if kind == 2:
        return {"name": name, "spec": spec(number), "format": formats[number // 4 % len(formats)]}
    ending = endings[number // 4 % len(endings)]
    if kind == 3:
        packed = base64.urlsafe_b64encode(zlib.compress(json.dumps(spec(number)).encode())).decode()
        return {"name": name, "url": f"/v1/z/{packed}.{ending}"}
    preset = presets[number // 4 % len(presets)]
    size = f"w={90 + number % 60}&h={70 + number % 50}&d=0.8&fps=10&seed={number}"
    return {"name": name, "url": f"/v1/effects/{preset}.{ending}?{size}"}


def request(line):
    """Returns the request of a line. The file extension follows the URL or the format; `apng` becomes png."""
    if "url" in line:
        ending = line["url"].split("?")[0].split(".", 1)[1]
        return f"{line['name']}.{ending.replace('apng', 'png')} - {line['url']}"
    kind = line["format"]
    accept = {"json": "application/json", "still.png": "-"}.get(kind, f"image/{kind}")
    target = "/v1/render.still.png" if kind == "still.png" else "/v1/render"
    return f"{line['name']}.{kind.replace('apng', 'png')} {accept} {target} {json.dumps(line['spec'])}"


for number in range(count):
    print(request(line(number)) if "--requests" in sys.argv else json.dumps(line(number)))
