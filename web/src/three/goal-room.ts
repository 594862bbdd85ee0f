import { Group, Quaternion, Vector3 } from 'three';
import type { Goal } from '../core/goal.ts';
import type { GoalType } from '../describe/core-names.ts';
import { type ProblemLike, sizeOf } from './model-like.ts';
import { MarkMaterials } from './motion-marks.ts';
import { ConeMark } from './room/cone.ts';
import type { RoomEdge, RoomMark } from './room/mark.ts';
import { BoxMark } from './room/box.ts';
import { ShellMark } from './room/shell.ts';
import { type Palette, palettes, type Theme, type Themed } from './theme.ts';

type MakeMark = (goal: Goal, size: number, materials: MarkMaterials) => RoomMark;
const box: MakeMark = (goal, size) => new BoxMark(goal, size);
const cone: MakeMark = (goal, size, materials) => new ConeMark(goal, size, materials);
const shell: MakeMark = (goal, size) => new ShellMark(goal, size);

/** By type; the rest have no place in a picture. */
const kinds: Partial<Record<GoalType, readonly MakeMark[]>> = {
  position: [box],
  orientation: [cone],
  pose: [box, cone],
  direction: [cone],
  lookAt: [cone],
  distance: [shell],
};

/**
 * Where a goal is met: the box, plane or line in which its tool may be, the shell of a distance, and at the tool the
 * cone and the sector in which it may turn, with a needle at where it is. What is at an edge takes the warning colour.
 */
export class GoalRoom extends Group implements Themed {
  /** The ends of its room that a handle may move: those that it has when this is made. */
  readonly edges: readonly RoomEdge[];
  readonly #materials = new MarkMaterials('direction');
  readonly #marks: readonly RoomMark[];
  readonly #link: number;
  readonly #targetLink: number;

  /** `size`: metres, for what has no size of its own; default: the model's reach. */
  constructor(
    private readonly problem: ProblemLike,
    private readonly goal: Goal,
    size = sizeOf(problem.model),
  ) {
    super();
    this.name = 'room';
    const indexOf = (link?: string) => problem.model.links.findIndex(({ name }) => name === link);
    [this.#link, this.#targetLink] = [indexOf(goal.link), indexOf(goal.targetLink)];
    this.#marks = (kinds[goal.type] ?? []).map((make) => make(goal, size, this.#materials));
    for (const { group } of this.#marks) this.add(group);
    this.edges = this.#marks.flatMap(({ edges }) => edges.map((edge) => this.#inWorld(edge)));
    this.setTheme('light');
    this.update();
  }

  /** Follows the goal and its tool. */
  update(): void {
    const { poses } = this.problem.state;
    read(poses, this.#link, place, turn);
    const { position, rotation } = this.goal.offset;
    if (position) place.add(offset.fromArray(position).applyQuaternion(turn));
    if (rotation) turn.multiply(offsetTurn.fromArray(rotation));
    read(poses, this.#targetLink, this.position, this.quaternion);
    inverse.copy(this.quaternion).invert();
    place.sub(this.position).applyQuaternion(inverse);
    turn.premultiply(inverse);
    const { edges } = this.goal;
    for (const mark of this.#marks) {
      mark.update(place, turn);
      mark.setHot((name) => edges.some((edge) => edge.name === name && edge.inside < atEdge));
    }
  }

  #inWorld(edge: RoomEdge): RoomEdge {
    const placeAt = (number: number, out: Vector3): void => {
      edge.placeAt(number, out);
      out.applyQuaternion(this.quaternion).add(this.position);
    };
    return { ...edge, placeAt };
  }

  setTheme(theme: Theme, palette: Palette = palettes[theme]): void {
    this.#materials.setPalette(palette);
    for (const mark of this.#marks) mark.setPalette(palette);
  }

  /** Frees the GPU memory; remove it from its view first. */
  dispose(): void {
    for (const mark of this.#marks) mark.dispose();
    this.#materials.dispose();
  }
}

/** Metres or radians from an edge at which the tool counts as at it. */
const atEdge = 1e-4;
const place = new Vector3();
const turn = new Quaternion();
const inverse = new Quaternion();
const offset = new Vector3();
const offsetTurn = new Quaternion();

/** The pose of a link; −1: the world's. */
function read(poses: ArrayLike<number>, link: number, position: Vector3, rotation: Quaternion): void {
  if (link < 0) {
    position.set(0, 0, 0);
    rotation.identity();
  } else {
    position.fromArray(poses, 7 * link);
    rotation.fromArray(poses, 7 * link + 3);
  }
}
