/**
 * Robots: presets, URDF read and written, the kinds of their arms, and runs along tracks. Needs neither three.js
 * nor a browser.
 */
export * from './presets/index.ts';
export * from './urdf/index.ts';
export * from './family.ts';
export * from './run/index.ts';
