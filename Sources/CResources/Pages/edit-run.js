/**
 * Runs a snippet's tree in a world of its own: it has numbers, texts, lists, functions, a clock that is wound by hand, and
 * `confetti`, which only writes down how it was called. It reaches nothing of the page: objects have no prototypes, and
 * whatever is unknown (`document`, say) is a thing that does nothing.
 */

import {read} from './edit-script.js';

const limits = {steps: 400_000, calls: 900, seconds: 6, depth: 60};

class Closure { constructor(node, scope) { Object.assign(this, {node, scope}); } }
class Native { constructor(run, members = {}) { Object.assign(this, {run, members}); } }
class Returned { constructor(value) { this.value = value; } }
const stopped = Symbol('break'), inert = new Native(() => inert);
const isPlain = value => value !== null && typeof value === 'object' && !(value instanceof Closure) && !(value instanceof Native);
const record = entries => Object.assign(Object.create(null), entries);

/**
 * @returns {{calls: Object[], configs: Object[], value: *, notes: string[]}} The calls of `confetti` with their `delay`s in
 * milliseconds, options given to tsParticles, and the value of the last expression: a pasted literal, for instance.
 */
export function run(text) {
  const world = {calls: [], configs: [], notes: [], now: 0, queue: [], steps: 0, depth: 0, chance: 0x2545f491, value: undefined, timer: 0};
  const scope = {names: globals(world), outer: null};
  let tree;
  try {
    tree = read(text);
  } catch (fault) {
    if (!('at' in fault)) throw fault;
    const line = text.slice(0, fault.at).split('\n').length;
    throw new Error(`Line ${line}: ${fault.message}`);
  }
  const guarded = action => {
    try {
      action();
    } catch (error) {
      if (error !== world) throw error;
    }
  };
  guarded(() => block(tree, scope, world));
  while (world.queue.length && world.calls.length < limits.calls) {
    world.queue.sort((a, b) => a.time - b.time || a.id - b.id);
    const {time, action} = world.queue.shift();
    if (time > limits.seconds * 1000) {
      if (world.calls.length) world.notes.push(`Only the first ${limits.seconds} seconds are taken.`);
      break;
    }
    world.now = time;
    guarded(() => call(action, [time], world));
    if (world.steps > limits.steps) break;
  }
  if (world.calls.length >= limits.calls) world.notes.push(`Only the first ${limits.calls} calls are taken.`);
  return {calls: world.calls, configs: world.configs, value: plain(world.value), notes: [...new Set(world.notes)]};
}

/** A value as JSON has it; functions and things that do nothing are left out. */
function plain(value, depth = 0) {
  if (depth > 30 || value instanceof Closure || value instanceof Native) return undefined;
  if (Array.isArray(value)) return value.map(each => plain(each, depth + 1)).filter(each => each !== undefined);
  if (isPlain(value)) return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each, depth + 1)]).filter(([, each]) => each !== undefined));
  return typeof value === 'number' && !Number.isFinite(value) ? undefined : value;
}

function globals(world) {
  const native = (run, members) => new Native(run, members);
  const later = (action, delay = 0) => {
    if (world.queue.length < 2000) world.queue.push({time: world.now + Math.max(1, Number(delay) || 0), action, id: ++world.timer});
    return world.timer;
  };
  const options = list => list.filter(isPlain).map(each => plain(each)).find(each => !Array.isArray(each)) ?? {};
  const fire = (...list) => {
    const given = options(list);
    world.calls.push({...given, ...(world.now > 0 ? {delay: Math.round(world.now + (given.delay ?? 0))} : {})});
    if (world.calls.length >= limits.calls) throw world;
    return inert;
  };
  const confetti = native(fire, {
    create: native(() => confetti), reset: inert, shapeFromText: native(given => (isPlain(given) ? given : record({text: String(given)}))),
    shapeFromPath: native(given => given), default: undefined,
  });
  confetti.members.default = confetti;
  const repeat = (action, delay) => {
    const id = world.timer + 1, own = native(time => {
      call(action, [time], world);
      if (!gone.has(id)) later(own, delay);
    });
    later(own, delay);
    return id;
  };
  const gone = new Set();
  const stop = native(id => {
    gone.add(id);
    world.queue = world.queue.filter(each => each.id !== id);
  });
  const math = {random: native(() => {
    // The same snippet always gives the same effect.
    world.chance = (Math.imul(world.chance, 1664525) + 1013904223) >>> 0;
    return world.chance / 2 ** 32;
  }), PI: Math.PI, E: Math.E};
  for (const name of ['floor', 'ceil', 'round', 'abs', 'min', 'max', 'sin', 'cos', 'tan', 'atan2', 'sqrt', 'pow', 'sign', 'trunc', 'log', 'exp', 'hypot']) math[name] = native(Math[name]);
  const particles = native((...list) => {
    world.configs.push(options(list.flatMap(each => (isPlain(each) && isPlain(each.options) ? [each.options] : [each])).slice(-2).reverse()));
    return inert;
  });
  return new Map(Object.entries({
    confetti, Math: native(() => inert, math), setTimeout: native(later), setInterval: native(repeat), requestAnimationFrame: native(action => later(action, 1000 / 60)),
    clearInterval: stop, clearTimeout: stop, cancelAnimationFrame: stop, tsParticles: native(() => inert, {load: particles, loadJSON: particles}), particlesJS: particles,
    Date: native(() => world.now, {now: native(() => world.now)}), performance: native(() => inert, {now: native(() => world.now)}), console: inert,
    Number: native(Number), String: native(String), parseInt: native(parseInt), parseFloat: native(parseFloat),
    Object: native(() => record({}), {assign: native((target, ...more) => Object.assign(isPlain(target) ? target : record({}), ...more.filter(isPlain))), keys: native(each => Object.keys(isPlain(each) ? each : {}))}),
    Array: native(() => [], {from: native((source, each) => Array.from({length: Math.min(1000, source?.length ?? 0)}, (_, i) => call(each, [source[i], i], world)))}),
  }));
}

