/** The laws of the lag as two tables, measured in separate runs that are long enough to be steady. */
import { frameTime } from '../shell/clock.ts';
import { make } from '../shell/dom.ts';
import { distance } from '../shell/units.ts';
import { Chase } from './chase.ts';
import { gains, round, substepCounts, type Picks } from './scene.ts';

export interface Measured {
  readonly gain: number;
  readonly substeps: number;
  /** Mean over a whole round (metres): with feed-forward, and without. */
  readonly errors: readonly [number, number];
}

/** Lets six time constants pass, then averages over a round. */
export function measure(picks: Picks, gain: number, substeps: number): Measured {
  const chase = new Chase({ ...picks, gain, substeps, held: null });
  const frames = Math.round(round / picks.speed / frameTime);
  const settling = Math.ceil(6 / gain / frameTime);
  const sums: [number, number] = [0, 0];
  for (let i = 0; i < settling + frames; i += 1) {
    chase.step();
    if (i < settling) continue;
    sums[0] += chase.errors[0];
    sums[1] += chase.errors[1];
  }
  chase.dispose();
  return { gain, substeps, errors: [sums[0] / frames, sums[1] / frames] };
}

type Setting = 'gain' | 'substeps';

const laws: Readonly<
  Record<
    Setting,
    {
      readonly values: readonly number[];
      readonly rows: readonly (readonly [head: string, text: (measured: Measured) => string])[];
    }
  >
> = {
  gain: {
    values: gains,
    rows: [
      ['without', ({ errors }) => distance(errors[1])],
      ['× K', ({ errors, gain }) => `${distance(errors[1] * gain)}/s`],
      ['with', ({ errors }) => distance(errors[0])],
      ['× K', ({ errors, gain }) => `${distance(errors[0] * gain)}/s`],
    ],
  },
  substeps: {
    values: substepCounts,
    rows: [
      ['without', ({ errors }) => distance(errors[1])],
      ['with', ({ errors }) => distance(errors[0])],
      ['× substeps', ({ errors, substeps }) => distance(errors[0] * substeps)],
    ],
  },
};
const settings = Object.keys(laws) as Setting[];
const keyOf = ({ gain, substeps }: Pick<Picks, Setting>): string => `${gain} ${substeps}`;

/** Filled run by run while the page is idle. */
export class LawTables {
  /** All results for the present picks. */
  readonly measured = new Map<string, Measured>();
  #round = 0;

  /** `onPick`: called when a setting is picked from a table's head. */
  constructor(
    private readonly root: ParentNode,
    onPick: (change: Partial<Picks>) => void,
  ) {
    for (const setting of settings) {
      const { tHead, tBodies } = this.#tableOf(setting);
      const { values, rows } = laws[setting];
      for (const value of values) {
        const button = make('button', { type: 'button' }, String(value));
        button.setAttribute('aria-label', `${setting === 'gain' ? 'K' : 'substeps'} ${value}`);
        button.addEventListener('click', () => onPick({ [setting]: value }));
        tHead!.rows[0]!.append(make('th', { scope: 'col' }, button));
      }
      for (const [head] of rows) {
        const cells = values.map(() => make('td', {}, '…'));
        const className = head.startsWith('×') ? 'product' : '';
        tBodies[0]!.append(make('tr', { className }, make('th', { scope: 'row' }, head), ...cells));
      }
    }
  }

  /** Measures for another arm, course, speed or base position; ends early where it begins again. */
  show(picks: Picks): Promise<void> {
    this.#round += 1;
    this.measured.clear();
    this.#write(picks);
    return this.#fill(picks, this.#round);
  }

  async #fill(picks: Picks, round: number): Promise<void> {
    for (const setting of settings) {
      for (const value of laws[setting].values) {
        const own: Picks = { ...picks, [setting]: value };
        if (this.measured.has(keyOf(own))) continue;
        await idle();
        if (round !== this.#round) return;
        this.measured.set(keyOf(own), measure(picks, own.gain, own.substeps));
        this.#write(picks);
      }
    }
  }

  #write(picks: Picks): void {
    for (const setting of settings) {
      const { tHead, tBodies } = this.#tableOf(setting);
      const { values, rows } = laws[setting];
      values.forEach((value, column) => {
        const measured = this.measured.get(keyOf({ ...picks, [setting]: value }));
        const button = tHead!.rows[0]!.cells[column + 1]!.firstElementChild!;
        button.setAttribute('aria-pressed', String(picks[setting] === value));
        rows.forEach(([, text], row) => {
          tBodies[0]!.rows[row]!.cells[column + 1]!.textContent = measured ? text(measured) : '…';
        });
      });
    }
  }

  #tableOf(setting: Setting): HTMLTableElement {
    return this.root.querySelector<HTMLTableElement>(`table[data-law=${setting}]`)!;
  }
}

/** Resolves when the page is idle. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 400 });
    else setTimeout(resolve, 20);
  });
}
