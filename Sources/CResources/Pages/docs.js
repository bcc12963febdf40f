/**
 * The API for people: made from the catalog, the schema and the description that the service serves, so that it says what
 * this service does. Every example runs: it is put into the bar at the top, and its answer is shown there.
 */

import {calm, prose, reference, requestBar, table} from './docs-parts.js';
import {button, find, h} from './edit-dom.js';
import {useSchema} from './edit-schema.js';
import {offered} from './gallery-forms.js';

const main = find('#main');

/** Values for examples, by parameter: what is not here is made from its type. */
const samples = {
  w: 240, h: 160, dpr: 2, d: 1.5, fps: 20, slow: 2, loop: 'once', hold: 1, t0: 'steady', n: 60, rate: 20, x: 0.3, y: 0.8, from: 'left', to: 'built-in/cat', ew: 120, eh: 40,
  angle: 60, spread: 40, life: '0.5..1', v: '200..400', g: 300, wind: 120, drag: 2, drift: 40, spin: '-180..180', tumble: 360, wobble: 20, size: '10..20', grow: 2,
  c: 'gold', ramp: 'white,gold,red', colors: 'ff8800,00aaff', shapes: 'star,heart', emoji: '🎉', text: 'Yay', font: 'Lobster Two', weight: 700, path: 'M0 0L12 6L0 12Z',
  trail: 0.3, seed: 7, target: 'slack', palette: 64, 'colors.palette': 64, max: '200kB', keep: 'colors,size', quality: 60, matte: 'white', poster: 'best', bg: '102040',
  press: 1.2, presses: 2, pause: 0.3, cells: 4, quirk: 1, pictures: 'star,heart,built-in/duck', words: 'Nice,Great', digits: 'circle,dot,square,rectangle,triangle,polygon,star,ring,heart,strip',
  particleCount: 60, startVelocity: 30, decay: 0.92, gravity: 1.2, ticks: 120, scalar: 1.5, 'origin.x': 0.3, 'origin.y': 0.6,
};

/** An example's value: a valid one of the parameter's type, or `own`, which an effect has. */
function sample({name, type, choices, minimum, maximum}, own) {
  return String(samples[name] ?? (choices ? choices.at(-1) : type === 'flag' ? 1 : type === 'color' || type === 'colors' ? 'gold' : own
    || (minimum === undefined ? '' : Math.round(minimum + (maximum - minimum) / 4))));
}

/** Parameters of the request, which say how an effect is asked for. */
const requests = [
  ['at', 'Moment of a still or a strip: seconds, a share of the duration, or `best`.', '/v1/effects/cannon.still.png?at=0.4'],
  ['dry=1', 'The predicted cost and the limits, as JSON; nothing is rendered.', '/v1/effects/cannon.webp?dry=1'],
  ['explain=1', 'The spec that the URL stands for, as JSON.', '/v1/effects/cannon?n=40&c=gold&explain=1'],
  ['forms=all', 'With `dry=1`: predicted bytes and processor time of each form.', '/v1/effects/cannon.png?w=200&h=150&dry=1&forms=all'],
  ['motion=still', 'The fullest moment in place of the animation.', '/v1/effects/cannon.png?motion=still'],
  ['on-error=image', 'A picture of an error, with status 200, for an `<img>`.', '/v1/effects/cannon.png?w=9999&on-error=image'],
  ['version', 'Pins the renderer: another version is a 409.', '/v1/effects/cannon.png?version=0.0.1'],
];

/** Paths of the service, with an example of each that GET answers. */
const paths = [
  ['GET /v1/effects', 'The catalog: effects, parameters, palettes.', '/v1/effects'],
  ['GET /v1/effects/NAME.FORM', 'A preset with parameters, in any form.', '/v1/effects/hearts.webp?w=160&h=160'],
  ['POST /v1/render', 'A spec, as `Accept` or its `output.format` says. Below is one to try. `/v1/render.webp` and so on name the form.', null],
  ['POST /v1/render.still.png?at=…', 'A moment of a spec; also `.strip.png`, `.still.svg`, `.still.webp`, `.still.avif` and the parts of a sheet.', null],
  ['GET /v1/s/SPEC.FORM', 'A spec in the path: base64url of its JSON.', '/v1/s/eyJsYXllcnMiOlt7InR5cGUiOiJsaWtlIn1dfQ.png'],
  ['GET /v1/z/SPEC.FORM', 'The same, packed by zlib: what the editor shares.', null],
  ['POST /v1/import/FORMAT', 'Another program’s effect as a spec: canvas-confetti, tsParticles, SpriteKit and others.', null],
  ['GET /v1/schema.json', 'The JSON Schema of specs.', '/v1/schema.json'],
  ['GET /openapi.yaml', 'This page, for programs.', '/openapi.yaml'],
  ['GET /healthz, /readyz, /metrics', 'The state of the service.', '/healthz'],
];

/** Requests that are refused. */
const mistakes = [
  ['an unknown parameter', '/v1/effects/cannon.png?sise=12'], ['a value out of its range', '/v1/effects/cannon.png?w=99999&fps=0'], ['an unknown effect', '/v1/effects/canon.png'],
  ['a form that would be too large', '/v1/effects/confetti.sheet.png'], ['another version', '/v1/effects/cannon.png?version=0.0.1'],
];

