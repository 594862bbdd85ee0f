export * from '../worker/index.ts';
