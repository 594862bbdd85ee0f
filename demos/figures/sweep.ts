/** A sweep of CCD, joint by joint: what each looks at, how far it turns, and what a clamp does to the rest. */
import { button, make, write } from '../shell/dom.ts';
import { length, minus, type Point } from '../shell/plane.ts';
import { degrees } from '../shell/words.ts';
import { addSvg, angleOf, writeLine, PlaneArm, sector, wrapped } from './plane-arm.ts';
import { centimetres, type PageFigure } from './figure.ts';

type Clamp = 'off' | 'inside' | 'after';

const clamps: Readonly<Record<Clamp, string>> = {
  off: 'no limits',
  inside: 'clamp inside the sweep',
  after: 'clamp after the sweep',
};

/** Either way, and a start from which two sweeps arrive with the clamp inside, and none with the clamp after them. */
const limit = 1.4;
const start = [1.1, -1.4, 0.8, -0.6];

interface Step {
  readonly before: readonly number[];
  readonly after: readonly number[];
  /** The joint that turned; none: all were clamped. */
  readonly joint?: number;
  readonly text: string;
}

export function sweep(host: HTMLElement): PageFigure {
  const lengths = [0.36, 0.3, 0.26, 0.2];
  const arm = new PlaneArm(host, {
    lengths,
    limit,
    start,
    goal: [0.42, 0.18],
    box: [-0.45, -0.25, 1.5, 1],
    label: 'An arm of four hinges and a goal',
    onGoal: () => restart(arm.q),
  });
  const arc = addSvg(arm.under, 'polygon', 'arc');
  const [toTip, toGoal] = [
    addSvg(arm.under, 'polyline', 'sight'),
    addSvg(arm.under, 'polyline', 'sight goal'),
  ];
  const ghost = addSvg(arm.under, 'polyline', 'ghost');
  const first = arm.q;
  const steps: Step[] = [];
  /** Steps that are shown as done. */
  let done = 0;
  let clamp: Clamp = 'inside';

  const say = make('p', { className: 'say', role: 'status' });
  const back = button('◂ Back', 'back', () => go(done - 1));
  const forward = button('Step ▸', 'forward', () => go(done + 1));
  const select = make(
    'select',
    { name: 'clamp' },
    ...Object.entries(clamps).map(([value, text]) => new Option(text, value)),
  );
  select.value = clamp;
  select.addEventListener('change', () => {
    clamp = select.value as Clamp;
    restart(first);
  });
  const reset = button('Start again', 'reset', () => restart(first));
  host.append(
    make('div', { className: 'buttons' }, back, forward, reset, make('label', {}, 'Limits ', select)),
    say,
  );

  /** Joints from the tip to the base; where limits are kept afterwards, one more step. */
  const inSweep = (): number => lengths.length + (clamp === 'after' ? 1 : 0);

  function take(): Step {
    const before = arm.q;
    const errorBefore = arm.error;
    const place = steps.length % inSweep();
    const joint = place < lengths.length ? lengths.length - 1 - place : undefined;
    if (joint === undefined) arm.problem.state.projectOntoLimits();
    else arm.sweep(joint, { limits: clamp === 'inside', tolerance: 0 });
    const after = arm.q;
    const change = `error ${centimetres(errorBefore)} → ${centimetres(arm.error)}`;
    if (joint === undefined) return { before, after, text: `All joints are clamped: ${change}.` };
    const turn = after[joint]! - before[joint]!;
    const isStopped = clamp === 'inside' && Math.abs(after[joint]!) > limit - 1e-6;
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
    show();
  }

  function restart(q: readonly number[]): void {
    arm.take(q);
    steps.length = done = 0;
    show();
  }

  function show(): void {
    const step = steps[done - 1];
    arm.take((step ?? steps[0])?.before ?? arm.q);
    const before = arm.points;
    const tip = arm.tip;
    if (step) arm.take(step.after);
    arm.draw();
    const joint = step?.joint;
    for (const each of [arc, toTip, toGoal]) each.toggleAttribute('hidden', joint === undefined);
    ghost.toggleAttribute('hidden', !step);
    writeLine(ghost, before);
    if (step && joint !== undefined) {
      const at: Point = before[joint]!;
      const from = angleOf(minus(tip, at));
      writeLine(toTip, [at, tip]);
      writeLine(toGoal, [at, arm.target]);
      sector(
        arc,
        at,
        Math.min(0.16, length(minus(tip, at))),
        from,
        wrapped(step.after[joint]! - step.before[joint]!),
      );
    }
    back.disabled = done === 0;
    write(
      say,
      step
        ? `Step ${done}. ${step.text}`
        : `Error ${centimetres(arm.error)}. Press “Step” for the first joint of a sweep.`,
    );
  }

  restart(first);
  return arm;
}
