/** A robot from a reader's file among things. */
import type { RobotSource } from '../robot-files/catalogue.ts';
import { shaped, sizeOf, type ShapedRobot } from '../robot-files/shaped.ts';
import { distance } from '../shell/units.ts';
import { Robot } from './robot.ts';
import type { Scene } from './scenes.ts';
import { ball } from '../views/things.ts';

/** `parts`: greatest number of shapes per mesh. */
export async function fittedScene(source: RobotSource, parts: number): Promise<Scene> {
  const { own, start, tips, title } = source;
  const robot = await shaped(source, parts);
  const { description, meshes } = robot;
  const size = sizeOf(description);
  return {
    name: 'file',
    title,
    text: textOf(robot),
    make: () =>
      new Robot({
        description,
        start,
        tips: tips.slice(0, 1).map(({ name }) => name),
        ...(meshes && { meshes: meshes.find }),
      }),
    things: [ball(0.1 * size, [0.45 * size, 0.5 * size, 0.35 * size])],
    seen: null,
    side: [0.75, 0.35, 1],
    floor: false,
    ...(own && { own }),
    ...(meshes && { overshoot: meshes.overshoot }),
  };
}

function textOf({ count, meshes }: ShapedRobot): string {
  if (count === 0) return 'Its file has no collision shapes: a capsule lies along each link.';
  const shapes = count === 1 ? 'one shape' : `${count} shapes`;
  if (!meshes) return `With ${shapes}, as its file has them.`;
  return `With ${shapes}, which stick out of its meshes by ${distance(meshes.overshoot)} at most.`;
}
