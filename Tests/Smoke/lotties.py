"""Checks Lotties of presets. Arguments: the service's URL, a folder, presets or none for all.

The Lotties of all presets are checked against the JSON Schema of lottie-spec. Each of the presets asked for is drawn by ThorVG at three
moments and compared with the service's `.still.png?at=` of the same moment, both on white.
A dotLottie is opened as a ZIP, and a sticker is checked against Telegram's rules. A form that can't show a preset says so by name.
"""

import gzip
import io
import json
import os
import statistics
import sys
import urllib.error
import urllib.request
import zipfile

import jsonschema_rs
import lottie_specs.resources
import numpy
import thorvg_python as thorvg
from lottie.exporters.tgs_validator import Severity, TgsValidator
from PIL import Image

service, folder, *names = sys.argv[1:]
SHARES = [0.3, 0.6, 0.85]
# Largest mean difference of touched pixels, of 255; with images, which ThorVG draws half a pixel off and without an average of what a
# pixel covers.
MEAN, MEAN_OF_IMAGES = 12, 36
# A folder for pairs of pictures: ours, and ThorVG's.
KEEP = os.environ.get("LOTTIE_KEEP")

failures = []
validator = jsonschema_rs.validator_for(lottie_specs.resources.load_specs())


def get(path):
    """Returns a body, or the detail of a 422 as an exception's text."""
    try:
        with urllib.request.urlopen(service + path, timeout=60) as answer:
            return answer.read(), answer.headers
    except urllib.error.HTTPError as error:
        problem = json.loads(error.read())
        if error.code != 422:
            raise
        raise ValueError(problem["detail"]) from None


class Player:
    """ThorVG, which draws a Lottie's frames."""

    def __init__(self, text):
        document = json.loads(text)
        self.size = int(document["w"]), int(document["h"])
        self.engine = thorvg.Engine(threads=0)
        self.canvas = thorvg.SwCanvas(self.engine)
        self.canvas.set_target(*self.size, cs=thorvg.Colorspace.ABGR8888S)
        self.animation = thorvg.Animation(self.engine)
        self.picture = self.animation.get_picture()
        self.picture.load_data(text, "lottie", None, True)
        self.picture.set_size(*self.size)
        self.canvas.add(self.picture)

    def frame(self, number):
        self.animation.set_frame(number)
        self.canvas.update()
        self.canvas.draw(True)
        self.canvas.sync()
        return self.canvas.get_pillow().convert("RGBA")


def on(color, image):
    ground = Image.new("RGBA", image.size, color)
    ground.alpha_composite(image)
    return numpy.asarray(ground.convert("RGB")).astype(float)


def premultiplied(image):
    pixels = numpy.asarray(image).astype(float)
    pixels[..., :3] *= pixels[..., 3:] / 255
    return pixels


def difference(a, b):
    """Returns the mean difference of the pixels that either image touches, and the number of them."""
    a, b = premultiplied(a), premultiplied(b)
    touched = (a[..., 3] > 0) | (b[..., 3] > 0)
    if not touched.any():
        return 0, 0
    return numpy.abs(a - b)[touched].mean(), int(touched.sum())


def compare(name, text):
    document = json.loads(text)
    row, drawn = [], 0
    for share in SHARES:
        frame = round(document["op"] * share)
        seconds = frame / document["fr"]
        body, _ = get(f"/v1/effects/{name}.still.png?at={seconds:.4f}&palette=off")
        ours = Image.open(io.BytesIO(body)).convert("RGBA")
        # A player of its own: where one redraws only what has changed, traces of the last frame are left.
        theirs = Player(text).frame(frame)
        if KEEP:
            for color in ["white", "black"]:
                pair = numpy.concatenate([on(color, ours), on(color, theirs)], axis=1)
                Image.fromarray(pair.astype("uint8")).save(os.path.join(KEEP, f"{name}-{share}-{color}.png"))
        mean, count = difference(ours, theirs)
        drawn += count
        row.append(mean)
    if not drawn:
        failures.append(f"{name}: nothing is drawn")
    return row


def check_sticker(name):
    try:
        body, headers = get(f"/v1/effects/{name}.tgs")
    except ValueError as error:
        return "refused: " + str(error)
    if len(body) > 65536:
        failures.append(f"{name}.tgs: {len(body)} bytes")
    path = os.path.join(folder, f"{name}.tgs")
    with open(path, "wb") as file:
        file.write(body)
    document = json.loads(gzip.decompress(body))
    if document.get("tgs") != 1:
        failures.append(f"{name}.tgs: no mark")
    rules = TgsValidator(Severity.Warning)
    rules.check_file(path)
    failures.extend(f"{name}.tgs: {error}" for error in rules.errors)
    reduced = headers.get("hanabi-reduced")
    return f"tgs {len(body):6}" + (f" ({reduced})" if reduced else "")


def check_archive(name, text):
    body, _ = get(f"/v1/effects/{name}.lottie")
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        if archive.testzip():
            failures.append(f"{name}.lottie: damaged")
        manifest = json.loads(archive.read("manifest.json"))
        for animation in manifest["animations"]:
            if archive.read(f"animations/{animation['id']}.json") != text:
                failures.append(f"{name}.lottie: another animation than {name}.lottie.json")


def check_schema(names):
    valid = 0
    for name in names:
        try:
            text, _ = get(f"/v1/effects/{name}.lottie.json")
        except ValueError:
            continue
        faults = list(validator.iter_errors(json.loads(text)))
        failures.extend(f"{name}: schema: {fault.instance_path}: {fault.message[:160]}" for fault in faults[:3])
        valid += not faults
    print(f"  {valid} of {len(names)} presets are valid by the schema", flush=True)


presets = [preset["name"] for preset in json.loads(get("/v1/effects")[0])["effects"]]
check_schema(presets)
names = names or presets
means, sizes, stickers = [], [], 0
for name in names:
    try:
        text, headers = get(f"/v1/effects/{name}.lottie.json")
    except ValueError as error:
        print(f"  {name:22} refused: {error}")
        continue
    if headers["content-type"] != "video/lottie+json":
        failures.append(f"{name}: {headers['content-type']}")
    row = compare(name, text)
    means += row
    if max(row) > (MEAN_OF_IMAGES if b'"e":1' in text else MEAN):
        failures.append(f"{name}: differs by {max(row):.1f}")
    check_archive(name, text)
    sticker = check_sticker(name)
    stickers += sticker.startswith("tgs")
    sizes.append(len(gzip.compress(text, 9)))
    print(f"  {name:22} {len(text):8} gz {sizes[-1]:7}  {'  '.join(f'{mean:5.2f}' for mean in row)}  {sticker}", flush=True)
if means:
    print(f"  {len(sizes)} of {len(names)} presets, {stickers} stickers; median {statistics.median(sizes):.0f} bytes with gzip,")
    print(f"  differences: median {statistics.median(means):.2f}, largest {max(means):.2f}")
if failures:
    sys.exit("Lotties are not as they should be:\n  " + "\n  ".join(failures))
