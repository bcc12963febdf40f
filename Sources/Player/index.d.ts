/** Events of the element: `load` when it can be drawn, `ended` at the end of a play, `error` if it can't be loaded. */
export interface HanabiEffectEventMap extends HTMLElementEventMap {
  load: Event;
  ended: Event;
  error: ErrorEvent;
}

/**
 * The element `<hanabi-effect>`. Attributes: `src`, the address of tracks or of a frame dump; `on`, one of `click`, `load` and `visible`;
 * `for`, the id of the element to click; `loop`; `play`.
 */
export declare class HanabiEffectElement extends HTMLElement {
  /** Seconds since the start of the effect. */
  currentTime: number;
  play(): void;
  pause(): void;
  /** Ends the play; nothing is shown. */
  stop(): void;
  addEventListener<Name extends keyof HanabiEffectEventMap>(
    type: Name, listener: (this: HanabiEffectElement, event: HanabiEffectEventMap[Name]) => unknown, options?: boolean | AddEventListenerOptions): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
}

/** The class of the element; `undefined` outside of a browser. */
export declare const HanabiEffect: typeof HanabiEffectElement | undefined;

export interface PlayOptions {
  /** The middle of the effect, in pixels of the window. Without it the effect fills the window. */
  x?: number;
  y?: number;
  /** The element that gets the effect; the page's body by default. */
  parent?: Element;
  /** The largest by default. */
  zIndex?: number;
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
  shapes?: string | string[];
  zIndex?: number;
  disableForReducedMotion?: boolean;
  /** The address of Hanabi, `https://effects.example.org`; the page's own by default. */
  service?: string;
  /** The seed; one of sixteen by chance. */
  seed?: number | string;
}

/** Throws confetti over the window, with the options of canvas-confetti. Fulfilled at the end. */
export declare function confetti(options?: ConfettiOptions): Promise<void>;

declare global {
  interface HTMLElementTagNameMap {
    'hanabi-effect': HanabiEffectElement;
  }
}
