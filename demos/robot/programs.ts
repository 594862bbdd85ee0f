/** Programs that do what the page shows: the robot as it stands, its goal, and the picked solver. */
import type { Goal, Interval, ModelDescription, SolverName } from 'limber';
import type { ArmSettings } from 'limber/element';
import { arms, robots, type ArmName, type RobotName } from 'limber/robots';
import type { RobotSource } from '../robot-files/catalogue.ts';
import { attributesOf, markup } from '../shell/embed-code.ts';
import { rounded } from '../shell/picks.ts';

export interface Scene {
  readonly robot: RobotSource;
  readonly solver: SolverName;
  readonly limits: boolean;
  readonly goals: readonly Pick<Goal, 'type' | 'link' | 'target' | 'priority'>[];
  readonly q: ArrayLike<number>;
}

/** Where the programs expect a robot that the package does not have. */
export const fileName = 'robot.urdf';

const list = (values: ArrayLike<number>): string => `[${Array.from(values, rounded).join(', ')}]`;
const text = (value: string): string =>
  `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;

/** What `limber/robots` calls its description; null: the package does not have it. */
function nameIn({ name, preset }: RobotSource): string | null {
  if (preset) return `arms[${arms.findIndex((each) => each === preset)}].description`;
  return Object.hasOwn(robots, name) ? `robots.${name}` : null;
}

/** Whether the programs import it, and need no file. */
export const isImported = (robot: RobotSource): boolean => nameIn(robot) !== null;

/** The same as an element; goals with the targets they have. */
export function elementOf({ robot, solver, limits, goals, q }: Scene): Partial<ArmSettings> {
  const asked = goals.map(({ type, link, target, priority }) => ({
    ...{ type, link, target: Array.from(target, rounded) },
    ...(priority > 0 && { priority }),
  })) as NonNullable<ArmSettings['goals']>;
  const name = robot.name as RobotName | ArmName;
  return {
    ...(isImported(robot) ? { preset: name } : { src: fileName }),
    ...{ solver, limits, goals: asked, q: Array.from(q, rounded) },
  };
}

/** Parts that the programs in JavaScript share. */
function partsOf({ robot, solver, limits, goals, q }: Scene) {
  // The arms of the command line are upright themselves.
  const isUpright = robot.upright === robot.description || robot.preset !== undefined;
  const preset = nameIn(robot);
  const described = preset ?? 'urdf';
  const used = [preset ? /^\w+/.exec(preset)![0] : 'fromURDF', ...(isUpright ? [] : ['yUp'])];
  return {
    imports: [`import { ${used.join(', ')} } from 'limber/robots';`],
    arm: isUpright ? described : `yUp(${described})`,
    read: (file: string): string[] =>
      preset ? [] : [`const urdf = fromURDF(${file}); // saved beside this file`],
    goals: goals.map(({ type, link, target, priority }) => {
      const later = priority > 0 ? `, priority: ${priority}` : '';
      return `problem.addGoal({ type: '${type}', link: ${text(link)}, target: ${list(target)}${later} });`;
    }),
    q: list(q),
    options: [`solver: '${solver}'`, ...(limits ? [] : ['limits: false'])].join(', '),
  };
}

const stand = (q: string): string[] => [`problem.state.q.set(${q});`, 'problem.state.update();'];
const fetched = `await (await fetch('${fileName}')).text()`;

function three(scene: Scene): string[] {
  const { arm, goals, imports, options, q, read } = partsOf(scene);
  return [
    `import { init, Model, Problem } from 'limber';`,
    `import { GoalHandles } from 'limber/bench';`,
    `import { ArmShape, View } from 'limber/three';`,
    ...imports,
    '',
    'await init();',
    ...read(fetched),
    `const model = Model.from(${arm}); // three.js has Y up`,
    'const problem = new Problem(model);',
    ...stand(q),
    ...goals,
    '',
    `const view = new View(document.querySelector('#arm')); // any element with a height`,
    'const arm = new ArmShape(model);',
    'view.add(arm);',
    'const onChange = () => view.invalidate();',
    'const handles = new GoalHandles(view, problem, { size: model.reach, onChange });',
    'view.onFrame = () => {',
    `  const { status } = problem.solve({ ${options}, maxIterations: 30 });`,
    '  arm.update(problem.state.poses);',
    '  handles.update();',
    `  return status === 'maxIterations'; // still moving: one more frame`,
    '};',
  ];
}

function fiber(scene: Scene): string[] {
  const { arm, imports, q, read } = partsOf(scene);
  const { limits, goals, solver } = scene;
  const attributes = ({ type, link, target, priority }: Scene['goals'][number]): string =>
    `type="${type}" link={${JSON.stringify(link)}} target={${list(target)}}${priority > 0 ? ` priority={${priority}}` : ''}`;
  return [
    `import { Canvas } from '@react-three/fiber';`,
    `import { IKArm, IKGoal } from 'limber/fiber';`,
    ...imports,
    `import { createRoot } from 'react-dom/client';`,
    '',
    ...read(fetched),
    `const description = ${arm.replace(']', ']!')};`,
    `const q = ${q};`,
    `createRoot(document.getElementById('root')!).render(`,
    '  <Canvas camera={{ position: [1.2, 0.9, 1.6], fov: 40 }} frameloop="demand">',
    '    <hemisphereLight intensity={2} />',
    '    <directionalLight position={[1, 3, 2]} intensity={2} />',
    `    <IKArm description={description} q={q} solver="${solver}"${limits ? '' : ' options={{ limits: false }}'}>`,
    ...goals.map((goal) => `      <IKGoal ${attributes(goal)} />`),
    '    </IKArm>',
    '  </Canvas>,',
    ');',
  ];
}

