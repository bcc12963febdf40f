"""Plays the packed player in headless Chromium, on a page of another origin. Arguments: the service's URL, the package's folder."""

import functools
import http.server
import json
import sys
import threading
import urllib.parse
import urllib.request

from chromium import Browser

service, folder = sys.argv[1].rstrip("/"), sys.argv[2]
PAGE = """<!doctype html><title>x</title><h1>Shop</h1><button>Done</button>
<script type="importmap">{"imports": {"hanabi-player": "/index.js"}}</script>
<script type="module">import * as player from 'hanabi-player'; window.player = player;</script>"""


class Server(http.server.SimpleHTTPRequestHandler):
    def do_GET(self):
        if self.path != "/":
            return super().do_GET()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(PAGE)))
        self.end_headers()
        self.wfile.write(PAGE.encode())

    def log_message(self, *_):
        pass


pages = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Server, directory=folder))
threading.Thread(target=pages.serve_forever, daemon=True).start()
browser = Browser(f"http://127.0.0.1:{pages.server_port}", ".")
browser.look(800, 600)
browser.open("/")
browser.wait("window.player")
assert browser.run("player.HanabiEffect === customElements.get('hanabi-effect')")

# At a point: its middle is there, it draws, and it is gone at its end. Trails and soft light need all parts.
for name in ("cannon", "firework"):
    source = json.dumps(f"{service}/v1/effects/{name}.tracks.json?d=1.5&w=300&h=200")
    browser.run(f"window.over = false, void player.play({source}, {{x: 400, y: 300}}).then(() => {{ window.over = true; }})")
    ink = "(() => { const e = document.querySelector('hanabi-effect'), c = e?.shadowRoot.querySelector('canvas'); if (!c || c.width < 2) return 0; return c.getContext('2d').getImageData(0, 0, c.width, c.height).data.filter((v, i) => i % 4 === 3 && v).length; })()"
    browser.wait(f"{ink} > 20")
    box = browser.run("(({left, right, top, bottom}) => [left + right, top + bottom])(document.querySelector('hanabi-effect').getBoundingClientRect())")
    assert box == [800, 600], box
    browser.wait("window.over && !document.querySelector('hanabi-effect')")
# Many at once, and confetti as canvas-confetti throws it: each is there and gone at its end.
browser.run(f"window.left = 4, void Promise.all([1, 2, 3].map(i => player.play({json.dumps(service + '/v1/effects/cannon.tracks.json?d=1&w=200&h=200')}, {{x: 200 * i, y: 300}}).then(() => left--)))")
browser.run(f"void player.confetti({{particleCount: 500, spread: 80, ticks: 90, origin: {{y: 0.7}}, colors: ['#ff0000', '#00ff00'], shapes: ['square', 'star'], service: {json.dumps(service)}}}).then(() => left--)")
browser.wait("document.querySelectorAll('hanabi-effect').length === 4")
# Each frame of the display shows another moment of the 500 pieces.
browser.wait("[...document.querySelectorAll('hanabi-effect')].at(-1).currentTime > 0")
frames = browser.run("""new Promise(done => {
  const element = [...document.querySelectorAll('hanabi-effect')].at(-1), times = [], start = performance.now();
  const next = () => element.isConnected && times.length < 60 ? (times.push(element.currentTime), requestAnimationFrame(next))
    : done({count: times.length, moments: new Set(times).size, rate: times.length / (performance.now() - start) * 1000});
  requestAnimationFrame(next);
})""")
print(f"npm.py: 500 pieces at {frames['rate']:.0f} frames a second")
assert frames["count"] >= 10 and frames["moments"] >= frames["count"] - 2, frames
browser.wait("left === 0 && !document.querySelector('hanabi-effect')")
# Confetti has its own size in any window; beyond the largest picture, all lengths shrink alike, and the sides keep their proportion.
# The largest side of each piece on the window at its birth, and the picture's sides.
SIZES = """
(async options => {
  player.confetti({service: SERVICE, seed: 1, particleCount: 20, ...options}).catch(() => {});
  const element = document.querySelector('hanabi-effect'), src = element.src ?? element.getAttribute('src');
  element.remove();
  const {canvas, shapes, layers} = await (await fetch(src)).json(), factor = innerWidth / canvas.width;
  const sizes = layers.flatMap(layer => layer.pieces).map(piece => Math.round(factor * (piece[5].lines?.[1] ?? piece[5]) * Math.max(shapes[piece[0]].width, shapes[piece[0]].height) * 10) / 10);
  return {canvas: [canvas.width, canvas.height], sizes: [...new Set(sizes)], query: Object.fromEntries(new URL(src).searchParams)};
})
""".replace("SERVICE", json.dumps(service))
for width, height, canvas, scalar in ((800, 600, [800, 600], 1), (390, 844, [390, 844], 2), (4096, 1024, [2048, 512], 1)):
    browser.look(width, height)
    found = browser.run(f"{SIZES}({{scalar: {scalar}, drift: 1}})")
    assert found["canvas"] == canvas and found["sizes"] == [10 * scalar], found
    factor = canvas[0] / width
    assert [float(found["query"][name]) for name in ("startVelocity", "gravity", "drift", "decay")] == [45 * factor, factor, factor, 0.9], found
