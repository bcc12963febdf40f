/**
 * A spec as Swift code with Core Animation's own emitters. Names are the same there; what Core Animation lacks is a comment
 * in the code.
 */

import {Contents, color, isObject, number, quoted, short, text} from './gallery-pieces.js';

// Cells

/** Members with a range of their own. */
const ranged = ['lifetime', 'velocity', 'scale', 'spin'];
const plain = ['emissionLatitude', 'emissionRange', 'xAcceleration', 'yAcceleration', 'zAcceleration', 'scaleSpeed', 'redRange', 'greenRange', 'blueRange', 'alphaRange',
  'redSpeed', 'greenSpeed', 'blueSpeed', 'alphaSpeed', 'timeOffset', 'speed', 'repeatCount'];
const taken = new Set(['name', 'contents', 'color', 'colors', 'emitterCells', 'on', 'birthRate', 'birthPhase', 'emissionLongitude', 'beginTime', 'duration', 'burst', 'type', 'rangeConvention',
  ...ranged, ...ranged.map(name => `${name}Range`), ...plain]);

/** Members of a list of contents or colors that any particle gets, without their weights, and their shares of the births. */
function choices(list, member) {
  const all = list.map(each => (isObject(each) && member in each ? {value: each[member], weight: number(each.weight ?? 1)} : {value: each, weight: 1}));
  const drawn = all.filter(each => each.weight > 0), sum = drawn.reduce((total, each) => total + each.weight, 0);
  return {values: drawn.map(each => each.value), shares: drawn.map(each => each.weight / sum), isEven: drawn.every(each => each.weight === drawn[0].weight)};
}

/** Code that makes a cell's array of `CAEmitterCell`, one for each of its contents and colors. */
function cellCode(cell, name, context) {
  const {contents, half, direction, seconds, parent} = context, lines = [], say = (member, value) => lines.push(`cell.${member} = ${value}`);
  const pictures = choices([cell.contents ?? null].flat().filter(each => each !== null), 'contents'), colors = choices(cell.colors ?? [], 'color');
  const tints = colors.values, names = pictures.values.map(each => contents.name(each)), count = Math.max(1, names.length) * Math.max(1, tints.length);
  // Births are divided evenly, or by shares that stand beside the contents and colors.
  const even = [pictures, colors].reduce((product, each) => product * (each.isEven ? Math.max(1, each.values.length) : 1), 1);
  const share = (even > 1 ? ` / ${even}` : '') + (pictures.isEven ? '' : ' * Float(contentsShare)') + (colors.isEven ? '' : ' * Float(colorShare)');
  if (cell.name) say('name', quoted(cell.name));
  if (names.length) say('contents', names.length > 1 ? 'contents' : names[0]);
  if (tints.length || cell.color !== undefined) say('color', `${tints.length > 1 ? 'color' : color(tints[0] ?? cell.color)}.cgColor`);
  let rate = number(cell.birthRate ?? 0), duration = cell.duration === undefined ? null : number(cell.duration, seconds);
  if (cell.burst) {
    lines.push(`// a burst of ${cell.burst.count} in the spec: here over 0.05 seconds`);
    rate += cell.burst.count * 20;
    duration ??= 0.05;
  }
  say('birthRate', text(rate) + share);
  for (const member of ranged) {
    const value = cell[member], own = cell[`${member}Range`];
    if (Array.isArray(value)) {
      const [low, high] = value.map(end => number(end, seconds));
      say(member, text((low + high) / 2));
      say(`${member}Range`, text(high - low));
    } else {
      if (value !== undefined) say(member, text(number(value, seconds)));
      if (own !== undefined) say(`${member}Range`, text(number(own, seconds) * (half ? 1 : 2)));
    }
  }
  const longitude = number(cell.emissionLongitude ?? 0) + direction;
  if (longitude) say('emissionLongitude', text(longitude));
  for (const member of plain) if (cell[member] !== undefined) say(member, text(number([cell[member]].flat()[0], seconds)));
  let begin = number(cell.beginTime ?? 0, seconds);
  if (parent && (cell.on ?? 'update') !== 'update') {
    lines.push(`// starts at the ${cell.on} of its parent in the spec, which Core Animation has no event for`);
    if (cell.on === 'death') [begin, duration] = [begin + parent, duration ?? 0.05];
  }
  if (begin) say('beginTime', text(begin));
  if (duration !== null && duration !== Infinity && duration > 0) say('duration', text(duration));
  for (const [member, value] of Object.entries(cell)) {
    if (!taken.has(member) && value !== null) lines.push(`// not in Core Animation: ${member} ${short(value)}`);
  }
  const inner = (cell.emitterCells ?? []).map((each, i) => [each, `${name}Inner${cell.emitterCells.length > 1 ? i + 1 : ''}`]);
  const life = [cell.lifetime ?? 0].flat().map(each => number(each, seconds)), below = {...context, direction: 0, parent: life.reduce((sum, each) => sum + each, 0) / life.length || 0.01};
  const before = inner.map(([each, own]) => cellCode(each, own, below));
  if (inner.length) say('emitterCells', inner.map(([, own]) => own).join(' + '));
  const body = lines.join('\n    ');
  const one = `let cell = CAEmitterCell()\n    ${body}`;
  let made = `let ${name}: [CAEmitterCell] = {\n    ${one}\n    return [cell]\n}()`;
  if (count > 1) {
    const each = (name, {shares, isEven}, texts) => (isEven ? [name, `[${texts.join(', ')}]`] : [`(${name}, ${name}Share)`, `[${texts.map((one, i) => `(${one}, ${text(shares[i])})`).join(', ')}]`]);
    const inContents = each('contents', pictures, names), inColors = each('color', colors, tints.map(color)), [outer, over] = names.length > 1 ? inContents : inColors;
    const deep = names.length > 1 && tints.length > 1, core = `${one}\n    return cell`;
    made = deep
      ? `let ${name} = ${over}.flatMap { ${outer} -> [CAEmitterCell] in\n    ${inColors[1]}.map { ${inColors[0]} -> CAEmitterCell in\n        ${core.replace(/\n {4}/g, '\n        ')}\n    }\n}`
      : `let ${name} = ${over}.map { ${outer} -> CAEmitterCell in\n    ${core}\n}`;
  }
  return [...before, made].join('\n\n');
}

