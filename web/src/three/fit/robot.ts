/** Collision shapes of robots whose meshes are loaded. */
import type { Object3D } from 'three';
import { Group } from 'three';
import type {
  LinkDescription,
  MeshShape,
  ModelDescription,
  ShapeDescription,
  CollisionShape,
} from '../../describe/description.ts';
import { LimberError, show } from '../../describe/errors.ts';
import { asObject } from '../../describe/flatten.ts';
import type { RobotLike } from '../robot-binding.ts';
import type { URDFDescription } from '../../robots/urdf/read.ts';
import { fitCapsules, fitHulls, type Fit, type HullFitOptions } from './mesh.ts';
import { meshOf } from './mesh-of.ts';

/** How each mesh of a robot is fitted. */
export interface RobotFitOptions extends HullFitOptions {
  /** Default `capsules`. */
  readonly by?: 'capsules' | 'hulls';
  /** Use a link's drawn shapes as `collision` if it has none. Default true. */
  readonly visuals?: boolean;
}

/** A robot whose links have `collision`. */
export interface RobotFit {
  /** Input for `Model.from`. */
  readonly description: ModelDescription;
  /** Metres: the largest of all meshes. */
  readonly overshoot: number;
}

/** Finds a mesh in the form of its file; null: it is left out. */
export type FindMesh = (mesh: MeshShape, link: string) => Object3D | null | Promise<Object3D | null>;

/** Collision geometry of a link. */
interface Found {
  readonly shapes: readonly CollisionShape[];
  /** Meshes in the frame of an object. */
  readonly meshes: readonly { readonly object: Object3D; readonly frame: Object3D }[];
}

const known = ['by', 'visuals', 'parts', 'overshoot', 'points'];

function fitMesh(object: Object3D, frame: Object3D, options: RobotFitOptions): Fit {
  const { by = 'capsules', parts = 1, overshoot = 0, points = 24 } = options;
  const mesh = meshOf(object, frame);
  if (mesh.positions.length === 0) return { shapes: [], overshoot: 0 };
  if (by === 'hulls') return fitHulls(mesh, { parts, overshoot, points });
  if (by === 'capsules') return fitCapsules(mesh, { parts, overshoot });
  throw new LimberError('badDescription', `options.by must be capsules or hulls, not ${show(by)}`);
}

function fitted(
  description: ModelDescription,
  foundOf: (link: LinkDescription) => Found,
  options: RobotFitOptions,
): RobotFit {
  let overshoot = 0;
  const links = description.links.map((link) => {
    const { shapes, meshes } = foundOf(link);
    const fits = meshes.map(({ object, frame }) => fitMesh(object, frame, options));
    overshoot = Math.max(overshoot, ...fits.map((each) => each.overshoot));
    const collision = [...shapes, ...fits.flatMap((each) => each.shapes)];
    return collision.length > 0 ? { ...link, collision } : link;
  });
  return { description: { ...description, links }, overshoot };
}

/** Drawn shapes except meshes, without colours. */
function solidsIn(shapes: readonly ShapeDescription[] = []): CollisionShape[] {
  return shapes.flatMap(({ color: _, ...shape }) => (shape.type === 'mesh' ? [] : [shape]));
}

/** The used part of a node of urdf-loader. */
interface UrdfNode extends Object3D {
  readonly isURDFCollider?: boolean;
  readonly isURDFVisual?: boolean;
  readonly urdfNode: Element | null;
}

/** For primitives the URDF is more exact than a mesh. */
const holdsMesh = ({ urdfNode }: UrdfNode): boolean =>
  Array.from(urdfNode?.children ?? []).some(
    ({ nodeName, children }) => nodeName === 'geometry' && children[0]?.nodeName === 'mesh',
  );

/**
 * Adds `collision` to the links of a URDF, from a robot loaded by urdf-loader with all its meshes (`onLoad`
 * of its manager) and `loader.parseCollision = true`: boxes, cylinders, spheres and capsules as they are, and
 * each mesh fitted.
 *
 * ```ts
 * const { description } = fitRobot(fromURDF(text), robot, { parts: 3, overshoot: 0.01 });
 * const model = Model.from(description);
 * ```
 *
 * @throws LimberError `unknownLink` if the robot lacks a link of the description.
 */
export function fitRobot(
  description: ModelDescription,
  robot: RobotLike,
  options: RobotFitOptions = {},
): RobotFit {
  const { visuals = true } = asObject(options, 'options', known);
  return fitted(
    description,
    ({ name, collision = [], shapes }) => {
      const frame = Object.hasOwn(robot.links, name) ? robot.links[name] : undefined;
      if (!frame) {
        const text = `the robot has no link ${show(name)}; give both the same URDF`;
        throw new LimberError('unknownLink', text);
      }
      const nodes = frame.children as UrdfNode[];
      const colliders = nodes.filter(({ isURDFCollider }) => isURDFCollider);
      const isDrawn = visuals && colliders.length === 0 && collision.length === 0;
      const worn = isDrawn ? nodes.filter(({ isURDFVisual }) => isURDFVisual) : colliders;
      return {
        shapes: isDrawn ? solidsIn(shapes) : collision,
        meshes: worn.filter(holdsMesh).map((object) => ({ object, frame })),
      };
    },
    options,
  );
}

/**
 * As `fitRobot`, for a URDF whose meshes you load yourself: `find` is called for each and returns the file as
 * loaded by three.js.
 */
export async function fitMeshes(
  description: URDFDescription | ModelDescription,
  find: FindMesh,
  options: RobotFitOptions = {},
): Promise<RobotFit> {
  const { visuals = true } = asObject(options, 'options', known);
  const { collisionMeshes = [] } = description as Partial<URDFDescription>;
  const found = new Map<LinkDescription, Found>();
  for (const link of description.links) {
    const own = collisionMeshes.filter((each) => each.link === link.name).map(({ mesh }) => mesh);
    const isDrawn = visuals && own.length === 0 && !link.collision?.length;
    const drawn = (link.shapes ?? []).filter((shape) => shape.type === 'mesh');
    const loaded = await Promise.all(
      (isDrawn ? drawn : own).map(async (mesh) => ({ mesh, object: await find(mesh, link.name) })),
    );
    found.set(link, {
      shapes: isDrawn ? solidsIn(link.shapes) : (link.collision ?? []),
      meshes: loaded.flatMap(({ mesh, object }) => (object ? [placed(mesh, object)] : [])),
    });
  }
  return fitted(description, (link) => found.get(link)!, options);
}

/** A mesh at its place in its link. */
function placed(mesh: MeshShape, object: Object3D): { object: Object3D; frame: Object3D } {
  const frame = new Group();
  const place = new Group();
  place.position.fromArray(mesh.position ?? [0, 0, 0]);
  place.quaternion.fromArray(mesh.rotation ?? [0, 0, 0, 1]);
  place.scale.fromArray(mesh.scale ?? [1, 1, 1]);
  frame.add(place);
  place.add(object.clone());
  return { object: place, frame };
}
