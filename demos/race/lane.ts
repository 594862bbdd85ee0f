import { ArmShape, DirectionHandle, GoalHandle, View } from 'limber/three';
import type { Vec3 } from 'limber';
import { Vector3 } from 'three';
import type { Race } from './race.ts';
import type { Racer } from './racer.ts';

/** Relative to the reach: edge of a target's cube, length of its arrow, the camera's distance and height. */
const cube = 0.12;
const arrow = 0.32;
const distance = 1.65;
const looksAt = 0.4;
/** Radius around the root that is visible from that distance, relative to the reach. */
const seenWithin = 0.85;
/** Direction of the camera, seen from its target. */
const side: Vec3 = [0.42, 0.36, 1];

export interface LaneOptions {
  readonly title: string;
  /** Reports a moved target to all lanes, which share the targets. */
  readonly onMoved: (from: Lane) => void;
  readonly onCamera: (from: Lane) => void;
  /** Reachable by the Tab key; one lane is enough, for the others show the same targets. */
  readonly inTabOrder: boolean;
}

/** The view of one solver's arm, with the targets, which can be dragged in any lane. */
export class Lane {
  readonly view: View;
  readonly targets: readonly GoalHandle[];
  readonly arrows: readonly DirectionHandle[];
  readonly #shape: ArmShape;
  #shown: Float64Array | null = null;
  readonly #seen = new Vector3();

  constructor(
    host: HTMLElement,
    private readonly race: Race,
    readonly racer: Racer,
    private readonly options: LaneOptions,
    hasDirection: boolean,
  ) {
    const { model, effectors } = race.course;
    this.view = new View(host, { label: options.title });
    this.#place();
    this.#shape = new ArmShape(model, { tips: false });
    this.view.add(this.#shape);
    this.targets = effectors.map((name, i) => this.#makeTarget(name, i));
    this.arrows = hasDirection ? effectors.map((name, i) => this.#makeArrow(name, i)) : [];
    this.update();
    if (!options.inTabOrder) this.#leaveTabOrder();
    this.#seen.copy(this.view.camera.position);
    this.view.onDrawn(() => this.#watchCamera());
  }

  /** Shows a posture; showing the same one again costs nothing. */
  show(q: Float64Array): void {
    if (q === this.#shown) return;
    this.#shown = q;
    this.racer.show(q);
    this.#shape.update(this.racer.problem.state.poses);
    this.view.invalidate();
  }

  /** Moves the targets to the course's poses. */
  update(): void {
    const { course } = this.race;
    for (const [i, target] of this.targets.entries()) {
      const [x, y, z] = course.targets.subarray(7 * i) as unknown as [number, number, number];
      target.setPosition(x, y, z);
      this.arrows[i]?.setOrigin(x, y, z);
      if (this.arrows[i] && !this.arrows[i].dragging) this.arrows[i].setDirection(...course.pointing(i));
    }
  }

  /** Takes over another lane's camera. */
  lookFrom(other: Lane): void {
    this.view.camera.position.copy(other.view.camera.position);
    this.#seen.copy(this.view.camera.position);
    this.view.invalidate();
  }

  dispose(): void {
    this.view.dispose();
    this.#shape.dispose();
  }

  #place(): void {
    const { model, root } = this.race.course;
    const target = root.clone().add(new Vector3(0, looksAt * model.reach, 0));
    const position = new Vector3(...side).setLength(distance * this.#spread * model.reach).add(target);
    this.view.look(position.toArray(), target.toArray());
  }

  /** Above 1: targets are too far away to be seen from the usual distance. */
  get #spread(): number {
    const { model, root, targets } = this.race.course;
    const point = new Vector3();
    let most = 1;
    for (let i = 0; i < targets.length; i += 7) {
      const away = point.fromArray(targets, i).distanceTo(root) / model.reach;
      most = Math.max(most, away / seenWithin);
    }
    return most;
  }

  #makeTarget(name: string, effector: number): GoalHandle {
    const { race, options } = this;
    return new GoalHandle(this.view, {
      position: race.course.targets.slice(7 * effector, 7 * effector + 3) as unknown as Vec3,
      size: cube * race.course.model.reach,
      label: `Target of ${name}: ${options.title}`,
      onStart: () => race.hold(true),
      onEnd: () => race.hold(false),
      onChange: (position) => {
        race.moveTarget(effector, position);
        options.onMoved(this);
      },
    });
  }

  #makeArrow(name: string, effector: number): DirectionHandle {
    const { race, options } = this;
    return new DirectionHandle(this.view, {
      direction: race.course.pointing(effector),
      origin: race.course.targets.slice(7 * effector, 7 * effector + 3) as unknown as Vec3,
      length: arrow * race.course.model.reach,
      label: `Direction of ${name}: ${options.title}`,
      onStart: () => race.hold(true),
      onEnd: () => race.hold(false),
      onChange: (direction) => {
        race.turnTarget(effector, direction);
        options.onMoved(this);
      },
    });
  }

  #leaveTabOrder(): void {
    for (const { element } of [...this.targets, ...this.arrows]) element.tabIndex = -1;
    this.view.canvas.tabIndex = -1;
  }

  #watchCamera(): void {
    const { position } = this.view.camera;
    if (position.distanceToSquared(this.#seen) < 1e-12 * this.race.course.model.reach ** 2) return;
    this.#seen.copy(position);
    this.options.onCamera(this);
  }
}
