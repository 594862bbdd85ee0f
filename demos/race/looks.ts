/** Line style of a solver: by its index in the core's table, so that it is the same in every race. */

export interface LineLook {
  /** A custom property with the colour. */
  readonly colour: string;
  /** Lengths of dashes and gaps in CSS pixels; empty: a solid line. */
  readonly dash: readonly number[];
  /** A closed path about the origin, within 4 units of it. */
  readonly marker: string;
}

/** Number of colours in style.css. */
const colours = 10;
const dashes = [[], [8, 3], [2, 3], [9, 3, 2, 3], [14, 4]];
const markers = [
  'M3.4 0A3.4 3.4 0 1 1 -3.4 0A3.4 3.4 0 1 1 3.4 0Z',
  'M-3 -3H3V3H-3Z',
  'M0 -4L3.8 3H-3.8Z',
  'M0 -4.2L4.2 0L0 4.2L-4.2 0Z',
  'M-1.3 -4H1.3V-1.3H4V1.3H1.3V4H-1.3V1.3H-4V-1.3H-1.3Z',
  'M0 4L-3.8 -3H3.8Z',
  'M-4 -1.5H4V1.5H-4Z',
];

export function lookOf(index: number): LineLook {
  return {
    colour: `--race-${index % colours}`,
    dash: dashes[index % dashes.length]!,
    marker: markers[index % markers.length]!,
  };
}

/** A piece of the line with its marker, for legends. */
export function swatch({ colour, dash, marker }: LineLook): string {
  const style = `stroke="var(${colour})" stroke-dasharray="${dash.join(' ')}"`;
  return (
    '<svg class="swatch" viewBox="0 0 34 12" aria-hidden="true">' +
    `<path d="M1 6H33" stroke-width="2" fill="none" ${style}/>` +
    `<path d="${marker}" transform="translate(17 6)" fill="var(${colour})"/></svg>`
  );
}
