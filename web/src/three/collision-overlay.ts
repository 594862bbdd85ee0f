import { DoubleSide, Group, Matrix4, Mesh, MeshStandardMaterial, Quaternion, Vector3 } from 'three';
import type { CollisionMesh, CollisionShape } from '../describe/description.ts';
import { collisionSolid } from './collision-solid.ts';
import { type ObstacleLike, type ProblemLike, sizeOf } from './model-like.ts';
import { type Palette, palettes, type Theme, type Themed } from './theme.ts';

/** Which collision shapes to show. */
export interface CollisionOverlayOptions {
  /** Also show obstacles in the world; default true. Use false if `ObstacleHandle`s draw them. */
  world?: boolean;
  /** Default 0.4. */
  opacity?: number;
}

/** A drawn shape, in a link's frame (−1: the world's): fixed, or at an obstacle's pose. */
interface Entry {
  readonly mesh: Mesh;
  readonly link: number;
  readonly obstacle: ObstacleLike | null;
  readonly pose: Matrix4;
}

/**
 * Draws the collision shapes of a problem over its arm: those of its links, and the obstacles present at
 * construction. An obstacle's pose may change, its size may not.
 */
export class CollisionOverlay extends Group implements Themed {
  readonly #entries: Entry[] = [];
  readonly #material: MeshStandardMaterial;

  constructor(
    private readonly problem: ProblemLike,
    options: CollisionOverlayOptions = {},
  ) {
    super();
    const { world = true, opacity = 0.4 } = options;
    this.name = 'collision shapes';
    this.#material = new MeshStandardMaterial({
      roughness: 0.6,
      transparent: opacity < 1,
      opacity,
      depthWrite: opacity === 1,
      side: DoubleSide,
    });
    const { links } = problem.model;
    for (const { index, collision = [] } of links)
      for (const shape of collision) this.#addShape(shape, index, null);
    for (const obstacle of problem.obstacles) {
      const { link } = obstacle.description;
      if (link || world)
        this.#addShape(
          obstacle.description,
          link ? links.findIndex(({ name }) => name === link) : -1,
          obstacle,
        );
    }
    this.setTheme('light');
    this.update();
  }

  /** Follows links and obstacles; allocates nothing. */
  update(): void {
    const { poses } = this.problem.state;
    for (const { mesh, link, obstacle, pose } of this.#entries) {
      if (obstacle) read(pose, obstacle.pose, 0);
      if (link < 0) mesh.matrix.copy(pose);
      else read(mesh.matrix, poses, 7 * link).multiply(pose);
      mesh.matrixWorldNeedsUpdate = true;
    }
  }

  setTheme(theme: Theme, palette: Palette = palettes[theme]): void {
    this.#material.color.set(palette.obstacle);
  }

  /** Frees the GPU memory; remove it from its view first. */
  dispose(): void {
    for (const { mesh } of this.#entries) mesh.geometry.dispose();
    this.#material.dispose();
  }

  #addShape(shape: CollisionShape | CollisionMesh, link: number, obstacle: ObstacleLike | null): void {
    const mesh = new Mesh(collisionSolid(shape, 2 * sizeOf(this.problem.model)), this.#material);
    mesh.matrixAutoUpdate = false;
    const { position: p = [0, 0, 0], rotation: r = [0, 0, 0, 1] } = shape;
    this.#entries.push({ mesh, link, obstacle, pose: read(new Matrix4(), [...p, ...r], 0) });
    this.add(mesh);
  }
}

const position = new Vector3();
const rotation = new Quaternion();
const unit = new Vector3(1, 1, 1);

function read(matrix: Matrix4, poses: ArrayLike<number>, at: number): Matrix4 {
  return matrix.compose(position.fromArray(poses, at), rotation.fromArray(poses, at + 3), unit);
}
