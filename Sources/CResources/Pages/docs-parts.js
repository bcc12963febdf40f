/** Parts of the API page: tables, the request that can be changed, and the objects of specs. */

import {button, copy, h, later} from './edit-dom.js';
import {follow, members, sentences} from './edit-schema.js';

/** Text with `code` between backquotes. */
export const prose = text => text.split('`').map((part, i) => (i % 2 ? h('code', {}, part) : part));

/**
 * A table; cells are texts or elements. A table wider than the page scrolls, by keys too. Roles are written out, as style sheets may make
 * blocks of rows; then a cell of a table that `isLabeled` has its column's head before it.
 */
export function table(label, heads, rows, isLabeled = false) {
  return h('div', {class: 'scrolls', tabIndex: 0, role: 'region', 'aria-label': label}, h('table', {role: 'table', class: isLabeled ? 'labeled' : null}, h('thead', {role: 'rowgroup'}, h('tr', {role: 'row'}, heads.map(text => h('th', {scope: 'col', role: 'columnheader'}, text)))),
    h('tbody', {role: 'rowgroup'}, rows.map(cells => h('tr', {role: 'row'}, cells.map((cell, i) => (i ? h('td', {role: 'cell', 'data-head': heads[i]}, cell) : h('th', {scope: 'row', role: 'rowheader'}, cell))))))));
}

/** Whether nothing may move unless it is asked for. */
export const calm = matchMedia('(prefers-reduced-motion: reduce)');

/** The bar with a request and its answer: a picture, or the beginning of a text. */
export function requestBar() {
  let controller, shown;
  const input = h('input', {type: 'text', class: 'path', spellcheck: false, autocomplete: 'off', 'aria-label': 'Path and query of the request', oninput: later(350, () => run())});
  const picture = h('img', {alt: ''}), text = h('pre', {tabIndex: 0, role: 'region', 'aria-label': 'Answer'}), facts = h('p', {class: 'facts', role: 'status'});
  const open = h('a', {class: 'button'}, 'Open'), play = button('Play', async () => {
    play.hidden = true;
    const full = await wished('full', controller.signal).catch(() => null);
    if (full) show(full);
  }, {hidden: true});
  function show(blob) {
    if (shown) URL.revokeObjectURL(shown);
    shown = blob ? URL.createObjectURL(blob) : null;
    if (shown) picture.src = shown;
  }
  /** The picture as `motion` has it, whatever the browser tells the service of reduced motion. */
  async function wished(motion, signal) {
    const path = input.value.trim(), answer = await fetch(`${path}${path.includes('?') ? '&' : '?'}motion=${motion}`, {signal});
    return answer.ok ? answer.blob() : null;
  }

  async function run() {
    controller?.abort();
    const {signal} = controller = new AbortController(), path = input.value.trim(), start = performance.now();
    open.href = path;
    // A request to another origin would be none of this service.
    if (!path.startsWith('/') || path.startsWith('//')) return void (facts.textContent = 'A path begins with one /.');
    facts.textContent = '…';
    try {
      const answer = await fetch(path, {signal}), blob = await answer.blob(), [type] = (answer.headers.get('Content-Type') ?? '').split(';');
      const isPicture = type.startsWith('image/');
      facts.textContent = [`${answer.status} ${answer.statusText}`, type, `${blob.size.toLocaleString('en')} bytes`, `${Math.round(performance.now() - start)} ms`,
        answer.headers.get('Hanabi-Error'), answer.headers.get('Hanabi-Reduced')].filter(Boolean).join(' · ');
      facts.classList.toggle('fault', !answer.ok);
      let words = isPicture || /zip|octet|tgsticker/.test(type) ? '' : (await blob.slice(0, 6000).text());
      if (/json/.test(type) && blob.size < 6000) words = JSON.stringify(JSON.parse(words), null, 2);
      // With reduced motion a still stands for what moves.
      const moves = isPicture && answer.ok && calm.matches && /^\/v1\/(effects|s|z)\//.test(path) && !/\.(still|strip|sheet)\.|motion=/.test(path);
      const still = moves ? await wished('still', signal) : null;
      if (signal.aborted) return;
      show(isPicture ? still ?? blob : null);
      play.hidden = !still;
      picture.hidden = !isPicture;
      picture.alt = `The answer to ${path}`;
      text.hidden = isPicture;
      text.textContent = words + (blob.size > 6000 ? '\n…' : '');
    } catch (error) {
      if (error.name !== 'AbortError') facts.textContent = 'The service could not be reached.';
    }
  }
  const element = h('section', {class: 'try', 'aria-label': 'Try it'}, h('div', {class: 'line'}, h('code', {}, 'GET'), input,
    button('Copy', () => copy(location.origin + input.value.trim(), 'URL'), {class: 'strong', 'aria-label': 'Copy the URL'}), open),
  h('div', {class: 'answer'}, picture, text, play), facts);
  return {element, show(path) {
    input.value = path;
    run();
  }};
}

/** The objects of the schema, each with its members; they are drawn when they are opened. */
export function reference(schema) {
  const names = ['Spec', ...Object.keys(schema.$defs).filter(name => schema.$defs[name].properties)];
  return h('div', {class: 'reference'}, names.map(name => {
    const node = name === 'Spec' ? schema : {$ref: `#/$defs/${name}`}, own = follow(node), body = h('div', {});
    const box = h('details', {ontoggle() {
      if (!box.open || body.childElementCount) return;
      const {properties, required} = members(node, {}), type = each => [each.type ?? (each.anyOf ? each.anyOf.map(one => one.type ?? follow(one).name ?? '').filter(Boolean).join(', ') : each.name ?? '')].flat().join(', ');
      body.append(table(`Members of ${name}`, ['member', 'meaning', 'kind'], Object.entries(properties).map(([key, value]) => {
        const each = follow(value);
        return [[h('code', {}, key), required.includes(key) ? ' *' : ''], [each.description ?? '', 'default' in each ? ` Default: ${JSON.stringify(each.default)}.` : ''].join(''), each.enum ? each.enum.map(one => JSON.stringify(one)).join(', ') : type(each)];
      })));
    }}, h('summary', {}, h('code', {}, name), ' ', h('small', {}, sentences(own.description)[0])), body);
    return box;
  }));
}
