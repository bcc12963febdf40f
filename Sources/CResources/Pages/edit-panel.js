/**
 * The properties at the right, made from the schema: what is set, what matters, and a list of everything else that can be
 * set. Rows stay while their values change and when they are first set, so that a drag of a slider goes on.
 */

import {button, h, icon, find} from './edit-dom.js';
import {itemsOf, membersOf, replaced} from './edit-document.js';
import {pointer} from './edit-json.js';
import {byImportance, label, nodeLists, rangeOf, shown, usualOf} from './edit-hints.js';
import {blank, controls} from './edit-controls.js';
import {follow, kindFor, kindsOf, members, schemaAt, sentences} from './edit-schema.js';
import * as nodes from './edit-nodes.js';

const kindNames = {
  number: 'one value', measure: 'one value', pair: 'range', choice: 'a choice', object: 'details', color: 'a color', text: 'a text',
  null: 'none', raw: 'JSON', contents: 'contents', loose: 'a value', list: 'a list', flag: 'yes or no', colors: 'colors', path: 'a path',
};

export class Panel {
  #rows = new Map();
  #signature = '';
  #faults = new Map();

  constructor(doc) {
    this.doc = doc;
    this.body = h('div', {class: 'rows'});
    this.title = h('h2', {});
    this.about = h('p', {class: 'about'});
    this.element = h('section', {class: 'pane properties', 'aria-label': 'Properties'}, h('header', {class: 'pane-head'}, this.title), this.about, this.body);
    doc.addEventListener('change', () => this.draw());
    doc.addEventListener('select', () => this.draw());
  }

