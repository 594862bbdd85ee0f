/** Marks of constraints, drawn besides their handles. */
import {
  BufferGeometry,
  CylinderGeometry,
  DoubleSide,
  Group,
  Line,
  LineBasicMaterial,
  LineDashedMaterial,
  LineLoop,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  SphereGeometry,
  Vector3,
  type Color,
  type Object3D,
} from 'three';
import { palettes, type Palette, type Theme, type Themed } from 'limber/three';
import { Triad } from '../views/triad.ts';
import { frameOf, type ConstraintKind, type Settings } from './kinds.ts';

/** Metres: half the size of the drawn part of a plane, and length of that of an infinite line. */
const half = 0.42;
const long = 1.4;

type Drawn = Object3D & { readonly material: { readonly color: Color } };

/** Objects in one colour of the palette. */
class Tinted extends Group implements Themed {
  constructor(
    private readonly colour: keyof Palette,
    private readonly parts: readonly Drawn[],
  ) {
    super();
    this.add(...parts);
    this.setTheme('light');
  }

  setTheme(theme: Theme, palette: Palette = palettes[theme]): void {
    for (const { material } of this.parts) material.color.set(palette[this.colour]);
  }
}

const surface = (geometry: BufferGeometry): Drawn =>
  new Mesh(
    geometry,
    new MeshBasicMaterial({
      transparent: true,
      opacity: 0.13,
      side: DoubleSide,
      depthWrite: false,
      fog: false,
    }),
  );

const outline = (points: readonly Vector3[]): Drawn =>
  new LineLoop(
    new BufferGeometry().setFromPoints([...points]),
    new LineBasicMaterial({ transparent: true, opacity: 0.75, fog: false }),
  );

/** A circle of radius 1 around an axis. */
const circle = (axis: number): Drawn =>
  outline(
    Array.from({ length: 96 }, (_, i) => {
      const angle = (2 * Math.PI * i) / 96;
      return new Vector3()
        .setComponent((axis + 1) % 3, Math.cos(angle))
        .setComponent((axis + 2) % 3, Math.sin(angle));
    }),
  );

export interface Mark {
  readonly object: Object3D;
  /** `tool`: metres, world. */
  readonly update: (settings: Settings, tool: Vector3) => void;
}

/** A mark that follows the frame of its constraint. */
function framed(object: Object3D): Mark {
  const update = (settings: Settings) => {
    const frame = frameOf(settings);
    object.position.fromArray(frame);
    object.quaternion.fromArray(frame, 3);
  };
  return { object, update };
}

export const marks: Readonly<Record<ConstraintKind['name'], () => Mark>> = {
  pose: () => framed(new Triad(0.16)),
  distance() {
    const object = new Tinted('goal', [surface(new SphereGeometry(1, 48, 32)), ...[0, 1, 2].map(circle)]);
    return {
      object,
      update({ place, distance }) {
        object.position.fromArray(place);
        object.scale.setScalar(distance);
      },
    };
  },
  look() {
    const material = new LineDashedMaterial({ dashSize: 0.035, gapSize: 0.02, fog: false });
    const sight = new Line(new BufferGeometry().setFromPoints([new Vector3(), new Vector3()]), material);
    sight.frustumCulled = false;
    const ends = sight.geometry.attributes.position!;
    return {
      object: new Tinted('direction', [sight]),
      update({ place }, tool) {
        ends.setXYZ(0, ...tool.toArray());
        ends.setXYZ(1, ...place);
        ends.needsUpdate = true;
        sight.computeLineDistances();
      },
    };
  },
  plane() {
    const corners = [-1, 1, 1, -1].map((x, i) => new Vector3(x * half, (i < 2 ? -1 : 1) * half, 0));
    return framed(new Tinted('goal', [surface(new PlaneGeometry(2 * half, 2 * half)), outline(corners)]));
  },
  line() {
    const along = new CylinderGeometry(0.006, 0.006, long, 12).rotateX(Math.PI / 2);
    return framed(new Tinted('goal', [new Mesh(along, new MeshBasicMaterial({ fog: false }))]));
  },
};
