/**
 * The tree at the left: layers, their particles, behaviors and animations. One row can be reached by Tab, the others by the
 * arrow keys; F2 renames, Delete removes, Alt and an arrow moves.
 */

import {button, h, icon, iconButton, find, say} from './edit-dom.js';
import {pointer} from './edit-json.js';
import {css} from './edit-color.js';
import * as nodes from './edit-nodes.js';
import * as starters from './edit-starters.js';

const glyphs = {
  effect: 'M3 4H17V16H3Z', emitter: 'M10 16V11M10 11L5 4M10 11L10 3M10 11L15 4', sprite: 'M3 4H17V16H3ZM3 14L8 9L12 13L14 11L17 14', text: 'M4 5H16M10 5V16',
  shape: 'M4 14C6 2 14 18 16 6', group: 'M3 6H8L10 8H17V16H3Z', particle: 'M10 5A5 5 0 1 1 10 15A5 5 0 1 1 10 5', behavior: 'M3 7C7 3 9 11 13 7S17 6 17 6M3 13C7 9 9 17 13 13S17 12 17 12',
  animation: 'M3 15L8 8L12 12L17 4', firework: 'M10 3V7M10 13V17M3 10H7M13 10H17M5 5L8 8M12 12L15 15M15 5L12 8M8 12L5 15', like: 'M10 16L4 10A3.5 3.5 0 0 1 10 6A3.5 3.5 0 0 1 16 10Z', fountain: 'M10 17V8M10 8C10 4 5 4 4 9M10 8C10 4 15 4 16 9',
  reveal: 'M3 4H17V16H3ZM10 7A3 3 0 1 1 10 13A3 3 0 1 1 10 7', transition: 'M3 5H9V15H3ZM12 10H17M14.5 7.5L17 10L14.5 12.5', shatter: 'M3 4H17V16H3ZM3 11L9 9L12 4M9 9L13 16M9 9L17 12',
};

export class Tree {
  #closed = new Set();
  #faults = new Set();
  #dragged = null;
  #signature = '';