browser.look(800, 600)
# Parameters of a call, and what else canvas-confetti's function has: shapes, an element to throw over, and an end of everything.
ASKED = "document.querySelector('hanabi-effect:last-of-type').getAttribute('src')"
cannon = service + "/v1/effects/cannon.tracks.json?d=1"
browser.run(f"window.over = 0, void player.play({json.dumps(cannon)}, {{x: 1, y: 1, colors: ['#ff0000', 'gold'], n: 20, seed: 'random', h: undefined}}).then(() => over++)")
assert urllib.parse.parse_qs(urllib.parse.urlparse(browser.run(ASKED)).query).keys() == {"d", "colors", "n", "seed"}, browser.run(ASKED)
for shapes, wanted in (
    ("[player.confetti.shapeFromText({text: '🦄', scalar: 2}), player.confetti.shapeFromText({text: '🎉'})]", ("emoji", "🦄,🎉")),
    ("[player.confetti.shapeFromText('Yay')]", ("text", "Yay")),
    ("['star', player.confetti.shapeFromPath({path: 'M0 0L12 6L0 12Z'})]", ("path", "M0 0L12 6L0 12Z")),
    # Emoji are texts of nothing else; what others make is no shape.
    ("[player.confetti.shapeFromText('I ❤ you')]", ("text", "I ❤ you")),
    ("[{text: '👩‍🚀'}, {text: 'abc'}, {text: '🇩🇪1️⃣'}]", ("emoji", "👩‍🚀,🇩🇪1️⃣")),
    ("['circle', {type: 'bitmap', bitmap: {}, matrix: []}]", ("shapes", "circle")),
    ("[{type: 'bitmap'}]", (None, None)),
):
    browser.run(f"void player.confetti({{shapes: {shapes}, service: {json.dumps(service)}}}).then(() => over++)")
    query = dict(urllib.parse.parse_qsl(urllib.parse.urlparse(browser.run(ASKED)).query))
    assert query.get(wanted[0]) == wanted[1] and not ({"shapes", "emoji", "text", "path"} - {wanted[0]}) & query.keys(), query
    assert urllib.request.urlopen(browser.run(ASKED)).status == 200
browser.run(f"window.box = Object.assign(document.createElement('canvas'), {{width: 200, height: 100}}), document.body.append(box), window.own = player.confetti.create(box), void own({{service: {json.dumps(service)}}}).then(() => over++)")
assert "w=200&h=100" in browser.run(ASKED)
assert browser.run("(({left, top, width, height}) => `${[left, top, width, height]}`)(document.querySelector('hanabi-effect:last-of-type').getBoundingClientRect()) === `${(({left, top, width, height}) => [left, top, width, height])(box.getBoundingClientRect())}`")
# It ends its own confetti and no other; the window's ends all.
others = browser.run("document.querySelectorAll('hanabi-effect').length - 1")
browser.run(f"window.long = 0, void player.confetti({{ticks: 600, service: {json.dumps(service)}}}).then(() => long++), window.ended = 0, void own({{ticks: 600, service: {json.dumps(service)}}}).then(() => ended++)")
browser.run("own.reset()")
browser.wait("ended === 1")
assert browser.run("long") == 0 and browser.run("document.querySelectorAll('hanabi-effect').length") > 0
browser.run("player.confetti.reset()")
browser.wait("long === 1 && over === 9 && !document.querySelector('hanabi-effect')")
# Attributes are parameters of the address; each play of a random seed asks for another one; any event starts; a point is its middle.
browser.run(f"""(() => {{
  window.asked = [];
  const real = fetch;
  window.fetch = (...call) => (asked.push(new URL(call[0]).searchParams), real(...call));
  const button = document.querySelector('button'), element = document.createElement('hanabi-effect');
  for (const [name, value] of Object.entries({{src: {json.dumps(cannon)}, on: 'mouseenter', colors: '#f00, gold', shapes: 'star', seed: 'random'}})) element.setAttribute(name, value);
  element.addEventListener('load', () => window.loads = (window.loads ?? 0) + 1);
  element.addEventListener('ended', () => window.ends = (window.ends ?? 0) + 1);
  window.element = element;
  button.append(element);
}})()""")
browser.wait("window.loads === 1")
for plays in (1, 2):
    browser.run("document.querySelector('button').dispatchEvent(new Event('mouseenter'))")
    browser.wait(f"window.ends === {plays}")
