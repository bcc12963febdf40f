/** The stage: the picture at its size, the canvas' edge, grounds, zoom, and handles above it. */

import {button, find, h, s, store} from './edit-dom.js';
import {itemsOf, membersOf} from './edit-document.js';
import {read} from './edit-color.js';

const grounds = ['white', 'black', 'checker'];

export class Stage {
  /** The moment of the still that is shown, in seconds or `best`; null while the effect moves. */
  moment = 'best';

  #shown = null;
  #arrived = 0;
  #newest = 0;
  #sized = '';

  constructor(doc, live) {
    this.doc = doc;
    this.live = live;
    this.picture = h('img', {alt: '', draggable: false});
    this.hint = h('div', {class: 'stage-hint', hidden: true}, h('p', {}, 'The effect is empty.'), button('Add a layer', () => find('[popovertarget=add-menu]').click(), {class: 'strong'}));
    this.overlay = s('svg', {class: 'handles', role: 'group', 'aria-label': 'Handles'});
    this.canvas = h('div', {class: 'canvas'}, this.picture, this.overlay, this.hint);
    this.view = h('div', {class: 'view', tabIndex: -1}, this.canvas);
    this.facts = h('p', {class: 'facts', 'aria-live': 'off'});
    this.groundButtons = this.#segment('Ground', grounds, name => this.setGround(name, true));
    this.zoomButtons = this.#segment('Zoom', ['fit', '100 %'], name => this.setZoom(name));
    this.element = h('section', {class: 'stage-box', 'aria-label': 'Stage', 'aria-busy': 'true'}, this.view,
      h('div', {class: 'stage-bar'}, this.groundButtons, this.zoomButtons, this.facts));
    this.zoom = 'fit';
    this.setZoom('fit');
    this.setGround(store.get('hanabi-ground'));
    new ResizeObserver(() => this.size()).observe(this.view);
    doc.addEventListener('change', () => {
      if (!store.get('hanabi-ground')) this.setGround(null);
      // A picture of another effect would be squeezed into this one's canvas.
      if (['open', 'load'].includes(doc.source) || doc.isEmpty || (doc.source === 'undo' && `${this.points}` !== this.#sized)) this.clear();
      this.hint.hidden = !doc.isEmpty;
      // To ask for the room costs a layout.
      if (`${this.points}` !== this.#sized) this.size();
    });
    live.addEventListener('busy', ({isBusy}) => this.element.setAttribute('aria-busy', isBusy));
    live.addEventListener('picture', event => this.show(event));
  }

  #segment(name, values, choose) {
    return h('div', {class: `segment ${name.toLowerCase()}`, role: 'group', 'aria-label': name}, values.map(value =>
      button(name === 'Ground' ? '' : value, () => choose(value), {class: '', 'data-value': value, 'aria-label': `${name}: ${value}`, title: `${name}: ${value}`})));
  }

  /** Puts a ground behind what is transparent; null: the one that suits the effect. */
  setGround(name, keep = false) {
    const layers = itemsOf(this.doc.value.layers), isLight = layers.some(each => ['additive', 'screen', 'maximum'].includes(each?.renderMode)) || isPale(layers);
    const ground = grounds.includes(name) ? name : isLight ? 'black' : 'white';
    if (keep) store.set('hanabi-ground', ground);
    this.canvas.dataset.ground = ground;
    for (const each of this.groundButtons.children) each.ariaPressed = each.dataset.value === ground;
  }

  setZoom(name) {
    this.zoom = name;
    for (const each of this.zoomButtons.children) each.ariaPressed = each.dataset.value === name;
    this.size();
  }

  /** Width and height of the canvas in points. */
  get points() {
    const {width = 375, height = 500} = membersOf(this.doc.value.canvas), usable = side => (typeof side === 'number' && side > 0 ? Math.min(side, 2048) : 300);
    return [usable(width), usable(height)];
  }

  size() {
    const [width, height] = this.points;
    this.#sized = `${this.points}`;
    const {clientWidth, clientHeight} = this.view;
    const fit = Math.max(0.05, Math.min((clientWidth - 48) / width, (clientHeight - 48) / height, 2));
    this.scale = this.zoom === 'fit' ? fit : 1;
    this.canvas.style.width = `${Math.round(width * this.scale)}px`;
    this.canvas.style.height = `${Math.round(height * this.scale)}px`;
    this.overlay.setAttribute('viewBox', `0 0 ${width} ${height}`);
    this.view.classList.toggle('scrolls', this.zoom !== 'fit' && (width > clientWidth - 32 || height > clientHeight - 32));
    this.onsize?.();
  }

  /** Takes the picture away; one that is being decoded comes too late. */
  clear() {
    this.#newest = this.#arrived + 1;
    this.picture.removeAttribute('src');
    this.picture.hidden = true;
    this.facts.textContent = '';
  }

  /** Shows a picture of the effect until the first one that is drawn is there. */
  stand(url) {
    this.moment = 'best';
    Object.assign(this.picture, {src: url, hidden: false, alt: 'A moment of the effect', onerror: () => { this.picture.hidden = true; }});
  }

  /** Shows a picture once it is decoded; the one before stays until then. One that came before another is not shown after it. */
  async show({blob, milliseconds, isMoving, moment}) {
    const own = ++this.#arrived, url = URL.createObjectURL(blob), next = Object.assign(new Image(), {src: url});
    try {
      await next.decode();
    } catch {
      URL.revokeObjectURL(url);
      return;
    }
    if (own < this.#newest) return URL.revokeObjectURL(url);
    this.#newest = own;
    this.picture.src = url;
    this.moment = isMoving ? null : moment;
    this.picture.hidden = false;
    this.picture.alt = isMoving ? 'The effect' : 'A moment of the effect';
    if (this.#shown) URL.revokeObjectURL(this.#shown);
    this.#shown = url;
    const size = blob.size < 10_000 ? (blob.size / 1000).toFixed(1) : Math.round(blob.size / 1000).toLocaleString('en');
    this.facts.title = this.facts.textContent = `${isMoving ? '' : 'Still · '}${next.naturalWidth} × ${next.naturalHeight} · ${size} kB ${formatOf(blob.type)} · ${Math.round(milliseconds)} ms`;
    this.onshow?.(isMoving);
  }

  /** Whether handles are seen best dark or light. */
  get isDark() {
    const {background} = membersOf(this.doc.value.canvas);
    if (background && background !== 'transparent' && background !== 'none') {
      // The first color stands for a gradient.
      const short = /^\w+:(?:-?[\d.]+deg,)?([^,@]+)/.exec(background);
      const {hex} = read(short?.[1] ?? background.gradient?.colors?.[0] ?? background), [r, g, b] = [1, 3, 5].map(i => parseInt(hex.slice(i, i + 2), 16));
      return 0.3 * r + 0.59 * g + 0.11 * b < 128;
    }
    return this.canvas.dataset.ground === 'black';
  }
}

/** The colors of a part of a spec and of all within; a particle without a color of its own is white, if it is no picture. */
function inks(part) {
  if (Array.isArray(part)) return part.flatMap(inks);
  if (!part || typeof part !== 'object') return [];
  const {contents, color, colors, fillColor} = part, isShape = [contents].flat().map(each => each?.contents ?? each).some(each => typeof each === 'string' || Boolean(each?.shape || each?.path));
  const own = [color, fillColor, ...itemsOf(colors).map(each => each?.color ?? each)].filter(each => typeof each === 'string' || Array.isArray(each));
  return [...(own.length || !isShape ? own : ['white']), ...['layers', 'emitterCells'].flatMap(name => inks(part[name]))];
}

/** Whether what is drawn could hardly be seen on white. */
function isPale(layers) {
  const lights = inks(layers).map(color => read(color).hex).map(hex => [1, 3, 5].map(i => parseInt(hex.slice(i, i + 2), 16))).map(([r, g, b]) => 0.3 * r + 0.59 * g + 0.11 * b);
  return lights.length > 0 && lights.every(light => light > 225);
}

const formatOf = type => ({'image/png': 'PNG', 'image/apng': 'PNG', 'image/webp': 'WebP', 'image/gif': 'GIF', 'image/avif': 'AVIF', 'image/svg+xml': 'SVG'}[type.split(';')[0]] ?? '');
