/** `limber/fiber`: arms, goals and characters in a scene of react-three-fiber. */
import { useThree } from '@react-three/fiber';
import { init, type Problem, type SolveResult } from 'limber';
import { IKArm, type IKArmProps, IKCharacter, IKGoal, type IKGoalProps } from 'limber/fiber';
import type { Character } from 'limber/character';
import { type ReactNode, useEffect } from 'react';
import { type Mesh, type Object3D, Vector3 } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { person } from './person.ts';
import {
  arm,
  draw,
  type Drawn,
  endAll,
  errors,
  freesAll,
  isDisposed,
  near,
  onPage,
  ourMessages,
  still,
} from './react-support.tsx';
import { hover, laidOut, mouse, mouseDrag, staysStill, until } from './three-support.ts';

beforeAll(() => init());

afterEach(endAll);

let problem: Problem;
let status: SolveResult['status'];

const target = [0.3, 0.5, 0.2];

function Scene({ goal = {}, children, ...props }: Partial<IKArmProps> & { goal?: object }): ReactNode {
  const given = { type: 'position', link: 'effector', target, ...goal } as IKGoalProps;
  return (
    <>
      <hemisphereLight />
      <IKArm
        description={{ ...arm }}
        solver="lm"
        {...props}
        onSolve={(result, solved) => ([status, problem] = [result.status, solved])}
      >
        {children === undefined ? <IKGoal {...given} /> : children}
      </IKArm>
    </>
  );
}

/** Metres, in the arm's frame. */
const hand = (): number[] => Array.from(problem.state.poses.slice(-7, -4));

async function settled(children: ReactNode, before?: Drawn): Promise<Drawn> {
  const drawn = before ?? (await draw(children));
  if (before) before.show(children);
  await still(drawn);
  return drawn;
}

const objects = ({ state }: Drawn, name: string): Object3D[] => {
  const found: Object3D[] = [];
  state.scene.traverse((each) => each.name === name && found.push(each));
  return found;
};

/** The button stays down. */
async function dragBy(drawn: Drawn, point: readonly number[], dx: number, dy: number): Promise<void> {
  const { x, y } = onPage(drawn, point);
  await hover(x, y);
  await mouseDrag({ x, y }, { x: x + dx / 2, y: y + dy / 2 }, { x: x + dx, y: y + dy });
}

async function dropBy(drawn: Drawn, point: readonly number[], dx: number, dy: number): Promise<void> {
  await dragBy(drawn, point, dx, dy);
  await mouse('mouseReleased', 0, 0);
  await still(drawn);
}

test('an arm goes to its goal, rests, and is freed with its canvas', async () => {
  await freesAll(async () => {
    const drawn = await settled(<Scene />);
    expect(status).toBe('converged');
    expect(hand()).toEqual(near(target));
    expect([objects(drawn, 'arm').length, objects(drawn, 'goal').length]).toEqual([1, 1]);
    const shown = drawn.state.scene.getObjectByName('effector')!.getWorldPosition(new Vector3());
    expect(shown.toArray()).toEqual(near(target));
    await staysStill(() => drawn.frames, 30);
  });
});

