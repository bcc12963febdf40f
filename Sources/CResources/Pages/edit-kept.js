/**
 * The browser's memory of the visitor's work: the current effect, and a few earlier ones that others took the place of. A link
 * that is opened changes neither before the visitor changes the link's effect.
 */

import {h, store} from './edit-dom.js';
import {itemsOf} from './edit-document.js';
import {parse} from './edit-json.js';

const current = 'hanabi-spec', earlier = 'hanabi-earlier';
/** Number of earlier effects. */
const most = 6;

export const keptText = () => store.get(current);
export const keep = text => store.set(current, text);

/** Earlier effects, the newest first: `{text, time}`, the time in milliseconds since 1970. */
export function earlierWorks() {
  const {value} = parse(store.get(earlier) ?? '[]');
  return itemsOf(value).filter(each => typeof each?.text === 'string' && Number.isFinite(each.time));
}

/** Adds an effect to the earlier ones. */
export function remember(text) {
  if (!text) return;
  const others = earlierWorks().filter(each => each.text !== text);
  store.set(earlier, JSON.stringify([{text, time: Date.now()}, ...others].slice(0, most)));
}

/** A text's name for people: of its first layer with one, and the number of layers. */
function titleOf(text) {
  const layers = itemsOf(parse(text).value?.layers), name = layers.map(each => each?.name).find(each => each && typeof each === 'string');
  return `${name ?? 'Effect'}, ${layers.length} ${layers.length === 1 ? 'layer' : 'layers'}`;
}

/** Buttons that bring earlier effects back; null if there are none. */
export function earlierList(open) {
  const works = earlierWorks();
  if (!works.length) return null;
  return h('section', {class: 'earlier', 'aria-label': 'Earlier effects'}, h('h3', {}, 'Your earlier effects'), h('ul', {role: 'list'}, works.map(({text, time}) => h('li', {},
    h('button', {type: 'button', class: 'item', onclick: () => open(text)}, h('span', {}, titleOf(text)),
      h('small', {}, new Date(time).toLocaleString('en', {dateStyle: 'medium', timeStyle: 'short'})))))));
}
