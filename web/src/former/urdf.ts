export * from '../urdf/index.ts';
