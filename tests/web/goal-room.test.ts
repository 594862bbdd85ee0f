/** Pictures of rooms: a tool moved to where an edge is drawn is there at that edge, as the core measures it. */
import { Model, Problem, type GoalDescription } from 'limber';
import { GoalRoom, type RoomEdge } from 'limber/three';
import { Quaternion, Vector3 } from 'three';
import { expect, it } from 'vitest';
import { link } from './support/models.ts';
import './support/silence.ts';

const target = [0.3, -0.2, 0.5];
const turned = [0.1, -0.5, 0.3, Math.sqrt(1 - 0.35)];
const pose = { type: 'pose', link: 'tool', target: [...target, ...turned] } as const;
const goals: readonly GoalDescription[] = [
  { type: 'position', link: 'tool', target, within: { x: [-0.1, 0.2], y: [null, 0.3], z: [null, null] } },
  { ...pose, within: { x: [-0.1, 0.2], z: [0.05, 0.1] } },
  { ...pose, within: { ry: [-0.4, 0.3] } },
  { ...pose, tilt: 0.3, twist: [-0.5, 0.2], about: 'x' },
  { type: 'orientation', link: 'tool', target: turned, tilt: [0.3, 0.6], about: 'y' },
  { type: 'direction', link: 'tool', target, axis: [0, 1, 0], tilt: 2 },
  { type: 'lookAt', link: 'tool', target, axis: [0, 0, 1], tilt: 0.7 },
  { type: 'distance', link: 'tool', target: [...target, 0.4], within: [-0.1, 0.2] },
];

const axes = [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)] as const;

/** Turns about which axis of the tool, and where a swing of none leads that axis (world). */
function aim(goal: GoalDescription, at: Vector3): { axis: Vector3; to: Vector3; turn: Quaternion } {
  if (goal.type === 'direction' || goal.type === 'lookAt') {
    const to = new Vector3(...target);
    if (goal.type === 'lookAt') to.sub(at);
    return { axis: new Vector3(...goal.axis!), to: to.normalize(), turn: new Quaternion() };
  }
  const { about = 'z', within = {} } = goal as { about?: string; within?: object };
  const name = Object.keys(within).find((each) => each.startsWith('r'))?.[1] ?? about;
  const axis = axes['xyz'.indexOf(name)]!;
  const turn = new Quaternion(...(turned as [number, number, number, number]));
  return { axis, to: axis.clone().applyQuaternion(turn), turn };
}

/** The tool's pose at an edge, by where it is drawn. */
function poseAt(goal: GoalDescription, edge: RoomEdge, at: Vector3): number[] {
  const { name } = edge;
  const place = new Vector3();
  edge.placeAt(edge.read(), place);
  const { axis, to, turn } = aim(goal, at);
  if (!/tilt|twist|r./.test(name)) return [...place, ...turn];
  const way = place.sub(at);
  if (name === 'tilt') {
    const first = goal.type === 'direction' || goal.type === 'lookAt' ? axis : to;
    return [...at, ...new Quaternion().setFromUnitVectors(first, way.normalize()).multiply(turn)];
  }
  // The next axis of the tool points to the ball on the arc.
  const next = axes[(axes.indexOf(axis) + 1) % 3]!.clone().applyQuaternion(turn);
  const across = way.addScaledVector(to, -way.dot(to)).normalize();
  return [...at, ...new Quaternion().setFromUnitVectors(next, across).multiply(turn)];
}

it.each(goals)('$type $within $tilt $twist', (description) => {
  const model = Model.from({
    links: [link('base', null, { type: 'free' }), link('tool', 'base', { type: 'fixed' })],
  });
  const problem = new Problem(model);
  const goal = problem.addGoal(description);
  // The tool of a turn stays at its target.
  const at = new Vector3(...(description.type === 'lookAt' ? [0.1, 0.4, 0.2] : target));
  const move = (numbers: readonly number[]): void => {
    problem.state.q.set(numbers);
    problem.state.update();
  };
  move([...at, ...aim(description, at).turn]);
  const room = new GoalRoom(problem, goal);
  expect(room.edges.length).toBeGreaterThan(0);
  for (const edge of room.edges) {
    move([...at, ...aim(description, at).turn]);
    room.update();
    move(poseAt(description, edge, at));
    const measured = goal.edges.filter(({ name, side }) => name === edge.name && side === edge.side);
    expect(
      measured.map(({ inside }) => Math.abs(inside) < 1e-9),
      `${edge.name} ${edge.side}`,
    ).toContain(true);
  }
  room.dispose();
  problem.dispose();
  model.dispose();
});

it('takes the other end along where one would pass it, so that any room can be written end by end', () => {
  const model = Model.from({ links: [link('tool', null, { type: 'free' })] });
  const problem = new Problem(model);
  const goal = problem.addGoal({ type: 'position', link: 'tool', target, within: { x: [-0.1, 0.1] } });
  const { edges } = new GoalRoom(problem, goal);
  for (const [least, most] of [
    [0.3, 0.5],
    [-0.5, -0.3],
  ]) {
    edges[0]!.write(least!);
    edges[1]!.write(most!);
    expect(goal).toHaveProperty('within', { x: [least, most] });
  }
  problem.dispose();
  model.dispose();
});
