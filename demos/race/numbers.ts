/** Numbers for the page, none wider than its column. */
export const unknown = '–';

/** Two digits and a power of ten, or an ordinary number when it is not small. */
export function residual(value: number): string {
  if (!Number.isFinite(value)) return unknown;
  return value === 0 ? '0' : value >= 0.01 ? value.toFixed(3) : value.toExponential(1).replace('-', '−');
}

export function solveTime(value: number | null): string {
  if (value === null || Number.isNaN(value)) return unknown;
  return value < 9.95 ? value.toFixed(1) : Math.round(value).toLocaleString('en');
}

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** A power of ten in superscript digits: "10⁻⁴". */
export function power(value: number): string {
  const exponent = Math.round(Math.log10(value));
  const digits = [...String(Math.abs(exponent))].map((digit) => superscripts[Number(digit)]).join('');
  return `10${exponent < 0 ? '⁻' : ''}${digits}`;
}
