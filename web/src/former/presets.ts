export * from '../presets/index.ts';
