/** Scenes of the page Obstacles without drawing: laws that hold however goals and things are dragged. */
import { Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { random } from '../../../demos/race/random.ts';
import { scenes } from '../../../demos/obstacles/scenes.ts';
import { awayOf } from '../../../demos/obstacles/status-text.ts';
import { World } from '../../../demos/obstacles/world.ts';

const clearance = 0.01;
/** Frames allowed for coming to rest, and frames of dragging. */
const patience = 600;
const dragged = 200;
/** Largest motion of a hand per frame, in metres. */
const fastest = 0.06;
/**
 * Largest motion of a coordinate per frame, in radians (metres for a character's hips), and largest
 * oscillation at rest.
 */
const leap = 1;
const stillness = 0.01;

function settle(world: World): void {
  world.wake();
  for (let i = 0; i < patience && world.moving; i += 1) world.step();
  expect(world.moving).toBe(false);
}

const changeOf = (q: Float64Array, before: Float64Array): number =>
  q.reduce((most, each, i) => Math.max(most, Math.abs(each - before[i]!)), 0);

function open(scene: (typeof scenes)[number]): World {
  const world = new World(scene);
  world.clearance = clearance;
  return world;
}

describe.each(scenes)('the scene $name', (scene) => {
  it('starts clear, with its goals reached', () => {
    const world = open(scene);
    expect(world.actor.problem.clearance()).toBeGreaterThan(clearance);
    settle(world);
    expect(awayOf(world)).toBeLessThan(1e-3);
    world.dispose();
  });

  it('is never hit, whatever is dragged where; nothing leaps, and it comes to rest', () => {
    const world = open(scene);
    const { actor, movers } = world;
    const { problem } = actor;
    const draw = random(7);
    const inside = ({ min, max }: NonNullable<typeof scene.seen>): Vector3 =>
      new Vector3(
        min.x + draw() * (max.x - min.x),
        min.y + draw() * (max.y - min.y),
        min.z + draw() * (max.z - min.z),
      );
    let [least, farthest] = [Infinity, 0];
    for (let drag = 0; drag < 10; drag += 1) {
      const isGoal = draw() < 0.6;
      const grip = actor.grips[Math.floor(draw() * actor.grips.length)]!;
      const mover = movers[Math.floor(draw() * movers.length)]!;
      const to = inside(scene.seen!);
      const hand = isGoal ? grip.effector.target.clone() : mover.at.clone();
      actor.take?.(grip);
      for (let i = 0; i < dragged / 10; i += 1) {
        const way = hand.distanceTo(to);
        hand.lerp(to, Math.min(1, fastest / way));
        if (isGoal) actor.move(grip, hand);
        else mover.send(hand);
        world.wake();
        const before = problem.state.q.slice();
        world.step();
        farthest = Math.max(farthest, changeOf(problem.state.q, before));
        least = Math.min(least, problem.clearance());
      }
      actor.letGo?.(grip);
    }
    settle(world);
    // Solved again, it may creep on but must not tremble.
    const rest = problem.state.q.slice();
    const ways = new Float64Array(rest.length);
    world.wake();
    for (let i = 0; i < 40; i += 1) {
      const before = problem.state.q.slice();
      world.step();
      problem.state.q.forEach((each, k) => (ways[k]! += Math.abs(each - before[k]!)));
    }
    const trembling = ways.map((way, k) => way - Math.abs(problem.state.q[k]! - rest[k]!));
    expect(least).toBeGreaterThan(0.4 * clearance);
    expect(farthest).toBeLessThan(leap);
    expect(Math.max(...trembling)).toBeLessThan(stillness);
    world.dispose();
  });
});
