/** Components and functions of other confetti libraries, as calls of canvas-confetti's function or as a spec. */

import {number} from './edit-values.js';

/** Frames a second of these libraries, in whose frames their speeds are. */
const rate = 60;

const given = (value, usual) => (Number.isFinite(number(value ?? NaN)) ? number(value) : usual);
/** A number, or the larger one of a range. */
const most = (value, usual) => given(value?.max ?? value, usual);
const listed = (value, usual) => (Array.isArray(value) && value.length ? {colors: value} : usual ? {colors: usual} : {});
const rounded = value => Math.round(value * 1000) / 1000;

/** Whether a module's function is canvas-confetti's, or tsParticles' of the same form. */
export const isConfetti = from => typeof from === 'string' && /confetti/.test(from) && !/react|js-confetti|vue|svelte|party/.test(from);

/** The options of tsParticles' own `confetti`, by the names of canvas-confetti's. */
export function renamed({count, position, ...given}) {
  const place = position && !given.origin ? {origin: {x: number(position.x ?? 50) / 100, y: number(position.y ?? 50) / 100}} : {};
  return {...(count !== undefined ? {particleCount: count} : {}), ...place, ...given};
}

/** Calls of js-confetti's `addConfetti`: from both sides towards the middle. */
export function sides({confettiNumber, confettiColors, confettiRadius, emojis, emojiSize}) {
  const count = given(confettiNumber, 250), isEmoji = Array.isArray(emojis) && emojis.length > 0;
  const scalar = isEmoji ? given(emojiSize, 80) / 20 : given(confettiRadius, 6) / 6;
  const look = isEmoji ? {shapes: emojis.map(text => ({text, scalar}))} : listed(confettiColors, ['#fcf403', '#62fc03', '#f4fc03', '#03e7fc', '#03fca5', '#a503fc', '#fc03ad', '#fc03c2']);
  return [0, 1].map(x => ({...look, scalar, particleCount: Math.max(1, Math.round(count / 2)), angle: x ? 132 : 48, spread: 67, startVelocity: 60, origin: {x, y: 0.7}}));
}

/** Pieces that fall from the top edge, as react-confetti has them: its speeds are pixels a frame. */
export function falling(props) {
  const side = (value, usual) => Math.min(1200, Math.max(50, given(value, usual))), width = side(props.width, 600), height = side(props.height, 400);
  const gravity = given(props.gravity, 0.1), wind = given(props.wind, 0), up = Math.abs(most(props.initialVelocityY, 10)), aside = Math.abs(most(props.initialVelocityX, 4));
  const friction = Math.min(1, Math.max(0.5, given(props.friction, 0.99))), count = Math.max(1, Math.round(given(props.numberOfPieces, 200)));
  const opacity = Math.min(1, Math.max(0, given(props.opacity, 1)));
  const {x = 0, y = 0, w = width, h = 0} = props.confettiSource ?? {}, place = [given(x, 0) + given(w, width) / 2, given(y, 0) + given(h, 0) / 2];
  // A piece's way to the bottom, frame by frame, as the library goes it.
  let frames = 0;
  for (let top = place[1], speed = -up / 2; top < height + 20 && frames < 8 * rate; frames++) {
    speed = (speed + gravity) * friction;
    top += speed;
  }
  const life = Math.max(0.5, rounded(frames / rate)), isEndless = props.recycle !== false, tween = Math.min(10, given(props.tweenDuration, 5000) / 1000);
  const births = isEndless ? {birthRate: rounded(count / life)} : {burst: {count, ...(tween > 0 ? {spacing: rounded(tween)} : {})}};
  const cell = {
    name: 'piece', contents: [{shape: 'rectangle', size: [12, 7]}, {shape: 'rectangle', size: [16, 4]}, {shape: 'circle', size: 10}],
    ...listed(props.colors, ['#f44336', '#e91e63', '#9c27b0', '#673ab7', '#3f51b5', '#2196f3', '#03a9f4', '#00bcd4', '#009688', '#4caf50', '#8bc34a', '#cddc39', '#ffeb3b', '#ffc107', '#ff9800', '#ff5722']),
    ...births, lifetime: life, velocity: [0, rounded(up * rate)], emissionLongitude: '-90deg', emissionRange: `${Math.round(2 * Math.atan2(aside, Math.max(1, up)) * 180 / Math.PI)}deg`, emissionSpace: 'planar',
    ...(gravity ? {yAcceleration: rounded(gravity * rate ** 2)} : {}), ...(wind ? {xAcceleration: rounded(wind * rate ** 2)} : {}),
    scale: [0.6, 1.2], particleType: 'plane', orientationRange: '360deg', rotation: [0, 6.283], spin: [2, 7],
    ...(friction < 1 ? {emitterBehaviors: [{type: 'drag', drag: rounded(-Math.log(friction) * rate)}]} : {}),
  };
  const timing = isEndless ? {duration: Math.min(4, life), fps: 30, loop: 'seamless'} : {duration: Math.min(10, tween + life), fps: 30, loop: 'once'};
  return {canvas: {width: Math.round(width), height: Math.round(height)}, timing, layers: [
    {name: 'confetti', emitterShape: 'rectangle', emitterPosition: place.map(rounded), emitterSize: [given(w, width), given(h, 0)].map(each => rounded(Math.max(0, each))), ...(opacity < 1 ? {opacity} : {}), emitterCells: [cell]},
  ]};
}

const component = (name, from, module, ...usual) => (from ? from === module || from.startsWith(`${module}/`) : usual.includes(name));

/**
 * Tells what an element of a component shows: `{calls}`, `{config}` for tsParticles, `{spec}` with a `note` on it, or null where that is not known.
 * @param {string} from - The module that the component is imported from, if that is known.
 */
export function shown(name, from, props) {
  if (/^(Ng)?Particles$/i.test(name) && (props.options ?? props.params)) return {config: props.options ?? props.params};
  if (component(name, from, 'react-confetti-explosion', 'ConfettiExplosion')) {
    return {calls: [{particleCount: given(props.particleCount, 100), spread: 360, startVelocity: 50 * given(props.force, 0.5), ticks: Math.round(given(props.duration, 2200) * rate / 1000), origin: {y: 0.5}, ...listed(props.colors)}]};
  }
  if (props.config && component(name, from, 'react-dom-confetti', 'Confetti')) {
    const {angle = 90, spread = 45, startVelocity = 45, elementCount = 50, duration = 3000, colors} = props.config;
    return {calls: [{angle: given(angle, 90), spread: given(spread, 45), startVelocity: given(startVelocity, 45), particleCount: given(elementCount, 50), ticks: Math.round(given(duration, 3000) * rate / 1000), ...listed(colors)}]};
  }
  if (component(name, from, 'react-canvas-confetti', 'ReactCanvasConfetti') && ('particleCount' in props || 'spread' in props)) return {calls: [props]};
  if (component(name, from, 'react-confetti', 'Confetti', 'ReactConfetti')) {
    return {spec: falling(props), ...(props.run === false ? {note: `<${name} run={false}> shows nothing until "run" is true; this is what it shows then.`} : {})};
  }
  return null;
}
