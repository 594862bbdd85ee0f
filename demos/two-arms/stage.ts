import { ArmShape, DirectionHandle, FloorHandle, GoalHandle, palettes, View } from 'limber/three';
import type { Palette, Theme, Themed } from 'limber/three';
import type { Vec3 } from 'limber';
import { Box3, Color, Mesh, MeshStandardMaterial, Quaternion, Vector3 } from 'three';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';
import { armNames, boxName, edge, startPoint, type PairMode } from './modes.ts';
import { plinth } from '../views/robots.ts';
import type { Pair } from './pair.ts';
import { farthestArm, homes, type Picks } from './picks.ts';

/** Metres. */
const cube = 0.07;
const arrow = 0.46;
const seen = new Box3(new Vector3(-0.96, 0, -0.3), new Vector3(0.96, 0.98, 0.4));
/** Where the camera stands, seen from what it looks at. */
const side: Vec3 = [0.12, 0.36, 1];
const bounds = { min: [-1.5, edge / 2, -1.2], max: [1.5, 1.6, 1.5] } as const;
const front = new Vector3(0, 0, 1);
/** Wood, more or less, in either theme. */
const grey = new Color('#9aa3ad');

/** What the reader sees: the arms on their bases, the box, and what it is dragged by. */
export class TwoArmsStage {
  readonly view: View;
  /** The box itself, the place where a carried box is to be, and the cube that the hands keep beside. */
  readonly handles: readonly [box: GoalHandle, wish: GoalHandle, cube: GoalHandle];
  readonly arrow: DirectionHandle;
  readonly stands: readonly FloorHandle[];
  /** A hand has taken hold of something. */
  onTake: (() => void) | null = null;
  onMove: ((change: { readonly place: Vec3 } | { readonly direction: Vec3 }) => void) | null = null;
  onStand: ((change: Partial<Picks>) => void) | null = null;
  private readonly shape: ArmShape;
  private readonly crate = new Crate();
  private readonly turn = new Quaternion();
  private mode: PairMode | null = null;

  constructor(
    host: HTMLElement,
    private readonly pair: Pair,
  ) {
    this.view = new View(host, { label: 'Two arms and a box', fov: 36 });
    this.shape = new ArmShape(pair.model, { toolAxis: [0, 0, 1] });
    // The box is drawn in its own way.
    this.shape.getObjectByName(boxName)!.visible = false;
    const handle = (size: number, label: string) => this.makeHandle(size, label);
    this.handles = [handle(edge, 'Box'), handle(1.06 * edge, 'Place for the box'), handle(cube, 'Cube')];
    seeThrough(this.handles[1]);
    this.arrow = new DirectionHandle(this.view, {
      direction: [0, 0, 1],
      origin: startPoint,
      length: arrow,
      label: 'Front of the box',
      onStart: () => this.onTake?.(),
      onChange: (direction) => this.onMove?.({ direction: direction.toArray() }),
    });
    this.stands = armNames.map((_, i) => this.makeStand(i));
    this.view.add(this.shape, this.crate);
    this.view.fit(seen, side);
  }

  /** What the hand drags now. */
  get handle(): GoalHandle {
    const [box, wish, cube] = this.handles;
    const { drivesBox, showsBox } = this.mode!;
    return drivesBox ? box : showsBox ? wish : cube;
  }

  show(picks: Picks): void {
    this.mode = picks.mode;
    const { drivesBox, showsBox } = picks.mode;
    for (const each of this.handles) {
      if (each.visible !== (each === this.handle)) each.visible = each === this.handle;
    }
    this.crate.visible = showsBox && !drivesBox;
    this.stands.forEach((stand, i) => stand.setPosition(...picks[armNames[i]!]));
    this.handle.setPosition(...picks.place);
    this.arrow.setOrigin(...picks.place);
    this.arrow.setDirection(...picks.direction);
    this.handle.object.quaternion.copy(this.turn.setFromUnitVectors(front, this.arrow.direction));
  }

  /** Brings what is drawn to where the arms are. */
  update(): void {
    const { pair } = this;
    const { poses } = pair.problem.state;
    this.shape.update(poses);
    this.crate.position.fromArray(poses, 7 * pair.box.index);
    this.crate.quaternion.fromArray(poses, 7 * pair.box.index + 3);
  }

  private makeHandle(size: number, label: string): GoalHandle {
    return new GoalHandle(this.view, {
      position: startPoint,
      size,
      label,
      bounds,
      step: 0.02,
      onStart: () => this.onTake?.(),
      onChange: (place) => this.onMove?.({ place: place.toArray() }),
    });
  }

  private makeStand(index: number): FloorHandle {
    const arm = armNames[index]!;
    return new FloorHandle(this.view, {
      position: homes[arm],
      radius: 0.14,
      height: plinth,
      most: farthestArm,
      label: `Base of the ${arm} arm`,
      onChange: (place) => this.onStand?.({ [arm]: place.toArray() }),
    });
  }
}

/** Only a place: the box itself is to be seen in it. */
function seeThrough({ object }: GoalHandle): void {
  object.castShadow = false;
  Object.assign(object.material, { transparent: true, opacity: 0.3, depthWrite: false });
}

/** A box that is carried: not blue, for no hand takes it. */
class Crate extends Mesh<RoundedBoxGeometry, MeshStandardMaterial> implements Themed {
  constructor() {
    super(
      new RoundedBoxGeometry(edge, edge, edge, 3, edge * 0.07),
      new MeshStandardMaterial({ roughness: 0.7 }),
    );
    this.name = 'crate';
    this.castShadow = this.receiveShadow = true;
  }

  setTheme(theme: Theme, palette: Palette = palettes[theme]): void {
    this.material.color.set(palette.direction).lerp(grey, 0.45);
  }
}
