/** Values of a spec as Swift code, and what the cells of Core Animation's emitters are drawn with. */

import {readPath} from './edit-path.js';

const units = {deg: Math.PI / 180, turn: 2 * Math.PI, rad: 1, grad: Math.PI / 200, ms: 0.001, s: 1};

/** A number of the spec, which may have a unit; a share is of `whole`. */
export function number(value, whole = 1) {
  if (typeof value === 'number') return value;
  if (value === 'infinite') return Infinity;
  const [, digits, unit] = /^([+-]?(?:\d+\.?\d*|\.\d+))([a-z%]*)$/.exec(String(value)) ?? [];
  return digits === undefined ? 0 : Number(digits) * (unit === '%' ? whole / 100 : units[unit] ?? 1);
}

export const text = value => (value === Infinity ? '.infinity' : String(Math.round(value * 1e4) / 1e4));
export const quoted = value => `"${String(value).replace(/[\\"]/g, '\\$&').replace(/[\n\r]/g, ' ')}"`;
export const short = value => (JSON.stringify(value).length > 80 ? `${JSON.stringify(value).slice(0, 77)}…` : JSON.stringify(value)).replace(/[\n\r]/g, ' ');
export const isObject = value => Boolean(value) && typeof value === 'object' && !Array.isArray(value);

const probe = document.createElement('canvas').getContext('2d');
/** A color of the spec as red, green, blue and alpha. */
function components(value) {
  if (Array.isArray(value)) return [...value.map(Number), 1, 1, 1, 1].slice(0, 4);
  probe.fillStyle = '#000000';
  probe.fillStyle = /^[\da-f]+$/i.test(value) ? `#${value}` : value;
  const hex = /^#(..)(..)(..)$/.exec(probe.fillStyle)?.slice(1).map(part => parseInt(part, 16) / 255);
  return hex ? [...hex, 1] : /[\d.]+(?=[,)])/g[Symbol.match](probe.fillStyle).map((part, i) => (i < 3 ? part / 255 : Number(part)));
}
export const color = value => {
  const [red, green, blue, alpha] = components(value).map(part => text(Math.round(part * 1e3) / 1e3));
  return `UIColor(red: ${red}, green: ${green}, blue: ${blue}, alpha: ${alpha})`;
};

// What cells are drawn with

const unit = 'CGRect(x: 0, y: 0, width: 1, height: 1)';
const corners = (count, inner) => Array.from({length: inner ? 2 * count : count}, (_, i) => {
  const angle = (2 * Math.PI * i) / (inner ? 2 * count : count) - Math.PI / 2, radius = inner && i % 2 ? inner / 2 : 0.5;
  return `(${text(0.5 + radius * Math.cos(angle))}, ${text(0.5 + radius * Math.sin(angle))})`;
}).join(', ');
const shapes = {
  circle: () => `UIBezierPath(ovalIn: ${unit})`, dot: () => '', ring: () => `UIBezierPath(ovalIn: ${unit})`,
  rectangle: () => `UIBezierPath(rect: ${unit})`, square: () => `UIBezierPath(rect: ${unit})`, strip: () => `UIBezierPath(rect: ${unit})`, ribbon: () => `UIBezierPath(rect: ${unit})`,
  triangle: () => `polygon([${corners(3)}])`, polygon: asset => `polygon([${corners(asset.corners ?? 6)}])`, star: asset => `polygon([${corners(asset.corners ?? 5, asset.innerRadius ?? 0.4)}])`,
};
const heart = 'M.5 .95C.2 .7 0 .5 0 .3C0 .1 .15 .05 .25 .05C.37 .05 .46 .13 .5 .22C.54 .13 .63 .05 .75 .05C.85 .05 1 .1 1 .3C1 .5 .8 .7 .5 .95Z';
const nature = {
  drop: 'M0 -1C.16 -.5 .7 -.1 .7 .34C.7 .72 .38 1 0 1C-.38 1 -.7 .72 -.7 .34C-.7 -.1 -.16 -.5 0 -1Z', leaf: 'M0 -1C.8 -.55 .8 .4 .07 .72L.07 1L-.07 1L-.07 .72C-.8 .4 -.8 -.55 0 -1Z',
  flame: 'M.1 -1C.12 -.5 .75 -.2 .75 .38C.75 .78 .42 1 0 1C-.42 1 -.75 .76 -.75 .36C-.75 .05 -.6 -.15 -.42 -.36C-.36 -.16 -.28 -.06 -.16 -.04C-.28 -.42 -.14 -.76 .1 -1Z',
  petal: 'M0 1C-.9 .5 -1.15 -.35 -.45 -1L0 -.62L.45 -1C1.15 -.35 .9 .5 0 1Z', sparkle: 'M0 -1C.08 -.28 .28 -.08 1 0C.28 .08 .08 .28 0 1C-.08 .28 -.28 .08 -1 0C-.28 -.08 -.08 -.28 0 -1Z',
};
const loose = {ring: 'a ring', ribbon: 'a wavy band', flake: 'a snow crystal', puff: 'a lump of smoke', needle: 'a spark', curl: 'a curled band', wisp: 'a plume of smoke'};

