/** Calls that play effects over a page. The element has to be defined: by player.js, or by hanabi.js, which loads it. */

const calm = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)');

/**
 * Plays an effect once, over the page or with its middle at a point, and takes it away again.
 * @param {string} src The address of tracks or of a frame dump.
 * @param {{x?: number, y?: number, parent?: Element, zIndex?: number}} [options] `x` and `y`, in pixels of the window, are the
 *   effect's middle; without them it fills the window. `parent`, the page's body by default, gets the element.
 * @returns {Promise<void>} Fulfilled at the effect's end; rejected if it can't be loaded.
 */
export function play(src, {x, y, parent, zIndex = 2147483647} = {}) {
  if (typeof document === 'undefined') return Promise.reject(new Error('play() needs a browser'));
  const element = document.createElement('hanabi-effect');
  element.setAttribute('src', src);
  element.setAttribute('play', '');
  Object.assign(element.style, {position: 'fixed', zIndex, pointerEvents: 'none'});
  if (x === undefined || y === undefined) Object.assign(element.style, {inset: 0, width: '100vw', height: '100vh'});
  else Object.assign(element.style, {left: `${x}px`, top: `${y}px`, translate: '-50% -50%'});
  return new Promise((done, fail) => {
    element.addEventListener('ended', () => (element.remove(), done()));
    element.addEventListener('error', event => (element.remove(), fail(event.error ?? new Error(event.message))));
    (parent ?? document.body).append(element);
  });
}

/** What canvas-confetti takes where nothing else is said. */
const usual = {particleCount: 50, angle: 90, spread: 45, startVelocity: 45, decay: 0.9, gravity: 1, drift: 0, ticks: 200, scalar: 1};

/** Those that grow with the window: lengths, and what has a length in it. */
const lengths = ['startVelocity', 'gravity', 'drift', 'scalar'];

/**
 * Throws confetti over the window, with the options of canvas-confetti.
 * @param {Object} [options] `particleCount`, `angle`, `spread`, `startVelocity`, `decay`, `gravity`, `drift`, `ticks`, `scalar`,
 *   `flat`, `origin`, `colors`, `shapes`, `zIndex`, `disableForReducedMotion`, as there; `service` is the address of Hanabi, and
 *   `seed` the seed, one of sixteen by chance.
 * @returns {Promise<void>} Fulfilled at the end.
 */
export function confetti({service = '', origin = {}, colors, shapes, flat, zIndex = 100, seed, disableForReducedMotion = false, ...given} = {}) {
  if (typeof document === 'undefined') return Promise.reject(new Error('confetti() needs a browser'));
  if (disableForReducedMotion && calm?.matches) return Promise.resolve();
  // A window beyond the service's largest side is filled by a smaller picture, in which all lengths are smaller.
  const factor = Math.min(1, 2048 / Math.max(innerWidth, innerHeight)), side = length => Math.max(1, Math.round(length * factor));
  const options = Object.entries(usual).map(([name, usually]) => {
    const value = given[name] ?? usually;
    return [name, factor < 1 && lengths.includes(name) ? Math.round(value * factor * 1e4) / 1e4 : value];
  });
  const query = new URLSearchParams([
    // Pieces have the size of their options, whatever the window's.
    ['w', side(innerWidth)], ['h', side(innerHeight)], ['fit', 'native'], ['d', Math.min(30, Math.max(0.1, (given.ticks ?? usual.ticks) / 60))], ...options,
    ['origin.x', origin.x ?? 0.5], ['origin.y', origin.y ?? 0.5], ['seed', seed ?? 1 + Math.floor(16 * Math.random())],
  ]);
  if (colors) query.set('colors', [colors].flat().map(color => color.replace('#', '')).join(','));
  // Shapes that canvas-confetti makes of paths and texts have no name here.
  const named = [shapes ?? []].flat().filter(shape => typeof shape === 'string');
  if (named.length) query.set('shapes', named.join(','));
  if (flat !== undefined) query.set('flat', flat ? 1 : 0);
  return play(`${service}/v1/effects/cannon.tracks.json?${query}`, {zIndex});
}
