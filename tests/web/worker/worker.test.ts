/** limber/worker: the same answers as on the page, and its additions: waiting, dying, restarting. */
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  Model,
  Problem,
  type CollisionPair,
  type GoalOf,
  type LimberError,
  type LinkDescription,
  type ModelDescription,
  type StepOptions,
} from 'limber';
import { WorkerProblem, type WorkerOptions, type WorkerStepResult } from 'limber/worker';
import { arrayNames } from '../../../web/src/core/arrays.ts';
import { robots } from 'limber/robots';
import { growMemory } from '../support/heap.ts';
import { fourBar, nearlyClosed } from '../support/linkage-models.ts';
import { chain, checkError, link, zigzag } from '../support/models.ts';
import { expectRejection } from '../support/rejection.ts';
import { fakeWorker, type FakeWorker } from '../support/worker-support.ts';
import '../support/silence.ts';

let workers: FakeWorker[];
let problems: WorkerProblem[];
let errors: LimberError[];

beforeEach(() => {
  [workers, problems, errors] = [[], [], []];
  return () => {
    vi.useRealTimers();
    for (const each of problems) each.dispose();
  };
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

async function reaching() {
  const problem = await make(zigzag(3));
  const goal = await problem.addGoal({ type: 'position', link: 'tool', target: [1, 1, 0] });
  return { problem, goal, worker: workers.at(-1)! };
}

type Either = Problem | WorkerProblem;
type Act = (problem: Either) => unknown;

const set = (array: Float64Array, numbers: ArrayLike<number>, at = 0): void => array.set(numbers, at);
const setPairs = (problem: Either, pairs: readonly CollisionPair[]): unknown =>
  problem instanceof Problem ? void (problem.collisionPairs = pairs) : problem.setCollisionPairs(pairs);
const conditioning: Act = async (problem) => {
  const { smallestSingularValue, manipulability } =
    problem instanceof Problem ? problem.solve({ maxIterations: 0 }) : await problem.conditioning();
  return { smallestSingularValue, manipulability };
};

const step =
  (dt: number, options: StepOptions = {}): Act =>
  async (problem) => {
    const result = await problem.step(dt, options);
    const { time } = problem instanceof Problem ? problem : (result as WorkerStepResult);
    const { status, substeps, warning, reason } = result;
    return { status, substeps, warning, reason, time, velocities: [...problem.velocities] };
  };

const find = { mode: 'find', maxRestarts: 3, clearance: 0.01 } as const;
const nearby: Act[] = [
  (each) => each.solve(find),
  (each) => each.clearance(),
  (each) => each.nearestPairs(3),
];

/** Six hinges alternately about z and y, with a capsule along each bone. */
const padded: ModelDescription = {
  links: Array.from({ length: 6 }, (_, i): LinkDescription => ({
    ...link(
      `link${i}`,
      i > 0 ? `link${i - 1}` : null,
      { type: 'revolute', axis: i % 2 ? [0, 1, 0] : [0, 0, 1], limits: [-2.5, 2.5] },
      [0, 0, i > 0 ? 0.2 : 0],
    ),
    collision: [{ type: 'capsule', radius: 0.03, length: 0.14, position: [0, 0, 0.1] }],
  })),
};
const linkage: ModelDescription = {
  links: [
    ...fourBar().links,
    link('hand', 'rocker', { type: 'fixed' }, [0.7, 0, 0]),
    link('rail', null, { type: 'prismatic' }),
    link('gaze', 'rail', { type: 'ball' }),
  ],
  loops: fourBar().loops!,
};

/** A model, and what is done with its problem, one thing after the other: all that can be asked, right or wrong. */
// prettier-ignore
const scenes: Readonly<Record<string, readonly [ModelDescription, ...Act[]]>> = {
  'names, targets, weights, limits, rest and start': [robots.panda,
    (each) => each.addGoal({ type: 'pose', link: 'effector', target: [0.3, -0.4, 0.5, 1, 0, 0, 0] }),
    (each) => each.addGoal({ type: 'direction', link: each.model.links[3]!.name, axis: [0, 0, 1], weight: 0.5 }),
    (each) => each.setJoints({ 'joint 2': 0.3 }),
    (each) => each.jacobian('joint 5'),
    (each) => each.jacobian('nobody'),
    (each) => each.pose('effector'),
    (each) => (each.goals[0]!.toLink(), each.mobility()),
    (each) => each.solve({ solver: 'lm' }),
    (each) => (set(each.goals[0]!.target, [0.5, 0.1, 0.4]), each.solve({ solver: 'dls', maxIterations: 3 })),
    (each) => {
      set(each.jointWeights, [0.1], 2);
      set(each.rest, [-0.5], 1);
      each.goals[1]!.weight = 0;
      return each.solve({ solver: 'dls', restGain: 0.3 });
    },
    (each) => {
      const [pose, direction] = each.goals as [GoalOf<'pose'>, GoalOf<'direction'>];
      Object.assign(pose, { free: ['rz'], positionWeight: 2, offset: { position: [0, 0, 0.1] }, priority: 1 });
      Object.assign(direction, { axis: [0, 1, 0], weight: 1 });
      return each.solve({ solver: 'lm', maxIterations: 5 });
    },
    (each) => ((each.goals[0]!.weight = -1), undefined),
    (each) => (set(each.state.q, [9]), each.state.update()),
    (each) => each.solve({ maxIterations: 2 }),
    conditioning,
    (each) => each.state.reset(),
    (each) => (each.state.q.fill(3), each.solve({ mode: 'find', solver: 'lm' })),
    (each) => (each.state.q.fill(8), each.state.update()),
    (each) => each.state.projectOntoLimits(),
    (each) => (set(each.state.q, [Infinity]), each.state.update()),
    (each) => each.supports('fabrik'),
    (each) => each.supports('x' as never),
    (each) => each.addGoal({ type: 'position', link: 'nobody' }),
    (each) => each.addGoal(undefined as never),
    (each) => each.solve({ tolerance: -1 }),
    (each) => each.solve(null as never),
    (each) => (each.goals[0]!.target.fill(NaN, 0, 1), each.solve()),
    (each) => (each.goals[0]!.target.fill(0.4, 0, 1), each.solve()),
    (each) => each.removeGoal(each.goals[1]!),
  ],
  'all solutions, also after q was written': [robots.iiwa14,
    (each) => each.addGoal({ type: 'pose', link: 'effector', target: [0.3, -0.4, 0.5, 1, 0, 0, 0] }),
    (each) => (set(each.state.q, [0.3, 0.6, -0.4, -1.2, 0.5, 0.9, -0.2]), each.state.update()),
    (each) => each.solutions(),
    (each) => each.solutions({ limits: false, most: 3 }),
    (each) => each.solutions({ redundancy: { swivel: 0.4 } }),
    (each) => each.solutions({ most: 0 }),
  ],
  'goals of every type, loops and time': [linkage,
    (each) => (set(each.state.q, nearlyClosed), each.state.update()),
    (each) => each.addGoal({ type: 'joint', link: 'crank', target: [1] }),
    (each) => each.addGoal({ type: 'slide', link: 'rail', target: [0.2], gain: 5 }),
    (each) => each.addGoal({ type: 'lookAt', link: 'gaze', target: [1, 1, 0], axis: [0, 0, 1] }),
    (each) => each.addGoal({ type: 'distance', link: 'hand', targetLink: 'rail', side: 'outside', target: [0, 0, 0, 0.1] }),
    (each) => each.addGoal({ type: 'chain', link: 'hand', rows: [0], weight: 0 }),
    (each) => each.solve(),
    (each) => ((each.state.poses[7]! += 0.1), each.state.place()),
    (each) => each.solve({ solver: 'maximal' }),
    (each) => {
      set(each.goals[0]!.target, [1.2]);
      each.goals[1]!.targetVelocity.fill(0.1);
      return step(0.1, { substeps: 3 })(each);
    },
    (each) => (set(each.motionBounds, [0.1, 1, 20]), step(0.02, { maxAcceleration: 1 })(each)),
    step(0.02),
    (each) => each.forgetMotion(),
    step('1' as never),
    async (each) => void (await each.loops[0]!.route({ free: 'ball', b: { link: 'rocker', position: [0.65, 0, 0] } })),
    (each) => each.addLoop({ a: { link: 'gaze' }, b: {}, free: ['x', 'y', 'z'] }),
    (each) => each.addLoop({ a: { link: 'nobody' }, b: {} }),
    (each) => each.solve(),
    (each) => each.removeLoop(each.loops[1] as never),
    (each) => each.mobility(),
    (each) => ((each.loops[0]!.closed = false), each.solve()),
  ],
  'obstacles, moved ones and fewer, and pairs of one’s own': [padded,
    (each) => each.addGoal({ type: 'position', link: 'link5', target: [0.4, 0.1, 0.5] }),
    (each) => each.addObstacle({ type: 'sphere', radius: 0.1, position: [0.4, 0.1, 0.5] }),
    (each) => each.addObstacle({ type: 'box', size: [0.1, 0.2, 0.3], position: [-0.4, 0, 0.4], link: 'link1', ignore: ['link3'] }),
    (each) => each.addObstacle({ type: 'sphere', radius: 0.2, position: [2, 0, 0] }),
    (each) => each.addObstacle({ type: 'sphere', radius: 1, link: 'nobody' }),
    (each) => each.addObstacle({ type: 'cone' } as never),
    ...nearby,
    (each) => {
      set(each.obstacles[0]!.pose, [0.3, 0.3, 0.3]);
      set(each.obstacles[1]!.size, [0.05]);
      each.state.q.fill(0);
    },
    ...nearby,
    async (each) => {
      const gone = each.obstacles[2]!;
      await each.removeObstacle(gone);
      await each.removeObstacle(gone);
      return gone.pose;
    },
    ...nearby,
    (each) => setPairs(each, [['link0', 'link5']]),
    ...nearby,
    (each) => ((each.goals[0]!.weight = 0), each.addGoal({ type: 'pose', link: 'link5', target: [0.3, 0, 0.4, 0, 1, 0, 0] })),
    (each) => each.solutions({ clearance: 0.01 }),
    (each) => set(each.obstacles[0]!.pose, [0.2, 0.2, 0.3]),
  ],
};

/** Plain data as JSON has it, with parts of the problem by their places. */
function plain(problem: Either, value: unknown): unknown {
  const parts: unknown[] = [...problem.goals, ...problem.loops, ...problem.obstacles];
  const text = JSON.stringify(value ?? null, (_, each: unknown) => {
    if (parts.includes(each)) return `part ${parts.indexOf(each)}`;
    return ArrayBuffer.isView(each) ? Array.from(each as Float64Array) : each;
  });
  return JSON.parse(text);
}

/** What an act answers, be it an error, and all that can be read afterwards. */
async function outcome(problem: Either, act: Act) {
  let answer: unknown;
  try {
    answer = plain(problem, await act(problem));
  } catch (error) {
    const { code, message } = error as LimberError;
    answer = { code, message };
  }
  const { state, goals, loops, obstacles } = problem;
  const shown = {
    arrays: [state.q, state.poses, problem.activeLimits, problem.misfits, problem.rest],
    atLimit: problem.linksAtLimit(),
    goals: goals.map((each) => [each.type, each.link, each.weight, each.distance, each.angle, each.target]),
    loops: loops.map(({ name, closed, distance, angle }) => [name, closed, distance, angle]),
    obstacles: obstacles.map(({ pose, size }) => [pose, size]),
  };
  return { answer, shown: plain(problem, shown) };
}

describe('a WorkerProblem answers as a Problem', () => {
  it.each(Object.keys(scenes))('%s, also in another worker, and not once disposed', async (name) => {
    const [description, ...acts] = scenes[name]!;
    const theirs = await make(description);
    using ours = new Problem(Model.from(description));
    expect({ ...theirs.model }).toEqual({ ...ours.model });
    for (const each of ours.model.links)
      expect(theirs.model.findLink(each.name)).toBe(ours.model.findLink(each.name));
    const both = async (act: Act): Promise<boolean> => {
      const wanted = await outcome(ours, act);
      expect(await outcome(theirs, act), String(act)).toEqual(wanted);
      return !Object.hasOwn(Object(wanted.answer) as object, 'code');
    };
    const answered: Act[] = [];
    for (const act of acts) if (await both(act)) answered.push(act);
    expect(answered.length).toBeGreaterThan(acts.length / 2);
    workers[0]!.fail('gone');
    // Views of the memory as it was are empty from here on, on both sides.
    growMemory();
    for (const act of [(each: Either) => each.solve({ solver: 'lm' }), ...nearby]) await both(act);
    expect(workers).toHaveLength(2);
    expect(errors).toHaveLength(1);
    theirs.dispose();
    for (const act of answered)
      await expectRejection(Promise.resolve(theirs).then(act), 'disposed', 'make a new one');
  });

  it('with and without hinges', async () => {
    const problem = await make(chain(3), { hinges: false });
    expect(problem.model.nv).toBe(9);
  });
});

describe('errors', () => {
  const endless: unknown[] = [];
  endless.push({ name: 'a', joint: endless });

  it.each([
    ['an unknown parent', { links: [{ name: 'a', parent: 'b' }] }, 'unknownParent'],
    ['a number that is none', chain(2, () => ({ type: 'revolute', axis: [NaN, 0, 1] })), 'notFinite'],
    ['nothing', undefined, 'badDescription'],
    ['what no message can carry', { links: [{ name: () => 'a' }] }, 'badDescription'],
    ['itself inside', { links: endless }, 'badDescription'],
  ] as const)('of a description with %s', async (_, description, code) => {
    await expectRejection(make(description as unknown as ModelDescription), code);
    // No worker keeps running.
    for (const worker of workers) expect(worker.terminated).toBe(true);
    expect(errors).toEqual([]);
  });

  it('of options', async () => {
    const wrong = { timeout: [0, NaN, '1'], worker: [1], onError: [1], hinges: [1], init: [1], other: [1] };
    for (const [name, values] of Object.entries(wrong))
      for (const value of values)
        await expectRejection(make(chain(2), { [name]: value }), 'badDescription', name);
    await expectRejection(WorkerProblem.create(chain(2), [] as never), 'badDescription', 'options');
  });

  it('of what no message can carry; the problem goes on', async () => {
    const { problem } = await reaching();
    await expectRejection(problem.solve({ seed: (() => 1) as never }), 'badOption');
    await expectRejection(problem.solutions({ limits: (() => true) as never }), 'badOption');
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
    // The core of this process is loaded already: this worker reports what one that cannot load it does.
    const error = { code: 'loadFailed', message: 'limber.wasm did not load' };
    const broken = () => fakeWorker((scope) => (scope.onmessage = () => scope.postMessage({ error }, [])));
    const init = { wasmBinary: new Uint8Array([1]) };
    await expectRejection(make(chain(2), { init, worker: broken }), 'loadFailed', error.message);
  });
});

describe('while the worker is busy', () => {
  /** A problem whose worker holds its answers back until `release`. */
  async function busy() {
    const made = await reaching();
    made.worker.pause();
    return made;
  }

  it('calls collapse into one, for the latest target and with the latest options', async () => {
    const { problem, goal, worker } = await busy();
    const solves = () => worker.sent.filter(({ kind }) => kind === 'solve').length;
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

  it('steps become one, in the time that passes', async () => {
    const { problem, worker } = await busy();
    const steps = [0.1, 0.2, 0.3].map((dt) => problem.step(dt));
    worker.resume();
    const times = (await Promise.all(steps)).map(({ time }) => time);
    expect(times).toEqual([0.1, 0.6, 0.6].map((each) => expect.closeTo(each, 12) as number));
  });

  it('the arrays show the last answer, are the same ones for ever, and take what update() sets', async () => {
    const { problem, goal, worker } = await busy();
    const { q, poses } = problem.state;
    const { target } = goal;
    const before = [...q];
    const done = problem.solve();
    expect([...q]).toEqual(before);
    worker.resume();
    await done;
    expect([...q]).not.toEqual(before);
    worker.pause();
    const solve = problem.solve();
    q.set([0.1, 0.2, 0.3]);
    const update = problem.state.update();
    worker.resume();
    await Promise.all([solve, update]);
    expect([...q]).toEqual([0.1, 0.2, 0.3]);
    expect(problem.state.q).toBe(q);
    expect(problem.state.poses).toBe(poses);
    expect(goal.target).toBe(target);
  });

  it('a goal that is removed is gone at once, and what was asked before still has it', async () => {
    const { problem, goal, worker } = await reaching();
    const second = await problem.addGoal({ type: 'direction', link: 'tool', target: [0, 1, 0] });
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

  it('one block goes to and fro, and none is made anew', async () => {
    const { problem, goal, worker } = await reaching();
    for (let i = 0; i < 20; ++i) {
      goal.target[0] = i / 10;
      await problem.solve({ maxIterations: 1 });
    }
    // The goal came with a smaller block. All but the last moved on: transferred buffers have no bytes left.
    const blocks = worker.transferred.slice(1);
    expect(blocks).toHaveLength(20);
    expect(blocks.slice(0, -1).every((buffer) => buffer.byteLength === 0)).toBe(true);
    expect(blocks.at(-1)!.byteLength).toBe(8 * (3 + 5 * 3 + 4 * 3 + 10 * 4 + 62));
  });

  it('disposal ends it all', async () => {
    const { problem, goal, worker } = await busy();
    const { state } = problem;
    const pending = [problem.solve(), problem.solve(), problem.supports('lm')];
    problem.dispose();
    problem[Symbol.dispose]();
    expect(worker.terminated).toBe(true);
    for (const each of pending) await expectRejection(each, 'disposed', 'make a new one');
    for (const name of [...arrayNames, 'goals', 'loops', 'obstacles'])
      expect(() => Reflect.get(name in state ? state : problem, name) as unknown, name).toThrow(/disposed/);
    expect(() => problem.linksAtLimit()).toThrow(/disposed/);
    expect(() => goal.target).toThrow(/disposed/);
    expect(() => goal.distance).toThrow(/disposed/);
    expect(() => (goal.weight = 1)).toThrow(/disposed/);
    expect(workers).toHaveLength(1);
    expect(errors).toEqual([]);
  });
});

describe('a worker that dies', () => {
  async function started(options: WorkerOptions = {}): Promise<WorkerProblem> {
    const problem = await make({ links: [...zigzag(3).links, link('x', null, { type: 'ball' })] }, options);
    await problem.addGoal({ type: 'position', link: 'tool', target: [1, 1, 0] });
    await problem.addGoal({ type: 'direction', link: 'tool', target: [0, 1, 0] });
    await problem.solve({ maxIterations: 2 });
    return problem;
  }

  it.each<[string, (worker: FakeWorker) => void, string]>([
    ['by an error', (worker) => worker.fail('out of memory'), 'out of memory'],
    // The core is never used again.
    [
      'by a trap in the core',
      (worker) => worker.onmessage!({ data: { crash: 'RuntimeError: unreachable' } } as MessageEvent),
      'RuntimeError: unreachable',
    ],
    ['without a word, after its time', () => vi.advanceTimersByTime(50), '50 ms (the option timeout)'],
  ])('%s is reported and replaced: what is shown stays, what was asked is done', async (_, die, words) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const problem = await started({ timeout: 50 });
    workers[0]!.pause();
    const solve = problem.solve({ solver: 'lm' });
    const goal = problem.addGoal({ type: 'orientation', link: 'x' });
    const before = await outcome(problem, () => {});
    die(workers[0]!);
    checkError(errors[0], 'workerFailed', words, 'started again');
    expect(workers.map(({ terminated }) => terminated)).toEqual([true, false]);
    expect(await outcome(problem, () => {})).toEqual(before);
    expect(await solve).toHaveProperty('status');
    expect((await goal).link).toBe('x');
    expect(problem.goals).toHaveLength(3);
    expect(errors).toHaveLength(1);
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
    for (const made of [1, null, undefined, {}, { postMessage: 1 }]) {
      const worker = (): never => made as never;
      await expectRejection(make(chain(2), { worker }), 'workerFailed', 'the option worker has made');
    }
  });

  it('again and again: those who wait are told, and the next question tries anew', async () => {
    const problem = await started();
    const doomed = problem.solve();
    const later = problem.supports('lm');
    // Each replacement dies as well.
    for (let i = 0; i < 3; ++i) workers[i]!.fail('poisoned');
    await expectRejection(doomed, 'workerFailed', 'poisoned', 'does not work');
    await expectRejection(later, 'workerFailed');
    expect(errors).toHaveLength(3);
    expect((await problem.solve({ maxIterations: 0 })).status).toBe('maxIterations');
    expect(workers).toHaveLength(4);
  });

  it('is reported to whoever is asked to hear of it last, and to nobody once it is disposed', async () => {
    const problem = await started();
    const heard: string[] = [];
    problem.onError = ({ code }) => void heard.push(code);
    workers[0]!.fail('x');
    expect(heard).toEqual(['workerFailed']);
    problem.onError = undefined;
    workers[1]!.fail('y');
    await problem.solve();
    problem.onError = ({ code }) => void heard.push(code);
    problem.dispose();
    workers[2]!.fail('late');
    expect([heard.length, errors.length, workers.length]).toEqual([1, 0, 3]);
  });
});

it('a block has room for whatever the tables say: a parameter of 12 numbers', async () => {
  const tables = '../../../web/src/describe/core-tables.ts';
  const { coreTables } = await import('../../../web/src/describe/core-tables.ts');
  const { chain } = coreTables.goals;
  const long = { ...chain![0]!, name: 'long', kind: 'number', count: 12, min: -Infinity, max: Infinity };
  const parameters = [...coreTables.shared, ...chain!, long];
  const goals = { ...coreTables.goals, chain: parameters.slice(coreTables.shared.length) };
  vi.resetModules();
  vi.doMock(tables, () => ({ coreTables: { ...coreTables, goals } }));
  onTestFinished(() => {
    vi.doUnmock(tables);
    vi.resetModules();
  });
  const { blockFor, partsOf, placeOfParameters } = await import('../../../web/src/worker/layout.ts');
  const { PageGoal } = await import('../../../web/src/worker/parts.ts');
  const { AnyGoal } = await import('../../../web/src/core/goal.ts');
  const count = placeOfParameters + parameters.reduce((sum, each) => sum + each.count, 0);
  const facts = { type: 'chain', link: 'hand', targetLink: undefined, offset: {}, priority: 0 } as const;
  const answer = {
    ...facts,
    parameters,
    target: Array<number>(6).fill(0),
    numbers: Array<number>(count).fill(0),
  };
  const page = new PageGoal({ type: 'chain', link: 'hand' }, answer);
  const owner = { check: () => {}, checkGoal: () => {} } as never;
  const goal = new AnyGoal(owner, answer, 0, page.views) as unknown as { long: number[] };
  goal.long = Array.from({ length: 12 }, (_, i) => i + 1);
  const sizes = { nq: 1, nv: 1, links: 1 };
  const written = partsOf(blockFor(sizes, [1, 0, 0]), sizes, [6], [1, 0, 0]).goals[0]!;
  written.numbers.set(page.numbers);
  expect([...written.numbers].slice(count - 12, count)).toEqual(goal.long);
});
