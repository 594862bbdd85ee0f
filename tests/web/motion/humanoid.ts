/** A robot, and a recording of a person who hops. */
import type { JointDescription, LinkDescription, Vec3 } from 'limber';

/** A humanoid with hinges alone. `up`: whether its axes are those of URDF (+Z up) or of three.js. */
export function humanoid(up: 'y' | 'z', free = true): LinkDescription[] {
  // From left, up, forward.
  const axes = ([x, y, z]: Vec3): Vec3 => (up === 'y' ? [x, y, z] : [z, x, y]);
  const [pitch, roll, yaw]: Vec3[] = [axes([1, 0, 0]), axes([0, 0, 1]), axes([0, 1, 0])];
  const links: LinkDescription[] = [{ name: 'pelvis', joint: { type: free ? 'free' : 'fixed' } }];
  const add = (name: string, parent: string, at: Vec3, axis: Vec3, limits: [number, number] = [-3, 3]) => {
    const joint: JointDescription = { type: 'revolute', axis, limits };
    links.push({ name, parent, origin: { position: axes(at) }, joint });
  };
  add('torso_link', 'pelvis', [0, 0.1, 0], yaw!);
  for (const [side, s] of [
    ['left', 1],
    ['right', -1],
  ] as const) {
    const three = (part: string, from: string, at: Vec3) => {
      add(`${side}_${part}_pitch`, from, at, pitch!);
      add(`${side}_${part}_roll`, `${side}_${part}_pitch`, [0, 0, 0], roll!);
      add(`${side}_${part}_yaw`, `${side}_${part}_roll`, [0, 0, 0], yaw!);
    };
    three('hip', 'pelvis', [0.1 * s, -0.05, 0]);
    add(`${side}_knee`, `${side}_hip_yaw`, [0, -0.35, 0.01], pitch!, [-0.1, 2.8]);
    three('ankle', `${side}_knee`, [0, -0.35, -0.01]);
    three('shoulder', 'torso_link', [0.15 * s, 0.35, 0]);
    add(`${side}_elbow`, `${side}_shoulder_yaw`, [0, -0.25, -0.005], pitch!, [-2.8, 0.1]);
    add(`${side}_wrist`, `${side}_elbow`, [0, -0.22, 0.005], yaw!);
  }
  return links;
}

const joint = (name: string, x: number, y: number, z: number, ...inside: string[]): string =>
  `${name === 'Hips' ? 'ROOT' : 'JOINT'} ${name}
{
OFFSET ${x} ${y} ${z}
CHANNELS ${name === 'Hips' ? '6 Xposition Yposition Zposition' : '3'} Zrotation Xrotation Yrotation
${inside.join('') || 'End Site\n{\nOFFSET 0 -8 2\n}\n'}}
`;
const leg = (side: string, x: number) =>
  joint(`${side}UpLeg`, x, -5, 0, joint(`${side}Leg`, 0, -42, 1, joint(`${side}Foot`, 0, -42, -1)));
const arm = (side: string, x: number) =>
  joint(`${side}Arm`, 4 * x, 22, 0, joint(`${side}ForeArm`, 7 * x, 0, -1, joint(`${side}Hand`, 6 * x, 0, 1)));

/** A BVH in centimetres: a person hops 0.4 m along +Z in 1.5 s. */
export function hopBVH(): string {
  const chest = joint('Chest', 0, 12, 0, arm('Left', 4), arm('Right', -4), joint('Head', 0, 30, 0));
  const tree = joint('Hips', 0, 0, 0, leg('Left', 9), leg('Right', -9), joint('Spine', 0, 10, 0, chest));
  const rows = Array.from({ length: 91 }, (_, i) => {
    const part = Math.min(1, Math.max(0, (i - 40) / 15));
    return [0, 97 + 30 * Math.sin(Math.PI * part), 40 * part, ...Array<number>(3 * 16).fill(0)].join(' ');
  });
  return `HIERARCHY\n${tree}MOTION\nFrames: ${rows.length}\nFrame Time: 0.016667\n${rows.join('\n')}\n`;
}
