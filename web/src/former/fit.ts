export * from '../three/fit/index.ts';
