'use strict';
/**
 * The gallery: an index of all effects at `/`, and a page for each at `/effects/NAME`, both drawn from the catalog that
 * `/v1/effects` gives. What a visitor chose is in the address, so that every view can be linked to.
 */
{
const find = (query, root = document) => root.querySelector(query);
const main = find('#main');
const calm = matchMedia('(prefers-reduced-motion: reduce)');
let catalog;
/** What `gallery-search.js` and `gallery-offers.js` export. */
let searching, offering;
/** Ends what the page before has under way. */
let leave = () => {};
/** Shows the form that the address of an effect's page has; `null` on other pages. */
let showForm = null;

/**
 * Makes an element. Text goes in as text, never as markup: the catalog may hold anything.
 * @param {string} tag
 * @param {Object} [props] `on…` are listeners, `class` and names with a dash are attributes, the rest are properties.
 */
function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'class' || name.includes('-') || !(name in element)) element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(...children.flat().filter(child => child !== null && child !== undefined));
  return element;
}

/** A button that does no more than its listener says. */
const button = (label, onclick, props = {}) => h('button', {type: 'button', class: 'quiet', onclick, ...props}, label);

let toastTimer;
/** Says something to those who see and to those who listen. */
function say(text) {
  const toast = find('#status');
  toast.textContent = text;
  toast.classList.add('seen');
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => toast.classList.remove('seen'), 2400);
}

/** Calls `action` once nothing has happened for so many milliseconds. */
function later(milliseconds, action) {
  let timer;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(action, milliseconds);
  };
}

/** Names whose capitals are their own. */
const spelled = {nshipster: 'NSHipster', imessage: 'iMessage', tsparticles: 'tsParticles', 'canvas-confetti': 'canvas-confetti', '3d': '3D'};
/** A name of the catalog as words: `fire-and-smoke` is `Fire & smoke`. */
const words = slug => spelled[slug] ?? (slug.charAt(0).toUpperCase() + slug.slice(1)).replace('-and-', ' & ').replace(/-/g, ' ');

/** A number in at most four digits; other text, and none, as it is. */
const brief = text => (text && Number.isFinite(Number(text)) ? `${Number(Number(text).toPrecision(4))}` : text);

const withQuery = (path, query) => `${query}` ? `${path}?${query}` : path;

// What moves

/** Whether pictures move: as the system has it, until the visitor says otherwise. */
const motion = {
  get on() {
    const said = sessionStorage.getItem('motion');
    return said ? said === 'on' : !calm.matches;
  },
  set on(value) {
    sessionStorage.setItem('motion', value ? 'on' : 'off');
    this.changed();
  },
  changed() {
    find('#motion').hidden = false;
    find('#motion').textContent = this.on ? 'Pause all' : 'Play all';
    document.dispatchEvent(new Event('motion'));
  },
};

/** Pictures move once a third of them is seen, and show their still elsewhere, so that a long page costs no more than a short one. */
const watcher = new IntersectionObserver(entries => {
  for (const {target, intersectionRatio} of entries) {
    target.near = intersectionRatio > 0.3;
    target.update();
  }
}, {threshold: [0, 0.33]});
/** Stills are fetched a little before they are seen: browsers would fetch those of many rows. */
const fetcher = new IntersectionObserver(entries => {
  for (const {target, isIntersecting} of entries) {
    if (!isIntersecting) continue;
    fetcher.unobserve(target);
    target.isClose = true;
    target.update();
  }
}, {rootMargin: '120px'});

let player;
/** Loads the player, once. */
const loadPlayer = () => player ??= new Promise((onload, fail) => document.head.append(h('script', {src: '/player.js', onload, onerror() {
  player = undefined;
  fail();
}})));

/**
 * Parameters that make an effect fill a card, in few bytes. Soft light is an AVIF. Flat pieces are tracks, which move as often as the screen
 * shows something else, and without the player an image with a palette and a low rate.
 */
const small = 'w=288&h=216', flat = 'fps=9&palette=24', soft = 'fps=15&quality=50';
const isFlat = effect => /\.svg$/.test(effect.light);

/** Bursts that a card repeats before they are over, so that there is something to see at any moment. */
const bursts = ['cannon', 'explode', 'festive', 'imessage', 'realistic', 'ribbons', 'vortex-confetti', 'cc-stars', 'champagne', 'coins', 'side-cannons', 'word-burst', 'like'];

/** Parameters that fill a card from its first frame to its last one. */
const filled = ({name, duration}) => (bursts.includes(name) ? `&loop=seamless&d=${tidy(Math.max(duration / 2, 0.7))}`
  : name === 'confetti' ? '&rate=160&d=1.6&loop=seamless&layers.0.animations=%5B%5D' : '');

/** An effect's stage: its still, and the moving picture in the still's place while it's seen; `size` are parameters that make it fill its place, `moment` is the still's. */
function stage(effect, size = small, rate = soft, moment = '') {
  const play = button('', () => { box.own = !box.moves; box.update(); }, {hidden: true});
  // Stills that stay are sharp; those that give way to what moves are small.
  const still = `${effect.still}?${size}${isFlat(effect) ? '&palette=32' : motion.on ? '&palette=64' : ''}${moment}${motion.on || devicePixelRatio < 1.5 ? '' : '&dpr=2'}`, heavy = `${effect.url}?${size}&${flat}${filled(effect)}`, light = isFlat(effect) || !effect.light ? heavy : `${effect.light}?${size}&${rate}${filled(effect)}`;
  const tracks = isFlat(effect) ? `${effect.url.replace(/\.png$/, '.tracks.json')}?${size}${filled(effect)}` : null;
  const picture = h('img', {alt: '', width: effect.width, height: effect.height});
  const box = Object.assign(h('div', {class: 'stage'}, picture, play), {tracks});
  let own = null, attempts = 0, timer;
  /** Begins or ends the player, which takes the still's place as soon as it has something to show. */
  function follow(plays) {
    if (Boolean(own) === plays) return;
    own?.remove();
    box.classList.remove('tracked');
    const next = own = plays ? h('hanabi-effect', {src: tracks, loop: ''}) : null;
    if (!next) return;
    const fail = () => {
      if (own !== next) return;
      box.lacks = true;
      box.update();
    };
    next.setAttribute('play', '');
    next.addEventListener('load', () => {
      if (own !== next) return;
      box.classList.add('tracked');
      attempts = 0;
    });
    next.addEventListener('error', fail);
    loadPlayer().then(() => { if (own === next) picture.after(next); }, fail);
  }
  if (effect.background !== 'transparent') box.style.background = effect.background;
  /** Asks again for everything that a busy service has refused, later each time, and ten times at most. */
  function retry() {
    clearTimeout(timer);
    if (++attempts > 10) return;
    timer = setTimeout(() => {
      if (!box.isConnected) return;
      box.lacks = false;
      box.wanted = null;
      if (!picture.naturalWidth) picture.removeAttribute('src');
      box.update();
    }, 1000 * Math.min(8, 2 ** attempts) * (1 + Math.random()));
  }
  picture.onerror = retry;
  // With reduced motion the player shows a still, even where somebody has asked for more.
  box.update = () => {
    box.moves = box.own ?? motion.on;
    const moves = box.moves && box.near, isTracked = Boolean(moves && tracks && !box.lacks && !calm.matches), source = !moves || isTracked ? still : box.lacks ? heavy : light;
    play.hidden = motion.on;
    play.textContent = box.moves ? 'Pause' : 'Play';
    play.ariaLabel = `${play.textContent} ${effect.title}`;
    follow(isTracked);
    if (!box.isClose && !box.near) return;
    if (!picture.hasAttribute('src')) picture.src = still;
    if (picture.getAttribute('src') === source || box.wanted === source) return;
    box.wanted = source;
    // The still stays until the other one is there.
    const next = new Image();
    next.onload = () => {
      if (box.wanted !== source) return;
      picture.src = source;
      if (moves) attempts = 0;
    };
    // A browser may lack the form, and a service may refuse it.
    next.onerror = () => {
      if (box.wanted !== source) return;
      if (source === heavy || source === still) return retry();
      box.lacks = true;
      box.update();
    };
    next.src = source;
  };
  document.addEventListener('motion', box.update);
  watcher.observe(box);
  fetcher.observe(box);
  return box;
}

// The index

/** The effect beside the first words, and what makes it fill its place; the moment of its still need not be looked for. */
const featured = 'hanabi', wide = innerWidth < 600 ? ['w=400&h=200&fit=scale', 'fps=20&quality=40&effort=fast', '&at=1'] : ['w=560&h=256&fit=scale', 'fps=20&quality=50&effort=fast', '&at=1'];

