/**
 * Controls by kind of value. Each has `body`, the first input of which the label names; `set` shows a value, and leaves an
 * input alone that is being typed in; `change` is called with the new value, undefined to remove it.
 */

import {h, tidy} from './edit-dom.js';
import {itemsOf, membersOf} from './edit-document.js';
import {parse} from './edit-json.js';
import {colorControl, colorsControl} from './edit-color.js';
import {endsAround, rangeOf} from './edit-hints.js';
import {follow} from './edit-schema.js';

/** The field that an event of typing is under way in. */
let typedIn = null;
addEventListener('input', ({target}) => { typedIn = target; }, {capture: true});
addEventListener('input', () => { typedIn = null; });
/** Shows a value, except in the field that it is being typed in. */
const put = (input, value) => { if (typedIn !== input) input.value = value; };

/** A text such as `90deg` as its number and unit. */
function measured(value, units) {
  if (typeof value !== 'string') return [typeof value === 'number' ? value : undefined, units[0] ?? ''];
  const parts = /^([+-]?(?:\d+\.?\d*|\.\d+))([a-z%]*)$/i.exec(value.trim());
  return parts ? [Number(parts[1]), parts[2] || units[0]] : [undefined, units[0]];
}

/** Sliders that are being dragged. Their ends stay, or the knob would leave the pointer. */
const held = new WeakSet();

function slider(properties) {
  const input = h('input', {type: 'range', tabIndex: -1, ...properties});
  input.addEventListener('input', () => held.add(input), {capture: true});
  // A drag that comes back to where it began changes nothing.
  for (const end of ['change', 'pointerup', 'pointercancel', 'blur']) input.addEventListener(end, () => held.delete(input));
  return input;
}

function place(slide, {low, high, step, value}) {
  if (held.has(slide)) return;
  Object.assign(slide, {min: low, max: high, step});
  slide.value = value;
}

// How much of each unit one of the base has; lengths in percent depend on the axis, and are left as they are.
const per = {deg: 180 / Math.PI, turn: 0.5 / Math.PI, rad: 1, ms: 1000, s: 1};

/** Two sliders on one track, for the ends of a range. */
function twoSliders(label, change) {
  const slides = ['lowest', 'highest'].map((end, i) => slider({step: 'any', 'aria-label': `${label}, ${end}, slider`, oninput() {
    change(i, tidy(Number(slides[i].value), 2));
  }}));
  const element = h('div', {class: 'two'}, slides);
  return {element, set(ends, low, high) {
    const slide = slides.find(each => held.has(each)), minimum = slide ? Number(slide.min) : ends.low, maximum = slide ? Number(slide.max) : ends.high;
    [low, high].forEach((value, i) => {
      place(slides[i], {low: minimum, high: maximum, step: 'any', value});
      element.style.setProperty(i ? '--high' : '--low', `${100 * (value - minimum) / (maximum - minimum || 1)}%`);
    });
    // Where both are at the far end, the lower one must be the one to grab.
    slides[0].style.zIndex = low > (minimum + maximum) / 2 ? 1 : 0;
  }};
}

