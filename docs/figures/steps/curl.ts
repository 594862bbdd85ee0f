/** Curl: every joint but the first turns by φ, until the tip is as far from the base as the goal; the first swings it there. */
import { length, minus, polar, type Point } from '../../../demos/shell/plane.ts';
import { degrees } from '../../../demos/shell/units.ts';
import { angleOf, centimetres, wrapped } from '../plane-arm.ts';
import { line, linksOf, sector, still, type Frame, type Mark, type Steps } from './frame.ts';
import { pointsOf, scaled, total } from './planar.ts';

/** Metres. */
const precision = 1e-12;

const cross = ([ax, ay]: Point, [bx, by]: Point): number => ax * by - ay * bx;

/** The middle of a bracket after 60 halvings: below it `isBelow`, above it not. */
function halved(low: number, high: number, isBelow: (x: number) => boolean): number {
  for (let i = 0; i < 60; ++i) {
    const x = (low + high) / 2;
    if (isBelow(x)) low = x;
    else high = x;
  }
  return high;
}

/** x in [0, π] with sin x / x = ratio: half the angle of an arc whose chord is this part of its length. */
const halfArc = (ratio: number): number =>
  ratio >= 1 ? 0 : halved(0, Math.PI, (x) => Math.sin(x) > ratio * x);

/** Pose whose hinges have all turned by φ, but for the first. */
const curled = (q: readonly number[], phi: number): number[] =>
  q.map((angle, i) => (i > 0 ? angle + phi : angle));

/** Newton's steps for φ in |Σ w e^{jkφ}| = wanted. */
export function curls(q: readonly number[], lengths: readonly number[], wanted: number): number[] {
  const whole = total(lengths);
  const bones = linksOf(pointsOf(q, lengths)).map(([a, b]) => minus(b, a));
  const chord = pointsOf(q, lengths).at(-1)!;
  // Σ k w points to where the chord grows.
  const moment = bones.reduce<Point>(([x, y], [bx, by], k) => [x + k * bx, y + k * by], [0, 0]);
  const way = cross(moment, chord) < 0 ? -1 : 1;
  const [now, then] = [halfArc(length(chord) / whole), halfArc(wanted / whole)];
  let phi = (way * 2 * (now - then)) / lengths.length;
  const found = [0];
  let miss = Math.abs(length(chord) - wanted);
  for (let i = 0; i < 12 && miss > precision; ++i) {
    const points = pointsOf(curled(q, phi), lengths);
    const tip = points.at(-1)!;
    if (Math.abs(length(tip) - wanted) < miss) {
      miss = Math.abs(length(tip) - wanted);
      found.push(phi);
    } else if (i > 0) {
      // Newton's step went too far.
      phi = (phi + found.at(-1)!) / 2;
      continue;
    }
    const slope = linksOf(points).reduce((sum, [a, b], k) => sum + k * cross(minus(b, a), tip), 0);
    if (slope === 0) break;
    const step = (wanted ** 2 - length(tip) ** 2) / (2 * slope);
    const most = Math.PI / lengths.length;
    phi = found.at(-1)! + Math.max(-most, Math.min(most, step));
  }
  return found;
}

/** Pose whose links lean towards the chord: straight at s = 1. */
function leaning(q: readonly number[], lengths: readonly number[], s: number): number[] {
  const points = pointsOf(q, lengths);
  const chord = angleOf(points.at(-1)!);
  const turns = linksOf(points).map(([a, b], i) => {
    const [x, y] = scaled(minus(b, a), (1 - s) / lengths[i]!);
    return angleOf([x + s * Math.cos(chord), y + s * Math.sin(chord)]);
  });
  return turns.map((turn, i) => turn - (turns[i - 1] ?? 0));
}

const far = (q: readonly number[], lengths: readonly number[]): number =>
  length(pointsOf(q, lengths).at(-1)!);

export const curl: Steps = {
  lengths: Array.from({ length: 9 }, () => 0.12),
  start: [1.1, 0.75, 0.4, 0.1, -0.15, -0.3, -0.4, -0.5, -0.6],
  goal: [0.55, 0.2],
  *frames(q, goal) {
    const { lengths } = this;
    const base: Point = [0, 0];
    const [wanted, whole] = [length(goal), total(lengths)];
    const tipOf = (now: readonly number[]): Point => pointsOf(now, lengths).at(-1)!;
    const show = (text: string, now: readonly number[], more: readonly Mark[] = []): Frame => {
      const turn = wrapped(angleOf(tipOf(now)) - angleOf(goal));
      const arc = Array.from({ length: 31 }, (_, k) => polar(base, wanted, angleOf(goal) + (turn * k) / 30));
      const sides = [line('aim', base, tipOf(now)), line('to-goal', base, goal)];
      return still(pointsOf(now, lengths), text, [line('to-goal', ...arc), ...sides, ...more]);
    };

    const start = far(q, lengths);
    yield show(`The tip is ${centimetres(start)} from the base, the goal ${centimetres(wanted)}.`, q);
    const phis = wanted < whole ? curls(q, lengths, wanted) : [];
    let now = curled(q, phis.at(-1) ?? 0);
    let left = start - wanted;
    for (const [k, phi] of phis.slice(1).entries()) {
      // The last digits are too fine to be seen.
      if (Math.abs(left) < 1e-3) break;
      const curve = curled(q, phi);
      left = far(curve, lengths) - wanted;
      yield show(
        `Newton’s step ${k + 1}: all joints but the first turn by φ = ${degrees(phi)}, and the tip is ${centimetres(left + wanted)} from the base.`,
        curve,
      );
    }
    if (wanted >= whole || far(now, lengths) < wanted - 1e-9) {
      const isShort = (s: number): boolean => far(leaning(q, lengths, s), lengths) < wanted;
      const s = wanted >= whole ? 1 : halved(0, 1, isShort);
      now = leaning(q, lengths, s);
      yield show(
        s === 1
          ? 'The goal is out of reach: the chain is made straight.'
          : `Bending evenly cannot open it so far, so links lean towards the tip: the part s = ${s.toFixed(2)} of the way.`,
        now,
      );
    }
    const from = angleOf(tipOf(now));
    const swing = wrapped(angleOf(goal) - from);
    yield show(`The first joint has to swing the whole by ${degrees(swing)}.`, now, [
      sector('aim', base, 0.25, from, swing),
    ]);
    now = now.map((angle, i) => (i === 0 ? angle + swing : angle));
    const end = tipOf(now);
    yield show(`The tip is ${centimetres(length(minus(goal, end)))} from the goal, after one step.`, now, [
      sector('aim', base, 0.25, angleOf(end), 0),
    ]);
  },
};
