import {
  ArmShape,
  FloorHandle,
  GoalHandle,
  palettes,
  View,
  type ObstacleHandle,
  type Palette,
  type Theme,
  type Themed,
} from 'limber/three';
import type { Vec3 } from 'limber';
import {
  Box3,
  Box3Helper,
  ConeGeometry,
  type LineBasicMaterial,
  Mesh,
  MeshStandardMaterial,
  Vector3,
} from 'three';
import { plinth } from '../views/robots.ts';
import { Scenery } from '../views/scenery.ts';
import { thingHandle } from '../views/things.ts';
import { Cloud } from './cloud.ts';
import { mostAway, type Cut } from './picks.ts';
import type { Station } from './station.ts';

const fieldOfView = 36;
/** Direction of the camera, seen from its target. */
const side: Vec3 = [0.55, 0.4, 1];
/** Metres: the cube on the cut; radius of the plinth; a key's step; length of a target's cone. */
const [cube, stand, stepLength, cone] = [0.07, 0.13, 0.05, 0.09];
/** Axis of each cut. */
const axes: Readonly<Record<Cut, 0 | 1 | 2 | null>> = { front: 2, side: 0, top: 1, none: null };

export interface StageEvents {
  /** The reader moves the cut. */
  readonly cut: (offset: number) => void;
  /** The reader moves the base. */
  readonly base: (x: number, z: number) => void;
  /** The reader lets go of the base, or of a thing. */
  readonly settled: () => void;
}

/** The scene: the arm in its cloud, targets, obstacles, and the floor's map. */
export class ReachStage {
  readonly view: View;
  readonly cloud = new Cloud();
  /** Number of targets reached from each base position. */
  readonly floor = new Cloud();
  cutter: GoalHandle | null = null;
  base!: FloorHandle;
  things: readonly ObstacleHandle[] = [];
  readonly #outline = new Outline();
  readonly #scenery: Scenery;
  #marks: readonly Mark[] = [];
  #shape!: ArmShape;
  #station!: Station;
  #cut: Cut = 'none';
  /** Position along the cut's axis in the robot's frame (metres). */
  offset = 0;
  #hinted = false;

  constructor(
    host: HTMLElement,
    private readonly on: StageEvents,
  ) {
    this.view = new View(host, { label: 'An arm and all that it reaches', fov: fieldOfView });
    this.view.add(this.cloud, this.floor, this.#outline);
    this.#scenery = new Scenery(this.view);
  }

  load(station: Station): void {
    const before = this.base as FloorHandle | undefined;
    for (const each of [before, ...this.things]) each?.dispose();
    this.#station = station;
    const { meshes, upright } = station.robot;
    const isMesh = upright.links.some(({ shapes = [] }) => shapes.some(({ type }) => type === 'mesh'));
    const look = meshes ? { meshes } : ({ generate: isMesh ? 'always' : 'auto' } as const);
    this.#shape = new ArmShape(station.problem.model, { tips: !meshes, ...look });
    this.#marks = station.targets.map(({ pose }) => new Mark(pose));
    this.#scenery.show(this.#shape, ...this.#marks);
    this.things = station.obstacles.map((obstacles, i) =>
      thingHandle(this.view, station.scene.things[i]!, {
        obstacles,
        step: stepLength,
        onEnd: this.on.settled,
        onChange: () => this.view.invalidate(),
      }),
    );
    this.base = new FloorHandle(this.view, {
      position: [0, 0, 0],
      radius: stand,
      height: plinth,
      most: mostAway,
      onChange: ({ x, z }) => this.on.base(x, z),
      onEnd: this.on.settled,
    });
    this.setCut(this.#cut, this.offset);
    this.frame();
  }

  /** Aims the camera at the whole region of the map. */
  frame(): void {
    const { min, max } = this.#station.region;
    this.view.fit(new Box3(new Vector3(...min), new Vector3(...max)).expandByScalar(-0.15), side);
  }

  /** Sets another cut. */
  setCut(cut: Cut, offset: number): void {
    const axis = axes[cut];
    this.offset = offset;
    this.cloud.cutAt(axis, offset);
    if (cut !== this.#cut || !this.cutter) {
      this.#cut = cut;
      this.cutter?.dispose();
      this.cutter = axis === null ? null : this.#makeCutter(axis);
    }
    this.#placeCut();
    this.view.invalidate();
  }

  /** Updates everything to its present state. */
  update(showsTargets: boolean): void {
    const station = this.#station;
    this.#shape.update(station.problem.state.poses);
    this.cloud.position.copy(station.origin);
    this.#marks.forEach((mark, i) => {
      mark.visible = showsTargets;
      mark.tell(station.targets[i]!.isReached);
    });
    this.floor.visible = showsTargets;
    const { x, z } = station.base;
    this.base.setPosition(x, 0, z);
    this.#placeCut();
  }

