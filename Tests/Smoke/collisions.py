"""Sends specs and SceneKit files whose particles collide, stretch, turn and sort, and compares numbers of the frame dumps with
formulas. Usage: collisions.py http://127.0.0.1:PORT"""

import json
import math
import plistlib
import struct
import sys
import urllib.error
import urllib.request

base = sys.argv[1]
faults = []


def near(what, found, wanted, within):
    """Notes a number that is farther than `within` from the wanted one."""
    if found is None or not abs(found - wanted) <= within:
        faults.append(f"{what}: {found}, not {wanted} ± {within}")


def same(what, found, wanted):
    """Notes a value other than the wanted one."""
    if found != wanted:
        faults.append(f"{what}: {found}, not {wanted}")


def send(path, body, accept="application/json", kind="application/json"):
    """Returns the answer to a POST, or ends the script with the problem."""
    request = urllib.request.Request(base + path, data=body, headers={"Content-Type": kind, "Accept": accept})
    try:
        with urllib.request.urlopen(request, timeout=60) as response:
            return response.read()
    except urllib.error.HTTPError as error:
        sys.exit(f"collisions.py: {path}: {error.code} {error.read().decode()}")


def dump(spec):
    """Returns the frames of a spec."""
    return json.loads(send("/v1/render", json.dumps(spec).encode()))["frames"]


def thrown(behaviors, cell, fps=60, seconds=2, emitter=None):
    """Returns the frames of one particle, 10 points wide, that starts at (200, 100)."""
    cell = {"name": "a", "contents": {"shape": "circle", "size": 10}, "burst": {"count": 1}, "lifetime": 60} | cell
    layer = {"emitterPosition": [200, 100], "emitterBehaviors": behaviors, "emitterCells": [cell]} | (emitter or {})
    return dump({"canvas": {"width": 400, "height": 400}, "timing": {"duration": seconds, "fps": fps}, "layers": [layer]})


def items(frames, cell="a"):
    """Returns time and item of the only particle of a cell, while it lives."""
    return [(frame["time"], item) for frame in frames for item in frame["items"] if item["cell"] == cell]


# Solids whose surface is 200 points below the start, and the floor's name for the same.
level = {
    "floor": {"type": "floor", "y": 300},
    "bounce": {"type": "bounce", "bounds": [0, 0, 400, 300]},
    "plane": {"type": "collider", "position": [0, 300]},
    "sphere": {"type": "collider", "shape": "circle", "position": [200, 350], "radius": 50},
    "box": {"type": "collider", "shape": "box", "position": [200, 320], "size": [200, 40]},
}
# The particle's edge arrives after 195 points.
pull, height = 400, 195
arrival = math.sqrt(2 * height / pull)

