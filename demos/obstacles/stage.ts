import { ClearanceLines, CollisionOverlay, GoalHandle, ObstacleHandle, View } from 'limber/three';
import type { Problem } from 'limber';
import { Box3, type Object3D, Vector3 } from 'three';
import type { Grip } from './actor.ts';
import type { Picks } from './picks.ts';
import type { Mover, World } from './world.ts';

const fieldOfView = 36;
/** Of the size: around a robot out of a file. */
const room = 0.25;
/** Lines at most, and metres of the longest. */
const mostLines = 6;
const longestLine = 0.2;
/** Metres: of a line, and of a thing's step by key. */
const lineRadius = 0.003;
const stepLength = 0.025;

export interface StageEvents {
  /** The hand has moved a goal, or lets go of it. */
  readonly aim: () => void;
  /** The hand has moved a thing. */
  readonly push: () => void;
}

/** What the reader sees: who keeps clear of what, and how near they are. */
export class ObstaclesStage {
  readonly view: View;
  goals: readonly GoalHandle[] = [];
  things: readonly ObstacleHandle[] = [];
  overlay: CollisionOverlay | null = null;
  readonly lines = new ClearanceLines({ most: mostLines, radius: lineRadius });
  private world!: World;
  private shown: Object3D | null = null;
  private hinted = false;

  constructor(
    host: HTMLElement,
    private readonly on: StageEvents,
  ) {
    this.view = new View(host, { label: 'What must not touch', fov: fieldOfView });
    this.view.add(this.lines);
  }

  load(world: World): void {
    this.clear();
    this.world = world;
    const { actor, movers } = world;
    this.overlay = new CollisionOverlay(actor.problem, { world: false });
    this.shown = actor.object;
    this.view.add(actor.object, this.overlay);
    this.things = movers.map((mover) => this.makeThing(mover));
    this.goals = actor.grips.map((grip) => this.makeGoal(grip, actor.cube));
    if (!this.hinted) this.goals[0]?.element.classList.add('hint');
    this.hinted = true;
    this.frame();
  }

  frame(): void {
    const { actor, scene } = this.world;
    const box = scene.seen ?? boxOf(actor.problem);
    if (this.view.floor) this.view.floor.position.y = scene.seen ? 0 : lowest(actor.problem);
    this.view.fit(box, scene.side);
  }

  /** Brings all that is drawn to where it is. */
  update({ lines, shapes }: Picks): void {
    const { actor, clearance, movers } = this.world;
    actor.show();
    this.overlay!.visible = shapes;
    if (shapes) this.overlay!.update();
    this.lines.visible = lines;
    if (lines) this.lines.update(this.world.pairs(mostLines, longestLine), clearance ?? 0);
    movers.forEach(({ at }, i) => this.things[i]!.setPosition(...at.toArray()));
    actor.grips.forEach(({ target: { x, y, z } }, i) => {
      if (!this.goals[i]!.dragging) this.goals[i]!.setPosition(x, y, z);
    });
  }

  dispose(): void {
    this.clear();
    this.view.remove(this.lines);
    this.lines.dispose();
    this.view.dispose();
  }

  private makeGoal(grip: Grip, size: number): GoalHandle {
    const { x, y, z } = grip.target;
    const handle: GoalHandle = new GoalHandle(this.view, {
      position: [x, y, z],
      size,
      step: stepLength,
      label: grip.label,
      onStart: () => {
        handle.element.classList.remove('hint');
        grip.take?.();
      },
      onChange: (place) => {
        grip.move(place);
        this.on.aim();
      },
      onEnd: () => {
        grip.letGo?.();
        this.on.aim();
      },
    });
    // Inside an arm or a thing it is still seen.
    handle.object.renderOrder = 1;
    handle.object.castShadow = false;
    Object.assign(handle.object.material, { depthTest: false, transparent: true });
    return handle;
  }

  private makeThing(mover: Mover): ObstacleHandle {
    const { grip, name } = mover.thing;
    const handle: ObstacleHandle = new ObstacleHandle(this.view, {
      obstacles: mover.obstacles,
      ...(grip && { grip }),
      step: stepLength,
      label: name.replace(/^./, (letter) => letter.toUpperCase()),
      onChange: (place) => {
        mover.send(place);
        // It goes there in strides.
        handle.setPosition(mover.at.x, mover.at.y, mover.at.z);
        this.on.push();
      },
    });
    return handle;
  }

  private clear(): void {
    for (const each of [...this.goals, ...this.things]) each.dispose();
    const { overlay, shown } = this;
    this.view.remove(...[overlay, shown].flatMap((each) => each ?? []));
    overlay?.dispose();
  }
}

/** The height of the lowest joint, but at most 0. */
const lowest = ({ state: { poses } }: Problem): number =>
  poses.reduce((least, each, i) => (i % 7 === 1 ? Math.min(least, each) : least), 0);

/** Around a robot that nobody has framed. */
function boxOf({ model, state: { poses } }: Problem): Box3 {
  const box = new Box3();
  const point = new Vector3();
  for (let i = 0; i < poses.length; i += 7) box.expandByPoint(point.fromArray(poses, i));
  return box.expandByScalar(room * model.size);
}
