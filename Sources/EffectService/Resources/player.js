/**
 * <hanabi-effect src="/v1/effects/confetti.json" on="click" loop></hanabi-effect>
 *
 * Replays a frame dump over a page, on a transparent canvas. `play` starts at once; `on` starts at a `click` (on the parent,
 * or on the element whose id is in `for`), on `load`, or when `visible`; without `loop` it plays once. Methods: play(),
 * pause(), stop(). Property: currentTime, in seconds. Events: load (detail.missing: pictures that the dump doesn't hold),
 * ended, error. With reduced motion it is a still: the frame with the most to see.
 *
 * Layers meet on a 2D canvas. It draws what is few, exactly; crowds are drawn by WebGL 2, if there is any. All elements
 * share one context, as browsers keep few.
 */
'use strict';
{
const calm = matchMedia('(prefers-reduced-motion: reduce)');
const canvas = (width, height) => Object.assign(document.createElement('canvas'), {width, height});
const css = (color, alpha = 1) => `rgb(${color.slice(0, 3).map(v => v * 255)},${alpha})`;

/** A shape in its own units, middle at (0, 0). */
function outline(s) {
  const path = new Path2D(), a = s.width / 2, b = s.height / 2, {shape} = s;
  const add = (data, w, h, x = 0, y = 0) => path.addPath(new Path2D(data), new DOMMatrix([w, 0, 0, h, -x * w, -y * h]));
  const ring = (n, dent = 1) => {
    for (let i = 0; i < n; i++) {
      const turn = 2 * Math.PI * i / n, r = i % 2 ? dent : 1;
      path.lineTo(a * r * Math.sin(turn), -b * r * Math.cos(turn));
    }
    path.closePath();
  };
  if (s.path) {
    const [x, y, w, h] = s.viewBox;
    add(s.path, s.width / w, s.height / h, x + w / 2, y + h / 2);
  } else if (shape === 'star') ring(2 * s.corners, s.innerRadius);
  else if (shape === 'polygon') ring(s.corners);
  else if (shape === 'triangle') add('M0-1L1 1H-1Z', a, b);
  else if (shape === 'heart') add('M0-.55C.2-1.1 1-1.1 1-.35C1 .2 .45 .55 0 1C-.45 .55-1 .2-1-.35C-1-1.1-.2-1.1 0-.55', a, b);
  else if (shape === 'ribbon') add('M-3-1C-1-4.6 1 2.6 3-1V1C1 4.6-1-2.6-3 1Z', a / 3, b / 3);
  else if (shape === 'circle' || shape === 'ring') {
    path.ellipse(0, 0, a, b, 0, 0, 7);
    if (shape === 'ring') add(path, -s.innerRadius, s.innerRadius);
  } else path.rect(-a, -b, 2 * a, 2 * b);
  return path;
}

/** Draws an asset at (0, 0). Letters and emoji without pixels are set in the page's own font. */
function draw(c, s, color = [1, 1, 1]) {
  const w = s.width, h = s.height;
  c.fillStyle = css(color);
  if (s.picture) c.drawImage(s.picture, -w / 2, -h / 2, w, h);
  else if (s.text && !s.path) {
    c.font = '99px sans-serif';
    const m = c.measureText(s.text), l = m.actualBoundingBoxLeft, t = m.actualBoundingBoxAscent;
    c.scale(w / (l + m.actualBoundingBoxRight), h / (t + m.actualBoundingBoxDescent));
    c.fillText(s.text, (l - m.actualBoundingBoxRight) / 2, (t - m.actualBoundingBoxDescent) / 2);
  } else if (s.shape === 'dot') {
    c.scale(w / 2, h / 2);
    c.fillStyle = c.createRadialGradient(0, 0, .1, 0, 0, .95);
    // 1 − smoothstep, in straight pieces too short to be told from it.
    for (let t = 0; t <= 1; t += .0625) c.fillStyle.addColorStop(t, css(color, 1 - t * t * (3 - 2 * t)));
    c.fillRect(-1, -1, 2, 2);
  } else if (s.kind !== 'image') c.fill(s.outline ??= outline(s), s.fillRule);
}

/** Where one unit of an item's sprite to the right and one downwards lead. */
function axes({scaleX, scaleY, rotation, skew = 0}, k) {
  const cos = k * Math.cos(rotation), sin = k * Math.sin(rotation);
  return [cos * scaleX, sin * scaleX, (skew * cos - sin) * scaleY, (skew * sin + cos) * scaleY];
}

/** Draws frames on 2D canvases: 0 is the element's, 1 for layers that fade, blend or are masked as a whole, 2 for masks. */
class Painter {
  constructor(target) { this.all = [target.getContext('2d')]; }

  open(n) {
    const {width, height} = this.all[0].canvas;
    this.c = this.all[n] ??= canvas(1, 1).getContext('2d');
    if (n) Object.assign(this.c.canvas, {width, height});  // clears, too
  }

  /** The 2D canvas has no maximum of alphas; `lighten` is next to it. */
  blend(blend, alpha) {
    this.c.globalCompositeOperation = {add: 'lighter', screen: 'screen', maximum: 'lighten'}[blend] ?? 'source-over';
    this.c.globalAlpha = alpha;
  }

  paint({sprites, frames}, number, k) {
    const {layers, items} = frames[number];
    let at = 0, last;
    // Steps of one layer that fade alike are one whole: what is in front covers what is behind, however faint.
    const steps = layers.map(step => {
      const own = items.slice(at, at += step.count), {mask, opacity, blend} = step, inner = own[0]?.blend ?? blend;
      const whole = (mask || opacity < 1 || inner !== blend) && JSON.stringify([step.name, mask, opacity]);
      return {...step, own, inner, whole};
    });
    steps.forEach(({mask, opacity, blend, own, inner, whole}, i) => {
      if (!whole || whole !== last) this.open(whole ? 1 : 0);
      this.items(sprites, own, k, inner);
      last = whole;
      if (!whole || steps[i + 1]?.whole === whole) return;
      if (mask) {
        this.open(2);
        this.sprite(sprites[mask.sprite], {...mask, color: [1, 1, 1, mask.alpha]}, k);
        this.c = this.all[1];
        this.blend('', 1);
        this.c.globalCompositeOperation = mask.inverted ? 'destination-out' : 'destination-in';
        this.c.drawImage(this.all[2].canvas, 0, 0);
      }
      this.open(0);
      this.blend(blend, opacity);
      this.c.drawImage(this.all[1].canvas, 0, 0);
    });
  }

  items(sprites, items, k, blend) {
    const tinted = ({sprite, color}) => sprites[sprite]?.source.picture && color.some((v, i) => i < 3 && v < 1);
    if ((items.length > 9 || items.some(tinted)) && !items.some(i => i.trail)) {
      const {width, height} = this.c.canvas, crowd = Crowd.draw(sprites, items, k, blend, width, height);
      this.blend(blend, 1);
      if (crowd) return this.c.drawImage(crowd, 0, crowd.height - height, width, height, 0, 0, width, height);
    }
    for (const item of items) {
      if (item.trail) this.trail(item.trail, k, blend);
      this.sprite(sprites[item.sprite], item, k, blend);
    }
  }

  sprite(s, item, k, blend) {
    if (!s) return;
    const {c} = this, {source} = s, [x, y, w, h] = s.part;
    c.save();
    this.blend(blend, item.color[3]);
    c.transform(...axes(item, k), item.x * k, item.y * k);
    if (w * h < 1) c.beginPath(), c.rect(-s.width / 2, -s.height / 2, s.width, s.height), c.clip();
    c.translate((.5 - x - w / 2) * source.width, (.5 - y - h / 2) * source.height);
    draw(c, source, item.color);
    c.restore();
  }

  trail({points, width: [from, to], color, endAlpha}, k, blend) {
    const {c} = this, last = points.length - 1;
    c.strokeStyle = css(color);
    for (let i = 0; i < last; i++) {
      const t = (i + .5) / last;
      this.blend(blend, color[3] * (1 + (endAlpha - 1) * t));
      c.lineWidth = k * (from + (to - from) * t);
      c.beginPath();
      for (const [x, y] of [points[i], points[i + 1]]) c.lineTo(x * k, y * k);
      c.stroke();
    }
  }
}

// Per item: its middle, layer in the texture and margin; half its box; what it shows of the texture; its colour.
const vertex = `#version 300 es
layout(location=0) in vec4 a; layout(location=1) in vec4 b; layout(location=2) in vec4 c; layout(location=3) in vec4 d;
uniform vec2 size;
out vec2 uv, way; flat out vec2 end; flat out vec4 part, ink, what;
void main() {
  vec2 at = vec2(gl_VertexID % 2, gl_VertexID / 2) * 2. - 1.;
  end = abs(b.x * b.w - b.y * b.z) / max(vec2(length(b.zw), length(b.xy)), 1e-6);
  at *= 1. + a.w + 1. / max(end, .01);
  vec2 p = (a.xy + b.xy * at.x + b.zw * at.y) / size * 2. - 1.;
  gl_Position = vec4(p.x, -p.y, 0, 1);
  way = at * end; uv = c.xy + c.zw * at; part = c; ink = d; what = a;
}`;
// Shapes are read at sixteen places of each pixel. Pictures end by the share of the pixel that is in their box.
const fragment = `#version 300 es
precision highp float; precision highp sampler2DArray;
uniform sampler2DArray all;
in vec2 uv, way; flat in vec2 end; flat in vec4 part, ink, what;
out vec4 o;
void main() {
  vec2 x = dFdx(uv), y = dFdy(uv), m = .5 / vec2(textureSize(all, 0)), e = max(min(way + .5, end) - max(way - .5, -end), 0.);
  vec2 at = clamp(uv, part.xy - part.zw + m, part.xy + part.zw - m);
  if (what.w > 0.) for (int i = 0; i < 16; i++) {
    at = uv + (x * (float(i % 4) - 1.5) + y * (float(i / 4) - 1.5)) / 4.;
    o += ink / 16. * textureGrad(all, vec3(at, what.z), x / 4., y / 4.);
  } else o = ink * e.x * e.y * textureGrad(all, vec3(at, what.z), x, y);
}`;

/** Draws many items in one call. */
const Crowd = {
  users: 0,

  start() {
    const gl = this.gl = canvas(1, 1).getContext('webgl2', {antialias: false}), program = gl?.createProgram();
    if (!gl) return;
    [vertex, fragment].forEach((text, i) => {
      const shader = gl.createShader(i ? gl.FRAGMENT_SHADER : gl.VERTEX_SHADER);
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    });
    gl.linkProgram(program);
    gl.useProgram(program);
    this.size = gl.getUniformLocation(program, 'size');
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    for (let i = 0; i < 4; i++) {
      gl.enableVertexAttribArray(i);
      gl.vertexAttribPointer(i, 4, gl.FLOAT, false, 64, i * 16);
      gl.vertexAttribDivisor(i, 1);
    }
    gl.enable(gl.BLEND);
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true);
  },

  /** Makes a texture with one layer for each asset; shapes have a margin, as they may end within a pixel. */
  load(sprites) {
    const {gl} = this, kind = gl.TEXTURE_2D_ARRAY, assets = sprites.filter(s => s.source === s);
    const most = Math.max(256, ...assets.map(s => Math.max(s.picture?.width ?? 0, s.picture?.height ?? 0)));
    const side = Math.min(1024, 2 ** Math.ceil(Math.log2(most))), c = canvas(side, side).getContext('2d');
    gl.bindTexture(kind, sprites.texture = gl.createTexture());
    gl.texStorage3D(kind, Math.log2(side) + 1, gl.RGBA8, side, side, assets.length);
    assets.forEach((s, i) => {
      s.layer = i;
      s.shown = s.picture ? 1 : .8;
      c.canvas.width = side;
      c.translate(side / 2, side / 2);
      c.scale(s.shown * side / s.width, s.shown * side / s.height);
      draw(c, s);
      gl.texSubImage3D(kind, 0, 0, 0, i, side, side, 1, gl.RGBA, gl.UNSIGNED_BYTE, c.canvas);
    });
    gl.generateMipmap(kind);
    gl.texParameteri(kind, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
    gl.texParameteri(kind, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.texParameteri(kind, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
    if (gl.getExtension('EXT_texture_filter_anisotropic')) gl.texParameterf(kind, 0x84FE, 8);
  },

  /** Draws into the lower left corner of the canvas that it gives; of none without WebGL. */
  draw(sprites, items, k, blend, width, height) {
    const {gl} = this, data = [];
    if (!gl || gl.isContextLost()) return;
    if (gl.canvas.width < width) gl.canvas.width = width;
    if (gl.canvas.height < height) gl.canvas.height = height;
    if (!sprites.texture) this.load(sprites);
    gl.bindTexture(gl.TEXTURE_2D_ARRAY, sprites.texture);
    for (const item of items) {
      const s = sprites[item.sprite], [r, g, b, alpha] = item.color;
      if (!s) continue;
      const {shown, picture, layer} = s.source, [x, y, w, h] = s.part, middle = (1 - shown) / 2;
      axes(item, k / 2).forEach((v, i, all) => all[i] = v * (i < 2 ? s.width : s.height));
      data.push(item.x * k, item.y * k, layer, picture || w * h < 1 ? 0 : .25,
        ...axes(item, k / 2).map((v, i) => v * (i < 2 ? s.width : s.height)),
        middle + (x + w / 2) * shown, middle + (y + h / 2) * shown, w * shown / 2, h * shown / 2,
        r * alpha, g * alpha, b * alpha, alpha);
    }
    gl.viewport(0, 0, width, height);
    gl.uniform2f(this.size, width, height);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.blendEquation(blend === 'maximum' ? gl.MAX : gl.FUNC_ADD);
    gl.blendFunc(gl.ONE, {normal: gl.ONE_MINUS_SRC_ALPHA, screen: gl.ONE_MINUS_SRC_COLOR}[blend] ?? gl.ONE);
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(data), gl.STREAM_DRAW);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, data.length / 16);
    return gl.canvas;
  },
};

customElements.define('hanabi-effect', class extends HTMLElement {
  static observedAttributes = ['src', 'on', 'for', 'play'];
  #canvas = canvas(1, 1);
  #style = new CSSStyleSheet();
  #painter = new Painter(this.#canvas);
  #sized = new ResizeObserver(() => this.#draw());
  #seen = new IntersectionObserver(([{isIntersecting}]) => isIntersecting ? this.play() : this.pause());
  #click = () => { this.stop(); this.play(); };
  #time = 0;
  #dump; #loading; #timer; #wants; #target;

  constructor() {
    super();
    const root = this.attachShadow({mode: 'open'});
    root.append(this.#canvas);
    root.adoptedStyleSheets = [this.#style];
  }

  connectedCallback() {
    Crowd.users++ || Crowd.start();
    this.#sized.observe(this);
    this.#load();
    this.#listen();
  }

  disconnectedCallback() {
    this.stop();
    this.#listen(false);
    this.#sized.disconnect();
    this.#free();
    if (!--Crowd.users) Crowd.gl?.getExtension('WEBGL_lose_context')?.loseContext();
  }

  attributeChangedCallback(name) {
    if (!this.isConnected) return;
    if (name === 'src') this.#load();
    else this.#listen();
  }

  #free() {
    this.#loading?.abort();
    Crowd.gl?.deleteTexture(this.#dump?.sprites.texture ?? null);
    this.#dump = null;
  }

  #listen(starts = true) {
    const on = this.getAttribute('on');
    this.#target?.removeEventListener('click', this.#click);
    this.#seen.disconnect();
    if (!starts) return;
    this.#target = on === 'click' ? document.getElementById(this.getAttribute('for')) ?? this.parentElement : null;
    this.#target?.addEventListener('click', this.#click);
    if (on === 'visible') this.#seen.observe(this);
    if (on === 'load' || this.hasAttribute('play')) this.play();
  }

  async #load() {
    this.#free();
    const {signal} = this.#loading = new AbortController(), missing = [];
    try {
      const answer = await fetch(this.getAttribute('src'), {signal}), dump = await answer.json();
      if (!answer.ok) throw Error(dump.detail);
      await Promise.all(dump.sprites.map(async s => {
        const source = s.source = dump.sprites[s.asset] ?? s, data = s.data ?? s.image;
        const [, , w, h] = s.part ??= [0, 0, 1, 1];
        if (source !== s || !data) return;
      }));
    } catch (error) {
      if (!signal.aborted) this.dispatchEvent(new ErrorEvent('error', {error, message: error.message}));
    }
  }
});
}
