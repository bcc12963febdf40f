/**
 * The forms of an effect, side by side: a tab for each with its size, a download, and code to copy. Sizes are real ones: the
 * service knows those of answers that it keeps; other files are fetched one after the other, once the tabs are seen.
 */

import {emitterCode, hasEmitters} from './gallery-emitter.js';

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
  {name: 'MP4', ending: '.mp4', type: 'video/mp4', about: 'Video on an opaque ground: for chats, slides and social networks.'},
  {name: 'WebM', ending: '.webm', type: 'video/webm', about: 'Video with soft transparency, in Chrome and Firefox.'},
  {name: 'HEVC', ending: '.hevc.mov', type: 'video/quicktime; codecs="hvc1"', about: 'Video with soft transparency, in Safari.'},
  {name: 'MOV', ending: '.mov', type: 'video/quicktime', about: 'Video for editing programs.'},
  {name: 'Lottie', ending: '.lottie.json', swift: '.lottie', about: 'Keyframes for the Lottie players of apps and pages.'},
  {name: 'tracks', ending: '.tracks.json', swift: '.tracks', about: 'The motion of each piece as formulas, for the player: on a click, on top of a page.'},
  {name: 'sheet', ending: '.sheet.png', swift: '.sheet', about: 'All frames in one picture, for games and style sheets. A style sheet and an atlas belong to it.'},
  {name: 'still', ending: '.still.png', type: 'image/png', swift: '.png()', about: 'The fullest moment as a still: for previews, print, and reduced motion.'},
];

/** The forms with a tab that a service makes, by the list of its catalog. */
export const offered = ({forms: all}) => known.filter(form => all.some(each => each.ending === form.ending));

const isFilm = form => Boolean(form.type?.startsWith('video/'));

/** Milliseconds of predicted work up to which a file is made without being asked for. */
const quick = 1500;

const kilobytes = size => `${size < 99_950 ? (size / 1000).toFixed(1) : Math.round(size / 1000).toLocaleString('en')} kB`;
const html = text => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');
const shell = text => (/^[\w.,:=+/-]+$/.test(text) ? text : `'${text.replace(/'/g, "'\\''")}'`);

/**
 * Code for a page or a program, by its kind; a form lacks the kinds that cannot show it.
 * @param {{name: string, title: string, width: string, height: string, values: Map<string, string>, url: function(string): string, query: string, forms: Object[], spec: ?Object}} effect
 *   `url` gives the absolute URL for an ending; `forms` are those that the service makes; `spec` may come later.
 * @returns {Object<string, string>}
 */
