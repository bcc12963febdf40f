/** Events of the element: `load` when it can be drawn, `ended` at the end of a play, `error` if it can't be loaded. */
export interface HanabiEffectEventMap extends HTMLElementEventMap {
  load: Event;
  ended: Event;
  error: ErrorEvent;
}

/**
 * The element `<hanabi-effect>`. Attributes: `src`, the address of tracks, of an image with tracks, or of a frame dump; `on`, which is `load`, `visible` or an event
 * such as `click`; `for`, the id of the element that has the event; `colors`, `emoji`, `shapes`, `text` and `seed`, parameters of the
 * effect; `loop`; `play`.
 */
export declare class HanabiEffectElement extends HTMLElement {
  /** Seconds since the start of the effect. */
  currentTime: number;
  /** Plays; at a point of the window, if there is one: the effect's middle is there. While it plays, a copy plays at another point. */
  play(point?: {x: number; y: number}): void;
  pause(): void;
  /** Ends the play and all copies; nothing is shown. */
  stop(): void;
  addEventListener<Name extends keyof HanabiEffectEventMap>(
    type: Name, listener: (this: HanabiEffectElement, event: HanabiEffectEventMap[Name]) => unknown, options?: boolean | AddEventListenerOptions): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
}

/** The class of the element; `undefined` outside of a browser. */
export declare const HanabiEffect: typeof HanabiEffectElement | undefined;

export interface PlayOptions {
  /** The middle of the effect, in pixels of the window. Without both of them the effect fills the window. */
  x?: number;
  y?: number;
  /** The element that gets the effect; the page's body by default. */
  parent?: Element;
  /** The largest by default. */
  zIndex?: number;
  /** Parameters of the effect: `colors`, `text`, `n` and others; the seed `random` is one of sixteen. */
  [parameter: string]: unknown;
}

/** Plays an effect once and takes it away again. Fulfilled at the effect's end, rejected if it can't be loaded. */
export declare function play(src: string, options?: PlayOptions): Promise<void>;

/** The options of canvas-confetti, with its defaults. */
export interface ConfettiOptions {
  particleCount?: number;
  angle?: number;
  spread?: number;
  startVelocity?: number;
  decay?: number;
  gravity?: number;
  drift?: number;
  flat?: boolean;
  ticks?: number;
  scalar?: number;
  origin?: {x?: number; y?: number};
  colors?: string | string[];
  shapes?: string | ConfettiShape | (string | ConfettiShape)[];
  /** The element to throw over; the window by default. */
  canvas?: Element;
  zIndex?: number;
  disableForReducedMotion?: boolean;
  /** The address of Hanabi, `https://effects.example.org`; the page's own by default. */
  service?: string;
  /** The seed; one of sixteen by chance. */
  seed?: number | string;
}

/** A shape from a text or from a path. */
export type ConfettiShape = {text: string} | {path: string};

/** What canvas-confetti's function is: a call, and calls beside it. */
export interface Confetti {
  /** Throws confetti over the window, with the options of canvas-confetti. Fulfilled at the end. */
  (options?: ConfettiOptions): Promise<void>;
  /** Ends all effects that play() and confetti() have begun. */
  reset(): void;
  /** Makes a function that throws confetti over an element, and whose reset() ends only what it has thrown itself. */
  create(canvas: Element, options?: {disableForReducedMotion?: boolean}): ((options?: ConfettiOptions) => Promise<void>) & {reset(): void};
  shapeFromText(text: string | {text: string}): ConfettiShape;
  shapeFromPath(path: string | {path: string}): ConfettiShape;
}

export declare const confetti: Confetti;

declare global {
  interface HTMLElementTagNameMap {
    'hanabi-effect': HanabiEffectElement;
  }
}