function step(world) {
  if (++world.steps > limits.steps) {
    world.notes.push('The snippet runs for too long; what it did until then is taken.');
    throw world;
  }
}

function call(target, list, world) {
  step(world);
  if (target instanceof Native) return target.run(...list);
  if (!(target instanceof Closure)) return inert;
  if (++world.depth > limits.depth) throw world;
  const {node, scope} = target, names = new Map();
  const inner = {names, outer: scope};
  node.names.forEach(({name, isRest, initial}, i) => names.set(name, isRest ? list.slice(i) : list[i] ?? (initial ? evaluate(initial, inner, world) : list[i])));
  if (node.name) names.set(node.name, target);
  const result = execute(node.body, inner, world);
  world.depth--;
  return result instanceof Returned ? result.value : undefined;
}

function block(node, scope, world) {
  // Functions are known before they are declared.
  for (const each of node.body) {
    if (each.kind === 'declare' && each.pairs[0][1].kind === 'function' && each.pairs[0][1].name) scope.names.set(each.pairs[0][0], new Closure(each.pairs[0][1], scope));
  }
  for (const each of node.body) {
    const result = execute(each, scope, world);
    if (result instanceof Returned || result === stopped) return result;
  }
  return undefined;
}

function execute(node, scope, world) {
  step(world);
  switch (node.kind) {
    case 'block': return block(node, {names: new Map(), outer: scope}, world);
    case 'declare': return void node.pairs.forEach(([name, value]) => scope.names.set(name, evaluate(value, scope, world)));
    case 'return': return new Returned(node.value ? evaluate(node.value, scope, world) : undefined);
    case 'break': return stopped;
    case 'if': return evaluate(node.test, scope, world) ? execute(node.then, scope, world) : node.otherwise && execute(node.otherwise, scope, world);
    case 'for': {
      const own = {names: new Map(), outer: scope};
      if (node.start) execute(node.start, own, world);
      // Each round has variables of its own: a function made in it keeps their values.
      for (let round = own; !node.test || evaluate(node.test, round, world);) {
        const result = execute(node.body, round, world);
        if (result instanceof Returned) return result;
        if (result === stopped) break;
        round = {names: new Map(round.names), outer: scope};
        if (node.step) evaluate(node.step, round, world);
      }
      return undefined;
    }
    case 'of':
      for (const each of [evaluate(node.list, scope, world)].flat()) {
        const result = execute(node.body, {names: new Map([[node.name, each]]), outer: scope}, world);
        if (result instanceof Returned) return result;
        if (result === stopped) break;
      }
      return undefined;
    default: return void (world.value = evaluate(node.value, scope, world));
  }
}

const holder = (scope, name) => { for (let own = scope; own; own = own.outer) if (own.names.has(name)) return own; return null; };

