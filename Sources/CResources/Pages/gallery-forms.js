/**
 * The forms of an effect, side by side: a tab for each with its size, a download, and code to copy. The service predicts the
 * sizes of all forms at once; a file is made, and has its real size, when somebody chooses it, or for a preset as it is.
 */

import {isFilm, snippets} from './gallery-snippets.js';

export {snippets};

/**
 * `ending` of the URL, `about` the form, `type` for `<source>` if it is a picture that an `<img>` shows or a film, and its name
 * in the Swift library, if it is there.
 */
const known = [
  {name: 'PNG', ending: '.png', type: 'image/png', swift: '.apng', about: 'Animated PNG: exact colors and soft edges, in all browsers and most mail programs.'},
  {name: 'SVG', ending: '.svg', type: 'image/svg+xml', swift: '.svg', about: 'Formulas instead of frames: sharp at any size, at the rate of the screen, without a script. For pages and READMEs.'},
  {name: 'WebP', ending: '.webp', type: 'image/webp', swift: '.webp', about: 'Lossy: for soft light and pictures. All browsers.'},
  {name: 'AVIF', ending: '.avif', type: 'image/avif', swift: '.avif', about: 'Lossy: the fewest bytes for smoke, glow and stars. Browsers since 2020 to 2024.'},
  {name: 'GIF', ending: '.gif', type: 'image/gif', swift: '.gif', about: '256 colors and hard edges: for chats and old mail programs.'},
  {name: 'MP4', ending: '.mp4', type: 'video/mp4', about: 'Video on an opaque background: for chats, slides and social networks.'},
  {name: 'WebM', ending: '.webm', type: 'video/webm', about: 'Video with soft transparency, in Chrome and Firefox.'},
  {name: 'HEVC', ending: '.hevc.mov', type: 'video/quicktime; codecs="hvc1"', about: 'Video with soft transparency, in Safari.'},
  {name: 'MOV', ending: '.mov', type: 'video/quicktime', about: 'Video for editing programs.'},
  {name: 'Lottie', ending: '.lottie.json', swift: '.lottie', about: 'Keyframes for the Lottie players of apps and pages.'},
  {name: 'Sticker', ending: '.tgs', swift: '.sticker', about: 'Animated sticker of Telegram: keyframes at 512 × 512 pixels, at most three seconds and 64 KiB.'},
  {name: 'tracks', ending: '.tracks.json', swift: '.tracks', about: 'The motion of each piece as formulas, for the player: on a click, on top of a page.'},
  {name: 'sheet', ending: '.sheet.png', swift: '.sheet', about: 'All frames in one picture, for games and style sheets. A style sheet and an atlas belong to it.'},
  {name: 'CSS', about: 'A style sheet: the effect as the background of an element or of the whole page, or as a sprite sheet whose frames it steps through. No script, no markup but a class.'},
  {name: 'still', ending: '.still.png', type: 'image/png', swift: '.png()', about: 'The fullest moment as a still: for previews, print, and reduced motion.'},
];

/** The forms with a tab that a service makes, by the list of its catalog; all of them where an older one has no list. A style sheet is made here. */
export const offered = ({forms: all}) => known.filter(form => !form.ending || (all?.some(each => each.ending === form.ending) ?? true));

/** Milliseconds of predicted work from which on it is told. */
const costly = 1500;
/** Milliseconds of work of a still that is made to know its size. */
const quick = 200;
/** Milliseconds of work for the sizes of a preset as it is, and bytes of a file that is loaded for that. */
const patient = 10000, light = 2e6;

/** Whether a service has too much to do or fails at the moment, which says nothing of a file. A format that it has no program for is refused for good. */
const isBusy = ({status}) => status === 429 || status >= 500 && status !== 501;

/** A refusal without the member of the spec that it is about. */
const worded = detail => detail?.replace(/^\/\S*: f/, 'F');

/**
 * Returns what the service predicts of each form, by its ending: `size` where that is exact, `expected` the bytes as they are sent, `work` in
 * milliseconds, or `fault` where it is refused. `{fault}` if the parameters are; `null` from a busy service.
 */
