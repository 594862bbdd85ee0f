/** Arms that are there to be tried: robots out of published tables. Plain data; nothing here loads the core. */
export * from './robots/index.ts';
