/**
 * Tracks for player.js: what is drawn at any moment, computed from coefficients, in the form of a frame dump's frames.
 *
 * A channel is a number, or coefficients of a function of a piece's time, 0 to 1 (openapi.yaml: Channel).
 */

function power(all, x) {
  let sum = 0;
  for (let i = all.length; i--;) sum = sum * x + all[i];
  return sum;
}

/** A channel as a function. */
function channel(c) {
  if (typeof c === 'number') return () => c;
  if (Array.isArray(c)) {
    const [a, b] = c;
    return c.length === 2 ? t => a + b * t : t => power(c, t);
  }
  if (c.series) return t => power(c.series, 2 * t - 1);
  if (c.decay) {
    const [start, slope, reach, rate] = c.decay;
    return t => start + slope * t - reach * Math.expm1(-rate * t);
  }
  const p = c.lines, last = p.length - 2;
  let i = 0;
  return t => {
    // Time mostly goes on from where it was; along a trail it goes back.
    if (t < p[i]) i = t < p[2] ? 0 : Math.max(0, i - 2);
    if (t < p[i]) i = 0;
    while (i < last && p[i + 2] <= t) i += 2;
    if (i === last || t <= p[i]) return p[i + 1];
    return p[i + 1] + (p[i + 3] - p[i + 1]) * (t - p[i]) / (p[i + 2] - p[i]);
  };
}

const unit = v => Math.min(1, Math.max(0, v));

/** `#f0c` or `#ff00cc` as numbers. */
function rgb(text) {
  const wide = text.length > 4 ? 2 : 1;
  return [0, 1, 2].map(i => parseInt(text.substr(1 + i * wide, wide), 16) / (wide > 1 ? 255 : 15));
}

/** A function that sets an item's color, by a piece's time and whether its front is seen. What is fixed keeps its text for the canvas. */
function color(c) {
  if (Array.isArray(c)) {
    const parts = c.map(channel);
    return ({color}, t) => {
      for (let i = 0; i < 3; i++) color[i] = unit(parts[i](t));
    };
  }
  const sides = [c.front ?? c, c.back ?? c.front ?? c], values = sides.map(rgb);
  return (item, t, isFront) => {
    const i = isFront ? 0 : 1, [r, g, b] = values[i];
    item.ink = sides[i];
    item.color[0] = r;
    item.color[1] = g;
    item.color[2] = b;
  };
}

/** A piece's time at a moment, or below 0 while it is not there. */
function clock(start, end, duration) {
  const width = end > start ? end - start : end - start + duration;
  return now => {
    // One that ends before it starts goes on from the loop's start.
    const age = end > start || now >= start ? now - start : now - start + duration;
    return age < width ? age / width : -1;
  };
}

/** A function that sets the ends of a step right and a step down, and tells whether the front is seen. */
function orientation(scale, turn) {
  if (turn.matrix) {
    const parts = turn.matrix.map(channel);
    return (t, m) => {
      for (let i = 0; i < 4; i++) m[i] = parts[i](t);
      return true;
    };
  }
  if (turn.axis) {
    const [x, y, z] = turn.axis, angle = channel(turn.angle), size = channel(scale);
    return (t, m) => {
      const k = size(t), a = angle(t), cos = Math.cos(a), sin = Math.sin(a), rest = 1 - cos, xy = x * y * rest;
      m[0] = k * (cos + x * x * rest);
      m[1] = k * (z * sin + xy);
      m[2] = k * (xy - z * sin);
      m[3] = k * (cos + y * y * rest);
      return z * z + (1 - z * z) * cos > 0;
    };
  }
  const angle = channel(turn), across = channel(scale.x ?? scale), down = channel(scale.y ?? scale);
  return (t, m) => {
    const a = angle(t), cos = Math.cos(a), sin = Math.sin(a), w = across(t), h = down(t);
    m[0] = cos * w;
    m[1] = sin * w;
    m[2] = -sin * h;
    m[3] = cos * h;
    return true;
  };
}

/** A piece as a function of the moment: an item of a frame, which is the same one each time, or nothing. */
function piece([sprite, start, end, x, y, scale = 1, turn = 0, paint = '#fff', alpha = 1], blend, sprites, duration) {
  const at = clock(start, end, duration), left = channel(x), top = channel(y), turned = orientation(scale, turn);
  const look = color(paint), shown = channel(alpha), {once} = sprites[sprite];
  const item = {sprite, blend, path: once, matrix: [0, 0, 0, 0], x: 0, y: 0, color: [0, 0, 0, 0], ink: undefined};
  return now => {
    const t = at(now);
    if (t < 0) return;
    look(item, t, turned(t, item.matrix));
    item.color[3] = unit(shown(t));
    item.x = left(t);
    item.y = top(t);
    return item;
  };
}

