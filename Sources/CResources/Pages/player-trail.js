/** Trails for player.js: bands between half discs, as the service's own rasterizer draws them. */

/**
 * Knots of the trail that is drawn: places, radii, alphas, and the directions from each to the next as steps of length 1. They
 * are the same lists for all trails, since a frame may have hundreds.
 */
let room = 0, x, y, radius, alpha, dx, dy, rightX, rightY;

function grow(count) {
  room = 2 * count;
  [x, y, radius, alpha, dx, dy, rightX, rightY] = Array.from({length: 8}, () => new Float64Array(room));
}

const far = (i, j) => Math.hypot(x[j] - x[i], y[j] - y[i]);

/** Reads the trail's points, without those that hardly differ from the one before; returns how many are left. */
function read({points, width: [from, to], endAlpha}) {
  // Tracks have numbers in turn, frames have pairs.
  const isFlat = typeof points[0] === 'number', all = isFlat ? points.length / 2 : points.length, last = all - 1;
  if (all > room) grow(all);
  let n = 0;
  for (let i = 0; i < all; i++) {
    const t = i / last;
    x[n] = isFlat ? points[2 * i] : points[i][0];
    y[n] = isFlat ? points[2 * i + 1] : points[i][1];
    radius[n] = (from + (to - from) * t) / 2;
    alpha[n] = 1 + (endAlpha - 1) * t;
    if (n && far(n - 1, n) < .5) {
      if (i < last) continue;
      // The end stays where it is, as does that of a short trail.
      if (n > 1) for (const list of [x, y, radius, alpha]) list[n - 1] = list[n];
      else n++;
    } else n++;
  }
  for (let i = 0; i < n - 1; i++) {
    const length = far(i, i + 1);
    dx[i] = length ? (x[i + 1] - x[i]) / length : 1;
    dy[i] = length ? (y[i + 1] - y[i]) / length : 0;
  }
  return n;
}

/** The cosine between two directions. */
const turn = (i, j) => dx[i] * dx[j] + dy[i] * dy[j];
const way = i => Math.atan2(dy[i], dx[i]);

/** The first and last knot of each stretch that cannot cross itself: no step leads back against its first one. */
function runs(steps) {
  const all = [];
  for (let start = 0, end; start < steps; start = end) {
    for (end = start + 1; end < steps; end++) {
      if (turn(end, start) < .05 || turn(end, end - 1) < -.17) break;
    }
    all.push([start, end]);
  }
  return all;
}

/** Left of a knot, on the miter between two directions, as a step from the knot; right of it is the step back. */
const left = [0, 0];
function side(i, one, other) {
  const mx = dx[one] + dx[other], my = dy[one] + dy[other], f = 2 * radius[i] / (mx * mx + my * my);
  left[0] = my * f;
  left[1] = -mx * f;
}

/** Fills the pieces of one run. They share their edges, and `lighter` adds up what each covers of a pixel. */
function fill(c, [start, end], css) {
  for (let i = start; i < end; i++) {
    const j = i + 1;
    if (!far(i, j)) continue;
    const shade = c.createLinearGradient(x[i], y[i], x[j], y[j]);
    shade.addColorStop(0, css(alpha[i]));
    shade.addColorStop(1, css(alpha[j]));
    c.fillStyle = shade;
    c.beginPath();
    side(i, i, i > start ? i - 1 : i);
    const [lx, ly] = left;
    c.moveTo(x[i] + lx, y[i] + ly);
    side(j, i, i < end - 1 ? j : i);
    c.lineTo(x[j] + left[0], y[j] + left[1]);
    c.lineTo(x[j] - left[0], y[j] - left[1]);
    c.lineTo(x[i] - lx, y[i] - ly);
    c.fill();
  }
  for (const [i, angle] of [[start, way(start) + Math.PI], [end, way(end - 1)]]) {
    c.fillStyle = css(alpha[i]);
    c.beginPath();
    c.arc(x[i], y[i], radius[i], angle - Math.PI / 2, angle + Math.PI / 2);
    c.fill();
  }
}

/**
 * Fills a trail that leads forward all the way, as a single outline with a single gradient; of any other it does nothing.
 * `k` are pixels for a unit: ends of less than a pixel need no arc.
 */
