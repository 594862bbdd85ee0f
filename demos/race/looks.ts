/** Line style of a solver: by its index in the core's table, so that it is the same in every race. */
export interface LineLook {
  /** A custom property with the colour. */
  readonly colour: string;
  /** Lengths of dashes and gaps in CSS pixels; empty: a solid line. */
  readonly dash: readonly number[];
  /** The same as a border. */
  readonly border: 'solid' | 'dashed' | 'dotted';
}

/** Number of colours in style.css. */
const colours = 13;
// With three styles and thirteen colours, no two of 39 solvers look the same.
const styles = [
  { dash: [], border: 'solid' },
  { dash: [8, 4], border: 'dashed' },
  { dash: [2, 3], border: 'dotted' },
] as const;

export const lookOf = (index: number): LineLook => ({
  colour: `--race-${index % colours}`,
  ...styles[index % styles.length]!,
});
