/** Two arms that carry a box between their palms. Metres, radians; Y up. */
import type { LinkDescription, Problem, ShapeDescription, Vec3 } from 'limber';
import { iiwa14, yUp } from 'limber/robots';
import { Quaternion, Vector3 } from 'three';
import { facing, loose } from '../../views/robots.ts';
import { hold, type HandOf, type Props, readPoint, type Scene } from '../led.ts';
import { isOn, makeMat } from '../mat.ts';
import { withinBall } from '../reach.ts';
import { ease, Thing } from '../thing.ts';

const sides = ['left', 'right'] as const;
/** From the middle to an arm, and the edge of the box. */
const [away, edge] = [0.85, 0.26];
const half = edge / 2;
export const mat = { at: [0, 0, 0.24], size: 0.34 } as const;
export const first: Vec3 = [0, half, -0.2];

/** To a side at which a palm touches it, and by which palms may part before the box falls. */
const [touch, slack] = [0.012, 0.03];

const plate = (size: Vec3, z: number, color: string): ShapeDescription => {
  return { type: 'box', size, position: [0, 0, z], color };
};
const palm = (side: string): LinkDescription => ({
  name: `${side} palm`,
  parent: `${side} effector`,
  origin: { position: [0, 0, 0.06] },
  shapes: [plate([0.05, 0.05, 0.05], -0.035, '#3b4048'), plate([0.13, 0.13, 0.02], -0.01, '#e8b43a')],
});
const inside = edge - 0.002;
const description = {
  links: [
    ...facing(yUp(iiwa14), away).links,
    ...sides.map(palm),
    loose('box', [plate([inside, inside, inside], 0, '#b59a6d')]),
  ],
};
/** Palms beside the box, elbows up; the right arm mirrors the left one. */
// prettier-ignore
const q = [
  0.4571, 1.1921, -0.0526, -1.6823, 0.4537, -1.3082, 1.4988,
  -0.4571, 1.1921, 0.0526, -1.6823, -0.4537, -1.3082, 1.6427,
  ...first, 0, 0, 0, 1,
];

/** From the shoulder to the palm of a stretched arm, and the least height of a palm. */
const [reach, low] = [0.96, 0.07];
const hands = sides.map((side, i): HandOf => {
  const shoulder = new Vector3((2 * i - 1) * away, 0.36, 0);
  return {
    ...{ name: side, title: `${i === 0 ? 'Left' : 'Right'} arm`, link: `${side} palm`, point: [0, 0, 0] },
    press: [0, 0, 0.12],
    joints: Object.fromEntries(
      Array.from({ length: 7 }, (_, k) => [`${side} joint ${k + 1}`, `${side} joint ${k + 1}`]),
    ),
    keepWithin(_, place, step) {
      step.y = Math.max(step.y, low - place.y);
      return withinBall(shoulder, [0, reach], place, step);
    },
  };
});

/** Held while both palms are at its sides; goes with the middle between them, and turns as their line. */
class Box implements Props {
  readonly mostGrip = 1;
  #isHeld = false;
  /** Middle and line of the palms in the last step. */
  readonly #middle = new Vector3();
  readonly #line = new Vector3();
  readonly #box: Thing;

  constructor(private readonly problem: Problem) {
    this.#box = new Thing(problem, 'box');
  }

  get words(): string {
    if (this.#isHeld) return 'both arms hold the box';
    return isOn(mat, this.#box.read().place) ? 'the box is on the mat' : 'the box is on the floor';
  }

  step(dt: number): boolean {
    this.#box.read();
    hands.forEach((hand, i) => readPoint(this.problem, hand, palms[i]!));
    line.subVectors(palms[1], palms[0]);
    middle.addVectors(...palms).divideScalar(2);
    const wasHeld = this.#isHeld;
    this.#isHeld = wasHeld ? line.length() < edge + slack : palms.every((_, i) => this.#touches(i));
    const moves = this.#isHeld ? wasHeld && this.#carry() : this.#box.fall(half, dt);
    this.#middle.copy(middle);
    this.#line.copy(line).normalize();
    if (!moves) return false;
    this.#box.write();
    this.problem.state.update();
    return true;
  }

  /** A point of the world in the box's frame; its x is that of a palm's side, outwards. */
  #inBox(i: number, point: Vector3): Vector3 {
    inverse.copy(this.#box.turn).invert();
    point.sub(this.#box.place).applyQuaternion(inverse);
    point.x *= 2 * i - 1;
    return point;
  }

  #touches(i: number): boolean {
    const { x, y, z } = this.#inBox(i, point.copy(palms[i]!));
    return Math.abs(x - half) < touch && Math.max(Math.abs(y), Math.abs(z)) < half;
  }

  #carry(): boolean {
    line.normalize();
    wanted.setFromUnitVectors(this.#line, line);
    // Palms centre it along their line.
    point.subVectors(this.#box.place, this.#middle).applyQuaternion(wanted);
    point.addScaledVector(line, -ease * point.dot(line)).add(middle);
    const moves = point.distanceTo(this.#box.place) > 1e-6;
    this.#box.place.copy(point);
    this.#box.turn.premultiply(wanted);
    return moves;
  }

  forget(): void {
    this.#isHeld = false;
  }

  /** A palm does not enter it; a box that is held stays above the floor. */
  keepWithin(i: number, place: Vector3, step: Vector3, isAlone: boolean): void {
    this.#box.read();
    if (this.#isHeld && !isAlone) {
      step.y = Math.max(step.y, half - this.#box.place.y);
      return;
    }
    const before = this.#inBox(i, point.copy(place)).x;
    const { x, y, z } = this.#inBox(i, point.copy(place).add(step));
    if (Math.max(Math.abs(y), Math.abs(z)) > half || before < 0 || x > half) return;
    const out = Math.min(half, before) - x;
    if (out > 0) step.add(point.set((2 * i - 1) * out, 0, 0).applyQuaternion(this.#box.turn));
  }
}

const palms = [new Vector3(), new Vector3()] as const;
const line = new Vector3();
const middle = new Vector3();
const point = new Vector3();
const wanted = new Quaternion();
const inverse = new Quaternion();

export const box: Scene = {
  ...{ name: 'box', title: 'Two arms', hands, together: 'Both arms', size: 0.07 },
  exhibit: {
    arm: { description, q, effectors: [], generate: 'always', gripper: false },
    title: 'Two iiwa 14',
    camera: { position: [0.25, 1.05, 2.35], target: [0, 0.28, 0] },
  },
  prepare(problem) {
    hold(problem, ['box']);
    return new Box(problem);
  },
  scenery: () => [makeMat(mat)],
};
