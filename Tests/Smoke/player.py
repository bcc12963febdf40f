"""Tests the player in headless Chromium. Arguments: the service's URL, a folder for the screenshots."""

import base64
import json
import sys
import time
import zlib

from PIL import Image

from chromium import Browser

service, folder = sys.argv[1].rstrip("/"), sys.argv[2]

# Returns the mean and largest difference between the player's canvas and the service's still, over black and white.
COMPARE = """
(async (source, still, time) => {
  const element = document.createElement('hanabi-effect');
  element.setAttribute('src', source);
  document.body.append(element);
  await new Promise((done, fail) => {
    element.addEventListener('load', done);
    element.addEventListener('error', event => fail(Error(event.message)));
  });
  await new Promise(requestAnimationFrame);
  element.currentTime = time;
  const canvas = element.shadowRoot.querySelector('canvas'), {width, height} = canvas;
  const pixels = picture => {
    const copy = Object.assign(document.createElement('canvas'), {width, height}).getContext('2d');
    copy.drawImage(picture, 0, 0);
    return copy.getImageData(0, 0, width, height).data;
  };
  const picture = await createImageBitmap(await (await fetch(still)).blob());
  if (picture.width !== width || picture.height !== height) throw Error(`${width} × ${height}`);
  const [mine, theirs] = [canvas, picture].map(pixels);
  let sum = 0, most = 0, count = 0;
  for (let i = 0; i < mine.length; i += 4) {
    if (!mine[i + 3] && !theirs[i + 3]) continue;
    let worst = 0;
    for (const ground of [0, 255]) for (let c = 0; c < 3; c++) {
      const over = data => data[i + c] * data[i + 3] / 255 + ground * (1 - data[i + 3] / 255);
      worst = Math.max(worst, Math.abs(over(mine) - over(theirs)));
    }
    sum += worst, most = Math.max(most, worst), count++;
  }
  element.remove();
  return {mean: sum / Math.max(1, count), most, count};
})
"""

# Counts the crowds that WebGL draws; `pretend` makes software pass for a graphics processor.
CROWDS = """
window.crowds = 0;
const {drawArraysInstanced, getExtension, getParameter} = WebGL2RenderingContext.prototype, {getContext} = HTMLCanvasElement.prototype;
WebGL2RenderingContext.prototype.drawArraysInstanced = function (...call) {
  crowds++;
  return drawArraysInstanced.apply(this, call);
};
const pretend = () => {
  HTMLCanvasElement.prototype.getContext = function (kind, options) { return getContext.call(this, kind, kind === 'webgl2' ? {...options, failIfMajorPerformanceCaveat: false} : options); };
  WebGL2RenderingContext.prototype.getExtension = function (name) { return name === 'WEBGL_debug_renderer_info' ? null : getExtension.call(this, name); };
  WebGL2RenderingContext.prototype.getParameter = function (name) { return name === this.RENDERER ? 'A graphics processor' : getParameter.call(this, name); };
};
"""


def compare(name, ending, query, moment):
    """Returns the difference between the player and a still."""
    paths = json.dumps([f"/v1/effects/{name}.{ending}?{query}", f"/v1/effects/{name}.still.png?{query}&at={moment}", moment])
    error = browser.run(f"{COMPARE}(...{paths})")
    print(f"player.py: {name}.{ending}: mean error {error['mean']:.2f}, largest {error['most']:.0f}, {error['count']} pixels")
    return error


browser = Browser(service, folder)
preview = "document.querySelector('.preview img')"
browser.call("Page.addScriptToEvaluateOnNewDocument", source=CROWDS)

browser.look(1440)
browser.open("/effects/confetti?seed=77")
browser.wait(f"{preview}?.src.startsWith('blob:')")

# The player draws the same as the service, plays over the page, and disappears.
browser.run("[...document.querySelectorAll('button')].find(e => e.textContent === 'Play on top of this page').click()")
browser.wait("document.querySelector('hanabi-effect.overlay')?.currentTime > 0")
assert "w=1440&h=900" in browser.run("document.querySelector('.overlay').getAttribute('src')")
browser.wait("!document.querySelector('.overlay')")

for name, query, moment in (("confetti", "w=300&h=300", 0.8), ("stars", "t0=10", 1.0)):
    error = compare(name, "json", query, moment)
    assert error["count"] > 1000 and error["mean"] < 8, error