function card(effect) {
  return h('li', {class: 'card'},
    stage(effect),
    h('h3', {}, h('a', {href: `/effects/${effect.name}`}, effect.title)),
    h('p', {}, effect.summary));
}

/** The index. Its state is the address: `q`, `tag`, `family`. */
function showIndex() {
  document.title = 'Hanabi: particle effects for img tags';
  const {effects, families} = catalog;
  // A tag that one effect alone has leads nowhere but there.
  const all = effects.flatMap(effect => effect.tags).sort();
  const tags = [...new Set(all.filter((tag, i) => tag === all[i + 1]))];
  const state = () => Object.fromEntries(new URLSearchParams(location.search));
  const cards = new Map(effects.map(effect => [effect, card(effect)]));
  const list = h('div');
  const everything = () => (go({q: '', tag: '', family: ''}), search.focus()), count = h('p', {role: 'status'}), showAll = button('Show all effects', everything);
  const search = h('input', {
    type: 'search', id: 'search', value: state().q ?? '', placeholder: 'snow, emoji …', autocomplete: 'off',
    oninput() { go({q: search.value}, true); },
  });

  /** Changes the address, and then what is seen. Typing makes no entries in the history. */
  function go(change, silently) {
    const query = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(change)) {
      if (value) query.set(name, value);
      else query.delete(name);
    }
    history[silently ? 'replaceState' : 'pushState'](null, '', withQuery('/', query));
    update();
  }

  const chips = (name, label, values) => h('ul', {class: `chips by-${name}`, 'aria-label': label}, values.map(value => h('li', {},
    button(words(value), () => {
      go({[name]: state()[name] === value ? '' : value});
      // What was found takes the place of the list that it was picked from.
      const more = find('.more'), hasFocus = more.contains(document.activeElement);
      more.open = false;
      if (hasFocus) find('summary', more).focus();
    }, {'data-name': name, 'data-value': value}))));

  /** What stands in place of the effects where there are none. */
  function nothing({q, tag, family}) {
    const filters = [family, tag].filter(Boolean).map(words).join(', ');
    return h('section', {class: 'nothing'},
      h('h2', {}, q ? `No effect found for “${q.slice(0, 60)}”` : tag && family ? 'No effect has both' : 'No effect found'),
      h('p', {}, filters ? `Only effects of “${filters}” were searched.` : 'Try another word, such as an occasion, a season or a thing.'),
      h('div', {class: 'bar'}, button('Show all effects', everything, {class: 'strong'}), filters && q ? button('Search all effects', () => (go({tag: '', family: ''}), search.focus())) : ''),
      h('h3', {}, 'Try one of these'),
      h('ul', {class: 'chips', 'aria-label': 'Suggestions'}, searching.suggestions.map(value => h('li', {}, button(words(value), () => {
        go({q: value, tag: '', family: ''});
        search.focus();
      })))));
  }

  function update() {
    const {q = '', tag, family} = state();
    const own = effects.filter(effect => (!tag || effect.tags.includes(tag)) && (!family || effect.family === family)), isSearch = /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(q);
    const result = isSearch ? searching.search(own, q) : {effects: own, query: q}, found = result.effects;
    if (search.value !== q) search.value = q;
    for (const each of main.querySelectorAll('.chips button')) {
      each.ariaPressed = state()[each.dataset.name] === each.dataset.value;
    }
    const total = found.length === 1 ? 'One effect' : `${found.length || 'No'} effects`;
    count.textContent = !isSearch ? total : found.length && result.query !== q ? `No effect found for “${q}”. ${total} for “${result.query}”:` : `${total} for “${q}”`;
    // What is looked for is a list, the best ones first; everything else stands by family.
    const grid = all => h('ul', {class: 'grid'}, all.map(effect => cards.get(effect)));
    list.replaceChildren(...(!found.length ? [nothing(state())]
      : isSearch ? [h('section', {class: 'found', 'aria-labelledby': 'found'}, h('h2', {class: 'hush', id: 'found'}, 'Results'), grid(found))]
      : [...new Set([...families, ...found.map(effect => effect.family)])].filter(name => found.some(effect => effect.family === name)).map(name =>
        h('section', {class: 'family', 'aria-labelledby': `family-${name}`}, h('h2', {id: `family-${name}`}, words(name)), grid(found.filter(effect => effect.family === name))))));
    showAll.hidden = found.length === effects.length || !found.length;
    // Results are where one looks: right below what was clicked.
    find('.intro').classList.toggle('small', Boolean(q || tag || family));
    find('.more summary').textContent = tag ? `Tags: ${words(tag)}` : 'Tags';
  }

  main.replaceChildren(
    h('div', {class: 'intro'},
      h('div', {}, h('h1', {tabIndex: -1}, 'Particle effects in a plain image.'),
        h('p', {}, 'Pick an effect, adjust its parameters, and put the URL into an ', h('code', {}, '<img>'),
          ' tag.', h('span', {}, ' No script runs on your page, and the same URL always gives the same image.'))),
      stage(effects.find(effect => effect.name === featured) ?? effects[0], ...wide)),
    h('form', {class: 'finder', role: 'search', onsubmit(event) { event.preventDefault(); }},
      h('label', {class: 'hush', htmlFor: 'search'}, 'Search effects'), h('div', {class: 'seek'}, search, button('Surprise me', surprise)),
      chips('q', 'Occasions', searching.occasions), families.length > 1 ? chips('family', 'Families', families) : '',
      h('details', {class: 'more'}, h('summary', {}, 'Tags'), chips('tag', 'Tags', tags)),
      h('div', {class: 'count'}, count, showAll)), list);
  update();
  leave = () => (cards.forEach(forget), forget(main));
  showIndex.update = update;
}

/** Opens an effect that chance picks, as chance has it. */
function surprise() {
  const {name} = catalog.effects[Math.floor(Math.random() * catalog.effects.length)];
  history.pushState(null, '', `/effects/${name}?seed=${Math.floor(Math.random() * 1e4)}`);
  route(true);
  scrollTo(0, 0);
}

/** Lets go of the pictures in `root`. */
function forget(root) {
  for (const box of root.querySelectorAll('.stage')) {
    watcher.unobserve(box);
    fetcher.unobserve(box);
    document.removeEventListener('motion', box.update);
  }
}

// Controls

/** `300..600`, `450~50` or `450` as two numbers. */
function ends(text) {
  const [a, b] = text.split('..').map(parseFloat);
  if (b !== undefined) return [a, b];
  const [mean, spread] = text.split('~').map(parseFloat);
  return spread ? [mean - spread, mean + spread] : [a, a];
}

/** Marks a slider of a parameter without a value: where it stands says nothing. */
function unset(slider, isUnset) {
  slider.classList.toggle('unset', isUnset);
  slider.ariaValueText = isUnset ? 'not set' : null;
}

const tidy = number => String(Math.round(number * 1e4) / 1e4);
const probe = document.createElement('canvas').getContext('2d');
/** A color of CSS or of the service as a color input wants it, `#rrggbb`, and its alpha in hex, `''` if it is opaque. */
function split(text) {
  probe.fillStyle = '#000000';
  probe.fillStyle = /^[\da-f]+$/i.test(text) ? `#${text}` : text;
  const parts = /^rgba\((\d+), (\d+), (\d+), ([\d.]+)\)$/.exec(probe.fillStyle), hex = number => Math.round(number).toString(16).padStart(2, '0');
  return parts ? [`#${parts.slice(1, 4).map(hex).join('')}`, hex(parts[4] * 255)] : [probe.fillStyle, ''];
}
const toHex = text => split(text)[0];
/** Joins the color that was picked with the alpha of the one before; what could not be seen becomes opaque. */
const picked = (color, before) => color.slice(1) + split(before)[1].replace(/^00$/, '');
/** A color of CSS or of the service as CSS. */
const css = text => split(text).join('');

/** Makes a slider for a color's opacity, with its label and value above it. */
function alphaSlider(label, read, write) {
  const value = h('span', {}), slider = h('input', {type: 'range', class: 'alpha', min: 0, max: 255, 'aria-label': `${label}, opacity`, oninput() {
    const [color] = split(read()), alpha = Number(slider.value);
    write(`${color.slice(1)}${alpha < 255 ? alpha.toString(16).padStart(2, '0') : ''}`);
    tell();
  }});
  const tell = () => { slider.ariaValueText = value.textContent = `${Math.round(slider.value / 2.55)} %`; };
  const box = h('span', {class: 'opacity'}, h('small', {'aria-hidden': true}, 'Opacity ', value), slider);
  box.paint = () => {
    slider.value = parseInt(split(read())[1] || 'ff', 16);
    tell();
  };
  return box;
}

