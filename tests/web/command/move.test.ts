/** `limber move`: input, output and errors. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Model, Problem, Trajectory } from 'limber';
import { moveTo, retime } from 'limber/moves';
import { fromURDF } from 'limber/robots';
import { perform } from '../../../web/src/command/perform.ts';
import { limber } from '../support/limber.ts';
import { root } from '../support/readme.ts';
import '../support/silence.ts';

const folder = mkdtempSync(join(tmpdir(), 'limber-move-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ur5 = join(root, 'tests/fixtures/urdf/ur5.urdf');
const start = [0.3, -1.3, 1.7, -1.9, -1.5, 0.4];
const from = ['--start', start.join(',')];
const tip = ['--tip', 'tool0'];

/** The robot in its start pose, and its tool's pose. */
function standing(): { problem: Problem; pose: number[] } {
  const problem = new Problem(Model.from(fromURDF(readFileSync(ur5, 'utf8'))));
  problem.state.q.set(start);
  problem.state.update();
  const { target } = problem.addGoal({ type: 'pose', link: 'tool0' });
  return { problem, pose: [...target] };
}

/** The pose shifted by x, y, z metres. */
const beside = ([a, b, c, ...turn]: number[], x: number, y: number, z: number): number[] => [
  a! + x,
  b! + y,
  c! + z,
  ...turn,
];

describe('a way', () => {
  it('is what the package finds, in both formats', () => {
    const { problem, pose } = standing();
    const to = beside(pose, 0.05, 0.04, -0.1);
    const { trajectory } = moveTo(problem, { type: 'line', to });
    const args = ['move', ur5, ...tip, ...from, '--to', to.join(',')];
    const csv = perform([...args, '--out', 'way.csv']);
    expect(csv.code).toBe(0);
    expect(csv.text).toMatch(/^done\n\d+ frames; .*\nway\.csv: \d+ frames$/);
    expect(csv.file).toEqual({ path: 'way.csv', content: trajectory.toCSV() });
    const json = perform([...args, '--out', 'way.json']).file!.content;
    expect(Trajectory.fromJSON(json).q).toEqual(trajectory.q);
    expect(perform(args)).not.toHaveProperty('file');
  });

  it('has room on the way', () => {
    const { problem, pose } = standing();
    const to = beside(pose, 0.05, 0.04, -0.1);
    Object.assign(problem.goals[0]!, { within: { z: [0, 0.02] }, tilt: Math.PI / 12 });
    const { trajectory } = moveTo(problem, { type: 'line', to });
    const room = ['--within', 'z=0..20mm', '--tilt', '15deg', '--out', 'way.csv'];
    const { file } = perform(['move', ur5, ...tip, ...from, '--to', to.join(), ...room]);
    expect(file!.content).toBe(trajectory.toCSV());
  });

  it('has the times that bounds allow', () => {
    const { problem, pose } = standing();
    const to = beside(pose, 0.05, 0.04, -0.1);
    const bounds = { velocity: [1, 1, 1, 2, 2, 2], acceleration: 5, jerk: 50 };
    const timed = retime(moveTo(problem, { type: 'line', to }).trajectory, problem.model, bounds, {
      rate: 50,
    });
    const args = '--velocity 1,1,1,2,2,2 --acceleration 5 --jerk 50 --rate 50 --out way.csv'.split(' ');
    const { text, file } = perform(['move', ur5, ...tip, ...from, '--to', to.join(','), ...args]);
    expect(file!.content).toBe(timed.trajectory.toCSV());
    expect(text).toContain(`${timed.duration.toFixed(3)} s`);
  });

  it('goes along an arc, poses of a file with or without a header, and joints', () => {
    const { problem, pose } = standing();
    const [via, to] = [beside(pose, 0.05, 0.05, 0), beside(pose, 0.1, 0, 0)];
    const contentOf = (...args: string[]): string =>
      perform(['move', ur5, ...from, ...args, '--out', 'way.csv']).file!.content;
    expect(contentOf(...tip, '--to', to.join(), '--via', via.join())).toBe(
      moveTo(problem, { type: 'arc', via, to }).trajectory.toCSV(),
    );
    const file = join(folder, 'path.csv');
    const poses = [pose, via, to];
    writeFileSync(
      file,
      `qw,qx,qy,qz,x,y,z\n${poses.map(([x, y, z, a, b, c, w]) => [w, a, b, c, x, y, z].join()).join('\n')}\n`,
    );
    expect(contentOf(...tip, '--path', file)).toBe(
      moveTo(problem, { type: 'poses', poses }).trajectory.toCSV(),
    );
    writeFileSync(file, `${poses.join('\n')}\n`);
    expect(contentOf(...tip, '--path', file, '--smooth')).toBe(
      moveTo(problem, { type: 'spline', from: pose, through: [via, to] }).trajectory.toCSV(),
    );
    // Points alone: any rotation will do.
    writeFileSync(file, `x,y,z\n${poses.map((each) => each.slice(0, 3).join()).join('\n')}\n`);
    const open = new Problem(problem.model);
    open.state.q.set(problem.state.q);
    open.state.update();
    open.addGoal({ type: 'pose', link: 'tool0', free: ['rx', 'ry', 'rz'] });
    const points = poses.map((each) => [...each.slice(0, 3), 0, 0, 0, 1]);
    expect(contentOf(...tip, '--path', file)).toBe(
      moveTo(open, { type: 'poses', poses: points }).trajectory.toCSV(),
    );
    writeFileSync(file, `${poses.join('\n')}\n`);
    const q = [0, -1, 1, 0, 0, 0];
    expect(contentOf('--joints', q.join())).toBe(moveTo(problem, { type: 'joints', q }).trajectory.toCSV());
    problem.state.reset();
    problem.state.update();
    const free = moveTo(problem, { type: 'poses', poses }, { start: 'free' });
    expect(contentOf(...tip, '--path', file, '--start', 'free')).toBe(free.trajectory.toCSV());
  });

  it('that does not reach its end says why, with an exit code of 3', async () => {
    const { pose } = standing();
    const { text, code } = perform(['move', ur5, ...tip, ...from, '--to', beside(pose, 3, 0, 0).join()]);
    expect(text).toMatch(/^ended after \d+(\.\d+)? % of the way: out of reach; no pose/);
    expect(code).toBe(3);
    const run = await limber(['move', ur5, ...tip, ...from, '--to', beside(pose, 3, 0, 0).join()], folder);
    expect([run.code, run.stderr]).toEqual([3, '']);
  });
});

it('a reason has the codes of what a terminal would obey', () => {
  const urdf = readFileSync(ur5, 'utf8').replaceAll('"shoulder_pan_joint"', '"pan\u009b31m"');
  const { text } = perform(['move', 'odd.urdf', ...from, '--joints', '9,0,0,0,0,0'], '', () => urdf);
  expect(text).toMatch(/limit; pan\\u009b31m would go on/);
});
