/** The virtual arm of a goal: six joints that lead from the target to the tool. The goal holds some of them. */
import { poseAxes, type Goal, type Problem } from 'limber';
import type { View } from 'limber/three';
import { BufferGeometry, Group, Line, LineBasicMaterial, Quaternion, Vector3 } from 'three';
import { write } from '../shell/dom.ts';
import { degrees, distance } from '../shell/units.ts';
import { frameOf, placeNow, type Place } from '../ties/frames.ts';
import { themed } from '../views/looks.ts';
import { Names } from '../views/names.ts';

/** A feature coordinate: a slide or a turn, drawn from its zero to its value. */
export interface Coordinate {
  readonly name: string;
  /** Whether the goal gives it a value. */
  readonly held: boolean;
  /** Metres, or radians. */
  readonly value: number;
  readonly words: string;
  readonly line: readonly Vector3[];
}

/** Radius of the arcs (metres), and pieces of an arc. */
const [radius, pieces] = [0.13, 24];

const basis = [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)] as const;
const axesOf = (rotation: Quaternion): [Vector3, Vector3, Vector3] =>
  basis.map((each) => each.clone().applyQuaternion(rotation)) as [Vector3, Vector3, Vector3];

function slide(name: string, held: boolean, from: Vector3, axis: Vector3, value: number): Coordinate {
  const line = [from, from.clone().addScaledVector(axis, value)];
  return { name, held, value, words: distance(Math.abs(value)), line };
}

/** At a point, about an axis, from a direction at right angles to it. */
type Circle = readonly [at: Vector3, axis: Vector3, start: Vector3];

function turn(name: string, held: boolean, [at, axis, start]: Circle, value: number): Coordinate {
  const arm = start.clone().multiplyScalar(radius);
  const pointAt = (angle: number): Vector3 => arm.clone().applyAxisAngle(axis, angle).add(at);
  const line = Array.from({ length: pieces + 1 }, (_, i) => pointAt((i * value) / pieces));
  return { name, held, value, words: degrees(value), line };
}

/** The axis times the angle of a rotation. */
function rotationVector({ x, y, z, w }: Quaternion): Vector3 {
  const sine = Math.hypot(x, y, z);
  const angle = 2 * Math.atan2(sine, Math.abs(w));
  return new Vector3(x, y, z).multiplyScalar(sine > 1e-12 ? (Math.sign(w || 1) * angle) / sine : 2);
}

/** Three slides along the target's axes, then three turns about them: for a pose or part of one. */
function alongAxes(goal: Goal, target: Place, tool: Place): Coordinate[] {
  const held = poseAxes.filter((axis, i) => {
    if (goal.type === 'pose') return !goal.free.includes(axis);
    return (goal.type === 'position') === i < 3;
  });
  const axes = axesOf(target.rotation);
  const way = tool.position.clone().sub(target.position);
  let at = target.position;
  const slides = axes.map((axis, i) => {
    const made = slide(poseAxes[i]!, held.includes(poseAxes[i]!), at, axis, way.dot(axis));
    at = made.line[1]!;
    return made;
  });
  const angles = rotationVector(target.rotation.clone().invert().multiply(tool.rotation)).toArray();
  const turns = axes.map((axis, i) => {
    const name = poseAxes[3 + i]!;
    return turn(name, held.includes(name), [tool.position, axis, axes[(i + 1) % 3]!], angles[i]!);
  });
  return [...slides, ...turns];
}

/** Two turns at the target, a slide to the tool, three turns there: for a distance or a sight. */
function alongSight(goal: Goal, target: Place, tool: Place): Coordinate[] {
  const way = tool.position.clone().sub(target.position);
  const far = way.length();
  const out = far > 1e-9 ? way.divideScalar(far) : basis[0].clone();
  const [x, y] = axesOf(target.rotation);
  const flat = out.clone().addScaledVector(y, -out.dot(y)).normalize();
  const around = Math.atan2(x.clone().cross(flat).dot(y), x.dot(flat));
  const height = Math.asin(Math.min(1, Math.max(-1, out.dot(y))));
  // At the tool: the turn of its axis away from the sight, in two angles, and its turn about that axis.
  const looks = goal.type === 'lookAt';
  const own = looks ? new Vector3(...goal.axis).normalize() : basis[0];
  const seen = new Quaternion().setFromUnitVectors(basis[0], looks ? out.clone().negate() : out);
  const turned = tool.rotation.clone().multiply(new Quaternion().setFromUnitVectors(basis[0], own));
  const between = seen.clone().invert().multiply(turned);
  const twist = new Quaternion(between.x, 0, 0, between.w).normalize();
  const swing = rotationVector(between.multiply(twist.clone().invert()));
  const [sight, second, third] = axesOf(seen);
  return [
    turn('φ₁', false, [target.position, y, x], around),
    turn('φ₂', false, [target.position, flat.clone().cross(y), flat], height),
    slide('d', !looks, target.position, out, far),
    turn('φ₄', looks, [tool.position, second, third], swing.y),
    turn('φ₅', looks, [tool.position, third, second], swing.z),
    turn('φ₆', false, [tool.position, sight, second], rotationVector(twist).x),
  ];
}

/** Empty: a goal whose target is no place. */
export function coordinatesOf(problem: Problem, goal: Goal): readonly Coordinate[] {
  const { link, offset, targetLink = null, type } = goal;
  const isPlace = type === 'position' || type === 'pose' || type === 'distance' || type === 'lookAt';
  if (!isPlace) return [];
  const [x, y, z, ...rotation] = Array.from(goal.target);
  const target = type === 'pose' ? { position: [x!, y!, z!], rotation } : { position: [x!, y!, z!] };
  const [from, to] = [
    placeNow(problem, frameOf(targetLink, target as unknown as typeof offset)),
    placeNow(problem, frameOf(link, offset)),
  ];
  return (type === 'distance' || type === 'lookAt' ? alongSight : alongAxes)(goal, from, to);
}

/** A slide or an arc, drawn over everything. */
function lineOf(held: boolean): Line<BufferGeometry, LineBasicMaterial> {
  const material = new LineBasicMaterial({ depthTest: false, transparent: true, fog: false });
  const line = Object.assign(new Line(new BufferGeometry(), material), {
    frustumCulled: false,
    renderOrder: 4,
  });
  return themed(line, (palette) => material.color.set(palette[held ? 'direction' : 'axis']));
}

export class VirtualArm extends Group {
  readonly #names: Names;
  readonly #joints: readonly { line: Line; middle: Vector3; word: HTMLElement }[];

  constructor(
    view: View,
    private readonly coordinates: () => readonly Coordinate[],
  ) {
    super();
    this.#names = new Names(view);
    this.#joints = coordinates().map(({ held, name }, i) => {
      const [line, middle] = [lineOf(held), new Vector3()];
      this.add(line);
      // In two columns, because many of them are zero at the same place.
      const [dx, dy] = name === 'd' ? [0, -16] : [i < 3 ? -64 : 64, 22 * (i % 3) - 22];
      return { line, middle, word: this.#names.add('', held ? 'held' : '', middle, dx, dy) };
    });
    this.update();
  }

  update(): void {
    this.coordinates().forEach(({ name, line, words }, i) => {
      const joint = this.#joints[i]!;
      joint.line.geometry.setFromPoints([...line]);
      joint.middle.copy(line[0]!).lerp(line.at(-1)!, 0.5);
      write(joint.word, `${name} ${words}`);
    });
  }

  dispose(): void {
    this.#names.dispose();
  }
}
