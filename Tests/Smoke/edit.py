"""Tests the editor in headless Chromium. Arguments: the service's URL, a folder for the screenshots."""

import base64
import gzip
import json
import plistlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import zipfile
from pathlib import Path

from PIL import Image

from chromium import CONTRAST, Browser
from snippets import LONG, NOTED, PUBLISHED

service, folder = sys.argv[1].rstrip("/"), sys.argv[2]
guide = (Path(__file__).parents[2] / "Documentation/specs.md").read_text()
readme = (Path(__file__).parents[2] / "README.md").read_text()
rocket = json.loads(re.search(r"cat > rocket.json <<'JSON'\n(.*?)\nJSON", readme, re.S)[1])
wanted = json.loads(re.search(r"cat > /tmp/burst.json <<'JSON'\n(.*?)\nJSON", guide, re.S)[1])

browser = Browser(service, folder)
browser.call("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"], origin=service)

# What a visitor does, by names that are seen or read out.
browser.call(
    "Page.addScriptToEvaluateOnNewDocument",
    source="""
// Pages may not fetch what they have made themselves.
const blobSizes = new Map(), made = URL.createObjectURL;
URL.createObjectURL = blob => {
  const url = made.call(URL, blob);
  blobSizes.set(url, blob.size);
  return url;
};
const one = (list, what) => { if (!list.length) throw Error(`there is no ${what}`); return list[0]; };
const seen = query => [...document.querySelectorAll(query)].filter(e => e.checkVisibility());
const named = name => one(seen('button, summary').filter(e => (e.ariaLabel ?? e.textContent).trim() === name), `button ${name}`);
const row = name => one(seen('.row').filter(e => e.querySelector('.name').textContent === name), `row ${name}`);
// A click takes the focus out of a field that had it.
const pick = name => { document.activeElement?.blur(); row(name).click(); };
const property = pointer => one(seen(`.property[data-pointer="${pointer}"]`), `property ${pointer}`);
const type = (input, value) => {
  input.focus();
  if (input.type === 'checkbox') return input.click();
  input.value = value;
  input.dispatchEvent(new Event(input.tagName === 'SELECT' ? 'change' : 'input', {bubbles: true}));
};
// Adds a property from the list, unless it is there.
const add = (pointer, name) => {
  if (seen(`.property[data-pointer="${pointer}/${name}"]`).length) return;
  const box = one(seen(`.adder[data-pointer="${pointer}/+"]`), `list of properties at ${pointer}`);
  box.open = true;
  const input = box.querySelector('input');
  type(input, name);
  const found = [...box.querySelectorAll('.found button')];
  one(found.filter(e => e.dataset.name === name), `property ${name} to add`).click();
};
// Sets a number with its unit, or a text, a choice, a color.
const put = (box, value) => {
  const text = String(value), [, number, unit] = /^([+-]?[\\d.]+)([a-z%]*)$/.exec(text) ?? [];
  const units = box.querySelector('select.unit'), input = box.querySelector('input[type=number]');
  if (!input) return type(box.querySelector('input:not([type=color], [type=range]), select:not(.kinds), textarea'), [...box.querySelectorAll('option')].some(e => e.value === `name:${text}`) ? `name:${text}` : text);
  if (units) { units.value = unit || units.options[0].value; units.dataset.last = units.value; }
  type(input, number);
};
const set = (pointer, value) => {
  if (!Array.isArray(value)) {
    if (property(pointer).classList.contains('kind-pair')) type(property(pointer).querySelector('.kinds'), [...property(pointer).querySelectorAll('.kinds option')].map(e => e.value).find(e => e !== 'pair' && e !== 'null'));
    return put(property(pointer), value);
  }
  if (!property(pointer).classList.contains('kind-pair')) type(property(pointer).querySelector('.kinds'), 'pair');
  value.forEach((each, i) => put(property(pointer).querySelectorAll('.pair .line')[i], each));
};
""",
)

picture = "document.querySelector('.canvas img')"
text = "document.querySelector('.text textarea').value"


def click(name):
    browser.run(f"named({json.dumps(name)}).click()")


def write(spec, pointer=None):
    """Types a spec, and goes to the part at `pointer`. All at once: where the caret stays in the text, the part around it is selected a moment later."""
    goal = f"{at(pointer)}.click()" if pointer is not None else ""
    browser.run(f"type(document.querySelector('.text textarea'), {json.dumps(json.dumps(spec))}); document.activeElement.blur(); {goal}")


def drag(query, right, down, pause=0):
    """Drags an element by some pixels, in five steps, with a pause of so many seconds before the last but one."""
    x, y = browser.run(f"(({{left, top, width, height}}) => [left + width / 2, top + height / 2])(document.querySelector({json.dumps(query)}).getBoundingClientRect())")
    for kind, share in (("mousePressed", 0), *(("mouseMoved", step / 5) for step in range(1, 6)), ("mouseReleased", 1)):
        if share == 0.8:
            time.sleep(pause)
        browser.call("Input.dispatchMouseEvent", type=kind, x=x + share * right, y=y + share * down, button="left", buttons=1, clickCount=1)


def settle():
    """Waits until the picture shows the text."""
    browser.wait("document.querySelector('.stage-box').ariaBusy === 'false' || document.querySelector('.stage-box').getAttribute('aria-busy') === 'false'")
    time.sleep(0.1)


def fill(pointer, members):
    """Sets members that are no lists of parts by their controls."""
    for name, value in members.items():
        browser.run(f"add({json.dumps(pointer)}, {json.dumps(name)})")
        if isinstance(value, dict):
            fill(f"{pointer}/{name}", value)
        else:
            browser.run(f"set({json.dumps(f'{pointer}/{name}')}, {json.dumps(value)})")


def clear(pointer, members):
    """Removes what a starter has and the wanted part has not."""
    for name in browser.run(f"Object.keys({pointer_value(pointer)})"):
        if name not in members and name not in ("emitterCells", "emitterBehaviors", "animations"):
            browser.run(f"property({json.dumps(f'{pointer}/{name}')}).querySelector('[aria-label^=Remove]').click()")


def pointer_value(pointer):
    path = "".join(f"[{json.dumps(part)}]" for part in pointer.split("/")[1:])
    return f"JSON.parse({text}){path}"


def at(pointer):
    return f"document.querySelector('.row[data-pointer={json.dumps(pointer)}]')"


def build(pointer, cell):
    """Makes a particle of one that the editor has added: its properties, behaviors and the particles born of it."""
    own = {name: value for name, value in cell.items() if name not in ("emitterCells", "emitterBehaviors")}
    clear(pointer, own)
    fill(pointer, own)
    for index, behavior in enumerate(cell.get("emitterBehaviors", [])):
        browser.run(f"document.activeElement.blur(); {at(pointer)}.click()")
        click("+ Add")
        click(f"Add {behavior['type']}")
        fill(f"{pointer}/emitterBehaviors/{index}", {name: value for name, value in behavior.items() if name != "type"})
    for index, inner in enumerate(cell.get("emitterCells", [])):
        browser.run(f"document.activeElement.blur(); {at(pointer)}.click()")
        click("+ Add")
        click("Add sparks at death" if inner.get("on") else "Add trail of dots")
        build(f"{pointer}/emitterCells/{index}", inner)


def make(effect):
    """Makes an effect of one emitter from nothing, by clicks and typing alone."""
    click("Open …")
    click("Begin with an empty effect")
    settle()
    assert json.loads(browser.run(text))["layers"] == [] and not browser.run(f"{picture}.checkVisibility()"), "the empty effect is not empty"
    browser.run("pick('Effect')")
    fill("", {name: value for name, value in effect.items() if name != "layers"})
    first = browser.run(f"{picture}.src")
    browser.wait("document.querySelector('.stage-hint').checkVisibility() && !document.querySelector('.faults').textContent")
    click("Add a layer")
    click("Add emitter")
    (layer,) = effect["layers"]
    fill("/layers/0", {name: value for name, value in layer.items() if name != "emitterCells"})
    clear("/layers/0", layer)
    browser.run("pick('spark')")
    build("/layers/0/emitterCells/0", layer["emitterCells"][0])
    made = json.loads(browser.run(text))
    assert made == effect, f"made {made}, wanted {effect}"
    settle()
    assert browser.run(f"{picture}.src") != first, "the picture does not change"


