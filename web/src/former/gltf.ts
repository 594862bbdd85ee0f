export * from '../gltf/index.ts';
