import type { Model, Problem } from 'limber';

/** Milliseconds between two changes of the numbers while the robot moves. */
const pause = 80;
/** More sliders than this are no help. */
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
  // A minus that is as wide as a plus; no minus before nothing.
  return `${(value * size + 0)
    .toFixed(digits)
    .replace(/^-(?=[0.]+$)/, '')
    .replace('-', '−')}${unit}`;
};

/** What several motions of one joint are called. */
const parts: Readonly<Record<string, readonly string[]>> = {
  planar: ['x', 'y', 'turn'],
  free: ['x', 'y', 'z', 'turn'],
  universal: ['turn', 'second turn'],
  cylindrical: ['slide', 'turn'],
};

/** A slider a joint, with its limits at its ends; what stands at a limit is marked. */
export class JointList {
  /** The reader has written q. */
  onChange: (() => void) | null = null;
  private rows: readonly Row[] = [];
  private problem!: Problem;
  private shownAt = -Infinity;

  constructor(private readonly root: HTMLElement) {}

  load(problem: Problem): void {
    this.problem = problem;
    const { links, reach } = problem.model;
    const items: HTMLElement[] = [];
    const rows: Row[] = [];
    for (const link of links) {
      link.motions.forEach((motion, i) => {
        if (rows.length === most) return;
        const name = nameOf(link, i);
        if (motion.mimics) items.push(note(name, `follows ${masterOf(link, links)}`));
        else if (motion.isBall) items.push(note(name, 'a ball: drag the goal'));
        else {
          rows.push(this.makeRow(name, motion, reach));
          items.push(rows.at(-1)!.element);
        }
      });
    }
    const left = links.reduce((sum, { motions }) => sum + motions.length, 0) - items.length;
    if (left > 0) items.push(note(`and ${left} more`, 'drag the goal'));
    if (items.length === 0) items.push(note('none', 'this robot has no joint that moves'));
    this.rows = rows;
    this.root.replaceChildren(...items);
    this.show(true);
  }

  /** Names of the joints that are at a limit, but for those that cannot move. */
  get atLimit(): string[] {
    const { activeLimits } = this.problem;
    const held = this.rows.filter(
      ({ motion, least, greatest }) => least < greatest && activeLimits[motion.vIndex] !== 0,
    );
    return held.map(({ name }) => name);
  }

  /** `now`: whatever was shown a moment ago. */
  show(now: boolean): void {
    const time = performance.now();
    if (!now && time - this.shownAt < pause) return;
    this.shownAt = time;
    const { state, activeLimits } = this.problem;
    const { q } = state;
    for (const row of this.rows) {
      const { motion, slider, value, element, isTurn } = row;
      const at = q[motion.qIndex]!;
      const isAtLimit = activeLimits[motion.vIndex] !== 0;
      if (slider !== document.activeElement || !slider.matches(':active')) slider.value = String(at);
      const text = words(isTurn, at);
      if (value.textContent !== text) value.textContent = text;
      slider.setAttribute('aria-valuetext', isAtLimit ? `${text}, at its limit` : text);
      element.classList.toggle('at-limit', isAtLimit);
    }
  }

  private makeRow(name: string, motion: Motion, reach: number): Row {
    const isTurn = motion.w.some((each) => each !== 0);
    const free = isTurn ? Math.PI : reach || 1;
    const [least, greatest] = [bound(motion.limits[0], -free), bound(motion.limits[1], free)];
    const element = document.createElement('label');
    element.className = 'joint';
    element.innerHTML =
      '<span class="called"></span><output></output><input type="range" />' +
      '<span class="ends" aria-hidden="true"><span></span><b>at its limit</b><span></span></span>';
    element.querySelector('.called')!.textContent = name;
    const [low, , high] = element.querySelector('.ends')!.children as unknown as HTMLElement[];
    low!.textContent = Number.isFinite(motion.limits[0]) ? words(isTurn, least) : 'no limit';
    high!.textContent = Number.isFinite(motion.limits[1]) ? words(isTurn, greatest) : 'no limit';
    const slider = element.querySelector('input')!;
    const steps = Math.max(1, Math.round(isTurn ? ((greatest - least) * 180) / Math.PI : 200));
    Object.assign(slider, { min: String(least), max: String(greatest), name });
    // A hair less than a whole number of steps: rounding must not put the end out of reach.
    const step = ((greatest - least) / steps) * (1 - 1e-9);
    slider.step = step > 0 ? String(step) : '1';
    slider.disabled = least === greatest;
    slider.addEventListener('input', () => {
      const value = slider.valueAsNumber;
      this.problem.state.q[motion.qIndex] = value > greatest - step / 2 ? greatest : Math.max(least, value);
      this.problem.state.update();
      this.onChange?.();
    });
    const value = element.querySelector('output')!;
    return { name, element, slider, value, motion, isTurn, least, greatest };
  }
}

const bound = (limit: number, free: number): number => (Number.isFinite(limit) ? limit : free);

function nameOf({ name, joint, motions }: Link, index: number): string {
  const own = joint.name ?? name;
  return motions.length > 1 ? `${own}, ${parts[joint.type]?.[index] ?? index + 1}` : own;
}

/** The joint that a joint mimics. */
function masterOf({ joint }: Link, links: readonly Link[]): string {
  const master = links.find(({ name }) => name === joint.mimic?.link);
  return master ? nameOf(master, 0) : 'another joint';
}

function note(name: string, text: string): HTMLElement {
  const element = document.createElement('p');
  element.className = 'joint';
  element.innerHTML = '<span class="called"></span><span class="said"></span>';
  element.firstElementChild!.textContent = name;
  element.lastElementChild!.textContent = text;
  return element;
}
