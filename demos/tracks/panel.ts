import type { SolverName } from 'limber';
import { arms, type ArmPreset, type Track } from 'limber/presets';
import { allTracks, isDt, mostDt, nameOf, speeds, toQuery, type Picks } from './address.ts';

/** Why a solver does not support the arm; true if it does. */
export type Support = (solver: SolverName) => true | string;

/** The form in which a run is picked. */
export class Panel {
  onPick: ((change: Partial<Picks>) => void) | null = null;
  private readonly arm: HTMLSelectElement;
  private readonly track: HTMLSelectElement;
  private readonly solver: HTMLSelectElement;
  private readonly speed: HTMLInputElement;
  private readonly dt: HTMLInputElement;

  constructor(
    private readonly root: ParentNode,
    private readonly solvers: readonly SolverName[],
  ) {
    this.arm = this.find('select[name=arm]');
    this.track = this.find('select[name=track]');
    this.solver = this.find('select[name=solver]');
    this.speed = this.find('input[name=speed]');
    this.dt = this.find('input[name=dt]');
    fill(this.arm, arms);
    fill(this.track, allTracks);
    this.speed.max = String(speeds.length - 1);
    this.listen();
  }

  /** Brings all controls in line with the picks. */
  show(picks: Picks, supports: Support): void {
    this.arm.value = nameOf(picks.arm);
    this.track.value = nameOf(picks.track);
    this.write('arm-text', picks.arm.text);
    this.write('track-text', picks.track.text);
    this.showSolvers(picks.solver, supports);
    this.speed.value = String(speeds.indexOf(picks.speed as (typeof speeds)[number]));
    this.speed.setAttribute('aria-valuetext', `${picks.speed} times`);
    this.write('speed-value', `${picks.speed} ×`);
    this.dt.value = String(picks.dt);
    for (const name of ['limits', 'trails'] as const) {
      this.find<HTMLInputElement>(`input[name=${name}]`).checked = picks[name];
    }
    this.write('command', commandOf(picks));
    this.write('command-note', picks.limits ? '' : ', but with limits');
  }

  private showSolvers(chosen: SolverName, supports: Support): void {
    const refused: string[] = [];
    const options = this.solvers.map((name) => {
      const answer = supports(name);
      const option = new Option(answer === true ? name : `${name} (not for this arm)`, name);
      option.disabled = answer !== true;
      // A reason may name its solver already.
      if (answer !== true) refused.push(answer.startsWith(name) ? `${answer}.` : `${name}: ${answer}.`);
      return option;
    });
    this.solver.replaceChildren(...options);
    this.solver.value = chosen;
    const text =
      refused.length > 0 ? `Not for this arm: ${refused.join(' ')}` : 'Every solver supports this arm.';
    this.write('solver-text', text);
  }

  private listen(): void {
    this.arm.addEventListener('change', () => this.onPick?.({ arm: arms[this.arm.selectedIndex]! }));
    this.track.addEventListener('change', () =>
      this.onPick?.({ track: allTracks[this.track.selectedIndex]! }),
    );
    this.solver.addEventListener('change', () => this.onPick?.({ solver: this.solver.value as SolverName }));
    this.speed.addEventListener('input', () => this.onPick?.({ speed: speeds[Number(this.speed.value)]! }));
    this.dt.addEventListener('change', () => {
      const dt = this.dt.valueAsNumber;
      this.dt.setCustomValidity(isDt(dt) ? '' : `Give seconds above 0, at most ${mostDt}.`);
      if (this.dt.reportValidity()) this.onPick?.({ dt });
    });
    for (const name of ['limits', 'trails'] as const) {
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

function fill(select: HTMLSelectElement, entries: readonly (ArmPreset | Track)[]): void {
  const label = (entry: ArmPreset | Track): string => {
    const name = nameOf(entry);
    return name === entry.name ? entry.title : `${name}  ${entry.title}`;
  };
  select.replaceChildren(...entries.map((entry) => new Option(label(entry), nameOf(entry))));
}

/** What gives the same run in Node. */
function commandOf(picks: Picks): string {
  const query = new URLSearchParams(toQuery(picks));
  const dt = query.get('dt') ? ` --dt ${query.get('dt')}` : '';
  return `npx limber ${query.get('arm')} ${query.get('track')} --solver ${picks.solver}${dt}`;
}
