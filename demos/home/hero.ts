/** The first page's view: a robot and a character that reach for one cube. */
import type { Vec3 } from 'limber';
import { Body } from 'limber/bench';
import { Character } from 'limber/character';
import { ArmShape, GoalHandle, Stage, View } from 'limber/three';
import {
  Box3,
  CylinderGeometry,
  Mesh,
  MeshStandardMaterial,
  type Object3D,
  Plane,
  Raycaster,
  Vector2,
  Vector3,
} from 'three';
import { CharacterFigure, figureOffsets } from '../views/figure.ts';
import { themed } from '../views/looks.ts';
import { HeroArm, least, most, plinth } from './hero-arm.ts';

export { Stage };

/** A robot or a character of the reader's, in place of the page's own. */
export interface Guest {
  readonly takes: 'robot' | 'character';
  readonly shapes: readonly Object3D[];
  /** Link or bone that reaches for the cube. */
  readonly tip: Object3D;
  /** A step of `dt` seconds towards a place (metres, world). Returns whether it still moves. */
  follow(place: Vector3, dt: number): boolean;
  dispose(): void;
}

/** Metres: place of the figure on the floor. */
export const figureAt: Vec3 = [-0.42, 0, -0.1];
const seen = new Box3(new Vector3(-0.8, 0, -0.3), new Vector3(1, 1.75, 0.4));
/** Free room for the headline on wide windows, as a multiple of the scene's width. */
const beside = 1.15;
/** Seconds without a pointer until the cube moves by itself again, and in which it follows a pointer. */
const patience = 3;
const lag = 0.18;
/** Seconds of a frame before the first is shown. */
const frame = 1 / 60;

export class Hero {
  readonly view: View;
  readonly #body: Body;
  readonly #arm = new HeroArm();
  readonly #armShape: ArmShape;
  readonly #handle: GoalHandle;
  readonly #hand;
  readonly #gaze;
  /** The page's own robot and character. */
  readonly #hosts: Readonly<Record<Guest['takes'], readonly Object3D[]>>;
  #guest: Guest | null = null;
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
    this.#armShape = new ArmShape(this.#arm.problem.model);
    this.#hosts = { robot: [this.#armShape, pedestal(plinth)], character: [figure] };
    this.view.add(...this.#hosts.robot, ...this.#hosts.character);
    this.#handle = new GoalHandle(this.view, {
      position: this.#aim.toArray(),
      size: 0.1,
      bounds: { min: least, max: most },
      onStart: () => (this.playing = false),
      onChange: (place) => this.#aim.copy(place),
    });
    this.#handle.element.classList.add('hint');
    this.#settle();
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

  /** The cube's place (metres). */
  get cube(): Vector3 {
    return this.#handle.position;
  }

  get guest(): Guest | null {
    return this.#guest;
  }

  /** Stands in for the robot or the character; the last one goes. */
  set guest(guest: Guest | null) {
    const { view } = this;
    const before = this.#guest;
    if (before) {
      view.remove(...before.shapes).add(...this.#hosts[before.takes]);
      before.dispose();
    }
    this.#guest = guest;
    if (guest) view.remove(...this.#hosts[guest.takes]).add(...guest.shapes);
    if (Stage.shared().reducedMotion) this.#settle();
    this.#restsAt.copy(nowhere);
    view.invalidate();
  }

  #settle(): void {
    for (let i = 0; i < 120; i += 1) this.#solve(frame);
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
    const moves = this.#solve(dt);
    this.#restsAt.copy(moves ? nowhere : position);
    return moves || this.#playing;
  }

  /** One step of both, of `dt` seconds. Returns whether they still move. */
  #solve(dt: number): boolean {
    const { position } = this.#handle;
    const guest = this.#guest;
    const robot = guest?.takes === 'robot' ? guest.follow(position, dt) : this.#moveArm(position, dt);
    const body = guest?.takes === 'character' ? guest.follow(position, dt) : this.#moveBody(position);
    return robot || body;
  }

  #moveBody(cube: Vector3): boolean {
    place.set(cube.x - 0.06, cube.y, cube.z);
    if (!place.equals(this.#hand.effector.target)) this.#body.move(this.#hand, place);
    this.#gaze.target.copy(cube);
    return this.#body.step();
  }

  #moveArm(cube: Vector3, dt: number): boolean {
    this.#arm.follow(cube.toArray(), dt);
    this.#armShape.update(this.#arm.problem.state.poses);
    return !this.#arm.resting;
  }
}

/** A column under a robot (metres): the middle of its top. */
export function pedestal([x, top, z]: Vec3): Mesh {
  const column = new Mesh(
    new CylinderGeometry(0.13, 0.16, top, 48),
    new MeshStandardMaterial({ roughness: 0.5 }),
  );
  column.position.set(x, top / 2, z);
  column.castShadow = column.receiveShadow = true;
  column.userData.feet = [new Box3(new Vector3(-0.2, -top / 2, -0.2), new Vector3(0.2, top / 2, 0.2))];
  return themed(column, ({ link }) => column.material.color.set(link));
}

const [low, high] = [new Vector3(...least), new Vector3(...most)];
const caster = new Raycaster();
const facing = new Plane();
const place = new Vector3();
const nowhere = new Vector3(NaN, NaN, NaN);