# Tracks are drawn as the frames are: shapes that tumble, soft light that is added, trails, masks, pictures, parts of a whole.
for name, query, moment in (
    ("confetti", "w=300&h=300", 0.8), ("cannon", "", 0.5), ("stars", "t0=10", 1.0), ("firework", "", 1.0), ("meteors", "", 1.5),
    ("reveal", "", 1.0), ("shatter", "", 1.0), ("hearts", "", 1.0), ("like", "", 0.5), ("soft-hearts", "", 1.0), ("lava-lamp", "", 1.0),
):
    frames, tracks = (compare(name, ending, query, moment) for ending in ("json", "tracks.json"))
    assert tracks["count"] > 500 and tracks["mean"] < frames["mean"] + 2, (frames, tracks)
# A line that is cut and a path beyond its box are drawn while their boxes are outside, and a soft mask spreads from outside.
MOVES = {"type": "basic", "duration": 1, "fillMode": "both"}
for layer, moment, most in (
    ({"type": "shape", "path": "M0 20L150 20", "fillColor": None, "strokeColor": "red", "lineWidth": 30,
      "animations": [{**MOVES, "keyPath": "strokeEnd", "from": 0.6, "to": 1}, {**MOVES, "keyPath": "position.x", "from": -120, "to": 100}]}, 14 / 30, 30),
    ({"type": "shape", "path": "M0 0L150 0L150 40L0 40Z", "viewBox": [0, 0, 10, 10], "position": [-30, 5], "fillColor": "red",
      "animations": [{**MOVES, "keyPath": "opacity", "from": 1, "to": 0.9}]}, 0.5, 1),
    *(({"type": "reveal", "from": "transparent", "to": {"type": "group", "backgroundColor": "red", "layers": [{"type": "text", "text": "Thanks"}]},
        "center": [-50, 20], "startRadius": 40, "endRadius": 48, "feather": 60, "duration": 1, **shape}, 0.5, 4) for shape in ({}, {"shape": {"emoji": "🎉"}})),
):
    spec = {"canvas": {"width": 150, "height": 40}, "timing": {"duration": 1, "fps": 30}, "layers": [layer]}
    packed = base64.urlsafe_b64encode(zlib.compress(json.dumps(spec).encode())).decode()
    for ending in ("json", "tracks.json"):
        error = browser.run(f"{COMPARE}(...{json.dumps([f'/v1/z/{packed}.{ending}', f'/v1/z/{packed}.still.png?at={moment}', moment])})")
        assert error["count"] > 500 and error["mean"] < most, (layer, ending, error)
