import { colourOf } from '../views/looks.ts';
import type { Player } from 'limber/presets';
import { distance } from '../shell/words.ts';

/** Milliseconds between two changes of the numbers while an arm moves: faster than this nobody reads. */
const pause = 100;

interface Row {
  readonly element: HTMLElement;
  readonly residual: HTMLElement;
  readonly state: HTMLElement;
  readonly letGo: HTMLButtonElement;
}

/** Live numbers of a run: a row an effector, and a few of the whole. */
export class Board {
  onLetGo: ((index: number) => void) | null = null;
  private rows: readonly Row[] = [];
  private shownAt = -Infinity;

  constructor(private readonly root: HTMLElement) {}

  /** Rows for another arm. */
  load(effectors: readonly string[]): void {
    const body = this.root.querySelector('.effectors tbody')!;
    this.rows = effectors.map((name, i) => this.makeRow(name, i));
    body.replaceChildren(...this.rows.map(({ element }) => element));
  }

  /** `now`: whatever was shown a moment ago. */
  show(player: Player, now: boolean): void {
    const time = performance.now();
    if (!now && time - this.shownAt < pause) return;
    this.shownAt = time;
    const { goals, problem, frame } = player.run;
    this.rows.forEach((row, i) => {
      write(row.residual, distance(goals[i]!.distance));
      write(row.state, stateOf(player, i));
      row.letGo.style.visibility = player.isHeld(i) ? '' : 'hidden';
    });
    this.number('time', `${player.run.time.toFixed(2)} s`);
    this.number('frame', String(frame));
    this.number('iterations', player.result ? String(player.result.iterations) : '–');
    this.number('status', player.result?.status ?? '–');
    const atLimit = problem.linksAtLimit();
    this.number('limits', atLimit.length > 0 ? atLimit.join(', ') : 'none');
  }

  private number(name: string, text: string): void {
    write(this.root.querySelector(`[data-show="${name}"]`)!, text);
  }

  private makeRow(name: string, index: number): Row {
    const element = document.createElement('tr');
    element.innerHTML =
      '<th scope="row"><i class="dot"></i><span></span></th><td></td><td></td>' +
      '<td><button type="button" class="small-button">Let go</button></td>';
    const [head, residual, state] = element.children as unknown as [HTMLElement, HTMLElement, HTMLElement];
    head.querySelector<HTMLElement>('.dot')!.style.background = `var(${colourOf(index)})`;
    // The column's head says the rest.
    head.querySelector('span')!.textContent = name.replace(/ effector$/, '');
    const letGo = element.querySelector('button')!;
    letGo.setAttribute('aria-label', `Let go the target of ${name}`);
    letGo.addEventListener('click', () => this.onLetGo?.(index));
    return { element, residual, state, letGo };
  }
}

function stateOf(player: Player, index: number): string {
  if (player.isHeld(index)) return 'held';
  return player.follows(index) ? 'on its track' : 'stays';
}

function write(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
