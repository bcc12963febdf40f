"""Headless Chromium, controlled by the DevTools protocol, for the tests of the gallery and of the editor."""

import base64
import json
import os
import subprocess
import tempfile
import time

# Records violations of the security policy and unexpected layout shifts.
WATCH = """
window.violations = [], window.jumps = 0;
document.addEventListener('securitypolicyviolation', e => violations.push(`${e.violatedDirective} ${e.blockedURI}`));
new PerformanceObserver(list => list.getEntries().forEach(e => jumps += e.hadRecentInput ? 0 : e.value))
    .observe({type: 'layout-shift', buffered: true});
"""

# Finds texts with less contrast than WCAG AA requires.
CONTRAST = """
(() => {
  const context = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
  const read = css => {
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = css;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data];
  };
  const light = color => {
    const [r, g, b] = color.map(v => (v /= 255) <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
    return .2126 * r + .7152 * g + .0722 * b;
  };
  const faint = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement, style = getComputedStyle(element);
    if (!walker.currentNode.data.trim() || !element.checkVisibility({opacityProperty: true, visibilityProperty: true})) continue;
    if (element.closest('noscript, .hush, script, .seeds, option, :disabled')) continue;
    let below = element;
    while (below && read(getComputedStyle(below).backgroundColor)[3] < 255) below = below.parentElement;
    const pair = [style.color, below ? getComputedStyle(below).backgroundColor : 'white'].map(c => light(read(c).slice(0, 3)));
    const ratio = (Math.max(...pair) + .05) / (Math.min(...pair) + .05), size = parseFloat(style.fontSize);
    if (ratio < (size >= 24 || (size >= 18.66 && style.fontWeight >= 700) ? 3 : 4.5)) {
      faint.push(`${ratio.toFixed(2)} ${element.tagName}.${element.className} ${walker.currentNode.data.trim().slice(0, 30)}`);
    }
  }
  return faint;
})()
"""


class Navigated(Exception):
    """The page was left while a script ran in it."""


class Browser:
    """A page in Chromium, controlled by the DevTools protocol over a pair of pipes: JSON terminated by a zero byte."""

    def __init__(self, service, folder, flags=("--disable-gpu",)):
        self.service, self.folder = service, folder
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        to_browser, from_browser = os.pipe(), os.pipe()

        def hand_over():
            # The browser reads from 3 and writes to 4; duplicates first, because the pipe ends may have these numbers.
            ends = os.dup(to_browser[0]), os.dup(from_browser[1])
            os.dup2(ends[0], 3)
            os.dup2(ends[1], 4)

        command = ["chromium", "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", *flags]
        command += ["--hide-scrollbars", "--remote-debugging-pipe", f"--user-data-dir={self.profile.name}", "about:blank"]
        self.process = subprocess.Popen(
            command, preexec_fn=hand_over, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        os.close(to_browser[0])
        os.close(from_browser[1])
        self.pipes, self.bytes, self.calls, self.events, self.session = (to_browser[1], from_browser[0]), b"", 0, [], None
        self.requested = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        self.call("Page.addScriptToEvaluateOnNewDocument", source=WATCH)

    def call(self, method, **parameters):
        self.calls += 1
        message = {"id": self.calls, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        rest = json.dumps(message).encode() + b"\0"
        while rest:
            rest = rest[os.write(self.pipes[0], rest) :]
        while True:
            while b"\0" not in self.bytes:
                part = os.read(self.pipes[1], 1 << 20)
                assert part, "the browser is gone"
                self.bytes += part
            text, self.bytes = self.bytes.split(b"\0", 1)
            answer = json.loads(text)
            if answer.get("id") == self.calls:
                if "navigated" in answer.get("error", {}).get("message", ""):
                    raise Navigated(method)
                assert "error" not in answer, (method, answer)
                return answer["result"]
            if answer.get("method") == "Network.requestWillBeSent":
                self.requested.append(answer["params"]["request"]["url"])
            else:
                self.events.append(answer)

    def run(self, script):
        answer = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True, userGesture=True)
        assert "exceptionDetails" not in answer, (script, answer["exceptionDetails"])
        return answer["result"].get("value")

    def wait(self, condition, seconds=30):
        end = time.time() + seconds
        while True:
            try:
                if self.run(f"Boolean({condition})"):
                    return
            except Navigated:
                # The page before is asked while the next one comes.
                pass
            assert time.time() < end, f"in vain: {condition}"
            time.sleep(0.1)

    def open(self, path):
        assert not (violations := self.run("window.violations ?? []")), violations
        self.call("Page.navigate", url=self.service + path)
        self.wait(f"location.href === {json.dumps(self.service + path)} && document.querySelector('h1')")

    def look(self, width, height=900, **media):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        features = [{"name": name.replace("_", "-"), "value": value} for name, value in media.items()]
        self.call("Emulation.setEmulatedMedia", features=features)

    def photograph(self, name):
        with open(f"{self.folder}/{name}.png", "wb") as file:
            file.write(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))

    def press(self, key, shift=False, control=False, alt=False):
        codes = {"Delete": 46, "F2": 113, "Tab": 9, "Enter": 13, "Escape": 27, "ArrowUp": 38, "ArrowDown": 40, "ArrowRight": 39, "ArrowLeft": 37}
        number = codes.get(key) or ord(key.upper())
        code = {"key": key, "code": key if key in codes else f"Key{key.upper()}", "windowsVirtualKeyCode": number, "modifiers": 8 * shift + 2 * control + alt}
        if key == "Enter":
            code["text"] = "\r"
        self.call("Input.dispatchKeyEvent", type="keyDown", **code)
        self.call("Input.dispatchKeyEvent", type="keyUp", **code)

    def stayed(self):
        """Fails if a page has asked any other origin than the service's for anything."""
        assert self.requested, "no request was seen"
        foreign = [url for url in self.requested if not url.startswith((self.service + "/", "blob:", "data:", "about:"))]
        assert not foreign, f"requests left the origin: {foreign[:5]}"

    def complaints(self):
        """Returns console errors since the last call."""
        found = []
        for event in self.events:
            of = event.get("params", {})
            if event.get("method") == "Runtime.exceptionThrown":
                found.append(str(of["exceptionDetails"])[:500])
            elif event.get("method") == "Log.entryAdded" and of["entry"]["level"] == "error":
                found.append(of["entry"]["text"] + " " + of["entry"].get("url", ""))
            elif event.get("method") == "Runtime.consoleAPICalled" and of["type"] == "error":
                found.append(str(of["args"])[:500])
        self.events = []
        return found
