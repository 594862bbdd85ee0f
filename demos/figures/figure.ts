/** What a figure gives back, and how figures write numbers. */
export interface PageFigure {
  dispose(): void;
}

export const centimetres = (metres: number): string => {
  const value = 100 * metres;
  return `${value.toFixed(value < 9.95 ? 1 : 0)} cm`;
};

export const degrees = (radians: number): string =>
  `${((radians * 180) / Math.PI).toFixed(Math.abs(radians) < 0.17 ? 1 : 0).replace('-', '−')}°`;
