/** Uses every member of an object, so that new members are found automatically. */
import { expect } from 'vitest';
import { expectError } from './models.ts';

export interface Use {
  name: string;
  use: () => unknown;
}

/**
 * Reads every getter, writes every setter (1, or the given value) and calls every method of `object` that
 * `holder` defines or inherits.
 */
export function usesOf(object: object, holder: object, given: Record<string, unknown[]>): Use[] {
  const receiver = object as Record<string | symbol, unknown>;
  const parent = Reflect.getPrototypeOf(holder);
  const inherited = parent === null || parent === Object.prototype ? [] : usesOf(object, parent, given);
  const own = Reflect.ownKeys(holder).flatMap((key): Use[] => {
    if (key === 'constructor') return [];
    const name = String(key);
    const property = Reflect.getOwnPropertyDescriptor(holder, key)!;
    const read = { name, use: () => receiver[key] };
    const write = { name: `${name} =`, use: () => (receiver[key] = given[name]?.[0] ?? 1) };
    const call = {
      name,
      use: () => (receiver[key] as (...parameters: unknown[]) => unknown)(...(given[name] ?? [])),
    };
    if (typeof property.value === 'function') return [call];
    return property.set ? [read, write] : [read];
  });
  return [...own, ...inherited];
}

/** Expects every use of a disposed object to raise `disposed`, except the `harmless` ones. */
export function expectDisposed(uses: Use[], harmless: string[], ...words: string[]): void {
  expect(uses.map(({ name }) => name)).toEqual(expect.arrayContaining(harmless));
  expect(uses.length).toBeGreaterThan(harmless.length);
  for (const { name, use } of uses) {
    if (harmless.includes(name)) expect(use, name).not.toThrow();
    else expectError(use, 'disposed', ...words);
  }
}
