/** Trails for player.js: bands between half discs, as the service's own rasterizer draws them. */

const far = (p, q) => Math.hypot(q.x - p.x, q.y - p.y);

/** The trail's points with what it is like there, without those that hardly differ from the one before. */
function knots({points, width: [from, to], endAlpha}) {
  const all = [], last = points.length - 1;
  points.forEach(([x, y], i) => {
    const t = i / last, knot = {x, y, radius: (from + (to - from) * t) / 2, alpha: 1 + (endAlpha - 1) * t};
    if (all.length && far(all.at(-1), knot) < .5) {
      if (i < last) return;
      // The end stays where it is, as does that of a short trail.
      if (all.length > 1) all.pop();
    }
    all.push(knot);
  });
  return all;
}

/** The first and last knot of each stretch that cannot cross itself: no step leads back against its first one. */
function runs(ways) {
  const all = [];
  for (let start = 0, end; start < ways.length; start = end) {
    for (end = start + 1; end < ways.length; end++) {
      if (Math.cos(ways[end] - ways[start]) < .05 || Math.cos(ways[end] - ways[end - 1]) < -.17) break;
    }
    all.push([start, end]);
  }
  return all;
}

/** Left and right of a knot, on the mitre between two directions. */
function sides({x, y, radius}, one, other) {
  const bend = Math.atan2(Math.sin(one - other), Math.cos(one - other)) / 2, way = other + bend;
  const r = radius / Math.cos(bend), [dx, dy] = [r * Math.sin(way), -r * Math.cos(way)];
  return [[x + dx, y + dy], [x - dx, y - dy]];
}

/** Fills the pieces of one run. They share their edges, and `lighter` adds up what each covers of a pixel. */
function fill(c, knots, ways, [start, end], css) {
  const piece = (style, path) => {
    c.fillStyle = style;
    c.beginPath();
    path();
    c.fill();
  };
  for (let i = start; i < end; i++) {
    const p = knots[i], q = knots[i + 1];
    if (!far(p, q)) continue;
    const shade = c.createLinearGradient(p.x, p.y, q.x, q.y);
    shade.addColorStop(0, css(p.alpha));
    shade.addColorStop(1, css(q.alpha));
    const [left, right] = sides(p, ways[i], ways[i > start ? i - 1 : i]);
    const [nextLeft, nextRight] = sides(q, ways[i], ways[i < end - 1 ? i + 1 : i]);
    piece(shade, () => [left, nextLeft, nextRight, right].forEach(place => c.lineTo(...place)));
  }
  const cap = (p, way) =>
    piece(css(p.alpha), () => c.arc(p.x, p.y, p.radius, way - Math.PI / 2, way + Math.PI / 2));
  cap(knots[start], ways[start] + Math.PI);
  cap(knots[end], ways[end - 1]);
}

/** Draws trails: nothing of one counts twice, however faint it is and whatever it is added to. */
export default class {
  #run; #all;

  /** @param canvas Makes one. */
  constructor(canvas) { [this.#run, this.#all] = [0, 1].map(() => canvas().getContext('2d')); }

  /**
   * @param target Called with a canvas and a box of it, which is the trail but for its alpha.
   * @param k Pixels of the canvas for each of the dump's.
   */
  draw(trail, k, {width, height}, css, target) {
    const all = knots(trail), ways = all.slice(1).map((q, i) => Math.atan2(q.y - all[i].y, q.x - all[i].x));
    const rim = Math.max(...trail.width) + 2 / k;
    const [left, right, top, bottom] = [
      Math.min(...all.map(p => p.x)) - rim, Math.max(...all.map(p => p.x)) + rim,
      Math.min(...all.map(p => p.y)) - rim, Math.max(...all.map(p => p.y)) + rim,
    ].map((v, i) => Math.min(i < 2 ? width : height, Math.max(0, i % 2 ? Math.ceil(v * k) : Math.floor(v * k))));
    if (right <= left || bottom <= top) return;
    const box = [left, top, right - left, bottom - top];
    for (const c of [this.#run, this.#all]) {
      if (c.canvas.width < width || c.canvas.height < height) Object.assign(c.canvas, {width, height});
      c.clearRect(...box);
    }
    const several = runs(ways);
    several.forEach((run, i) => {
      const c = this.#run;
      c.clearRect(...box);
      c.save();
      c.scale(k, k);
      c.globalCompositeOperation = 'lighter';
      fill(c, all, ways, run, css);
      // Where runs meet, the more opaque one counts: that is the nearer one.
      c.globalCompositeOperation = 'destination-out';
      for (const nearer of several.slice(0, i)) fill(c, all, ways, nearer, () => css(1));
      c.restore();
      this.#all.globalCompositeOperation = 'lighter';
      if (several.length > 1) this.#all.drawImage(c.canvas, ...box, ...box);
    });
    target((several.length > 1 ? this.#all : this.#run).canvas, box);
  }
}