# From nothing to the effect of the README, then to the first one of the guide.
browser.look(1280, 800)
browser.open("/edit")
browser.wait(f"{picture}?.naturalWidth")
make(rocket)
browser.photograph("edit-rocket")
make(wanted)
browser.photograph("edit-burst")

# The URL that is shared renders the same bytes as the spec.
click("Share and export")
browser.wait("document.querySelector('.share-row code')")
url = browser.run("document.querySelector('.share-row code').textContent")
request = urllib.request.Request(f"{service}/v1/render", json.dumps(wanted).encode(), {"Content-Type": "application/json"})
assert urllib.request.urlopen(url).read() == urllib.request.urlopen(request).read(), "the shared URL is another picture"
browser.run("named('Copy Editor link').click()")
browser.wait("document.querySelector('#status').textContent.startsWith('Copied')")
link = browser.run("navigator.clipboard.readText()")
browser.photograph("edit-share")

# Each form is a download that a program of others opens.
catalog = json.load(urllib.request.urlopen(f"{service}/v1/effects"))
downloads = Path(folder) / "edit-downloads"
downloads.mkdir(exist_ok=True)
browser.call("Page.setDownloadBehavior", behavior="allow", downloadPath=str(downloads))


def film(path):
    """Returns codec, width, height and the number of frames that ffmpeg finds in a file."""
    shown = "-show_entries stream=codec_name,width,height,nb_read_frames -count_frames -of csv=p=0"
    found = subprocess.run(["ffprobe", "-v", "error", "-select_streams", "v:0", *shown.split(), path], capture_output=True, text=True, check=True)
    codec, width, height, frames = found.stdout.splitlines()[0].split(",")[:4]
    return codec, int(width), int(height), int(frames)


side, count = wanted["canvas"]["width"], round(wanted["timing"]["duration"] * wanted["timing"]["fps"])
picture_of = lambda path: (lambda image: (image.format, image.width, getattr(image, "n_frames", 1)))(Image.open(path))
OPENED = {
    "Animated PNG": ("png", lambda path: picture_of(path) == ("PNG", side, count)), "WebP": ("webp", lambda path: picture_of(path) == ("WEBP", side, count)),
    "GIF": ("gif", lambda path: picture_of(path)[:2] == ("GIF", side) and picture_of(path)[2] > count / 2), "AVIF": ("avif", lambda path: film(path)[:2] == ("av1", side)),
    "Animated SVG": ("svg", lambda path: b"<svg" in path.read_bytes()[:500]), "Lottie": ("lottie.json", lambda path: json.loads(path.read_text())["w"] == side),
    "dotLottie": ("lottie", lambda path: "manifest.json" in zipfile.ZipFile(path).namelist()), "Sticker": ("tgs", lambda path: json.loads(gzip.decompress(path.read_bytes()))["w"] == 512),
    "Tracks": ("tracks.json", lambda path: json.loads(path.read_text())["canvas"]["width"] == side), "Sprite sheet": ("sheet.png", lambda path: picture_of(path)[1] > side),
    "Atlas": ("sheet.json", lambda path: (lambda atlas: len(atlas["frames"]) == count and atlas["meta"]["image"] == f"{path.stem}.png")(json.loads(path.read_text()))), "Style sheet": ("sheet.css", lambda path: "steps(" in path.read_text() and f"{path.stem}.png" in path.read_text()),
    "Still": ("still.png", lambda path: picture_of(path) == ("PNG", side, 1)), "Spec": ("json", lambda path: json.loads(path.read_text()) == wanted),
    **{name: (ending, lambda path: film(path)[1] >= side and film(path)[3] == count) for name, ending in (("MP4", "mp4"), ("WebM", "webm"), ("HEVC", "hevc.mov"), ("MOV", "mov"))
       if any(form["ending"] == f".{ending}" for form in catalog["forms"])},
}
names = browser.run("[...document.querySelectorAll('.export b')].map(e => e.textContent)")
assert sorted(names) == sorted(OPENED), set(names) ^ set(OPENED)
for name in names:
    for file in downloads.iterdir():
        file.unlink()
    card = f"[...document.querySelectorAll('.export')].find(e => e.querySelector('b').textContent === {json.dumps(name)})"
    browser.run(f"{card}.click()")
    browser.wait(f"!{card}.getAttribute('aria-busy')")
    state = browser.run(f"{card}.querySelector('.state').textContent")
    ending, opens = OPENED[name]
    assert state.endswith("kB · saved"), (name, state)
    end = time.time() + 20
    # A browser that is still writing has a second file beside it.
    while not (len(files := list(downloads.iterdir())) == 1 and files[0].name.endswith(ending)):
        assert time.time() < end, (name, files)
        time.sleep(0.05)
    assert opens(files[0]), (name, files[0].stat().st_size)
browser.photograph("edit-exports")
browser.run("named('Close').click()")

# Undo goes back, redo forth; the picture follows.
before = browser.run(text)
browser.run("pick('rocket')")
browser.run("set('/layers/0/emitterCells/0/birthRate', 5)")
assert '"birthRate": 5' in browser.run(text)
settle()
shown = browser.run(f"{picture}.src")
browser.run("document.querySelector('.row[aria-selected=true]').focus()")
browser.press("z", control=True)
assert browser.run(text) == before, "undo does not bring the text back"
browser.wait(f"{picture}.src !== {json.dumps(shown)}")
browser.press("y", control=True)
assert '"birthRate": 5' in browser.run(text)
browser.press("z", control=True)

# A mistake in the text is shown at its line, and at its property; so is one that only the service sees.
assert not (complaints := [c for c in browser.complaints() if "422" not in c]), complaints
lines = before.split("\n")
browser.run("pick('rocket')")
wrong = next(i for i, line in enumerate(lines) if '"gold"' in line)
for old, new, fault in (('"gold"', '"gild"', "/layers/0/emitterCells/0/color"), ('"gold"', '"gold', None)):
    changed = before.replace(old, new, 1)
    browser.run(f"type(document.querySelector('.text textarea'), {json.dumps(changed)})")
    # The caret selects the part that it stands in.
    place = changed.index(new)
    browser.run(f"document.querySelector('.text textarea').setSelectionRange({place}, {place})")
    browser.wait("document.querySelector('.gutter .wrong')")
    assert browser.run("document.querySelector('.gutter .wrong').textContent") == str(wrong + 1)
    assert f"Line {wrong + 1}" in browser.run("document.querySelector('.faults').textContent")
    if fault:
        browser.wait(f"seen('.property[data-pointer={json.dumps(fault)}] .fault')[0]?.textContent")
browser.photograph("edit-error")
browser.run(f"type(document.querySelector('.text textarea'), {json.dumps(before)})")
browser.wait("!document.querySelector('.gutter .wrong')")

# A handle can be moved by keys, and dragged.
browser.run("pick('rockets')")
browser.run("document.querySelector('.handle.place').focus()")
browser.press("ArrowLeft")
moved = browser.run(f"{pointer_value('/layers/0/emitterPosition')}[0]")
assert moved == "49.6%", moved
drag(".handle.place .dot", -20, -40)
after = browser.run(pointer_value("/layers/0/emitterPosition"))
assert float(after[0][:-1]) < 48 and float(after[1][:-1]) < 95, after

# So can the points of a path.
shape = json.dumps({"layers": [{"type": "shape", "path": "m52 82 20 20L110 60", "fillColor": None, "strokeColor": "seagreen"}]})
browser.run(f"type(document.querySelector('.text textarea'), {json.dumps(shape)})")
browser.run("pick('shape 1')")
browser.run("document.querySelector('[data-id=path-1-0]').focus()")
browser.press("ArrowDown")
assert browser.run(pointer_value("/layers/0/path")) == "M52 82L72 103L110 60"
browser.press("z", control=True)
browser.press("z", control=True)

