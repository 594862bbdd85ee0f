/** What a reader picks, and how it stands in the address. */
import type { SolverName } from 'limber';
import { catalogue } from './catalogue.ts';

export interface Picks {
  /** A key of the catalogue; null: a file of the reader's, which no address can name. */
  readonly robot: keyof typeof catalogue | null;
  /** Name of the link that reaches; null: the likeliest. */
  readonly tip: string | null;
  readonly solver: SolverName;
  /** The tool's turn counts as well as its place. */
  readonly orientation: boolean;
  readonly limits: boolean;
  /** Show limits at the joints. */
  readonly arcs: boolean;
  /** The looks that the file gives, where it gives any. */
  readonly meshes: boolean;
  /** Where the hand left the goal: three metres, or seven numbers of a pose; empty: nowhere yet. */
  readonly at: readonly number[];
  /** Joint values then. */
  readonly q: readonly number[];
}

export const defaults: Picks = {
  robot: 'panda',
  tip: null,
  solver: 'lm',
  orientation: false,
  limits: true,
  arcs: true,
  meshes: true,
  at: [],
  q: [],
};

const switches = ['orientation', 'limits', 'arcs', 'meshes'] as const;

/** As many digits as the address has. */
const digits = 5;

/** Only what differs from the defaults; nothing of a robot that the address cannot name. */
export function toQuery(picks: Picks): string {
  const query = new URLSearchParams();
  const { robot, tip, solver } = picks;
  if (robot !== null && robot !== defaults.robot) query.set('robot', robot);
  if (robot !== null && tip !== null) query.set('tip', tip);
  if (solver !== defaults.solver) query.set('solver', solver);
  for (const name of switches) {
    if (picks[name] !== defaults[name]) query.set(name, picks[name] ? 'on' : 'off');
  }
  for (const name of ['at', 'q'] as const) {
    const text = picks[name].map((each) => String(Number(each.toFixed(digits)) + 0)).join(',');
    if (robot !== null && text !== '') query.set(name, text);
  }
  // Commas are allowed in a query and read better than %2C.
  const text = query.toString().replaceAll('%2C', ',');
  return text && `?${text}`;
}

/** What is missing or makes no sense takes its default: an old link still opens the page. */
export function fromQuery(query: string, solvers: readonly SolverName[]): Picks {
  const given = new URLSearchParams(query);
  const known = Object.keys(catalogue) as (keyof typeof catalogue)[];
  const numbers = (name: 'at' | 'q', lengths?: readonly number[]) => {
    const list = (given.get(name) ?? '').split(',').map((each) => (each.trim() === '' ? NaN : Number(each)));
    return list.every(Number.isFinite) && (lengths?.includes(list.length) ?? true) ? list : [];
  };
  const isOn = (name: (typeof switches)[number]) => {
    const text = given.get(name);
    return text === 'on' || (text !== 'off' && defaults[name]);
  };
  const [orientation, limits, arcs, meshes] = switches.map(isOn) as [boolean, boolean, boolean, boolean];
  return {
    robot: known.find((each) => each === given.get('robot')) ?? defaults.robot,
    tip: given.get('tip'),
    solver: solvers.find((each) => each === given.get('solver')) ?? defaults.solver,
    orientation,
    limits,
    arcs,
    meshes,
    at: numbers('at', [3, 7]),
    q: numbers('q'),
  };
}
