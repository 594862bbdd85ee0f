/** A reader's robot beside the cube of the first page. */
import type { Problem } from 'limber';
import { startOf } from 'limber/bench';
import { Box3, Group, type Object3D, Vector3 } from 'three';
import { ArmShape } from 'limber/three';
import type { RobotSource } from '../robot-files/catalogue.ts';
import { FileError } from '../robot-files/character.ts';
import { type RobotLook, shapeOf } from '../robot-files/shape.ts';
import { ReachingArm } from './hero-arm.ts';
import { type Guest, pedestal } from './hero.ts';
import type { Welcome } from './own.ts';
import { findSeat, type Seat } from './seat.ts';

/** Metres: a lower pedestal is left out. */
const lowest = 0.03;

/** @throws FileError for a robot that cannot move. */
export async function robotGuest(source: RobotSource): Promise<Welcome> {
  const { title, tips, upright } = source;
  const [tip] = tips;
  const link = tip!.links?.[0] ?? tip!.name;
  const arm = new ReachingArm(upright, link, startOf(upright));
  putOthersStraight(arm.problem, link);
  const { model } = arm.problem;
  if (model.nv === 0 || !(model.reach > 0))
    throw new FileError(`“${title}” has no joint that moves; give it one that is revolute or prismatic.`);
  const look = await shapeOf(source, model);
  const { shape } = look;
  const seat = findSeat(arm.problem, extentOf(shape, arm));
  // A search for another pose would find none.
  arm.detours = seat.reaches;
  const { missing, refused } = look;
  const text = refused.length > 0 ? lackOf(title, look) : wordsOn(title, seat);
  return { guest: new RobotGuest(arm, shape, seat, link), text, lacks: missing.length > 0 };
}

/** Legs, and arms that do not reach, stand as they are described. */
function putOthersStraight({ model, state }: Problem, tip: string): void {
  const way = new Set<number>();
  for (let i = model.findLink(tip); i >= 0; i = model.links[i]!.parent) way.add(i);
  const ways = new Set([...way].map((i) => model.links[i]!.qIndex));
  for (const { index, joint, motions } of model.links)
    for (const { isBall, limits, mimics, qIndex } of motions)
      if (!way.has(index) && !ways.has(qIndex) && !isBall && !mimics && joint.rest === undefined)
        state.q[qIndex] = Math.min(Math.max(0, limits[0]), limits[1]);
  state.update();
}

/** The box of an arm as it stands. */
function extentOf(shape: ArmShape, { problem }: ReachingArm): Box3 {
  shape.update(problem.state.poses);
  shape.updateMatrixWorld(true);
  return new Box3().setFromObject(shape);
}

function wordsOn(title: string, { reaches, isPlanar }: Seat): string {
  if (reaches) return `“${title}” reaches for the cube.`;
  return isPlanar
    ? `“${title}” moves in one plane, so it points beside the cube where that leaves the plane.`
    : `“${title}” reaches for the cube, and stops short where its joints end.`;
}

/** What is not drawn, and the remedy. */
function lackOf(title: string, { missing, refused, drawn }: RobotLook): string {
  const files = [...new Set(missing.length > 0 ? missing : refused)].map((each) =>
    each.split(': ')[0]!.split(/[\\/]/).at(-1)!,
  );
  const names = files.length > 2 ? `${files[0]} and ${files.length - 1} more meshes` : files.join(' and ');
  const how = drawn ? 'is drawn' : 'is drawn as bars,';
  return missing.length > 0
    ? `“${title}” ${how} without ${names}; drop its folder to see them.`
    : `“${title}” ${how} without ${names}, which cannot be read; mend or export them again.`;
}

class RobotGuest implements Guest {
  readonly takes = 'robot';
  readonly shapes: Object3D[] = [];
  readonly tip: Object3D;
  readonly #place = new Vector3();
  readonly #inverse;

  constructor(
    private readonly arm: ReachingArm,
    private readonly look: ArmShape,
    { matrix }: Seat,
    link: string,
  ) {
    const robot = new Group().add(look);
    matrix.decompose(robot.position, robot.quaternion, robot.scale);
    robot.updateMatrixWorld(true);
    robot.userData = look.userData;
    this.#inverse = matrix.clone().invert();
    this.tip = look.getObjectByName(link)!;
    this.shapes.push(robot);
    const { x, z } = robot.position;
    const { min } = new Box3().setFromObject(robot);
    if (min.y > lowest) this.shapes.push(pedestal([x, min.y, z]));
  }

  follow(place: Vector3, dt: number): boolean {
    const { arm, look } = this;
    arm.follow(this.#place.copy(place).applyMatrix4(this.#inverse).toArray(), dt);
    look.update(arm.problem.state.poses);
    return !arm.resting;
  }

  dispose(): void {
    const { problem } = this.arm;
    this.look.dispose();
    problem.dispose();
    problem.model.dispose();
  }
}
