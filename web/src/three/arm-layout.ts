import { type BufferGeometry, Quaternion, Vector3 } from 'three';
import type { Interval, ShapeDescription, Vec3 } from '../describe/description.ts';
import { boundedTurn, type JointMotion, motionsOf, unitVector } from './joint-motions.ts';
import { type LinkLike, type ModelLike, sizeOf } from './model-like.ts';
import { ball, bone, box, cone, drum, gripper, placed, ring, tube } from './parts.ts';

/** Kinds of parts; each has a colour in every palette. */
export const paints = ['link', 'joint', 'tip'] as const;
export type PartKind = (typeof paints)[number];

/** Colour of a kind of part, or an explicit colour. */
export type Paint = PartKind | `#${string}`;

/** A solid of an arm, in a link's frame (−1: the world's). */
export interface Part {
  readonly link: number;
  readonly paint: Paint;
  readonly geometry: BufferGeometry;
}

const origin = new Vector3();
const turn = new Quaternion();

/** Solid of a shape, about the origin; null: it is in a file. */
function solidOf(shape: ShapeDescription): BufferGeometry | null {
  switch (shape.type) {
    case 'box':
      return box(...shape.size);
    case 'cylinder':
      return drum(shape.radius, shape.length, 0.05).rotateX(Math.PI / 2);
    case 'sphere':
      return ball(shape.radius);
    case 'mesh':
      return null;
  }
}

/** True if a model has shapes to draw, not counting those in files. */
export const hasSolids = ({ links }: ModelLike): boolean =>
  links.some(({ shapes }) => shapes?.some(({ type }) => type !== 'mesh'));

/** Solids given by a model's description. */
export function shapeParts(model: ModelLike): Part[] {
  const parts: Part[] = [];
  for (const { index, shapes = [] } of model.links) {
    for (const shape of shapes) {
      const geometry = solidOf(shape);
      if (!geometry) continue;
      if (shape.rotation) geometry.applyQuaternion(turn.fromArray(shape.rotation));
      if (shape.position) geometry.translate(...shape.position);
      parts.push({ link: index, paint: (shape.color ?? 'link') as Paint, geometry });
    }
  }
  return parts;
}

/** Bones and joint bodies for a model without shapes. */
export function generatedParts(model: ModelLike): Part[] {
  const children = childrenOf(model);
  const radii = radiiOf(model, children);
  const parts: Part[] = [];
  for (const link of model.links) {
    const radius = radii[link.index]!;
    for (const child of children[link.index]!) {
      const to = new Vector3().fromArray(child.origin.position ?? [0, 0, 0]);
      const length = to.length();
      if (length < radius * 0.2) continue;
      // A bone leaves room for the gripper at its end.
      const isTip = children[child.index]!.length === 0 && isFixed(child);
      const end = isTip ? Math.max(length - gripperLength(radii[child.index]!), length * 0.3) : length;
      const geometry = bone(radius * 0.82, radii[child.index]! * 0.82, end);
      parts.push({
        link: link.index,
        paint: 'link',
        geometry: placed(geometry, to.normalize(), origin, turn),
      });
    }
    parts.push(...jointParts(link, radius, sizeOf(model)));
    if (link.parent < 0) parts.push(...pedestal(link, children[link.index]!, radius));
  }
  return parts;
}

/** A gripper at each leaf. Its fingers end at the tip if a bone leads there, otherwise beyond it. */
export function tipParts(model: ModelLike, generated: boolean, toolAxis: Vec3 | undefined): Part[] {
  const children = childrenOf(model);
  const radii = radiiOf(model, children);
  const parts: Part[] = [];
  for (const link of model.links) {
    if (children[link.index]!.length > 0 || link.shapes?.length) continue;
    const radius = radii[link.index]!;
    const length = gripperLength(radius);
    const axis = toolAxis ? unitVector(toolAxis, [1, 0, 0]) : toolAxisOf(model, link);
    const before = generated && isFixed(link) && link.parent >= 0;
    const from = before ? axis.clone().multiplyScalar(-length) : origin;
    const geometry = model.links.length > 30 ? cone(radius, length) : gripper(radius * 1.35, length);
    parts.push({ link: link.index, paint: 'tip', geometry: placed(geometry, axis, from, turn) });
  }
  return parts;
}

/**
 * Default tool axis: along the bone that leads to the link, snapped to an axis of the link's frame within
 * 20°.
 */
export function toolAxisOf(model: ModelLike, link: LinkLike): Vector3 {
  const axis = unitVector(link.origin.position, [1, 0, 0]);
  for (let at = link; at.parent >= 0 && isZero(at.origin.position); at = model.links[at.parent]!) {
    axis.copy(unitVector(model.links[at.parent]!.origin.position, [1, 0, 0]));
  }
  turn.fromArray(link.origin.rotation ?? [0, 0, 0, 1]);
  axis.applyQuaternion(turn.invert());
  const largest = axis.toArray().reduce((a, b) => (Math.abs(b) > Math.abs(a) ? b : a), 0);
  if (Math.abs(largest) < Math.cos(Math.PI / 9)) return axis;
  return axis.set(
    ...(axis.toArray().map((x) => (x === largest ? Math.sign(x) : 0)) as [number, number, number]),
  );
}

function isZero(v: Vec3 | undefined): boolean {
  return !v || (v[0] === 0 && v[1] === 0 && v[2] === 0);
}

function gripperLength(radius: number): number {
  return radius * 2.4;
}

function isFixed(link: LinkLike): boolean {
  return link.motions.length === 0;
}

