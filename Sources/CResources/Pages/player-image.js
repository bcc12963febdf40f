/**
 * The best image of an effect for player.js, where the service has neither tracks nor frames of it: an AVIF, a WebP or a PNG, as
 * the browser takes it. It plays from its start; where it is paused or over, a still of that moment stands in its place.
 *
 * @param {string} src The address of tracks or of a frame dump.
 */
export default async src => {
  const address = (ending, more = {}) => {
    const url = new URL(src);
    url.pathname = url.pathname.replace(/\.(tracks\.)?json$/, ending);
    for (const [name, value] of Object.entries(more)) url.searchParams.set(name, value);
    return url.href;
  };
  const ask = async (url, type) => {
    const answer = await fetch(url, {headers: {Accept: type}});
    if (!answer.ok) throw Error((await answer.json()).detail);
    return answer;
  };
  /** The first file of these types that the browser shows. The address says that motion is wanted: for less of it, there is a still below. */
  const file = async (...types) => {
    const blob = await (await ask(address('', {motion: 'full'}), types.join())).blob(), url = URL.createObjectURL(blob), probe = new Image();
    probe.src = url;
    const isShown = await probe.decode().then(() => true, () => types.length < 2);
    URL.revokeObjectURL(url);
    return isShown ? blob : file(...types.slice(1));
  };
  const [blob, {canvas, timing: {duration: own, speed = 1, hold = 0}}] = await Promise.all([
    file('image/avif', 'image/webp', 'image/png'), ask(address('', {explain: 1}), 'application/json').then(answer => answer.json()),
  ]);
  const duration = own * speed, element = new Image();
  let url, before = -1, state;
  /** Exchanges the image, unless it shows that already. */
  const set = (next, make) => {
    if (state === next) return;
    state = next;
    URL.revokeObjectURL(url);
    url = make();
    if (url) element.src = url;
    else element.removeAttribute('src');
  };
  set('none', () => '');
  let plays = 0;
  return {
    canvas: {width: canvas.width, height: canvas.height, background: 'transparent'}, sprites: [], element, most: 0, length: duration + hold,
    show(time, isPlaying, isCalm) {
      if (time < before) plays++;
      before = time;
      const at = Math.min(time, duration - .001).toFixed(3);
      if (time < 0) set('none', () => '');
      else if (isCalm) set('still', () => address('.still.png'));
      // Another address plays from the start.
      else if (isPlaying) set(`play ${plays}`, () => URL.createObjectURL(blob));
      else set(at, () => address('.still.png', {at}));
    },
    free() { URL.revokeObjectURL(url); },
  };
};
