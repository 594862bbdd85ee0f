import type { Plugin } from 'vite';

export function packageOf(id: string): string | undefined;
export function shipsOnly(where: 'package' | 'pages', options?: { write?: boolean }): Plugin;
