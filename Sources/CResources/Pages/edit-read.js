/**
 * Documents that were pasted, dropped or opened become a spec: a spec itself, other programs' documents by the service's imports,
 * snippets of canvas-confetti by a small interpreter, outlines of an SVG, pictures.
 */

import {parse, print} from './edit-json.js';
import {run} from './edit-run.js';
import * as service from './edit-service.js';

const confettiNames = ['particleCount', 'spread', 'startVelocity', 'angle', 'origin', 'ticks', 'decay', 'scalar', 'drift', 'gravity', 'colors', 'shapes', 'delay', 'flat'];

/** The kind of a document that is an object or a list. */
function kindOf(value) {
  const one = Array.isArray(value) ? value[0] : value, has = (...names) => names.some(name => one && typeof one === 'object' && name in one);
  if (!one || typeof one !== 'object') return null;
  if (has('layers')) return 'fr' in one && 'op' in one ? 'lottie' : 'spec';
  if (has('behaviors') || (has('emitterLifetime') && has('lifetime', 'speed'))) return 'particle-emitter';
  if (has('particles', 'emitters', 'fpsLimit', 'fullScreen', 'interactivity')) return 'tsparticles';
  if (has('lifespan', 'birthRate', 'burstCount') && has('tags', 'shape', 'position', 'speed', 'size')) return 'vortex';
  if (confettiNames.some(name => has(name))) return 'canvas-confetti';
  return null;
}

/** Returns the result of an import. Notes that only differ in their call, such as `[3].zIndex` and `[4].zIndex`, are given once. */
const report = ({spec, ignored = [], approximated = []}, source, notes = []) => {
  const said = [...ignored.map(each => ['left out', each]), ...approximated.map(each => ['approximated', each])];
  const texts = said.map(([what, each]) => `${(each.path ?? each.field ?? '').replace(/^\[\d+\]\./, '')} ${what}: ${each.reason ?? each.detail ?? ''}`.trim());
  return {text: print(spec), source, notes: [...notes, ...new Set(texts)]};
};

/**
 * Fewer calls for the same effect: calls that differ in their time alone are gathered in ever longer spans. If that does not
 * suffice, single pieces are thinned and made more, and whole bursts are cut off at the end.
 *
 * @returns {{calls: Object[], note: string?}}
 */
function condensed(calls, most) {
  if (calls.length <= most) return {calls};
  calls = calls.toSorted((one, other) => (one.delay ?? 0) - (other.delay ?? 0));
  for (let span = 50; span <= 1600; span *= 2) {
    const gathered = new Map();
    for (const {delay = 0, particleCount = 50, ...rest} of calls) {
      const start = Math.floor(delay / span) * span, key = JSON.stringify([start, rest]), known = gathered.get(key);
      if (known) known.particleCount += particleCount;
      else gathered.set(key, {...rest, particleCount, ...(start ? {delay: start} : {})});
    }
    if (gathered.size <= most) return {calls: [...gathered.values()], note: `${calls.length} calls are gathered into ${gathered.size}.`};
  }
  const mean = calls.reduce((sum, each) => sum + (each.particleCount ?? 50), 0) / calls.length, every = Math.ceil(calls.length / most);
  if (mean >= 5) return {calls: calls.slice(0, most), note: `The first ${most} of ${calls.length} calls are taken.`};
  const some = calls.filter((_, i) => i % every === 0).map(each => ({...each, particleCount: (each.particleCount ?? 50) * every}));
  return {calls: some, note: `${calls.length} calls are gathered into ${some.length}.`};
}

/** Calls of confetti become a spec; if they are too many, fewer of them. A spec has 32 layers, one for each origin. */
async function confetti(calls, notes) {
  let before, failure;
  for (const most of [300, 60, 32, 24, 12, 6]) {
    const {calls: some, note} = condensed(calls, most);
    if (some.length === before) continue;
    before = some.length;
    try {
      const result = await service.convert('canvas-confetti', JSON.stringify(some), 'application/json');
      await service.price(result.spec);
      return report(result, `canvas-confetti, ${calls.length === 1 ? 'one call' : `${calls.length} calls`}`, [...notes, ...(note ? [note] : [])]);
    } catch (error) {
      if (error.status !== 422) throw error;
      failure = error;
    }
  }
  throw failure;
}

