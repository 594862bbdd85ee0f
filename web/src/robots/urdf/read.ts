/** URDF, the Unified Robot Description Format of ROS: https://wiki.ros.org/urdf/XML */
import type {
  Interval,
  JointDescription,
  LinkDescription,
  MeshShape,
  ModelDescription,
} from '../../describe/description.ts';
import { listed, show } from '../../describe/errors.ts';
import { asObject, bad } from '../../describe/flatten.ts';
import { readJoint, type UrdfJoint } from './joint.ts';
import { readCollision, readMaterials, readShapes } from './shapes.ts';
import { warnOfUnread } from './unread.ts';
import { elementsOf, expand, XmlSource, type Element } from './xml.ts';

/** A mesh of a `<collision>`. `fitMeshes` of `limber/three` converts it to shapes. */
export interface CollisionMesh {
  /** Name of the link. */
  readonly link: string;
  /** Mesh in the link's frame. */
  readonly mesh: MeshShape;
}

/** The result of `fromURDF`. */
export interface URDFDescription extends ModelDescription {
  /**
   * Ignored parts and likely mistakes: one sentence each, with its line. Not enumerable, so copies and JSON
   * contain only the description.
   */
  readonly warnings: readonly string[];
  /**
   * Parts missing from the links' `collision`: meshes, which are in separate files. Not enumerable either.
   */
  readonly collisionMeshes: readonly CollisionMesh[];
}

export interface URDFOptions {
  /**
   * How the root link is attached to the world. Default: fixed at the origin. Use `{ joint: { type: 'free' }
   * }` for a robot that moves about.
   */
  readonly root?: Pick<LinkDescription, 'origin' | 'joint'>;
  /**
   * What the own limits of joints that mimic do. Default: nothing, as in ROS, but where their leaders take them beyond,
   * a warning says so. 'cut': they narrow their leaders' limits to what both allow.
   */
  readonly mimicLimits?: 'cut';
}

type Named = ReadonlyMap<string, Element>;

function byName(source: XmlSource, elements: readonly Element[]): Named {
  const named = new Map<string, Element>();
  for (const element of elements) {
    const name = source.attribute(element, 'name');
    const other = named.get(name);
    if (other) {
      const line = source.lineOf(other);
      source.fail(element, `the ${element.name} on line ${line} has the same name; rename one of them`);
    }
    named.set(name, element);
  }
  return named;
}

/** Existing names, as a message lists them. */
function known(names: Iterable<string>): string {
  return `known: ${listed([...names].map(show))}`;
}

/** The joint above each link. */
function jointsAbove(source: XmlSource, links: Named, joints: readonly UrdfJoint[]): Map<string, UrdfJoint> {
  const above = new Map<string, UrdfJoint>();
  for (const joint of joints) {
    for (const end of ['parent', 'child'] as const) {
      if (links.has(joint[end])) continue;
      source.fail(
        joint.element,
        `its ${end} link ${show(joint[end])} does not exist; ${known(links.keys())}`,
      );
    }
    const other = above.get(joint.child);
    if (other) {
      source.fail(
        joint.element,
        `its child ${show(joint.child)} is already the child of joint ${show(other.name)} on line ` +
          `${source.lineOf(other.element)}; a link has one parent, so remove one of the joints`,
      );
    }
    above.set(joint.child, joint);
  }
  return above;
}

function refuseCycle(source: XmlSource, above: ReadonlyMap<string, UrdfJoint>, start: string): never {
  const seen = new Set<string>();
  let at = start;
  while (!seen.has(at)) {
    seen.add(at);
    at = above.get(at)!.parent;
  }
  const { element, parent, child } = above.get(at)!;
  const text =
    parent === child ? 'parent and child are the same link' : `its child ${show(child)} is above its parent`;
  return source.fail(element, `${text} ${show(parent)}: the joints form a cycle; remove one of them`);
}

