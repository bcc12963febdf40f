/**
 * JSON with places: a parser that remembers where each value stands, so that an error's JSON Pointer becomes a line, and a
 * printer that keeps short objects on one line, as people write specs.
 */

const step = part => `/${typeof part === 'string' && /[~/]/.test(part) ? part.replace(/~/g, '~0').replace(/\//g, '~1') : part}`;

/** The JSON Pointer of a path: `['layers', 0]` is `/layers/0`. */
export const pointer = path => path.map(step).join('');

/** The path of a JSON Pointer. Indices stay text. */
export const pathOf = text => text.split('/').slice(1).map(part => part.replace(/~1/g, '/').replace(/~0/g, '~'));

/** Line and column of an offset, from 1. */
export function lineOf(text, offset) {
  const before = text.slice(0, offset).split('\n');
  return {line: before.length, column: before.at(-1).length + 1};
}

/**
 * @typedef {{start: number, end: number, key?: number}} Place Offsets of a value, and of its name if it is a member.
 * @returns {{value: *, places: Map<string, Place>, fault: ?{offset: number, message: string}}}
 */
export function parse(text) {
  const places = new Map();
  let at = 0;
  const fail = (message, offset = at) => { throw {offset, message}; };
  const space = () => { while (at < text.length && ' \t\n\r'.includes(text[at])) at++; };

  function string() {
    const start = at++;
    for (; at < text.length; at++) {
      if (text[at] === '\\') at++;
      else if (text[at] === '"') {
        at++;
        try {
          return JSON.parse(text.slice(start, at));
        } catch {
          fail('this string has a character or escape that JSON does not allow', start);
        }
      } else if (text[at] === '\n') break;
    }
    return fail('this string has no end: a " is missing', start);
  }

  /** Reads a value: `own` is its pointer, `depth` its nesting, `key` the offset of its name if it is a member. */
  function value(own, depth, key) {
    space();
    const start = at, char = text[at];
    let result;
    if (char === '{' || char === '[') {
      if (depth > 60) fail('nested too deeply');
      result = char === '{' ? members(own, depth) : items(own, depth);
    } else if (char === '"') result = string();
    else {
      const word = /^[^\s,:[\]{}"]+/.exec(text.slice(at, at + 80))?.[0];
      if (!word) fail(at >= text.length ? 'the text ends too early' : `"${char}" is unexpected; a value is missing`);
      try {
        result = JSON.parse(word);
      } catch {
        fail(/^[A-Za-z#_.]/.test(word) ? `"${word}" needs quotation marks` : `"${word}" is not a number`);
      }
      at += word.length;
    }
    places.set(own, key === undefined ? {start, end: at} : {key, start, end: at});
    return result;
  }

  function members(own, depth) {
    const result = {}, names = new Set();
    at++;
    space();
    while (text[at] !== '}') {
      const key = at;
      if (text[at] !== '"') fail(at >= text.length ? 'a } is missing' : 'a name in quotation marks is missing');
      const name = string();
      if (names.has(name)) fail(`"${name}" is there twice`, key);
      names.add(name);
      const inner = own + step(name);
      places.set(inner, {key});
      space();
      if (text[at] !== ':') fail(`a : is missing after "${name}"`);
      at++;
      // Plain assignment would call the setter of __proto__.
      Object.defineProperty(result, name, {value: value(inner, depth + 1, key), enumerable: true, writable: true, configurable: true});
      space();
      if (text[at] === ',') {
        at++;
        space();
        if (text[at] === '}') fail('no comma may stand before }');
      } else if (text[at] !== '}') fail(at >= text.length ? 'a } is missing' : 'a comma or } is missing');
    }
    at++;
    return result;
  }

  function items(own, depth) {
    const result = [];
    at++;
    space();
    while (text[at] !== ']') {
      result.push(value(`${own}/${result.length}`, depth + 1));
      space();
      if (text[at] === ',') {
        at++;
        space();
        if (text[at] === ']') fail('no comma may stand before ]');
      } else if (text[at] !== ']') fail(at >= text.length ? 'a ] is missing' : 'a comma or ] is missing');
    }
    at++;
    return result;
  }

  try {
    const result = value('', 0);
    space();
    if (at < text.length) fail('there is more text after the end');
    return {value: result, places, fault: null};
  } catch (fault) {
    if (!('offset' in fault)) throw fault;
    return {value: undefined, places, fault};
  }
}

/** The place of a pointer, or of the nearest value around it. */
export function placeOf(places, text) {
  for (let path = pathOf(text); ; path = path.slice(0, -1)) {
    const place = places.get(pointer(path));
    if (place?.end !== undefined || !path.length) return place;
  }
}

/** The path of the innermost value around an offset. */
export function pathAt(places, offset) {
  let best = '', size = Infinity;
  for (const [own, {start, end, key = start}] of places) {
    if (key <= offset && offset <= end && end - key < size) [best, size] = [own, end - key];
  }
  return pathOf(best);
}

// Lists that hold whole things get a line for each of them.
const tall = new Set(['layers', 'emitterCells', 'emitterBehaviors', 'animations', 'assets']);

/** Texts of objects and lists that have been printed: a change copies only what is around it, and the rest is not printed again. */
const flats = new WeakMap(), blocks = new WeakMap();

/** Names and values as JSON has them: what is undefined is left out. */
const entriesOf = value => Object.entries(value).filter(([, each]) => each !== undefined);

/** JSON in one line. */
function flat(value) {
  if (!value || typeof value !== 'object') return JSON.stringify(value);
  const known = flats.get(value);
  if (known) return known;
  const text = Array.isArray(value) ? `[${value.map(flat).join(', ')}]` : `{${entriesOf(value).map(([name, each]) => `${JSON.stringify(name)}: ${flat(each)}`).join(', ')}}`;
  flats.set(value, text);
  return text;
}

/** JSON text: what fits into a line stays in one. A value that has been printed is never changed, only replaced. */
export function print(value, width = 100) {
  function lines(value, indent) {
    const inner = ' '.repeat(indent + 2), outer = ' '.repeat(indent);
    if (!Array.isArray(value)) {
      const parts = entriesOf(value).map(([key, each]) => {
        const start = `${JSON.stringify(key)}: `;
        return inner + start + block(each, indent + 2, width - indent - 2 - start.length, key);
      });
      return `{\n${parts.join(',\n')}\n${outer}}`;
    }
    return `[\n${value.map(each => inner + block(each, indent + 2, width - indent - 2)).join(',\n')}\n${outer}]`;
  }
  function block(value, indent, room, name) {
    const line = flat(value);
    const holds = value && typeof value === 'object' && Object.keys(value).length;
    const breaks = holds && (indent === 0 || (tall.has(name) && typeof Object.values(value)[0] === 'object'));
    if (!holds || (!breaks && line.length <= room)) return line;
    const known = blocks.get(value);
    if (known?.indent === indent && known.width === width) return known.text;
    const text = lines(value, indent);
    blocks.set(value, {indent, width, text});
    return text;
  }
  return `${block(value, 0, width)}\n`;
}
