const units: readonly (readonly [size: number, name: string])[] = [
  [1, 'm'],
  [1e-2, 'cm'],
  [1e-3, 'mm'],
  [1e-6, 'µm'],
  [1e-9, 'nm'],
];

/** A length in metres in the unit that suits it, of the same width whatever it is: "12.3 cm", "4.56 mm". */
export function distance(metres: number): string {
  if (!Number.isFinite(metres)) return '–';
  const [size, name] = units.find(([each]) => metres >= 0.9995 * each) ?? units.at(-1)!;
  const value = metres / size;
  return `${value.toFixed(value < 9.995 ? 2 : value < 99.95 ? 1 : 0)} ${name}`;
}

/** A power of ten of a metre: "10 cm", "1 mm". */
export function decade(metres: number): string {
  const [size, name] = units.find(([each]) => metres >= 0.999 * each) ?? units.at(-1)!;
  return `${Math.round(metres / size)} ${name}`;
}
