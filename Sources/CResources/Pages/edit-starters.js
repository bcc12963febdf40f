/** Beginnings of new layers, particles, behaviors and animations: each shows something at once. */

/** An effect to add layers to. */
export const empty = {canvas: {width: 360, height: 360}, timing: {duration: 2.5, fps: 30, loop: 'seamless'}, layers: []};

/** The effect of a new page. */
export const first = {
  canvas: {width: 360, height: 360, background: '#101020'},
  timing: {duration: 2.5, fps: 30, loop: 'seamless'},
  layers: [{
    name: 'fountain', emitterPosition: ['50%', '85%'], renderMode: 'additive',
    emitterCells: [{
      name: 'spark', contents: 'circle', color: '#ffb347', birthRate: 60, lifetime: [0.8, 1.6], velocity: [160, 300], emissionLongitude: '-90deg',
      emissionRange: '40deg', yAcceleration: 240, scale: [0.2, 0.6], greenRange: 0.3, alphaSpeed: -0.5,
    }],
  }],
};

const middle = ['50%', '50%'];
const spark = {name: 'spark', contents: 'star', color: 'gold', birthRate: 30, lifetime: 1.5, velocity: [60, 140], emissionRange: '1turn', alphaSpeed: -0.6};

export const layers = {
  emitter: {emitterPosition: middle, emitterCells: [spark]},
  text: {type: 'text', text: 'Hello', fontSize: 48, color: '#ff5470', position: middle},
  sprite: {type: 'sprite', contents: 'heart', color: '#ff5470', size: [80, 80], position: middle},
  shape: {type: 'shape', path: 'M52 82L72 102L110 60', fillColor: null, strokeColor: 'seagreen', lineWidth: 12, lineCap: 'round', lineJoin: 'round',
    viewBox: [0, 0, 160, 160], position: middle,
    animations: [{type: 'basic', keyPath: 'strokeEnd', from: 0, to: 1, duration: 0.6, fillMode: 'both'}]},
  firework: {type: 'firework', origin: middle, count: 4, scale: 80, duration: 1},
  fountain: {type: 'fountain', origin: middle, scale: 40, duration: 1},
  group: {type: 'group', size: ['60%', '40%'], masksToBounds: true, cornerRadius: 18, backgroundColor: '#ffffff',
    layers: [{type: 'text', text: 'Hello', fontSize: 36, color: '#191820'}]},
  reveal: {type: 'reveal', from: 'midnightblue', to: 'skyblue', center: middle, duration: 1},
  transition: {type: 'transition', from: 'skyblue', to: 'gold', transition: 'push', subtype: 'fromRight', duration: 0.8},
  shatter: {type: 'shatter', source: {emoji: '🎆', size: 160}, tile: 20, duration: 1.5},
  like: {type: 'like', origin: ['50%', '80%'], press: 0.5, emoji: ['😍', '🥳', '👍']},
};

/** A sentence for each kind of layer. */
export const about = {
  emitter: 'Particles: confetti, snow, sparks, smoke', text: 'A line of text', sprite: 'A shape, picture or emoji', shape: 'A path with fill and stroke',
  firework: 'Sparks around a button', fountain: 'Sparks that rise and fall', group: 'Layers that move as one', reveal: 'One picture uncovers another',
  transition: 'Push, fade or move in', shatter: 'A picture breaks into tiles', like: 'A like button with emoji',
};

export const cells = {
  sparks: spark,
  confetti: {name: 'paper', contents: {shape: 'rectangle', size: [10, 6]}, color: 'orange', redRange: 0.4, greenRange: 0.4, blueRange: 0.4, particleType: 'plane',
    orientationRange: '180deg', spin: [-8, 8], birthRate: 40, lifetime: 2.5, velocity: [80, 200], emissionLongitude: '-90deg', emissionRange: '70deg', yAcceleration: 200},
  burst: {name: 'burst', contents: 'circle', color: '#ff5c8a', burst: {count: 80}, lifetime: [0.8, 1.4], velocity: [60, 180], emissionRange: '1turn', scale: 0.5, alphaSpeed: -0.8},
  snow: {name: 'flake', contents: 'dot', color: 'white', birthRate: 20, lifetime: 6, velocity: 40, emissionLongitude: '90deg', emissionRange: '30deg', scale: [0.4, 1]},
  emoji: {name: 'emoji', contents: {emoji: '🎉', size: 24}, birthRate: 6, lifetime: 2, velocity: [60, 140], emissionLongitude: '-90deg', emissionRange: '90deg', yAcceleration: 120},
};

/** Particles that are born of other particles. */
export const subcells = {
  'trail of dots': {name: 'trail', contents: 'circle', birthRate: 40, lifetime: 0.4, scale: 0.4, alphaSpeed: -2.5},
  'sparks at death': {name: 'sparks', on: 'death', burst: {count: 24}, contents: 'star', lifetime: [0.5, 1], velocity: [30, 90], emissionRange: '1turn', yAcceleration: 60, alphaSpeed: -0.9},
  'flash at death': {name: 'flash', on: 'death', burst: {count: 1}, contents: 'dot', lifetime: 0.3, scale: 3, alphaSpeed: -3},
};

export const behaviors = {
  drag: {drag: 1}, wind: {velocity: [40, 0], drag: 1, gust: 0.5}, turbulence: {strength: 40, size: 60, speed: 0.5}, vortex: {position: middle, strength: 60},
  attractor: {position: middle, stiffness: 10, radius: 60}, simpleAttractor: {position: middle, stiffness: 10}, floor: {y: 300, elasticity: 0.5}, bounce: {elasticity: 0.6},
  collider: {shape: 'circle', position: middle, radius: 40}, flicker: {amount: 0.6}, valueOverLife: {keyPath: 'color.alpha', values: [1, 1, 0]},
  colorOverLife: {colors: ['white', 'gold', '#ff3b1f00']}, alignToMotion: {}, wave: {force: [40, 0], frequency: 1}, light: {position: middle},
};

export const animations = {
  'fade out': {keyPath: 'opacity', values: [1, 0], beginTime: '80%', duration: '20%', fillMode: 'forwards'},
  'pop in': {type: 'spring', keyPath: 'transform.scale', from: 0.5, to: 1, damping: 8, fillMode: 'both'},
  turn: {keyPath: 'transform.rotation', values: [0, '360deg'], duration: '100%'},
  'stop births': {type: 'basic', keyPath: 'birthRate', to: 0, beginTime: '50%', fillMode: 'forwards'},
};
