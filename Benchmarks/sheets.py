#!/usr/bin/env python3
"""Contact sheets and numbers of presets: five moments at the preset's own size, and five other canvases.

    Benchmarks/sheets.py .build/release/hanabi --sheets folder [--jobs 2] [preset ...]
    Benchmarks/sheets.py .build/release/hanabi --numbers [--jobs 2] [preset ...]
    Benchmarks/sheets.py .build/release/hanabi --table Documentation/preset-review.md [--jobs 2]
    Benchmarks/sheets.py .build/release/hanabi --blind folder [--jobs 2]

--sheets writes PNGs of eight presets each, transparent ones on white and on black. --blind writes the same without names, in a random order,
and the names into key.json. --table writes the verdicts of Benchmarks/verdicts.json, which people give, beside the numbers into the part of a
page between its two comments. --numbers prints a table:

    ink      share of pixels that are not ground, in the mean over the time
    first    the same of the first frame, in percent of the fullest frame's
    blank    share of the time with less than 15 % of the fullest frame's ink
    step     difference of the last frame to the first one, in terms of the mean difference of neighbors (loops alone)
    ms       processor time to render the PNG, with the start of the program
    kB       of each form; SVG, Lottie and tracks with gzip

It ends with what is out of bounds: first frames below 15 %, blank for more than a tenth, steps above 4, PNGs of more than 400 kB.
"""
import argparse
import gzip
import json
import os
import random
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

from PIL import Image, ImageChops, ImageDraw

MOMENTS = [0, 0.2, 0.4, 0.6, 0.8]
CANVASES = [(128, 128), (400, 300), (1200, 500), (1080, 1920), (2048, 1024)]
CELLS = [(70, 70), (112, 84), (180, 75), (78, 138), (180, 90)]
MOMENT_CELL = (112, 138)
FORMS = ["png", "webp", "avif", "gif", "svg", "lottie.json", "tracks.json"]
VERDICTS = {"b": "beautiful", "f": "fine", "w": "weak", "x": "broken"}
BEGIN, END = "<!-- Written by Benchmarks/sheets.py --table. -->", "<!-- End of the written part. -->"
ROW = 144
LABEL = 110