const get = async path => {
  const answer = await fetch(path, {headers: {Accept: 'application/json'}});
  if (!answer.ok) throw new Error(`${path}: the service responded with ${answer.status}`);
  return answer;
};

function start(catalog, schema) {
  useSchema(schema);
  find('#version').textContent = `· ${catalog.version}`;
  const live = requestBar(), byName = new Map(catalog.effects.map(effect => [effect.name, effect]));
  // A path breaks where its parts end.
  const parted = text => text.split(/(?<=[/?&])/).flatMap((part, i) => (i ? [h('wbr'), part] : [part]));
  const tryIt = (path, label = path) => button(parted(label), () => live.show(path), {class: 'example', title: path, 'aria-label': `Try ${label}`});
  const sections = [];
  const section = (id, title, ...body) => {
    sections.push([id, title]);
    return h('section', {id, class: 'part'}, h('h2', {}, title), body);
  };

  /** An effect that has a parameter, if possible with a value: an example needs one. */
  const hostOf = name => {
    const all = [byName.get('cannon'), ...catalog.effects].filter(effect => effect && name in effect.parameters);
    return (name in samples ? null : all.find(effect => effect.parameters[name])) ?? all[0] ?? catalog.effects[0];
  };
  const valueOf = p => {
    const range = p.choices?.join(', ') ?? p.allowed ?? (p.minimum !== undefined ? `${p.minimum} to ${p.maximum}${p.unit ? ` ${p.unit}` : ''}` : p.type);
    return `${range}${p.range ? '; two as 300..600' : ''}`;
  };
  const rowOf = p => {
    const host = hostOf(p.name), value = sample(p, host.parameters[p.name]), path = `/v1/effects/${host.name}.png?${p.name}=${encodeURIComponent(value).replace(/%2C/g, ',')}`;
    return [h('code', {}, p.name), prose(p.summary ?? p.title), valueOf(p), value === '' ? '' : tryIt(path, `${p.name}=${value}`)];
  };
  const list = h('div', {}), search = h('input', {type: 'search', id: 'find', placeholder: 'size, color, loop …', oninput: () => draw()});
  const groups = [...new Set(catalog.parameters.map(p => p.group))];
  function draw() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    list.replaceChildren(...groups.map(group => {
      const own = catalog.parameters.filter(p => p.group === group && words.every(word => [p.name, p.title, p.summary, p.group].join(' ').toLowerCase().includes(word)));
      return own.length ? h('div', {}, h('h3', {}, group), table(`Parameters: ${group}`, ['name', 'meaning', 'values', 'example'], own.map(rowOf))) : '';
    }));
    if (!list.textContent) list.append(h('p', {class: 'hint'}, 'No parameter has these words.'));
  }
  draw();

  const others = [['.strip.png', 'Several moments side by side.'], ['.sheet.json', 'Where the frames of a sheet are.'], ['.sheet.css', 'A class that plays the sheet.'], ['.lottie', 'Lottie in an archive.'],
    ['.json', 'Every particle of every frame.'], ['.still.svg', 'One moment as SVG.']].map(([ending, about]) => ({ending, about}));
  const formRows = [...offered(catalog).filter(({ending}) => ending), ...others].map(({ending, about}) => [h('code', {}, ending), about, tryIt(`/v1/effects/explode${ending}?w=200&h=140&d=1`, `explode${ending}`)]);

  const area = h('textarea', {class: 'code', rows: 10, spellcheck: false, 'aria-label': 'Spec to render'}), result = h('img', {alt: 'The spec as a picture', hidden: true}), fault = h('p', {class: 'fault', role: 'alert'});
  area.value = '{"canvas": {"width": 240, "height": 160},\n "timing": {"duration": 2, "fps": 24},\n "layers": [{"emitterPosition": ["50%", "60%"], "emitterCells": [\n   {"contents": "star", "color": "gold", "burst": {"count": 40}, "lifetime": 1.6,\n    "velocity": [60, 180], "emissionRange": "1turn", "yAcceleration": 160,\n    "spin": ["-180deg", "180deg"], "alphaSpeed": -0.6}]}]}';
  let last;
  async function render() {
    const answer = await fetch(calm.matches ? '/v1/render.still.png?at=best' : '/v1/render', {method: 'POST', body: area.value, headers: {'Content-Type': 'application/json', Accept: 'image/png'}}), blob = await answer.blob();
    if (!answer.ok) return void (fault.textContent = await blob.text().then(words => JSON.parse(words).detail));
    fault.textContent = '';
    if (last) URL.revokeObjectURL(last);
    result.src = last = URL.createObjectURL(blob);
    result.hidden = false;
  }

  const tables = {errors: h('div', {class: 'hint'}, '…'), limits: h('div', {class: 'hint'}, '…')};
  const parts = [
    section('paths', 'Paths', table('Paths', ['request', 'answer', 'example'], paths.map(([path, about, example]) => [h('code', {}, path), prose(about), example ? tryIt(example) : '']))),
    section('parameters', 'Parameters', h('p', {}, 'A query changes a preset. A parameter that the preset has no use for is refused. Any value of the spec has a name of its own, too: ',
      tryIt('/v1/effects/cannon.png?layers.0.opacity=0.4', 'layers.0.opacity=0.4')), h('label', {class: 'hush', htmlFor: 'find'}, 'Find a parameter'), search, list,
    h('h3', {}, 'Of the request'), table('Parameters of the request', ['name', 'meaning', 'example'], requests.map(([name, about, path]) => [h('code', {}, name), prose(about), tryIt(path, path.split('?')[1])]))),
    section('palettes', 'Palettes', h('p', {}, 'Names for ', h('code', {}, 'c='), '.'), h('ul', {class: 'palettes', role: 'list'}, Object.entries(catalog.palettes).map(([name, {title, colors}]) => {
      const swatches = h('span', {class: 'swatch-row', 'aria-hidden': 'true'}, colors.map(color => {
        const each = h('span', {});
        each.style.background = color;
        return each;
      }));
      return h('li', {}, button([swatches, h('span', {}, name)], () => live.show(`/v1/effects/cannon.png?c=${name}`), {class: 'palette', title, 'aria-label': `Try c=${name}`}));
    }))),
    section('forms', 'Forms', table('Forms', ['ending', 'what it is', 'example'], formRows)),
    section('specs', 'Specs', h('p', {}, 'A spec is an effect of your own, as JSON. ', h('a', {href: '/edit'}, 'The editor'), ' makes them.'), area,
      h('div', {class: 'bar'}, button('Render', () => render().catch(() => { fault.textContent = 'The service could not be reached.'; }), {class: 'strong'}), fault), result,
      h('h3', {}, 'Objects of a spec'), reference(schema)),
    section('errors', 'Errors', h('p', {}, 'An error is JSON (RFC 9457): ', h('code', {}, 'type'), ', ', h('code', {}, 'status'), ', ', h('code', {}, 'detail'), ', and all faults at once in ', h('code', {}, 'errors'),
      ', each with the parameter or the JSON Pointer that it is about.'), h('p', {class: 'chips'}, mistakes.map(([name, path]) => tryIt(path, name))), tables.errors),
    section('limits', 'Limits', h('p', {}, 'The cost of a request is computed before anything is drawn; too much is refused. ', h('code', {}, 'dry=1'), ' says what a request costs here, and this service’s limits.'),
      h('div', {id: 'live-limits'}), tables.limits),
  ];
  main.replaceChildren(h('div', {class: 'intro small'}, h('h1', {tabIndex: -1}, 'API'), h('p', {}, 'A URL is a picture. Every example on this page runs: click one, or change the request.')),
    live.element, h('div', {class: 'sheet-of-docs'}, h('nav', {class: 'contents', 'aria-label': 'On this page'}, h('ul', {role: 'list'}, sections.map(([id, title]) => h('li', {}, h('a', {href: `#${id}`}, title))))),
      h('div', {class: 'parts'}, parts)));
  live.show('/v1/effects/cannon.png?w=320&h=200&n=160&c=neon&loop=seamless&d=1.3');

  // What is far down comes when it is seen.
  const watcher = new IntersectionObserver(entries => {
    if (!entries.some(each => each.isIntersecting)) return;
    watcher.disconnect();
    described(tables).catch(error => { for (const each of Object.values(tables)) each.textContent = error.message; });
  }, {rootMargin: '400px'});
  watcher.observe(find('#errors'));
  document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