# A click on the stage selects what is drawn there: the kind of particles, a layer of a group, its ground, what fades in, what lies behind; or nothing.
def pick(x, y):
    """Clicks at a place in points of a canvas 200 wide, and returns the pointer of the part that is selected then; None if nothing is there."""
    left, top, scale = browser.run("(({left, top, width}) => [left, top, width / 200])(document.querySelector('.handles').getBoundingClientRect())")
    browser.run("document.querySelector('#status').textContent = ''")
    for kind in ("mousePressed", "mouseReleased"):
        browser.call("Input.dispatchMouseEvent", type=kind, x=left + x * scale, y=top + y * scale, button="left", buttons=1, clickCount=1)
    browser.wait("document.querySelector('#status').textContent")
    said = browser.run("document.querySelector('#status').textContent")
    assert said.startswith("Selected: ") or said == "Nothing is drawn there", said
    return browser.run("document.querySelector('.row[aria-selected=true]').dataset.pointer") if said.startswith("Selected") else None


line = {"contents": "circle", "birthRate": 40, "lifetime": 1, "velocity": 60, "scale": 0.5}
letter = lambda x: {"type": "text", "text": "M", "fontSize": 60, "position": [x, 150]}
shape = lambda path, **others: {"type": "shape", "path": path, "fillColor": "navy", **others}
seen = [{"type": "keyframe", "keyPath": "opacity", "values": [1, 1], "duration": 3}]
write({"canvas": {"width": 200, "height": 200}, "timing": {"prewarm": "steady"}, "layers": [
    shape("M0 100H200V200H0Z"),
    {"emitterPosition": [100, 50], "emitterCells": [{"name": "left", **line, "emissionLongitude": "180deg"}, {"name": "right", **line}]},
    {"type": "group", "layers": [letter(40), letter(160)]}, shape("M0 0H60V20H0Z", opacity=0, animations=seen), shape("M0 0H200V200H0Z", opacity=0)]}, "/layers/0")
browser.run("document.querySelector('.row[data-pointer=\"/layers/2\"]').focus()")
browser.press("ArrowLeft")
settle()
for x, y, pointer in ((70, 50, "/layers/1/emitterCells/0"), (130, 50, "/layers/1/emitterCells/1"), (40, 160, "/layers/2/layers/0"), (160, 160, "/layers/2/layers/1"),
                      (100, 130, "/layers/0"), (30, 10, "/layers/3"), (180, 20, None)):
    assert (found := pick(x, y)) == pointer, (x, y, found)
browser.photograph("edit-picked")
write({"canvas": {"width": 200, "height": 200}, "layers": [{"type": "group", "backgroundColor": "gold", "layers": [shape("M0 0H60V60H0Z"), shape("M140 140H200V200H140Z")]}]}, "/layers/0/layers/1")
settle()
for x, y, pointer in ((20, 20, "/layers/0/layers/0"), (120, 60, "/layers/0"), (170, 170, "/layers/0/layers/1")):
    assert (found := pick(x, y)) == pointer, (x, y, found)

# The points of an emitter's path can be moved by keys and by the mouse.
wire = {"canvas": {"width": 200, "height": 200}, "layers": [{"name": "wire", "emitterShape": "path", "emitterPath": "M0 0L40 20L80 0", "emitterPosition": [60, 100], "emitterMode": "outline",
    "emitterCells": [{"name": "spark", "contents": "circle", "birthRate": 200, "lifetime": 1}]}]}
write(wire, "/layers/0")
wired = pointer_value("/layers/0/emitterPath")
shown = browser.run(f"{picture}.src")
browser.run("document.querySelector('[data-id=path-1-0]').focus()")
browser.press("ArrowRight")
assert browser.run(wired) == "M0 0L41 20L80 0", browser.run(wired)
browser.wait(f"{picture}.src !== {json.dumps(shown)}")
drag("[data-id=path-1-0] .dot", 0, 40)
kink = re.fullmatch(r"M0 0L(\S+) (\S+)L80 0", browser.run(wired))
assert kink and abs(float(kink[1]) - 41) < 2 and float(kink[2]) > 25, browser.run(wired)

# The timeline shows a moment while it is dragged, then plays again. The facts are those of what is shown.
FACTS = f"""
(() => {{
  const size = blobSizes.get({picture}.src), text = document.querySelector('.facts').textContent;
  return [text, `${{{picture}.naturalWidth}} × ${{{picture}.naturalHeight}} · ${{size < 10_000 ? (size / 1000).toFixed(1) : Math.round(size / 1000).toLocaleString('en')}} kB`];
}})()
"""
browser.wait(f"{picture}.alt === 'The effect'")
text_shown, truth = browser.run(FACTS)
assert text_shown.startswith(truth), (text_shown, truth)
browser.run("type(document.querySelector('.playhead'), '1.2')")
browser.wait(f"{picture}.alt === 'A moment of the effect'")
text_shown, truth = browser.run(FACTS)
assert text_shown.startswith(f"Still · {truth}"), (text_shown, truth)
before = text_shown
browser.run("type(document.querySelector('.times [data-name=duration]'), '1.5'), type(document.querySelector('.playhead'), '0.3')")
browser.wait(f"document.querySelector('.facts').textContent !== {json.dumps(before)}")
settle()
text_shown, truth = browser.run(FACTS)
assert text_shown.startswith(f"Still · {truth}"), (text_shown, truth)
click("Play")
browser.wait(f"{picture}.alt === 'The effect'")
text_shown, truth = browser.run(FACTS)
assert text_shown.startswith(truth), (text_shown, truth)

# What a change looks like does not wait for an animation: neither for its own, nor for one of before that is under way.
write(wanted)
browser.wait(f"{picture}.alt === 'The effect'")
settle()
browser.run("window.fetch = (fetch => async (path, ...all) => { if (path === '/v1/render') { window.waiting = (window.waiting ?? 0) + 1; await new Promise(done => setTimeout(done, 4000)); } return fetch(path, ...all); })(window.unhurried = window.fetch)")
browser.run("pick('rocket')")
for value in (0.7, 0.8):
    started, shown = browser.run("window.waiting ?? 0"), browser.run(f"{picture}.src")
    start = time.time()
    browser.run(f"set('/layers/0/emitterCells/0/lifetime', {value})")
    browser.wait(f"{picture}.src !== {json.dumps(shown)} && {picture}.alt === 'A moment of the effect'")
    assert time.time() - start < 3, "a still waits for an animation"
    browser.wait(f"window.waiting > {started}")
browser.run("window.fetch = window.unhurried")
browser.wait(f"{picture}.alt === 'The effect'")

# The meter has the predicted cost, and says when it is over a limit.
price = json.load(urllib.request.urlopen(urllib.request.Request(f"{service}/v1/render?dry=1", json.dumps(wanted).encode(), {"Content-Type": "application/json"})))
write(wanted)
share = max(price[name]["found"] / price[name]["limit"] for name in ("milliseconds", "frames", "pixels", "particles", "births") if name in price)
browser.wait(f"document.querySelector('.meter').ariaLabel.includes(' {int(share * 100 + 0.5)} percent')")
browser.run("document.querySelector('.meter').click()")
browser.wait(f"document.querySelector('#cost').textContent.includes('of {price['frames']['limit']:,}')")
browser.run("document.querySelector('#cost').hidePopover()")
write(wanted | {"timing": {"duration": 30, "fps": 60}})
browser.wait("document.querySelector('.meter.high .meter-text')?.textContent === 'Over a limit' && document.querySelector('#cost').textContent.includes('frames')")
write(wanted)
browser.wait("document.querySelector('.meter:not(.high)')?.ariaLabel.includes('percent')")
browser.complaints()

# What a URL does not take is shared as a file, and as a link that opens it here.
curve = "M0 0" + "".join(f"L{i * 7919 % 997} {i * 104729 % 991}" for i in range(4000))
write({"layers": [{"type": "shape", "path": curve, "fillColor": "red"}]})
browser.run("named('Share and export').click()")
browser.wait("document.querySelector('dialog[open] .note')")
assert "too large for a URL" in browser.run("document.querySelector('dialog[open] .note').textContent") and not browser.run("[...document.querySelectorAll('.share-row b')].some(e => e.textContent === 'Picture URL')")
assert "/edit#z=" in browser.run("[...document.querySelectorAll('.share-row')].find(e => e.textContent.startsWith('Editor link')).querySelector('code').textContent")
browser.run("named('Close').click()")

# Handles for size, direction and spread move by keys.
aimed = {"canvas": {"width": 200, "height": 200}, "layers": [{"emitterShape": "rectangle", "emitterPosition": [100, 100], "emitterSize": [60, 40], "emitterCells": [
    {"name": "spark", "contents": "circle", "birthRate": 9, "lifetime": 1, "velocity": 50, "emissionLongitude": "0deg", "emissionRange": "40deg"}]}]}
