/** `limber/react`: problems of components live as long as these, whatever React does to effects. */
import type { ModelDescription, PositionGoal, Problem } from 'limber';
import { type IK, useIK } from 'limber/react';
import { Vector3 } from 'three';
import { Activity, type ReactNode, StrictMode, useEffect } from 'react';
import { afterEach, expect, test } from 'vitest';
import { usedMemory } from '../web/support/heap.ts';
import {
  arm,
  Boundary,
  endAll,
  errors,
  freesAll,
  isDisposed,
  makeRoot,
  near,
  turnOfReact,
} from './react-support.tsx';
import { until } from './three-support.ts';

afterEach(endAll);

/** What components have seen, in order. */
let seen: (IK | null)[] = [];
const latest = (): IK => seen.at(-1)!;

interface ArmProps {
  readonly description?: ModelDescription;
  readonly target?: readonly number[] | Vector3;
  readonly room?: Pick<PositionGoal, 'within'>;
}

/** Uses its problem in an effect of its own, as pages do; an effect that meets a disposed one throws. */
function Arm({ description = arm, target = [0.3, 0.4, 0.2], room = {} }: ArmProps): ReactNode {
  const goals = [{ type: 'position', link: 'effector', target, ...room }] as const;
  const ik = useIK({ ...description }, goals, { solver: 'dls', maxIterations: 200 });
  seen.push(ik);
  useEffect(() => void ik?.problem.supports('lm'), [ik, target]);
  return ik?.result?.status ?? 'waiting';
}

async function show(inside: ReactNode, root = makeRoot()) {
  seen = [];
  root.render(
    <StrictMode>
      <Boundary>{inside}</Boundary>
    </StrictMode>,
  );
  await until(() => seen.at(-1) != null || errors.length > 0, 'the problem');
  await turnOfReact();
  return root;
}

test('a problem is null first, then solved, once in StrictMode, and freed with the component', async () => {
  const left: Problem[] = [];
  await freesAll(async () => {
    await show(<Arm />);
    expect(seen[0]).toBeNull();
    expect(new Set(seen.map((ik) => ik?.problem)).size).toBe(2);
    const { problem, result, q, poses } = latest();
    expect([problem.goals.length, result!.status]).toEqual([1, 'converged']);
    expect([...q]).toEqual([...problem.state.q]);
    expect([...poses.slice(-7, -4)]).toEqual(near([0.3, 0.4, 0.2]));
    left.push(problem);
  });
  expect(left.map(isDisposed)).toEqual([true, true]);
});

test('another target keeps the problem and its pose; equal data change nothing', async () => {
  const root = await show(<Arm />);
  const first = latest();
  await show(<Arm target={[0.3, 0.4, 0.2]} />, root);
  expect(latest()).toBe(first);
  const moved = new Vector3(0.3, 0.4, 0.2);
  await show(<Arm target={moved} />, root);
  expect(latest()).toBe(first);
  moved.setX(0.2);
  await show(<Arm target={moved} />, root);
  expect([latest().problem, latest().poses.at(-7)]).toEqual([first.problem, expect.closeTo(0.2, 2)]);
  await show(<Arm target={[-0.3, 0.5, 0.2]} />, root);
  await until(() => latest() !== first, 'another solve');
  expect(latest().problem).toBe(first.problem);
  expect([...latest().poses.slice(-7, -4)]).toEqual(near([-0.3, 0.5, 0.2]));
  // Earlier renders keep their numbers.
  expect(first.poses.at(-7)).toBeCloseTo(0.3, 2);
});

test('another description makes another problem, and nothing meets the old one', async () => {
  await freesAll(async () => {
    const root = await show(<Arm />);
    const { problem } = latest();
    await show(<Arm description={{ ...arm, name: 'another' }} target={[0.2, 0.5, 0.2]} />, root);
    expect(seen[0]).toBeNull();
    expect(latest().problem.model.name).toBe('another');
    expect(isDisposed(problem)).toBe(true);
  });
});

test('a hidden component has none, and gets one when it is shown again', async () => {
  const at = (mode: 'visible' | 'hidden') => (
    <Activity mode={mode}>
      <Arm />
    </Activity>
  );
  await freesAll(async () => {
    const root = await show(at('visible'));
    const { problem } = latest();
    const used = usedMemory();
    root.render(at('hidden'));
    await until(() => isDisposed(problem), 'the end of the problem');
    expect(usedMemory()).toBeLessThan(used - 1000);
    await show(at('visible'), root);
    await until(() => latest() !== null, 'another problem');
    expect(latest().problem.solve().status).toBe('converged');
  });
});

test('room may change; a target that is not given stays', async () => {
  const root = await show(<Arm />);
  const { problem } = latest();
  for (const most of [0.1, 0.2]) {
    await show(<Arm room={{ within: { x: [0.05, most] } }} />, root);
    const [goal] = latest().problem.goals;
    expect(goal).toMatchObject({ within: { x: [0.05, most] }, reached: true });
    expect([latest().problem, latest().poses.at(-7)]).toEqual([problem, expect.closeTo(0.35, 2)]);
  }
  const Follow = ({ x, most }: { x: number; most: number }): ReactNode => {
    const within = { x: [-most, most] } as const;
    const pull = { type: 'position', link: 'effector', target: [x, 0.4, 0.2], priority: 1 } as const;
    seen.push(useIK(arm, [{ type: 'position', link: 'effector', within }, pull]));
    return null;
  };
  await show(<Follow x={0.3} most={0.1} />, root);
  const target = [...latest().problem.goals[0]!.target];
  await show(<Follow x={0.3} most={0.2} />, root);
  expect([...latest().problem.goals[0]!.target]).toEqual(target);
  expect(latest().problem.goals[0]!.distance).toBeLessThan(1e-3);
  expect(Math.abs(latest().poses.at(-7)! - target[0]!)).toBeCloseTo(0.2, 2);
});

test('a bad description, and a bad goal, go to the error boundary', async () => {
  const Wrong = (): ReactNode => (useIK(arm, [{ type: 'position', link: 'hook' }]), 'waiting');
  const told = async (inside: ReactNode): Promise<string> => {
    const host = document.createElement('p');
    await show(inside, makeRoot(host));
    errors.length = 0;
    return host.textContent;
  };
  await freesAll(async () => {
    expect(await told(<Arm description={{ links: [{ name: 'a', parent: 'b' }] }} />)).toBe('unknownParent');
    expect(await told(<Wrong />)).toBe('unknownLink');
    expect(await told(<Arm room={{ within: { x: [1, 0] } }} />)).toBe('badGoal');
    await show(<Arm />);
  });
});

test('options that are false leave the solve to the component', async () => {
  let ik: IK | null = null;
  const Own = (): ReactNode => {
    ik = useIK(arm, [{ type: 'position', link: 'effector', target: [0.3, 0.4, 0.2] }], false);
    seen.push(ik);
    return null;
  };
  await show(<Own />);
  expect(ik!.result).toBeNull();
  expect(ik!.problem.solve().status).toBe('converged');
});
