/** Values of a snippet, and their bounds: `edit-run.js` makes no text, list or object but by these. */

/**
 * Most characters of a text, items of a list, steps (what is long takes several), calls within calls, calls of `confetti`,
 * seconds of the clock, and characters of the snippet.
 */
export const limits = {characters: 100_000, items: 10_000, steps: 400_000, depth: 60, calls: 900, seconds: 6, source: 200_000};

export class Closure { constructor(node, scope) { Object.assign(this, {node, scope}); } }
export class Native { constructor(run, members = {}) { Object.assign(this, {run, members}); } }
/** A value that a snippet throws. */
export class Thrown { constructor(value) { this.value = value; } }

const isFunction = value => value instanceof Closure || value instanceof Native;

/** A promise. `call` calls the functions that wait for it; what they return ends the promise that `then` makes. */
export class Later extends Native {
  isDone = false;
  value = undefined;
  #waiting = [];

  constructor(call) {
    super(() => undefined);
    const after = action => {
      const next = new Later(call);
      this.whenDone(value => next.end(action(value)));
      return next;
    };
    Object.assign(this.members, {
      then: new Native(action => (isFunction(action) ? after(value => call(action, [value])) : this)), catch: new Native(() => this),
      finally: new Native(action => after(value => {
        const own = isFunction(action) ? call(action, []) : undefined;
        return own instanceof Later ? own.members.then.run(new Native(() => value)) : value;
      })),
    });
  }

  /** Calls `action` with the value, now or when it is there. */
  whenDone(action) { this.isDone ? action(this.value) : this.#waiting.push(action); }

  end(value) {
    if (value instanceof Later) value.whenDone(each => this.end(each));
    else if (!this.isDone) {
      this.isDone = true;
      this.value = value;
      for (const each of this.#waiting.splice(0)) each(value);
    }
    return this;
  }
}

export const isPlain = value => value !== null && typeof value === 'object' && !(value instanceof Closure) && !(value instanceof Native);
export const record = entries => Object.assign(Object.create(null), entries);

/** Notes that the snippet goes beyond a limit. Nothing of it runs any more. */
export function overrun(world, reason) {
  if (!world.isOver) world.notes.push(`The snippet ${reason}; what it did until then is taken.`);
  world.isOver = true;
}

/** Ends the snippet. */
export function stop(world, reason) {
  overrun(world, reason);
  throw world;
}

/** Counts what the snippet does. */
export function step(world, count = 1) {
  world.steps += count;
  if (world.steps > limits.steps) stop(world, 'runs for too long');
}

/** Ends the snippet if it would make something too long: `unit` is `characters` or `items`. */
export function check(length, unit, world) {
  if (length > limits[unit]) stop(world, `makes a ${unit === 'items' ? 'list' : 'text'} of more than ${limits[unit].toLocaleString('en')} ${unit}`);
}

/** A text or a list that has been made, if it is not too long. */
export function bounded(made, world) {
  const isText = typeof made === 'string';
  check(made.length, isText ? 'characters' : 'items', world);
  step(world, made.length / (isText ? 500 : 20));
  return made;
}

/** A list of so many items. */
export function filled(count, item, world) {
  const length = Math.max(0, Math.trunc(number(count)) || 0);
  check(length, 'items', world);
  return bounded(Array.from({length}, (_, i) => item(i)), world);
}

/** A text so many times. */
export function repeated(part, count, world) {
  const times = Math.max(0, Math.trunc(number(count)) || 0);
  check(times * part.length, 'characters', world);
  return part.length ? bounded(part.repeat(times), world) : '';
}

/** An object with the members of another one. */
export function taken(owner, other, world) {
  if (!isPlain(other)) return owner;
  const names = bounded(Object.keys(other), world);
  step(world, names.length / 5);
  return Object.assign(owner, other);
}

/** A value as JSON has it; functions and things that do nothing are left out. */
export function plain(value, world, depth = 0) {
  step(world);
  if (depth > 30 || value instanceof Closure || value instanceof Native) return undefined;
  if (Array.isArray(value)) return value.map(each => plain(each, world, depth + 1)).filter(each => each !== undefined);
  if (isPlain(value)) return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each, world, depth + 1)]).filter(([, each]) => each !== undefined));
  return typeof value === 'number' && !Number.isFinite(value) ? undefined : value;
}

export const number = value => (typeof value === 'object' ? NaN : Number(value));
export const text = value => (typeof value === 'object' ? '' : String(value));
/** A value that can be compared: not a list, nor an object. */
export const single = value => (typeof value === 'object' ? NaN : value);

/** Whether values are equal by `==`. */
const isAlike = (a, b) => a === b || (a ?? null) === (b ?? null) || ([typeof a, typeof b].sort().join() === 'number,string' && number(a) === number(b));

/** What an operator between two values gives. */
export const binary = {
  '+': (a, b, world) => (typeof a === 'string' || typeof b === 'string' ? bounded(text(a) + text(b), world) : number(a) + number(b)), '-': (a, b) => number(a) - number(b),
  '*': (a, b) => number(a) * number(b), '/': (a, b) => number(a) / number(b), '%': (a, b) => number(a) % number(b), '**': (a, b) => number(a) ** number(b),
  '<': (a, b) => single(a) < single(b), '>': (a, b) => single(a) > single(b), '<=': (a, b) => single(a) <= single(b), '>=': (a, b) => single(a) >= single(b),
  '|': (a, b) => number(a) | number(b), '&': (a, b) => number(a) & number(b), '^': (a, b) => number(a) ^ number(b),
  '<<': (a, b) => number(a) << number(b), '>>': (a, b) => number(a) >> number(b), '>>>': (a, b) => number(a) >>> number(b),
  '===': (a, b) => a === b, '==': isAlike, '!==': (a, b) => a !== b, '!=': (a, b) => !isAlike(a, b), in: (a, b) => isPlain(b) && Object.hasOwn(b, text(a)), instanceof: () => false,
};
