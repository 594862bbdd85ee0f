/**
 * A name that is not taken: the name itself, or with the first number from 2 up that makes it unique.
 * `taken`: names in use and the next number of each, so that thousands of equal names need no counting each
 * time.
 */
export function fresh(
  taken: Map<string, number>,
  name: string,
  numbered = (count: number): string => `${name} ${count}`,
): string {
  let count = taken.get(name);
  if (count === undefined) {
    taken.set(name, 2);
    return name;
  }
  while (taken.has(numbered(count))) count += 1;
  const free = numbered(count);
  taken.set(name, count + 1);
  taken.set(free, 2);
  return free;
}