async function predicted(address, signal) {
  const answer = await fetch(address('.png', 'dry=1&forms=all'), {signal, headers: {Accept: 'application/json'}});
  if (isBusy(answer)) return null;
  const found = await answer.json();
  // The faults of parameters stand at the preview and at their controls.
  if (!answer.ok) return {fault: found.errors?.some(({parameter}) => parameter) ? 'Not available: a parameter is not valid.' : found.detail};
  // A form has a second entry for parameters that it has not been given; texts within a byte budget are predicted without gzip alone.
  return new Map(found.forms.filter(({parameters}) => !parameters).map(({form, bytes, gzipBytes, milliseconds, problem}) => [`.${form}`,
    problem ? {fault: worded(problem.detail)} : gzipBytes ? {size: gzipBytes, whole: bytes, work: milliseconds} : {expected: /^svg|json$/.test(form) ? undefined : bytes, work: milliseconds}]));
}

/**
 * A file's size, or `false` from a busy service: from a HEAD if the service has made the file or the browser has it, else by making it, unless `isKnown`. Texts are
 * counted as they are sent, by gzip. Of another file, a byte is loaded; of one that is sent while it is made, all, or none without `mayLoad`.
 */
async function measured(path, {signal, sentBytes, isKnown, mayLoad}) {
  const head = await fetch(path, {method: 'HEAD', signal}), size = head.ok ? Number(head.headers.get('Content-Length')) : 0;
  if (size) return {size};
  if (isBusy(head)) return false;
  const isText = /^[^?]*\.(svg|json)(\?|$)/.test(path);
  if (head.ok && (isKnown || !mayLoad && !isText && head.headers.get('Accept-Ranges') !== 'bytes')) return null;
  const answer = await fetch(`${path}${path.includes('?') ? '&' : '?'}on-error=problem`, {signal, headers: isText ? {} : {Range: 'bytes=0-0'}});
  if (isBusy(answer)) return false;
  if (answer.status === 206) {
    const all = +answer.headers.get('Content-Range')?.split('/')[1];
    return all ? {size: all} : null;
  }
  if (!answer.ok) return {fault: worded((await answer.json().catch(() => ({}))).detail) ?? `The service responded with ${answer.status}.`};
  const {size: whole} = await answer.blob();
  return {size: await sentBytes(answer, whole), whole};
}

/** Shows an element with the style sheet: in a tree of its own, so that the page keeps its looks. */
function dress(box, {name}, kind, text, address) {
  const isSheet = kind === 'CSS sheet', key = isSheet ? address('.sheet.css') : text;
  if (box.dataset.key === key) return;
  box.dataset.key = key;
  const root = box.shadowRoot ?? box.attachShadow({mode: 'open'}), element = document.createElement('div'), own = new CSSStyleSheet();
  element.className = isSheet ? `hanabi-${name}` : name;
  own.replaceSync(`${isSheet ? '' : text}\ndiv { max-width: 100%; max-height: 320px; }`);
  root.adoptedStyleSheets = [own];
  root.replaceChildren(...(isSheet ? [Object.assign(document.createElement('link'), {rel: 'stylesheet', href: key})] : []), element);
}

/**
 * The section with the tabs.
 * @param {{effect: function(): Object, forms: Object[], address: function(string, string=): string, choose: function(string, boolean), changed: function(), isLoading: function(): boolean, tools: Object}} page
 *   `effect` gives the argument of `snippets`; `address` the path for an ending, with more parameters; `choose` is called with the name of the form, and
 *   whether keys moved there; `changed` when sizes may have become known; `isLoading` tells whether the
 *   preview loads the chosen form.
 */