/** Parameters that always have a value: where the catalog has none, particles differ. */
const mixed = new Set(['size', 'v', 'angle', 'life', 'x', 'y', 'spread', 'g']);

/** An outline as a picture of the height of a letter. */
function glyph(path) {
  const [svg, shape] = ['svg', 'path'].map(name => document.createElementNS('http://www.w3.org/2000/svg', name));
  for (const [name, value] of Object.entries({viewBox: '0 0 24 24', width: 16, height: 16, fill: 'currentColor', 'aria-hidden': true})) svg.setAttribute(name, value);
  shape.setAttribute('d', path);
  svg.append(shape);
  return svg;
}

/** Bytes as people write them. */
const bytesText = size => (size < 99_950 ? `${(size / 1000).toFixed(1)} kB` : size < 999_500 ? `${Math.round(size / 1000)} kB` : `${(size / 1e6).toFixed(1)} MB`);
/** A limit in bytes: whole numbers have no decimals. */
const limitText = size => bytesText(Number(size)).replace('.0 ', ' ');

/** Predicted bytes, with as many digits as a prediction is good for. */
const roughText = size => `≈ ${limitText(size.toPrecision(2))}`;

/** A target's name and its limits, or nothing for a target that is not known. */
function targetText(target) {
  if (!target) return '';
  const {title, parameters: {w, h: height, max}, frames, seconds} = target;
  return `${title.split(',')[0]}: ${[w && height && `${w} × ${height}`, max && limitText(max), frames && `${frames} frames`, seconds && `${seconds} s`].filter(Boolean).join(', ')}`;
}

/**
 * Controls by type, from a parameter of the catalog. `body` are its elements, the first input of which the label names;
 * `set` shows a value; `change` is called with the value as the address has it.
 * @type {Object<string, function(Object, function(string)): {body: Node[], set: function(string)}>}
 */
const kinds = {
  number(parameter, change) {
    const {minimum = 0, step = 'any', title} = parameter;
    // Numbers of particles have no limit of their own: the slider has room on both sides of the effect's value.
    const maximum = Math.max(parameter.maximum ?? 100, ['n', 'rate'].includes(parameter.name) ? 2 * parseFloat(parameter.initial) || 0 : 0);
    const limits = {min: minimum, max: maximum, step: parameter.type === 'integer' ? Math.max(1, step || 1) : step};
    const slide = h('input', {type: 'range', ...limits, 'aria-label': `${title}, slider`, oninput() {
      number.value = slide.value;
      unset(slide, false);
      change(slide.value);
    }});
    // A number may be finer than the slider's steps.
    const number = h('input', {type: 'number', ...limits, step: 'any', placeholder: '–', oninput() {
      slide.value = number.value;
      unset(slide, number.value === '');
      change(number.value);
    }});
    return {body: [h('div', {class: 'line'}, number, slide)], set(text) {
      number.value = text === '' ? '' : tidy(parseFloat(text));
      slide.value = text === '' ? (minimum + maximum) / 2 : parseFloat(text);
      unset(slide, text === '');
    }};
  },

  range(parameter, change) {
    const {minimum = 0, maximum = 100, step = 'any', title} = parameter;
    const both = ['lowest', 'highest'];
    const slides = both.map(end => h('input', {
      type: 'range', min: minimum, max: maximum, step, 'aria-label': `${title}, ${end}, slider`,
      oninput() { take(slides, slides.indexOf(this)); },
    }));
    const numbers = both.map(end => h('input', {
      type: 'number', step: 'any', placeholder: '–', 'aria-label': `${title}, ${end}`,
      oninput() { take(numbers, numbers.indexOf(this)); },
    }));
    const track = h('div', {class: 'two'}, slides);
    /** The end that is moved pushes the other one along. */
    function take(inputs, moved) {
      // The other end may be finer than its slider.
      const values = numbers.map(input => parseFloat(input.value));
      values[moved] = parseFloat(inputs[moved].value);
      if (Number.isNaN(values[moved])) {
        show([NaN, NaN], inputs === numbers ? numbers[moved] : null);
        return change('');
      }
      if (!(values[0] <= values[1])) values[1 - moved] = values[moved];
      show(values, inputs === numbers ? numbers[moved] : null);
      change([...new Set(values.map(tidy))].join('..'));
    }
    function show(values, typing) {
      values.forEach((value, i) => {
        if (numbers[i] !== typing) numbers[i].value = Number.isNaN(value) ? '' : tidy(value);
        slides[i].value = Number.isNaN(value) ? [minimum, maximum][i] : value;
        unset(slides[i], Number.isNaN(value));
        const share = 100 * (slides[i].value - minimum) / (maximum - minimum);
        track.style.setProperty(i ? '--high' : '--low', `${share}%`);
      });
      // Where both are at the far end, the lower one must be the one to grab.
      slides[0].style.zIndex = values[0] > (minimum + maximum) / 2 ? 1 : 0;
      track.classList.toggle('unset', values.some(Number.isNaN));
    }
    return {body: [h('div', {class: 'ends'}, numbers[0], 'to', numbers[1]), track], set: text => show(ends(text).map(end => Math.max(minimum, end)))};
  },

  text(parameter, change) {
    const dice = parameter.name === 'seed' && button('🎲 Roll', () => {
      input.value = String(Math.floor(Math.random() * 1e6));
      change(input.value);
    });
    const hint = parameter.type === 'bytes' ? 'any, or 200kB, 1.5MB, github' : parameter.name === 'shapes' ? 'the effect’s own' : '';
    const input = h('input', {type: 'text', autocomplete: 'off', spellcheck: false, placeholder: hint, oninput() {
      change(input.value);
      mark();
    }});
    // A list to pick from, where there is one: a click adds, another one takes away. Of pictures and outlines there is one.
    const groups = offering.offersFor(parameter), isOne = offering.isOne(parameter), chosen = () => input.value.split(',').map(each => each.trim()).filter(Boolean);
    const offer = (value, name, drawing) => button([drawing ? glyph(drawing) : '', drawing && isOne ? '' : name], () => {
      const list = chosen();
      input.value = !isOne ? (list.includes(value) ? list.filter(each => each !== value) : [...list, value]).join(',') : parameter.name === 'path' && input.value === value ? '' : value;
      change(input.value);
      mark();
    }, {'aria-label': `${parameter.title}: ${name}`, title: name, 'data-value': value, class: parameter.name === 'emoji' ? 'quiet emoji' : 'quiet'});
    const group = (name, values) => h('div', {class: 'chips offers', role: 'group', 'aria-label': [parameter.title, name].filter(Boolean).join(': ')}, name ? h('small', {'aria-hidden': true}, name) : '', values);
    const offered = parameter.name === 'path' ? [group('', Object.entries(offering.outlines).map(([name, path]) => offer(path, name, path)))]
      : Object.entries(groups ?? {}).map(([name, values]) => group(name, values.map(value => offer(value, value.replace('built-in/', ''), parameter.name === 'shapes' ? offering.shapes[value] ?? offering.shapes.circle : null))));
    const mark = () => offered.flatMap(each => [...each.querySelectorAll('button')]).forEach(each => { each.ariaPressed = isOne ? each.dataset.value === input.value : chosen().includes(each.dataset.value); });
    return {body: [h('div', {class: 'line'}, input, dice || ''), ...offered], set(text) {
      input.value = text;
      mark();
    }};
  },

  choice({name: parameter, choices = []}, change) {
    const isTarget = parameter === 'target', named = value => (isTarget && targetText(catalog.targets.find(each => each.name === value))) || value || (isTarget ? 'Anywhere' : 'Default');
    const input = h('select', {onchange() { change(input.value); }});
    return {body: [h('div', {class: 'line'}, input)], set(text) {
      const all = choices.includes(text) ? choices : [text, ...choices];
      input.replaceChildren(...all.map(value => h('option', {value}, named(value))));
      input.value = text;
    }};
  },

  flag(parameter, change) {
    const input = h('input', {type: 'checkbox', onchange() { change(input.checked ? '1' : '0'); }});
    return {body: [input], set(text) { input.checked = text === '1' || text === 'true'; }};
  },

  color({name, title}, change) {
    const input = h('input', {type: 'text', autocomplete: 'off', spellcheck: false, placeholder: name === 'matte' ? 'hex or name' : 'hex, name, none, linear:…',
      oninput() { paint(); change(input.value); }});
    const well = h('input', {type: 'color', 'aria-label': `${title}, picker`, oninput() {
      input.value = picked(well.value, input.value);
      paint();
      change(input.value);
    }});
    const alpha = alphaSlider(title, () => input.value, value => { input.value = value; change(value); });
    const paint = () => {
      // A gradient has no color to pick.
      well.hidden = alpha.hidden = input.value.includes(':');
      alpha.hidden ||= name === 'matte';
      well.value = toHex(input.value);
      well.classList.toggle('nothing', !input.value || split(input.value)[1] === '00');
      alpha.paint();
    };
    return {body: [h('div', {class: 'line'}, input, well), alpha], set(text) { input.value = text; paint(); }};
  },

  colors({title}, change) {
    const {palettes} = catalog;
    let colors = [];
    const swatches = h('div', {class: 'swatches'});
    const picker = h('select', {onchange() {
      if (picker.value) {
        show(picker.value);
        change(picker.value);
      } else own();
    }}, h('option', {value: ''}, 'Custom colors'), Object.entries(palettes).map(([value, p]) => h('option', {value}, p.title)));
    /** Takes colors that were changed by hand: they are no palette any more. */
    function own() {
      picker.value = '';
      for (const each of palettesBox.children) each.ariaPressed = false;
      change(colors.map(color => color.replace('#', '')).join(','));
    }
    function swatchAlpha(i) {
      const slider = alphaSlider(`${title}, ${i + 1}`, () => colors[i], value => { colors[i] = value; own(); });
      slider.paint();
      return slider;
    }
    const palettesBox = h('div', {class: 'hues', role: 'group', 'aria-label': `${title}, palettes`}, Object.entries(palettes).map(([value, p]) => h('button', {
      type: 'button', class: 'hue', title: p.title, 'aria-label': `${title}: ${p.title}`, 'data-palette': value, onclick() {
        show(value);
        change(value);
      }}, p.colors.slice(0, 6).map(color => {
      const stripe = h('span', {});
      stripe.style.background = css(color);
      return stripe;
    }))));
    // Three whole rows, then a way to see all.
    const most = 21, all = [...palettesBox.children], toggle = button('', () => unfold(!isOpen), {class: 'quiet unfold', hidden: all.length <= most, 'aria-expanded': false});
    let isOpen = false;
    function unfold(open) {
      isOpen = open;
      all.forEach((each, i) => { each.hidden = !open && i >= most; });
      toggle.textContent = open ? 'Show fewer palettes' : `Show all ${all.length} palettes`;
      toggle.ariaExpanded = open;
    }
    function draw(focus) {
      if (all.findIndex(each => each.dataset.palette === picker.value) >= most) unfold(true);
      for (const each of palettesBox.children) each.ariaPressed = each.dataset.palette === picker.value;
      swatches.replaceChildren(...colors.map((color, i) => h('span', {class: 'swatch'},
        h('input', {type: 'color', value: toHex(color), 'aria-label': `${title}, ${i + 1}`, oninput() {
          colors[i] = `#${picked(this.value, colors[i])}`;
          own();
        }}),
        swatchAlpha(i),
        colors.length > 1 ? button('×', () => {
          colors.splice(i, 1);
          draw(Math.min(i, colors.length - 1));
          own();
        }, {'aria-label': `Remove ${title} ${i + 1}`}) : '')),
      button('+', () => {
        colors.push(colors.at(-1) ?? '#ffc857');
        draw(colors.length - 1);
        own();
      }, {'aria-label': `Add to ${title}`}));
      if (focus !== undefined) swatches.children[focus].firstChild.focus();
    }
    function show(text) {
      picker.value = Object.hasOwn(palettes, text) ? text : '';
      colors = Object.hasOwn(palettes, text) ? [...palettes[text].colors] : text.split(',').filter(Boolean);
      draw();
    }
    unfold(false);
    return {body: [h('div', {class: 'line'}, picker), palettesBox, toggle, swatches], set: show};
  },
};
kinds.integer = kinds.number;
kinds.bytes = kinds.text;

