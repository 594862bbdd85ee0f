/** Converts a description to URDF. */
import type {
  Interval,
  JointDescription,
  LinkDescription,
  ModelDescription,
  PoseDescription,
  ShapeDescription,
  Vec3,
  CollisionCapsule,
  CollisionShape,
} from '../../describe/description.ts';
import { LimberError, show } from '../../describe/errors.ts';
import { packModel } from '../../describe/fields.ts';
import { asObject } from '../../describe/flatten.ts';
import { fresh } from '../../describe/names.ts';
import { free, limitsOf, withCutLimits } from './cut-limits.ts';
import { boundless } from './joint.ts';
import { rollPitchYaw } from './rotation.ts';
import { rgbaOf } from './shapes.ts';
import { isXacro } from './xml.ts';

/** One <joint> and the <link> below it. */
interface Piece {
  readonly type: string;
  /** Suffix of joint and link names if a joint becomes several pieces; the last piece is the link itself. */
  readonly suffix?: string;
  readonly axis?: Vec3;
  readonly limits?: Interval;
  /** Metres per radian: this piece follows the one before it. */
  readonly pitch?: number;
}

const defaultAxis: Vec3 = [0, 0, 1];

function refuse(link: string, text: string): never {
  throw new LimberError('badUrdf', `link ${show(link)}: ${text}`);
}

/** Characters that XML 1.0 cannot contain. */
const unwritable = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;
/** Paths at which a number may be infinite. */
const bounds = /^joint\.(limits|swing|twist)/;

/** Refuses values that could be written but not read again. */
function checkWritable(link: string, value: unknown, path = ''): void {
  if (typeof value === 'number' && !Number.isFinite(value) && (Number.isNaN(value) || !bounds.test(path)))
    refuse(link, `${path} is ${value}; give a finite number`);
  if (typeof value === 'string' && path !== 'parent') {
    if (unwritable.test(value)) refuse(link, `${path} is ${show(value)}, which XML cannot hold; rename it`);
    if (value.trim() === '') refuse(link, `${path} is ${show(value)}; give it a name`);
    if (isXacro(value)) refuse(link, `${path} is ${show(value)}, which is read as xacro; rename it`);
    if (path.endsWith('.color') && !/^#[\da-f]{6}/i.test(value))
      refuse(link, `${path} is ${show(value)}; give "#rrggbb"`);
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, each] of Object.entries(value)) checkWritable(link, each, path ? `${path}.${key}` : key);
}

const isFree = ([min, max]: Interval): boolean => min === -Infinity && max === Infinity;
const turn = (axis: Vec3, limits: Interval, suffix: string): Piece =>
  isFree(limits) ? { type: 'continuous', axis, suffix } : { type: 'revolute', axis, limits, suffix };
const slide = (axis: Vec3, limits: Interval, suffix: string): Piece => ({
  type: 'prismatic',
  axis,
  limits,
  suffix,
});

/** The images of X and Y under the least rotation that takes Z to `axis`, as in the core. */
function across([x, y, z]: Vec3): [Vec3, Vec3] {
  const length = Math.hypot(x, y, z);
  const [a, b, c] = [x / length, y / length, z / length];
  const lean = a * a + b * b;
  if (c < 0 && lean === 0)
    return [
      [-1, 0, 0],
      [0, 1, 0],
    ];
  // 1 / (1 + c), in a form that keeps its digits near −Z.
  const k = c < 0 ? (1 - c) / lean : 1 / (1 + c);
  return [
    [1 - a * a * k, -a * b * k, -a],
    [-a * b * k, 1 - b * b * k, -b],
  ];
}

type Write = (joint: JointDescription, link: string, axis: Vec3) => Piece[];

/** How a joint type is written, one line per type; others cannot be. */
const types: Readonly<Partial<Record<JointDescription['type'], Write>>> = {
  fixed: () => [{ type: 'fixed' }],
  revolute: (joint, _, axis) => [turn(axis, limitsOf(joint, 0), '')],
  continuous: (_, __, axis) => [turn(axis, free, '')],
  prismatic: (joint, _, axis) => [slide(axis, limitsOf(joint, 0), '')],
  helical: ({ pitch = 0.01, ...joint }, _, axis) => [
    turn(axis, limitsOf(joint, 0), ' turn'),
    { ...slide(axis, free, ' slide'), pitch },
  ],
  universal: ({ axis2 = [1, 0, 0], ...joint }, _, axis) => [
    turn(axis, limitsOf(joint, 0), ' turn'),
    turn(axis2, limitsOf(joint, 1), ' turn 2'),
  ],
  cylindrical: (joint, _, axis) => [
    slide(axis, limitsOf(joint, 0), ' slide'),
    turn(axis, limitsOf(joint, 1), ' turn'),
  ],
  planar: (joint, _, axis) => {
    if ([0, 1, 2].every((i) => isFree(limitsOf(joint, i)))) return [{ type: 'planar', axis }];
    const [x, y] = across(axis);
    return [
      slide(x, limitsOf(joint, 0), ' x'),
      slide(y, limitsOf(joint, 1), ' y'),
      turn(axis, limitsOf(joint, 2), ' turn'),
    ];
  },
  ball: (_, link) =>
    refuse(link, 'URDF has no ball joint; describe it by three revolute joints whose axes meet in a point'),
  free: (joint, link) => {
    const isBound = [0, 1, 2].some((i) => !isFree(limitsOf(joint, i))) || joint.swing || joint.twist;
    if (isBound) refuse(link, 'URDF has no limits for a floating joint; leave limits, swing and twist away');
    return [{ type: 'floating' }];
  },
};

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
};

