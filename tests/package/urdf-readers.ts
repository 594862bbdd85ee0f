/** What TypeScript's and C++'s readers of URDF make of the same texts, in one form. */
import { execFileSync } from 'node:child_process';
import {
  LimberError,
  type Interval,
  type JointDescription,
  type LinkDescription,
  type PoseDescription,
} from 'limber';
import { fromURDF } from 'limber/urdf';
import { robot, urdfFiles } from '../web/urdf-files.ts';
import { abc, doubtfulTexts, jointText, wrongTexts } from '../web/urdf-texts.ts';

interface Answer {
  readonly links?: readonly Record<string, unknown>[];
  /** Numbers of all links, in order: sines may differ in their last digit. */
  readonly numbers?: readonly number[];
  readonly [key: string]: unknown;
}

const rover = urdfFiles.find(([name]) => name === 'rover.urdf')![1];
const deep = '<b>'.repeat(100_000);

const collision = (form: string): string =>
  `<collision>\n<origin xyz="1 2 3" rpy="0.1 0.2 0.3"/><geometry>${form}</geometry></collision>`;

/** [what, text] */
export const texts: readonly (readonly [string, string])[] = [
  ...urdfFiles,
  ...[...wrongTexts, ...doubtfulTexts].map(([what, text]) => [what, text] as const),
  ...Array.from({ length: 40 }, (_, i) => {
    const at = Math.round((i * rover.length) / 41);
    return [`rover.urdf cut at ${at}`, rover.slice(0, at)] as const;
  }),
  ['tags over several lines', robot('<link\n  name="a"\n/>', '<link', 'name="b"/>')],
  ['nested too deep', robot('<link name="a">', deep, deep.replaceAll('<', '</'), '</link>')],
  ['names with quotes', robot('<link name="a &quot;\\ ü 🙂\t"/>', '<link name="a &quot;\\ ü 🙂\t"/>')],
  ['a long name', robot(`<link name="${'🙂ab'.repeat(20)}"/>`, '<link name="b"/>')],
  [
    'many links',
    robot(...Array.from({ length: 12 }, (_, i) => `<link name="l${i}"/>`), jointText('j', 'x', 'l1')),
  ],
  [
    'a mimic with numbers',
    robot(
      abc,
      jointText('j', 'a', 'b'),
      jointText('k', 'b', 'c', '<mimic joint="j" multiplier="-.5" offset="1e-3"/>'),
    ),
  ],
  [
    'small and large numbers',
    robot(
      abc,
      jointText('j', 'a', 'b', '<origin xyz="1e-7 -1e22 +.5" rpy="1e-999 0 3"/>'),
      jointText('k', 'b', 'c'),
    ),
  ],
  [
    'another namespace',
    '<robot name="r" xmlns="http://example.org" xmlns:q="http://example.org/q"><link q:name="x" name="a"/><q:link name="b"/></robot>',
  ],
  [
    'what must not touch',
    robot(
      '<link name="a">',
      ...['<box size="1 2 3"/>', '<box/>', '<cylinder radius="0.5" length="2"/>', '<sphere/>'].map(collision),
      ...['<capsule radius="0.5" length="0"/>', '<mesh filename="a.stl" scale="1 1 2"/>'].map(collision),
      ...['<blob/>', '', '<sphere radius="0"/>', '<box size="1 2"/>', '<box size="1 -2 3"/>'].map(collision),
      ...['<capsule radius="1" length="-1"/>', '<mesh/>', '<cylinder length="x"/>'].map(collision),
      '<collision/><collision><geometry/><geometry/></collision>',
      '<collision><origin xyz="1"/><geometry><sphere radius="1"/></geometry></collision>',
      '</link>',
    ),
  ],
  ['a document type', '<!DOCTYPE robot>\n<robot name="r"><link/></robot>'],
];

/** What the parsers themselves say of broken XML differs; where it is and what to do about it does not. */
const alike = (message: string): string =>
  message.replace(/not well-formed XML \(.*\);/, 'not well-formed XML;');

/** The pose, and up to three sizes, of what is in a link. */
function placed(
  { position = [0, 0, 0], rotation = [0, 0, 0, 1], ...rest }: PoseDescription,
  words: object,
): Placed {
  const sizes = Object.values(rest)
    .flat()
    .filter((each): each is number => typeof each === 'number');
  return { ...words, numbers: [...position, ...rotation, ...sizes, 0, 0, 0].slice(0, 10) };
}

function linkOf({
  name,
  parent = '',
  origin,
  joint = { type: 'fixed' },
  collision = [],
}: LinkDescription): Record<string, unknown> {
  const { position = [0, 0, 0], rotation = [0, 0, 0, 1] } = origin ?? {};
  const { limits, mimic } = joint as JointDescription & { limits?: Interval };
  return {
    name,
    parent,
    origin: [...position, ...rotation],
    type: joint.type,
    joint: joint.name ?? '',
    axis: joint.axis ?? [0, 0, 1],
    collision: collision.map((shape) => placed(shape, { type: shape.type })),
    ...(limits ? { limits: limits.map((each) => (Number.isFinite(each) ? each : null)) } : {}),
    ...(mimic ? { mimic: mimic.link, line: [mimic.multiplier, mimic.offset] } : {}),
  };
}

interface Placed {
  readonly numbers: readonly number[];
}

const bare = (list: readonly Placed[]): object[] => list.map((each) => ({ ...each, numbers: undefined }));
const numbersOf = (list: readonly Placed[]): number[] => list.flatMap(({ numbers }) => numbers);

function split(links: readonly Record<string, unknown>[], meshes: readonly Placed[]): Answer {
  const solids = (link: Record<string, unknown>): Placed[] => link.collision as Placed[];
  return {
    links: links.map((link) => ({ ...link, origin: undefined, collision: bare(solids(link)) })),
    meshes: bare(meshes),
    numbers: [
      ...links.flatMap((link) => [...(link.origin as number[]), ...numbersOf(solids(link))]),
      ...numbersOf(meshes),
    ],
  };
}

/** By `fromURDF`. */
export function readHere(text: string): Answer {
  try {
    const { name, links, warnings, collisionMeshes } = fromURDF(text);
    const meshes = collisionMeshes.map(({ link, mesh: { scale = [1, 1, 1], ...mesh } }) =>
      placed({ ...mesh, scale } as PoseDescription, { link, file: mesh.file }),
    );
    return { name, warnings, ...split(links.map(linkOf), meshes) };
  } catch (error) {
    const { code, message } = error as LimberError;
    return { code, text: alike(message) };
  }
}

/** All `texts` by a program that reads with `limber::readUrdf`; `nq` is that of the model built from it. */
export function readThere(program: string): Answer[] {
  const input = texts.map(([, text]) => text).join('\0');
  const lines = execFileSync(program, { input, encoding: 'utf8' }).trimEnd().split('\n');
  return lines.map((line) => {
    const { links, meshes, text, ...rest } = JSON.parse(line) as Answer & {
      meshes?: Placed[];
      text?: string;
    };
    return {
      ...rest,
      ...(links && meshes ? split(links, meshes) : {}),
      ...(text === undefined ? {} : { text: alike(text) }),
    };
  });
}
