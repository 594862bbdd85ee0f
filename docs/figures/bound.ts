/**
 * A bound on velocity: the approach speed of an arm and a ball, beside the greatest that their distance
 * allows.
 */
import { frameTime } from '../../demos/shell/clock.ts';
import type { Point } from '../../demos/shell/plane.ts';
import { Ticker } from '../../demos/shell/ticker.ts';
import { addChart, addLine, addSvg, put, writeLine } from './board.ts';
import { centimetres, PlaneArm } from './plane-arm.ts';

/** Metres: radii of the links and of the ball, and the clearance kept. */
const radius = 0.035;
const ballRadius = 0.12;
const clearance = 0.04;
/**
 * ξ, also the rate at which the goal's error decays, 1/s; below, the largest error that counts, as a part of
 * the reach: small, to keep the arm calm.
 */
const gain = 20;
const maxError = 0.02;
/** Range of the chart: metres, and metres per second. */
const farthest = 0.2;
const fastest = 0.6;
/** Points of the trail, and steps at rest before time stops. */
const trailLength = 90;
const patience = 30;

/** d' ≥ −ξ (d − m). */
export const slowest = (distance: number): number => -gain * (distance - clearance);

/** A chart of speed over distance, with the bound, a dot and its trail. */
function chart(host: HTMLElement): (trail: readonly Point[]) => void {
  const at = ([distance, speed]: Point): Point => [
    Math.min(distance, farthest) / farthest,
    (0.6 * Math.min(Math.max(speed, -fastest), fastest / 3)) / fastest,
  ];
  const upright = addChart(host, '-0.08 -0.26 1.16 0.94', [
    [1, -0.04, 'd'],
    [0.03, -0.18, 'd′'],
    [0.06, 0.5, 'too fast'],
  ]);
  // From the upper to the lower edge of the chart.
  const line = [fastest / 3, -fastest].map((speed) => at([clearance - speed / gain, speed]));
  const [high, low] = [at([0, fastest / 3]), at([0, -fastest])];
  addLine(upright, 'polygon', 'forbidden', [high, ...line, low]);
  addLine(upright, 'polyline', 'axis', [[0, 0.24], [0, 0], [1.05, 0], [0, 0], low]); // prettier-ignore
  addLine(upright, 'polyline', 'curve exact', line);
  const trail = addSvg(upright, 'polyline', 'curve damped');
  const dot = addSvg(upright, 'circle', 'dot damped', { r: 0.02 });
  return (points) => {
    writeLine(trail, points.map(at));
    put(dot, at(points.at(-1)!));
  };
}

/** The arm of this figure, with its clock, for tests. */
export interface BoundFigure {
  readonly arm: PlaneArm;
  /** Distance and its rate of change per second, for the last steps. */
  readonly trail: readonly Point[];
  step(): void;
  dispose(): void;
}

export function bound(host: HTMLElement): BoundFigure {
  const arm = new PlaneArm(host, {
    lengths: [0.45, 0.4, 0.3],
    start: [2.2, -0.5, -0.4],
    radius,
    goal: [0.75, 0.5],
    box: [-0.75, -0.2, 1.75, 1.3],
    label: 'An arm of three hinges, a goal, and a ball in its way',
    onGoal: wake,
    draw: () => {
      const [pair] = problem.nearestPairs(1);
      writeLine(near, pair ? pair.points.map(([x, y]) => [x, y] as const) : []);
      plot(trail);
      const [distance, speed] = trail.at(-1)!;
      const most = Math.max(0, -slowest(distance));
      return `${centimetres(distance)} apart, coming nearer by ${centimetres(Math.max(0, -speed))} per second; ${centimetres(most)} per second are allowed.`;
    },
  });
  const { problem } = arm;
  const ball = problem.addObstacle({ type: 'sphere', radius: ballRadius, position: [0.1, 0.78, 0] });
  arm.board.addHandle(arm.board.over, 'cube ball', {
    label: 'Ball',
    radius: ballRadius,
    at: () => [ball.pose[0]!, ball.pose[1]!],
    move: (at) => {
      ball.pose.set(arm.board.within(at));
      wake();
    },
  });
  const near = addSvg(arm.board.over, 'polyline', 'near');
  const plot = chart(host);

  const trail: Point[] = [[problem.clearance(), 0]];
  let still = 0;
  const ticker = new Ticker(host);
  ticker.onFrame = () => {
    step();
    arm.show();
    return still < patience;
  };

  function step(): void {
    const before = problem.clearance();
    problem.step(frameTime, { gain, maxError, clearance });
    const after = problem.clearance();
    trail.push([after, (after - before) / frameTime]);
    if (trail.length > trailLength) trail.shift();
    const moves = problem.velocities.some((each) => Math.abs(each) > 1e-3);
    still = moves ? 0 : still + 1;
  }

  function wake(): void {
    still = 0;
    ticker.invalidate();
  }

  arm.show();
  wake();
  return {
    arm,
    trail,
    step,
    dispose: () => {
      ticker.onFrame = null;
      arm.dispose();
    },
  };
}