class Preset:
    def __init__(self, program, folder, name):
        self.program, self.folder, self.name = program, folder, name
        own = os.path.join(os.path.dirname(__file__), "..", "Sources", "CResources", "Presets", name + ".json")
        with open(own, encoding="utf-8") as file:
            spec = json.load(file)["spec"]
        self.canvas = spec["canvas"]
        self.duration = spec.get("timing", {}).get("duration", 2) * spec.get("timing", {}).get("speed", 1)
        self.fps = spec.get("timing", {}).get("fps", 20)
        self.loops = spec.get("timing", {}).get("loop") == "seamless"

    def render(self, form, *options):
        path = os.path.join(self.folder, f"{self.name}-{abs(hash(options))}.{form}")
        done = subprocess.run([self.program, "render", self.name, *options, "-o", path], capture_output=True, text=True)
        return path if done.returncode == 0 else None

    def still(self, share, size=None):
        options = ["--at", f"{self.duration * share:.3f}"]
        if size:
            options += ["--set", f"w={size[0]}", "--set", f"h={size[1]}"]
        path = self.render("png", *options)
        return Image.open(path).convert("RGBA") if path else None

    def numbers(self):
        path = os.path.join(self.folder, f"{self.name}.png")
        child = os.posix_spawn(self.program, [self.program, "render", self.name, "-o", path], os.environ)
        used = os.wait4(child, 0)[2]
        numbers = {"fps": self.fps, "ms": round((used.ru_utime + used.ru_stime) * 1000)}
        frames, times = [], []
        # Pillow mixes up animated PNGs that go back to the frame before the last one.
        with Image.open(self.render("webp", "--set", "quality=lossless")) as image:
            for frame in range(image.n_frames):
                image.seek(frame)
                image.load()
                times.append(image.info["duration"])
                frames.append(image.convert("RGBA"))
        inks = [ink(frame) for frame in frames]
        most = max(inks) or 1
        numbers["ink"] = 100 * sum(ink * time for ink, time in zip(inks, times)) / sum(times)
        numbers["first"] = 100 * inks[0] / most
        numbers["blank"] = 100 * sum(time for ink, time in zip(inks, times) if ink < 0.15 * most) / sum(times)
        if self.loops and len(frames) > 2:
            steps = [difference(one, other) for one, other in zip(frames, frames[1:])]
            numbers["step"] = difference(frames[-1], frames[0]) / (sum(steps) / len(steps) or 1)
        for form in FORMS:
            if path := self.render(form):
                with open(path, "rb") as file:
                    content = file.read()
                numbers[form] = len(content if form in FORMS[:4] else gzip.compress(content, 9)) / 1000
        return numbers

    def row(self):
        """The moments and canvases, on each ground."""
        pictures = [(self.still(share), MOMENT_CELL) for share in MOMENTS]
        pictures += [(self.still(0.5, size), cell) for size, cell in zip(CANVASES, CELLS)]
        clear = any(picture and picture.getextrema()[3][0] < 250 for picture, _ in pictures)
        rows = []
        for ground in ["white", "black"] if clear else ["black"]:
            row = Image.new("RGB", (sum(cell[0] + 6 for _, cell in pictures), ROW), (128, 128, 128))
            x = 0
            for picture, cell in pictures:
                if picture:
                    whole = Image.new("RGBA", picture.size, ground)
                    whole.alpha_composite(picture)
                    whole = whole.convert("RGB")
                    whole.thumbnail(cell, Image.LANCZOS)
                    row.paste(whole, (x, 2))
                else:
                    ImageDraw.Draw(row).text((x, 20), "refused", fill="red")
                x += cell[0] + 6
            rows.append(row)
        return rows


def ink(frame):
    """Share of pixels that differ from the ground: transparent ones, or the most frequent color of the border."""
    alpha = frame.getchannel("A")
    if alpha.getextrema()[0] < 250:
        shown = alpha.point(lambda value: 255 if value > 16 else 0)
    else:
        width, height = frame.size
        rgb = frame.convert("RGB")
        border = [rgb.getpixel((x, y)) for x in range(0, width, 4) for y in (0, height - 1)]
        ground = Image.new("RGB", frame.size, max(set(border), key=border.count))
        channels = ImageChops.difference(rgb, ground).split()
        most = ImageChops.lighter(ImageChops.lighter(channels[0], channels[1]), channels[2])
        shown = most.point(lambda value: 255 if value > 12 else 0)
    return shown.histogram()[255] / (frame.width * frame.height)


def difference(one, other):
    histogram = ImageChops.difference(one, other).histogram()
    return sum(count * (index % 256) for index, count in enumerate(histogram))


def write_sheets(presets, folder, jobs, is_blind=False):
    os.makedirs(folder, exist_ok=True)
    if is_blind:
        presets = random.sample(presets, len(presets))
        with open(os.path.join(folder, "key.json"), "w", encoding="utf-8") as file:
            json.dump({str(number): preset.name for number, preset in enumerate(presets)}, file, indent=1)
    with ThreadPoolExecutor(jobs) as pool:
        rows = list(pool.map(Preset.row, presets))
    for first in range(0, len(presets), 8):
        part = list(zip(presets, rows))[first:first + 8]
        height = sum(len(own) * ROW for _, own in part)
        sheet = Image.new("RGB", (LABEL + part[0][1][0].width, height), (128, 128, 128))
        y = 0
        for number, (preset, own) in enumerate(part, first):
            ImageDraw.Draw(sheet).text((2, y + 2), str(number) if is_blind else preset.name, fill="white")
            for row in own:
                sheet.paste(row, (LABEL, y))
                y += ROW
        sheet.save(os.path.join(folder, f"{first // 8:02d}.png" if is_blind else f"{first // 8:02d}-{part[0][0].name}.png"))