write(aimed)
browser.run("pick('spark')")
for handle, key, pointer, first in (("size", "ArrowRight", "/layers/0/emitterSize", [60, 40]), ("direction", "ArrowDown", "/layers/0/emitterCells/0/emissionLongitude", "0deg"), ("spread", "ArrowDown", "/layers/0/emitterCells/0/emissionRange", "40deg")):
    shown = browser.run(f"{picture}.src")
    browser.run(f"document.querySelector('.handle.{handle}').focus()")
    for _ in range(5):
        browser.press(key)
    assert browser.run("document.activeElement.dataset.id") == handle
    changed = browser.run(pointer_value(pointer))
    assert (changed == [70, 40]) if handle == "size" else float(changed[:-3]) > float(first[:-3]), (handle, changed)
    browser.wait(f"{picture}.src !== {json.dumps(shown)}")

# Behaviors of one type are told apart by what they drive.
driven = json.loads(json.dumps(aimed))
driven["layers"][0]["emitterCells"][0]["emitterBehaviors"] = [{"type": "valueOverLife", "keyPath": path, "values": [1, 0]} for path in ("scale", "color.alpha")] + [{"type": "drag", "drag": 1}]
write(driven)
told = browser.run("[...document.querySelectorAll('.row')].slice(-3).map(e => [e.querySelector('.name').textContent, e.querySelector('small').textContent])")
assert told == [["scale", "valueOverLife"], ["color.alpha", "valueOverLife"], ["drag", "behavior"]], told

# Layers by keys alone: select, move, duplicate, rename, hide, delete; each is a step to undo.
pair = {"layers": [{"name": name, "emitterCells": [{"name": "spark", "contents": "circle", "birthRate": 9, "lifetime": 1}]} for name in ("back", "front")]}
write(pair)
browser.run("pick('Effect')")
browser.run("document.querySelector('.row[aria-selected=true]').focus()")
layers = lambda: [layer["name"] for layer in browser.run(f"JSON.parse({text}).layers")]
browser.press("ArrowDown")
assert browser.run("document.activeElement.ariaLabel") == "front, emitter"
browser.press("ArrowDown", alt=True)
assert layers() == ["front", "back"], layers()
browser.press("d", control=True)
assert len(layers()) == 3 and browser.run("document.activeElement.role === 'treeitem' || document.activeElement.getAttribute('role') === 'treeitem'")
browser.press("Delete")
assert layers() == ["front", "back"], layers()
browser.press("z", control=True)
browser.press("z", control=True)
browser.press("z", control=True)
assert layers() == ["back", "front"], layers()
browser.run("pick('front')")
browser.run("document.querySelector('.row[aria-selected=true]').focus()")
browser.press("F2")
browser.call("Input.insertText", text="stars")
browser.press("Enter")
assert layers() == ["back", "stars"], layers()
browser.run("document.querySelector('.row[aria-selected=true]').focus()")
browser.press(" ")
assert browser.run(f"JSON.parse({text}).layers[1].opacity") == 0
browser.press(" ")
assert browser.run(f"JSON.parse({text}).layers[1].opacity ?? null") is None

# The shared link, a preset with parameters, and a pasted snippet open.
browser.open("/")
browser.call("Page.navigate", url=link)
browser.wait(f"document.querySelector('.text textarea') && {text}.includes('rockets')")
assert json.loads(browser.run(text)) == wanted
# Its still is there at once, in place of the picture of the effect before it.
browser.run(f"window.shown = []; new MutationObserver(() => shown.push({picture}.getAttribute('src'))).observe({picture}, {{attributes: true, attributeFilter: ['src']}})")
browser.run("location.hash = 'preset=cannon&n=40&c=gold'")
# A picture of the effect before may arrive before the address is read.
browser.wait(f"{text}.includes('cannon') && shown.join(' ').includes('/v1/effects/cannon.still.png?n=40&c=gold blob:')")
assert "#ffd700" in browser.run(text) or "gold" in browser.run(text)
# An address selects the topmost layer with particles, not the background below it or the silhouettes in front of it.
for name, row in (("stars", "star"), ("campfire", "ember"), ("hanabi", "shells")):
    browser.run(f"location.hash = 'preset={name}'")
    browser.wait(f"{text}.includes('\"{row}\"') && document.querySelector('.row[aria-selected=true]')?.textContent.startsWith({json.dumps(row)})")
# Factors along x and y are no range of which each particle gets one.
browser.wait("document.querySelector('[aria-label=\"Scale, x\"], [aria-label=\"Scale, lowest\"]')")
assert browser.run("[...document.querySelectorAll('[aria-label=\"Scale, x\"], [aria-label=\"Scale, lowest\"]')].map(e => [e.ariaLabel, e.value])") == [["Scale, x", "1"]]
browser.run("location.hash = 'preset=cannon&n=40&c=gold'")
browser.wait(f"{text}.includes('cannon') && !{text}.includes('shells')")
snippet = """
const defaults = {spread: 360, ticks: 50, gravity: 0, colors: ['FFE400', 'FFBD00'], shapes: ['star']};
function shoot() { confetti({...defaults, particleCount: 40, scalar: 1.2}); }
setTimeout(shoot, 0); setTimeout(shoot, 100);
"""
click("Open …")
browser.wait("document.querySelectorAll('.preset').length > 50")
browser.run("type(document.querySelector('[aria-label=\"Find a preset\"]'), 'like')")
assert browser.run("document.querySelector('.preset').textContent") == "Like burst", "the search for a preset does not rank"
browser.run(f"type(document.querySelector('dialog[open] textarea'), {json.dumps(snippet)})")
click("Import")
browser.wait(f"!document.querySelector('dialog[open]') && {text}.includes('FFE400'.toLowerCase())")
settle()
assert not browser.run("document.querySelector('.faults').textContent")

