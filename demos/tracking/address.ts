/** What a reader picks, and how it stands in the address. */
import type { Vec3 } from 'limber';
import { QueryReader, writeNumbers, writeSwitch } from '../shell/query.ts';
import { arms, type TrackingArm } from './arms.ts';
import { courses, type Course } from './courses.ts';

export interface Picks {
  readonly arm: TrackingArm;
  readonly course: Course;
  /** Rounds in four seconds. */
  readonly speed: number;
  /** K (1/s). */
  readonly gain: number;
  /** Of a frame. */
  readonly substeps: number;
  /** The loop of frames is drawn. */
  readonly frames: boolean;
  readonly trails: boolean;
  /** Where the base stands (metres). */
  readonly stand: Vec3;
  /** Where the hand has the target (metres); null: it goes along its course. */
  readonly held: Vec3 | null;
}

export const speeds = [0.25, 0.5, 1, 2, 4] as const;
export const gains = [2, 5, 10, 20, 40, 80] as const;
export const substepCounts = [1, 2, 4, 8, 16] as const;

/** Metres from the world's origin that the base may be. */
export const farthest = 1.2;

export const defaults: Picks = {
  arm: arms[0]!,
  course: courses[0]!,
  speed: 1,
  gain: 10,
  substeps: 4,
  frames: false,
  trails: true,
  stand: [0.36, 0, -0.06],
  held: null,
};

export interface Reading {
  readonly picks: Picks;
  readonly complaints: readonly string[];
}

export function fromQuery(query: string): Reading {
  const reader = new QueryReader(query);
  const named = <T extends { readonly name: string }>(name: string, table: readonly T[], fallback: T): T => {
    const word = reader.oneOf(
      name,
      table.map((each) => each.name),
      fallback.name,
    );
    return table.find((each) => each.name === word)!;
  };
  const course = named('course', courses, defaults.course);
  const held = reader.numbers('held', 3, 3) as Vec3 | null;
  const picks: Picks = {
    arm: named('arm', arms, defaults.arm),
    course: held ? courses.at(-1)! : course,
    speed: reader.oneOf('speed', speeds, defaults.speed),
    gain: reader.oneOf('gain', gains, defaults.gain),
    substeps: reader.oneOf('substeps', substepCounts, defaults.substeps),
    frames: reader.isOn('frames', defaults.frames),
    trails: reader.isOn('trails', defaults.trails),
    stand: reader.point('base', defaults.stand, farthest),
    held,
  };
  return { picks, complaints: reader.complaints };
}

/** What differs from the defaults; arm and course always. */
export function toQuery(picks: Picks): string {
  const query = new URLSearchParams({ arm: picks.arm.name, course: picks.course.name });
  for (const name of ['speed', 'gain', 'substeps'] as const) {
    if (picks[name] !== defaults[name]) query.set(name, String(picks[name]));
  }
  for (const name of ['frames', 'trails'] as const) {
    if (picks[name] !== defaults[name]) query.set(name, writeSwitch(picks[name]));
  }
  const stand = writeNumbers(picks.stand);
  if (stand !== writeNumbers(defaults.stand)) query.set('base', stand);
  if (picks.held) query.set('held', writeNumbers(picks.held));
  return `?${query.toString().replaceAll('%2C', ',')}`;
}
