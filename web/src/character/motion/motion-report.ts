/** What became of a recording on a body. */
import type { Role } from '../gltf/roles.ts';
import type { Figures } from './clip-source.ts';
import { reaching } from './core.ts';

/** A span of time in which a hand or a foot was not where it should be. */
export interface Miss {
  readonly role: Role;
  /** Seconds of the source's clip. */
  readonly from: number;
  readonly to: number;
  /** Largest distance in metres. */
  readonly distance: number;
}

export interface MotionReport {
  /** What could not be reached to a centimetre, by role and time. */
  readonly missed: readonly Miss[];
  /** Spans of the source's clip in which a foot stands, in seconds. */
  readonly contacts: Readonly<Record<'left' | 'right', readonly (readonly [from: number, to: number])[]>>;
  /** What was done about the recording, as sentences: see `Figures`. */
  readonly warnings: readonly string[];
}

/** A span of time in which a link of a robot was away from its pose. */
export interface Departure {
  /** Seconds of the source's clip. */
  readonly from: number;
  readonly to: number;
  /** Largest distance in metres. */
  readonly distance: number;
  /** Largest turn in radians. */
  readonly angle: number;
  /** When it was worst, in seconds, and the link's poses then in the world of the robot: px py pz qx qy qz qw. */
  readonly at: number;
  readonly asked: readonly number[];
  readonly kept: readonly number[];
}

/** The same at one time. */
export type PoseSeen = Omit<Departure, 'from' | 'to' | 'at'>;

/** A span of time in which a joint was asked to be faster than it may be: rad/s, or m/s of a slide. */
export interface Speeding {
  /** Name of the joint, or of its link if it has none. */
  readonly joint: string;
  /** Seconds of the source's clip. */
  readonly from: number;
  readonly to: number;
  /** Fastest that the motion would have it. */
  readonly asked: number;
  /** Fastest in the trajectory: as asked, unless the option `maxVelocity` slowed it down. */
  readonly kept: number;
  /** Its `maxVelocity`, or less if a joint that mimics it would be too fast. */
  readonly allowed: number;
}

export interface RobotReport extends MotionReport {
  /** Where the link that carries the legs is off by more than 5 cm or 10°. */
  readonly root: readonly Departure[];
  /** Where the link that carries the arms, if it is another one, is turned off by more than 10°. */
  readonly trunk: readonly Departure[];
  /** Joints that were asked to be faster than their `maxVelocity`, if they have one. */
  readonly speeds: readonly Speeding[];
}

/** Metres. */
const missTolerance = 0.01;

/** Spans of frames for which `isIn` holds: first and last. */
export function spansOf(count: number, isIn: (frame: number) => boolean): [from: number, to: number][] {
  const spans: [number, number][] = [];
  for (let i = 0; i < count; i += 1) {
    if (!isIn(i)) continue;
    const last = spans.at(-1);
    if (last?.[1] === i - 1) last[1] = i;
    else spans.push([i, i]);
  }
  return spans;
}

/** The frame of a span where `measure` is largest. */
export function worstOf([from, to]: readonly [number, number], measure: (frame: number) => number): number {
  let worst = from;
  for (let i = from; i <= to; i += 1) if (measure(i) > measure(worst)) worst = i;
  return worst;
}

/** @param missed metres by frame, and in the order of `reaching`; `contact`: of the left and the right foot. */
export function reportOf(
  { times, warnings = [] }: Figures,
  missed: Float64Array,
  contact: Float64Array,
): MotionReport {
  const at = (i: number) => times[i]!;
  const contactsOf = (side: number) =>
    spansOf(times.length, (i) => contact[2 * i + side] === 1).map(
      ([from, to]) => [at(from), at(to)] as const,
    );
  const missesOf = (role: Role, k: number): Miss[] => {
    const by = (i: number) => missed[4 * i + k]!;
    return spansOf(times.length, (i) => by(i) > missTolerance).map((span) => {
      const [from, to] = span;
      return { role, from: at(from), to: at(to), distance: by(worstOf(span, by)) };
    });
  };
  const contacts = { left: contactsOf(0), right: contactsOf(1) };
  return { missed: reaching.flatMap(missesOf), contacts, warnings };
}
