export * from '../character/gltf/index.ts';
