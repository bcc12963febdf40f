/**
 * Runs a snippet's tree in a world of its own: it has numbers, texts, lists, functions, a clock that is wound by hand, and
 * `confetti`, which only writes down how it was called. It reaches nothing of the page: objects have no prototypes, and
 * whatever is unknown (`document`, say) is a thing that does nothing.
 */

import {isConfetti, renamed, shown, sides} from './edit-component.js';
import {read} from './edit-script.js';
import {Closure, Later, Native, Thrown, binary, bounded, check, filled, isPlain, limits, number, overrun, plain, record, repeated, step, stop, taken, text} from './edit-values.js';

class Returned { constructor(value) { this.value = value; } }
const stopped = Symbol('break'), skipped = Symbol('continue'), inert = new Native(() => inert);

/**
 * @returns {{calls: Object[], configs: Object[], specs: Object[], value: *, unknown: string[], notes: string[]}} The calls of `confetti`
 * with their `delay`s in milliseconds, options given to tsParticles, specs of other components, the value of the last expression (a pasted
 * literal, for instance), and components of which nothing is known.
 */
export function run(text) {
  if (text.length > limits.source) throw new Error(`This text has ${text.length.toLocaleString('en')} characters; a snippet may have ${limits.source.toLocaleString('en')}.`);
  const world = {calls: [], configs: [], specs: [], unknown: [], modules: new Map(), handlers: new Set(), notes: [], now: 0, queue: [], steps: 0, depth: 0, chance: 0x2545f491, value: undefined, timer: 0, isOver: false};
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
      else if (error instanceof Thrown) world.notes.push(`The snippet throws an error; what it did until then is taken.`);
      else if (error instanceof TypeError) world.notes.push('The snippet does what is not understood; what it did until then is taken.');
      else if (error !== world) throw error;
    }
    // What was stopped has not come back from its calls.
    world.depth = 0;
  };
  guarded(() => block(tree, scope, world));
  // A handler that is pasted alone waits for a click that never comes. It needs fewer values than its helpers, which come before it.
  const last = world.value, own = [...new Set([last, ...scope.names.values()])], isIdle = () => !(world.calls.length || world.configs.length || world.specs.length || world.queue.length || world.isOver);
  const callAll = closures => {
    closures.sort((a, b) => a.node.names.length - b.node.names.length);
    for (const each of closures) if (isIdle()) guarded(() => call(each, [inert], world));
  };
  if (!isPlain(last)) {
    callAll(own.filter(each => each instanceof Closure).reverse());
    for (const each of own.filter(each => each instanceof Native && each.isClass)) {
      let made;
      if (isIdle()) guarded(() => { made = call(each, [inert], world); });
      if (made) callAll(Object.values(made).filter(member => member instanceof Closure));
    }
    callAll([...world.handlers]);
  }
  world.value = last;
  for (let isMore = true; isMore && !world.isOver;) guarded(() => { isMore = advance(world); });
  if (world.calls.length >= limits.calls) world.notes.push(`Only the first ${limits.calls} calls are taken.`);
  let value;
  guarded(() => { value = plain(world.value, world); });
  const {calls, configs, specs, unknown, notes} = world;
  return {calls, configs, specs, value, unknown: [...new Set(unknown)], notes: [...new Set(notes)]};
}

/** Winds the clock to what comes next; false where nothing does. */
function advance(world) {
  if (!world.queue.length || world.isOver || world.calls.length >= limits.calls) return false;
  world.queue.sort((a, b) => a.time - b.time || a.id - b.id);
  const {time, action} = world.queue[0];
  if (time > limits.seconds * 1000) {
    if (world.calls.length) world.notes.push(`Only the first ${limits.seconds} seconds are taken.`);
    world.queue = [];
    return false;
  }
  world.queue.shift();
  world.now = time;
  step(world, world.queue.length / 50);
  call(action, [time], world);
  return true;
}

