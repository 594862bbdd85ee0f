// An arm led by a hand that shakes: how late and how calm the tool is, and what a step costs.
import { init, Model, Problem, type StepOptions } from 'limber';
import { robots } from 'limber/robots';
import { ManualInput, Teleop } from 'limber/teleop';
import { Random } from './random.ts';
import type { Row } from './run.ts';
import type { Line } from './table.ts';

export const name = 'teleop';

const dt = 1 / 90;
/** Noise of a hand: metres and radians, standard deviation per axis. */
const [sigma, sigmaTurn] = [0.002, (0.5 * Math.PI) / 180];
/** Frames, the first of which are not measured. */
const [frames, first] = [1800, 180];

export const note = `Hands at 90 Hz, with noise of 2 mm and 0.5° (standard deviation per axis) or none, at most 0.5 m/s; bursts are 0.5 m for
0.1 s, each second. off mm: root mean square of hand − tool; most mm: the largest; lag: its part along the hand's way where that is faster
than 0.4 m/s, the mean. jerk: the tool's by the hand's, without noise. µs: a step, the median; times: by that without bounds.
Bounds are rad/s, rad/s², rad/s³: two sets, and the least of a Panda's.`;

type Vector = [number, number, number];

/** A normal number, by Box and Muller. */
const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random.between(0, 1))) * Math.cos(random.between(0, 2 * Math.PI));

/** A smooth hand whose spectrum falls as 1/f, with the largest speed `most`. */
function smoothHand(random: Random, most: number): (t: number) => Vector {
  const waves = [0.15, 0.25, 0.4, 0.65, 1].map((f) => {
    const axes = [0, 1, 2].map(() => ({ size: random.between(-1, 1) / f, phase: random.between(0, 7) }));
    return { w: 2 * Math.PI * f, axes };
  });
  const at = (t: number, k: number): number =>
    waves.reduce((sum, { w, axes }) => sum + axes[k]!.size * Math.sin(w * t + axes[k]!.phase), 0);
  const point = (t: number): Vector => [at(t, 0), at(t, 1), at(t, 2)];
  const speeds = Array.from({ length: frames }, (_, i) => distance(point(i * dt), point((i + 1) * dt)) / dt);
  const scale = most / Math.max(...speeds);
  const origin = point(0);
  return (t) => point(t).map((each, k) => scale * (each - origin[k]!)) as Vector;
}

const distance = (a: Vector, b: Vector): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
const rms = (numbers: readonly number[]): number =>
  Math.sqrt(numbers.reduce((sum, each) => sum + each * each, 0) / numbers.length);
const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, each) => sum + each, 0) / numbers.length;

const bounds: readonly StepOptions[] = [
  { maxVelocity: 2, maxAcceleration: 12, maxJerk: 150 },
  { maxVelocity: 2, maxAcceleration: 12, maxJerk: 600 },
  { maxVelocity: 2.175, maxAcceleration: 7.5, maxJerk: 3750 },
];

interface Hand {
  readonly name: string;
  readonly at: (t: number) => Vector;
  /** Added to what is seen of it. */
  readonly burst?: (t: number) => number;
  readonly isNoisy: boolean;
}

