#!/usr/bin/env python3
"""Lossless forms before decoders of others: each frame of a PNG and of a lossless WebP is the same picture.

    decoders.py HANABI [--seeds N] [PRESET…]

ffmpeg decodes the PNG, and libwebp, by Pillow, the WebP. All presets without names; ten seeds by default. Palettes are off: each form would
choose its own. Pixels are compared at the middle of each frame's time: alpha and light are the same, and opaque pixels entirely.
"""
import argparse
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from PIL import Image


def ends(path):
    """Returns the end of each frame in milliseconds."""
    out, end = [], 0
    with Image.open(path) as image:
        for number in range(getattr(image, "n_frames", 1)):
            image.seek(number)
            image.load()
            end += image.info.get("duration", 0) or 1
            out.append(end)
    return out


def by_pillow(path):
    """Returns the pixels of each frame."""
    with Image.open(path) as image:
        for number in range(getattr(image, "n_frames", 1)):
            image.seek(number)
            yield np.array(image.convert("RGBA"))


def are_alike(one, other):
    """Returns whether two pictures have the same alpha and the same light: under alpha, several colors stand for one."""
    alpha = one[..., 3:].astype(np.int32)
    off = np.abs(one[..., :3].astype(np.int32) - other[..., :3])
    return np.array_equal(one[..., 3], other[..., 3]) and bool((off * alpha < 255).all())


def by_ffmpeg(path, shape):
    """Returns the pixels of each frame."""
    command = ["ffmpeg", "-v", "error", "-f", "apng", "-i", path, "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", "rgba", "-"]
    raw = subprocess.run(command, check=True, capture_output=True).stdout
    return np.frombuffer(raw, dtype=np.uint8).reshape(-1, *shape)


def check(program, preset, seed, folder):
    """Returns what is wrong with an effect, and its number of frames."""
    made = {}
    for form, more in (("png", []), ("webp", ["--set", "quality=lossless"])):
        path = Path(folder) / f"{preset}-{seed}.{form}"
        command = [program, "render", preset, "--set", f"seed={seed}", "--set", "palette=off", *more, "-o", path]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            return [f"{form}: {done.stderr.strip()}"], 0
        made[form] = path
    times = {form: ends(path) for form, path in made.items()}
    later = by_pillow(made["webp"])
    shown = next(later)
    png = by_ffmpeg(made["png"], shown.shape)
    wrong = []
    if len(png) != len(times["png"]):
        wrong.append(f"{len(png)} frames of the PNG by ffmpeg, {len(times['png'])} by Pillow")
    if abs(times["png"][-1] - times["webp"][-1]) > 2 + len(png) / 100:
        wrong.append(f"{times['png'][-1]} ms as PNG, {times['webp'][-1]} ms as WebP")
    place, start = 0, 0
    for number, (end, pixels) in enumerate(zip(times["png"], png)):
        while place + 1 < len(times["webp"]) and times["webp"][place] <= (start + end) / 2:
            shown = next(later)
            place += 1
        if not are_alike(pixels, shown):
            wrong.append(f"frame {number} differs between PNG and WebP")
        start = end
    for path in made.values():
        path.unlink()
    return wrong, len(png)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("presets", nargs="*")
    parser.add_argument("--seeds", type=int, default=10)
    options = parser.parse_intermixed_args()
    folder = Path(__file__).resolve().parents[2] / "Sources/CResources/Presets"
    presets = options.presets or sorted(path.stem for path in folder.glob("*.json"))
    jobs = [(preset, seed) for preset in presets for seed in range(1, options.seeds + 1)]
    count = failures = 0
    with tempfile.TemporaryDirectory() as place, ThreadPoolExecutor(2) as pool:
        for (preset, seed), (wrong, number) in zip(jobs, pool.map(lambda job: check(options.program, *job, place), jobs)):
            count += number
            for text in wrong[:3]:
                failures += 1
                print(f"{preset}, seed {seed}: {text}")
    print(f"{len(presets)} presets, {options.seeds} seeds, {count} frames: {failures} wrong")
    return 1 if failures else 0


sys.exit(main())
