/** limber/worker: the same answers as on the page, and its additions: waiting, dying, restarting. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Model, Problem, type GoalDescription, type LimberError, type ModelDescription } from 'limber';
import { WorkerProblem, type WorkerOptions } from 'limber/worker';
import { robots } from 'limber/presets';
import { fourBar, nearlyClosed } from '../support/linkage-models.ts';
import { chain, checkError, link, zigzag } from '../support/models.ts';
import { expectRejection } from '../support/rejection.ts';
import { fakeWorker, type FakeWorker } from '../support/worker-support.ts';
import '../support/silence.ts';

let workers: FakeWorker[] = [];
let problems: WorkerProblem[] = [];
const errors: LimberError[] = [];

beforeEach(() => {
  workers = [];
  errors.length = 0;
});

afterEach(() => {
  for (const each of problems) each.dispose();
  problems = [];
});

function newWorker(): FakeWorker {
  workers.push(fakeWorker());
  return workers.at(-1)!;
}

async function make(description: ModelDescription, options: WorkerOptions = {}): Promise<WorkerProblem> {
  const onError = (error: LimberError): void => void errors.push(error);
  const problem = await WorkerProblem.create(description, { worker: newWorker, onError, ...options });
  problems.push(problem);
  return problem;
}

/** All values of a state, for comparison bit by bit. */
const snapshot = ({ state, activeLimits, goals }: Problem | WorkerProblem) => ({
  q: [...state.q],
  poses: [...state.poses],
  active: [...activeLimits],
  goals: goals.map(({ type, link, weight, distance, angle, target }) => ({
    type,
    link,
    weight,
    distance,
    angle,
    target: [...target],
  })),
});

const position = (target: number[]): GoalDescription => ({ type: 'position', link: 'tool', target });

