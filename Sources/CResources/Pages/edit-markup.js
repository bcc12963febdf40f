/** Reads elements of JSX: their names, attributes, and the expressions within; texts between them are passed over. */

import {Typed} from './edit-types.js';

export class Markup extends Typed {
  element() { return this.nested(() => this.#anyElement()); }

  #anyElement() {
    this.need('<');
    const name = this.is('>') ? '' : this.#tag(), attributes = [], children = [];
    if (name && this.is('<')) this.typeList();
    while (!this.isAny('/', '>', '>=')) {
      if (this.take('{')) {
        this.need('...');
        attributes.push({spread: this.assignment()});
        this.need('}');
      } else {
        const attribute = this.#tag();
        attributes.push({name: attribute, value: this.take('=') ? this.#value() : {kind: 'value', value: true}});
      }
    }
    const node = {kind: 'element', name, attributes, children};
    if (this.take('/')) {
      this.#close();
      return node;
    }
    this.#close();
    for (;;) {
      const at = this.text.slice(this.end).search(/[<{]/);
      if (at < 0) this.fail(`<${name}> has no end`);
      this.jump(this.end + at);
      if (this.is('<') && this.ahead(1).value === '/') {
        this.place += 2;
        const other = this.is('>') ? '' : this.#tag();
        if (other !== name) this.fail(`<${name}> ends with </${other}>`);
        this.#close();
        return node;
      }
      if (this.is('<')) children.push(this.element());
      else this.#child(children);
    }
  }

  #child(children) {
    this.need('{');
    this.take('...');
    if (!this.is('}')) children.push(this.assignment());
    this.need('}');
  }

  /** A name with its dots, dashes and colons. */
  #tag() {
    let name = this.name();
    while (this.isAny('.', '-', ':', '--')) name += this.tokens[this.place++].value + this.name();
    return name;
  }

  /** Takes this character alone: a text may follow it, of which nothing is to be looked at. */
  #close() {
    if (this.next.value[0] !== '>') this.lacks('">"');
    this.jump(this.next.at + 1);
  }

  #value() {
    if (this.take('{')) {
      const value = this.assignment();
      this.need('}');
      return value;
    }
    if (this.is('<')) return this.element();
    // Quotes of an attribute know neither lines nor escapes.
    const {at} = this.next, end = this.text.indexOf(this.text[at], at + 1);
    if (!/["']/.test(this.text[at]) || end < 0) this.lacks('a value');
    this.jump(end + 1);
    return {kind: 'value', value: this.text.slice(at + 1, end)};
  }
}
