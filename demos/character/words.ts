/** A distance as the reader sees it, from metres. */
export function distance(metres: number): string {
  if (!Number.isFinite(metres)) return '–';
  if (metres < 0.01) return `${(1000 * metres).toFixed(metres < 0.001 ? 2 : 1)} mm`;
  return metres < 1 ? `${(100 * metres).toFixed(1)} cm` : `${metres.toFixed(2)} m`;
}

export function microseconds(value: number): string {
  return value < 1000 ? `${value.toFixed(0)} µs` : `${(value / 1000).toFixed(1)} ms`;
}