export function snippets(form, {name, title, width, height, values, url, query, forms, spec}) {
  const own = url(form.ending), png = url('.png'), still = url('.still.png'), file = `${name}${form.ending}`, isStill = form.name === 'still';
  const sides = `width="${width}" height="${height}"`, isBare = isStill || form.name === 'PNG' || form.name === 'GIF';
  const source = (more, address) => `  <source ${more} srcset="${html(address)}">\n`;
  const calm = isStill ? '' : source('media="(prefers-reduced-motion: reduce)"', still), better = isBare ? '' : source(`type="${form.type}"`, own);
  const image = `<img src="${html(isBare ? own : png)}" ${sides} alt="">`, picture = calm || better ? `<picture>\n${calm}${better}  ${image}\n</picture>` : image;
  const set = [...values].map(([key, value]) => ` --set ${shell(`${key}=${value}`)}`).join(''), component = title.split(/[^\p{L}\p{N}]+/u).map(word => word.charAt(0).toUpperCase() + word.slice(1)).join('') || 'Effect';
  const type = /^\p{Lu}/u.test(component) ? component : `Effect${component}`;
  const call = query ? `.setting(query: "${query.replace(/[\\"]/g, '\\$&')}")` : '';
  const always = {
    curl: `curl -o ${file} ${shell(own)}`,
    'Command line': `hanabi render ${name}${set}${isStill ? ' --at best' : ''} -o ${isStill ? `${name}.png` : file}`,
    ...(form.swift ? {Swift: `import Hanabi\n\nlet bytes = try Effect.preset("${name}")${call}.render(as: ${form.swift})`} : {}),
    ...(hasEmitters(spec) ? {CAEmitterLayer: emitterCode(spec, type.replace(/[^A-Za-z0-9]/g, ''))} : {}),
  };
  const react = body => `export const ${type} = () => (\n  ${body.replace(/\n/g, '\n  ')}\n);`;
  const vue = (body, script = '') => `${script}<template>\n  ${body.replace(/\n/g, '\n  ')}\n</template>`, jsx = text => text.replace(/srcset=/g, 'srcSet=').replace(/autoplay/g, 'autoPlay').replace(/playsinline/g, 'playsInline').replace(/(<(?:source|img) [^>]*)>/g, '$1 />');
  const block = (background, more = '') => `.${name} {\n  width: ${width}px;\n  height: ${height}px;\n  background: ${background} center / contain no-repeat;\n${more}}`;
  if (form.name === 'tracks') {
    const element = `<hanabi-effect src="${html(own)}" on="click"></hanabi-effect>`;
    return {HTML: `<script src="${url(null)}/player.js"></script>\n${element}`, React: `// Once in the page: <script src="${url(null)}/player.js"></script>\n${react(element)}`,
      Vue: vue(element, `<!-- Once in the page: <script src="${url(null)}/player.js"></script>; compilerOptions.isCustomElement: tag => tag === 'hanabi-effect' -->\n`), ...always};
  }
  if (form.name === 'Lottie') {
    // A number counts what follows the first play.
    const times = values.get('loop'), loop = times === 'once' ? false : Number(times) > 0 ? Number(times) - 1 : true;
    const load = container => `lottie.loadAnimation({container: ${container}, path: '${own.replace(/'/g, '%27')}', loop: ${loop}})`;
    return {
      HTML: `<div id="${name}"></div>\n<script type="module">\n  import lottie from 'lottie-web';\n  ${load(`document.querySelector('#${name}')`)};\n</script>`,
      React: `import lottie from 'lottie-web';\nimport {useEffect, useRef} from 'react';\n\nexport const ${type} = () => {\n  const box = useRef(null);\n  useEffect(() => {\n    const animation = ${load('box.current')};\n    return () => animation.destroy();\n  }, []);\n  return <div ref={box} />;\n};`,
      Vue: `<script setup>\nimport lottie from 'lottie-web';\nimport {onMounted, onUnmounted, ref} from 'vue';\n\nconst box = ref(null);\nlet animation;\nonMounted(() => { animation = ${load('box.value')}; });\nonUnmounted(() => animation?.destroy());\n</script>\n\n<template>\n  <div ref="box"></div>\n</template>`,
      ...always,
    };
  }
  if (form.name === 'sheet') {
    const style = url('.sheet.css');
    return {HTML: `<link rel="stylesheet" href="${html(style)}">\n<div class="hanabi-${name}" role="img" aria-label="${html(title)}"></div>`, CSS: `@import url("${style}");`, ...always};
  }
  if (isFilm(form)) {
    // Safari shows no transparency of a WebM, and others none of HEVC: each takes the first that it can play.
    const both = ['.hevc.mov', '.webm'].includes(form.ending) ? forms.filter(each => ['.hevc.mov', '.webm'].includes(each.ending)).sort((one, other) => one.ending.localeCompare(other.ending)) : [form];
    const sources = both.map(each => `  <source type="${html(each.type)}" src="${html(url(each.ending))}">`).join('\n');
    const film = `<video ${sides} poster="${html(still)}" autoplay loop muted playsinline>\n${sources}\n  <img src="${html(png)}" ${sides} alt="">\n</video>`;
    return {HTML: film, React: react(jsx(film)), Vue: vue(film), ...always};
  }
  const background = isBare ? `url("${own}")` : `image-set(url("${own}") type("${form.type}"), url("${png}") type("image/png"))`;
  return {
    HTML: picture, Markdown: `![${title.replace(/[[\]]/g, '\\$&')}](${own.replace(/[()]/g, each => (each === '(' ? '%28' : '%29'))})`,
    React: react(jsx(picture)), Vue: vue(picture),
    CSS: block(background) + (isStill ? '' : `\n@media (prefers-reduced-motion: reduce) {\n  .${name} { background-image: url("${still}"); }\n}`), ...always,
  };
}

