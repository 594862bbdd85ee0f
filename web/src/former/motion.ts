export * from '../motion/index.ts';
