/** Numbers as people write them: short, and without the noise of rounding. */

const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals)) + 0;

/** Metres, in whole millimetres at the finest: "0.3 m". */
export const inMetres = (metres: number): string => `${rounded(metres, 3)} m`;

export const inDegrees = (radians: number): string => `${rounded((radians * 180) / Math.PI, 1)}°`;