/**
 * A parameter's control.
 * @param {function(string)} change
 * @returns {{element: Element, set: function(string), fault: function(string), mark: function(boolean)}}
 */
function control(parameter, initial, change) {
  const {name, title, unit, summary, span} = parameter;
  const id = `p-${name.replace(/\W/g, '-')}`;
  const {body, set} = (parameter.range ? kinds.range : kinds[name === 'matte' ? 'color' : parameter.type] ?? kinds.text)({...parameter, initial}, change);
  const fault = h('p', {class: 'fault', id: `${id}-fault`});
  const isMixed = initial === '' && mixed.has(name);
  const hint = h('p', {class: 'hint', id: `${id}-hint`}, `${summary ?? ''}${isMixed ? ' The effect’s particles differ here; a value of yours is for all of them.' : ''}`);
  const reset = button('Reset', () => {
    set(initial);
    change(initial);
    input.focus();
  }, {'aria-label': `Reset ${title}`, hidden: true});
  const element = h('div', {class: 'control', 'data-name': name});
  element.append(...body);
  const inputs = [...element.querySelectorAll('input, select')], input = inputs[0];
  // Two ends and colors have names of their own, within a group that bears the parameter's.
  const many = parameter.range || parameter.type === 'colors';
  const label = many ? h('span', {class: 'name', id: `${id}-name`}, title) : h('label', {htmlFor: id}, title);
  if (many) {
    element.setAttribute('role', 'group');
    element.setAttribute('aria-labelledby', `${id}-name`);
    input.setAttribute('aria-label', parameter.range ? `${title}, lowest` : `${title}, palette`);
  } else input.id = id;
  for (const each of inputs) {
    each.setAttribute('aria-describedby', `${id}-hint ${id}-fault`);
    if (isMixed && each.type === 'number') each.placeholder = brief(span?.split('..')[each === inputs.find(one => one.type === 'number') ? 0 : 1]) ?? 'varies';
  }
  element.prepend(h('div', {class: 'head'}, label, unit ? h('small', {}, unit) : '', reset), hint);
  element.append(fault);
  set(initial);
  return {
    element, set,
    fault(text) {
      fault.textContent = text;
      for (const each of inputs) each.setAttribute('aria-invalid', Boolean(text));
    },
    mark(changed) { reset.hidden = !changed; },
  };
}

// One effect

/** Effects without a ground whose pieces are too pale for a white page. */
const paleOnes = ['sparkles', 'champagne', 'smoke', 'smoke-puff', 'bubbles', 'cc-stars'];

/**
 * Forms to download, with their endings; `gallery-forms.js` has more about each. The service makes those that its catalog
 * lists; the catalog of an older one has no list. A style sheet is made on the page, and loads the best image.
 */
const endings = {
  PNG: '.png', SVG: '.svg', WebP: '.webp', AVIF: '.avif', GIF: '.gif', MP4: '.mp4', WebM: '.webm', HEVC: '.hevc.mov', MOV: '.mov', Lottie: '.lottie.json', Sticker: '.tgs', tracks: '.tracks.json', sheet: '.sheet.png', CSS: null, still: '.still.png',
};

/** Endings of forms without frames. */
const vectors = ['.svg', '.lottie.json', '.lottie', '.tgs'];
/** Forms that the preview shows; others are shown as a PNG. */
const pictured = ['.png', '.svg', '.webp', '.avif', '.gif', '.still.png'], films = {'.mp4': 'video/mp4', '.webm': 'video/webm', '.hevc.mov': 'video/quicktime; codecs="hvc1"', '.mov': 'video/quicktime'};
/** Whether the browser plays the videos of an ending. */
const plays = ending => ending in films && document.createElement('video').canPlayType(films[ending]) !== '';
/** Parameters that only frames have: whoever sets one wants frames. */
const framed = ['fps', 'dpr', 'palette', 'effort', 'shutter', 'poster', 'max'];
/** Whether the browser moves an animated SVG: its style sheet needs these. */
const movesVectors = Boolean(globalThis.CSS?.registerProperty) && CSS.supports('animation-timing-function', 'linear(0, 1)') && CSS.supports('scale', 'calc(exp(1))');