test('a drag of the goal takes the hand along, while the controls rest', async () => {
  const controls = { enabled: true };
  const Controls = (): ReactNode => {
    const set = useThree((state) => state.set);
    useEffect(() => set({ controls: controls as never }), [set]);
    return null;
  };
  const [onChange, onDragStart, onDragEnd] = [vi.fn<(now: number[]) => void>(), vi.fn(), vi.fn()];
  const goal = { onChange, onDragStart, onDragEnd };
  const scene = (more: object = {}) => (
    <>
      <Controls />
      <Scene position={[0.1, 0, 0]} goal={{ ...goal, ...more }} />
    </>
  );
  const drawn = await settled(scene());
  const at = [target[0]! + 0.1, target[1]!, target[2]!];
  const { x, y } = onPage(drawn, at);
  await dragBy(drawn, at, -60, -40);
  expect(controls.enabled).toBe(false);
  await mouse('mouseReleased', x - 60, y - 40);
  await still(drawn);
  expect(controls.enabled).toBe(true);
  expect(onDragStart).toHaveBeenCalledOnce();
  expect(onDragEnd).toHaveBeenCalledOnce();
  expect(onDragStart).toHaveBeenCalledBefore(onDragEnd);
  const last = onChange.mock.lastCall![0];
  expect(last[0]).toBeLessThan(target[0]! - 0.1);
  expect(last[1]).toBeGreaterThan(target[1]! + 0.05);
  const there = onPage(drawn, [last[0]! + 0.1, last[1]!, last[2]!]);
  expect([there.x - x, there.y - y]).toEqual([expect.closeTo(-60, -0.5), expect.closeTo(-40, -0.5)]);
  expect(hand()).toEqual(near(last));

  // It stays there when the scene renders again with the same target, and goes where another one says.
  await settled(scene(), drawn);
  expect(hand()).toEqual(near(last));
  await settled(scene({ target: [-0.2, 0.5, 0.3] }), drawn);
  expect(hand()).toEqual(near([-0.2, 0.5, 0.3]));
});

test('a drag ends with its component, and with a cancelled pointer', async () => {
  const drawn = await settled(<Scene />);
  const { x, y } = onPage(drawn, target);
  await dragBy(drawn, target, 30, 0);
  await still(drawn);
  const held = hand();
  window.dispatchEvent(new Event('blur'));
  await mouse('mouseMoved', x + 90, y);
  await still(drawn);
  expect(hand()).toEqual(near(held));
  await mouse('mouseReleased', x + 90, y);
  await settled(<Scene goal={{ handle: false }} />, drawn);
  expect(objects(drawn, 'goal')).toEqual([]);
  expect(hand()).toEqual(near(held));
});

test('rings turn a pose, and an arrow a direction', async () => {
  const onChange = vi.fn<(now: number[]) => void>();
  const drawn = await settled(<Scene goal={{ type: 'pose', target: [...target, 1, 0, 0, 0], onChange }} />);
  const rings = objects(drawn, 'orientation')[0] as Mesh;
  rings.geometry.computeBoundingSphere();
  const radius = rings.geometry.boundingSphere!.radius;
  const edge = [target[0]!, target[1]! + 0.97 * radius, target[2]!];
  await dropBy(drawn, edge, 25, 0);
  const last = onChange.mock.lastCall![0];
  expect(last.slice(0, 3)).toEqual(target);
  expect(Math.hypot(...last.slice(3))).toBeCloseTo(1, 9);
  expect(Math.abs(last[3]!)).toBeLessThan(0.995);
  expect(problem.goals[0]!.angle).toBeLessThan(0.01);

  await settled(<Scene goal={{ type: 'direction', target: [0, -1, 0], onChange }} />, drawn);
  expect(objects(drawn, 'orientation')).toEqual([]);
  const arrow = objects(drawn, 'direction')[0]!;
  const tip = arrow.localToWorld(new Vector3(0, 0.22, 0)).toArray();
  await dropBy(drawn, tip, 30, 0);
  expect(onChange.mock.lastCall![0][0]).toBeGreaterThan(0.05);
});

test('room is followed, and a target that is not given stays', async () => {
  const scene = (most: number) => (
    <Scene>
      <IKGoal type="position" link="effector" within={{ x: [-most, most] }} />
      <IKGoal type="position" link="effector" target={target} priority={1} weight={0.5} />
    </Scene>
  );
  const loose = () => problem.goals.find(({ priority }) => priority === 0)!;
  const drawn = await settled(scene(0.1));
  const middle = [...loose().target];
  for (const most of [0.1, 0.2]) {
    await settled(scene(most), drawn);
    expect([...loose().target]).toEqual(middle);
    expect(Math.abs(hand()[0]! - middle[0]!)).toBeCloseTo(most, 2);
  }
});

