/** A humanoid whose hands and head are led. It stands on its feet: no leg moves. Metres, radians; Y up. */
import type { LinkDescription, Problem, ShapeDescription, Vec3 } from 'limber';
import { Vector3 } from 'three';
import { catalogue } from '../../robot-files/catalogue.ts';
import { type HandOf, hold, type Props, readPoint, type Scene } from '../led.ts';
import { withinBall } from '../reach.ts';

const { upright, start } = catalogue.find(({ name }) => name === 'humanoid')!;
/** Of the pelvis, over soles on the floor. */
const height = 0.894;
/** The point at which the head looks, before its eyes: leads it. */
const gaze: Vec3 = [0.4, 0, 0.06];
const far = Math.hypot(...gaze);
/** A visor, and a line of sight. */
const face: readonly ShapeDescription[] = [
  { type: 'box', size: [0.04, 0.13, 0.05], position: [0.05, 0, gaze[2]], color: '#e8b43a' },
  { type: 'box', size: [gaze[0], 0.004, 0.004], position: [gaze[0] / 2, 0, gaze[2]], color: '#8a94a3' },
];
function dressed(link: LinkDescription): LinkDescription {
  if (link.name === 'head') return { ...link, shapes: face };
  return link.parent ? link : { ...link, origin: { ...link.origin, position: [0, height, 0] } };
}
const description = { ...upright, links: upright.links.map(dressed) };

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

const head: HandOf = {
  ...{ name: 'head', title: 'Head', link: 'head', point: gaze },
  joints: { neck: 'neck yaw', head: 'neck pitch', ...waist },
  keepWithin(problem, place, step) {
    withinBall(centreOf(problem, 'head'), [far, far], place, step);
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
  ...{ name: 'humanoid', title: 'Humanoid', hands, size: 0.06 },
  exhibit: {
    arm: { description, q, effectors: [], generate: 'always', gripper: false },
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