for name, solid in level.items():
    # Bounce: the way up is the square of the elasticity of the way down.
    for elasticity in (0.3, 0.8):
        path = items(thrown([solid | {"elasticity": elasticity}], {"yAcceleration": pull}))
        apex = arrival * (1 + elasticity)
        near(f"{name}, apex after a bounce of {elasticity}", min(i["y"] for t, i in path if t > arrival), 295 - height * elasticity**2, 0.25)
        near(f"{name}, time of it", min((i["y"], t) for t, i in path if t > arrival)[1], apex, 0.03)
        lowest = max(i["y"] for t, i in path)
        same(f"{name} keeps the particle out", lowest <= 295.01, True)
    # Death: the particle is there in the last frame before the contact, and in none after it.
    path = items(thrown([solid | {"diesOnCollision": True}], {"yAcceleration": pull}))
    near(f"{name}, death", path[-1][0], arrival, 1 / 60 + 1 / 120)
    # Friction: its share of the speed along the surface and of the spin.
    for friction in (0, 0.25, 1):
        flight = {"yAcceleration": pull, "velocity": 60, "spin": 3}
        if name == "sphere":
            flight["velocity"] = 0
        path = items(thrown([solid | {"friction": friction, "elasticity": 1}], flight))
        before = [i for t, i in path if t < arrival - 0.02]
        after = [i for t, i in path if t > arrival + 0.02][:18]
        if name != "sphere":
            near(f"{name}, speed at a friction of {friction}", (after[-1]["x"] - after[0]["x"]) * 60 / 17, 60 * (1 - friction), 0.1)
        near(f"{name}, spin before", (before[-1]["rotation"] - before[0]["rotation"]) * 60 / (len(before) - 1), 3, 1e-3)
        near(f"{name}, spin at a friction of {friction}", (after[-1]["rotation"] - after[0]["rotation"]) * 60 / 17, 3 * (1 - friction), 1e-3)
    # Spawn: four on the surface at the contact, all flying away from it at 100 points per second.
    spark = {"name": "spark", "on": "collision", "contents": {"shape": "circle", "size": 2}, "burst": {"count": 4}, "lifetime": 0.3, "velocity": 100}
    frames = thrown([solid | {"diesOnCollision": True, "categoryBitMask": 1}], {"yAcceleration": pull, "emitterCells": [spark | {"fieldBitMask": 2}]})
    born = [frame for frame in frames if any(item["cell"] == "spark" for item in frame["items"])]
    near(f"{name}, time of the sparks", born[0]["time"], arrival, 1 / 60 + 1 / 120)
    same(f"{name}, number of sparks", {len(frame["items"]) for frame in born}, {4})
    for item in born[6]["items"]:
        near(f"{name}, height of a spark", item["y"], 300 - 100 * item["age"], 1.2)
        near(f"{name}, place of a spark", item["x"], 200, 0.01)
    # Masks: a solid of another category lets the particle through.
    path = items(thrown([solid | {"categoryBitMask": 4}], {"yAcceleration": pull, "fieldBitMask": 3}))
    near(f"{name} of another category", path[-1][1]["y"], 100 + pull / 2 * path[-1][0] ** 2, 0.01)

# Slopes: what flies straight down leaves a surface at 45° straight to the side, and one at 30° upward by 30°.
for angle, wanted in ((45, 0), (30, 30)):
    slope = {"type": "collider", "position": [200, 300], "angle": f"{angle}deg", "elasticity": 1, "friction": 0}
    for name, solid in (("plane", slope), ("box", slope | {"shape": "box", "size": [200, 0.02]})):
        path = items(thrown([solid], {"velocity": 200, "emissionLongitude": "90deg"}))
        (t0, a), (t1, b) = [(t, i) for t, i in path if t > 1.1][:2]
        near(f"{name} at {angle}°, direction", math.degrees(math.atan2(a["y"] - b["y"], b["x"] - a["x"])), wanted, 0.1)
        near(f"{name} at {angle}°, speed", math.hypot(b["x"] - a["x"], b["y"] - a["y"]) * 60, 200, 0.1)

# Stretch: 0.01 at 400 points per second is four times the length, along the motion.
path = items(thrown([{"type": "alignToMotion"}], {"velocity": 400, "emissionLongitude": "30deg", "stretchFactor": 0.01}))
scale = sorted(abs(path[10][1][name]) for name in ("scaleX", "scaleY"))
near("length of a stretched particle", scale[1] / scale[0], 4, 1e-6)
near("its width", scale[0], 1, 1e-6)
path = items(thrown([], {"velocity": 50, "stretchFactor": 0.01}))
near("length of a slow one", path[10][1]["scaleX"], 1, 1e-6)

# Orientation: a sprite turns with its spin, a point never does, a plane turns in space, and one aligned follows its motion.
turning = {"spin": 2, "rotation": 0.5, "velocity": 100, "emissionLongitude": "40deg", "contents": {"shape": "square", "size": 10}}
second = [i for t, i in items(thrown([], turning)) if abs(t - 1) < 1e-9][0]
near("rotation of a sprite", second["rotation"], 2.5, 1e-6)
second = [i for t, i in items(thrown([], turning | {"particleType": "point"})) if abs(t - 1) < 1e-9][0]
near("rotation of a point", second["rotation"], 0, 1e-6)
second = [i for t, i in items(thrown([{"type": "alignToMotion"}], turning | {"spin": 0, "rotation": 0})) if abs(t - 1) < 1e-9][0]
near("rotation of an aligned particle", math.sin(second["rotation"] - math.radians(40 - 90)), 0, 1e-6)
tilted = items(thrown([], turning | {"particleType": "plane", "orientationLongitude": 0, "rotation": 0, "spin": math.pi / 3}))
second = [i for t, i in tilted if abs(t - 1) < 1e-9][0]
near("height of a plane turned by 60°", min(abs(second["scaleX"]), abs(second["scaleY"])), 0.5, 1e-6)

