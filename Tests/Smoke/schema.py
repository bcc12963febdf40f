"""Tests the JSON Schema of specs with an independent validator: the schema is valid, accepts what the service accepts, and refuses
most of what the service refuses. Usage: schema.py http://127.0.0.1:PORT [mutations [seed]]"""

import copy
import json
import pathlib
import random
import re
import sys
import urllib.error
import urllib.request

import yaml
from jsonschema import Draft202012Validator

base = sys.argv[1]
mutations = int(sys.argv[2]) if len(sys.argv) > 2 else 600
seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
# Maximum fraction of documents with a local error that the schema accepts.
most_let_through = 0.05
# Errors beyond a schema: costs and contradictions between members.
beyond = {"too-much", "conflict"}
# A schema can't compare two numbers, and knows no names of assets.
beyond_words = ("descending", "[lowest, highest]", "unknown asset")

root = pathlib.Path(__file__).resolve().parent.parent.parent
faults = []


def fetch(path, body=None):
    request = urllib.request.Request(base + path, data=body, headers={"Content-Type": "application/json"} if body else {})
    with urllib.request.urlopen(request, timeout=60) as response:
        return response.headers, response.read()


headers, body = fetch("/v1/schema.json")
if headers["Content-Type"] != "application/schema+json":
    faults.append(f"/v1/schema.json is {headers['Content-Type']}")
schema = json.loads(body)
Draft202012Validator.check_schema(schema)
validator = Draft202012Validator(schema)


def refusals(document):
    """Returns the service's errors; empty if it accepts the document."""
    try:
        fetch("/v1/render?dry=1", json.dumps(document).encode())
        return []
    except urllib.error.HTTPError as error:
        problem = json.loads(error.read())
        assert error.code == 422 and problem["type"] == "urn:hanabi:problem:invalid-spec", problem
        return problem["errors"]


def first_error(document):
    error = next(validator.iter_errors(document), None)
    return error and f"{error.json_path}: {error.message[:200]}"


# All known valid documents.

effects = [effect["name"] for effect in json.loads(fetch("/v1/effects")[1])["effects"]]
good = {name: json.loads(fetch(f"/v1/effects/{name}?explain=1")[1]) for name in effects}
presets = list(good)
written = []
for page in [root / "README.md", *sorted((root / "Documentation").glob("*.md"))]:
    for number, text in enumerate(re.findall(r"<<'JSON'\n(.*?)\nJSON\n", page.read_text(), re.DOTALL)):
        written.append(f"{page.name} {number}")
        good[written[-1]] = json.loads(text)
# They must not disappear unnoticed when pages change.
if len(written) < 11:
    faults.append(f"README.md and Documentation/ have {len(written)} examples of specs")
picture = root / "Documentation/Images/fireworks.json"
good[picture.name] = json.loads(picture.read_text())
description = yaml.safe_load((root / "openapi.yaml").read_text())
for name, example in description["paths"]["/v1/render"]["post"]["requestBody"]["content"]["application/json"]["examples"].items():
    good[f"openapi.yaml {name}"] = example["value"]
