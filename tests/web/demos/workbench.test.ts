/** The programs that the page Workbench offers are real: they run, or compile. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toURDF } from 'limber/urdf';
import ts from 'typescript';
import { describe, expect, it, vi } from 'vitest';
import { catalogue } from '../../../demos/robot-files/catalogue.ts';
import { sourceOf } from '../../../demos/robot-files/files.ts';
import { Rig } from '../../../demos/robot-files/rig.ts';
import { fileName, programs, type Scene } from '../../../demos/workbench/programs.ts';
import { root } from '../support/readme.ts';
import { textOf } from '../support/urdf-files.ts';

const own = sourceOf('arm.urdf', textOf('ur5.urdf'), []);
/** From there programs find node_modules, and `limber` as if installed. */
const home = join(root, 'build/workbench');
rmSync(home, { recursive: true, force: true });

const scenes = [...catalogue, own].map((robot, i): Scene => {
  const rig = new Rig(robot);
  rig.stand([], true);
  rig.reachWith(robot.tips[0]!.name, i % 2 === 0);
  const { goals, state } = rig.problem;
  return { robot, solver: i % 2 === 0 ? 'lm' : 'dls', limits: i !== 1, goals, q: state.q };
});

function save(scene: Scene, name: string, file: string, change = (text: string) => text): string {
  const folder = join(home, scene.robot.name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, fileName), scene.robot.own?.text ?? toURDF(scene.robot.description));
  const text = programs
    .find((each) => each.name === name)!
    .write(scene)
    .join('\n');
  writeFileSync(join(folder, file), change(text));
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
    const text = programs
      .find(({ name }) => name === 'page')!
      .write(scene)
      .join('\n');
    expect(text).toMatch(scene.robot.own ? `src="${fileName}"` : /(preset|src)="/);
    const goals = /goals='(.+?)'/.exec(text)![1]!;
    expect(JSON.parse(goals.replaceAll('&amp;', '&'))).toMatchObject(
      scene.goals.map(({ type, link }) => ({ type, link })),
    );
  });
});

it('programs for three.js and React compile under the strictest options', () => {
  const files = scenes.flatMap((scene) => [
    save(scene, 'three', 'three.ts', (text) => text.replace(`('#arm')`, `<HTMLElement>('#arm')!`)),
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
