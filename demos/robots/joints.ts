import type { Model, Problem } from 'limber';
import { make, write } from '../shell/dom.ts';

/** More sliders than this would not help. */
const most = 120;

type Link = Model['links'][number];
type Motion = Link['motions'][number];

interface Row {
  readonly name: string;
  readonly element: HTMLElement;
  readonly slider: HTMLInputElement;
  readonly value: HTMLElement;
  readonly motion: Motion;
  readonly isTurn: boolean;
  readonly least: number;
  readonly greatest: number;
}

const words = (isTurn: boolean, value: number): string => {
  const [size, unit, digits] = isTurn ? [180 / Math.PI, '°', 1] : [100, ' cm', 2];
  // A minus sign as wide as a plus; none before zero.
  const text = (value * size + 0).toFixed(digits).replace(/^-(?=[0.]+$)/, '');
  return `${text.replace('-', '−')}${unit}`;
};

/** Names of a joint's several motions. */
const parts: Readonly<Record<string, readonly string[]>> = {
  planar: ['x', 'y', 'turn'],
  free: ['x', 'y', 'z', 'turn'],
  universal: ['turn', 'second turn'],
  cylindrical: ['slide', 'turn'],
};

/** One slider per joint, with its limits at the ends; a joint at a limit is marked. */
export class JointList {
  readonly element = make('div', { className: 'joints' });
  #rows: readonly Row[] = [];
  #problem!: Problem;

  /** `onChange`: called when the reader has changed q. */
  constructor(private readonly onChange: () => void) {
    this.element.setAttribute('role', 'group');
    this.element.setAttribute('aria-label', 'Joints');
  }

  load(problem: Problem): void {
    this.#problem = problem;
    const { links, reach } = problem.model;
    const all = links.flatMap((link) =>
      link.motions.map((motion, i) => ({ link, motion, name: nameOf(link, i) })),
    );
    const items: HTMLElement[] = [];
    const rows: Row[] = [];
    for (const { link, motion, name } of all) {
      if (rows.length === most) break;
      if (motion.mimics) items.push(note(name, `follows ${leaderOf(link, links)}`));
      else if (motion.isBall) items.push(note(name, 'a ball: drag the goal'));
      else {
        rows.push(this.#makeRow(name, motion, reach));
        items.push(rows.at(-1)!.element);
      }
    }
    const left = all.length - items.length;
    if (left > 0) items.push(note(`and ${left} more`, 'drag the goal'));
    if (all.length === 0) items.push(note('none', 'this robot has no joint that moves'));
    this.#rows = rows;
    this.element.replaceChildren(make('p', { className: 'label' }, 'Joints'), ...items);
    this.show();
  }

  /** Names of the joints that are at a limit, except those that cannot move. */
  get atLimit(): string[] {
    const { activeLimits } = this.#problem;
    return this.#rows.flatMap(({ name, motion, least, greatest }) =>
      least < greatest && activeLimits[motion.vIndex] !== 0 ? [name] : [],
    );
  }

  show(): void {
    const { state, activeLimits } = this.#problem;
    const { q } = state;
    for (const { motion, slider, value, element, isTurn } of this.#rows) {
      const at = q[motion.qIndex]!;
      const isAtLimit = activeLimits[motion.vIndex] !== 0;
      if (!slider.matches(':active')) slider.value = String(at);
      const text = words(isTurn, at);
      if (value.textContent === text && element.classList.contains('at-limit') === isAtLimit) continue;
      write(value, text);
      slider.setAttribute('aria-valuetext', isAtLimit ? `${text}, at its limit` : text);
      element.classList.toggle('at-limit', isAtLimit);
    }
  }

  #makeRow(name: string, motion: Motion, reach: number): Row {
    const { limits, qIndex } = motion;
    const isTurn = motion.w.some((each) => each !== 0);
    const free = isTurn ? Math.PI : reach || 1;
    const least = Number.isFinite(limits[0]) ? limits[0] : -free;
    const greatest = Number.isFinite(limits[1]) ? limits[1] : free;
    const steps = Math.max(1, Math.round(isTurn ? ((greatest - least) * 180) / Math.PI : 200));
    // Slightly less than a whole number of steps: rounding must not put the end out of reach.
    const step = ((greatest - least) / steps) * (1 - 1e-9) || 1;
    const slider = make('input', { type: 'range', name, min: String(least), max: String(greatest) });
    slider.step = String(step);
    slider.disabled = least === greatest;
    slider.addEventListener('input', () => {
      const value = slider.valueAsNumber;
      const { state } = this.#problem;
      state.q[qIndex] = value > greatest - step / 2 ? greatest : Math.max(least, value);
      state.update();
      this.onChange();
    });
    const end = (limit: number) =>
      make('span', {}, Number.isFinite(limit) ? words(isTurn, limit) : 'no limit');
    const ends = make(
      'span',
      { className: 'ends' },
      end(limits[0]),
      make('b', {}, 'at its limit'),
      end(limits[1]),
    );
    ends.setAttribute('aria-hidden', 'true');
    const value = make('output');
    const called = make('span', { className: 'called' }, name);
    const element = make('label', { className: 'joint' }, called, value, slider, ends);
    return { name, element, slider, value, motion, isTurn, least, greatest };
  }
}

function nameOf({ name, joint, motions }: Link, index: number): string {
  const own = joint.name ?? name;
  return motions.length > 1 ? `${own}, ${parts[joint.type]?.[index] ?? index + 1}` : own;
}

/** Name of the joint that a mimic joint follows. */
function leaderOf({ joint }: Link, links: readonly Link[]): string {
  const leader = links.find(({ name }) => name === joint.mimic?.link);
  return leader ? nameOf(leader, 0) : 'another joint';
}

const note = (name: string, text: string): HTMLElement =>
  make(
    'p',
    { className: 'joint' },
    make('span', { className: 'called' }, name),
    make('span', { className: 'said' }, text),
  );