function globals(world) {
  const native = (run, members) => new Native(run, members);
  const later = (action, delay = 0) => {
    if (world.queue.length < 2000) world.queue.push({time: world.now + Math.max(1, number(delay) || 0), action, id: ++world.timer});
    return world.timer;
  };
  const options = list => list.filter(isPlain).map(each => plain(each, world)).find(each => !Array.isArray(each)) ?? {};
  const fire = (...list) => note(renamed(options(list)));
  const note = given => {
    world.calls.push({...given, ...(world.now > 0 ? {delay: Math.round(world.now + (number(given.delay ?? 0) || 0))} : {})});
    if (world.calls.length >= limits.calls) throw world;
    return inert;
  };
  // Other ways to throw confetti: by functions that the snippet has from elsewhere, and by components.
  world.fire = fire;
  world.addConfetti = (...list) => (sides(options(list)).forEach(note), inert);
  world.show = (name, props) => {
    const from = world.modules.get(name), found = shown(name, from, props);
    if (!found && /confetti|particles|firework/i.test(`${name} ${from ?? ''}`)) world.unknown.push(`<${name}>`);
    for (const each of found?.calls ?? []) note(each);
    if (found?.config) world.configs.push(found.config);
    if (found?.spec) world.specs.push(found.spec);
    if (found?.note) world.notes.push(found.note);
    return inert;
  };
  const confetti = native(fire, {
    create: native(() => confetti), reset: inert, shapeFromText: native(given => (isPlain(given) ? given : record({text: text(given)}))),
    shapeFromPath: native(given => given), default: undefined,
  });
  confetti.members.default = confetti;
  world.confetti = confetti;
  const repeat = (action, delay) => {
    const id = world.timer + 1, own = native(time => {
      // A tick after the first has an id of its own.
      if (gone.has(id)) return;
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
  const pending = () => new Later((action, list) => call(action, list, world));
  const promise = native(action => {
    const own = pending(), end = native(value => own.end(value));
    call(action, [end, end], world);
    return own;
  }, {
    resolve: native(value => pending().end(value)), race: native(list => [list].flat().reduce((own, each) => own.end(each), pending())),
    all: native(list => {
      const own = pending(), values = [list].flat();
      let left = values.length;
      values.forEach((each, i) => pending().end(each).whenDone(value => {
        values[i] = value;
        if (--left === 0) own.end(values);
      }));
      return left ? own : own.end(values);
    }),
  });
  // States that hide what is to be seen are as if they were true; setting one draws nothing anew.
  const hooks = {
    useState: native(first => [typeof first === 'boolean' || first === null || first === undefined ? inert : first instanceof Closure ? call(first, [], world) : first, native(() => undefined)]),
    useRef: native(first => record({current: first ?? inert})), useCallback: native(action => action), useMemo: native(make => call(make, [], world)),
  };
  const names = new Map(Object.entries({
    ...hooks, React: native(() => inert, hooks), Promise: promise, Set: native(list => (Array.isArray(list) ? bounded([...new Set(list)], world) : [])),
    require: native(from => (isConfetti(from) ? confetti : inert)),
    confetti, Math: native(() => inert, math), setTimeout: native(later), setInterval: native(repeat), requestAnimationFrame: native(action => later(action, 1000 / 60)),
    clearInterval: clear, clearTimeout: clear, cancelAnimationFrame: clear, tsParticles: native(() => inert, {load: particles, loadJSON: particles}), particlesJS: particles,
    Date: native(() => world.now, {now: native(() => world.now)}), performance: native(() => inert, {now: native(() => world.now)}),
    console: native(() => undefined, Object.fromEntries(['log', 'info', 'warn', 'error', 'debug'].map(name => [name, native(() => undefined)]))),
    Number: native(number), String: native(text), parseInt: native((digits, base) => parseInt(text(digits), number(base))), parseFloat: native(digits => parseFloat(text(digits))),
    Object: native(() => record({}), {assign: native((target, ...more) => more.reduce((all, each) => taken(all, each, world), isPlain(target) ? target : record({}))),
      ...Object.fromEntries(['keys', 'values', 'entries'].map(name => [name, native(each => bounded(Object[name](isPlain(each) ? each : {}), world))])), freeze: native(each => each)}),
    Array: native((...list) => (list.length === 1 && typeof list[0] === 'number' ? filled(list[0], () => undefined, world) : list), {
      from: native((source, each) => filled(source?.length, i => (each ? call(each, [source[i], i], world) : source[i]), world))}),
  }));
  const page = native(() => inert, Object.fromEntries(names));
  for (const name of ['window', 'self', 'globalThis']) names.set(name, page);
  return names;
}

function call(target, list, world, self) {
  step(world);
  if (target instanceof Native) return target.run(...list);
  if (!(target instanceof Closure)) return inert;
  if (++world.depth > limits.depth) stop(world, `has calls within calls, more than ${limits.depth} deep`);
  const {node, scope} = target, inner = {names: new Map(), outer: scope};
  if (!node.isArrow) inner.names.set('this', self ?? inert);
  node.names.forEach((each, i) => {
    bind(each, each.isRest ? bounded(list.slice(i), world) : list[i], inner, world);
    if (each.isField) holder(inner, 'this').names.get('this')[each.target.name] = inner.names.get(each.target.name);
  });
  if (node.name) inner.names.set(node.name, target);
  const result = node.body ? execute(node.body, inner, world) : undefined;
  world.depth--;
  return result instanceof Returned ? result.value : undefined;
}

/** An object of the other members. */
function others(value, known, world) {
  // Each is copied four times.
  step(world, Object.keys(value).length / 2);
  return record(Object.fromEntries(bounded(Object.entries(value), world).filter(([name]) => !known.has(name))));
}

/** Gives names their values: a whole one, or parts of an object or a list. What is unknown is what it would be if nothing were given. */
function bind({target, initial}, given, scope, world) {
  step(world);
  const value = initial && (given === undefined || given === inert) ? evaluate(initial, scope, world) : given;
  if (target.name !== undefined) scope.names.set(target.name, value);
  else if (target.list) {
    const list = Array.isArray(value) ? value : [];
    target.list.forEach((each, i) => each && bind(each, each.isRest ? bounded(list.slice(i), world) : value === inert ? inert : list[i], scope, world));
  } else {
    const known = new Set();
    for (const each of target.entries) {
      if (each.isRest) bind(each, isPlain(value) ? others(value, known, world) : value, scope, world);
      else {
        const name = evaluate(each.key, scope, world);
        known.add(text(name));
        bind(each, member(value, name, world), scope, world);
      }
    }
  }
}

function block(node, scope, world) {
  // Functions are known before they are declared.
  for (const each of node.body) {
    if (each.kind === 'declare' && each.pairs[0][1].kind === 'function' && each.pairs[0][1].name) scope.names.set(each.pairs[0][1].name, new Closure(each.pairs[0][1], scope));
  }
  for (const each of node.body) {
    const result = execute(each, scope, world);
    if (result instanceof Returned || result === stopped || result === skipped) return result;
  }
  return undefined;
}

function execute(node, scope, world) {
  step(world);
  switch (node.kind) {
    case 'block': return block(node, {names: new Map(), outer: scope}, world);
    case 'declare': return void node.pairs.forEach(([target, value]) => bind({target}, evaluate(value, scope, world), scope, world));
    case 'import': return void node.names.forEach(([name, what]) => {
      world.modules.set(name, node.from);
      if (isConfetti(node.from) && ['default', '*', 'confetti'].includes(what)) scope.names.set(name, world.confetti);
    });
    case 'return': return new Returned(node.value ? evaluate(node.value, scope, world) : undefined);
    case 'break': return stopped;
    case 'continue': return skipped;
    case 'throw': throw new Thrown(evaluate(node.value, scope, world));
    case 'try': return trial(node, scope, world);
    case 'switch': {
      const value = evaluate(node.value, scope, world), own = {names: new Map(), outer: scope};
      const found = node.list.findIndex(each => each.test && evaluate(each.test, own, world) === value), first = found < 0 ? node.list.findIndex(each => !each.test) : found;
      const result = first < 0 ? undefined : block({body: node.list.slice(first).flatMap(each => each.body)}, own, world);
      return result === stopped ? undefined : result;
    }
    case 'if': {
      const test = evaluate(node.test, scope, world);
      // What is unknown ends nothing early: `if (document.hidden) return;`.
      return test && !(test === inert && isLeaving(node.then)) ? execute(node.then, scope, world) : node.otherwise && execute(node.otherwise, scope, world);
    }
    case 'for': {
      const own = {names: new Map(), outer: scope};
      if (node.start) execute(node.start, own, world);
      // Each round has variables of its own: a function made in it keeps their values.
      for (let round = own, isFirst = node.isLate; isFirst || !node.test || evaluate(node.test, round, world);) {
        isFirst = false;
        const result = execute(node.body, round, world);
        if (result instanceof Returned) return result;
        if (result === stopped) break;
        step(world, round.names.size / 20);
        round = {names: new Map(round.names), outer: scope};
        if (node.step) evaluate(node.step, round, world);
      }
      return undefined;
    }
    case 'of': {
      const whole = evaluate(node.list, scope, world), list = node.isOfNames ? Object.keys(isPlain(whole) ? whole : {}) : typeof whole === 'string' ? [...whole] : [whole].flat();
      for (const each of bounded(list, world)) {
        const own = {names: new Map(), outer: scope};
        bind({target: node.target}, each, own, world);
        const result = execute(node.body, own, world);
        if (result instanceof Returned) return result;
        if (result === stopped) break;
      }
      return undefined;
    }
    default: return void (world.value = evaluate(node.value, scope, world));
  }
}

/** Whether a statement only leaves its function, without a call on the way. */
function isLeaving(node) {
  if (node.kind === 'block') return node.body.length === 1 && isLeaving(node.body[0]);
  return node.kind === 'throw' || (node.kind === 'return' && (!node.value || node.value.kind === 'value'));
}

function trial({body, handler, target, last}, scope, world) {
  let result;
  const {depth} = world, inner = () => ({names: new Map(), outer: scope});
  try {
    try {
      result = block(body, inner(), world);
    } catch (error) {
      if (!(error instanceof Thrown && handler)) throw error;
      world.depth = depth;
      const own = inner();
      if (target) bind({target}, error.value, own, world);
      result = block(handler, own, world);
    }
  } catch (error) {
    if (!(error instanceof Thrown && last)) throw error;
    world.depth = depth;
    const ended = block(last, inner(), world);
    if (ended) return ended;
    throw error;
  }
  return (last && block(last, inner(), world)) ?? result;
}

const holder = (scope, name) => { for (let own = scope; own; own = own.outer) if (own.names.has(name)) return own; return null; };

function evaluate(node, scope, world) {
  step(world);
  const value = inner => evaluate(inner, scope, world);
  switch (node.kind) {
    case 'value': return node.value;
    case 'name': {
      const own = holder(scope, node.name);
      return own ? own.names.get(node.name) : inert;
    }
    case 'template': return node.parts.map(part => (typeof part === 'string' ? part : bounded(text(value(part)), world))).join('');
    case 'array': return spread(node.items, value, world);
    case 'object': return object(node, value, world);
    case 'function': return new Closure(node, scope);
    case 'class': return made(node, scope, world);
    case 'element': return element(node, value, scope, world);
    case 'sequence': return value(node.first), value(node.then);
    case 'choice': return value(node.test) ? value(node.then) : value(node.otherwise);
    case 'unary': {
      const own = value(node.value);
      return {'!': () => !own, '-': () => -number(own), '+': () => number(own), '~': () => ~number(own), delete: () => true, typeof: () => (own instanceof Closure || own instanceof Native ? 'function' : typeof own), await: () => waited(own, world), void: () => undefined}[node.operator]();
    }
    case 'binary': {
      const left = value(node.left);
      if (node.operator === '&&') return left ? value(node.right) : left;
      if (node.operator === '||') return left && left !== inert ? left : value(node.right);
      if (node.operator === '??') return left === undefined || left === null || left === inert ? value(node.right) : left;
      return binary[node.operator](left, value(node.right), world);
    }
    case 'assign': return assign(node, value, scope, world);
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

/** A class is called to make an object. Its methods belong to that object, as do those of the class that it extends. */
function made({name, base, members}, scope, world) {
  const own = {names: new Map(), outer: scope}, above = base && evaluate(base, scope, world), isMethod = ({value}) => value.kind === 'function';
  // Gives an object all methods. What that returns gives it the rest, as `super(…)` does for those above.
  const dress = self => {
    const inner = {names: new Map([['this', self]]), outer: own}, set = list => list.forEach(each => { self[text(evaluate(each.key, inner, world))] = evaluate(each.value, inner, world); });
    const before = above instanceof Closure ? (...list) => call(above, list, world, self) : above?.dress?.(self), fields = members.filter(each => !each.isStatic && !isMethod(each));
    const begin = (...list) => {
      before?.(...list);
      set(fields);
      return inert;
    };
    inner.names.set('super', new Native(begin, {...self}));
    step(world, members.length);
    set(members.filter(each => !each.isStatic && isMethod(each)));
    const {constructor} = self;
    delete self.constructor;
    return (...list) => {
      if (!base || !(constructor instanceof Closure)) begin(...list);
      if (constructor instanceof Closure) call(constructor, list, world);
    };
  };
  const make = new Native((...list) => {
    const self = record({});
    dress(self)(...list);
    return self;
  }, {...(above instanceof Native && above.isClass ? above.members : {})});
  make.dress = dress;
  make.isClass = true;
  if (name) own.names.set(name, make);
  own.names.set('this', make);
  for (const {key, isStatic, value} of members) {
    if (!isStatic) continue;
    const found = evaluate(value, own, world);
    key ? make.members[text(evaluate(key, own, world))] = found : call(found, [], world);
  }
  own.names.delete('this');
  return make;
}

/** An element: what its component is known to show, or what a component of the snippet does; then what is clicked in it. */
function element({name, attributes, children}, value, scope, world) {
  const props = record({});
  for (const each of attributes) each.spread ? taken(props, value(each.spread), world) : void (props[each.name] = value(each.value));
  const component = /^[A-Z]/.test(name) ? holder(scope, name)?.names.get(name) : null, before = world.calls.length;
  if (component instanceof Closure) call(component, [props], world);
  else if (/^[A-Z]/.test(name)) world.show(name, plain(props, world));
  for (const each of children) value(each);
  const isShown = world.calls.length > before;
  for (const [each, action] of Object.entries(props)) if (!isShown && /^on[A-Z]/.test(each) && action instanceof Closure) call(action, [inert], world);
  return inert;
}

/** The value of a promise, after what it waits for. */
function waited(own, world) {
  if (!(own instanceof Later)) return own;
  while (!own.isDone && advance(world));
  return own.value;
}

function assign({target, value: source}, value, scope, world) {
  const result = value(source);
  put(target, result, value, scope, world);
  return result;
}

function put(target, result, value, scope, world) {
  if (target.kind === 'name') (holder(scope, target.name) ?? scope).names.set(target.name, result);
  else if (target.kind === 'array') target.items.forEach((each, i) => put(each, Array.isArray(result) ? result[i] : inert, value, scope, world));
  else if (target.kind === 'member') {
    const owner = value(target.object), name = value(target.name);
    // A handler of something on the page, as in `button.onclick = …`.
    if (owner === inert && result instanceof Closure) world.handlers.add(result);
    if (isPlain(owner) && (!Array.isArray(owner) || (Number.isInteger(name) && name >= 0 && name < limits.items))) owner[text(name)] = result;
  }
}

function member(owner, name, world) {
  if (typeof name === 'object') return undefined;
  if (owner instanceof Native) return Object.hasOwn(owner.members, name) ? owner.members[name] : inert;
  if (Array.isArray(owner)) {
    if (name === 'length') return owner.length;
    if (Number.isInteger(name)) return owner[name];
    bounded(owner, world);
    const each = action => (item, i) => call(action, [item, i], world);
    const own = {push: (...more) => (check(owner.length + more.length, 'items', world), owner.push(...more)), forEach: action => void owner.forEach(each(action)),
      map: action => owner.map(each(action)), filter: action => owner.filter(each(action)), concat: (...more) => bounded(owner.concat(...more), world),
      join: (mark = ',') => {
        check(owner.reduce((sum, item) => sum + text(item).length + text(mark).length, 0), 'characters', world);
        return bounded(owner.map(text).join(text(mark)), world);
      },
      includes: item => bounded(owner, world).includes(item), slice: (...ends) => bounded(owner.slice(...ends.map(number)), world),
      reduce: (action, ...first) => (owner.length || first.length ? owner.reduce((sum, item, i) => call(action, [sum, item, i], world), ...first) : undefined),
      some: action => owner.some(each(action)), every: action => owner.every(each(action)), find: action => owner.find(each(action)), findIndex: action => owner.findIndex(each(action)),
      flatMap: action => bounded(owner.flatMap(each(action)), world), flat: () => bounded(owner.flat(), world), keys: () => owner.map((_, i) => i), entries: () => owner.map((item, i) => [i, item]),
      indexOf: item => owner.indexOf(item), at: i => owner.at(number(i)), pop: () => owner.pop(), shift: () => owner.shift(), reverse: () => owner.reverse(),
      sort: action => bounded(owner, world).sort(action ? (a, b) => number(call(action, [a, b], world)) : (a, b) => (text(a) < text(b) ? -1 : Number(text(a) > text(b)))), fill: item => bounded(owner, world).fill(item)};
    return Object.hasOwn(own, name) ? new Native(own[name]) : undefined;
  }
  if (typeof owner === 'number') {
    const own = {getTime: () => owner, valueOf: () => owner, toFixed: digits => owner.toFixed(Math.min(20, Math.max(0, number(digits ?? 0) || 0))), toString: base => owner.toString(base >= 2 && base <= 36 ? base : 10)};
    return new Native(Object.hasOwn(own, name) ? own[name] : () => String(owner));
  }
  if (typeof owner === 'string') {
    if (name === 'length' || Number.isInteger(name)) return owner[name];
    const own = {split: mark => bounded(mark instanceof Native ? [owner] : owner.split(text(mark)), world), repeat: count => repeated(owner, count, world), toUpperCase: () => owner.toUpperCase(), toLowerCase: () => owner.toLowerCase(),
      slice: (...ends) => owner.slice(...ends.map(number)), substring: (...ends) => owner.substring(...ends.map(number)), charAt: i => owner.charAt(number(i)), trim: () => owner.trim(),
      includes: part => owner.includes(text(part)), startsWith: part => owner.startsWith(text(part)), endsWith: part => owner.endsWith(text(part)), indexOf: part => owner.indexOf(text(part)),
      padStart: (count, part = ' ') => bounded(owner.padStart(Math.min(number(count) || 0, 100), text(part)), world)};
    bounded(owner, world);
    return new Native(Object.hasOwn(own, name) ? own[name] : () => owner);
  }
  return isPlain(owner) && Object.hasOwn(owner, text(name)) ? owner[text(name)] : undefined;
}

function invoke(node, value, world) {
  const isMember = node.callee.kind === 'member', self = isMember ? value(node.callee.object) : undefined;
  const name = isMember ? value(node.callee.name) : node.callee.name, target = isMember ? member(self, name, world) : value(node.callee), list = spread(node.list, value, world);
  // What a page does when something is clicked, loaded or drawn anew happens at once here.
  if (target === inert) {
    if (name === 'addConfetti') return world.addConfetti(...list);
    if (name === 'confetti' || list.some(each => isPlain(each) && 'particleCount' in each)) return world.fire(...list);
    if (!['removeEventListener', 'off', 'catch'].includes(name)) for (const each of list) {
      if (each instanceof Closure) call(each, [inert], world);
      else if (isPlain(each) && !Array.isArray(each)) for (const inner of Object.values(each)) if (inner instanceof Closure) call(inner, [inert], world);
    }
    return inert;
  }
  // What an asynchronous function returns is there at once.
  if (['then', 'finally'].includes(name) && isMember && target === undefined) return list[0] instanceof Closure ? call(list[0], [self], world) : undefined;
  if (!node.isNew || !(target instanceof Closure)) return call(target, list, world, self);
  const own = record({});
  call(target, list, world, own);
  return own;
}
