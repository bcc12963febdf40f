/**
 * Reads the JSON Schema of specs: which members an object may have, and which kinds of value each of them may be. The panel
 * of properties is made from this alone, so that new members of specs need no change here.
 */

let root;
export const useSchema = json => { root = json; };

/** Follows `$ref`s; the description and default beside a `$ref` win. */
export function follow(node) {
  let result = node;
  while (result?.$ref) {
    const name = result.$ref.split('/').at(-1), {$ref: _, ...own} = result;
    const {description, ...target} = root.$defs[name];
    result = {...target, description, about: description, ...own, name};
  }
  return result;
}

/**
 * The members of an object: those of its `type`, where it has one.
 * @returns {{properties: Object, required: string[], about: string, types: ?string[]}}
 */
export function members(node, value) {
  const own = follow(node), properties = {...own.properties};
  const required = [...(own.required ?? [])];
  const kinds = own.properties?.type?.enum;
  let about = own.about ?? own.description ?? '';
  if (kinds && own.allOf) {
    const type = value?.type ?? own.properties.type.default;
    const match = own.allOf.find(({if: test}) => test?.properties?.type?.const === type);
    const branch = match && follow(match.then);
    if (branch) {
      Object.assign(properties, branch.properties, {type: own.properties.type});
      required.push(...(branch.required ?? []));
      about = branch.about ?? about;
    }
  }
  return {properties, required: [...new Set(required)], about, types: kinds && own.allOf ? kinds : null};
}

/** The schema of the value at a path of a spec. */
export function schemaAt(path, spec) {
  let node = root, value = spec;
  for (const part of path) {
    node = inner(node, part, value);
    if (!node) return null;
    value = value?.[part];
  }
  return follow(node);
}

function inner(node, part, value) {
  const own = follow(node);
  if (own.items && Array.isArray(value)) return own.prefixItems?.[part] ?? own.items;
  const {properties} = members(own, value);
  if (properties[part]) return properties[part];
  if (own.additionalProperties && typeof own.additionalProperties === 'object') return own.additionalProperties;
  for (const each of own.anyOf ?? []) {
    const found = inner(each, part, value);
    if (found) return found;
  }
  return null;
}

/** Units of a pattern such as `…(s|ms|%)$`, the one of bare numbers first. */
function unitsOf(pattern) {
  const units = /\(([^()]*)\)\$$/.exec(pattern ?? '')?.[1].split('|') ?? [];
  const base = ['rad', 's', 'pt'].find(unit => units.includes(unit));
  const order = [base, 'deg', 'turn', 'ms', '%', 'vmin', 'vmax'];
  return order.filter(unit => units.includes(unit) || unit === base).filter(Boolean);
}

const isPair = node => node.items && node.minItems === 2 && node.maxItems <= 3 || node.prefixItems;

/**
 * The kinds of value that a member may have, each with what its control needs to know.
 * @returns {{kind: string, node: Object}[]}
 */
export function kindsOf(node) {
  const own = follow(node);
  if (own.name === 'Color') return [{kind: 'color', node: own}];
  if (own.name === 'PathData') return [{kind: 'path', node: own}];
  if (own.name === 'Contents') return [{kind: 'contents', node: own}];
  if (own.anyOf) {
    const names = own.anyOf.map(each => each.$ref?.split('/').at(-1));
    const nothing = own.anyOf.some(each => each.type === 'null') ? [{kind: 'null', node: own}] : [];
    if (names.includes('Asset') && names.length <= 5) return [{kind: 'contents', node: own, empty: nothing.length > 0}];
    const all = own.anyOf.flatMap(each => kindsOf({...each, owner: own}));
    // Names beside colors (`transparent`) are colors to a control; a number written as text is a number.
    const isColor = all.some(each => each.kind === 'color');
    return all.filter((each, i) => !(isColor && each.kind === 'choice') && !(each.kind === 'text' && all.some(a => a.kind === 'number'))
      && all.findIndex(other => other.kind === each.kind) === i);
  }
  if ('const' in own) return [{kind: 'choice', node: own, values: [own.const]}];
  if (own.enum) return [{kind: 'choice', node: own, values: own.enum}];
  const types = [own.type ?? (own.properties ? 'object' : 'any')].flat(), found = [];
  const number = {minimum: own.minimum, maximum: own.maximum};
  if (types.includes('number') && types.includes('string')) found.push({kind: 'measure', node: own, units: unitsOf(own.pattern), ...number});
  else if (types.includes('integer') && types.includes('string')) found.push({kind: 'loose', node: own});
  else if (types.includes('number') || types.includes('integer')) {
    found.push({kind: 'number', node: own, whole: types.includes('integer'), ...number});
  } else if (types.includes('string')) found.push({kind: 'text', node: own});
  if (types.includes('boolean')) found.push({kind: 'flag', node: own});
  if (types.includes('array')) found.push(listKind(own, /\[lowest, highest\]/.test(own.description ?? '')));
  if (types.includes('object')) found.push({kind: own.properties || own.allOf || typeof own.additionalProperties === 'object' ? 'object' : 'raw', node: own});
  if (types.includes('null')) found.push({kind: 'null', node: own});
  return found.length ? found : [{kind: 'raw', node: own}];
}

function listKind(own, isRange) {
  const item = own.items ? follow(own.items) : null;
  if (isPair(own)) {
    const parts = own.prefixItems ?? Array.from({length: own.minItems}, () => own.items);
    const kinds = parts.map(part => kindsOf(part)[0]);
    if (kinds.every(each => each.kind === 'number' || each.kind === 'measure')) return {kind: 'pair', node: own, kinds, isRange};
  }
  if (item?.name === 'Color') return {kind: 'colors', node: own};
  if (item?.type === 'number' || item?.type === 'string') return {kind: 'list', node: own, isText: item.type === 'string'};
  return {kind: 'raw', node: own};
}

/** The kind that a value has; the first where there is no value. */
export function kindFor(kinds, value) {
  const is = {
    null: value === null, flag: typeof value === 'boolean', number: typeof value === 'number',
    measure: typeof value === 'number' || (typeof value === 'string' && /^[+-]?[\d.]/.test(value)),
    pair: Array.isArray(value), colors: Array.isArray(value), list: Array.isArray(value), color: typeof value === 'string' || Array.isArray(value),
    text: typeof value === 'string', path: typeof value === 'string', loose: typeof value !== 'object',
    // A list of contents has no control of its own: it is shown as JSON.
    contents: typeof value !== 'number' && !Array.isArray(value), object: Boolean(value) && typeof value === 'object' && !Array.isArray(value), raw: true,
  };
  if (value === undefined) return kinds.find(each => each.kind !== 'null') ?? kinds[0];
  return kinds.find(each => (each.kind === 'choice' ? each.values.includes(value) : is[each.kind])) ?? {kind: 'raw', node: kinds[0].node};
}

/** The first sentence of a description, and the rest. */
export function sentences(text = '') {
  const end = /\.(?=\s+[A-Z"]|$)/.exec(text);
  return end ? [text.slice(0, end.index + 1), text.slice(end.index + 1).trim()] : [text, ''];
}
