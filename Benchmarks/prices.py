#!/usr/bin/env python3
"""Fits the prices of renders to measured times and reports prediction errors.

    prices.py fit FILE…      the rows of Sources/EffectRendering/Pricing/PriceTable+Prices.swift
    prices.py bytes FILE…    the rows of Sources/EffectRendering/Pricing/PriceTable+Bytes.swift
    prices.py report FILE…   predicted : measured by form, and the worst ten
    prices.py record FILE…   milliseconds of each scene, for Benchmarks/scenes.json

Each file is output of `hanabi-benchmarks prices`. A render consists of stages, and a stage costs a number of nanoseconds per counted
item. Stages are fitted one after another: known costs are subtracted from a render's time, and the remainder is explained by the unknown
factors, which are non-negative; overestimates and underestimates have equal weight.
"""
import json
import math
import sys

import numpy as np
from scipy.optimize import least_squares

# Fitted stages in order, with the forms used for each.
ORDER = [
    (["prepare"], ["stage:prepare"]),
    (["follow"], ["stage:follow"]),
    (["drawWide", "beginWide"], ["stage:drawWide"]),
    (["draw", "begin"], ["stage:draw"]),
    (["png"], ["png", "poster"]),
    (["still"], ["sheet", "strip"]),
    (["weigh"], ["best"]),
    (["dump", "embed"], ["dump"]),
    (["count", "choose", "indexed"], ["indexed"]),
    (["gif"], ["gif"]),
    (["stillIndexed"], ["sheetIndexed", "bestIndexed"]),
    (["stillSmall"], ["sheetSmall", "bestSmall"]),
    (["losslessIndexed"], ["losslessIndexed"]),
    (["pngSmall"], ["pngSmall"]),
    (["indexedSmall"], ["indexedSmall"]),
    (["lossyFast"], ["lossyFast"]),
    (["lossy"], ["lossy"]),
    (["lossySmall"], ["lossySmall"]),
    (["losslessFast"], ["losslessFast"]),
    (["lossless"], ["lossless"]),
    (["losslessSmall"], ["losslessSmall"]),
    (["avifFast"], ["avifFast"]),
    (["avif"], ["avif"]),
    (["avifSmall"], ["avifSmall"]),
    (["vector"], ["vector"]),
]
COVERAGE = [
    "frames", "canvas", "box", "background", "touched", "hard", "tangled", "soft", "softRows", "steep", "mixed", "pictured", "grainy", "edges",
    "moving", "scattered", "spread", "broken",
]
DRAWING = [
    "frames", "smallShapes", "smallShapePixels", "smallShapeLines", "smallShapeEdges", "largeShapes", "largeShapePixels",
    "largeShapeEdges",
    "largeShapeLines", "cutLines", "dots", "dotPixels", "smallDots", "pictures", "turnedPixels", "uprightPixels", "turnedReads", "uprightReads", "ribbons",
    "ribbonPoints", "ribbonLength", "ribbonPixels", "blendedPixels", "wholePixels", "softRows", "touched",
]
# Counts that a stage may depend on.
COUNTS = {
    "prepare": ["setupWork", "birthWork", "stepWork", "bodyWork", "frames", "assetPoints"],
    "follow": ["frames", "groups", "items", "followingWork", "placeWork", "replayWork", "ribbonPoints", "outlineSegments"],
    "draw": DRAWING,
    "drawWide": DRAWING,
    "weigh": ["frames", "touched", "box", "background"],
    "dump": ["frames", "groups", "items", "ribbonPoints", "outlineSegments"],
    "choose": ["frames"],
    "begin": ["frames", "canvas", "box", "background", "wholePixels", "ground"],
    "beginWide": ["frames", "canvas", "box", "background", "wholePixels", "ground"],
    "embed": ["pictured", "grainy", "assetPoints", "ground"],
    "vector": ["frames", "items", "ribbonPoints", "outlineSegments", "formulas", "dragged"],
}
for effort in ["avifFast", "avif", "avifSmall"]:
    COUNTS[effort] = [*COVERAGE, "pictures"]
