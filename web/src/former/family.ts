export * from '../family/index.ts';
