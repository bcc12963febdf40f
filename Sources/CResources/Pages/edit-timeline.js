/** The timeline: play and pause, a playhead that shows any moment while it is dragged, and the times of the effect. */

import {h, icon, iconButton, tidy} from './edit-dom.js';
import {membersOf} from './edit-document.js';

const seconds = (value, fallback) => {
  if (typeof value === 'number') return value;
  const amount = parseFloat(value);
  if (!Number.isFinite(amount)) return fallback;
  return /ms$/.test(value) ? amount / 1000 : amount;
};

export class Timeline {
  #origin = performance.now();

  constructor(doc, live, stage) {
    Object.assign(this, {doc, live});
    live.now = () => (doc.value ? this.#moment() : 'best');
    this.toggle = iconButton('pause', 'Pause', () => (live.isPlaying && !this.#hasEnded ? this.#pause() : live.play()), {class: 'tool play'});
    this.head = h('input', {type: 'range', min: 0, max: 1, step: 0.01, value: 0, class: 'playhead', 'aria-label': 'Moment, in seconds', oninput: () => {
      live.hold(tidy(Math.min(Number(this.head.value), this.#last), 3));
      this.#draw(Number(this.head.value));
      this.#look();
    }});
    this.clock = h('output', {class: 'clock'});
    const number = (name, label, unit, initial) => h('label', {class: 'field'}, h('span', {}, label), h('input', {
      type: 'number', step: 'any', min: 0, 'data-name': name, 'aria-label': `${label}, ${unit}`, oninput: event => {
        const value = Number(event.target.value);
        if (value > 0) doc.set(['timing', name], value, {source: 'timeline'});
      }}), h('small', {}, {seconds: 's', 'frames per second': 'fps'}[unit]), initial);
    this.duration = number('duration', 'Duration', 'seconds');
    this.fps = number('fps', 'Frames', 'frames per second');
    this.loop = h('select', {'aria-label': 'Repetition', onchange: () => doc.set(['timing', 'loop'], this.loop.value, {source: 'timeline', key: null})},
      ['forever', 'seamless', 'once'].map(value => h('option', {value}, {forever: 'loop', seamless: 'seamless loop', once: 'play once'}[value])));
    this.element = h('section', {class: 'timeline', 'aria-label': 'Timeline'}, this.toggle, h('div', {class: 'track'}, this.head), this.clock,
      h('div', {class: 'times'}, this.duration, this.fps, this.loop));
    doc.addEventListener('change', () => this.draw());
    stage.onshow = isMoving => {
      if (isMoving) this.#origin = performance.now();
      this.#look();
    };
    // Every frame would keep a browser without a graphics processor from all else.
    setInterval(() => {
      if (document.hidden) return;
      if (live.isPlaying && live.animation) this.#draw(this.#now());
      if (this.#hasEnded !== this.#looksEnded) this.#look();
    }, 50);
  }

  /** Seconds for which one play lasts. */
  get total() {
    const {hold} = membersOf(this.doc.value.timing);
    return Math.max(0.01, this.#length + (/%$/.test(hold) ? 0 : seconds(hold, 0)));
  }

  /** Seconds for which one play moves. */
  get #length() {
    const {duration, speed} = membersOf(this.doc.value.timing);
    return seconds(duration, 3) * (typeof speed === 'number' ? speed : 1);
  }

  /** The moment of the last frame, in seconds. A later one would show how the effect went on. */
  get #last() {
    const {fps} = membersOf(this.doc.value.timing);
    return Math.max(0, this.#length - 1 / (fps > 0 ? fps : 30));
  }

  #looksEnded = false;

  /** Seconds after which the effect stands still: that of a loop never does. */
  get #end() {
    const {loop} = membersOf(this.doc.value.timing);
    return (loop === 'once' ? 1 : Number(loop) || Infinity) * this.total;
  }

  /** What plays once, or some times, stands still at its end, and can be played again. */
  get #hasEnded() { return this.live.isPlaying && performance.now() - this.#origin > this.#end * 1000; }

  #now() {
    const passed = (performance.now() - this.#origin) / 1000;
    return passed < this.#end ? passed % this.total : this.total;
  }

  #pause() {
    this.live.hold(this.#moment());
    this.#look();
  }

  #look() {
    this.#looksEnded = this.#hasEnded;
    const isPlaying = this.live.isPlaying && !this.#looksEnded;
    this.toggle.replaceChildren(icon(isPlaying ? 'pause' : 'play'));
    this.toggle.ariaLabel = this.toggle.title = isPlaying ? 'Pause' : 'Play';
  }

  /** The moment at the playhead, or of the last frame. */
  #moment() { return tidy(Math.min(this.#now(), this.#last), 3); }

  #draw(moment) {
    if (document.activeElement !== this.head || this.live.isPlaying) this.head.value = moment;
    this.head.style.setProperty('--share', `${100 * Math.min(1, moment / this.total)}%`);
    const text = `${moment.toFixed(2)} s`;
    if (this.clock.textContent !== text) this.clock.textContent = text;
  }

  draw() {
    const timing = membersOf(this.doc.value.timing);
    this.head.max = this.total;
    for (const [field, initial] of [[this.duration, 3], [this.fps, 30]]) {
      const input = field.querySelector('input');
      if (document.activeElement !== input) input.value = tidy(seconds(timing[input.dataset.name], initial), 3);
    }
    const loop = ['string', 'number'].includes(typeof timing.loop) ? timing.loop : 'forever';
    if (![...this.loop.options].some(each => each.value === String(loop))) this.loop.append(h('option', {value: String(loop)}, `${loop} times`));
    this.loop.value = String(loop);
    if (!this.live.isPlaying) this.#draw(Math.min(Number(this.head.value), this.total));
    this.#look();
  }
}

const names = {milliseconds: 'Work', frames: 'Frames', pixels: 'Pixels', particles: 'Particles', births: 'Births'};

/** The cost of the effect, as shares of the service's limits. */
export class CostMeter {
  constructor(live) {
    this.bar = h('span', {class: 'meter-bar'}, h('span', {}));
    this.text = h('span', {class: 'meter-text'}, 'Cost');
    this.table = h('div', {class: 'menu cost', popover: 'auto', id: 'cost', role: 'dialog', 'aria-label': 'Cost'});
    this.element = h('button', {type: 'button', class: 'meter', 'aria-haspopup': 'dialog', title: 'Predicted work of rendering, and the largest share of a limit of the service. Click for details.'}, this.bar, this.text);
    this.element.setAttribute('popovertarget', 'cost');
    this.table.addEventListener('toggle', () => {
      const box = this.element.getBoundingClientRect();
      this.table.style.left = `${Math.max(8, Math.min(box.left, innerWidth - this.table.offsetWidth - 8))}px`;
      this.table.style.top = `${Math.max(8, box.top - this.table.offsetHeight - 8)}px`;
    });
    live.addEventListener('price', event => this.show(event));
  }

  /** Shows a price, or `excess`, the reason why there is none; a spec with an error has neither. */
  show({price, excess, isEmpty}) {
    const none = isEmpty ? 'There is no layer yet.' : 'The spec has an error.';
    if (!price) {
      this.bar.firstChild.style.width = excess ? '100%' : '0';
      this.element.classList.toggle('high', Boolean(excess));
      this.text.textContent = excess ? 'Over a limit' : 'Cost –';
      this.element.ariaLabel = excess ? `Cost: over a limit. ${excess}` : `Cost: ${none}`;
      this.table.replaceChildren(h('h3', {}, 'Cost of rendering'), h('p', {class: 'hint'}, excess ?? none));
      return;
    }
    const shares = Object.entries(names).filter(([name]) => price[name]).map(([name, text]) => ({name, text, ...price[name], share: price[name].found / price[name].limit}));
    const most = shares.reduce((a, b) => (b.share > a.share ? b : a)), percent = Math.round(most.share * 100);
    this.bar.firstChild.style.width = `${Math.min(100, Math.max(2, most.share * 100))}%`;
    this.element.classList.toggle('high', most.share > 0.7);
    const time = price.milliseconds.found, milliseconds = time < 10 ? time.toFixed(1) : Math.round(time).toLocaleString('en');
    this.text.replaceChildren(h('span', {class: 'wide'}, 'Cost '), `${milliseconds} ms · ${most.text.toLowerCase()} ${percent < 1 ? '< 1' : percent} %`);
    this.element.ariaLabel = `Cost: ${milliseconds} milliseconds of work, ${percent} percent of the limit of ${most.text.toLowerCase()}. Show details.`;
    this.table.replaceChildren(h('h3', {}, 'Cost of rendering'), h('table', {}, h('tbody', {}, shares.map(({text, name, found, limit, share}) => {
      const fill = h('span', {});
      fill.style.width = `${Math.min(100, Math.max(1, share * 100))}%`;
      return h('tr', {}, h('th', {scope: 'row'}, text), h('td', {}, `${Math.round(found).toLocaleString('en')}${name === 'milliseconds' ? ' ms' : ''}`),
        h('td', {}, h('span', {class: 'meter-bar'}, fill)), h('td', {}, `of ${limit.toLocaleString('en')}`));
    }))), h('p', {class: 'hint'}, 'The service predicts this from the spec alone, and refuses what is beyond a limit.'));
  }
}