/** Swift code of a `UIBezierPath` in a box of 1 × 1, from SVG path data in a box. */
function outline(data, [x, y, width, height]) {
  const place = point => `CGPoint(x: ${text((point[0] - x) / width)}, y: ${text((point[1] - y) / height)})`;
  const calls = (readPath(data) ?? []).map(({command, points}) => ({
    M: () => `path.move(to: ${place(points[0])})`, C: () => `path.addCurve(to: ${place(points[2])}, controlPoint1: ${place(points[0])}, controlPoint2: ${place(points[1])})`,
    Q: () => `path.addQuadCurve(to: ${place(points[1])}, controlPoint: ${place(points[0])})`, Z: () => 'path.close()',
    A: () => `path.addLine(to: ${place(points[0])})  // an arc in the spec`,
  }[command] ?? (() => `path.addLine(to: ${place(points[0])})`))());
  return `{\n    let path = UIBezierPath()\n    ${calls.join('\n    ')}\n    return path\n}()`;
}

/** Statements that make the contents of cells, each once, with a name that cells refer to. */
export class Contents {
  constructor(assets) {
    Object.assign(this, {assets: assets ?? {}, known: new Map(), lines: [], usesPolygon: false, usesPicture: false, usesSpot: false});
  }

  /** The name of the constant with the picture of a cell's `contents`, and a comment on what it lacks. */
  name(contents) {
    const asset = typeof contents === 'string' ? Object.hasOwn(this.assets, contents) ? this.assets[contents] : contents in shapes || contents in nature || contents === 'heart' || contents in loose ? {shape: contents} : {shape: 'square', tint: contents} : contents;
    const key = JSON.stringify(asset);
    if (!this.known.has(key)) this.known.set(key, this.made(asset ?? {}));
    return this.known.get(key);
  }

  made(asset) {
    const kind = asset.shape ?? (asset.path ? 'path' : asset.emoji ? 'emoji' : asset.text ? 'word' : 'image'), name = `${kind}${this.known.size + 1}`;
    const [width, height = width] = [asset.size ?? (asset.shape ? 10 : asset.viewBox ? asset.viewBox.slice(2) : 12)].flat().map(side => number(side));
    const lacks = [loose[asset.shape], asset.blur && 'a blur', asset.glow && 'light around it'].filter(Boolean).join(', ');
    const note = lacks ? `  // ${lacks} in the spec` : '';
    if (asset.emoji || asset.text) {
      const size = number(asset.fontSize ?? 16), drawn = `(${quoted(asset.emoji ?? asset.text)} as NSString)`;
      this.lines.push(`let ${name} = UIGraphicsImageRenderer(size: CGSize(width: ${text(size * 1.3 * [...String(asset.emoji ?? asset.text)].length)}, height: ${text(size * 1.3)})).image { _ in\n    ${drawn}.draw(at: .zero, withAttributes: [.font: UIFont.systemFont(ofSize: ${text(size)}), .foregroundColor: UIColor.white])\n}.cgImage${note}`);
    } else if (asset.shape === 'dot') {
      this.usesSpot = true;
      this.lines.push(`let ${name} = spot(width: ${text(width)}, height: ${text(height)})`);
    } else if (asset.shape || asset.path) {
      this.usesPicture = true;
      this.usesPolygon ||= ['triangle', 'polygon', 'star'].includes(asset.shape);
      const path = asset.path ? outline(asset.path, asset.viewBox ?? [0, 0, width, height]) : asset.shape === 'heart' ? outline(heart, [0, 0, 1, 1]) : nature[asset.shape] ? outline(nature[asset.shape], [-1, -1, 2, 2]) : (shapes[asset.shape] ?? shapes.circle)(asset);
      this.lines.push(`let ${name} = picture(${path}, width: ${text(width)}, height: ${text(height)})${note}`);
    } else {
      this.lines.push(`let ${name} = UIImage(named: ${quoted(String(asset.image ?? 'picture').startsWith('data:') ? 'picture' : asset.image ?? 'picture')})?.cgImage  // ${asset.gradient ? 'a gradient' : 'an image'} in the spec: add it to your assets`);
    }
    return name;
  }

  get helpers() {
    const helpers = [];
    if (this.usesPolygon) {
      helpers.push(`func polygon(_ points: [(CGFloat, CGFloat)]) -> UIBezierPath {\n    let path = UIBezierPath()\n    for (index, point) in points.enumerated() {\n        let place = CGPoint(x: point.0, y: point.1)\n        if index == 0 { path.move(to: place) } else { path.addLine(to: place) }\n    }\n    path.close()\n    return path\n}`);
    }
    if (this.usesPicture) {
      helpers.push(`/// A white picture, which cells tint, of a path in a box of 1 × 1.\nfunc picture(_ path: UIBezierPath, width: CGFloat, height: CGFloat) -> CGImage? {\n    path.apply(CGAffineTransform(scaleX: width, y: height))\n    return UIGraphicsImageRenderer(size: CGSize(width: width, height: height)).image { _ in\n        UIColor.white.setFill()\n        path.fill()\n    }.cgImage\n}`);
    }
    if (this.usesSpot) {
      helpers.push(`/// A white spot with a soft edge.\nfunc spot(width: CGFloat, height: CGFloat) -> CGImage? {\n    UIGraphicsImageRenderer(size: CGSize(width: width, height: height)).image { context in\n        let colors = [UIColor.white.cgColor, UIColor.white.withAlphaComponent(0).cgColor] as CFArray\n        guard let gradient = CGGradient(colorsSpace: nil, colors: colors, locations: [0, 1]) else { return }\n        context.cgContext.scaleBy(x: width, y: height)\n        let center = CGPoint(x: 0.5, y: 0.5)\n        context.cgContext.drawRadialGradient(gradient, startCenter: center, startRadius: 0, endCenter: center, endRadius: 0.5, options: [])\n    }.cgImage\n}`);
    }
    return helpers;
  }
}
