export * from '../robots/run/index.ts';
