#!/usr/bin/env python3
"""A bill of materials, as CycloneDX 1.5: what an image of Hanabi is made of.

    docker export "$(docker create hanabi:0.24.0)" | tar -x -C /tmp/root var/lib/dpkg
    Docker/sbom.py /tmp/root > hanabi.cdx.json

ROOT is the image's root file system: its Debian packages are those that runtime.sh has noted. The Swift packages, which are inside the
program, are those of Package.resolved; the Swift runtime is that of the Dockerfile's first stage. The same inputs give the same bytes.
"""
import argparse
import json
import os
import re
import sys
import urllib.parse
import uuid

TOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")


def read(path):
    with open(path) as file:
        return file.read()


def component(kind, name, version, url, **more):
    return {"type": kind, "bom-ref": url, "name": name, "version": version, "purl": url, **more}


def debian(root):
    """The packages in ROOT/var/lib/dpkg/status.d."""
    folder = os.path.join(root, "var/lib/dpkg/status.d")
    if not os.path.isdir(folder):
        raise SystemExit(f"sbom.py: found no {folder}; allowed: the root file system of an image made by Docker/Dockerfile")
    for name in sorted(os.listdir(folder)):
        fields = dict(re.findall(r"^([\w-]+): (.*)$", read(os.path.join(folder, name)), re.M))
        package, version = fields["Package"], fields["Version"]
        quoted = urllib.parse.quote(version, safe="")
        url = f"pkg:deb/debian/{package}@{quoted}?arch={fields['Architecture']}"
        # Sources have a version of their own where it stands in brackets.
        source = fields.get("Source", package).split()[0]
        yield component("library", package, version, url, properties=[{"name": "debian:source", "value": source}])


def swift(resolved):
    """The packages of Package.resolved, and the runtime."""
    for pin in sorted(json.loads(read(resolved))["pins"], key=lambda pin: pin["identity"]):
        place = re.sub(r"^https://|\.git$", "", pin["location"])
        state = pin["state"]
        version = state.get("version", state["revision"])
        yield component("library", pin["identity"], version, f"pkg:swift/{place}@{version}",
                        properties=[{"name": "git:revision", "value": state["revision"]}])
    version = re.search(r"^FROM swift:([\d.]+)", read(os.path.join(TOP, "Docker/Dockerfile")), re.M)[1]
    yield component("framework", "swift-runtime", version, f"pkg:generic/swift@{version}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root")
    parser.add_argument("--resolved", default=os.path.join(TOP, "Package.resolved"), help="the Package.resolved of the build")
    options = parser.parse_args()
    if not os.path.isfile(options.resolved):
        raise SystemExit(f"sbom.py: found no {options.resolved}; `swift package resolve` makes it")
    version = re.search(r'hanabiVersion = "(.*)"', read(os.path.join(TOP, "Sources/EffectRendering/Version.swift")))[1]
    components = [*debian(options.root), *swift(options.resolved)]
    # What is in it names it: no clock, no chance.
    number = uuid.uuid5(uuid.NAMESPACE_URL, "\n".join([version, *(each["purl"] for each in components)]))
    own = component("application", "hanabi", version, f"pkg:generic/hanabi@{version}")
    json.dump({
        "bomFormat": "CycloneDX", "specVersion": "1.5", "serialNumber": f"urn:uuid:{number}", "version": 1,
        "metadata": {"component": own},
        "components": components,
        "dependencies": [{"ref": own["bom-ref"], "dependsOn": [each["bom-ref"] for each in components]}],
    }, sys.stdout, indent=2)
    print()


if __name__ == "__main__":
    main()
