"""Compares each frame of animated PNGs and GIFs as Chromium and as ffmpeg compose it. Arguments: the service's URL, a folder."""

import hashlib
import subprocess
import sys
import tempfile
import urllib.request

from chromium import Browser

service, folder = sys.argv[1].rstrip("/"), sys.argv[2]

# Over the frame before, over the first one, and alone; with a palette and without. Opaque: browsers round the colors of translucent pixels.
PATHS = [
    "birthday.png", "wipe.png?bg=white", "checkmark.png?bg=navy", "matrix.png?palette=off&d=2", "fire.png?bg=black", "stars.png?d=2",
    "confetti.gif?bg=white&d=1", "matrix.gif?d=2", "bokeh.gif",
]
DECODE = """(async () => {
  const data = await (await fetch('%s')).arrayBuffer();
  const decoder = new ImageDecoder({data, type: 'image/%s'});
  await decoder.tracks.ready;
  await decoder.completed;
  const frames = [];
  for (let frameIndex = 0; frameIndex < decoder.tracks.selectedTrack.frameCount; frameIndex++) {
    const {image} = await decoder.decode({frameIndex});
    const context = new OffscreenCanvas(image.displayWidth, image.displayHeight).getContext('2d');
    context.drawImage(image, 0, 0);
    const {width, height} = context.canvas;
    const hash = await crypto.subtle.digest('SHA-256', context.getImageData(0, 0, width, height).data);
    frames.push([width, height, [...new Uint8Array(hash)].map(byte => byte.toString(16).padStart(2, '0')).join('')]);
  }
  return frames;
})()"""

browser = Browser(service, folder)
browser.open("/")
count = 0
for path in PATHS:
    shown = browser.run(DECODE % (f"/v1/effects/{path}", path.split(".")[1][:3].replace("png", "apng")))
    width, height, _ = shown[0]
    with urllib.request.urlopen(f"{service}/v1/effects/{path}") as answer, tempfile.NamedTemporaryFile(dir=folder) as file:
        file.write(answer.read())
        file.flush()
        command = ["ffmpeg", "-v", "error", "-i", file.name, "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", "rgba", "-"]
        pixels = subprocess.run(command, capture_output=True, check=True).stdout
    size = width * height * 4
    frames = [hashlib.sha256(pixels[start : start + size]).hexdigest() for start in range(0, len(pixels), size)]
    assert len(shown) == len(frames), f"{path}: {len(shown)} frames in Chromium, {len(frames)} by ffmpeg"
    wrong = [number for number, (own, other) in enumerate(zip(shown, frames)) if own[2] != other]
    assert not wrong, f"{path}: frames {wrong} differ between Chromium and ffmpeg"
    count += len(frames)
print(f"frames.py: {count} frames are the same in Chromium and by ffmpeg")
