/** Arm and landscape as one object in a view: beside each other, or above each other where it is narrow. */
import { Color, Group, Matrix4, Quaternion, Ray, Vector2, Vector3 } from 'three';
import type { Problem } from '../../../core/problem.ts';
import type { Vec3 } from '../../../describe/description.ts';
import type { View } from '../../../three/view.ts';
import { Arm } from './arm.ts';
import type { Ball } from './balls.ts';
import { lengths, placeOf, type Point, type Pose, poseUnder, tallness, errorAt } from './ground.ts';
import { Marble, radius } from './marble.ts';
import { within } from './presets.ts';
import { groundUniforms, Relief, written } from './relief.ts';
import { Trail } from './trail.ts';

/** Direction to the camera, and how far the ground is turned about its height. */
export const facing: Vec3 = [0, 0.78, 1];
const side = new Vector3(...facing).normalize();
const turned = -0.42;
/** Units from the middle of the ground to the middle of the arm. */
const [beside, above] = [2.7, 2.4];
/** The arm's units per metre: beside the ground, and above it. */
const scales = [1.28, 1.3] as const;
/** Radius of the ring in which balls at one place lie around it. */
const ring = 0.1;
const reach = lengths[0] + lengths[1];

/** Ground that must be seen: its corners and the summit, with room for words. */
const edges = [-1, 1].flatMap((x) =>
  [-1, 1].flatMap((z) => [
    new Vector3(1.14 * x, -0.1, 1.16 * z),
    new Vector3(1.02 * x, z < 0 ? 0.5 : 0.4, z),
    new Vector3(0.5 * x, 0.8, 0.5 * z),
  ]),
);

export class Picture {
  readonly arm: Arm;
  readonly ground = new Group();
  readonly marbles: readonly Marble[];
  readonly relief: Relief;
  readonly #trails: readonly Trail[];
  #goal: Point = [0, 0];
  #walls = false;
  /** Width by height for which the parts are arranged. */
  #aspect = 0;

