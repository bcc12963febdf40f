// Makes `element/` from the player that the service embeds: as a module, whose parts a bundler finds.
import {mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync} from 'node:fs';

const pages = new URL('../CResources/Pages/', import.meta.url), element = new URL('element/', import.meta.url);
const names = readdirSync(pages).filter(name => /^player.*\.js$/.test(name)), parts = names.filter(name => !['player.js', 'player-call.js'].includes(name));

/** Text with one piece of it exchanged, which must be there once. */
function exchanged(text, old, other) {
  if (text.split(old).length !== 2) throw new Error(`player.js has not one "${old}"`);
  return text.replace(old, () => other);
}

rmSync(element, {recursive: true, force: true});
mkdirSync(element);
for (const name of names) {
  let text = readFileSync(new URL(name, pages), 'utf8');
  if (name === 'player.js') {
    text = exchanged(text, 'const here = document.currentScript?.src ?? location.href;\n', '');
    text = exchanged(text, 'import(new URL(name, here))', `({${parts.map(part => `'${part}': () => import('./${part}')`).join(', ')}})[name]()`);
  }
  writeFileSync(new URL(name, element), text);
}
