/**
 * A click on the stage selects what is drawn there. The service draws the layers alone, those in front first, until one has a pixel near the
 * click. Particles of an emitter lie among each other: each kind is left out once, and the one that makes the largest difference is selected.
 */

import {at, itemsOf, membersOf, replaced} from './edit-document.js';
import {say} from './edit-dom.js';
import {childrenOf, listOf, nameOf} from './edit-nodes.js';
import * as service from './edit-service.js';

/** Pixels on the screen by which a click may miss. */
const reach = 4;
/** Least alpha of a pixel that counts, of 255: less is hardly seen. */
const faint = 24;

/** Has clicks on the stage select parts of the document. */
export function selectByClick(doc, live, stage) {
  const {overlay} = stage;
  let start = null, controller = null;
  // What is selected or changed in the meantime counts more than an earlier click.
  for (const type of ['change', 'select']) doc.addEventListener(type, () => controller?.abort());
  overlay.addEventListener('pointerdown', event => { start = event.target === overlay && !event.button ? [event.clientX, event.clientY] : null; });
  overlay.addEventListener('click', async event => {
    // The end of a drag is a click, too.
    if (!start || doc.fault || Math.hypot(event.clientX - start[0], event.clientY - start[1]) > 4) return;
    const moment = stage.moment ?? live.now();
    // A part alone has another best moment than the whole.
    if (moment === 'best') return void say('Move the playhead first, so that the stage shows one moment');
    const {left, top, width, height} = overlay.getBoundingClientRect(), place = [(event.clientX - left) / width, (event.clientY - top) / height];
    controller?.abort();
    const own = controller = new AbortController(), {signal} = own;
    overlay.classList.add('busy');
    try {
      const path = await partAt(doc.value, {moment, place, width, signal});
      if (signal.aborted) return;
      if (path) doc.select(path, 'stage');
      say(path ? `Selected: ${nameOf(path, doc.at(path))}` : 'Nothing is drawn there');
    } catch (error) {
      if (!signal.aborted) say(error.message);
    } finally {
      if (controller === own) overlay.classList.remove('busy');
    }
  });
}

/**
 * Finds the topmost layer at a place, also one of a group, and of an emitter the kind of particles.
 *
 * @param {{moment: number, place: [number, number], width: number, signal: AbortSignal}} look The moment in seconds, the
 *   place in shares of the canvas, and how wide the canvas is on the screen.
 * @returns {Promise<?Array>} A path; null where nothing is drawn.
 */
async function partAt(spec, look) {
  // A ground is everywhere.
  const {background: _, ...canvas} = membersOf(spec.canvas), bare = {...spec, canvas};
  // Most clicks beside everything end here. An effect that is refused throws its reason.
  if (!hasPixel(await patch(bare, look))) return null;
  let found = [];
  for (let next = found; next; next = await topmost(childrenOf(found, at(bare, found)).filter(each => listOf(each) === 'layers'), bare, look)) found = next;
  if (!found.length) return null;
  const cells = childrenOf(found, at(bare, found)).filter(each => listOf(each) === 'emitterCells' && at(bare, each)?.enabled !== false);
  if (cells.length === 1) return cells[0];
  // Bodies push each other: without one kind, the others would be elsewhere.
  return (at(bare, found).dynamics ? null : await mostVisible(cells, alone(found, bare), look)) ?? found;
}

async function topmost(paths, spec, look) {
  for (const path of paths) if (isSeen(at(spec, path)) && hasPixel(await patch(alone(path, spec), look))) return path;
  return null;
}

async function mostVisible(paths, spec, look) {
  const whole = paths.length ? await patch(spec, look) : null;
  let [found, most] = [null, 0];
  for (const path of paths) {
    const rest = await patch(replaced(spec, path, {...at(spec, path), enabled: false}), look), change = whole.reduce((sum, each, i) => sum + Math.abs(each - rest[i]), 0);
    if (change > most) [found, most] = [path, change];
  }
  return found;
}

/** Animations without those of some properties. */
const without = (names, animations) => itemsOf(animations).map(each => (each?.animations ? {...each, animations: without(names, each.animations)} : each))
  .filter(each => !names.includes(each?.keyPath) && each?.animations?.length !== 0);

const isSeen = layer => layer?.opacity !== 0 || JSON.stringify(without(['opacity'], layer.animations)) !== JSON.stringify(itemsOf(layer.animations));

/** The spec with nothing drawn but one layer. Others stay in the list: another place in it would be another random sequence. */
function alone(path, spec) {
  let result = spec;
  for (let end = 1; end < path.length; end += 2) {
    const list = path.slice(0, end), isGroup = end + 1 < path.length;
    result = replaced(result, list, at(result, list).map((each, i) => {
      if (i !== path[end]) return {...membersOf(each), opacity: 0, animations: without(['opacity'], each?.animations)};
      // A group has a ground and a border of its own.
      const {backgroundColor: _, borderWidth: __, ...rest} = each;
      return isGroup ? {...rest, animations: without(['backgroundColor', 'borderWidth'], each.animations)} : each;
    }));
  }
  return result;
}

/** The bytes of the pixels near the click: red, green and blue of each, multiplied by alpha, and alpha. */
async function patch(spec, {moment, place, width, signal}) {
  const picture = await createImageBitmap(await service.still(spec, moment, signal)), radius = Math.max(1, Math.round(reach * picture.width / width)), side = 2 * radius + 1;
  const context = new OffscreenCanvas(side, side).getContext('2d', {willReadFrequently: true});
  context.arc(radius + 0.5, radius + 0.5, radius + 0.5, 0, 2 * Math.PI);
  context.clip();
  context.drawImage(picture, radius - Math.floor(place[0] * picture.width), radius - Math.floor(place[1] * picture.height));
  picture.close();
  const {data} = context.getImageData(0, 0, side, side);
  return data.map((each, i) => (i % 4 === 3 ? each : each * data[i - i % 4 + 3] / 255));
}

const hasPixel = bytes => bytes.some((each, i) => i % 4 === 3 && each > faint);
