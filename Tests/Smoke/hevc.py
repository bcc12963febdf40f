#!/usr/bin/env python3
"""HEVC with alpha by a current ffmpeg, from PyPI: Debian's x265 has no alpha. Frames decoded by that ffmpeg, beside the service's stills.

    hevc.py HANABI
"""
import os
import subprocess
import sys
import tempfile
import time
import urllib.request

import imageio_ffmpeg
import numpy as np
from PIL import Image

WIDTH, HEIGHT, FRAMES = 200, 120, 60
QUERY = f"seed=7&w={WIDTH}&h={HEIGHT}&d=2&fps=30"
SETTINGS = ["--seed", "7", "--w", str(WIDTH), "--h", str(HEIGHT), "--d", "2", "--fps", "30"]
PRESETS = ["explode", "smoke"]


def decoded(ffmpeg, path):
    """Returns the frames of a video, with alpha."""
    command = [ffmpeg, "-v", "error", "-i", path, "-f", "rawvideo", "-pix_fmt", "rgba", "-"]
    raw = subprocess.run(command, check=True, capture_output=True).stdout
    return np.frombuffer(raw, dtype=np.uint8).reshape(-1, HEIGHT, WIDTH, 4).astype(float)


def over(picture, ground):
    """Returns the red, green and blue of a picture over a gray ground."""
    alpha = picture[..., 3:] / 255
    return picture[..., :3] * alpha + ground * (1 - alpha)


def started(hanabi, ffmpeg, log):
    """Returns a service that has found the program, and its address."""
    service = subprocess.Popen([hanabi, "serve", "--port", "0", "--video", ffmpeg], stderr=log)
    end = time.time() + 60
    while time.time() < end:
        words = open(log.name).read().split()
        addresses = [word for word in words if word.startswith("http://127.0.0.1:")]
        if addresses and "found codecs=" in " ".join(words):
            return service, addresses[0]
        time.sleep(0.05)
    service.kill()
    sys.exit(f"the service did not find {ffmpeg}: {open(log.name).read()}")


def check(preset, folder, hanabi, ffmpeg, url):
    """Compares a video's frames with stills of the same instants."""
    path, drawn = f"{folder}/{preset}.hevc.mov", f"{folder}/drawn.hevc.mov"
    with urllib.request.urlopen(f"{url}/v1/effects/{preset}.hevc.mov?{QUERY}") as answer:
        assert answer.headers["Content-Type"] == "video/quicktime", answer.headers
        data = answer.read()
    assert b"hvc1" in data and b"hev1" not in data, "Apple's players need hvc1"
    open(path, "wb").write(data)
    # The command line finds the program in PATH.
    paths = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"}
    subprocess.run([hanabi, "render", preset, *SETTINGS, "-o", drawn], check=True, capture_output=True, env=paths)
    assert open(drawn, "rb").read() == data, f"{preset}: the command line makes another file"
    frames = decoded(ffmpeg, path)
    assert len(frames) == FRAMES, len(frames)
    assert frames[..., 3].min() == 0 and frames[..., 3].max() > 100, f"{preset}: alpha is not there"
    for number in (0, 17, 30, 59):
        still = f"{folder}/still.png"
        urllib.request.urlretrieve(f"{url}/v1/effects/{preset}.still.png?{QUERY}&palette=off&at={number / 30:.6f}", still)
        with Image.open(still) as image:
            expected = np.array(image.convert("RGBA")).astype(float)
        off = np.abs(frames[number][..., 3] - expected[..., 3]).mean()
        light = max(np.abs(over(frames[number], ground) - over(expected, ground)).mean() for ground in (0, 255))
        print(f"{preset} frame {number}: alpha off by {off:.2f}, light by {light:.2f} of 255")
        assert off < 5 and light < 4, f"{preset}: frame {number} is another picture"
    return frames


def main():
    hanabi, ffmpeg = os.path.realpath(sys.argv[1]), imageio_ffmpeg.get_ffmpeg_exe()
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(ffmpeg, f"{folder}/ffmpeg")
        service, url = started(hanabi, ffmpeg, open(f"{folder}/log", "w"))
        try:
            catalog = urllib.request.urlopen(f"{url}/v1/effects").read().decode()
            assert '".hevc.mov"' in catalog, open(f"{folder}/log").read()
            one, other = (check(preset, folder, hanabi, ffmpeg, url) for preset in PRESETS)
            assert np.abs(one - other).mean() > 1, "two effects are one picture"
        finally:
            service.terminate()
            service.wait()
    print("hevc.py: all well")


main()
