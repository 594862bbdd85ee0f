/** Linkages of flat links with parallel hinges: builds model, parts and pins from points of one plane. */
import type { LinkDescription, LoopDescription, Vec3 } from 'limber';
import { minus, type Point } from '../../shell/plane.ts';
import type { JointMark, Linkage, LinkagePart, LinkPoint } from './linkage.ts';

/** Metres: thickness of a link, distance between layers, radius around a hinge and of its pin, height of a pin's head. */
const [thickness, pitch, around, pin, head] = [0.016, 0.021, 0.026, 0.014, 0.005];

/**
 * A bar or plate between points, hinged to its parent (null: the ground) at the first point or at `hinge`.
 * Links in the same layer, counted along z, must not collide.
 */
export type FlatLink = readonly [
  name: string,
  parent: string | null,
  corners: readonly string[],
  layer: number,
  more?: { readonly hinge?: string; readonly tone?: LinkagePart['tone'] },
];

/**
 * A hinge that closes a loop at a point of both links; `atB`: the point of b, where a link does not fit;
 * `free`: its free axes, if it is no hinge.
 */
export type FlatLoop = readonly [
  name: string,
  a: string,
  b: string | null,
  at: string,
  more?: { readonly atB?: string; readonly free?: LoopDescription['free'] },
];

/** A point of a link, in the middle of its layer. */
type FlatPoint = readonly [link: string, point: string];

interface FlatLinkage extends Pick<Linkage, 'name' | 'title' | 'text' | 'drive' | 'misfits'> {
  readonly points: Readonly<Record<string, Point>>;
  readonly links: readonly FlatLink[];
  readonly loops: readonly FlatLoop[];
  /**
   * Fixed parts, drawn but not in the model: the first in layer 0 with the ground's hinges, others behind it.
   */
  readonly ground: readonly (readonly Point[])[];
  readonly traces: readonly FlatPoint[];
  /** Handles, in front of everything else. */
  readonly handles: readonly (readonly [...FlatPoint, label: string])[];
  readonly feet?: readonly FlatPoint[];
  readonly side?: Vec3;
}

/** Every link's frame is at its hinge, and has the world's axes in the zero pose. */
export function planar({
  points,
  links,
  loops,
  ground,
  traces,
  handles,
  feet,
  ...rest
}: FlatLinkage): Linkage {
  const hingeOf = ([, , corners, , more]: FlatLink): string => more?.hinge ?? corners[0]!;
  const find = (name: string | null) => links.find(([link]) => link === name);
  const layerOf = (name: string | null): number => find(name)?.[3] ?? 0;
  /** Position relative to a link's hinge, or to the world's origin. */
  const seen = (link: string | null, point: string): Point => {
    const from = find(link);
    return from ? minus(points[point]!, points[hingeOf(from)]!) : points[point]!;
  };
  const place = (link: string | null, point: string, layer = 0): { link: string | null; position: Vec3 } => {
    return { link, position: [...seen(link, point), layer * pitch] };
  };
  const placed = ([link, point]: FlatPoint): LinkPoint => place(link, point, layerOf(link));
  const front = (point: string): number =>
    Math.max(...links.filter((each) => [hingeOf(each), ...each[2]].includes(point)).map((each) => each[3]));
  const hinged = (link: FlatLink): LinkDescription => ({
    ...{ name: link[0], joint: { type: 'continuous', axis: [0, 0, 1] } },
    ...(link[1] !== null && { parent: link[1] }),
    origin: { position: place(link[1], hingeOf(link)).position },
  });
  const closed = ([name, a, b, at, more]: FlatLoop): LoopDescription => {
    const { link, position } = place(b, more?.atB ?? at);
    return { name, a: place(a, at), b: { ...(link && { link }), position }, free: more?.free ?? 'revolute' };
  };
  return {
    ...{ planar: true, side: [0.35, 0.2, 1] },
    ...rest,
    description: { name: rest.name, links: links.map(hinged), loops: loops.map(closed) },
    parts: [
      ...ground.map((corners, i) => plate(null, corners, i === 0 ? 0 : -1, 'joint')),
      ...links.map(([name, , corners, layer, more]) => {
        const own = corners.map((corner) => seen(name, corner));
        return plate(name, own, layer, more?.tone);
      }),
    ],
    marks: [
      ...links.map((link) => mark(link[0], place(link[0], hingeOf(link)), layerOf(link[1]), link[3])),
      ...loops.map(([name, a, b, at]) => mark(name, place(a, at), layerOf(a), layerOf(b))),
    ],
    traces: traces.map(placed),
    handles: handles.map(([link, point, label]) => ({ ...place(link, point, front(point) + 0.7), label })),
    ...(feet && { feet: feet.map(placed) }),
  };
}

function plate(
  link: string | null,
  corners: readonly Point[],
  layer: number,
  tone: LinkagePart['tone'],
): LinkagePart {
  const z = [layer * pitch - thickness / 2, layer * pitch + thickness / 2] as const;
  return { link, corners, radius: around, z, ...(tone && { tone }) };
}

function mark(joint: string, at: LinkPoint, layerA: number, layerB: number): JointMark {
  const room = thickness / 2 + head;
  const span = [Math.min(layerA, layerB) * pitch - room, Math.max(layerA, layerB) * pitch + room] as const;
  return { joint, at, radius: pin, span };
}
