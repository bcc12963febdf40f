/**
 * Reads the part of JavaScript, TypeScript and JSX in which people write snippets for particles: literals, variables, functions,
 * classes, calls, arithmetic, elements. The result is a tree for `edit-run.js`. Nothing is handed to the browser's own interpreter.
 */

import {Markup} from './edit-markup.js';
import {deepest} from './edit-tokens.js';

const levels = [['??', '||'], ['&&'], ['|'], ['^'], ['&'], ['===', '!==', '==', '!='], ['<', '>', '<=', '>=', 'in', 'instanceof'], ['<<', '>>', '>>>'], ['+', '-'], ['*', '/', '%'], ['**']];
const modifiers = ['public', 'private', 'protected', 'readonly', 'override', 'abstract', 'declare'];
const nothing = {kind: 'block', body: []}, literal = value => ({kind: 'value', value});

class Reader extends Markup {
  /** Places where no arrow function begins, as has been found out. */
  #plain = new Set();
  /** Places where no loop over a list begins. */
  #counting = new Set();

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

  anyStatement() {
    if (this.take(';')) return nothing;
    if (this.is('{')) return this.isObject() ? this.ended({kind: 'run', value: this.expression()}) : this.block();
    if (this.is('import') && !['(', '.'].includes(this.ahead(1).value)) return this.ended(this.imported());
    if (this.take('export')) {
      this.take('default');
      if (this.isAny('{', '*') && !this.isObject()) return this.ended(this.exported());
      if (this.is('type') && this.ahead(1).value === '{') return this.ended((this.place++, this.exported()));
    }
    if (this.declaresTypes()) return this.ended(nothing);
    if (this.isAny('declare', 'abstract') && this.ahead(1).type === 'word') this.place++;
    this.decorators();
    if (this.is('enum') || (this.is('const') && this.ahead(1).value === 'enum')) return this.enumeration();
    if (this.isAny('var', 'let', 'const')) return this.ended(this.declaration());
    if (this.is('async') && this.ahead(1).value === 'function') this.place++;
    if (this.is('function') && this.ahead(1).type === 'word') {
      const value = this.primary();
      return value.body ? {kind: 'declare', pairs: [[{name: value.name}, value]]} : this.ended(nothing);
    }
    if (this.is('class') && this.ahead(1).type === 'word') {
      const value = this.primary();
      return {kind: 'declare', pairs: [[{name: value.name}, value]]};
    }
    if (this.take('return')) return this.ended({kind: 'return', value: this.isEnd() ? null : this.expression()});
    if (this.take('throw')) return this.ended({kind: 'throw', value: this.expression()});
    for (const kind of ['break', 'continue']) {
      if (this.take(kind)) return this.ended(((this.isEnd() || this.place++), {kind}));
    }
    if (this.take('if')) {
      const test = this.inParentheses(), then = this.statement();
      return {kind: 'if', test, then, otherwise: this.take('else') ? this.statement() : null};
    }
    if (this.take('while')) return {kind: 'for', test: this.inParentheses(), body: this.statement()};
    if (this.take('do')) {
      const body = this.statement();
      this.need('while');
      return this.ended({kind: 'for', isLate: true, test: this.inParentheses(), body});
    }
    if (this.take('for')) return this.loop();
    if (this.take('switch')) return this.cases();
    if (this.take('try')) return this.trial();
    if (this.next.type === 'word' && this.ahead(1).value === ':' && ['for', 'while', 'do'].includes(this.ahead(2).value)) {
      this.place += 2;
      return this.statement();
    }
    return this.ended({kind: 'run', value: this.expression()});
  }

  ended(node) {
    this.take(';');
    return node;
  }

  isEnd() { return this.next.isNewLine || this.isAny(';', '}'); }

  /** Whether a { at a statement's place begins an object, as in a pasted literal. */
  isObject() {
    const [first, second] = [this.ahead(1), this.ahead(2)];
    return this.is('{') && ((['word', 'string', 'number'].includes(first.type) && second.value === ':') || first.value === '...');
  }

