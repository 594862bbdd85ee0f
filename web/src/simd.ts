/** The smallest module that holds a vector: () => (v128.const 0; drop). */
const probe = [
  ...[0, 97, 115, 109, 1, 0, 0, 0], // magic and version
  ...[1, 4, 1, 96, 0, 0], // one type: () -> ()
  ...[3, 2, 1, 0], // one function of it
  ...[10, 23, 1, 21, 0, 253, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 26, 11], // its body
];

/** Whether the engine knows SIMD; all have since 2023 (Chrome 91, Firefox 89, Safari 16.4, Node 16.4). */
export const hasSimd = (): boolean => WebAssembly.validate(Uint8Array.from(probe));
