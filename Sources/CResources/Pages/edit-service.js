/** The editor's requests to the service that it comes from. */

/** An answer that is no success: `detail` says why, `errors` have a JSON Pointer each. */
export class Problem extends Error {
  constructor(status, {detail, title, errors} = {}) {
    super(detail ?? title ?? `The service responded with ${status}`);
    this.status = status;
    this.errors = errors ?? [];
  }
}

async function ask(path, options) {
  let answer;
  try {
    answer = await fetch(path, options);
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new Problem(0, {detail: 'The service could not be reached'});
  }
  if (!answer.ok) throw new Problem(answer.status, await answer.json().catch(() => ({})));
  return answer;
}

const post = (path, spec, options = {}) => ask(path, {
  method: 'POST', body: JSON.stringify(spec), ...options,
  headers: {'Content-Type': 'application/json', ...options.headers},
});

const json = {headers: {Accept: 'application/json'}};

export const schema = async () => (await ask('/v1/schema.json')).json();
let known;
/** The catalog of effects, palettes and forms; asked for once. */
export const catalog = () => {
  known ??= ask('/v1/effects', json).then(answer => answer.json()).catch(error => {
    known = undefined;
    throw error;
  });
  return known;
};

/** The spec of a preset, with the parameters of a gallery link. */
export const preset = async (name, query = '') =>
  (await ask(`/v1/effects/${encodeURIComponent(name)}?${query}${query ? '&' : ''}explain=1`, json)).json();

/** The address of a preset's still, which is there before the effect is drawn. */
export const stillOf = (name, query = '') => `/v1/effects/${encodeURIComponent(name)}.still.png${query ? `?${query}` : ''}`;

/** The spec with another format in its `output`. PNG is what comes without one. */
export function withFormat(spec, format) {
  const {format: _, ...output} = spec.output ?? {};
  return {...spec, output: format === 'png' ? output : {...output, format}};
}

export const render = async (spec, signal) => (await post('/v1/render', spec, {signal, headers: {Accept: '*/*'}})).blob();

/** A still of a moment, in seconds of the playing time, or `best`. */
export const still = async (spec, moment, signal, kind = 'png') =>
  (await post(`/v1/render.still.${kind}?at=${moment}`, withoutOutput(spec), {signal})).blob();

/** A part of a sprite sheet: `png`, `json` or `css`. It has the colors of the spec's palette, if there is one. */
export const sheet = async (spec, part) => {
  const palette = spec.output?.palette;
  return (await post(`/v1/render.sheet.${part}`, {...withoutOutput(spec), ...(palette === undefined ? {} : {output: {palette}})})).blob();
};

/** The predicted cost: `{milliseconds: {found, limit}, …}`. */
export const price = async (spec, signal) => (await post('/v1/render?dry=1', withoutOutput(spec), {signal})).json();

/** Asks whether the service takes a spec, with its output. */
export const check = (spec, signal) => post('/v1/render?dry=1', spec, {signal});

// A format of the animation means nothing to these.
function withoutOutput(spec) {
  const {output: _, ...rest} = spec;
  return rest;
}

/** An effect of another program as `{spec, ignored, approximated}`. */
export async function convert(format, body, type) {
  const answer = await ask(`/v1/import/${format}`, {method: 'POST', body, headers: {'Content-Type': type, ...json.headers}});
  return answer.json();
}

// Specs in URLs

/** Most bytes of a text that a link unpacks to: a short one could hold gigabytes. */
const largest = 4_000_000;

async function through(bytes, stream, most = Infinity) {
  const parts = [];
  let count = 0;
  for (const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader(); ;) {
    const {done, value} = await reader.read();
    if (done) break;
    count += value.length;
    if (count > most) {
      await reader.cancel();
      throw Error(`more than ${most} bytes`);
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** Text as zlib in base64url, as `/v1/z/` takes it. */
export async function pack(text) {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream('deflate'));
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '');
}

/** The text that `pack` packed. */
export async function unpack(packed) {
  const bytes = Uint8Array.from(atob(packed.replace(/-/g, '+').replace(/_/g, '/')), char => char.charCodeAt(0));
  const text = await through(bytes, new DecompressionStream('deflate'), largest);
  return new TextDecoder().decode(text);
}
