/** Small helpers for elements, shared by all parts of the editor. */

/**
 * Makes an element. Text goes in as text, never as markup.
 * @param {string} tag
 * @param {Object} [props] `on…` are listeners; `class` and names with a dash are attributes; the rest are properties.
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'class' || name.includes('-') || !(name in element)) element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(...children.flat(Infinity).filter(child => child !== null && child !== undefined && child !== false));
  return element;
}

/** An SVG element; all props are attributes or listeners. */
export function s(tag, props = {}, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(props)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== null) element.setAttribute(name, value);
  }
  element.append(...children.flat(Infinity).filter(Boolean));
  return element;
}

export const find = (query, root = document) => root.querySelector(query);

/** A button that does no more than its listener says. */
export const button = (label, onclick, props = {}) => h('button', {type: 'button', class: 'quiet', onclick, ...props}, label);

// Icons: 20 × 20 outlines in the text's color, so that they follow light and dark.
const outlines = {
  eye: 'M2 10C5 5 15 5 18 10C15 15 5 15 2 10ZM10 7.6A2.4 2.4 0 1 1 10 12.4A2.4 2.4 0 1 1 10 7.6',
  hidden: 'M3 3L17 17M5.6 6.6C4 7.6 2.8 8.8 2 10C4.6 14.2 10.6 15 14.2 13.2M8.4 6.3C12.2 5.7 16 6.8 18 10C17.5 10.9 16.8 11.6 16 12.2',
  up: 'M10 16V5M5 10L10 4.5L15 10', down: 'M10 4V15M5 10L10 15.5L15 10',
  copy: 'M7 7H16V16H7ZM4 13V4H13', trash: 'M4 6H16M8 6V4H12V6M6 6L6.7 16H13.3L14 6',
  plus: 'M10 4V16M4 10H16', close: 'M5 5L15 15M15 5L5 15', right: 'M8 5L13 10L8 15',
  undo: 'M4 8H12A4 4 0 0 1 12 16H8M7.5 4.5L4 8L7.5 11.5', redo: 'M16 8H8A4 4 0 0 0 8 16H12M12.5 4.5L16 8L12.5 11.5',
  play: 'M6 4L16 10L6 16Z', pause: 'M6.5 4V16M13.5 4V16', pen: 'M4 16L5 12L13 4L16 7L8 15Z', help: 'M10 17A7 7 0 1 1 10 3A7 7 0 1 1 10 17M10 9.2V13.6M10 6.2V6.9',
};

export const icon = name => s('svg', {viewBox: '0 0 20 20', class: 'icon', 'aria-hidden': 'true'}, s('path', {d: outlines[name]}));

/** A button that shows only an icon; its label is read out, and shown as a hint. */
export const iconButton = (name, label, onclick, props = {}) =>
  h('button', {type: 'button', class: 'tool', 'aria-label': label, title: label, onclick, ...props}, icon(name));

/** The browser's memory. Without storage the page works all the same. */
export const store = {
  get(name) {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  },
  set(name, value) {
    try {
      localStorage.setItem(name, value);
    } catch {
      // It may be full, or not allowed.
    }
  },
};

let toastTimer;
/** Says something to those who see and to those who listen. */
export function say(text) {
  const toast = find('#status');
  toast.textContent = text;
  toast.classList.add('seen');
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => toast.classList.remove('seen'), 3200);
}

/** Calls `action` once nothing has happened for so many milliseconds. */
export function later(milliseconds, action) {
  let timer;
  const wait = (...values) => {
    clearTimeout(timer);
    timer = setTimeout(action, milliseconds, ...values);
  };
  wait.cancel = () => clearTimeout(timer);
  return wait;
}

/** A number as people write it: at most four decimals, no zeros at the end. */
export const tidy = (number, digits = 4) => Number(Number(number).toFixed(digits));

/** Offers bytes or text as a download. */
export function download(content, name, type) {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], {type}));
  const link = h('a', {href: url, download: name});
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Copies text, and says what was copied. */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Pages that aren't secure have no clipboard; the older way copies what is selected.
    const area = h('textarea', {value: text, class: 'hush', readOnly: true, 'aria-hidden': 'true'});
    (find('dialog[open]') ?? document.body).append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    if (!done) return say('Copying failed');
  }
  say(`Copied: ${what}`);
}