  /** The names that an import brings, with what each is in its module: `default`, `*`, or a name. */
  imported() {
    this.place++;
    const isOfTypes = this.is('type') && this.ahead(1).value !== 'from' && this.ahead(1).value !== ',' ? this.take('type') : null, names = [];
    while (this.next.type !== 'string' && this.next.type !== 'end') {
      if (this.take('*')) names.push([(this.need('as'), this.name()), '*']);
      else if (this.take('{')) {
        while (!this.take('}')) {
          if (this.is('type') && this.ahead(1).type === 'word' && this.ahead(1).value !== 'as') this.place++;
          const name = this.name();
          names.push([this.take('as') ? this.name() : name, name]);
          this.take(',');
        }
      } else if (!this.take('from') && !this.take(',')) {
        const name = this.name();
        if (this.take('=')) return {kind: 'declare', pairs: [[{name}, this.assignment()]]};
        names.push([name, 'default']);
      }
    }
    const from = String(this.next.value);
    this.place++;
    return isOfTypes ? nothing : {kind: 'import', names, from};
  }

  exported() {
    if (this.is('{')) this.balanced();
    else {
      this.need('*');
      if (this.take('as')) this.name();
    }
    if (this.take('from')) this.place++;
    return nothing;
  }

  decorators() {
    while (this.take('@')) this.calls();
  }

