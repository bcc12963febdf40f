"""Snippets as people publish them for canvas-confetti, react-confetti, js-confetti and tsParticles, in TypeScript, JSX and newer JavaScript.

Each has what the editor's interpreter makes of it: the calls of confetti() with the pieces in all of them and the delay of the last in
milliseconds, or what it finds in their place.
"""

PUBLISHED = {
    # Types of TypeScript.
    r"""import confetti, { Options } from 'canvas-confetti';
const opts: confetti.Options = { particleCount: 120, spread: 80, origin: { y: 0.6 } };
confetti(opts);""": (1, 120, 0),
    r"""const colors = ['#bb0000', '#ffffff'] as const;
confetti({ particleCount: 50, angle: 60, spread: 55, origin: { x: 0 }, colors: [...colors] });""": (1, 50, 0),
    r"""import type { Options } from 'canvas-confetti';
const count = 200;
const defaults: Options = { origin: { y: 0.7 } };
function fire(particleRatio: number, opts: Options): void {
  confetti({ ...defaults, ...opts, particleCount: Math.floor(count * particleRatio) });
}
fire(0.25, { spread: 26, startVelocity: 55 });
fire(0.2, { spread: 60 });""": (2, 90, 0),
    r"""const randomInRange = (min: number, max: number): number => Math.random() * (max - min) + min;
confetti({ angle: randomInRange(55, 125), spread: randomInRange(50, 70) });""": (1, 50, 0),
    r"""export const triggerFireworks = (durationMs: number = 3000): void => {
  const end = Date.now() + durationMs;
  const defaults = { startVelocity: 30, spread: 360, ticks: 60, zIndex: 0 } satisfies confetti.Options;
  const interval: ReturnType<typeof setInterval> = setInterval(() => {
    const timeLeft = end - Date.now();
    if (timeLeft <= 0) {
      clearInterval(interval);
      return;
    }
    const particleCount = 50 * (timeLeft / durationMs);
    confetti({ ...defaults, particleCount, origin: { x: randomInRange(0.1, 0.3), y: Math.random() - 0.2 } });
  }, 250);
};
function randomInRange(min: number, max: number) { return Math.random() * (max - min) + min; }""": (11, 275, 2750),
    r"""let interval: NodeJS.Timeout | null = null;
let n: number;
interval = setInterval(() => { confetti({ particleCount: 5 }); }, 400);
setTimeout(() => { if (interval) clearInterval(interval); }, 2100);""": (5, 25, 2000),
    r"""interface Props { onDone?: () => void; colors?: string[] }
type Shape = 'star' | 'circle';
enum Side { Left, Right }
export default function Celebrate({ onDone, colors = ['#ff0', '#0ff'] }: Props) {
  confetti({ particleCount: 20, colors });
  onDone?.();
}""": (1, 20, 0),
    r"""const pick = <T,>(list: T[]): T => list[Math.floor(Math.random() * list.length)];
function first<T extends string>(a: T[]): T { return a[0]; }
confetti({ particleCount: 10, colors: [pick<string>(['#f00', '#0f0']), first<string>(['#00f'])] });""": (1, 10, 0),
    r"""const ref = useRef<HTMLCanvasElement | null>(null);
const instance = useRef<confetti.CreateTypes>();
useEffect(() => {
  if (!ref.current) return;
  instance.current = confetti.create(ref.current, { resize: true });
  instance.current?.({ particleCount: 77 });
}, []);""": (1, 77, 0),
    # Components of React.
    r"""import React, { useEffect } from 'react';
import confetti from 'canvas-confetti';

const ConfettiButton: React.FC = () => {
  const handleClick = () => {
    confetti({
      particleCount: 100,
      spread: 70,
      origin: { y: 0.6 },
    });
  };

  return (
    <button onClick={handleClick} className="btn">
      Celebrate 🎉
    </button>
  );
};

export default ConfettiButton;""": (1, 100, 0),
    r""""use client";
import { useEffect } from "react";
import confetti from "canvas-confetti";

export default function SuccessPage() {
  useEffect(() => {
    const duration = 2 * 1000;
    const animationEnd = Date.now() + duration;
    (function frame() {
      confetti({ particleCount: 3, angle: 60, spread: 55, origin: { x: 0 } });
      if (Date.now() < animationEnd) requestAnimationFrame(frame);
    })();
    return () => confetti.reset();
  }, []);
  return <div className="p-4"><h1>You're in!</h1>{/* hooray */}<p>It's {name} &amp; co.</p></div>;
}""": (121, 363, 2000),
    r"""import React from 'react'
import useWindowSize from 'react-use/lib/useWindowSize'
import Confetti from 'react-confetti'

export default () => {
  const { width, height } = useWindowSize()
  return (
    <Confetti
      width={width}
      height={height}
      numberOfPieces={300}
      recycle={false}
      gravity={0.2}
      colors={['#f44336', '#e91e63', '#9c27b0']}
    />
  )
}""": "spec",
    r"""<ReactConfetti confettiSource={{ x: 0, y: 0, w: 10, h: 10 }} initialVelocityX={4} initialVelocityY={10} wind={0.05} opacity={0.8} tweenDuration={5000} drawShape={ctx => { ctx.beginPath() }} />""": "spec",
    r"""import ConfettiExplosion from 'react-confetti-explosion';
function App() {
  const [isExploding, setIsExploding] = React.useState(false);
  return <>{isExploding && <ConfettiExplosion force={0.8} duration={3000} particleCount={250} width={1600} colors={['#fff']} />}</>;
}""": (1, 250, 0),
    r"""import ReactCanvasConfetti from 'react-canvas-confetti';
const makeShot = useCallback((particleRatio, opts) => {
    refAnimationInstance.current &&
      refAnimationInstance.current({
        ...opts,
        origin: { y: 0.7 },
        particleCount: Math.floor(200 * particleRatio),
      });
}, []);
const fire = useCallback(() => {
    makeShot(0.25, { spread: 26, startVelocity: 55 });
    makeShot(0.2, { spread: 60 });
}, [makeShot]);""": (2, 90, 0),
    # Shapes, promises, positions.
    r"""var pumpkin = confetti.shapeFromPath({ path: 'M449.4 142c-5 0-10 .3-15 1a183 183 0 0 0-66.9-19.1V87.5z', matrix: [0.020491803278688523, 0, 0, 0.020491803278688523, -7.172131147540983, -5.9016393442622945] });
confetti({ shapes: [pumpkin], colors: ['#ff9a00'], particleCount: 20 });""": (1, 20, 0),
    r"""async function party() {
  await confetti({ particleCount: 10 });
  await new Promise(resolve => setTimeout(resolve, 500));
  await confetti({ particleCount: 20 });
}
party();""": (2, 30, 500),
    r"""const sleep = (ms) => new Promise((r) => setTimeout(r, ms));
(async () => {
  for (let i = 0; i < 3; i++) {
    confetti({ particleCount: 10 + i });
    await sleep(200);
  }
})();""": (3, 33, 400),
    r"""confetti({ particleCount: 5 })?.then(() => { confetti({ particleCount: 6 }); });""": (2, 11, 0),
    r"""function celebrate(e) {
  const rect = e.currentTarget.getBoundingClientRect();
  const x = (rect.left + rect.width / 2) / window.innerWidth;
  const y = (rect.top + rect.height / 2) / window.innerHeight;
  confetti({ particleCount: 30, origin: { x, y } });
}
btn.onclick = celebrate;""": (1, 30, 0),
    # js-confetti, tsParticles.
    r"""const jsConfetti = new JSConfetti({ canvas });
jsConfetti.addConfetti({
   emojis: ['🌈', '⚡️', '💥', '✨', '💫', '🌸'],
   emojiSize: 100,
   confettiNumber: 30,
}).then(() => console.log('Confetti animation completed!'))""": (2, 30, 0),
    r"""jsConfetti.addConfetti({
  confettiColors: ['#ff0a54', '#ff477e', '#ff7096'],
  confettiRadius: 6,
  confettiNumber: 500,
})""": (2, 500, 0),
    r"""const options: ISourceOptions = useMemo(() => ({ background: { color: { value: "#0d47a1" } }, particles: { number: { value: 80 }, color: { value: "#fff" }, move: { enable: true, speed: 2 } } }), []);
return <Particles id="tsparticles" options={options} />;""": "tsparticles",
    r"""<Particles id="tsparticles" init={particlesInit} options={{ particles: { number: { value: 80 }, color: { value: "#ffffff" }, move: { enable: true } } }} />""": "tsparticles",
    # Classes, and what else a language has.
    r"""@Component({ selector: 'app-party', template: '<button (click)="go()">x</button>' })
export class PartyComponent implements OnInit {
  private readonly colors: string[] = ['#f00', '#0f0'];
  constructor(private renderer: Renderer2) {}
  ngOnInit(): void { this.go(); }
  go(): void {
    const duration = 1000;
    confetti({ particleCount: 35, colors: this.colors, shapes: ['square'] });
  }
}""": (1, 35, 0),
    r"""const party = { colors: ['#f00'], go(n) { confetti({ particleCount: n, colors: this.colors }); } };
party.go(12);""": (1, 12, 0),
    r"""window.confetti?.({ particleCount: 9 }); const a = b?.c?.[0]?.d ?? 5; confetti?.({ particleCount: a });""": (2, 14, 0),
    r"""switch (kind) { case 'a': confetti({ particleCount: 1 }); break; default: confetti({ particleCount: 2 }); }
try { confetti({ particleCount: 3 }); } catch (e) { console.error(e); } finally { confetti({ particleCount: 4 }); }""": (3, 9, 0),
    r"""let i = 0; do { confetti({ particleCount: 5 }); i++; } while (i < 3);
for (const k in { a: 1, b: 2 }) confetti({ particleCount: 6 });
for (const [x, y] of [[0.1, 0.2], [0.9, 0.2]]) confetti({ origin: { x, y } });
for (const { x } of [{ x: 0.3 }]) { if (x > 1) continue; confetti({ origin: { x } }); }""": (8, 177, 0),
    r"""const { count = 30, spread: s, ...rest } = { spread: 70, drift: 1 };
const [first, second = 5, ...others] = [1];
confetti({ particleCount: count, spread: s, ...rest, startVelocity: second });""": (1, 30, 0),
    r"""Array.from({ length: 3 }, (_, i) => setTimeout(() => confetti({ particleCount: 10 * (i + 1) }), i * 300));
[...Array(2).keys()].forEach((i) => confetti({ particleCount: i + 1 }));
Array(2).fill(0).map((_, i) => confetti({ particleCount: 50 + i }));""": (7, 164, 600),
    r"""const total = [1, 2, 3].reduce((a, b) => a + b, 0);
const sorted = Object.entries({ a: 5 }).map(([key, value]) => value);
confetti({ particleCount: total * sorted[0], spread: parseFloat((45.678).toFixed(1)) });""": (1, 30, 0),
    r"""const s = 'a-b'.replace(/-/g, ' ').split(/\s+/); confetti({ particleCount: s.length * 10 });""": (1, 10, 0),
    r"""class Party { constructor(n) { this.n = n; } fire() { confetti({ particleCount: this.n }); } static make() { return new Party(7); } }
const p = new Party(15); p.fire(); Party.make().fire();""": (2, 22, 0),
    r"""confetti({ particleCount: 11 } satisfies Options as confetti.Options);
const x = <const>['a']; const fn = function (this: Window, a?: number): void {}; let y!: string;""": (1, 11, 0),
    r"""(window as any).confetti({ particleCount: 13 });
declare const confetti2: any;
export type { Options } from 'canvas-confetti';
declare global { interface Window { confetti: any } }
const cfg: Record<string, confetti.Options[]> = { a: [{ particleCount: 14 }] };
cfg.a.forEach((o: confetti.Options) => void confetti(o));""": (2, 27, 0),
    r"""const confetti = require('canvas-confetti');
confetti.Promise = Promise;
confetti({ particleCount: 16 });""": (1, 16, 0),
    r"""import { confetti as fire } from 'x'; import party from 'canvas-confetti'; import * as cc from 'canvas-confetti';
party({ particleCount: 17 }); cc.default({ particleCount: 18 });""": (2, 35, 0),
    r"""Swal.fire({ title: 'Done', didOpen: () => { confetti({ particleCount: 19 }); } });""": (1, 19, 0),
    r"""$(document).ready(function(){ $('#btn').click(function(e){ e.preventDefault(); confetti({ particleCount: 21, colors: ['#' + 'ff0000'] }); }); });""": (1, 21, 0),
    r"""const color = '#' + Math.floor(Math.random() * 16777215).toString(16).padStart(6, '0'); confetti({ particleCount: 24, colors: [color, `#${'ab'.repeat(3)}`, 'ff0000'.toUpperCase()] });""": (1, 24, 0),
    # What the first reader of all this stumbled on: values that are null, old values of ++, loops, promises, errors, handlers.
    r"""let inst = null; function get() { if (inst === null) inst = confetti.create(c); return inst; } get()({ particleCount: 5 });
const o = {}; if (o.x == null) confetti({ particleCount: 2 }); if (2 == '2') confetti({ particleCount: 3 }); if (o.x != undefined) confetti();""": (3, 10, 0),
    r"""let n = 3; while (n-- > 0) confetti({ particleCount: 4 });
const c = [1, 2]; let i = 0; confetti({ particleCount: c[i++] }); confetti({ particleCount: c[i] });""": (5, 15, 0),
    r"""do { if (true) break; } while (true); confetti({ particleCount: 8 });
let i = 0; do { i++; if (i < 3) continue; confetti({ particleCount: 2 }); } while (i < 5);""": (4, 14, 0),
    r"""const reduced = matchMedia('(prefers-reduced-motion: reduce)').matches;
function celebrate() { if (reduced || document.hidden) return; confetti({ particleCount: 41 }); }""": (1, 41, 0),
    r"""Promise.resolve().then(() => confetti({ particleCount: 3 })); const sleep = ms => new Promise(r => setTimeout(r, ms));
async function go() { await Promise.all([sleep(500), sleep(200)]); confetti({ particleCount: 4 }); } go();""": (2, 7, 500),
    r"""function f() { try { throw 1 } finally { a() } } try { f(); confetti({ particleCount: 99 }) } catch { confetti({ particleCount: 2 }) }
try { try { throw 1 } catch { throw 2 } finally { confetti({ particleCount: 1 }) } } catch (e) { confetti({ particleCount: 2 }) }""": (3, 5, 0),
    r"""let h = 370; h %= 360; let k; for (k of [1, 2]) { h |= 1; h **= 1; confetti({ particleCount: k }); }
class A { static { confetti({ particleCount: 0b11 }); } }""": (3, 6, 0),
    r"""function Party(n) { this.n = n; this.fire = function () { confetti({ particleCount: this.n }); }; } new Party(5).fire();
[{ a: 1 }, { b: 2 }].sort();""": (1, 5, 0),
    r"""button.onclick = () => confetti({ particleCount: 6 });
button.focus();""": (1, 6, 0),
    r"""const wait = ms => new Promise(done => setTimeout(done, ms));
wait(500).then(() => { confetti({ particleCount: 1 }); return wait(300); }).then(() => confetti({ particleCount: 2 })).finally(() => wait(200));
Promise.race([wait(900).then(() => 4), Promise.all([2, wait(400).then(() => 3)])]).then(([a, b]) => confetti({ particleCount: a * b }));""": (3, 9, 800),
    "const\u00a0n = 50; confetti({particleCount:\u00a0n, spread: `${`a${n}`}`.length})": (1, 50, 0),
    # Classes that extend others, and braces of templates with quotes in them.
    r"""class Party { count = 5; constructor(n) { this.n = n; } go() { this.fire(); } fire() { confetti({ particleCount: this.n }); } }
class Big extends Party { more = 40; constructor() { super(12); this.n += 1; } fire() { super.fire(); confetti({ particleCount: this.more + this.count }); } }
class Bigger extends Big { fire() { confetti({ particleCount: 2 }); super.fire(); } }
new Big().go(); new Bigger().go();""": (5, 118, 0),
    r"""class App extends React.Component { constructor(props) { super(props); this.state = { n: 9 }; }
  fire = () => { confetti({ particleCount: this.state.n }); };
  render() { return <button onClick={this.fire}>Go</button>; } }""": (1, 9, 0),
    r"""function Party(n) { this.n = n; } class Small extends Party { static n = 3; fire() { confetti({ particleCount: this.n }); } } class Same extends Small { }
new Small(6).fire(); confetti({ particleCount: Same.n });""": (2, 9, 0),
    r"""const a = `${"}"}`, b = `${[1, 2].map(i => `${i}${"{"}`).join('`')}`, c = `${'it\'s }'}`, d = `${'a}b'.split(/[}]'/).length}`;
confetti({ particleCount: a.length + b.length + c.length, spread: d.length });""": (1, 12, 0),
    r"""const a = Number(`${/* } */ 3}`), b = `${1 // it's }
}`, c = `${/* ` */ `${/* } */ 4}`}`, d = `${"//}".length + (() => { return /\//.test("/") ? 4 : 0; })()}`;
confetti({ particleCount: a + Number(b) + Number(c) + Number(d) });""": (1, 15, 0),
}

# Snippets with a note on what was made of them: what they give, and words of the note.
NOTED = {
    "<Confetti run={false} numberOfPieces={50} />": ("specs", 1, "run={false}"),
    "class A { constructor() { new A(); } }\nconfetti();\nnew A();": ("calls", 1, "calls within calls"),
}

# Texts that once took seconds or minutes to read.
LONG = [
    "a<" * 500 + "a",
    "for (let {a = () => { " * 40,
    "<!-- a -->" * 60 + "<p>",
    "<!DOCTYPE " * 2 + "a" * 3000,
    "`${(/[" * 9000,
    '`${"\\' * 9000,
    "`" + "${`}" * 9000,
    "`" + '${"`}' * 9000,
    "const o = {}; for (let i = 0; i < 9000; i++) o['k' + i] = 1; for (;;) { const {a, ...r} = o; }",
]
