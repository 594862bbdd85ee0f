/** Misfit of a joint: one length, its colour and its words. */
import { Color } from 'three';
import { distance } from '../shell/units.ts';
import { cssColour } from '../views/looks.ts';

/** Lever arm at which a wrong angle counts as a length (metres). */
const lever = 0.1;
/** Metres at the two ends of the scale; a joint below the first fits. */
export const fits = 1e-4;
const worst = 1e-1;

/** Misfit of a joint in metres; an angle counts by its displacement at 10 cm. */
export const misfitOf = (metres: number, radians: number): number => Math.hypot(metres, lever * radians);

/** Logarithmic place on the scale, from 0 to 1; null: it fits. */
function placeOf(misfit: number): number | null {
  if (!(misfit >= fits)) return null;
  return Math.min(1, Math.log(misfit / fits) / Math.log(worst / fits));
}

/** The scale's colours in the page's present theme. */
export class MisfitScale {
  #colours: readonly Color[] = [];
  readonly #mixed = new Color();

  constructor(private readonly host: Element) {
    this.read();
  }

  /** Rereads the colours after a change of theme. */
  read(): void {
    this.#colours = [0, 1, 2, 3].map((step) => new Color(cssColour(this.host, `--misfit-${step}`)));
  }

  /** Null: it fits, and has no colour of its own. The same object every time. */
  colourOf(misfit: number): Color | null {
    const place = placeOf(misfit);
    if (place === null) return null;
    const at = place * (this.#colours.length - 1);
    const index = Math.min(Math.floor(at), this.#colours.length - 2);
    return this.#mixed.lerpColors(this.#colours[index]!, this.#colours[index + 1]!, at - index);
  }
}

/** "fits", "4.20 mm", "4.20 mm, 1.2°". */
export function misfitWords(metres: number, radians: number): string {
  if (!Number.isFinite(metres + radians)) return '–';
  if (placeOf(misfitOf(metres, radians)) === null) return 'fits';
  const angle = (radians * 180) / Math.PI;
  const parts = metres >= fits ? [distance(metres)] : [];
  if (angle >= 0.05) parts.push(`${angle.toFixed(1)}°`);
  return parts.join(', ');
}