// Layers

const swiftName = value => `.${value}`;
const timing = {linear: '.linear', easeIn: '.easeIn', easeOut: '.easeOut', easeInEaseOut: '.easeInEaseOut', default: '.default'};

function animationCode(animation, layer, index, seconds) {
  const {type = 'keyframe', keyPath} = animation, flat = value => typeof value === 'number' || /^[+-]?[\d.]+[a-z%]*$/.test(value);
  const values = animation.values ?? [animation.from, animation.to];
  if (!['keyframe', 'basic'].includes(type) || !keyPath || !values.every(value => value !== undefined && flat(value))) return `// not made here: animation ${short(animation)}`;
  const name = `${layer}Animation${index + 1}`, lines = [];
  if (type === 'basic') lines.push(`let ${name} = CABasicAnimation(keyPath: ${quoted(keyPath)})`, `${name}.fromValue = ${text(number(values[0]))}`, `${name}.toValue = ${text(number(values[1]))}`);
  else lines.push(`let ${name} = CAKeyframeAnimation(keyPath: ${quoted(keyPath)})`, `${name}.values = [${values.map(value => text(number(value))).join(', ')}]`);
  if (animation.keyTimes) lines.push(`${name}.keyTimes = [${animation.keyTimes.map(time => text(number(time))).join(', ')}]`);
  if (timing[animation.timingFunction]) lines.push(`${name}.timingFunction = CAMediaTimingFunction(name: ${timing[animation.timingFunction]})`);
  lines.push(`${name}.duration = ${text(number(animation.duration ?? seconds, seconds))}`);
  if (animation.beginTime) lines.push(`${name}.beginTime = CACurrentMediaTime() + ${text(number(animation.beginTime, seconds))}`);
  if (animation.repeatCount) lines.push(`${name}.repeatCount = ${text(number(animation.repeatCount))}`);
  if (animation.autoreverses) lines.push(`${name}.autoreverses = true`);
  if (animation.fillMode) lines.push(`${name}.fillMode = .${animation.fillMode}`, `${name}.isRemovedOnCompletion = false`);
  lines.push(`${layer}.add(${name}, forKey: ${quoted(keyPath)})`);
  return lines.join('\n');
}

