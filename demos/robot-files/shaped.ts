/** A robot from a reader's file with collision shapes: its own, or fitted to its meshes. */
import type { ModelDescription } from 'limber';
import { fitMeshes, type MeshSource } from 'limber/three';
import { fromURDF, withCapsules } from 'limber/robots';
import { loadMesh } from '../../web/src/three/mesh-source.ts';
import type { RobotSource } from './catalogue.ts';
import { finderOf } from './files.ts';

export interface ShapedRobot {
  /** Y is up. Without any shapes, it has a capsule along each link. */
  readonly description: ModelDescription;
  /** Number of its own shapes and of those fitted to meshes. */
  readonly count: number;
  /** Files of its collision meshes that could not be read. */
  readonly unread: readonly string[];
  /**
   * If there are any: the source of its meshes, and the greatest overshoot of its shapes beyond them
   * (metres).
   */
  readonly meshes?: { readonly find: MeshSource; readonly overshoot: number };
}

/** Fits that are ready, by their number of parts. */
const ready = new WeakMap<RobotSource, Map<number, ShapedRobot>>();

export const fitOf = (source: RobotSource, parts: number): ShapedRobot | null =>
  ready.get(source)?.get(parts) ?? null;

/** Whether shapes have been fitted to its meshes. */
export const hasFits = (source: RobotSource): boolean =>
  [...(ready.get(source)?.values() ?? [])].some(({ meshes }) => meshes);

/** `parts`: greatest number of shapes per mesh. */
export async function makeFit(source: RobotSource, parts: number): Promise<void> {
  const fit = await shaped(source, parts);
  const known = ready.get(source) ?? new Map<number, ShapedRobot>();
  ready.set(source, known.set(parts, fit));
}

async function shaped(source: RobotSource, parts: number): Promise<ShapedRobot> {
  const { own, upright } = source;
  const find = finderOf(source);
  let loaded = 0;
  const unread = new Set<string>();
  const fit = await fitMeshes(
    // A copy of the description has lost its collision meshes.
    own ? { ...upright, collisionMeshes: fromURDF(own.text).collisionMeshes } : upright,
    async ({ file }) => {
      const mesh = find(file) && (await loadMesh(file, find).catch(() => null));
      if (mesh) loaded += 1;
      else unread.add(file);
      return mesh;
    },
    { parts },
  );
  const count = fit.description.links.reduce((sum, { collision = [] }) => sum + collision.length, 0);
  return {
    description: count > 0 ? { ...upright, links: fit.description.links } : withCapsules(upright),
    count,
    unread: [...unread],
    ...(loaded > 0 && { meshes: { find, overshoot: fit.overshoot } }),
  };
}
