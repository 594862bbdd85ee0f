/** Placement of the base. */
import type { ModelDescription } from '../describe/description.ts';
import { checkRows } from '../core/batch.ts';
import { asWhole, bad } from '../describe/flatten.ts';
import { mostOrientations } from '../describe/input-limits.ts';
import { SolverPool } from '../worker/pool.ts';
import { fill } from './fill.ts';
import { checkRegion, checkSpacing, Lattice, type Region } from './lattice.ts';
import { mostTurns, ReachMap } from './map.ts';
import {
  ballOf,
  checkSearch,
  settingsOf,
  splitOptions,
  taker,
  withPool,
  type SearchOptions,
} from './setup.ts';

/** Options of `basePlacement`. */
export interface BaseOptions extends SearchOptions {
  /** Targets in the world: px py pz qx qy qz qw each, or px py pz if `orientation` is 'free'. */
  readonly targets: Float64Array;
  /** Where the base may stand, in the world: the origin of the model. Flat for a floor. */
  readonly region: Region;
  /** Number of evenly spaced yaws about Z to try per cell, the first 0: 1 to 255. Default 1. */
  readonly turns?: number;
  /** 'free': positions only. Default: poses. */
  readonly orientation?: 'free';
}

/**
 * Counts, for each cell of a region, the targets reached from a base in that cell, at its best yaw. Obstacles
 * stay where they are in the world; those on a link move with it.
 *
 * Rejects as `reachability` does.
 *
 * @param model as in `reachability`.
 */
export async function basePlacement(
  model: ModelDescription | SolverPool,
  options: BaseOptions,
): Promise<ReachMap> {
  const known = ['region', 'targets', 'turns', 'orientation'];
  const { own, others } = splitOptions(options, known, model instanceof SolverPool);
  const search = checkSearch(own);
  const lattice = new Lattice(checkRegion(own.region), checkSpacing(own.spacing));
  const turns = asWhole(own.turns ?? 1, 1, mostTurns, 'options.turns');
  const { orientation } = own;
  if (orientation !== undefined && orientation !== 'free') bad('options.orientation', "'free'", orientation);
  const width = orientation === 'free' ? 3 : 7;
  const targets = checkTargets(own.targets, width);
  const { signal, onProgress } = own as Pick<SearchOptions, 'signal' | 'onProgress'>;
  if (signal?.aborted) throw signal.reason;
  return withPool(model, others, width === 3 ? 'position' : 'pose', async (pool) => {
    const settings = await settingsOf(pool, search, true);
    const map = new ReachMap(lattice, {
      kind: 'targets',
      total: targets.length / width,
      clearance: search.clearance ?? null,
      turns,
      hasSolutions: settings.closedForm && settings.solutions,
    });
    const ball = ballOf(pool.model, pool);
    const place = placeWorld(lattice, turns);
    const take = taker(map, { turns }, onProgress);
    const { effort } = search;
    await fill(pool, { lattice, settings, targets, turns, place, ball, effort, signal, take });
    return map;
  });
}

/**
 * Pose of the world as seen from the base: with base B = (p, R) and a target T, B⁻¹ T, so the site is (−Rᵀ p,
 * Rᵀ).
 */
function placeWorld(lattice: Lattice, turns: number) {
  const base = [0, 0, 0];
  return (cell: number, turn: number, out: Float64Array, at: number): void => {
    const yaw = (2 * Math.PI * turn) / turns;
    const [c, s] = [Math.cos(yaw), Math.sin(yaw)];
    lattice.point(cell, base);
    const [x, y, z] = base as [number, number, number];
    out.set([-c * x - s * y, s * x - c * y, -z, 0, 0, -Math.sin(yaw / 2), Math.cos(yaw / 2)], at);
  };
}

/** @throws LimberError `badDescription` or `notFinite`, naming the target. */
function checkTargets(given: unknown, width: number): Float64Array {
  if (!(given instanceof Float64Array)) bad('options.targets', 'a Float64Array', given);
  const count = given.length / width;
  if (!Number.isInteger(count) || count < 1 || count > mostOrientations)
    bad(
      'options.targets',
      `${width} numbers each of 1 to ${mostOrientations} targets`,
      `of length ${given.length}`,
    );
  checkRows('options.targets', given, width);
  return given.slice();
}
