/** The parts of a spec that the tree shows, and what can be done with them: add, move, copy, hide, rename, remove. */

import {at, itemsOf, membersOf, replaced} from './edit-document.js';
import {pointer} from './edit-json.js';
import {nodeLists} from './edit-hints.js';
import {blank} from './edit-controls.js';
import {members, schemaAt} from './edit-schema.js';
import * as starters from './edit-starters.js';

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
  const jumps = list === 'layers' ? isJumpy(added) : list === 'animations' && !isEmitter(at(doc.value, owner));
  doc.replace(loopFor(jumps, replaced(doc.value, [...owner, list], [...items, added])), {key: null, selection: [...owner, list, items.length]});
}

const isEmitter = layer => (layer?.type ?? 'emitter') === 'emitter';
const isJumpy = layer => Boolean(layer.animations) || ['reveal', 'transition', 'shatter'].includes(layer.type);
/** Returns the spec with a loop that may have a seam: one without is refused where something ends otherwise than it began. */
const loopFor = (jumps, spec) => (jumps && spec.timing?.loop === 'seamless' ? replaced(spec, ['timing', 'loop'], 'forever') : spec);

/** Members that a part keeps when it becomes one of another type, if that has them. */
const lasting = {
  layers: ['name', 'opacity', 'z', 'beginTime', 'color', 'blend'], emitterBehaviors: ['name', 'enabled', 'position'],
  animations: ['keyPath', 'beginTime', 'duration', 'speed', 'timeOffset', 'fillMode', 'repeatCount', 'autoreverses', 'additive', 'timingFunction'],
};
/** Members that say where a layer is. */
const places = ['position', 'emitterPosition', 'origin', 'center'];

/** Gives an animation the property and the values of one of another type. */
function course(node, next, properties, required) {
  const [before = node] = node.animations ?? [], {keyPath = 'opacity', from, to, by} = before;
  // What one end lacks is the value that the property usually has.
  const usual = [from, to, by].find(Array.isArray) ? [0, 0] : /position|translation|anchor|size$/i.test(keyPath) ? ['50%', '50%'] : /rotation|longitude|latitude/i.test(keyPath) ? 0 : 1;
  const start = from ?? (to === undefined && typeof usual === 'number' && by === undefined ? 0 : usual), end = to ?? (typeof by === 'number' && typeof start === 'number' ? start + by : usual);
  const values = before.values ?? [start, end];
  if (required.includes('keyPath')) next.keyPath = keyPath;
  if ('animations' in properties) next.animations = [{keyPath, values}];
  else if (before.path !== undefined && 'path' in properties) next.path = before.path;
  else if ('values' in properties) next.values = values;
  else if ('from' in properties) Object.assign(next, {from: values[0], to: values.at(-1)});
}

/** Makes a part one of another type, with what that needs: members of the old type would be refused. */
export function retype(doc, path, type) {
  const list = listOf(path), node = membersOf(doc.at(path)), schema = schemaAt(path, doc.value), {properties, required} = members(schema, {type});
  const start = structuredClone({layers: starters.layers, emitterBehaviors: starters.behaviors}[list]?.[type] ?? {}), next = type === schema.properties.type.default ? {} : {type};
  Object.assign(next, start);
  for (const name of lasting[list]) if (node[name] !== undefined && name in properties) next[name] = node[name];
  const place = places.map(name => node[name]).find(Array.isArray), own = places.find(name => name in start);
  if (list === 'layers' && place && own) next[own] = place;
  if (list === 'animations') course(node, next, properties, required);
  for (const name of required) next[name] ??= blank(properties[name], name);
  const jumps = list === 'layers' ? isJumpy(next) : list === 'animations' && !isEmitter(doc.at(path.slice(0, -2)));
  doc.replace(loopFor(jumps, replaced(doc.value, path, next)), {key: null, selection: path});
}

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