# Snippets as people publish them for canvas-confetti: each becomes an effect that renders, without a fault.
SNIPPETS = [
    "confetti({particleCount: 100, spread: 70, origin: { y: 0.6 }});",
    "confetti({angle: randomInRange(55, 125), spread: randomInRange(50, 70), particleCount: randomInRange(50, 100), origin: { y: 0.6 }});\nfunction randomInRange(min, max) { return Math.random() * (max - min) + min; }",
    "var count = 200;\nvar defaults = { origin: { y: 0.7 } };\nfunction fire(particleRatio, opts) {\n  confetti({ ...defaults, ...opts, particleCount: Math.floor(count * particleRatio) });\n}\nfire(0.25, { spread: 26, startVelocity: 55 });\nfire(0.2, { spread: 60 });\nfire(0.35, { spread: 100, decay: 0.91, scalar: 0.8 });\nfire(0.1, { spread: 120, startVelocity: 25, decay: 0.92, scalar: 1.2 });\nfire(0.1, { spread: 120, startVelocity: 45 });",
    "var duration = 3 * 1000;\nvar animationEnd = Date.now() + duration;\nvar defaults = { startVelocity: 30, spread: 360, ticks: 60, zIndex: 0 };\nfunction randomInRange(min, max) { return Math.random() * (max - min) + min; }\nvar interval = setInterval(function() {\n  var timeLeft = animationEnd - Date.now();\n  if (timeLeft <= 0) { return clearInterval(interval); }\n  var particleCount = 50 * (timeLeft / duration);\n  confetti({ ...defaults, particleCount, origin: { x: randomInRange(0.1, 0.3), y: Math.random() - 0.2 } });\n  confetti({ ...defaults, particleCount, origin: { x: randomInRange(0.7, 0.9), y: Math.random() - 0.2 } });\n}, 250);",
    "const defaults = { spread: 360, ticks: 50, gravity: 0, decay: 0.94, startVelocity: 30, colors: ['FFE400', 'FFBD00', 'E89400', 'FFCA6C', 'FDFFB8'] };\nfunction shoot() {\n  confetti({ ...defaults, particleCount: 40, scalar: 1.2, shapes: ['star'] });\n  confetti({ ...defaults, particleCount: 10, scalar: 0.75, shapes: ['circle'] });\n}\nsetTimeout(shoot, 0);\nsetTimeout(shoot, 100);\nsetTimeout(shoot, 200);",
    "var end = Date.now() + (2 * 1000);\nvar colors = ['#bb0000', '#ffffff'];\n(function frame() {\n  confetti({ particleCount: 2, angle: 60, spread: 55, origin: { x: 0 }, colors: colors });\n  confetti({ particleCount: 2, angle: 120, spread: 55, origin: { x: 1 }, colors: colors });\n  if (Date.now() < end) { requestAnimationFrame(frame); }\n}());",
    "const count = 60, defaults = { spread: 100, ticks: 100 };\nconfetti(Object.assign({}, defaults, { particleCount: count, shapes: ['circle', 'square'], colors: ['#a864fd', '#29cdff'] }));",
    "import confetti from 'canvas-confetti';\n\nbutton.addEventListener('click', () => {\n  confetti({ particleCount: 80, startVelocity: 30, spread: 360, origin: { x: Math.random(), y: Math.random() - 0.2 } });\n});",
    "{particleCount: 150, spread: 180, // all around\n shapes: ['square'], scalar: .8, gravity: 1.2,}",
    '{"particleCount": 75, "angle": 120, "spread": 55, "origin": {"x": 1}}',
    # On a page, in a component, as a handler alone, by the names of tsParticles' own function, and with shapes.
    '<script src="https://cdn.jsdelivr.net/npm/canvas-confetti@1.9.3/dist/confetti.browser.min.js"></script>\n<script>\n  confetti({ particleCount: 150, spread: 60 });\n</script>',
    "useEffect(() => {\n  const end = Date.now() + 2000;\n  const frame = () => {\n    if (Date.now() > end) return;\n    confetti({ particleCount: 2, angle: 60, spread: 55, origin: { x: 0, y: 0.5 }, colors: ['#a786ff'] });\n    requestAnimationFrame(frame);\n  };\n  frame();\n}, []);",
    "const handleClick = () => {\n  confetti({ particleCount: 60, spread: 90 });\n};",
    "confetti('tsparticles', { count: 50, angle: 60, spread: 55, position: { x: 0, y: 50 }, colors: ['#bb0000', '#ffffff'] });",
    "<!DOCTYPE html><html><body><button><svg viewBox='0 0 9 9'><path d='M0 0h9v9z'/></svg></button><script>const pattern = /a/;</script><script type='text/template'><b></script><script>confetti({ particleCount: 9 });</script>",
    "function log() { console.log('x'); }\n({ particleCount: 100, spread: 70 })",
    "var scalar = 2;\nvar unicorn = confetti.shapeFromText({ text: '🦄', scalar });\nconfetti({ spread: 360, ticks: 60, gravity: 0, decay: 0.96, startVelocity: 20, shapes: [unicorn], scalar, particleCount: 30 });",
    "<Confetti numberOfPieces={200} />", "<Card className={x}><Confetti numberOfPieces={9} /></Card>", '<ConfettiExplosion force="0.8" />', '<div className="p">\n  <Confetti />\n</div>',
    "Here:\n\n```js\nconfetti({ particleCount: 12 });\n```\n\nThat is all.",
    "<script setup lang=\"ts\">\nimport confetti from 'canvas-confetti'\nconst props = defineProps<{ count: number }>()\nconst fire = (): void => {\n  confetti({ particleCount: 33, spread: 70 })\n}\n</script>\n<template><button @click=\"fire\">Go</button></template>",
    *PUBLISHED,
]
for snippet in SNIPPETS:
    click("Open …")
    browser.run(f"type(document.querySelector('dialog[open] textarea'), {json.dumps(snippet)})")
    click("Import")
    browser.wait("!document.querySelector('dialog[open]')")
    settle()
    assert not (fault := browser.run("document.querySelector('.faults').textContent")), (snippet, fault)
    assert browser.run(f"JSON.parse({text}).layers.length") > 0 and browser.run(f"{picture}.naturalWidth"), snippet

# Fireworks are more bursts than a spec has room for: those of the first seconds come at their own times.
click("Open …")
browser.run(f"type(document.querySelector('dialog[open] textarea'), {json.dumps(SNIPPETS[3].replace('3 * 1000', '15 * 1000'))})")
click("Import")
browser.wait("!document.querySelector('dialog[open]')")
settle()
moments = browser.run(f"[...new Set(JSON.parse({text}).layers.flatMap(layer => layer.emitterCells.map(cell => cell.burst.at ?? 0)))]")
assert len(moments) == 16 and max(moments) > 3.5, moments
assert "The first 32 of 48 calls are taken." in browser.run("document.body.textContent")

# The calls that these make, and the delay of the last: by the window's own timers, and in a handler whose helper takes values.
COUNTED = {
    "var end = Date.now() + 500;\n(function frame() { window.confetti({ particleCount: 2 }); if (Date.now() < end) window.requestAnimationFrame(frame); }());": (31, 500),
    "window.setTimeout(() => confetti({ particleCount: 5 }), 500);": (1, 500),
    "function fire(ratio, opts) { confetti({ ...opts, particleCount: Math.floor(200 * ratio) }); }\nconst handleClick = () => { fire(0.25, { spread: 26 }); fire(0.2, { spread: 60 }); };": (2, 0),
    "removeEventListener('load', () => confetti());\nconfetti({ spread: 9 });": (1, 0),
}
# What others write besides, in TypeScript and JSX: all its calls, or the effect of a component.
KINDS = {"spec": "specs", "tsparticles": "configs"}
PAGES = Path(__file__).resolve().parent.parent.parent / "Sources/CResources/Pages"
with tempfile.TemporaryDirectory() as folder:
    for name in ["component", "markup", "run", "script", "tokens", "types", "values"]:
        shutil.copy(PAGES / f"edit-{name}.js", folder)
    Path(folder, "package.json").write_text('{"type": "module"}')
    Path(folder, "count.js").write_text(f"import {{run}} from './edit-run.js';\nconsole.log(JSON.stringify({json.dumps([*COUNTED, *PUBLISHED, *NOTED])}.map(text => run(text))));")
    read = json.loads(subprocess.check_output(["node", "count.js"], cwd=folder))
    for (snippet, wants), found in zip(PUBLISHED.items(), read[len(COUNTED):]):
        calls = found["calls"]
        if isinstance(wants, str):
            assert not calls and len(found[KINDS[wants]]) == 1, (snippet, found)
            # Pieces fall, as many as are asked for.
            for cell in (layer["emitterCells"][0] for spec in found["specs"] for layer in spec["layers"]):
                count = re.search(r"numberOfPieces=\{(\d+)\}", snippet)
                made = cell["burst"]["count"] if "burst" in cell else cell["birthRate"] * cell["lifetime"]
                assert abs(made - (int(count[1]) if count else 200)) < 1 and cell.get("yAcceleration", 1) > 0, (snippet, cell)
        else:
            thrown = round(sum(call.get("particleCount", 50) for call in calls))
            assert (len(calls), thrown, calls[-1].get("delay", 0)) == wants, (snippet, wants, found)
        assert not found["notes"] and not found["unknown"], (snippet, found)
    for (snippet, (kind, count, words)), found in zip(NOTED.items(), read[len(COUNTED) + len(PUBLISHED):]):
        assert len(found[kind]) == count and len(found["notes"]) == 1 and words in found["notes"][0], (snippet, found)
    for (snippet, (count, delay)), found in zip(COUNTED.items(), read):
        calls = found["calls"]
        assert len(calls) == count and abs(calls[-1].get("delay", 0) - delay) < 20, (snippet, found)
        assert not snippet.startswith("function fire") or [call["particleCount"] for call in calls] == [50, 40], found

