"""Puts the referenced JSON Schema of specs into the description, in a form from which schemathesis can generate documents:
definitions as components, the types of an object as alternatives, and no other conditions, which its generators do not finish. The
full schema has a test of its own, `schema.py`."""

import json
import os
import urllib.parse
import urllib.request

import schemathesis

COMPONENTS = "#/components/schemas/"


def by_type(kind):
    """Whether a condition is the type of an object alone."""
    return kind.get("if", {}).get("properties", {}).keys() == {"type"} and "$ref" in kind["then"]


def plain(part):
    """Returns a part of the schema with references to components and without conditions."""
    if isinstance(part, list):
        return [plain(inner) for inner in part]
    if not isinstance(part, dict):
        return part
    if isinstance(part.get("$ref"), str):
        return {"$ref": part["$ref"].replace("#/$defs/", COMPONENTS)}
    conditions = [inner for inner in part["allOf"] if "if" in inner] if isinstance(part.get("allOf"), list) else []
    if conditions and all(map(by_type, conditions)):
        return {"oneOf": [plain(kind["then"]) for kind in conditions]}
    left_out = {"$schema", "$id", "$defs", "default"} | ({"allOf"} if conditions else set())
    made = {name: plain(inner) for name, inner in part.items() if name not in left_out}
    if "properties" in part:
        # Their names are no keywords.
        made["properties"] = {name: plain(inner) for name, inner in part["properties"].items()}
    return made


@schemathesis.hook
def before_load_schema(context, raw_schema):
    components = raw_schema["components"]["schemas"]
    address = urllib.parse.urljoin(os.environ["HANABI_URL"] + "/openapi.yaml", components["EffectSpec"]["$ref"])
    with urllib.request.urlopen(address, timeout=60) as response:
        schema = json.load(response)
    assert not components.keys() & schema["$defs"].keys(), components.keys() & schema["$defs"].keys()
    for name, part in schema["$defs"].items():
        components[name] = plain(part)
    components["EffectSpec"] = plain(schema)