/** A box with text and a button that copies it. */
function copyBox(title) {
  const code = h('code'), pre = h('pre', {tabIndex: 0, role: 'region', 'aria-label': title}, code), heading = h('h3', {}, title);
  const copyIt = async () => {
    try {
      await navigator.clipboard.writeText(code.textContent);
    } catch {
      // Pages that aren't secure have no clipboard; the older way copies what is selected.
      getSelection().selectAllChildren(code);
      if (!document.execCommand('copy')) return say('Copying failed: the text is selected instead');
      getSelection().removeAllRanges();
    }
    say(`Copied: ${heading.textContent}`);
  };
  const copy = button('Copy', copyIt, {'aria-label': `Copy ${title}`});
  const box = h('section', {class: 'copy'}, h('header', {}, heading, copy), pre);
  box.name = text => {
    heading.textContent = pre.ariaLabel = text;
    copy.ariaLabel = `Copy ${text}`;
  };
  box.update = value => { code.textContent = value; };
  box.copy = copyIt;
  return box;
}

/** A page about one effect. Its parameters are the address's. */
function showEffect(effect) {
  document.title = `${effect.title} · Hanabi`;
  // A name with a dot is another name of a parameter that is there already.
  const isTransition = 'to' in effect.parameters;
  const known = catalog.parameters.filter(({name}) => name in effect.parameters && !name.includes('.')).map(each => (each.name !== 'from' ? each : isTransition
    ? {...each, title: 'first image', summary: 'First image of a transition: the name of an image, a data: URI, or a color.'}
    : {...each, title: 'starting edge', summary: 'Start of the particles, which move inward: top, bottom, left, right, center or corners.'}))
    // What other effects have by the same name is no help here.
    .map(each => (each.name === 'angle' && !isTransition ? {...each, summary: 'Direction of emission. 0° is to the right, 90° up.'}
      : each.name === 'text' ? {...each, ...(effect.parameters.font === undefined ? {summary: 'Letters as particles: each piece is the whole text.'} : {title: 'word', summary: 'The word that the effect shows.'})} : each));
  /** Values that differ from the effect's own, and what the address has beside them: dotted paths, for instance. */
  const values = new Map(new URLSearchParams(location.search));
  const forms = Object.fromEntries(Object.entries(endings).filter(([, ending]) => !ending || (catalog.forms?.some(each => each.ending === ending) ?? true)));
  /** The form's ending; that of a style sheet is the one of its image. */
  const endingOf = name => forms[name] ?? forms[best()];
  /** Returns the target of the address: its values are the ones to start from. */
  const target = () => catalog.targets.find(each => each.name === values.get('target'));
  const initial = name => target()?.parameters[name] ?? effect.parameters[name] ?? '';
  const query = without => {
    const own = known.map(p => p.name).filter(n => values.has(n));
    const names = [...own, ...[...values.keys()].filter(n => !own.includes(n))].filter(n => n !== without);
    // Commas and colons mean nothing in a query, and are easier to read as they are.
    return `${new URLSearchParams(names.map(n => [n, values.get(n)]))}`.replace(/%2C/g, ',').replace(/%3A/g, ':');
  };
  const address = (ending, more, without) =>
    withQuery(`/v1/effects/${effect.name}${ending}`, [query(without), more].filter(Boolean).join('&'));
  let playing = motion.on, request, shown, sharp, canvas = null, sharpening = null;
  /** Number of times that a busy service has been asked for the same picture. */
  let tries = 0;
  /** The parameters that the canvas is of. */
  let drawn = null;

  // Without a name until there is a picture: the name would be shown in its place.
  const picture = h('img', {alt: ''});
  const film = h('video', {loop: true, muted: true, playsInline: true, hidden: true, 'aria-label': `${effect.title} as a video`});
  const preview = h('div', {class: 'preview', 'aria-busy': true}, h('div', {class: 'frame'}, picture, film));
  const facts = h('p', {class: 'facts'}), note = h('p', {class: 'hint note', role: 'status'});
  const fault = h('p', {class: 'fault', role: 'alert'});
  const play = button('', () => { playing = !playing; render(); });
  const zooms = h('div', {class: 'segment', role: 'group', 'aria-label': 'Zoom of the preview'},
    ['Fit', '1×', '2×'].map(name => button(name, () => setZoom(name))));
  function setZoom(name) {
    preview.dataset.zoom = name;
    for (const each of zooms.children) each.ariaPressed = each.textContent === name;
    // The true size shows the file itself.
    if (sharp) picture.src = name === 'Fit' ? sharp : shown;
    scale();
    if (name === 'Fit' && !sharp && sharpening) sharpen(sharpening = {...sharpening});
  }
  /** Gives the picture its size on the page: a true one, or one that fills the preview; frames are enlarged to twice their size at most. */
  function scale() {
    const factor = {'1×': 1, '2×': 2}[preview.dataset.zoom], [width, height] = canvas ?? [side('w', effect.width), side('h', effect.height)].map(Number);
    const style = getComputedStyle(preview), room = [preview.clientWidth - 2 * parseFloat(style.paddingLeft), preview.clientHeight - 2 * parseFloat(style.paddingTop)];
    const fit = factor ?? Math.min(room[0] / width, room[1] / height, /svg/.test(preview.dataset.type) ? Infinity : 2);
    for (const each of [picture, film]) each.style.cssText = fit > 0 ? `width: ${fit * width}px; height: ${fit * height}px` : '';
  }
  const backs = h('div', {class: 'segment', role: 'group', 'aria-label': 'Background of the preview'},
    ['Dark', 'Light', 'Checkered'].map(name => button(name, () => setBack(name))));
  function setBack(name) {
    preview.dataset.back = name.toLowerCase();
    for (const each of backs.children) each.ariaPressed = each.textContent === name;
  }
  setBack(effect.background !== 'transparent' || ['fireworks', 'space', 'fire-and-smoke', 'ambient'].includes(effect.family) || paleOnes.includes(effect.name) ? 'Dark' : 'Light');

  const controls = new Map(known.map(p => [p.name, control({...p, span: effect.spans?.[p.name]}, initial(p.name), value => take(p.name, value))]));
  for (const [name, each] of controls) {
    if (values.has(name)) each.set(values.get(name)), each.mark(true);
  }
  const extras = h('ul', {class: 'chips', 'aria-label': 'Other parameters'});
  const resetAll = button('Reset all', () => {
    values.clear();
    complain({});
    controls.forEach((each, name) => (each.set(initial(name)), each.mark(false)));
    aim();
    change();
  });

  /** The form that the address names after a `#`, so that a link, a reload, and Back show it. */
  const inAddress = () => Object.keys(forms).find(name => `#${name.toLowerCase()}` === location.hash.toLowerCase());
  const hash = () => (isPicked ? `#${form.value.toLowerCase()}` : '');

  function reset(name) {
    const each = controls.get(name);
    each?.set(initial(name));
    each?.mark(false);
    each?.fault('');
  }

  function take(name, value) {
    // What plays once has a duration of its own.
    if (value === initial(name) && !(name === 'd' && values.has('loop'))) values.delete(name);
    else values.set(name, value);
    controls.get(name).fault('');
    // What has been emptied is as if it had not been said.
    if (value === '') values.delete(name);
    controls.get(name).mark(values.has(name));
    // Pieces are of one kind: what is chosen last takes the place of what was chosen before. The text of some effects is their word.
    const kindsOfPieces = ['shapes', 'emoji', 'path', ...(effect.parameters.font === undefined ? ['text'] : [])];
    if (values.has(name) && kindsOfPieces.includes(name)) for (const other of kindsOfPieces.filter(each => each !== name && values.delete(each))) reset(other);
    if (name === 'target') {
      aim();
      complain({});
    }
    change();
  }

  let aimed = null;
  /** Shows the values and the form of what the effect is made for, where the visitor has set none; the form goes with the target. */
  function aim() {
    for (const name of ['w', 'h', 'fit', 'max']) if (!values.has(name)) controls.get(name)?.set(initial(name));
    // A page's header has no form of its own: the best one is chosen, as a browser does.
    const ending = target()?.form, own = ending === '.apng' ? 'PNG' : ending ? Object.keys(forms).find(each => forms[each] === ending) ?? null : null;
    if (own || form.value === aimed) isPicked = false;
    aimed = own;
    settle();
  }

  /** Whether the visitor chose the form; the form before others took its place; the forms that were refused, with the parameters that they were refused for. */
  let isPicked = false;
  let fallen = null;
  const refused = new Set(), isRefused = name => refused.has(`${name} ${query()}`);
  /** The lightest image that looks the same and that the browser takes; if it is refused, the next one, as for a URL without an ending. */
  function best() {
    const light = Object.keys(forms).find(each => forms[each] && effect.light?.endsWith(forms[each])), isFit = light === 'SVG' ? movesVectors && !values.has('quality') : Boolean(light);
    const isFramed = framed.some(name => values.has(name)), next = isRefused(light) || values.has('quality') ? ['WebP'] : [];
    return [...(isFit && !isFramed ? [light] : []), ...next].find(name => forms[name] && !isRefused(name)) ?? 'PNG';
  }
  /** Chooses the form that goes with the target, or the best one; until the visitor chooses. */
  function settle() {
    if (!isPicked) choose(aimed ?? best());
  }
  /** Takes the form that was picked; the address has it. Keys on their way through the tabs leave no trail. */
  function pick(name, byKey) {
    isPicked = true;
    form.value = name;
    const address = `${location.pathname}${location.search}${hash()}`;
    if (hash() !== location.hash) history[byKey ? 'replaceState' : 'pushState'](null, '', address);
    write(true);
    render();
  }
  /** Shows the form that the address has now. */
  showForm = () => {
    const name = inAddress();
    if (!name && location.hash) return;
    isPicked = Boolean(name);
    if (name) choose(name);
    settle();
    write(true);
    render();
  };
  function choose(name) {
    form.value = name;
    tabs?.show(name);
  }

  const soon = later(250, render);
  function change() {
    history.replaceState(history.state, '', withQuery(`/effects/${effect.name}`, query()) + hash());
    place = location.search;
    settle();
    write();
    soon();
  }

  // At hand below the picture, at all widths
  const editing = h('a', {class: 'button'}, 'Edit', h('span', {class: 'wide'}, ' this effect')), saving = h('a', {class: 'button'}, 'Download');
  const form = h('select', {'aria-label': 'Format to download', onchange() {
    tabs?.show(form.value);
    pick(form.value);
  }}, Object.keys(forms).map(value => h('option', {value}, words(value))));
  const link = copyBox('URL'), html = copyBox('HTML');
  link.classList.add('url');
  const copying = button('Copy HTML', () => html.copy());
  const taking = h('div', {class: 'bar taking'}, copying, h('span', {class: 'joined'}, form, saving), editing, facts);
  let tabs, isLost = false;
  const formBox = h('div', {class: 'waiting'});
  let whole = null;
  import('/gallery-forms.js').then(({formSection, snippets, offered}) => {
    const all = offered(catalog).map(each => (each.name !== 'CSS' ? each : {
      ...each, get ending() { return endingOf('CSS'); }, get type() { return all.find(({ending}) => ending === this.ending).type; },
    }));
    /** The effect as its code needs it, from an absolute URL or, for `null`, the origin. */
    const facts = () => ({
      name: effect.name, title: effect.title, values, query: query(), width: side('w', effect.width), height: side('h', effect.height),
      url: ending => location.origin + (ending === null ? '' : address(ending)), forms: all, spec: whole,
    });
    tabs = Object.assign(formSection({effect: facts, forms: all, address, changed: tell, isLoading: () => preview.ariaBusy === 'true', tools: {h, button, later, copyBox, words, bytesText, roughText, sentBytes, say}, choose: pick}), {code: () => {
      const texts = snippets(all.find(each => each.name === form.value), facts());
      const kind = form.value === 'CSS' ? 'CSS' : target()?.name === 'github' && 'Markdown' in texts ? 'Markdown' : 'HTML';
      return [kind, texts[kind]];
    }});
    tabs.show(form.value);
    formBox.replaceWith(tabs.element);
    write();
    if (measured.path === address(endingOf(form.value))) tabs.know(form.value, measured);
    else if (isPicked && shown) tabs.measure(form.value);
  }, () => {
    // The URL and the download do without.
    isLost = true;
    tell();
    formBox.className = '';
    formBox.replaceChildren(h('p', {class: 'fault', role: 'alert'}, 'The formats and their code could not be loaded. Reload the page to try again.'));
  });

  /** The file that the preview has loaded: its path and bytes. */
  let measured = {};
  /** Shows what the chosen form is: its name, canvas and bytes, and whether its budget made it smaller than its target. */
  function tell() {
    const path = address(endingOf(form.value)), {size, expected, fault: reason} = tabs?.sizeOf(form.value) ?? (measured.path === path ? measured : {});
    const isRefusal = Boolean(size === undefined && reason);
    saving.hidden = isRefusal;
    copying.disabled = isRefusal || isLost;
    facts.textContent = [words(form.value), canvas && drawn === query() && !isRefusal ? canvas.map(Math.round).join(' × ') : '', size !== undefined ? bytesText(size) : isRefusal ? 'not available' : expected ? roughText(expected) : ''].filter(Boolean).join(' · ');
    const {w, h: height, max} = target()?.parameters ?? {};
    const isSmaller = w && canvas && measured.path === path && (!values.has('w') && canvas[0] < Number(w) || !values.has('h') && canvas[1] < Number(height));
    note.textContent = isSmaller ? `Smaller than ${w} × ${height}, so that the file keeps within ${values.get('max') ?? limitText(max)}.` : '';
  }

  /** Lets a burst that the player plays once go on until its last piece is gone. */
  const once = () => (values.has('loop') || values.has('timing.loop') || initial('loop') !== 'forever' ? '' : 'loop=once');

  /** Hides what nothing depends on yet: an order of reductions without a budget, for instance. */
  function reveal() {
    // A path of the spec may say what a parameter does.
    const isPath = name => [...values.keys()].some(each => each.endsWith(`.${name}`));
    const isRepeated = isPath('presses') || Number(values.get('presses') ?? initial('presses')) > 1;
    // Turning a disc shows nothing; turning another piece, or a disc in space, does.
    const hasPieces = ['shapes', 'emoji', 'text', 'path', 'flat', 'tumble'].some(name => values.has(name)) || isPath('contents') || isPath('particleType');
    const shown = {...Object.fromEntries((effect.idle ?? []).map(name => [name, hasPieces])), keep: isPath('maxBytes') || values.has('max') || Boolean(initial('max')), codec: form.value === 'MP4', pause: isRepeated, quirk: isRepeated};
    for (const [name, isShown] of Object.entries(shown)) {
      const control = controls.get(name)?.element;
      if (control) control.hidden = !isShown && !values.has(name);
    }
  }

  // Copy boxes
  const script = copyBox('Player on top of a page'), spec = copyBox('JSON spec');
  spec.classList.add('tall');
  const side = (name, own) => [values.get(name), target()?.parameters[name]].find(each => /^\d+(\.\d+)?$/.test(each ?? '')) ?? own;
  /** Shows the parameters in all texts; `isSame`: only the form is another. */
  function write(isSame = false) {
    const {origin} = location;
    link.update(origin + address(endingOf(form.value)));
    if (tabs) {
      const [kind, text] = tabs.code();
      html.name(kind);
      html.update(text);
      copying.textContent = `Copy ${kind}`;
    }
    // A chat takes a file, a page takes code.
    const isFile = /slack|discord|telegram|story/.test(target()?.name);
    copying.classList.toggle('strong', !isFile);
    saving.classList.toggle('strong', isFile);
    if (tabs && !isSame) tabs.update();
    reveal();
    script.update(`<script src="${origin}/player.js"></script>\n`
      + `<hanabi-effect src="${(origin + address('.tracks.json', once())).replace(/&/g, '&amp;')}" on="click"></hanabi-effect>`);
    resetAll.disabled = !values.size;
    const style = form.value === 'CSS' && tabs?.code()[1];
    saving.href = style ? `data:text/css,${encodeURIComponent(style)}` : address(endingOf(form.value));
    saving.download = `${effect.name}${style ? '.css' : endingOf(form.value)}`;
    editing.href = `/edit#preset=${effect.name}${query() ? `&${query()}` : ''}`;
    tell();
    extras.replaceChildren(...[...values].filter(([name]) => !controls.has(name)).map(([name, value]) => h('li', {},
      button(`${name}=${value} ×`, () => { values.delete(name); change(); }, {'aria-label': `Remove ${name}`}))));
  }

  /** Fetches the picture; the old one stays until the new one can be shown, or for good if there's a fault. */
  async function render(isAgain) {
    if (isAgain !== true) tries = 0;
    request?.abort();
    const {signal} = request = new AbortController(), start = performance.now();
    play.textContent = playing ? 'Pause' : 'Play';
    preview.setAttribute('aria-busy', true);
    const name = form.value, ending = endingOf(name), isFilm = playing && plays(ending), isOwn = isFilm || pictured.includes(ending);
    // A still is there long before a costly form.
    if (!shown && playing && ending !== '.svg') {
      // One that is refused would be an empty box.
      picture.onerror = stand;
      picture.src = address('.still.png');
    }
    try {
      // A still stands for everything else that has no picture; a picture of an error would be shown as the effect.
      const shape = !playing ? '.still.png' : isOwn ? ending : '.png';
      // The budget of a sticker is one of keyframes: frames in as few bytes would be another picture.
      const room = playing && vectors.includes(target()?.form) && !values.has('max') ? 'max=5MB&' : '';
      // What moves was asked for, whatever the browser tells the service of reduced motion.
      const path = address(ending), answer = await fetch(address(shape, `${room}${playing && calm.matches ? 'motion=full&' : ''}on-error=problem`), {signal});
      if (!answer.ok) throw await problem(answer);
      const blob = await answer.blob(), time = performance.now() - start, size = await sentBytes(answer, blob.size);
      const source = URL.createObjectURL(blob), own = await seen(isFilm ? h('video', {muted: true}) : new Image(), source).catch(failure => {
        // A browser may lack the form.
        URL.revokeObjectURL(source);
        throw failure;
      }), [width, height] = own;
      if (signal.aborted) return URL.revokeObjectURL(source);
      [canvas, drawn] = [own, query()];
      picture.onerror = null;
      preview.dataset.type = blob.type;
      delete preview.dataset.stale;
      film.hidden = !isFilm;
      picture.hidden = isFilm;
      scale();
      if (isFilm) Object.assign(film, {src: source, width, height}).play().catch(() => {});
      else {
        film.removeAttribute('src');
        Object.assign(picture, {src: source, width, height, alt: `${effect.title} with the chosen parameters`});
      }
      // Who changes one parameter goes on to the next.
      sharpening = isFilm || shape === '.svg' ? null : {shape, signal, start: performance.now() + (shown ? 3000 : 1000)};
      for (const old of [shown, sharp]) if (old) URL.revokeObjectURL(old);
      [shown, sharp] = [source, null];
      // What is seen is the file itself, unless it stands for one that has no picture.
      measured = shape === ending && !room ? {path, size, whole: blob.size} : {};
      if (measured.path === address(ending)) tabs?.know(name, measured);
      else if (isPicked) tabs?.measure(name);
      tell();
      facts.title = `Made and sent in ${Math.round(time)} ms`;
      complain({});
      describe(signal);
      renew();
      if (sharpening) sharpen(sharpening);
      fallen = null;
    } catch (error) {
      // Another picture is asked for by now.
      if (signal.aborted || error.name === 'AbortError') return;
      if (error.isBusy && tries < 4) {
        fault.textContent = 'The service has much to do. It is asked again in a moment.';
        return void setTimeout(() => { if (!signal.aborted) render(true); }, Math.max(1500 * ++tries, 1000 * error.seconds));
      }
      // The best form may not be able to show what was chosen, or the browser may lack it: another one takes its place.
      const own = name === 'CSS' ? best() : name;
      if ((!isPicked && !aimed || name === 'CSS') && own !== 'PNG' && !isRefused(own)) {
        refused.add(`${own} ${query()}`);
        fallen ??= form.value;
        settle();
        write();
        return render();
      }
      complain(error);
      // What no form can show is no reason for another one.
      if (!isPicked && fallen) {
        choose(fallen);
        write(true);
      }
      fallen = null;
      if (isPicked) tabs?.measure(name);
      // The last good picture stays, or the effect's own stands for it.
      if (!shown) stand();
      preview.dataset.stale = shown ? 'Last good picture' : 'Without these parameters';
    }
    if (signal.aborted) return;
    preview.setAttribute('aria-busy', false);
    // The panel says that it is measured until it is drawn anew.
    tabs?.redraw();
  }

  /** Fills the preview with frames of two pixels per point, where it enlarges those of the file, and that is little work. What plays a number of times would begin anew. */
  async function sharpen(own) {
    const {shape, signal, start} = own, isFit = () => own === sharpening && !signal.aborted && preview.dataset.zoom === 'Fit', isEnlarged = picture.clientWidth * devicePixelRatio > 1.25 * canvas[0];
    const loop = values.get('loop') ?? values.get('timing.loop') ?? initial('loop'), isRepeated = shape === '.still.png' || /^"?(|forever|seamless)"?$/.test(loop);
    if (!isEnlarged || !isRepeated || values.has('dpr') || values.has('max') || target()) return;
    await new Promise(done => setTimeout(done, Math.max(0, start - performance.now())));
    if (!isFit()) return;
    try {
      const price = await fetch(address(shape, 'dpr=2&dry=1'), {signal, headers: {Accept: 'application/json'}}), {milliseconds} = await price.json();
      if (!price.ok || milliseconds.found > 400) return;
      const answer = await fetch(address(shape, `dpr=2&${playing && calm.matches ? 'motion=full&' : ''}on-error=problem`), {signal}), source = answer.ok && URL.createObjectURL(await answer.blob());
      if (!source) return;
      const isSeen = await seen(new Image(), source).catch(() => null);
      if (!isSeen || !isFit()) return URL.revokeObjectURL(source);
      picture.src = sharp = source;
    } catch {
      // The file itself stays.
    }
  }

  /** Shows the effect as it is without the parameters that are refused. */
  function stand() {
    picture.onerror = null;
    canvas = [effect.width, effect.height];
    film.hidden = true;
    Object.assign(picture, {src: effect.still, hidden: false, alt: effect.title});
    scale();
  }

  /** Faults stand below the picture, and each at the control that it is about. */
  function complain({errors = [], detail, message}) {
    fault.textContent = detail ?? message ?? '';
    controls.forEach((each, name) => each.fault([...new Set(errors.filter(e => e.parameter === name).map(e => e.detail))].join('; ')));
    const first = errors.find(each => controls.has(each.parameter));
    const group = first && controls.get(first.parameter).element.closest('details');
    if (group) group.open = true;
  }

  async function describe(signal) {
    const answer = await fetch(address('', 'explain=1'), {signal, headers: {Accept: 'application/json'}}).catch(() => null);
    const made = answer?.ok && await answer.json().catch(() => null);
    if (!made) return;
    whole = made;
    tabs?.redraw();
    spec.update(JSON.stringify(whole, null, 2));
    // Where nothing is left to chance, all seeds look alike.
    if (seedBox) seedBox.hidden = !/"emitterCells"|"type":"(firework|fountain|like|shatter|random)"/.test(JSON.stringify(whole));
  }

  // Seeds
  let first = 1;
  const seeds = h('div', {class: 'seeds', role: 'group', 'aria-label': 'Seeds'});
  const hasSeeds = controls.has('seed'), seedBox = hasSeeds ? h('section', {}, h('h2', {}, 'Seeds'), seeds, button('16 more seeds', () => {
    first += 16;
    fill();
  })) : '';
  function fill() {
    seeds.replaceChildren(...Array.from({length: 16}, (_, i) => {
      const seed = String(first + i);
      const source = address('.still.png', `seed=${seed}`, 'seed');
      const thumb = h('img', {alt: '', loading: 'lazy', src: source});
      thumb.onerror = () => {
        // The service may be busy.
        thumb.onerror = null;
        setTimeout(() => { thumb.src = source; }, 1500);
      };
      const pick = button(thumb, () => {
        controls.get('seed').set(seed);
        take('seed', seed);
        for (const each of seeds.children) each.ariaPressed = each === pick;
        find('.show').scrollIntoView({block: 'nearest'});
      }, {'aria-label': `Seed ${seed}`, 'aria-pressed': (values.get('seed') ?? initial('seed')) === seed});
      pick.append(h('span', {'aria-hidden': true}, seed));
      return pick;
    }));
  }
  /** Anew when anything but the seed has changed; pictures that aren't seen aren't fetched. */
  function renew() {
    const others = [...values].filter(([name]) => name !== 'seed').join('&');
    if (!hasSeeds || seeds.others === others) return;
    seeds.others = others;
    fill();
  }

  function overPage() {
    find('.overlay')?.remove();
    // It fills the window, unless a size was chosen; where that is too much, it has its own.
    const scale = Math.min(1, 2048 / Math.max(innerWidth, innerHeight)), isSized = Boolean(target()) || values.has('w') || values.has('h');
    const start = more => {
      const player = h('hanabi-effect', {class: 'overlay', 'aria-hidden': true, src: address('.tracks.json', [once(), more].filter(Boolean).join('&'))});
      player.setAttribute('play', '');
      player.addEventListener('ended', () => player.remove());
      player.addEventListener('error', ({message}) => {
        player.remove();
        if (more) start('');
        else say(`The player cannot show this effect: ${message}`);
      });
      document.body.append(player);
    }, begin = () => start(isSized ? '' : `w=${Math.round(innerWidth * scale)}&h=${Math.round(innerHeight * scale)}`);
    loadPlayer().then(begin, () => say('The player could not be loaded'));
  }

  // What one comes to change: where there is a word, that word; pictures, colors, numbers and sizes. What moves them comes later.
  const wanted = [...(effect.parameters.text ? ['text', 'font', 'weight'] : []), ...(isTransition ? ['from', 'to', 'dir', 'angle'] : []), 'pictures', 'words', 'digits', 'c', 'emoji', 'shapes', 'text', 'n', 'rate', 'size', 'd', 'w', 'h', 'bg'];
  const order = ['essentials', 'look', 'emission', 'motion', 'time', 'canvas', 'file'], rank = ({name}) => wanted.indexOf(name);
  const groups = [...new Set([...order, ...known.map(p => p.group)])].map(group => {
    const own = known.filter(p => (rank(p) < 0 ? p.group : order[0]) === group && p.name !== 'target').sort((one, other) => rank(one) - rank(other));
    // A small screen would be full of controls that few need.
    const open = order.slice(0, innerWidth < 700 ? 1 : 4).includes(group) || own.some(p => values.has(p.name));
    return own.length ? h('details', {class: 'group', open}, h('summary', {}, group),
      h('div', {class: 'body'}, own.map(p => controls.get(p.name).element))) : '';
  });
  const family = catalog.effects.filter(other => other.family === effect.family && other !== effect).slice(0, 4);

  main.replaceChildren(h('a', {class: 'crumb', href: `/?family=${effect.family}`}, '← ', words(effect.family)),
    h('article', {}, h('div', {class: 'effect'},
      h('header', {}, h('h1', {tabIndex: -1}, effect.title), h('p', {}, effect.summary)),
      h('div', {class: 'left'}, h('section', {class: 'show', 'aria-label': 'Preview'}, preview, fault, link, taking, note),
        h('div', {class: 'bar viewing'}, play, backs, zooms, button(['Play on top', h('span', {class: 'wide'}, ' of this page')], overPage))),
      h('div', {class: 'side'}, formBox, h('section', {class: 'panel', 'aria-label': 'Parameters'},
        h('div', {class: 'bar'}, h('h2', {}, 'Parameters'), resetAll), controls.get('target')?.element ?? '', extras, groups))),
      h('div', {class: 'below'},
        seedBox,
        h('section', {}, h('h2', {}, 'Script and spec'), h('div', {class: 'copies'}, script, spec)),
        family.length ? h('section', {}, h('h2', {}, 'More of this family'), h('ul', {class: 'grid'}, family.map(card))) : '')));
  setZoom('Fit');
  // What is scrolled to stops below what stays in sight.
  const covering = new ResizeObserver(() => {
    document.documentElement.style.setProperty('--covered', `${find('.show').offsetHeight + 8}px`);
    scale();
  });
  covering.observe(find('.show'));
  covering.observe(preview);
  const follow = () => { playing = motion.on; render(); };
  document.addEventListener('motion', follow);
  aim();
  if (inAddress()) {
    isPicked = true;
    choose(inAddress());
  }
  write();
  render();
  leave = () => {
    showForm = null;
    covering.disconnect();
    document.documentElement.style.removeProperty('--covered');
    document.removeEventListener('motion', follow);
    request?.abort();
    tabs?.leave();
    find('.overlay')?.remove();
    forget(main);
    for (const old of [shown, sharp]) if (old) URL.revokeObjectURL(old);
  };
}