  /** Shows faults at the properties that they are about: a map of pointers to texts. */
  showFaults(faults) {
    this.#faults = faults;
    for (const [own, row] of this.#rows) row.fault(this.#faultOf(own));
  }

  #faultOf(own) {
    const exact = this.#faults.get(own);
    if (exact) return exact;
    // A fault within a value that has one row is that row's.
    for (const [other, text] of this.#faults) {
      if (other.startsWith(`${own}/`) && ![...this.#rows.keys()].some(key => key.length > own.length && other.startsWith(key))) return text;
    }
    return '';
  }

  draw() {
    const path = this.doc.selection, node = membersOf(this.doc.at(path)), schema = schemaAt(path, this.doc.value);
    const plan = schema ? this.#plan(path, schema, node, 0) : [];
    const signature = JSON.stringify([path, plan.map(row => [row.own, row.kind?.kind, row.kind?.units, row.sort, row.depth, row.names])]);
    if (signature === this.#signature) {
      for (const row of plan) this.#rows.get(row.own)?.set?.(row.value);
      return;
    }
    const focus = this.#focus();
    this.#signature = signature;
    this.title.textContent = path.length ? nodes.nameOf(path, node) : 'Effect';
    const kind = nodes.kindOf(path, node);
    this.about.textContent = sentences(schema ? members(schema, node).about : '')[0];
    this.about.hidden = !this.about.textContent || !path.length;
    this.element.dataset.kind = kind;
    this.#rows = new Map();
    this.body.replaceChildren(...plan.map(row => this.#row(row)));
    for (const [own, row] of this.#rows) row.fault?.(this.#faultOf(own));
    if (!focus) this.element.scrollTop = 0;
    this.#refocus(focus);
  }

  /** Rows for an object's members, those of inline objects included. */
  #plan(path, schema, given, depth) {
    const value = membersOf(given);
    const {properties, required} = members(schema, value), usual = depth === 0 || ['canvas', 'timing'].includes(path.at(-1)) ? shown(path, value) : required;
    const names = Object.keys(properties).filter(name => !(name in nodeLists) && name !== '$schema' && name !== 'version');
    const visible = byImportance(names.filter(name => value[name] !== undefined || usual.includes(name) || required.includes(name)));
    const rows = [];
    for (const name of visible) {
      const own = [...path, name], member = follow(properties[name]), kinds = kindsOf(member).map(each => withUnitOf(value.keyPath, name, each)), kind = kindFor(kinds, value[name]);
      const isSet = value[name] !== undefined, isNested = kind.kind === 'object' || (kind.kind === 'contents' && value[name] && typeof value[name] === 'object');
      rows.push({sort: 'value', own: pointer(own), path: own, name, member, kinds, kind, value: value[name], depth, isRequired: required.includes(name), isNested,
        names: kind.kind === 'contents' ? Object.keys(membersOf(this.doc.value.assets)) : undefined});
      if (isNested && (isSet || ['canvas', 'timing'].includes(name))) {
        const inner = kind.kind === 'contents' ? follow({$ref: '#/$defs/Asset'}) : kind.node;
        rows.push(...this.#plan(own, inner, value[name], depth + 1));
      }
    }
    if (name(path) === 'assets') rows.push(...this.#assets(path, value, depth));
    const more = names.filter(each => !visible.includes(each)).sort();
    if (more.length) rows.push({sort: 'more', own: `${pointer(path)}/+`, path, properties, names: more, depth, value});
    if (depth === 0) {
      for (const list of Object.keys(nodeLists)) {
        if (properties[list]) rows.push({sort: 'list', own: `${pointer(path)}/${list}`, path: [...path, list], list, depth, names: itemsOf(value[list]).length});
      }
    }
    return rows;
  }

  #assets(path, value, depth) {
    return Object.keys(value).flatMap(key => {
      const own = [...path, key], schema = follow({$ref: '#/$defs/Asset'});
      return [{sort: 'value', own: pointer(own), path: own, name: key, member: schema, kinds: [{kind: 'object', node: schema}], kind: {kind: 'object', node: schema},
        value: value[key], depth, isNested: true}, ...this.#plan(own, schema, value[key], depth + 1)];
    });
  }

  #row(row) {
    if (row.sort === 'more') return this.#adder(row);
    if (row.sort === 'list') return this.#lister(row);
    return this.#control(row);
  }

  #control(row) {
    const {path, name, member, kinds, kind, own} = row, {doc} = this;
    const id = `f${own.replace(/[^\w]/g, '-')}`, text = path.at(-2) === 'assets' ? name : label(name);
    const change = value => (name === 'type' && row.depth === 0 && nodes.listOf(path.slice(0, -1)) in nodeLists ? nodes.retype(doc, path.slice(0, -1), value)
      : name === 'emitterShape' ? doc.replace(replaced(doc.value, path.slice(0, -1), shaped(membersOf(doc.at(path.slice(0, -1))), value))) : doc.set(path, value));
    const make = controls[kind.kind], usual = usualOf(path, doc), control = make && !(row.isNested && kind.kind === 'object') ? make(usual ? {...kind, node: {...kind.node, default: usual}} : kind, {change, doc, path, label: text}) : {body: [], set() {}};
    const [brief, rest] = sentences(member.description ?? member.about);
    const help = h('p', {class: 'help', id: `${id}-help`, hidden: true}, h('code', {}, name), ' ', brief, rest ? ` ${rest}` : '');
    const fault = h('p', {class: 'fault', id: `${id}-fault`});
    const input = control.body[0]?.matches?.('input, select, textarea') ? control.body[0] : control.body[0] && find('input, select, textarea', control.body[0]);
    const isGroup = ['pair', 'colors'].includes(kind.kind) || !input;
    if (input && !isGroup) {
      input.id = id;
      input.setAttribute('aria-describedby', `${id}-help ${id}-fault`);
    }
    const ask = h('button', {type: 'button', class: 'tool ask', 'aria-expanded': false, 'aria-label': `Explain ${text}`, title: brief, onclick() {
      help.hidden = !help.hidden;
      ask.setAttribute('aria-expanded', !help.hidden);
    }}, icon('help'));
    // No value at all is the default for most; only colors say something by it.
    const choices = kinds.filter(each => each === kind || (each.kind !== 'raw' && (each.kind !== 'null' || kinds.some(one => one.kind === 'color'))));
    const other = choices.length > 1 && !(choices.length === 2 && kind.kind === 'contents') ? h('select', {class: 'kinds', 'aria-label': `Kind of ${text}`, onchange() {
      const next = kinds.find(each => each.kind === other.value);
      change(converted(row.current, next, name));
    }}, choices.map(each => h('option', {value: each.kind, selected: each === kind || each.kind === kind.kind}, each.kind === 'pair' && !each.isRange ? 'two values' : kindNames[each.kind]))) : null;
    const drop = row.isRequired ? null : h('button', {type: 'button', class: 'tool', 'aria-label': `Remove ${text}`, title: 'Back to the default', onclick: () => change(undefined)}, icon('close'));
    const heading = isGroup ? h('span', {class: 'label', id: `${id}-name`}, text) : h('label', {class: 'label', htmlFor: id}, text);
    const unit = kind.kind === 'number' ? unitOf(path) : '';
    const element = h('div', {class: `property kind-${kind.kind}${row.isNested ? ' nested' : ''}`, 'data-pointer': own,
      ...(isGroup ? {role: 'group', 'aria-labelledby': `${id}-name`} : {})},
      h('div', {class: 'head'}, heading, unit ? h('small', {}, unit) : null, other, ask, drop), ...control.body, help, fault);
    element.style.setProperty('--depth', row.depth);
    // A field that was cleared shows the default again.
    element.addEventListener('focusout', ({target}) => { if (target.type === 'number' && target.value === '') control.set(row.current); });
    const set = value => {
      row.current = value;
      element.classList.toggle('unset', value === undefined);
      if (drop && value === undefined && document.activeElement === drop) ask.focus();
      if (drop) drop.hidden = value === undefined;
      control.set(value);
    };
    this.#rows.set(own, {
      element,
      set,
      fault(message) {
        fault.textContent = message;
        for (const each of element.querySelectorAll('input, select:not(.kinds, .unit), textarea')) each.setAttribute('aria-invalid', Boolean(message));
      },
    });
    set(row.value);
    return element;
  }

  /** The field that adds a property: it finds names and descriptions. */
  #adder({own, path, properties, names, depth, value}) {
    const id = `more${own.replace(/[^\w]/g, '-')}`, list = h('ul', {class: 'found', role: 'list'});
    const choose = name => {
      const node = properties[name], kinds = kindsOf(node);
      this.doc.set([...path, name], kinds[0].kind === 'contents' ? 'circle' : blank(node, name), {key: null});
      queueMicrotask(() => find(`[data-pointer="${CSS.escape(pointer([...path, name]))}"] :is(input, select, textarea)`, this.body)?.focus());
    };
    const show = () => {
      const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
      const found = names.filter(name => words.every(word => `${name} ${label(name)} ${properties[name].description ?? ''}`.toLowerCase().includes(word)));
      found.sort((a, b) => Number(b.toLowerCase().includes(words[0])) - Number(a.toLowerCase().includes(words[0])));
      list.replaceChildren(...(found.length ? found : []).map(name => h('li', {}, button([h('span', {}, label(name)),
        h('small', {}, sentences(follow(properties[name]).description)[0])], () => choose(name), {class: 'item', 'data-name': name, 'aria-label': `Add ${label(name)}`}))));
      if (!found.length) list.append(h('li', {class: 'none'}, 'No property has that name.'));
    };
    const input = h('input', {type: 'search', placeholder: `Find among ${names.length} properties …`, 'aria-label': 'Find a property to add', oninput: show, onkeydown(event) {
      if (event.key === 'Enter' && names.length) find('button', list)?.click();
    }});
    const box = h('details', {class: 'adder', 'data-pointer': own, id, ontoggle() {
      if (!box.open) return;
      show();
      input.focus();
    }}, h('summary', {}, depth ? `Add to ${label(path.at(-1)).toLowerCase()}` : 'Add a property'), input, list);
    box.style.setProperty('--depth', depth);
    this.#rows.set(own, {element: box, fault() {}});
    void value;
    return box;
  }

  #lister({own, path, list, names}) {
    const items = itemsOf(this.doc.at(path));
    const element = h('div', {class: 'lister', 'data-pointer': own}, h('h3', {}, nodeLists[list], names ? h('small', {}, ` ${names}`) : ''), h('p', {class: 'chips'},
      items.map((item, i) => button(nodes.nameOf([...path, i], item), () => this.doc.select([...path, i]), {class: 'quiet chip'})),
      button('+', () => find('#add-menu').showPopover(), {class: 'quiet chip', 'aria-label': `Add to ${nodeLists[list].toLowerCase()}`, title: 'Add'})));
    this.#rows.set(own, {element, fault() {}});
    return element;
  }