function trail({time, x, y, head, tail, points, width, alpha, color: paint}, blend, duration) {
  const at = clock(...time, duration), across = channel(x), down = channel(y), first = channel(head), last = channel(tail);
  const [wide, narrow] = width.map(channel), [shown, fades] = alpha.map(channel), look = color(paint);
  const own = {points: new Float64Array(2 * points), width: [0, 0], color: [0, 0, 0, 0], endAlpha: 1};
  const item = {sprite: -1, blend, color: [0, 0, 0, 0], trail: own};
  return now => {
    const t = at(now);
    if (t < 0) return;
    const from = unit(first(t)), step = (unit(last(t)) - from) / (points - 1);
    for (let i = 0; i < points; i++) {
      own.points[2 * i] = across(from + step * i);
      own.points[2 * i + 1] = down(from + step * i);
    }
    own.width[0] = Math.max(0, wide(t));
    own.width[1] = Math.max(0, narrow(t));
    look(own, t, true);
    own.color[3] = unit(shown(t));
    own.endAlpha = unit(fades(t));
    return item;
  };
}

function mask({inverted, feather = 0, pieces}, sprites, duration) {
  const all = pieces.map(p => piece(p, 'normal', sprites, duration)), soft = channel(feather);
  return now => {
    let own;
    all.find(p => own = p(now));
    // Where there is nothing, the mask is empty.
    own ??= {sprite: pieces[0][0], matrix: [0, 0, 0, 0], x: 0, y: 0, color: [0]};
    return {...own, path: undefined, alpha: own.color.at(-1), inverted, feather: Math.max(0, soft(now / duration))};
  };
}

/** Layers as functions of the moment, which append what they draw. */
function layers(all, sprites, duration, depth = '') {
  const parts = all.map((layer, number) => {
    const {blend, composite = blend, opacity = 1, run} = layer, shown = channel(opacity);
    // Parts of one run are a whole.
    const name = run === undefined ? `${depth}${number}` : `run ${layer.layer}`;
    const cut = layer.mask && mask(layer.mask, sprites, duration);
    const shade = layer.shadow && {...layer.shadow, color: layer.shadow.color.map(channel)};
    for (const key of shade ? ['x', 'y', 'feather'] : []) shade[key] = channel(shade[key]);
    const inner = layer.layers && layers(layer.layers, sprites, duration, `${name}/`);
    const own = layer.pieces?.map(p => Array.isArray(p) ? piece(p, blend, sprites, duration) : trail(p, blend, duration));
    return (now, steps, items) => {
      const share = now / duration, before = items.length, nested = inner ? [] : undefined;
      if (inner) inner(now, nested, items);
      for (const one of own ?? []) {
        const item = one(now);
        if (item) items.push(item);
      }
      if (items.length === before) return;
      steps.push({
        name, run, blend: composite, opacity: unit(shown(share)), count: inner ? 0 : items.length - before, layers: nested,
        mask: cut?.(now), shadow: shade && {
          x: shade.x(share), y: shade.y(share), feather: Math.max(0, shade.feather(share)), color: shade.color.map(c => unit(c(share))),
        },
      });
    };
  });
  return (now, steps, items) => parts.forEach(part => part(now, steps, items));
}

/** A shape as a frame dump's sprite. One without a size is the outline of a moment. */
function sprite({path, dot, image, fill, fillRule, pixelated, width, height, part: [x, y, w, h] = [0, 0, 1, 1]}, shapes, images) {
  const [across, down] = [width ?? 2, height ?? 2], first = shapes.findIndex(s => s.image === image);
  return {
    kind: path ? 'path' : dot ? 'shape' : 'image', shape: dot && 'dot', asset: image === undefined ? undefined : first,
    data: images?.[image], magnification: pixelated && 'nearest', path, fill, fillRule, viewBox: [-across / 2, -down / 2, across, down],
    width: across * w, height: down * h, part: [x, y, w, h], once: width === undefined,
  };
}

/** Tracks as the element plays them. */
export default ({version, canvas, duration, hold, still, paused, shapes, images, layers: all}) => {
  if (version !== 1) throw Error(`tracks of version ${version}; this player knows version 1`);
  const sprites = shapes.map(shape => sprite(shape, shapes, images)), draw = layers(all, sprites, duration);
  const within = (test, list = all) => list.some(layer => test(layer) || layer.layers && within(test, layer.layers));
  return {
    canvas, sprites, still, length: duration + hold, moment: time => paused ? still : Math.min(time, duration),
    frame(now) {
      const frame = {layers: [], items: []};
      draw(now, frame.layers, frame.items);
      return frame;
    },
    most: Math.max(...all.map(function count({pieces = [], layers = []}) { return layers.reduce((n, l) => n + count(l), pieces.length); })),
    trails: within(({pieces = []}) => pieces.some(p => !Array.isArray(p))), masks: within(layer => layer.mask || layer.shadow),
  };
};
