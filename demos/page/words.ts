/** Numbers and sentences as the reader sees them. */

/** Centimetres, with as many digits as say something. */
export function length(centimetres: number): string {
  if (!(centimetres < 1e6)) return '–';
  const digits = centimetres < 0.095 ? 3 : centimetres < 9.95 ? 2 : 1;
  return `${centimetres.toFixed(digits)} cm`;
}

export function times(microseconds: number): string {
  return microseconds < 9.95 ? microseconds.toFixed(1) : microseconds.toFixed(0);
}

export function degrees(radians: number): string {
  const value = (radians * 180) / Math.PI;
  return `${value < 9.95 ? value.toFixed(1) : value.toFixed(0)}°`;
}

/** "joint 2", "joint 2 and joint 4", "joint 1, joint 2 and joint 4". */
function list(names: readonly string[]): string {
  const last = names.at(-1)!;
  return names.length === 1 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}

export interface Facts {
  readonly reached: boolean;
  /** Centimetres. */
  readonly distance: number;
  /** Radians; null: no direction is asked for. */
  readonly angle: number | null;
  readonly atLimit: readonly string[];
  readonly news: string;
}

/** "Reached." or "2.1 cm away, joint 3 at its limit." */
export function describe({ reached, distance, angle, atLimit, news }: Facts): string {
  const parts: string[] = [];
  if (news) parts.push(news);
  if (reached) parts.push(news ? 'reached' : 'Reached');
  else
    parts.push(
      angle === null ? `${length(distance)} away` : `${length(distance)} and ${degrees(angle)} away`,
    );
  if (atLimit.length > 0)
    parts.push(`${list(atLimit)} at ${atLimit.length === 1 ? 'its limit' : 'their limits'}`);
  return `${parts.join(', ')}.`;
}
