/** Common parts of both kinds of maps: options, their pool, and values derived from the model. */
import type { ModelDescription, PoseDescription, Vec3 } from '../describe/description.ts';
import { LimberError } from '../describe/errors.ts';
import { asNumber, asObject, asPose, asString, bad } from '../describe/flatten.ts';
import type { Goal, GoalDescription } from '../core/goal.ts';
import { checkHooks } from '../core/batch.ts';
import type { PoolOptions } from '../worker/pool.ts';
import { SolverPool } from '../worker/pool.ts';
import { checkSignal, type StreamSignal } from '../worker/stream.ts';
import type { WorkerModel } from '../worker/problem.ts';
import type { Ball, Job } from './fill.ts';
import { movePoint, movePose } from '../describe/poses.ts';
import type { ReachMap } from './map.ts';
import type { SearchAnswer, SearchSettings, Wrist } from './search.ts';

/** Progress of filling a map. */
export interface ReachProgress {
  /** The map, with all results so far. */
  readonly map: ReachMap;
  /** Cells that are new. */
  readonly cells: Uint32Array;
  /**
   * Number of cells along each axis that a new cell stands for, until those between are known; 1 at the end.
   */
  readonly step: number;
  /** Number of known cells. */
  readonly done: number;
  /** Number of all cells. */
  readonly total: number;
}

/** Options of both kinds of maps. */
export interface SearchOptions extends Omit<PoolOptions, 'goals'> {
  /** The link whose frame should reach the targets. Not with a pool, which has its own goal. */
  readonly link?: string;
  /** Tool frame on that link. Default: the link's own frame. */
  readonly offset?: PoseDescription;
  /** Metres between cells, more than 0. */
  readonly spacing: number;
  /**
   * Metres to keep between collision shapes: links with `collision`, and `obstacles`. Default: they may
   * touch.
   */
  readonly clearance?: number;
  /** Metres within which a position counts as reached. Default 1e-4 of the model's size. */
  readonly tolerance?: number;
  /** Radians within which an orientation counts as reached. Default 1e-3. */
  readonly angleTolerance?: number;
  /**
   * Factor on the default number of tries from random poses for a target that neighbours do not help to
   * reach: 0 to 100. Default 1. Closed forms need no tries.
   */
  readonly effort?: number;
  /** Whether to compute the manipulability, which takes about a tenth of the time. Default true. */
  readonly manipulability?: boolean;
  /**
   * Whether to count solutions of arms that have them in closed form; without, their maps take half the time.
   * Default true.
   */
  readonly solutions?: boolean;
  /** Stops at once and throws its reason. */
  readonly signal?: StreamSignal;
  /** Called whenever cells become known: coarse levels first, cells of a level in any order. */
  readonly onProgress?: (progress: ReachProgress) => void;
}

const ofSearch = [
  'spacing',
  'clearance',
  'tolerance',
  'angleTolerance',
  'effort',
  'manipulability',
  'solutions',
  'signal',
  'onProgress',
] as const;

/** Separates the pool's options from the others. @throws LimberError `badDescription`. */
export function splitOptions(options: unknown, known: readonly string[], hasPool: boolean) {
  const all = Object.entries(asObject(options, 'options'));
  const own = [...ofSearch, ...known];
  const isOwn = ([key]: [string, unknown]): boolean => own.includes(key);
  const others = Object.fromEntries(all.filter((each) => !isOwn(each)));
  if (hasPool) asObject(others, 'options', own);
  return { own: Object.fromEntries(all.filter(isOwn)), others };
}

/** @throws LimberError `badDescription`, naming the option. */
export function checkSearch(options: Readonly<Record<string, unknown>>) {
  const number = (name: string, most: number): number | undefined => {
    const value = options[name];
    if (value === undefined) return undefined;
    const given = asNumber(value, `options.${name}`);
    return given >= 0 && given <= most && Number.isFinite(given)
      ? given
      : bad(`options.${name}`, most < Infinity ? `from 0 to ${most}` : '0 or more', given);
  };
  const flag = (name: string): boolean => {
    const value = options[name] === undefined ? true : options[name];
    return typeof value === 'boolean' ? value : bad(`options.${name}`, 'true or false', value);
  };
  checkHooks(options, 'options.');
  checkSignal(options.signal, 'options.');
  const [tolerance, angleTolerance] = [number('tolerance', Infinity), number('angleTolerance', Infinity)];
  return {
    solve: {
      ...(tolerance === undefined ? {} : { tolerance }),
      ...(angleTolerance === undefined ? {} : { angleTolerance }),
    },
    clearance: number('clearance', Infinity),
    effort: number('effort', 100) ?? 1,
    manipulability: flag('manipulability'),
    solutions: flag('solutions'),
  };
}