/** The tables of errors and limits, which the description has, and the limits that the service states. */
async function described(tables) {
  const [text, price] = await Promise.all([get('/openapi.yaml').then(answer => answer.text()), get('/v1/effects/cannon.png?dry=1').then(answer => answer.json())]);
  const rows = head => {
    const lines = text.slice(text.indexOf(head)).split('\n').map(line => line.trim()), end = lines.findIndex(line => !line.startsWith('|'));
    return lines.slice(2, end).map(line => line.slice(1, -1).split('|').map(cell => prose(cell.trim())));
  };
  tables.errors.replaceChildren(table('Errors', ['name', 'status', 'when'], rows('| name | status | when |')));
  tables.limits.replaceChildren(h('h3', {}, 'All limits, with their defaults'), table('Limits', ['limit', 'default', 'flag', 'beyond it'], rows('| limit | default | flag |'), true));
  find('#live-limits').replaceChildren(h('h3', {}, 'This service'), table('Limits of this service', ['cost', 'of cannon.png', 'limit'],
    Object.entries(price).map(([name, {found, limit}]) => [name, found.toLocaleString('en'), limit.toLocaleString('en')]), true));
}

try {
  const [catalog, schema] = await Promise.all(['/v1/effects', '/v1/schema.json'].map(path => get(path).then(answer => answer.json())));
  start(catalog, schema);
} catch (error) {
  main.replaceChildren(h('div', {class: 'intro'}, h('h1', {}, 'The API page could not be loaded.'), h('p', {role: 'alert'}, error.message)));
}
