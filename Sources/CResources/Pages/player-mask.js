/**
 * Masks, shadows and gradients for player.js: cuts what is on one of the painter's canvases by a sprite on the next one.
 *
 * Some have an outline of their own at each time, or a soft edge. The service makes that by three means, each over a third of the
 * feather; a Gaussian whose deviation is a sixth of it spreads as far. Where canvases have no filters, the edge is hard.
 */
const cut = (painter, mask, sprite, k, top) => {
  const {path, fillRule, feather, inverted} = mask, {width, height} = sprite;
  if (path) {
    const viewBox = [-width / 2, -height / 2, width, height];
    sprite = {width, height, part: [0, 0, 1, 1], source: {kind: 'path', path, fillRule, viewBox}};
  }
  painter.open(top + 1);
  painter.c.filter = feather ? `blur(${feather * k / 6}px)` : 'none';
  painter.blend('normal');
  painter.sprite(sprite, {...mask, color: [1, 1, 1, mask.alpha]}, k);
  painter.c.setTransform(1, 0, 0, 1, 0, 0);
  painter.c.filter = 'none';
  painter.use(top);
  painter.blend(inverted ? 'destination-out' : 'destination-in');
  painter.c.drawImage(painter.all[top + 1].canvas, 0, 0);
};

/** The shadow of what is drawn next, under it. A canvas blurs by half of what it is told; a feather is six deviations. */
const shadow = (c, {color: [r, g, b, a], x, y, feather}, k) => Object.assign(c, {
  shadowColor: `rgb(${r * 255},${g * 255},${b * 255},${a})`, shadowBlur: feather * k / 3, shadowOffsetX: x * k, shadowOffsetY: y * k,
});

/** Fills a canvas with a background that is a gradient, in shares of its sides. */
function ground(c, {type, colors, locations, startPoint: [x, y], endPoint: [endX, endY]}, width, height) {
  const css = ([r, g, b, a]) => `rgb(${r * 255},${g * 255},${b * 255},${a})`;
  const flatX = x === endX, flatY = y === endY;
  c.save();
  if (type === 'axial' ? flatX && flatY : type === 'radial' && (flatX || flatY)) {
    c.fillStyle = css(colors[colors.length - 1]);
    colors = [];
  } else if (type === 'conic') {
    c.fillStyle = c.createConicGradient(Math.atan2((endY - y) * height, (endX - x) * width), x * width, y * height);
  } else if (type === 'axial') {
    c.scale(width, height);
    c.fillStyle = c.createLinearGradient(x, y, endX, endY);
  } else {
    c.translate(x * width, y * height);
    c.scale(Math.abs(endX - x) * width, Math.abs(endY - y) * height);
    c.fillStyle = c.createRadialGradient(0, 0, 0, 0, 0, 1);
  }
  colors.forEach((color, i) => c.fillStyle.addColorStop(locations[i] ?? i / (colors.length - 1), css(color)));
  c.fillRect(-1e5, -1e5, 2e5, 2e5);
  c.restore();
}

/** Fills a shape in a box from −1 to 1 with its gradient, times the red, green and blue of a color. */
function fill(c, {outline, fillRule, fill, width, height, part: [,, w, h]}, color) {
  const all = [width / w, height / h], colors = fill.colors.map(own => own.map((v, i) => i < 3 ? v * color[i] : v));
  c.save();
  c.clip(outline, fillRule);
  c.transform(2 / all[0], 0, 0, 2 / all[1], -1, -1);
  ground(c, {...fill, colors}, ...all);
  c.restore();
}

export default {cut, shadow, ground, fill};