# Order: by age and by depth.
crowd = {"burst": None, "birthRate": 20, "lifetime": 2, "zAcceleration": 30, "velocity": 20}
orders = {
    "oldestFirst": lambda a, b: a["age"] >= b["age"],
    "oldestLast": lambda a, b: a["age"] <= b["age"],
    "backToFront": lambda a, b: a["z"] <= b["z"],
}
for mode, holds in orders.items():
    drawn = thrown([], crowd, fps=10, seconds=3, emitter={"renderMode": mode})[20]["items"]
    same(f"{mode}, number", len(drawn) >= 39, True)
    same(f"{mode}, order", all(holds(a, b) for a, b in zip(drawn, drawn[1:])), True)


def spelled(value):
    """Returns a value with its references as XML has them."""
    if isinstance(value, plistlib.UID):
        return {"CF$UID": value.data}
    if isinstance(value, dict):
        return {key: spelled(member) for key, member in value.items()}
    return [spelled(element) for element in value] if isinstance(value, list) else value


class Archive:
    """Keyed archive of SceneKit objects, as Xcode writes them."""

    def __init__(self):
        self.objects, self.classes = ["$null"], {}

    def add(self, value):
        self.objects.append(value)
        return plistlib.UID(len(self.objects) - 1)

    def object(self, name, members):
        if name not in self.classes:
            self.classes[name] = self.add({"$classname": name, "$classes": [name, "NSObject"]})
        return self.add(members | {"$class": self.classes[name]})

    def list(self, elements):
        return self.object("NSArray", {"NS.objects": elements})

    def node(self, geometry, members, place):
        return self.object("SCNNode", place | {"geometry": self.object(geometry, members)})

    def bytes(self, root, form=plistlib.FMT_BINARY):
        document = {"$version": 100000, "$archiver": "NSKeyedArchiver", "$top": {"root": root}, "$objects": self.objects}
        return plistlib.dumps(spelled(document) if form == plistlib.FMT_XML else document, fmt=form)


def vector(*numbers):
    """Returns a vector as it lies in memory."""
    return struct.pack(f"<{len(numbers)}f", *numbers)


def members(**changes):
    """Returns the members of a system that drops a particle each second, without speed."""
    return {
        "birthRate": 1.0, "loops": True, "emissionDuration": 1.0, "particleLifeSpan": 4.0, "particleVelocity": 0.0, "particleSize": 0.2,
        "emittingDirection": vector(0, 1, 0), "spreadingAngle": 0.0, "acceleration": vector(0, -1, 0), "particleBounce": 0.5,
        "particleFriction": 1.0, "blendMode": 4, "orientationMode": 0, "sortingMode": 0,
    } | changes  # fmt: skip


def imported(make, form=plistlib.FMT_BINARY):
    """POSTs a `.scnp` file and returns the spec and its report."""
    archive = Archive()
    root = archive.object("SCNParticleSystem", members(**make(archive)))
    return json.loads(send("/v1/import/scenekit?w=400&h=400&fps=30&d=4", archive.bytes(root, form), kind="application/octet-stream"))


