/** Linkages of flat links with parallel hinges: their model, their parts and their pins out of points of one plane. */
import type { LinkDescription, LoopDescription, ModelDescription, PoseAxis, Vec3 } from 'limber';
import { minus, type Point } from '../../shell/plane.ts';
import type { JointMark, LinkagePart, LinkPoint, Tone } from './linkage.ts';

/** Metres: thickness of a link, from one layer to the next, around a hinge. */
const thickness = 0.016;
const pitch = 0.021;
const around = 0.026;
const pin = 0.014;
/** A pin looks out of its links by this. */
const head = 0.005;

type Points = Readonly<Record<string, Point>>;

export interface FlatLink {
  readonly name: string;
  /** Null: hinged to the ground. */
  readonly parent: string | null;
  /** Name of the point of its hinge. */
  readonly hinge: string;
  /** Names of the points between which it reaches: a bar, or a plate. */
  readonly corners: readonly string[];
  /** Counted along z: links in one layer must not meet. */
  readonly layer: number;
  readonly tone?: Tone;
}

/** A hinge that closes a loop. */
export interface FlatLoop {
  readonly name: string;
  readonly a: string;
  readonly b: string | null;
  /** Name of the point at which both have the hinge. */
  readonly at: string;
  /** The point of b's, where a link does not fit. */
  readonly atB?: string;
  /** Default: a hinge. */
  readonly free?: readonly PoseAxis[];
}

/** What stands: drawn, and not in the model. */
export interface FlatGround {
  readonly corners: readonly Point[];
  readonly layer: number;
}

export interface FlatLinkage {
  readonly name: string;
  readonly points: Points;
  readonly links: readonly FlatLink[];
  readonly loops: readonly FlatLoop[];
  readonly ground: readonly FlatGround[];
  /** Layer of the ground's hinges; default 0. */
  readonly groundLayer?: number;
}

/** Every link's frame is at its hinge, and has the world's axes in the zero pose. */
export function planar(flat: FlatLinkage) {
  const { points, links, loops, groundLayer = 0 } = flat;
  const point = (name: string): Point => points[name]!;
  const find = (name: string | null) => links.find((link) => link.name === name);
  const layerOf = (name: string | null): number => find(name)?.layer ?? groundLayer;
  const originOf = (name: string | null): Point => (name === null ? [0, 0] : point(find(name)!.hinge));

  /** A point, as a link has it; in the middle of its layer where it is drawn. */
  const place = (link: string | null, name: string, layer: number | null = null): LinkPoint => {
    const [x, y] = minus(point(name), originOf(link));
    return { link, position: [x, y, layer === null ? 0 : layer * pitch] };
  };

  const description: ModelDescription = {
    name: flat.name,
    links: links.map(({ name, parent, hinge }): LinkDescription => {
      const [x, y] = minus(point(hinge), originOf(parent));
      return {
        name,
        ...(parent === null ? {} : { parent }),
        origin: { position: [x, y, 0] },
        joint: { type: 'continuous', axis: [0, 0, 1] },
      };
    }),
    loops: loops.map(({ name, a, b, at, atB = at, free }): LoopDescription => {
      const position = (link: string | null, end: string): Vec3 => place(link, end).position;
      return {
        name,
        a: { link: a, position: position(a, at) },
        b: { ...(b === null ? {} : { link: b }), position: position(b, atB) },
        free: free ?? 'revolute',
      };
    }),
  };

  const parts: LinkagePart[] = [
    ...flat.ground.map(({ corners, layer }): LinkagePart => plate(null, corners, layer, 'joint')),
    ...links.map(({ name, hinge, corners, layer, tone }): LinkagePart => {
      const outline = corners.map((corner) => minus(point(corner), point(hinge)));
      return plate(name, outline, layer, tone);
    }),
  ];

  const marks: JointMark[] = [
    ...links.map(({ name, parent, hinge }) => mark(name, place(name, hinge), layerOf(parent), layerOf(name))),
    ...loops.map(({ name, a, b, at }) => mark(name, place(a, at), layerOf(a), layerOf(b))),
  ];
  /** The foremost layer at a point. */
  const front = (name: string): number =>
    Math.max(
      ...links.filter(({ hinge, corners }) => [hinge, ...corners].includes(name)).map(({ layer }) => layer),
    );
  return {
    description,
    parts,
    marks,
    place: (link: string, name: string) => place(link, name, layerOf(link)),
    /** In front of all that is there. */
    handle: (link: string, name: string, label: string) => ({
      ...place(link, name, front(name) + 0.7),
      label,
    }),
  };
}

function plate(
  link: string | null,
  corners: readonly Point[],
  layer: number,
  tone: Tone | undefined,
): LinkagePart {
  const z = [layer * pitch - thickness / 2, layer * pitch + thickness / 2] as const;
  return { kind: 'plate', link, corners, radius: around, z, ...(tone ? { tone } : {}) };
}

function mark(joint: string, at: LinkPoint, layerA: number, layerB: number): JointMark {
  const room = thickness / 2 + head;
  const span = [Math.min(layerA, layerB) * pitch - room, Math.max(layerA, layerB) * pitch + room] as const;
  return { joint, kind: 'pin', at, radius: pin, span };
}
