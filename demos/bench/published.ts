/** Figures that others have published, each read at its source. */
import { make } from '../shell/dom.ts';

interface Figure {
  readonly name: string;
  readonly task: string;
  /** Microseconds per pose. */
  readonly us: number;
  /** Share of poses found; missing: not told. */
  readonly found?: number;
  readonly machine: string;
  readonly source: string;
  readonly address: string;
}

const tracIk = {
  task: 'Panda, full pose, 10 µm, at most 5 ms; misses count in the mean',
  machine: 'one thread; processor not told',
  source: 'TRAC-IK’s README, v1.5.1',
  address: 'https://bitbucket.org/traclabs/trac_ik',
} as const;
const gpu = {
  machine: 'GeForce RTX 4090, 2025',
  source: 'PyRoki’s benchmark',
  address: 'https://github.com/chungmin99/pyroki/blob/main/benchmark/ik_benchmark.py',
} as const;
const ssik = {
  task: 'UR5, all poses in closed form',
  machine: 'Apple M3, one thread',
  source: 'ssik’s documentation',
  address: 'https://personalrobotics.github.io/ssik/arm_coverage/',
} as const;
const batch = 'Panda, full pose, 5 mm, 2,000 at once';
const single = 'Panda, full pose, 5 mm, one alone';

const published: readonly Figure[] = [
  { name: 'KDL', ...tracIk, us: 2110, found: 0.6202 },
  { name: 'KDL with restarts', ...tracIk, us: 790, found: 0.9321 },
  { name: 'TRAC-IK', ...tracIk, us: 370, found: 0.9988 },
  { name: 'cuRobo', task: single, us: 4482, found: 1, ...gpu },
  { name: 'cuRobo', task: batch, us: 25.1, found: 0.9995, ...gpu },
  { name: 'PyRoki', task: single, us: 3270, found: 1, ...gpu },
  { name: 'PyRoki', task: batch, us: 14.9, found: 1, ...gpu },
  {
    name: 'ur-analytic-ik',
    task: 'UR robots, all poses in closed form, called from Python',
    us: 18,
    machine: 'not told',
    source: 'its page on PyPI, 0.0.8',
    address: 'https://pypi.org/project/ur-analytic-ik/0.0.8/',
  },
  { name: 'EAIK', ...ssik, task: 'arms with a closed form, all poses', us: 5 },
  { name: 'ssik', ...ssik, us: 532 },
];

const heads = ['Solver', 'µs per pose', 'found', 'task', 'machine', 'source'];

export function publishedTable(): HTMLElement {
  const head = make('tr', {}, ...heads.map((text) => make('th', { scope: 'col' }, text)));
  const rows = published.map(({ name, us, found, task, machine, source, address }) => {
    const share = found === undefined ? '–' : `${Number((100 * found).toFixed(1))} %`;
    const texts = [us.toLocaleString('en'), share, task, machine];
    const link = make('td', {}, make('a', { href: address }, source));
    return make(
      'tr',
      {},
      make('th', { scope: 'row' }, name),
      ...texts.map((text) => make('td', {}, text)),
      link,
    );
  });
  return make('table', { className: 'board' }, make('thead', {}, head), make('tbody', {}, ...rows));
}