# Colliders three units below: a plane and a floor, a ball whose top is there, and a box.
tilt = math.sqrt(0.5)
solids = {
    "floor": lambda a: a.node("SCNFloor", {}, {"position": vector(0, -3, 0)}),
    "plane": lambda a: a.node("SCNPlane", {}, {"position": vector(0, -3, 0), "orientation": vector(-tilt, 0, 0, tilt)}),
    "sphere": lambda a: a.node("SCNSphere", {"sphereradius": 2.0}, {"position": vector(0, -5, 0)}),
    "box": lambda a: a.node("SCNBox", {"boxwidth": 4.0, "boxheight": 1.0}, {"position": vector(0, -3.5, 0)}),
}
for name, solid in solids.items():
    for form in (plistlib.FMT_BINARY, plistlib.FMT_XML):
        answer = imported(lambda a: {"colliderNodes": a.list([solid(a)]), "loops": False, "birthRate": 1.0}, form)
        unit = float(next(note["found"] for note in answer["approximated"] if note["field"] == "(camera)").split()[0])
        spec = answer["spec"]
        top = spec["layers"][0]["emitterPosition"][1]
        cell = spec["layers"][0]["emitterCells"][0]
        collider = cell["emitterBehaviors"][0]
        near(f"{name} of a .scnp, elasticity", collider.get("elasticity", 0.5), 0.5, 1e-9)
        near(f"{name} of a .scnp, friction", collider["friction"], 0, 1e-9)
        # A quarter of the way down is the way up again, less the radius of the soft spot.
        cell["name"], cell["contents"] = "a", {"shape": "circle", "size": 0.2 * unit}
        spec["timing"]["fps"] = 60
        path = [i["y"] for t, i in items(dump(spec))]
        floor = max(path)
        near(f"{name} of a .scnp, lowest", (floor - top) / unit, 2.9, 0.02)
        rebound = path[path.index(floor) :]
        near(f"{name} of a .scnp, apex", (floor - min(rebound)) / unit, 2.9 / 4, 0.03)

answer = imported(
    lambda a: {
        "colliderNodes": a.list([solids["floor"](a)]), "particleFriction": 0.25, "particleDiesOnCollision": True, "particleBounce": 0.9,
        "systemSpawnedOnCollision": a.object("SCNParticleSystem", members(birthRate=6.0, emissionDuration=0.5, loops=False)),
        "stretchFactor": 0.5, "orientationMode": 2, "sortingMode": 4, "affectedByPhysicsFields": True,
    }  # fmt: skip
)
layer = answer["spec"]["layers"][0]
cell = layer["emitterCells"][0]
solid = cell["emitterBehaviors"][0]
same("solid of a .scnp", (solid["type"], solid["elasticity"], solid["friction"], solid["diesOnCollision"]), ("collider", 0.9, 0.75, True))
same("system on collision", (cell["emitterCells"][0]["on"], cell["emitterCells"][0]["burst"]["count"]), ("collision", 3))
same("stretch, orientation and order", (cell["stretchFactor"] > 0, cell["particleType"], layer["renderMode"]), (True, "plane", "oldestLast"))
same("what is refused by name", [note["field"] for note in answer["ignored"]], ["affectedByPhysicsFields"])
for mode, name in ((0, None), (1, "backToFront"), (2, "backToFront"), (3, "oldestFirst"), (4, "oldestLast")):
    same(f"sorting mode {mode}", imported(lambda a: {"sortingMode": mode})["spec"]["layers"][0].get("renderMode"), name)
for mode, kind, reported in ((0, None, 0), (1, None, 0), (2, "plane", 0), (3, None, 1), (9, None, 1)):
    answer = imported(lambda a: {"orientationMode": mode})
    same(f"orientation mode {mode}", answer["spec"]["layers"][0]["emitterCells"][0].get("particleType"), kind)
    notes = [note for note in answer["approximated"] + answer["ignored"] if note["field"] == "orientationMode"]
    same(f"report of orientation mode {mode}", len(notes), reported)
for mode, name in ((0, "sequential"), (1, "clamp"), (2, "autoReverse")):
    sheet = {"imageSequenceColumnCount": 4, "imageSequenceRowCount": 2, "imageSequenceFrameRate": 12.0, "imageSequenceAnimationMode": mode}
    cell = imported(lambda a: sheet)["spec"]["layers"][0]["emitterCells"][0]
    same(f"sequence mode {mode}", [cell[f"contentsFrame{key}"] for key in ("Count", "Mode")] + [cell["contentsFramesPerSecond"]], [8, name, 12])

if faults:
    sys.exit("collisions.py: " + "\n  ".join(faults))
print("collisions.py: all well")
