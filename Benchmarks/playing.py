#!/usr/bin/env python3
"""Frames per second of the player, in Chromium against a local service.

    Benchmarks/playing.py .build/release/hanabi [--pieces 100,500,1000,2000] [--seconds 4]

`cannon` plays at its own size with each number of pieces, all of them in the air. A frame counts when the browser asks for one while the
effect plays; milliseconds are those that the player takes for a frame. Headless Chromium asks for at most 60 a second, and draws without a graphics processor.
"""
import argparse

from page import opened

MEASURE = """
(async (source, seconds) => {
  const element = document.createElement('hanabi-effect');
  let taken = 0, asked = 0;
  const {requestAnimationFrame: ask} = window;
  // The player asks for its frames here, so that its own time in them is known.
  window.requestAnimationFrame = call => ask.call(window, time => {
    const begin = performance.now();
    call(time);
    taken += performance.now() - begin;
    asked++;
  });
  element.setAttribute('src', source);
  element.style.cssText = 'position: fixed; left: 0; top: 0; z-index: 9999';
  document.body.append(element);
  await new Promise((done, fail) => {
    element.addEventListener('load', done);
    element.addEventListener('error', event => fail(Error(event.message)));
  });
  element.setAttribute('loop', '');
  element.play();
  const pause = ms => new Promise(done => setTimeout(done, ms));
  await pause(500);
  const [begin, time, before] = [performance.now(), taken, asked];
  await pause(seconds * 1000);
  const frames = asked - before, passed = (performance.now() - begin) / 1000;
  const result = {rate: frames / passed, milliseconds: (taken - time) / Math.max(1, frames)};
  element.remove();
  window.requestAnimationFrame = ask;
  return result;
})
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--pieces", default="100,500,1000,2000")
    parser.add_argument("--seconds", type=float, default=4)
    options = parser.parse_args()
    with opened(options.program, 1280, 800) as browser:
        print("| pieces | frames a second | ms a frame |\n| --: | --: | --: |")
        for pieces in options.pieces.split(","):
            browser.open("/docs")
            browser.run("import('/player.js')")
            # Long lives, so that all pieces are drawn all the time.
            source = f"/v1/effects/cannon.tracks.json?n={pieces}&w=300&h=320&d=4&life=4&loop=seamless&v=40..90&gravity=0"
            found = browser.run(f"{MEASURE}('{source}', {options.seconds})")
            print(f"| {pieces} | {found['rate']:.0f} | {found['milliseconds']:.1f} |", flush=True)


main()