  #focus() {
    const active = document.activeElement, row = active?.closest?.('[data-pointer]');
    if (!row || !this.body.contains(active)) return null;
    // Buttons come and go with the value; fields stay in their order.
    const query = active.tagName === 'BUTTON' ? 'button' : 'input, select:not(.kinds), textarea';
    return {own: row.dataset.pointer, query, place: [...row.querySelectorAll(query)].indexOf(active), start: active.selectionStart};
  }

  #refocus(focus) {
    if (!focus) return;
    const row = find(`[data-pointer="${CSS.escape(focus.own)}"]`, this.body);
    const next = row?.querySelectorAll(focus.query)[focus.place] ?? find('input, select', row ?? this.body);
    next?.focus({preventScroll: true});
  }
}

const name = path => path.at(-1);

/** A kind of value whose unit is the animated property's: what is no angle has no degrees. */
function withUnitOf(keyPath, name, kind) {
  if (kind.kind !== 'measure' || !kind.units.includes('rad') || typeof keyPath !== 'string' || !['from', 'to', 'by'].includes(name)) return kind;
  if (/rotation|longitude|latitude|emissionRange|orientationRange|spin|skew|angle/i.test(keyPath)) return {...kind, units: kind.units.filter(unit => ['rad', 'deg', 'turn'].includes(unit))};
  if (/position|translation|size|path/i.test(keyPath)) return {...kind, units: ['', ...kind.units.filter(unit => ['%', 'vmin', 'vmax'].includes(unit))]};
  return {...kind, kind: 'number'};
}

