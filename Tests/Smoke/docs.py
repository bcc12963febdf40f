"""Tests the API page in headless Chromium. Arguments: the service's URL, a folder for the screenshots."""

import json
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

from chromium import CONTRAST, Browser

service, folder = sys.argv[1].rstrip("/"), sys.argv[2]


def read(path):
    try:
        with urllib.request.urlopen(service + urllib.parse.quote(path, safe="/?&=%:,.~+-_")) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


catalog, schema = (json.loads(read(path)[1]) for path in ("/v1/effects", "/v1/schema.json"))
description = read("/openapi.yaml")[1].decode()
browser = Browser(service, folder)
ready = "document.querySelector('.answer img')?.naturalWidth"

for width, height in ((390, 844), (768, 1024), (1280, 800)):
    for scheme in ("light", "dark"):
        browser.look(width, height, prefers_color_scheme=scheme)
        browser.open("/docs")
        browser.wait(ready)
        time.sleep(0.3)
        browser.photograph(f"docs-{width}-{scheme}")
        assert browser.run("document.documentElement.scrollWidth <= innerWidth"), f"the API page is wider than {width}"
        assert not (faint := browser.run(CONTRAST)), f"{width}, {scheme}: {faint}"
        # Names stay whole, and the bar that stays in sight leaves room for what is read.
        assert not (broken := browser.run("[...document.querySelectorAll('#paths th code, #parameters th code, #forms th code')].filter(e => e.getClientRects().length > 1).map(e => e.textContent)")), (width, broken)
        assert browser.run("document.querySelector('.try').getBoundingClientRect().height < innerHeight * (innerWidth < 600 ? 0.2 : 0.45)"), width

# Each parameter of the catalog is there, with an example that the service accepts; so are the examples of all other sections, but the mistakes.
rows = browser.run("[...document.querySelectorAll('#parameters table')].slice(0, -1).flatMap(t => [...t.querySelectorAll('tbody th code')].map(e => e.textContent))")
assert sorted(rows) == sorted(parameter["name"] for parameter in catalog["parameters"]), set(rows) ^ {p["name"] for p in catalog["parameters"]}
for path in browser.run("[...document.querySelectorAll('#paths .example, #parameters .example, #forms .example')].map(e => e.title)"):
    status, body = read(path)
    assert (status == 409 if "version" in path else status == 200) and body, (path, status, body[:400])
mistakes = browser.run("[...document.querySelectorAll('#errors .example')].map(e => e.title)")
assert len(mistakes) > 3 and all(400 <= read(path)[0] < 500 for path in mistakes), mistakes
assert browser.run("document.querySelectorAll('.palette').length") == len(catalog["palettes"])

# An example is shown with its status, its size and its picture; what is typed is asked for.
browser.run("[...document.querySelectorAll('.example')].find(e => e.textContent === 'c=gold').click()")
browser.wait("document.querySelector('.path').value.endsWith('c=gold') && document.querySelector('.try .facts').textContent.startsWith('200')")
size = len(read(browser.run("document.querySelector('.path').value"))[1])
assert f"{size:,} bytes" in browser.run("document.querySelector('.try .facts').textContent")
browser.run("(e => { e.value = '/v1/effects/candle?explain=1'; e.dispatchEvent(new Event('input')); })(document.querySelector('.path'))")
browser.wait("document.querySelector('.answer pre').checkVisibility() && document.querySelector('.answer pre').textContent.includes('layers')")
browser.run("[...document.querySelectorAll('#errors .example')][1].click()")
browser.wait("document.querySelector('.try .facts').textContent.startsWith('4') && document.querySelector('.answer pre').textContent.includes('\"parameter\": \"fps\"')")
for path in ("//example.org/", "https://example.org/"):
    browser.run(f"(e => {{ e.value = {json.dumps(path)}; e.dispatchEvent(new Event('input')); }})(document.querySelector('.path'))")
    browser.wait("document.querySelector('.try .facts').textContent.includes('begins with one')")

