/**
 * The document: the spec as text and as a value, what is selected in it, and its history. Everything on the page follows
 * its events: `change` when the spec is another, `select` when another part is selected.
 */

import {parse, print} from './edit-json.js';

const same = (a, b) => a.length === b.length && a.every((part, i) => String(part) === String(b[i]));

/** The value at a path; undefined if there is none. */
export const at = (value, path) => path.reduce((inner, part) => inner?.[part], value);

// The text may hold any JSON, so a member may be of another kind than the schema has it.

/** The value itself if it is an object with members, otherwise an empty one. */
export const membersOf = value => (value && typeof value === 'object' && !Array.isArray(value) ? value : {});

/** The value itself if it is a list, otherwise an empty one. */
export const itemsOf = value => (Array.isArray(value) ? value : []);

/** A copy of `value` in which the one at `path` is another; `undefined` removes it. Nothing else is copied. */
export function replaced(value, path, next) {
  if (!path.length) return next;
  const [part, ...rest] = path;
  // A list has no names, and a text no members: what can't have the part makes room for it.
  const copy = Array.isArray(value) && typeof part === 'number' ? [...value] : typeof part === 'number' ? [] : {...membersOf(value)};
  const inner = replaced(copy[part], rest, next);
  if (inner !== undefined) copy[part] = inner;
  else if (Array.isArray(copy)) copy.splice(part, 1);
  else delete copy[part];
  return copy;
}

export class EffectDocument extends EventTarget {
  text = '';
  /** The spec; while the text is no JSON, the last one. */
  value = {};
  /** The syntax error of the text, if any. */
  fault = null;
  selection = [];
  /** The part that made the last change: `text`, `panel`, `load`, … */
  source = 'load';

  #past = [];
  #future = [];
  #key = null;
  #time = 0;
  #dragged = 0;
  #places = new Map();

  /** Number of the drag that is under way, 0 for none. What changes within one is undone together, however long it takes. */
  drag = 0;
  /** Whether the last change may be one of many, as those of a slider are. */
  isGradual = false;

  /** Whether the effect has no layer yet: there is nothing to draw, and nothing is wrong. */
  get isEmpty() { return !this.fault && Array.isArray(this.value.layers) && !this.value.layers.length; }

  get canUndo() { return this.#past.length > 0; }
  get canRedo() { return this.#future.length > 0; }
  at(path) { return at(this.value, path); }

  /** Where each value stands in the text. A printed value is read for it when somebody asks. */
  get places() { return this.#places ??= parse(this.text).places; }

  /**
   * Takes a text.
   * @param {string} [key] Changes with the same key, one soon after the other, are undone together.
   */
  setText(text, {source = 'text', key = source, selection, value} = {}) {
    if (text === this.text) return;
    const now = performance.now();
    const isApart = this.drag || this.#dragged ? this.drag !== this.#dragged : now - this.#time > 900;
    if (!this.#past.length || key === null || key !== this.#key || isApart) {
      this.#past.push({text: this.text, selection: this.selection});
      if (this.#past.length > 200) this.#past.shift();
    }
    this.#future = [];
    [this.#key, this.#time, this.#dragged] = [key, now, this.drag];
    this.#take(text, {source, selection, isGradual: key !== null, value});
  }

  /** Sets or removes (`undefined`) the value at a path. */
  set(path, value, {source = 'panel', key = `${source} ${path.join('/')}`, selection} = {}) {
    this.replace(replaced(this.value, path, value), {source, key, selection});
  }

  /** Takes a whole spec. */
  replace(value, {source = 'panel', key = null, selection} = {}) {
    this.setText(print(value), {source, key, selection, value});
  }

  /** Begins with another text; its history begins here. */
  load(text) {
    this.#past = [];
    this.#future = [];
    this.#take(text, {source: 'load', selection: []});
  }

  undo() { this.#step(this.#past, this.#future); }
  redo() { this.#step(this.#future, this.#past); }

  #step(from, to) {
    const entry = from.pop();
    if (!entry) return;
    to.push({text: this.text, selection: this.selection});
    this.#key = null;
    this.#take(entry.text, {source: 'undo', selection: entry.selection});
  }

  /** Takes a text; `value` is what it says, where that is known. */
  #take(text, {source, selection, isGradual = false, value: known}) {
    const {value, places, fault: found} = known ? {value: known, places: null} : parse(text), isSpec = membersOf(value) === value;
    const fault = found ?? (isSpec ? null : {offset: 0, message: 'a spec is an object, such as {"layers": []}'});
    Object.assign(this, {text, source, isGradual, fault});
    if (!fault) this.#places = places;
    if (!fault) this.value = value;
    if (selection) this.selection = selection;
    // What was selected may be gone.
    while (this.selection.length && typeof this.at(this.selection) !== 'object') this.selection = this.selection.slice(0, -1);
    if (this.selection.length % 2) this.selection = this.selection.slice(0, -1);
    this.dispatchEvent(new Event('change'));
  }

  select(path, source = 'tree') {
    if (same(path, this.selection)) return;
    this.selection = path;
    this.source = source;
    this.dispatchEvent(new Event('select'));
  }

  isSelected(path) { return same(path, this.selection); }
}