const layerTaken = new Set(['type', 'name', 'emitterPosition', 'emitterSize', 'emitterShape', 'emitterMode', 'renderMode', 'emitterCells', 'animations', 'naturalDirection', 'rangeConvention',
  'birthRate', 'lifetime', 'velocity', 'scale', 'spin', 'opacity', 'seed', 'emitterZPosition', 'emitterDepth', 'preservesDepth', 'beginTime', 'timeOffset', 'z']);

function layerCode(layer, name, spec, contents, size) {
  const seconds = number(spec.timing?.duration ?? 3), lines = [], say = (member, value) => lines.push(`${name}.${member} = ${value}`);
  const half = (layer.rangeConvention ?? spec.rangeConvention) === 'half', direction = /^(shape|outward)$/.test(layer.naturalDirection ?? 'shape') ? 0 : number(layer.naturalDirection);
  lines.push(`let ${name} = CAEmitterLayer()`, `${name}.frame = scene.bounds`);
  const pair = value => [value].flat().map((each, axis) => text(number(each, size[axis])));
  const [x, y] = pair(layer.emitterPosition ?? [0, 0]), [width, height = width] = pair(layer.emitterSize ?? [0, 0]);
  say('emitterPosition', `CGPoint(x: ${x}, y: ${y})`);
  if (layer.emitterSize) say('emitterSize', `CGSize(width: ${width}, height: ${height})`);
  const known = ['point', 'line', 'rectangle', 'cuboid', 'circle', 'sphere'], modes = ['unordered', 'oldestFirst', 'oldestLast', 'backToFront', 'additive'];
  if (layer.emitterShape) known.includes(layer.emitterShape) ? say('emitterShape', swiftName(layer.emitterShape)) : lines.push(`// not in Core Animation: emitterShape ${short(layer.emitterShape)}`);
  if (layer.emitterMode) say('emitterMode', swiftName(layer.emitterMode));
  if (layer.renderMode) modes.includes(layer.renderMode) ? say('renderMode', swiftName(layer.renderMode)) : lines.push(`// not in Core Animation: renderMode ${short(layer.renderMode)}`);
  for (const member of ['birthRate', 'lifetime', 'velocity', 'scale', 'spin', 'opacity', 'emitterZPosition', 'emitterDepth']) if (layer[member] !== undefined) say(member, text(number(layer[member])));
  if (layer.seed !== undefined) say('seed', text(layer.seed));
  if (layer.preservesDepth) say('preservesDepth', 'true');
  say('beginTime', layer.beginTime ? `CACurrentMediaTime() + ${text(number(layer.beginTime, seconds))}` : 'CACurrentMediaTime()');
  if (layer.timeOffset) say('timeOffset', text(number(layer.timeOffset, seconds)));
  for (const [member, value] of Object.entries(layer)) {
    if (!layerTaken.has(member) && value !== null) lines.push(`// not in Core Animation: ${member} ${short(value)}`);
  }
  const cells = layer.emitterCells.map((cell, i) => [cell, `${name}Cell${i + 1}`]);
  const made = cells.map(([cell, own]) => cellCode(cell, own, {contents, half, direction, seconds, parent: 0}));
  say('emitterCells', cells.map(([, own]) => own).join(' + '));
  (layer.animations ?? []).forEach((animation, i) => lines.push(animationCode(animation, name, i, seconds)));
  return [...made, lines.join('\n')].join('\n\n');
}

const repeating = ['instanceCount', 'instanceDelay', 'instanceTransform', 'instanceColor', 'instanceRedOffset', 'instanceGreenOffset', 'instanceBlueOffset', 'instanceAlphaOffset'];
const groupTaken = new Set(['type', 'name', 'layers', 'z', 'opacity', 'position', 'transform', 'animations', 'beginTime', 'timeOffset', 'speed', ...repeating]);