# Large dots in many colors are kept as pictures of 64 MB in all, and no longer than their element.
cell = {"contents": "dot", "scale": 30, "color": "gray", "redRange": 1, "greenRange": 1, "blueRange": 1, "redSpeed": 0.5, "birthRate": 30, "lifetime": 2}
spec = {"canvas": {"width": 600, "height": 600}, "timing": {"duration": 2, "fps": 30}, "layers": [{"emitterShape": "rectangle", "emitterSize": [500, 500], "emitterCells": [cell]}]}
packed = base64.urlsafe_b64encode(zlib.compress(json.dumps(spec).encode())).decode()
pixels = browser.run("""(async src => {
  const made = [], real = document.createElement, sum = () => made.reduce((n, {width, height}) => n + width * height, 0);
  document.createElement = function (...call) {
    const element = real.apply(this, call);
    if (call[0] === 'canvas') made.push(element);
    return element;
  };
  const element = document.createElement('hanabi-effect');
  element.setAttribute('src', src);
  document.body.append(element);
  await new Promise(done => element.addEventListener('load', done));
  let most = 0;
  for (let i = 0; i < 40; i++) {
    element.currentTime = i / 20;
    most = Math.max(most, sum());
  }
  element.remove();
  document.createElement = real;
  return {count: made.length, most, after: sum()};
})""" + f"({json.dumps(f'/v1/z/{packed}.json')})")
assert pixels["count"] > 100 and 2**23 < pixels["most"] < 2**24 + 2**20 and pixels["after"] < 2**20, pixels
# Of an effect with too many pieces there are frames only.
many = "/v1/effects/cannon.tracks.json?n=5000&w=300&h=300&d=1&y=0.5"
assert browser.run(f"fetch({json.dumps(many)}).then(answer => answer.status)") == 422
error = compare("cannon", "tracks.json", "n=5000&w=300&h=300&fit=native&d=1&y=0.5&fps=30&palette=off", 0.1)
assert error["count"] > 500 and error["mean"] < 8, error
# What is translucent in a picture keeps its color where the picture is drawn smaller than it is.
error = compare("splash", "tracks.json", "w=288&h=216", 1.0)
assert error["count"] > 10_000 and error["mean"] < 2, error
# The show of the front page has tracks: in many pieces, with trails.
error = compare("hanabi", "tracks.json", "", 3.5)
assert error["count"] > 10_000 and error["mean"] < 8, error
# Where there are not even frames, it is an image, which plays from its start; where it is paused, sought or over, a still stands in its place.
state = browser.run("""(async src => {
  const element = window.element = document.createElement('hanabi-effect'), seen = [], types = [], real = fetch;
  window.fetch = async (...call) => {
    const answer = await real(...call);
    types.push(answer.headers.get('Content-Type'));
    return answer;
  };
  element.setAttribute('src', src);
  element.addEventListener('ended', () => { window.over = true; });
  document.body.append(element);
  await new Promise((done, fail) => (element.addEventListener('load', done), element.addEventListener('error', event => fail(Error(event.message)))));
  const image = element.shadowRoot.querySelector('img'), look = () => seen.push(image.getAttribute('src')), frames = async () => { for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame); };
  const {width, height} = element.getBoundingClientRect();
  look(), element.play(), await frames(), look();
  await image.decode();
  const sides = [image.naturalWidth, image.naturalHeight];
  window.fetch = real;
  element.pause(), look(), element.currentTime = 2.5, look();
  await image.decode();
  element.play(), await frames(), look(), element.currentTime = 11.8;
  return {seen, sides, types, box: [width, height], canvas: Boolean(element.shadowRoot.querySelector('canvas'))};
})""" + f"({json.dumps('/v1/effects/cannon.tracks.json?n=6000&w=100&h=80&d=12&fps=30&life=12')})")
assert state["seen"][0] is None and all(url.startswith("blob:") for url in (state["seen"][1], state["seen"][4])), state
assert "/cannon.still.png?" in state["seen"][2] and state["seen"][3].endswith("at=2.500"), state
assert state["sides"] == state["box"] == [100, 80] and {"image/avif", "image/webp"} & set(state["types"]) and not state["canvas"], state
browser.wait("window.over && element.shadowRoot.querySelector('img').src.endsWith('at=11.999')")
browser.run("element.setAttribute('src', '/v1/effects/hearts.tracks.json?w=90')")
browser.wait("element.shadowRoot.querySelector('canvas') && !element.shadowRoot.querySelector('img')")
browser.run("element.remove()")
# An SVG that begins with nothing moves from its first loop on: pieces of no size let the browser rest.
browser.run("window.slow = Object.assign(new Image(), {src: '/v1/effects/confetti.svg?d=12'}), slow.style.cssText = 'position:fixed;inset:0;z-index:9;background:#fff', document.body.append(slow)")
browser.wait("slow.naturalWidth")
start, ink = time.time(), 0
while ink <= 500 and time.time() < start + 7:
    time.sleep(0.2)
    browser.photograph("player-first-loop")
    colors = Image.open(f"{folder}/player-first-loop.png").convert("RGB").crop((0, 0, 375, 812)).getcolors(1 << 20)
    ink = sum(count for count, color in colors if max(color) - min(color) > 60)
assert ink > 500, ink
browser.run("slow.remove()")
# A busy service has no time for the sizes of other forms.
assert not (others := [complaint for complaint in browser.complaints() if "422" not in complaint and "503" not in complaint]), others

# Without a graphics processor, the 2D canvas draws crowds.
assert browser.run("window.crowds") == 0

browser.open("/")  # collects violations
assert not (complaints := browser.complaints()), complaints
browser.stayed()
browser.call("Browser.close")
browser.process.wait(timeout=30)

# Where a graphics processor is, WebGL draws crowds, and they look the same, also beside outlines that change.
browser = Browser(service, folder, flags=("--use-angle=swiftshader", "--enable-unsafe-swiftshader"))
browser.call("Page.addScriptToEvaluateOnNewDocument", source=CROWDS + "pretend();")
browser.open("/docs")
browser.run("new Promise((done, fail) => document.head.append(Object.assign(document.createElement('script'), {src: '/player.js', onload: done, onerror: fail})))")
assert browser.run("document.createElement('canvas').getContext('webgl2') !== null"), "there is no WebGL"
for name, query, moment, most in (("confetti", "w=300&h=300", 0.8, 8), ("stars", "t0=10", 1.0, 8), ("launch", "w=288&h=216", 1.5, 2), ("valentine", "w=288&h=216", 1.2, 5), ("sale", "w=288&h=216", 1.0, 6)):
    before = browser.run("window.crowds")
    error = compare(name, "tracks.json", query, moment)
    assert error["count"] > 500 and error["mean"] < most, error
    assert browser.run("window.crowds") > before, f"{name} has no crowd"
browser.call("Browser.close")
browser.process.wait(timeout=30)
print("player.py: the player works")
