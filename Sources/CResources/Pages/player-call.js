/** Calls that play effects over a page. The element has to be defined: by player.js, or by hanabi.js, which loads it. */

const calm = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)');
/** Functions that take away the effects that play. */
const running = new Set();

/** Plays an effect once in an element with a style, and takes it away again. `own` is a set of the caller's, kept like `running`. */
function show(src, style, parent = document.body, own = running) {
  const element = document.createElement('hanabi-effect');
  element.setAttribute('src', src);
  element.setAttribute('play', '');
  element.ariaHidden = true;
  Object.assign(element.style, {position: 'fixed', pointerEvents: 'none'}, style);
  return new Promise((done, fail) => {
    const end = (settle, value) => (running.delete(stop), own.delete(stop), element.remove(), settle(value)), stop = () => end(done);
    running.add(stop);
    own.add(stop);
    element.addEventListener('ended', stop);
    element.addEventListener('error', event => end(fail, event.error ?? new Error(event.message)));
    parent.append(element);
  });
}

/** Draws a seed, one of sixteen, so that caches can keep them. */
const anySeed = () => 1 + Math.floor(16 * Math.random());

/** Sides of a canvas for a place in pixels: as large, or as large as the service's largest side allows. In steps, so that caches can keep it. */
function sides(width, height, step = 1) {
  const factor = Math.min(1, 2048 / Math.max(width, height)), side = length => Math.max(step, Math.round(length * factor / step) * step);
  return {w: side(width), h: side(height)};
}

/** Parameters of a canvas that fills nothing, and of an address that must stay as it is. */
const fixed = ['w', 'h', 'dpr', 'sig', 'canvas.width', 'canvas.height', 'canvas.scale'];

/** The address with parameters. A preset over the page fills the window: on its own canvas, it would be cut where nobody sees a border. */
function addressed(src, parameters, isOver) {
  const url = new URL(src, document.baseURI), given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  const isPreset = /^https?:/.test(url.protocol) && /\/v1\/effects\/[\w-]+(?:\.[a-z.]+)?$/.test(url.pathname);
  if (isOver && isPreset && !fixed.some(name => url.searchParams.has(name) || given.some(([own]) => own === name))) {
    given.push(...Object.entries(sides(innerWidth, innerHeight, 16)));
  }
  for (const [name, value] of given) url.searchParams.set(name, value);
  return given.length ? url.href : `${src}`;
}

/**
 * Plays an effect once, over the page or with its middle at a point, and takes it away again.
 * @param {string} src The address of tracks or of a frame dump.
 * @param {{x?: number, y?: number, parent?: Element, zIndex?: number}} [options] `x` and `y`, in pixels of the window, are the
 *   effect's middle; without them a preset fills the window, unless `w` or `h` is given. `parent`, the page's body by default, gets the
 *   element. All others are parameters of the effect: `{colors: ['gold', 'tomato'], text: 'Yay', n: 80, seed: 'random'}`.
 * @returns {Promise<void>} Fulfilled at the effect's end; rejected if it can't be loaded.
 */
export function play(src, {x, y, parent, zIndex = 2147483647, ...parameters} = {}) {
  if (typeof document === 'undefined') return Promise.reject(new Error('play() needs a browser'));
  if (parameters.seed === 'random') parameters.seed = anySeed();
  const isOver = x === undefined || y === undefined;
  return show(addressed(src, parameters, isOver), {
    zIndex, ...(isOver ? {inset: 0, width: '100vw', height: '100vh'} : {left: `${x}px`, top: `${y}px`, translate: '-50% -50%'}),
  }, parent);
}

/** Defaults of canvas-confetti. */
const usual = {particleCount: 50, angle: 90, spread: 45, startVelocity: 45, decay: 0.9, gravity: 1, drift: 0, ticks: 200, scalar: 1};

/** Options that grow with the window: lengths, and what has a length in it. */
const lengths = ['startVelocity', 'gravity', 'drift', 'scalar'];

/** Matches a text of emoji alone: pictures with what changes and joins them, flags and keycaps. */
const onlyEmoji = /^(?:[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}\u200d\ufe0f\u{e0020}-\u{e007f}]|[#*\d]\ufe0f?\u20e3)+$/u;

/**
 * Shapes as parameters. An effect has one kind of them: a shape that was made of a text or a path is what it is about. Objects of
 * other makers, such as bitmaps, are left out.
 */
function shaped(shapes) {
  const made = shapes.filter(shape => shape?.text || shape?.path), [first] = made, names = shapes.filter(shape => typeof shape === 'string');
  if (!first) return names.length ? {shapes: names} : {};
  if (first.path) return {path: first.path};
  return onlyEmoji.test(first.text) ? {emoji: made.map(shape => shape.text).filter(text => onlyEmoji.test(text))} : {text: first.text};
}

/** Throws confetti; `own` is a set as in show(). */
function thrown({service = '', origin = {}, colors, shapes, flat, zIndex = 100, seed, disableForReducedMotion = false, canvas, ...given}, own) {
  if (typeof document === 'undefined') return Promise.reject(new Error('confetti() needs a browser'));
  if (disableForReducedMotion && calm?.matches) return Promise.resolve();
  const {left, top, width, height} = canvas?.getBoundingClientRect() ?? {left: 0, top: 0, width: innerWidth, height: innerHeight};
  // A place beyond the service's largest side is filled by a smaller picture, in which all lengths are smaller.
  const factor = Math.min(1, 2048 / Math.max(width, height));
  const options = Object.entries(usual).map(([name, usually]) => {
    const value = given[name] ?? usually;
    return [name, factor < 1 && lengths.includes(name) ? Math.round(value * factor * 1e4) / 1e4 : value];
  });
  const query = new URLSearchParams([
    // Pieces have the size of their options, whatever the window's.
    ...Object.entries(sides(width, height)), ['fit', 'native'], ['d', Math.min(30, Math.max(0.1, (given.ticks ?? usual.ticks) / 60))], ...options,
    ['origin.x', origin.x ?? 0.5], ['origin.y', origin.y ?? 0.5], ['seed', seed ?? anySeed()],
    ...Object.entries(shaped([shapes ?? []].flat())),
  ]);
  if (colors) query.set('colors', [colors].flat().map(color => color.replace('#', '')).join(','));
  if (flat !== undefined) query.set('flat', flat ? 1 : 0);
  return show(`${service}/v1/effects/cannon.tracks.json?${query}`, {zIndex, left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px`}, undefined, own);
}

/** Makes a function that throws confetti, with other defaults, and whose reset() ends what is in its set. */
const thrower = (defaults, own = new Set()) => Object.assign(
  options => thrown({...defaults, ...options}, own), {reset: () => own.forEach(stop => stop())});

/**
 * Throws confetti over the window, with the options of canvas-confetti.
 * @param {Object} [options] `particleCount`, `angle`, `spread`, `startVelocity`, `decay`, `gravity`, `drift`, `ticks`, `scalar`,
 *   `flat`, `origin`, `colors`, `shapes`, `zIndex`, `disableForReducedMotion`, as there; `service` is the address of Hanabi,
 *   `seed` the seed, one of sixteen by chance, and `canvas` the element to throw over.
 * @returns {Promise<void>} Fulfilled at the end.
 */
export const confetti = Object.assign(thrower({}, running), {
  shapeFromText: text => ({text: text.text ?? text}),
  shapeFromPath: path => ({path: path.path ?? path}),
  create: (canvas, {disableForReducedMotion} = {}) => thrower({disableForReducedMotion, canvas}),
});
