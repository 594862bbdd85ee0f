// Reachability maps of arms on two cores.
import { availableParallelism, loadavg } from 'node:os';
import { init, type ModelDescription } from 'limber';
import { reachability, type ReachabilityOptions, type ReachMap } from 'limber/reach';
import { robots } from 'limber/robots';
import { nodeThread } from '../web/support/node-thread.ts';
import type { Context, Row } from './run.ts';
import { atLeast, atMost, rounded, type Line, type Reach } from './table.ts';

export const name = 'reach';

/** A map that sampled_reachability_maps#3 estimates at 800 hours: a UR5e, cells of 2.5 cm, 16 × 8 × 16 angles. */
const theirs = { spacing: 0.025, orientations: 2048, hours: 800 };
/** Like theirs, reachability only. */
const bare = { manipulability: false, solutions: false } as const;
/** This factor of effort finds the poses that descents miss. */
const effort = 16;

export const note = `Maps of everything the arm can reach, by limber/reach in threads of Node; seconds with the start of the workers, and
the processor's seconds of all threads, which other programs on the machine disturb less. poses/s: cells within reach times
orientations. found: of the orientations that ${effort} times the effort reaches. minutes: at this rate, the map of a UR5 with cells of
${100 * theirs.spacing} cm and ${theirs.orientations} orientations, every cell within reach; the issue sampled_reachability_maps#3 expects ${theirs.hours} hours for
a UR5e. load: of the machine before the run, which has ${availableParallelism()} cores; 0 is quiet.`;

interface Case {
  readonly name: string;
  readonly robot: ModelDescription;
  readonly options: Pick<
    ReachabilityOptions,
    'spacing' | 'orientations' | 'effort' | 'manipulability' | 'solutions'
  >;
}

const panda = { name: 'panda', robot: robots.panda };
const ur5 = { name: 'ur5', robot: robots.ur5 };

interface Measured {
  readonly map: ReachMap;
  readonly row: Row;
}

/** Half the edge of the searched cube in metres. */
const radiusOf = ({ shape, spacing }: ReachMap): number => (spacing * (shape[0] - 1)) / 2;

/** Number of cells within reach. */
function withinOf(map: ReachMap): number {
  const radius = radiusOf(map);
  const isWithin = (cell: number): boolean =>
    Math.hypot(...map.point(cell).map((each, axis) => each - map.min[axis]! - radius)) <= radius;
  return [...map.done.keys()].filter(isWithin).length;
}

async function measure({ name: arm, robot, options }: Case, workers: number): Promise<Measured> {
  const [load] = loadavg();
  const before = process.cpuUsage();
  const began = performance.now();
  const map = await reachability(robot, {
    link: robot.links.at(-1)!.name,
    workers,
    worker: nodeThread,
    ...options,
  });
  const seconds = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(before);
  const poses = withinOf(map) * map.total;
  const row: Row = {
    bench: name,
    case: `${arm}, ${100 * options.spacing} cm, ${map.total} orientations, ${workers} workers`,
    arm,
    solver: options.solutions === false ? 'analytic' : 'lm',
    build: 'wasm',
    workers,
    cells: map.count,
    poses,
    seconds,
    processor: (user + system) / 1e6,
    perSecond: poses / seconds,
    reached: map.reached.reduce((sum, each) => sum + each, 0),
    load: load!,
  };
  return { map, row };
}

/** Number of `theirs` cells within a ball. */
const cellsIn = (radius: number): number => ((4 / 3) * Math.PI * radius ** 3) / theirs.spacing ** 3;

export async function run({ targets = 50 }: Context): Promise<Row[]> {
  await init();
  const own = { spacing: 0.05, orientations: targets };
  const rows: Row[] = [];
  for (const workers of [1, 2]) rows.push((await measure({ ...panda, options: own }, workers)).row);
  const few = { spacing: 0.2, orientations: targets };
  const usual = await measure({ ...panda, options: few }, 2);
  const hard = await measure({ ...panda, options: { ...few, effort } }, 2);
  rows.push({ ...usual.row, found: Number(usual.row.reached) / Number(hard.row.reached) });
  const { map, row } = await measure(
    { ...ur5, options: { spacing: 0.2, orientations: theirs.orientations, ...bare } },
    2,
  );
  const all = cellsIn(radiusOf(map)) * theirs.orientations;
  rows.push({ ...row, minutes: all / Number(row.perSecond) / 60 });
  return rows;
}

export const table = (rows: readonly Row[]): Line[] =>
  rows.map((row) => ({
    case: row.case,
    solver: row.solver,
    cells: row.cells,
    s: rounded(row.seconds),
    'processor s': rounded(row.processor),
    'poses/s': Math.round(Number(row.perSecond)),
    'found %': row.found === undefined ? '' : rounded(100 * Number(row.found)),
    minutes: row.minutes === undefined ? '' : rounded(row.minutes),
    load: rounded(row.load),
  }));

export function reach(rows: readonly Row[]): Reach[] {
  const [, two, usual, many] = rows as [Row, Row, Row, Row];
  return [
    atMost(name, 'panda: s for 5 cm, two workers', 20, Number(two.seconds)),
    atLeast(name, 'panda: found', 0.97, Number(usual.found)),
    atMost(name, 'ur5: minutes for their map, two workers', 60, Number(many.minutes)),
  ];
}
