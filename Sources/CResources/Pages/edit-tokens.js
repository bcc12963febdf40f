/** The words, texts and marks of a snippet, one at a time: what a `<` or a `/` begins depends on what was read before it. */

const punctuation = ['...', '===', '!==', '**=', '<<=', '??=', '||=', '&&=', '=>', '==', '!=', '<=', '>=', '%=', '|=', '^=', '&=', '&&', '||', '??', '?.', '++', '--', '+=', '-=', '*=', '/=', '**', '<<'];
const escapes = {n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', 0: '\0', '\n': ''};

/** Templates' braces in a text whose insides may fail to be read before all others are only counted: each failure may cost a way to the end. */
const mostFailures = 16;

/** Levels of a snippet: blocks, parentheses, lists, operators before a value, types, elements. */
export const deepest = 400;

/** The character of an escape, and where it ends. */
function escaped(text, at) {
  const code = /^(?:u\{([\da-fA-F]+)\}|u([\da-fA-F]{4})|x([\da-fA-F]{2}))/.exec(text.slice(at + 1, at + 12));
  if (code) return [String.fromCodePoint(Math.min(0x10ffff, parseInt(code[1] ?? code[2] ?? code[3], 16))), at + 1 + code[0].length];
  return [escapes[text[at + 1]] ?? text[at + 1] ?? '', at + 2];
}

/** Reads a snippet forward; what has been looked at can be read anew in another way. */
export class Cursor {
  constructor(text, depth = 0) {
    this.text = text;
    this.tokens = [];
    this.place = 0;
    this.depth = depth;
    this.failures = 0;
  }

  get next() { return this.ahead(0); }
  /** The token that many places ahead; the last one beyond the end. */
  ahead(count) {
    while (this.tokens.length <= this.place + count && this.tokens.at(-1)?.type !== 'end') this.tokens.push(this.#token(this.tokens.at(-1)?.end ?? 0));
    return this.tokens[Math.min(this.place + count, this.tokens.length - 1)];
  }
  is(value) { return this.next.value === value && (this.next.type === 'mark' || this.next.type === 'word'); }
  isAny(...values) { return values.some(value => this.is(value)); }
  take(value) { return this.is(value) ? this.tokens[this.place++] : null; }
  fail(message = this.next.type === 'end' ? 'the text ends too early' : this.next.message ?? `"${String(this.next.value).slice(0, 20)}" is not understood here`) { throw {at: this.next.at, message}; }
  lacks(what) { this.fail(this.next.message ?? `${this.next.type === 'end' ? 'the text ends too early: ' : ''}${what} is missing`); }
  need(value) { return this.take(value) ?? this.lacks(`"${value}"`); }
  name() { return this.next.type === 'word' ? this.tokens[this.place++].value : this.lacks('a name'); }

  /** The end of the last token that was taken. */
  get end() { return this.place ? this.tokens[this.place - 1].end : 0; }

  /** Goes on from another place in the text; what was looked at is read anew. */
  jump(end) {
    this.tokens.length = this.place;
    this.tokens.push({type: 'mark', value: '', at: this.text.length, end});
    this.place++;
  }

  /** Returns what `read` reads; null, and nothing is taken, where that is not there. */
  attempt(read) {
    const {place, depth} = this, kept = this.tokens.slice(place);
    try {
      return read();
    } catch (fault) {
      if (!('at' in fault)) throw fault;
      this.tokens.length = place;
      this.tokens.push(...kept);
      this.place = place;
      this.depth = depth;
      return null;
    }
  }

  /** A node that `read` reads, one level further in. */
  nested(read) {
    if (++this.depth > deepest) this.fail('this is nested too deeply');
    const node = read();
    this.depth--;
    return node;
  }

  #token(from) {
    const {text} = this, [at, isNewLine] = this.#blank(from), char = text[at], token = {at, isNewLine, end: at + 1};
    if (at >= text.length) return {...token, type: 'end', value: '', isNewLine: true};
    if (char === '"' || char === "'") return {...token, ...this.#quoted(at, char)};
    if (char === '`') return {...token, ...this.#template(at)};
    const word = /[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*/yu, number = /0[xX][\da-fA-F]+|0[bB][01]+|0[oO][0-7]+|(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
    number.lastIndex = word.lastIndex = at;
    const digits = number.exec(text)?.[0], letters = !digits && word.exec(text)?.[0];
    if (digits) return {...token, type: 'number', value: Number(digits.replace(/_/g, '')), end: at + digits.length};
    if (letters) return {...token, type: 'word', value: letters, end: at + letters.length};
    const mark = punctuation.find(each => text.startsWith(each, at)) ?? char;
    return {...token, type: 'mark', value: mark, end: at + mark.length};
  }

  /** The first place after white space and comments, and whether a line ends before it. */
  #blank(from) {
    const {text} = this, until = (mark, at) => (at < 0 ? text.length : at + mark.length), space = /\s*/y;
    for (let at = from; ;) {
      space.lastIndex = at;
      const end = at + space.exec(text)[0].length;
      if (text.startsWith('//', end) || text.startsWith('<!--', end)) at = until('', text.indexOf('\n', end));
      else if (text.startsWith('/*', end)) at = until('*/', text.indexOf('*/', end + 2));
      else return [end, text.slice(from, end).includes('\n')];
    }
  }

  #quoted(start, quote) {
    const {text} = this;
    let value = '', at = start + 1;
    while (text[at] !== quote) {
      if (at >= text.length || text[at] === '\n') return {type: 'broken', value: quote, end: start + 1, message: 'this text has no end'};
      if (text[at] === '\\') {
        const [part, next] = escaped(text, at);
        [value, at] = [value + part, next];
      } else value += text[at++];
    }
    return {type: 'string', value, end: at + 1};
  }

  /** A template as texts and sources, by turns; one within another's braces is `level` deep. */
  #template(start, level = 0) {
    const {text} = this, parts = [''];
    let at = start + 1;
    while (text[at] !== '`') {
      if (at >= text.length) return {type: 'broken', value: '`', end: start + 1, message: 'this template has no end'};
      if (text[at] === '\\') {
        const [part, next] = escaped(text, at);
        parts[parts.length - 1] += part;
        at = next;
      } else if (text.startsWith('${', at)) {
        let end = this.#braced(at + 2, level);
        if (end === null) {
          this.failures++;
          end = this.#braced(at + 2);
        }
        parts.push({source: text.slice(at + 2, end - 1), at: at + 2}, '');
        at = end;
      } else parts[parts.length - 1] += text[at++];
    }
    return {type: 'template', value: parts, end: at + 1};
  }
  /** Returns where a template's braces end: not within a text, another template, a comment or a regular expression, down to the level that is read; `null` where one of those or the braces have no end. */
  #braced(start, level = deepest) {
    const {text} = this, isLooked = level < 8 && this.failures < mostFailures, pattern = /\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n]){0,99}\]|[^/\\[\n]){1,99}\//y;
    let depth = 1, at = start;
    while (depth && at < text.length) {
      const char = text[at];
      if (isLooked && /["'`]/.test(char)) {
        const inner = char === '`' ? this.#template(at, level + 1) : this.#quoted(at, char);
        if (inner.type === 'broken') return null;
        at = inner.end;
        continue;
      }
      // A regular expression may have been missed, and end in `\//`.
      if (isLooked && text[at - 1] !== '\\' && (text.startsWith('//', at) || text.startsWith('/*', at))) {
        [at] = this.#blank(at);
        continue;
      }
      pattern.lastIndex = at;
      const found = isLooked && char === '/' && /[(,=:[!&|?{;]\s*$/.test(text.slice(Math.max(0, at - 20), at)) && pattern.exec(text)?.[0];
      depth += {'{': 1, '}': -1}[char] ?? 0;
      at += found ? found.length : 1;
    }
    return depth && isLooked ? null : at;
  }
}