describe('the same as a Problem', () => {
  it('in its model', async () => {
    const problem = await make(robots.panda);
    using model = Model.from(robots.panda);
    expect({ ...problem.model }).toEqual({ ...model });
    expect(problem.model.findLink('effector')).toBe(model.findLink('effector'));
    expect(problem.model.findLink('nobody')).toBe(-1);
  });

  it('in reading and writing by name', async () => {
    const theirs = await make(robots.panda);
    const ours = new Problem(Model.from(robots.panda));
    const goal = position([0, 0, 0]);
    const [far, near] = [
      await theirs.addGoal({ ...goal, link: 'effector' }),
      ours.addGoal({ ...goal, link: 'effector' }),
    ];
    ours.setJoints({ 'joint 2': 0.3 });
    await theirs.setJoints({ 'joint 2': 0.3 });
    far.toLink();
    near.toLink();
    expect(await theirs.jacobian('joint 5')).toEqual(ours.jacobian('joint 5'));
    expect(theirs.pose('effector')).toEqual(ours.pose('effector'));
    expect([...far.target]).toEqual([...near.target]);
    expect(far.distance).toBe(0);
    await expect(theirs.jacobian('nobody')).rejects.toMatchObject({ code: 'unknownLink' });
    ours.dispose();
  });

  it('in every number, through targets, weights, limits, rest and start', async () => {
    const theirs = await make(robots.panda);
    const ours = new Problem(Model.from(robots.panda));
    const goals = [
      { type: 'pose', link: 'effector', target: [0.3, -0.4, 0.5, 1, 0, 0, 0] },
      { type: 'direction', link: 'link 4', axis: [0, 0, 1], weight: 0.5 },
    ] as const;
    const described = ours.model.links[3]!.name;
    const list: GoalDescription[] = [goals[0], { ...goals[1], link: described }];
    for (const goal of list) {
      ours.addGoal(goal);
      await theirs.addGoal(goal);
    }
    expect(snapshot(theirs)).toEqual(snapshot(ours));
    const both = async (act: (problem: Problem | WorkerProblem) => unknown): Promise<void> => {
      const [a, b] = [act(ours), await act(theirs)];
      if (a) expect(b).toEqual(JSON.parse(JSON.stringify(a)));
      expect(snapshot(theirs)).toEqual(snapshot(ours));
    };
    await both((problem) => problem.solve({ solver: 'lm' }));
    await both((problem) => {
      problem.goals[0]!.target.set([0.5, 0.1, 0.4]);
      return problem.solve({ solver: 'dls', maxIterations: 3 });
    });
    await both((problem) => {
      problem.jointWeights[2] = 0.1;
      problem.rest[1] = -0.5;
      problem.goals[1]!.weight = 0;
      return problem.solve({ solver: 'dls', restGain: 0.3 });
    });
    await both((problem) => {
      const [pose, direction] = problem.goals;
      if (pose?.type !== 'pose' || direction?.type !== 'direction') throw new Error('other goals');
      pose.free = ['rz'];
      pose.positionWeight = 2;
      pose.offset = { position: [0, 0, 0.1] };
      direction.axis = [0, 1, 0];
      direction.weight = 1;
      return problem.solve({ solver: 'lm', maxIterations: 5 });
    });
    await both((problem) => {
      problem.state.q[0] = 9;
      return problem.state.update();
    });
    await both((problem) => problem.solve({ maxIterations: 2 }));
    await both((problem) => problem.state.reset());
    await both((problem) => {
      problem.state.q.fill(3);
      return problem.solve({ mode: 'find', solver: 'lm' });
    });
    await both((problem) => {
      problem.state.q.fill(8);
      return problem.state.update();
    });
    await both((problem) => problem.state.projectOntoLimits());
    expect(theirs.linksAtLimit()).toEqual(ours.linksAtLimit());
    const result = ours.solve({ maxIterations: 1 });
    await theirs.solve({ maxIterations: 1 });
    expect(await theirs.conditioning()).toEqual({
      smallestSingularValue: result.smallestSingularValue,
      manipulability: result.manipulability,
    });
    ours.dispose();
  });

  it('in all solutions, also after q was written', async () => {
    const theirs = await make(robots.iiwa14);
    using ours = new Problem(Model.from(robots.iiwa14));
    const goal = { type: 'pose', link: 'effector', target: [0.3, -0.4, 0.5, 1, 0, 0, 0] } as const;
    ours.addGoal(goal);
    await theirs.addGoal(goal);
    for (const each of [ours, theirs]) each.state.q.set([0.3, 0.6, -0.4, -1.2, 0.5, 0.9, -0.2]);
    ours.state.update();
    for (const options of [{}, { limits: false, most: 3 }, { redundancy: { swivel: 0.4 } }]) {
      const found = ours.solutions(options);
      expect(found.count).toBeGreaterThan(0);
      const answer = await theirs.solutions(options);
      // Functions cannot be sent.
      expect(Object.keys({ ...answer, at: null }).sort()).toEqual(Object.keys(found).sort());
      expect(found).toMatchObject(answer);
    }
    await expectRejection(theirs.solutions({ most: 0 }), 'badOption', 'most');
    await expectRejection(theirs.solutions({ limits: (() => true) as never }), 'badOption');
  });

  it('in goals of every type, in loops and over time', async () => {
    const description: ModelDescription = {
      links: [
        ...fourBar().links,
        link('hand', 'rocker', { type: 'fixed' }, [0.7, 0, 0]),
        link('rail', null, { type: 'prismatic' }),
        link('gaze', 'rail', { type: 'ball' }),
      ],
      loops: fourBar().loops!,
    };
    const theirs = await make(description);
    using ours = new Problem(Model.from(description));
    const wanted: GoalDescription[] = [
      { type: 'joint', link: 'crank', target: [1] },
      { type: 'slide', link: 'rail', target: [0.2], gain: 5 },
      { type: 'lookAt', link: 'gaze', target: [1, 1, 0], axis: [0, 0, 1] },
      { type: 'distance', link: 'hand', targetLink: 'rail', side: 'outside', target: [0, 0, 0, 0.1] },
      { type: 'chain', link: 'hand', rows: [0], weight: 0 },
    ];
    for (const goal of wanted) {
      ours.addGoal(goal);
      await theirs.addGoal(goal);
    }
    const all = (problem: Problem | WorkerProblem) => ({
      ...snapshot(problem),
      loops: problem.loops.map(({ name, closed, distance, angle }) => ({ name, closed, distance, angle })),
      more: [problem.velocities, problem.misfits].map((each) => [...each]),
    });
    const both = async (act: (problem: Problem | WorkerProblem) => unknown): Promise<void> => {
      await act(ours);
      await act(theirs);
      expect(all(theirs)).toEqual(all(ours));
    };
    for (const problem of [ours, theirs]) problem.state.q.set(nearlyClosed);
    await both((problem) => problem.solve());
    expect(theirs.loops[0]!.distance).toBeLessThan(1e-8);
    await both((problem) => problem.solve({ solver: 'maximal' }));
    await both((problem) => {
      problem.state.poses[7]! += 0.1;
      return problem.state.place();
    });
    expect(theirs.loops[0]!.distance).toBeGreaterThan(0.05);
    await both((problem) => problem.solve({ solver: 'maximal' }));
    await both((problem) => {
      problem.goals[0]!.target[0] = 1.2;
      problem.goals[1]!.targetVelocity.fill(0.1);
      return problem.step(0.1, { substeps: 3 });
    });
    const moved = await theirs.step(0.05);
    const { status, substeps, warning, reason } = ours.step(0.05);
    expect(moved).toEqual({ status, substeps, warning, reason, time: ours.time });
    await both((problem) => problem.loops[0]!.route({ free: 'ball' }));
    await both((problem) => problem.addLoop({ a: { link: 'gaze' }, b: {}, free: ['x', 'y', 'z'] }));
    await both((problem) => {
      problem.loops[0]!.closed = false;
      return problem.solve();
    });
    ours.removeLoop(ours.loops[0]!);
    await theirs.removeLoop(theirs.loops[0]!);
    expect(await theirs.mobility()).toEqual(ours.mobility());
    // A replacement worker receives the current loops.
    workers[0]!.fail('gone');
    ours.solve({ solver: 'lm' });
    await theirs.solve({ solver: 'lm' });
    expect(snapshot(theirs)).toEqual(snapshot(ours));
    await expectRejection(theirs.addLoop({ a: { link: 'nobody' }, b: {} }), 'unknownLink', 'nobody');
    await expectRejection(theirs.step('1' as unknown as number), 'badOption', 'dt');
  });

  it('in the time that passes while the worker is busy', async () => {
    const theirs = await make(zigzag(3));
    await theirs.addGoal(position([1, 1, 0]));
    workers[0]!.pause();
    const steps = [0.1, 0.2, 0.3].map((dt) => theirs.step(dt));
    workers[0]!.resume();
    const times = (await Promise.all(steps)).map(({ time }) => time);
    expect(times[0]).toBeCloseTo(0.1, 12);
    expect(times.slice(1)).toEqual([expect.closeTo(0.6, 12), expect.closeTo(0.6, 12)]);
  });

  it('in what solvers it supports, and why not', async () => {
    const theirs = await make(zigzag(3));
    await theirs.addGoal(position([1, 1, 0]));
    using ours = new Problem(Model.from(zigzag(3)));
    ours.addGoal(position([1, 1, 0]));
    expect(await theirs.supports('lm')).toBe(true);
    expect(await theirs.supports('fabrik')).toBe(ours.supports('fabrik'));
  });

  it('with and without hinges', async () => {
    const problem = await make(chain(3), { hinges: false });
    expect(problem.model.nv).toBe(9);
  });
});

