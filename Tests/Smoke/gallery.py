"""Tests the gallery in headless Chromium. Arguments: the service's URL, a folder for the screenshots."""

import io
import json
import re
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

from PIL import Image

from chromium import CONTRAST, Browser

service, folder = sys.argv[1].rstrip("/"), sys.argv[2]

# Describes the focused element: tag, name, visibility, and focus ring.
FOCUS = """
(() => {
  const e = document.activeElement, box = e.getBoundingClientRect(), style = getComputedStyle(e);
  const label = e.ariaLabel || (e.labels?.[0] ?? document.getElementById(e.getAttribute('aria-labelledby')) ?? e).textContent.trim();
  const ring = style.outlineStyle !== 'none' || Boolean(e.closest('.card'));
  return {tag: e.tagName, id: e.id, name: label, seen: box.width > 0 && box.bottom > 0 && box.top < innerHeight, ring,
          place: [...document.querySelectorAll('*')].indexOf(e)};
})()
"""

catalog = json.load(urllib.request.urlopen(f"{service}/v1/effects"))
page = urllib.request.urlopen(f"{service}/")
html = page.read().decode()
assert "<noscript>" in html and "/v1/effects" in html.split("<noscript>")[1], "nothing for those without scripts"
for path in ("/", "/effects/confetti", "/effects/nope", "/edit", "/docs"):
    try:
        policy = urllib.request.urlopen(f"{service}{path}").headers["Content-Security-Policy"]
    except urllib.error.HTTPError as refusal:
        policy = refusal.headers["Content-Security-Policy"]
    assert "script-src 'self'" in policy and "unsafe" not in policy, (path, policy)

browser = Browser(service, folder)
browser.call("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"], origin=service)
count = "document.querySelectorAll('.card').length"
preview = "document.querySelector('.preview img')"

# The index in four sizes and both color schemes.
for width in (360, 768, 1440, 1920):
    for scheme in ("light", "dark"):
        browser.look(width, prefers_color_scheme=scheme)
        for path in ("/", "/effects/confetti"):
            browser.open(path)
            ready = f"{preview}.naturalWidth" if "effects" in path else "document.querySelector('.stage img').naturalWidth"
            browser.wait(ready)
            time.sleep(0.5)
            browser.photograph(f"gallery-{'effect' if 'effects' in path else 'index'}-{width}-{scheme}")
            assert browser.run("document.documentElement.scrollWidth <= innerWidth"), f"{path} is wider than {width}"
            assert browser.run("jumps") < 0.02, f"{path} at {width} jumps by {browser.run('jumps')}"
            assert not (faint := browser.run(CONTRAST)), f"{path}, {scheme}: {faint}"

browser.open("/")
assert browser.run(count) == len(catalog["effects"]), "not all effects are there"
browser.wait("[...document.querySelectorAll('.stage img')].some(i => !/still/.test(i.src))")

# The hero and the first row of effects are on the first screen, in forms so light that all of it moves after less than 500 kB.
SEEN = "[...document.querySelectorAll('.stage')].filter(e => { const box = e.getBoundingClientRect(); return box.width && box.top < innerHeight * 0.9; })"
MOVING = f"({SEEN}).every(e => e.matches('.tracked') || (!/still/.test(e.querySelector('img').src) && e.querySelector('img').naturalWidth))"
for width, height in ((1280, 800), (390, 844)):
    browser.look(width, height)
    browser.call("Network.clearBrowserCache")
    browser.call("Network.emulateNetworkConditions", offline=False, latency=20, downloadThroughput=1.25e6, uploadThroughput=1.25e6)
    browser.events = []
    browser.open("/")
    start = browser.run("performance.now()")
    browser.wait(f"({SEEN}).length > 1 && {MOVING}")
    after = browser.run("performance.now()")
    loaded = sum(event["params"]["encodedDataLength"] for event in browser.events if event.get("method") == "Network.loadingFinished")
    print(f"gallery.py: first load at {width} × {height}: {loaded / 1000:.0f} kB, all moving after {after / 1000:.1f} s at 10 Mbit/s")
    assert browser.run("document.querySelector('.intro .stage').getBoundingClientRect().height > 100"), "there is no hero"
    assert browser.run("document.querySelector('.card .stage').getBoundingClientRect().top < innerHeight * 0.8"), "the first row is below the first screen"
    assert browser.run("document.querySelector('.card h3').getBoundingClientRect().bottom <= innerHeight"), "the first row has no names on the first screen"
    assert 50_000 < loaded <= 500_000, loaded
    # Flat pieces move by tracks, at the rate of the screen.
    assert browser.run(f"({SEEN}).filter(e => e.matches('.tracked') && e.querySelector('hanabi-effect').currentTime > 0).length > 1"), "no card has a player"
browser.call("Network.emulateNetworkConditions", offline=False, latency=0, downloadThroughput=-1, uploadThroughput=-1)
browser.look(1440)
browser.open("/")

# What cannot be had is asked for again: the still, and what moves.
browser.call("Network.setBlockedURLs", urls=["*/v1/effects/cannon.*"])
browser.call("Network.clearBrowserCache")
browser.open("/")
first = "document.querySelector('.card .stage')"
browser.wait(f"{first}?.lacks && !{first}.querySelector('img').naturalWidth")
browser.call("Network.setBlockedURLs", urls=[])
browser.wait(f"{first}.matches('.tracked') && {first}.querySelector('img').naturalWidth")

# Effects that the page names are there, and what it asks of them is allowed.
script = urllib.request.urlopen(f"{service}/gallery.js").read().decode()
named = re.findall(r"'([^']+)'", re.search(r"const bursts = \[(.*?)\]", script)[1])
named += re.findall(r"name === '([^']+)' \? '&", script) + re.findall(r"const featured = '([^']+)'", script)
assert {"cannon", "confetti", "hanabi"} < set(named) and not (unknown := set(named) - {effect["name"] for effect in catalog["effects"]}), unknown
# No card of the first rows is empty, neither at its start nor later; nor is a burst's.
cards = browser.run("""(named => [...document.querySelectorAll('.card')].filter((card, i) => i < 12 || named.includes(card.querySelector('a').pathname.slice(9)))
  .map(card => { const stage = card.querySelector('.stage'); stage.near = true; stage.update(); return stage.tracks ?? stage.wanted; }))""" + f"({json.dumps(named)})")
for path in cards:
    # Debian's Pillow reads no AVIF.
    if ".avif?" in path:
        continue
    assert ".tracks.json?" in path, path
    picture = Image.open(io.BytesIO(urllib.request.urlopen(service + path.replace(".tracks.json?", ".png?fps=9&")).read()))
    inks = []
    for number in range(picture.n_frames):
        picture.seek(number)
        inks.append(sum(i * count for i, count in enumerate(picture.convert("RGBA").getchannel("A").histogram())))
    assert picture.n_frames > 4 and min(inks) > max(inks) / 4, (path, [round(ink / max(*inks, 1), 2) for ink in inks])
# Names are words.
labels = browser.run("[...document.querySelectorAll('.chips button, .family h2')].map(e => e.textContent)")
assert "Fire & smoke" in labels and "New year" in labels and not [label for label in labels if "-" in label and label != "canvas-confetti"], labels

# Tags and search are in the URL, and back and forward work.
tags = [tag for effect in catalog["effects"] for tag in set(effect["tags"])]
tag, tagged = next((tag, tags.count(tag)) for tag in tags if tags.count(tag) > 1)
browser.run(f"document.querySelector('[data-name=tag][data-value={json.dumps(tag)}]').click()")
assert browser.run("location.search") == f"?tag={tag}" and browser.run(count) == tagged
browser.run("history.back()")
browser.wait(f"!location.search && {count} === {len(catalog['effects'])}")
browser.run("history.forward()")
browser.wait(f"location.search && {count} === {tagged}")
browser.open("/?q=confetti")
assert 0 < browser.run(count) < len(catalog["effects"]), "the search finds all or nothing"
browser.run("document.querySelector('.card a').click()")
browser.wait("location.pathname.startsWith('/effects/') && document.activeElement.tagName === 'H1'")
browser.run("history.back()")
browser.wait(f"location.search === '?q=confetti' && {count}")

# Searches by occasion find something, results are right below the filters, and the skip link leads to the first effect.
for word in ("christmas", "wedding", "success", "love", "halloween", "loading"):
    browser.open(f"/?q={word}")
    assert 0 < browser.run(count) < len(catalog["effects"]) / 2, word
# What is about the words itself comes before what they mean.
for words, first, at_least in (("thank you", "Thank you", 6), ("graduation", "Graduation", 3), ("halloween", "Halloween", 3), ("loading", "Loading", 3), ("slack", "", 3)):
    browser.open(f"/?q={words.replace(' ', '+')}")
    titles = browser.run("[...document.querySelectorAll('.card h3')].map(e => e.textContent)")
    assert len(titles) >= at_least and titles[0].startswith(first), (words, titles)
    assert words != "halloween" or "Peony" not in titles, titles
