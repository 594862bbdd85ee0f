/** Copies plain data, sharing nothing with `value`. Objects may be proxies; typed arrays become arrays. */
export function copy<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copy) as T;
  if (ArrayBuffer.isView(value)) return Array.from(value as unknown as ArrayLike<number>) as T;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, copy(each)])) as T;
}
