/** Values that controls offer to pick from: shapes, emoji, outlines and pictures, with drawings. */

/** Pictures that every service has. */
export const pictures = ['built-in/card-light', 'built-in/card-dark', 'built-in/cat', 'built-in/duck', 'built-in/button'];

/** Emoji by what they are for. */
export const emoji = {
  Party: ['🎉', '🎊', '🥳', '🎂', '🎁', '🎈', '🍾', '🥂', '🏆', '🚀'],
  Hearts: ['❤️', '🧡', '💛', '💚', '💙', '💜', '💖', '💘', '😍', '😘'],
  Faces: ['😀', '😂', '😎', '🤩', '👍', '👏', '🙌', '💪', '🙏', '👀'],
  Things: ['⭐️', '✨', '🔥', '💯', '💸', '💎', '🎵', '⚡️', '☕️', '🍕'],
  Seasons: ['❄️', '⛄️', '🎄', '🌸', '🐣', '🌞', '🍂', '🎃', '👻', '🌈'],
};

/** Drawings of the shapes that particles have, in a box of 24. */
export const shapes = {
  circle: 'M12 3a9 9 0 1 1 0 18a9 9 0 1 1 0-18z', dot: 'M12 7a5 5 0 1 1 0 10a5 5 0 1 1 0-10z', square: 'M4 4h16v16H4z', rectangle: 'M2 7h20v10H2z', triangle: 'M12 3l10 18H2z',
  polygon: 'M12 2l9 5v10l-9 5-9-5V7z', star: 'M12 2l3 7 7 .6-5.4 4.8L18.2 22 12 18l-6.2 4 1.6-7.6L2 9.6 9 9z', ring: 'M12 2a10 10 0 1 1 0 20a10 10 0 1 1 0-20zM12 6a6 6 0 1 0 0 12a6 6 0 1 0 0-12z',
  heart: 'M12 22C5 16 1 12 1 7.5C1 3 4.5 2 6.5 2C9 2 11 4 12 6C13 4 15 2 17.5 2C19.5 2 23 3 23 7.5C23 12 19 16 12 22z', ribbon: 'M2 8q5-7 10 0t10 0v7q-5 7-10 0t-10 0z', strip: 'M9 1h6v22H9z',
  drop: 'M12 1C14 7 20 11 20 16A8 7 0 0 1 4 16C4 11 10 7 12 1z', flake: 'M11 1h2v8.3l7.2-4.2 1 1.8L14 11v2l7.2 4.1-1 1.8L13 14.7V23h-2v-8.3l-7.2 4.2-1-1.8L10 13v-2L2.8 6.9l1-1.8L11 9.3z',
  flame: 'M13 1C13 7 21 10 21 16C21 21 17 23 12 23C7 23 3 20 3 16C3 12 5 10 7 8C8 10 9 11 10 11C9 7 10 4 13 1z', leaf: 'M12 1C22 6 21 17 13 20V23H11V20C3 17 2 6 12 1z', petal: 'M12 23C2 18-1 8 7 1l5 4 5-4C25 8 22 18 12 23z',
  sparkle: 'M12 1Q13 11 23 12Q13 13 12 23Q11 13 1 12Q11 11 12 1z', needle: 'M12 1q3 11 0 22q-3-11 0-22z', puff: 'M7 20a6 6 0 0 1-1-11.8A6.5 6.5 0 0 1 18 8a6 6 0 0 1 0 12z', curl: 'M4 22C4 8 12 2 17 4S21 15 14 15S11 8 15 8v3c-2 0-1.5 1-.5 1C18 12 18 7 15.5 6.5C12 6 8 10 8 22z',
  wisp: 'M10 23C3 18 14 15 9 10.5C5 7 9 3 15 1c-3 3-3 5.5-.5 8.5C20 14 10 18 14 23z',
};

/** Outlines to pick from, in a box of 24. */
export const outlines = {
  bolt: 'M13 2L4 14h6l-1 8 9-12h-6z', drop: 'M12 2C8 8 5 11 5 15a7 7 0 0 0 14 0c0-4-3-7-7-13z', leaf: 'M4 20C4 10 10 4 21 3c0 11-6 17-14 16l-2 3z', moon: 'M15 2a10 10 0 1 0 7 14A9 9 0 0 1 15 2z',
  arrow: 'M12 2l9 10h-6v10H9V12H3z', plus: 'M9 2h6v7h7v6h-7v7H9v-7H2V9h7z', crown: 'M2 7l5 5 5-8 5 8 5-5-2 13H4z', note: 'M9 3l11-2v15a4 4 0 1 1-2-3V6L11 7v11a4 4 0 1 1-2-3z', bell: 'M12 2a6 6 0 0 1 6 6c0 6 3 8 3 10H3c0-2 3-4 3-10a6 6 0 0 1 6-6zM9 20h6a3 3 0 0 1-6 0z',
};

/** Values that stand for themselves, of parameters that take a number or a text, too. */
const named = {
  loop: ['forever', 'seamless', 'once'], t0: ['auto', 'steady', '0'], from: ['top', 'bottom', 'left', 'right', 'center', 'corners'], poster: ['first', 'best'],
  palette: ['off', 'auto', '256', '64', '16'], 'colors.palette': ['off', 'auto', '256', '64', '16'], quality: ['lossless', '90', '75', '50'], max: ['100kB', '200kB', '1MB', 'github'],
};

/** Whether a parameter has one value, not a list. */
export const isOne = ({name, initial}) => Boolean(initial?.startsWith('built-in/')) || name === 'path' || name in named;

/** Returns the values that a control offers, in groups; none for those that have no list. */
export function offersFor({name, initial, allowed}) {
  if (initial?.startsWith('built-in/')) return {'': pictures};
  if (name in named) return {'': named[name]};
  if (name === 'emoji') return emoji;
  // The catalog lists the shapes that the service draws.
  if (name === 'shapes') return {'': /^any of /.test(allowed ?? '') ? allowed.slice(7).split(/, */) : Object.keys(shapes)};
  return null;
}
