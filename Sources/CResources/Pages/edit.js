/**
 * The editor's page: puts the parts together. The document is the only state; each part listens to it, and changes it.
 * The address says where an effect begins: `#preset=NAME&…` (a gallery link with its parameters), `#z=…` (a shared spec), or what was here last.
 */

import {button, find, h, iconButton, later, say} from './edit-dom.js';
import {print} from './edit-json.js';
import {EffectDocument, itemsOf, membersOf} from './edit-document.js';
import {Handles} from './edit-handles.js';
import {Live} from './edit-live.js';
import {Panel} from './edit-panel.js';
import {CostMeter, Timeline} from './edit-timeline.js';
import {Stage} from './edit-stage.js';
import {selectByClick} from './edit-pick.js';
import {TextPane} from './edit-text.js';
import {Tree} from './edit-tree.js';
import {fromFile, fromText} from './edit-read.js';
import {keep, keptText, remember} from './edit-kept.js';
import {openDialog} from './edit-open.js';
import {shareDialog} from './edit-share.js';
import {layerOf, listOf} from './edit-nodes.js';
import {useSchema} from './edit-schema.js';
import * as service from './edit-service.js';
import * as starters from './edit-starters.js';

const main = find('#main');

function start() {
  const doc = new EffectDocument(), live = new Live(doc), stage = new Stage(doc, live);
  let drags = 0;
  addEventListener('pointerdown', ({button: pressed, target}) => { if (pressed === 0 && target.closest?.('input[type=range], .handles')) doc.drag = ++drags; }, {capture: true});
  for (const end of ['pointerup', 'pointercancel', 'contextmenu', 'keydown']) addEventListener(end, () => { doc.drag = 0; }, {capture: true});
  const tree = new Tree(doc), panel = new Panel(doc), text = new TextPane(doc), timeline = new Timeline(doc, live, stage), meter = new CostMeter(live);
  new Handles(doc, stage);
  selectByClick(doc, live, stage);
  const open = openDialog(take), share = shareDialog(doc, live);
  find('.stage-bar', stage.element).append(meter.element, meter.table);
  main.replaceChildren(h('div', {class: 'workspace'}, tree.element,
    h('div', {class: 'middle'}, stage.element, timeline.element), panel.element, text.element), open.dialog, share.dialog);

  const picture = h('input', {type: 'file', id: 'picture-file', hidden: true, accept: 'image/*', async onchange() {
    await fromFile(picture.files[0]).then(take).catch(error => say(error.message));
    picture.value = '';
  }});
  main.append(picture);

  const undo = iconButton('undo', 'Undo (Ctrl+Z)', () => doc.undo()), redo = iconButton('redo', 'Redo (Ctrl+Y)', () => doc.redo());
  find('.commands').append(undo, redo, button('Open …', () => open.open()), button('Share …', () => share.open(), {class: 'strong', 'aria-label': 'Share and export'}));

  live.addEventListener('faults', ({faults}) => {
    text.show(faults);
    const placed = faults.filter(each => each.pointer !== undefined);
    tree.showFaults(placed.map(each => each.pointer));
    panel.showFaults(new Map(placed.map(each => [each.pointer, each.detail])));
    main.toggleAttribute('data-wrong', faults.length > 0);
  });

  /** Whether the visitor has made anything of the effect. */
  let isOwn = Boolean(keptText());
  const soonKept = later(300, () => keep(doc.text));
  doc.addEventListener('change', () => {
    if (doc.source !== 'load') soonKept();
    isOwn = doc.source === 'load' ? doc.text === keptText() : doc.source !== 'open';
    [undo.disabled, redo.disabled] = [!doc.canUndo, !doc.canRedo];
    // The address says where the effect began; a changed one is kept in the storage.
    if (location.hash && doc.source !== 'load') history.replaceState(null, '', '/edit');
  });

  /** Takes what was opened, pasted or dropped. */
  function take(result) {
    if (result.asset) return takeAsset(result.asset);
    if (isOwn) remember(doc.text);
    const isOther = doc.text !== result.text;
    doc.setText(result.text, {source: 'open', key: null, selection: usualSelection(result.text)});
    if (isOther && result.still) stage.stand(result.still);
    say(`Opened: ${result.source}${result.notes.length ? `; ${result.notes.length === 1 ? result.notes[0] : `${result.notes.length} notes`}` : ''}`);
    showNotes(result.notes);
    return undefined;
  }

  /** A picture or outline becomes the contents of what is selected, or of a new sprite. */
  function takeAsset(asset) {
    let path = doc.selection;
    const layer = layerOf(path) && doc.at(layerOf(path));
    if (layer && listOf(path) === 'layers' && (layer.type ?? 'emitter') === 'emitter' && layer.emitterCells?.length) path = [...path, 'emitterCells', 0];
    if (listOf(path) === 'emitterCells' || (listOf(path) === 'layers' && doc.at(path)?.type === 'sprite')) {
      // Its own colors show where nothing tints them.
      const {color: _, redRange: __, greenRange: ___, blueRange: ____, ...node} = membersOf(doc.at(path));
      // Dots are shrunk more than a picture bears, and light that is added has none of a picture's colors.
      if (asset.image && [node.scale ?? 1].flat().some(each => each < 0.6)) node.scale = 1;
      const key = `picture ${Date.now()}`, {renderMode, ...rest} = membersOf(doc.at(layerOf(path)));
      doc.set(path, asset.image ? {...node, contents: asset} : {...membersOf(doc.at(path)), contents: asset}, {key, selection: path});
      if (asset.image && renderMode === 'additive') doc.set(layerOf(path), {...rest, emitterCells: membersOf(doc.at(layerOf(path))).emitterCells}, {key, selection: path});
    } else {
      const layers = itemsOf(doc.value.layers);
      doc.set(['layers'], [...layers, {type: 'sprite', contents: {...asset, size: 96}, position: ['50%', '50%']}], {key: null, selection: ['layers', layers.length]});
    }
    say('Image added');
  }

  function showNotes(notes) {
    find('.notes')?.remove();
    if (!notes.length) return;
    const box = h('details', {class: 'notes', open: notes.length <= 3}, h('summary', {}, `${notes.length} ${notes.length === 1 ? 'note' : 'notes'} on this import`),
      h('ul', {}, notes.map(note => h('li', {}, note))), button('Dismiss', () => box.remove()));
    text.element.append(box);
  }

  /** Loads what the address names. The work from before stays at hand. */
  async function load() {
    const before = await begin(doc, stage).catch(error => void say(error.message));
    find('.kept')?.remove();
    if (!before || before === print(starters.first)) return;
    remember(before);
    const box = h('div', {class: 'kept', role: 'status'}, h('p', {}, 'Your earlier effect is kept.'), button('Restore it', () => {
      box.remove();
      take({text: before, source: 'your earlier effect', notes: []});
    }, {class: 'strong'}), button('Dismiss', () => box.remove(), {'aria-label': 'Dismiss this note'}));
    main.append(box);
  }

  keys(doc, share, open);
  drops(take, open);
  load();
  addEventListener('hashchange', load);
}