  constructor(doc) {
    this.doc = doc;
    this.list = h('div', {class: 'tree', role: 'tree', 'aria-label': 'Layers', onkeydown: event => this.#key(event)});
    this.menu = this.#addMenu();
    this.bar = h('div', {class: 'tools', role: 'group', 'aria-label': 'Selected part'});
    this.element = h('section', {class: 'pane layers', 'aria-label': 'Layers'},
      h('header', {class: 'pane-head'}, h('h2', {}, 'Layers'), this.menu), this.list, this.bar);
    doc.addEventListener('change', () => this.draw());
    doc.addEventListener('select', () => {
      // What is selected has a row.
      for (let end = 0; end < doc.selection.length; end += 2) this.#closed.delete(pointer(doc.selection.slice(0, end)));
      this.draw();
    });
  }

  /** Marks the parts that are at fault. */
  showFaults(pointers) {
    this.#faults = new Set(pointers.flatMap(text => {
      const parts = text.split('/').slice(1);
      return parts.map((_, i) => `/${parts.slice(0, i + 1).join('/')}`);
    }));
    this.draw();
  }

  draw() {
    const found = [];
    const walk = (path, depth) => {
      const own = pointer(path), isOpen = !this.#closed.has(own), node = this.doc.at(path), children = nodes.childrenOf(path, node), kind = nodes.kindOf(path, node);
      found.push({path, depth, kind, own, isOpen, children: children.length, name: nodes.nameOf(path, node), isSelected: this.doc.isSelected(path),
        isHidden: nodes.isHidden(path, node), isWrong: this.#faults.has(own) && path.length > 0, color: kind === 'particle' ? css(node?.color ?? 'white') : null});
      const part = found.at(-1), type = node?.type;
      part.hint = part.name === kind || kind === 'effect' ? '' : kind === 'behavior' && typeof type === 'string' && type !== part.name ? type : kind;
      if (isOpen) for (const child of children) walk(child, depth + 1);
    };
    walk([], 0);
    // Most changes are of numbers, which no row shows.
    const signature = JSON.stringify([this.doc.selection, found]);
    if (signature === this.#signature && this.list.childElementCount === found.length) return;
    this.#signature = signature;
    const hadFocus = this.list.contains(document.activeElement) && document.activeElement.tagName !== 'INPUT';
    this.list.replaceChildren(...found.map(part => this.#row(part)));
    this.#drawBar();
    if (hadFocus) find('[aria-selected=true]', this.list)?.focus({preventScroll: true});
    find('[aria-selected=true]', this.list)?.scrollIntoView({block: 'nearest'});
  }

  #row({path, depth, kind, name, own, children, isOpen, isSelected, isHidden: hidden, isWrong, color, hint}) {
    const glyph = icon('plus');
    glyph.firstChild.setAttribute('d', glyphs[kind] ?? glyphs.emitter);
    // Particles of one kind often differ by their color alone.
    const mark = kind === 'particle' ? h('span', {class: 'spot'}) : glyph;
    if (mark !== glyph) mark.style.background = color;
    const fold = children && path.length ? h('button', {type: 'button', class: isOpen ? 'fold open' : 'fold', tabIndex: -1,
      'aria-label': `${isOpen ? 'Close' : 'Open'} ${name}`, onclick: event => { event.stopPropagation(); this.#fold(path); }}, icon('right')) : h('span', {class: 'fold'});
    const eye = nodes.canHide(path) ? iconButton(hidden ? 'hidden' : 'eye', `${hidden ? 'Show' : 'Hide'} ${name}`, event => {
      event.stopPropagation();
      nodes.toggle(this.doc, path);
    }, {tabIndex: -1, class: hidden ? 'tool eye off' : 'tool eye', 'aria-pressed': hidden}) : h('span', {class: 'eye'});
    const row = h('div', {
      class: `row${hidden ? ' faint' : ''}${isWrong ? ' wrong' : ''}`, role: 'treeitem', tabIndex: isSelected ? 0 : -1, 'aria-level': depth + 1,
      'aria-selected': isSelected, 'aria-label': `${name}, ${hint || kind}${hidden ? ', hidden' : ''}${isWrong ? ', has an error' : ''}`, 'data-pointer': own,
      'aria-expanded': children ? isOpen : null,
      draggable: path.length > 0, ondragstart: event => {
        this.#dragged = path;
        event.dataTransfer.setData('text/x-part', own);
        event.dataTransfer.effectAllowed = 'move';
      }, ondragover: event => {
        if (!this.#isSibling(path)) return;
        event.preventDefault();
        event.currentTarget.classList.add('over');
      }, ondragleave: event => event.currentTarget.classList.remove('over'), ondrop: event => {
        if (!this.#isSibling(path)) return;
        event.preventDefault();
        nodes.moveTo(this.doc, this.#dragged, path);
      },
      onclick: () => this.doc.select(path), ondblclick: () => this.#rename(path),
    }, fold, mark, h('span', {class: 'name', title: name}, name), h('small', {title: hint || null}, hint), eye);
    row.path = path;
    row.style.setProperty('--depth', Math.max(0, depth - 1));
    return row;
  }

  /** Whether a part can take the place of the one that is dragged. */
  #isSibling(path) { return this.#dragged?.length === path.length && pointer(this.#dragged.slice(0, -1)) === pointer(path.slice(0, -1)); }

  #fold(path, open = this.#closed.has(pointer(path))) {
    if (open) this.#closed.delete(pointer(path));
    else this.#closed.add(pointer(path));
    this.draw();
  }

  #drawBar() {
    const path = this.doc.selection, canMove = path.length > 0;
    const focused = document.activeElement?.closest('.tools') === this.bar && document.activeElement.ariaLabel;
    this.bar.replaceChildren(
      iconButton('up', 'Move up', () => nodes.move(this.doc, path, -1) || say('It is the first one'), {disabled: !canMove}),
      iconButton('down', 'Move down', () => nodes.move(this.doc, path, 1) || say('It is the last one'), {disabled: !canMove}),
      iconButton('pen', 'Rename', () => this.#rename(path), {disabled: !canMove || nodes.listOf(path) === 'animations'}),
      iconButton('copy', 'Duplicate', () => nodes.duplicate(this.doc, path), {disabled: !canMove}),
      iconButton('trash', 'Delete', () => this.#remove(path), {disabled: !canMove}));
    if (focused) [...this.bar.children].find(each => each.ariaLabel === focused)?.focus();
  }

  #remove(path) {
    const name = nodes.nameOf(path, this.doc.at(path));
    nodes.remove(this.doc, path);
    say(`Deleted: ${name}. Undo brings it back.`);
  }

  #rename(path) {
    if (!path.length || nodes.listOf(path) === 'animations') return;
    const row = find(`[data-pointer="${CSS.escape(pointer(path))}"]`, this.list), name = find('.name', row);
    let isDone = false;
    const end = keep => {
      if (isDone) return;
      isDone = true;
      const value = input.value;
      input.replaceWith(name);
      row.focus();
      if (keep && value !== name.textContent) nodes.rename(this.doc, path, value);
    };
    const input = h('input', {type: 'text', class: 'rename', value: this.doc.at(path)?.name ?? '', maxLength: 64, 'aria-label': 'Name',
      onblur: () => end(true), onclick: event => event.stopPropagation(), onkeydown: event => {
        event.stopPropagation();
        if (event.key === 'Enter') end(true);
        if (event.key === 'Escape') end(false);
      }});
    name.replaceWith(input);
    input.select();
  }

  #key(event) {
    const rows = [...this.list.children], row = event.target.closest('[role=treeitem]');
    if (!row || event.target.tagName === 'INPUT') return;
    const {path} = row, index = rows.indexOf(row), isOpen = row.getAttribute('aria-expanded');
    const go = next => next && this.doc.select(next.path);
    const isControl = event.ctrlKey || event.metaKey;
    const actions = {
      ArrowDown: () => (event.altKey ? path.length && nodes.move(this.doc, path, 1) : go(rows[index + 1])),
      ArrowUp: () => (event.altKey ? path.length && nodes.move(this.doc, path, -1) : go(rows[index - 1])),
      ArrowRight: () => (isOpen === 'false' ? this.#fold(path, true) : isOpen && go(rows[index + 1])),
      ArrowLeft: () => (isOpen === 'true' && path.length ? this.#fold(path, false) : path.length && this.doc.select(path.slice(0, -2))),
      Home: () => go(rows[0]), End: () => go(rows.at(-1)), F2: () => this.#rename(path),
      Delete: () => path.length && this.#remove(path), Enter: () => find('.properties input, .properties select')?.focus(),
      ' ': () => nodes.canHide(path) && nodes.toggle(this.doc, path),
    };
    const action = isControl && event.key === 'd' ? () => path.length && nodes.duplicate(this.doc, path) : !isControl && actions[event.key];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }

  /** The menu that adds: layers always, other parts where the selected one takes them. */
  #addMenu() {
    const panel = h('div', {class: 'menu', popover: 'auto', id: 'add-menu', role: 'dialog', 'aria-label': 'Add'});
    const toggle = h('button', {type: 'button', class: 'quiet', 'aria-haspopup': 'dialog'}, '+ Add');
    toggle.setAttribute('popovertarget', 'add-menu');
    panel.addEventListener('beforetoggle', event => {
      if (event.newState !== 'open') return;
      const {selection} = this.doc;
      const section = (heading, list, choices, hint = () => '') => {
        const owner = nodes.ownerFor(this.doc, selection, list);
        if (!owner) return null;
        return h('section', {class: list === 'layers' ? '' : 'compact'}, h('h3', {}, heading), h('ul', {}, Object.entries(choices).map(([name, value]) => h('li', {},
          button([h('span', {}, name), h('small', {}, hint(name))].flat(), () => {
            panel.hidePopover();
            nodes.add(this.doc, owner, list, list === 'emitterBehaviors' ? {type: name, ...value} : value);
          }, {class: 'item', 'aria-label': `Add ${name}`})))));
      };
      const owner = nodes.ownerFor(this.doc, selection, 'emitterCells'), inCell = owner && nodes.listOf(owner) === 'emitterCells';
      const ownName = owner ? nodes.nameOf(owner, this.doc.at(owner)) : '';
      panel.replaceChildren(...[
        inCell ? section(`Born of “${ownName}”`, 'emitterCells', starters.subcells) : owner && section(`Particle of “${ownName}”`, 'emitterCells', starters.cells),
        section('Layer', 'layers', starters.layers, name => starters.about[name]),
        section('Behavior', 'emitterBehaviors', starters.behaviors),
        section('Animation', 'animations', starters.animations)].filter(Boolean));
    });
    panel.addEventListener('toggle', event => {
      if (event.newState !== 'open') return;
      const box = toggle.getBoundingClientRect();
      panel.style.left = `${Math.max(8, Math.min(box.left, innerWidth - panel.offsetWidth - 8))}px`;
      panel.style.top = `${Math.min(box.bottom + 6, Math.max(8, innerHeight - panel.offsetHeight - 8))}px`;
      find('button', panel)?.focus();
    });
    return [toggle, panel];
  }
}