function page(scene: Scene): string[] {
  const attributes = attributesOf(elementOf(scene)).map(([name, value]) => `    ${markup(name, value)}`);
  return [
    '<!doctype html>',
    '<html lang="en">',
    '  <meta charset="utf-8" />',
    '  <title>An arm</title>',
    '  <script type="module" src="limber/limber-arm.js"></script>',
    '  <limber-arm',
    ...attributes,
    '    >An arm that can be dragged, where JavaScript is on.</limber-arm>',
    '</html>',
  ];
}

function node(scene: Scene): string[] {
  const { arm, goals, imports, options, q, read } = partsOf(scene);
  return [
    ...(isImported(scene.robot) ? [] : [`import { readFileSync } from 'node:fs';`]),
    `import { init, Model, Problem } from 'limber';`,
    ...imports,
    '',
    'await init();',
    ...read(`readFileSync('${fileName}', 'utf8')`),
    `const problem = new Problem(Model.from(${arm})); // Y is up, as on the page`,
    ...stand(q),
    ...goals,
    '',
    `const { status } = problem.solve({ ${options} });`,
    'console.log(status, Array.from(problem.state.q)); // radians, metres',
    'const at = problem.linksAtLimit();',
    `console.log(at.length > 0 ? \`at a limit: \${at.join(', ')}\` : 'no joint is at a limit');`,
    `const { count, reason } = problem.solutions({ limits: ${scene.limits} });`,
    'console.log(count, reason || "poses reach the goal");'.replaceAll('"', "'"),
  ];
}

const numbers = (values: readonly number[]): string => `{${values.map(rounded).join(', ')}}`;
const quoted = (value: string): string => JSON.stringify(value);

const end = (value: number): string =>
  Number.isFinite(value) ? String(rounded(value)) : `${value < 0 ? '-' : ''}limber::infinity`;
const interval = (ends: Interval | null): string => `{${ends?.map(end).join(', ') ?? ''}}`;

/** Fields of a joint, in the order of C++. */
const fields: Readonly<Record<string, (value: never) => string>> = {
  type: quoted,
  axis: numbers,
  axis2: numbers,
  pitch: end,
  limits: (value: Interval | readonly (Interval | null)[]) => {
    const all = typeof value[0] === 'number' ? [value as Interval] : (value as readonly (Interval | null)[]);
    return `{${all.map(interval).join(', ')}}`;
  },
  swing: ({ x, y }: { x: Interval; y: Interval }) => `limber::SwingBounds{${interval(x)}, ${interval(y)}}`,
  twist: (value: Interval) => `limber::Interval${interval(value)}`,
  mimic: ({ link, multiplier = 1, offset = 0 }: { link: string; multiplier?: number; offset?: number }) =>
    `limber::MimicDescription{${quoted(link)}, ${multiplier}, ${offset}}`,
};

/** Each link in a line. */
function linkLines({ links }: ModelDescription): string[] {
  return links.map(({ name, parent, origin, joint }) => {
    const [x = 0, y = 0, z = 0, w = 1] = origin?.rotation ?? [];
    const place = `{${numbers(origin?.position ?? [0, 0, 0])}, ${numbers([w, x, y, z])}}`;
    const given = Object.entries(fields).flatMap(([field, write]) => {
      const value = joint?.[field as keyof typeof joint];
      return value === undefined ? [] : [`.${field} = ${write(value as never)}`];
    });
    return `      {${quoted(name)}, ${quoted(parent ?? '')}, ${place}, {${given.join(', ')}}},`;
  });
}

function cpp({ robot, solver, limits, goals, q }: Scene): string[] {
  return [
    '#include <algorithm>',
    '#include <cstdio>',
    '#include <vector>',
    '',
    '#include "limber/limber.h"',
    '',
    'int main() {',
    '  // Metres and radians; a place is a position and a quaternion w x y z. Y is up, as on the page.',
    `  const limber::ModelDescription description{${quoted(robot.title)}, {`,
    ...linkLines(robot.upright),
    '  }};',
    '  const auto model = limber::buildModel(description);',
    '  if (!model) return std::puts(model.error().text.c_str()), 1;',
    '',
    '  limber::Problem problem(*model);',
    `  const std::vector<double> q = ${numbers(Array.from(q))};`,
    '  std::ranges::copy(q, problem.state.q.begin());',
    ...goals.map(({ type, link, target, priority }) => {
      const later = priority > 0 ? `, {.priority = ${priority}}` : '';
      return `  (*problem.addGoal("${type}", ${quoted(link)}${later}))->target = ${numbers(Array.from(target))};`;
    }),
    '  limber::SolveOptions options;',
    ...(limits ? [] : ['  options.limits = false;']),
    `  const limber::Result result = limber::solve(problem, "${solver}", options);`,
    '  std::printf("%s after %d iterations\\n", limber::name(result.status).data(), result.iterations);',
    '  for (const double value : problem.state.q) std::printf("%g ", value);',
    '}',
  ];
}

/** The reader's own program, which runs on the page, beside those that are copied. */
export const own = 'own' as const;

export const programs = {
  three: { title: 'three.js', write: three },
  fiber: { title: 'React', write: fiber },
  page: { title: 'Plain page', write: page },
  node: { title: 'Node', write: node },
  cpp: { title: 'C++', write: cpp },
} as const;
export type ProgramName = keyof typeof programs | typeof own;
