/**
 * Reads the part of JavaScript in which people write snippets for particles: literals, variables, functions, calls, arithmetic.
 * The result is a tree for `edit-run.js`. Nothing is handed to the browser's own interpreter.
 */

const punctuation = ['...', '===', '!==', '**=', '??=', '||=', '&&=', '=>', '==', '!=', '<=', '>=', '&&', '||', '??', '?.', '++', '--', '+=', '-=', '*=', '/=', '**'];

function tokenize(text, depth) {
  const tokens = [];
  const word = /[A-Za-z_$\u00a0-\uffff][\w$\u00a0-\uffff]*/y, number = /0[xX][\da-fA-F]+|(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
  let at = 0, isNewLine = false;
  const push = (type, value, end) => {
    tokens.push({type, value, at, isNewLine});
    isNewLine = false;
    at = end;
  };
  while (at < text.length) {
    const char = text[at];
    if (/\s|;/.test(char) && char !== ';') {
      isNewLine ||= char === '\n';
      at++;
    } else if (text.startsWith('//', at) || text.startsWith('<!--', at)) at = (text.indexOf('\n', at) + text.length + 1) % (text.length + 1) || text.length;
    else if (text.startsWith('/*', at)) {
      const end = text.indexOf('*/', at + 2);
      at = end < 0 ? text.length : end + 2;
    } else if (char === '"' || char === "'") {
      const [value, end] = quoted(text, at, char);
      push('string', value, end);
    } else if (char === '`') {
      const [value, end] = template(text, at, depth);
      push('template', value, end);
    } else {
      number.lastIndex = word.lastIndex = at;
      const digits = number.exec(text)?.[0], letters = !digits && word.exec(text)?.[0];
      if (digits) push('number', Number(digits.replace(/_/g, '')), at + digits.length);
      else if (letters) push('word', letters, at + letters.length);
      else {
        const mark = punctuation.find(each => text.startsWith(each, at)) ?? char;
        push('mark', mark, at + mark.length);
      }
    }
  }
  tokens.push({type: 'end', value: '', at, isNewLine: true});
  return tokens;
}

const escapes = {n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', 0: '\0', '\n': ''};

function escaped(text, at) {
  const code = /^(?:u\{([\da-fA-F]+)\}|u([\da-fA-F]{4})|x([\da-fA-F]{2}))/.exec(text.slice(at + 1, at + 12));
  if (code) return [String.fromCodePoint(Math.min(0x10ffff, parseInt(code[1] ?? code[2] ?? code[3], 16))), at + 1 + code[0].length];
  return [escapes[text[at + 1]] ?? text[at + 1] ?? '', at + 2];
}

function quoted(text, start, quote) {
  let value = '', at = start + 1;
  while (text[at] !== quote) {
    if (at >= text.length || text[at] === '\n') throw {at: start, message: 'this text has no end'};
    if (text[at] === '\\') {
      const [part, next] = escaped(text, at);
      [value, at] = [value + part, next];
    } else value += text[at++];
  }
  return [value, at + 1];
}

/** A template as texts and trees, by turns. */
function template(text, start, level) {
  if (level > deepest) throw {at: start, message: 'this is nested too deeply'};
  const parts = [''];
  let at = start + 1;
  while (text[at] !== '`') {
    if (at >= text.length) throw {at: start, message: 'this template has no end'};
    if (text[at] === '\\') {
      const [part, next] = escaped(text, at);
      parts[parts.length - 1] += part;
      at = next;
    } else if (text.startsWith('${', at)) {
      let depth = 1, end = at + 2;
      while (depth && end < text.length) depth += {'{': 1, '}': -1}[text[end++]] ?? 0;
      parts.push(new Reader(text.slice(at + 2, end - 1), level + 50).expression(), '');
      at = end;
    } else parts[parts.length - 1] += text[at++];
  }
  return [parts, at + 1];
}

const levels = [['??', '||'], ['&&'], ['===', '!==', '==', '!='], ['<', '>', '<=', '>=', 'in', 'instanceof'], ['+', '-'], ['*', '/', '%'], ['**']];

/** Levels of a snippet: blocks, parentheses, lists, operators before a value. */
const deepest = 400;

class Reader {
  constructor(text, depth = 0) {
    this.tokens = tokenize(text, depth);
    this.place = 0;
    this.depth = depth;
  }

  get next() { return this.ahead(0); }
  /** The token that many places ahead; the last one beyond the end. */
  ahead(count) { return this.tokens[Math.min(this.place + count, this.tokens.length - 1)]; }
  is(value) { return this.next.value === value && (this.next.type === 'mark' || this.next.type === 'word'); }
  take(value) { return this.is(value) ? this.tokens[this.place++] : null; }
  fail(message = this.next.type === 'end' ? 'the text ends too early' : `"${String(this.next.value).slice(0, 20)}" is not understood here`) { throw {at: this.next.at, message}; }
  lacks(what) { this.fail(`${this.next.type === 'end' ? 'the text ends too early: ' : ''}${what} is missing`); }
  need(value) { return this.take(value) ?? this.lacks(`"${value}"`); }
  name() { return this.next.type === 'word' ? this.tokens[this.place++].value : this.lacks('a name'); }

  program() {
    const body = [];
    while (this.next.type !== 'end') body.push(this.statement());
    return {kind: 'block', body};
  }

  block() {
    this.need('{');
    const body = [];
    while (!this.take('}')) body.push(this.statement());
    return {kind: 'block', body};
  }

  statement() { return this.nested(() => this.anyStatement()); }

  /** A node that `read` reads, one level further in. */
  nested(read) {
    if (++this.depth > deepest) this.fail('this is nested too deeply');
    const node = read();
    this.depth--;
    return node;
  }

  anyStatement() {
    if (this.take(';')) return {kind: 'block', body: []};
    if (this.is('{')) return this.isObject() ? this.ended({kind: 'run', value: this.expression()}) : this.block();
    if (this.take('import')) {
      while (this.next.type !== 'end' && this.next.type !== 'string') this.place++;
      this.place++;
      return this.ended({kind: 'block', body: []});
    }
    if (this.take('export')) this.take('default');
    if (this.is('var') || this.is('let') || this.is('const')) return this.ended(this.declaration());
    if (this.is('async') && this.ahead(1).value === 'function') this.place++;
    if (this.is('function') && this.ahead(1).type === 'word') return {kind: 'declare', pairs: [[this.ahead(1).value, this.primary()]]};
    if (this.take('return')) return this.ended({kind: 'return', value: this.next.isNewLine || this.is(';') || this.is('}') ? null : this.expression()});
    if (this.take('break')) return this.ended({kind: 'break'});
    if (this.take('if')) {
      const test = this.inParentheses(), then = this.statement();
      return {kind: 'if', test, then, otherwise: this.take('else') ? this.statement() : null};
    }
    if (this.take('while')) return {kind: 'for', test: this.inParentheses(), body: this.statement()};
    if (this.take('for')) return this.loop();
    return this.ended({kind: 'run', value: this.expression()});
  }

  ended(node) {
    this.take(';');
    return node;
  }

  /** Whether a { at a statement's place begins an object, as in a pasted literal. */
  isObject() {
    const [first, second] = [this.ahead(1), this.ahead(2)];
    return (['word', 'string', 'number'].includes(first.type) && second.value === ':') || first.value === '...';
  }

  inParentheses() {
    this.need('(');
    const value = this.expression();
    this.need(')');
    return value;
  }

  declaration() {
    this.place++;
    const pairs = [];
    do {
      if (this.take('{')) {
        const names = [];
        while (!this.take('}')) (names.push(this.name()), this.take(','));
        this.need('=');
        const value = this.assignment();
        names.forEach(name => pairs.push([name, {kind: 'member', object: value, name: {kind: 'value', value: name}}]));
      } else pairs.push([this.name(), this.take('=') ? this.assignment() : {kind: 'value', value: undefined}]);
    } while (this.take(','));
    return {kind: 'declare', pairs};
  }

  loop() {
    this.need('(');
    const start = this.is(';') ? null : /^(var|let|const)$/.test(this.next.value) ? this.ofLoop() ?? this.declaration() : {kind: 'run', value: this.expression()};
    if (start?.kind === 'of') return start;
    this.need(';');
    const test = this.is(';') ? null : this.expression();
    this.need(';');
    const step = this.is(')') ? null : this.expression();
    this.need(')');
    return {kind: 'for', start, test, step, body: this.statement()};
  }

  ofLoop() {
    if (this.ahead(2).value !== 'of') return null;
    this.place++;
    const name = this.name();
    this.need('of');
    const list = this.expression();
    this.need(')');
    return {kind: 'of', name, list, body: this.statement()};
  }

  expression() {
    let value = this.assignment();
    while (this.take(',')) value = {kind: 'sequence', first: value, then: this.assignment()};
    return value;
  }

  assignment() { return this.nested(() => this.anyAssignment()); }

  anyAssignment() {
    const arrow = this.arrow();
    const target = arrow ?? this.choice();
    const operator = !arrow && /^(=|\+=|-=|\*=|\/=|\?\?=|\|\|=|&&=)$/.exec(this.next.type === 'mark' ? this.next.value : '')?.[1];
    if (!operator) return target;
    this.place++;
    const value = this.assignment();
    return {kind: 'assign', target, value: operator === '=' ? value : {kind: 'binary', operator: operator.slice(0, -1), left: target, right: value}};
  }

  /** An arrow function, if one begins here. */
  arrow() {
    const start = this.place;
    this.take('async');
    let names = null;
    if (this.next.type === 'word' && this.ahead(1).value === '=>') names = [{name: this.name()}];
    else if (this.is('(')) {
      let depth = 0, end = this.place;
      do depth += {'(': 1, ')': -1}[this.tokens[end].type === 'mark' ? this.tokens[end].value : ''] ?? 0; while (depth && ++end < this.tokens.length);
      if (this.tokens[end + 1]?.value === '=>') names = this.parameters();
    }
    if (!names || !this.take('=>')) {
      this.place = start;
      return null;
    }
    return {kind: 'function', names, body: this.is('{') ? this.block() : {kind: 'return', value: this.assignment()}};
  }

  parameters() {
    this.need('(');
    const names = [];
    while (!this.take(')')) {
      const isRest = Boolean(this.take('...'));
      names.push({name: this.name(), isRest, initial: this.take('=') ? this.assignment() : null});
      this.take(',');
    }
    return names;
  }

  choice() {
    const test = this.binary(0);
    if (!this.take('?')) return test;
    const then = this.assignment();
    this.need(':');
    return {kind: 'choice', test, then, otherwise: this.assignment()};
  }

  binary(level) {
    if (level === levels.length) return this.unary();
    let left = this.binary(level + 1);
    while (levels[level].includes(this.next.value) && this.next.type !== 'string') {
      const operator = this.tokens[this.place++].value;
      left = {kind: 'binary', operator, left, right: this.binary(operator === '**' ? level : level + 1)};
    }
    return left;
  }

  unary() { return this.nested(() => this.anyUnary()); }

  anyUnary() {
    for (const operator of ['!', '-', '+', 'typeof', 'await', 'void']) if (this.take(operator)) return {kind: 'unary', operator, value: this.unary()};
    for (const operator of ['++', '--']) if (this.take(operator)) return this.stepped(this.unary(), operator[0]);
    const value = this.calls();
    for (const operator of ['++', '--']) if (!this.next.isNewLine && this.take(operator)) return this.stepped(value, operator[0]);
    return value;
  }

  stepped(target, operator) {
    return {kind: 'assign', target, value: {kind: 'binary', operator, left: target, right: {kind: 'value', value: 1}}};
  }

  calls() {
    const isNew = Boolean(this.take('new'));
    let value = this.primary();
    for (;;) {
      if (this.take('.') || this.take('?.')) {
        if (this.is('(') || this.is('[')) continue;
        value = {kind: 'member', object: value, name: {kind: 'value', value: this.name()}};
      } else if (this.take('[')) {
        value = {kind: 'member', object: value, name: this.expression()};
        this.need(']');
      } else if (this.is('(')) value = {kind: 'call', callee: value, list: this.list('(', ')'), isNew};
      else return value;
    }
  }

  list(open, close) {
    this.need(open);
    const items = [];
    while (!this.take(close)) {
      items.push(this.take('...') ? {kind: 'spread', value: this.assignment()} : this.assignment());
      if (!this.is(close)) this.need(',');
    }
    return items;
  }

  primary() {
    const token = this.next;
    if (token.type === 'number' || token.type === 'string') {
      this.place++;
      return {kind: 'value', value: token.value};
    }
    if (token.type === 'template') {
      this.place++;
      return {kind: 'template', parts: token.value};
    }
    if (this.take('(')) {
      const value = this.expression();
      this.need(')');
      return value;
    }
    if (this.is('[')) return {kind: 'array', items: this.list('[', ']')};
    if (this.is('{')) return this.object();
    if (this.take('async')) return this.primary();
    if (this.take('function')) {
      const name = this.next.type === 'word' ? this.name() : null;
      return {kind: 'function', name, names: this.parameters(), body: this.block()};
    }
    const constants = {true: true, false: false, null: null, undefined, Infinity, NaN};
    if (token.type === 'word' && Object.hasOwn(constants, token.value)) {
      this.place++;
      return {kind: 'value', value: constants[token.value]};
    }
    if (token.type === 'word') return {kind: 'name', name: this.name()};
    return this.fail();
  }

  object() {
    this.need('{');
    const entries = [];
    while (!this.take('}')) {
      if (this.take('...')) entries.push({spread: this.assignment()});
      else if (this.take('[')) {
        const key = this.assignment();
        this.need(']');
        this.need(':');
        entries.push({key, value: this.assignment()});
      } else {
        const token = this.next, key = {kind: 'value', value: String(token.value)};
        if (!['word', 'string', 'number'].includes(token.type)) this.lacks('a name');
        this.place++;
        if (this.is('(')) entries.push({key, value: {kind: 'function', names: this.parameters(), body: this.block()}});
        else entries.push({key, value: this.take(':') ? this.assignment() : {kind: 'name', name: token.value}});
      }
      if (!this.is('}')) this.need(',');
    }
    return {kind: 'object', entries};
  }
}

/** The tree of a script. Throws `{at, message}`. */
export const read = text => new Reader(text).program();