# Documents of other programs: pasted as text, or dropped as a file; each becomes an effect that renders.
SKS = {"$archiver": "NSKeyedArchiver", "$version": 100000, "$top": {"root": plistlib.UID(1)}, "$objects": ["$null", {"_birthrate": 100.0, "_lifetime": 1.5, "_speed": 120.0, "_emissionAngleRange": 6.28, "$class": plistlib.UID(2)}, {"$classname": "SKEmitterNode", "$classes": ["SKEmitterNode", "SKNode", "NSObject"]}]}
DOCUMENTS = {
    "particles": """particlesJS("particles-js", {"particles": {"number": {"value": 80, "density": {"enable": true, "value_area": 800}}, "color": {"value": "#00fe01"}, "shape": {"type": "circle"}, "opacity": {"value": 0.5}, "size": {"value": 3, "random": true}, "line_linked": {"enable": true}, "move": {"enable": true, "speed": 6}}, "interactivity": {}});""",
    "tsparticles": """tsParticles.load({id: "tsparticles", options: {background: {color: "#0d47a1"}, fpsLimit: 120, particles: {color: {value: "#00fe01"}, links: {enable: true}, move: {enable: true, speed: 6}, number: {value: 80}, opacity: {value: 0.5}, size: {value: {min: 1, max: 5}}}}});""",
    "emitters": """const options = {emitters: {position: {x: 50, y: 30}, rate: {quantity: 20, delay: 0.1}}, particles: {color: {value: ["#00fe01"]}, move: {enable: true, gravity: {enable: true}, speed: {min: 10, max: 30}, direction: "top"}, number: {value: 0}, size: {value: 3}, life: {duration: {value: 2}, count: 1}}};\nawait tsParticles.load("tsparticles", options);""",
    "configuration": json.dumps({"particles": {"number": {"value": 9}, "color": {"value": "#00fe01"}, "move": {"enable": True}}}),
    "caml": """<?xml version="1.0"?><caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer bounds="0 0 320 480"><sublayers><CAEmitterLayer bounds="0 0 320 480" position="160 240" emitterPosition="160 240"><emitterCells><CAEmitterCell name="spark" birthRate="60" lifetime="1.5" velocity="120" emissionRange="6.28" color="0 0.996 0.004 1"/></emitterCells></CAEmitterLayer></sublayers></CALayer></caml>""",
}
for name, document in DOCUMENTS.items():
    click("Open …")
    browser.run(f"type(document.querySelector('dialog[open] textarea'), {json.dumps(document)})")
    click("Import")
    browser.wait("!document.querySelector('dialog[open]')")
    settle()
    assert not (fault := browser.run("document.querySelector('.faults').textContent")), (name, fault)
    assert re.search(r'#00fe01|"color": \[0, 0.996', browser.run(text)) and browser.run(f"{picture}.naturalWidth"), (name, browser.run(text))
DROP_BYTES = """
((name, type, bytes) => {
  const data = new DataTransfer();
  data.items.add(new File([Uint8Array.from(atob(bytes), char => char.charCodeAt(0))], name, {type}));
  document.body.dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true}));
})
"""
browser.run(f"{DROP_BYTES}('fire.sks', '', {json.dumps(base64.b64encode(plistlib.dumps(SKS, fmt=plistlib.FMT_BINARY)).decode())})")
browser.wait("document.querySelector('#status').textContent.startsWith('Opened: fire.sks')")
settle()
assert '"birthRate": 100' in browser.run(text) and not browser.run("document.querySelector('.faults').textContent"), browser.run(text)
# An outline becomes the particle: an SVG that is dropped, and path data that are pasted.
star = "M12 2l3 7h7l-6 4 2 8-6-5-6 5 2-8-6-4h7z"
browser.run("document.querySelector('.tree [aria-label$=particle]').click()")
svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="{star}"/></svg>'
browser.run(f"{DROP_BYTES}('star.svg', 'image/svg+xml', {json.dumps(base64.b64encode(svg.encode()).decode())})")
browser.wait(f"{text}.includes({json.dumps(star)})")
settle()
browser.press("z", control=True)
assert star not in browser.run(text)
click("Open …")
browser.run(f"type(document.querySelector('dialog[open] textarea'), {json.dumps(star)})")
click("Import")
browser.wait(f"!document.querySelector('dialog[open]') && {text}.includes({json.dumps(star)})")
settle()
assert not browser.run("document.querySelector('.faults').textContent")
# What is none of these is refused with a reason.
for document, reason in (
    (json.dumps({"v": "5.7", "fr": 30, "ip": 0, "op": 60, "w": 100, "h": 100, "layers": [{"ty": 4}]}), "A Lottie can’t be imported"), ("hello world", "No call of confetti()"),
    ('{"a": 1}', "neither a spec"), ("", "There is no text"), ("confetti({particleCount: 100,", "the text ends too early"),
    ("import Fireworks from 'react-canvas-confetti/dist/presets/fireworks';\nfunction App() { return <Fireworks autorun={{ speed: 3 }} />; }", "<Fireworks> is not understood. What is understood: confetti(…)"),
    ("<div><button onClick={() => confetti()}></div>", "<button> ends with </div>"), ("const n: number = 5;\nlet x: = 7;", 'Line 2: a name is missing'),
):
    click("Open …")
    browser.run(f"type(document.querySelector('dialog[open] textarea'), {json.dumps(document)})")
    click("Import")
    browser.wait(f"document.querySelector('dialog[open] .fault').textContent.includes({json.dumps(reason)})")
    click("Close")

# Snippets without an end, or that make something endless, are stopped with a reason; what they did until then is taken.
ENDLESS = {
    "runs for too long": "while (true) {}",
    "a text of more than 100,000 characters": "'ab'.repeat(1e9)",
    "a list of more than 10,000 items": "new Array(1e9).fill('x')",
    "more than 60 deep": "function f() { f(); } setInterval(f, 10); setTimeout(() => confetti({colors: ['#0000ff']}), 50)",
    "is nested too deeply": f"const x = {'1+' * 60_000}1",
}
START = "confetti({colors: ['#00fe01']}); "
for reason, rest in ENDLESS.items():
    click("Open …")
    browser.run(f"type(document.querySelector('dialog[open] textarea'), {json.dumps(START + rest)})")
    start = time.time()
    click("Import")
    browser.wait("!document.querySelector('dialog[open]')")
    assert time.time() - start < 15, f"{rest[:40]} takes {time.time() - start:.0f} s"
    assert reason in browser.run("document.querySelector('.notes').textContent"), (reason, browser.run("document.querySelector('.notes').textContent"))
    assert "#00fe01" in browser.run(text) and "#0000ff" not in browser.run(text), rest[:40]
# What is left out is said.
for pasted, note in (
    ("<>\n  <Confetti numberOfPieces={9} />\n  <Confetti />\n</>", "Only the first of 2 elements is taken."), ("<Confetti run={false} />", "run={false}"),
    ("confetti({ particleCount: 9 });\nconst a = <Confetti />;", "elements and configurations beside them are not"),
):
    click("Open …")
    browser.run(f"type(document.querySelector('dialog[open] textarea'), {json.dumps(pasted)})")
    click("Import")
    browser.wait("!document.querySelector('dialog[open]')")
    assert note in browser.run("document.querySelector('.notes').textContent"), (pasted, browser.run("document.querySelector('.notes').textContent"))
for rest, reason in (("(" * 5000, "nested too deeply"), (" " * 200_001, "200,000"), ("x = {", "a name is missing"), ("while (true) {}", "runs for too long"), *((each, "") for each in LONG)):
    click("Open …")
    browser.run(f"type(document.querySelector('dialog[open] textarea'), {json.dumps(rest + 'x' if rest.startswith(' ') else rest)})")
    click("Import")
    browser.wait(f"document.querySelector('dialog[open] .fault').textContent.includes({json.dumps(reason)}) && document.querySelector('dialog[open] .fault').textContent")
    click("Close")

# A field that had no value keeps the focus while one is typed: its row gets a button to remove it.
write(wanted)
browser.run("pick('rockets')")
browser.run("property('/layers/0/opacity').querySelector('input[type=number]').focus()")
browser.run("document.activeElement.select()")
for character in "0.25":
    browser.call("Input.insertText", text=character)
assert browser.run(pointer_value("/layers/0/opacity")) == 0.25 and browser.run("document.activeElement.value") == "0.25"

# A drag of a slider goes on where the property had no value, and where its value is beyond the slider's usual ends, which stay.
write({"layers": [{"type": "fountain", "scale": 45}]}, "/layers/0")
drag("[data-pointer='/layers/0/opacity'] input[type=range]", -40, 0)
opacity = browser.run(pointer_value("/layers/0/opacity"))
assert 0.2 < opacity < 0.4, opacity
slider = "property('/layers/0/scale').querySelector('input[type=range]')"
width = browser.run(f"{slider}.getBoundingClientRect().width")
assert browser.run(f"{slider}.max") == "50"
drag("[data-pointer='/layers/0/scale'] input[type=range]", -width / 4, 0)
scale = browser.run(pointer_value("/layers/0/scale"))
assert 10 < scale < 15, scale
assert browser.run(f"{slider}.max") == "50"