  enumeration() {
    this.take('const');
    this.need('enum');
    const name = this.name(), entries = [];
    this.need('{');
    while (!this.take('}')) {
      const key = literal(this.next.type === 'string' ? this.tokens[this.place++].value : this.name());
      entries.push({key, value: this.take('=') ? this.assignment() : literal(entries.length)});
      if (!this.is('}')) this.need(',');
    }
    return {kind: 'declare', pairs: [[{name}, {kind: 'object', entries}]]};
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
      const target = this.binding();
      this.take('!');
      this.annotation();
      pairs.push([target, this.take('=') ? this.assignment() : literal(undefined)]);
    } while (this.take(','));
    return {kind: 'declare', pairs};
  }

  /** A name, or the names that take parts of an object or a list. */
  binding() { return this.nested(() => this.anyBinding()); }

  anyBinding() {
    const list = [], entries = [];
    if (this.take('[')) {
      while (!this.take(']')) {
        list.push(this.is(',') ? null : this.bound());
        if (!this.is(']')) this.need(',');
      }
      return {list};
    }
    if (!this.take('{')) return {name: this.name()};
    while (!this.take('}')) {
      if (this.is('...')) entries.push(this.bound());
      else if (this.ahead(1).value === ':' || this.is('[')) {
        const key = this.take('[') ? this.assignment() : literal(String(this.tokens[this.place++].value));
        this.take(']');
        this.need(':');
        entries.push({key, ...this.bound()});
      } else entries.push({key: literal(this.next.value), ...this.bound()});
      if (!this.is('}')) this.need(',');
    }
    return {entries};
  }

  bound() {
    const isRest = Boolean(this.take('...'));
    return {target: this.binding(), isRest, initial: this.take('=') ? this.assignment() : null};
  }

  loop() {
    this.take('await');
    this.need('(');
    const {at} = this.next, isDeclared = this.isAny('var', 'let', 'const'), isBare = this.next.type === 'word' && ['of', 'in'].includes(this.ahead(1).value);
    const of = (isDeclared || isBare) && !this.#counting.has(at) ? this.attempt(() => this.ofLoop(isDeclared)) : null;
    if (!of) this.#counting.add(at);
    if (of) return {...of, body: this.statement()};
    const start = this.is(';') ? null : isDeclared ? this.declaration() : {kind: 'run', value: this.expression()};
    this.need(';');
    const test = this.is(';') ? null : this.expression();
    this.need(';');
    const step = this.is(')') ? null : this.expression();
    this.need(')');
    return {kind: 'for', start, test, step, body: this.statement()};
  }

  ofLoop(isDeclared) {
    if (isDeclared) this.place++;
    const target = this.binding(), isOfNames = Boolean(this.take('in'));
    if (!isOfNames) this.need('of');
    const list = this.expression();
    this.need(')');
    return {kind: 'of', target, list, isOfNames};
  }

  cases() {
    const value = this.inParentheses(), list = [];
    this.need('{');
    while (!this.take('}')) {
      const test = this.take('default') ? null : (this.need('case'), this.expression()), body = [];
      this.need(':');
      while (!this.isAny('case', 'default', '}')) body.push(this.statement());
      list.push({test, body});
    }
    return {kind: 'switch', value, list};
  }

  trial() {
    const node = {kind: 'try', body: this.block(), handler: null, target: null, last: null};
    if (this.take('catch')) {
      if (this.take('(')) {
        node.target = this.binding();
        this.annotation();
        this.need(')');
      }
      node.handler = this.block();
    }
    if (this.take('finally')) node.last = this.block();
    return node;
  }

  expression() {
    let value = this.assignment();
    while (this.take(',')) value = {kind: 'sequence', first: value, then: this.assignment()};
    return value;
  }

  assignment(isChosen = false) { return this.nested(() => this.anyAssignment(isChosen)); }

  anyAssignment(isChosen) {
    const arrow = this.arrow(isChosen);
    const target = arrow ?? this.choice();
    const operator = !arrow && /^(=|[-+*/%|&^]=|(?:\*\*|<<|\?\?|\|\||&&)=)$/.exec(this.next.type === 'mark' ? this.next.value : '')?.[1];
    if (!operator) return target;
    this.place++;
    const value = this.assignment();
    return {kind: 'assign', target, value: operator === '=' ? value : {kind: 'binary', operator: operator.slice(0, -1), left: target, right: value}};
  }

  /** An arrow function, if one begins here. A choice's colon is no type's. */
  arrow(isChosen) {
    const {at} = this.next, isAsync = this.is('async') && !this.ahead(1).isNewLine, first = isAsync ? this.ahead(1) : this.next;
    if (this.#plain.has(at) || (first.type !== 'word' && first.value !== '(' && first.value !== '<')) return null;
    const names = this.attempt(() => {
      if (isAsync) this.place++;
      if (this.next.type === 'word') {
        const own = [{target: {name: this.name()}, isRest: false, initial: null}];
        this.need('=>');
        return own;
      }
      this.typeParameters();
      const own = this.parameters();
      if (!isChosen) this.annotation();
      this.need('=>');
      return own;
    });
    if (names) return {kind: 'function', isArrow: true, names, body: this.is('{') ? this.block() : {kind: 'return', value: this.assignment()}};
    this.#plain.add(at);
    return null;
  }

  parameters() {
    this.need('(');
    const names = [];
    while (!this.take(')')) {
      this.decorators();
      let isField = false;
      while (this.isAny(...modifiers) && this.ahead(1).type === 'word') isField = Boolean(this.place++) || true;
      const isRest = Boolean(this.take('...')), target = this.binding();
      this.take('?');
      this.annotation();
      names.push({target, isRest, isField, initial: this.take('=') ? this.assignment() : null});
      if (!this.is(')')) this.need(',');
    }
    // TypeScript's `this` is no value.
    return names.filter(each => each.target.name !== 'this');
  }

  /** A function from its types and parameters on; a declaration alone has no body. */
  rest(name = null) {
    this.typeParameters();
    const names = this.parameters();
    this.annotation();
    return {kind: 'function', name, names, body: this.is('{') ? this.block() : null};
  }

  choice() {
    const test = this.binary(0);
    if (!this.take('?')) return test;
    const then = this.assignment(true);
    this.need(':');
    return {kind: 'choice', test, then, otherwise: this.assignment()};
  }

  /** The operator that is next: `>>` is two marks, as types may end with it. */
  operator() {
    const {value, type, end} = this.next;
    if (type === 'string') return '';
    if (value !== '>' || type !== 'mark') return value;
    let count = 1;
    while (count < 3 && this.ahead(count).value === '>' && this.ahead(count).at === end + count - 1) count++;
    return '>'.repeat(count);
  }

  binary(level) {
    if (level === levels.length) return this.unary();
    let left = this.binary(level + 1);
    for (let operator; levels[level].includes(operator = this.operator());) {
      this.place += /^>>/.test(operator) ? operator.length : 1;
      left = {kind: 'binary', operator, left, right: this.binary(operator === '**' ? level : level + 1)};
    }
    return left;
  }

  unary() { return this.nested(() => this.anyUnary()); }

  anyUnary() {
    for (const operator of ['!', '-', '+', '~', 'typeof', 'await', 'void', 'delete']) if (this.take(operator)) return {kind: 'unary', operator, value: this.unary()};
    for (const operator of ['++', '--']) if (this.take(operator)) return this.stepped(this.unary(), operator[0]);
    const value = this.calls();
    while (!this.next.isNewLine && (this.take('as') || this.take('satisfies'))) this.type();
    for (const operator of ['++', '--']) {
      // The value is the one before.
      if (!this.next.isNewLine && this.take(operator)) return {kind: 'binary', operator: {'++': '-', '--': '+'}[operator], left: this.stepped(value, operator[0]), right: literal(1)};
    }
    return value;
  }

  stepped(target, operator) {
    return {kind: 'assign', target, value: {kind: 'binary', operator, left: target, right: literal(1)}};
  }

  calls() {
    let isNew = Boolean(this.take('new')), value = this.primary();
    for (;;) {
      if (this.take('.') || this.take('?.')) {
        if (this.isAny('(', '[', '<')) continue;
        this.take('#');
        value = {kind: 'member', object: value, name: literal(this.name())};
      } else if (this.take('[')) {
        value = {kind: 'member', object: value, name: this.expression()};
        this.need(']');
      } else if (this.is('(')) {
        value = {kind: 'call', callee: value, list: this.list('(', ')'), isNew};
        isNew = false;
      } else if (this.next.type === 'template') value = {kind: 'call', callee: value, list: [this.primary()]};
      else if (this.is('!') && !this.next.isNewLine) this.place++;
      else if (!this.is('<') || !this.attempt(() => this.typeList() && (this.isAny('(', ';', ')', ',') || this.lacks('"("')))) break;
    }
    return isNew ? {kind: 'call', callee: value, list: [], isNew} : value;
  }

  list(open, close) {
    this.need(open);
    const items = [];
    while (!this.take(close)) {
      if (this.take(',')) items.push(literal(undefined));
      else {
        items.push(this.take('...') ? {kind: 'spread', value: this.assignment()} : this.assignment());
        if (!this.is(close)) this.need(',');
      }
    }
    return items;
  }

  primary() {
    const token = this.next;
    if (token.type === 'number' || token.type === 'string') {
      this.place++;
      return literal(token.value);
    }
    if (token.type === 'template') {
      this.place++;
      if (this.depth + 50 > deepest) this.fail('this is nested too deeply');
      return {kind: 'template', parts: token.value.map(part => (typeof part === 'string' ? part : this.within(part)))};
    }
    if (this.take('(')) {
      const value = this.expression();
      this.need(')');
      return value;
    }
    if (this.is('[')) return {kind: 'array', items: this.list('[', ']')};
    if (this.is('{')) return this.object();
    if (this.is('<')) return this.marked();
    if (this.isAny('/', '/=')) return this.pattern();
    if (this.is('async') && this.ahead(1).value === 'function') this.place++;
    if (this.take('function')) {
      this.take('*');
      return this.rest(this.next.type === 'word' ? this.name() : null);
    }
    if (this.take('class')) return this.classBody();
    const constants = {true: true, false: false, null: null, undefined, Infinity, NaN};
    if (token.type === 'word' && Object.hasOwn(constants, token.value)) {
      this.place++;
      return literal(constants[token.value]);
    }
    if (token.type === 'word') return {kind: 'name', name: this.name()};
    return this.fail();
  }

  /** The value in a template's braces. */
  within({source, at}) {
    const own = new Reader(source, this.depth + 50);
    try {
      const value = own.expression();
      return own.next.type === 'end' ? value : own.fail();
    } catch (fault) {
      if ('at' in fault) fault.at += at;
      throw fault;
    }
  }

  /** An element, or what is marked by TypeScript's older form of `as`. */
  marked() {
    if (/^<(?:const|any|unknown|[\w.]+(?:<[\w.]+>)?(?:\[\])?)>\s*[\w$([{'"`]/.test(this.text.slice(this.next.at, this.next.at + 200)) && !this.text.includes('</', this.next.at)) {
      this.typeList();
      return this.unary();
    }
    return this.element();
  }

  /** A regular expression: what it finds is not looked for. */
  pattern() {
    const found = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/y;
    found.lastIndex = this.next.at;
    const text = found.exec(this.text)?.[0];
    if (!text) this.fail();
    this.jump(this.next.at + text.length);
    return {kind: 'name', name: '/'};
  }

  object() {
    this.need('{');
    const entries = [];
    while (!this.take('}')) {
      if (this.take('...')) entries.push({spread: this.assignment()});
      else {
        const key = this.key();
        if (this.isAny('(', '<')) entries.push({key, value: this.rest()});
        else if (this.take(':')) entries.push({key, value: this.assignment()});
        else {
          if (key.kind !== 'value' || this.isAny('=')) this.lacks('":"');
          entries.push({key, value: {kind: 'name', name: key.value}});
        }
      }
      if (!this.is('}')) this.need(',');
    }
    return {kind: 'object', entries};
  }

  /** The name of a member, without what stands before that of a method. */
  key() {
    while (this.isAny('async', 'get', 'set', 'static', '*', '#', ...modifiers) && (this.ahead(1).type !== 'mark' || ['[', '*', '#'].includes(this.ahead(1).value) || this.is('#') || this.is('*'))) this.place++;
    if (this.take('[')) {
      const key = this.assignment();
      this.need(']');
      return key;
    }
    const {type, value} = this.next;
    if (!['word', 'string', 'number'].includes(type)) this.lacks('a name');
    this.place++;
    return literal(String(value));
  }

  classBody() {
    const name = this.next.type === 'word' && !this.isAny('extends', 'implements') ? this.name() : null, members = [];
    this.typeParameters();
    const base = this.take('extends') ? this.calls() : null;
    if (this.take('implements')) do this.type(); while (this.take(','));
    this.need('{');
    while (!this.take('}')) {
      if (this.take(';')) continue;
      this.decorators();
      const isStatic = this.is('static') && this.ahead(1).value !== '(' && this.ahead(1).value !== '=';
      if (isStatic && this.ahead(1).value === '{') {
        this.place++;
        members.push({key: null, isStatic, value: {kind: 'function', isArrow: true, names: [], body: this.block()}});
        continue;
      }
      const key = this.key();
      if (this.isAny('(', '<')) {
        const value = this.rest();
        if (value.body) members.push({key, isStatic, value: {...value, isArrow: true}});
      } else {
        this.take('?') ?? this.take('!');
        this.annotation();
        members.push({key, isStatic, value: this.take('=') ? this.assignment() : literal(undefined)});
      }
      this.take(';');
    }
    return {kind: 'class', name, base, members};
  }
}

/** The tree of a script. Throws `{at, message}`. */
export const read = text => new Reader(text).program();
