import { isList, unwrap } from './flatten.ts';

/** Copies plain data, sharing nothing with it. Objects can be proxies; typed arrays, `Vector3` become arrays. */
export function copy<T>(given: T): T {
  const value = unwrap(given);
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return Array.from(value, copy) as T;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, copy(each)])) as T;
}
