/** Search: ranks the effects by what a query says about them, and finds names that are spelled nearly alike. */

/** Occasions to pick from, as words of the search. */
export const occasions = ['birthday', 'wedding', 'new year', 'christmas', 'halloween', 'valentine', 'easter', 'graduation', 'launch', 'thank you', 'winter', 'loading'];

/** Searches to try where one finds nothing. */
export const suggestions = ['confetti', 'fireworks', 'hearts', 'snow', 'stars', 'birthday', 'emoji'];

/** Words that people look for, and names, tags and families of the effects that they mean. */
const synonyms = {
  christmas: 'snow', xmas: 'christmas snow', winter: 'snow', wedding: 'hearts petals champagne', marriage: 'wedding hearts petals', valentine: 'hearts', love: 'hearts', halloween: 'fire smoke',
  'thank you': 'thanks confetti hearts', 'new year': 'rockets finale shell', silvester: 'new-year rockets', newyear: 'new-year rockets', graduation: 'cheer confetti', launch: 'speed rockets confetti',
  easter: 'sakura', birthday: 'party cake confetti', bday: 'birthday party cake', explosion: 'explode firework spark', banner: 'ambient text', header: 'ambient', party: 'confetti streamers emoji-burst champagne', anniversary: 'birthday party hearts', celebrate: 'celebration confetti', congratulations: 'confetti celebration cheer',
  slack: 'emoji hearts flame', discord: 'emoji hearts flame', sticker: 'hearts emoji', readme: 'badge stars confetti', email: 'birthday hearts', fireworks: 'rockets',
  success: 'done confetti', done: 'success', gift: 'party birthday', thanks: 'hearts confetti', rich: 'money coins', sale: 'coins', 'black friday': 'sale coins', win: 'success confetti', winner: 'success confetti', loading: 'spiral magic', spinner: 'loading spiral', logo: 'sparkle',
  diwali: 'rockets candle', july: 'rockets finale', 'independence day': 'rockets finale', 'lunar new year': 'new-year rockets', hanukkah: 'candle', carnival: 'confetti streamers', 'mothers day': 'hearts petals', 'mother s day': 'hearts petals',
  'valentine s day': 'valentine hearts', 'valentines day': 'valentine hearts', weihnachten: 'christmas snow', baby: 'balloons birthday', football: 'confetti cheer', soccer: 'confetti cheer', eid: 'rockets stars',
  '4th of july': 'rockets finale', '4th': 'rockets finale', independence: 'rockets finale', lunar: 'new-year rockets', mother: 'hearts petals', 'fourth of july': 'rockets finale', 'july 4': 'rockets finale',
  autumn: 'leaves', fall: 'leaves', night: 'stars', magic: 'sparkle', background: 'ambient', hero: 'ambient', sun: 'dust', water: 'rain bubbles splash', cat: 'animals', duck: 'animals',
};

/** Emoji that people look for, without their variation, and what they mean, the most fitting first; others mean effects with emoji. */
const pictured = new Map([
  ['🎉🎊🥳🎏', 'confetti party emoji-burst'], ['🎂🍰🧁', 'birthday party'], ['🎁', 'party birthday'], ['🎈', 'balloons'], ['🍾🥂🍻', 'champagne party'], ['🏆🥇🏅', 'success coins'], ['✅✔☑👌', 'success'],
  ['🚀🛸', 'launch speed'], ['❤🧡💛💚💙💜🤎🖤🤍💖💘💕💗💓💞💝💟😍😘🥰🌹', 'hearts heart love valentine'], ['👍👏🙌💪', 'like cheer'], ['🙏', 'thanks'], ['⭐🌟', 'cc-stars stars sparkle'], ['✨', 'sparkles sparkle stars'], ['💫🌠☄', 'shooting-stars meteors comet'],
  ['🔥🏕', 'fire flame'], ['🕯', 'candle'], ['💸💵💰🤑💶💷', 'money coins'], ['🪙', 'coins'], ['💎', 'sparkle'], ['⚡', 'spark sparks'], ['☕🍵', 'coffee'], ['💨🌫🚬', 'smoke'], ['❄⛄☃🌨🥶🏔', 'snow winter'], ['🎄🎅🤶🦌', 'christmas snow'],
  ['🌸💮🌺🌷🌼', 'sakura petals spring'], ['🐣🥚🐰🐇', 'easter'], ['🍂🍁🍃', 'leaves'], ['🎃👻🦇', 'halloween'], ['🎆🎇🧨', 'hanabi peony new-year fireworks'], ['🌧☔🌦', 'rain drizzle splash window'], ['💧💦🌊', 'splash drizzle rain'], ['🌌🪐🌃🔭👽', 'galaxy stars space'], ['🌀', 'spiral vortex'],
  ['☀🌞🌅', 'dust'], ['🌙🌕', 'fireflies halloween night'], ['🫧🧼', 'bubbles'], ['🎓', 'graduation'], ['💍👰💒🤵', 'wedding'], ['🦆🐥', 'firework-duck confetti-all'], ['🐱😺🐈', 'firework-cat'], ['⏳⌛🔄', 'loading'], ['⏱🔟', 'countdown'], ['🎮🕹👾', 'game'], ['🛍🏷', 'sale'],
].flatMap(([all, words]) => [...all].map(each => [each, words])));

