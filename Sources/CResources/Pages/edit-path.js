/** SVG path data as points that can be moved: all commands absolute, each with its control points and its end. */

const sizes = {M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0};

/**
 * @returns {?{command: string, numbers: number[], points: number[][]}[]} `points` are control points and the end; null if the
 * text is no path.
 */
export function readPath(text) {
  const tokens = text.match(/[a-zA-Z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/g) ?? [], parts = [];
  let place = 0, name = '', at = [0, 0], start = [0, 0], last = null;
  while (place < tokens.length) {
    if (/[a-zA-Z]/.test(tokens[place])) name = tokens[place++];
    else if (/^[zZ]?$/.test(name)) return null;
    const upper = name.toUpperCase(), size = sizes[upper], isRelative = name !== upper;
    if (size === undefined) return null;
    // The flags of an arc may stand without spaces.
    const numbers = tokens.slice(place, place + size).map(Number);
    if (numbers.length < size || numbers.some(Number.isNaN)) return null;
    place += size;
    const [dx, dy] = isRelative ? at : [0, 0], pair = i => [numbers[i] + dx, numbers[i + 1] + dy];
    // The control point of a smooth curve mirrors the one before it.
    const mirror = kinds => (last && kinds.includes(last.command) ? [0, 1].map(axis => 2 * at[axis] - last.points.at(-2)[axis]) : [...at]);
    const made = {
      M: () => ({command: 'M', points: [pair(0)]}), L: () => ({command: 'L', points: [pair(0)]}),
      H: () => ({command: 'L', points: [[numbers[0] + dx, at[1]]]}), V: () => ({command: 'L', points: [[at[0], numbers[0] + dy]]}),
      C: () => ({command: 'C', points: [pair(0), pair(2), pair(4)]}), S: () => ({command: 'C', points: [mirror('C'), pair(0), pair(2)]}),
      Q: () => ({command: 'Q', points: [pair(0), pair(2)]}), T: () => ({command: 'Q', points: [mirror('Q'), pair(0)]}),
      A: () => ({command: 'A', numbers: numbers.slice(0, 5), points: [pair(5)]}), Z: () => ({command: 'Z', points: []}),
    }[upper]();
    parts.push(last = {numbers: [], ...made});
    at = made.points.at(-1) ?? start;
    if (upper === 'M') start = at;
    // Further pairs after a move are lines.
    if (upper === 'M') name = isRelative ? 'l' : 'L';
  }
  return parts.length && parts[0].command === 'M' ? parts : null;
}

const round = value => Math.round(value * 10) / 10;

export const writePath = parts => parts.map(({command, numbers, points}) =>
  command + [...numbers, ...points.flat().map(round)].join(' ')).join('');

/** The path with one point elsewhere. */
export const withPoint = (parts, part, point, place) =>
  parts.map((each, i) => (i === part ? {...each, points: each.points.with(point, place)} : each));
