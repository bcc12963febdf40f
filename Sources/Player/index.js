/**
 * The element `<hanabi-effect>` for programs that are bundled. In a browser, importing this module defines the element. Elsewhere,
 * as on a server that renders pages, it does nothing.
 */

const inBrowser = typeof customElements !== 'undefined';
// A page may have the service's own script already.
if (inBrowser && !customElements.get('hanabi-effect')) await import('./element/player.js');

/** The class of the element; `undefined` outside of a browser. */
export const HanabiEffect = inBrowser ? customElements.get('hanabi-effect') : undefined;

export {confetti, play} from './element/player-call.js';
