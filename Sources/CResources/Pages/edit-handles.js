/**
 * Handles over the stage: where an emitter stands, how large it is, where its particles fly, where a sprite or a text lies.
 * Handles can be dragged, or moved with the arrow keys (with Shift by ten).
 */

import {s, tidy} from './edit-dom.js';
import {layerOf, listOf} from './edit-nodes.js';
import {readPath, withPoint, writePath} from './edit-path.js';

const number = value => (typeof value === 'number' ? value : parseFloat(value));

/** A length in points; percent are of the canvas' width (axis 0) or height (1). */
export function points(value, axis, canvas) {
  if (typeof value === 'number') return value;
  const amount = number(value) || 0;
  if (/%$/.test(value)) return amount / 100 * canvas[axis];
  if (/vmin$/.test(value)) return amount / 100 * Math.min(...canvas);
  if (/vmax$/.test(value)) return amount / 100 * Math.max(...canvas);
  return amount;
}

/** Points in the unit that a value had. */
export function inUnitOf(old, value, axis, canvas) {
  if (typeof old !== 'string') return tidy(value, 1);
  if (/%$/.test(old)) return `${tidy(value / canvas[axis] * 100, 1)}%`;
  if (/vmin$/.test(old)) return `${tidy(value / Math.min(...canvas) * 100, 1)}vmin`;
  if (/vmax$/.test(old)) return `${tidy(value / Math.max(...canvas) * 100, 1)}vmax`;
  return tidy(value, 1);
}

/** An angle in radians. */
export function radians(value) {
  if (typeof value === 'number') return value;
  const amount = number(value) || 0;
  if (/deg$/.test(value)) return amount * Math.PI / 180;
  return /turn$/.test(value) ? amount * 2 * Math.PI : amount;
}

const degrees = angle => `${Math.round(angle * 180 / Math.PI)}deg`;

/** Members that are a place, by the kind of layer, and where it is unless it is said. */
const places = {
  emitter: ['emitterPosition', [0, 0]], sprite: ['position', ['50%', '50%']], text: ['position', ['50%', '50%']], shape: ['position', ['50%', '50%']],
  firework: ['origin', ['50%', '50%']], fountain: ['origin', ['50%', '50%']], like: ['origin', ['50%', '50%']], reveal: ['center', ['50%', '50%']],
};

export class Handles {
  #drag = null;

