/** A humanoid whose hands and head are led. It stands on its feet: no leg moves. Metres, radians; Y up. */
import type { Problem, Vec3 } from 'limber';
import { Vector3 } from 'three';
import { catalogue } from '../../robot-files/catalogue.ts';
import { type HandOf, hold, type Props, readPoint, type Scene } from '../led.ts';
import { withinBall } from '../reach.ts';

const { upright, start } = catalogue.find(({ name }) => name === 'humanoid')!;
/** Of the pelvis, over soles on the floor. */
const height = 0.894;
const description = {
  ...upright,
  links: upright.links.map((link) =>
    link.parent ? link : { ...link, origin: { ...link.origin, position: [0, height, 0] as const } },
  ),
};

/** Elbows bent, hands before it. */
const elbows = [6, 12];
const q = start.map((each, i) => (elbows.includes(i) ? -1.5 : each));

const waist = { torso: 'waist' };
/** From the shoulder to a hand; a little less than that of a stretched arm. */
const reach = 0.57;
const centre = new Vector3();
const centreOf = ({ model, state }: Problem, link: string): Vector3 =>
  centre.fromArray(state.poses, 7 * model.findLink(link));

const handOf = (side: string): HandOf => ({
  ...{
    name: side,
    title: `${side === 'left' ? 'Left' : 'Right'} hand`,
    link: `${side}_hand`,
    point: [0, 0, 0],
  },
  joints: {
    [`${side}_shoulder_pitch_link`]: `${side} shoulder pitch`,
    [`${side}_shoulder_roll_link`]: `${side} shoulder roll`,
    [`${side}_shoulder_yaw_link`]: `${side} shoulder yaw`,
    [`${side}_elbow_link`]: `${side} elbow`,
    [`${side}_wrist_roll_link`]: `${side} wrist roll`,
    [`${side}_wrist_pitch_link`]: `${side} wrist pitch`,
    ...waist,
  },
  keepWithin: (problem, place, step) =>
    withinBall(centreOf(problem, `${side}_shoulder_roll_link`), [0, reach], place, step),
});

/** The head is led by the point at which it looks, before its eyes. */
const gaze: Vec3 = [0.4, 0, 0.05];
const looks = Math.hypot(...gaze);
const head: HandOf = {
  ...{ name: 'head', title: 'Head', link: 'head', point: gaze },
  joints: { neck: 'neck yaw', head: 'neck pitch', ...waist },
  keepWithin(problem, place, step) {
    withinBall(centreOf(problem, 'head'), [looks, looks], place, step);
    return false;
  },
};
const hands = [handOf('left'), handOf('right'), head];

/** Nothing is carried; the words say where it looks. */
const watching = (problem: Problem): Props => ({
  mostGrip: 1,
  get words() {
    const from = centreOf(problem, 'head').clone();
    const ahead = readPoint(problem, head, new Vector3()).sub(from);
    const seen = hands.find(
      (hand) => hand !== head && readPoint(problem, hand, place).sub(from).angleTo(ahead) < 0.3,
    );
    return seen ? `looks at its ${seen.title.toLowerCase()}` : 'looks ahead';
  },
  step: () => false,
  forget() {},
});
const place = new Vector3();

export const humanoid: Scene = {
  ...{ name: 'humanoid', title: 'A humanoid', hands, size: 0.06 },
  exhibit: {
    arm: { description, q, effectors: [], gripper: false },
    title: 'Humanoid',
    camera: { position: [1.6, 1.55, 1.5], target: [0.1, 0.85, 0] },
  },
  prepare(problem) {
    hold(
      problem,
      description.links.map(({ name }) => name).filter((name) => /hip|knee|ankle/.test(name)),
    );
    // Arms and neck do what they can before the waist.
    problem.jointWeights[problem.model.links[problem.model.findLink('torso')]!.vIndex] = 0.3;
    return watching(problem);
  },
};