good["$schema"] = {"$schema": "./hanabi.schema.json", **good["fire"]}
# Members that presets and examples rarely use.
small = {"canvas": {"width": 60, "height": 40}, "timing": {"duration": 0.5, "fps": 10}}
cell = {"contents": "circle", "birthRate": 1, "lifetime": 1}
behaviors = [
    {"type": "wave", "force": [10, 0]}, {"type": "drag", "drag": 1}, {"type": "alignToMotion"},
    {"type": "valueOverLife", "keyPath": "scale", "values": [1, 0]}, {"type": "colorOverLife", "colors": ["red", [0, 0, 1]]},
    {"type": "light"}, {"type": "attractor", "stiffness": 1, "name": "a"}, {"type": "simpleAttractor", "stiffness": 1},
    {"type": "turbulence", "strength": 1}, {"type": "vortex", "strength": 1}, {"type": "wind", "velocity": [1, 1, 0]},
    {"type": "bounce"}, {"type": "floor", "y": "90%", "categoryBitMask": 3}, {"type": "flicker"},
    {"type": "collider", "angle": "5deg"}, {"type": "collider", "shape": "box", "size": [5, 5], "inverse": True},
]
animations = [
    {"keyPath": "emitterPosition", "path": "M0 0 L 9 9", "rotationMode": "auto"},
    {"keyPath": "emitterCells.c.color", "values": ["red", [0, 0, 1, 1]], "keyTimes": [0, 1]},
    {"keyPath": "emitterCells.c.emitterBehaviors.d.drag", "values": [0, 1], "calculationMode": "cubic", "tensionValues": [0, 0]},
    {"keyPath": "emitterBehaviors.a.position", "values": [[0, 0], ["50%", "10vmax"]]},
    {"type": "basic", "keyPath": "transform.scale", "from": 1, "to": [2, 1]},
    {"type": "basic", "keyPath": "mask.rotation", "by": "90deg", "additive": True, "timingFunction": [0, 0, 1, 1]},
    {"type": "group", "duration": 1, "animations": [{"keyPath": "opacity", "values": [0, 1]}]},
    {"type": "transition", "transition": "fade"},
    {"type": "random", "keyPath": "birthRate", "from": 0, "to": 1},
    {"type": "random", "keyPath": "emitterPosition.x", "from": 0, "to": "100vmin", "exponent": 0.5},
]
good["behaviors"] = {**small, "layers": [{"emitterBehaviors": behaviors, "emitterCells": [cell]}]}
good["animations"] = {**small, "layers": [{
    "animations": animations, "mask": {"contents": "star"}, "emitterBehaviors": [behaviors[6]],
    "emitterCells": [{**cell, "name": "c", "emitterBehaviors": [{"type": "drag", "drag": 1, "name": "d"}]}],
}]}
good["emitters"] = {**small, "layers": [
    {"emitterShape": "rectangles", "emitterRects": [[0, 0, 5, "50%"]], "cullRect": [0, 0, 60, 40], "emitterCells": [
        {**cell, "trail": 0.2, "burst": {"count": 2}, "drift": 5}, {**cell, "trail": {"duration": 1}, "contentsRect": [0, 0, 1, 0.5]}]},
    {"emitterShape": "text", "emitterText": {"text": "a"}, "emitterCells": [{"enabled": False}], "transform": {"scale": 2}},
    {"dynamics": {"gravity": [0, 1], "collision": {}}, "emitterCells": [{**cell, "fieldBitMask": 1}]},
    {"emitterShape": "path", "emitterPath": "M0 0h9v9z", "prewarm": "steady", "emitterCells": [{**cell, "contents": {"emoji": "🎉"}}]},
]}
good["light"] = {
    "canvas": {"width": 90, "height": 60, "fit": "cover", "scene": [60, 40], "background": "conic:20deg,gold,navy",
               "bloom": {"threshold": 0.4, "radius": 4, "strength": 2}}, "timing": {**small["timing"], "shutter": 0.5},
    "layers": [{"blur": 2, "alphaThreshold": 0.4, "bloom": {}, "emitterCells": [
        {**cell, "contents": {"shape": "star", "blur": 1, "glow": {"radius": 2, "strength": 2, "color": "gold"}}}, {**cell, "colors": ["red", {"color": [0, 0, 1], "weight": 2}], "emitterCells": [
        {**cell, "inherit": {"color": False, "scale": False}}]}]}]}