# What stands in a name comes before tags, these before what a word means, and that before a summary, in which "like" says nothing; one
# list, not one for each family. A slip of the keys is mended where nothing else is found.
for words, firsts, absent in (
    ("like", ["Like burst", "Heart with dots"], "Palm"), ("rain", ["Rain", "Rain with splashes"], None), ("badge", ["Sale"], "Check mark"),
    ("easter", ["Easter"], "Check mark"), ("confeti", ["Confetti"], "Peony"), ("firewroks", ["Confetti fireworks"], "Steam"), ("Birthday CAKE", ["Birthday cake"], None),
):
    browser.open(f"/?q={words.replace(' ', '+')}")
    browser.wait("document.querySelector('.card')")
    titles = browser.run("[...document.querySelectorAll('.card h3')].map(e => e.textContent)")
    assert titles[: len(firsts)] == firsts and absent not in titles, (words, titles)
    assert browser.run("document.querySelectorAll('main section').length") == 1 and words in browser.run("document.querySelector('.count').textContent"), words
browser.open("/?q=party")
assert browser.run("[...document.querySelectorAll('.card h3')].filter(e => /confetti/i.test(e.textContent)).length") > 3
# An emoji finds what it stands for; one that stands for nothing here, the effects with emoji.
for words, first in (("🎉", "Confetti"), ("❤️", "Rising hearts"), ("❄️", "Blizzard"), ("🎂", "Birthday cake"), ("🚀", "Launch"), ("🌧️", "Rain"), ("🔥", "Bonfire"), ("👍🏽", "Like burst"), ("🌸", "Cherry blossom"), ("❤️‍🔥", "Rising hearts"), ("🦖", "Confetti of everything")):
    browser.open(f"/?q={urllib.parse.quote(words)}")
    titles = browser.run("[...document.querySelectorAll('.card h3')].map(e => e.textContent)")
    assert first in titles[:3] and len(titles) < len(catalog["effects"]) / 2 and words in browser.run("document.querySelector('.count').textContent"), (words, titles)
# Where nothing is found, the page says so, and leads on.
browser.open("/?q=zzzz&family=space")
assert "zzzz" in browser.run("document.querySelector('.nothing h2').textContent") and "Space" in browser.run("document.querySelector('.nothing p').textContent")
suggested = browser.run("[...document.querySelectorAll('.nothing .chips button')].map(e => e.textContent)")
assert len(suggested) > 4
for suggestion in suggested:
    browser.open("/?q=zzzz")
    browser.run(f"[...document.querySelectorAll('.nothing .chips button')].find(e => e.textContent === {json.dumps(suggestion)}).click()")
    assert browser.run(count) > 2 and browser.run("document.activeElement.id") == "search", suggestion
browser.open("/?q=zzzz&family=space")
browser.run("document.querySelector('.nothing .strong').click()")
assert browser.run(count) == len(catalog["effects"]) and not browser.run("location.search")
# The page of an effect that does not exist says which one, and names those that are spelled nearly alike.
for path, nearest in (("/effects/snowfal", "snowfall"), ("/effects/confety?w=90", "confetti"), ("/effects/hart", "hearts"), ("/effects/%3Cb%3Ezz%25", None)):
    browser.open(path)
    browser.wait(count)
    found = browser.run("[...document.querySelectorAll('.card a')].map(e => e.pathname.slice(9))")
    assert (found[0] == nearest) if nearest else len(found) == 4, (path, found)
    name = urllib.parse.unquote(path.split("?")[0].removeprefix("/effects/"))
    assert f"“{name}”" in browser.run("document.querySelector('main p').textContent") and name in browser.run("document.title"), path
    assert browser.run("document.querySelector('main .strong').pathname") == "/"
browser.complaints()
browser.open("/")
occasions = browser.run("[...document.querySelectorAll('[data-name=q]')].map(e => e.dataset.value)")
assert len(occasions) > 9
# An occasion's results are where one looks, on a phone and on a desk; what was picked stands above them.
for width, height in ((390, 844), (1280, 800)):
    browser.look(width, height)
    browser.open("/")
    browser.run("document.querySelector('[data-name=q][data-value=christmas]').focus()")
    assert browser.run("document.activeElement.checkVisibility() && document.activeElement.getBoundingClientRect().bottom < innerHeight"), "occasions are out of sight"
    browser.press("Enter")
    browser.wait("new URLSearchParams(location.search).get('q') === 'christmas'")
    assert 0 <= browser.run("document.querySelector('.card').getBoundingClientRect().top") < browser.run("innerHeight / 2"), f"the results of an occasion are out of sight at {width}"
    assert browser.run("document.activeElement.dataset.value") == "christmas" and browser.run("document.activeElement.ariaPressed") == "true"
    browser.open("/?q=christmas")
    assert browser.run("document.querySelector('.card').getBoundingClientRect().top < innerHeight / 2")
    assert browser.run("document.querySelector('.more summary').getBoundingClientRect().right < document.querySelector('.count').getBoundingClientRect().left"), "text over text"
browser.look(1440)
browser.open("/")
for occasion in occasions:
    browser.run(f"document.querySelector('[data-name=q][data-value={json.dumps(occasion)}]').click()")
    assert 0 < browser.run(count) < len(catalog["effects"]) / 2, occasion
browser.run("[...document.querySelectorAll('.seek button')].find(e => e.textContent === 'Surprise me').click()")
browser.wait("/^.effects.[a-z-]+$/.test(location.pathname) && /seed=/.test(location.search) && document.querySelector('.preview img')")
browser.open("/")
browser.run("document.querySelector('[data-name=family][data-value=fireworks]').click()")
assert browser.run("document.querySelector('.card').getBoundingClientRect().top < innerHeight / 2"), "a filter's results are out of sight"
browser.run("document.querySelector('.skip').click()")
assert browser.run("Boolean(document.activeElement.closest('.card'))")

# Keyboard navigation from the top of the index to an effect.
browser.open("/")
places = []
for _ in range(200):
    browser.press("Tab")
    focus = browser.run(FOCUS)
    assert focus["name"] and focus["seen"] and focus["ring"], focus
    places.append(focus["place"])
    if focus["tag"] == "A" and len(places) > 1 and browser.run("Boolean(document.activeElement.closest('.card'))"):
        break
assert places == sorted(places) and "main" in browser.run("document.querySelector('.skip').hash")
browser.press("Enter")
browser.wait("location.pathname.startsWith('/effects/')")

# By keyboard alone from the top of the index to the copied code of an effect, in a few steps.
browser.open("/")
browser.press("Tab")
browser.press("Enter")
browser.wait("document.activeElement.closest('.card')")
browser.press("Enter")
browser.wait("document.activeElement.tagName === 'H1' && document.querySelector('.form-panel')")
for tabs in range(1, 12):
    browser.press("Tab")
    if browser.run("document.activeElement.textContent") == "Copy HTML":
        break
assert tabs < 11, tabs
browser.press("Enter")
browser.wait("document.querySelector('#status').textContent === 'Copied: HTML'")
assert browser.run("navigator.clipboard.readText()").startswith("<picture>")

# A link with parameters; changed values replace the image, which stays until then.
browser.open("/effects/confetti?seed=9&layers.0.opacity=0.5")
browser.wait(f"{preview}.src.startsWith('blob:')")
assert browser.run("document.querySelector('#p-seed').value") == "9"
assert "layers.0.opacity=0.5" in browser.run("document.querySelector('.url code').textContent")
set_value = "((id, value) => { const e = document.querySelector(id); e.value = value; e.dispatchEvent(new Event('input')); })"
before = browser.run(f"{preview}.src")
browser.run(f"{set_value}('#p-seed', '77')")
assert browser.run(f"{preview}.src") == before
browser.wait(f"{preview}.src !== {json.dumps(before)}")
assert "seed=77" in browser.run("location.search") and "kB" in browser.run("document.querySelector('.facts').textContent")
assert not (complaints := browser.complaints()), complaints

# Copy, download and the editor are at hand below the image.
assert browser.run("[...document.querySelectorAll('.taking *')].every(e => e.getBoundingClientRect().bottom < innerHeight)")
assert "seed=77" in browser.run("document.querySelector('.taking a[href^=\"/edit#preset=confetti\"]').hash")
browser.run("(e => { e.value = 'GIF'; e.dispatchEvent(new Event('change')); })(document.querySelector('.taking select'))")
assert ".gif?" in browser.run("document.querySelector('.taking a[download]').href")
assert ".gif?" in browser.run("document.querySelector('.url code').textContent")
browser.wait("document.querySelector('.tab[aria-selected=true]')?.dataset.form === 'GIF'")

# At all widths the URL, copy and download stay in sight while parameters are scrolled through, and nothing lies below them.
for width, height in ((390, 844), (768, 1024), (1280, 800)):
    browser.look(width, height)
    browser.run("scrollTo(0, 0)")
    browser.run("document.querySelectorAll('.control')[8].scrollIntoView({block: 'end'})")
    browser.wait("['.url button', '.taking .strong', '.taking a[download]', '.preview img'].every(query => { const box = document.querySelector(query).getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight; })")
    browser.run("document.querySelector('.forms').scrollIntoView()")
    browser.wait("(([show, forms]) => show.bottom <= forms.top || show.right <= forms.left)(['.show', '.forms'].map(query => document.querySelector(query).getBoundingClientRect()))")
    # Formats and code come before the parameters, within the first screen or two.
    assert browser.run("document.querySelector('.forms').getBoundingClientRect().bottom <= document.querySelector('.panel').getBoundingClientRect().top")
    assert browser.run("document.querySelector('.snippet').getBoundingClientRect().top + scrollY < 1.4 * innerHeight"), width
browser.look(1440)