const quoted = (text: string): string => `"${text.replace(/[&<>"\n\r\t]/g, (each) => escapes[each]!)}"`;
const vector = (values: readonly number[]): string => quoted(values.map((each) => each + 0).join(' '));

function origin({ position = [0, 0, 0], rotation = [0, 0, 0, 1] }: PoseDescription): string {
  const rpy = rollPitchYaw(rotation);
  const xyz = position.some((each) => each !== 0) ? ` xyz=${vector(position)}` : '';
  const turned = rpy.some((each) => each !== 0) ? ` rpy=${vector(rpy)}` : '';
  return xyz || turned ? `    <origin${xyz}${turned}/>\n` : '';
}

/** Effort is required, but unknown, and velocity may be. */
function limit(limits: Interval | undefined, maxVelocity = 0): string {
  if (!limits && maxVelocity === 0) return '';
  const [min, max] = limits ?? free;
  const lower = quoted(String(Math.max(min, -boundless)));
  const upper = quoted(String(Math.min(max, boundless)));
  const range = limits ? ` lower=${lower} upper=${upper}` : '';
  return `    <limit${range} effort="0" velocity=${quoted(String(maxVelocity))}/>\n`;
}

function geometry(shape: ShapeDescription | CollisionCapsule): string {
  const given = (name: string, value: number) => ` ${name}=${quoted(String(value))}`;
  switch (shape.type) {
    case 'box':
      return `<box size=${vector(shape.size)}/>`;
    case 'cylinder':
      return `<cylinder${given('radius', shape.radius)}${given('length', shape.length)}/>`;
    case 'capsule':
      return `<capsule${given('radius', shape.radius)}${given('length', shape.length)}/>`;
    case 'sphere':
      return `<sphere${given('radius', shape.radius)}/>`;
    case 'mesh':
      return `<mesh filename=${quoted(shape.file)}${shape.scale ? ` scale=${vector(shape.scale)}` : ''}/>`;
  }
}

/** A `<visual>` or `<collision>`, with its material if it has one. */
function solid(tag: string, shape: ShapeDescription | CollisionCapsule, color?: string): string {
  const place = origin(shape);
  return (
    `    <${tag}>\n${place ? `  ${place}` : ''}      <geometry>${geometry(shape)}</geometry>\n` +
    `${color ? `      <material name=${quoted(color)}><color rgba=${vector(rgbaOf(color))}/></material>\n` : ''}` +
    `    </${tag}>\n`
  );
}

function collision(link: string, shape: CollisionShape): string {
  const { type } = shape;
  if (type === 'hull' || type === 'halfSpace' || ('rounding' in shape && shape.rounding))
    refuse(
      link,
      `URDF has no ${type === 'hull' || type === 'halfSpace' ? type : `rounded ${type}`}; describe what must not touch ` +
        'by boxes, cylinders, spheres and capsules',
    );
  return solid('collision', shape);
}

interface Mimic {
  readonly joint: string;
  readonly multiplier: number;
  readonly offset: number;
}

class Writer {
  readonly #linkNames: Map<string, number>;
  readonly #jointNames = new Map<string, number>();
  /** Name of the joint that has a link's first coordinate. */
  readonly #firstJoint = new Map<string, string>();
  readonly #lines: string[] = [];

  constructor(private readonly description: ModelDescription) {
    this.#linkNames = new Map(description.links.map(({ name }) => [name, 2]));
  }

