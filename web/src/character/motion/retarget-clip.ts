import type { AnimationClip, Object3D } from 'three';
import type { Character } from '../gltf/character.ts';
import { send, core } from '../../core/loader.ts';
import { type Posable, toClip } from '../../three/clip.ts';
import { Trajectory } from '../../moves/trajectory.ts';
import { LimberError } from '../../describe/errors.ts';
import { asObject, bad } from '../../describe/flatten.ts';
import { type Figures, readClip, type ReadClipOptions, readOptions, restoring } from './clip-source.ts';
import { makeMotion, taken, withoutFingers } from './core.ts';
import { Fingers } from './fingers.ts';
import { checkBody, followerOptions, type FollowerOptions, handsOf } from './follower.ts';
import { askGround } from './ground.ts';
import { type MotionReport, reportOf } from './motion-report.ts';
import { RobotBody } from './robot-body.ts';
import { followPerson, type RobotMotion } from './robot-motion.ts';
import { figureSize } from './skeleton-source.ts';

export interface RetargetFiguresOptions extends FollowerOptions {
  /** Whether feet are held in place while they stand; default true. */
  readonly locks?: boolean;
  /** How the clip's tracks name bones: `uuid` (default) for this body alone, `name` for any copy of it. */
  readonly tracks?: 'uuid' | 'name';
  /**
   * Robots only: whether joints stay within their `maxVelocity`, which is read from URDFs, over the whole clip; default
   * false. Each takes the nearest path that does; the root moves to where feet and hands are then nearest to their places,
   * and, as joints without a bound, at any speed. What that costs is in the report.
   */
  readonly maxVelocity?: boolean;
  /** Told how many frames a robot has followed, which takes a while; not called for a character. */
  readonly onFrame?: (done: number) => void;
}

export type RetargetOptions = ReadClipOptions & RetargetFiguresOptions;

const figureOptions = [...followerOptions, 'locks', 'tracks', 'maxVelocity', 'onFrame'] as const;

/** The options with these names. */
const only = <K extends string, T extends { readonly [key in K]?: unknown }>(
  options: T,
  names: readonly K[],
): Pick<T, K> =>
  Object.fromEntries(Object.entries(options).filter(([name]) => names.includes(name as K))) as Pick<T, K>;

export interface Motion {
  /** Joint values of the body. */
  readonly trajectory: Trajectory;
  readonly report: MotionReport;
  /** An animation of its bones, which begins at 0; times of the trajectory and the report are the recording's. */
  readonly clip: AnimationClip;
}

/** The rows of a whole clip from the core: joint values, distances of hands and feet, contacts. */
function rowsOf(body: Character, figures: Figures, options: RetargetFiguresOptions) {
  const { locks = true, limits = false, hands, ground } = options;
  const raw = makeMotion(body, figures.rest);
  try {
    const n = figures.times.length;
    const frames = withoutFingers(figures.frames);
    send(frames);
    const room = raw.plan(locks, handsOf(hands));
    if (ground) {
      const places = taken(room, 8 * n);
      askGround(ground, places);
      // The ground may have used the core.
      send(frames);
      core().module.HEAPF64.set(places, room / 8);
    }
    const start = raw.clip(limits, ground !== undefined);
    const { nq } = body.model;
    const rows = (from: number, count: number) => taken(start + 8 * n * from, n * count);
    return { q: rows(0, nq), missed: rows(nq, 4), contact: rows(nq + 4, 2) };
  } finally {
    raw.delete();
  }
}

/** The person's or the character's motion; its bones are left as they were. */
function rowsFrom(figures: Figures, body: Character, options: RetargetFiguresOptions) {
  const bones: Object3D[] = [];
  body.poseAt(body.problem.state.q, (bone) => bones.push(bone));
  try {
    return restoring(bones, () => {
      body.reset();
      return rowsOf(body, figures, options);
    });
  } finally {
    body.read();
  }
}