/** The only link without a joint above it; all others are below it. */
function findRoot(source: XmlSource, links: Named, above: ReadonlyMap<string, UrdfJoint>): string {
  const [root, second] = [...links.keys()].filter((name) => !above.has(name));
  if (root === undefined) refuseCycle(source, above, links.keys().next().value!);
  if (second !== undefined) {
    const element = links.get(second)!;
    const line = source.lineOf(links.get(root)!);
    source.fail(
      element,
      `this link and ${show(root)} on line ${line} are both roots: no joint has them as its child; ` +
        'a URDF has one root, so connect them by a joint',
    );
  }
  const held = new Set([root]);
  for (const name of links.keys()) {
    const way: string[] = [];
    let at = name;
    for (; !held.has(at); at = above.get(at)!.parent) {
      if (way.length > links.size) refuseCycle(source, above, name);
      way.push(at);
    }
    for (const each of way) held.add(each);
  }
  return root;
}

const followed: readonly string[] = ['revolute', 'continuous', 'prismatic'];

/** Metres between two joints that no robot has: a description in millimetres has hundreds. */
const farthest = 20;

function warnOfMillimetres(source: XmlSource, joints: Iterable<UrdfJoint>): void {
  const lengthOf = ({ origin }: UrdfJoint): number => Math.hypot(...(origin?.position ?? []));
  const [longest] = [...joints].sort((a, b) => lengthOf(b) - lengthOf(a));
  if (!longest || lengthOf(longest) < farthest) return;
  const metres = Number(lengthOf(longest).toPrecision(4));
  const place = source.child(longest.element, 'origin')!;
  source.warn(place, `it is ${metres} m away; if lengths are in millimetres, divide all by 1000`);
}

/** Values that each joint can have: its own limits, or where its leader's take it. */
type Ranges = Map<UrdfJoint, Interval>;

const limitsOf = ({ joint: { limits } }: UrdfJoint): Interval =>
  (limits as Interval | undefined) ?? [-Infinity, Infinity];

/** The joint's leader. `ranges` has the joints that are known to be in no cycle; those on the way are added. */
function checkMimic(
  source: XmlSource,
  joint: UrdfJoint,
  joints: ReadonlyMap<string, UrdfJoint>,
  ranges: Ranges,
): UrdfJoint {
  const { element, joint: name } = joint.mimic!;
  const leader = joints.get(name);
  if (!leader) source.fail(element, `there is no joint ${show(name)}; ${known(joints.keys())}`);
  for (const each of [joint, leader]) {
    if (followed.includes(each.joint.type)) continue;
    const type = each.element.attributes.type;
    source.fail(
      element,
      `joint ${show(each.name)} is ${type}; only revolute, continuous and prismatic joints mimic or are mimicked`,
    );
  }
  const way = new Set([joint]);
  let at: UrdfJoint | undefined = leader;
  for (; at?.mimic && !ranges.has(at); at = joints.get(at.mimic.joint)) {
    if (way.has(at)) {
      source.fail(element, 'the joints mimic each other in a cycle; one of them must not mimic');
    }
    way.add(at);
  }
  let range = (at && ranges.get(at)) ?? (at ? limitsOf(at) : [-Infinity, Infinity]);
  for (const each of [...way].reverse()) {
    const { multiplier, offset } = factorsOf(source, each);
    const ends = range.map((end) => (multiplier === 0 ? 0 : multiplier * end) + offset);
    range = [Math.min(...ends), Math.max(...ends)];
    ranges.set(each, range);
  }
  return leader;
}

const factorsOf = (source: XmlSource, { mimic }: UrdfJoint) => ({
  multiplier: source.number(mimic!.element, 'multiplier', 1),
  offset: source.number(mimic!.element, 'offset', 0),
});

/** At most twelve digits, as in the core's messages. */
const told = (range: Interval): string => `[${range.map((each) => Number(each.toPrecision(12))).join(', ')}]`;

/** Warns if the leader takes the joint more than rounding beyond its own limits, as Model::warnings does. */
function warnOfLimits(source: XmlSource, joint: UrdfJoint, leader: UrdfJoint, ranges: Ranges): void {
  const [own, range] = [limitsOf(joint), ranges.get(joint)!];
  const size = Math.max(1, ...range.map(Math.abs));
  const rounding = size < Infinity ? 1e-6 * size : 0;
  if (range[0] >= own[0] - rounding && range[1] <= own[1] + rounding) return;
  const leaders = ranges.get(leader) ?? limitsOf(leader);
  source.warn(
    source.child(joint.element, 'limit')!,
    `joint ${show(leader.name)}, within ${told(leaders)}, takes it to ${told(range)}, so its own limits ${told(own)} are ` +
      "not kept; mimicLimits: 'cut' narrows the leader's to what both allow",
  );
}

