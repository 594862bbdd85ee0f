/** The order of the worker's queue: laws under any sequence of calls, answers, deaths and restarts. */
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { arrayNames, lengthOf } from '../../../web/src/core/arrays.ts';
import { blockFor, partsOf } from '../../../web/src/worker/layout.ts';
import { Queue } from '../../../web/src/worker/queue.ts';

type Step = 'solve' | 'ask' | 'answer' | 'refuse' | 'die' | 'open';

const steps = fc.array(
  fc.constantFrom<Step>('solve', 'solve', 'ask', 'answer', 'answer', 'refuse', 'die', 'open'),
  { maxLength: 60 },
);

/** Plays the steps. Returns the messages sent and the outcome of every call. */
async function play(list: Step[]) {
  const sent: number[] = [];
  const queue = new Queue<number, number>((request) => void sent.push(request));
  const calls: { id: number; solve: boolean; outcome: Promise<string> }[] = [];
  let deaths = 0;
  const call = (solve: boolean): void => {
    const id = calls.length;
    const outcome = queue.ask(id, solve ? 'solve' : undefined).then(
      (answer) => `answer ${answer}`,
      (error: Error) => error.message,
    );
    calls.push({ id, solve, outcome });
  };
  const actions: Record<Step, () => void> = {
    solve: () => call(true),
    ask: () => call(false),
    answer: () => queue.busy !== undefined && queue.resolve(queue.busy),
    refuse: () => queue.busy !== undefined && queue.reject(new Error(`refusal ${queue.busy}`)),
    die: () => (++deaths, queue.close()),
    open: () => queue.open(),
  };
  queue.open();
  for (const step of list) {
    actions[step]();
    // Solves never pile up: besides the worker's own, one may wait behind the last other request.
    const others = calls.filter(({ solve }) => !solve).length;
    expect(queue.waiting).toBeLessThanOrEqual(2 * others + 2);
  }
  queue.open();
  while (queue.busy !== undefined) queue.resolve(queue.busy);
  return {
    sent,
    deaths,
    calls: await Promise.all(calls.map(async (each) => ({ ...each, outcome: await each.outcome }))),
  };
}

it('answers every call once, itself or by a later solve; sends in order, again only after a death', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const { calls, sent, deaths } = await play(list);
      for (const { id, solve, outcome } of calls) {
        const by = Number(outcome.split(' ')[1]);
        if (!solve) expect(by).toBe(id);
        expect(by).toBeGreaterThanOrEqual(id);
        // Only solves lie between a solve and the one that replaces it.
        expect(calls.slice(id, by + 1).every((each) => each.solve || by === id)).toBe(true);
      }
      const repeats = sent.filter((id, i) => i > 0 && id === sent[i - 1]).length;
      expect(repeats).toBeLessThanOrEqual(deaths);
      expect([...sent].sort((a, b) => a - b)).toEqual(sent);
    }),
  );
});

describe('an open queue', () => {
  let sent: string[];
  let queue: Queue<string, string>;

  beforeEach(() => {
    sent = [];
    queue = new Queue((request) => {
      if (request === 'bad') throw new Error('cannot be sent');
      sent.push(request);
    });
    queue.open();
  });

  it('is behind by one solve at most: whatever waits leaves with the answer before it', () => {
    for (const request of ['a', 'b', 'c']) void queue.ask(request, 'solve');
    expect(sent).toEqual(['a']);
    queue.resolve('');
    expect(sent).toEqual(['a', 'c']);
    expect(queue.waiting).toBe(0);
  });

  it('merges only what asks for the same', () => {
    for (const request of ['solve 1', 'solve 2', 'step 1', 'step 2', 'solve 3'])
      void queue.ask(request, request.split(' ')[0]);
    while (queue.busy !== undefined) queue.resolve('');
    expect(sent).toEqual(['solve 1', 'solve 2', 'step 2', 'solve 3']);
  });

  it('refuses what cannot be sent, and sends the next', async () => {
    void queue.ask('first');
    const bad = queue.ask('bad');
    void queue.ask('good');
    queue.resolve('');
    await expect(bad).rejects.toThrow('cannot be sent');
    expect(sent).toEqual(['first', 'good']);
  });
});

it('lays out a block without gaps or overlaps, and only what there is room for', () => {
  const size = fc.nat({ max: 9 });
  const goals = fc.array(fc.constantFrom(1, 3, 4, 6, 7), { maxLength: 5 });
  const rooms = fc.tuple(fc.nat({ max: 6 }), fc.nat({ max: 3 }), fc.nat({ max: 3 }));
  const sizes = fc.record({ nq: size, nv: size, links: size });
  fc.assert(
    fc.property(sizes, goals, fc.tuple(size, size), rooms, (sizes, targets, others, room) => {
      const block = blockFor(sizes, room);
      const counts = [targets.length, ...others] as const;
      const parts = partsOf(block, sizes, targets, counts);
      const laidOut = [parts.goals, parts.loops, parts.obstacles].map(({ length }) => length);
      expect(laidOut).toEqual(counts.map((count, i) => Math.min(room[i]!, count)));
      const views = [...arrayNames.map((name) => parts[name]), ...parts.loops];
      for (const name of arrayNames) expect(parts[name]).toHaveLength(lengthOf(name, sizes));
      for (const { target, velocity, numbers } of parts.goals) views.push(target, velocity, numbers);
      for (const { pose, size } of parts.obstacles) views.push(pose, size);
      block.fill(0);
      for (const view of views) view.forEach((_, i) => (view[i] = view[i]! + 1));
      expect(Math.max(0, ...block)).toBeLessThanOrEqual(1);
    }),
  );
});
