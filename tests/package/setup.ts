/** Packs once for all tests of this folder. */
import type { TestProject } from 'vitest/node';
import { pack, type Packed } from './pack.ts';

declare module 'vitest' {
  interface ProvidedContext {
    packed: Packed;
  }
}

export default async function setup(project: TestProject): Promise<void> {
  project.provide('packed', await pack());
}