/** Returns the bytes of an answer as they were sent: by gzip, where the service packs it. */
async function sentBytes(answer, whole) {
  const loaded = () => performance.getEntriesByName(answer.url).at(-1)?.encodedBodySize, length = Number(answer.headers.get('Content-Length'));
  // The browser's list is written a moment after the last byte.
  if (!length && !loaded()) await new Promise(done => setTimeout(done, 50));
  return length || loaded() || whole;
}

/** The sides of a picture or a film at a URL, once it can be shown. */
async function seen(element, source) {
  element.src = source;
  if (element.decode) return element.decode().then(() => [element.naturalWidth, element.naturalHeight]);
  await new Promise((done, fail) => {
    element.onloadeddata = done;
    element.onerror = () => fail(new Error('The browser does not play this video.'));
  });
  return [element.videoWidth, element.videoHeight];
}

/** An answer's problem, with `detail` and `errors`. */
async function problem(answer) {
  const found = await answer.json().catch(() => ({}));
  // What an operator reads of queues and workers tells a visitor nothing. A picture that takes too long is no matter of waiting.
  const isBusy = answer.status === 429 || /:(busy|draining)$/.test(found.type);
  return {isBusy, seconds: Number(answer.headers.get('Retry-After')) || 0, errors: found.errors, detail: isBusy ? 'The service has too much to do at the moment. Try again in a minute.' : found.detail ?? `The service responded with ${answer.status} ${answer.statusText}`};
}

