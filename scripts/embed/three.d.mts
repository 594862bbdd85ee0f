import type { Plugin } from 'vite';

export function lessOfThree(keep?: RegExp): Plugin;