/** Members that an emitter's shapes need. */
const outlines = {path: 'emitterPath', text: 'emitterText', rectangles: 'emitterRects'};

/** An emitter with another shape, and the outline that the shape needs. */
function shaped(emitter, shape) {
  const name = outlines[shape], own = Object.fromEntries(Object.entries(emitter).filter(([key]) => key === name || !Object.values(outlines).includes(key)));
  return {...own, emitterShape: shape, ...(name && own[name] === undefined ? {[name]: blank({}, name)} : {})};
}

const unitOf = path => rangeOf(path, {}).unit;

/** A value as another kind: one number becomes a range around it, and the other way round. */
function converted(value, kind, name) {
  if (kind.kind === 'null') return null;
  const isNumber = typeof value === 'number' || (typeof value === 'string' && /^[+-]?[\d.]/.test(value));
  if (kind.kind === 'pair' && isNumber) return kind.kinds.map(() => value);
  if ((kind.kind === 'number' || kind.kind === 'measure') && Array.isArray(value)) return value[0];
  if (kind.kind === 'choice') return kind.values[0];
  if (kind.kind === 'object' && isNumber && kind.node.required?.includes('duration')) return {...blank(kind.node, ''), duration: value};
  if (kind.kind === 'object') return blank({...kind.node, default: undefined, anyOf: undefined}, kind.node.name === 'Trail' ? 'trail' : '');
  const sample = blank(kind.node, name);
  return kindFor([kind], sample).kind === kind.kind ? sample : {number: 1, measure: 1, color: '#ffc857', text: '', pair: [0, 0]}[kind.kind] ?? sample;
}