/** A file's size: from a HEAD if the service or the browser has the file, else by making it. Texts are counted as they are sent, by gzip. */
async function measured(path, {signal, isAsked, isVector}) {
  const head = await fetch(path, {method: 'HEAD', signal}), sent = answer => (answer.ok ? Number(answer.headers.get('Content-Length')) : 0);
  if (sent(head)) return {size: sent(head)};
  const more = text => `${path}${path.includes('?') ? '&' : '?'}${text}`;
  // The price of a vector takes about as long as the vector.
  if (!isAsked && !isVector) {
    const answer = await fetch(more('dry=1'), {signal, headers: {Accept: 'application/json'}}), price = await answer.json();
    if (!answer.ok) return {fault: price.detail};
    if (price.milliseconds.found > quick) return {work: price.milliseconds.found};
  }
  // The browser's list of what it has loaded is not endless.
  performance.clearResourceTimings();
  const answer = await fetch(more('on-error=problem'), {signal});
  if (!answer.ok) return {fault: (await answer.json().catch(() => ({}))).detail ?? `The service responded with ${answer.status}.`};
  const {size: whole} = await answer.blob(), loaded = () => performance.getEntriesByName(answer.url).at(-1)?.encodedBodySize;
  // The list is written a moment after the last byte.
  if (!sent(answer) && !loaded()) await new Promise(done => setTimeout(done, 50));
  return {size: sent(answer) || loaded() || whole, whole};
}

/**
 * The section with the tabs.
 * @param {{effect: function(): Object, forms: Object[], address: function(string): string, choose: function(string), tools: Object}} page
 *   `effect` gives the argument of `snippets`; `address` the path for an ending; `choose` is called with the name of the form.
 */
