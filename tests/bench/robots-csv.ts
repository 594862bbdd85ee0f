import { readFileSync } from 'node:fs';
import { Euler, Quaternion } from 'three';
import type { Interval, JointDescription, LinkDescription, ModelDescription, Vec3 } from 'limber';

const columns = 'robot,joint,type,x,y,z,roll,pitch,yaw,ax,ay,az,lower,upper';

/**
 * Arms of a CSV file, one row per joint from base to tip: its frame in its parent (metres; roll, pitch and
 * yaw about fixed axes), its axis in that frame, its limits. Lines that begin with # are comments.
 */
export function readRobots(file: string): ModelDescription[] {
  const [head, ...lines] = readFileSync(file, 'utf8')
    .split(/\r?\n/)
    .filter((line) => line !== '' && !line.startsWith('#'));
  if (head !== columns) throw new Error(`${file} begins with "${head}"; the columns must be ${columns}`);
  const links = new Map<string, LinkDescription[]>();
  for (const line of lines) {
    const [robot = '', ...cells] = line.split(',');
    const chain = links.get(robot) ?? [];
    links.set(robot, [...chain, readLink(cells, chain.at(-1)?.name, `${file}: ${line}`)]);
  }
  return Array.from(links, ([name, chain]) => ({ name, links: chain }));
}

function readLink(cells: string[], parent: string | undefined, where: string): LinkDescription {
  const [name, type, ...rest] = cells;
  if (!name || rest.length !== 11)
    throw new Error(`${where}: ${columns.split(',').length} columns are wanted`);
  const numbers = rest.map((cell) => (cell === '' ? undefined : Number(cell)));
  if (numbers.some(Number.isNaN)) throw new Error(`${where}: not a number`);
  const [roll, pitch, yaw] = numbers.slice(3, 6);
  const turn = new Quaternion().setFromEuler(new Euler(roll, pitch, yaw, 'ZYX')).normalize();
  return {
    name,
    ...(parent ? { parent } : {}),
    origin: { position: numbers.slice(0, 3) as unknown as Vec3, rotation: turn.toArray() },
    joint: readJoint(type, numbers.slice(6), where),
  };
}

function readJoint(
  type: string | undefined,
  numbers: (number | undefined)[],
  where: string,
): JointDescription {
  const axis = numbers.slice(0, 3) as unknown as Vec3;
  if (type === 'fixed') return { type };
  if (type === 'continuous') return { type, axis };
  if (type === 'revolute' || type === 'prismatic')
    return { type, axis, limits: numbers.slice(3) as unknown as Interval };
  throw new Error(`${where}: type "${type}"; known: revolute, continuous, prismatic, fixed`);
}