assert browser.run("asked.length") == 2 and browser.run("asked.every(query => query.get('colors') === '#f00,gold' && query.get('shapes') === 'star' && query.get('seed') > 0 && query.get('seed') < 17)")
browser.run("element.removeAttribute('shapes'), element.setAttribute('emoji', '🎉'), element.setAttribute('seed', '3')")
browser.wait("window.loads === 3")
assert browser.run("asked.length") == 3 and browser.run("asked[2].get('emoji') === '🎉' && asked[2].get('seed') === '3' && !asked[2].has('shapes')")
# What has ended plays again.
browser.run(f"element.setAttribute('src', {json.dumps(cannon.replace('d=1', 'd=3'))})")
browser.wait("window.loads === 4")
browser.run("element.play({x: 300, y: 200})")
MIDDLE = "(({left, right, top, bottom}) => `${[left + right, top + bottom]}`)"
assert browser.run(f"{MIDDLE}(element.getBoundingClientRect())") == "600,400"
# Another point while it plays: a copy plays there, and goes at its end; the first one stays where it is.
browser.wait("element.currentTime > 0")
browser.run("element.play({x: 500, y: 100})")
copies = "[...document.querySelectorAll('hanabi-effect')].filter(each => each !== element)"
browser.wait(f"{copies}.length && {MIDDLE}({copies}[0].getBoundingClientRect()) === '1000,200'")
assert browser.run(f"{MIDDLE}(element.getBoundingClientRect())") == "600,400" and browser.run(f"{copies}.every(each => !each.hasAttribute('on'))")
browser.wait(f"!{copies}.length")
browser.wait("window.ends === 3")
# Half a point is none.
before = browser.run("element.style.cssText")
browser.run("element.play({x: 10})")
assert browser.run("element.style.cssText") == before
browser.run("element.remove()")
# An image's address stands for its effect's tracks, and so does one without an ending.
for ending in ("", ".png", ".svg"):
    browser.run(f"""(() => {{
      window.named = Object.assign(document.createElement('hanabi-effect'), {{}}), window.loaded = 0;
      named.setAttribute('src', {json.dumps(service)} + '/v1/effects/confetti{ending}?d=1');
      named.addEventListener('load', () => loaded++);
      document.body.append(named);
    }})()""")
    browser.wait("loaded === 1")
    assert browser.run("asked.length && named.shadowRoot.querySelector('canvas').width > 1"), ending
    browser.run("named.remove()")
# Without an address nothing is asked for.
browser.run("""(() => {
  const bare = document.createElement('hanabi-effect');
  window.failed = 0, window.asked = [];
  bare.addEventListener('error', () => failed++);
  document.body.append(bare);
  bare.setAttribute('colors', 'red');
  setTimeout(() => (bare.remove(), window.bared = true), 200);
})()""")
browser.wait("window.bared")
assert browser.run("failed") == 0 and browser.run("asked.length") == 0
# Over the window; and an address without an effect.
browser.run(f"void player.play({json.dumps(service + '/v1/effects/cannon.tracks.json?d=1')})")
browser.wait("document.querySelector('hanabi-effect')?.getBoundingClientRect().width === innerWidth && document.querySelector('hanabi-effect').ariaHidden === 'true'")
# A preset fills it, unless a size or a signature is in its address.
assert browser.run(ASKED).endswith("?d=1&w=800&h=608"), browser.run(ASKED)
for address, options, query in (
    (cannon + "&w=90", "{}", "d=1&w=90"), (cannon, "{h: 80}", "d=1&h=80"), (cannon + "&sig=x", "{}", "d=1&sig=x"), (cannon, "{x: 9, y: 9}", "d=1"),
    (cannon, "{'canvas.width': 300}", "d=1&canvas.width=300"), (cannon + "&dpr=2", "{}", "d=1&dpr=2"), (cannon + "#a", "{n: 9, x: 9, y: 9}", "d=1&n=9#a"),
    (f"{service}/static/effects/a.json?key=1", "{}", "key=1"),
):
    browser.run(f"void player.play({json.dumps(address)}, {options}).catch(() => {{}})")
    assert browser.run(ASKED).partition("?")[2] == query, browser.run(ASKED)
browser.run("player.confetti.reset()")
assert browser.run(f"player.play({json.dumps(service + '/v1/effects/nope.tracks.json')}).then(() => 'played', error => error.message)") != "played"
complaints = [complaint for complaint in browser.complaints() if not any(each in complaint for each in ("favicon", "404", "sig=x", "canvas.width=300", "/static/"))]
assert not complaints, complaints
# An element that leaves the page while parts are loaded makes no context, which nobody would close.
browser.open("/")
browser.wait("window.player")
browser.run(f"""(() => {{
  window.contexts = 0;
  const {{getContext}} = HTMLCanvasElement.prototype, real = fetch, element = document.createElement('hanabi-effect');
  HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {{
    if (kind === 'webgl2') contexts++;
    return getContext.call(this, kind, ...rest);
  }};
  window.fetch = async (...call) => {{
    const data = await (await real(...call)).json();
    return {{ok: true, json: async () => (element.remove(), data)}};
  }};
  element.setAttribute('src', {json.dumps(cannon + '&n=80&w=300&h=200')});
  document.body.append(element);
}})()""")
browser.wait("performance.getEntriesByType('resource').some(entry => entry.name.endsWith('player-gl.js'))")
browser.run("import('/element/player-gl.js').then(() => new Promise(done => setTimeout(done, 100)))")
assert browser.run("contexts") == 0
browser.call("Browser.close")
browser.process.wait(timeout=30)
print("npm.py: the packed player plays")
