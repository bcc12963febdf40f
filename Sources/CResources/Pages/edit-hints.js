/**
 * Facts about members that the schema does not have: in which unit people think of them, where a slider ends (the schema's own
 * limits are far wider), which ones come first, and which ones are shown before they are set.
 */

/** Sensible slider ends and a unit, by the member's name. */
const ranges = {
  birthRate: [0, 200, '1/s'], velocity: [0, 600, 'pt/s'], velocityRange: [0, 300, 'pt/s'], lifetime: [0, 6], lifetimeRange: [0, 3],
  xAcceleration: [-500, 500, 'pt/s²'], yAcceleration: [-500, 500, 'pt/s²'], zAcceleration: [-500, 500, 'pt/s²'],
  scale: [0, 3, '×'], scaleRange: [0, 2, '×'], scaleSpeed: [-2, 2, '1/s'], alphaSpeed: [-3, 3, '1/s'], alphaRange: [0, 1],
  redRange: [0, 1], greenRange: [0, 1], blueRange: [0, 1], redSpeed: [-2, 2, '1/s'], greenSpeed: [-2, 2, '1/s'], blueSpeed: [-2, 2, '1/s'],
  drag: [0, 10, '1/s'], mass: [0.1, 4], drift: [0, 100, 'pt/s'], stretchFactor: [0, 0.1], count: [1, 300], width: [0, 12, 'pt'],
  strength: [0, 200, 'pt/s²'], stiffness: [0, 100], radius: [0, 400, 'pt'], frequency: [0, 10, '1/s'], size: [0, 120, 'pt'],
  gust: [0, 1], speed: [0, 4, '×'], falloff: [0, 300], z: [-10, 10], cornerRadius: [0, 80, 'pt'], borderWidth: [0, 20, 'pt'],
  lineWidth: [0, 40, 'pt'], shadowRadius: [0, 40, 'pt'], fontSize: [6, 160], tile: [4, 80, 'pt'], feather: [0, 60, 'pt'],
  sparks: [1, 60], sparkSize: [1, 24, 'pt'], emitterDepth: [0, 600, 'pt'], y: [0, 600, 'pt'], repeat: [0, 20], instanceCount: [1, 60],
  corners: [3, 12], duration: [0, 10], fps: [1, 60, '1/s'], hold: [0, 10], prewarm: [0, 10], beginTime: [0, 10],
  emissionLongitude: [-180, 180], emissionRange: [0, 360], emissionLatitude: [-90, 90], orientationRange: [0, 360], rotation: [-180, 180],
  spin: [-720, 720], spinRange: [0, 720], angle: [-180, 180], perspective: [100, 2000, 'pt'], turn: [-360, 360],
};

/** Members of the object at the top, whose sizes are those of a canvas. */
const canvas = {width: [16, 1600, 'pt'], height: [16, 1600, 'pt'], scale: [1, 3, 'px/pt']};

/** Returns the next of 1, 2 and 5 × 10ⁿ above a number. */
function roundUp(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  const end = [2, 5, 10].map(each => each * power).find(each => each > value);
  return Number.isFinite(end) ? end : value;
}

/** Slider ends that leave room beyond a value that is beyond the usual ends. */
export function endsAround(low, high, ...values) {
  for (const value of values) {
    if (value > high) high = roundUp(value);
    if (value < low) low = value < 0 ? -roundUp(-value) : value;
  }
  return {low, high};
}

/** Slider ends and unit of a number, widened so that the value is within. */
export function rangeOf(path, kind, value) {
  const name = path.at(-1), {minimum = -Infinity, maximum = Infinity} = kind;
  const hint = path[0] === 'canvas' ? canvas[name] ?? ranges[name] : ranges[name];
  const narrow = maximum - minimum <= 1000;
  const usual = hint ?? (narrow ? [minimum, maximum] : [Math.max(minimum, 0), 100]), {low, high} = endsAround(usual[0], usual[1], ...(Number.isFinite(value) ? [value] : []));
  return {low: Math.max(low, minimum), high: Math.min(high, maximum), unit: hint?.[2] ?? '', slider: Boolean(hint) || narrow};
}