test('props are followed: joint values, solver, shape, another description', async () => {
  await freesAll(async () => {
    const drawn = await settled(<Scene>{null}</Scene>);
    const q = [0.5, -1, 1, 0, 0.2, 0];
    await settled(<Scene q={q}>{null}</Scene>, drawn);
    expect([...problem.state.q]).toEqual(q);
    const first = problem;
    const shape = objects(drawn, 'arm')[0];
    await settled(<Scene q={q} tips={false} solver="dls" children={null} />, drawn);
    expect(problem === first).toBe(true);
    expect(objects(drawn, 'arm')).toHaveLength(1);
    expect(objects(drawn, 'arm')[0]).not.toBe(shape);
    await settled(<Scene description={{ ...arm, name: 'another' }} />, drawn);
    expect([problem.model.name, problem.goals.length]).toEqual(['another', 1]);
    expect(isDisposed(first)).toBe(true);
  });
});

test('a goal goes with its component, and children take the place of its handle', async () => {
  const drawn = await settled(
    <Scene>
      <IKGoal type="position" link="effector" target={target}>
        <mesh name="mine">
          <sphereGeometry args={[0.05]} />
        </mesh>
      </IKGoal>
      <IKGoal type="joint" link="joint 3" target={[0.2]} weight={0.1} />
    </Scene>,
  );
  expect(problem.goals.map(({ type }) => type).sort()).toEqual(['joint', 'position']);
  expect(objects(drawn, 'goal')).toEqual([]);
  expect(objects(drawn, 'mine')[0]!.getWorldPosition(new Vector3()).toArray()).toEqual(near(target));
  await dropBy(drawn, target, 0, -40);
  expect(hand()[1]).toBeGreaterThan(target[1]! + 0.03);
  await settled(<Scene>{null}</Scene>, drawn);
  expect(problem.goals).toEqual([]);
});

test('errors go to the boundary around the canvas', async () => {
  const drawn = await settled(<Scene />);
  // react-three-fiber also reports them to the page.
  const quiet = (event: Event): void => (event.preventDefault(), event.stopImmediatePropagation());
  window.addEventListener('error', quiet, { capture: true });
  drawn.show(<Scene goal={{ link: 'hook' }} />);
  await until(() => errors.length > 0, 'the error');
  await laidOut();
  window.removeEventListener('error', quiet, { capture: true });
  expect(errors.splice(0)[0]).toMatchObject({ name: 'LimberError', code: 'unknownLink' });
  for (const text of ourMessages()) expect(text).toContain("'hook'");
});

test('a character reaches, and follows its animation', async () => {
  await freesAll(async () => {
    const { scene } = await new GLTFLoader().parseAsync(await person(), '');
    let character!: Character;
    const hands = [0.4, 0.4, 0.3];
    const body = (more: object = {}, goal: object = {}) => (
      <group position={[0, -1, 0]}>
        <IKCharacter scene={scene} onSolve={(_, solved) => (character = solved)} {...more}>
          <IKGoal type="position" link="leftHand" target={hands} {...goal} />
          <IKGoal type="pose" link="leftFoot" handle={false} />
          <IKGoal type="lookAt" link="head" axis={[0, 0, 1]} target={[0, 0.5, 5]} />
        </IKCharacter>
      </group>
    );
    const drawn = await settled(body());
    const bone = (): number[] => character.findBone('leftHand')!.getWorldPosition(new Vector3()).toArray();
    expect(character.effectors).toHaveLength(2);
    expect(bone()).toEqual(near(hands));
    const handle = objects(drawn, 'goal')[0]!;
    expect(handle.getWorldPosition(new Vector3()).toArray()).toEqual(near(hands));
    await dropBy(drawn, hands, 0, -30);
    expect(bone()[1]).toBeGreaterThan(hands[1]! + 0.05);
    const steps: number[] = [];
    drawn.show(body({ onFrame: (_: Character, dt: number) => steps.push(dt) }));
    await until(() => steps.length > 5, 'frames of the animation');
  });
});
