/** One CCD sweep, joint by joint, with limits kept inside it, after it, or not at all. */
import { button, make } from '../../demos/shell/dom.ts';
import { length, minus } from '../../demos/shell/plane.ts';
import { degrees } from '../../demos/shell/units.ts';
import { addSvg, sector, writeLine } from './board.ts';
import { row } from './parts.ts';
import { angleOf, centimetres, PlaneArm, wrapped } from './plane-arm.ts';

const clamps = { off: 'no limits', inside: 'clamp inside the sweep', after: 'clamp after the sweep' };

/**
 * Limit either way (radians), and a start from which two sweeps arrive with the clamp inside, but not with
 * the clamp after them.
 */
const limit = 1.4;
const start = [1.1, -1.4, 0.8, -0.6];
const lengths = [0.36, 0.3, 0.26, 0.2];

interface Step {
  readonly before: readonly number[];
  readonly after: readonly number[];
  /** The joint that turned; absent: all were clamped. */
  readonly joint?: number;
  readonly text: string;
}

export function sweep(host: HTMLElement): PlaneArm {
  const arm = new PlaneArm(host, {
    lengths,
    limit,
    start,
    goal: [0.42, 0.18],
    box: [-0.45, -0.25, 1.5, 1],
    label: 'An arm of four hinges and a goal',
    onGoal: () => restart(arm.q),
    draw,
  });
  const arc = addSvg(arm.board.under, 'polygon', 'arc');
  const toTip = addSvg(arm.board.under, 'polyline', 'sight');
  const toGoal = addSvg(arm.board.under, 'polyline', 'sight goal');
  const ghost = addSvg(arm.board.under, 'polyline', 'ghost');
  const steps: Step[] = [];
  /** Number of steps shown as done. */
  let done = 0;

  const back = button('◂ Back', 'back', () => go(done - 1));
  const forward = button('Step ▸', 'forward', () => go(done + 1));
  const options = Object.entries(clamps).map(([value, text]) => new Option(text, value));
  const clamp = make('select', { name: 'clamp' }, ...options);
  clamp.value = 'inside';
  clamp.addEventListener('change', () => restart(start));
  const reset = button('Start again', 'reset', () => restart(start));
  host.append(row(back, forward, reset, make('label', {}, 'Limits ', clamp)));

  /** Joints from the tip to the base; where limits are kept afterwards, one more step. */
  function take(): Step {
    const before = arm.q;
    const errorBefore = arm.error;
    const joint = lengths.length - 1 - (steps.length % (lengths.length + (clamp.value === 'after' ? 1 : 0)));
    if (joint < 0) arm.problem.state.projectOntoLimits();
    else arm.sweep(joint, { limits: clamp.value === 'inside', tolerance: 0 });
    const after = arm.q;
    const change = `error ${centimetres(errorBefore)} → ${centimetres(arm.error)}`;
    if (joint < 0) return { before, after, text: `All joints are clamped: ${change}.` };
    const turn = after[joint]! - before[joint]!;
    const isStopped = clamp.value === 'inside' && Math.abs(after[joint]!) > limit - 1e-6;
    const does =
      isStopped && Math.abs(turn) < 1e-6
        ? 'stays at its limit'
        : `turns by ${degrees(turn)}${isStopped ? ', to its limit' : ''}`;
    return { before, after, joint, text: `Joint ${joint + 1} ${does}: ${change}.` };
  }

  function go(to: number): void {
    if (to > steps.length) {
      arm.take(steps.at(-1)?.after ?? arm.q);
      steps.push(take());
    }
    done = Math.max(0, to);
    stand();
  }

  function restart(q: readonly number[]): void {
    arm.take(q);
    steps.length = done = 0;
    stand();
  }

  /** Shows the pose after the last shown step. */
  function stand(): void {
    arm.take(steps[done - 1]?.after ?? steps[0]?.before ?? arm.q);
    arm.show();
  }

  /** Draws the last step's turn: from the direction of the tip to that of the goal. */
  function draw(): string {
    const step = steps[done - 1];
    const { joint } = step ?? {};
    for (const each of [arc, toTip, toGoal]) each.toggleAttribute('hidden', joint === undefined);
    ghost.toggleAttribute('hidden', !step);
    back.disabled = done === 0;
    if (!step) return `Error ${centimetres(arm.error)}. Press “Step” for the first joint of a sweep.`;
    arm.take(step.before);
    const { points, tip } = arm;
    arm.take(step.after);
    writeLine(ghost, points);
    if (joint !== undefined) {
      const at = points[joint]!;
      const way = minus(tip, at);
      writeLine(toTip, [at, tip]);
      writeLine(toGoal, [at, arm.target]);
      const turn = wrapped(step.after[joint]! - step.before[joint]!);
      sector(arc, at, Math.min(0.16, length(way)), angleOf(way), turn);
    }
    return `Step ${done}. ${step.text}`;
  }

  restart(start);
  return arm;
}