# Lower bounds of factors whose counts are rare in the measured scenes.
FLOORS = {
    "draw": {"cutLines": 25, "blendedPixels": 2, "ribbons": 500, "ribbonPoints": 10, "ribbonLength": 80, "ribbonPixels": 2},
    "drawWide": {"cutLines": 25, "blendedPixels": 2, "ribbonPoints": 10, "ribbonPixels": 2},
    "prepare": {"setupWork": 0.1, "bodyWork": 0.95},
    "follow": {"followingWork": 0.5},
    "embed": {"pictured": 6, "grainy": 22, "ground": 0.72},
    "lossyFast": {"grainy": 12, "pictured": 1.2},
    "begin": {"ground": 0.72},
    "beginWide": {"ground": 0.72},
}
# Minimum factors of counts relative to correlated counts, so that neither is free in a scene that has only one of them.
SHARES = {"soft": ("steep", 0.15), "pictured": ("grainy", 0.1)}
# Soft dots are rare on 8-bit canvases, which therefore use the factors of wide canvases.
SHARED = {"draw": ("drawWide", ["dots", "dotPixels", "smallDots"])}
# Safety factors for stages that depend more on pixel values than on counts.
CAUTION = {"pngSmall": 1.15, "stillSmall": 1.2, "losslessIndexed": 1.15}
# Factors of stages that too few scenes have, or that are not measured alone, found by hand: 2 to 64 colors on a million pixels,
# and animations of next to nothing with additive light over a background.
FIXED = {"avifGround": {"canvas": 216e-6}, "lossyGround": {"canvas": 80e-6}, "fillWide": {"background": 0.6e-6}}
# Nanoseconds to parse and answer a request, which are not in the measured time.
DOCUMENT = 1_200_000
# Clock resolution in milliseconds.
NOISE = 0.15
# Weight of samples underestimated by more than a factor of e^LOWEST, which must not be priced too low.
LOWEST, HEAVIER = 0.3, 1.7
# Matches `PriceTable.margin`.
MARGIN = 1.6


def rows(files):
    for file in files:
        with open(file) as lines:
            yield from (json.loads(line) for line in lines)


def joined(all_rows):
    """Returns the rows with times, updated with counts and predictions of untimed `counts` runs of the same renders."""
    newer = {(r["name"], r["form"]): r for r in all_rows if r["ms"] == 0}
    timed = [r for r in all_rows if r["ms"] > 0]
    return [{**newer[r["name"], r["form"]], "ms": r["ms"], "bytes": r["bytes"]} if (r["name"], r["form"]) in newer else r for r in timed]


def fitted(samples, names, floors):
    """Returns factors of `names` for samples of ({name: count}, milliseconds of other stages, milliseconds in total).

    Fits logarithms of ratios, so that twice and half have equal weight. Underestimates by more than a factor of e^LOWEST have a
    higher weight, and outliers have little influence.
    """
    counts = np.array([[s[0].get(n, 0) for n in names] for s in samples], dtype=float)
    rest = np.array([s[1] for s in samples])
    whole = np.array([s[2] for s in samples])
    scale = counts.max(axis=0)
    used = scale > 0
    if not used.any():
        return {n: floors.get(n, 0) / 1e6 for n in names}
    scaled = counts[:, used] / scale[used]
    least = np.array([floors.get(n, 0) / 1e6 for n, u in zip(names, used) if u]) * scale[used]
    own = np.maximum(NOISE, whole - rest)
    start = np.log(np.maximum(least * 1.001, own.mean() / used.sum()))
    low = np.where(least > 0, np.log(np.maximum(least, 1e-30)), -45.0)

    def residuals(logs):
        found = rest + scaled @ np.exp(logs) + NOISE
        ratios = np.log(found / (whole + NOISE))
        heavier = np.where(ratios < -LOWEST, (ratios + LOWEST) * HEAVIER - LOWEST, ratios)
        return np.concatenate([heavier, 0.003 * (logs - start)])

    def slopes(logs):
        own = scaled * np.exp(logs)
        found = rest + own.sum(axis=1) + NOISE
        ratios = np.log(found / (whole + NOISE))
        weights = np.where(ratios < -LOWEST, HEAVIER, 1.0)
        return np.concatenate([own / found[:, None] * weights[:, None], 0.003 * np.eye(len(logs))])

    best = least_squares(residuals, start, slopes, bounds=(low, 40), loss="soft_l1", f_scale=0.4, max_nfev=400)
    factors = dict(zip([n for n, u in zip(names, used) if u], np.exp(best.x) / scale[used]))
    return {n: max(factors.get(n, 0), floors.get(n, 0) / 1e6) for n in names}


