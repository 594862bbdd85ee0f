/** The programs of Robot's panel Code are real: they run, or compile. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Model, Problem, solverNames } from 'limber';
import { type ArmPreset, Run, toURDF, tracks } from 'limber/robots';
import ts from 'typescript';
import { describe, expect, it, vi } from 'vitest';
import { sourceOf } from '../../../demos/robot-files/files.ts';
import { allRobots, linksOf } from '../../../demos/robot-files/robots.ts';
import { exhibitOf, schemaOf } from '../../../demos/robot/exhibit.ts';
import {
  fileName,
  isImported,
  programs,
  type ProgramName,
  type Scene,
} from '../../../demos/robot/programs.ts';
import { defaultsOf } from '../../../demos/shell/picks.ts';
import { root } from '../support/readme.ts';
import { textOf } from '../support/urdf-files.ts';

const own = sourceOf('arm.urdf', textOf('ur5.urdf'), []);
/** From there programs find node_modules, and `limber` as if installed. */
const home = join(root, 'build/robot-code');
rmSync(home, { recursive: true, force: true });

/** A pose that is not stretched: rounded, its goals are still within reach. */
function bent(preset: ArmPreset): readonly number[] {
  using run = new Run(preset, tracks[0]!);
  for (let i = 0; i < 20; i += 1) run.step();
  return [...run.q];
}

/** At the start of the panel, each goal at its link. */
const scenes = [...allRobots, own].map((robot, i): Scene => {
  const [tip] = robot.tips as [(typeof robot.tips)[0]];
  const wanted = { solver: i % 2 === 0 ? 'lm' : 'dls', orientation: i % 2 === 0, limits: i !== 1 } as const;
  const picks = { ...defaultsOf(schemaOf(solverNames())), ...wanted, panel: 'code', robot, tip } as const;
  const { goals, q, solver } = exhibitOf(picks, solverNames());
  const problem = new Problem(Model.from(robot.upright));
  const { model, state } = problem;
  const points = linksOf(tip).map((link) => ({ type: 'position', link }) as const);
  for (const goal of goals ?? points) problem.addGoal(goal);
  // A run may move the core's memory, and with it the views.
  const start = robot.preset ? bent(robot.preset) : q!;
  state.q.set(start);
  state.update();
  for (const { link, target, type } of problem.goals) {
    const at = 7 * model.findLink(link) + (type === 'orientation' ? 3 : 0);
    target.set(state.poses.subarray(at, at + target.length));
  }
  return { robot, solver: solver!, limits: wanted.limits, goals: problem.goals, q: [...state.q] };
});

const textFrom = (name: Exclude<ProgramName, 'own'>, scene: Scene): string =>
  programs[name].write(scene).join('\n');

function save(
  scene: Scene,
  name: Exclude<ProgramName, 'own'>,
  file: string,
  change = (text: string) => text,
): string {
  const folder = join(home, scene.robot.name);
  mkdirSync(folder, { recursive: true });
  if (!isImported(scene.robot))
    writeFileSync(join(folder, fileName), scene.robot.own?.text ?? toURDF(scene.robot.description));
  writeFileSync(join(folder, file), change(textFrom(name, scene)));
  return join(folder, file);
}

describe.each(scenes.map((scene) => [scene.robot.name, scene] as const))('%s', (_, scene) => {
  it('is solved by the program for Node, from where it stands', async () => {
    const file = save(scene, 'node', 'node.js', (text) =>
      text.replace(`'${fileName}'`, `'${join(home, scene.robot.name, fileName)}'`),
    );
    const said: unknown[][] = [];
    const log = vi.spyOn(console, 'log').mockImplementation((...words: unknown[]) => void said.push(words));
    vi.resetModules();
    await import(/* @vite-ignore */ file);
    log.mockRestore();
    const [[status, q], [limits], [count]] = said as [[string, number[]], [string], [number]];
    expect(status).toBe('converged');
    q.forEach((value, i) => expect(value).toBeCloseTo(scene.q[i]!, 4));
    expect(limits).toMatch(/limit/);
    expect(count).toBeGreaterThanOrEqual(0);
  });

  it('has a page of its own', () => {
    const text = textFrom('page', scene);
    expect(text).toMatch(isImported(scene.robot) ? `preset="${scene.robot.name}"` : `src="${fileName}"`);
    const goals = /goals='(.+?)'/.exec(text)![1]!;
    expect(JSON.parse(goals.replaceAll('&amp;', '&'))).toMatchObject(
      scene.goals.map(({ type, link }) => ({ type, link })),
    );
  });
});

it('programs for three.js and React compile under the strictest options', () => {
  const files = scenes.flatMap((scene) => [
    save(scene, 'three', 'three.ts', (text) =>
      text.replace(`('#arm')`, `<HTMLElement>('#arm')!`).replace(/(arms\[\d\])/, '$1!'),
    ),
    save(scene, 'fiber', 'fiber.tsx'),
  ]);
  const config = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, root);
  const program = ts.createProgram(files, { ...options, noUnusedLocals: false });
  const wrong = files.flatMap((file) => [
    ...program.getSyntacticDiagnostics(program.getSourceFile(file)),
    ...program.getSemanticDiagnostics(program.getSourceFile(file)),
  ]);
  expect(
    wrong.map(
      ({ file, messageText }) => `${file!.fileName}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    ),
  ).toEqual([]);
});

it('the program in C++ compiles', () => {
  // All robots in one: Eigen takes most of the time.
  const files = scenes.map((scene, i) =>
    save(scene, 'cpp', 'arm.cpp', (text) => text.replace('int main()', `int main${i}()`)),
  );
  const all = join(home, 'all.cpp');
  writeFileSync(all, files.map((file) => `#include "${file}"\n`).join(''));
  const flags = [
    '-std=c++23',
    '-fsyntax-only',
    '-Wall',
    '-Werror',
    `-I${root}/cpp/include`,
    '-isystem',
    '/usr/include/eigen3',
  ];
  execFileSync(process.env.CXX ?? 'c++', [...flags, all], { stdio: 'pipe' });
});