/**
 * Calls `use` with a pool: the given one, or one created and disposed for it.
 *
 * @param type type of the goal.
 */
export async function withPool<T>(
  model: ModelDescription | SolverPool,
  others: Readonly<Record<string, unknown>>,
  type: 'pose' | 'position',
  use: (pool: SolverPool) => Promise<T>,
): Promise<T> {
  if (model instanceof SolverPool) {
    const [goal] = model.goals;
    if (model.goals.length === 1 && goal!.type === type) return use(model);
    throw new LimberError('badGoal', `the pool's goals must be one, of type ${type}`);
  }
  const { link, offset, ...options } = others;
  const goal = { type, link: asString(link, 'options.link'), offset: offset ?? {} } as GoalDescription;
  const pool = await SolverPool.create(model, { ...options, goals: [goal] });
  try {
    return await use(pool);
  } finally {
    pool.dispose();
  }
}

/** Settings for searching sites. */
export async function settingsOf(
  pool: SolverPool,
  { solve, clearance, manipulability, solutions }: ReturnType<typeof checkSearch>,
  movesObstacles: boolean,
): Promise<SearchSettings> {
  const { reason, parameter } = await pool.lend((problem) =>
    problem.solutions({ intervals: false, most: 1 }),
  );
  // With seven hinges there is a parameter: their solutions are only a slice.
  return {
    solve,
    clearance,
    manipulability,
    solutions,
    movesObstacles,
    wrist: wristOf(pool.model, pool),
    // With room they are those of one target inside.
    closedForm: reason === '' && parameter === '' && !hasRoom(pool.goals[0] as Goal),
  };
}

type Chain = WorkerModel['links'][number][];

/** The links that carry the goal's tool, first the one next to the world. */
function chainOf({ links }: WorkerModel, pool: SolverPool): Chain {
  const [{ link }] = pool.goals as unknown as [{ link: string }];
  const chain: Chain = [];
  for (let at = links.find(({ name }) => name === link); at; at = links[at.parent]) chain.unshift(at);
  return chain;
}

/** The goal's tool on its link. */
function toolOf(pool: SolverPool): Float64Array {
  const [{ offset = {} }] = pool.goals as unknown as [{ offset?: PoseDescription }];
  return Float64Array.from(asPose(offset, 'offset'));
}

const moves = ({ motions }: Chain[number]): boolean => motions.length > 0;
const turns = ({ motions }: Chain[number]): boolean =>
  motions.every(({ isBall, v }) => isBall || v.every((each) => each === 0));

/** The frame of the last joint of a chain whose joints before it are at zero. */
function frameOf(chain: Chain): Float64Array {
  return chain.reduce(
    (frame, { origin }) => {
      const next = new Float64Array(7);
      movePose(frame, 0, asPose(origin, 'origin'), 0, next, 0);
      return next;
    },
    Float64Array.of(0, 0, 0, 0, 0, 0, 1),
  );
}

const dot = (a: Iterable<number>, b: ArrayLike<number>): number =>
  [...a].reduce((sum, each, i) => sum + each * b[i]!, 0);

/** How far a target may be from the tool, metres. */
function slackOf(goal: Goal): number {
  if (goal.type !== 'pose' && goal.type !== 'position') return 0;
  const rooms = [goal.within.x, goal.within.y, goal.within.z];
  const ends = rooms.map((room) => Math.max(...(room ?? [0]).map((end) => Math.abs(end ?? Infinity))));
  return Math.hypot(...ends);
}

/** A ball that contains all targets that the tool can reach; undefined for arms that slide, and if a room has no end. */
export function ballOf(model: WorkerModel, pool: SolverPool): Ball | undefined {
  const chain = chainOf(model, pool);
  const first = chain.findIndex(moves);
  const slack = slackOf(pool.goals[0]!);
  if (!chain.every(turns) || first < 0 || slack === Infinity) return undefined;
  const [x, y, z] = frameOf(chain.slice(0, first + 1)) as unknown as [number, number, number];
  // Slightly more, for rounding and tolerances.
  const radius = 1.001 * (model.reach + Math.hypot(...toolOf(pool).subarray(0, 3)) + slack);
  return { centre: [x, y, z], radius };
}

