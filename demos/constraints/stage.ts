import { ArmShape, FloorHandle, View } from 'limber/three';
import type { Vec3 } from 'limber';
import { Box3, CylinderGeometry, Mesh, MeshBasicMaterial, Quaternion, Vector3 } from 'three';
import { Names } from '../views/names.ts';
import { plinth } from '../views/robots.ts';
import { farthestRobot } from './picks.ts';
import { kinds, type Settings } from './kinds/index.ts';
import type { ConstrainedRobot } from './robot.ts';
import { ShownConstraint, type MovedHandle } from './shown-constraint.ts';

const seen = new Box3(new Vector3(-0.62, 0, -0.35), new Vector3(0.85, 1.02, 0.6));
/** Where the camera stands, seen from what it looks at. */
const side: Vec3 = [0.3, 0.3, 1];
/** Metres: smaller errors are not drawn. */
const visible = 2e-3;

/** What the reader sees: the robot, the constraints that are on, and in red what remains of their errors. */
export class ConstraintsStage {
  readonly view: View;
  readonly stand: FloorHandle;
  readonly shown: readonly ShownConstraint[];
  onMove: ((index: number, moved: MovedHandle) => void) | null = null;
  onStand: ((place: Vec3) => void) | null = null;
  private readonly shape: ArmShape;
  private readonly gaps: readonly Gap[];
  private readonly tool = new Vector3();

  constructor(
    host: HTMLElement,
    private readonly rig: ConstrainedRobot,
  ) {
    this.view = new View(host, { label: 'A robot and its constraints', fov: 36 });
    this.shape = new ArmShape(rig.model, { toolAxis: [0, 0, 1] });
    this.stand = new FloorHandle(this.view, {
      position: [0, 0, 0],
      radius: 0.14,
      height: plinth,
      most: farthestRobot,
      label: 'Base of the robot',
      onChange: (place) => this.onStand?.(place.toArray()),
    });
    const names = new Names(this.view);
    this.shown = kinds.map(
      (kind, i) => new ShownConstraint(kind, this.view, names, (moved) => this.onMove?.(i, moved)),
    );
    this.gaps = kinds.map(() => new Gap());
    this.view.add(this.shape, ...this.gaps);
    this.view.fit(seen, side);
  }

  update(settings: readonly Settings[], stand: Vec3): void {
    const { rig, tool } = this;
    this.shape.update(rig.problem.state.poses);
    tool.fromArray(rig.tool);
    this.stand.setPosition(...stand);
    this.shown.forEach((shown, i) => {
      const each = settings[i]!;
      shown.show(each, tool);
      this.gaps[i]!.show(shown.kind.nearest && each.on ? shown.kind.nearest : null, each, tool);
    });
    for (const gap of this.gaps) gap.paint(this.view.palette.warning);
  }
}

const up = new Vector3(0, 1, 0);

/** From the tool to the nearest place where a constraint would hold. */
class Gap extends Mesh<CylinderGeometry, MeshBasicMaterial> {
  private readonly end = new Vector3();
  private readonly turn = new Quaternion();

  constructor() {
    const geometry = new CylinderGeometry(0.007, 0.007, 1, 10);
    geometry.translate(0, 0.5, 0);
    super(geometry, new MeshBasicMaterial({ depthTest: false, transparent: true, fog: false }));
    this.renderOrder = 3;
  }

  show(nearest: (typeof kinds)[number]['nearest'] | null, settings: Settings, tool: Vector3): void {
    this.visible = false;
    if (!nearest) return;
    nearest(settings, tool, this.end);
    this.end.sub(tool);
    const length = this.end.length();
    this.visible = length > visible;
    if (!this.visible) return;
    this.position.copy(tool);
    this.scale.set(1, length, 1);
    this.quaternion.copy(this.turn.setFromUnitVectors(up, this.end.divideScalar(length)));
  }

  paint(colour: string): void {
    this.material.color.set(colour);
  }
}
