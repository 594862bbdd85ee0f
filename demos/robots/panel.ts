import type { SolverName } from 'limber';
import type { Picks } from './address.ts';
import { catalogue } from './catalogue.ts';
import type { Rig } from './rig.ts';

/** What stands in the list of robots for a file. */
const fileValue = 'file';
const switches = ['orientation', 'limits', 'arcs', 'meshes'] as const;

/** The form in which robot, tip, solver and options are picked. */
export class Panel {
  onPick: ((change: Partial<Picks>) => void) | null = null;
  private readonly robot: HTMLSelectElement;
  private readonly tip: HTMLSelectElement;
  private readonly solver: HTMLSelectElement;

  constructor(
    private readonly root: ParentNode,
    private readonly solvers: readonly SolverName[],
  ) {
    this.robot = this.find('select[name=robot]');
    this.tip = this.find('select[name=tip]');
    this.solver = this.find('select[name=solver]');
    const presets = Object.entries(catalogue).map(([name, { title }]) => new Option(title, name));
    this.robot.replaceChildren(...presets);
    this.listen();
  }

  /** Another robot is shown: its name and its links. `file`: null for one of the catalogue. */
  load(rig: Rig, file: string | null): void {
    this.robot.querySelector(`option[value=${fileValue}]`)?.remove();
    if (file !== null) this.robot.append(new Option(file, fileValue));
    this.tip.replaceChildren(
      group('Likely tips', rig.tips),
      ...(rig.others.length > 0 ? [group('Other links', rig.others)] : []),
    );
    const { nv, links } = rig.model;
    this.write(
      'robot-text',
      `${links.length} links, ${nv} ${nv === 1 ? 'degree of freedom' : 'degrees of freedom'}.`,
    );
  }

  /** Brings all controls in line with the picks. */
  show(picks: Picks, rig: Rig, hasMeshes: boolean): void {
    this.robot.value = picks.robot ?? fileValue;
    this.tip.value = rig.tip;
    this.showSolvers(picks.solver, rig);
    for (const name of switches) this.find<HTMLInputElement>(`input[name=${name}]`).checked = picks[name];
    this.find<HTMLElement>('.meshes').hidden = !hasMeshes;
  }

  private showSolvers(chosen: SolverName, rig: Rig): void {
    const refused: string[] = [];
    const options = this.solvers.map((name) => {
      const answer = rig.supports(name);
      const option = new Option(answer === true ? name : `${name} (not for this goal)`, name);
      option.disabled = answer !== true;
      if (answer !== true) refused.push(answer.startsWith(name) ? `${answer}.` : `${name}: ${answer}.`);
      return option;
    });
    this.solver.replaceChildren(...options);
    this.solver.value = chosen;
    this.write('solver-text', refused.join(' ') || 'Every solver supports this robot and goal.');
  }

  private listen(): void {
    this.robot.addEventListener('change', () => {
      if (this.robot.value !== fileValue)
        this.onPick?.({ robot: this.robot.value as keyof typeof catalogue });
    });
    this.tip.addEventListener('change', () => this.onPick?.({ tip: this.tip.value }));
    this.solver.addEventListener('change', () => this.onPick?.({ solver: this.solver.value as SolverName }));
    for (const name of switches) {
      const input = this.find<HTMLInputElement>(`input[name=${name}]`);
      input.addEventListener('change', () => this.onPick?.({ [name]: input.checked }));
    }
  }

  private find<T extends Element>(selector: string): T {
    return this.root.querySelector<T>(selector)!;
  }

  private write(name: string, text: string): void {
    this.find(`[data-show="${name}"]`).textContent = text;
  }
}

function group(label: string, names: readonly string[]): HTMLOptGroupElement {
  const element = document.createElement('optgroup');
  element.label = label;
  element.append(...names.map((name) => new Option(name, name)));
  return element;
}