good["ground"] = {"canvas": {"background": {"gradient": {"type": "radial", "colors": ["gold", "navy"]}}}, "layers": [{"emitterCells": [cell]}]}
good["layers"] = {**small, "assets": {"p": {"path": "M0 0h9v9z", "viewBox": [0, 0, 9, 9], "fillRule": "evenodd"}}, "layers": [
    {"type": "sprite", "name": "s", "contents": "p", "mask": {"contents": {"text": "x", "fontSize": 20}}},
    {"type": "text", "text": "a", "font": None}, {"type": "firework", "around": "s", "contents": ["star", {"shape": "heart"}]},
    {"type": "fountain", "origin": [5, 5], "lift": [1, 2], "trajectories": [[[0, -1], [1, 2]]],
     "animator": {"scale": {"values": [1, {"from": 1, "to": 2, "step": 0.5}, "same"]}}},
    {"type": "reveal", "from": "red", "to": "#00f"}, {"type": "reveal", "from": "red", "to": "p", "shape": "star", "turn": "90deg"},
    {"type": "reveal", "from": "p", "to": "red", "shape": {"type": "iris", "blades": 5}, "startRadius": "10vmin", "feather": 4},
    {"type": "reveal", "from": "p", "to": "red", "shape": {"type": "blinds", "angle": "45deg"}},
    {"type": "reveal", "from": "p", "to": "red", "shape": {"type": "morph", "from": "M0 0h9v9z", "to": "M1 1h5v5z"}},
    {"type": "reveal", "from": "p", "to": "red", "shape": {"text": "x"}, "endRadius": 50},
    {"type": "transition", "from": "red", "to": "p", "transition": "moveIn", "subtype": "fromTop", "startProgress": 0.5},
    {"type": "transition", "from": {"emitterCells": [cell]}, "to": {"type": "group", "layers": [{"type": "text", "text": "a"}]}, "delay": 1},
    {"type": "reveal", "from": {"type": "transition", "from": "red", "to": "blue"}, "to": "p", "mask": {"contents": "star"}},
    {"type": "sprite", "contents": "red", "mask": {"contents": "p"}, "animations": [
        {"type": "basic", "keyPath": "mask.path", "to": "M0 0h5v5z"}, {"keyPath": "mask.path", "values": ["M0 0h5v5z", "M0 0h6v6z"]}]},
    {"type": "shatter", "source": "red", "mode": "linear"},
    {"type": "like", "button": {"selected": "star"}, "counter": {"words": ["a"]}, "cell": {"lifetime": [1, 2]}},
]}
for name, document in good.items():
    if error := first_error(document):
        faults.append(f"{name} is refused: {error}")
    if reasons := refusals(document):
        faults.append(f"{name} is not right at all: {reasons}")
if len(good) < len(presets) + 12:
    faults.append(f"only {len(good) - len(presets)} documents beside presets")

# Typical human mistakes.


def emitter(cells=cell, **members):
    return {"layers": [{"emitterCells": [cells] if isinstance(cells, dict) else cells, **members}]}


bad = {
    "nothing": {},
    "no object": [],
    "no layers": {"layers": []},
    "an unknown member": {**emitter(), "layer": 1},
    "a schema that is no text": {**emitter(), "$schema": 1},
    "a schema that is not at the top": emitter({**cell, "$schema": "x"}),
    "another version": {**emitter(), "version": 2},
    "a canvas without an extent": {**emitter(), "canvas": {"width": 0}},
    "a canvas above the limits": {**emitter(), "canvas": {"width": 2049}},
    "a fit of no kind": {**emitter(), "canvas": {"fit": "fill"}},
    "a background without its gradient": {**emitter(), "canvas": {"background": {}}},
    "a misspelled member": {**emitter(), "canvas": {"widht": 5}},
    "too long": {**emitter(), "timing": {"duration": 31}},
    "a unit of another kind": {**emitter(), "timing": {"duration": "90deg"}},
    "an unknown loop": {**emitter(), "timing": {"loop": "twice"}},
    "an unknown kind of layer": {"layers": [{"type": "group", "layers": []}]},
    "a member of another kind of layer": {"layers": [{"type": "sprite", "contents": "heart", "emitterCells": [cell]}]},
    "a sprite of nothing": {"layers": [{"type": "sprite"}]},
    "an emitter without cells": {"layers": [{}]},
    "a cell without a lifetime": emitter({"contents": "circle", "birthRate": 1}),
    "a cell without births": emitter({"contents": "circle", "lifetime": 1}),
    "a cell without contents": emitter({"birthRate": 1, "lifetime": 1}),
    "three ends of a range": emitter({**cell, "velocity": [1, 2, 3]}),
    "a negative rate": emitter({**cell, "birthRate": -1}),
    "an unknown color": emitter({**cell, "color": "mauvish"}),
    "a color above 1": emitter({**cell, "color": [255, 0, 0]}),
    "two contents of an asset": emitter({**cell, "contents": {"shape": "circle", "text": "a"}}),
    "no contents of an asset": emitter({**cell, "contents": {"size": 5}}),
    "an unknown shape": emitter({**cell, "contents": {"shape": "cirlce"}}),
    "a fault far down": emitter({**cell, "emitterCells": [{**cell, "emitterCells": [{**cell, "spinn": 1}]}]}),
    "what is not there yet": emitter(size=[5, 5]),
    "a render mode that is not there yet": emitter(renderMode="cheapColorDodge"),
    "a path that is none": emitter(emitterShape="path", emitterPath="5 5 L 9 9"),
    "a shape without its path": emitter(emitterShape="path"),
    "an unknown kind of behavior": emitter(emitterBehaviors=[{"type": "gravity"}]),
    "a behavior without a kind": emitter(emitterBehaviors=[{"drag": 1}]),
    "an input of another behavior": emitter(emitterBehaviors=[{"type": "drag", "drag": 1, "gust": 1}]),
    "a behavior without its input": emitter(emitterBehaviors=[{"type": "drag"}]),
    "an animation without values": emitter(animations=[{"keyPath": "opacity"}]),
    "an unknown key path": emitter(animations=[{"keyPath": "opasity", "values": [0, 1]}]),
    "a random animation with a clock": emitter(
        animations=[{"type": "random", "keyPath": "opacity", "from": 0, "to": 1, "duration": 1}]
    ),
    "a fault in a group": emitter(animations=[{"type": "group", "animations": [{"type": "basic", "keyPath": "opacity"}]}]),
    "a fault on a side": {"layers": [{"type": "reveal", "from": "red", "to": {"type": "sprite", "contents": "star", "zz": 1}}]},
    "a layer that a side has not": {"layers": [{"type": "transition", "from": "red", "to": {"type": "spirte", "contents": "star"}}]},
    "a shape that is none": {"layers": [{"type": "reveal", "from": "red", "to": "blue", "shape": {"type": "curtain"}}]},
    "a transition that is none": {"layers": [{"type": "transition", "from": "red", "to": "blue", "transition": "cube"}]},
    "a transition to nothing": {"layers": [{"type": "transition", "from": "red"}]},
    "a path of a mask that is a number": {"layers": [{"type": "sprite", "contents": "red", "mask": {"contents": {"path": "M0 0h9v9z"}},
        "animations": [{"type": "basic", "keyPath": "mask.path", "to": 5}]}]},
    "an effect that repeats": {"layers": [{"type": "firework", "repeatCount": 2}]},
}
for name, document in bad.items():
    if first_error(document) is None:
        faults.append(f"{name} is let through")
    if not refusals(document):
        faults.append(f"{name} is no mistake at all")

