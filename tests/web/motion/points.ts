/** The points of a body, as trackers see them. */
import { Quaternion, Vector3 } from 'three';
import {
  type Character,
  type Landmark,
  mediapipe,
  type Point,
  type PointNames,
  type Role,
} from 'limber/character';

export const sides = ['left', 'right'] as const;
export const names = Object.fromEntries(Object.keys(mediapipe).map((point) => [point, point])) as PointNames;

/** The points of a body as it stands; its links give places, and heel, knuckles and ears go with theirs. */
export function pointsOf(body: Character): Record<Point, Vector3> {
  const { state } = body.problem;
  const now = state.poses.slice();
  const q = state.q.slice();
  body.reset();
  const rest = state.poses.slice();
  state.q.set(q);
  state.update();
  const at = (role: Role, poses = now) => new Vector3().fromArray(poses, 7 * body.linkOf(role));
  /** A place of the rest pose that goes with a link. */
  const goingWith = (role: Role, place: Vector3) => {
    const link = body.linkOf(role);
    const turn = (poses: Float64Array) => new Quaternion().fromArray(poses, 7 * link + 3);
    return place
      .clone()
      .sub(at(role, rest))
      .applyQuaternion(turn(rest).conjugate())
      .applyQuaternion(turn(now))
      .add(at(role));
  };
  const points: Partial<Record<Point, Vector3>> = {};
  const head = at('head', rest);
  points.nose = goingWith('head', head.clone().add(new Vector3(0, -0.02, 0.1)));
  for (const side of sides) {
    const s = side === 'left' ? 1 : -1;
    points[`${side}Ear`] = goingWith('head', head.clone().add(new Vector3(0.08 * s, 0, 0)));
    points[`${side}Shoulder`] = at(`${side}UpperArm`);
    points[`${side}Elbow`] = at(`${side}LowerArm`);
    points[`${side}Wrist`] = at(`${side}Hand`);
    const wrist = at(`${side}Hand`, rest);
    const along = wrist
      .clone()
      .sub(at(`${side}LowerArm`, rest))
      .normalize();
    const knuckles = wrist.clone().addScaledVector(along, 0.08);
    points[`${side}Index`] = goingWith(`${side}Hand`, knuckles.clone().add(new Vector3(0, 0, 0.03)));
    points[`${side}Pinky`] = goingWith(`${side}Hand`, knuckles.clone().add(new Vector3(0, 0, -0.03)));
    points[`${side}Hip`] = at(`${side}UpperLeg`);
    points[`${side}Knee`] = at(`${side}LowerLeg`);
    points[`${side}Ankle`] = at(`${side}Foot`);
    const toes = at(`${side}Toes`, rest);
    const heel = toes.clone().add(new Vector3(0, 0, -0.18));
    points[`${side}Heel`] = goingWith(`${side}Foot`, heel);
    points[`${side}Toes`] = goingWith(`${side}Foot`, heel.clone().add(new Vector3(0, 0, 0.18 / 0.73)));
  }
  return points as Record<Point, Vector3>;
}

export const asObject = (points: Record<Point, Vector3>): Record<string, Landmark> =>
  Object.fromEntries(Object.entries(points).map(([name, { x, y, z }]) => [name, { x, y, z }]));

/** As a camera sees them, about the hips. */
export function asMediapipe(points: Record<Point, Vector3>): Landmark[] {
  const hips = points.leftHip.clone().add(points.rightHip).multiplyScalar(0.5);
  const all: Landmark[] = Array.from({ length: 33 }, () => ({ x: 0, y: 0, z: 0, visibility: 0 }));
  for (const [name, index] of Object.entries(mediapipe)) {
    const { x, y, z } = points[name as Point].clone().sub(hips);
    all[index as number] = { x, y: -y, z: -z, visibility: 0.9 };
  }
  return all;
}
