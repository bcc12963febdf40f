/** Calls that play effects over a page. The element has to be defined: by player.js, or by hanabi.js, which loads it. */

const calm = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)');
/** What takes away each effect that plays. */
const running = new Set();

/** Plays an effect once in an element with a style, and takes it away again. */
function show(src, style, parent = document.body) {
  const element = document.createElement('hanabi-effect');
  element.setAttribute('src', src);
  element.setAttribute('play', '');
  Object.assign(element.style, {position: 'fixed', pointerEvents: 'none'}, style);
  return new Promise((done, fail) => {
    const end = (settle, value) => (running.delete(stop), element.remove(), settle(value)), stop = () => end(done);
    running.add(stop);
    element.addEventListener('ended', stop);
    element.addEventListener('error', event => end(fail, event.error ?? new Error(event.message)));
    parent.append(element);
  });
}

/** One of sixteen, so that caches can keep them. */
const anySeed = () => 1 + Math.floor(16 * Math.random());

/**
 * Plays an effect once, over the page or with its middle at a point, and takes it away again.
 * @param {string} src The address of tracks or of a frame dump.
 * @param {{x?: number, y?: number, parent?: Element, zIndex?: number}} [options] `x` and `y`, in pixels of the window, are the
 *   effect's middle; without them it fills the window. `parent`, the page's body by default, gets the element. All others are
 *   parameters of the effect: `{colors: ['gold', 'tomato'], text: 'Yay', n: 80, seed: 'random'}`.
 * @returns {Promise<void>} Fulfilled at the effect's end; rejected if it can't be loaded.
 */
export function play(src, {x, y, parent, zIndex = 2147483647, ...parameters} = {}) {
  if (typeof document === 'undefined') return Promise.reject(new Error('play() needs a browser'));
  if (parameters.seed === 'random') parameters.seed = anySeed();
  const query = `${new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== undefined))}`;
  return show(query ? `${src}${`${src}`.includes('?') ? '&' : '?'}${query}` : src, {
    zIndex, ...(x === undefined || y === undefined ? {inset: 0, width: '100vw', height: '100vh'} : {left: `${x}px`, top: `${y}px`, translate: '-50% -50%'}),
  }, parent);
}

/** What canvas-confetti takes where nothing else is said. */
const usual = {particleCount: 50, angle: 90, spread: 45, startVelocity: 45, decay: 0.9, gravity: 1, drift: 0, ticks: 200, scalar: 1};

/** Those that grow with the window: lengths, and what has a length in it. */
const lengths = ['startVelocity', 'gravity', 'drift', 'scalar'];

/** Shapes as parameters. An effect has one kind of them: a shape that was made of a text or a path is what it is about. */
function shaped(shapes) {
  const made = shapes.filter(shape => shape?.text || shape?.path), [first] = made;
  if (!first) return shapes.length ? {shapes} : {};
  if (first.path) return {path: first.path};
  return /\p{Extended_Pictographic}/u.test(first.text) ? {emoji: made.map(shape => shape.text).filter(Boolean)} : {text: first.text};
}

/**
 * Throws confetti over the window, with the options of canvas-confetti.
 * @param {Object} [options] `particleCount`, `angle`, `spread`, `startVelocity`, `decay`, `gravity`, `drift`, `ticks`, `scalar`,
 *   `flat`, `origin`, `colors`, `shapes`, `zIndex`, `disableForReducedMotion`, as there; `service` is the address of Hanabi,
 *   `seed` the seed, one of sixteen by chance, and `canvas` the element to throw over.
 * @returns {Promise<void>} Fulfilled at the end.
 */
export function confetti({service = '', origin = {}, colors, shapes, flat, zIndex = 100, seed, disableForReducedMotion = false, canvas, ...given} = {}) {
  if (typeof document === 'undefined') return Promise.reject(new Error('confetti() needs a browser'));
  if (disableForReducedMotion && calm?.matches) return Promise.resolve();
  const {left, top, width, height} = canvas?.getBoundingClientRect() ?? {left: 0, top: 0, width: innerWidth, height: innerHeight};
  // A place beyond the service's largest side is filled by a smaller picture, in which all lengths are smaller.
  const factor = Math.min(1, 2048 / Math.max(width, height)), side = length => Math.max(1, Math.round(length * factor));
  const options = Object.entries(usual).map(([name, usually]) => {
    const value = given[name] ?? usually;
    return [name, factor < 1 && lengths.includes(name) ? Math.round(value * factor * 1e4) / 1e4 : value];
  });
  const query = new URLSearchParams([
    // Pieces have the size of their options, whatever the window's.
    ['w', side(width)], ['h', side(height)], ['fit', 'native'], ['d', Math.min(30, Math.max(0.1, (given.ticks ?? usual.ticks) / 60))], ...options,
    ['origin.x', origin.x ?? 0.5], ['origin.y', origin.y ?? 0.5], ['seed', seed ?? anySeed()],
    ...Object.entries(shaped([shapes ?? []].flat())),
  ]);
  if (colors) query.set('colors', [colors].flat().map(color => color.replace('#', '')).join(','));
  if (flat !== undefined) query.set('flat', flat ? 1 : 0);
  return show(`${service}/v1/effects/cannon.tracks.json?${query}`, {zIndex, left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px`});
}

/** What else canvas-confetti's function has: pieces of a text or a path, confetti over an element alone, and the end of all that plays. */
Object.assign(confetti, {
  reset: () => running.forEach(stop => stop()),
  shapeFromText: text => ({text: text.text ?? text}),
  shapeFromPath: path => ({path: path.path ?? path}),
  create: (canvas, {disableForReducedMotion} = {}) => Object.assign(options => confetti({disableForReducedMotion, canvas, ...options}), {reset: confetti.reset}),
});