/** Whether one target inside says nothing of the others. A pose's free axes are no room: closed forms know them. */
function hasRoom(goal: Goal): boolean {
  if (goal.type !== 'pose') return goal.type === 'position' && Object.keys(goal.within).length > 0;
  const isBoxed = Object.values(goal.within).some((room) => room.some((end) => end !== null));
  return isBoxed || goal.tilt !== 0 || goal.twist.some((end) => end !== 0);
}

/** Whether the goal asks for all six numbers of a pose in the world. */
function asksPose(goal: Goal): boolean {
  if (goal.type !== 'pose' || goal.targetLink !== undefined) return false;
  const { weight, free, positionWeight, orientationWeight } = goal;
  return free.length === 0 && !hasRoom(goal) && weight * positionWeight * orientationWeight > 0;
}

/**
 * The point of the last hinge's axis that is nearest to the joint before: a pose says where it is, and the other
 * joints how far it can be. Undefined if the last joint is no hinge, or if the goal may ask for less than a pose.
 */
export function wristOf(model: WorkerModel, pool: SolverPool): Wrist | undefined {
  const ball = ballOf(model, pool);
  const [goal] = pool.goals as readonly [Goal];
  if (!ball || !asksPose(goal)) return undefined;
  const chain = chainOf(model, pool);
  const [first, last] = [chain.findIndex(moves), chain.map(moves).lastIndexOf(true)];
  const { motions, origin } = chain[last]!;
  if (first === last || motions.length > 1 || motions[0]!.isBall) return undefined;
  // p: the last joint in its parent's frame; a: its axis; F = t w in its own frame; |p + t a| is least.
  const [{ w }] = motions as unknown as [{ w: Vec3 }];
  const p = asPose(origin, 'origin');
  const a = new Float64Array(3);
  movePoint([0, 0, 0, ...p.slice(3)], 0, w, 0, a, 0);
  const t = -dot(a, p);
  const before = chain.slice(first + 1, last).map((link) => asPose(link.origin, 'origin').slice(0, 3));
  const radius = Math.hypot(...a.map((each, axis) => p[axis]! + t * each));
  // The tool in the last joint's frame, then F in the tool's.
  const tool = new Float64Array(7);
  movePose(frameOf(chain.slice(last + 1)), 0, toolOf(pool), 0, tool, 0);
  const [x, y, z, qw] = tool.subarray(3) as unknown as [number, number, number, number];
  const point = new Float64Array(3);
  const way = w.map((each, axis) => t * each - tool[axis]!);
  movePoint([0, 0, 0, -x, -y, -z, qw], 0, way, 0, point, 0);
  return {
    point: [...point] as unknown as Vec3,
    centre: ball.centre,
    radius: 1.001 * before.reduce((sum, each) => sum + Math.hypot(...each), radius),
  };
}

/** Writes answers to a map and reports them. */
export function taker(
  map: ReachMap,
  job: Pick<Job, 'turns'>,
  onProgress: SearchOptions['onProgress'],
): Job['take'] {
  let done = 0;
  return (cells, step, answer) => {
    if (answer) cells.forEach((cell, i) => writeCell(map, cell, i, job.turns, answer));
    for (const cell of cells) map.done[cell] = 1;
    done += cells.length;
    onProgress?.({ map, cells, step, done, total: map.count });
  };
}

/** Writes the first of several sites with the largest count. */
function writeCell(map: ReachMap, cell: number, i: number, turns: number, answer: SearchAnswer): void {
  for (let turn = 0; turn < turns; ++turn) {
    const site = i * turns + turn;
    const rows = answer.reached.subarray(site * map.total, (site + 1) * map.total);
    const count = rows.reduce((sum, each) => sum + each, 0);
    if (turn > 0 && count <= map.reached[cell]!) continue;
    map.reached[cell] = count;
    map.manipulability[cell] = answer.manipulability[site]!;
    map.turn[cell] = turn;
    if (map.solutions) map.solutions[cell] = answer.solutions[site]!;
  }
}
