"""Compares SVGs in headless browsers with stills of the service. Arguments: the service's URL, a folder, presets or none for all.

Chromium shows all presets, and Firefox, where it is installed, too. Each preset is shown in an `<img>` at three moments (`.still.svg?at=`), beside `.still.png?at=` of the same moment, both on white.
Then the animated SVG is opened in Chromium, and all its clocks are set to the same three moments: one in the first, the others in the second loop. Differences at edges are antialiasing; an image of
another moment differs several times as much.
"""

import base64
import io
import json
import os
import shutil
import subprocess
import sys
import urllib.request

from PIL import Image, ImageChops, ImageStat

from chromium import Browser

service, folder, *names = sys.argv[1:]
MOMENTS = [0.3, 0.6, 0.85]
# Largest mean difference of touched pixels, of 255, and largest share of them that differs by more than a quarter.
MEAN, SHARE = 18, 0.12


def get(path):
    with urllib.request.urlopen(service + path, timeout=60) as answer:
        return answer.read()


def files(name, moment):
    """Writes the SVG at a moment, and returns its name and the service's still of the same moment on white."""
    place = f"at={moment:.0%}".replace("%", "%25")
    still = os.path.join(folder, f"{name}-{moment}.png")
    with open(still, "wb") as file:
        file.write(get(f"/v1/effects/{name}.still.png?{place}&palette=off"))
    expected = Image.open(still).convert("RGBA")
    ground = Image.new("RGBA", expected.size, "white")
    ground.alpha_composite(expected)
    vector = f"{name}-{moment}.svg"
    with open(os.path.join(folder, vector), "wb") as file:
        file.write(get(f"/v1/effects/{name}.still.svg?{place}"))
    return vector, ground.convert("RGB")


def photograph(browser, vectors, sizes):
    """Returns SVGs as a browser draws them below each other on white."""
    page, shot = os.path.join(folder, "page.html"), os.path.join(folder, f"{browser}.png")
    with open(page, "w") as file:
        file.write("<!doctype html><body style='margin:0;background:#fff'>")
        file.writelines(f"<img style='display:block' src={vector}>" for vector in vectors)
    width, height = max(size[0] for size in sizes), sum(size[1] for size in sizes)
    if browser == "chromium":
        command = ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--allow-file-access-from-files"]
        command += [f"--window-size={width},{height}", f"--screenshot={shot}"]
    else:
        profile = os.path.join(folder, "firefox")
        os.makedirs(profile, exist_ok=True)
        command = [FIREFOX, "--headless", "--no-remote", "--profile", profile, f"--window-size={width},{height}", "--screenshot", shot]
    environment = os.environ | {"HOME": folder, "MOZ_DISABLE_CONTENT_SANDBOX": "1"}
    command.append("file://" + os.path.abspath(page))
    subprocess.run(command, check=True, timeout=120, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    picture, top = Image.open(shot).convert("RGB"), 0
    for size in sizes:
        yield picture.crop((0, top, size[0], top + size[1]))
        top += size[1]


def wound(name, sizes):
    """Returns an animated SVG, opened in Chromium, with its clocks set to the moments: the first as it is, the others a loop later."""
    preset, (width, height) = presets[name], sizes[0]
    windows.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
    windows.call("Page.navigate", url=f"{service}/v1/effects/{name}.svg")
    windows.wait(f"location.pathname.endsWith('/{name}.svg') && document.documentElement.tagName === 'svg' && document.readyState === 'complete'")
    # A loop has whole frames; moments are parts of the playing time, which a seamless loop rounds to frames.
    parameters = preset["parameters"]
    frames = json.loads(get(f"/v1/effects/{name}.png?dry=1"))["frames"]["found"] / preset["fps"]
    period = frames + float(parameters["hold"])
    playing = frames if parameters["loop"] == "seamless" else preset["duration"] * float(parameters["slow"])
    for index, moment in enumerate(MOMENTS):
        time = 1000 * (moment * playing + (period if index and parameters["loop"] != "once" else 0))
        windows.run(f"for (const each of document.getAnimations()) {{ each.pause(); each.currentTime = {time}; }}")
        picture = windows.call("Page.captureScreenshot", format="png")["data"]
        yield Image.open(io.BytesIO(base64.b64decode(picture))).convert("RGB")


def difference(a, b):
    """Returns the mean difference of the pixels that either image touches, and the share of them that differs by over 64."""
    white = Image.new("RGB", a.size, "white")
    channels = ImageChops.difference(a, b).split()
    worst = ImageChops.lighter(ImageChops.lighter(channels[0], channels[1]), channels[2])
    touched = ImageChops.lighter(*(ImageChops.difference(image, white).convert("L").point(lambda v: 255 if v else 0) for image in (a, b)))
    count = touched.histogram()[255]
    if not count:
        return 0, 0, 0
    return ImageStat.Stat(worst, touched).mean[0], sum(worst.histogram()[65:]) / count, count


FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
BROWSERS = ["chromium"] + (["firefox"] if FIREFOX else [])
presets = {preset["name"]: preset for preset in json.loads(get("/v1/effects"))["effects"]}
names = names or [name for name, preset in presets.items() if preset["vectors"]["svg"]["motion"] != "refused"]
windows = Browser(service, folder)
failures = []
for name in names:
    vectors, stills = zip(*(files(name, moment) for moment in MOMENTS))
    sizes = [still.size for still in stills]
    for browser in BROWSERS + ["clocks"]:
        row, drawn = [], 0
        pictures = wound(name, sizes) if browser == "clocks" else photograph(browser, vectors, sizes)
        for moment, ours, theirs in zip(MOMENTS, pictures, stills):
            mean, share, count = difference(ours, theirs)
            drawn += count
            row.append(f"{mean:5.1f} {share:6.1%}")
            if mean > MEAN or share > SHARE:
                failures.append(f"{name} at {moment:.0%} in {browser}: {mean:.1f} in the mean, {share:.1%} far off")
        if not drawn:
            failures.append(f"{name}: nothing is drawn")
        print(f"  {name:20} {browser:9}", "  ".join(row), flush=True)
windows.call("Browser.close")
windows.process.wait(timeout=30)
if failures:
    sys.exit("SVGs differ from the stills:\n  " + "\n  ".join(failures))
