/**
 * The element `<hanabi-effect>` for programs that are bundled. In a browser, importing this module defines the element. Elsewhere,
 * as on a server that renders pages, it does nothing.
 */

const inBrowser = typeof customElements !== 'undefined';
// A page may have the service's own script already.
if (inBrowser && !customElements.get('hanabi-effect')) await import('./element/player.js');

/** The class of the element; `undefined` outside of a browser. */
export const HanabiEffect = inBrowser ? customElements.get('hanabi-effect') : undefined;

/**
 * Plays an effect once, over the page or with its middle at a point, and takes it away again.
 * @param {string} src The address of tracks or of a frame dump.
 * @param {{x?: number, y?: number, parent?: Element}} [options] `x` and `y`, in pixels of the window, are the effect's middle;
 *   without them it fills the window. `parent`, the page's body by default, gets the element.
 * @returns {Promise<void>} Fulfilled at the effect's end; rejected if it can't be loaded.
 */
export function play(src, {x, y, parent} = {}) {
  if (!inBrowser) return Promise.reject(new Error('play() needs a browser'));
  const element = document.createElement('hanabi-effect');
  element.setAttribute('src', src);
  element.setAttribute('play', '');
  Object.assign(element.style, {position: 'fixed', zIndex: 2147483647, pointerEvents: 'none'});
  if (x === undefined || y === undefined) Object.assign(element.style, {inset: 0, width: '100vw', height: '100vh'});
  else Object.assign(element.style, {left: `${x}px`, top: `${y}px`, translate: '-50% -50%'});
  return new Promise((done, fail) => {
    element.addEventListener('ended', () => (element.remove(), done()));
    element.addEventListener('error', event => (element.remove(), fail(event.error ?? new Error(event.message))));
    (parent ?? document.body).append(element);
  });
}
