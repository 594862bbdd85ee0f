import {
  ArmShape,
  FloorHandle,
  GoalHandle,
  ObstacleHandle,
  palettes,
  View,
  type Palette,
  type Theme,
} from 'limber/three';
import type { Vec3 } from 'limber';
import {
  Box3,
  BufferGeometry,
  ConeGeometry,
  Group,
  LineBasicMaterial,
  LineLoop,
  Mesh,
  MeshStandardMaterial,
  Vector3,
} from 'three';
import { plinth } from '../views/robots.ts';
import { Cloud } from './cloud.ts';
import { mostAway, type Cut } from './picks.ts';
import type { Station } from './station.ts';

const fieldOfView = 36;
/** Where the camera stands, seen from what it looks at. */
const side: Vec3 = [0.55, 0.4, 1];
/** Metres: the cube on the cut; radius of the plinth; a key's step; length of a target's cone. */
const [cube, stand, stepLength, cone] = [0.07, 0.13, 0.05, 0.09];
/** Axis of a cut. */
const axes: Readonly<Record<Cut, 0 | 1 | 2 | null>> = { front: 2, side: 0, top: 1, none: null };

export interface StageEvents {
  /** The hand moves the cut. */
  readonly cut: (offset: number) => void;
  /** The hand moves the base, and lets go of it. */
  readonly base: (x: number, z: number) => void;
  readonly settled: () => void;
  /** The hand has moved a thing. */
  readonly things: () => void;
}

/** What the reader sees: the arm in its cloud, targets, things in the way, and the floor's map. */
export class ReachStage {
  readonly view: View;
  readonly cloud = new Cloud();
  /** How many targets are reached from each place of the floor. */
  readonly floor = new Cloud();
  cutter: GoalHandle | null = null;
  base: FloorHandle | null = null;
  things: readonly ObstacleHandle[] = [];
  private readonly outline = new Outline();
  private marks: readonly Mark[] = [];
  private shape: ArmShape | null = null;
  private station!: Station;
  private cut: Cut = 'none';
  private hinted = false;

  constructor(
    host: HTMLElement,
    private readonly on: StageEvents,
  ) {
    this.view = new View(host, { label: 'An arm and all that it reaches', fov: fieldOfView });
    this.view.add(this.cloud, this.floor, this.outline);
  }