/** A page for a name that no effect has, with the names that are spelled nearly alike. */
function showMissing(name) {
  // The service answers addresses that are no text itself.
  let asked = decodeURIComponent(name);
  if (asked.length > 60) asked = `${asked.slice(0, 60)}…`;
  document.title = `No effect “${asked}” · Hanabi`;
  const near = searching.nearest(catalog.effects, asked), others = near.length ? near : catalog.effects.filter(each => ['confetti', 'hanabi', 'hearts', 'snowfall'].includes(each.name));
  main.replaceChildren(h('div', {class: 'missing'}, h('h1', {tabIndex: -1}, 'Effect not found'),
    h('p', {}, 'There is no effect with the name ', h('strong', {}, `“${asked}”`), '.'),
    h('div', {class: 'bar'}, h('a', {class: 'button strong', href: '/'}, `See all ${catalog.effects.length} effects`)),
    h('section', {}, h('h2', {}, near.length ? 'Did you mean …' : 'Well-known effects'), h('ul', {class: 'grid'}, others.map(card)))));
}

// Ways between pages

let page, place;
/** Draws the page that the address stands for. */
function route(moved) {
  const path = location.pathname.replace(/\/$/, '').replace(/^\/effects$/, '') || '/', before = page, query = place;
  page = path;
  place = location.search;
  if (path === '/' && before === '/') return showIndex.update();
  if (path === before && place === query && showForm) return showForm();
  leave();
  const name = /^\/effects\/([^/]+)$/.exec(path)?.[1];
  const effect = catalog.effects.find(each => each.name === name);
  if (path === '/') showIndex();
  else if (effect) showEffect(effect);
  else {
    leave = () => forget(main);
    showMissing(name ?? path);
  }
  // Who listens hears where they are.
  if (moved) find('h1').focus({preventScroll: true});
}