def searching(tally):
    """Returns milliseconds to try the ways of writing a lossless WebP, found by hand: `PriceTable.searching`."""
    edges, rows, pictured, frames = (tally.get(n, 0) for n in ("edges", "softRows", "pictured", "frames"))
    return 52e-3 * math.sqrt((edges + rows) * frames) + 57e-3 * math.sqrt(pictured * frames)


def work(table, part):
    row = table.get(part["stage"], {})
    search = searching(part["tally"]) if part["stage"] == "losslessSmall" else 0
    return (sum(row.get(n, 0) * c for n, c in part["tally"].items()) + search) * part["times"]


def fit(all_rows):
    measured = {}
    for row in all_rows:
        if row["form"].startswith("stage:"):
            measured[row["name"], row["form"][6:]] = row["ms"]
    table = {stage: dict(row) for stage, row in FIXED.items()}
    for stages, forms in ORDER:
        samples = []
        for stage in stages:
            if stage in SHARED:
                other, names = SHARED[stage]
                table[stage] = {n: table[other][n] for n in names if n in table.get(other, {})}
        for row in all_rows:
            if row["form"] not in forms or not any(p["stage"] in stages for p in row["parts"]):
                continue
            isolated = row["form"].startswith("stage:")
            rest, counts = row["ms"], {}
            for part in row["parts"]:
                stage = part["stage"]
                if stage in stages:
                    rest -= work(table, part)
                    for n in COUNTS.get(stage, COVERAGE):
                        value = part["tally"].get(n, 0) * part["times"]
                        counts[stage, n] = counts.get((stage, n), 0) + value
                elif not isolated:
                    own = measured.get((row["name"], stage))
                    frames = part["tally"].get("frames", 0)
                    whole = next((r for r in by_name.get(row["name"], []) if r["form"] == "stage:" + stage), None)
                    if stage in ("begin", "beginWide"):
                        own = measured.get((row["name"], "draw"), measured.get((row["name"], "drawWide")))
                        rest -= 0 if own is not None else work(table, part)
                    elif own is not None and whole and (stage == "prepare" or frames == whole["parts"][0]["tally"].get("frames")):
                        rest -= own * part["times"]
                    else:
                        rest -= work(table, part)
            samples.append((counts, row["ms"] - max(rest, 0.02 * row["ms"]), row["ms"]))
        names = [(s, n) for s in stages for n in COUNTS.get(s, COVERAGE) if n not in table.get(s, {})]
        floors = {(s, n): FLOORS.get(s, {}).get(n, 0) for s, n in names}
        for (stage, n), factor in fitted(samples, names, floors).items():
            # A factor without a measurable share in any sample is zero.
            felt = max((factor * s[0].get((stage, n), 0) / s[2] for s in samples), default=0)
            if felt > 0.02 or floors[stage, n] > 0:
                table.setdefault(stage, {})[n] = factor
        for stage in stages:
            row = table.get(stage, {})
            for count, (other, share) in SHARES.items():
                if share * row.get(other, 0) > row.get(count, 0):
                    row[count] = share * row[other]
    return table


def predicted(table, row, margin):
    return sum(work(table, part) for part in row["parts"]) * margin


def quantile(values, share):
    return values[min(len(values) - 1, int(share * len(values)))]