export const controls = {
  flag(kind, {change}) {
    const input = h('input', {type: 'checkbox', onchange() { change(input.checked); }});
    return {body: [input], set(value) { input.checked = Boolean(value); }};
  },

  choice({values, node}, {change}) {
    const input = h('select', {onchange() { change(values.find(each => String(each) === input.value)); }},
      values.map(value => h('option', {value: String(value)}, String(value))));
    return {body: [input], set(value) { input.value = String(value ?? node.default ?? values[0]); }};
  },

  number(kind, {change, label, path}) {
    const number = h('input', {type: 'number', step: 'any', oninput() {
      slide.value = number.value;
      change(number.value === '' ? undefined : Number(number.value));
    }});
    const slide = slider({'aria-label': `${label}, slider`, oninput() {
      number.value = tidy(Number(slide.value));
      change(tidy(Number(slide.value)));
    }});
    return {body: [h('div', {class: 'line'}, number, rangeOf(path, kind).slider ? slide : null)], set(value) {
      const shown = value ?? kind.node.default;
      const {low, high} = rangeOf(path, kind, shown);
      put(number, typeof shown === 'number' ? tidy(shown) : '');
      place(slide, {low, high, step: kind.whole ? 1 : (high - low) / 200, value: typeof shown === 'number' ? shown : low});
    }};
  },

  measure(kind, {change, label, path, axis}) {
    const {units} = kind, isAngle = units.includes('deg');
    const number = h('input', {type: 'number', step: 'any', oninput() {
      slide.value = number.value;
      send();
    }});
    const slide = slider({'aria-label': `${label}, slider`, oninput() {
      number.value = tidy(Number(slide.value), isAngle ? 0 : 3);
      send();
    }});
    const unit = h('select', {class: 'unit', 'aria-label': `${label}, unit`, onchange() {
      const value = Number(number.value), from = unit.dataset.last;
      if (per[from] && per[unit.value]) number.value = tidy(value / per[from] * per[unit.value]);
      unit.dataset.last = unit.value;
      bound();
      send();
    }}, units.map(name => h('option', {value: name}, name === 'deg' ? '°' : name)));
    function send() {
      if (number.value === '') return change(undefined);
      const value = Number(number.value);
      change(unit.value === units[0] ? value : `${value}${unit.value}`);
    }
    function bound() {
      // Hints of angles are in degrees, of lengths and times in their base.
      const value = Number(number.value) || 0, usual = {'%': [0, 100], turn: [-1, 1], rad: [-Math.PI, Math.PI], ms: [0, 3000], vmin: [0, 100], vmax: [0, 100]}[unit.value];
      const {low, high} = usual ? endsAround(...usual, value) : rangeOf(path, unit.value === units[0] ? kind : {}, value);
      place(slide, {low, high, step: isAngle && unit.value === 'deg' ? 1 : (high - low) / 200, value});
    }
    const hasSlider = !axis && rangeOf(path, {}).slider;
    return {body: [h('div', {class: axis ? 'line part' : 'line'}, axis ? h('span', {class: 'axis', 'aria-hidden': 'true'}, axis) : null, number, unit, hasSlider ? slide : null)],
      set(value) {
        const [amount, own] = measured(value ?? kind.node.default ?? 0, units);
        // A bare angle that nobody wrote is shown in degrees.
        const isFresh = value === undefined && isAngle;
        unit.value = isFresh ? 'deg' : own;
        unit.dataset.last = unit.value;
        put(number, amount === undefined ? '' : tidy(isFresh ? amount * per.deg : amount));
        bound();
      }};
  },

  pair(kind, context) {
    const {kinds, isRange} = kind, {change, label, path} = context;
    const names = isRange ? ['lowest', 'highest'] : path.at(-1) === 'contentsRect' || kinds.length === 4 ? ['x', 'y', 'width', 'height']
      : /size$/i.test(path.at(-1)) ? ['width', 'height'] : ['x', 'y', 'z'];
    const short = isRange ? ['from', 'to'] : names.map(name => ({width: 'w', height: 'h'}[name] ?? name));
    let values = [];
    const two = isRange && rangeOf(path, kinds[0]).slider ? twoSliders(label, (i, amount) => {
      const unit = measured(values[i], kinds[i].units ?? [''])[1], own = kinds[i].units?.length ? kinds[i].units[0] : '';
      values[i] = unit && unit !== own ? `${amount}${unit}` : amount;
      // The end that is moved pushes the other one along.
      const other = 1 - i, isPast = i ? amount < measured(values[other], [''])[0] : amount > measured(values[other], [''])[0];
      if (isPast) values[other] = values[i];
      change([...values]);
    }) : null;
    const parts = kinds.map((each, i) => controls.measure({units: [''], ...each, node: {...each.node, default: undefined}}, {
      path, label: `${label}, ${names[i]}`, axis: short[i], change(value) {
        if (value === undefined) return;
        values = kinds.map((_, j) => values[j] ?? 0);
        values[i] = value;
        change(values);
      }}));
    parts.forEach((part, i) => part.body[0].querySelectorAll('input[type=number]').forEach(input => input.setAttribute('aria-label', `${label}, ${names[i]}`)));
    return {body: [h('div', {class: 'pair'}, parts.map(part => part.body)), two?.element].filter(Boolean), set(value) {
      const given = Array.isArray(value) ? value : kind.node.default;
      values = Array.isArray(given) ? [...given] : [];
      parts.forEach((part, i) => part.set(values[i] ?? 0));
      if (!two) return;
      const [[low, unit], [high, other]] = [0, 1].map(i => measured(values[i] ?? 0, kinds[i].units ?? ['']));
      const ends = rangeOf(path, kinds[0]), isAngle = unit === 'deg' || unit === 'ms' || unit === '%' || unit === (kinds[0].units?.[0] ?? '');
      two.element.hidden = unit !== other || !isAngle;
      const scale = unit === 'ms' ? [0, 4000] : unit === '%' ? [0, 100] : unit === 'rad' ? [-Math.PI * 4, Math.PI * 4] : [ends.low, ends.high];
      const {minimum = -Infinity, maximum = Infinity} = scale[0] === ends.low ? kinds[0] : {}, around = endsAround(...scale, low, high);
      two.set({low: Math.max(around.low, minimum), high: Math.min(around.high, maximum)}, low, high);
    }};
  },

  text({node}, {change}) {
    const input = h('input', {type: 'text', autocomplete: 'off', spellcheck: false, maxLength: Math.min(node.maxLength ?? 4096, 4096), oninput() {
      change(input.value === '' ? undefined : input.value);
    }});
    return {body: [input], set(value) { put(input, value ?? node.default ?? ''); }};
  },

  /** Numbers or texts, with commas between them. */
  list({node, isText}, {change}) {
    const input = h('input', {type: 'text', autocomplete: 'off', spellcheck: false, oninput() {
      const parts = input.value.split(',').map(each => each.trim()).filter(Boolean), values = isText ? parts : parts.map(Number);
      const isWrong = !isText && values.some(each => !Number.isFinite(each));
      input.setAttribute('aria-invalid', isWrong);
      if (!isWrong) change(values.length ? values : undefined);
    }});
    return {body: [input], set(value) { put(input, itemsOf(value ?? node.default).join(', ')); }};
  },

  /** A whole number or a text: a seed, for instance. */
  loose({node}, {change, path}) {
    const input = h('input', {type: 'text', autocomplete: 'off', spellcheck: false, oninput() {
      change(input.value === '' ? undefined : /^-?\d{1,15}$/.test(input.value) ? Number(input.value) : input.value);
    }});
    const roll = path.at(-1) === 'seed' && h('button', {type: 'button', class: 'quiet', onclick() {
      input.value = Math.floor(Math.random() * 1e6);
      change(Number(input.value));
    }}, 'Roll');
    return {body: [h('div', {class: 'line'}, input, roll || null)], set(value) { put(input, value ?? node.default ?? ''); }};
  },

  color: (kind, {change, label}) => colorControl(label, value => change(value === '' ? undefined : value)),
  colors: (kind, {change, label}) => colorsControl(label, change),

  path(kind, {change}) {
    const area = h('textarea', {rows: 3, spellcheck: false, class: 'code', placeholder: 'M0 0 H10 V10 Z', oninput() { change(area.value || undefined); }});
    return {body: [area], set(value) { put(area, value ?? ''); }};
  },

  /** A value that has no control: as JSON. It is taken as soon as it can be read. */
  raw(kind, {change}) {
    const area = h('textarea', {rows: 2, spellcheck: false, class: 'code', oninput() {
      if (!area.value.trim()) return change(undefined);
      const {value, fault} = parse(area.value);
      area.setAttribute('aria-invalid', Boolean(fault));
      if (!fault) change(value);
    }});
    return {body: [area], set(value) { put(area, value === undefined ? '' : JSON.stringify(value)); }};
  },

  /** The contents of a particle: a shape, an asset by name, or an asset of its own. */
  contents(kind, {change, doc}) {
    const shapes = ['circle', 'dot', 'square', 'rectangle', 'triangle', 'polygon', 'star', 'ring', 'heart', 'ribbon', 'strip', 'drop', 'flake', 'flame', 'leaf', 'petal', 'sparkle', 'needle', 'puff', 'curl', 'wisp'];
    const made = {
      emoji: {emoji: '🎉', size: 24}, text: {text: 'Yay', fontSize: 20}, gradient: {gradient: {colors: ['#ffd86b', '#f08a5d']}, size: [24, 24]},
      path: {path: 'M0 0L12 6L0 12Z', viewBox: [0, 0, 12, 12], size: 16}, shape: {shape: 'star', corners: 5, innerRadius: 0.4, size: 16},
    };
    const select = h('select', {onchange() {
      const [type, name] = select.value.split(':');
      change(type === 'none' ? null : type === 'made' ? made[name] : name);
    }});
    const group = (label, options) => (options.length ? h('optgroup', {label}, options) : null);
    const option = (value, text) => h('option', {value}, text);
    // The page takes the picture, as it takes one that is dropped.
    const file = h('button', {type: 'button', class: 'file-button', onclick: () => document.querySelector('#picture-file').click(), title: 'A logo or another picture of yours'}, 'Picture …');
    return {body: [h('div', {class: 'line'}, select, file)], set(value) {
      const names = Object.keys(membersOf(doc.value.assets)), own = value && typeof value === 'object' ? Object.keys(made).find(name => name in value) ?? 'image' : null;
      const other = typeof value === 'string' && !shapes.includes(value) && !names.includes(value) ? [value] : [];
      const all = [
        kind.empty || value === null || value === undefined ? option('none:', 'nothing') : null,
        group('Shapes', shapes.map(name => option(`name:${name}`, name))),
        group('Assets', [...names, ...other].map(name => option(`name:${name}`, name))),
        group('Of its own', [...Object.keys(made).map(name => option(`made:${name}`, `${name} …`)), ...(own === 'image' ? [option('made:image', 'picture')] : [])]),
      ].filter(Boolean);
      if (document.activeElement !== select || select.childElementCount !== all.length) select.replaceChildren(...all);
      select.value = own ? `made:${own}` : value === null || value === undefined ? 'none:' : `name:${value}`;
    }};
  },
};