/** Body of a link's joint, which shows how it can move. */
function jointParts(link: LinkLike, radius: number, size: number): Part[] {
  const parts: Part[] = [];
  const at = (
    index: number,
    paint: PartKind,
    geometry: BufferGeometry,
    axis: Vector3,
    place = origin,
  ): void => {
    parts.push({ link: index, paint, geometry: placed(geometry, axis, place, turn) });
  };
  const motions = motionsOf(link);
  const first = motions[0];
  if (!first) return parts;
  const { axis } = first;
  const { index } = link;
  const of = (kind: JointMotion['kind']) => motions.filter((motion) => motion.kind === kind);
  const slides = of('slide');
  const turns = of('turn');
  if (of('ball').length > 0) {
    // Small for a ball without a socket, because it floats.
    at(index, 'joint', ball(radius * (slides.length > 0 ? 1 : 1.22)), axis);
  } else if (slides.length > 1) {
    const normal = slides[0]!.axis.clone().cross(slides[1]!.axis).normalize();
    const plate = drum(radius * 2, radius * 0.5, 0.4);
    at(index, 'joint', plate, normal);
    at(index, 'joint', drum(radius, radius * 1.2), normal);
  } else if (turns.length > 1) {
    for (const motion of turns) at(index, 'joint', drum(radius * 0.5, radius * 2.9), motion.axis);
    at(index, 'joint', ball(radius * 1.05), axis);
  } else if (first.kind === 'slide') {
    const [least, most] = finite(first.limits, size * 0.15);
    const sleeve = tube(radius * 1.25, radius * 0.4, radius * 3);
    parts.push(...inParent(link, 'joint', placed(sleeve, axis, origin, turn)));
    // The rod reaches back through the sleeve at every position of the slide.
    const from = Math.min(0, -most) - radius * 1.5;
    const to = Math.max(0, -least) + radius * 1.5;
    const rod = drum(radius * 0.8, to - from);
    at(index, 'link', rod, axis, axis.clone().multiplyScalar((from + to) / 2));
    if (motions.length > 1) at(index, 'joint', drum(radius * 1.15, radius), axis);
  } else {
    at(index, 'joint', drum(radius * 1.2, radius * 2.5), axis);
    // Bright caps mark the axis.
    at(index, 'link', drum(radius * 0.86, radius * 2.62), axis);
    if (first.kind === 'helix') {
      for (let i = -2; i <= 2; ++i) {
        const place = axis.clone().multiplyScalar(i * radius * 0.45);
        at(index, 'link', ring(radius * 1.2, radius * 0.1), axis, place);
      }
    } else if (!boundedTurn(first.limits)) {
      at(index, 'link', ring(radius * 1.18, radius * 0.09), axis);
    }
  }
  return parts;
}

/** Moves a part from the joint's frame at zero to the parent's frame, which does not move with the joint. */
function inParent(link: LinkLike, paint: PartKind, geometry: BufferGeometry): Part[] {
  const { position = [0, 0, 0], rotation = [0, 0, 0, 1] } = link.origin;
  geometry.applyQuaternion(turn.fromArray(rotation));
  geometry.translate(position[0], position[1], position[2]);
  return [{ link: link.parent, paint, geometry }];
}

/** A foot under a standing root: one whose first bone goes up from where it is fixed or turns. */
function pedestal(link: LinkLike, children: readonly LinkLike[], radius: number): Part[] {
  const [first] = motionsOf(link);
  if (first && first.kind !== 'turn') return [];
  const to = unitVector(children[0]?.origin.position, [0, 1, 0]);
  const axis = first ? first.axis.clone() : to;
  const along = axis.dot(to);
  if (Math.abs(along) < 0.5) return [];
  if (along < 0) axis.negate();
  const plate = drum(radius * 2.1, radius * 0.7, 0.3);
  const neck = drum(radius * 1.5, radius * 1.6, 0.2);
  const place = axis.clone().multiplyScalar(radius * 0.35);
  return [
    ...inParent(link, 'joint', placed(plate, axis, place, turn)),
    ...inParent(link, 'joint', placed(neck, axis, place.multiplyScalar(2.5), turn)),
  ];
}

function finite([min, max]: Interval, fallback: number): [number, number] {
  return [Number.isFinite(min) ? min : -fallback, Number.isFinite(max) ? max : fallback];
}

function childrenOf(model: ModelLike): LinkLike[][] {
  const children: LinkLike[][] = model.links.map(() => []);
  for (const link of model.links) if (link.parent >= 0) children[link.parent]!.push(link);
  return children;
}

/** Radii of links: thick at the root and slender at the tips, never thick beside their own bones. */
function radiiOf(model: ModelLike, children: readonly LinkLike[][]): number[] {
  const depth: number[] = [];
  const height: number[] = model.links.map(() => 0);
  for (const link of model.links) depth.push(link.parent < 0 ? 0 : depth[link.parent]! + 1);
  for (let i = model.links.length - 1; i >= 0; --i) {
    for (const child of children[i]!) height[i] = Math.max(height[i]!, height[child.index]! + 1);
  }
  const lengths = model.links
    .map((link) => Math.hypot(...(link.origin.position ?? [0, 0, 0])))
    .filter((length) => length > 1e-3 * sizeOf(model))
    .sort((a, b) => a - b);
  const median = lengths[lengths.length >> 1] ?? sizeOf(model);
  const thick = Math.min(0.055 * sizeOf(model), 0.42 * median);
  return model.links.map((link) => {
    const along = depth[link.index]! / Math.max(1, depth[link.index]! + height[link.index]!);
    return thick * (1 - 0.5 * along);
  });
}
