import { NumberTable } from '../shell/board.ts';
import { make, write } from '../shell/dom.ts';
import { degrees } from '../shell/units.ts';
import { lookOf } from './looks.ts';
import { residual, solveTime, unknown } from './numbers.ts';
import type { RaceOutcome, Racer } from './racer.ts';

/** A column's text; its name links to the explanation on the page. */
type Column = readonly [name: string, href: string, text: (outcome: RaceOutcome) => string];

// A long status may break in the middle.
const columns: readonly Column[] = [
  ['residual', '#residual', (outcome) => residual(outcome.residual)],
  ['iterations', '#curves', ({ iterations }) => iterations.toLocaleString('en')],
  ['µs', '#time', ({ us }) => solveTime(us)],
  ['step', '#smoothness', ({ largestStep }) => (largestStep === null ? unknown : degrees(largestStep))],
  ['status', '#status', ({ status }) => status.replace(/(?=I|able)/, '\u200b')],
];

/** The table of results: its rows switch solvers on and off, and highlight them. */
export class Board {
  /** The reader points at a solver, by pointer or focus, or at none. */
  onPoint: ((name: string | null) => void) | null = null;
  onSwitch: ((name: string, on: boolean) => void) | null = null;
  /** One line about the solvers that cannot take part. */
  readonly refusals = make('p', { className: 'small' });
  readonly #table = new NumberTable(['solver', ...columns.map(([name, href]) => make('a', { href }, name))]);
  readonly #boxes: readonly HTMLInputElement[];

  constructor(private readonly names: readonly string[]) {
    this.#boxes = names.map((name) => this.#makeBox(name));
    this.element.classList.add('race-board');
    this.#table.setRows(
      names.map((name, i) => {
        const link = make('a', { href: `../docs/solvers/${name}` }, name);
        return { name: make('span', {}, make('label', {}, this.#boxes[i]!), link) };
      }),
    );
    this.#table.rows.forEach((row, i) => {
      const { colour, border } = lookOf(i);
      row.style.setProperty('--own', `var(${colour})`);
      row.style.setProperty('--style', border);
      onPoint(row, (on) => this.onPoint?.(on ? names[i]! : null));
    });
  }

  get element(): HTMLElement {
    return this.#table.element;
  }

  /** Shows what has become of the racers; those that are missing are switched off. */
  show(racers: readonly Racer[]): void {
    this.#table.rows.forEach((row, i) => {
      const racer = racers.find(({ name }) => name === this.names[i]);
      this.#boxes[i]!.checked = racer !== undefined;
      row.hidden = racer !== undefined && racer.reason !== null;
      const outcome = racer?.outcome;
      this.#table.write(i, ...columns.map(([, , text]) => (outcome ? text(outcome) : unknown)));
    });
    const said = racers.flatMap(({ name, reason }) => (reason === null ? [] : [short(name, reason)]));
    write(this.refusals, said.length > 0 ? `Not in this race: ${said.join('; ')}.` : '');
  }

  highlight(name: string | null): void {
    this.#table.rows.forEach((row, i) => row.classList.toggle('lit', this.names[i] === name));
  }

  #makeBox(name: string): HTMLInputElement {
    const box = make('input', { type: 'checkbox', name, ariaLabel: `${name} takes part` });
    box.addEventListener('change', () => this.onSwitch?.(name, box.checked));
    return box;
  }
}

/** Tells when the reader's pointer or focus comes to an element, and when it leaves. */
export function onPoint(element: HTMLElement, tell: (on: boolean) => void): void {
  for (const type of ['pointerenter', 'focusin']) element.addEventListener(type, () => tell(true));
  for (const type of ['pointerleave', 'focusout']) element.addEventListener(type, () => tell(false));
}

/** The reason without its advice; it may start with the solver's name already. */
function short(name: string, reason: string): string {
  const [first] = reason.split(';') as [string];
  return first.startsWith(name) ? first : `${name}: ${first}`;
}
