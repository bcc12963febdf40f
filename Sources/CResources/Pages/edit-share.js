/** Sharing and exporting: a URL that holds the spec, tags to copy, and the effect in all forms as downloads. */

import {button, copy, download, h, say} from './edit-dom.js';
import {itemsOf, membersOf} from './edit-document.js';
import {print} from './edit-json.js';
import * as service from './edit-service.js';

/** A path has at most so many bytes; what follows a # never leaves the browser, and may be longer. */
const longest = 8000, longestFragment = 60_000;

/** Forms with their names in `output`, endings and what they are for; films are offered where the service makes them. */
const forms = [
  ['Animated PNG', 'png', 'png', 'sharp colors, all browsers'], ['WebP', 'webp', 'webp', 'soft light, smaller'], ['AVIF', 'avif', 'avif', 'soft light, smallest'], ['GIF', 'gif', 'gif', 'plays everywhere, including email'],
  ['Animated SVG', 'svg', 'svg', 'sharp at any size'], ['Lottie', 'lottie.json', 'lottie.json', 'for players in apps'], ['dotLottie', 'lottie', 'lottie', 'Lottie in an archive'],
  ['Sticker', 'tgs', 'tgs', 'for Telegram, three seconds'], ['Tracks', 'tracks.json', 'tracks.json', 'for the player, on top of pages'],
];
const films = [
  ['MP4', 'mp4', 'mp4', 'video on an opaque background'], ['WebM', 'webm', 'webm', 'video with transparency, Chrome and Firefox'],
  ['HEVC', 'hevc.mov', 'hevc.mov', 'video with transparency, Safari'], ['MOV', 'mov', 'mov', 'video for editing programs'],
];
const sheets = [['Sprite sheet', 'png', 'all frames in one PNG'], ['Atlas', 'json', 'of the sprite sheet, for games'], ['Style sheet', 'css', 'plays the sprite sheet on a page']];

/** The address of the spec as a picture, and whether it is short enough. */
export async function shareURL(spec, ending = 'png') {
  const path = `/v1/z/${await service.pack(JSON.stringify(spec))}.${ending}`;
  return {url: `${location.origin}${path}`, path, fits: path.length <= longest};
}

/** The name of a file: of the first layer with one. */
function fileName(spec) {
  const name = itemsOf(spec.layers).map(layer => layer?.name).find(each => each && typeof each === 'string') ?? 'effect';
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'effect';
}

const kilobytes = size => `${size < 10_000 ? (size / 1000).toFixed(1) : Math.round(size / 1000).toLocaleString('en')} kB`;

/** The dialog with everything that leaves the editor. */
export function shareDialog(doc, live) {
  const body = h('div', {class: 'dialog-body'});
  const dialog = h('dialog', {class: 'sheet', 'aria-labelledby': 'share-title'}, h('header', {}, h('h2', {id: 'share-title'}, 'Share and export'),
    button('Close', () => dialog.close())), body);
  dialog.addEventListener('click', event => { if (event.target === dialog) dialog.close(); });

  async function open() {
    if (doc.isEmpty) return say('The effect is empty. Add a layer first');
    if (doc.fault) return say('The spec has an error. Fix it first');
    const spec = doc.value, {output: _, ...plain} = spec;
    // Only numbers go into the tags: a spec from elsewhere may have any text there.
    const sides = ['width', 'height'].map(side => [side, membersOf(spec.canvas)[side] ?? (side === 'width' ? 375 : 500)]);
    const size = sides.filter(([, length]) => Number.isFinite(length)).map(([side, length]) => `${side}="${length}"`).join(' ');
    const {url, fits} = await shareURL(spec);
    // Without a catalog there are the forms that every service has.
    const offered = await service.catalog().then(found => films.filter(([, , ending]) => found.forms?.some(each => each.ending === `.${ending}`)), () => []);
    const editor = `${location.origin}/edit#z=${await service.pack(doc.text)}`;
    const row = (name, text, value, isURL = true) => h('div', {class: 'share-row'}, h('div', {}, h('b', {}, name), h('small', {}, text)),
      isURL ? h('code', {tabIndex: 0, role: 'region', 'aria-label': name}, value) : null, button('Copy', () => copy(value, name), {'aria-label': `Copy ${name}`}));
    const links = fits ? [
      row('Picture URL', 'holds the whole spec; works in any <img>', url),
      row('<img> tag', 'ready to paste', `<img src="${url}" ${size} alt="">`),
      row('<picture> tag', 'a still for those who prefer reduced motion', `<picture>\n  <source media="(prefers-reduced-motion: reduce)" srcset="${url.replace(/\.png$/, '.still.png')}">\n  <img src="${url}" ${size} alt="">\n</picture>`),
      row('Editor link', 'opens this effect here', editor),
    ] : [h('p', {class: 'note'}, `The spec is too large for a URL (${kilobytes(url.length)}; at most 8 kB). Download it, or the picture, instead.`),
      row('<img> tag', 'for the downloaded file', `<img src="${fileName(spec)}.png" ${size} alt="">`),
      editor.length <= longestFragment ? row('Editor link', 'opens this effect here', editor) : null];
    body.replaceChildren(h('section', {'aria-label': 'Links'}, h('h3', {}, 'Links'), links),
      h('section', {'aria-label': 'Downloads'}, h('h3', {}, 'Downloads'), h('div', {class: 'exports'}, [...forms, ...offered].map(form => exporter(plain, spec.output, ...form)),
        sheets.map(each => sheet(spec, ...each)), still(plain), specFile())));
    dialog.showModal();
    dialog.querySelector('.share-row button').focus();
  }

  function card(name, hint, run) {
    const state = h('small', {class: 'state'}, hint);
    const each = button([h('b', {}, name), state], async () => {
      each.setAttribute('aria-busy', 'true');
      state.textContent = 'rendering …';
      try {
        state.textContent = `${kilobytes(await run())} · saved`;
        state.classList.remove('fault');
      } catch (error) {
        state.textContent = error.message;
        state.classList.add('fault');
      }
      each.removeAttribute('aria-busy');
    }, {class: 'export', 'aria-label': `Download ${name}`});
    return each;
  }

  // Options of the spec's output that belong to another form mean nothing to this one.
  const exporter = (plain, output, name, format, ending, hint) => card(name, hint, async () => {
    const blob = await service.render(service.withFormat({...plain, ...(output ? {output} : {})}, format));
    download(blob, `${fileName(plain)}.${ending}`);
    return blob.size;
  });

  // Atlas and style sheet of a spec without a URL name the image `sheet.png`.
  const sheet = (spec, name, part, hint) => card(name, hint, async () => {
    const blob = await service.sheet(spec, part), own = `${fileName(spec)}.sheet`;
    download(part === 'png' ? blob : (await blob.text()).replaceAll('sheet.png', `${own}.png`), `${own}.${part}`, blob.type);
    return blob.size;
  });

  const still = plain => card('Still', live.isPlaying ? 'the fullest moment, as PNG' : 'the moment at the playhead, as PNG', async () => {
    const blob = await service.still(plain, live.isPlaying ? 'best' : live.moment);
    download(blob, `${fileName(plain)}.still.png`);
    return blob.size;
  });

  const specFile = () => card('Spec', 'JSON, to be opened here again', async () => {
    const text = print(doc.value);
    download(text, `${fileName(doc.value)}.json`, 'application/json');
    return text.length;
  });

  return {dialog, open};
}
