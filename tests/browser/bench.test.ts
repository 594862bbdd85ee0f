/** A bench, used as a developer would on a page. */

import { afterEach, beforeAll, expect, test } from 'vitest';
import { init, LimberError } from 'limber';
import { Bench, Body, type Exhibit, type SolveDetail } from 'limber/bench';
import { Character } from 'limber/character';
import { robots, yUp } from 'limber/robots';
import { CharacterFigure } from '../../demos/views/figure.ts';
import {
  centre,
  drawViews,
  makeHost,
  mouse,
  mouseDrag,
  press,
  removeAll,
  rest,
  staysStill,
  takeMessages,
  until,
} from './three-support.ts';

let bench: Bench | null = null;

drawViews(false);
beforeAll(() => init());

afterEach(() => {
  bench?.dispose();
  bench = null;
  removeAll();
  expect(takeMessages()).toEqual([]);
});

const arm = yUp(robots.panda);

function put(exhibit: Exhibit, onMove = () => {}) {
  const host = makeHost(500, 400);
  const status = document.createElement('p');
  const solved: SolveDetail[] = [];
  bench = new Bench(host, { status, onMove, onSolve: (detail) => solved.push(detail) });
  bench.show(exhibit);
  const handles = () => [...host.querySelectorAll<HTMLElement>('[aria-roledescription^=draggable]')];
  return { bench, host, status, solved, handles };
}

test('an arm is drawn, reaches, and follows a drag and keys; its status is told', async () => {
  const { bench, solved, status, handles } = put({ arm });
  await rest();
  expect(bench.effectors).toEqual(['effector']);
  expect(status.textContent).toBe('Reached.');
  const before = solved.at(-1)!.targets;
  const at = centre(handles()[0]!);
  await mouseDrag(at, { x: at.x - 30, y: at.y - 20 });
  await rest();
  expect(solved.at(-1)!.targets).not.toEqual(before);
  expect(bench.problem.goals[0]!.distance).toBeLessThan(1e-3);
  const dragged = solved.at(-1)!.targets;
  handles()[0]!.focus();
  await press('ArrowUp');
  await until(() => solved.at(-1)!.targets[1]! > dragged[1]!, 'the key');
  solved.length = 0;
  bench.reset();
  await rest();
  solved.at(-1)!.targets.forEach((each, i) => expect(each).toBeCloseTo(before[i]!, 12));
});

test('goals, obstacles and a track of an exhibit get what moves and stops them', async () => {
  const { bench, host, handles } = put({
    arm,
    goals: [{ type: 'pose', link: 'effector', target: [0.4, 0.5, 0.3, 1, 0, 0, 0] }],
    obstacles: [{ type: 'sphere', radius: 0.1, position: [0, 0.6, 0.5] }],
  });
  expect(handles().map((each) => each.getAttribute('aria-roledescription'))).toEqual([
    'draggable point',
    'draggable orientation',
    'draggable obstacle',
  ]);
  expect(host.querySelector('[part=pause]')).toBeNull();
  bench.show({ arm, track: 'circle' });
  const pause = host.querySelector<HTMLElement>('[part=pause]')!;
  const at = centre(pause);
  await mouse('mousePressed', at.x, at.y);
  await mouse('mouseReleased', at.x, at.y);
  await rest();
  await staysStill(() => bench.problem.state.q.slice(), 3);
  expect(pause.textContent).toBe('Play');
});

test('an arm goes where it is sent, and solves on; its overlay and camera are as the exhibit says', async () => {
  let moves = 0;
  const camera = { position: [2, 2, 2], target: [0, 0.4, 0] } as const;
  const { bench, handles } = put({ arm, camera, overlay: { axes: true } }, () => (moves += 1));
  await rest();
  expect([bench.reached, bench.resting]).toEqual([true, true]);
  const { x, y, z } = bench.view.camera.position;
  expect(Math.hypot(x - 2, y - 2, z - 2)).toBeLessThan(1e-9);
  const overlay = () => bench.view.scene.getObjectByName('joints')!;
  expect(overlay().visible).toBe(true);
  bench.tune({ overlay: null });
  expect(overlay().visible).toBe(false);
  await rest();

  const q = [...bench.problem.state.q];
  const away = q.map((each, i) => (i === 1 ? each + 0.5 : each));
  bench.go(away, 0.2);
  expect(bench.resting).toBe(false);
  await until(() => Math.abs(bench.problem.state.q[1]! - q[1]!) > 0.2, 'the arm to be on its way');
  await until(() => bench.resting, 'the arm to rest');
  expect(bench.reached).toBe(true);
  expect(() => bench.go([1])).toThrow('q has 1 numbers');

  expect(moves).toBe(0);
  const [handle] = handles();
  handle!.focus();
  await press('ArrowUp');
  await until(() => moves === 1, 'the move to be told');
});