  #makeCutter(axis: 0 | 1 | 2): GoalHandle {
    const cutter: GoalHandle = new GoalHandle(this.view, {
      position: [0, 0, 0],
      size: cube,
      step: stepLength,
      label: 'Cut',
      help: 'Drag it, or use the arrow keys and Page Up and Page Down; Shift moves in small steps.',
      onStart: () => cutter.element.classList.remove('hint'),
      onChange: (place) => this.on.cut(place.getComponent(axis) - this.#station.origin.getComponent(axis)),
    });
    if (!this.#hinted) cutter.element.classList.add('hint');
    this.#hinted = true;
    return cutter;
  }

  /** Puts the cube at a corner of the cut; it moves along the cut's axis only. */
  #placeCut(): void {
    const axis = axes[this.#cut];
    this.#outline.visible = axis !== null;
    if (axis === null || !this.cutter) return;
    const { region, origin } = this.#station;
    const { min, max } = new Box3(new Vector3(...region.min), new Vector3(...region.max)).translate(origin);
    const place = origin.getComponent(axis) + this.offset;
    this.#outline.box.set(min, max);
    this.#outline.box.min.setComponent(axis, place);
    this.#outline.box.max.setComponent(axis, place);
    const corner =
      axis === 1 ? new Vector3(max.x, 0, max.z) : new Vector3(min.x, max.y, axis === 0 ? max.z : 0);
    corner.setComponent(axis, place);
    if (this.cutter.position.equals(corner)) return;
    this.cutter.home.copy(corner);
    this.cutter.setBounds(null);
    this.cutter.setPosition(corner.x, corner.y, corner.z);
    this.cutter.setBounds({
      min: corner.clone().setComponent(axis, min.getComponent(axis)).toArray(),
      max: corner.clone().setComponent(axis, max.getComponent(axis)).toArray(),
    });
  }
}

/** The outline of a cut: a flat box. */
class Outline extends Box3Helper implements Themed {
  declare readonly material: LineBasicMaterial;

  constructor() {
    super(new Box3());
    this.name = 'cut';
    this.frustumCulled = false;
    this.material.toneMapped = true;
  }

  setTheme(theme: Theme, palette: Palette = palettes[theme]): void {
    this.material.color.set(palette.goal);
  }
}

/** A target: a cone in the tool's wanted direction; solid when reached, else an outline. */
class Mark extends Mesh<ConeGeometry, MeshStandardMaterial> implements Themed {
  constructor(pose: Float64Array) {
    super(new ConeGeometry(0.35 * cone, cone, 24), new MeshStandardMaterial({ roughness: 0.5 }));
    this.name = 'target';
    // Its tip is the target, and z the tool's direction.
    this.geometry.rotateX(Math.PI / 2).translate(0, 0, -cone / 2);
    this.position.fromArray(pose);
    this.quaternion.fromArray(pose, 3);
  }

  tell(isReached: boolean): void {
    this.material.wireframe = !isReached;
    this.castShadow = isReached;
  }

  setTheme(theme: Theme, palette: Palette = palettes[theme]): void {
    this.material.color.set(palette.direction);
    this.material.emissive.set(palette.direction);
    this.material.emissiveIntensity = 0.3;
  }

  dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
  }
}
