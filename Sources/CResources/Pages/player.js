/**
 * <hanabi-effect src="/v1/effects/confetti.tracks.json" on="click" loop></hanabi-effect>
 *
 * Plays tracks, or the frame dump where there are none, over a page. `play` starts at once; `on` starts at a
 * `click` (on the parent, or on what `for` names), on `load` or when `visible`; without `loop` it plays once. Methods: play(),
 * pause(), stop(). Property: currentTime, in seconds. Events: load, ended, error. With reduced motion it is a still.
 *
 * A 2D canvas draws it, and crowds WebGL, if there is any: player-gl.js.
 */
'use strict';
{
const here = document.currentScript?.src ?? location.href;
const crowdSize = 50;
/** The class; its only instance; how many share it. */
let Crowd, crowd, users = 0;
/** For trails, masks and tracks. */
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

/** A picture times a color. */
function tinted(picture, color) {
  const c = canvas(picture.width, picture.height).getContext('2d');
  c.fillStyle = css(color);
  for (const mode of ['copy', 'multiply', 'destination-in']) {
    c.globalCompositeOperation = mode;
    if (mode === 'multiply') c.fillRect(0, 0, picture.width, picture.height);
    else c.drawImage(picture, 0, 0);
  }
  return c.canvas;
}

/** Draws an asset in a box from −1 to 1. Letters and emoji without pixels are set in the page's own font. */
function draw(c, s, color = [1, 1, 1]) {
  c.fillStyle = css(color);
  c.imageSmoothingQuality = 'high';
  c.imageSmoothingEnabled = s.magnification !== 'nearest';
  if (s.picture) c.drawImage(color.some(v => v < 1) ? tinted(s.picture, color) : s.picture, -1, -1, 2, 2);
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

/** Steps over half of an item: right, down. */
function axes({width, height}, {matrix, scaleX, scaleY, rotation, skew = 0}, k) {
  if (matrix) return matrix.map((v, i) => v * (i < 2 ? width : height) * k / 2);
  const cos = Math.cos(rotation), sin = Math.sin(rotation), w = scaleX * width * k / 2, h = scaleY * height * k / 2;
  return [cos * w, sin * w, (skew * cos - sin) * h, (skew * sin + cos) * h];
}

/** Draws on 2D canvases: the element's, and at each depth of groups one for what is a whole, and one for masks. */
class Painter {
  constructor(target) { this.all = [target.getContext('2d')]; }

  use(n) { return this.c = this.all[n] ??= canvas().getContext('2d'); }

  open(n) {
    const {width, height} = this.all[0].canvas;
    Object.assign(this.use(n).canvas, {width, height});  // clears, too
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
    if (Crowd && items.length > crowdSize && !items.some(i => i.trail || i.path)) {
      crowd ??= new Crowd(draw, axes);
      const {width: w, height: h} = this.c.canvas, all = crowd.draw(sprites, items, k, blend, w, h);
      this.blend(blend);
      if (all) return this.c.drawImage(all, 0, all.height - h, w, h, 0, 0, w, h);
    }
    for (const item of items) {
      if (item.trail && trails) this.trail(item.trail, k, blend);
      const s = sprites[item.sprite] ?? this.shape(item);
      if (s) this.sprite(s, item, k, blend);
    }
  }

  /** An outline that an item has at this time alone. */
  shape({path, fillRule}) {
    const source = {kind: 'path', path, fillRule, viewBox: [-1, -1, 2, 2]};
    return path && {width: 2, height: 2, part: [0, 0, 1, 1], source};
  }

  sprite(s, item, k, blend) {
    const {c} = this, [x, y, w, h] = s.part;
    c.save();
    this.blend(blend, item.color[3]);
    c.transform(...axes(s, item, k), item.x * k, item.y * k);
    if (w * h < 1) c.beginPath(), c.rect(-1, -1, 2, 2), c.clip();
    c.transform(1 / w, 0, 0, 1 / h, (1 - 2 * x) / w - 1, (1 - 2 * y) / h - 1);
    draw(c, s.source, item.color.slice(0, 3));
    c.restore();
  }

  trail(trail, k, blend) {
    const {c} = this, {color} = trail;
    trails.draw(trail, k, c.canvas, alpha => css(color, alpha), (all, box) => {
      this.blend(blend, color[3]);
      c.drawImage(all, ...box, ...box);
    });
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
  static observedAttributes = ['src', 'on', 'for', 'play'];
  #canvas = canvas();
  #painter = new Painter(this.#canvas);
  #style = new CSSStyleSheet();
  #sized = new ResizeObserver(() => this.#draw());
  #seen = new IntersectionObserver(([{isIntersecting}]) => isIntersecting ? this.play() : this.pause());
  #again = () => (this.stop(), this.play());
  #time = -1;  // below 0 nothing is shown
  #dump; #target; #since; #drawn;

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
    if (!--users) crowd = crowd?.close();
  }

  attributeChangedCallback(name) {
    if (this.isConnected) name === 'src' ? this.#load() : this.#listen();
  }

  #free() {
    crowd?.forget(this.#dump?.sprites);
    this.#dump = null;
  }

  #listen() {
    const on = this.isConnected && this.getAttribute('on');
    this.#seen.disconnect();
    this.#target?.removeEventListener('click', this.#again);
    this.#target = on === 'click' ? document.getElementById(this.getAttribute('for')) ?? this.parentElement : null;
    this.#target?.addEventListener('click', this.#again);
    if (on === 'visible') this.#seen.observe(this);
    if (on === 'load' || on !== false && this.hasAttribute('play')) this.play();
  }

  async #load() {
    const src = this.getAttribute('src');
    this.#free();
    try {
      let answer = await fetch(src);
      if (answer.status === 422) answer = await fetch(src.replace('.tracks.', '.'));
      const data = await answer.json();
      if (!answer.ok) throw Error(data.detail);
      if (data.shapes) tracks ??= await load('player-tracks.js');
      const dump = (data.shapes ? tracks : replayed)(data), {sprites, canvas: {width, height}} = dump;
      await Promise.all(sprites.map(s => {
        s.source = sprites[s.asset] ?? s;
        s.part ??= [0, 0, 1, 1];
        const src = s.data ?? s.image ?? '';
        if (src.startsWith('data:')) return (s.picture = Object.assign(new Image(), {src})).decode();
      }));
      if (dump.most > crowdSize) Crowd ??= await load('player-gl.js');
      if (!trails && dump.trails) {
        const Trails = await load('player-trail.js');
        trails ??= Trails && new Trails(canvas);
      }
      if (dump.masks || dump.canvas.background.gradient || sprites.some(s => s.fill)) masks ??= await load('player-mask.js');
      if (!this.isConnected || src !== this.getAttribute('src')) return;
      this.#dump = dump;
      this.#drawn = 0;
      // The page's own rules win.
      this.#style.replaceSync(`
        :host{display:inline-block;pointer-events:none;width:${width}px;aspect-ratio:${width}/${height}}
        canvas{display:block;width:100%;height:100%;object-fit:contain}`);
      this.#draw();
      this.dispatchEvent(new Event('load'));
    } catch (error) {
      this.dispatchEvent(new ErrorEvent('error', {error, message: error.message}));
    }
  }

  get currentTime() { return Math.max(0, this.#time); }
  set currentTime(seconds) {
    this.#time = seconds;
    this.#draw(true);
  }

  play() {
    if (this.#since) return;
    this.#time = Math.max(0, this.#time);
    const tick = now => {
      if (!this.#since) return;
      if (this.#dump) this.#time += Math.max(0, now - this.#since) / 1000;
      this.#since = now;
      const length = this.#dump?.length, over = this.#time >= length;
      if (over && this.hasAttribute('loop')) this.#time %= length;
      else if (over) this.pause();
      this.#draw();
      if (this.#since) requestAnimationFrame(tick);
      else this.dispatchEvent(new Event('ended'));
    };
    this.#since = performance.now();
    requestAnimationFrame(tick);
  }

  pause() { this.#since = 0; }

  stop() {
    this.pause();
    this.#time = -1;
    this.#draw();
  }

  #draw(exactly) {
    if (!this.#dump) return;
    const {canvas: {width, height, scale, background}, moment, length, still} = this.#dump;
    const time = this.#time, c = this.#painter.all[0];
    const fit = Math.min(this.clientWidth / width, this.clientHeight / height);
    const k = Math.min(4096 / width, 4096 / height, fit * devicePixelRatio);
    const number = time < 0 ? -1 : calm.matches && !exactly && time < length ? still : moment(time);
    const now = [Math.round(width * k) || 1, Math.round(height * k) || 1, number];
    if (`${now}` === this.#drawn) return;
    this.#drawn = `${now}`;
    [this.#canvas.width, this.#canvas.height] = now;  // clears, too
    if (number < 0) return;
    const {gradient} = background;
    c.fillStyle = gradient || background === 'transparent' ? '#0000' : css(background, background[3]);
    c.fillRect(0, 0, ...now);
    if (gradient) masks.ground(c, gradient, ...now);
    this.#painter.paint(this.#dump, number, k / scale);
  }
});
}
