/** Misfit of a joint: one length, its colour and its words; and a list of all joints with them. */
import { Color } from 'three';
import { NumberTable } from '../shell/board.ts';
import { make } from '../shell/dom.ts';
import { distance } from '../shell/units.ts';
import { cssColour } from '../views/looks.ts';
import type { Mechanism } from './mechanism.ts';

/** Lever arm at which a wrong angle counts as a length (metres). */
const lever = 0.1;
/** Metres at the two ends of the scale; a joint below the first fits. */
export const fits = 1e-4;
const worst = 1e-1;

/** Misfit of a joint in metres; an angle counts by its displacement at 10 cm. */
export const misfitOf = (metres: number, radians: number): number => Math.hypot(metres, lever * radians);

/** The scale's colours in the page's present theme. */
export class MisfitScale {
  #colours: readonly Color[] = [];
  readonly #mixed = new Color();

  constructor() {
    this.read();
  }

  /** Rereads the colours after a change of theme. */
  read(): void {
    const colour = (step: number) => new Color(cssColour(document.documentElement, `--misfit-${step}`));
    this.#colours = [0, 1, 2, 3].map(colour);
  }

  /** Logarithmic. Null: it fits, and has no colour of its own. The same object every time. */
  colourOf(misfit: number): Color | null {
    if (!(misfit >= fits)) return null;
    const place = 3 * Math.min(1, Math.log(misfit / fits) / Math.log(worst / fits));
    const i = Math.min(2, Math.floor(place));
    return this.#mixed.lerpColors(this.#colours[i]!, this.#colours[i + 1]!, place - i);
  }
}

/** "fits", "4.20 mm", "4.20 mm, 1.2°". */
function misfitWords(metres: number, radians: number): string {
  if (!Number.isFinite(metres + radians)) return '–';
  if (misfitOf(metres, radians) < fits) return 'fits';
  const angle = (radians * 180) / Math.PI;
  const parts = [metres >= fits ? distance(metres) : '', angle >= 0.05 ? `${angle.toFixed(1)}°` : ''];
  return parts.filter(Boolean).join(', ');
}

/** Remaining error of each joint, with a dot in its colour, and the scale of the colours. */
export class Fits {
  readonly element: HTMLElement;
  readonly #table = new NumberTable(['joint', 'remaining error']);
  #shown: Mechanism | null = null;

  constructor() {
    const steps = ['0.1 mm', '1 mm', '1 cm', '10 cm'].map((text) => make('span', {}, text));
    const legend = make('div', { className: 'legend', ariaHidden: 'true' }, make('i'), ...steps);
    const look = { className: 'scroll', role: 'region', tabIndex: 0, ariaLabel: 'Remaining errors' };
    this.element = make('div', { className: 'fits' }, legend, make('div', look, this.#table.element));
  }

  tell(rig: Mechanism, scale: MisfitScale): void {
    if (rig !== this.#shown) this.#fill(rig);
    const { style } = this.#table.element;
    rig.joints.forEach(({ metres, radians }, i) => {
      const colour = scale.colourOf(misfitOf(metres, radians));
      style.setProperty(`--fit-${i}`, colour ? `#${colour.getHexString()}` : 'var(--line)');
      this.#table.write(i, misfitWords(metres, radians));
    });
  }

  #fill(rig: Mechanism): void {
    this.#shown = rig;
    const { links } = rig.model;
    const nameOf = (name: string, i: number): string =>
      links[i] ? `${links[links[i].parent]?.name ?? 'ground'} to ${name}` : name;
    this.#table.setRows(rig.joints.map(({ name }, i) => ({ name: nameOf(name, i), colour: `--fit-${i}` })));
  }
}
