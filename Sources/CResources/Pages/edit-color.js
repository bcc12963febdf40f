/** Colors as the service reads them: `#rrggbbaa`, CSS names, or `[r, g, b, a]`; and a control with alpha. */

import {h} from './edit-dom.js';

const probe = document.createElement('canvas').getContext('2d');

/** A color as `{hex: '#rrggbb', alpha: 0…1}`; black where it can't be read. */
export function read(value) {
  if (Array.isArray(value)) {
    const [r = 0, g = 0, b = 0, alpha = 1] = value;
    return {hex: `#${[r, g, b].map(part => byte(part * 255)).join('')}`, alpha};
  }
  const text = /^[\da-f]{3,8}$/i.test(value) ? `#${value}` : String(value ?? '');
  probe.fillStyle = '#000000';
  probe.fillStyle = text === 'none' ? 'transparent' : text;
  const parts = /^rgba\((\d+), (\d+), (\d+), ([\d.]+)\)$/.exec(probe.fillStyle);
  if (!parts) return {hex: probe.fillStyle, alpha: 1};
  return {hex: `#${parts.slice(1, 4).map(part => byte(Number(part))).join('')}`, alpha: Number(parts[4])};
}

const byte = number => Math.round(Math.min(255, Math.max(0, number))).toString(16).padStart(2, '0');

/** The shortest text of a color. */
export const write = (hex, alpha) => (alpha >= 0.998 ? hex : `${hex}${byte(alpha * 255)}`);

/** A color of any kind as CSS. */
export const css = value => { const {hex, alpha} = read(value); return write(hex, alpha); };

/** A well, an opacity and a text for one color. */
export function colorControl(label, change) {
  const well = h('input', {type: 'color', 'aria-label': `${label}, picker`, oninput() { put(write(well.value, alpha.value / 100)); }});
  const text = h('input', {type: 'text', class: 'hex', autocomplete: 'off', spellcheck: false, placeholder: 'color', oninput() {
    show(text.value);
    change(text.value);
  }});
  const alpha = h('input', {type: 'range', min: 0, max: 100, class: 'alpha', 'aria-label': `${label}, opacity in percent`, title: 'Opacity', oninput() {
    put(write(well.value, alpha.value / 100));
  }});
  function put(value) {
    text.value = value;
    show(value);
    change(value);
  }
  function show(value) {
    const color = read(value === undefined || value === '' ? 'white' : value);
    well.value = color.hex;
    alpha.value = Math.round(color.alpha * 100);
    well.style.opacity = Math.max(color.alpha, 0.15);
    alpha.style.setProperty('--tint', color.hex);
  }
  return {body: [h('div', {class: 'line color'}, text, h('span', {class: 'checker'}, well), alpha)], set(value) {
    if (document.activeElement !== text) text.value = Array.isArray(value) ? css(value) : value ?? '';
    show(value);
  }};
}

/** A list of colors. */
export function colorsControl(label, change) {
  const list = h('div', {class: 'swatches'});
  let colors = [];
  const put = () => change(colors.map(each => each));
  function draw() {
    list.replaceChildren(...colors.map((color, i) => {
      const {hex, alpha} = read(color);
      return h('span', {class: 'swatch'},
        h('input', {type: 'color', value: hex, 'aria-label': `${label}, color ${i + 1}`, oninput() {
          colors[i] = write(this.value, alpha);
          put();
        }}),
        h('button', {type: 'button', class: 'tool', 'aria-label': `Remove color ${i + 1}`, title: 'Remove', onclick() {
          colors.splice(i, 1);
          draw();
          put();
        }}, '×'));
    }), h('button', {type: 'button', class: 'add-color', 'aria-label': `Add a color to ${label}`, title: 'Add a color', onclick() {
      colors.push(colors.at(-1) ?? '#ffc857');
      draw();
      put();
    }}, '+'));
  }
  return {body: [list], set(value) {
    const next = Array.isArray(value) ? value : [];
    if (JSON.stringify(next) === JSON.stringify(colors) && list.childElementCount) return;
    colors = [...next];
    draw();
  }};
}
