/** Reachability of an arm. */
import type { ModelDescription, Quat, Vec3 } from '../describe/description.ts';
import { LimberError } from '../describe/errors.ts';
import { asNumbers, bad } from '../describe/flatten.ts';
import { mostOrientations } from '../describe/input-limits.ts';
import { SolverPool } from '../worker/pool.ts';
import { fill, type Ball } from './fill.ts';
import { checkFinite, checkRegion, checkSpacing, Lattice, type Region } from './lattice.ts';
import { ReachMap } from './map.ts';
import { spreadOrientations } from './orientations.ts';
import {
  ballOf,
  checkSearch,
  settingsOf,
  splitOptions,
  taker,
  withPool,
  type SearchOptions,
} from './setup.ts';

/** Options of `reachability`. */
export interface ReachabilityOptions extends SearchOptions {
  /**
   * Region to search, in the world. Default: the cube around all that the tool can reach; arms with slides
   * need one.
   */
  readonly region?: Region;
  /**
   * Orientations of the tool to try per cell: a number of evenly spread ones; quaternions x y z w; or 'free':
   * only the position. Default 50; at most 4096.
   */
  readonly orientations?: number | readonly Quat[] | 'free';
}

/**
 * For each cell of a region: the number of orientations that the tool can have at its centre, how well the
 * arm can move there, and the number of solutions. Runs on all cores, from coarse to fine. The result does
 * not depend on the number of cores.
 *
 * Results are exact for arms that `problem.solutions` knows, except those with seven joints. Other arms are
 * searched by descents from the poses of neighbours and from random ones, which may miss a few: a count is
 * never too high.
 *
 * Rejects with a LimberError: those of `SolverPool.create`, or `badDescription`, `notFinite`, `tooLarge`
 * (cells), `badGoal` (a pool with other goals), `disposed`, naming the option; or with the signal's reason.
 *
 * @param model a description, for which workers are started and stopped; or a pool with one goal of type
 * pose, or of type position for 'free' orientations.
 */
export async function reachability(
  model: ModelDescription | SolverPool,
  options: ReachabilityOptions,
): Promise<ReachMap> {
  const { own, others } = splitOptions(options, ['region', 'orientations'], model instanceof SolverPool);
  const search = checkSearch(own);
  const spacing = checkSpacing(own.spacing);
  const region = own.region === undefined ? undefined : checkRegion(own.region);
  // Refuses too fine a region before workers start.
  const lattice = region && new Lattice(region, spacing);
  const targets = targetsOf(own.orientations);
  const { signal, onProgress } = own as Pick<SearchOptions, 'signal' | 'onProgress'>;
  if (signal?.aborted) throw signal.reason;
  const isFree = own.orientations === 'free';
  return withPool(model, others, isFree ? 'position' : 'pose', async (pool) => {
    const ball = ballOf(pool.model, pool);
    const cells = lattice ?? new Lattice(around(ball), spacing);
    const settings = await settingsOf(pool, search, false);
    const map = new ReachMap(cells, {
      kind: 'orientations',
      total: targets.length / (isFree ? 3 : 7),
      clearance: search.clearance ?? null,
      turns: 1,
      hasSolutions: settings.closedForm && settings.solutions,
    });
    const site = Float64Array.of(0, 0, 0, 0, 0, 0, 1);
    const place = (cell: number, _: number, out: Float64Array, at: number): void => {
      cells.point(cell, site);
      out.set(site, at);
    };
    const take = taker(map, { turns: 1 }, onProgress);
    const { effort } = search;
    await fill(pool, { lattice: cells, settings, targets, turns: 1, place, ball, effort, signal, take });
    return map;
  });
}

/** Target poses at the origin. */
function targetsOf(given: unknown = 50): Float64Array {
  if (given === 'free') return new Float64Array(3);
  const quaternions = typeof given === 'number' ? spreadOrientations(given) : listOf(given);
  const targets = new Float64Array((7 * quaternions.length) / 4);
  for (let i = 0; i < quaternions.length / 4; ++i)
    targets.set(quaternions.subarray(4 * i, 4 * i + 4), 7 * i + 3);
  return targets;
}

function listOf(given: unknown): Float64Array {
  const path = 'options.orientations';
  if (!Array.isArray(given) || given.length < 1 || given.length > mostOrientations)
    bad(path, `a number, 1 to ${mostOrientations} quaternions, or 'free'`, given);
  return Float64Array.from(
    given.flatMap((each, i) => {
      const quaternion = checkFinite(asNumbers(each, 4, `${path}[${i}]`), `${path}[${i}]`);
      const length = Math.hypot(...quaternion);
      if (Math.abs(length - 1) < 1e-3) return quaternion.map((part) => part / length);
      throw new LimberError('notUnit', `${path}[${i}] has length ${length}; give a unit quaternion x y z w`);
    }),
  );
}

function around(ball: Ball | undefined): Region {
  if (!ball) bad('options.region', 'given, because this arm slides', undefined);
  const { centre, radius } = ball;
  return {
    min: centre.map((each) => each - radius) as unknown as Vec3,
    max: centre.map((each) => each + radius) as unknown as Vec3,
  };
}
