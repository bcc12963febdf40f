/** Crowds of particles for player.js, by WebGL 2. */

// An item is a matrix: its middle; half its box; the middle and half of what it shows of the texture; its color. It ends by
// the share of each pixel that is in its box.
const shaders = [`#version 300 es
layout(location = 0) in mat4 m; uniform vec2 size; out vec2 at; flat out vec2 end; flat out mat4 item;
void main() {
  vec2 r = m[1].xy, d = m[1].zw;
  end = abs(r.x * d.y - r.y * d.x) / max(vec2(length(d), length(r)), 1e-6);
  at = (vec2(gl_VertexID % 2, gl_VertexID / 2) * 2. - 1.) * (1. + 1. / max(end, .01));
  item = m;
  gl_Position = vec4(((m[0].xy + r * at.x + d * at.y) / size * 2. - 1.) * vec2(1, -1), 0, 1);
}`, `#version 300 es
precision highp float; uniform sampler2D all; in vec2 at; flat in vec2 end; flat in mat4 item; out vec4 o;
void main() {
  vec2 way = at * end, share = max(min(way + .5, end) - max(way - .5, -end), 0.);
  o = item[3] * share.x * share.y * texture(all, item[2].xy + item[2].zw * clamp(at, -1., 1.), -.7);
}`];

/** Draws many items in one call, on a canvas of its own. */
export default class {
  /** `draw` draws an asset in a box from −1 to 1, `axes` tells where half an item's box leads, `canvas` makes one, as in player.js. */
  constructor(draw, axes, canvas) {
    Object.assign(this, {drawAsset: draw, axes, canvas});
    const gl = canvas().getContext('webgl2', {antialias: false, failIfMajorPerformanceCaveat: true}), info = gl?.getExtension('WEBGL_debug_renderer_info');
    // Where WebGL is done in software, which not all browsers say, the 2D canvas is faster.
    if (!gl || /swiftshader|llvmpipe|software|basic render/i.test(gl.getParameter(info?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER))) return;
    const program = (this.gl = gl).createProgram();
    shaders.forEach((text, i) => {
      const shader = gl.createShader(gl.VERTEX_SHADER - i);
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
  }

  /** A texture with a cell for each asset; a tenth of it on each side is margin. */
  load(sprites) {
    // An outline that a piece has at one time alone is never among a crowd, and has no box that it would keep to.
    const {gl} = this, kind = gl.TEXTURE_2D, assets = sprites.filter(s => s.source === s && !s.once);
    const n = Math.ceil(Math.sqrt(assets.length));
    // Shapes of a crowd are small; pictures are kept as they are, as far as there is room.
    const most = Math.max(256, ...assets.map(s => 1.25 * Math.max(s.picture?.width ?? 0, s.picture?.height ?? 0)));
    const side = Math.floor(Math.min(most, 2048 / n));
    const c = this.canvas(n * side, n * side).getContext('2d');
    assets.forEach((s, i) => {
      const x = i % n, y = i / n | 0;
      s.cell = [(x + .5) / n, (y + .5) / n, .8 / n];
      // A path may exceed its box, but not its cell.
      const one = this.canvas(side, side).getContext('2d');
      one.setTransform(.4 * side, 0, 0, .4 * side, side / 2, side / 2);
      this.drawAsset(one, s);
      c.drawImage(one.canvas, x * side, y * side);
    });
    gl.bindTexture(kind, sprites.texture = gl.createTexture());
    gl.texImage2D(kind, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, c.canvas);
    gl.generateMipmap(kind);
    gl.texParameteri(kind, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
    const sharp = gl.getExtension('EXT_texture_filter_anisotropic');
    if (sharp) gl.texParameterf(kind, sharp.TEXTURE_MAX_ANISOTROPY_EXT, 8);
  }

  /** Draws into the lower left corner of the canvas that it gives back; nothing without WebGL. */
  draw(sprites, items, k, blend, width, height) {
    const {gl} = this;
    if (!gl || gl.isContextLost()) return;
    if (gl.canvas.width < width) gl.canvas.width = width;
    if (gl.canvas.height < height) gl.canvas.height = height;
    if (!sprites.texture) this.load(sprites);
    gl.bindTexture(gl.TEXTURE_2D, sprites.texture);
    if (!(this.data?.length >= 16 * items.length)) this.data = new Float32Array(32 * items.length);
    const {data} = this;
    let at = 0;
    for (const item of items) {
      const s = sprites[item.sprite], [r, g, b, a] = item.color, {cell: [left, top, size], picture} = s.source;
      const [x, y, w, h] = s.part;
      // What ends within a cell brings some of its margin along.
      const more = picture || w * h < 1 ? 1 : 1.2;
      data[at++] = item.x * k;
      data[at++] = item.y * k;
      at += 2;
      data.set(this.axes(s, item, k * more), at);
      at += 4;
      data[at++] = left + (x + w / 2 - .5) * size;
      data[at++] = top + (y + h / 2 - .5) * size;
      data[at++] = w * size * more / 2;
      data[at++] = h * size * more / 2;
      data[at++] = r * a;
      data[at++] = g * a;
      data[at++] = b * a;
      data[at++] = a;
    }
    gl.viewport(0, 0, width, height);
    gl.uniform2f(this.size, width, height);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.blendEquation(blend === 'maximum' ? gl.MAX : gl.FUNC_ADD);
    gl.blendFunc(gl.ONE, {normal: gl.ONE_MINUS_SRC_ALPHA, screen: gl.ONE_MINUS_SRC_COLOR}[blend] ?? gl.ONE);
    gl.bufferData(gl.ARRAY_BUFFER, data.subarray(0, at), gl.STREAM_DRAW);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, at / 16);
    return gl.canvas;
  }

  /** Frees the texture of an element's sprites. */
  forget(sprites) {
    if (sprites?.texture) this.gl.deleteTexture(sprites.texture);
    if (sprites) sprites.texture = null;
  }

  close() { this.gl?.getExtension('WEBGL_lose_context')?.loseContext(); }
}
