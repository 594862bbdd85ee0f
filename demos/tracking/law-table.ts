import { make } from '../shell/dom.ts';
import { distance } from '../shell/words.ts';
import { measure, type Measured } from './law.ts';
import { gains, substepCounts, type Picks } from './picks.ts';

type Setting = 'gain' | 'substeps';

interface Row {
  readonly head: string;
  readonly text: (measured: Measured) => string;
}

const rows: Readonly<Record<Setting, readonly Row[]>> = {
  gain: [
    { head: 'without', text: ({ errors }) => distance(errors[1]) },
    { head: '× K', text: ({ errors, gain }) => `${distance(errors[1] * gain)}/s` },
    { head: 'with', text: ({ errors }) => distance(errors[0]) },
    { head: '× K', text: ({ errors, gain }) => `${distance(errors[0] * gain)}/s` },
  ],
  substeps: [
    { head: 'without', text: ({ errors }) => distance(errors[1]) },
    { head: 'with', text: ({ errors }) => distance(errors[0]) },
    { head: '× substeps', text: ({ errors, substeps }) => distance(errors[0] * substeps) },
  ],
};

const values: Readonly<Record<Setting, readonly number[]>> = { gain: gains, substeps: substepCounts };

/** The laws as two tables, filled one run after another while the page has nothing else to do. */
export class LawTables {
  /** All that has been measured for what is picked now. */
  readonly measured = new Map<string, Measured>();
  private round = 0;

  /** `onPick`: a setting is picked from a table's head. */
  constructor(
    private readonly root: ParentNode,
    private readonly onPick: (change: Partial<Picks>) => void,
  ) {
    for (const setting of ['gain', 'substeps'] as const) this.build(setting);
  }

  /** Measures anew, for another arm, course, speed or place. */
  show(picks: Picks): void {
    this.round += 1;
    this.measured.clear();
    this.write(picks);
    void this.fill(picks, this.round);
  }

  private async fill(picks: Picks, round: number): Promise<void> {
    for (const setting of ['gain', 'substeps'] as const) {
      for (const value of values[setting]) {
        const { gain, substeps }: Picks = { ...picks, [setting]: value };
        const key = `${gain} ${substeps}`;
        if (this.measured.has(key)) continue;
        await idle();
        if (round !== this.round) return;
        this.measured.set(key, measure(picks, gain, substeps));
        this.write(picks);
      }
    }
  }

  private write(picks: Picks): void {
    for (const setting of ['gain', 'substeps'] as const) {
      const table = this.tableOf(setting);
      values[setting].forEach((value, column) => {
        const { gain, substeps }: Picks = { ...picks, [setting]: value };
        const measured = this.measured.get(`${gain} ${substeps}`);
        const button = table.tHead!.rows[0]!.cells[column + 1]!.querySelector('button')!;
        button.setAttribute('aria-pressed', String(picks[setting] === value));
        rows[setting].forEach(({ text }, row) => {
          const cell = table.tBodies[0]!.rows[row]!.cells[column + 1]!;
          cell.textContent = measured ? text(measured) : '…';
        });
      });
    }
  }

  private build(setting: Setting): void {
    const table = this.tableOf(setting);
    const head = table.tHead!.rows[0]!;
    const body = table.tBodies[0]!;
    for (const value of values[setting]) {
      const button = make('button', { type: 'button' }, String(value));
      button.setAttribute('aria-label', `${setting === 'gain' ? 'K' : 'substeps'} ${value}`);
      button.addEventListener('click', () => this.onPick({ [setting]: value }));
      head.append(make('th', { scope: 'col' }, button));
    }
    for (const { head: words } of rows[setting]) {
      const row = body.insertRow();
      row.append(make('th', { scope: 'row' }, words));
      if (words.startsWith('×')) row.className = 'product';
      for (let i = 0; i < values[setting].length; i += 1) row.insertCell().textContent = '…';
    }
  }

  private tableOf(setting: Setting): HTMLTableElement {
    return this.root.querySelector<HTMLTableElement>(`table[data-law=${setting}]`)!;
  }
}

/** Until the page has a moment to spare. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 400 });
    else setTimeout(resolve, 20);
  });
}
