import { beforeAll, describe, expect, it } from 'vitest';
import { init, Model, Problem } from 'limber';
import recorded from '../fixtures/article-arm.json' with { type: 'json' };
import { articleArm } from '../fixtures/article-arm.ts';

interface Recorded {
  target: number[];
  joints: number[][];
  effector: number[];
}
type Mode = keyof typeof recorded.modes;
type Sweeps = '1' | '30';

beforeAll(() => init());

for (const mode of ['ccd', 'hinge', 'limits'] as Mode[]) {
  for (const sweeps of ['1', '30'] as Sweeps[]) {
    it(`${mode} ${sweeps}`, () => {
      const model = Model.from(articleArm, { hinges: mode !== 'ccd' });
      const problem = new Problem(model);
      const goal = problem.addGoal({ type: 'position', link: 'effector' });
      const rows = recorded.modes[mode][sweeps] as Recorded[];
      const out: string[] = [];
      for (const row of rows) {
        goal.target.set(row.target);
        problem.solve({ maxIterations: Number(sweeps), limits: mode === 'limits', tolerance: 0, stallTolerance: 0 });
        const at = problem.state.poses.subarray(42, 45);
        const d = Math.hypot(at[0]! - row.effector[0]!, at[1]! - row.effector[1]!, at[2]! - row.effector[2]!);
        out.push((d / model.reach).toExponential(1));
      }
      console.log(mode, sweeps, out.join(' '));
    });
  }
}
