/** What a figure gives back, and how figures write numbers. */
export interface PageFigure {
  dispose(): void;
}

export const centimetres = (metres: number): string => {
  const value = 100 * metres;
  return `${value.toFixed(value < 9.95 ? 1 : 0)} cm`;
};