document.addEventListener('click', event => {
  const link = event.target.closest?.('a[href]');
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!link || !plain || link.origin !== location.origin || link.hash || !/^\/(effects\/[^/]+)?$/.test(link.pathname)) return;
  event.preventDefault();
  if (link.href !== location.href) history.pushState(null, '', link.href);
  route(true);
  scrollTo(0, 0);
});
addEventListener('popstate', () => route(true));
// The skip link leads to the first effect, behind the filters, or to what the page is about.
find('.skip').addEventListener('click', event => {
  const first = find('.card a');
  if (!first || page !== '/') return;
  event.preventDefault();
  first.focus();
});
find('#motion').addEventListener('click', () => { motion.on = !motion.on; });
calm.addEventListener('change', () => motion.changed());

(async () => {
  try {
    const parts = Promise.all([import('/gallery-search.js'), import('/gallery-offers.js')]), answer = await fetch('/v1/effects', {headers: {Accept: 'application/json'}});
    if (!answer.ok) throw await problem(answer);
    [searching, offering] = await parts;
    // One from a cache, or of an older service behind the same address, may lack what came later.
    catalog = {targets: [], ...await answer.json()};
  } catch (error) {
    main.replaceChildren(h('div', {class: 'intro'}, h('h1', {}, 'The catalog could not be loaded.'),
      h('p', {role: 'alert'}, error.detail ?? error.message)));
    return;
  }
  find('#version').textContent = `· ${catalog.version}`;
  motion.changed();
  route(false);
})();
}
