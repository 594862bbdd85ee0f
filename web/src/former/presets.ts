export * from '../robots/presets/index.ts';