  constructor(doc, stage) {
    this.doc = doc;
    this.stage = stage;
    this.svg = stage.overlay;
    stage.onsize = () => this.draw();
    for (const type of ['change', 'select']) doc.addEventListener(type, () => this.draw());
    this.svg.addEventListener('pointermove', event => this.#drag?.(event));
    for (const type of ['pointerup', 'pointercancel']) this.svg.addEventListener(type, () => { this.#drag = null; });
  }

  draw() {
    const focused = this.svg.contains(document.activeElement) ? document.activeElement.dataset.id : null;
    this.unit = 1 / this.stage.scale;
    this.svg.classList.toggle('on-dark', this.stage.isDark);
    this.svg.style.setProperty('--unit', this.unit);
    this.svg.replaceChildren(...this.#parts());
    if (focused) this.svg.querySelector(`[data-id="${focused}"]`)?.focus();
  }

  #parts() {
    const {doc} = this, path = layerOf(doc.selection), canvas = this.stage.points;
    const layer = path && doc.at(path);
    if (!layer || typeof layer !== 'object') return [];
    const type = layer.type ?? 'emitter', [member, usual] = Object.hasOwn(places, type) ? places[type] : [];
    if (!member) return [];
    const isFlipped = type === 'emitter' && layer.geometryFlipped === true, flip = y => (isFlipped ? canvas[1] - y : y);
    const place = Array.isArray(layer[member]) ? layer[member] : usual, [x, own] = [0, 1].map(axis => points(place[axis], axis, canvas)), y = flip(own);
    const base = {x, y, path, layer, canvas, flip, isFlipped, place, member};
    const parts = [];
    if (type === 'emitter') parts.push(...this.#shape(base), ...this.#direction(base));
    if (type === 'sprite' && Array.isArray(layer.size)) parts.push(...this.#box(base, 'size', layer.size));
    parts.push(...this.#path(base), ...this.#behavior(base));
    parts.push(this.#handle('place', x, y, `Position of ${layer.name || type}`, (px, py) => {
      doc.set([...path, member], [inUnitOf(place[0], px, 0, canvas), inUnitOf(place[1], flip(py), 1, canvas)], {source: 'handles'});
    }, {isPlace: true}));
    return parts;
  }

  /** The outline of the emitter's shape, and a handle for its size. */
  #shape(base) {
    const {layer, x, y, canvas} = base, shape = layer.emitterShape ?? 'point';
    if (!['line', 'rectangle', 'cuboid', 'circle', 'sphere'].includes(shape)) return [];
    const size = Array.isArray(layer.emitterSize) ? layer.emitterSize : [0, 0], [width, height] = [0, 1].map(axis => points(size[axis], axis, canvas));
    if (shape === 'line') return [s('line', {class: 'outline', x1: x - width / 2, y1: y, x2: x + width / 2, y2: y}), this.#sizer(base, 'emitterSize', size, x + width / 2, y, 'width')];
    if (shape === 'circle' || shape === 'sphere') {
      const radius = layer.circleRadius === 'width' ? width : width / 2;
      return [s('circle', {class: 'outline', cx: x, cy: y, r: Math.max(radius, 0.1)}), this.#sizer(base, 'emitterSize', size, x + radius, y, 'width', radius === width ? 1 : 2)];
    }
    return [s('rect', {class: 'outline', x: x - width / 2, y: y - height / 2, width, height}), this.#sizer(base, 'emitterSize', size, x + width / 2, y + height / 2)];
  }

  #box(base, member, size) {
    const [width, height] = [0, 1].map(axis => points(size[axis], axis, base.canvas));
    return [s('rect', {class: 'outline', x: base.x - width / 2, y: base.y - height / 2, width, height}), this.#sizer(base, member, size, base.x + width / 2, base.y + height / 2)];
  }

  #sizer({path, x, y, canvas, layer}, member, size, hx, hy, only, factor = 2) {
    return this.#handle('size', hx, hy, `Size of ${layer.name || 'the shape'}`, (px, py) => {
      const next = [Math.max(0, Math.abs(px - x) * factor), only ? points(size[1], 1, canvas) : Math.max(0, Math.abs(py - y) * factor)];
      this.doc.set([...path, member], [inUnitOf(size[0], next[0], 0, canvas), only ? size[1] : inUnitOf(size[1], next[1], 1, canvas)], {source: 'handles'});
    }, {isSize: true});
  }

  /** The points of an emitter's path, of a shape, or of the path of a selected animation. */
  #path({path, layer, x, y, canvas}) {
    const {doc} = this, {selection} = doc, animation = listOf(selection) === 'animations' && /[pP]osition$/.test(doc.at(selection)?.keyPath) ? doc.at(selection) : null;
    let own = null, offset = [0, 0];
    if (typeof animation?.path === 'string') own = [...selection, 'path'];
    else if (layer.emitterShape === 'path' && typeof layer.emitterPath === 'string') [own, offset] = [[...path, 'emitterPath'], [x, y]];
    else if (layer.type === 'shape' && typeof layer.path === 'string') {
      const box = Array.isArray(layer.viewBox) ? layer.viewBox.map((each, i) => points(each, i % 2, canvas)) : [0, 0, ...canvas];
      [own, offset] = [[...path, 'path'], [x - box[0] - box[2] / 2, y - box[1] - box[3] / 2]];
    }
    const parts = own && readPath(doc.at(own));
    // A drawing of many points is no thing for handles.
    if (!parts || parts.flatMap(each => each.points).length > 40) return [];
    const [dx, dy] = offset, moved = parts.map(each => ({...each, points: each.points.map(([px, py]) => [px + dx, py + dy])}));
    const put = next => doc.set(own, next, {source: 'handles'}), found = [s('path', {class: 'outline', d: writePath(moved)})];
    moved.forEach((each, i) => each.points.forEach(([px, py], j) => {
      const isEnd = j === each.points.length - 1, near = j === 0 ? moved[i - 1]?.points.at(-1) : each.points.at(-1);
      if (!isEnd && near) found.push(s('line', {class: 'arrow', x1: near[0], y1: near[1], x2: px, y2: py}));
      found.push(this.#handle(`path-${i}-${j}`, px, py, `${isEnd ? 'Point' : 'Control point'} ${i + 1} of the path`, (nx, ny) =>
        put(writePath(withPoint(parts, i, j, [nx - dx, ny - dy]))), {isSize: !isEnd}));
    }));
    return found;
  }

  /** The direction of the selected particles: an arrow, and the cone around it. */
  #direction(base) {
    const {doc} = this, {selection} = doc, {path, layer, x, y, isFlipped} = base;
    const index = selection[path.length] === 'emitterCells' ? selection[path.length + 1] : selection.length === path.length && layer.emitterCells?.length === 1 ? 0 : null;
    if (index === null || (listOf(selection) === 'emitterCells' && selection.length > path.length + 2)) return [];
    const cellPath = [...path, 'emitterCells', index], cell = doc.at(cellPath);
    if (!cell || typeof cell !== 'object') return [];
    const natural = typeof layer.naturalDirection === 'number' || /\d/.test(layer.naturalDirection ?? '') ? radians(layer.naturalDirection) : layer.emitterShape === 'line' ? -Math.PI / 2 : 0;
    const mirror = isFlipped ? -1 : 1, angle = natural + radians(cell.emissionLongitude ?? 0), range = Math.abs(radians(cell.emissionRange ?? 0));
    const reach = 72 * this.unit, at = (turn, far = reach) => [x + Math.cos(turn) * far, y + mirror * Math.sin(turn) * far];
    const [tipX, tipY] = at(angle), half = Math.min(range, 2 * Math.PI) / 2, wide = half > Math.PI - 0.01;
    const [ax, ay] = at(angle - half), [bx, by] = at(angle + half);
    const cone = wide ? s('circle', {class: 'cone', cx: x, cy: y, r: reach})
      : half > 0.005 ? s('path', {class: 'cone', d: `M${x} ${y}L${ax} ${ay}A${reach} ${reach} 0 ${half > Math.PI / 2 ? 1 : 0} ${isFlipped ? 0 : 1} ${bx} ${by}Z`}) : null;
    const turnOf = (px, py) => Math.atan2(mirror * (py - y), px - x);
    const [edgeX, edgeY] = at(angle + Math.max(half, 0.16), reach * 0.82);
    return [cone, s('line', {class: 'arrow', x1: x, y1: y, x2: tipX, y2: tipY}),
      this.#handle('direction', tipX, tipY, 'Direction of the particles', (px, py) => {
        let next = turnOf(px, py) - natural;
        next = Math.atan2(Math.sin(next), Math.cos(next));
        doc.set([...cellPath, 'emissionLongitude'], degrees(next), {source: 'handles'});
      }),
      wide ? null : this.#handle('spread', edgeX, edgeY, 'Spread of the particles', (px, py) => {
        const away = Math.abs(Math.atan2(Math.sin(turnOf(px, py) - angle), Math.cos(turnOf(px, py) - angle)));
        doc.set([...cellPath, 'emissionRange'], away > Math.PI - 0.05 ? '360deg' : degrees(2 * away), {source: 'handles'});
      }, {isSize: true})].filter(Boolean);
  }

  /** The place of a selected behavior. */
  #behavior({canvas, flip}) {
    const {selection} = this.doc;
    if (listOf(selection) !== 'emitterBehaviors') return [];
    const behavior = this.doc.at(selection), {position} = behavior ?? {};
    if (!Array.isArray(position)) return [];
    const [x, own] = [0, 1].map(axis => points(position[axis], axis, canvas)), y = flip(own);
    const radius = typeof behavior.radius === 'number' ? behavior.radius : 0;
    return [radius ? s('circle', {class: 'outline', cx: x, cy: y, r: radius}) : null, this.#handle('behavior', x, y, `Position of ${behavior.type}`, (px, py) => {
      this.doc.set([...selection, 'position'], [inUnitOf(position[0], px, 0, canvas), inUnitOf(position[1], flip(py), 1, canvas), ...position.slice(2)], {source: 'handles'});
    }, {isPlace: true}), radius ? this.#handle('radius', x + radius, y, `Radius of ${behavior.type}`, px => {
      this.doc.set([...selection, 'radius'], tidy(Math.abs(px - x), 1), {source: 'handles'});
    }, {isSize: true}) : null].filter(Boolean);
  }

  #handle(id, x, y, label, move, {isPlace = false, isSize = false} = {}) {
    const {unit} = this, r = 7 * unit;
    // Out of the canvas, a handle stays in reach at the edge.
    const [width, height] = this.stage.points, margin = 18 * unit, [hx, hy] = [Math.max(-margin, Math.min(width + margin, x)), Math.max(-margin, Math.min(height + margin, y))];
    const toPoints = event => {
      const box = this.svg.getBoundingClientRect();
      return [(event.clientX - box.left) * unit, (event.clientY - box.top) * unit];
    };
    const shape = isSize ? s('rect', {class: 'dot', x: hx - r * 0.8, y: hy - r * 0.8, width: r * 1.6, height: r * 1.6, rx: 2 * unit}) : s('circle', {class: 'dot', cx: hx, cy: hy, r});
    const cross = isPlace ? s('path', {class: 'cross', d: `M${hx - r * 2} ${hy}H${hx - r}M${hx + r} ${hy}H${hx + r * 2}M${hx} ${hy - r * 2}V${hy - r}M${hx} ${hy + r}V${hy + r * 2}`}) : null;
    return s('g', {
      class: `handle ${id}`, 'data-id': id, tabindex: 0, role: 'button', 'aria-label': `${label}; arrow keys move it`,
      onpointerdown: event => {
        if (event.button) return;
        event.preventDefault();
        event.currentTarget.focus();
        const [px, py] = toPoints(event), [dx, dy] = [x - px, y - py];
        this.svg.setPointerCapture(event.pointerId);
        this.#drag = next => {
          const [nx, ny] = toPoints(next);
          move(nx + dx, ny + dy);
        };
      },
      onkeydown: event => {
        const step = event.shiftKey ? 10 : 1, by = {ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step]}[event.key];
        if (!by) return;
        event.preventDefault();
        // An angle moves by a whole degree at least.
        const far = id === 'direction' || id === 'spread' ? 2 * unit : 1;
        move(x + by[0] * far, y + by[1] * far);
      },
    }, s('circle', {class: 'reach', cx: hx, cy: hy, r: 15 * unit}), cross, shape);
  }
}
