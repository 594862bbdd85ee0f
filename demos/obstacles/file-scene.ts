/** A robot out of a reader's file, with the collision shapes that it has, or that fit its meshes. */
import { Model, type ModelDescription } from 'limber';
import { fitMeshes } from 'limber/fit';
import { withCapsules } from 'limber/presets';
import { fromURDF } from 'limber/urdf';
import { loadMesh } from '../../web/src/three/mesh-source.ts';
import type { RobotSource } from '../robots/catalogue.ts';
import { findFile } from '../robots/files.ts';
import { distance } from '../shell/words.ts';
import { Robot } from './robot.ts';
import type { Scene } from './scenes.ts';
import { ball } from './things.ts';

/** `parts`: shapes round each mesh, at most. */
export async function fittedScene(source: RobotSource, parts: number): Promise<Scene> {
  const { own, start, tips, title, upright } = source;
  const find = (path: string): File | null => findFile(own?.given ?? [], path) ?? null;
  let loaded = 0;
  const fit = await fitMeshes(
    // What a copy of the description has lost.
    own ? { ...upright, collisionMeshes: fromURDF(own.text).collisionMeshes } : upright,
    async ({ file }) => {
      if (!find(file)) return null;
      const mesh = await loadMesh(file, find).catch(() => null);
      loaded += mesh ? 1 : 0;
      return mesh;
    },
    { parts },
  );
  const { overshoot } = fit;
  const description = { ...upright, links: fit.description.links };
  const count = countOf(description);
  const model = Model.from(upright);
  const { size } = model;
  model.dispose();
  return {
    name: 'file',
    title,
    text: textOf(count, loaded > 0 ? overshoot : null),
    make: () =>
      new Robot({
        description: count > 0 ? description : withCapsules(upright),
        start,
        tips: tips.slice(0, 1).map(({ name }) => name),
        ...(loaded > 0 && { meshes: find }),
      }),
    things: [ball(0.1 * size, [0.45 * size, 0.5 * size, 0.35 * size])],
    seen: null,
    side: [0.75, 0.35, 1],
    floor: false,
    ...(own && { own }),
    ...(loaded > 0 && { overshoot }),
  };
}

const countOf = ({ links }: ModelDescription): number =>
  links.reduce((sum, { collision = [] }) => sum + collision.length, 0);

function textOf(count: number, overshoot: number | null): string {
  if (count === 0) return 'Its file has no collision shapes: a capsule lies along each link.';
  const shapes = count === 1 ? 'one shape' : `${count} shapes`;
  if (overshoot === null) return `With ${shapes}, as its file has them.`;
  return `With ${shapes}, which stick out of its meshes by ${distance(overshoot)} at most.`;
}