# The search leaves what fits.
browser.run("(e => { e.value = 'wind'; e.dispatchEvent(new Event('input')); })(document.querySelector('#find'))")
assert 0 < browser.run("document.querySelectorAll('#parameters tbody tr').length") < len(rows) / 2

# A spec renders; a mistake in it is said.
browser.run("[...document.querySelectorAll('#specs button')].find(e => e.textContent === 'Render').click()")
browser.wait("document.querySelector('#specs > img').naturalWidth === 240")
browser.run("(e => { e.value = '{\"layers\": 5}'; })(document.querySelector('#specs textarea'))")
browser.run("[...document.querySelectorAll('#specs button')].find(e => e.textContent === 'Render').click()")
browser.wait("document.querySelector('#specs .fault').textContent")

# The objects are those of the schema, with all members.
for name, node in (("Spec", schema), ("Canvas", schema["$defs"]["Canvas"]), ("EmitterCell", schema["$defs"]["EmitterCell"])):
    box = f"[...document.querySelectorAll('.reference details')].find(e => e.querySelector('summary code').textContent === {json.dumps(name)})"
    browser.run(f"{box}.open = true")
    browser.wait(f"{box}.querySelector('table')")
    assert browser.run(f"[...{box}.querySelectorAll('tbody th code')].map(e => e.textContent)") == list(node["properties"]), name

# Errors and limits are those of the description, and of the service.
browser.run("document.querySelector('#limits').scrollIntoView()")
browser.wait("document.querySelector('#live-limits table')")
names = set(browser.run("[...document.querySelectorAll('#errors tbody th')].map(e => e.textContent)"))
enumerated = description.split("enum: [urn:hanabi:problem:", 1)[1].split("]")[0].replace("urn:hanabi:problem:", "")
assert names == {name.strip() for name in enumerated.split(",")}, names
assert browser.run("[...document.querySelectorAll('#limits tbody th')].length") > 30
price = json.loads(read("/v1/effects/cannon.png?dry=1")[1])
for name, bounds in price.items():
    cells = browser.run(f"[...document.querySelectorAll('#live-limits tbody tr')].find(e => e.querySelector('th').textContent === {json.dumps(name)})?.textContent")
    assert f"{bounds['limit']:,}" in cells, (name, cells)
browser.photograph("docs-limits")
# On a phone a row is a block, and its cells say what they are.
browser.look(390, 844)
heads = browser.run("[...document.querySelectorAll('#limits .labeled tr:first-child td')].map(e => getComputedStyle(e, '::before').content)")
assert len(heads) == 5 and all(f'"{head}: "' in "".join(heads) for head in ("default", "flag", "beyond it", "limit")), heads
browser.photograph("docs-limits-390")
browser.look(1280, 800)

# With reduced motion stills stand for what moves, until it is asked for.
browser.look(1280, 800, prefers_reduced_motion="reduce")
browser.open("/docs")
browser.wait(ready)


def moves():
    """Returns whether the answer changes within half a second."""
    looks = []
    for _ in range(3):
        box = browser.run("(({x, y, width, height}) => ({x, y, width, height, scale: 1}))(document.querySelector('.answer img').getBoundingClientRect())")
        looks.append(browser.call("Page.captureScreenshot", format="png", clip=box)["data"])
        time.sleep(0.25)
    return len(set(looks)) > 1


time.sleep(0.5)
assert not moves(), "something moves"
browser.run("[...document.querySelectorAll('#specs button')].find(e => e.textContent === 'Render').click()")
browser.wait("document.querySelector('#specs > img').naturalWidth === 240")
browser.run("document.querySelector('.answer > button').click()")
browser.wait("document.querySelector('.answer > button').hidden")
time.sleep(0.5)
assert moves(), "what is asked to play stands still"

# The header of every page leads here; no request left the service.
for path in ("/", "/edit"):
    browser.open(path)
    browser.wait("document.querySelector('nav a[href=\"/docs\"]')")
browser.stayed()
browser.open("/")  # collects violations
complaints = [c for c in browser.complaints() if " 400 " not in c and " 422 " not in c]
assert not complaints, complaints
browser.call("Browser.close")
browser.process.wait(timeout=30)
print("docs.py: the API page works")
