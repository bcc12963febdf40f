/**
 * Masks for player.js: cuts what is on the painter's canvas 1 by a sprite on its canvas 2.
 *
 * Some have an outline of their own at each time, or a soft edge. The service makes that by three means, each over a third of the
 * feather; a Gaussian whose deviation is a sixth of it spreads as far. Where canvases have no filters, the edge is hard.
 */
export default (painter, mask, sprite, k) => {
  const {path, fillRule, feather, inverted} = mask, {width, height} = sprite;
  if (path) {
    const viewBox = [-width / 2, -height / 2, width, height];
    sprite = {width, height, part: [0, 0, 1, 1], source: {kind: 'path', path, fillRule, viewBox}};
  }
  painter.open(2);
  painter.c.filter = feather ? `blur(${feather * k / 6}px)` : 'none';
  painter.sprite(sprite, {...mask, color: [1, 1, 1, mask.alpha]}, k, 'normal');
  painter.c = painter.all[1];
  painter.blend(inverted ? 'destination-out' : 'destination-in');
  painter.c.drawImage(painter.all[2].canvas, 0, 0);
};