# Single mutations of valid documents. The schema must accept whatever the service accepts.


def resolved(part):
    return schema["$defs"][part["$ref"].removeprefix("#/$defs/")]


def applicable(part, value):
    """Yields the schemas that apply to a value, recursively."""
    if not isinstance(part, dict):
        return
    yield part
    if "$ref" in part:
        yield from applicable(resolved(part), value)
    for inner in part.get("allOf", []) + part.get("anyOf", []):
        yield from applicable(inner, value)
    if "if" in part:
        holds = validator.evolve(schema=part["if"]).is_valid(value)
        yield from applicable(part.get("then" if holds else "else"), value)


def places(part, value, path=()):
    """Yields every path of a document with its applicable schemas."""
    parts = list(applicable(part, value))
    yield path, value, parts
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else []
    for key, child in children:
        inner = [inner for part in parts for inner in below(part, key)]
        yield from places({"allOf": inner}, child, path + (key,))


def below(part, key):
    if isinstance(key, int):
        prefix = part.get("prefixItems", [])
        return [prefix[key]] if key < len(prefix) else [part["items"]] if isinstance(part.get("items"), dict) else []
    inner = part.get("properties", {}).get(key)
    other = part.get("additionalProperties")
    return [inner] if inner is not None else [other] if isinstance(other, dict) else []


strangers = [None, True, False, 0, 1, -1, 2.5, 1e9, -1e9, "", "none", "red", "Gold", "#fff", "10%", "90deg", "250ms", "+5s", "1e3s",
             "5 s", ".5s", "3", "circle", [], [1], [1, 2], [2, 1], [1, 2, 3, 4], ["50%", "10vmax"], {}, {"x": 1}, {"shape": "star"}]


def changed(document, path, change):
    """Returns a copy with `change` applied to the parent of the value at `path`."""
    copied = copy.deepcopy(document)
    holder = copied
    for key in path[:-1]:
        holder = holder[key]
    change(holder, path[-1])
    return copied


def setting(value):
    return lambda holder, key: holder.__setitem__(key, copy.deepcopy(value))


