/** Checks a document program's output against the comments beside it. */

/** Numbers must agree to the comment's digits. */
function agree(promise: unknown, text: string, value: unknown): boolean {
  if (typeof promise === 'number' && typeof value === 'number') {
    const digits = /\.(\d+)/.exec(text)?.[1]!.length ?? 0;
    return Math.abs(promise - value) <= 0.5 * 10 ** -digits + 1e-12;
  }
  const list = (of: unknown): unknown[] | undefined =>
    Array.isArray(of) || ArrayBuffer.isView(of) ? Array.from(of as ArrayLike<unknown>) : undefined;
  const [promises, values] = [list(promise), list(value)];
  if (!promises || !values) return promise === value;
  const texts = text.replace(/^\[|\]$/g, '').split(/,\s*/);
  return promises.length === values.length && promises.every((each, i) => agree(each, texts[i]!, values[i]));
}

/** Collects reports of `watched` programs from now on; broken promises go into the list. */
export function expectShown(): string[] {
  const wrong: string[] = [];
  const show = (line: number, text: string, value: unknown): void => {
    const promise: unknown = JSON.parse(text.replaceAll("'", '"'));
    if (!agree(promise, text, value))
      wrong.push(`line ${line + 1} promises ${text}, and it is ${String(value)}`);
  };
  Object.assign(globalThis, { __shown: show });
  return wrong;
}
