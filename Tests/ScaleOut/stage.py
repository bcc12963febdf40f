#!/usr/bin/env python3
"""Runs the first stage of Docker/Dockerfile without a container engine: its copies and commands, in folders of this machine, whose Swift
and Debian replace the base image's.

    Tests/ScaleOut/stage.py build WORK

WORK/source replaces /source, and WORK/out replaces /out. Steps of apt-get are skipped: `make deps` has installed the same packages, which
is checked.
"""
import os
import re
import shlex
import shutil
import subprocess
import sys

TOP = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", ".."))
IGNORED = {".build", ".git"}


def instructions(stage):
    """Yields (name, arguments) for each instruction of the stage."""
    with open(f"{TOP}/Docker/Dockerfile") as file:
        text = re.sub(r"^#.*\n", "", file.read(), flags=re.M)
    lines = text.replace("\\\n", " ").splitlines()
    inside = False
    for line in filter(str.strip, lines):
        name, rest = line.split(None, 1)
        if name == "FROM":
            inside = rest.endswith(f" AS {stage}")
        elif inside:
            yield name, rest


def mirror(source, target):
    """Makes the target equal to the source. Equal files keep their modification times, so that they are not built again."""
    if not os.path.isdir(source):
        os.makedirs(os.path.dirname(target), exist_ok=True)
        old, new = (os.stat(path) if os.path.exists(path) else None for path in (target, source))
        if not old or (old.st_size, old.st_mtime) != (new.st_size, new.st_mtime):
            shutil.copy2(source, target)
        return
    os.makedirs(target, exist_ok=True)
    names = {name for name in os.listdir(source) if name not in IGNORED}
    for name in set(os.listdir(target)) - names - IGNORED:
        path = f"{target}/{name}"
        shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)
    for name in names:
        mirror(f"{source}/{name}", f"{target}/{name}")


def copy(rest, folder):
    *sources, target = shlex.split(rest)
    for source in sources:
        place = os.path.join(folder, target)
        mirror(f"{TOP}/{source}", os.path.join(place, source) if target.endswith("/") else place)


def check_packages(command):
    """Checks that the machine has the packages that the stage installs."""
    for package in re.findall(r"\b(?:lib[\w.+-]+-dev|pkg-config|zlib1g-dev)\b", command):
        status = subprocess.run(["dpkg-query", "-W", "-f", "${Status}", package], capture_output=True, text=True).stdout
        if "ok installed" not in status:
            sys.exit(f"stage.py: the Dockerfile installs {package}, and this machine has none: is it in the Makefile's PACKAGES?")


def main():
    stage, work = sys.argv[1], os.path.realpath(sys.argv[2])
    folder, out = f"{work}/source", f"{work}/out"
    shutil.rmtree(out, ignore_errors=True)
    copies = []
    for name, rest in instructions(stage):
        if name == "COPY":
            copies.append(rest)
            copy(rest, folder)
        elif name == "RUN" and "apt-get" in rest:
            check_packages(rest)
        elif name == "RUN":
            place = folder
            if "swift package resolve" in rest:
                # Depends on these files only, not on everything copied so far.
                place = f"{work}/resolve"
                shutil.rmtree(place, ignore_errors=True)
                for each in copies:
                    copy(each, place)
            print(f"+ {rest}", flush=True)
            command = re.sub(r"(?<![\w.])/out\b", out, rest)
            subprocess.run(["sh", "-ec", command], cwd=place, check=True)
        elif name != "WORKDIR":
            sys.exit(f"stage.py: it does not know what {name} means")


if __name__ == "__main__":
    main()
