/** The dialog that begins an effect: an empty one, a preset, a pasted document, a file. */

import {button, h} from './edit-dom.js';
import {earlierList} from './edit-kept.js';
import {print} from './edit-json.js';
import {fromFile, fromText} from './edit-read.js';
import {search as ranked} from './gallery-search.js';
import * as service from './edit-service.js';
import * as starters from './edit-starters.js';

const example = `confetti({
  particleCount: 100,
  spread: 70,
  origin: { y: 0.6 }
});`;

/**
 * @param {function({text: string, source: string, notes: string[]} | {asset: Object})} take
 */
export function openDialog(take) {
  const fault = h('p', {class: 'fault', role: 'alert'});
  const area = h('textarea', {class: 'code', rows: 9, spellcheck: false, placeholder: example, 'aria-label': 'Text to import', 'aria-describedby': 'paste-help'});
  const file = h('input', {type: 'file', class: 'hush', id: 'open-file', onchange: () => file.files[0] && attempt(() => fromFile(file.files[0]))});
  const search = h('input', {type: 'search', placeholder: 'Find a preset …', 'aria-label': 'Find a preset', oninput: () => draw()});
  const grid = h('ul', {class: 'presets', role: 'list'}), earlier = h('div');
  let effects = null;
  const dialog = h('dialog', {class: 'sheet wide', 'aria-labelledby': 'open-title'},
    h('header', {}, h('h2', {id: 'open-title'}, 'Start from'), button('Close', () => dialog.close())),
    h('div', {class: 'dialog-body open'},
      h('section', {'aria-label': 'Import'}, h('h3', {}, 'Paste or drop'), h('p', {class: 'hint', id: 'paste-help'},
        'A spec, a snippet of canvas-confetti, react-confetti or js-confetti in JavaScript, TypeScript or JSX, a tsParticles configuration, CAML, an SVG. Snippets are read, never run by the browser.'), area,
      h('div', {class: 'bar'}, button('Import', () => attempt(() => fromText(area.value)), {class: 'strong'}),
        h('label', {class: 'file-button', htmlFor: 'open-file'}, 'Choose a file …'), file), fault,
      h('p', {class: 'hint'}, 'Files: .json, .sks, .scnp, .scn, .plist, .caml, .js, .ts, .tsx, .svg, pictures. Dropping one anywhere on this page does the same.'),
      h('div', {class: 'bar'}, button('Begin with an empty effect', () => finish({text: print(starters.empty), source: 'empty effect', notes: []})),
        button('Begin with a fountain', () => finish({text: print(starters.first), source: 'fountain of sparks', notes: []}))), earlier),
      h('section', {'aria-label': 'Presets'}, h('h3', {}, 'A preset'), search, grid)));
  dialog.addEventListener('click', event => { if (event.target === dialog) dialog.close(); });

  async function attempt(action) {
    fault.textContent = '';
    dialog.setAttribute('aria-busy', 'true');
    try {
      finish(await action());
    } catch (error) {
      fault.textContent = error.message;
    }
    dialog.removeAttribute('aria-busy');
    file.value = '';
  }

  function finish(result) {
    dialog.close();
    take(result);
  }

  function draw() {
    const found = /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(search.value) ? ranked(effects ?? [], search.value).effects : effects ?? [];
    grid.replaceChildren(...found.map(effect => h('li', {}, h('button', {type: 'button', class: 'preset', onclick: () => attempt(async () => ({
      text: print(await service.preset(effect.name)), source: effect.title, still: service.stillOf(effect.name), notes: []}))},
    h('img', {src: `${effect.still}?${small(effect)}`, alt: '', loading: 'lazy', width: 96, height: 72}), h('span', {}, effect.title)))));
    if (!found.length && effects) grid.append(h('li', {class: 'none'}, 'No preset found. Try another word.'));
  }

  return {dialog, async open() {
    earlier.replaceChildren(earlierList(text => finish({text, source: 'your earlier effect', notes: []})) ?? '');
    dialog.showModal();
    area.focus();
    if (effects) return;
    try {
      ({effects} = await service.catalog());
    } catch (error) {
      fault.textContent = error.message;
    }
    draw();
  }, attempt};
}

// The still as it is: smaller canvases would crop.
const small = () => 'on-error=image';