export function formSection({effect, forms, address, choose, changed, isLoading, tools: {h, button, later, copyBox, words, bytesText, roughText, sentBytes, say}}) {
  const sizes = new Map();
  let chosen = forms[0], kind = null, controller = new AbortController(), isSeen = false, predicting = null, measuring = null, retries = 2;
  /** Whether predictions are still to come, the form whose file could not be fetched, and what stops the measuring of all forms. */
  let isAsking = true, unreached = null, stopper = null;
  /** The sheet, if somebody wants its size before it is known whether there is one. */
  let wanted = null;
  const tabs = forms.map(form => h('button', {
    type: 'button', role: 'tab', class: 'tab', id: `form-${form.name}`, 'aria-controls': 'form-panel', 'data-form': form.name, onclick: () => pick(form),
  }, h('b', {}, words(form.name)), h('small', {})));
  const list = h('div', {class: 'tabs', role: 'tablist', 'aria-label': 'Formats', onscroll: hint, onkeydown(event) {
    const step = {ArrowRight: 1, ArrowLeft: -1, Home: -forms.indexOf(chosen), End: forms.length - 1 - forms.indexOf(chosen)}[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (forms.indexOf(chosen) + step + forms.length) % forms.length;
    pick(forms[next], false, true);
    tabs[next].focus();
  }}, tabs);
  const about = h('p', {}), facts = h('p', {class: 'hint'}), measure = button('Measure it', () => one(chosen)), save = h('a', {class: 'button strong'}, 'Download');
  const extras = h('span', {class: 'extras'}), kinds = h('div', {class: 'segment kinds', role: 'group', 'aria-label': 'Copy as'}), code = copyBox('code');
  code.classList.add('snippet');
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  const film = h('video', {loop: true, muted: true, playsInline: true, preload: 'metadata', 'aria-label': 'Preview'});
  film.setAttribute('muted', '');
  const style = h('div', {class: 'styled', hidden: true});
  const copies = h('div', {}, h('h3', {}, 'Copy as'), kinds, code);
  const panel = h('div', {class: 'form-panel', role: 'tabpanel', id: 'form-panel', tabIndex: 0}, about, film, style, h('div', {class: 'bar'}, save, extras, measure, facts), copies);
  const others = button('Measure all', measureAll);
  const element = h('section', {class: 'forms'}, h('div', {class: 'bar'}, h('h2', {}, 'Formats'), others), list, panel);
  /** Whether there is more of the list at its end or at its start. */
  function hint() {
    list.classList.toggle('goes-on', list.scrollLeft + list.clientWidth < list.scrollWidth - 4);
    list.classList.toggle('came-from', list.scrollLeft > 4);
  }
  const resized = new ResizeObserver(hint);
  resized.observe(list);

  function pick(form, quietly, byKey) {
    chosen = form;
    if (!quietly) choose(form.name, byKey);
    draw();
  }

  function draw() {
    tabs.forEach((tab, i) => {
      const isOn = forms[i] === chosen, {size, expected, fault, work} = sizes.get(forms[i]) ?? {};
      tab.setAttribute('aria-selected', isOn);
      tab.tabIndex = isOn ? 0 : -1;
      tab.lastChild.textContent = size !== undefined ? bytesText(size) : fault ? 'refused' : expected ? roughText(expected) : work || !isAsking ? '–' : '…';
      tab.title = work && size === undefined && !expected && !fault ? 'The size is known once the file is made' : '';
    });
    const open = unmeasured(), work = open.reduce((sum, form) => sum + (sizes.get(form)?.work ?? 0), 0);
    others.hidden = isAsking || !open.length;
    others.textContent = stopper ? `Stop measuring, ${open.length} left` : 'Measure all';
    others.title = stopper ? '' : work > costly ? `Makes the files whose size is predicted: about ${Math.round(work / 1000)} s of work` : 'Makes the files whose size is predicted';
    drawPanel();
  }

  function drawPanel() {
    const {size, whole, expected, fault, work} = sizes.get(chosen) ?? {}, each = effect(), isMeasuring = measuring === chosen || isLoading();
    panel.setAttribute('aria-labelledby', `form-${chosen.name}`);
    const isPlayed = isFilm(chosen) && film.canPlayType(chosen.type) !== '';
    about.textContent = chosen.about + (isFilm(chosen) && !isPlayed ? ' This browser does not play it.' : '');
    film.hidden = !isPlayed || Boolean(fault);
    if (film.hidden) film.removeAttribute('src');
    else if (film.getAttribute('src') !== address(chosen.ending)) Object.assign(film, {src: address(chosen.ending), autoplay: !calm.matches, controls: calm.matches, width: each.width, height: each.height});
    facts.textContent = fault ?? (size !== undefined ? `${size.toLocaleString('en')} bytes${chosen.name === 'CSS' ? ` in the ${chosen.ending} that it loads` : ''}${whole > size ? ` (${whole.toLocaleString('en')} bytes uncompressed)` : ''}`
      : [unreached === chosen ? 'The service could not be reached.' : '', expected ? `${roughText(expected)}, predicted from a few frames.` : work ? 'The size is known once the file is made.' : '', work > costly ? `It takes about ${(work / 1000).toFixed(1)} s of work.` : '',
        isMeasuring ? 'Measuring …' : work ? '' : isAsking ? 'Predicting …' : 'The size is not known yet.'].filter(Boolean).join(' '));
    measure.hidden = isMeasuring || size !== undefined || Boolean(fault) || !work && isAsking && unreached !== chosen;
    facts.classList.toggle('fault', Boolean(fault));
    // There is no file to load or to show.
    save.hidden = copies.hidden = Boolean(fault);
    save.ariaLabel = `Download ${words(chosen.name)}`;
    // What stays the same keeps the focus.
    const place = `${chosen.name} ${fault} ${address('')}`;
    if (extras.dataset.place !== place) extras.replaceChildren(...(chosen.name === 'sheet' && !fault ? [['.sheet.css', 'Style sheet'], ['.sheet.json', 'Atlas']] : chosen.name === 'Lottie' && !fault ? [['.lottie', 'dotLottie']] : [])
      .map(([ending, text]) => h('a', {class: 'button', href: address(ending), download: `${each.name}${ending}`}, text)));
    extras.dataset.place = place;
    const texts = snippets(chosen, each);
    if (sizes.get(forms.find(form => form.name === 'sheet'))?.fault) delete texts['CSS sheet'];
    const shown = kind in texts ? kind : Object.keys(texts)[0];
    const isStyle = chosen.name === 'CSS';
    save.href = isStyle ? `data:text/css,${encodeURIComponent(/^CSS/.test(shown) ? texts[shown] : texts.CSS)}` : address(chosen.ending);
    save.download = `${each.name}${isStyle ? '.css' : chosen.ending}`;
    style.hidden = !isStyle || Boolean(fault);
    if (!style.hidden) dress(style, each, shown, texts.CSS, address);
    const keeps = kinds.contains(document.activeElement) && document.activeElement.textContent;
    kinds.replaceChildren(...Object.keys(texts).map(name => button(name, () => {
      kind = name;
      draw();
    }, {'aria-pressed': name === shown})));
    if (keeps) [...kinds.children].find(one => one.textContent === keeps)?.focus();
    code.name(shown);
    code.update(texts[shown]);
    changed();
  }

  /** Makes the file of one form, which somebody wants, and measures it; as `quiet` says where nobody does. Returns whether the service is busy. */
  async function one(form, {signal: stop} = new AbortController(), quiet = {mayLoad: true}) {
    const {signal} = controller;
    if (measuring === form || sizes.get(form)?.size !== undefined || sizes.get(form)?.fault) return;
    measuring = form;
    if (unreached === form) unreached = null;
    draw();
    let isReached = true;
    const own = new AbortController(), end = () => own.abort();
    for (const each of [signal, stop]) each.addEventListener('abort', end);
    const found = await measured(address(form.ending), {signal: own.signal, sentBytes, ...quiet}).catch(() => { isReached = stop.aborted; });
    // The parameters are others by now, or the page is.
    if (signal.aborted) return;
    // That says nothing of the file: it can be asked for again.
    if (!isReached) unreached = form;
    if (measuring === form) measuring = null;
    if (found) sizes.set(form, {work: sizes.get(form)?.work, ...found});
    draw();
    return found === false;
  }

  /** Forms whose file has not been made yet. */
  function unmeasured() { return forms.filter(form => form.ending && sizes.has(form) && sizes.get(form).size === undefined && !sizes.get(form).fault); }

  /** Measures all forms, one after the other, so that sizes stand side by side; or stops that. */
  async function measureAll() {
    if (stopper) {
      stopper.abort();
      return say('Measuring has stopped');
    }
    const {signal} = controller, own = await measureEach();
    if (!signal.aborted && !own.signal.aborted) say(others.hidden ? 'All sizes are measured' : 'Some sizes could not be measured');
  }

  /** Measures all forms, the quickest first, or `isQuiet` those of little work. Returns the controller that stops it. */
  async function measureEach(isQuiet) {
    const {signal} = controller, own = stopper = new AbortController(), workOf = form => sizes.get(form)?.work ?? 0;
    let work = 0;
    // What could not be measured is left for another time.
    for (const form of unmeasured().sort((a, b) => workOf(a) - workOf(b))) {
      if (signal.aborted || own.signal.aborted) break;
      work += workOf(form);
      if (await one(form, own, {isKnown: isQuiet && work > patient, mayLoad: !isQuiet || sizes.get(form)?.expected <= light}) && isQuiet) break;
    }
    if (signal.aborted) return own;
    stopper = null;
    const hasFocus = document.activeElement === others;
    draw();
    // A button that is gone has no focus to keep.
    if (hasFocus && others.hidden) tabs[forms.indexOf(chosen)].focus();
    return own;
  }

  /** Asks for the predictions of all forms, once for the same parameters. */
  async function predict() {
    const {signal} = controller;
    if (!isSeen && !wanted || predicting === signal) return;
    predicting = signal;
    let isWhole = false;
    try {
      const all = await predicted(address, signal);
      isWhole = Boolean(all);
      if (all?.fault) forms.forEach(form => sizes.has(form) || sizes.set(form, all));
      for (const form of all && !all.fault ? forms : []) sizes.set(form, {...all.get(form.ending), ...sizes.get(form)});
    } catch {
      // What is not known is asked for again, below; a file that is wanted says more.
      isWhole = false;
    }
    if (signal.aborted) return;
    // A service that is busy, or could not be reached, is asked again: some times soon, and then when somebody comes back.
    if (!isWhole) predicting = null;
    if (!isWhole && retries-- > 0) again();
    else isAsking = false;
    draw();
    if (isWhole && wanted) await one(wanted);
    // Nothing predicts the size of a still, but making one takes little.
    const still = forms.find(form => form.name === 'still');
    if (isWhole && sizes.get(still)?.work < quick) await one(still);
    // A preset as it is has many visitors: the service makes each of its files once, and knows its size from then on.
    if (isWhole && !signal.aborted && !stopper && !address('').includes('?') && !navigator.connection?.saveData) measureEach(true);
  }
  // Who changes one parameter goes on to the next.
  const soon = later(1200, predict), rested = later(2500, predict), again = later(5000, predict);

  const watcher = new IntersectionObserver(entries => {
    isSeen = entries.at(-1).isIntersecting;
    // What is seen comes first.
    if (isSeen) soon();
  });
  watcher.observe(element);
  draw();
  return {
    element,
    /** The effect has other parameters: sizes are measured anew. */
    update() {
      controller.abort();
      controller = new AbortController();
      retries = 2;
      isAsking = true;
      stopper = null;
      measuring = unreached = wanted = null;
      sizes.clear();
      draw();
      rested();
    },
    /** What is known of a form's file: `size` as it is sent, `expected` as it is predicted, `whole` without gzip, or why there is none. */
    sizeOf: name => sizes.get(forms.find(form => form.name === name)),
    /** Takes the size of a file that the page has loaded. */
    know(name, {size, whole}) {
      sizes.set(forms.find(form => form.name === name), {size, whole});
      draw();
    },
    /** Makes the file of a form that has no picture, to know its size. */
    measure(name) {
      const form = forms.find(each => each.name === name);
      if (name !== 'sheet' || !isAsking) return one(form);
      wanted = form;
      return predict();
    },
    show: name => pick(forms.find(form => form.name === name) ?? forms[0], true),
    /** The texts of the effect may be others, its files are not. */
    redraw: draw,
    leave() {
      watcher.disconnect();
      resized.disconnect();
      isSeen = false;
      controller.abort();
    },
  };
}
