// Arms whose closed-form solutions are counted and timed.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { fromDH, type DHJoint, type GoalDescription, type ModelDescription } from 'limber';
import { robots } from 'limber/robots';
import { Random } from './random.ts';
import { readRobots } from './robots-csv.ts';

export interface Case {
  readonly name: string;
  /** Targets are distributed over these arms. */
  readonly arms: readonly ModelDescription[];
  /** Allowed average time per build in microseconds. */
  readonly wantedUs?: { readonly native?: number; readonly wasm?: number };
}

const table = (joints: readonly DHJoint[]): ModelDescription => fromDH({ convention: 'standard', joints });
const right = Math.PI / 2;

/** Manseur and Doty (1989): some poses have 16 solutions, the maximum for six hinges. */
const manseurDoty = table([
  { a: 0.3, alpha: right },
  { a: 1, alpha: Math.PI / 180 },
  { d: 0.2, alpha: right },
  { a: 1.5, alpha: Math.PI / 180 },
  { alpha: right },
  { alpha: Math.PI / 180 },
]);

const irb2400 = table([
  { d: 0.615, a: 0.1, alpha: -right },
  { a: 0.705, theta: -right },
  { a: 0.135, alpha: -right },
  { d: 0.755, alpha: right },
  { alpha: -right },
  { d: 0.085 },
]);

/** Arms in general position. */
function generalArms(count: number): ModelDescription[] {
  const random = new Random(6);
  const joint = (): DHJoint => ({
    a: random.between(-0.5, 0.5),
    d: random.between(-0.5, 0.5),
    alpha: random.between(-Math.PI, Math.PI),
  });
  return Array.from({ length: count }, () => table(Array.from({ length: 6 }, joint)));
}

const ofWrist = { wantedUs: { native: 2, wasm: 3 } };
const ofAny = { wantedUs: { native: 150 } };

const ours: readonly Case[] = [
  { name: 'puma560', arms: [robots.puma560], ...ofWrist },
  { name: 'irb2400', arms: [irb2400], ...ofWrist },
  { name: 'ur5', arms: [robots.ur5], ...ofWrist },
  { name: 'ur10', arms: [robots.ur10], ...ofWrist },
  { name: 'general 6R', arms: generalArms(20), ...ofAny },
  { name: 'Manseur and Doty', arms: [manseurDoty], ...ofAny },
];

/** Arms of the table of robots, one per line. */
const others: Readonly<Record<string, Omit<Case, 'name' | 'arms'>>> = {
  ur3: { ...ofWrist },
  jaco2s: { ...ofWrist },
};

const besideTheProject = fileURLToPath(new URL('../../../shared/data/robots.csv', import.meta.url));

/** Arms of the given table of robots, or of the one beside the project. */
export function analyticCases(given: string | undefined): Case[] {
  const file = given ?? besideTheProject;
  if (!existsSync(file)) {
    console.log(`${Object.keys(others).join(' and ')} are missing: there is no ${file}`);
    return [...ours];
  }
  const found = readRobots(file).flatMap((arm) => {
    const wanted = Object.hasOwn(others, arm.name ?? '') && others[arm.name!];
    return wanted ? [{ name: arm.name!, arms: [arm], ...wanted }] : [];
  });
  return [...ours, ...found];
}

export function goalOf({ links }: ModelDescription): GoalDescription & { type: 'pose' } {
  return { type: 'pose', link: links.at(-1)!.name };
}
