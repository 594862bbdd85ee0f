/** The sight of a gaze, and in red the way from a tool to where its goal holds. */
import { poseAxes, type Goal } from 'limber';
import { palettes, type Palette, type Theme, type Themed } from 'limber/three';
import * as three from 'three';
import { MathUtils, Quaternion, Vector3 } from 'three';

/** Metres: smaller errors are not drawn. */
const visible = 2e-3;
const up = new Vector3(0, 1, 0);

type Room = readonly [number | null, number | null];
const clamped = (value: number, [least, most]: Room): number =>
  MathUtils.clamp(value, least ?? -Infinity, most ?? Infinity);

/** The nearest point to the tool that meets a goal in the world; null: a pure turn. */
export function nearestOf(goal: Goal, tool: Vector3): Vector3 | null {
  const place = new Vector3().fromArray(goal.target);
  const way = tool.clone().sub(place);
  if (goal.type === 'distance') {
    const distance = goal.target[3]!;
    return place.add(way.setLength(Math.max(0, distance + clamped(way.length() - distance, goal.within))));
  }
  if (goal.type !== 'pose' && goal.type !== 'position') return null;
  const turn = new Quaternion();
  if (goal.type === 'pose') turn.fromArray(goal.target, 3).normalize();
  way.applyQuaternion(turn.clone().invert());
  const within: Readonly<Partial<Record<string, Room>>> = goal.within;
  way.fromArray(way.toArray().map((each, i) => clamped(each, within[poseAxes[i]!] ?? [0, 0])));
  return place.add(way.applyQuaternion(turn));
}

/** The sight of one goal, and its remaining error. */
export class TieMark extends three.Group implements Themed {
  readonly #gap = new three.Mesh(
    new three.CylinderGeometry(0.007, 0.007, 1, 10).translate(0, 0.5, 0),
    new three.MeshBasicMaterial({ depthTest: false, transparent: true, fog: false }),
  );

  readonly #sight = new three.Line(
    new three.BufferGeometry().setFromPoints([new Vector3(), up]),
    new three.LineBasicMaterial({ fog: false }),
  );

  constructor(private readonly goal: Goal) {
    super();
    this.#gap.renderOrder = 3;
    this.#sight.visible = goal.type === 'lookAt' && !goal.targetLink;
    this.add(this.#gap, this.#sight);
  }

  setTheme(theme: Theme, palette: Palette = palettes[theme]): void {
    this.#gap.material.color.set(palette.warning);
    this.#sight.material.color.set(palette.direction);
  }

  /** `tool`: metres, world. */
  update(tool: Vector3): void {
    const nearest = this.goal.targetLink ? null : nearestOf(this.goal, tool);
    this.#gap.visible = nearest !== null && nearest.distanceTo(tool) > visible;
    this.#gap.position.copy(tool);
    if (this.#gap.visible) along(this.#gap, nearest!);
    if (!this.#sight.visible) return;
    this.#sight.position.copy(tool);
    along(this.#sight, new Vector3().fromArray(this.goal.target));
  }
}

/** Stretches an object of length 1 along Y from its place to a point. */
function along(object: three.Object3D, to: Vector3): void {
  const way = to.clone().sub(object.position);
  const length = way.length();
  object.scale.y = Math.max(length, 1e-9);
  if (length > 0) object.quaternion.setFromUnitVectors(up, way.divideScalar(length));
}
