/** Operations on trajectories. All return new ones. */
import { checkSize, show } from '../describe/errors.ts';
import { asNumber, bad } from '../describe/flatten.ts';
import { mostNumbers } from '../describe/input-limits.ts';
import { lerp, slerp } from './slerp.ts';
import { refuse, Trajectory } from './trajectory.ts';

/** A trajectory without frames for the same model. */
function emptyLike({ name, links, coordinates }: Trajectory): Trajectory {
  return Trajectory.fromJSON({ name, links, coordinates, times: [], q: [] });
}

function checked(trajectory: unknown, least = 1): Trajectory {
  if (!(trajectory instanceof Trajectory)) bad('the trajectory', 'a Trajectory', trajectory);
  if (trajectory.length < least)
    refuse(`the trajectory has ${trajectory.length} frames; give at least ${least}`);
  return trajectory;
}

/**
 * Resamples the motion at equal time steps.
 *
 * @param dt seconds between frames, above 0; the last frame is at the end of the motion.
 * @throws LimberError `badTrajectory` for a wrong dt or no frames; `tooLarge`.
 */
export function resample(trajectory: Trajectory, dt: number): Trajectory {
  const { times, duration, nq } = checked(trajectory);
  if (!(Number.isFinite(dt) && dt > 0)) refuse(`dt is ${show(dt)}; give seconds above 0`);
  const frames = Math.max(0, Math.ceil(duration / dt - 1e-9));
  checkSize((frames + 1) * (nq + 1), mostNumbers, 'numbers in the trajectory; give a larger dt');
  const out = emptyLike(trajectory);
  const q = new Float64Array(nq);
  for (let i = 0; i <= frames; ++i) {
    const time = i === frames ? times[0]! + duration : times[0]! + i * dt;
    out.add(time, trajectory.at(time, q));
  }
  return out;
}

/** The reverse motion, over the same times. @throws LimberError `badTrajectory` without frames. */
export function reverse(trajectory: Trajectory): Trajectory {
  const { times, length, duration } = checked(trajectory);
  const out = emptyLike(trajectory);
  const [first, last] = [times[0]!, times[0]! + duration];
  // Both ends keep their exact times.
  for (let i = length - 1; i >= 0; --i)
    out.add(i === length - 1 ? first : i === 0 ? last : first + (last - times[i]!), trajectory.row(i));
  return out;
}

/** Fewest frames of a blend. */
const blendFrames = 32;

/**
 * Joins two motions. The second begins `seconds` seconds before the first ends. Meanwhile one passes smoothly
 * into the other (3 u² − 2 u³), so that no stop is needed between them. The second's times are shifted. A motion
 * that takes no time, as `retime` gives where nothing moves, is joined as it is.
 *
 * @throws LimberError `badTrajectory` without frames, if they are of different models or shorter than `seconds`, or
 * if `seconds` is not above 0.
 */
export function blend(first: Trajectory, second: Trajectory, seconds: number): Trajectory {
  const [a, b] = [checked(first), checked(second)];
  if (a.coordinates.join('\n') !== b.coordinates.join('\n'))
    refuse('the trajectories are of different models');
  const most = Math.min(a.duration, b.duration);
  if (!(asNumber(seconds, 'seconds') > 0 && (seconds <= most || most === 0)))
    refuse(`seconds is ${show(seconds)}; give a number above 0, at most ${most}`);
  const out = emptyLike(a);
  const end = a.times.at(-1)!;
  const overlap = Math.min(seconds, most);
  const shift = end - overlap - b.times[0]!;
  const balls = [...a.coordinates.keys()].filter((i) => a.coordinates[i]!.endsWith(' qx'));
  const [q, both] = [new Float64Array(a.nq), new Float64Array(2 * a.nq)];
  const at = (time: number): void => {
    const u = overlap > 0 ? Math.min(1, Math.max(0, (time - end + overlap) / overlap)) : Number(time > end);
    a.at(time, both.subarray(0, a.nq));
    b.at(time - shift, both.subarray(a.nq));
    const part = u * u * (3 - 2 * u);
    for (let i = 0; i < a.nq; ++i) q[i] = lerp(both[i]!, both[a.nq + i]!, part);
    for (const i of balls) slerp(both, i, a.nq + i, part, q, i);
  };
  const inside = Array.from(
    { length: blendFrames + 1 },
    (_, i) => end - overlap + (overlap * i) / blendFrames,
  );
  const times = [...a.times, ...Array.from(b.times, (time) => time + shift), ...inside];
  let last = -Infinity;
  for (const time of times.sort((x, y) => x - y)) {
    if (!(time > last)) continue;
    at(time);
    out.add(time, q);
    last = time;
  }
  return out;
}

/** Cost of a motion. */
export interface TrajectoryCost {
  /** Seconds. */
  readonly duration: number;
  /** Distance travelled by each coordinate, nq numbers: radians, metres; for a ball the angle, at its qx. */
  readonly travel: Float64Array;
  /** Sum of `travel`. */
  readonly total: number;
  /** The largest change of a coordinate from one frame to the next. */
  readonly largestStep: number;
}

/** How far the joints go. @throws LimberError `badTrajectory` without frames. */
export function cost(trajectory: Trajectory): TrajectoryCost {
  const { q, nq, length, duration, coordinates } = checked(trajectory);
  const travel = new Float64Array(nq);
  let largestStep = 0;
  for (let frame = 1; frame < length; ++frame)
    for (let k = 0; k < nq; ++k) {
      const at = frame * nq + k;
      const name = coordinates[k]!;
      let step = Math.abs(q[at]! - q[at - nq]!);
      if (/ q[yzw]$/.test(name)) continue;
      if (name.endsWith(' qx')) {
        let dot = 0;
        for (let i = 0; i < 4; ++i) dot += q[at + i]! * q[at - nq + i]!;
        step = 2 * Math.acos(Math.min(1, Math.abs(dot)));
      }
      travel[k]! += step;
      largestStep = Math.max(largestStep, step);
    }
  return { duration, travel, total: travel.reduce((sum, each) => sum + each, 0), largestStep };
}