const binary = {
  '+': (a, b) => (typeof a === 'string' || typeof b === 'string' ? text(a) + text(b) : number(a) + number(b)), '-': (a, b) => number(a) - number(b),
  '*': (a, b) => number(a) * number(b), '/': (a, b) => number(a) / number(b), '%': (a, b) => number(a) % number(b), '**': (a, b) => number(a) ** number(b),
  '<': (a, b) => a < b, '>': (a, b) => a > b, '<=': (a, b) => a <= b, '>=': (a, b) => a >= b,
  '===': (a, b) => a === b, '==': (a, b) => a === b, '!==': (a, b) => a !== b, '!=': (a, b) => a !== b, in: () => false, instanceof: () => false,
};
const number = value => (typeof value === 'object' ? NaN : Number(value));
const text = value => (typeof value === 'object' ? '' : String(value).slice(0, 10_000));

function evaluate(node, scope, world) {
  step(world);
  const value = inner => evaluate(inner, scope, world);
  switch (node.kind) {
    case 'value': return node.value;
    case 'name': return holder(scope, node.name)?.names.get(node.name) ?? (holder(scope, node.name) ? undefined : inert);
    case 'template': return node.parts.map(part => (typeof part === 'string' ? part : text(value(part)))).join('');
    case 'array': return spread(node.items, value);
    case 'object': return object(node, value);
    case 'function': return new Closure(node, scope);
    case 'sequence': return value(node.first), value(node.then);
    case 'choice': return value(node.test) ? value(node.then) : value(node.otherwise);
    case 'unary': {
      const own = value(node.value);
      return {'!': () => !own, '-': () => -number(own), '+': () => number(own), typeof: () => (own instanceof Closure || own instanceof Native ? 'function' : typeof own), await: () => own, void: () => undefined}[node.operator]();
    }
    case 'binary': {
      const left = value(node.left);
      if (node.operator === '&&') return left ? value(node.right) : left;
      if (node.operator === '||') return left && left !== inert ? left : value(node.right);
      if (node.operator === '??') return left === undefined || left === null || left === inert ? value(node.right) : left;
      return binary[node.operator](left, value(node.right));
    }
    case 'assign': return assign(node, value, scope);
    case 'member': return member(value(node.object), value(node.name), world);
    case 'call': return invoke(node, value, world);
    default: return undefined;
  }
}

const spread = (items, value) => items.flatMap(item => {
  if (item.kind !== 'spread') return [value(item)];
  const list = value(item.value);
  return Array.isArray(list) ? list : [];
});

function object({entries}, value) {
  const result = record({});
  for (const {key, value: inner, spread: more} of entries) {
    if (more) {
      const other = value(more);
      if (isPlain(other)) Object.assign(result, other);
    } else result[text(value(key))] = value(inner);
  }
  return result;
}

function assign({target, value: source}, value, scope) {
  const result = value(source);
  if (target.kind === 'name') (holder(scope, target.name) ?? scope).names.set(target.name, result);
  else if (target.kind === 'member') {
    const owner = value(target.object), name = value(target.name);
    if (isPlain(owner) && (!Array.isArray(owner) || (Number.isInteger(name) && name >= 0 && name < 10_000))) owner[name] = result;
  }
  return result;
}

function member(owner, name, world) {
  if (owner instanceof Native) return Object.hasOwn(owner.members, name) ? owner.members[name] : inert;
  if (Array.isArray(owner)) {
    if (name === 'length') return owner.length;
    if (Number.isInteger(name)) return owner[name];
    const each = action => (item, i) => call(action, [item, i], world);
    const own = {push: (...more) => owner.length < 10_000 && owner.push(...more), forEach: action => void owner.forEach(each(action)), map: action => owner.map(each(action)),
      filter: action => owner.filter(each(action)), concat: (...more) => owner.concat(...more), join: mark => owner.map(text).join(mark), includes: item => owner.includes(item),
      slice: (...ends) => owner.slice(...ends)};
    return Object.hasOwn(own, name) ? new Native(own[name]) : undefined;
  }
  if (typeof owner === 'number') return name === 'getTime' || name === 'valueOf' ? new Native(() => owner) : new Native(() => String(owner));
  if (typeof owner === 'string') return name === 'length' ? owner.length : name === 'split' ? new Native(mark => owner.split(text(mark))) : Number.isInteger(name) ? owner[name] : new Native(() => owner);
  return isPlain(owner) && Object.hasOwn(owner, name) ? owner[name] : undefined;
}

function invoke(node, value, world) {
  const target = value(node.callee), list = spread(node.list, value);
  // What a page does when something is clicked or loaded happens at once here.
  if (target === inert) {
    const name = node.callee.kind === 'member' ? value(node.callee.name) : '';
    if (['addEventListener', 'then', 'click', 'on', 'ready'].includes(name)) for (const each of list) if (each instanceof Closure) call(each, [inert], world);
    return inert;
  }
  return call(target, list, world);
}