# Colors with alpha are shown, and keep it.
browser.open("/effects/snowfall")
browser.wait(f"{preview}.src.startsWith('blob:')")
swatch = "document.querySelector('[data-name=c] .swatch input[type=color]')"
assert browser.run(f"{swatch}.value") != "#000000"
alpha = browser.run("document.querySelector('[data-name=c] .swatch .alpha').value")
browser.run(f"(e => {{ e.value = '#ff0000'; e.dispatchEvent(new Event('input')); }})({swatch})")
assert browser.run("document.querySelector('[data-name=c] .swatch .alpha').value") == alpha != "255"
assert browser.run("new URLSearchParams(location.search).get('c')").startswith(f"ff0000{int(alpha):02x}")

# A page opens with the lightest form that looks the same; with frames for whoever asks for them, and where the best form is refused.
form, tab = "document.querySelector('.taking select').value", "document.querySelector('.tab[aria-selected=true]')?.dataset.form"
for path, name in (
    ("/effects/confetti", "SVG"), ("/effects/smoke?seed=3", "AVIF"), ("/effects/confetti?fps=12&d=1", "PNG"), ("/effects/hearts?quality=40&d=0.5", "WebP"),
    # An SVG with too many pieces, and an AVIF of too large a frame.
    ("/effects/cannon?n=3000&d=0.5&w=200&h=100", "WebP"), ("/effects/smoke?w=2000&h=1100&d=0.2&fps=5", "PNG"), ("/effects/smoke?w=2000&h=1100&d=0.4", "WebP"),
):
    browser.open(path)
    browser.wait(f"{preview}?.src.startsWith('blob:') && {tab}")
    assert browser.run(form) == browser.run(tab) == name, (path, browser.run(form), browser.run(tab))
    assert f"{path.split('?')[0]}.{name.lower()}" in browser.run("document.querySelector('.url code').textContent"), path
    assert browser.run("document.querySelector('.facts').textContent").startswith(f"{name} · "), path
assert browser.run("document.querySelector('.show .fault').textContent") == ""
assert not (others := [complaint for complaint in browser.complaints() if "422" not in complaint]), others
# A form that is picked is the one of the preview.
browser.run("(e => { e.value = 'WebP'; e.dispatchEvent(new Event('change')); })(document.querySelector('.taking select'))")
browser.wait("document.querySelector('.facts').textContent.startsWith('WebP')")
# It is in the address: a reload and a shared link show it, parameters keep it, and Back leads to the one before.
here = "location.pathname + location.search + location.hash"
browser.open("/effects/hearts?w=96")
browser.wait(f"{preview}?.src.startsWith('blob:') && {tab}")
assert browser.run(here) == "/effects/hearts?w=96" and browser.run(form) == "SVG"
browser.run("document.querySelector('[data-form=GIF]').click()")
assert browser.run(here) == "/effects/hearts?w=96#gif"
browser.run("(e => { e.value = 'WebP'; e.dispatchEvent(new Event('change')); })(document.querySelector('.taking select'))")
assert browser.run(here) == "/effects/hearts?w=96#webp"
browser.run("(e => { e.value = '88'; e.dispatchEvent(new Event('input')); })(document.querySelector('#p-w'))")
assert browser.run(here) == "/effects/hearts?w=88#webp"
browser.wait("document.querySelector('.facts').textContent.startsWith('WebP · 88')")
browser.run("location.reload()")
browser.wait(f"performance.getEntriesByType('navigation')[0].type === 'reload' && {tab} === 'WebP' && document.querySelector('.facts').textContent.startsWith('WebP · 88')")
browser.run("history.back()")
browser.wait(f"location.hash === '#gif' && {tab} === 'GIF' && {form} === 'GIF' && document.querySelector('.facts').textContent.startsWith('GIF')")
browser.run("history.back()")
browser.wait(f"!location.hash && {tab} === 'SVG' && {form} === 'SVG'")
# Keys on their way through the tabs are no steps of the history.
steps = browser.run("history.length")
browser.run("document.querySelector('.tab[aria-selected=true]').focus()")
browser.press("ArrowRight")
browser.press("ArrowRight")
assert browser.run("history.length") == steps and browser.run(here) == "/effects/hearts?w=96#avif", browser.run(here)
# A style sheet loads the lightest image, and its code is what is copied.
browser.open("/effects/hearts#css")
browser.wait(f"{tab} === 'CSS' && document.querySelector('.facts').textContent.startsWith('CSS')")
browser.run("document.querySelector('.taking .strong').click()")
browser.wait("document.querySelector('#status').textContent === 'Copied: CSS'")
assert "hearts.svg" in browser.run("document.querySelector('.url code').textContent")
assert re.match(r'\.hearts \{[^}]*image-set\(url\("[^"]+hearts\.svg"\) type\("image/svg\+xml"\), url\("[^"]+hearts\.png"\)', copied := browser.run("navigator.clipboard.readText()")), copied
# A form that a target brings is none that was picked.
browser.open("/effects/hearts?target=slack")
browser.wait(f"{tab} === 'GIF'")
assert browser.run("location.hash") == ""
# A video plays, muted and inline.
if any(each["ending"] == ".webm" for each in catalog["forms"]):
    browser.open("/effects/hearts?w=120&h=90&d=1")
    browser.wait("document.querySelector('[data-form=WebM]')")
    browser.run("document.querySelector('[data-form=WebM]').click()")
    for place in (".preview video", ".form-panel video"):
        browser.run(f"document.querySelector('{place}').scrollIntoView()")
        browser.wait(f"(v => v.currentTime > 0.1 && !v.paused && v.muted && v.loop && v.playsInline && v.checkVisibility())(document.querySelector('{place}'))")
    assert browser.run(f"{preview}.hidden && document.querySelector('.facts').textContent.startsWith('WebM')")
    browser.run("document.querySelector('[data-form=GIF]').click()")
    browser.wait(f"!{preview}.hidden && !document.querySelector('.preview video').checkVisibility()")
# On a phone everything below the preview is within the page, and most of the page is left for the parameters.
browser.look(390, 844)
browser.open("/effects/confetti")
browser.wait(f"{preview}.src.startsWith('blob:')")
assert browser.run("[...document.querySelectorAll('.show *')].filter(e => e.checkVisibility()).every(e => { const box = e.getBoundingClientRect(); return e.closest('pre') || (box.left >= 0 && box.right <= innerWidth); })")
assert browser.run("document.querySelector('.show').getBoundingClientRect().height <= 0.35 * innerHeight")
assert browser.run("['.top nav a[href=\"/\"]', '[aria-label^=Zoom]'].every(query => document.querySelector(query).checkVisibility())")
assert browser.run("parseFloat(getComputedStyle(document.querySelector('.url code')).fontSize)") >= 11.7
browser.wait("document.querySelector('.tabs.goes-on')")
# The preview is filled, and shows the true size when asked.
browser.look(1440)
browser.open("/effects/loading")
browser.wait(f"{preview}.src.startsWith('blob:') && Math.abs({preview}.getBoundingClientRect().height + 32 - document.querySelector('.preview').clientHeight) < 3")
browser.run("[...document.querySelectorAll('[aria-label^=Zoom] button')].find(e => e.textContent === '1×').click()")
browser.wait(f"{preview}.getBoundingClientRect().width === 96")
browser.look(1440)

# A form without a picture that the address has is measured, too: its file has been asked for.
browser.open("/effects/loading?w=48&h=48#tracks")
browser.wait(f"{preview}?.src.startsWith('blob:') && /^[0-9.]+ kB$/.test(document.querySelector('[data-form=tracks] small')?.textContent)")
assert " bytes" in browser.run("document.querySelector('.form-panel .hint').textContent")
# A file that the browser cannot decode is let go of, and another form takes its place.
lacking = browser.call("Page.addScriptToEvaluateOnNewDocument", source="""
  window.held = new Set();
  const {createObjectURL, revokeObjectURL} = URL, {decode} = HTMLImageElement.prototype, types = new Map();
  URL.createObjectURL = blob => { const url = createObjectURL(blob); held.add(url); types.set(url, blob.type); return url; };
  URL.revokeObjectURL = url => { held.delete(url); revokeObjectURL(url); };
  HTMLImageElement.prototype.decode = function () { return types.get(this.src) === 'image/avif' ? Promise.reject(new DOMException('', 'EncodingError')) : decode.call(this); };
""")
browser.open("/effects/smoke?w=100&d=0.5")
browser.wait(f"{preview}.src.startsWith('blob:') && document.querySelector('.facts').textContent.startsWith('WebP · ')")
assert browser.run("held.size") == 1 and browser.run(f"held.has({preview}.src)"), browser.run("[...held]")
browser.call("Page.removeScriptToEvaluateOnNewDocument", identifier=lacking["identifier"])

# Frames that the preview enlarges have two pixels per point there, if they are little work; the true size shows the file.
browser.open("/effects/loading#png")
browser.wait(f"{preview}.naturalWidth === 192 && document.querySelector('.facts').textContent.startsWith('PNG · 96 × 96 · ')")
browser.run("[...document.querySelectorAll('[aria-label^=Zoom] button')].find(e => e.textContent === '1×').click()")
browser.wait(f"{preview}.naturalWidth === 96 && {preview}.getBoundingClientRect().width === 96")
# Who has gone to the true size before they are there gets them when the picture fills the preview again; what plays once does not begin anew.
browser.open("/effects/loading?n=9#png")
browser.wait(f"{preview}.naturalWidth === 96")
browser.run("[...document.querySelectorAll('[aria-label^=Zoom] button')].find(e => e.textContent === '1×').click()")
time.sleep(2)
assert browser.run(f"{preview}.naturalWidth") == 96
browser.run("[...document.querySelectorAll('[aria-label^=Zoom] button')].find(e => e.textContent === 'Fit').click()")
browser.wait(f"{preview}.naturalWidth === 192")
browser.open("/effects/loading?n=9&loop=once#png")
browser.wait(f"{preview}.naturalWidth === 96")
time.sleep(2.5)
assert browser.run(f"{preview}.naturalWidth") == 96 and not browser.run("performance.getEntriesByType('resource').some(e => e.name.includes('dpr=2'))")

