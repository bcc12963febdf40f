/**
 * <hanabi-effect src="/v1/effects/confetti.tracks.json" on="click" colors="gold, tomato" seed="random"></hanabi-effect>
 *
 * Plays tracks over a page; where there are none the frame dump, and where there is none the best image. An image's address stands for its effect's
 * tracks. `play` starts at once; `on` starts on `load`, when
 * `visible`, or at an event (of the parent, or of what `for` names), such as `click`; without `loop` it plays once. `colors`,
 * `emoji`, `shapes`, `text` and `seed` are parameters of the address; a `random` seed is another one at each play. Methods:
 * play(), play({x, y}), pause(), stop(). Property: currentTime, in seconds. Events: load, ended, error. With reduced motion it is a still.
 *
 * A 2D canvas draws it, and crowds WebGL, if there is any: player-gl.js.
 */
'use strict';
{
const here = document.currentScript?.src ?? location.href;
const crowdSize = 50;
const parameters = ['colors', 'emoji', 'shapes', 'text', 'seed'];
/** The class; its only instance, as browsers keep few contexts; how many share it. */
let Crowd, crowd, users = 0;
/** Pictures that stamp() keeps, oldest first, each with what forgets it; the pixels that they may have: 64 MB. */
const kept = new Map(), keptPixels = 2 ** 24;
let pixels = 0;
/** Parts for trails, masks and tracks, once they are loaded. */
let trails, masks, tracks;

const calm = matchMedia('(prefers-reduced-motion: reduce)');
const load = async name => (await import(new URL(name, here)).catch(() => ({}))).default;
const canvas = (width = 1, height = 1) => Object.assign(document.createElement('canvas'), {width, height});
const css = ([r, g, b], alpha = 1) => `rgb(${r * 255},${g * 255},${b * 255},${alpha})`;

/** A shape in a box from −1 to 1. */
function outline({shape, path, viewBox, corners, innerRadius: r}) {
  if (path) {
    const [x, y, w, h] = viewBox, all = new Path2D();
    all.addPath(new Path2D(path), new DOMMatrix([2 / w, 0, 0, 2 / h, -2 * x / w - 1, -2 * y / h - 1]));
    return all;
  }
  const ring = (n, dent = 1) => 'M' + Array.from({length: n}, (_, i) => {
    const turn = 2 * Math.PI * i / n, far = i % 2 ? dent : 1;
    return [far * Math.sin(turn), -far * Math.cos(turn)];
  });
  const circle = 'M1 0A1 1 0 1 1-1 0A1 1 0 1 1 1 0';
  return new Path2D({
    circle, triangle: 'M0-1L1 1H-1', star: ring(2 * corners, r), polygon: ring(corners),
    ring: `${circle}M${r} 0A${r} ${r} 0 1 0-${r} 0A${r} ${r} 0 1 0 ${r} 0`,
    heart: 'M0-.55C.2-1.1 1-1.1 1-.35C1 .2 .45 .55 0 1C-.45 .55-1 .2-1-.35C-1-1.1-.2-1.1 0-.55',
    ribbon: 'M-1-.333C-.333-1.533 .333 .867 1-.333V.333C.333 1.533-.333-.867-1 .333',
  }[shape] ?? 'M-1-1H1V1H-1');
}

/** Multiplies a canvas by a color. Its own `multiply` mixes the color into what is translucent. */
function tint(c, [r, g, b]) {
  const all = c.getImageData(0, 0, c.canvas.width, c.canvas.height), {data} = all;
  for (let i = 0; i < data.length; i += 4) data[i] *= r, data[i + 1] *= g, data[i + 2] *= b;
  c.putImageData(all, 0, 0);
}

/** Pixels that a picture counts for. It has a cost however small it is. */
const weight = ({width, height}) => Math.max(4096, width * height);

/** Forgets a picture that is kept. */
function release(made) {
  kept.get(made)();
  kept.delete(made);
  pixels -= weight(made);
  // Browsers give back the pixels late otherwise.
  made.width = 0;
}

/**
 * Keeps a picture of what takes long to draw: soft light, texts, pictures in a color or much larger than they are shown.
 * Colors and sizes that hardly differ share one.
 */
function stamp(s, color, size) {
  const {picture} = s, full = picture ? Math.max(picture.width, picture.height) : 512;
  const [r, g, b] = color, scale = s.magnification === 'nearest' ? 1 : Math.min(1, 2 ** Math.ceil(Math.log2(Math.max(16, 1.5 * size))) / full);
  if (picture && Math.min(r, g, b) > .99 && scale === 1) return picture;
  const key = scale * 32768 + Math.round(r * 31) / 32 + Math.round(g * 31) / 1024 + Math.round(b * 31) / 32768, all = s.stamps ??= new Map();
  if (!all.has(key)) {
    const [width, height] = [picture?.width ?? full, picture?.height ?? full].map(v => Math.ceil(v * scale));
    const made = canvas(width, height), c = made.getContext('2d');
    c.setTransform(width / 2, 0, 0, height / 2, width / 2, height / 2);
    draw(c, s, color);
    if (picture) tint(c, color);
    all.set(key, made);
    kept.set(made, () => all.delete(key));
    pixels += weight(made);
    for (const old of kept.keys()) {
      if (pixels <= keptPixels || old === made) break;
      release(old);
    }
  }
  return all.get(key);
}

/** Whether an asset is all of its box, in one color: a shape without another name, or a path that says so. */
function isBox({kind, shape, path, fill, width, height}) {
  if (kind === 'image' || kind === 'text' || fill) return false;
  if (!path) return shape === 'rectangle' || shape === 'square';
  return path === `m-${width / 2}-${height / 2}l${width} 0l0 ${height}l-${width} 0z`.replace(/\b0\./g, '.');
}

/** Draws an asset in a box from −1 to 1. Letters and emoji without pixels are set in the page's own font. */
function draw(c, s, color = [1, 1, 1], ink = css(color)) {
  c.fillStyle = ink;
  // A box is drawn faster than a path.
  if (s.isBox ??= isBox(s)) return c.fillRect(-1, -1, 2, 2);
  c.imageSmoothingQuality = 'high';
  c.imageSmoothingEnabled = s.magnification !== 'nearest';
  if (s.picture) c.drawImage(s.picture, -1, -1, 2, 2);
  else if (s.text && !s.path) {
    c.font = '99px sans-serif';
    const m = c.measureText(s.text), l = m.actualBoundingBoxLeft, t = m.actualBoundingBoxAscent;
    const w = l + m.actualBoundingBoxRight, h = t + m.actualBoundingBoxDescent;
    c.scale(2 / w, 2 / h);
    c.fillText(s.text, l - w / 2, t - h / 2);
  } else if (s.shape === 'dot') {
    c.fillStyle = c.createRadialGradient(0, 0, .1, 0, 0, .95);
    // 1 − smoothstep, in straight pieces too short to be told from it.
    for (let t = 0; t <= 1; t += 1 / 16) c.fillStyle.addColorStop(t, css(color, 1 - t * t * (3 - 2 * t)));
    c.fillRect(-1, -1, 2, 2);
  } else if (s.kind !== 'image') {
    s.outline ??= outline(s);
    s.fill ? masks.fill(c, s, color) : c.fill(s.outline, s.fillRule);
  }
}

/** Makes a canvas as large as told, and empty. */
function clear(c, {width, height}) {
  const own = c.canvas;
  if (own.width === width && own.height === height) c.clearRect(0, 0, width, height);
  else Object.assign(own, {width, height});
}

/** Steps over half of an item: right, down. The list is the same one each time, as a frame has many items. */
const steps = [0, 0, 0, 0];
function axes({width, height}, {matrix, scaleX, scaleY, rotation, skew = 0}, k) {
  const w = width * k / 2, h = height * k / 2;
  if (matrix) for (let i = 0; i < 4; i++) steps[i] = matrix[i] * (i < 2 ? w : h);
  else {
    const cos = Math.cos(rotation), sin = Math.sin(rotation), wide = scaleX * w, high = scaleY * h;
    steps[0] = cos * wide;
    steps[1] = sin * wide;
    steps[2] = (skew * cos - sin) * high;
    steps[3] = (skew * sin + cos) * high;
  }
  return steps;
}

/** Draws on 2D canvases: the element's, and at each depth of groups one for what is a whole, and one for masks. */
class Painter {
  constructor(target) { this.all = [target.getContext('2d')]; }

  use(n) { return this.c = this.all[n] ??= canvas().getContext('2d'); }

  open(n) {
    clear(this.use(n), this.all[0].canvas);
  }

  /** The 2D canvas has no maximum of alphas; `lighten` is next to it. */
  blend(blend, alpha = 1) {
    this.c.globalCompositeOperation = {normal: 'source-over', add: 'lighter', maximum: 'lighten'}[blend] ?? blend;
    this.c.globalAlpha = alpha;
  }

  paint({sprites, frame}, moment, k) {
    const {layers, items} = frame(moment);
    this.steps(sprites, layers, items, 0, k, 0);
  }

  steps(sprites, layers, items, at, k, depth) {
    const base = depth && 2 * depth - 1, top = 2 * depth + 1;
    let before;
    layers.forEach((step, i) => {
      const {mask, opacity, blend, shadow} = step, own = items.slice(at, at += step.count), inner = own[0]?.blend ?? blend;
      // Steps of a layer that fade alike are one whole: what is in front covers what is behind.
      const key = s => (s?.mask || s?.opacity < 1) && JSON.stringify([s.name, s.run, s.mask, s.opacity]);
      const whole = step.layers ? i + 2 : key(step) || inner !== blend;
      if (!whole || whole !== before || whole === true) whole ? this.open(top) : this.use(base);
      if (step.layers) at = this.steps(sprites, step.layers, items, at, k, depth + 1);
      else this.items(sprites, own, k, inner);
      before = whole;
      if (!whole || !step.layers && key(layers[i + 1]) === whole) return;
      this.use(top);
      if (mask) masks?.cut(this, mask, sprites[mask.sprite], k, top);
      const c = this.use(base);
      this.blend(blend, opacity);
      c.save();
      if (shadow) masks?.shadow(c, shadow, k);
      c.drawImage(this.all[top].canvas, 0, 0);
      c.restore();
    });
    return at;
  }

  items(sprites, items, k, blend) {
    const {c} = this;
    this.blend(blend);
    if (crowd && items.length > crowdSize && !items.some(i => i.trail || i.path)) {
      const {width: w, height: h} = c.canvas, all = crowd.draw(sprites, items, k, blend, w, h);
      if (all) return c.drawImage(all, 0, all.height - h, w, h, 0, 0, w, h);
    }
    for (const item of items) {
      if (item.trail && trails) trails.draw(c, item.trail, k);
      const s = sprites[item.sprite] ?? this.shape(item);
      if (s) this.sprite(s, item, k);
    }
    c.setTransform(1, 0, 0, 1, 0, 0);
  }

  /** An outline that an item has at this time alone. */
  shape({path, fillRule}) {
    const source = {kind: 'path', path, fillRule, viewBox: [-1, -1, 2, 2]};
    return path && {width: 2, height: 2, part: [0, 0, 1, 1], source};
  }

  /** Leaves its transform behind. */
  sprite(s, item, k) {
    const {c} = this, {source} = s, [x, y, w, h] = s.part, [a, b, d, e] = axes(s, item, k), {color} = item, alpha = color[3];
    // A path may exceed its box, which only a part is cut to. A blurred edge spreads over half of its feather.
    const isPart = w * h < 1, edge = source.path && !isPart ? Infinity : 1 + (item.feather ?? 0) * k / 2;
    const left = item.x * k, top = item.y * k, wide = Math.abs(a) + Math.abs(d) + edge, high = Math.abs(b) + Math.abs(e) + edge;
    // What cannot be seen takes no time.
    if (alpha < .002 || left < -wide || top < -high || left > c.canvas.width + wide || top > c.canvas.height + high) return;
    c.globalAlpha = alpha;
    c.setTransform(a, b, d, e, left, top);
    if (source.picture || source.shape === 'dot' || source.text && !source.path) {
      const made = stamp(source, color, 2 * Math.max(Math.hypot(a, b) / w, Math.hypot(d, e) / h)), {width, height} = made;
      c.imageSmoothingEnabled = source.magnification !== 'nearest';
      c.imageSmoothingQuality = 'medium';
      return c.drawImage(made, x * width, y * height, w * width, h * height, -1, -1, 2, 2);
    }
    if (isPart) {
      c.save();
      c.beginPath(), c.rect(-1, -1, 2, 2), c.clip();
      c.transform(1 / w, 0, 0, 1 / h, (1 - 2 * x) / w - 1, (1 - 2 * y) / h - 1);
    }
    draw(c, source, color, item.ink);
    if (isPart) c.restore();
  }
}

/** A frame dump with what tracks have. */
function replayed({sprites, canvas, frames, frameCount, fps, hold}) {
  const most = Math.max(...frames.map(f => f.items.length));
  // Of the frames with most in them the middle one: a transition has as much in all of them.
  const full = frames.flatMap((f, i) => f.items.length === most ? [i] : []);
  return {
    sprites, canvas, most, still: full[full.length >> 1], length: frameCount / fps + hold,
    frame: i => frames[i], moment: time => Math.min(frameCount - 1, Math.floor(time * fps + 1e-6)),
    trails: frames.some(f => f.items.some(i => i.trail)), masks: /"(mask|shadow)":/.test(JSON.stringify(frames.map(f => f.layers))),
  };
}

customElements.define('hanabi-effect', class extends HTMLElement {
  static observedAttributes = ['src', 'on', 'for', 'play', ...parameters];
  #canvas = canvas();
  #painter = new Painter(this.#canvas);
  #style = new CSSStyleSheet();
  #sized = new ResizeObserver(() => this.#draw());
  #seen = new IntersectionObserver(([{isIntersecting}]) => isIntersecting ? this.play() : this.pause());
  #again = () => (this.stop(), this.play());
  // Below 0 nothing is shown.
  #time = -1;
  // Counts loads; a later one makes the earlier ones void.
  #turn = 0;
  #copies = new Set();
  #dump; #target; #event; #since; #drawn; #used;

  constructor() {
    super();
    const root = this.attachShadow({mode: 'open'});
    root.append(this.#canvas);
    root.adoptedStyleSheets = [this.#style];
  }

  connectedCallback() {
    users++;
    this.#sized.observe(this);
    this.#load();
    this.#listen();
  }

  disconnectedCallback() {
    this.stop();
    this.#free();
    this.#sized.disconnect();
    this.#listen();
    // One without WebGL stays: it takes long to find out.
    if (!--users && crowd?.gl) crowd = crowd.close();
  }

  attributeChangedCallback(name) {
    if (this.isConnected) name === 'src' || parameters.includes(name) ? this.#load() : this.#listen();
  }

  #free() {
    const sprites = this.#dump?.sprites;
    crowd?.forget(sprites);
    sprites?.forEach(s => s.stamps?.forEach(release));
    this.#dump?.free?.();
    this.#dump = null;
  }

  #listen() {
    const on = this.isConnected && this.getAttribute('on');
    this.#seen.disconnect();
    this.#target?.removeEventListener(this.#event, this.#again);
    this.#target = on && !['load', 'visible'].includes(on) ? document.getElementById(this.getAttribute('for')) ?? this.parentElement : null;
    this.#target?.addEventListener(this.#event = on, this.#again);
    if (on === 'visible') this.#seen.observe(this);
    if (on === 'load' || on !== false && this.hasAttribute('play')) this.play();
  }

  /** The address, with the parameters that are attributes. */
  get #address() {
    const url = new URL(this.getAttribute('src'), document.baseURI);
    // The address of an image stands for the tracks of its effect.
    url.pathname = url.pathname.replace(/(\/v1\/(?:effects|s|z)\/[^/.]+)((\.still)?\.(a?png|svg|webp|avif|gif))?$/, '$1.tracks.json');
    for (const name of parameters) {
      const value = this.getAttribute(name);
      // A random seed is one of sixteen, so that caches can keep them.
      if (value) url.searchParams.set(name, name === 'text' ? value : name === 'seed' && value === 'random' ? 1 + Math.floor(16 * Math.random()) : value.replace(/, +/g, ','));
    }
    return url.href;
  }

  async #load() {
    const turn = ++this.#turn;
    this.#free();
    // Attributes that are set together are one change.
    await null;
    if (turn !== this.#turn || !this.isConnected || !this.hasAttribute('src')) return;
    try {
      const src = this.#address;
      let answer = await fetch(src);
      if (answer.status === 422) answer = await fetch(src.replace('.tracks.', '.'));
      let dump;
      const image = answer.status === 422 && await load('player-image.js');
      if (image) dump = await image(src);
      else {
        const data = await answer.json().catch(() => { throw Error(`no tracks or frames: ${src}`); });
        if (!answer.ok) throw Error(data.detail);
        if (data.shapes) tracks ??= await load('player-tracks.js');
        dump = (data.shapes ? tracks : replayed)(data);
      }
      const {sprites, canvas: {width, height}} = dump;
      await Promise.all(sprites.map(s => {
        s.source = sprites[s.asset] ?? s;
        s.part ??= [0, 0, 1, 1];
        const src = s.data ?? s.image ?? '';
        if (src.startsWith('data:')) return (s.picture = Object.assign(new Image(), {src})).decode();
      }));
      const isCrowd = dump.most > crowdSize;
      if (isCrowd) Crowd ??= await load('player-gl.js');
      if (!trails && dump.trails) {
        const Trails = await load('player-trail.js');
        trails ??= Trails && new Trails(canvas);
      }
      if (dump.masks || dump.canvas.background.gradient || sprites.some(s => s.fill)) masks ??= await load('player-mask.js');
      if (turn !== this.#turn || !this.isConnected) return;
      // Only an element that is there closes its context one day.
      if (isCrowd) crowd ??= Crowd && new Crowd(draw, axes, canvas);
      this.#dump = dump;
      this.#drawn = 0;
      this.shadowRoot.replaceChildren(dump.element ?? this.#canvas);
      // The page's own rules win.
      this.#style.replaceSync(`
        :host{display:inline-block;pointer-events:none;width:${width}px;aspect-ratio:${width}/${height}}
        canvas,img{display:block;width:100%;height:100%;object-fit:contain}`);
      this.#draw();
      this.dispatchEvent(new Event('load'));
    } catch (error) {
      console.warn(error);
      this.dispatchEvent(new ErrorEvent('error', {error, message: error.message}));
    }
  }

  get currentTime() { return Math.max(0, this.#time); }
  set currentTime(seconds) {
    this.#time = seconds;
    this.#draw(true);
  }

  /** Plays; with both `x` and `y`, with the effect's middle at that point of the window. */
  play({x, y} = {}) {
    if (x !== undefined && y !== undefined) {
      // What is under way stays where it is: a copy plays at another point.
      if (this.#since && this.#time > 0 && !this.hasAttribute('loop')) return this.#copy().play({x, y});
      Object.assign(this.style, {position: 'fixed', left: `${x}px`, top: `${y}px`, translate: '-50% -50%'});
    }
    if (this.#since) return;
    if (!(this.#time > 0 && this.#time < this.#dump?.length)) {
      this.#time = 0;
      if (this.#used && this.getAttribute('seed') === 'random') this.#load();
      this.#used = true;
    }
    const tick = now => {
      if (!this.#since) return;
      if (this.#dump) this.#time += Math.max(0, now - this.#since) / 1000;
      this.#since = now;
      const length = this.#dump?.length, over = this.#time >= length;
      if (over && this.hasAttribute('loop')) this.#time %= length;
      else if (over) this.#halt();
      this.#draw();
      if (this.#since) requestAnimationFrame(tick);
      else this.dispatchEvent(new Event('ended'));
    };
    this.#since = performance.now();
    requestAnimationFrame(tick);
    this.#copies.forEach(copy => copy.play());
  }

  /** Returns a copy of the same size that goes at its end. */
  #copy() {
    const copy = this.cloneNode(), all = this.#copies.add(copy);
    for (const name of ['id', 'on', 'play']) copy.removeAttribute(name);
    for (const side of ['width', 'height']) copy.style[side] = getComputedStyle(this)[side];
    for (const event of ['ended', 'error']) copy.addEventListener(event, () => (copy.remove(), all.delete(copy)));
    this.after(copy);
    return copy;
  }

  pause() {
    this.#copies.forEach(copy => copy.pause());
    this.#halt();
  }

  #halt() {
    this.#since = 0;
    if (this.#dump?.show) this.#draw();
  }

  stop() {
    this.#copies.forEach(copy => copy.remove());
    this.#copies.clear();
    this.pause();
    this.#time = -1;
    this.#draw();
  }

  #draw(exactly) {
    if (!this.#dump) return;
    const {canvas: {width, height, scale, background}, moment, length, still, show} = this.#dump;
    const time = this.#time, c = this.#painter.all[0];
    if (show) return show(time, this.#since, calm.matches && !exactly && time < length);
    const fit = Math.min(this.clientWidth / width, this.clientHeight / height);
    const k = Math.min(4096 / width, 4096 / height, fit * devicePixelRatio);
    const number = time < 0 ? -1 : calm.matches && !exactly && time < length ? still : moment(time);
    const now = [Math.round(width * k) || 1, Math.round(height * k) || 1, number];
    if (`${now}` === this.#drawn) return;
    this.#drawn = `${now}`;
    clear(c, {width: now[0], height: now[1]});
    if (number < 0) return;
    const {gradient} = background;
    this.#painter.use(0);
    this.#painter.blend('normal');
    if (!gradient && background !== 'transparent') {
      c.fillStyle = css(background, background[3]);
      c.fillRect(0, 0, ...now);
    }
    if (gradient) masks.ground(c, gradient, ...now);
    this.#painter.paint(this.#dump, number, k / scale);
  }
});
}