# A field that has the focus follows an undo; one that was cleared shows the default again once it is left.
field = "property('/layers/0/opacity').querySelector('input[type=number]')"
browser.run(f"{field}.focus(); {field}.select()")
browser.call("Input.insertText", text="0.75")
browser.press("z", control=True)
assert browser.run(pointer_value("/layers/0/opacity")) == opacity and browser.run(f"Number({field}.value)") == opacity, browser.run(f"{field}.value")
browser.run(f"type({field}, '')")
assert browser.run(pointer_value("/layers/0/opacity")) is None and browser.run(f"{field}.value") == ""
browser.run("document.activeElement.blur()")
assert browser.run(f"{field}.value") == "1", browser.run(f"{field}.value")
# Each drag is a step to undo, however soon the next one follows and however long it takes.
before = browser.run(pointer_value("/layers/0/scale"))
drag("[data-pointer='/layers/0/scale'] input[type=range]", 20, 0)
between = browser.run(pointer_value("/layers/0/scale"))
drag("[data-pointer='/layers/0/scale'] input[type=range]", 40, 0, pause=1)
assert len({before, between, browser.run(pointer_value("/layers/0/scale"))}) == 3
browser.press("z", control=True)
assert browser.run(pointer_value("/layers/0/scale")) == between
browser.press("z", control=True)
assert browser.run(pointer_value("/layers/0/scale")) == before
# One that comes back to its start lets go of the slider: it follows the text again.
left, top, share = browser.run(f"(e => {{ const box = e.getBoundingClientRect(); return [box.left + 8, box.top + box.height / 2, (box.width - 16) * (e.value - e.min) / (e.max - e.min)]; }})({slider})")
for kind, way in (("mousePressed", 0), ("mouseMoved", 30), ("mouseMoved", 0), ("mouseReleased", 0)):
    browser.call("Input.dispatchMouseEvent", type=kind, x=left + share + way, y=top, button="left", buttons=1, clickCount=1)
write({"layers": [{"type": "fountain", "scale": 4}]}, "/layers/0")
assert browser.run(f"Number({slider}.value)") == 4, browser.run(f"{slider}.value")

# A picture that arrives after a syntax error leaves the error in place.
browser.run("window.fetch = (fetch => async (...all) => { await new Promise(done => setTimeout(done, 400)); return fetch(...all); })(window.unhurried = window.fetch)")
write(wanted | {"seed": 77})
browser.run("type(document.querySelector('.text textarea'), '[')")
browser.run("new Promise(done => setTimeout(done, 1500))")
assert browser.run("document.querySelector('.faults').textContent.trim()"), "a late picture clears a syntax error"
browser.run("window.fetch = window.unhurried")

# JSON of another shape than a spec's leaves every pane usable, and the text shows what is wrong.
browser.run("addEventListener('error', e => (window.broken ??= []).push(e.message))")
browser.run("addEventListener('unhandledrejection', e => (window.broken ??= []).push(String(e.reason)))")
BENT = [
    [], 5, None, {"layers": 5}, {"layers": {"a": 1}}, {"layers": [None]}, {"layers": [5, [], "x"]}, {"layers": [{"emitterCells": 5, "emitterBehaviors": None}]},
    {"layers": [{"emitterCells": [None, 3], "name": [1], "type": 7, "emitterPosition": 3, "emitterSize": [{}]}]}, {"layers": [{"type": "constructor"}]},
    {"layers": [], "timing": None}, {"layers": [], "timing": 5, "canvas": 7, "assets": 3, "output": "x"}, {"layers": [], "canvas": {"width": [], "background": {}}},
    {"layers": [{"type": "group", "layers": {}}]}, {"assets": {"a": None, "b": {"size": [[1]]}}, "layers": [{"type": "sprite", "contents": [1], "size": [None, {}]}]},
]
TRY_ALL = """
(() => {
  const area = document.querySelector('.text textarea'), whole = area.value, rows = () => [...document.querySelectorAll('.tree [role=treeitem]')];
  for (let i = 0, count = Math.min(8, rows().length); i < count; i++) {
    for (const action of ['Move down', 'Duplicate', 'Delete', 'eye', 'add', 'property']) {
      type(area, whole);
      if (!rows()[i]) break;
      rows()[i].click();
      if (action === 'eye') rows()[i].querySelector('button.eye')?.click();
      else if (action === 'add') {
        document.querySelector('#add-menu').showPopover();
        document.querySelector('#add-menu button').click();
      } else if (action === 'property') {
        const box = document.querySelector('.adder');
        if (!box) continue;
        box.open = true;
        type(box.querySelector('input'), '');
        box.querySelector('.found button').click();
      } else document.querySelector(`.tools [aria-label="${action}"]`).click();
    }
  }
  type(area, whole);
})()
"""
for spec in BENT:
    write(spec)
    browser.wait("document.querySelector('.faults').textContent.trim()")
    browser.run(TRY_ALL)
    browser.run("document.querySelector('#status').textContent = ''")
    browser.run("named('Share and export').click()")
    browser.wait("document.querySelector('dialog[open]') || /Fix it first|Add a layer first/.test(document.querySelector('#status').textContent)")
    browser.run("document.querySelector('dialog[open]')?.close()")
    assert not (broken := browser.run("window.broken ?? []")), (spec, broken)
    # The panes lead back to an effect: a canvas can be set, and a layer added.
    browser.run("pick('Effect')")
    click("+ Add")
    click("Add emitter")
    made = json.loads(browser.run(text))
    assert made["layers"][-1]["emitterCells"], made
browser.complaints()

# A logo becomes the particle, in its own colors and at a size that shows it: by a button, and dropped on the page.
spark = {"layers": [{"renderMode": "additive", "emitterCells": [{"name": "spark", "contents": "circle", "color": "red", "scale": [0.1, 0.3], "birthRate": 9, "lifetime": 1}]}]}
DROP = """
(async () => {
  const canvas = Object.assign(document.createElement('canvas'), {width: 300, height: 150});
  canvas.getContext('2d').fillRect(10, 10, 200, 100);
  const file = new File([await new Promise(done => canvas.toBlob(done))], 'logo.png', {type: 'image/png'}), data = new DataTransfer();
  data.items.add(file);
  if (FIELD) Object.assign(document.querySelector('#picture-file'), {files: data.files}).dispatchEvent(new Event('change'));
  else document.body.dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true}));
})()
"""
for field in ("true", "false"):
    write(spark)
    browser.run("pick('spark')")
    button = "[...property('/layers/0/emitterCells/0/contents').querySelectorAll('button')].find(e => e.textContent === 'Picture …')"
    assert browser.run(f"(e => {{ let asked = 0; const file = document.querySelector('#picture-file'); file.addEventListener('click', event => (event.preventDefault(), asked++), {{once: true}}); e.click(); return asked; }})({button})") == 1
    browser.run(DROP.replace("FIELD", field))
    browser.wait(f"{text}.includes('data:image')")
    cell = json.loads(browser.run(text))["layers"][0]["emitterCells"][0]
    assert cell["contents"]["image"].startswith("data:image/png") and cell["scale"] == 1 and "color" not in cell, cell
    browser.wait(f"!{text}.includes('additive')")
    browser.wait("document.querySelector('.canvas img').naturalWidth && !document.querySelector('.faults').textContent.trim()")

# A list of contents is shown whole, as JSON that changes it.
listed = {"layers": [{"emitterCells": [{"name": "spark", "contents": ["star", {"contents": "circle", "weight": 2}], "birthRate": 9, "lifetime": 1}]}]}
write(listed)
browser.run("pick('spark')")
area = "property('/layers/0/emitterCells/0/contents').querySelector('textarea')"
assert json.loads(browser.run(f"{area}.value")) == listed["layers"][0]["emitterCells"][0]["contents"]
browser.run(f"type({area}, '[\"star\", \"heart\"]')")
assert browser.run(pointer_value("/layers/0/emitterCells/0/contents")) == ["star", "heart"]