/** Whether a layer, or one of its group, has particles. */
const hasParticles = layer => Boolean(layer.emitterCells?.length || ['firework', 'fountain', 'like'].includes(layer.type) || layer.layers?.some(hasParticles));

/**
 * The path that is selected at first: the topmost layer with particles, or the topmost of all; of an emitter with one kind of particles, these. What
 * is drawn last is on top: by `z`, then by place in the list.
 */
function usualSelection(text) {
  try {
    const layers = JSON.parse(text).layers.map((layer, index) => ({layer, index})).sort((one, other) => (one.layer.z ?? 0) - (other.layer.z ?? 0));
    const {layer, index} = layers.findLast(({layer}) => hasParticles(layer)) ?? layers.at(-1);
    return layer.emitterCells?.length === 1 ? ['layers', index, 'emitterCells', 0] : ['layers', index];
  } catch {
    return [];
  }
}

/**
 * Loads what the address names, or what was here last, or the first effect.
 * @returns {Promise<?string>} The text in whose place the address's came, if any.
 */
async function begin(doc, stage) {
  const query = new URLSearchParams(location.hash.slice(1));
  let text = null, fault = null, still = null;
  try {
    if (query.has('preset')) {
      const name = query.get('preset');
      query.delete('preset');
      text = print(await service.preset(name, query.toString()));
      still = service.stillOf(name, query.toString());
    } else if (query.has('z')) text = await service.unpack(query.get('z'));
  } catch (error) {
    fault = query.has('z') ? new Error('This link holds no effect') : error;
  }
  // What was here before is one step back.
  const before = doc.text || keptText() || print(starters.first);
  if (!doc.text) doc.load(before);
  const isOther = Boolean(text) && text !== before;
  if (isOther) doc.setText(text, {source: 'load', key: null});
  if (isOther && still) stage.stand(still);
  doc.select(usualSelection(doc.text), 'load');
  if (fault) throw fault;
  return isOther ? before : null;
}

function keys(doc, share, open) {
  document.addEventListener('keydown', event => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || find('dialog[open]')) return;
    const key = event.key.toLowerCase();
    // One history for all: that of a field would know nothing of the others.
    if (key === 'z' || key === 'y') {
      event.preventDefault();
      if (key === 'y' || event.shiftKey) doc.redo();
      else doc.undo();
    } else if (key === 's') {
      event.preventDefault();
      share.open();
    } else if (key === 'o') {
      event.preventDefault();
      open.open();
    }
  });
}

/** Files dropped and documents pasted anywhere but into a field. */
function drops(take, open) {
  const isField = target => target instanceof Element && target.closest('input, textarea');
  addEventListener('dragover', event => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    document.body.classList.add('dropping');
  });
  addEventListener('dragleave', event => { if (!event.relatedTarget) document.body.classList.remove('dropping'); });
  addEventListener('drop', async event => {
    document.body.classList.remove('dropping');
    const [file] = event.dataTransfer?.files ?? [];
    if (!file) return;
    event.preventDefault();
    try {
      take(await fromFile(file));
      open.dialog.close();
    } catch (error) {
      say(error.message);
    }
  });
  addEventListener('paste', async event => {
    if (isField(event.target) || find('dialog[open]')) return;
    const [file] = event.clipboardData?.files ?? [], text = event.clipboardData?.getData('text');
    try {
      if (file) take(await fromFile(file));
      else if (text) take(await fromText(text));
    } catch (error) {
      say(error.message);
    }
  });
}

try {
  useSchema(await service.schema());
  start();
} catch (error) {
  main.replaceChildren(h('div', {class: 'intro'}, h('h2', {}, 'The editor could not be loaded.'), h('p', {role: 'alert'}, error.message)));
  console.error(error);
}
