/** What a reader picks, and how it stands in the address. */
import type { SolverName } from 'limber';
import { rounded } from '../shell/picks.ts';
import { linkages, type Linkage } from './scenes/index.ts';

export interface Picks {
  readonly linkage: Linkage;
  readonly solver: SolverName;
  readonly trails: boolean;
}

export interface Reading {
  readonly picks: Picks;
  /** Joint values that were shared; null: the zero pose. */
  readonly q: readonly number[] | null;
  /** A sentence for everything that could not be used. */
  readonly complaints: readonly string[];
}

export const usualSolver = ({ misfits }: Linkage): SolverName => (misfits ? 'maximal' : 'lm');

const quoted = (text: string): string => `“${text.slice(0, 40)}”`;

/** What is missing takes its default; so does what makes no sense, with a complaint. */
export function fromQuery(query: string, solvers: readonly SolverName[]): Reading {
  const given = new URLSearchParams(query);
  const complaints: string[] = [];
  function read<T>(name: string, find: (text: string) => T | undefined, fallback: T, words: string): T {
    const text = given.get(name);
    if (text === null) return fallback;
    const found = find(text);
    if (found === undefined) complaints.push(`The address has ${name} ${quoted(text)}; ${words}.`);
    return found ?? fallback;
  }
  const names = linkages.map(({ name }) => name).join(', ');
  const linkage = read(
    'linkage',
    (text) => linkages.find(({ name }) => name === text),
    linkages[0]!,
    `known are ${names}. Taken is ${linkages[0]!.name}`,
  );
  const usual = usualSolver(linkage);
  const solver = read(
    'solver',
    (text) => solvers.find((each) => each === text),
    usual,
    `known here are ${solvers.join(', ')}. Taken is ${usual}`,
  );
  const trails = read(
    'trails',
    (text) => (text === 'on' ? true : text === 'off' ? false : undefined),
    true,
    'known are on, off. Taken is on',
  );
  return { picks: { linkage, solver, trails }, q: readValues(given.get('q')), complaints };
}

function readValues(text: string | null): readonly number[] | null {
  if (!text) return null;
  const values = text.split(',').map((each) => (each.trim() === '' ? NaN : Number(each)));
  return values.every(Number.isFinite) ? values : null;
}

/** The linkage always, the rest where it is not as usual. */
export function toQuery({ linkage, solver, trails }: Picks, q: ArrayLike<number> | null = null): string {
  const query = new URLSearchParams({ linkage: linkage.name });
  if (solver !== usualSolver(linkage)) query.set('solver', solver);
  if (!trails) query.set('trails', 'off');
  if (q) query.set('q', Array.from(q, rounded).join(','));
  return `?${query.toString().replaceAll('%2C', ',')}`;
}
