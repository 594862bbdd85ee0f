export * from '../run/index.ts';
