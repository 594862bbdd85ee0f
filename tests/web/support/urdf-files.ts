/** URDF files of the tests and of the page Robots, and helpers that write small ones. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './readme.ts';

const folders = ['tests/fixtures/urdf', 'demos/robot-files'].map((folder) => join(root, folder));

/** [name, text] */
export const urdfFiles: readonly (readonly [string, string])[] = folders.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.urdf'))
    .map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const),
);

export const textOf = (name: string): string => new Map(urdfFiles).get(name)!;

export const twoLinks = '<link name="base"/><link name="arm"/>';
export const ends = '<parent link="base"/><child link="arm"/>';
export const limit = '<limit lower="-1" upper="2" effort="1" velocity="1"/>';
/** Text of a robot, one part per line, the first on line 2. */
export const robot = (...parts: string[]): string => ['<robot name="r">', ...parts, '</robot>'].join('\n');
/** A robot with a joint "j" from "base" to "arm" on line 3, and `parts` from line 5 on. */
export const oneJoint = (type: string, ...parts: string[]): string =>
  robot(twoLinks, `<joint name="j" type="${type}">`, ends, ...parts, '</joint>');
