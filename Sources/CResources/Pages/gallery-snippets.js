/** Code that shows a form of an effect on a page or makes it in a program, to be copied. */

import {emitterCode, hasEmitters} from './gallery-emitter.js';

export const isFilm = form => Boolean(form.type?.startsWith('video/'));
const html = text => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');
const shell = text => (/^[\w.,:=+/-]+$/.test(text) ? text : `'${text.replace(/'/g, "'\\''")}'`);

/**
 * Code for a page or a program, by its kind; a form lacks the kinds that cannot show it.
 * @param {{name: string, title: string, width: string, height: string, values: Map<string, string>, url: function(string): string, query: string, forms: Object[], spec: ?Object}} effect
 *   `url` gives the absolute URL for an ending; `forms` are those that the service makes; `spec` may come later.
 * @returns {Object<string, string>}
 */
export function snippets(form, {name, title, width, height, values, url, query, forms, spec}) {
  const own = url(form.ending), png = url('.png'), still = url('.still.png'), file = `${name}${form.ending}`, isStill = form.name === 'still';
  const sides = `width="${width}" height="${height}"`, isBare = isStill || ['.png', '.gif'].includes(form.ending);
  const source = (more, address) => `  <source ${more} srcset="${html(address)}">\n`;
  const calm = isStill ? '' : source('media="(prefers-reduced-motion: reduce)"', still), better = isBare ? '' : source(`type="${form.type}"`, own);
  const image = `<img src="${html(isBare ? own : png)}" ${sides} alt="">`, picture = calm || better ? `<picture>\n${calm}${better}  ${image}\n</picture>` : image;
  const set = [...values].map(([key, value]) => ` --set ${shell(`${key}=${value}`)}`).join(''), component = title.split(/[^\p{L}\p{N}]+/u).map(word => word.charAt(0).toUpperCase() + word.slice(1)).join('') || 'Effect';
  const type = /^\p{Lu}/u.test(component) ? component : `Effect${component}`;
  const call = query ? `.setting(query: "${query.replace(/[\\"]/g, '\\$&')}")` : '';
  const always = {
    curl: `curl -o ${file} ${shell(own)}`,
    'Command line': `hanabi render ${name}${set}${isStill ? ' --at best' : ''} -o ${isStill ? `${name}.png` : file}`,
    ...(form.swift ? {Swift: `import Hanabi\n\nlet bytes = try Effect.preset("${name}")${call}.render(as: ${form.swift})`} : {}),
    ...(hasEmitters(spec) ? {CAEmitterLayer: emitterCode(spec, type.replace(/[^A-Za-z0-9]/g, ''))} : {}),
  };
  const react = body => `export const ${type} = () => (\n  ${body.replace(/\n/g, '\n  ')}\n);`;
  const vue = (body, script = '') => `${script}<template>\n  ${body.replace(/\n/g, '\n  ')}\n</template>`, jsx = text => text.replace(/srcset=/g, 'srcSet=').replace(/autoplay/g, 'autoPlay').replace(/playsinline/g, 'playsInline').replace(/(<(?:source|img) [^>]*)>/g, '$1 />');
  if (form.name === 'tracks') {
    const element = `<hanabi-effect src="${html(own)}" on="click"></hanabi-effect>`;
    return {HTML: `<script src="${url(null)}/player.js"></script>\n${element}`, React: `// Once in the page: <script src="${url(null)}/player.js"></script>\n${react(element)}`,
      Vue: vue(element, `<!-- Once in the page: <script src="${url(null)}/player.js"></script>; compilerOptions.isCustomElement: tag => tag === 'hanabi-effect' -->\n`), ...always};
  }
  if (form.name === 'Lottie') {
    // A number counts what follows the first play.
    const times = values.get('loop'), loop = times === 'once' ? false : Number(times) > 0 ? Number(times) - 1 : true;
    const load = container => `lottie.loadAnimation({container: ${container}, path: '${own.replace(/'/g, '%27')}', loop: ${loop}})`;
    return {
      HTML: `<div id="${name}"></div>\n<script src="https://cdn.jsdelivr.net/npm/lottie-web@5/build/player/lottie_light.min.js"></script>\n<script>\n  ${load(`document.querySelector('#${name}')`)};\n</script>`,
      React: `import lottie from 'lottie-web';\nimport {useEffect, useRef} from 'react';\n\nexport const ${type} = () => {\n  const box = useRef(null);\n  useEffect(() => {\n    const animation = ${load('box.current')};\n    return () => animation.destroy();\n  }, []);\n  return <div ref={box} />;\n};`,
      Vue: `<script setup>\nimport lottie from 'lottie-web';\nimport {onMounted, onUnmounted, ref} from 'vue';\n\nconst box = ref(null);\nlet animation;\nonMounted(() => { animation = ${load('box.value')}; });\nonUnmounted(() => animation?.destroy());\n</script>\n\n<template>\n  <div ref="box"></div>\n</template>`,
      ...always,
    };
  }
  if (form.name === 'Sticker') return {HTML: `<a href="${html(own)}" download="${file}">${html(title)}</a>`, ...always};
  const background = isBare ? `url("${own}")` : `image-set(url("${own}") type("${form.type}"), url("${png}") type("image/png"))`;
  /** Rules for a selector, and what stands still for those who prefer that. */
  const rules = (selector, lines) => `${selector} {\n${lines.map(line => `  ${line};\n`).join('')}}`
    + (isStill ? '' : `\n@media (prefers-reduced-motion: reduce) {\n  ${selector} { background-image: url("${still}"); }\n}`);
  const block = rules(`.${name}`, [`width: ${width}px`, `height: ${height}px`, `background: ${background} center / contain no-repeat`]);
  if (form.name === 'CSS') {
    return {
      CSS: block,
      'CSS page': rules('body::before', ['content: ""', 'position: fixed', 'inset: 0', 'z-index: -1', 'pointer-events: none', `background: ${background} center / cover no-repeat`]),
      'CSS sheet': `/* <div class="hanabi-${name}" role="img" aria-label="${title.replace(/"/g, '&quot;').replace(/\*\//g, '')}"></div> */\n@import url("${url('.sheet.css')}");`,
      HTML: `<style>\n${block}\n</style>\n<div class="${name}" role="img" aria-label="${html(title)}"></div>`, ...always,
    };
  }
  if (form.name === 'sheet') {
    const style = url('.sheet.css');
    return {HTML: `<link rel="stylesheet" href="${html(style)}">\n<div class="hanabi-${name}" role="img" aria-label="${html(title)}"></div>`, CSS: `@import url("${style}");`, ...always};
  }
  if (isFilm(form)) {
    // Safari shows no transparency of a WebM, and others none of HEVC: each takes the first that it can play. With reduced motion none: the poster stays.
    const both = ['.hevc.mov', '.webm'].includes(form.ending) ? forms.filter(each => ['.hevc.mov', '.webm'].includes(each.ending)).sort((one, other) => one.ending.localeCompare(other.ending)) : [form];
    const sources = both.map(each => `  <source media="(prefers-reduced-motion: no-preference)" type="${html(each.type)}" src="${html(url(each.ending))}">`).join('\n');
    const film = `<video ${sides} poster="${html(still)}" autoplay loop muted playsinline>\n${sources}\n  <img src="${html(png)}" ${sides} alt="">\n</video>`;
    return {HTML: film, React: react(jsx(film)), Vue: vue(film), ...always};
  }
  return {
    HTML: picture, Markdown: `![${title.replace(/[[\]]/g, '\\$&')}](${own.replace(/[()]/g, each => (each === '(' ? '%28' : '%29'))})`,
    React: react(jsx(picture)), Vue: vue(picture),
    CSS: block, ...always,
  };
}
