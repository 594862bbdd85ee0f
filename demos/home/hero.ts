/** The first page's view: a robot and a character that reach for one cube. */
import { Model, Problem, type Vec3 } from 'limber';
import { Body } from 'limber/bench';
import { Character } from 'limber/gltf';
import { robots, yUp } from 'limber/presets';
import { ArmShape, GoalHandle, Stage, View } from 'limber/three';
import {
  Box3,
  CylinderGeometry,
  Mesh,
  MeshStandardMaterial,
  Plane,
  Raycaster,
  Vector2,
  Vector3,
} from 'three';
import { CharacterFigure, figureOffsets } from '../views/figure.ts';
import { themed } from '../views/looks.ts';

/** Metres: places of the robot and of the figure on the floor, and the cube's range, which both reach. */
const robotAt: Vec3 = [0.62, 0, 0.12];
const figureAt: Vec3 = [-0.42, 0, -0.1];
const least: Vec3 = [-0.15, 0.85, 0.15];
const most: Vec3 = [0.4, 1.35, 0.45];
const seen = new Box3(new Vector3(-0.8, 0, -0.3), new Vector3(1, 1.75, 0.4));
/** Free room for the headline on wide windows, as a multiple of the scene's width. */
const beside = 1.15;
/** The robot stands on a plinth (metres). */
const top = 0.62;
/** The robots' joints at first (radians). */
export const ready = [0, -0.4, 0, -2.2, 0, 1.9, 0.785];
/** Seconds without a pointer until the cube moves by itself again, and in which it follows a pointer. */
const patience = 3;
const lag = 0.18;

export class Hero {
  readonly view: View;
  readonly #body: Body;
  readonly #arm: Problem;
  readonly #armShape: ArmShape;
  readonly #goal;
  readonly #handle: GoalHandle;
  readonly #hand;
  readonly #gaze;
  /** Where the cube goes, or null if it stays; the pointer's place. */
  readonly #aim = new Vector3(0.15, 1.1, 0.3);
  #playing = !Stage.shared().reducedMotion;
  #time = 0;
  /** The cube's place for which both have come to rest. */
  readonly #restsAt = new Vector3(NaN, NaN, NaN);
  /** Seconds since the pointer moved over the view. */
  #since = patience;

  constructor(
    private readonly section: HTMLElement,
    host: HTMLElement,
  ) {
    this.view = new View(host, {
      label: 'A robot and a character that reach for a cube',
      fov: 30,
      orbit: false,
    });
    const figure = new CharacterFigure();
    figure.position.set(...figureAt);
    figure.rotation.y = 0.35;
    figure.updateMatrixWorld(true);
    const character = new Character(figure);
    this.#body = new Body(character, { offsets: figureOffsets });
    this.#hand = this.#body.pins.find(({ bone }) => bone === 'leftHand')!;
    this.#gaze = character.addGaze('head');
    figure.traverse((each) => {
      each.frustumCulled = false;
      each.castShadow = true;
    });
    const upright = yUp(robots.panda);
    const [root, ...links] = upright.links;
    const origin = { ...root!.origin, position: [robotAt[0], top, robotAt[2]] as const };
    this.#arm = new Problem(Model.from({ ...upright, links: [{ ...root!, origin }, ...links] }));
    this.#goal = this.#arm.addGoal({ type: 'position', link: 'effector' });
    this.#armShape = new ArmShape(this.#arm.model);
    this.view.add(figure, this.#armShape, pedestal());
    this.#handle = new GoalHandle(this.view, {
      position: this.#aim.toArray(),
      size: 0.1,
      bounds: { min: least, max: most },
      onStart: () => (this.playing = false),
      onChange: (place) => this.#aim.copy(place),
    });
    this.#handle.element.classList.add('hint');
    this.#arm.state.q.set(ready);
    for (let i = 0; i < 120; i += 1) this.#solve();
    this.view.onFrame = (dt) => this.#frame(dt);
    new ResizeObserver(() => this.#look()).observe(host);
    this.#look();
    section.addEventListener('pointermove', (event) => this.#follow(event));
  }

  get playing(): boolean {
    return this.#playing;
  }

  /** Whether the cube follows the pointer, or else moves by itself. */
  set playing(on: boolean) {
    if (this.#playing && !on) this.#handle.home.copy(this.#handle.position);
    this.#playing = on;
    this.section.dispatchEvent(new CustomEvent('playing'));
    this.view.invalidate();
  }

  #look(): void {
    const { width, height } = this.view.size;
    const box = seen.clone();
    if (width > 1.4 * height) box.min.x -= beside * (box.max.x - box.min.x);
    this.view.fit(box, [0.1, 0.16, 1]);
  }

  #follow({ clientX, clientY, pointerType }: PointerEvent): void {
    if (!this.#playing || pointerType === 'touch') return;
    const { canvas, camera } = this.view;
    const { left, top, width, height } = canvas.getBoundingClientRect();
    const place = new Vector2((2 * (clientX - left)) / width - 1, 1 - (2 * (clientY - top)) / height);
    caster.setFromCamera(place, camera);
    facing.setFromNormalAndCoplanarPoint(camera.getWorldDirection(new Vector3()), this.#handle.position);
    caster.ray.intersectPlane(facing, this.#aim);
    this.#since = 0;
    this.view.invalidate();
  }

  #frame(dt: number): boolean {
    if (this.#playing) {
      this.#since += dt;
      if (this.#since > patience) {
        this.#time += dt;
        const t = this.#time;
        this.#aim.set(
          0.15 + 0.12 * Math.sin(0.9 * t),
          1.1 + 0.2 * Math.sin(1.3 * t),
          0.3 + 0.1 * Math.sin(0.7 * t),
        );
      }
      this.#aim.clamp(low, high);
      const { position } = this.#handle;
      const share = 1 - Math.exp(-dt / lag);
      this.#handle.setPosition(...position.clone().lerp(this.#aim, share).toArray());
    }
    // At rest another solve would only stir both.
    const { position } = this.#handle;
    if (!this.#playing && this.#restsAt.equals(position)) return false;
    const moves = this.#solve();
    this.#restsAt.copy(moves ? nowhere : position);
    return moves || this.#playing;
  }

  /** One step of both. Returns whether they still move. */
  #solve(): boolean {
    const { position } = this.#handle;
    place.set(position.x - 0.06, position.y, position.z);
    if (!place.equals(this.#hand.effector.target)) this.#body.move(this.#hand, place);
    this.#gaze.target.copy(position);
    const moves = this.#body.step();
    this.#goal.target.set(position.toArray());
    const { status } = this.#arm.solve({ solver: 'lm', maxIterations: 8, restGain: 0.1 });
    this.#armShape.update(this.#arm.state.poses);
    return moves || status === 'maxIterations';
  }
}

function pedestal(): Mesh {
  const column = new Mesh(
    new CylinderGeometry(0.13, 0.16, top, 48),
    new MeshStandardMaterial({ roughness: 0.5 }),
  );
  column.position.set(robotAt[0], top / 2, robotAt[2]);
  column.castShadow = column.receiveShadow = true;
  column.userData.feet = [new Box3(new Vector3(-0.2, -top / 2, -0.2), new Vector3(0.2, top / 2, 0.2))];
  return themed(column, ({ link }) => column.material.color.set(link));
}

const [low, high] = [new Vector3(...least), new Vector3(...most)];
const caster = new Raycaster();
const facing = new Plane();
const place = new Vector3();
const nowhere = new Vector3(NaN, NaN, NaN);
