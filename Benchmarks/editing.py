#!/usr/bin/env python3
"""Time from a change of a property in the editor to its picture on the stage, in Chromium against a local service.

    Benchmarks/editing.py .build/release/hanabi [--presets confetti,like] [--changes 20]

Changes come one after the other, with a pause longer than a play of the effect between them, then as a drag of a slider: sixty a
second for two seconds. A picture counts from the frame that shows it.
"""
import argparse
import statistics

from page import opened

PRESETS = "confetti,like,fountain,realistic,aurora,snowfall,campfire,hanabi"
# Changes the first slider of the properties; a moment of the effect comes first where the animation takes long.
MEASURE = """
(() => {
  const image = document.querySelector('.canvas img'), pause = ms => new Promise(done => setTimeout(done, ms));
  const shown = () => new Promise(done => {
    const watch = new MutationObserver(() => (watch.disconnect(), requestAnimationFrame(() => setTimeout(() => done({time: performance.now(), form: image.alt})))));
    watch.observe(image, {attributes: true, attributeFilter: ['src']});
  });
  const calm = async () => { do await pause(700); while (document.querySelector('.stage-box').getAttribute('aria-busy') === 'true'); };
  const slider = document.querySelector('.property:not([data-pointer$="/z"]) input[type=range]:not(.alpha)');
  if (!slider) throw Error('there is no slider');
  const low = Number(slider.min), high = Number(slider.max), step = Number(slider.step) || (high - low) / 100, first = Number(slider.value);
  // A drag goes through many values: a picture follows each one that is another.
  const change = (share, steps) => {
    const way = (0.5 + share) * steps * step;
    slider.value = first + way <= high ? first + way : first - way;
    slider.dispatchEvent(new Event('input', {bubbles: true}));
  };
  return async count => {
    const single = [], forms = {};
    for (let i = 0; i < count; i++) {
      await calm();
      const next = shown(), begin = performance.now();
      change((i % 9) / 9, 10);
      const {time, form} = await next;
      single.push(time - begin);
      forms[form] = (forms[form] ?? 0) + 1;
    }
    await calm();
    // The pictures of a drag; each must be of a change that is recent.
    const pictures = [], watch = new MutationObserver(() => pictures.push(performance.now()));
    watch.observe(image, {attributes: true, attributeFilter: ['src']});
    const begin = performance.now();
    while (performance.now() - begin < 2000) {
      change(((performance.now() - begin) % 900) / 900, 60);
      await new Promise(requestAnimationFrame);
    }
    watch.disconnect();
    const gaps = pictures.map((time, i) => time - (pictures[i - 1] ?? begin));
    return {single, forms, gaps, property: slider.closest('.property').dataset.pointer};
  };
})()
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--presets", default=PRESETS)
    parser.add_argument("--changes", type=int, default=20)
    options = parser.parse_args()
    with opened(options.program, 1440, 900) as browser:
        print("| preset | property | first picture | median, ms | worst | drag: pictures a second | longest gap, ms |\n| --- | --- | --- | --: | --: | --: | --: |")
        for name in options.presets.split(","):
            browser.open("/")
            browser.run("localStorage.clear()")
            browser.open(f"/edit#preset={name}")
            browser.wait("document.querySelector('.canvas img')?.naturalWidth && document.querySelector('.property input[type=range]:not(.alpha)')")
            found = browser.run(f"{MEASURE}({options.changes})")
            forms = ", ".join(f"{'animation' if form == 'The effect' else 'still'} {count}" for form, count in found["forms"].items())
            gaps = found["gaps"] or [2000]
            print(f"| `{name}` | {found['property'].rsplit('/', 1)[-1]} | {forms} | {statistics.median(found['single']):.0f} | {max(found['single']):.0f} | "
                  f"{len(found['gaps']) / 2:.0f} | {max(gaps):.0f} |", flush=True)


main()
