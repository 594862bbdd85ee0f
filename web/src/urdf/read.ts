/** URDF, the Unified Robot Description Format of ROS: https://wiki.ros.org/urdf/XML */
import type { JointDescription, LinkDescription, ModelDescription } from '../description.ts';
import { show } from '../errors.ts';
import { asObject } from '../flatten.ts';
import { readJoint, type Joint } from './joint.ts';
import { elementsOf, Source, type Element } from './xml.ts';

export interface URDFOptions {
  /**
   * How the root link stands in the world; default: fixed, its frame the world's. `{ joint: { type: 'free' } }` for a
   * robot that moves about.
   */
  readonly root?: Pick<LinkDescription, 'origin' | 'joint'>;
}

type Named = ReadonlyMap<string, Element>;

function byName(source: Source, elements: readonly Element[]): Named {
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

/** The names that are there, as a message lists them. */
function known(names: Iterable<string>): string {
  const all = [...names];
  const rest = all.length > 8 ? ` and ${all.length - 8} more` : '';
  return `known: ${all.slice(0, 8).map(show).join(', ')}${rest}`;
}

/** The joint above each link. */
function jointsAbove(source: Source, links: Named, joints: readonly Joint[]): Map<string, Joint> {
  const above = new Map<string, Joint>();
  for (const joint of joints) {
    for (const end of ['parent', 'child'] as const) {
      if (links.has(joint[end])) continue;
      source.fail(joint.element, `its ${end} link ${show(joint[end])} is not there; ${known(links.keys())}`);
    }
    const other = above.get(joint.child);
    if (other) {
      source.fail(
        joint.element,
        `its child ${show(joint.child)} is also that of joint ${show(other.name)} on line ` +
          `${source.lineOf(other.element)}; a link has one parent, so take one of the joints away`,
      );
    }
    above.set(joint.child, joint);
  }
  return above;
}

function refuseCycle(source: Source, above: ReadonlyMap<string, Joint>, start: string): never {
  const seen = new Set<string>();
  let at = start;
  while (!seen.has(at)) {
    seen.add(at);
    at = above.get(at)!.parent;
  }
  const { element, parent, child } = above.get(at)!;
  const text =
    parent === child ? 'parent and child are one link' : `its child ${show(child)} is above its parent`;
  return source.fail(element, `${text} ${show(parent)}: joints go round in a circle; take one of them away`);
}

/** The one link that nothing holds; all others hang from it. */
function findRoot(source: Source, links: Named, above: ReadonlyMap<string, Joint>): string {
  const [root, second] = [...links.keys()].filter((name) => !above.has(name));
  if (root === undefined) refuseCycle(source, above, links.keys().next().value!);
  if (second !== undefined) {
    const element = links.get(second)!;
    const line = source.lineOf(links.get(root)!);
    source.fail(
      element,
      `no joint has this link as its child, nor the link ${show(root)} on line ${line}; ` +
        'a URDF has one root, so join one to the other by a joint',
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

function checkMimic(source: Source, joint: Joint, joints: ReadonlyMap<string, Joint>): void {
  const { element, joint: name } = joint.mimic!;
  const master = joints.get(name);
  if (!master) source.fail(element, `joint ${show(name)} is not there; ${known(joints.keys())}`);
  for (const each of [joint, master]) {
    if (followed.includes(each.joint.type)) continue;
    const type = each.element.attributes.type;
    source.fail(
      element,
      `joint ${show(each.name)} is ${type}; only a single turn or slide mimics and is mimicked`,
    );
  }
  let at: Joint | undefined = master;
  for (let i = 0; at?.mimic; i += 1) {
    if (at === joint || i > joints.size) {
      source.fail(element, 'joints mimic each other in a circle; one of them must not mimic');
    }
    at = joints.get(at.mimic.joint);
  }
}

function withMimic(source: Source, joint: Joint, joints: ReadonlyMap<string, Joint>): JointDescription {
  if (!joint.mimic) return joint.joint;
  checkMimic(source, joint, joints);
  const { element, joint: name } = joint.mimic;
  const multiplier = source.number(element, 'multiplier', 1);
  const offset = source.number(element, 'offset', 0);
  return { ...joint.joint, mimic: { link: joints.get(name)!.child, multiplier, offset } };
}

/**
 * A robot out of the text of a URDF file. A link keeps its name; the joint above it keeps its own in `joint.name`.
 * Metres, radians; Z is up by ROS's custom.
 *
 * Defaults are the specification's: an origin is the identity, an axis is X, a limit left out is 0. Revolute and
 * prismatic joints must have a `<limit>`; a bound of 1e9 or more is none. The axis of a planar joint is its plane's
 * normal; floating becomes `free`. Everything that says nothing about how links move (looks, masses, unknown tags,
 * effort and velocity) is passed over.
 *
 * @throws LimberError `badUrdf` for a text that is not a whole, sound URDF: the message names line and element, and says
 * what would be right.
 */
export function fromURDF(text: string, options: URDFOptions = {}): ModelDescription {
  const { root: stand = {} } = asObject(options, 'options', ['root']) as URDFOptions;
  const source = new Source(text);
  const robot = source.root;
  if (robot.name !== 'robot') source.fail(robot, 'a URDF starts with <robot>; is this another format?');
  source.refuseXacro();

  const parts = elementsOf(robot);
  const links = byName(
    source,
    parts.filter(({ name }) => name === 'link'),
  );
  if (links.size === 0) source.fail(robot, 'the robot has no <link>; give it at least one');
  const jointElements = byName(
    source,
    parts.filter(({ name }) => name === 'joint'),
  );
  const joints = new Map(
    Array.from(jointElements, ([name, each]) => [name, readJoint(source, each)] as const),
  );
  const above = jointsAbove(source, links, [...joints.values()]);
  const root = findRoot(source, links, above);

  const describe = (name: string): LinkDescription => {
    const joint = above.get(name);
    if (!joint) return { name, ...stand };
    const { parent, origin } = joint;
    return { name, parent, ...(origin ? { origin } : {}), joint: withMimic(source, joint, joints) };
  };
  const others = [...links.keys()].filter((name) => name !== root);
  return { name: robot.attributes.name ?? '', links: [root, ...others].map(describe) };
}