  write(): string {
    const { links } = this.description;
    // Null also means no name, as for `Model.from`.
    const name = this.description.name ?? '';
    if (unwritable.test(name))
      throw new LimberError('badUrdf', `name is ${show(name)}, which XML cannot hold; rename it`);
    for (const link of links) checkWritable(link.name, link);
    const pieces = new Map(links.map((link) => [link, piecesOf(link)]));
    for (const link of links) {
      const [first] = pieces.get(link)!;
      const own = link.joint?.name ?? `${link.name} joint`;
      this.#firstJoint.set(link.name, fresh(this.#jointNames, own + (first!.suffix ?? '')));
    }
    const roots = links.filter(({ parent }) => !parent);
    const [root] = roots;
    const stands =
      roots.length === 1 && (root!.joint?.type ?? 'fixed') === 'fixed' && origin(root!.origin ?? {}) === '';
    const world = stands ? null : fresh(this.#linkNames, 'world');
    if (world !== null) this.#lines.push(`  <link name=${quoted(world)}/>\n`);
    for (const link of links) {
      if (link === root && stands) this.#link(link.name, link);
      else this.#joints(link, link.parent || world!, pieces.get(link)!);
    }
    return `<?xml version="1.0"?>\n<robot name=${quoted(name)}>\n${this.#lines.join('')}</robot>\n`;
  }

  #joints(link: LinkDescription, parent: string, pieces: readonly Piece[]): void {
    const name = link.joint?.name ?? `${link.name} joint`;
    let above = parent;
    pieces.forEach((piece, i) => {
      const isLast = i === pieces.length - 1;
      const child = isLast ? link.name : fresh(this.#linkNames, link.name + piece.suffix!);
      this.#link(child, isLast ? link : {});
      const joint =
        i === 0 ? this.#firstJoint.get(link.name)! : fresh(this.#jointNames, name + piece.suffix!);
      const place = i === 0 ? link.origin : undefined;
      this.#joint(joint, piece, above, child, place, this.#mimicOf(link, piece), link.joint?.maxVelocity);
      above = child;
    });
  }

  /** A piece with a pitch follows the turn before it, which may itself follow another joint. */
  #mimicOf({ name, joint }: LinkDescription, { pitch }: Piece): Mimic | null {
    const mimic = joint?.mimic;
    if (!mimic)
      return pitch === undefined
        ? null
        : { joint: this.#firstJoint.get(name)!, multiplier: pitch, offset: 0 };
    const { link, multiplier = 1, offset = 0 } = mimic;
    const leader = this.#firstJoint.get(link);
    if (leader === undefined) refuse(name, `it mimics ${show(link)}, which is not there`);
    const factor = pitch ?? 1;
    return { joint: leader, multiplier: factor * multiplier, offset: factor * offset };
  }

  #link(name: string, solids: Pick<LinkDescription, 'shapes' | 'collision'>): void {
    const visuals = (solids.shapes ?? []).map((shape) => solid('visual', shape, shape.color));
    const inside = [...visuals, ...(solids.collision ?? []).map((shape) => collision(name, shape))].join('');
    this.#lines.push(
      inside ? `  <link name=${quoted(name)}>\n${inside}  </link>\n` : `  <link name=${quoted(name)}/>\n`,
    );
  }

  #joint(
    name: string,
    { type, axis, limits }: Piece,
    parent: string,
    child: string,
    place: PoseDescription = {},
    mimic: Mimic | null,
    maxVelocity?: number,
  ): void {
    const follows =
      mimic &&
      `    <mimic joint=${quoted(mimic.joint)} multiplier=${quoted(String(mimic.multiplier))} ` +
        `offset=${quoted(String(mimic.offset))}/>\n`;
    this.#lines.push(
      `  <joint name=${quoted(name)} type=${quoted(type)}>\n`,
      `    <parent link=${quoted(parent)}/>\n    <child link=${quoted(child)}/>\n`,
      origin(place),
      axis ? `    <axis xyz=${vector(axis)}/>\n` : '',
      axis && type !== 'planar' ? limit(limits, maxVelocity) : '',
      follows ?? '',
      '  </joint>\n',
    );
  }
}

function piecesOf({ name, joint: given }: LinkDescription): Piece[] {
  // Null also means no joint, as for `Model.from`.
  const joint: JointDescription = given ?? { type: 'fixed' };
  const write = Object.hasOwn(types, joint.type) ? types[joint.type] : undefined;
  if (!write)
    refuse(name, `joint type ${show(joint.type)} is unknown; known: ${Object.keys(types).join(', ')}`);
  return write(joint, name, joint.axis ?? defaultAxis);
}

/**
 * Writes a URDF with the same links, frames and limits, and q in the same order. A description that
 * `Model.from` would refuse gives a text that `fromURDF` refuses.
 *
 * Joints that URDF lacks are expressed by others: universal and cylindrical joints, planar joints with limits
 * and helical joints become two or three joints with massless links between (`hand turn`); the slide of a
 * helical joint mimics its turn. A revolute joint without limits becomes continuous; a slide without an end
 * gets ±1e9 m, which `fromURDF` reads as no limit. Limits that a follower cuts are written at its leader. Several roots, and a root that moves or does not stand at
 * the origin, hang from a link `world`. A joint without a name is named after its link: `hand joint`. Shapes
 * become visuals and collision shapes become collisions; a capsule gets a tag that only some programs know.
 * Effort is unknown, so 0, and so is a velocity without `maxVelocity`.
 *
 * @throws LimberError `badUrdf`, naming the link, for balls, limits of free joints, hulls, half-spaces and
 * roundings, which URDF lacks, and for names, numbers and colours that URDF cannot express; `badDescription`
 * for a wrong description.
 */
export function toURDF(description: ModelDescription): string {
  asObject(description, 'description', ['name', 'links']);
  packModel(description);
  return new Writer(withCutLimits(description)).write();
}
