/** What a goal means, drawn in the view: its sphere, plane, line or sight, and in red the way to where it holds. */
import { poseAxes, type Goal } from 'limber';
import { palettes, type Palette, type Theme, type Themed } from 'limber/three';
import * as three from 'three';
import { Quaternion, Vector3, type Color, type Object3D } from 'three';

/** Metres: half the size of the drawn part of a plane, half the length of that of a line. */
const [half, long] = [0.42, 0.7];
/** Metres: smaller errors are not drawn. */
const visible = 2e-3;
const up = new Vector3(0, 1, 0);

type Drawn = Object3D & { readonly material: { readonly color: Color } };

const translucent = { transparent: true, opacity: 0.13, depthWrite: false, fog: false };
const surface = (geometry: three.BufferGeometry): Drawn =>
  new three.Mesh(geometry, new three.MeshBasicMaterial({ ...translucent, side: three.DoubleSide }));
const lineOf = (points: readonly Vector3[]): Drawn =>
  new three.Line(
    new three.BufferGeometry().setFromPoints([...points]),
    new three.LineBasicMaterial({ fog: false }),
  );

/** Circles of radius 1 around the three axes. */
const circles = (): Drawn[] =>
  [0, 1, 2].map((i) => {
    const [axis, start] = [new Vector3().setComponent(i, 1), new Vector3().setComponent((i + 1) % 3, 1)];
    return lineOf(
      Array.from({ length: 97 }, (_, k) => start.clone().applyAxisAngle(axis, (Math.PI * k) / 48)),
    );
  });

const corners = [0, 1, 2, 3, 0].map((i) => new Vector3(i % 3 ? half : -half, i < 2 ? -half : half, 0));
const drawings = {
  sphere: () => [surface(new three.SphereGeometry(1, 48, 32)), ...circles()],
  plane: () => [surface(new three.PlaneGeometry(2 * half, 2 * half)), lineOf(corners)],
  line: () => [
    new three.Mesh(
      new three.CylinderGeometry(0.006, 0.006, 2 * long, 12).rotateX(Math.PI / 2),
      new three.MeshBasicMaterial({ fog: false }),
    ) as Drawn,
  ],
  sight: () => [lineOf([new Vector3(), new Vector3(0, 0, 1)])],
};

/** A goal's drawing: of a pose, by the slides that it leaves free. */
function drawingOf(goal: Goal): keyof typeof drawings | null {
  if (goal.targetLink) return null;
  if (goal.type === 'distance') return 'sphere';
  if (goal.type === 'lookAt') return 'sight';
  const free = slidesOf(goal).length;
  return free === 1 ? 'line' : free === 2 ? 'plane' : null;
}

/** Axes of a pose goal's target along which the tool may be anywhere: 0 to 2. */
const slidesOf = (goal: Goal): number[] =>
  goal.type === 'pose' ? [0, 1, 2].filter((i) => goal.free.includes(poseAxes[i]!)) : [];

/** The nearest point to the tool that meets a goal in the world; null: a pure turn. */
export function nearestOf(goal: Goal, tool: Vector3): Vector3 | null {
  const place = new Vector3().fromArray(goal.target);
  const way = tool.clone().sub(place);
  if (goal.type === 'distance') {
    const distance = goal.target[3]!;
    const away = way.length();
    const isFree = goal.side === 'inside' ? away <= distance : goal.side === 'outside' && away >= distance;
    return isFree ? tool.clone() : place.add(way.setLength(distance));
  }
  if (goal.type !== 'pose' && goal.type !== 'position') return null;
  for (const i of slidesOf(goal)) {
    const axis = new Vector3().setComponent(i, 1).applyQuaternion(new Quaternion().fromArray(goal.target, 3));
    place.addScaledVector(axis, way.dot(axis));
  }
  return place;
}

/** The mark of one goal, and its remaining error. */
export class TieMark extends three.Group implements Themed {
  readonly #parts: readonly Drawn[];
  readonly #shape = new three.Group();
  readonly #gap = new three.Mesh(
    new three.CylinderGeometry(0.007, 0.007, 1, 10).translate(0, 0.5, 0),
    new three.MeshBasicMaterial({ depthTest: false, transparent: true, fog: false }),
  );

  constructor(private readonly goal: Goal) {
    super();
    const drawing = drawingOf(goal);
    this.#parts = drawing ? drawings[drawing]() : [];
    for (const part of this.#parts) this.#shape.add(part);
    this.#gap.renderOrder = 3;
    this.add(this.#gap, this.#shape);
  }

  setTheme(theme: Theme, palette: Palette = palettes[theme]): void {
    this.#gap.material.color.set(palette.warning);
    const colour = this.goal.type === 'lookAt' ? palette.direction : palette.goal;
    for (const { material } of this.#parts) material.color.set(colour);
  }

  /** `tool`: metres, world. */
  update(tool: Vector3): void {
    const { goal } = this;
    const { target } = goal;
    const shape = this.#shape;
    shape.position.fromArray(target);
    if (goal.type === 'pose') shape.quaternion.fromArray(target, 3);
    if (goal.type === 'distance') shape.scale.setScalar(Math.max(target[3]!, 1e-3));
    if (goal.type === 'lookAt') along(shape, new Vector3(0, 0, 1), tool);
    const nearest = goal.targetLink ? null : nearestOf(goal, tool);
    this.#gap.visible = nearest !== null && nearest.distanceTo(tool) > visible;
    this.#gap.position.copy(tool);
    if (this.#gap.visible) along(this.#gap, up, nearest!);
  }
}

/** Stretches an object of length 1 from its place to a point. */
function along(object: Object3D, axis: Vector3, to: Vector3): void {
  const way = to.clone().sub(object.position);
  const length = way.length();
  object.scale.set(1, 1, 1).addScaledVector(axis, length - 1);
  if (length > 0) object.quaternion.setFromUnitVectors(axis, way.divideScalar(length));
}
