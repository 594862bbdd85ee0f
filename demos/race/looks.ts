/** Line styles of solvers. */

/** Number of colours in style.css. */
const colours = 13;
// With three styles and thirteen colours, no two of 39 solvers look the same. `dash` is in CSS pixels.
const styles = [
  { dash: [], border: 'solid' },
  { dash: [8, 4], border: 'dashed' },
  { dash: [2, 3], border: 'dotted' },
] as const;

/** By a solver's index in the core's table, so that it is the same in every race; its colour is a custom property. */
export const lookOf = (index: number) => ({
  colour: `--race-${index % colours}`,
  ...styles[index % styles.length]!,
});
