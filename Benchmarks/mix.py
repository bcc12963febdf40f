"""Random requests of every kind: presets in all forms, specs of all layer kinds, pictures, text and imports."""
import base64
import json
import pathlib
import random
import struct
import zlib

PRESETS = sorted(file.stem for file in (pathlib.Path(__file__).resolve().parent.parent / "Sources/CResources/Presets").glob("*.json"))
FORMS = [
    "png", "png", "webp", "webp", "gif", "avif", "svg", "lottie.json", "tracks.json", "json", "still.png", "strip.png", "sheet.png", "sheet.json", "sheet.css",
]
SHAPES = ["circle", "square", "triangle", "star", "dot", "heart"]
TARGETS = ["email", "slack", "discord", "github", "hero"]
EMOJI = ["🎉", "❤️", "😀", "⭐", "🚀", "👍🏽", "🥳", "🍀", "🔥", "🦄", "🍕", "🎂"]
BEHAVIORS = [
    {"type": "attractor", "position": [100, 100], "stiffness": 5, "radius": 20}, {"type": "drag", "drag": 1}, {"type": "turbulence", "strength": 60},
    {"type": "floor", "y": 150, "elasticity": 0.4, "friction": 0.5}, {"type": "vortex", "position": [100, 100], "strength": 200, "radius": 40},
]


def picture(chance, side):
    """Returns a PNG of soft noise as a `data:` URI."""
    row = lambda: b"\0" + bytes(value for _ in range(side) for value in (*chance.randbytes(3), 255))
    chunk = lambda name, data: struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    header = struct.pack(">IIBBBBB", side, side, 8, 6, 0, 0, 0)
    file = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"".join(row() for _ in range(side)), 1)) + chunk(b"IEND", b"")
    return "data:image/png;base64," + base64.b64encode(file).decode()


def contents(chance):
    return chance.choice([
        lambda: {"shape": chance.choice(SHAPES), "size": chance.uniform(6, 40)},
        lambda: {"emoji": chance.choice(EMOJI), "size": chance.uniform(10, 48)},
        lambda: {"text": "".join(chance.choices("abcdefghiklmnopqrstuvwxyz 0123456789", k=6)), "size": chance.uniform(10, 40)},
        lambda: {"image": picture(chance, chance.randint(8, 64)), "size": chance.uniform(10, 60)},
        lambda: {"path": "M0 0 L10 0 L5 9 Z", "viewBox": [0, 0, 10, 9], "size": [12, 12]},
    ])()


def several(chance):
    """Returns a list of contents, of which each particle shows one."""
    return ["ribbon", {"contents": "strip", "weight": 2}, contents(chance)]


def emitter(chance):
    layer = {
        "emitterPosition": ["50%", "50%"], "emitterSize": [chance.uniform(1, 200), chance.uniform(1, 100)],
        "emitterShape": chance.choice(["point", "line", "rectangle", "circle"]),
        "renderMode": chance.choice(["unordered", "oldestFirst", "additive", "screen", "backToFront"]),
        "density": chance.choice(["fixed", "births", "lifetimes", "area"]),
        "emitterCells": [
            {
                "contents": several(chance) if chance.random() < 0.2 else contents(chance), "birthRate": chance.uniform(5, 80), "lifetime": chance.uniform(0.3, 2),
                "velocity": chance.uniform(0, 200), "velocityRange": 40, "emissionRange": "1turn", "scaleRange": 0.3, "spin": 1,
                "alphaSpeed": -0.3, "yAcceleration": chance.choice([0, 100]), "color": chance.choice(["gold", "#26ccff", "#ff5e7e80"]),
                **({"trail": 0.2} if chance.random() < 0.2 else {}),
            }
            for _ in range(chance.randint(1, 4))
        ],
    }
    if chance.random() < 0.3:
        layer["emitterBehaviors"] = [chance.choice(BEHAVIORS)]
    return layer


def layer(chance):
    return chance.choice([
        lambda: emitter(chance), lambda: emitter(chance), lambda: {"type": "like"}, lambda: {"type": "firework"}, lambda: {"type": "fountain"},
        lambda: {"type": "reveal", "from": {"image": picture(chance, 100), "size": 200}, "to": {"image": "built-in/card-light"}},
        lambda: {"type": "shatter", "source": {"image": "built-in/card-light", "size": 200}, "tile": chance.choice([10, 20, 40])},
        lambda: {"type": "sprite", "contents": contents(chance), "position": ["50%", "50%"]},
    ])()


def placement(chance, side):
    """Returns members of a canvas: a scene of another size."""
    if chance.random() < 0.8:
        return {}
    return {"scene": [chance.choice([100, 200, 400]), side], "fit": chance.choice(["scale", "contain", "cover"])}


def tiled(chance):
    """Returns a spec whose image repeats without a seam, which only some layers can."""
    made = spec(chance)
    made["canvas"]["tile"] = True
    made["layers"] = [emitter(chance)]
    return made


def spec(chance):
    side = chance.choice([120, 200, 300, 480])
    return {
        "canvas": {"width": side, "height": side, **({"background": "#101828"} if chance.random() < 0.3 else {}), **placement(chance, side)},
        "timing": {"duration": chance.choice([0.5, 1, 2]), "fps": chance.choice([12, 24, 30])}, "seed": chance.randrange(1 << 30),
        "layers": [layer(chance) for _ in range(chance.randint(1, 3))],
        "output": {"format": chance.choice(["apng", "webp", "gif", "json"])},
    }


def confetti(chance):
    return [{"particleCount": chance.randint(20, 200), "spread": chance.randint(30, 120), "origin": {"y": 0.7}, "delay": 100 * number}
            for number in range(chance.randint(1, 3))]


def request(chance):
    """Returns method, target, headers and body of a random request."""
    kind = chance.random()
    if kind < 0.3:
        made = tiled(chance) if chance.random() < 0.1 else spec(chance)
        return "POST", "/v1/render", {"Content-Type": "application/json"}, json.dumps(made)
    if kind < 0.36:
        return ("POST", "/v1/import/canvas-confetti?w=300&h=300&d=1", {"Content-Type": "application/json", "Accept": "image/png"},
                json.dumps(confetti(chance)))
    target = f"/v1/effects/{chance.choice(PRESETS)}.{chance.choice(FORMS)}?seed={chance.randrange(1 << 30)}"
    if chance.random() < 0.7:
        target += f"&w={chance.choice([120, 200, 320, 480])}&h={chance.choice([120, 200, 320])}"
    target += f"&d={chance.choice([0.5, 1, 2])}&fps={chance.choice([12, 20, 30])}" if ".still" not in target and ".strip" not in target else ""
    if ".strip" in target:
        target += "&at=0.2,0.5,0.9"
    if chance.random() < 0.05:
        return "GET", f"/v1/effects/{chance.choice(PRESETS)}?seed={chance.randrange(1 << 30)}&target={chance.choice(TARGETS)}", {}, None
    if ".png?" in target and chance.random() < 0.2 and not any(form in target for form in (".still", ".strip", ".sheet")):
        target += chance.choice(["&palette=auto", "&max=100kB", "&max=300kB", "&max=100kB&keep=fps", "&max=100kB&keep=colors,size"])
    if ".webp" in target and chance.random() < 0.3:
        target += "&max=200kB"
    return "GET", target, {}, None
