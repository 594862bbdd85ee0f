/** The picks, the ground, and the bodies. */
import type { Vec3 } from 'limber';
import type { GroundAt } from 'limber/motion';
import { choice, numbers, speed, word } from '../shell/picks.ts';
import type { Proportions } from '../views/figure.ts';
import type { Actor } from './actor.ts';
import { type Act, acts, tread } from './clips.ts';
import type { Source } from './source.ts';

export interface GroundPick {
  /** One word, for addresses. */
  readonly name: string;
  readonly title: string;
  readonly text: string;
  /** `scale`: length of the body's legs over those of the source. */
  at(scale: number): GroundAt;
  /** Its outline from the side, z and height, from back to front; empty: the floor. */
  outline(scale: number): readonly (readonly [z: number, y: number])[];
}

const incline = 0.16;
/** Metres: a slope begins behind the body, and ends far in front. */
const [foot, top] = [-0.5, 2.3];
const rise = 0.12;
const steps = 6;
/** A step's edge is between two places of a foot: ahead of toes, behind heels. */
const edge = (step: number, scale: number) => (step + 0.66) * tread * scale;
const flat = [0, 1, 0] as const;
const length = Math.hypot(1, incline);
const inclined: Vec3 = [0, 1 / length, -incline / length];

export const grounds: readonly GroundPick[] = [
  {
    name: 'level',
    title: 'Level',
    text: 'The floor on which the source walks.',
    at: () => () => ({ height: 0 }),
    outline: () => [],
  },
  {
    name: 'slope',
    title: 'Slope',
    text: 'A rise of 16 %. The source still walks on its level floor.',
    at: () => (_, z) =>
      z < foot || z > top
        ? { height: z < foot ? 0 : incline * (top - foot) }
        : { height: incline * (z - foot), normal: inclined },
    outline: () => [
      [foot, 0],
      [top, incline * (top - foot)],
    ],
  },
  {
    name: 'stairs',
    title: 'Stairs',
    text: 'Six steps, each as deep as half a stride of its body.',
    at: (scale) => (_, z) => {
      const step = Math.ceil(z / (tread * scale) - 0.66);
      return { height: rise * scale * Math.min(steps, Math.max(0, step)), normal: flat };
    },
    outline: (scale) =>
      Array.from({ length: steps }, (_, i): readonly (readonly [number, number])[] => [
        [edge(i, scale), i * rise * scale],
        [edge(i, scale), (i + 1) * rise * scale],
      ])
        .flat()
        .concat([[edge(steps + 0.25, scale), steps * rise * scale]]),
  },
];

export interface BodyLine {
  /** One word, for addresses. */
  readonly name: string;
  readonly title: string;
  readonly text: string;
  /** Metres to the left of the source. */
  readonly lane: number;
  readonly proportions: Proportions;
}

const arms = /Arm|Hand/;
const legs = /Leg|Foot|Toes/;
/** Height of a point of the short legs: soles stay, shins and thighs shrink by unlike shares. */
const shrunk = (y: number): number => {
  const parts = [Math.min(y, 0.1), Math.min(Math.max(y - 0.1, 0), 0.4), Math.max(y - 0.5, 0)] as const;
  return parts[0] + 0.85 * parts[1] + 0.55 * parts[2];
};
const drop = 0.915 - shrunk(0.915);

/** Short legs, and arms that are longer by a third. */
const apelike: Proportions = (bone, [x, y, z]) => {
  if (legs.test(bone)) return [1.1 * x, shrunk(y), z];
  if (!arms.test(bone)) return [1.1 * x, y - drop, 1.1 * z];
  const shoulder = 0.198 * Math.sign(x);
  return [shoulder + 1.15 * (x - shoulder / 1.1), 1.415 - drop + 1.35 * (y - 1.415), 1.2 * z];
};

export const bodies: readonly BodyLine[] = [
  {
    name: 'figure',
    title: 'Our figure',
    text: 'Its legs are shorter than the source’s, and its arms longer.',
    lane: -0.7,
    proportions: (_, at) => at,
  },
  {
    name: 'short',
    title: 'Short legs, long arms',
    text: 'Legs shorter by a third than our figure’s, arms longer by a third.',
    lane: -1.4,
    proportions: apelike,
  },
];

export const robotLine: Omit<BodyLine, 'proportions'> = {
  name: 'robot',
  title: 'Robot',
  text: 'Joints with limits, and no bones to copy to: it moves with Limber only.',
  lane: -2.1,
};

/** Where the source's hand reaches (metres). */
export const ball: Vec3 = [-0.12, 1.05, 0.42];

export const ways = ['limber', 'copy'] as const;

/** A motion of a reader's file. */
export interface OwnMotion extends Omit<GroundPick, 'at' | 'outline'> {
  readonly source: Source;
}

/** `actors`: the bodies on the stage. */
export const schemaOf = (actors: () => readonly Actor[]) => ({
  way: word('Retargeting', ways, 'limber', {
    at: 'picker',
    title: (way) => (way === 'limber' ? 'Limber' : 'Plain copy'),
  }),
  act: choice<Act | OwnMotion>('Motion', acts, acts[0]!, {
    // No address can name a reader's own file.
    when: ({ act }) => !('source' in (act as Act | OwnMotion)),
  }),
  ground: choice('Ground', grounds, grounds[0]!),
  body: { ...choice('Body', actors, () => actors()[1]!, { always: false }), text: ({ text }: Actor) => text },
  speed: speed([0.1, 0.25, 0.5, 1, 2]),
  ball: numbers<Vec3>(3, 2, ball, { when: ({ act }) => (act as { name: string }).name === 'reach' }),
});
