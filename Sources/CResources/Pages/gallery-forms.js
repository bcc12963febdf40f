/**
 * The forms of an effect, side by side: a tab for each with its size, a download, and code to copy. Sizes are real ones: the
 * service knows those of answers that it keeps; other files are fetched one after the other, once the tabs are seen.
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

/** Milliseconds of predicted work up to which a file is made without being asked for. */
const quick = 1500;

/** Whether a service has too much to do at the moment, which says nothing of a file. */
const isBusy = ({status}) => status === 503 || status === 429;

/** A file's size, or `null` from a busy service: from a HEAD if the service or the browser has the file, else by making it. Texts are counted as they are sent, by gzip. */
async function measured(path, {signal, isAsked, isVector, sentBytes}) {
  const head = await fetch(path, {method: 'HEAD', signal}), sent = answer => (answer.ok ? Number(answer.headers.get('Content-Length')) : 0);
  if (sent(head)) return {size: sent(head)};
  if (isBusy(head)) return null;
  const more = text => `${path}${path.includes('?') ? '&' : '?'}${text}`;
  let work = 0;
  // The price of a vector takes about as long as the vector.
  if (!isAsked && !isVector) {
    const answer = await fetch(more('dry=1'), {signal, headers: {Accept: 'application/json'}});
    if (isBusy(answer)) return null;
    const price = await answer.json();
    if (!answer.ok) return {fault: price.detail, isOfParameters: answer.status === 400};
    work = price.milliseconds.found;
    if (work > quick) return {work};
  }
  const answer = await fetch(more('on-error=problem'), {signal});
  // What took too long is not tried again before somebody asks for it.
  if (isBusy(answer)) return work ? {work} : null;
  if (!answer.ok) return {fault: (await answer.json().catch(() => ({}))).detail ?? `The service responded with ${answer.status}.`};
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
 * @param {{effect: function(): Object, forms: Object[], address: function(string): string, choose: function(string, boolean), changed: function(), tools: Object}} page
 *   `effect` gives the argument of `snippets`; `address` the path for an ending; `choose` is called with the name of the form, and
 *   whether keys moved there; `changed` when sizes may have become known.
 */
export function formSection({effect, forms, address, choose, changed, tools: {h, button, later, copyBox, words, bytesText, sentBytes}}) {
  const sizes = new Map();
  let chosen = forms[0], kind = null, controller = new AbortController(), isSeen = false, measuring = null, retries = 2;
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
  const about = h('p', {}), facts = h('p', {class: 'hint'}), measure = button('Measure it', () => one(chosen, true)), save = h('a', {class: 'button strong'}, 'Download');
  const extras = h('span', {class: 'extras'}), kinds = h('div', {class: 'segment kinds', role: 'group', 'aria-label': 'Copy as'}), code = copyBox('code');
  code.classList.add('snippet');
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  const film = h('video', {loop: true, muted: true, playsInline: true, preload: 'metadata', 'aria-label': 'Preview'});
  film.setAttribute('muted', '');
  const style = h('div', {class: 'styled', hidden: true});
  const panel = h('div', {class: 'form-panel', role: 'tabpanel', id: 'form-panel', tabIndex: 0}, about, film, style, h('div', {class: 'bar'}, save, extras, measure, facts),
    h('h3', {}, 'Copy as'), kinds, code);
  const element = h('section', {class: 'forms'}, h('h2', {}, 'Formats'), list, panel);
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
    if (sizes.get(form)?.work || (isSeen && !sizes.has(form))) one(form, Boolean(sizes.get(form)?.work));
    draw();
  }

  function draw() {
    tabs.forEach((tab, i) => {
      const isOn = forms[i] === chosen, {size, fault, work} = sizes.get(forms[i]) ?? {};
      tab.setAttribute('aria-selected', isOn);
      tab.tabIndex = isOn ? 0 : -1;
      tab.lastChild.textContent = size !== undefined ? bytesText(size) : fault ? 'refused' : work ? `≈ ${(work / 1000).toFixed(0)} s` : '…';
    });
    const {size, whole, fault, work} = sizes.get(chosen) ?? {}, each = effect();
    panel.setAttribute('aria-labelledby', `form-${chosen.name}`);
    const isPlayed = isFilm(chosen) && film.canPlayType(chosen.type) !== '';
    about.textContent = chosen.about + (isFilm(chosen) && !isPlayed ? ' This browser does not play it.' : '');
    film.hidden = !isPlayed || Boolean(fault);
    if (film.hidden) film.removeAttribute('src');
    else if (film.getAttribute('src') !== address(chosen.ending)) Object.assign(film, {src: address(chosen.ending), autoplay: !calm.matches, controls: calm.matches, width: each.width, height: each.height});
    facts.textContent = fault ?? (size !== undefined ? `${size.toLocaleString('en')} bytes${chosen.name === 'CSS' ? ` in the ${chosen.ending} that it loads` : ''}${whole > size ? ` (${whole.toLocaleString('en')} bytes uncompressed)` : ''}`
      : work ? `It takes about ${(work / 1000).toFixed(1)} s of work, so it has not been measured.` : 'Measuring …');
    facts.classList.toggle('fault', Boolean(fault));
    measure.hidden = !work;
    save.hidden = Boolean(fault);
    save.ariaLabel = `Download ${words(chosen.name)}`;
    extras.replaceChildren(...(chosen.name === 'sheet' && !fault ? [['.sheet.css', 'Style sheet'], ['.sheet.json', 'Atlas']] : chosen.name === 'Lottie' ? [['.lottie', 'dotLottie']] : [])
      .map(([ending, text]) => h('a', {class: 'button', href: address(ending), download: `${each.name}${ending}`}, text)));
    const texts = snippets(chosen, each);
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

  /** Measures one form; false if the service is busy. */
  async function one(form, isAsked) {
    const {signal} = controller, path = address(form.ending);
    let found;
    try {
      found = await measured(path, {signal, isAsked, isVector: /Lottie|Sticker|tracks/.test(form.name) || form.ending === '.svg', sentBytes});
    } catch {
      found = {fault: 'The service could not be reached.'};
    }
    // The parameters are others by now, or the page is.
    if (signal.aborted) return true;
    if (found) sizes.set(form, found);
    draw();
    return Boolean(found);
  }

  /** Measures the form that is looked at, then all of them. Nobody may have asked for these before, and who changes one parameter goes on to the next. */
  async function all() {
    if (!isSeen || measuring === controller.signal) return;
    const {signal} = controller, isPlain = !address(chosen.ending ?? '').includes('?');
    measuring = signal;
    for (const [i, form] of [chosen, ...forms].entries()) {
      if (i === 1 && !isPlain) await new Promise(done => setTimeout(done, 2500));
      if (signal.aborted || !isSeen) break;
      if (!sizes.has(form) && !await one(form, false)) {
        if (retries-- > 0) again();
        break;
      }
      // What one form refuses for its parameters is refused by all.
      const {fault, isOfParameters} = sizes.get(form) ?? {};
      if (!isOfParameters) continue;
      forms.filter(each => !sizes.has(each)).forEach(each => sizes.set(each, {fault}));
      draw();
    }
    if (measuring === signal) measuring = null;
  }
  const soon = later(1200, all), again = later(5000, all);

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
      sizes.clear();
      draw();
      soon();
    },
    /** What is known of a form's file: `size` as it is sent, `whole` without gzip, or why there is none. */
    sizeOf: name => sizes.get(forms.find(form => form.name === name)),
    /** Takes the size of a file that the page has loaded. */
    know(name, {size, whole}) {
      sizes.set(forms.find(form => form.name === name), {size, whole});
      draw();
    },
    /** Finds out the size of a form's file, wherever one looks. */
    measure(name) {
      const form = forms.find(each => each.name === name);
      if (!sizes.has(form)) one(form, false);
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
