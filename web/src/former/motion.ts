export * from '../character/motion/index.ts';