# What a service does not answer is not known: it is asked again, the panel says so, and a file can still be measured, as often as wanted.
unanswered = browser.call(
    "Page.addScriptToEvaluateOnNewDocument",
    source="window.lost = /dry=1/, window.fetch = (fetch => (url, ...rest) => lost?.test(`${rest[0]?.method} ${url}`) ? (window.losses = (window.losses ?? 0) + 1, Promise.reject(new TypeError('lost'))) : fetch(url, ...rest))(window.fetch)",
)
hint, measuring = "document.querySelector('.form-panel .hint').textContent", "[...document.querySelectorAll('.form-panel button')].find(e => e.textContent === 'Measure it')"
browser.open("/effects/explode?target=telegram&n=20")
browser.wait("document.querySelector('.forms') && document.querySelector('.preview').ariaBusy === 'false'")
assert browser.run("document.querySelector('.tab[aria-selected=true]').dataset.form") == "Sticker" and browser.run(hint) == "Predicting …", browser.run(hint)
browser.run("document.querySelector('.forms').scrollIntoView()")
browser.wait(f"{hint} === 'The size is not known yet.' && !{measuring}.hidden")
assert browser.run("window.losses") == 3 and browser.run("[...document.querySelectorAll('.tab small')].some(e => e.textContent === '–')")
browser.run(f"lost = /tgs/, {measuring}.click()")
browser.wait(f"{hint}.startsWith('The service could not be reached.') && !{measuring}.hidden")
assert browser.run("document.querySelector('[data-form=Sticker] small').textContent") == "–"
browser.run(f"lost = null, {measuring}.click()")
browser.wait(f"/^[0-9,]+ bytes/.test({hint}) && {measuring}.hidden && /^[0-9.]+ kB$/.test(document.querySelector('[data-form=Sticker] small').textContent)")
browser.call("Page.removeScriptToEvaluateOnNewDocument", identifier=unanswered["identifier"])
# A click more, and all sizes are real ones.
all_of_them = "[...document.querySelectorAll('.forms > .bar button')].find(e => /^(Measure|Stop)/.test(e.textContent))"
browser.open("/effects/explode?w=100&h=60&d=0.5&fps=10&n=9")
browser.wait("document.querySelector('.forms') && document.querySelector('.preview').ariaBusy === 'false'")
browser.run("document.querySelector('.forms').scrollIntoView()")
browser.wait(f"!{all_of_them}.hidden")
browser.run(f"{all_of_them}.click()")
browser.wait(f"{all_of_them}.hidden")
sizes = browser.run("Object.fromEntries([...document.querySelectorAll('.tab')].map(e => [e.dataset.form, e.lastChild.textContent]))")
assert all(re.fullmatch("[0-9.]+ kB|[0-9]+ bytes|refused", size) for size in sizes.values()) and list(sizes.values()).count("refused") < 3, sizes

# The files of a preset as it is are measured without a click, one byte of those that are made as a whole is sent, and the service knows them from then on.
own_sizes = "Object.fromEntries([...document.querySelectorAll('.tab')].map(e => [e.dataset.form, e.lastChild.textContent]))"
files = "performance.getEntriesByType('resource').filter(e => /effects.checkmark[.](webp|avif|tgs|mp4)$|checkmark[.](webp|avif|tgs|mp4)[?]on-error/.test(e.name))"
for visit in range(2):
    browser.open("/effects/checkmark")
    browser.wait("document.querySelector('.forms') && document.querySelector('.preview').ariaBusy === 'false'")
    browser.run("document.querySelector('.forms').scrollIntoView()")
    browser.wait(f"{all_of_them}.hidden && Object.values({own_sizes}).every(size => /^([0-9.]+ kB|[0-9]+ bytes|refused)$/.test(size))")
    assert list(browser.run(own_sizes).values()).count("refused") < 3, browser.run(own_sizes)
    asked = browser.run(f"{files}.map(e => [e.name, e.transferSize])")
    assert asked and all(size < 2000 for _, size in asked), asked
    assert any("on-error" in name for name, _ in asked) == (visit == 0), asked

# A text is measured as it is sent, by gzip, whatever parameters it has.
browser.open("/effects/checkmark?max=300kB#svg")
browser.wait("document.querySelector('.forms') && document.querySelector('.preview').ariaBusy === 'false'")
browser.run("document.querySelector('.forms').scrollIntoView()")
browser.wait(f"!{all_of_them}.hidden")
browser.run(f"{all_of_them}.click()")
browser.wait(f"{all_of_them}.hidden")
browser.run("document.querySelector('[data-form=tracks]').click()")
sent = urllib.request.urlopen(urllib.request.Request(f"{service}/v1/effects/checkmark.tracks.json?max=300kB", headers={"Accept-Encoding": "gzip"})).read()
assert f"{len(sent):,} bytes" in browser.run(hint), (len(sent), browser.run(hint))

# A second click stops, and what was being made is neither refused nor lost.
browser.open("/effects/confetti?w=640&h=640")
browser.wait("document.querySelector('.forms') && document.querySelector('.preview').ariaBusy === 'false'")
browser.run("document.querySelector('.forms').scrollIntoView()")
browser.wait(f"!{all_of_them}.hidden")
browser.run(f"{all_of_them}.click()")
browser.wait("[...document.querySelectorAll('.forms > .bar button')].some(e => /^Stop measuring, [0-9]+ left$/.test(e.textContent))")
browser.run("[...document.querySelectorAll('.forms > .bar button')].find(e => /^Stop/.test(e.textContent)).click()")
browser.wait(f"document.querySelector('#status').textContent === 'Measuring has stopped' && {all_of_them}.textContent === 'Measure all'")
assert browser.run("[...document.querySelectorAll('.tab small')].filter(e => e.textContent.startsWith('≈')).length") > 1
stopped = browser.run("[...document.querySelectorAll('.tab')].find(e => e.textContent.includes('≈')).dataset.form")
browser.run(f"document.querySelector('[data-form={stopped}]').click()")
assert browser.run(hint).startswith("≈"), (stopped, browser.run(hint))
# A service that is busy is asked again, and no form is taken for a refused one.
busy = browser.call(
    "Page.addScriptToEvaluateOnNewDocument",
    source="window.turned = 0, window.fetch = (fetch => (url, ...rest) => /forms=all/.test(url) && !window.turned ? (window.turned++, Promise.resolve(new Response('{\"detail\": \"All workers are busy.\"}', {status: 503}))) : fetch(url, ...rest))(window.fetch)",
)
browser.open("/effects/explode?w=104&h=60&d=0.5&fps=10&n=9")
browser.wait("document.querySelector('.forms') && document.querySelector('.preview').ariaBusy === 'false'")
browser.run("document.querySelector('.forms').scrollIntoView()")
browser.wait("window.turned")
assert not browser.run("document.querySelector('.forms').textContent.includes('refused') || document.querySelector('.forms').textContent.includes('busy')")
browser.wait("[...document.querySelectorAll('.tab small')].some(e => e.textContent.startsWith('≈')) && !document.querySelector('.forms').textContent.includes('busy')")
browser.call("Page.removeScriptToEvaluateOnNewDocument", identifier=busy["identifier"])

