export * from '../robots/urdf/index.ts';
