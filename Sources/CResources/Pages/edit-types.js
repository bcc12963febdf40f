/** Skips what TypeScript adds to JavaScript: types say nothing about what a snippet does. */

import {Cursor} from './edit-tokens.js';

const pairs = {'(': ')', '[': ']', '{': '}'};

export class Typed extends Cursor {
  type() { return this.nested(() => this.#anyType()); }

  #anyType() {
    this.take('|') ?? this.take('&');
    do this.#single(); while (this.take('|') || this.take('&'));
    if (this.take('is')) this.type();
    if (!this.next.isNewLine && this.take('extends')) {
      this.type();
      this.need('?');
      this.type();
      this.need(':');
      this.type();
    }
    return true;
  }

  #single() {
    while (this.isAny('keyof', 'readonly', 'unique', 'infer', 'new', 'abstract', 'asserts', 'typeof') && (this.ahead(1).type === 'word' || this.ahead(1).value in pairs || this.ahead(1).value === '<')) this.place++;
    if (this.is('<')) this.typeParameters();
    const {type} = this.next, isFunction = this.is('(');
    if (this.next.value in pairs && type === 'mark') this.balanced();
    else if (type === 'string' || type === 'number' || type === 'template') this.place++;
    else if (this.take('-')) this.place++;
    else {
      this.name();
      if (this.is('(')) this.balanced();
      while (this.take('.')) this.name();
      if (this.is('<')) this.typeList();
    }
    while (this.is('[') && !this.next.isNewLine) this.balanced();
    if (isFunction && this.take('=>')) this.type();
  }

  /** Places where no types between < and > are, as has been found out. */
  #none = new Set();

  /** Types between < and >. */
  typeList() {
    const {at} = this.next;
    if (this.#none.has(at)) this.fail();
    try {
      this.need('<');
      do this.type(); while (this.take(','));
      this.need('>');
    } catch (fault) {
      this.#none.add(at);
      throw fault;
    }
    return true;
  }

  /** Names of types between < and >, as a generic function has them. */
  typeParameters() {
    if (!this.take('<')) return;
    while (!this.take('>')) {
      while (this.isAny('const', 'in', 'out')) this.place++;
      this.name();
      if (this.take('extends')) this.type();
      if (this.take('=')) this.type();
      this.take(',');
    }
  }

  /** A type after a colon, where there is one. */
  annotation() { if (this.take(':')) this.type(); }

  /** Everything to the closing bracket of the one that is next. */
  balanced() {
    const open = [];
    do {
      const {type, value} = this.next;
      if (type === 'end') this.fail();
      if (type === 'mark' && value in pairs) open.push(pairs[value]);
      else if (type === 'mark' && value === open.at(-1)) open.pop();
      this.place++;
    } while (open.length);
  }

  /** Skips a statement that declares types alone, if one begins here. */
  declaresTypes() {
    const [second, third] = [this.ahead(1), this.ahead(2)];
    if (second.type !== 'word') return false;
    if (this.is('interface')) {
      while (!this.is('{')) this.next.type === 'end' ? this.fail() : this.place++;
      this.balanced();
      return true;
    }
    if (this.is('type') && ['=', '<'].includes(third.value)) {
      this.place += 2;
      this.typeParameters();
      this.need('=');
      return this.type();
    }
    if (this.isAny('namespace', 'module') || (this.is('declare') && ['global', 'module', 'namespace'].includes(second.value))) {
      while (!this.is('{')) this.next.type === 'end' ? this.fail() : this.place++;
      this.balanced();
      return true;
    }
    return false;
  }
}