describe('errors', () => {
  it.each([
    ['no links', { links: [] }, 'emptyModel'],
    ['an unknown parent', { links: [{ name: 'a', parent: 'b' }] }, 'unknownParent'],
    ['a number that is none', chain(2, () => ({ type: 'revolute', axis: [NaN, 0, 1] })), 'notFinite'],
    ['another type', 7, 'badDescription'],
    ['nothing', undefined, 'badDescription'],
    ['what no message can carry', { links: [{ name: () => 'a' }] }, 'badDescription'],
  ] as const)('of a description with %s', async (_, description, code) => {
    await expectRejection(make(description as unknown as ModelDescription), code);
    // No worker keeps running.
    for (const worker of workers) expect(worker.terminated).toBe(true);
    expect(errors).toEqual([]);
  });

  it('of a description that holds itself', async () => {
    const links: unknown[] = [];
    links.push({ name: 'a', joint: links });
    await expectRejection(make({ links } as unknown as ModelDescription), 'badDescription');
  });

  it.each([
    [{ timeout: 0 }, 'timeout'],
    [{ timeout: NaN }, 'timeout'],
    [{ timeout: '1' }, 'timeout'],
    [{ worker: 'thread.js' }, 'worker'],
    [{ onError: 1 }, 'onError'],
    [{ hinges: 1 }, 'hinges'],
    [{ wrong: 1 }, 'wrong'],
    [{ init: 1 }, 'init'],
    [[], 'options'],
  ])('of the options %o', async (options, word) => {
    const given = (Array.isArray(options) ? options : { worker: newWorker, ...options }) as WorkerOptions;
    await expectRejection(WorkerProblem.create(chain(2), given), 'badDescription', word);
  });

  it('of goals and options, with the codes that they have on the page; the problem goes on', async () => {
    const problem = await make(zigzag(3));
    const goal = await problem.addGoal(position([1, 1, 0]));
    await expectRejection(problem.addGoal({ type: 'position', link: 'nobody' }), 'unknownLink', 'nobody');
    await expectRejection(problem.addGoal({ type: 'x', link: 'tool' } as never), 'unknownGoalType');
    await expectRejection(problem.addGoal(undefined as never), 'badDescription');
    await expectRejection(problem.solve({ tolerance: -1 }), 'badOption', 'tolerance');
    await expectRejection(problem.solve({ solver: 'x' as never }), 'unknownSolver');
    await expectRejection(problem.solve({ seed: (() => 1) as never }), 'badOption');
    await expectRejection(problem.solve(null as never), 'badOption');
    await expectRejection(problem.supports('x' as never), 'unknownSolver');
    expect(() => (goal.weight = -1)).toThrow(/0 or more/);
    expect(problem.goals).toEqual([goal]);
    goal.target[0] = NaN;
    expect(await problem.solve()).toMatchObject({
      status: 'notFinite',
      reason: expect.stringContaining('target') as string,
    });
    goal.target[0] = 1;
    problem.state.q[0] = Infinity;
    await expectRejection(problem.state.update(), 'notFinite');
    expect([...problem.state.q]).toEqual([0, 0, 0]);
    expect((await problem.solve()).status).toBe('converged');
    expect(workers).toHaveLength(1);
  });

  it('where there are no workers', async () => {
    // Neither a page's Worker nor Node's.
    const hidden = vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined);
    await expectRejection(WorkerProblem.create(chain(2)), 'workerFailed', 'no Worker here', 'Problem');
    hidden.mockRestore();
  });

  it('of init', async () => {
    const init = { wasmBinary: new Uint8Array([1]) };
    // The core of this process is already loaded. A worker that cannot load it reports the same error as
    // init.
    const broken = () =>
      fakeWorker((scope) => {
        scope.onmessage = () =>
          scope.postMessage({ error: { code: 'loadFailed', message: 'limber.wasm did not load' } }, []);
      });
    await expectRejection(make(chain(2), { init, worker: broken }), 'loadFailed');
  });
});

