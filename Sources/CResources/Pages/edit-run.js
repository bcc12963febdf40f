/**
 * Runs a snippet's tree in a world of its own: it has numbers, texts, lists, functions, a clock that is wound by hand, and
 * `confetti`, which only writes down how it was called. It reaches nothing of the page: objects have no prototypes, and
 * whatever is unknown (`document`, say) is a thing that does nothing.
 */

import {read} from './edit-script.js';
import {Closure, Native, bounded, check, filled, isPlain, limits, number, overrun, plain, record, repeated, single, step, stop, taken, text} from './edit-values.js';

class Returned { constructor(value) { this.value = value; } }
const stopped = Symbol('break'), inert = new Native(() => inert);

/**
 * @returns {{calls: Object[], configs: Object[], value: *, notes: string[]}} The calls of `confetti` with their `delay`s in
 * milliseconds, options given to tsParticles, and the value of the last expression: a pasted literal, for instance.
 */
export function run(text) {
  if (text.length > limits.source) throw new Error(`This text has ${text.length.toLocaleString('en')} characters; a snippet may have ${limits.source.toLocaleString('en')}.`);
  const world = {calls: [], configs: [], notes: [], now: 0, queue: [], steps: 0, depth: 0, chance: 0x2545f491, value: undefined, timer: 0, isOver: false};
  const scope = {names: globals(world), outer: null};
  let tree;
  try {
    tree = read(text);
  } catch (fault) {
    if (fault instanceof RangeError) throw new Error('The snippet is nested too deeply.');
    if (!('at' in fault)) throw fault;
    const line = text.slice(0, fault.at).split('\n').length;
    throw new Error(`Line ${line}: ${fault.message}`);
  }
  const guarded = action => {
    try {
      action();
    } catch (error) {
      if (error instanceof RangeError) overrun(world, 'is nested too deeply');
      else if (error !== world) throw error;
    }
    // What was stopped has not come back from its calls.
    world.depth = 0;
  };
  guarded(() => block(tree, scope, world));
  // A handler that is pasted alone waits for a click that never comes. It needs fewer values than its helpers, which come before it.
  const last = world.value, closures = [...scope.names.values()].filter(each => each instanceof Closure).reverse();
  closures.sort((a, b) => a.node.names.length - b.node.names.length);
  for (const each of isPlain(last) ? [] : closures) {
    if (world.calls.length || world.configs.length || world.queue.length || world.isOver) break;
    guarded(() => call(each, [inert], world));
  }
  world.value = last;
  while (world.queue.length && !world.isOver && world.calls.length < limits.calls) {
    world.queue.sort((a, b) => a.time - b.time || a.id - b.id);
    const {time, action} = world.queue.shift();
    if (time > limits.seconds * 1000) {
      if (world.calls.length) world.notes.push(`Only the first ${limits.seconds} seconds are taken.`);
      break;
    }
    world.now = time;
    guarded(() => {
      step(world, world.queue.length / 50);
      call(action, [time], world);
    });
  }
  if (world.calls.length >= limits.calls) world.notes.push(`Only the first ${limits.calls} calls are taken.`);
  let value;
  guarded(() => { value = plain(world.value, world); });
  return {calls: world.calls, configs: world.configs, value, notes: [...new Set(world.notes)]};
}

/** The options of tsParticles' own `confetti`, by the names of canvas-confetti's. */
function renamed({count, position, ...given}) {
  const place = position && !given.origin ? {origin: {x: number(position.x ?? 50) / 100, y: number(position.y ?? 50) / 100}} : {};
  return {...(count !== undefined ? {particleCount: count} : {}), ...place, ...given};
}