# A link does not replace the work that the browser keeps: it is a click away, and is not overwritten before the link's effect is changed.
click("Open …")
click("Begin with a fountain")
browser.run("pick('spark')")
browser.run("set('/layers/0/emitterCells/0/lifetime', 4.25)")
browser.wait("localStorage.getItem('hanabi-spec').includes('4.25')")
browser.open("/")
browser.call("Page.navigate", url=link)
browser.wait(f"document.querySelector('.text textarea') && {text}.includes('rockets')")
time.sleep(0.5)
assert "4.25" in browser.run("localStorage.getItem('hanabi-spec')"), "a link that is only looked at replaces the work"
browser.run("pick('rockets')")
browser.run("set('/layers/0/opacity', 0.5)")
browser.wait("localStorage.getItem('hanabi-spec').includes('rockets')")
browser.photograph("edit-kept")
click("Restore it")
assert "4.25" in browser.run(text) and not browser.run("document.querySelector('.kept')")
click("Open …")
assert browser.run("document.querySelectorAll('.earlier button').length") >= 2, "what was in the place of the restored effect is gone"
browser.run("[...document.querySelectorAll('.earlier button')].find(e => e.textContent.includes('rockets')).click()")
assert "rockets" in browser.run(text)

# Every layer, particle, behavior and animation that can be added is a valid one.
click("Open …")
click("Begin with a fountain")
for kind, select in (("Layer", "Effect"), ("Particle", "fountain"), ("Born", "spark"), ("Behavior", "spark"), ("Animation", "fountain")):
    browser.run(f"pick({json.dumps(select)})")
    click("+ Add")
    section = f"[...document.querySelectorAll('#add-menu section')].find(e => e.firstChild.textContent.startsWith({json.dumps(kind)}))"
    names = browser.run(f"[...{section}.querySelectorAll('button')].map(e => e.ariaLabel)")
    assert names, kind
    browser.run("document.querySelector('#add-menu').hidePopover()")
    for name in names:
        browser.run(f"pick({json.dumps(select)})")
        click("+ Add")
        click(name)
        settle()
        fault = browser.run("document.querySelector('.faults').textContent")
        assert not fault, (name, fault)
        browser.run("document.querySelector('.row[aria-selected=true]').focus()")
        browser.press("z", control=True)

# Both sizes and schemes: nothing is wider than the window, faint or nameless.
nameless = "[...document.querySelectorAll('input, select, textarea, button, .handle')].filter(e => e.checkVisibility() && !(e.ariaLabel || e.getAttribute('aria-label') || e.labels?.length || e.textContent.trim()))"
for width, height in ((390, 844), (1280, 800), (1920, 1080)):
    for scheme in ("light", "dark"):
        browser.look(width, height, prefers_color_scheme=scheme)
        browser.open("/edit")
        browser.wait(f"{picture}?.naturalWidth")
        time.sleep(0.5)
        browser.photograph(f"edit-{width}-{scheme}")
        assert browser.run("document.documentElement.scrollWidth <= innerWidth"), f"the editor is wider than {width}"
        # The head is one line.
        assert browser.run("document.querySelector('.top').offsetHeight") < 64 and browser.run("[...document.querySelectorAll('.top nav a')].every(e => e.checkVisibility())"), width
        assert not (faint := browser.run(CONTRAST)), f"{width}, {scheme}: {faint}"
        assert not browser.run(f"{nameless}.map(e => e.outerHTML)")

browser.open("/edit")
browser.wait(f"{picture}?.naturalWidth")
# A part of another type, and an emitter of another shape, is a spec that the service takes: members of the old type are gone, and
# what the new one needs is there.
TYPED = {
    "canvas": {"width": 200, "height": 200},
    "timing": {"duration": 1, "fps": 10},
    "layers": [
        {"name": "dust", "emitterPosition": [40, 60], "emitterBehaviors": [{"type": "vortex", "strength": 9}],
         "emitterCells": [{"name": "spark", "contents": "star", "birthRate": 9, "lifetime": 1, "velocity": 20}]},
        {"type": "text", "name": "word", "text": "Hi", "opacity": 0.5, "position": [40, 60],
         "animations": [{"keyPath": "transform.scale", "values": [0, 1], "duration": 0.5}]},
    ],
}
COURSES = [
    {"type": "basic", "keyPath": "opacity", "to": 0.5}, {"type": "basic", "keyPath": "transform.rotation", "from": 3, "by": 5}, {"type": "transition", "transition": "fade"},
    {"keyPath": "position", "path": "M0 0L50 50"}, {"type": "group", "animations": [{"type": "basic", "keyPath": "opacity", "to": 0.2}]},
]
places = {"/layers/0": "type", "/layers/1": "type", "/layers/0/emitterBehaviors/0": "type", "/layers/1/animations/0": "type", "/layers/0#": "emitterShape"}
for place, name in places.items():
    pointer = place.removesuffix("#")
    write(TYPED, pointer)
    if name == "emitterShape":
        browser.run(f"add({json.dumps(pointer)}, 'emitterShape')")
    options = browser.run(f"[...property({json.dumps(f'{pointer}/{name}')}).querySelectorAll('select:not(.kinds) option')].map(e => e.value)")
    assert len(options) > 5, (pointer, options)
    # Each from the part as it was, and then one after the other.
    for fresh in (True, False):
        write(TYPED, pointer)
        for option in options:
            if fresh:
                write(TYPED, pointer)
            browser.run(f"set({json.dumps(f'{pointer}/{name}')}, {json.dumps(option)})")
            spec = browser.run(text)
            assert json.loads(spec)["layers"][0 if "/0" in pointer[:9] else 1].get("name") == ("dust" if "/0" in pointer[:9] else "word"), spec
            request = urllib.request.Request(f"{service}/v1/render?dry=1", spec.encode(), {"Content-Type": "application/json"})
            try:
                urllib.request.urlopen(request)
            except urllib.error.HTTPError as refusal:
                raise AssertionError((pointer, option, fresh, json.load(refusal)["detail"], spec)) from refusal
# An animation brings what another type needs, whatever it was.
for course in COURSES:
    bent = json.loads(json.dumps(TYPED))
    bent["layers"][1]["animations"] = [course]
    for option in ("keyframe", "basic", "spring", "group", "random"):
        write(bent, "/layers/1/animations/0")
        browser.run(f"set('/layers/1/animations/0/type', {json.dumps(option)})")
        spec = browser.run(text)
        request = urllib.request.Request(f"{service}/v1/render?dry=1", spec.encode(), {"Content-Type": "application/json"})
        try:
            urllib.request.urlopen(request)
        except urllib.error.HTTPError as refusal:
            raise AssertionError((course, option, json.load(refusal)["detail"], spec)) from refusal
# A value of an animation has the unit of what it changes.
write(TYPED, "/layers/1/animations/0")
browser.run("set('/layers/1/animations/0/type', 'basic')")
units = "[...property('/layers/1/animations/0/to').querySelectorAll('.unit option')].map(e => e.value)"
for keyPath, own in (("transform.scale", []), ("transform.rotation", ["rad", "deg", "turn"]), ("opacity", [])):
    browser.run(f"set('/layers/1/animations/0/keyPath', {json.dumps(keyPath)})")
    assert browser.run(units) == own, (keyPath, browser.run(units))
# Effects of white pieces open on a dark ground.
WHITE = {"layers": [{"emitterCells": [{"contents": "circle", "color": "#ffffff", "birthRate": 9, "lifetime": 1}]}]}
for spec, ground in ((WHITE, "black"), (TYPED, "black"), (json.loads(json.dumps(WHITE).replace("#ffffff", "#ff0000")), "white")):
    browser.run("localStorage.removeItem('hanabi-ground')")
    write(spec)
    assert browser.run("document.querySelector('.canvas').dataset.ground") == ground, (spec, ground)

# With reduced motion nothing moves until it is asked for.
browser.look(1280, 800, prefers_reduced_motion="reduce")
browser.open("/edit")
browser.wait(f"{picture}?.naturalWidth")
assert browser.run(f"{picture}.alt") == "A moment of the effect"

# No request has left the service, and nothing broke the policy.
browser.stayed()
browser.open("/")  # collects violations
assert not (complaints := [c for c in browser.complaints() if "422" not in c]), complaints
browser.call("Browser.close")
browser.process.wait(timeout=30)
print("edit.py: the editor works")
