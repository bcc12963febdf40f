/**
 * The spec as text: numbered lines, colors for names and values, faults at their lines. What is typed is the document at
 * once; where the caret stands is what is selected.
 */

import {button, h, later, store} from './edit-dom.js';
import {lineOf, pathAt, pathOf, placeOf, pointer} from './edit-json.js';
import {nodeLists} from './edit-hints.js';

const colored = 60_000;
/** A browser takes tens of milliseconds to lay out more characters: the picture comes first. */
const long = 6000;
/** The height of a line, as edit-panes.css has it: asking for it would cost a layout. */
const lineHeight = 20;
const synced = 'Synced with the panels';

export class TextPane {
  #isOwn = false;
  #pending = 0;
  /** The lines that are there in color. */
  #inked = [];
  #markedTop = -1;
  /** The place of the first fault that was shown. */
  #faulty;

  constructor(doc) {
    this.doc = doc;
    this.lines = h('div', {class: 'gutter', 'aria-hidden': 'true'});
    this.ink = h('pre', {class: 'ink', 'aria-hidden': 'true'});
    this.band = h('div', {class: 'band', 'aria-hidden': 'true'});
    this.area = h('textarea', {class: 'code', spellcheck: false, autocomplete: 'off', wrap: 'off', 'aria-label': 'Spec as JSON', 'aria-describedby': 'faults', oninput: () => {
      this.#isOwn = true;
      doc.setText(this.area.value, {source: 'text'});
      this.#isOwn = false;
    }, onfocus: () => this.#flush(), onkeydown: event => this.#key(event)});
    this.area.setAttribute('autocapitalize', 'off');
    this.scroller = h('div', {class: 'code-box'}, this.lines, h('div', {class: 'stack'}, this.band, this.ink, this.area));
    // A smaller pane is a larger stage.
    this.toggle = button('', () => this.unfold(this.element.classList.contains('closed')), {'aria-controls': 'spec-text'});
    this.scroller.id = 'spec-text';
    this.faults = h('ul', {class: 'faults', id: 'faults', 'aria-label': 'Errors', 'aria-live': 'polite'});
    this.state = h('span', {class: 'hint'}, synced);
    this.element = h('section', {class: 'pane text', 'aria-label': 'Spec'},
      h('header', {class: 'pane-head'}, h('h2', {}, 'Spec'), this.state,
        button('Format', () => { if (!doc.fault) doc.replace(doc.value, {source: 'format'}); }), this.toggle), this.scroller, this.faults);
    this.unfold(store.get('hanabi-text') !== 'closed');
    this.select = later(120, () => this.#follow());
    document.addEventListener('selectionchange', () => { if (document.activeElement === this.area) this.select(); });
    doc.addEventListener('change', () => this.draw());
    doc.addEventListener('select', () => {
      // A choice made elsewhere outlives a caret that has just moved.
      if (doc.source !== 'text') this.select.cancel();
      this.#mark();
    });
  }

  unfold(isOpen) {
    this.element.classList.toggle('closed', !isOpen);
    this.toggle.textContent = isOpen ? 'Hide' : 'Show';
    this.toggle.ariaLabel = `${isOpen ? 'Hide' : 'Show'} the spec`;
    this.toggle.setAttribute('aria-expanded', isOpen);
    store.set('hanabi-text', isOpen ? 'open' : 'closed');
  }

  /** Shows the text at once; a long one, of which a value is changed by a control, follows the picture. */
  draw() {
    const hasFocus = document.activeElement === this.area;
    if (this.#isOwn || hasFocus || this.doc.text.length < long || !this.doc.isGradual) this.#write();
    else this.#pending ||= setTimeout(() => this.#write(), this.doc.text.length < 4 * long ? 120 : 400);
  }

  #flush() { if (this.#pending) this.#write(); }

  #write() {
    clearTimeout(this.#pending);
    this.#pending = 0;
    const {text} = this.doc;
    if (!this.#isOwn && this.area.value !== text) {
      const old = this.area.value, hasFocus = document.activeElement === this.area, scrollTop = hasFocus && this.scroller.scrollTop;
      this.area.value = text;
      if (hasFocus) {
        this.scroller.scrollTop = scrollTop;
        // After an undo the caret stands where something changed.
        let same = 0;
        while (same < text.length && text[same] === old[same]) same++;
        this.area.setSelectionRange(same, same);
      }
    }
    const count = text.split('\n').length;
    if (this.lines.childElementCount !== count) this.lines.replaceChildren(...Array.from({length: count}, (_, i) => h('span', {}, i + 1)));
    this.#paint(text);
    this.#mark(this.doc.source === 'text');
  }

  /** Colors the lines that differ from those that are there. */
  #paint(text) {
    const old = this.#inked, lines = text.length > colored ? [] : text.split('\n');
    if (!old.length || !lines.length) this.ink.replaceChildren(...(lines.length ? [] : [text, '\n']));
    this.#inked = lines;
    const most = Math.min(old.length, lines.length);
    let first = 0, last = 0;
    while (first < most && lines[first] === old[first]) first++;
    while (last < most - first && lines.at(-1 - last) === old.at(-1 - last)) last++;
    if (!lines.length) return;
    for (const row of [...this.ink.children].slice(first, old.length - last)) row.remove();
    const rows = lines.slice(first, lines.length - last).map(line => h('div', {}, ink(line))), next = this.ink.children[first];
    if (next) next.before(...rows);
    else this.ink.append(...rows);
  }

  /**
   * Shows faults at their lines, and as a list below.
   * @param {{pointer: ?string, detail: string, offset: ?number}[]} faults
   */
  show(faults) {
    if (faults.length) this.#flush();
    const {text, places} = this.doc;
    for (const line of this.lines.querySelectorAll('.wrong')) line.classList.remove('wrong');
    const placed = faults.map(fault => {
      const offset = fault.offset ?? (fault.pointer !== undefined ? at(placeOf(places, fault.pointer), places.get(fault.pointer)) : undefined);
      return {...fault, at: offset, line: offset === undefined ? null : lineOf(text, offset).line};
    });
    for (const {line} of placed) this.lines.children[line - 1]?.classList.add('wrong');
    this.faults.replaceChildren(...placed.map(fault => h('li', {}, button(
      [fault.line ? h('b', {}, `Line ${fault.line}`) : null, ` ${memberOf(fault.pointer)}${fault.detail}`].filter(Boolean), () => fault.at !== undefined && this.goTo(fault.at), {class: 'fault-line'}))));
    this.area.setAttribute('aria-invalid', faults.length > 0);
    this.state.textContent = faults.length ? 'Has errors. The picture shows the last valid version' : synced;
    const first = placed.find(each => each.at !== undefined)?.at;
    if (first !== undefined && first !== this.#faulty && document.activeElement !== this.area) this.#reveal(first);
    this.#faulty = first;
  }

  goTo(offset) {
    this.unfold(true);
    this.area.focus({preventScroll: true});
    this.area.setSelectionRange(offset, offset);
    this.scroller.scrollIntoView({block: 'nearest'});
    this.#reveal(offset);
  }

  /** Scrolls to the line of an offset, unless it is in sight. */
  #reveal(offset) {
    const top = (lineOf(this.doc.text, offset).line - 1) * lineHeight, {scrollTop, clientHeight} = this.scroller;
    if (top < scrollTop || top > scrollTop + clientHeight - 2 * lineHeight) this.scroller.scrollTo({top: Math.max(0, top - clientHeight / 3)});
  }

  /** The part around the caret is selected. */
  #follow() {
    // Somebody may have gone on to another pane.
    if (this.doc.fault || document.activeElement !== this.area) return;
    const path = pathAt(this.doc.places, this.area.selectionStart), node = [];
    for (let i = 0; i + 1 < path.length && path[i] in nodeLists; i += 2) node.push(path[i], Number(path[i + 1]));
    this.doc.select(node, 'text');
  }

  /** Marks the lines of what is selected, and shows them. */
  #mark(isTyping = this.doc.source === 'text') {
    const place = this.doc.selection.length && this.doc.places.get(pointer(this.doc.selection));
    this.band.hidden = !place || Boolean(this.doc.fault);
    if (this.band.hidden) return;
    const first = lineOf(this.doc.text, place.start).line - 1, last = lineOf(this.doc.text, place.end).line, top = first * lineHeight;
    this.band.style.top = `${top}px`;
    this.band.style.height = `${(last - first) * lineHeight}px`;
    // Where it has not moved, it is where somebody has scrolled it to.
    const hasMoved = top !== this.#markedTop;
    this.#markedTop = top;
    if (isTyping || document.activeElement === this.area || !hasMoved) return;
    const {scrollTop, clientHeight} = this.scroller;
    if (top < scrollTop || top > scrollTop + clientHeight - 3 * lineHeight) this.scroller.scrollTo({top: Math.max(0, top - lineHeight)});
  }

  /** Tab stays a way out; a new line begins as the one before it. */
  #key(event) {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    const {selectionStart, value} = this.area, line = value.slice(value.lastIndexOf('\n', selectionStart - 1) + 1, selectionStart);
    const deeper = /[{[]\s*$/.test(line) ? '  ' : '';
    // This way the browser's own history knows of it.
    document.execCommand('insertText', false, `\n${/^ */.exec(line)[0]}${deeper}`);
  }
}

/** The member that a pointer is about, as the start of a sentence. */
const memberOf = pointer => (pointer ? `${pathOf(pointer).filter(part => !/^\d+$/.test(part)).at(-1) ?? ''}: ` : '');

const at = (place, exact) => exact?.key ?? place?.start;

/** Text in colors: names, texts, numbers. */
function ink(text) {
  const parts = [], pattern = /("(?:[^"\\\n]|\\.)*")(\s*:)?|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/g;
  let last = 0;
  for (const match of text.matchAll(pattern)) {
    parts.push(text.slice(last, match.index));
    const kind = match[1] ? (match[2] ? 'key' : 'string') : 'number';
    parts.push(h('span', {class: `ink-${kind}`}, match[1] ?? match[0]), match[1] ? match[2] ?? '' : '');
    last = match.index + match[0].length;
  }
  parts.push(text.slice(last));
  return parts;
}