/** The body with the fingers of one frame after another. */
function posingFingers(body: Character, { rest, frames }: Figures): Posable {
  const fingers = new Fingers(body, rest);
  let from = 0;
  return {
    model: body.model,
    poseAt: (q, take) => {
      body.poseAt(q, (bone, turn, place) => {
        if (!fingers.has(bone)) take(bone, turn, place);
      });
      fingers.pose(frames.subarray(from, (from += figureSize)), (bone, turn) => take(bone, turn, null));
    },
  };
}

function follow(robot: RobotBody, figures: Figures, options: RetargetFiguresOptions): RobotMotion {
  const kept = [robot.person, robot].map(({ problem: { state } }) => [state, state.q.slice()] as const);
  try {
    return followPerson(robot, figures, rowsFrom(figures, robot.person, options), options);
  } finally {
    for (const [each, q] of kept) {
      each.q.set(q);
      each.update();
    }
  }
}

/**
 * Puts a recording onto a body, as `retargetClip`, from its figures: those of `readClip` or `readLandmarks`. The body
 * is left as it was.
 *
 * @throws LimberError `badDescription` for another body or option; `unknownLink` if the source or the body lacks hips, legs, feet, or both neck and head;
 *   `badTrajectory` if tracks are by name and a name is not one bone's alone; `tooLarge` beyond 10⁷ numbers.
 */
export function retargetFigures(figures: Figures, body: Character, options?: RetargetFiguresOptions): Motion;
export function retargetFigures(
  figures: Figures,
  body: RobotBody,
  options?: RetargetFiguresOptions,
): RobotMotion;
export function retargetFigures(
  figures: Figures,
  body: Character | RobotBody,
  options?: RetargetFiguresOptions,
): Motion | RobotMotion;
export function retargetFigures(
  figures: Figures,
  body: Character | RobotBody,
  options: RetargetFiguresOptions = {},
): Motion | RobotMotion {
  checkBody(body);
  asObject(options, 'options', figureOptions);
  const { maxVelocity = false } = options;
  if (typeof maxVelocity !== 'boolean') bad('options.maxVelocity', 'true or false', maxVelocity);
  if (body instanceof RobotBody) return follow(body, figures, options);
  if (maxVelocity)
    throw new LimberError(
      'badDescription',
      'options.maxVelocity is for robots, whose joints have one; leave it away for a Character',
    );
  const rows = rowsFrom(figures, body, options);
  const { nq } = body.model;
  const trajectory = new Trajectory(body.model);
  figures.times.forEach((time, i) => trajectory.add(time, rows.q.subarray(nq * i, nq * (i + 1))));
  return {
    trajectory,
    clip: toClip(posingFingers(body, figures), trajectory, figures.name, options.tracks),
    report: reportOf(figures, rows.missed, rows.contact),
  };
}

/**
 * Puts a recording onto a body: its anatomy is copied, hands and feet go where the body's proportions put
 * them, and feet stand still while those of the source stand. Heights are along +Y; those of a robot along the
 * axis that is up in its own pose at zero. The body is left as it was.
 *
 * @param root the root of the source's skeleton, such as `skeleton.bones[0]` of three's BVHLoader.
 * @throws LimberError as `readClip` and `retargetFigures`.
 */
export function retargetClip(
  clip: AnimationClip,
  root: Object3D,
  body: Character,
  options?: RetargetOptions,
): Motion;
export function retargetClip(
  clip: AnimationClip,
  root: Object3D,
  body: RobotBody,
  options?: RetargetOptions,
): RobotMotion;
export function retargetClip(
  clip: AnimationClip,
  root: Object3D,
  body: Character | RobotBody,
  options: RetargetOptions = {},
): Motion | RobotMotion {
  asObject(options, 'options', [...readOptions, ...figureOptions]);
  const figures = readClip(clip, root, only(options, readOptions));
  return retargetFigures(figures, body, only(options, figureOptions));
}
