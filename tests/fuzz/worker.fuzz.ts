/** Messages between page and worker: each request is answered once, and the problem stays usable. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { init, Model, type ModelDescription } from 'limber';
import { WorkerProblem } from 'limber/worker';
import { blockFor } from '../../web/src/worker/layout.ts';
import { questions } from '../../web/src/worker/questions.ts';
import { WorkerSession } from '../../web/src/worker/session.ts';
import { serve } from '../../web/src/worker/serve.ts';
import { fakeWorker } from '../web/support/worker-support.ts';
import '../web/support/silence.ts';
import { anything, expectRefusal, fuzz, spoiled } from './fuzz.ts';

await init();

const description: ModelDescription = {
  links: [
    { name: 'a', joint: { type: 'revolute', limits: [-2, 2] } },
    { name: 'b', parent: 'a', origin: { position: [1, 0, 0] }, joint: { type: 'ball' } },
    { name: 'hand', parent: 'b', origin: { position: [1, 0, 0] } },
  ],
  loops: [{ a: { link: 'hand' }, b: { position: [1.5, 0, 0] }, free: ['x', 'y', 'rx', 'ry', 'rz'] }],
};
const goal = { type: 'position', link: 'hand', target: [1, 1, 0] };
const loop = { a: { link: 'b' }, b: {}, free: 'ball' };
const sizes = { nq: 5, nv: 4, links: 3 };

type Message = { readonly kind: string; readonly ask: unknown; readonly block?: Float64Array };

/** Numbers that a page may have written. */
const number = fc.oneof(fc.constantFrom(0, 1, NaN, Infinity, 1e308), fc.double({ min: -3, max: 3 }));
const block = fc
  .tuple(fc.nat(2), fc.nat(2), fc.nat(2), fc.array(number, { minLength: 8, maxLength: 8 }), fc.nat(300))
  .map(([goals, loops, obstacles, numbers, length]) => {
    const made = blockFor(sizes, [goals, loops, obstacles]).map((each, i) =>
      i < 3 ? each : numbers[i % 8]!,
    );
    // Some blocks are truncated.
    return length < made.length ? made.slice(0, length) : made;
  });
/** Kinds of messages that ask for nothing else, and words that are none. */
const bare = [
  ...['forgetMotion', 'mobility', 'conditioning', 'reset', 'projectOntoLimits'],
  ...['start', 'toString', '__proto__', 'constructor', ''],
];
const good = fc.oneof(
  fc.constantFrom<Message>(
    { kind: 'addGoal', ask: { description: goal } },
    { kind: 'removeGoal', ask: { index: 0 } },
    { kind: 'addLoop', ask: { description: loop } },
    { kind: 'routeLoop', ask: { index: 0, description: loop } },
    { kind: 'removeLoop', ask: { index: 0 } },
    { kind: 'solve', ask: { options: { maxIterations: 3 } } },
    { kind: 'step', ask: { dt: 0.02, options: {} } },
    { kind: 'solutions', ask: { options: { most: 3 } } },
    { kind: 'supports', ask: { solver: 'curl' } },
    { kind: 'update', ask: { q: new Float64Array(5) } },
    { kind: 'place', ask: { poses: new Float64Array(21) } },
    ...bare.map((kind) => ({ kind, ask: {} })),
  ),
  block.map((each): Message => ({ kind: 'solve', ask: { options: { maxIterations: 3 } }, block: each })),
);

fuzz(
  'a session answers every request, and solves after any',
  fc.array(spoiled(good, 2), { maxLength: 10 }),
  async (messages) => {
    const start = { init: {}, description, options: {}, goals: [] };
    const session = await WorkerSession.start(start, questions);
    try {
      for (const each of messages) {
        if (typeof each?.kind !== 'string') continue; // `serve` ignores others
        const { error, crash } = session.answer(each);
        if (error) expect(error.message.length).toBeGreaterThan(10);
        // After a crash the page starts another worker.
        if (crash !== undefined) return;
      }
      session.problem.state.reset();
      expect(session.answer({ kind: 'solve', ask: { options: {} } })).toMatchObject({ answer: {} });
      const { status } = session.problem.solve();
      if (status !== 'notFinite') expect([...session.problem.state.q].every(Number.isFinite)).toBe(true);
    } finally {
      session.problem.dispose();
    }
  },
  150,
);

const calls = { solve: {}, addGoal: goal, addLoop: loop, step: 0.01, supports: 'lm' };
const call = fc.oneof(
  fc.constantFrom(...Object.entries<unknown>(calls)),
  fc.tuple(fc.constantFrom(...Object.keys(calls)), anything),
);

const noise = fc.constantFrom<unknown>(null, 5, 'hello', {}, [], { answer: 1 }, { type: 'x' });

fuzz(
  'among foreign messages and wrong values, every promise of the page ends, and the next solve does',
  fc.array(fc.tuple(call, fc.oneof(fc.constant(undefined), noise)), { maxLength: 6 }),
  async (asked) => {
    const workers: ReturnType<typeof fakeWorker>[] = [];
    const worker = () => workers[workers.push(fakeWorker(serve)) - 1]!;
    const problem = await WorkerProblem.create(description, { worker });
    let settled = 0;
    const ends: Promise<void>[] = [];
    for (const [[method, value], noise] of asked) {
      // In both directions.
      if (noise !== undefined) {
        workers.at(-1)!.postMessage(noise, []);
        workers.at(-1)!.onmessage?.({ data: noise === 5 ? noise : null } as MessageEvent);
      }
      const ask = problem as unknown as Record<string, (value: unknown) => Promise<unknown>>;
      const end = (async () => ask[method]!.call(problem, value))();
      ends.push(
        end.then(
          () => void (settled += 1),
          (error: unknown) => (expectRefusal(error), void (settled += 1)),
        ),
      );
    }
    await Promise.all(ends);
    expect(settled).toBe(asked.length);
    for (const each of problem.goals) each.target.fill(0);
    expect((await problem.solve()).status).not.toBe('');
    problem.dispose();
    for (const each of workers) each.terminate();
  },
  60,
);

fuzz(
  'a wrong description is refused by the page or by the worker',
  spoiled(fc.constant(description)),
  async (spoilt) => {
    const made = fakeWorker(serve);
    try {
      const problem = await WorkerProblem.create(spoilt, { worker: () => made });
      expect(problem.model.nq).toBe(Model.from(spoilt).nq);
      problem.dispose();
    } catch (error) {
      expectRefusal(error);
    } finally {
      made.terminate();
    }
  },
  60,
);