const first = [
  'type', 'name', 'text', 'contents', 'source', 'from', 'to', 'color', 'colors', 'birthRate', 'burst', 'lifetime', 'velocity',
  'emissionLongitude', 'emissionRange', 'xAcceleration', 'yAcceleration', 'scale', 'scaleSpeed', 'rotation', 'spin', 'alphaSpeed',
  'emitterPosition', 'emitterShape', 'emitterSize', 'emitterMode', 'renderMode', 'position', 'size', 'fontSize', 'font', 'width', 'height',
  'duration', 'fps', 'loop', 'keyPath', 'values',
];

/** Order of members: what matters most first, then as in the schema. */
export const byImportance = names => [...names].sort((a, b) => place(a) - place(b));
const place = name => { const i = first.indexOf(name); return i < 0 ? first.length : i; };

/** Members that are shown although they are not set, by what the object is. */
export function shown(path, value) {
  const list = path.at(-2);
  if (!path.length) return ['canvas', 'timing', 'seed'];
  if (path.at(-1) === 'canvas') return ['width', 'height', 'background'];
  if (path.at(-1) === 'timing') return ['duration', 'fps', 'loop'];
  if (list === 'emitterCells') {
    return ['name', 'contents', 'color', ...(value.burst ? [] : ['birthRate']), 'lifetime', 'velocity', 'emissionLongitude', 'emissionRange',
      'yAcceleration', 'scale', 'spin', 'alphaSpeed'];
  }
  if (list === 'layers') {
    const common = {
      emitter: ['emitterPosition', 'emitterShape', ...(['point', undefined, 'path', 'text'].includes(value.emitterShape) ? [] : ['emitterSize']), 'renderMode'],
      sprite: ['contents', 'position', 'size', 'color'], text: ['text', 'fontSize', 'position', 'color'],
      shape: ['path', 'fillColor', 'strokeColor', 'lineWidth', 'position'], group: ['position', 'size', 'backgroundColor', 'cornerRadius'],
      firework: ['origin', 'count', 'scale', 'colors', 'duration'], fountain: ['origin', 'sparks', 'scale', 'colors', 'duration'],
      reveal: ['from', 'to', 'shape', 'center', 'duration'], transition: ['from', 'to', 'transition', 'subtype', 'duration'],
      shatter: ['source', 'mode', 'tile', 'duration'], like: ['origin', 'emoji', 'press'],
    };
    const type = value.type ?? 'emitter';
    return ['type', 'name', ...(Object.hasOwn(common, type) ? common[type] : []), 'opacity'];
  }
  return ['type', 'keyPath', 'values'];
}

/** The default of a place, where it is the middle of the canvas: the schema can't say that of some kinds of layers alone. */
export function usualOf(path, doc) {
  const type = doc.at(path.slice(0, -1))?.type, isMiddle = path.at(-3) === 'layers' && {position: ['sprite', 'text', 'shape'], origin: ['firework', 'fountain', 'like'], center: ['reveal']}[path.at(-1)];
  return isMiddle && isMiddle.includes(type) ? ['50%', '50%'] : null;
}

/** Lists whose items are nodes of the tree. */
export const nodeLists = {
  layers: 'Layers', emitterCells: 'Particles', emitterBehaviors: 'Behaviors', animations: 'Animations',
};

/** A member's name for people: `emissionLongitude` is "Emission longitude". */
export function title(name) {
  const words = String(name).replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[-_]/g, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1).replace(/\bz\b/, 'Z').replace(/\bfps\b/, 'frame rate');
}

const titles = {
  fps: 'Frame rate', z: 'Order (z)', on: 'Born when the parent', emitterCells: 'Particles', emitterBehaviors: 'Behaviors', yAcceleration: 'Gravity (y acceleration)',
  xAcceleration: 'x acceleration', zAcceleration: 'z acceleration', emissionLongitude: 'Direction (emission longitude)', emissionRange: 'Spread (emission range)',
};
export const label = name => titles[name] ?? title(name);