async function object(value) {
  const kind = kindOf(value);
  if (!kind) throw new Error('This is JSON, but neither a spec nor an effect of a program that can be imported.');
  if (kind === 'lottie') throw new Error('A Lottie can’t be imported: it holds finished motion, not the numbers behind it. Share and export writes Lotties.');
  if (kind === 'spec') return {text: print(value), source: 'spec', notes: []};
  if (kind === 'canvas-confetti') return confetti([value].flat(), []);
  return report(await service.convert(kind, JSON.stringify(value), 'application/json'), kind);
}

/** @returns {Promise<{text: string, source: string, notes: string[]} | {asset: Object}>} A spec's text, or an asset. */
export async function fromText(text) {
  // What is copied from a chat or a Markdown file is often within a fence.
  const fenced = /^[ \t]*```[\w-]*\n([\s\S]*?)^[ \t]*```/m.exec(text)?.[1];
  if (fenced) return fromText(fenced);
  const start = text.trimStart().slice(0, 400);
  if (!start) throw new Error('There is no text.');
  if (/^(?:<\?xml[^>]*>|<!--(?:(?!-->)[\s\S])*-->|<!DOCTYPE(?:[^>[]|\[[^\]]*\])*>|\s)*<svg[\s>]/i.test(text.slice(0, 5000))) return {asset: fromSVG(text)};
  if (start.startsWith('<') && !isMarkup(text)) {
    const scripts = scriptsOf(text);
    if (scripts.length) return fromScripts(scripts);
    const kind = /<!DOCTYPE plist|<plist/.test(text.slice(0, 1000)) ? (/\$archiver/.test(text) ? (/SKEmitterNode/.test(text) ? 'sks' : 'scenekit') : 'cocos-plist') : 'caml';
    return report(await service.convert(kind, text, 'application/xml'), kind);
  }
  if (/^[Mm]\s*[-+.\d]/.test(start)) return {asset: {path: text.trim(), size: 24}};
  // Options are often copied without their braces.
  if (confettiNames.includes(/^["']?(\w+)["']?\s*:/.exec(start)?.[1])) return fromText(`{${text}\n}`);
  const strict = parse(text);
  if (!strict.fault) return object(strict.value);
  const result = run(text);
  if (result.calls.length) {
    const left = result.specs.length + result.configs.length ? ['The calls of confetti() are taken, elements and configurations beside them are not.'] : [];
    return confetti(result.calls, [...left, ...result.notes]);
  }
  if (result.specs.length) return report({spec: result.specs[0]}, 'react-confetti', [...(result.specs.length > 1 ? [`Only the first of ${result.specs.length} elements is taken.`] : []), ...result.notes]);
  if (result.configs.length) return object(result.configs[0]);
  if (result.value && typeof result.value === 'object' && Object.keys(result.value).length) return object(result.value);
  const {unknown} = result, nothing = /^\s*[{[]/.test(text) ? `No JSON: ${strict.fault.message}.` : 'No call of confetti() and no configuration was found in this text.';
  throw new Error([unknown.length ? `${unknown.join(', ')} is not understood.` : nothing, ...result.notes, understood].join(' '));
}

const understood = 'What is understood: confetti(…) of canvas-confetti and tsParticles, addConfetti(…) of js-confetti, tsParticles.load(…), and the elements <Confetti>, <ConfettiExplosion> and <Particles options={…}>.';

/** Whether what begins with < is an element of JSX: it has values in braces, or the name of a component. */
const isMarkup = text => /^\s*<(?!\?|!|caml|plist|CA[A-Z]\w*(?:Layer|Cell|Behavior|Animation)|script|[Hh][Tt][Mm][Ll])/.test(text) && !/<script[\s>]/i.test(text) && /=\{|^\s*<>|<[A-Z]\w*[\s/>]/.test(text);

/** The texts of a page's own scripts; one from elsewhere has none. A page that is parsed runs nothing and loads nothing. */
function scriptsOf(text) {
  if (!/<script[\s>]/i.test(text)) return [];
  const page = new DOMParser().parseFromString(text, 'text/html');
  return [...page.querySelectorAll('script')].filter(each => /^(?:module|text\/(?:javascript|babel|jsx)|application\/javascript)?$/i.test(each.type)).map(each => each.textContent).filter(each => each.trim());
}

/** What the first script gives that gives anything, or all of them together: one may use what another defines. */
async function fromScripts(scripts) {
  let first;
  for (const script of new Set([...scripts, scripts.join('\n')])) {
    try {
      return await fromText(script);
    } catch (error) {
      first ??= error;
    }
  }
  throw first;
}

/** The outlines of an SVG as one path, with its view box. */
export function fromSVG(text) {
  const root = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  if (root.querySelector('parsererror')) throw new Error('This SVG can’t be read.');
  const number = (element, name) => parseFloat(element.getAttribute(name)) || 0;
  const outlines = {
    path: each => each.getAttribute('d') ?? '',
    rect: each => { const [x, y, w, t] = ['x', 'y', 'width', 'height'].map(name => number(each, name)); return `M${x} ${y}h${w}v${t}h${-w}Z`; },
    circle: each => ellipse(number(each, 'cx'), number(each, 'cy'), number(each, 'r'), number(each, 'r')),
    ellipse: each => ellipse(number(each, 'cx'), number(each, 'cy'), number(each, 'rx'), number(each, 'ry')),
    polygon: each => `M${each.getAttribute('points') ?? ''}Z`,
  };
  const path = [...root.querySelectorAll(Object.keys(outlines).join(','))].filter(each => !each.closest('defs, clipPath, mask') && each.getAttribute('fill') !== 'none')
    .map(each => outlines[each.localName](each)).filter(Boolean).join('');
  if (!path) throw new Error('This SVG has no filled outlines.');
  const given = (root.getAttribute('viewBox') ?? '').trim().split(/[\s,]+/).map(Number);
  const box = given.length === 4 && given.every(Number.isFinite) ? given : [0, 0, number(root, 'width') || 24, number(root, 'height') || 24];
  const largest = Math.max(box[2], box[3]);
  return {path: path.slice(0, 32_000), viewBox: box, size: [24 * box[2] / largest, 24 * box[3] / largest].map(side => Math.round(side * 10) / 10)};
}

const ellipse = (x, y, rx, ry) => `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`;

/** A picture as an asset of at most 128 pixels a side: a spec has to stay small. */
async function fromPicture(file) {
  const bitmap = await createImageBitmap(file), scale = Math.min(1, 128 / Math.max(bitmap.width, bitmap.height));
  const canvas = Object.assign(document.createElement('canvas'), {width: Math.max(1, Math.round(bitmap.width * scale)), height: Math.max(1, Math.round(bitmap.height * scale))});
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return {asset: {image: canvas.toDataURL('image/png'), size: 32}};
}

/** A dropped or chosen file. */
export async function fromFile(file) {
  const ending = /\.(\w+)$/.exec(file.name)?.[1].toLowerCase() ?? '';
  if (/^image\/(png|jpeg|webp|gif|avif)$/.test(file.type)) return fromPicture(file);
  const binary = {sks: 'sks', scnp: 'scenekit', scn: 'scenekit'}[ending];
  if (binary) return report(await service.convert(binary, await file.arrayBuffer(), 'application/octet-stream'), file.name);
  if (ending === 'plist' && new TextDecoder().decode(await file.slice(0, 6).arrayBuffer()) === 'bplist') {
    return report(await service.convert('cocos-plist', await file.arrayBuffer(), 'application/octet-stream'), file.name);
  }
  return fromText(await file.text());
}