/** Code of a transform that moves, turns and scales, in this order. */
function transformCode({translation = [0, 0], rotation = 0, scale = 1}, size) {
  const [x, y] = translation.map((each, axis) => text(number(each, size[axis]))), [sx, sy] = Array.isArray(scale) ? scale : [scale, scale];
  return `CATransform3DMakeAffineTransform(CGAffineTransform(translationX: ${x}, y: ${y}).rotated(by: ${text(number(rotation))}).scaledBy(x: ${text(sx)}, y: ${text(sy)}))`;
}

/** Code of a group: a layer that repeats its own, where the group does. */
function groupCode(layer, name, spec, contents, size) {
  const seconds = number(spec.timing?.duration ?? 3), isRepeated = repeating.some(member => member in layer);
  const lines = [`let ${name} = ${isRepeated ? 'CAReplicatorLayer' : 'CALayer'}()`, `${name}.frame = scene.bounds`], say = (member, value) => lines.push(`${name}.${member} = ${value}`);
  if (layer.opacity !== undefined) say('opacity', text(number(layer.opacity)));
  if (layer.position) say('position', `CGPoint(${layer.position.map((each, axis) => `${'xy'[axis]}: ${text(size[axis] / 2 + number(each, size[axis]))}`).join(', ')})`);
  if (layer.transform) say('transform', transformCode(layer.transform, size));
  if (layer.beginTime) say('beginTime', `CACurrentMediaTime() + ${text(number(layer.beginTime, seconds))}`);
  if (layer.timeOffset) say('timeOffset', text(number(layer.timeOffset, seconds)));
  if (layer.speed !== undefined) say('speed', text(number(layer.speed)));
  for (const member of repeating) {
    const value = layer[member];
    if (value === undefined || value === null) continue;
    say(member, member === 'instanceTransform' ? transformCode(value, size) : member === 'instanceColor' ? `${color(value)}.cgColor` : text(number(value, seconds)));
  }
  for (const [member, value] of Object.entries(layer)) {
    if (!groupTaken.has(member) && value !== null) lines.push(`// not in this code: ${member} ${short(value)}`);
  }
  (layer.animations ?? []).forEach((animation, i) => lines.push(animationCode(animation, name, i, seconds)));
  return [lines.join('\n'), ...layersCode(layer.layers, name, spec, contents, size)].join('\n\n');
}

/** Code of layers, each with the line that adds it to the layer that has them: those with a greater `z` later, on top. */
function layersCode(layers, parent, spec, contents, size) {
  return layers.map((layer, i) => [layer, parent === 'scene' ? `layer${i + 1}` : `${parent}x${i + 1}`]).sort(([one], [other]) => (one.z ?? 0) - (other.z ?? 0)).map(([layer, own]) => {
    if (!hasEmitters({layers: [layer]})) return `// layer ${own.slice(5).replace(/x/g, '.')} is no emitter: ${layer.type}${layer.name ? ` ${short(layer.name)}` : ''}`;
    return `${(layer.type === 'group' ? groupCode : layerCode)(layer, own, spec, contents, size)}\n${parent}.addSublayer(${own})`;
  });
}

/** Whether a spec has emitters that Core Animation can have. */
export const hasEmitters = spec => Boolean(spec?.layers?.some?.(layer => isObject(layer) && (layer.type === 'group' ? hasEmitters(layer) : (layer.type ?? 'emitter') === 'emitter' && Array.isArray(layer.emitterCells))));

/**
 * Swift code with a function that makes the layer of an effect.
 * @param {Object} spec as the service explains it
 * @param {string} name of the effect, as a type's: `Confetti`
 */
export function emitterCode(spec, name) {
  const size = [number(spec.canvas?.width ?? 400), number(spec.canvas?.height ?? 400)], contents = new Contents(spec.assets), parts = layersCode(spec.layers, 'scene', spec, contents, size);
  const indent = code => code.replace(/^(?=.)/gm, '    ');
  const body = [`let scene = CALayer()\nscene.frame = CGRect(x: 0, y: 0, width: ${text(size[0])}, height: ${text(size[1])})`, contents.lines.join('\n'), ...parts, 'return scene'].filter(Boolean).join('\n\n');
  return ['import UIKit', `/// Adds up to the effect: \`view.layer.addSublayer(make${name}())\`.\nfunc make${name}() -> CALayer {\n${indent(body)}\n}`, ...contents.helpers].join('\n\n');
}
