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

/** Fills a trail that leads forward all the way, as a single outline with a single gradient; of any other it does nothing. */
function whole(c, knots, ways, css) {
  const p = knots[0], q = knots.at(-1), length = far(p, q), way = Math.atan2(q.y - p.y, q.x - p.x);
  if (!length || ways.some(each => Math.cos(each - way) < .7)) return false;
  const shade = c.createLinearGradient(p.x, p.y, q.x, q.y), last = ways.length, right = [];
  c.beginPath();
  knots.forEach((knot, i) => {
    const along = ((knot.x - p.x) * Math.cos(way) + (knot.y - p.y) * Math.sin(way)) / length;
    shade.addColorStop(Math.min(1, Math.max(0, along)), css(knot.alpha));
    const [one, other] = sides(knot, ways[Math.min(i, last - 1)], ways[Math.max(0, i - 1)]);
    c.lineTo(...one);
    right.unshift(other);
  });
  c.arc(q.x, q.y, q.radius, ways[last - 1] - Math.PI / 2, ways[last - 1] + Math.PI / 2);
  right.forEach(place => c.lineTo(...place));
  c.arc(p.x, p.y, p.radius, ways[0] + Math.PI / 2, ways[0] + Math.PI * 1.5);
  c.fillStyle = shade;
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
  draw(target, trail, k, color) {
    const {width, height} = target.canvas, css = alpha => color(trail.color, alpha);
    const all = knots(trail), ways = all.slice(1).map((q, i) => Math.atan2(q.y - all[i].y, q.x - all[i].x));
    const rim = Math.max(...trail.width) + 2 / k;
    const [left, right, top, bottom] = [
      Math.min(...all.map(p => p.x)) - rim, Math.max(...all.map(p => p.x)) + rim,
      Math.min(...all.map(p => p.y)) - rim, Math.max(...all.map(p => p.y)) + rim,
    ].map((v, i) => Math.min(i < 2 ? width : height, Math.max(0, i % 2 ? Math.ceil(v * k) : Math.floor(v * k))));
    if (!ways.length || right <= left || bottom <= top) return;
    target.globalAlpha = trail.color[3];
    target.setTransform(k, 0, 0, k, 0, 0);
    if (whole(target, all, ways, css)) return;
    // Canvases no larger than needed: a browser copies all of one that is drawn and then changed.
    const box = {width: right - left, height: bottom - top}, several = runs(ways);
    Object.assign(this.#all.canvas, box);
    several.forEach((run, i) => {
      const c = this.#run;
      Object.assign(c.canvas, box);
      c.save();
      c.setTransform(k, 0, 0, k, -left, -top);
      c.globalCompositeOperation = 'lighter';
      fill(c, all, ways, run, css);
      // Where runs meet, the more opaque one counts: that is the nearer one.
      c.globalCompositeOperation = 'destination-out';
      for (const nearer of several.slice(0, i)) fill(c, all, ways, nearer, () => css(1));
      c.restore();
      this.#all.globalCompositeOperation = 'lighter';
      this.#all.drawImage(c.canvas, 0, 0);
    });
    target.setTransform(1, 0, 0, 1, 0, 0);
    target.drawImage(this.#all.canvas, left, top);
  }
}