function withMimic(
  source: XmlSource,
  joint: UrdfJoint,
  joints: ReadonlyMap<string, UrdfJoint>,
  ranges: Ranges,
  limits: 'cut' | undefined,
): JointDescription {
  if (!joint.mimic) return joint.joint;
  const leader = checkMimic(source, joint, joints, ranges);
  if (!limits) warnOfLimits(source, joint, leader, ranges);
  const mimic = { link: leader.child, ...factorsOf(source, joint), ...(limits && { limits }) };
  return { ...joint.joint, mimic };
}

/**
 * Reads a robot from the text of a URDF file. Links keep their names; the name of the joint above a link is
 * in `joint.name`. Units are metres and radians; Z is up by ROS's convention.
 *
 * Defaults are those of the specification: an origin is the identity, an axis is X, and a missing `lower` or
 * `upper` is 0. Revolute and prismatic joints need a `<limit>`; a bound of 1e9 or more means no limit. The
 * axis of a planar joint is the normal of its plane; floating becomes `free`. Tags that do not affect how
 * links move (inertias, effort, transmissions, Gazebo's) are ignored. Visuals become `shapes`;
 * boxes, cylinders, spheres and capsules of collisions become `collision`, meshes of collisions
 * `collisionMeshes`. `warnings` lists joints that cannot move, huge ranges, limits that look like degrees,
 * everything else that is not read (misspelt tags, tags of other formats) and other likely mistakes.
 *
 * ```ts
 * const robot = fromURDF(text);
 * for (const warning of robot.warnings) console.warn(warning);
 * const model = Model.from(robot);
 * ```
 *
 * @throws LimberError `badUrdf` for a text that is not a complete, valid URDF. The message names the line,
 * the element and the remedy.
 */
export function fromURDF(text: string, options: URDFOptions = {}): URDFDescription {
  const { root: stand = {}, mimicLimits } = asObject(options, 'options', [
    'root',
    'mimicLimits',
  ]) as URDFOptions;
  if (mimicLimits !== undefined && mimicLimits !== 'cut') bad('options.mimicLimits', "'cut'", mimicLimits);
  const source = new XmlSource(text);
  const robot = source.root;
  if (robot.name !== 'robot') source.fail(robot, 'a URDF starts with <robot>; is this another format?');

  const parts = (tag: string) =>
    byName(
      source,
      elementsOf(robot).filter(({ name }) => name === tag),
    );
  const links = parts('link');
  if (links.size === 0) {
    const isXacro = elementsOf(robot).some(({ name }) => name.startsWith('xacro:'));
    source.fail(robot, isXacro ? expand : 'the robot has no <link>; give it at least one');
  }
  const joints = new Map(
    Array.from(parts('joint'), ([name, each]) => [name, readJoint(source, each)] as const),
  );
  const above = jointsAbove(source, links, [...joints.values()]);
  const root = findRoot(source, links, above);

  const materials = readMaterials(source, links.values());
  const ranges: Ranges = new Map();
  const collisionMeshes: CollisionMesh[] = [];
  const describe = (name: string): LinkDescription => {
    const joint = above.get(name);
    const shapes = readShapes(source, links.get(name)!, materials);
    const { shapes: collision, meshes } = readCollision(source, links.get(name)!);
    collisionMeshes.push(...meshes.map((mesh) => ({ link: name, mesh })));
    const solids = {
      ...(shapes.length > 0 ? { shapes } : {}),
      ...(collision.length > 0 ? { collision } : {}),
    };
    if (!joint) return { name, ...stand, ...solids };
    const { parent, origin } = joint;
    return {
      name,
      parent,
      ...(origin ? { origin } : {}),
      joint: withMimic(source, joint, joints, ranges, mimicLimits),
      ...solids,
    };
  };
  warnOfUnread(source);
  warnOfMillimetres(source, joints.values());
  const others = [...links.keys()].filter((name) => name !== root);
  const description = { name: robot.attributes.name ?? '', links: [root, ...others].map(describe) };
  return Object.defineProperties(description, {
    warnings: { value: source.warnings },
    collisionMeshes: { value: collisionMeshes },
  }) as typeof description & Pick<URDFDescription, 'warnings' | 'collisionMeshes'>;
}