# The forms: each has a size that is predicted, its real one once it is chosen, a download, and code that names it. Keys go from tab to tab.
browser.open("/effects/explode?w=200&h=120&d=1&fps=12&n=20&c=gold,red")
browser.wait("document.querySelector('.forms')")
browser.run("document.querySelector('.forms').scrollIntoView()")
browser.wait("[...document.querySelectorAll('.tab small')].every(e => e.textContent !== '…')")
# One request for all; no file but the one that is seen is made before somebody chooses it.
asked = browser.run("performance.getEntriesByType('resource').map(e => e.name).filter(name => /effects.explode[.]/.test(name))")
assert len([url for url in asked if "forms=all" in url]) == 1 and not [url for url in asked if "dry=1" not in url and "/explode.png" not in url and ".still." not in url], asked
predicted = browser.run("Object.fromEntries([...document.querySelectorAll('.tab')].map(e => [e.dataset.form, e.lastChild.textContent]))")
assert all(re.match("≈ [0-9.]+ kB$", predicted[form]) for form in ("WebP", "GIF", "Sticker")) and all(re.match("[0-9.]+ kB$", predicted[form]) for form in ("PNG", "SVG", "Lottie", "tracks")), predicted
SIGNATURES = {
    "PNG": b"\x89PNG", "SVG": b"<svg", "WebP": b"RIFF", "AVIF": b"\0\0\0", "GIF": b"GIF8", "MP4": b"\0\0\0", "WebM": b"\x1a\x45\xdf\xa3", "HEVC": b"\0\0\0", "MOV": b"\0\0\0", "Lottie": b"{", "Sticker": b"\x1f\x8b", "tracks": b"{", "sheet": b"\x89PNG", "CSS": b"\x89PNG", "still": b"\x89PNG"
}
browser.wait("[...document.querySelectorAll('.kinds button')].some(e => e.textContent === 'CAEmitterLayer')")
title = browser.run("document.querySelector('h1').textContent")
browser.look(1280, 800)
assert browser.run("document.querySelector('.tabs').scrollWidth <= document.querySelector('.tabs').clientWidth"), "a form is out of sight at 1280"
browser.look(1440)
browser.run("document.querySelector('.tab[aria-selected=true]').focus()")
FILMS = {"MP4", "WebM", "HEVC", "MOV"}
there = browser.run("[...document.querySelectorAll('.tab')].map(e => e.dataset.form)")
assert set(SIGNATURES) - FILMS <= set(there) <= set(SIGNATURES), there
for form, signature in ((form, SIGNATURES[form]) for form in there):
    assert browser.run("document.activeElement.dataset.form") == form and browser.run("document.activeElement.ariaSelected") == "true"
    url = browser.run("document.querySelector('.form-panel a[download]').href")
    if form == "CSS":
        browser.run("[...document.querySelectorAll('.kinds button')].find(e => e.textContent === 'CSS').click()")
        url = browser.run("document.querySelector('.form-panel a[download]').href")
        # The file is the style sheet, which names the best image: one with frames, where they are asked for.
        assert browser.run("document.querySelector('.form-panel a[download]').download") == "explode.css"
        text = urllib.parse.unquote(url.removeprefix("data:text/css,"))
        assert text == browser.run("document.querySelector('.snippet code').textContent") and text.startswith(".explode {")
        url = re.search(r'url\("([^"]+)"\)', text)[1]
        assert url == browser.run("document.querySelector('.url code').textContent") and "/explode.png?" in url, url
        shown = "document.querySelector('.styled').shadowRoot.querySelector('div')"
        assert browser.run(f"{shown}.className === 'explode' && getComputedStyle({shown}).backgroundImage.includes({json.dumps(url)}) && {shown}.getBoundingClientRect().height === 120")
    for coding in ("identity", "gzip"):
        answer = urllib.request.urlopen(urllib.request.Request(url, headers={"Accept-Encoding": coding}))
        body = answer.read()
        if coding == "identity":
            assert body.startswith(signature), (form, body[:20])
    # The size is that of the bytes that a browser gets, by gzip where there is one; and the same below the preview.
    browser.wait(f"/^[0-9.]+ kB$/.test(document.querySelector('[data-form={form}] small').textContent)")
    small = browser.run(f"document.querySelector('[data-form={form}] small').textContent")
    if predicted[form].startswith("≈"):
        assert 0.4 < float(predicted[form].split()[1]) / float(small.split()[0]) < 2.5, (form, predicted[form], small)
    browser.wait(f"document.querySelector('.facts').textContent.endsWith(' · {small}')")
    said = browser.run("document.querySelector('.form-panel .hint').textContent")
    assert f"{len(body):,} bytes" in said, (form, len(body), said)
    kinds = browser.run("[...document.querySelectorAll('.kinds button')].map(e => e.textContent)")
    assert {"HTML", "curl", "Command line", "CAEmitterLayer"} | (set() if form in FILMS | {"CSS"} else {"Swift"}) <= set(kinds), (form, kinds)
    assert (form in ("Sticker", "sheet", "CSS")) != ({"React", "Vue"} <= set(kinds)), (form, kinds)
    assert ("Markdown" in kinds) == (form in ("PNG", "SVG", "WebP", "AVIF", "GIF", "still")), (form, kinds)
    for kind in kinds:
        browser.run(f"[...document.querySelectorAll('.kinds button')].find(e => e.textContent === {json.dumps(kind)}).click()")
        code = browser.run("document.querySelector('.snippet code').textContent")
        name = browser.run("document.querySelector('.form-panel a[download]').download")
        if kind == "curl":
            made = subprocess.run(re.sub(r"-o \S+", "-so -", code, count=1), shell=True, capture_output=True, check=True).stdout
            assert made.startswith(signature), (code, made[:20])
        elif kind == "Command line":
            assert code.startswith("hanabi render explode --set w=200 ") and "--set c=gold,red" in code, code
        elif kind == "CAEmitterLayer":
            assert code.startswith("import UIKit") and "cell.birthRate = " in code and "not in Core Animation: particleType" in code, code
        elif kind == "Vue":
            assert "<template>" in code and url.split("?")[1].replace("&", "&amp;" if form != "Lottie" else "&") in code, code
        elif kind == "React":
            assert "export const" in code and "srcset" not in code and url.split("?")[0] in code, code
        elif kind == "Markdown":
            assert code == f"![{title}]({url})", code
        elif kind == "Swift":
            assert 'Effect.preset("explode").setting(query: "w=200&' in code, code
        elif form == "CSS" and kind == "CSS sheet":
            # The style sheet that it imports moves an element with that class.
            sheet = re.search(r'@import url\("([^"]+)"\)', code)[1]
            assert 'class="hanabi-explode"' in code and b"steps(" in urllib.request.urlopen(sheet).read(), code
            browser.wait("document.querySelector('.styled').shadowRoot.querySelector('link').sheet && getComputedStyle(document.querySelector('.styled').shadowRoot.querySelector('.hanabi-explode')).animationName !== 'none'")
        elif form == "CSS" and kind in ("CSS", "CSS page"):
            style = browser.run(f"(() => {{ const sheet = new CSSStyleSheet(); sheet.replaceSync({json.dumps(code)}); return [...sheet.cssRules].map(rule => rule.cssText).join(' '); }})()")
            assert json.dumps(url) in style and "prefers-reduced-motion" in style and ("fixed" in style) == (kind == "CSS page"), style
        elif kind == "HTML" and form == "CSS":
            shown = browser.run(f"(() => {{ const box = document.createElement('div').attachShadow({{mode: 'open'}}); box.innerHTML = {json.dumps(code)}; return box.querySelector('.explode').role; }})()")
            assert shown == "img" and code.startswith("<style>"), code
        elif kind == "HTML" and form == "Sticker":
            assert f'href="{url.replace("&", "&amp;")}" download="explode.tgs"' in code, code
        elif kind == "HTML" and form in FILMS:
            assert "autoplay loop muted playsinline" in code and url.split("?")[0] in code, code
        elif kind == "HTML" and form == "Lottie":
            # A page has no package to import.
            assert re.search(r'<script src="https://[^"]+/lottie_light[.]min[.]js">', code) and "import" not in code and f"{service}/v1/effects/explode.lottie.json" in code, code
        elif kind == "HTML" and form not in ("tracks", "sheet"):
            # What the code shows, seen by a browser: its picture loads.
            assert ("<picture>" in code) == (form != "still"), code
            shown = browser.run(f"(async () => {{ const box = document.createElement('div'); box.innerHTML = {json.dumps(code)}; document.body.append(box); const image = box.querySelector('img'); image.loading = 'eager'; await image.decode(); const url = image.currentSrc; box.remove(); return url; }})()")
            assert shown == url, (form, shown, url)
        elif kind == "CSS" and form != "sheet":
            style = browser.run(f"(() => {{ const sheet = new CSSStyleSheet(); sheet.replaceSync({json.dumps(code)}); return [...sheet.cssRules].map(rule => rule.cssText).join(' '); }})()")
            assert json.dumps(url) in style and ("prefers-reduced-motion" in style) == (form != "still"), style
    browser.run("document.querySelector('.tab[aria-selected=true]').focus()")
    browser.press("ArrowRight")