/** Words of a summary that say nothing about an effect. */
const empty = new Set('a an and are as at by down for from in into is it its like of off on one or out over that the their then there they this to under up while with'.split(' '));

/** Returns the words of a text, and each of its emoji. */
const wordsOf = text => text.toLowerCase().match(/[\p{L}\p{N}]+|\p{Extended_Pictographic}/gu) ?? [];
/** A word without the ending of its plural. */
const single = word => (/[^s]s$/.test(word) && word.length > 3 ? word.slice(0, -1) : word);
const has = (list, word) => list.includes(word) || list.some(each => single(each) === single(word));
const begins = (list, start) => list.some(each => each.startsWith(start));

/** Returns words of the effects that a visitor's word or phrase means. */
const meaningOf = text => (Object.hasOwn(synonyms, text) ? synonyms[text] : /^[\p{Extended_Pictographic} ]+$/u.test(text) ? text.split(' ').map(each => pictured.get(each) ?? 'emoji').join(' ') : '').split(' ').filter(Boolean);

/** Returns how well an effect fits one word; 0 if it does not. Its name counts most, then tags, what the word means, and the summary. */
function weight(effect, term) {
  const {heads, tags, family, summary} = effect, meant = meaningOf(term), place = meant.findIndex(word => has([...heads, ...tags, effect.name], word));
  return has(heads, term) ? 100 : begins(heads, term) ? 70 : has(tags, term) ? 50 : begins(tags, term) && !meant.length ? 40 : begins(family, term) ? 35
    : place >= 0 ? 20 - Math.min(4, place) + (meant[place] === effect.name ? 0.5 : 0) : meant.some(word => has(family, word)) ? 15 : begins(tags, term) ? 10 : has(summary, term) ? 5 : 0;
}

/** Returns the words of an effect's texts by where they stand. */
function read({name, title, summary, family, tags}) {
  return {
    name, family: wordsOf(family), heads: [...new Set([...wordsOf(name), ...wordsOf(title)])], first: wordsOf(title)[0], title: title.toLowerCase(),
    tags: [...new Set([...tags, ...tags.flatMap(wordsOf)])], summary: wordsOf(summary).filter(word => !empty.has(word)),
  };
}

/** Returns the effects that fit all words of a query, or what they mean together, the best ones first. */
function found(effects, query) {
  const terms = wordsOf(query), phrase = terms.join(' '), meaning = terms.length > 1 ? meaningOf(phrase) : [];
  return effects.map((effect, index) => {
    const own = read(effect), weights = terms.map(term => (each => each && each + (has(own.summary, term) ? 2 : 0))(weight(own, term)));
    const sum = weights.every(Boolean) ? weights.reduce((one, other) => one + other, 0) / terms.length : 0;
    const whole = sum && (own.title === phrase || own.name === query.trim().toLowerCase() ? 20 : own.first === terms[0] ? 10 : own.title.includes(phrase) ? 5 : 0);
    const meant = meaning.some(word => has([...own.heads, ...own.tags, own.name], word)) ? 20 : meaning.some(word => has(own.family, word)) ? 15 : 0;
    return {effect, index, score: Math.max(sum + whole, meant)};
  }).filter(({score}) => score > 0).sort((one, other) => other.score - one.score || one.index - other.index).map(({effect}) => effect);
}

/** The letters of a word in the order of the alphabet: in short words, an error is taken for one only where two are swapped. */
const letters = word => [...word].sort().join('');

/** Returns the number of letters to add, remove, replace or swap with the next one to get from one word to another. */
export function distance(one, other) {
  let before = [], last = Array.from({length: other.length + 1}, (_, i) => i);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) row[j] = Math.min(row[j], before[j - 2] + 1);
    }
    [before, last] = [last, row];
  }
  return last[other.length];
}

/**
 * Searches the effects.
 * @returns {{effects: Object[], query: string}} The effects that were found, the best ones first, and the query they were found by: the
 *   visitor's, or one with typing errors corrected, where that finds nothing.
 */
export function search(effects, query) {
  const own = found(effects, query);
  if (own.length) return {effects: own, query};
  const known = new Set([...Object.keys(synonyms).flatMap(wordsOf), ...effects.flatMap(effect => { const {heads, tags, summary} = read(effect); return [...heads, ...tags, ...summary]; })]);
  const mended = wordsOf(query).map(term => (term.length < 4 || known.has(term) ? term : [...known].find(word => distance(term, word) === 1 && (term.length > 4 || letters(term) === letters(word))) ?? term)).join(' ');
  return {effects: found(effects, mended), query: mended};
}

/** Returns the effects whose names are nearest to one that does not exist, the nearest first; none if all are far. */
export function nearest(effects, name) {
  const asked = wordsOf(name).join('-');
  const far = ({name: own, title}) => Math.min(...[own, wordsOf(title).join('-'), ...own.split('-').filter(part => part.length > 3)].map(each =>
    (asked.length > 2 && (each.startsWith(asked) || asked.startsWith(each)) ? 0.5 : Math.min(distance(asked, each), distance(single(asked), single(each)))) + (each === own ? 0 : 0.25)));
  const most = Math.max(1.5, asked.length / 3 + 0.25);
  const near = effects.map(effect => ({effect, far: far(effect)})).filter(each => each.far <= most).sort((one, other) => one.far - other.far).map(({effect}) => effect);
  return [...new Set([...near, ...found(effects, asked.replace(/-/g, ' '))])].slice(0, 4);
}