describe('while the worker is busy', () => {
  /** A problem whose worker holds its answers back until `release`. */
  async function busy() {
    const problem = await make(zigzag(3));
    const goal = await problem.addGoal(position([1, 1, 0]));
    const [worker] = workers as [FakeWorker];
    worker.pause();
    const solves = () => worker.sent.filter(({ kind }) => kind === 'solve').length;
    return { problem, goal, worker, solves };
  }

  it('calls collapse into one, for the latest target and with the latest options', async () => {
    const { problem, goal, worker, solves } = await busy();
    const first = problem.solve();
    const rest = [1, 2, 3].map((i) => {
      goal.target.set([1, i / 4, 1]);
      return problem.solve({ maxIterations: 10 * i });
    });
    expect(solves()).toBe(1);
    worker.resume();
    const results = await Promise.all([first, ...rest]);
    expect(solves()).toBe(2);
    expect(worker.sent.at(-1)!.ask).toEqual({ options: { maxIterations: 30 } });
    expect(new Set(results.slice(1)).size).toBe(1);
    expect(results[0]).not.toBe(results[1]);
    const tool = problem.state.poses.subarray(7 * problem.model.findLink('tool'));
    expect(Math.hypot(tool[0]! - 1, tool[1]! - 0.75, tool[2]! - 1)).toBeLessThan(0.01);
  });

  it('the arrays show the last answer, and are the same ones for ever', async () => {
    const { problem, goal, worker } = await busy();
    const { q, poses } = problem.state;
    const { target } = goal;
    const before = [...q];
    const done = problem.solve();
    expect([...q]).toEqual(before);
    worker.resume();
    await done;
    expect([...q]).not.toEqual(before);
    expect(problem.state.q).toBe(q);
    expect(problem.state.poses).toBe(poses);
    expect(goal.target).toBe(target);
  });

  it('solves before and after another question stay apart, and in order', async () => {
    const { problem, worker } = await busy();
    const order: string[] = [];
    const note = (name: string) => (): void => void order.push(name);
    const all = [
      problem.solve().then(note('first')),
      problem.solve().then(note('second')),
      problem.addGoal({ type: 'direction', link: 'tool' }).then(note('goal')),
      problem.solve().then(note('third')),
    ];
    worker.resume();
    await Promise.all(all);
    expect(order).toEqual(['first', 'second', 'goal', 'third']);
    expect(problem.goals).toHaveLength(2);
  });

  it('a goal that is removed is gone at once, and what was asked before still has it', async () => {
    const { problem, goal, worker } = await busy();
    const second = await (worker.resume(),
    problem.addGoal({ type: 'direction', link: 'tool', target: [0, 1, 0] }));
    worker.pause();
    const solve = problem.solve();
    const removal = problem.removeGoal(goal);
    expect(problem.goals).toEqual([second]);
    expect(() => goal.target).toThrow(/removed/);
    worker.resume();
    expect((await solve).status).toBeDefined();
    await removal;
    second.target.set([0, 0, 1]);
    await problem.solve();
    expect(second.angle).toBeLessThan(1e-3);
    await problem.removeGoal(goal);
    expect(worker.sent.filter(({ kind }) => kind === 'removeGoal')).toHaveLength(1);
  });

  it('q is set by update() even so', async () => {
    const { problem, worker } = await busy();
    const solve = problem.solve();
    problem.state.q.set([0.1, 0.2, 0.3]);
    const update = problem.state.update();
    worker.resume();
    await Promise.all([solve, update]);
    expect([...problem.state.q]).toEqual([0.1, 0.2, 0.3]);
  });

  it('one block goes to and fro, and none is made anew', async () => {
    const { problem, goal, worker } = await busy();
    worker.resume();
    for (let i = 0; i < 20; ++i) {
      goal.target[0] = i / 10;
      await problem.solve({ maxIterations: 1 });
    }
    // The goal came with a smaller block. Transferred buffers have no bytes left, so all but the last moved
    // on.
    const blocks = worker.transferred.slice(1);
    expect(blocks).toHaveLength(20);
    expect(blocks.slice(0, -1).every((buffer) => buffer.byteLength === 0)).toBe(true);
    expect(blocks.at(-1)!.byteLength).toBe(8 * (3 + 2 * 3 + 4 * 3 + 10 * 4 + 37));
  });

  it('disposal ends it all', async () => {
    const { problem, goal, worker } = await busy();
    const pending = [problem.solve(), problem.solve(), problem.supports('lm')];
    problem.dispose();
    problem[Symbol.dispose]();
    expect(worker.terminated).toBe(true);
    for (const each of pending) await expectRejection(each, 'disposed', 'make a new one');
    const later = [
      () => problem.solve(),
      () => problem.addGoal(position([0, 0, 0])),
      () => problem.removeGoal(goal),
      () => problem.supports('lm'),
      () => problem.conditioning(),
      () => problem.solutions(),
      () => problem.state.reset(),
      () => problem.state.projectOntoLimits(),
      () => problem.state.place(),
    ];
    for (const use of later) await expectRejection(use(), 'disposed');
    const reads = [
      () => problem.state.q,
      () => problem.state.poses,
      () => problem.jointWeights,
      () => problem.rest,
      () => problem.activeLimits,
      () => problem.goals,
      () => problem.linksAtLimit(),
      () => goal.target,
      () => goal.distance,
      () => (goal.weight = 1),
    ];
    for (const read of reads) expect(read).toThrow(/disposed/);
    expect(workers).toHaveLength(1);
    expect(errors).toEqual([]);
  });
});

