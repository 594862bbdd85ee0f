/** Number of differing letters; two swapped letters count as two (Levenshtein 1966). */
function differences(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + Number(a[i - 1] !== b[j - 1])));
    row = next;
  }
  return row[b.length]!;
}

/** The known word that was probably meant. */
export function alike(word: string, known: readonly string[]): string | undefined {
  const most = Math.min(2, (word.length - 1) / 2);
  return known.find((each) => differences(word.toLowerCase(), each) <= most);
}
