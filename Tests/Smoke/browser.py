"""Looks at a page with the service's <img> at two times. Arguments: the service's URL, a folder for the screenshots."""

import concurrent.futures
import http.server
import subprocess
import sys
import threading
import time

from PIL import Image, ImageChops

service, folder = sys.argv[1:]
confetti = f"{service}/v1/effects/confetti.png?w=300&h=300&seed=7&d=12&fps=10"
# Half speed, so that a late screenshot still shows the same scene.
story = f"{service}/v1/effects/story.png?w=300&h=400&slow=2&fps=8"
pictures = {"confetti": (confetti, 300), "story": (story, 400)}


class Page(http.server.BaseHTTPRequestHandler):
    """A page whose load event, and thus the screenshot, waits for `/slow/<seconds>`, which is requested once the animation plays."""

    def do_GET(self):
        if self.path == "/favicon.ico":
            return self.send_error(404)
        seconds = float(self.path.rsplit("/", 1)[1])
        picture, height = pictures.get(self.path.split("/")[1], (None, 0))
        if self.path.startswith("/slow/"):
            time.sleep(seconds)
            body, kind = b"", "text/css"
        else:
            body = (
                f"<!doctype html><title>x</title><body style='margin:0;background:#fff'>"
                f"<img src='{picture}' width=300 height={height} onload='new Image().src=`/slow/{seconds}`'>"
            ).encode()
            kind = "text/html"
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


pages = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page)
threading.Thread(target=pages.serve_forever, daemon=True).start()


def screenshot(name, seconds):
    shot = f"{folder}/{name}-after-{seconds}.png"
    command = ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]
    command += [f"--window-size=300,{pictures[name][1]}", f"--screenshot={shot}"]
    command += [f"http://127.0.0.1:{pages.server_port}/{name}/{seconds}"]
    subprocess.run(command, check=True, timeout=60, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return Image.open(shot).convert("RGB")


def share(look, test):
    """Returns the fraction of the image's pixels that satisfy `test`."""
    return sum(count for count, color in look.getcolors(1 << 20) if test(*color)) / (look.width * look.height)


# Most of the time is waiting for a moment, so browsers wait side by side.
side_by_side = concurrent.futures.ThreadPoolExecutor(3)
asked = {(name, seconds): side_by_side.submit(screenshot, name, seconds) for name, seconds in (("story", 12.2), ("story", 8.8), ("story", 4.4), ("confetti", 4.5), ("confetti", 2.5), ("story", 1))}

def look_after(name, seconds, is_fine):
    """Returns what is seen after some seconds. A busy machine may start the animation or the screenshot late, so it is tried three times."""
    for attempt in range(3):
        look = asked[name, seconds].result() if attempt == 0 else screenshot(name, seconds)
        if is_fine(look):
            break
    return look


def has_pieces(look):
    """Whether a white page has pieces in several colors; a broken image icon would have gray lines."""
    return sum(count for count, (r, g, b) in look.getcolors(1 << 20) if max(r, g, b) - min(r, g, b) > 60) > 100


looks = []
for seconds in (2.5, 4.5):
    look = look_after("confetti", seconds, has_pieces)
    assert has_pieces(look), f"no confetti after {seconds} s"
    looks.append(look)
assert ImageChops.difference(*looks).getbbox(), "the picture does not move"

# Scenes: stars; the card by night; the card by day with emoji; shards above stars. Each is recognized by fractions of pixels.
sky = ("a dark sky", lambda r, g, b: max(r, g, b) < 40, 0.3, 1)
scenes = {
    1: [sky, ("stars", lambda r, g, b: min(r, g, b) > 150, 0.001, 1)],
    4.4: [("the card by night", lambda r, g, b: b > 35 and max(r, g, b) < 150, 0.5, 1)],
    8.8: [
        ("the theme of day", lambda r, g, b: max(r, g, b) > 150, 0.6, 1),
        ("emoji", lambda r, g, b: r > 200 and g > 150 and b < 120, 0.005, 1),
    ],
    12.2: [sky, ("shards", lambda r, g, b: b > 50, 0.25, 1)],
}


def missing(look, scene):
    return [name for name, test, low, high in scene if not low <= share(look, test) <= high]


for seconds, scene in scenes.items():
    lacks = missing(look_after("story", seconds, lambda look: not missing(look, scene)), scene)
    assert not lacks, f"the story after {seconds} s lacks {lacks}"
print("browser.py: the pictures are there, and they move")
