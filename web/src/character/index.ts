/** three.js skeletons: their bones become a model, and its poses go back to them; motion of a person onto any body. */
export * from './gltf/index.ts';
export * from './motion/index.ts';