/** Leads an iiwa14; returns the ways of hand and tool, and µs per step, the median. */
function follow(
  { at, isNoisy, burst = () => 0 }: Hand,
  step: StepOptions,
): { hand: Vector[]; tool: Vector[]; us: number } {
  const random = new Random(7);
  const noise = (size: number): number => (isNoisy ? size * normal(random) : 0);
  using model = Model.from(robots.iiwa14);
  using problem = new Problem(model);
  const goal = problem.addGoal({ type: 'pose', link: 'effector' });
  const teleop = new Teleop(problem, { step });
  const input = new ManualInput();
  teleop.lead(input, goal);
  const [hand, tool]: [Vector[], Vector[]] = [[], []];
  input.held = true;
  const spent: number[] = [];
  for (let frame = 0; frame < frames; ++frame) {
    const place = at(frame * dt);
    hand.push(place);
    const [x, y, z] = place.map((each) => each + noise(sigma)) as Vector;
    const [a, b, c] = [noise(sigmaTurn / 2), noise(sigmaTurn / 2), noise(sigmaTurn / 2)];
    input.set([x + burst(frame * dt), y, z, a, b, c, Math.sqrt(1 - a * a - b * b - c * c)]);
    const before = performance.now();
    teleop.step(dt);
    spent.push(1000 * (performance.now() - before));
    tool.push([...problem.pose('effector').slice(0, 3)] as Vector);
  }
  return { hand: hand.slice(first), tool: tool.slice(first), us: spent.sort((a, b) => a - b)[frames / 2]! };
}

const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const differences = (way: readonly Vector[]): Vector[] => way.slice(1).map((each, i) => minus(each, way[i]!));
/** Third differences: jerk by dt³. */
const jerk = (way: readonly Vector[]): number =>
  rms(differences(differences(differences(way))).map((each) => Math.hypot(...each)));

/** `free`: µs without bounds. */
function measure(each: Hand, step: StepOptions, free?: number): Row & { us: number } {
  const { hand, tool, us } = follow(each, step);
  const within = Object.values(step).join(', ') || 'no bounds';
  // The clutch closed on a frame with noise, and the tool begins elsewhere: their mean distance is no error.
  const apart = tool.map((at, i) => minus(hand[i]!, at));
  const middle = [0, 1, 2].map((k) => mean(apart.map((v) => v[k]!))) as Vector;
  const off = apart.map((v) => minus(v, middle));
  const lags = differences(hand).flatMap((step, i) => {
    const speed = Math.hypot(...step) / dt;
    const along = step.reduce((sum, each, k) => sum + (each * off[i + 1]![k]!) / dt / speed, 0);
    return speed > 0.4 ? [{ along, time: along / speed }] : [];
  });
  return {
    ...{ bench: name, case: `${each.name}: ${within}`, solver: 'step' },
    ...{ build: 'wasm', us, ...(free && { times: us / free }) },
    offMm: 1000 * rms(off.map((v) => Math.hypot(...v))),
    mostMm: 1000 * Math.max(...off.map((v) => Math.hypot(...v))),
    ...(lags.length > 0 && {
      lagMm: 1000 * mean(lags.map(({ along }) => along)),
      lagMs: 1000 * mean(lags.map(({ time }) => time)),
    }),
    ...(jerk(hand) > 0 && { jerk: jerk(tool) / jerk(hand) }),
  };
}

export async function run(): Promise<Row[]> {
  await init();
  const smooth = smoothHand(new Random(3), 0.5);
  const sine = (t: number): Vector => [0, 0.1 * Math.sin(Math.PI * t), 0];
  const still = (): Vector => [0, 0, 0];
  const hands: Hand[] = [
    { name: 'at rest', at: still, isNoisy: true },
    { name: 'smooth', at: smooth, isNoisy: true },
    { name: 'smooth, no noise', at: smooth, isNoisy: false },
    { name: 'sine of 0.5 Hz, no noise', at: sine, isNoisy: false },
    { name: 'bursts, no noise', at: still, isNoisy: false, burst: (t) => (t % 1 < 0.1 ? 0.5 : 0) },
  ];
  follow(hands[0]!, {}); // Warms up.
  return hands.flatMap((hand) => {
    const free = measure(hand, {});
    return [free, ...bounds.map((each) => measure(hand, each, free.us))];
  });
}

export const table = (rows: readonly Row[]): Line[] =>
  rows.map(({ case: of, offMm, mostMm, lagMm, lagMs, jerk, us, times }) => ({
    case: of,
    'off mm': offMm,
    'most mm': mostMm,
    'lag mm': lagMm,
    'lag ms': lagMs,
    jerk,
    µs: us,
    times,
  }));