export function formSection({effect, forms, address, choose, tools: {h, button, later, copyBox}}) {
  const sizes = new Map();
  let chosen = forms[0], kind = 'HTML', controller = null, isSeen = false;
  const tabs = forms.map(form => h('button', {
    type: 'button', role: 'tab', class: 'tab', id: `form-${form.name}`, 'aria-controls': 'form-panel', 'data-form': form.name, onclick: () => pick(form),
  }, h('b', {}, form.name), h('small', {})));
  const list = h('div', {class: 'tabs', role: 'tablist', 'aria-label': 'Forms', onkeydown(event) {
    const step = {ArrowRight: 1, ArrowLeft: -1, Home: -forms.indexOf(chosen), End: forms.length - 1 - forms.indexOf(chosen)}[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (forms.indexOf(chosen) + step + forms.length) % forms.length;
    pick(forms[next]);
    tabs[next].focus();
  }}, tabs);
  const about = h('p', {}), facts = h('p', {class: 'hint'}), measure = button('Measure it', () => one(chosen, true)), save = h('a', {class: 'button strong'}, 'Download');
  const extras = h('span', {class: 'extras'}), kinds = h('div', {class: 'segment kinds', role: 'group', 'aria-label': 'Copy as'}), code = copyBox('code');
  code.classList.add('snippet');
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  const film = h('video', {loop: true, muted: true, playsInline: true, preload: 'metadata', 'aria-label': 'Preview'});
  film.setAttribute('muted', '');
  const panel = h('div', {class: 'form-panel', role: 'tabpanel', id: 'form-panel', tabIndex: 0}, about, film, h('div', {class: 'bar'}, save, extras, measure, facts),
    h('h3', {}, 'Copy as'), kinds, code);
  const element = h('section', {class: 'forms'}, h('h2', {}, 'Forms'), list, panel);

  function pick(form, quietly) {
    chosen = form;
    if (!quietly) choose(form.name);
    if (sizes.get(form)?.work) one(form, true);
    draw();
  }

  function draw() {
    tabs.forEach((tab, i) => {
      const isOn = forms[i] === chosen, {size, fault, work} = sizes.get(forms[i]) ?? {};
      tab.setAttribute('aria-selected', isOn);
      tab.tabIndex = isOn ? 0 : -1;
      tab.lastChild.textContent = size !== undefined ? kilobytes(size) : fault ? 'refused' : work ? `≈ ${(work / 1000).toFixed(0)} s` : '…';
    });
    const {size, whole, fault, work} = sizes.get(chosen) ?? {}, each = effect();
    panel.setAttribute('aria-labelledby', `form-${chosen.name}`);
    about.textContent = chosen.about;
    film.hidden = !isFilm(chosen) || Boolean(fault);
    if (film.hidden) film.removeAttribute('src');
    else if (film.getAttribute('src') !== address(chosen.ending)) Object.assign(film, {src: address(chosen.ending), autoplay: !calm.matches, controls: calm.matches, width: each.width, height: each.height});
    facts.textContent = fault ?? (size !== undefined ? `${size.toLocaleString('en')} bytes${whole > size ? `, by gzip; ${whole.toLocaleString('en')} without` : ''}`
      : work ? `It takes about ${(work / 1000).toFixed(1)} s of work, so it has not been measured.` : 'Being measured …');
    facts.classList.toggle('fault', Boolean(fault));
    measure.hidden = !work;
    save.hidden = Boolean(fault);
    save.href = address(chosen.ending);
    save.download = `${each.name}${chosen.ending}`;
    save.ariaLabel = `Download ${chosen.name}`;
    extras.replaceChildren(...(chosen.name === 'sheet' && !fault ? [['.sheet.css', 'Style sheet'], ['.sheet.json', 'Atlas']] : chosen.name === 'Lottie' ? [['.lottie', 'dotLottie'], ['.tgs', 'Sticker']] : [])
      .map(([ending, text]) => h('a', {class: 'button', href: address(ending), download: `${each.name}${ending}`}, text)));
    const texts = snippets(chosen, each);
    const shown = kind in texts ? kind : 'HTML';
    const keeps = kinds.contains(document.activeElement) && document.activeElement.textContent;
    kinds.replaceChildren(...Object.keys(texts).map(name => button(name, () => {
      kind = name;
      draw();
    }, {'aria-pressed': name === shown})));
    if (keeps) [...kinds.children].find(one => one.textContent === keeps)?.focus();
    code.name(shown);
    code.update(texts[shown]);
  }

  async function one(form, isAsked, signal = controller?.signal) {
    try {
      sizes.set(form, await measured(address(form.ending), {signal, isAsked, isVector: /Lottie|SVG|tracks/.test(form.name)}));
    } catch (error) {
      if (error.name === 'AbortError') return;
      sizes.set(form, {fault: 'The service could not be reached.'});
    }
    draw();
  }

  async function all() {
    if (!isSeen) return;
    const {signal} = controller = new AbortController();
    for (const form of forms) if (!signal.aborted && !sizes.has(form)) await one(form, false, signal);
  }
  const soon = later(1200, all);

  const watcher = new IntersectionObserver(entries => {
    isSeen = entries.at(-1).isIntersecting;
    if (isSeen) all();
    else controller?.abort();
  });
  watcher.observe(element);
  draw();
  return {
    element,
    /** The effect has other parameters: sizes are measured anew. */
    update() {
      controller?.abort();
      sizes.clear();
      draw();
      soon();
    },
    show: name => pick(forms.find(form => form.name === name) ?? forms[0], true),
    /** The texts of the effect may be others, its files are not. */
    redraw: draw,
    leave() {
      watcher.disconnect();
      controller?.abort();
    },
  };
}