def mutation(document, dice):
    """Returns a description of the mutation and the document."""
    path, value, parts = dice.choice([place for place in places(schema, document) if place[0]])
    bounds = [bound for part in parts for bound in (part.get("minimum"), part.get("maximum")) if bound is not None]
    if isinstance(path[-1], int) and len(bounds) == 2:
        # Each end of [lowest, highest] is moved outward only: a schema cannot express their order.
        bounds = bounds[min(path[-1], 1):][:1]
    required = [name for part in parts for name in part.get("required", [])]
    names = [name for part in parts for name in part.get("enum", [])]
    known = [name for part in parts for name in part.get("properties", {})]
    ways = ["stranger", "neighbor"]
    if bounds:
        ways += ["bound"] * 3
    if names:
        ways += ["name"]
    if isinstance(value, dict):
        ways += ["unknown", "typo"] + ["known"] * 3 + ["missing"] * 2 * bool(required)
    if isinstance(value, list):
        ways += ["longer", "shorter"]
    way = dice.choice(ways)
    if way == "stranger":
        new = dice.choice(strangers)
    elif way == "neighbor":
        new = dice.choice(list(places(schema, document)))[1]
    elif way == "bound":
        new = dice.choice(bounds) + dice.choice([0, 0, 1, -1, 1e-3, -1e-3])
    elif way == "name":
        new = dice.choice(names + [str(dice.choice(names)).upper()])
    elif way == "unknown":
        new = {**value, "zzz": 1}
    elif way == "typo" and value:
        name = dice.choice(list(value))
        new = {(key[1:] + key[:1] if key == name else key): member for key, member in value.items()}
    elif way == "known" and known:
        # A member of one kind, with a boundary value of another kind or any value.
        name = dice.choice(known)
        inner = [bound for part in parts for deep in below(part, name) for end in applicable(deep, 0)
                 for bound in (end.get("minimum"), end.get("maximum"), end.get("default"), *end.get("enum", []))]
        new = {**value, name: dice.choice([bound for bound in inner if bound is not None] or strangers)}
    elif way == "missing":
        name = dice.choice(required)
        new = {key: member for key, member in value.items() if key != name}
    elif way == "longer":
        new = value * dice.choice([2, 3, 40]) if value else [0]
    else:
        new = value[:-1] if isinstance(value, list) else value
    return f"{way} at /{'/'.join(map(str, path))}: {json.dumps(new)[:120]}", changed(document, path, setting(new))


dice = random.Random(seed)
taken, refused, others, let_through = 0, 0, 0, []
for _ in range(mutations):
    origin = dice.choice(list(good))
    name, document = mutation(good[origin], dice)
    reasons, error = refusals(document), first_error(document)
    reason = next((reason for reason in reasons if reason["kind"] not in beyond), None)
    if reason:
        refused += 1
        if error is None and not any(words in reason["detail"] for words in beyond_words):
            let_through.append(f"{origin}, {name} is let through: {reason['pointer']} {reason['detail'][:200]}")
    elif reasons:
        others += 1
    else:
        taken += 1
        if error is not None:
            faults.append(f"{origin}, {name}: the service takes it, the schema says {error}")
if min(taken, refused) < mutations / 5:
    faults.append(f"{taken} of {mutations} documents are right, {refused} wrong: too few of a kind")
if len(let_through) > most_let_through * refused:
    faults += let_through

# Tracks are as openapi.yaml describes them, and have no members beyond.
def closed(value):
    """Returns a schema whose objects take no members but those that it names."""
    if isinstance(value, list):
        return [closed(each) for each in value]
    if not isinstance(value, dict):
        return value
    own = {name: closed(each) for name, each in value.items()}
    return {"additionalProperties": False, **own} if own.get("type") == "object" and "properties" in own else own


parts = {name: closed(part) if name.startswith("Track") else part for name, part in description["components"]["schemas"].items()}
tracks = Draft202012Validator({"$ref": "#/components/schemas/Tracks", "components": {"schemas": parts}})
for name in ("confetti", "cannon", "firework", "like", "meteors", "push", "reveal", "shatter", "snowfall", "whirlpool"):
    error = next(tracks.iter_errors(json.loads(fetch(f"/v1/effects/{name}.tracks.json")[1])), None)
    if error is not None:
        faults.append(f"{name}.tracks.json {error.json_path}: {error.message[:200]}")

for fault in faults:
    print(fault, file=sys.stderr)
print(f"{len(good)} right documents and {len(bad)} wrong ones; {mutations} changed ones: {taken} right, {refused} wrong, of which "
      f"the schema takes {len(let_through)}; {others} too much or contradictory")
sys.exit(1 if faults else 0)
