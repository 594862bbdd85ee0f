/** Landmarks as a source: a known body's own points bring it back to where it was. */
import { Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { Character, type Role } from 'limber/gltf';
import {
  Follower,
  type Landmark,
  LandmarkSource,
  mediapipe,
  type Point,
  type PointNames,
} from 'limber/motion';
import { makeBody, seeded } from '../gltf/skeletons.ts';
import { expectError } from '../support/models.ts';

const sides = ['left', 'right'] as const;
const names = Object.fromEntries(Object.keys(mediapipe).map((point) => [point, point])) as PointNames;

/** The points of a body as it stands; its links give places, and heel, knuckles and ears go with theirs. */
function pointsOf(body: Character): Record<Point, Vector3> {
  const { state } = body.problem;
  const now = state.poses.slice();
  const q = state.q.slice();
  body.reset();
  const rest = state.poses.slice();
  state.q.set(q);
  state.update();
  const at = (role: Role, poses = now) => new Vector3().fromArray(poses, 7 * body.linkOf(role));
  /** A place of the rest pose that goes with a link. */
  const with_ = (role: Role, place: Vector3) => {
    const link = body.linkOf(role);
    const turn = (poses: Float64Array) => body.bones[0]!.quaternion.clone().fromArray(poses, 7 * link + 3);
    return place
      .clone()
      .sub(at(role, rest))
      .applyQuaternion(turn(rest).conjugate())
      .applyQuaternion(turn(now))
      .add(at(role));
  };
  const points: Partial<Record<Point, Vector3>> = {};
  const head = at('head', rest);
  points.nose = with_('head', head.clone().add(new Vector3(0, -0.02, 0.1)));
  for (const side of sides) {
    const s = side === 'left' ? 1 : -1;
    points[`${side}Ear`] = with_('head', head.clone().add(new Vector3(0.08 * s, 0, 0)));
    points[`${side}Shoulder`] = at(`${side}UpperArm`);
    points[`${side}Elbow`] = at(`${side}LowerArm`);
    points[`${side}Wrist`] = at(`${side}Hand`);
    const wrist = at(`${side}Hand`, rest);
    const along = wrist
      .clone()
      .sub(at(`${side}LowerArm`, rest))
      .normalize();
    const knuckles = wrist.clone().addScaledVector(along, 0.08);
    points[`${side}Index`] = with_(`${side}Hand`, knuckles.clone().add(new Vector3(0, 0, 0.03)));
    points[`${side}Pinky`] = with_(`${side}Hand`, knuckles.clone().add(new Vector3(0, 0, -0.03)));
    points[`${side}Hip`] = at(`${side}UpperLeg`);
    points[`${side}Knee`] = at(`${side}LowerLeg`);
    points[`${side}Ankle`] = at(`${side}Foot`);
    const toes = at(`${side}Toes`, rest);
    const heel = toes.clone().add(new Vector3(0, 0, -0.18));
    points[`${side}Heel`] = with_(`${side}Foot`, heel);
    points[`${side}Toes`] = with_(`${side}Foot`, heel.clone().add(new Vector3(0, 0, 0.18 / 0.73)));
  }
  return points as Record<Point, Vector3>;
}

const asObject = (points: Record<Point, Vector3>): Record<string, Landmark> =>
  Object.fromEntries(Object.entries(points).map(([name, { x, y, z }]) => [name, { x, y, z }]));

/** As a camera sees them, about the hips. */
function asMediapipe(points: Record<Point, Vector3>): Landmark[] {
  const hips = points.leftHip.clone().add(points.rightHip).multiplyScalar(0.5);
  const all: Landmark[] = Array.from({ length: 33 }, () => ({ x: 0, y: 0, z: 0, visibility: 0 }));
  for (const [name, index] of Object.entries(mediapipe)) {
    const { x, y, z } = points[name as Point].clone().sub(hips);
    all[index as number] = { x, y: -y, z: -z, visibility: 0.9 };
  }
  return all;
}

const joints: readonly Role[] = sides.flatMap((side): Role[] =>
  (['LowerArm', 'Hand', 'LowerLeg', 'Foot', 'Toes'] as const).map((part): Role => `${side}${part}`),
);

/** Poses with limbs and the whole body anyhow, and the back straight. */
function poseAnyhow(body: Character, random: () => number): void {
  body.reset();
  const { state } = body.problem;
  const { links } = body.model;
  for (const role of [
    ...joints,
    'leftUpperArm',
    'rightUpperArm',
    'leftUpperLeg',
    'rightUpperLeg',
    'head',
  ] as Role[]) {
    if (/Toes|Foot/.test(role)) continue;
    for (const { qIndex, kind } of links[body.linkOf(role)]!.motions)
      if (kind === 'ball') {
        const turn = [random() - 0.5, random() - 0.5, random() - 0.5].map((each) => 0.9 * each);
        const w = Math.sqrt(1 - turn.reduce((sum, each) => sum + each * each, 0));
        state.q.set([...turn, w], qIndex);
      } else state.q[qIndex] = 0.4 + 0.8 * random();
  }
  state.update();
}

describe('the points of a body bring it back', () => {
  it.each([
    ['named points', false, 0],
    ["MediaPipe's", true, 0],
    ['hanging arms at rest, any axes', false, 0.8],
  ] as const)('%s', (_, isCamera, droop) => {
    const random = seeded(11);
    const { scene } = makeBody({ droop, ...(droop > 0 && { random: seeded(3) }) });
    using posed = new Character(scene);
    const give = (body: Character) => (isCamera ? asMediapipe(pointsOf(body)) : asObject(pointsOf(body)));
    const options = isCamera ? {} : { names };
    const copy = makeBody({ droop, ...(droop > 0 && { random: seeded(3) }) });
    using body = new Character(copy.scene);
    posed.reset();
    const source = new LandmarkSource([give(posed)], options);
    for (let i = 0; i < 20; i += 1) {
      using follower = new Follower(body, source);
      poseAnyhow(posed, random);
      source.take(give(posed), i);
      follower.step(i);
      const place = (of: Character, role: Role) =>
        new Vector3()
          .fromArray(of.problem.state.poses, 7 * of.linkOf(role))
          .sub(new Vector3().fromArray(of.problem.state.poses, 7 * of.linkOf('leftUpperLeg')));
      for (const role of joints)
        expect(place(body, role).distanceTo(place(posed, role)), `${role}, ${i}`).toBeLessThan(2e-3);
    }
  });
});
