/**
 * Effects over a page, from a script of the page:
 *
 * <script type="module" src="https://…/hanabi.js"></script>, and then hanabi.confetti({particleCount: 100, origin: {y: 0.6}}) or
 * hanabi.play('explode', {x: 100, y: 200, colors: ['gold', 'tomato']}), as often as wanted. The module exports both, too.
 */

import * as calls from './player-call.js';

const service = new URL('/', import.meta.url);
const ready = customElements.get('hanabi-effect') ? Promise.resolve() : new Promise((done, fail) => {
  const script = document.createElement('script');
  Object.assign(script, {src: new URL('./player.js', import.meta.url), onload: done, onerror: () => fail(new Error('The player could not be loaded.'))});
  document.head.append(script);
});

/** Plays an effect of this service, by its name or its address, over the window or with its middle at `x`, `y`. */
export const play = async (src, options) => {
  await ready;
  return calls.play(new URL(/^[\w-]+$/.test(src) ? `/v1/effects/${src}.tracks.json` : src, service), options);
};

/** Throws confetti over the window, with the options of canvas-confetti. */
export const confetti = Object.assign(async options => {
  await ready;
  return calls.confetti({service: service.origin, ...options});
}, calls.confetti, {
  create: (...place) => {
    const own = calls.confetti.create(...place);
    return Object.assign(async options => (await ready, own({service: service.origin, ...options})), own);
  },
});

globalThis.hanabi = {play, confetti};