function globals(world) {
  const native = (run, members) => new Native(run, members);
  const later = (action, delay = 0) => {
    if (world.queue.length < 2000) world.queue.push({time: world.now + Math.max(1, number(delay) || 0), action, id: ++world.timer});
    return world.timer;
  };
  const options = list => list.filter(isPlain).map(each => plain(each, world)).find(each => !Array.isArray(each)) ?? {};
  const fire = (...list) => {
    const given = renamed(options(list));
    world.calls.push({...given, ...(world.now > 0 ? {delay: Math.round(world.now + (number(given.delay ?? 0) || 0))} : {})});
    if (world.calls.length >= limits.calls) throw world;
    return inert;
  };
  const confetti = native(fire, {
    create: native(() => confetti), reset: inert, shapeFromText: native(given => (isPlain(given) ? given : record({text: text(given)}))),
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
  const clear = native(id => {
    gone.add(id);
    world.queue = world.queue.filter(each => each.id !== id);
  });
  const math = {random: native(() => {
    // The same snippet always gives the same effect.
    world.chance = (Math.imul(world.chance, 1664525) + 1013904223) >>> 0;
    return world.chance / 2 ** 32;
  }), PI: Math.PI, E: Math.E};
  for (const name of ['floor', 'ceil', 'round', 'abs', 'min', 'max', 'sin', 'cos', 'tan', 'atan2', 'sqrt', 'pow', 'sign', 'trunc', 'log', 'exp', 'hypot']) math[name] = native((...list) => Math[name](...list.map(number)));
  const particles = native((...list) => {
    world.configs.push(options(list.flatMap(each => (isPlain(each) && isPlain(each.options) ? [each.options] : [each])).slice(-2).reverse()));
    return inert;
  });
  const names = new Map(Object.entries({
    confetti, Math: native(() => inert, math), setTimeout: native(later), setInterval: native(repeat), requestAnimationFrame: native(action => later(action, 1000 / 60)),
    clearInterval: clear, clearTimeout: clear, cancelAnimationFrame: clear, tsParticles: native(() => inert, {load: particles, loadJSON: particles}), particlesJS: particles,
    Date: native(() => world.now, {now: native(() => world.now)}), performance: native(() => inert, {now: native(() => world.now)}), console: inert,
    Number: native(number), String: native(text), parseInt: native((digits, base) => parseInt(text(digits), number(base))), parseFloat: native(digits => parseFloat(text(digits))),
    Object: native(() => record({}), {assign: native((target, ...more) => more.reduce((all, each) => taken(all, each, world), isPlain(target) ? target : record({}))),
      keys: native(each => bounded(Object.keys(isPlain(each) ? each : {}), world))}),
    Array: native((...list) => (list.length === 1 && typeof list[0] === 'number' ? filled(list[0], () => undefined, world) : list), {
      from: native((source, each) => filled(source?.length, i => (each ? call(each, [source[i], i], world) : source[i]), world))}),
  }));
  const page = native(() => inert, Object.fromEntries(names));
  for (const name of ['window', 'self', 'globalThis']) names.set(name, page);
  return names;
}

function call(target, list, world) {
  step(world);
  if (target instanceof Native) return target.run(...list);
  if (!(target instanceof Closure)) return inert;
  if (++world.depth > limits.depth) stop(world, `has calls within calls, more than ${limits.depth} deep`);
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
        step(world, round.names.size / 20);
        round = {names: new Map(round.names), outer: scope};
        if (node.step) evaluate(node.step, round, world);
      }
      return undefined;
    }
    case 'of':
      for (const each of bounded([evaluate(node.list, scope, world)].flat(), world)) {
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
  '+': (a, b, world) => (typeof a === 'string' || typeof b === 'string' ? bounded(text(a) + text(b), world) : number(a) + number(b)), '-': (a, b) => number(a) - number(b),
  '*': (a, b) => number(a) * number(b), '/': (a, b) => number(a) / number(b), '%': (a, b) => number(a) % number(b), '**': (a, b) => number(a) ** number(b),
  '<': (a, b) => single(a) < single(b), '>': (a, b) => single(a) > single(b), '<=': (a, b) => single(a) <= single(b), '>=': (a, b) => single(a) >= single(b),
  '===': (a, b) => a === b, '==': (a, b) => a === b, '!==': (a, b) => a !== b, '!=': (a, b) => a !== b, in: () => false, instanceof: () => false,
};
function evaluate(node, scope, world) {
  step(world);
  const value = inner => evaluate(inner, scope, world);
  switch (node.kind) {
    case 'value': return node.value;
    case 'name': return holder(scope, node.name)?.names.get(node.name) ?? (holder(scope, node.name) ? undefined : inert);
    case 'template': return node.parts.map(part => (typeof part === 'string' ? part : bounded(text(value(part)), world))).join('');
    case 'array': return spread(node.items, value, world);
    case 'object': return object(node, value, world);
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
      return binary[node.operator](left, value(node.right), world);
    }
    case 'assign': return assign(node, value, scope);
    case 'member': return member(value(node.object), value(node.name), world);
    case 'call': return invoke(node, value, world);
    default: return undefined;
  }
}

