import { make, write } from '../shell/dom.ts';
import { degrees } from '../shell/units.ts';
import { lookOf } from './looks.ts';
import { residual, solveTime, unknown } from './numbers.ts';
import type { RaceOutcome, Racer } from './racer.ts';

interface Column {
  readonly name: string;
  /** Link to the explanation on the page. */
  readonly href: string;
  readonly text: (outcome: RaceOutcome) => string;
}

// A long status may break in the middle.
const columns: readonly Column[] = [
  { name: 'residual', href: '#residual', text: (outcome) => residual(outcome.residual) },
  { name: 'iterations', href: '#curves', text: ({ iterations }) => iterations.toLocaleString('en') },
  { name: 'µs', href: '#time', text: ({ us }) => solveTime(us) },
  {
    name: 'step',
    href: '#smoothness',
    text: ({ largestStep }) => (largestStep === null ? unknown : degrees(largestStep)),
  },
  { name: 'status', href: '#status', text: ({ status }) => status.replace(/(?=I|able)/, '\u200b') },
];

interface Row {
  readonly element: HTMLTableRowElement;
  readonly box: HTMLInputElement;
  readonly cells: readonly HTMLElement[];
}

/** The table of results: its rows switch solvers on and off, and highlight them. */
export class Board {
  /** The reader points at a solver, by pointer or focus, or at none. */
  onPoint: ((name: string | null) => void) | null = null;
  onSwitch: ((name: string, on: boolean) => void) | null = null;
  /** One line about the solvers that cannot take part. */
  readonly refusals = make('p', { className: 'small' });
  readonly element = make('table', { className: 'board race-board' });
  readonly #rows: ReadonlyMap<string, Row>;

  constructor(names: readonly string[]) {
    const heads = columns.map(({ name, href }) => make('th', { scope: 'col' }, make('a', { href }, name)));
    const head = make('tr', {}, make('th', { scope: 'col' }, 'solver'), ...heads);
    this.#rows = new Map(names.map((name, i) => [name, this.#makeRow(name, i)]));
    const rows = [...this.#rows.values()].map(({ element }) => element);
    this.element.append(make('thead', {}, head), make('tbody', {}, ...rows));
  }

  /** Shows what has become of the racers; those that are missing are switched off. */
  show(racers: readonly Racer[]): void {
    for (const [name, { element, box, cells }] of this.#rows) {
      const racer = racers.find((each) => each.name === name);
      box.checked = racer !== undefined;
      element.hidden = racer !== undefined && racer.reason !== null;
      columns.forEach(({ text }, i) => write(cells[i]!, racer?.outcome ? text(racer.outcome) : unknown));
    }
    const said = racers.flatMap(({ name, reason }) => (reason === null ? [] : [short(name, reason)]));
    write(this.refusals, said.length > 0 ? `Not in this race: ${said.join('; ')}.` : '');
  }

  highlight(name: string | null): void {
    for (const [each, { element }] of this.#rows) element.classList.toggle('lit', each === name);
  }

  #makeRow(name: string, index: number): Row {
    const { colour, border } = lookOf(index);
    const box = make('input', { type: 'checkbox', name, ariaLabel: `${name} takes part` });
    box.addEventListener('change', () => this.onSwitch?.(name, box.checked));
    const link = make('a', { href: `../docs/solvers/${name}` }, name);
    const cells = columns.map(() => make('td'));
    const element = make('tr', {}, make('th', { scope: 'row' }, make('label', {}, box), link), ...cells);
    element.style.setProperty('--own', `var(${colour})`);
    element.style.setProperty('--style', border);
    for (const type of ['pointerenter', 'focusin'])
      element.addEventListener(type, () => this.onPoint?.(name));
    for (const type of ['pointerleave', 'focusout'])
      element.addEventListener(type, () => this.onPoint?.(null));
    return { element, box, cells };
  }
}

/** The reason without its advice; it may start with the solver's name already. */
function short(name: string, reason: string): string {
  const [first] = reason.split(';') as [string];
  return first.startsWith(name) ? first : `${name}: ${first}`;
}