def measured(presets, jobs):
    with ThreadPoolExecutor(jobs) as pool:
        return dict(zip([preset.name for preset in presets], pool.map(Preset.numbers, presets)))


def print_numbers(presets, jobs):
    table = measured(presets, jobs)
    columns = ["fps", "ms", "ink", "first", "blank", "step", *FORMS]
    print("| preset | " + " | ".join(columns) + " |")
    print("| --- |" + " --: |" * len(columns))
    for name, numbers in table.items():
        print(f"| `{name}` | " + " | ".join(cell(numbers, column) for column in columns) + " |")
    faults = []
    for name, numbers in table.items():
        for column, is_fault in [
            ("first", lambda value: value < 15), ("blank", lambda value: value > 10), ("step", lambda value: value > 4),
            ("png", lambda value: value > 400),
        ]:
            if column in numbers and is_fault(numbers[column]):
                faults.append(f"{name}: {column} {numbers[column]:.3g}")
    print("\n".join(faults), file=sys.stderr)


def cell(numbers, column):
    return f"{numbers[column]:.3g}" if column in numbers else ""


def write_table(presets, page, jobs):
    """The verdicts and the numbers of all presets, between the two comments of a page."""
    with open(os.path.join(os.path.dirname(__file__), "verdicts.json"), encoding="utf-8") as file:
        verdicts = json.load(file)
    names = [preset.name for preset in presets]
    if set(names) != set(verdicts):
        sys.exit(f"verdicts.json: wrong for {sorted(set(names) ^ set(verdicts))}")
    canvases = ["own", *(f"{width} × {height}" for width, height in CANVASES)]
    if wrong := [name for name, given in verdicts.items() if len(given) != len(canvases) or not set(given) <= set(VERDICTS)]:
        sys.exit(f"verdicts.json: one of {'/'.join(VERDICTS)} for each of {len(canvases)} canvases, wrong for {wrong}")
    lines = ["| | " + " | ".join(canvases) + " |", "| --- |" + " --: |" * len(canvases)]
    for letter, word in VERDICTS.items():
        counts = [sum(given[index] == letter for given in verdicts.values()) for index in range(len(canvases))]
        lines.append(f"| {word} | " + " | ".join(map(str, counts)) + " |")
    columns = ["ink", "blank", "fps", "ms", *FORMS]
    lines += ["", "| preset | " + " | ".join(canvases + columns) + " |"]
    lines.append("| --- |" + " --- |" * len(canvases) + " --: |" * len(columns))
    for name, numbers in measured(presets, jobs).items():
        words = [VERDICTS[letter] for letter in verdicts[name]]
        lines.append(f"| `{name}` | " + " | ".join(words + [cell(numbers, column) for column in columns]) + " |")
    with open(page, encoding="utf-8") as file:
        before, rest = file.read().split(BEGIN)
    with open(page, "w", encoding="utf-8") as file:
        file.write(before + BEGIN + "\n\n" + "\n".join(lines) + "\n\n" + END + rest.split(END)[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("presets", nargs="*")
    parser.add_argument("--sheets")
    parser.add_argument("--numbers", action="store_true")
    parser.add_argument("--blind")
    parser.add_argument("--table")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_intermixed_args()
    folder = os.path.join(os.path.dirname(__file__), "..", "Sources", "CResources", "Presets")
    names = options.presets or sorted(name[:-5] for name in os.listdir(folder) if name.endswith(".json"))
    with tempfile.TemporaryDirectory() as scratch:
        presets = [Preset(os.path.abspath(options.program), scratch, name) for name in names]
        if options.sheets:
            write_sheets(presets, options.sheets, options.jobs)
        if options.blind:
            write_sheets(presets, options.blind, options.jobs, is_blind=True)
        if options.numbers:
            print_numbers(presets, options.jobs)
        if options.table:
            write_table(presets, options.table, options.jobs)


if __name__ == "__main__":
    main()
