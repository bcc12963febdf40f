/** The parts of a spec that the tree shows, and what can be done with them: add, move, copy, hide, rename, remove. */

import {at, itemsOf, membersOf, replaced} from './edit-document.js';
import {pointer} from './edit-json.js';
import {nodeLists} from './edit-hints.js';

/** Lists of parts within an object, in the order of the tree. */
const order = ['layers', 'emitterCells', 'emitterBehaviors', 'animations'];

/** The list that a part stands in: `layers`, `emitterCells`, … */
export const listOf = path => path.at(-2);

/** A part's name for people. */
export function nameOf(path, node) {
  const list = listOf(path), index = path.at(-1) + 1;
  if (!path.length) return 'Effect';
  const {name, type, text, contents, keyPath} = membersOf(node), word = (...found) => found.find(each => each && typeof each === 'string');
  if (list === 'layers') return word(name, type === 'text' && text) ?? `${word(type) ?? 'emitter'} ${index}`;
  if (list === 'emitterCells') return word(name, contents) ?? `particle ${index}`;
  // Of several behaviors of one type, each drives another value.
  if (list === 'emitterBehaviors') return word(name, keyPath, type) ?? `behavior ${index}`;
  return word(keyPath, type) ?? `animation ${index}`;
}

/** The kind of a part, in a word. */
export function kindOf(path, node) {
  const {type} = membersOf(node);
  return {layers: typeof type === 'string' ? type : 'emitter', emitterCells: 'particle', emitterBehaviors: 'behavior', animations: 'animation'}[listOf(path)] ?? 'effect';
}

/** A part's own parts: paths, in the order in which the tree shows them. Layers in front come first. */
export function childrenOf(path, node) {
  const found = [];
  for (const list of order) {
    const items = node?.[list];
    if (!Array.isArray(items)) continue;
    const places = items.map((_, i) => i);
    if (list === 'layers') places.sort((a, b) => zOf(items[b]) - zOf(items[a]) || b - a);
    found.push(...places.map(i => [...path, list, i]));
  }
  return found;
}

const zOf = layer => (typeof layer?.z === 'number' ? layer.z : 0);

// Layers have no member that hides them; without opacity they aren't drawn. The opacity from before is kept here.
const before = new Map();

export function isHidden(path, node) {
  return listOf(path) === 'layers' ? node?.opacity === 0 : node?.enabled === false;
}

export const canHide = path => ['layers', 'emitterCells', 'emitterBehaviors'].includes(listOf(path));

/** Hides a part, or shows it again. */
export function toggle(doc, path) {
  const node = membersOf(doc.at(path)), key = pointer(path);
  if (listOf(path) !== 'layers') return doc.set([...path, 'enabled'], node.enabled === false ? undefined : false);
  if (node.opacity === 0) return doc.set([...path, 'opacity'], before.get(key));
  before.set(key, node.opacity);
  return doc.set([...path, 'opacity'], 0);
}

/** Adds a part at the end of a list, or in front of all layers, and selects it. */
export function add(doc, owner, list, value) {
  const items = itemsOf(doc.at([...owner, list])), added = structuredClone(value);
  if (list === 'layers' && items.length) {
    const top = Math.max(...items.map(zOf));
    if (top !== 0) added.z = top;
  }
  if (added.name) added.name = fresh(added.name, items);
  let next = replaced(doc.value, [...owner, list], [...items, added]);
  // A loop without a seam is refused where something ends otherwise than it began.
  const jumps = list === 'layers' ? added.animations || jumpy.includes(added.type) : list === 'animations' && (at(doc.value, owner)?.type ?? 'emitter') !== 'emitter';
  if (jumps && next.timing?.loop === 'seamless') next = replaced(next, ['timing', 'loop'], 'forever');
  doc.replace(next, {key: null, selection: [...owner, list, items.length]});
}

const jumpy = ['reveal', 'transition', 'shatter'];

/** A name that no other part of the list has: random numbers depend on names. */
function fresh(name, items) {
  const taken = new Set(items.map(item => item?.name)), base = name.replace(/ \d+$/, '');
  for (let i = 2; taken.has(name); i++) name = `${base} ${i}`;
  return name;
}

export function duplicate(doc, path) {
  const list = path.slice(0, -1), items = doc.at(list), copy = structuredClone(items[path.at(-1)]);
  if (typeof copy?.name === 'string') copy.name = fresh(copy.name, items);
  const index = path.at(-1) + 1;
  doc.set(list, items.toSpliced(index, 0, copy), {key: null, selection: [...list, index]});
}

export function remove(doc, path) {
  const list = path.slice(0, -1), left = doc.at(list).toSpliced(path.at(-1), 1), index = Math.min(path.at(-1), left.length - 1);
  doc.set(list, left.length || list.at(-1) === 'layers' ? left : undefined,
    {key: null, selection: left.length ? [...list, index] : path.slice(0, -2)});
}

/** Moves a part up (-1) or down (1) in the tree. Returns whether it could be moved. */
export function move(doc, path, step) {
  const owner = path.slice(0, -2), list = path.slice(0, -1), items = doc.at(list);
  const siblings = childrenOf(owner, doc.at(owner)).filter(each => listOf(each) === listOf(path));
  const place = siblings.findIndex(each => each.at(-1) === path.at(-1)), other = siblings[place + step];
  if (!other) return false;
  const [own, theirs] = [path.at(-1), other.at(-1)];
  let moved = items[own];
  // A layer that passes another one gets its order.
  if (listOf(path) === 'layers' && zOf(moved) !== zOf(items[theirs])) {
    moved = replaced(moved, ['z'], zOf(items[theirs]) || undefined);
    doc.set(list, items.with(own, moved), {key: null});
    return true;
  }
  const rest = items.toSpliced(own, 1);
  doc.set(list, rest.toSpliced(theirs, 0, moved), {key: null, selection: [...list, theirs]});
  return true;
}

/** Moves a part to the place of another one of its list. */
export function moveTo(doc, path, target) {
  const siblings = childrenOf(path.slice(0, -2), doc.at(path.slice(0, -2))).filter(each => listOf(each) === listOf(path)).map(each => each.at(-1));
  const steps = siblings.indexOf(target.at(-1)) - siblings.indexOf(path.at(-1));
  doc.select(path);
  for (let i = 0; i < Math.abs(steps); i++) move(doc, doc.selection, Math.sign(steps));
}

export const rename = (doc, path, name) => doc.set([...path, 'name'], name.trim() || undefined, {key: null});

/** The layer that a path is in: the innermost one. */
export function layerOf(path) {
  const index = path.lastIndexOf('layers');
  return index < 0 ? null : path.slice(0, index + 2);
}

/** The list of a part that takes another part of the kind. */
export function ownerFor(doc, path, list) {
  if (list === 'layers') {
    const layer = layerOf(path);
    if (!layer) return [];
    return at(doc.value, layer)?.type === 'group' && path.length === layer.length ? layer : layer.slice(0, -2);
  }
  for (let own = path; own.length; own = own.slice(0, -2)) if (takes(doc, own, list)) return own;
  return null;
}

/** Whether a part may have parts of the kind. */
export function takes(doc, path, list) {
  const node = doc.at(path), kind = listOf(path);
  if (!path.length) return list === 'layers';
  if (kind === 'layers') {
    return list === 'animations' || ((node?.type ?? 'emitter') === 'emitter' ? list !== 'layers' : node.type === 'group' && list === 'layers');
  }
  return kind === 'emitterCells' && (list === 'emitterCells' || list === 'emitterBehaviors');
}

export {nodeLists};
