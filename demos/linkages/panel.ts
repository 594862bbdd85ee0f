import type { SolverName } from 'limber';
import type { Picks } from './address.ts';
import { linkages } from './scenes/index.ts';

/** Pixels beside what is picked, where it is scrolled into sight. */
const beside = 40;

/** Why a solver does not support the linkage; true if it does. */
export type Support = (solver: SolverName) => true | string;

/** The form in which a linkage and its solver are picked. */
export class Panel {
  onPick: ((change: Partial<Picks>) => void) | null = null;
  private readonly picker: HTMLElement;
  private readonly solver: HTMLSelectElement;
  private readonly trails: HTMLInputElement;

  constructor(
    private readonly root: ParentNode,
    private readonly solvers: readonly SolverName[],
  ) {
    this.picker = this.find('.picker');
    this.solver = this.find('select[name=solver]');
    this.trails = this.find('input[name=trails]');
    this.picker.append(...linkages.map(({ name, title }) => choice(name, title)));
    this.picker.addEventListener('change', () => {
      const name = this.picker.querySelector<HTMLInputElement>('input:checked')!.value;
      this.onPick?.({ linkage: linkages.find((each) => each.name === name)! });
    });
    this.solver.addEventListener('change', () => this.onPick?.({ solver: this.solver.value as SolverName }));
    this.trails.addEventListener('change', () => this.onPick?.({ trails: this.trails.checked }));
  }

  /** Brings all controls in line with the picks. */
  show({ linkage, solver, trails }: Picks, supports: Support): void {
    for (const input of this.picker.querySelectorAll('input')) input.checked = input.value === linkage.name;
    this.reveal();
    this.find('[data-show="text"]').textContent = linkage.text;
    this.trails.checked = trails;
    this.solver.replaceChildren(
      ...this.solvers.filter((name) => supports(name) === true).map((name) => new Option(name, name)),
    );
    this.solver.value = solver;
  }

  /** Scrolls the line of choices, where it is one, to what is picked; the page stays where it is. */
  private reveal(): void {
    const picked = this.picker.querySelector('input:checked')!.parentElement!.getBoundingClientRect();
    const { left, right } = this.picker.getBoundingClientRect();
    const beyond = Math.max(0, picked.right + beside - right) || Math.min(0, picked.left - beside - left);
    if (beyond !== 0) this.picker.scrollLeft += beyond;
  }

  private find<T extends Element>(selector: string): T {
    return this.root.querySelector<T>(selector)!;
  }
}

function choice(name: string, title: string): HTMLElement {
  const label = document.createElement('label');
  const input = Object.assign(document.createElement('input'), {
    type: 'radio',
    name: 'linkage',
    value: name,
  });
  const text = document.createElement('span');
  text.textContent = title;
  label.append(input, text);
  return label;
}