def report(all_rows, predict):
    forms = {}
    for row in all_rows:
        if row["ms"] >= 0.05:
            forms.setdefault(row["form"], []).append((predict(row) / row["ms"], row["name"], row["ms"], predict(row)))
    print("| form | renders | median | 5 % | 95 % | least | most | within 1–4 |")
    print("| --- | --: | --: | --: | --: | --: | --: | --: |")
    everything = [r for form, rs in forms.items() if not form.startswith("stage:") for r in rs]
    for form, ratios in sorted(forms.items()) + [("all", everything)]:
        ratios.sort()
        values = [r[0] for r in ratios]
        cells = [quantile(values, 0.5), quantile(values, 0.05), quantile(values, 0.95), values[0], values[-1]]
        within = sum(1 <= v <= 4 for v in values) / len(values)
        print(f"| {form} | {len(values)} | " + " | ".join(f"{c:.2f}" for c in cells) + f" | {within:.0%} |")
    everything = sorted((r[0], f, r[1], r[2], r[3]) for f, rs in forms.items() if not f.startswith("stage:") for r in rs)
    for title, worst in [("lowest", everything[:10]), ("highest", everything[-10:])]:
        print(f"\n{title}:")
        for ratio, form, name, time, guess in worst:
            print(f"  {ratio:6.2f}  {name}.{form}  {guess:.1f} ms for {time:.1f}")


def record(all_rows):
    scenes = {}
    for row in all_rows:
        scene = scenes.setdefault(row["name"], {})
        scene[row["form"]] = min(scene.get(row["form"], math.inf), row["ms"])
    lines = [
        f"  {json.dumps(name)}: " + json.dumps({form: float(f"{ms:.3g}") for form, ms in sorted(scene.items())})
        for name, scene in sorted(scenes.items())
    ]
    print("{\n" + ",\n".join(lines) + "\n}")


# Forms whose files a stage encodes.
FILES = {
    **{form: form for stages, forms in ORDER for form in forms if form in stages and form not in ("dump", "vector")},
    **{form: "still" for form in ("best", "sheet", "strip")},
    **{form: "stillIndexed" for form in ("bestIndexed", "sheetIndexed")},
    **{form: "stillSmall" for form in ("bestSmall", "sheetSmall")},
}


def fit_bytes(all_rows):
    """Returns bytes per count of each encoder, without counts that explain less than 1 % of the bytes."""
    samples = {}
    for row in all_rows:
        stage = FILES.get(row["form"])
        parts = [part["tally"] for part in row["parts"] if part["stage"] == stage]
        if parts and row["bytes"] > 0:
            # A gradient behind everything has a part of its own.
            tally = {**parts[-1], "grainy": sum(part.get("grainy", 0) for part in parts)}
            samples.setdefault(stage, []).append((tally, 0.0, row["bytes"] / 1e3))
    table = {}
    for stage, found in samples.items():
        row = fitted(found, COVERAGE, {})
        shares = {n: np.mean([f * tally.get(n, 0) / size for tally, _, size in found]) for n, f in row.items()}
        table[stage] = fitted(found, [n for n in row if n == "frames" or shares[n] > 0.01], {})
    return table


by_name = {}


def main():
    if len(sys.argv) < 3 or sys.argv[1] not in ("fit", "bytes", "report", "record"):
        sys.exit(__doc__)
    all_rows = joined(list(rows(sys.argv[2:])))
    for row in all_rows:
        by_name.setdefault(row["name"], []).append(row)
    if sys.argv[1] == "report":
        return report(all_rows, lambda row: row["predicted"])
    if sys.argv[1] == "record":
        return record(all_rows)
    if sys.argv[1] == "bytes":
        return write({stage: {n: f / 1e3 for n, f in row.items()} for stage, row in fit_bytes(all_rows).items()})
    table = fit(all_rows)
    for stage, factor in CAUTION.items():
        table[stage] = {n: f * factor for n, f in table.get(stage, {}).items()}
    table["document"] = {"frames": DOCUMENT / 1e6}
    write(table)
    report([row for row in all_rows if row["parts"]], lambda row: predicted(table, row, MARGIN))


def write(table):
    for stage, row in table.items():
        cells = ", ".join(f".{n}: {literal(1e6 * f)}" for n, f in row.items() if f > 1e-10)
        print(f"        .{stage}: [{cells}],", file=sys.stderr)


def literal(number):
    """Returns the number as a Swift literal with two and a half digits."""
    text = f"{number:.0f}" if number >= 1000 else f"{float(f'{number:.3g}'):g}"
    return text if len(text) < 5 or "." in text else f"{int(text):,}".replace(",", "_")


if __name__ == "__main__":
    main()
