"""Looks at a page with an <img> of ours at two times. Arguments: the service's URL, a folder for the screenshots."""

import http.server
import subprocess
import sys
import threading
import time

from PIL import Image, ImageChops

service, folder = sys.argv[1:]
picture = f"{service}/v1/effects/confetti.png?w=300&h=300&seed=7&d=12&fps=10"


class Page(http.server.BaseHTTPRequestHandler):
    """A page whose load event, and so the screenshot, waits for `/slow/<seconds>`, while the picture plays."""

    def do_GET(self):
        if self.path == "/favicon.ico":
            return self.send_error(404)
        seconds = float(self.path.rsplit("/", 1)[1])
        if self.path.startswith("/slow/"):
            time.sleep(seconds)
            body, kind = b"", "text/css"
        else:
            body = (
                f"<!doctype html><title>x</title><body style='margin:0;background:#fff'>"
                f"<img src='{picture}' width=300 height=300><img src='/slow/{seconds}' width=0 height=0>"
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

looks = []
for seconds in (2.5, 4.5):
    shot = f"{folder}/after-{seconds}.png"
    command = ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]
    command += ["--window-size=300,300", f"--screenshot={shot}"]
    command += [f"http://127.0.0.1:{pages.server_port}/page/{seconds}"]
    subprocess.run(command, check=True, timeout=60, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    look = Image.open(shot).convert("RGB")
    # White paper, and pieces in several colours: the sign of a broken image would be grey lines.
    colours = look.getcolors(1 << 20)
    saturated = sum(count for count, (r, g, b) in colours if max(r, g, b) - min(r, g, b) > 60)
    assert saturated > 100, f"{shot} shows no confetti"
    looks.append(look)
assert ImageChops.difference(*looks).getbbox(), "the picture does not move"
print("browser.py: the picture is there, and it moves")