function whole(c, n, k, css) {
  const last = n - 1, length = far(0, last), ux = (x[last] - x[0]) / length, uy = (y[last] - y[0]) / length;
  if (!length) return false;
  for (let i = 0; i < last; i++) if (dx[i] * ux + dy[i] * uy < .7) return false;
  c.beginPath();
  for (let i = 0; i < n; i++) {
    side(i, Math.min(i, last - 1), Math.max(0, i - 1));
    rightX[i] = x[i] - left[0];
    rightY[i] = y[i] - left[1];
    c.lineTo(x[i] + left[0], y[i] + left[1]);
  }
  if (radius[last] * k > .4) {
    const angle = way(last - 1);
    c.arc(x[last], y[last], radius[last], angle - Math.PI / 2, angle + Math.PI / 2);
  }
  for (let i = last; i >= 0; i--) c.lineTo(rightX[i], rightY[i]);
  if (radius[0] * k > .4) {
    const angle = way(0);
    c.arc(x[0], y[0], radius[0], angle + Math.PI / 2, angle + Math.PI * 1.5);
  }
  if (alpha[last] === 1) c.fillStyle = css(1);
  else {
    // The alpha falls evenly along the knots: a few of them tell where it is.
    const shade = c.createLinearGradient(x[0], y[0], x[last], y[last]), step = Math.max(1, last / 4);
    for (let at = 0; at <= last + .001; at += step) {
      const i = Math.round(at), along = ((x[i] - x[0]) * ux + (y[i] - y[0]) * uy) / length;
      shade.addColorStop(Math.min(1, Math.max(0, along)), css(alpha[i]));
    }
    c.fillStyle = shade;
  }
  c.fill();
  return true;
}

/** Draws trails: nothing of one counts twice, however faint it is and whatever it is added to. */
export default class {
  #run; #all;

  /** @param canvas Makes one. */
  constructor(canvas) { [this.#run, this.#all] = [0, 1].map(() => canvas().getContext('2d')); }

  /**
   * @param target The canvas to draw on; its transform is left behind.
   * @param k Pixels of the canvas for each of the dump's.
   */
  draw(target, trail, k) {
    const {color: [r, g, b, a], width: [from, to]} = trail;
    if (a < .002) return;
    const n = read(trail), {width, height} = target.canvas, rim = Math.max(from, to) + 2 / k;
    let x0 = Infinity, x1 = -Infinity, y0 = Infinity, y1 = -Infinity;
    for (let i = 0; i < n; i++) x0 = Math.min(x0, x[i]), x1 = Math.max(x1, x[i]), y0 = Math.min(y0, y[i]), y1 = Math.max(y1, y[i]);
    const clip = (v, side) => Math.min(side, Math.max(0, v));
    const near = clip(Math.floor((x0 - rim) * k), width), top = clip(Math.floor((y0 - rim) * k), height);
    const box = {width: clip(Math.ceil((x1 + rim) * k), width) - near, height: clip(Math.ceil((y1 + rim) * k), height) - top};
    if (n < 2 || box.width <= 0 || box.height <= 0) return;
    const ink = `rgb(${[r, g, b].map(v => Math.round(v * 255))},`, css = alpha => `${ink}${Math.round(alpha * 1e3) / 1e3})`;
    target.globalAlpha = a;
    target.setTransform(k, 0, 0, k, 0, 0);
    if (whole(target, n, k, css)) return;
    // Canvases no larger than needed: a browser copies all of one that is drawn and then changed.
    const several = runs(n - 1);
    Object.assign(this.#all.canvas, box);
    several.forEach((run, i) => {
      const c = this.#run;
      Object.assign(c.canvas, box);
      c.save();
      c.setTransform(k, 0, 0, k, -near, -top);
      c.globalCompositeOperation = 'lighter';
      fill(c, run, css);
      // Where runs meet, the more opaque one counts: that is the nearer one.
      c.globalCompositeOperation = 'destination-out';
      for (const nearer of several.slice(0, i)) fill(c, nearer, () => css(1));
      c.restore();
      this.#all.globalCompositeOperation = 'lighter';
      this.#all.drawImage(c.canvas, 0, 0);
    });
    target.setTransform(1, 0, 0, 1, 0, 0);
    target.drawImage(this.#all.canvas, near, top);
  }
}
