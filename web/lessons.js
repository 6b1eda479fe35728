// The lessons, one line each; README.md says how to write one.
export { quantum } from './lessons/quantum.js';
