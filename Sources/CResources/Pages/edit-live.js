/**
 * Keeps the picture up to date: the newest spec wins. What is quick is drawn as an animation at once; of what is slow, a still
 * comes first, and waits for no animation. Events: `picture` (with `blob`), `busy`, `faults`, `price`.
 */

import {later} from './edit-dom.js';
import * as service from './edit-service.js';

/** Milliseconds that an animation may take to come at once: the page needs as many again to show it. */
const quick = 45;
/** Formats that an `<img>` shows. */
const visible = ['apng', 'webp', 'gif', 'avif', 'svg'];

export class Live extends EventTarget {
  /** Whether the animation plays; otherwise a still is shown. */
  isPlaying = !matchMedia('(prefers-reduced-motion: reduce)').matches;
  /** The still's moment in seconds, or `best`. */
  moment = 'best';
  /** Tells the moment that the animation has got to; the timeline knows. */
  now = () => 'best';
  /** The last animation: `{blob, milliseconds}`. */
  animation = null;

  #controller = null;
  #pricing = null;
  #started = 0;
  #wantsAgain = false;
  #last = Infinity;
  #drawn = null;
  #isMovingSoon = false;

  constructor(doc) {
    super();
    this.doc = doc;
    this.#soonPrice = later(250, () => this.#price());
    this.#soonMove = later(180, () => {
      this.#isMovingSoon = false;
      this.#begin('animation');
    });
    this.#soonStill = later(2 * quick, () => {
      if (!this.#controller || this.#drawn !== 'animation' || !this.isPlaying) return;
      this.#last = Infinity;
      this.#stillFirst();
    });
    doc.addEventListener('change', () => this.update());
  }

  #soonPrice;
  #soonMove;
  /** What was quick may take long after a change. */
  #soonStill;

  /** Shows the present moment, and moves a little later. */
  #stillFirst() {
    // To look for the fullest moment would take as long as the animation.
    this.moment = this.now();
    this.#isMovingSoon = true;
    this.#begin('still');
    return this.#soonMove();
  }

  #stopMoving() {
    this.#soonStill.cancel();
    this.#soonMove.cancel();
    this.#isMovingSoon = false;
  }

  /** The spec as the stage draws it: in a form that a page can show. */
  get spec() {
    const {value} = this.doc, format = value.output?.format;
    return !format || visible.includes(format) ? value : service.withFormat(value, 'png');
  }

  /** Draws anew, because the spec is another one. What is under way for another effect has no place in this one. */
  update() {
    this.animation = null;
    this.#pricing?.abort();
    if (['open', 'load'].includes(this.doc.source)) {
      this.#controller?.abort();
      this.#controller = null;
    }
    this.#stopMoving();
    const {fault, isEmpty} = this.doc;
    if (fault || isEmpty) {
      // A picture of an earlier text would clear the error.
      this.#controller?.abort();
      this.#wantsAgain = false;
      this.#soonPrice.cancel();
      this.#pricing?.abort();
      this.#tell('price', {price: null, isEmpty});
      this.#tell('busy', {isBusy: false});
      this.#tell('faults', {faults: fault ? [{offset: fault.offset, detail: fault.message}] : []});
      return fault ? undefined : this.#checkEmpty();
    }
    this.#soonPrice();
    if (!this.isPlaying) return this.#begin('still');
    // An animation that is still under way has become slow.
    if (this.#controller && this.#drawn === 'animation') this.#last = Math.max(this.#last, performance.now() - this.#started);
    if (this.#last > quick) return this.#stillFirst();
    this.#soonStill();
    return this.#begin('animation');
  }

  play() {
    this.isPlaying = true;
    this.#stopMoving();
    if (this.animation) this.#tell('picture', {...this.animation, isMoving: true});
    else this.#begin('animation');
  }

  /** Shows one moment. */
  hold(moment) {
    this.isPlaying = false;
    this.moment = moment;
    this.#stopMoving();
    this.#begin('still');
  }

  /** While an answer is under way, the next request waits for it, so that a drag shows something; but not for long, and no still waits for an animation. */
  #begin(form) {
    this.form = form;
    if (this.doc.isEmpty) return;
    const patience = this.#drawn === 'still' ? 2000 : form === 'still' ? 0 : 300;
    if (this.#controller && performance.now() - this.#started < patience) {
      this.#wantsAgain = true;
      return;
    }
    this.#draw(form);
  }

  async #draw(form) {
    this.#controller?.abort();
    const controller = this.#controller = new AbortController(), {signal} = controller, {spec, moment} = this, start = this.#started = performance.now();
    this.#drawn = form;
    this.#wantsAgain = false;
    this.#tell('busy', {isBusy: true});
    try {
      const isMoving = form === 'animation';
      const blob = isMoving ? await service.render(spec, signal) : await service.still(spec, moment, signal);
      if (signal.aborted) return;
      const milliseconds = performance.now() - start;
      if (isMoving) {
        this.#last = milliseconds;
        if (!this.#wantsAgain) this.animation = {blob, milliseconds};
      }
      this.#tell('picture', {blob, milliseconds, isMoving, moment});
      if (!this.#wantsAgain && !this.doc.fault) this.#tell('faults', {faults: []});
    } catch (error) {
      if (signal.aborted || this.doc.fault) return;
      const faults = error.errors?.length ? error.errors : [{detail: error.message, status: error.status}];
      this.#tell('faults', {faults});
      // A busy service is asked again.
      if (error.status === 503 || error.status === 429) setTimeout(() => { if (this.#controller === null && !this.doc.fault) this.#begin(this.form); }, 1200);
    } finally {
      if (this.#controller === controller) {
        this.#controller = null;
        if (this.#wantsAgain) this.#draw(this.form);
        else this.#tell('busy', {isBusy: this.#isMovingSoon});
      }
    }
  }

  /** Tells the faults of an effect that has just begun, beside its lack of layers, for which the service would refuse it. */
  async #checkEmpty() {
    const {signal} = this.#pricing = new AbortController();
    try {
      await service.check({...this.doc.value, layers: [{type: 'sprite', contents: 'dot'}]}, signal);
    } catch (error) {
      if (!signal.aborted && error.errors?.length) this.#tell('faults', {faults: error.errors});
    }
  }

  async #price() {
    this.#pricing?.abort();
    const {signal} = this.#pricing = new AbortController();
    try {
      const price = await service.price(this.spec, signal);
      if (!signal.aborted) this.#tell('price', {price});
    } catch (error) {
      // A service that is busy or away says nothing about the spec. Beyond a limit there is no price but a reason.
      const isOfSpec = [400, 413, 422].includes(error.status), excess = error.errors?.find(each => each.kind === 'too-much')?.detail;
      if (!signal.aborted && isOfSpec) this.#tell('price', {price: null, excess});
    }
  }

  #tell(type, detail) { this.dispatchEvent(Object.assign(new Event(type), detail)); }
}