test('without detours an arm stays where its solver is stuck', async () => {
  // The arm points straight up with the target on its line, where CCD turns no joint.
  const links = ['a', 'b', 'c'].map((name, i) => ({
    name,
    ...(i > 0 && { parent: 'abc'[i - 1]!, origin: { position: [0, 0.4, 0] as const } }),
    joint: i < 2 ? { type: 'revolute' as const, axis: [0, 0, 1] as const } : { type: 'fixed' as const },
  }));
  const straight = { description: { links }, effectors: ['c'], targets: [0, 0.3, 0] };
  const { bench } = put({ arm: straight, solver: 'ccd', detours: false });
  await rest();
  await staysStill(() => bench.problem.state.q.slice(), 60);
  expect(bench.reached).toBe(false);
  bench.show({ arm: straight, solver: 'ccd' });
  await until(() => bench.reached, 'another pose');
});

test('steps take a time constant to the target, and the arm rests there', async () => {
  const gain = 4;
  const { bench, handles, solved } = put({ arm, step: { gain } });
  await rest();
  expect(bench.reached).toBe(true);
  const at = centre(handles()[0]!);
  solved.length = 0;
  await mouseDrag(at, { x: at.x - 40, y: at.y - 20 });
  await mouse('mouseReleased', at.x - 40, at.y - 20);
  await rest();
  expect(bench.reached).toBe(true);
  // Steps shrink about 10 cm to a thousandth of the reach by exp(−gain t) within a second; a solve needs a
  // frame or two.
  const steps = solved.reduce((sum, { iterations }) => sum + iterations, 0);
  expect(steps).toBeGreaterThan(40);
});

test('a character has a cube for each hand', async () => {
  const scene = new CharacterFigure();
  const { bench, handles, solved } = put({ character: new Character(scene), scene });
  await rest();
  expect(handles()).toHaveLength(2);
  const at = centre(handles()[0]!);
  await mouseDrag(at, { x: at.x + 10, y: at.y - 30 });
  await rest();
  expect(Math.max(...solved.at(-1)!.residuals)).toBeLessThan(0.01);
  expect(bench.effectors).toHaveLength(2);
});

test('a whole body has a cube for each of its points; one dragged out of reach stays where it got to', async () => {
  const scene = new CharacterFigure();
  const { bench, handles, solved } = put({
    character: new Body(new Character(scene)),
    scene,
    maxIterations: 12,
  });
  await rest();
  expect(bench.effectors).toEqual(['leftHand', 'rightHand', 'head', 'hips', 'leftFoot', 'rightFoot']);
  expect(handles()).toHaveLength(6);
  expect(handles().map((each) => each.getAttribute('aria-label'))[0]).toBe('Left hand');
  const { q, targets } = solved.at(-1)!;
  const at = centre(handles()[0]!);
  await mouseDrag(at, { x: at.x + 150, y: at.y - 150 });
  await rest();
  await mouse('mouseReleased', at.x + 150, at.y - 150);
  await rest();
  const after = solved.at(-1)!;
  after.targets.slice(12).forEach((each, i) => expect(each).toBeCloseTo(targets[12 + i]!, 3));
  const way = (of: readonly number[]) => Math.hypot(of[0]! - targets[0]!, of[1]! - targets[1]!);
  expect(way(after.targets)).toBeGreaterThan(0.2);
  expect(bench.words).toBe('Reached.');
  bench.reset();
  await rest();
  solved.at(-1)!.q.forEach((each, i) => expect(each).toBeCloseTo(q[i]!, 2));
});

test('what does not fit is refused, and what was shown stays', async () => {
  const { bench } = put({ arm });
  await rest();
  const bad: readonly [Exhibit, string, string][] = [
    [{}, 'badDescription', 'give it an arm'],
    [{ arm, q: [1] }, 'badOption', 'q has 1 numbers; this arm needs 7'],
    [{ arm, targets: [1, NaN, 2] }, 'badOption', 'targets has NaN; give finite numbers'],
    [{ arm, track: 'moon' }, 'badOption', 'circle'],
    [{ arm, solver: 'curl' }, 'unsupported', 'curl'],
    [{ arm: { links: [] } }, 'emptyModel', 'no links'],
  ];
  for (const [exhibit, code, words] of bad) {
    let error: unknown;
    try {
      bench.show(exhibit);
    } catch (thrown) {
      error = thrown;
    }
    expect(error, words).toBeInstanceOf(LimberError);
    expect((error as LimberError).code).toBe(code);
    expect((error as LimberError).message).toContain(words);
    expect(bench.problem.goals).toHaveLength(1);
  }
  bench.tune({ solver: 'dls', maxIterations: 4 });
  await rest();
  expect(bench.words).toBe('Reached.');
  bench.dispose();
  bench.dispose();
  expect(() => bench.words).toThrow('call show first');
});