describe('a worker that dies', () => {
  async function started() {
    const problem = await make({ links: [...zigzag(3).links, link('x', null, { type: 'ball' })] });
    const goal = await problem.addGoal(position([1, 1, 0]));
    const other = await problem.addGoal({ type: 'direction', link: 'tool', target: [0, 1, 0] });
    other.weight = 0.25;
    await problem.solve({ maxIterations: 2 });
    return { problem, goal, other };
  }

  it('is reported and replaced, with the same model, goals and q', async () => {
    const { problem, goal } = await started();
    const before = snapshot(problem);
    workers[0]!.fail('out of memory');
    expect(errors).toHaveLength(1);
    checkError(errors[0], 'workerFailed', 'out of memory', 'started again');
    expect(workers).toHaveLength(2);
    expect(workers[0]!.terminated).toBe(true);
    expect(snapshot(problem)).toEqual(before);
    // As if nothing had happened: the same numbers as an uninterrupted problem.
    using ours = new Problem(Model.from({ links: [...zigzag(3).links, link('x', null, { type: 'ball' })] }));
    ours.addGoal(position([1, 1, 0]));
    ours.addGoal({ type: 'direction', link: 'tool', target: [0, 1, 0], weight: 0.25 });
    ours.solve({ maxIterations: 2 });
    for (const each of [ours, problem]) each.goals[0]!.target.set([1, 0, 1]);
    ours.solve({ maxIterations: 5 });
    await problem.solve({ maxIterations: 5 });
    expect(snapshot(problem)).toEqual(snapshot(ours));
    expect(goal.weight).toBe(1);
  });

  it('in the middle of a solve: the next one does it', async () => {
    const { problem } = await started();
    workers[0]!.pause();
    const solve = problem.solve({ solver: 'lm' });
    const goal = problem.addGoal({ type: 'orientation', link: 'x' });
    workers[0]!.fail('killed');
    expect(await solve).toHaveProperty('status');
    expect((await goal).link).toBe('x');
    expect(problem.goals).toHaveLength(3);
    expect(errors).toHaveLength(1);
  });

  it('without a word: after the time it is given', async () => {
    const problem = await make(zigzag(3), { timeout: 50 });
    workers[0]!.silence();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const solve = problem.solve();
    vi.advanceTimersByTime(50);
    vi.useRealTimers();
    expect(await solve).toHaveProperty('status');
    checkError(errors[0], 'workerFailed', '50 ms', 'timeout');
    expect(workers).toHaveLength(2);
  });

  it('by a trap in the core, which is never used again', async () => {
    let broken = false;
    const worker = (): FakeWorker => {
      const made = newWorker();
      if (broken) return made;
      broken = true;
      const postMessage = made.postMessage.bind(made);
      made.postMessage = (message, transfer) => {
        postMessage(message, transfer);
        if ((message as { kind: string }).kind === 'solve')
          made.onmessage?.({ data: { crash: 'RuntimeError: unreachable' } } as MessageEvent);
      };
      return made;
    };
    const problem = await make(zigzag(3), { worker });
    await problem.solve();
    checkError(errors[0], 'workerFailed', 'RuntimeError: unreachable');
    expect(workers).toHaveLength(2);
  });

  it('at the first start is the caller’s error, and is not tried again', async () => {
    const failing = (): FakeWorker => {
      const worker = newWorker();
      queueMicrotask(() => worker.fail(''));
      return worker;
    };
    const words = ['did not load', 'JavaScript', 'content security policy', 'option worker'];
    await expectRejection(make(chain(2), { worker: failing }), 'workerFailed', ...words);
    expect(workers).toHaveLength(1);
    const refusing = (): never => {
      throw new Error('not allowed here');
    };
    await expectRejection(make(chain(2), { worker: refusing }), 'workerFailed', 'not allowed here');
    for (const made of [1, null, undefined, {}, { postMessage: 1 }])
      await expectRejection(
        make(chain(2), { worker: () => made as never }),
        'workerFailed',
        'the option worker has made',
      );
  });

  it('again and again: those who wait are told, and the next question tries anew', async () => {
    const { problem } = await started();
    const doomed = problem.solve();
    const later = problem.supports('lm');
    // Each replacement dies as well.
    workers[0]!.fail('poisoned');
    workers[1]!.fail('poisoned');
    workers[2]!.fail('poisoned');
    await expectRejection(doomed, 'workerFailed', 'poisoned', 'does not work');
    await expectRejection(later, 'workerFailed');
    expect(errors).toHaveLength(3);
    expect((await problem.solve({ maxIterations: 0 })).status).toBe('maxIterations');
    expect(workers).toHaveLength(4);
  });

  it('says nothing once it is disposed', async () => {
    const { problem } = await started();
    problem.dispose();
    workers[0]!.fail('late');
    expect(errors).toEqual([]);
    expect(workers).toHaveLength(1);
  });

  it('is reported to whoever is asked to hear of it last', async () => {
    const { problem } = await started();
    const heard: string[] = [];
    problem.onError = ({ code }) => void heard.push(code);
    workers[0]!.fail('x');
    expect(heard).toEqual(['workerFailed']);
    problem.onError = undefined;
    workers[1]!.fail('y');
    expect(errors).toEqual([]);
    await problem.solve();
  });
});
