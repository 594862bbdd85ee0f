export * from '../fit/index.ts';
