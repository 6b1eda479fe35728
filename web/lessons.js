// The lessons, one line each; README.md says how to write one.
export { quantum } from './lessons/quantum.js';
export { warcaby } from './lessons/warcaby.js';
export { stones } from './lessons/stones.js';
