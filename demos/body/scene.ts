/** The picks, the ground, and the bodies. */
import type { Vec3 } from 'limber';
import type { GroundAt } from 'limber/character';
import { choice, numbers, place, type PicksOf, speed, toggle, word } from '../shell/picks.ts';
import type { Proportions } from '../views/figure.ts';
import { type Act, acts, tread } from './clips.ts';
import type { Entry, Pull } from './pull.ts';
import type { Source } from './source.ts';
import type { Walk } from './walk.ts';

export interface GroundPick {
  /** One word, for addresses. */
  readonly name: string;
  readonly title: string;
  readonly text: string;
  /** `scale`: length of the body's legs over those of the source. */
  at(scale: number): GroundAt;
}

const incline = 0.16;
/** Metres: a slope begins behind the body, and ends far in front. */
const [foot, top] = [-0.5, 2.3];
const rise = 0.12;
const steps = 6;
const length = Math.hypot(1, incline);
const inclined: Vec3 = [0, 1 / length, -incline / length];

export const grounds: readonly GroundPick[] = [
  {
    name: 'stairs',
    title: 'Stairs',
    text: 'Six steps, each as deep as half a stride of its body.',
    at: (scale) => (_, z) => {
      // A step's edge is between two places of a foot: ahead of toes, behind heels.
      const step = Math.ceil(z / (tread * scale) - 0.66);
      return { height: rise * scale * Math.min(steps, Math.max(0, step)), normal: [0, 1, 0] };
    },
  },
  {
    name: 'slope',
    title: 'Slope',
    text: 'A rise of 16 %. The skeleton still walks on its level floor.',
    at: () => (_, z) =>
      z < foot || z > top
        ? { height: z < foot ? 0 : incline * (top - foot) }
        : { height: incline * (z - foot), normal: inclined },
  },
  {
    name: 'level',
    title: 'Level',
    text: 'The floor on which the skeleton walks.',
    at: () => () => ({ height: 0 }),
  },
];

export interface BodyLine {
  /** One word, for addresses. */
  readonly name: string;
  readonly title: string;
  readonly text: string;
  /** Metres to the left of the source. */
  readonly lane: number;
}

const arms = /Arm|Hand/;
const legs = /Leg|Foot|Toes/;
/** Height of a point of the short legs: soles stay, shins and thighs shrink by unlike shares. */
const shrunk = (y: number): number =>
  Math.min(y, 0.1) + 0.85 * Math.min(Math.max(y - 0.1, 0), 0.4) + 0.55 * Math.max(y - 0.5, 0);
const drop = 0.915 - shrunk(0.915);

/** Short legs, and arms that are longer by a third. */
const apelike: Proportions = (bone, [x, y, z]) => {
  if (legs.test(bone)) return [1.1 * x, shrunk(y), z];
  if (!arms.test(bone)) return [1.1 * x, y - drop, 1.1 * z];
  const shoulder = 0.198 * Math.sign(x);
  return [shoulder + 1.15 * (x - shoulder / 1.1), 1.415 - drop + 1.35 * (y - 1.415), 1.2 * z];
};

export const bodies: readonly (BodyLine & { readonly proportions: Proportions })[] = [
  {
    name: 'figure',
    title: 'Figure',
    text: 'Its legs are shorter than the skeleton’s, and its arms longer.',
    lane: -0.7,
    proportions: (_, at) => at,
  },
  {
    name: 'short',
    title: 'Short legs, long arms',
    text: 'Legs shorter by a third than the figure’s, arms longer by a third.',
    lane: -1.4,
    proportions: apelike,
  },
];

export const robotLine: BodyLine = {
  name: 'robot',
  title: 'Robot',
  text: 'Joints with limits, and no bones to copy to: it moves with Limber only.',
  lane: -2.1,
};

/** Where the skeleton's hand reaches (metres). */
export const ball: Vec3 = [-0.12, 1.05, 0.42];

/** A motion of a reader's file. */
export interface OwnMotion {
  readonly name: string;
  readonly title: string;
  readonly text: string;
  readonly source: Source;
}

export const panels = ['walk', 'pull'] as const;
const titles = { walk: 'Make it walk', pull: 'Pull it' };
type Before = Readonly<Record<string, unknown>>;
const onPanel = (name: string) => {
  const when = ({ panel }: Before): boolean => panel === name;
  return { when, shows: when };
};
const [walks, pulls] = [onPanel('walk'), onPanel('pull')];
// No address can name a reader's file: what is shown from one is the usual pick, which is not written.
const usual = { always: false, text: ({ text }: { readonly text: string }) => text };
const placed = {
  ...place.q,
  when: (picks: Before) => pulls.when(picks) && (picks.pulled as Entry).name !== 'file',
};

export const schemaOf = (walk: Pick<Walk, 'motions' | 'walkers'>, pull: Pick<Pull, 'bodies'>) => ({
  panel: word('What to do', panels, 'walk', { at: 'picker', title: (panel) => titles[panel] }),
  act: choice<Act | OwnMotion>(
    'Motion',
    () => walk.motions,
    () => walk.motions[acts.length] ?? acts[0]!,
    { ...usual, ...walks },
  ),
  ground: choice('Ground', grounds, grounds[0]!, { always: false, ...walks }),
  body: choice(
    'Body',
    () => walk.walkers,
    () => walk.walkers[1]!,
    { ...usual, ...walks },
  ),
  copy: toggle('Plain copy', false, walks),
  speed: { ...speed([0.1, 0.25, 0.5, 1, 2]), ...walks },
  ball: numbers<Vec3>(3, 2, ball, {
    when: (picks) => walks.when(picks) && (picks.act as Act).name === 'reach',
  }),
  /** The moment at which time stands, in frames. */
  frame: numbers<readonly [number]>(1, 2000, [0], walks),
  pulled: choice(
    'Body',
    () => pull.bodies,
    () => pull.bodies[2] ?? pull.bodies[0]!,
    { always: false, ...pulls },
  ),
  limits: toggle('Joint limits', true, pulls),
  poles: toggle('Poles of elbows and knees', false, { at: 'more', ...pulls }),
  /** Joint values, and four numbers per held point: its index, metres. */
  q: placed,
  to: placed,
});

export type Schema = ReturnType<typeof schemaOf>;
export type Picks = PicksOf<Schema>;
