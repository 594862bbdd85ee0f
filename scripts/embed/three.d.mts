import type { Plugin } from 'vite';

export function lessOfThree(options?: { keep?: RegExp; headsets?: boolean }): Plugin;