  load(station: Station): void {
    this.clear();
    this.station = station;
    const { meshes, upright } = station.robot;
    const isMesh = upright.links.some(({ shapes = [] }) => shapes.some(({ type }) => type === 'mesh'));
    const look = meshes ? { meshes } : ({ generate: isMesh ? 'always' : 'auto' } as const);
    this.shape = new ArmShape(station.problem.model, { tips: !meshes, ...look });
    this.marks = station.targets.map(({ pose }) => new Mark(pose));
    this.view.add(this.shape, ...this.marks);
    this.things = station.obstacles.map(
      (obstacles, i) =>
        new ObstacleHandle(this.view, {
          obstacles,
          label: station.scene.things[i]!.name.replace(/^./, (letter) => letter.toUpperCase()),
          step: stepLength,
          ...(station.scene.things[i]!.grip && { grip: station.scene.things[i]!.grip }),
          onEnd: this.on.things,
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
    const { x, z } = station.base;
    this.base.setPosition(x, 0, z);
    this.setCut(this.cut, this.offset);
    this.frame();
  }

  /** The camera sees all that may be reached. */
  frame(): void {
    const { min, max } = this.station.region;
    this.view.fit(new Box3(new Vector3(...min), new Vector3(...max)).expandByScalar(-0.15), side);
  }

  /** Metres along the axis of the cut, in the robot's frame. */
  offset = 0;

  /** Another cut. */
  setCut(cut: Cut, offset: number): void {
    const axis = axes[cut];
    this.offset = offset;
    this.cloud.cutAt(axis, offset);
    if (cut !== this.cut || !this.cutter) {
      this.cut = cut;
      this.cutter?.dispose();
      this.cutter = axis === null ? null : this.makeCutter(axis);
    }
    this.placeCut();
    this.view.invalidate();
  }

  /** Brings all to where it is. */
  update(showsTargets: boolean): void {
    const { station } = this;
    this.shape!.update(station.problem.state.poses);
    this.cloud.position.copy(station.origin);
    this.marks.forEach((mark, i) => {
      mark.visible = showsTargets;
      mark.tell(station.targets[i]!.isReached);
    });
    this.floor.visible = showsTargets;
    const { x, z } = station.base;
    if (!this.base!.dragging) this.base!.setPosition(x, 0, z);
    this.placeCut();
  }

  dispose(): void {
    this.clear();
    this.cutter?.dispose();
    this.cloud.dispose();
    this.floor.dispose();
    this.view.dispose();
  }

  private makeCutter(axis: 0 | 1 | 2): GoalHandle {
    const cutter: GoalHandle = new GoalHandle(this.view, {
      position: [0, 0, 0],
      size: cube,
      step: stepLength,
      label: 'Cut',
      help: 'Drag it, or use the arrow keys and Page Up and Page Down; Shift moves in small steps.',
      onStart: () => cutter.element.classList.remove('hint'),
      onChange: (place) => this.on.cut(place.getComponent(axis) - this.station.origin.getComponent(axis)),
    });
    if (!this.hinted) cutter.element.classList.add('hint');
    this.hinted = true;
    return cutter;
  }

  /** The cube stands at a corner of the cut, and moves along its axis only. */
  private placeCut(): void {
    const axis = axes[this.cut];
    this.outline.visible = axis !== null;
    if (axis === null || !this.cutter) return;
    const { region, origin } = this.station;
    const [min, max] = [region.min, region.max].map((each) => new Vector3(...each).add(origin)) as [
      Vector3,
      Vector3,
    ];
    const place = origin.getComponent(axis) + this.offset;
    this.outline.show(axis, place, min, max);
    const corner =
      axis === 1 ? new Vector3(max.x, 0, max.z) : new Vector3(min.x, max.y, axis === 0 ? max.z : 0);
    corner.setComponent(axis, place);
    const [low, high] = [corner.clone(), corner.clone()];
    low.setComponent(axis, min.getComponent(axis));
    high.setComponent(axis, max.getComponent(axis));
    if (this.cutter.position.equals(corner)) return;
    this.cutter.home.copy(corner);
    this.cutter.setBounds(null);
    this.cutter.setPosition(corner.x, corner.y, corner.z);
    this.cutter.setBounds({ min: low.toArray(), max: high.toArray() });
  }

  private clear(): void {
    for (const each of this.things) each.dispose();
    this.base?.dispose();
    for (const each of [...this.marks, ...(this.shape ? [this.shape] : [])]) {
      this.view.remove(each);
      each.dispose();
    }
  }
}

/** The edge of a cut. */
class Outline extends LineLoop<BufferGeometry, LineBasicMaterial> {
  constructor() {
    super(new BufferGeometry(), new LineBasicMaterial());
    this.name = 'cut';
    this.frustumCulled = false;
  }

  show(axis: 0 | 1 | 2, place: number, min: Vector3, max: Vector3): void {
    const [a, b] = ([0, 1, 2] as const).filter((each) => each !== axis) as [0 | 1 | 2, 0 | 1 | 2];
    const corners = [
      [min, min],
      [max, min],
      [max, max],
      [min, max],
    ].map(([first, second]) => {
      const corner = new Vector3().setComponent(axis, place);
      return corner.setComponent(a, first!.getComponent(a)).setComponent(b, second!.getComponent(b));
    });
    this.geometry.setFromPoints(corners);
  }

  setTheme(theme: Theme, palette: Palette = palettes[theme]): void {
    this.material.color.set(palette.goal);
  }
}

/** A target: a cone that points as the tool should; filled where it is reached, else an outline. */
class Mark extends Group {
  private readonly material = new MeshStandardMaterial({ roughness: 0.5 });
  private readonly mesh: Mesh<ConeGeometry, MeshStandardMaterial>;

  constructor(pose: Float64Array) {
    super();
    this.name = 'target';
    const geometry = new ConeGeometry(0.35 * cone, cone, 24);
    // Its tip is the target, and Z the way that the tool looks.
    geometry.rotateX(Math.PI / 2).translate(0, 0, -cone / 2);
    this.mesh = new Mesh(geometry, this.material);
    this.add(this.mesh);
    this.position.fromArray(pose);
    this.quaternion.fromArray(pose, 3);
  }

  tell(isReached: boolean): void {
    this.material.wireframe = !isReached;
    this.mesh.castShadow = isReached;
  }

  setTheme(theme: Theme, palette: Palette = palettes[theme]): void {
    this.material.color.set(palette.direction);
    this.material.emissive.set(palette.direction);
    this.material.emissiveIntensity = 0.3;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.material.dispose();
  }
}
