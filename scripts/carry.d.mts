import type { Buffer } from 'node:buffer';

export function compress(bytes: Uint8Array): Buffer;
export function split(wasm: Uint8Array): Buffer;
export function carry(): Promise<void>;
