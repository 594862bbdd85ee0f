/** Descriptions of an arm for screen readers. */
import type { AnyModel, Motion } from '../core/any-model.ts';
import type { Problem } from '../core/problem.ts';
import type { GoalType } from '../describe/core-names.ts';

const units: readonly (readonly [size: number, name: string])[] = [
  [1, 'm'],
  [1e-2, 'cm'],
  [1e-3, 'mm'],
  [1e-6, 'µm'],
];

/** A length (metres) in a suitable unit: "12.3 cm", "4.56 mm", nothing below 1 µm. */
export function distance(metres: number): string {
  if (!Number.isFinite(metres)) return '–';
  if (metres < 0.9995e-6) return '< 1 µm';
  const [size, name] = units.find(([each]) => metres >= 0.9995 * each) ?? units.at(-1)!;
  const value = metres / size;
  return `${value.toFixed(value < 9.995 ? 2 : value < 99.95 ? 1 : 0)} ${name}`;
}

/** A number in words with its sign, and 0 as such: "−2.00 cm". `words`: those of a number above 0. */
export function signed(number: number, words: (number: number) => string): string {
  return number === 0 ? '0' : number < 0 ? `−${words(-number)}` : words(number);
}

/** A length that is a power of ten: "10 cm", "1 mm". */
export function decade(metres: number): string {
  const [size, name] = units.find(([each]) => metres >= 0.999 * each) ?? units.at(-1)!;
  return `${Math.round(metres / size)} ${name}`;
}

export function degrees(radians: number): string {
  const value = (radians * 180) / Math.PI;
  return `${value.toFixed(Math.abs(value) < 9.95 ? 1 : 0).replace('-', '−')}°`;
}

/** "joint 2", "joint 2 and joint 4", "joint 1, joint 2 and joint 4". */
export function list(names: readonly string[]): string {
  const last = names.at(-1)!;
  return names.length === 1 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}

export interface Facts {
  readonly reached: boolean;
  /** Remaining distance: "2.1 cm". */
  readonly away: string;
  /** Remaining radians; null: no goal has an angle. */
  readonly angle: number | null;
  /** Where all but a turn of a lower priority is reached: how far that is off, and why. */
  readonly near?: string | null;
  readonly atLimit: readonly string[];
  /** Text that comes first. */
  readonly news?: string;
}

/** Tolerances that count as reached: a fraction of the reach, and radians. */
const near = 1e-3;
const nearAngle = (0.5 * Math.PI) / 180;
/** Types of goals without an angle. */
const lengthTypes: readonly GoalType[] = ['position', 'distance', 'slide'];

/** Remaining errors of a problem's goals. `unit`: metres per unit of length. */
export function factsOf(problem: Problem, unit = 1): Omit<Facts, 'atLimit'> {
  const { goals, model } = problem;
  const worst = Math.max(...goals.map((goal) => goal.distance));
  const turned = goals.filter(({ type }) => !lengthTypes.includes(type));
  const angle = turned.length > 0 ? Math.max(...turned.map((goal) => goal.angle)) : null;
  const reached = worst <= near * model.reach && (angle ?? 0) <= nearAngle;
  return { reached, away: distance(worst * unit), angle, near: asNearAs(problem) };
}

/** The free motions between the root and a link. */
export function motionsTo(model: AnyModel, link: string): Motion[] {
  const motions: Motion[] = [];
  for (let at = model.links[model.findLink(link)]; at; at = model.links[at.parent])
    if (!at.isLocked) motions.push(...at.motions.filter(({ mimics }) => !mimics));
  return motions;
}

/** At most five: six can turn as they like. */
const counts = ['no', 'one', 'two', 'three', 'four', 'five'];

/** "five hinges: 6.9° is as near as it comes": of a place that is reached, with a turn after it that cannot be. */
function asNearAs({ goals, model }: Problem): string | null {
  const [turn, ...others] = goals.filter(({ reached }) => !reached);
  const before = goals.some(({ link, priority }) => link === turn?.link && priority < turn.priority);
  if (turn?.type !== 'orientation' || others.length > 0 || !before) return null;
  const motions = motionsTo(model, turn.link);
  // Six and more may still get there.
  if (motions.length > 5) return null;
  const kind = motions.every(({ v }) => v.every((each) => each === 0)) ? 'hinge' : 'joint';
  const count = `${counts[motions.length]} ${kind}${motions.length === 1 ? '' : 's'}`;
  return `${count}: ${degrees(turn.angle)} is as near as it comes`;
}

/** "Reached." or "2.1 cm away, joint 3 at its limit." */
export function describe({ reached, away, angle, near, atLimit, news = '' }: Facts): string {
  const parts: string[] = [];
  if (news) parts.push(news);
  if (near) parts.push(`${news ? 'the' : 'The'} place is reached; ${near}`);
  else if (reached) parts.push(news ? 'reached' : 'Reached');
  else parts.push(angle === null ? `${away} away` : `${away} and ${degrees(angle)} away`);
  if (atLimit.length > 0)
    parts.push(`${list(atLimit)} at ${atLimit.length === 1 ? 'its limit' : 'their limits'}`);
  return `${parts.join(', ')}.`;
}
