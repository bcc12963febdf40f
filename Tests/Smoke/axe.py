"""Checks the pages with axe-core, in all widths and schemes. Arguments: the service's URL, axe.min.js."""

import json
import sys
import time
from pathlib import Path

from chromium import Browser

service, script = sys.argv[1].rstrip("/"), Path(sys.argv[2]).read_text()

# A page, what is waited for, and what is opened before it is looked at.
PAGES = [
    ("/", "document.querySelectorAll('.card').length > 20", ""),
    ("/?q=nothing-has-this-word", "document.querySelector('.count')", ""),
    ("/effects/confetti", "document.querySelector('.form-panel')", "document.querySelectorAll('details').forEach(e => { e.open = true; })"),
    ("/effects/cannon", "document.querySelector('.form-panel')", "document.querySelectorAll('details').forEach(e => { e.open = true; })"),
    ("/effects/snowfall", "document.querySelector('.form-panel')", "document.querySelectorAll('details').forEach(e => { e.open = true; })"),
    ("/effects/push?w=99999", "document.querySelector('.fault')?.textContent && document.querySelector('.form-panel')", "document.querySelector('[data-form=sheet]').click()"),
    ("/effects/nope", "document.querySelector('h1')", ""),
    ("/edit", "document.querySelector('.canvas img')?.naturalWidth", "document.querySelectorAll('.ask').forEach(e => e.click())"),
    ("/edit", "document.querySelector('.canvas img')?.naturalWidth", "document.querySelector('.commands').children[2].click()"),
    ("/edit", "document.querySelector('.canvas img')?.naturalWidth", "document.querySelector('.commands').children[3].click()"),
    ("/edit", "document.querySelector('.canvas img')?.naturalWidth", "document.querySelector('#add-menu').showPopover()"),
    ("/docs", "document.querySelector('.answer img')?.naturalWidth", "document.querySelector('#errors').scrollIntoView(); document.querySelector('.reference details').open = true"),
]

browser = Browser(service, ".")
found = []
for width, height, scheme in ((390, 844, "light"), (1280, 800, "dark")):
    browser.look(width, height, prefers_color_scheme=scheme, prefers_reduced_motion="reduce")
    for path, ready, opened in PAGES:
        browser.open(path)
        browser.wait(ready)
        if opened:
            browser.run(f"(() => {{ {opened}; }})()")
        time.sleep(0.7)
        browser.run(script + "; void 0")
        answer = browser.run("axe.run(document, {resultTypes: ['violations']}).then(({violations, passes}) => ({passes: passes.length, violations: violations.map(({id, help, nodes}) => ({id, help, nodes: nodes.map(node => node.html.slice(0, 160) + ' | ' + node.failureSummary.replaceAll('\\n', ' ').slice(0, 240))}))}))")
        assert answer["passes"] > 10, (path, answer)
        for violation in answer["violations"]:
            found.append(f"{path} at {width}, {opened[:40]}: {violation['id']} ({violation['help']})\n    " + "\n    ".join(violation["nodes"][:6]))
browser.stayed()
browser.call("Browser.close")
browser.process.wait(timeout=30)
assert not found, "\n".join(found)
print(f"axe.py: no violation on {len({path.split('?')[0] for path, _, _ in PAGES})} pages")
