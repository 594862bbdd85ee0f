/** Curl: every joint but the first turns by φ, until the tip is as far from the base as the goal; the first swings it there. */
import { length, minus, polar, type Point } from '../../../demos/shell/plane.ts';
import { degrees } from '../../../demos/shell/units.ts';
import { angleOf, centimetres, wrapped } from '../plane-arm.ts';
import { line, sector, type Frame, type Mark, type Steps } from './frame.ts';
import { linksOf, pointsOf, scaled } from './planar.ts';

/** Metres. */
const precision = 1e-12;

const cross = ([ax, ay]: Point, [bx, by]: Point): number => ax * by - ay * bx;

/** x in [0, π] with sin x / x = ratio: half the angle of an arc whose chord is this part of its length. */
function halfArc(ratio: number): number {
  if (ratio >= 1) return 0;
  let [low, high] = [0, Math.PI];
  for (let i = 0; i < 60; ++i) {
    const x = (low + high) / 2;
    if (Math.sin(x) > ratio * x) low = x;
    else high = x;
  }
  return low;
}

/** Pose whose hinges have all turned by φ, but for the first. */
const curled = (q: readonly number[], phi: number): number[] =>
  q.map((angle, i) => (i > 0 ? angle + phi : angle));

/** Newton's steps for φ in |Σ w e^{jkφ}| = wanted. */
export function curls(q: readonly number[], lengths: readonly number[], wanted: number): number[] {
  const whole = lengths.reduce((sum, each) => sum + each, 0);
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

/** The lean at which the tip is this far from the base, by halving. */
function lean(q: readonly number[], lengths: readonly number[], wanted: number): number {
  let [low, high] = [0, 1];
  for (let i = 0; i < 60; ++i) {
    const s = (low + high) / 2;
    if (length(pointsOf(leaning(q, lengths, s), lengths).at(-1)!) < wanted) low = s;
    else high = s;
  }
  return high;
}

export const curl: Steps = {
  lengths: Array.from({ length: 9 }, () => 0.12),
  start: [1.1, 0.75, 0.4, 0.1, -0.15, -0.3, -0.4, -0.5, -0.6],
  goal: [0.55, 0.2],
  frames(q, goal) {
    const { lengths } = this;
    const frames: Frame[] = [];
    const wanted = length(goal);
    const show = (text: string, now: readonly number[], ...more: Mark[]): Point => {
      const points = pointsOf(now, lengths);
      const tip = points.at(-1)!;
      const turn = wrapped(angleOf(tip) - angleOf(goal));
      const arc = Array.from({ length: 31 }, (_, k) =>
        polar([0, 0], wanted, angleOf(goal) + (turn * k) / 30),
      );
      frames.push({
        links: linksOf(points),
        marks: [
          line('to-goal', ...arc),
          line('aim', points[0]!, tip),
          line('to-goal', points[0]!, goal),
          ...more,
        ],
        text,
      });
      return tip;
    };
    const base: Point = [0, 0];
    const far = (now: readonly number[]): string => centimetres(length(pointsOf(now, lengths).at(-1)!));

    show(`The tip is ${far(q)} from the base, the goal ${centimetres(wanted)}.`, q);
    const whole = lengths.reduce((sum, each) => sum + each, 0);
    const phis = wanted < whole ? curls(q, lengths, wanted) : [];
    let now = curled(q, phis.at(-1) ?? 0);
    let left = length(pointsOf(q, lengths).at(-1)!) - wanted;
    phis.slice(1).forEach((phi, k) => {
      // The last digits are too fine to be seen.
      if (Math.abs(left) < 1e-3) return;
      const curve = curled(q, phi);
      const tip = show(
        `Newton’s step ${k + 1}: all joints but the first turn by φ = ${degrees(phi)}, and the tip is ${far(curve)} from the base.`,
        curve,
      );
      left = length(tip) - wanted;
    });
    if (wanted >= whole || length(pointsOf(now, lengths).at(-1)!) < wanted - 1e-9) {
      const s = wanted >= whole ? 1 : lean(q, lengths, wanted);
      now = leaning(q, lengths, s);
      show(
        s === 1
          ? 'The goal is out of reach: the chain is made straight.'
          : `Bending evenly cannot open it so far, so links lean towards the tip: the part s = ${s.toFixed(2)} of the way.`,
        now,
      );
    }
    const tip = pointsOf(now, lengths).at(-1)!;
    const swing = wrapped(angleOf(goal) - angleOf(tip));
    show(
      `The first joint has to swing the whole by ${degrees(swing)}.`,
      now,
      sector('aim', base, 0.25, angleOf(tip), swing),
    );
    now = now.map((angle, i) => (i === 0 ? angle + swing : angle));
    const end = pointsOf(now, lengths).at(-1)!;
    show(
      `The tip is ${centimetres(length(minus(goal, end)))} from the goal, after one step.`,
      now,
      sector('aim', base, 0.25, angleOf(end), 0),
    );
    return frames;
  },
};