assert browser.run("document.activeElement.dataset.form") == "PNG"
browser.photograph("gallery-forms")
# The code for Core Animation is Swift, before declarations of the SDK's parts that it uses.
TYPES = (Path(__file__).parent / "CoreAnimation.txt").read_text()
codes = browser.run("""(async () => {
  const {emitterCode, hasEmitters} = await import(document.querySelector('script').src.replace(/gallery[^/]*$/, 'gallery-emitter.js')), made = [];
  for (const name of ['confetti', 'peony', 'birthday', 'emoji-rain', 'snowfall', 'sparkle-word', 'side-cannons', 'autumn-leaves', 'hanabi', 'galaxy', 'twitter-heart']) {
    const spec = await (await fetch(`/v1/effects/${name}?explain=1`)).json();
    made.push(hasEmitters(spec) ? emitterCode(spec, name.replace(/[^a-z]/g, '')) : '');
  }
  const cells = [{birthRate: 30, lifetime: 1, contents: [{contents: 'star', weight: 2}, 'circle'], colors: [{color: 'red', weight: 3}, 'blue', {color: 'lime', weight: 0}]},
    {birthRate: 8, lifetime: 1, contents: ['star', 'circle'], colors: [{color: 'red', weight: 3}, 'blue']}];
  made.push(emitterCode({layers: [{emitterCells: cells}]}, 'weights'));
  return made;
})()""")
assert all(codes)
# A group that repeats its layers is one in Core Animation, too.
assert "let layer3 = CAReplicatorLayer()" in codes[8] and "layer3.addSublayer(layer3x13)" in codes[8] and "scene.addSublayer(layer3)" in codes[8], codes[8]
assert ".transform = CATransform3DMakeAffineTransform(" in codes[9] and ".beginTime = CACurrentMediaTime() + 0.65" in codes[10], codes[9:11]
# Contents and colors with weights are drawn as often as their weights say.
assert all(part in codes[-1] for part in ("(star1, 0.6667), (circle2, 0.3333)", ", 0.75), (UIColor", "cell.birthRate = 30 * Float(contentsShare) * Float(colorShare)", "cell.birthRate = 8 / 2 * Float(colorShare)")), codes[-1]
assert "Object" not in codes[-1] and "not in Core Animation" not in codes[-1], codes[-1]
with tempfile.TemporaryDirectory() as place:
    whole = "\n".join(f"enum E{i} {{\n{code.removeprefix('import UIKit').replace('func ', 'static func ')}\n}}" for i, code in enumerate(codes))
    (Path(place) / "codes.swift").write_text(whole)
    (Path(place) / "types.swift").write_text(TYPES)
    checked = subprocess.run(["swiftc", "-typecheck", "-parse-as-library", f"{place}/types.swift", f"{place}/codes.swift"], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr[:3000]
# Video has tabs where the catalog has its endings, with code that plays it.
films = browser.run("""(async () => {
  const {offered, snippets} = await import(document.querySelector('script').src.replace(/gallery[^/]*$/, 'gallery-forms.js'));
  const endings = ['.png', '.webm', '.hevc.mov', '.mp4', '.mov'], forms = offered({forms: endings.map(ending => ({ending}))});
  const effect = {name: 'x', title: 'X', width: '20', height: '10', values: new Map(), query: '', url: ending => `https://a.example/x${ending}`, forms};
  return Object.fromEntries(forms.map(form => [form.name, snippets(form, effect)]));
})()""")
assert list(films) == ["PNG", "MP4", "WebM", "HEVC", "MOV", "CSS"], films
assert all("autoplay loop muted playsinline" in films[name]["HTML"] and "autoPlay" in films[name]["React"] for name in ("MP4", "WebM", "HEVC", "MOV"))
assert films["WebM"]["HTML"].index("hvc1") < films["WebM"]["HTML"].index("video/webm") and "x.mp4" in films["MP4"]["HTML"]
has_films = any(form["ending"] == ".mp4" for form in catalog["forms"])
assert has_films == browser.run("Boolean(document.querySelector('[data-form=MP4]'))")
# A form that is refused says why.
browser.open("/effects/confetti")
browser.wait("document.querySelector('.forms')")
browser.run("document.querySelector('.forms').scrollIntoView()")
browser.wait("document.querySelector('[data-form=sheet] small').textContent === 'refused'")
# There is nothing to download or to copy then.
browser.run("document.querySelector('[data-form=sheet]').click()")
browser.wait("document.querySelector('.taking .button[download]').hidden && document.querySelector('.taking button').disabled && !document.querySelector('.snippet').checkVisibility()")
browser.run("document.querySelector('[data-form=CSS]').click()")
browser.wait("document.querySelector('.kinds') && ![...document.querySelectorAll('.kinds button')].some(each => each.textContent === 'CSS sheet')")
browser.run("document.querySelector('[data-form=PNG]').click()")
browser.wait("!document.querySelector('.taking .button[download]').hidden && !document.querySelector('.taking button').disabled")
browser.run("document.querySelector('[data-form=sheet]').click()")
assert re.match("Found [0-9]+ pixels in a sheet", browser.run("document.querySelector('.form-panel .fault').textContent"))
assert browser.run("document.querySelector('.form-panel a[download]').hidden")

# What an effect is made for sets size, form and budget at once; a value of the visitor's wins.
browser.open("/effects/hearts")
browser.wait(f"{preview}.src.startsWith('blob:')")
limits = browser.run("[...document.querySelectorAll('[data-name=target] option')].map(e => e.textContent)")
assert limits[0] == "Anywhere" and "Slack emoji: 128 × 128, 128 kB, 50 frames" in limits, limits
choose = "(value => { const e = document.querySelector('[data-name=target] select'); e.value = value; e.dispatchEvent(new Event('change')); })"
browser.run(f"{choose}('slack')")
assert browser.run("location.search") == "?target=slack" and browser.run("document.querySelector('#p-w').value") == "128"
assert "/hearts.gif?target=slack" in browser.run("document.querySelector('.url code').textContent")
browser.wait(f"{preview}.naturalWidth === 128 && {preview}.naturalHeight === 128")
# A chat takes a file: its download stands out. A README takes Markdown.
strong = "document.querySelector('.taking .strong').textContent"
browser.wait(f"{strong} === 'Download'")
browser.run(f"{choose}('github')")
browser.wait(f"{strong} === 'Copy Markdown'")
browser.run("document.querySelector('.taking .strong').click()")
browser.wait("document.querySelector('#status').textContent === 'Copied: Markdown'")
assert browser.run("navigator.clipboard.readText()").startswith(f"![Rising hearts]({service}/v1/effects/hearts.png?target=github")
browser.run(f"{choose}('slack')")
browser.wait(f"{preview}.naturalWidth === 128")
browser.run("(e => { e.value = '96'; e.dispatchEvent(new Event('input')); })(document.querySelector('#p-w'))")
browser.wait(f"{preview}.naturalWidth === 96 && {preview}.naturalHeight === 128")
assert browser.run("location.search") == "?w=96&target=slack", browser.run("location.search")
# Whoever opens that address sees the same; the form goes with the target.
chosen = "document.querySelector('.taking select').value"
browser.run("location.reload()")
browser.wait(f"performance.getEntriesByType('navigation')[0].type === 'reload' && {preview}?.naturalWidth === 96")
assert browser.run(chosen) == "GIF" and "/hearts.gif?w=96&target=slack" in browser.run("document.querySelector('.url code').textContent")
assert ".gif?" in browser.run("document.querySelector('.taking a[download]').href")
# A sticker has a form of its own; its preview is not squeezed into the few bytes that keyframes need.
browser.run(f"performance.clearResourceTimings(), {choose}('telegram')")
assert browser.run(chosen) == "Sticker" and "/hearts.tgs?" in browser.run("document.querySelector('.url code').textContent")
browser.wait("performance.getEntriesByType('resource').some(e => /hearts.png.*target=telegram.*max=5MB/.test(e.name))")
# A story is a video; a page's header is the best image.
browser.run(f"{choose}('story')")
assert browser.run(chosen) == "MP4" and "/hearts.mp4?w=96&target=story" in browser.run("document.querySelector('.url code').textContent")
browser.run(f"{choose}('hero')")
assert browser.run(chosen) == "SVG" and "/hearts.svg?w=96&target=hero" in browser.run("document.querySelector('.url code').textContent")
browser.run(f"{choose}('')")
assert browser.run(chosen) == "SVG" and "/hearts.svg?" in browser.run("document.querySelector('.url code').textContent")
assert browser.run("document.querySelector('#p-h').value") == str(next(e for e in catalog["effects"] if e["name"] == "hearts")["height"])

# A catalog of before, and without the code of the forms: pages open, and say what is missing.
# What is refused is told in the list of forms: no file is asked for in vain.
assert not (others := [complaint for complaint in browser.complaints() if "422" not in complaint or "sheet" in complaint]), others
old = browser.call("Page.addScriptToEvaluateOnNewDocument", source="""
  const answer = Response.prototype.json;
  Response.prototype.json = async function () {
    const {forms, targets, ...rest} = await answer.call(this);
    return forms && targets ? {...rest, effects: rest.effects.map(({light, ...effect}) => effect)} : {forms, targets, ...rest};
  };
""")
browser.call("Network.setBlockedURLs", urls=["*gallery-snippets*"])
browser.open("/")
browser.wait("[...document.querySelectorAll('.stage img')].some(i => i.naturalWidth && !/still/.test(i.src))")
browser.run("document.querySelector('.card a').click()")
browser.wait(f"{preview}?.naturalWidth && document.querySelector('.side [role=alert]')")
assert "could not be loaded" in browser.run("document.querySelector('.side [role=alert]').textContent")
assert browser.run("document.querySelector('.taking .strong').disabled") and browser.run("document.querySelector('.taking select').length") > 9
assert all("gallery-" in complaint for complaint in browser.complaints())
browser.call("Network.setBlockedURLs", urls=[])
browser.call("Page.removeScriptToEvaluateOnNewDocument", identifier=old["identifier"])
browser.open("/effects/hearts?w=96")
browser.wait(f"{preview}.src.startsWith('blob:')")

# An order of reductions is shown once there is a budget, the pause of a like once it is pressed twice, and the turn of pieces once they are no discs.
for name, parameter, value, hidden in (("hearts", "max", "50kB", "keep"), ("like", "presses", "2", "pause"), ("fireflies", "shapes", "star", "spin")):
    browser.open(f"/effects/{name}")
    browser.wait(f"{preview}?.src.startsWith('blob:')")
    assert browser.run(f"document.querySelector('[data-name={hidden}]').hidden"), hidden
    browser.run(f"(e => {{ e.value = {json.dumps(value)}; e.dispatchEvent(new Event('input')); }})(document.querySelector('#p-{parameter}'))")
    assert not browser.run(f"document.querySelector('[data-name={hidden}]').hidden"), hidden
browser.open("/effects/hearts?w=96")
browser.wait(f"{preview}.src.startsWith('blob:')")

# The preview can be looked at larger; a palette is a click away.
browser.run("[...document.querySelectorAll('[aria-label^=Zoom] button')].at(-1).click()")
browser.wait(f"{preview}.getBoundingClientRect().width === 2 * {preview}.naturalWidth")
browser.run("document.querySelector('[data-name=c] [data-palette=gold]').click()")
assert "c=gold" in browser.run("location.search") and browser.run("document.querySelector('[data-name=c] [data-palette=gold]').ariaPressed") == "true"

# Every control of an effect of each family changes the address, and what is drawn or how it is packed. Some do nothing where another
# value makes them idle (a line is its outline, a dot has no direction, a file on a ground no matte): each does in another family.
IDLE = {"align", "bg", "blend", "em", "fit", "life", "matte", "max", "poster", "seed", "spin", "t0"}
# A target sets other controls; an order shows under a budget alone, and a codec in a video.
CHOICES = {"target", "keep", "codec"}
CHANGE = """
(() => {
  const words = {seed: '77', shapes: 'star', emoji: '🎉', text: 'Yay', font: 'Lobster Two', weight: '800', path: 'M0 0L12 6L0 12Z', t0: '1', loop: 'once', max: '4kB', keep: 'colors', palette: '8', quality: '20', matte: 'red', poster: 'best',
    to: 'built-in/cat', from: document.querySelector('[data-name=to]') ? 'built-in/duck' : 'left', em: 'outline'};
  const fire = (e, type) => e.dispatchEvent(new Event(type, {bubbles: true})), changes = [];
  for (const control of document.querySelectorAll('.control')) {
    const {name} = control.dataset, input = control.querySelector('input:not([type=range]), select'), slide = control.querySelector('input[type=range]');
    if (name === 'c' || name === 'ramp') control.querySelector('[data-palette=neon], [data-palette]').click();
    else if (input.tagName === 'SELECT') {
      const others = [...input.options].map(e => e.value).filter(value => value && value !== input.value);
      input.value = others.find(value => value === words[name]) ?? others.at(-1);
      fire(input, 'change');
    } else if (input.type === 'checkbox') input.click();
    else if (slide && !slide.classList.contains('alpha')) {
      const {min, max} = slide, third = Number(min) + 0.3 * (max - min), far = third === Number(input.value) ? third * 1.1 : third;
      input.value = String(name === 'w' || name === 'h' ? 77 : name === 'd' ? 1.1 : name === 'dpr' ? 2 : name === 'fps' ? 9 : name === 'slow' ? 1.5 : name === 'hold' ? 1 : name === 'n' || name === 'rate' ? Math.round(Number(input.value) / 2 + 2) : Math.round(far * 100) / 100);
      fire(input, 'input');
    } else {
      input.value = name === 'bg' ? '204060' : words[name] ?? '';
      fire(input, 'input');
    }
    changes.push([name, new URL(document.querySelector('.url code').textContent).search]);
    const reset = control.querySelector('.head button');
    if (!reset.hidden) reset.click();
  }
  return changes;
})()
"""
LOOKS = """
(async (name, base, changes) => {
  const hash = async answer => new Uint8Array(await crypto.subtle.digest('SHA-1', await answer.arrayBuffer())).join(), look = async path => hash(await fetch(path));
  const bare = new Map(), first = path => (bare.has(path) ? bare.get(path) : bare.set(path, look(path)).get(path)), same = [], refused = [];
  const one = async ([control, query]) => {
    const after = new URLSearchParams([...[...new URLSearchParams(base + '&' + query.slice(1))].reduce((map, [key, value]) => map.set(key, value), new Map())]);
    const endings = {matte: ['.gif'], quality: ['.webp']}[control] ?? (/^(d|fps|slow|loop|hold|t0|max|palette|effort|poster)$/.test(control) ? ['.png'] : ['.still.png', '.png']);
    for (const ending of endings) {
      const path = `/v1/effects/${name}${ending}?${ending === '.still.png' ? 'at=0.3&' : ''}`, answer = await fetch(path + after);
      if (!answer.ok) return void refused.push([control, query, (await answer.json()).detail]);
      if (await hash(answer) !== await first(path + base)) return;
    }
    same.push([control, query]);
  };
  for (let i = 0; i < changes.length; i += 4) await Promise.all(changes.slice(i, i + 4).map(one));
  return {same, refused};
})
"""
shown = {"confetti": "cannon", "fireworks": "palm", "celebration": "hearts", "weather": "snowfall", "fire-and-smoke": "embers", "space": "stars", "ambient": "fireflies", "text": "word-burst", "transitions": "wipe"}
assert list(shown) == catalog["families"], catalog["families"]
idle_everywhere = set(IDLE)
for family, name in shown.items():
    browser.open(f"/effects/{name}")
    browser.wait("document.querySelector('.control') && document.querySelector('.form-panel')")
    changes = [change for change in browser.run(CHANGE)]
    own = next(effect for effect in catalog["effects"] if effect["name"] == name)["parameters"]
    assert {change[0] for change in changes} >= {parameter for parameter in own if "." not in parameter}, name
    assert not (still := [control for control, query in changes if not query]), (name, still)
    # Small and short, as all of it is drawn many times.
    base = "w=90&h=70&fit=scale&d=0.6&fps=8" if family != "text" else "w=120&h=60&d=0.6&fps=8"
    found = browser.run(f"{LOOKS}({json.dumps(name)}, {json.dumps(base)}, {json.dumps([change for change in changes if change[0] not in CHOICES])})")
    idle = {control for control, _ in found["same"]}
    assert idle <= IDLE and not found["refused"], (name, found)
    idle_everywhere -= {control for control, _ in changes} - idle
assert not idle_everywhere, idle_everywhere
browser.complaints()

# Where particles differ in a value, its control says so; transitions have a direction and pictures.
browser.open("/effects/cannon")
browser.wait("document.querySelector('[data-name=size]')")
assert browser.run("[...document.querySelectorAll('[data-name=size] input[type=number]')].map(e => Number(e.placeholder)).every((end, i, ends) => end > 0 && end >= ends[0])")
browser.open("/effects/push")
side = "document.querySelector('[data-name=dir] select')"
spec = "document.querySelector('.copy.tall code').textContent"
browser.wait(f"{side} && {spec}")
first, before = browser.run(f"{preview}.src"), browser.run(spec)
other = browser.run(f"(e => {{ e.value = [...e.options].map(each => each.value).find(each => each && each !== e.value); e.dispatchEvent(new Event('change')); return e.value; }})({side})")
browser.run("[...document.querySelectorAll('[data-name=to] .offers button')].find(e => e.textContent === 'cat').click()")
assert browser.run("Object.fromEntries(new URLSearchParams(location.search))") == {"to": "built-in/cat", "dir": other}
browser.wait(f"{preview}.src !== {json.dumps(first)} && {spec} !== {json.dumps(before)} && {spec}.includes('built-in/cat')")
browser.open("/effects/confetti?seed=77")
browser.wait(f"{preview}.src.startsWith('blob:')")
browser.complaints()

# A parameter has one control. Shapes, emoji and outlines are offered as buttons, and a mistake in a list is said once.
browser.open("/effects/cannon")
browser.wait(f"{preview}?.naturalWidth && document.querySelector('[data-name=shapes]')")
assert browser.run("document.querySelectorAll('[data-name=palette]').length") == 1 and not browser.run("document.querySelector('[data-name=\"colors.palette\"]')")
titles = browser.run("[...document.querySelectorAll('.control .head :is(label, legend, b, span):first-child')].map(e => e.textContent.trim())")
assert titles and len(set(titles)) == len(titles), titles
assert browser.run("['shapes', 'emoji', 'path'].every(name => document.querySelectorAll(`[data-name=${name}] .offers button`).length > 2)")
browser.run(f"{set_value}('#p-shapes', 'star,hart')")
browser.wait("document.querySelector('#p-shapes-fault').textContent")
# All shapes that are allowed are offered, each with a drawing, and emoji in groups.
allowed = next(parameter for parameter in catalog["parameters"] if parameter["name"] == "shapes")["allowed"].removeprefix("any of ").split(", ")
offered = browser.run("[...document.querySelectorAll('[data-name=shapes] .offers button')].map(e => [e.textContent, e.querySelector('path').getAttribute('d')])")
assert [name for name, _ in offered] == allowed and len({path for _, path in offered}) == len(allowed), offered
assert browser.run("document.querySelectorAll('[data-name=emoji] .offers').length > 3 && document.querySelectorAll('[data-name=emoji] .offers button').length") >= 40
for place in ("#p-shapes-fault", ".show .fault"):
    said = browser.run(f"document.querySelector('{place}').textContent")
    assert said.count("hart") <= 1 and "more)" not in said, said
# The canvas has an edge. It opens on a ground that suits the effect, and cards show all of their pictures.
GROUNDS = {"confetti": "Light", "cannon": "Light", "hanabi": "Dark", "snowfall": "Dark", "stars": "Dark"}
for name, ground in GROUNDS.items():
    browser.open(f"/effects/{name}")
    browser.wait(f"{preview}?.naturalWidth")
    assert browser.run(f"getComputedStyle({preview}).outlineStyle") == "dashed"
    assert browser.run("document.querySelector('[aria-label^=Background] [aria-pressed=true]').textContent") == ground, name
browser.open("/")
browser.wait(f"{count} > 20")
assert browser.run("document.querySelectorAll('.card .stage img').length > 3 && [...document.querySelectorAll('.card .stage img')].every(e => getComputedStyle(e).objectFit === 'contain')")
browser.open("/effects/confetti?seed=77")
browser.wait(f"{preview}.src.startsWith('blob:')")
browser.complaints()

# An error is shown at its control, and the image stays.
before = browser.run(f"{preview}.src")
browser.run(f"{set_value}('#p-w', '99999')")
browser.wait("document.querySelector('#p-w-fault').textContent")
assert browser.run("document.querySelector('.preview').dataset.stale") == "Last good picture"
assert browser.run("document.querySelector('#p-w').ariaInvalid") == "true" and browser.run(f"{preview}.src") == before
assert not (others := [complaint for complaint in browser.complaints() if "422" not in complaint]), others
browser.run("document.querySelector('[data-name=w] .head button').click()")
browser.wait("!document.querySelector('#p-w-fault').textContent")

# Every parameter of this effect has a labeled control that is reachable by keyboard.
own = next(effect for effect in catalog["effects"] if effect["name"] == "confetti")["parameters"]
own = [name for name in own if "." not in name]
named = browser.run("[...document.querySelectorAll('.control')].map(e => e.dataset.name)")
assert sorted(named) == sorted(own), set(named) ^ set(own)
nameless = "[...document.querySelectorAll('input, select, button')].filter(e => !(e.ariaLabel || e.labels?.length || e.textContent.trim()))"
assert not browser.run(f"{nameless}.map(e => e.outerHTML)")
browser.run("document.querySelectorAll('details').forEach(e => { e.open = true; })")
browser.run("document.querySelector('h1').focus()")
visited = set()
for _ in range(400):
    browser.press("Tab")
    focus = browser.run(FOCUS)
    if focus["tag"] == "BODY" or browser.run("Boolean(document.activeElement.closest('.bottom'))"):
        break
    assert focus["name"] and focus["seen"] and focus["ring"], focus
    visited.add(browser.run("document.activeElement.closest('.control')?.dataset.name"))
# Some are hidden until something depends on them.
assert visited >= set(own) - {"keep", "codec", "pause", "quirk"}, set(own) - visited

# Copy buttons and their texts.
browser.wait("document.querySelector('.copy.tall code').textContent")
for index in range(browser.run("document.querySelectorAll('.copy').length")):
    box = f"document.querySelectorAll('.copy')[{index}]"
    browser.run("navigator.clipboard.writeText('-')")
    browser.run(f"{box}.querySelector('button').click()")
    browser.wait("document.querySelector('#status').textContent.startsWith('Copied')")
    wanted = browser.run(f"{box}.querySelector('code').textContent")
    assert wanted and browser.run("navigator.clipboard.readText()") == wanted, f"copy box {index}"
url = browser.run("document.querySelector('.url code').textContent")
assert urllib.request.urlopen(url).read(4) == b"<svg" and ".svg?" in url, url
assert "canvas" in json.loads(browser.run("document.querySelector('.copy.tall code').textContent"))

# Sixteen seeds with images; a click selects one.
browser.run("document.querySelector('.seeds').scrollIntoView()")
browser.wait("[...document.querySelectorAll('.seeds img')].filter(i => i.naturalWidth).length === 16")
browser.run("document.querySelectorAll('.seeds button')[4].click()")
assert "seed=5" in browser.run("location.search")

# What chance has no part in has no seeds. Values that stand for themselves are offered; a slider without a value looks like one.
browser.open("/effects/wipe")
browser.wait("document.querySelector('.seeds')?.closest('section').hidden")
browser.open("/effects/cannon")
browser.wait("document.querySelector('[data-name=loop] .offers') && document.querySelector('.forms')")
browser.run("[...document.querySelectorAll('[data-name=loop] .offers button')].find(e => e.textContent === 'once').click()")
assert browser.run("new URLSearchParams(location.search).get('loop')") == "once"
grow = "document.querySelector('[data-name=grow] input[type=range]')"
assert browser.run(f"{grow}.classList.contains('unset') && {grow}.ariaValueText") == "not set"
browser.run(f"{grow}.value = 2; {grow}.dispatchEvent(new Event('input'))")
assert not browser.run(f"{grow}.classList.contains('unset') || {grow}.ariaValueText")
# A color that cannot be seen is no black one; what is picked in its place can be seen.
well = "document.querySelector('[data-name=bg] input[type=color]')"
assert browser.run(f"{well}.classList.contains('nothing')")
browser.run(f"{well}.value = '#ff0000'; {well}.dispatchEvent(new Event('input'))")
assert browser.run("new URLSearchParams(location.search).get('bg')") == "ff0000" and not browser.run(f"{well}.classList.contains('nothing')")
# What no form can show leaves the form alone, and the fault goes with its cause.
browser.open("/effects/hanabi")
browser.wait(f"{preview}?.naturalWidth && document.querySelector('.taking select').value === 'AVIF'")
slow = "document.querySelector('[data-name=slow] input[type=number]')"
browser.run(f"{slow}.value = 12.4; {slow}.dispatchEvent(new Event('input'))")
browser.wait("document.querySelector('.show .fault').textContent && document.querySelector('.taking select').value === 'AVIF'")
assert ".avif?slow=12.4" in browser.run("document.querySelector('.url code').textContent")
browser.run("[...document.querySelectorAll('button')].find(e => e.textContent === 'Reset all').click()")
assert not browser.run("document.querySelector('.show .fault').textContent + [...document.querySelectorAll('.control .fault')].map(e => e.textContent).join('')")
assert not (others := [complaint for complaint in browser.complaints() if "422" not in complaint]), others

# The word of an effect is the first thing that can be changed.
browser.open("/effects/thank-you")
browser.wait("document.querySelector('.control[data-name=text]')")
assert browser.run("[...document.querySelectorAll('.group .control')].slice(0, 3).map(e => e.dataset.name)") == ["text", "font", "weight"]
assert browser.run("document.querySelector('#p-text').value") == "Thank you!"
# Colors, pieces, numbers and sizes come before what moves them; in a transition its pictures do.
for name, firsts in (("cannon", ["c", "emoji", "shapes", "text", "n", "size", "d", "w", "h", "bg"]), ("wipe", ["from", "to"])):
    browser.open(f"/effects/{name}")
    browser.wait("document.querySelector('.control[data-name=d]')")
    found = browser.run("[...document.querySelectorAll('.group .control')].map(e => e.dataset.name).filter(each => !each.includes('.'))")
    assert found[: len(firsts)] == firsts and sorted(found) == sorted(each for each in next(effect for effect in catalog["effects"] if effect["name"] == name)["parameters"] if "." not in each and each != "target"), (name, found)
browser.open("/effects/confetti?seed=77")
browser.wait(f"{preview}.src.startsWith('blob:')")

# Pieces are of one kind: an emoji takes the place of shapes, and an outline that of an emoji.
for name, other in (("shapes", None), ("emoji", "shapes"), ("path", "emoji")):
    browser.run(f"document.querySelector('[data-name={name}] .offers button').click()")
    browser.wait(f"document.querySelector('[data-name={name}] .offers button').ariaPressed === 'true'")
    assert set(browser.run("[...new URLSearchParams(location.search).keys()]")) == {"seed", name}, browser.run("location.search")
    assert not other or browser.run(f"document.querySelector('#p-{other}').value === '' && document.querySelector('[data-name={other}] .offers button').ariaPressed === 'false'")
before = browser.run(f"{preview}.src")
browser.wait(f"{preview}.src !== {json.dumps(before)} || {preview}.complete")
assert not browser.run("[...document.querySelectorAll('.control .fault')].map(e => e.textContent).join('')")
browser.run("document.querySelector('[data-name=path] .offers button').click()")

# The text of an effect that shows a word stays beside them.
browser.open("/effects/word-burst?text=Bravo")
browser.wait("document.querySelector('[data-name=shapes] .offers button')")
browser.run("document.querySelector('[data-name=shapes] .offers button').click()")
browser.wait("location.search.includes('shapes=')")
assert "text=Bravo" in browser.run("location.search") and browser.run("document.querySelector('#p-text').value") == "Bravo"
# An address with the form that is refused asks for the list alone.
browser.complaints()
browser.open("/effects/confetti#sheet")
browser.wait("/^Found [0-9]+ pixels in a sheet/.test(document.querySelector('.form-panel .fault')?.textContent)")
assert not (complaints := browser.complaints()), complaints
browser.open("/effects/confetti?seed=77")
browser.wait(f"{preview}.src.startsWith('blob:')")

# An outline is a click away, and is seen to be chosen.
browser.run("document.querySelector('[data-name=path] .offers button').click()")
browser.wait("document.querySelector('[data-name=path] .offers button').ariaPressed === 'true' && new URLSearchParams(location.search).get('path') === document.querySelector('#p-path').value && location.search.includes('path=M')")
browser.run("document.querySelector('[data-name=path] .offers button').click()")
assert "path" not in browser.run("location.search")

# Reduced motion shows still images that can be started individually.
browser.look(1440, prefers_reduced_motion="reduce")
browser.open("/")
browser.wait("document.querySelector('.stage img').naturalWidth")
time.sleep(1)
assert browser.run("[...document.querySelectorAll('.stage img')].every(i => !i.src || /still/.test(i.src))"), "something moves"
browser.run("document.querySelector('.stage button').click()")
browser.wait("!/still/.test(document.querySelector('.stage img').src)")

browser.open("/")  # collects violations
assert not (complaints := browser.complaints()), complaints
browser.stayed()
browser.call("Browser.close")
browser.process.wait(timeout=30)
print("gallery.py: the gallery works")