const spread = (items, value, world) => bounded(items.flatMap(item => {
  if (item.kind !== 'spread') return [value(item)];
  const list = value(item.value);
  return Array.isArray(list) ? bounded(list, world) : [];
}), world);

function object({entries}, value, world) {
  const result = record({});
  for (const {key, value: inner, spread: more} of entries) {
    if (more) taken(result, value(more), world);
    else result[text(value(key))] = value(inner);
  }
  return result;
}

function assign({target, value: source}, value, scope) {
  const result = value(source);
  if (target.kind === 'name') (holder(scope, target.name) ?? scope).names.set(target.name, result);
  else if (target.kind === 'member') {
    const owner = value(target.object), name = value(target.name);
    if (isPlain(owner) && (!Array.isArray(owner) || (Number.isInteger(name) && name >= 0 && name < limits.items))) owner[text(name)] = result;
  }
  return result;
}

function member(owner, name, world) {
  if (typeof name === 'object') return undefined;
  if (owner instanceof Native) return Object.hasOwn(owner.members, name) ? owner.members[name] : inert;
  if (Array.isArray(owner)) {
    if (name === 'length') return owner.length;
    if (Number.isInteger(name)) return owner[name];
    const each = action => (item, i) => call(action, [item, i], world);
    const own = {push: (...more) => (check(owner.length + more.length, 'items', world), owner.push(...more)), forEach: action => void owner.forEach(each(action)),
      map: action => owner.map(each(action)), filter: action => owner.filter(each(action)), concat: (...more) => bounded(owner.concat(...more), world),
      join: (mark = ',') => {
        check(owner.reduce((sum, item) => sum + text(item).length + text(mark).length, 0), 'characters', world);
        return bounded(owner.map(text).join(text(mark)), world);
      },
      includes: item => bounded(owner, world).includes(item), slice: (...ends) => bounded(owner.slice(...ends.map(number)), world), fill: item => bounded(owner, world).fill(item)};
    return Object.hasOwn(own, name) ? new Native(own[name]) : undefined;
  }
  if (typeof owner === 'number') return name === 'getTime' || name === 'valueOf' ? new Native(() => owner) : new Native(() => String(owner));
  if (typeof owner === 'string') {
    if (name === 'length' || Number.isInteger(name)) return owner[name];
    const own = {split: mark => bounded(owner.split(text(mark)), world), repeat: count => repeated(owner, count, world)};
    return new Native(Object.hasOwn(own, name) ? own[name] : () => owner);
  }
  return isPlain(owner) && Object.hasOwn(owner, text(name)) ? owner[text(name)] : undefined;
}

function invoke(node, value, world) {
  const target = value(node.callee), list = spread(node.list, value, world);
  // What a page does when something is clicked, loaded or drawn anew happens at once here.
  if (target === inert) {
    const name = node.callee.kind === 'member' ? value(node.callee.name) : node.callee.name;
    if (!['removeEventListener', 'off', 'catch'].includes(name)) for (const each of list) if (each instanceof Closure) call(each, [inert], world);
    return inert;
  }
  return call(target, list, world);
}
