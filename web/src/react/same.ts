import { useRef } from 'react';

/** True for equal data: numbers, texts, lists and plain objects. Anything else is equal to itself alone. */
export function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (isList(a) && isList(b)) {
    if (a.length !== b.length) return false;
    for (let i = 0; i < a.length; i += 1) if (!same(a[i], b[i])) return false;
    return true;
  }
  if (!isPlain(a) || !isPlain(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && same(a[key], b[key]))
  );
}

const isList = (value: unknown): value is ArrayLike<unknown> =>
  Array.isArray(value) || (ArrayBuffer.isView(value) && 'length' in value);

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/**
 * The value of an earlier render as long as it is equal: descriptions and targets are often written in JSX,
 * where each render makes new ones.
 */
export function useSame<T>(value: T): T {
  const kept = useRef(value);
  // Not a state: a value that equals nothing, such as a function, would render without end.
  if (!same(kept.current, value)) kept.current = value;
  return kept.current;
}