/** A first value for a member: as little as its schema asks for. */
export function blank(node, name) {
  const own = follow(node);
  const samples = {
    burst: {count: 50}, trail: {duration: 0.3, width: 3}, mask: {contents: 'circle', scale: 10}, gradient: {colors: ['#ffd86b', '#f08a5d']},
    emitterText: 'Hanabi', emitterPath: 'M20 100C80 20 160 20 220 100', color: '#ffc857', back: '#7a4b2a', contents: 'circle',
    spin: ['-180deg', '180deg'], velocity: [60, 140], lifetime: [1, 2], scale: [0.5, 1], birthRate: 20, yAcceleration: 120,
    emissionRange: '60deg', emissionLongitude: '-90deg', prewarm: 'steady', blend: 'add', rotation: '45deg', alphaSpeed: -0.5,
    duration: 1, emitterDuration: 1, repeatCount: 2, beginTime: 0.5, backgroundColor: '#ffffff', fillColor: '#ffc857', strokeColor: '#191820', size: ['50%', '50%'], around: [70, 60, 100, 40],
    from: 0, to: 1, path: 'M20 100C80 20 160 20 220 100', emitterRects: [['10%', '10%', '20%', '20%']],
  };
  if (own.properties?.position || name === 'position') samples.position = ['50%', '50%'];
  if (name in samples) return samples[name];
  if ('default' in own && own.default !== null) return own.default;
  if (own.enum) return own.enum[0];
  const required = own.required ?? [];
  if (own.properties) return Object.fromEntries(required.map(each => [each, blank(own.properties[each], each)]));
  if (own.anyOf) return blank(own.anyOf.find(each => each.type !== 'null') ?? {}, '');
  const type = [own.type].flat()[0];
  if (type === 'array') return Array.from({length: own.minItems ?? 0}, () => blank(own.items ?? own.prefixItems?.[0] ?? {}, ''));
  return {number: Math.max(own.minimum ?? 0, Math.min(1, own.maximum ?? 1)), integer: Math.max(own.minimum ?? 0, 1), boolean: true, string: ''}[type] ?? null;
}