  constructor(
    readonly view: View,
    problem: Problem,
    private readonly balls: readonly Ball[],
  ) {
    const uniforms = groundUniforms();
    const colours = balls.map(({ colour }) => written(colour));
    this.relief = new Relief(uniforms);
    this.marbles = colours.map((colour) => new Marble(colour));
    this.#trails = balls.map((ball, i) => new Trail(ball, uniforms, colours[i]!));
    this.arm = new Arm(
      problem,
      balls.map(({ colour }) => new Color(colour)),
    );
    this.ground.rotation.y = turned;
    this.ground.add(this.relief, ...this.#trails, ...this.marbles);
    if (view.floor) view.floor.visible = false;
    view.add(this.ground, this.arm);
  }

  set follows(ball: Ball) {
    this.balls.forEach((each, i) => {
      this.#trails[i]!.emphasis = each === ball;
      this.marbles[i]!.scale.setScalar(each === ball ? 1.35 : 1);
    });
  }

  shape(goal: Point, walls: boolean): void {
    this.#goal = goal;
    this.#walls = walls;
    this.relief.shape(goal, walls);
  }

  lift(): void {
    for (const trail of this.#trails) trail.empty();
  }

  /** Puts a ball. `apart`: 1 lays it into a ring around its place, 0 onto it. `part`: of its present stride. */
  put(i: number, pose: Pose, part: number, apart: number): void {
    const angle = (2 * Math.PI * i) / this.balls.length;
    const away = Math.PI * ring * apart;
    const beside: Pose = [pose[0] + away * Math.cos(angle), pose[1] + away * Math.sin(angle)];
    // No ball lies beyond a wall.
    const [x, y, z] = placeOf(this.#walls ? within(beside) : beside, this.#goal);
    const leap = this.balls[i]!.isJump ? 1.6 * part * (1 - part) : 0;
    this.marbles[i]!.position.set(x, y + radius + leap, z);
    this.#trails[i]!.show(part);
    this.arm.line(i, pose);
  }

  /** World place of a pose on the ground. */
  placeOf(pose: Pose, out: Vector3, lift = 0): Vector3 {
    out.set(...placeOf(pose, this.#goal));
    out.y += lift;
    return this.ground.localToWorld(out);
  }

  heightAt(pose: Pose): number {
    return tallness * errorAt(pose, this.#goal);
  }

  /** The pose under a line of sight; null: beside the ground. */
  poseUnder(sight: Ray): Pose | null {
    ray.copy(sight).applyMatrix4(inverse.copy(this.ground.matrixWorld).invert());
    return poseUnder(ray.origin.toArray(), ray.direction.toArray(), this.#goal);
  }

  /** The ball within some pixels of a point of the view, the nearest; −1: none. */
  ballAt(x: number, y: number, within: number): number {
    let [nearest, least] = [-1, within];
    this.marbles.forEach((marble, i) => {
      marble.getWorldPosition(place);
      this.view.project(place, pixel);
      const distance = Math.hypot(pixel.x - x, pixel.y - y);
      if (distance < least) [nearest, least] = [i, distance];
    });
    return nearest;
  }

  /** Arranges the parts if the view has another shape. */
  arrange(): boolean {
    const { width, height } = this.view.size;
    if (!width || !height || Math.abs(width / height - this.#aspect) < 0.01) return false;
    this.#aspect = width / height;
    const isWide = this.#aspect > 1.2;
    const upright = new Quaternion().setFromRotationMatrix(
      new Matrix4().lookAt(side, new Vector3(), new Vector3(0, 1, 0)),
    );
    const [right, up] = [new Vector3(1, 0, 0), new Vector3(0, 1, 0)].map((axis) =>
      axis.applyQuaternion(upright),
    );
    this.arm.quaternion.copy(upright);
    this.arm.scale.setScalar(scales[isWide ? 0 : 1]);
    this.arm.position.copy(isWide ? right! : up!).multiplyScalar(isWide ? -beside : above);
    if (isWide) this.arm.position.addScaledVector(up!, 0.1);
    this.arm.updateMatrixWorld();
    this.ground.updateMatrixWorld();
    this.#look(upright);
    return true;
  }

  /** Moves the camera to the nearest place from which everything is seen. */
  #look(upright: Quaternion): void {
    const points = edges.map((corner) => this.ground.localToWorld(corner.clone()));
    for (const x of [-reach, reach])
      for (const y of [-reach, reach]) points.push(this.arm.localToWorld(new Vector3(1.04 * x, 1.04 * y, 0)));
    const back = upright.clone().invert();
    const seen = points.map((point) => point.clone().applyQuaternion(back));
    const half = Math.tan(Math.PI / 8);
    const across = half * Math.max(1, this.#aspect);
    const tall = half * Math.max(1, 1 / this.#aspect);
    // Each edge of the picture is a plane: of all points, the outermost on both sides fix middle and distance.
    const fit = (axis: 'x' | 'y', slope: number) => {
      const most = Math.max(...seen.map((point) => point[axis] + slope * point.z));
      const least = Math.min(...seen.map((point) => point[axis] - slope * point.z));
      return { middle: (most + least) / 2, distance: (most - least) / 2 / slope };
    };
    const [x, y] = [fit('x', across), fit('y', tall)];
    const distance = Math.max(x.distance, y.distance);
    const target = new Vector3(x.middle, y.middle, 0).applyQuaternion(upright);
    const from = new Vector3(x.middle, y.middle, distance).applyQuaternion(upright);
    this.view.look(from.toArray(), target.toArray());
    this.view.setExtent(2.4);
  }

  dispose(): void {
    this.view.remove(this.ground, this.arm);
    if (this.view.floor) this.view.floor.visible = true;
    for (const each of [this.relief, this.arm, ...this.#trails, ...this.marbles]) each.dispose();
  }
}

const ray = new Ray();
const inverse = new Matrix4();
const place = new Vector3();
const pixel = new Vector2();
